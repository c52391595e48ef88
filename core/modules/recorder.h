// SPDX-License-Identifier: GPL-3.0-or-later
// Receives the signals and gradients at the sites of a network during a pass. A subclass decides what to keep of them.
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

/// The first signal outside the followed range (units.h), or the first signal or gradient that contains an infinity or
/// NaN.
struct NotFinite {
    Site site;
    bool gradient = false;
    bool below = false;   ///< true: too small; false: too large
};

/// Called from the computing thread only. Subclasses may ignore any call.
class Recorder {
public:
    virtual ~Recorder() = default;

    /// Receives the signal at a site, or the gradient of the loss with respect to it; both are followed and finite.
    /// Large tensors arrive in parts: a repeated site brings further columns of the same tensor. Throws Stopped.
    virtual void value(const Site&, const Signal&, const Context&) { }
    virtual void gradient(const Site&, const Signal&, const Context&) { }
    /// Sent instead of a signal or gradient when the module has already computed the distribution, in units of
    /// 2^exponent.
    struct Counts {
        Moments moments;
        Histogram histogram;
        std::int64_t exponent = 0;
    };
    virtual void counted(const Site&, Counts, bool) { }
    /// Returns true when the recorder needs every signal itself instead of counts.
    virtual bool wants_signals() const { return false; }
    /// Sent instead of a signal or gradient; no further calls follow.
    virtual void lost(const NotFinite&) { }
    virtual void number(const Site&, Quantity, double) { }
    virtual void attention(const Site&, const std::vector<AttentionHead>&) { }
    virtual void experts(const Site&, const std::vector<ExpertLoad>&) { }

    /// Returns the largest wanted number of rows of an attention map; 0: no maps are wanted.
    virtual int most_map_cells() const { return 0; }
    /// Receives one map per head; see SiteRecord::maps.
    virtual void attention_maps(const Site&, std::vector<Tensor>) { }

    /// Receives a matrix or vector that takes part in the forward pass, and the distribution of entries for a matrix.
    /// The matrices of experts, which share their role in a block, arrive one by one.
    virtual void parameter(const ParameterPlan&, const std::optional<Distribution>&) { }

    /// Returns false when counted() and the fractions of outputs are ignored, so that modules need not count.
    virtual bool wants_counts() const { return false; }
};

/// Keeps the distribution of every site.
class DistributionRecorder : public Recorder {
public:
    /// `blocks` is the number of blocks. `maps` is the expected number of attention maps (blocks times heads); all of
    /// them are kept, with 128 cells per side. The side is halved until all maps together stay below 64 MB. 0: maps are
    /// not kept.
    explicit DistributionRecorder(int blocks, int maps = 0);

    void value(const Site& site, const Signal& signal, const Context& context) override;
    void gradient(const Site& site, const Signal& signal, const Context& context) override;
    void counted(const Site& site, Counts counts, bool gradient) override;
    bool wants_counts() const override { return true; }
    void lost(const NotFinite& where) override { lost_ = where; }
    void number(const Site& site, Quantity what, double number) override;
    void attention(const Site& site, const std::vector<AttentionHead>& heads) override;
    void experts(const Site& site, const std::vector<ExpertLoad>& loads) override;
    int most_map_cells() const override { return map_cells_; }
    void attention_maps(const Site& site, std::vector<Tensor> maps) override;
    void parameter(const ParameterPlan& plan, const std::optional<Distribution>& distribution) override;

    /// Returns the record and releases it.
    Record record();
    /// The place where signal or gradient was no longer finite; nothing after it is known.
    const std::optional<NotFinite>& lost() const { return lost_; }

private:
    using Sums = std::map<Site, Counts>;   // over the parts so far
    static void add(Counts& sum, Counts part);
    SiteRecord& at(const Site& site) { return record_.at(std::size_t(site.block)).at(site.role); }

    int map_cells_ = 0;
    Sums values_, gradients_, experts_;   // experts_: entries of their matrices
    Record record_;   // everything except the distributions of values and gradients
    std::optional<NotFinite> lost_;
};

}   // namespace stepzero
