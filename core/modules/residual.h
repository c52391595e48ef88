// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a residual stream: a branch F, which may be any module, is added to the stream x. By placement of the
// norms:
//   none      s·x + α·F(x)
//   pre       s·x + α·F(norm(x))
//   post      norm(s·x + α·F(x))
//   sandwich  s·x + α·norm_after(F(norm(x))), Peri-LN
//   reordered s·x + α·norm_after(F(x)), of Swin v2 and OLMo 2
// Another module can replace x in s·x, such as a projection to another width. With hyper-connections (streams.h), H_res
// x replaces x in the first term and H_pre x in the second; H_post multiplies α. W_stream and W_branch then contain all
// streams.
//
// Sites, where W is the spec's word: W_stream, the output, and W_branch, the added term α·F(…), both with their
// gradients. W_return is only a gradient: the part of the gradient at x that came back through the branch.
#pragma once

#include "core/modules/norm.h"
#include "core/modules/streams.h"

namespace stepzero {

/// normalized is norm(s·x + α·norm(F(x))), as in nGPT (Loshchilov et al. 2024) with s = 1 − α.
enum class Placement { none, pre, post, sandwich, reordered, normalized };

/// Each returns whether a placement has a norm at one place: on the stream (before the branch or after the sum), before
/// the branch, on the branch's output, or after the sum.
constexpr bool norms_stream(Placement p) { return p != Placement::none && p != Placement::reordered; }
constexpr bool norms_before(Placement p) { return p == Placement::pre || p == Placement::sandwich; }
constexpr bool norms_branch(Placement p)
{
    return p == Placement::sandwich || p == Placement::reordered || p == Placement::normalized;
}
constexpr bool norms_sum(Placement p) { return p == Placement::post || p == Placement::normalized; }

struct ResidualSpec {
    int block = 1;
    std::string word = "mlp";   ///< kind of branch: "attention", "mlp", "branch"
    Placement placement = Placement::pre;
    double skip = 1;   ///< s; DeepNorm (2L)^¼
    double branch = 1;   ///< α; ReZero and SkipInit 0, LayerScale 0.1 to 1e-6, 1/√L
    std::optional<NormSpec> norm {};   ///< present when norms_stream()
    std::optional<NormSpec> norm_after {};   ///< present when norms_branch()
    bool tokens = true;   ///< positions are those of a sequence, whose similarity is reported
    std::optional<ConnectionsSpec> connections {};   ///< present with several streams; not with norms_sum()
};

class Residual : public Module {
public:
    /// Throws std::invalid_argument when the placement needs a norm that is missing, or puts one on several streams.
    Residual(ResidualSpec spec, std::unique_ptr<Module> function);
    /// As above, with s·shortcut(x) instead of s·x, and with `after` applied to the sum, where W_stream is. Both may be
    /// null.
    Residual(ResidualSpec spec, std::unique_ptr<Module> function, std::unique_ptr<Module> shortcut,
        std::unique_ptr<Module> after);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

    /// Returns s·stream + α·F(norm(read)); forward() uses the stream for both.
    Signal write(Signal stream, Signal read, Pass& pass);
    /// The gradients for a gradient at the output: at the stream, still to be multiplied by `skip`, and at `read`.
    struct Ways {
        Signal stream, read;
        double skip;
    };
    Ways back(Signal gradient, Pass& pass);
    double skip() const { return skip_; }

private:
    Site site(const char* what) const { return {block_, word_ + what}; }
    void tell_channels(const Site& site, const Signal& signal, const Pass& pass) const;

    int block_;
    std::string word_;
    Placement placement_;
    double skip_, branch_;
    bool tokens_;
    Sequence function_;   // includes the norms that belong to the branch
    std::unique_ptr<Module> shortcut_, after_sum_;
};

/// Two steps that read the same stream: s·x + α·F(norm(x)) + α·G(norm(x)), as in GPT-J, GPT-NeoX and PaLM. The first
/// step's stream is the sum without G. Norms whose plans have the same name are the same norm.
class ParallelResidual : public Module {
public:
    /// Throws std::invalid_argument when the skip of the second step is not 1.
    ParallelResidual(std::unique_ptr<Residual> first, std::unique_ptr<Residual> second);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    std::unique_ptr<Residual> first_, second_;
};

}   // namespace stepzero
