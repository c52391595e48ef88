// SPDX-License-Identifier: GPL-3.0-or-later
// What is seen of a network while signal and gradient pass through it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/math/statistics/distribution.h"
#include "core/modules/record.h"
#include "core/modules/signal.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// The first signal that is beyond what is followed (units.h), or the first signal or gradient with an infinity or a
/// NaN in it.
struct NotFinite {
    Site site;
    bool gradient = false;
    bool below = false;   ///< too small, else too large
};

/// Called from the computing thread only. Every call may be ignored.
class Recorder {
public:
    virtual ~Recorder() = default;

    /// The signal at a site, or the gradient of the loss with respect to it; followed, and finite. Large ones come in
    /// parts: a site that is named again brings further columns of the same tensor. Throws Stopped.
    virtual void value(const Site&, const Signal&, const Context&) { }
    virtual void gradient(const Site&, const Signal&, const Context&) { }
    /// In place of one of the two, where the module has counted what a distribution holds, of numbers in units of
    /// 2^exponent.
    struct Counts {
        Moments moments;
        Histogram histogram;
        std::int64_t exponent = 0;
    };
    virtual void counted(const Site&, Counts, bool) { }
    /// Whether that is not wanted, but every signal itself.
    virtual bool wants_signals() const { return false; }
    /// In place of one of them: nothing comes after it.
    virtual void lost(const NotFinite&) { }
    virtual void number(const Site&, Quantity, double) { }
    virtual void attention(const Site&, const std::vector<AttentionHead>&) { }
    virtual void experts(const Site&, const std::vector<ExpertLoad>&) { }

    /// Most rows of an attention map that is wanted; 0: none is.
    virtual int most_map_cells() const { return 0; }
    /// One a head: see SiteRecord::maps.
    virtual void attention_maps(const Site&, std::vector<Tensor>) { }

    /// A matrix or vector that takes part in the forward pass, and its entries' distribution if it is a matrix. Those
    /// of experts, which share their role in a block, come one by one.
    virtual void parameter(const ParameterPlan&, const std::optional<Distribution>&) { }
};

/// Keeps distributions.
class DistributionRecorder : public Recorder {
public:
    /// Of a network of so many blocks. Told how many attention maps there will be (blocks times heads), it keeps them
    /// all: of 128 cells a side, or half as many as often as it takes for all to stay below 64 MB. 0: keeps none.
    explicit DistributionRecorder(int blocks, int maps = 0);

    void value(const Site& site, const Signal& signal, const Context& context) override;
    void gradient(const Site& site, const Signal& signal, const Context& context) override;
    void counted(const Site& site, Counts counts, bool gradient) override;
    void lost(const NotFinite& where) override { lost_ = where; }
    void number(const Site& site, Quantity what, double number) override;
    void attention(const Site& site, const std::vector<AttentionHead>& heads) override;
    void experts(const Site& site, const std::vector<ExpertLoad>& loads) override;
    int most_map_cells() const override { return map_cells_; }
    void attention_maps(const Site& site, std::vector<Tensor> maps) override;
    void parameter(const ParameterPlan& plan, const std::optional<Distribution>& distribution) override;

    /// All that was seen, which is given up.
    Record record();
    /// Where signal or gradient was no longer finite; nothing behind it is known.
    const std::optional<NotFinite>& lost() const { return lost_; }

private:
    using Sums = std::map<Site, Counts>;   // of the parts so far
    static void add(Counts& sum, Counts part);
    SiteRecord& at(const Site& site) { return record_.at(std::size_t(site.block)).at(site.role); }

    int map_cells_ = 0;
    Sums values_, gradients_, experts_;   // experts_: entries of their matrices
    Record record_;   // all but the distributions of values and gradients
    std::optional<NotFinite> lost_;
};

}   // namespace stepzero
