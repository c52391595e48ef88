// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a residual stream, F any module, s·x any other in its place (a projection to another width):
//   none      s·x + α·F(x)
//   pre       s·x + α·F(norm(x))
//   post      norm(s·x + α·F(x))
//   sandwich  s·x + α·norm_after(F(norm(x))), Peri-LN
//   reordered s·x + α·norm_after(F(x)), of Swin v2 and OLMo 2
// or, with hyper-connections, H_res x in place of x in the first term, H_pre x in the second, and H_post before α
// (streams.h). W_stream and W_branch are then of all streams.
//
// Sites, W being the spec's word: W_stream, the output; W_branch, what is added: α·F(…). Both with their
// gradients. Only as a gradient: W_return, the part of the gradient at x that came back through the branch.
#pragma once

#include "core/modules/norm.h"
#include "core/modules/streams.h"

namespace stepzero {

/// normalized: norm(s·x + α·norm(F(x))), nGPT (Loshchilov et al. 2024) with s = 1 − α.
enum class Placement { none, pre, post, sandwich, reordered, normalized };

/// Whether a placement has a norm on the stream (before the branch, or behind the sum), one that the branch reads, and
/// one on what the branch adds; and whether one stands behind the sum.
constexpr bool norms_stream(Placement p) { return p != Placement::none && p != Placement::reordered; }
constexpr bool norms_before(Placement p) { return p == Placement::pre || p == Placement::sandwich; }
constexpr bool norms_branch(Placement p)
{
    return p == Placement::sandwich || p == Placement::reordered || p == Placement::normalized;
}
constexpr bool norms_sum(Placement p) { return p == Placement::post || p == Placement::normalized; }

struct ResidualSpec {
    int block = 1;
    std::string word = "mlp";   ///< what the branch is: "attention", "mlp", "branch"
    Placement placement = Placement::pre;
    double skip = 1;   ///< s; DeepNorm (2L)^¼
    double branch = 1;   ///< α; ReZero and SkipInit 0, LayerScale 1e-4, or 1/√(2L)
    std::optional<NormSpec> norm {};   ///< present where norms_stream()
    std::optional<NormSpec> norm_after {};   ///< present where norms_branch()
    bool tokens = true;   ///< positions are those of a sequence, whose likeness is told
    std::optional<ConnectionsSpec> connections {};   ///< where the stream is several; not with norms_sum()
};

class Residual : public Module {
public:
    /// Throws std::invalid_argument when a norm that the placement needs is missing, or one stands on several streams.
    Residual(ResidualSpec spec, std::unique_ptr<Module> function);
    /// s·shortcut(x) in place of s·x where there is one, and `after` behind the sum, where W_stream is. Either may be
    /// null.
    Residual(ResidualSpec spec, std::unique_ptr<Module> function, std::unique_ptr<Module> shortcut,
        std::unique_ptr<Module> after);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

    /// s·stream + α·F(norm(read)): forward() reads the stream itself.
    Signal write(Signal stream, Signal read, Pass& pass);
    /// Of a gradient at the output: that at the stream but for a factor, and that at what was read.
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
    Sequence function_;   // with the norms that belong to the branch
    std::unique_ptr<Module> shortcut_, after_sum_;
};

/// Two steps that read the same: s·x + α·F(norm(x)) + α·G(norm(x)), as GPT-J, GPT-NeoX and PaLM. The first one's stream
/// is the sum without G. Norms whose plans have one name are one norm.
class ParallelResidual : public Module {
public:
    /// Throws std::invalid_argument when the second skip is not 1.
    ParallelResidual(std::unique_ptr<Residual> first, std::unique_ptr<Residual> second);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    std::unique_ptr<Residual> first_, second_;
};

}   // namespace stepzero
