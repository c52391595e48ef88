// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/modules/module.h"
#include "core/simulate/seen.h"
#include "core/simulate/simulate.h"

namespace stepzero {

namespace {

/// Keeps all signals and gradients of the exact pass.
class Keeper : public Recorder {
public:
    struct Kept {
        Tensor numbers;
        std::int64_t exponent = 0;
    };
    using Parts = std::vector<Kept>;
    using All = std::array<std::map<Site, Parts>, 2>;   // signals, gradients

    bool wants_signals() const override { return true; }
    void value(const Site& site, const Signal& signal, const Context&) override { keep(site, signal, false); }
    void gradient(const Site& site, const Signal& signal, const Context&) override { keep(site, signal, true); }
    const All& all() const { return all_; }

private:
    void keep(const Site& site, const Signal& signal, bool gradient)
    {
        all_[gradient ? 1 : 0][site].push_back({signal.numbers, signal.exponent});
    }
    All all_;
};

/// Compares the signals of the rounded pass with those that were kept at the same site.
class Comparer : public Recorder {
public:
    struct Sums {
        double count = 0, squares = 0, exact_squares = 0, differences = 0, nonzero = 0, flushed = 0;
        std::int64_t exponent = 0;   ///< squares are in units of 2^(2·exponent)
    };
    using All = std::array<std::map<Site, Sums>, 2>;

    explicit Comparer(const Keeper& exact) : exact_(exact) { }
    bool wants_signals() const override { return true; }
    void value(const Site& site, const Signal& signal, const Context&) override { compare(site, signal, false); }
    void gradient(const Site& site, const Signal& signal, const Context&) override { compare(site, signal, true); }
    void lost(const NotFinite& where) override { lost_ = where; }

    const All& all() const { return all_; }
    const std::optional<NotFinite>& lost() const { return lost_; }

private:
    void compare(const Site& site, const Signal& signal, bool gradient)
    {
        const std::size_t way = gradient ? 1 : 0, part = parts_[way][site]++;
        const auto found = exact_.all()[way].find(site);
        if (found == exact_.all()[way].end() || part >= found->second.size())
            return;
        const Keeper::Kept& exact = found->second[part];
        // With a rounded router, experts may receive different tokens.
        if (exact.numbers.rows() != signal.rows() || exact.numbers.cols() != signal.columns())
            return;
        Sums& sums = all_[way][site];
        if (part == 0)
            sums.exponent = std::max(exact.exponent, signal.zero() ? exact.exponent : signal.exponent);
        const double of_exact = power_of_two(exact.exponent - sums.exponent);
        const double of_rounded = signal.zero() ? 0 : power_of_two(signal.exponent - sums.exponent);
        for (Eigen::Index i = 0; i < exact.numbers.size(); ++i) {
            const double x = exact.numbers.data()[i], y = signal.numbers.data()[i];
            const double a = x * of_exact, b = y * of_rounded;
            sums.squares += b * b;
            sums.exact_squares += a * a;
            sums.differences += (b - a) * (b - a);
            sums.nonzero += x != 0 ? 1 : 0;
            sums.flushed += x != 0 && y == 0 ? 1 : 0;
        }
        sums.count += double(exact.numbers.size());
    }

    const Keeper& exact_;
    std::array<std::map<Site, std::size_t>, 2> parts_;
    All all_;
    std::optional<NotFinite> lost_;
};

/// Returns an extent so small that both passes together take less than a second and their signals about 100 MB.
Extent some_of(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    constexpr int most_samples = 64;
    constexpr double operations = 2e10, most_numbers = 2e7;
    double a_sample = 0;
    for (const BlockPlan& block : plan.blocks)
        a_sample += 4.0 * block.entries_out() * extent.tokens;
    const int most = int(std::clamp(most_numbers / std::max(1.0, a_sample), 1.0, double(most_samples)));
    return preview_extent(experiment, plan, {std::min(extent.samples, most), extent.tokens}, operations);
}

/// Applies the exponent after the square root, since it would overflow the range of the squares.
double rms_of(double squares, double count, std::int64_t exponent)
{
    return std::scalbn(std::sqrt(squares / count), int(std::clamp<std::int64_t>(exponent, -3000, 3000)));
}

void tell(const Comparer::Sums& sums, bool gradient, SiteRecord& site)
{
    using enum Quantity;
    site.set(gradient ? rounded_gradient_rms : rounded_rms, rms_of(sums.squares, sums.count, sums.exponent));
    if (sums.exact_squares > 0)
        site.set(gradient ? gradient_rounding_error : rounding_error, std::sqrt(sums.differences / sums.exact_squares));
    if (sums.nonzero > 0)
        site.set(gradient ? flushed_gradient_fraction : flushed_fraction, sums.flushed / sums.nonzero);
}

Remark overflow(const NetworkPlan& plan, const Measure& measure, const NotFinite& lost)
{
    const PrecisionInfo& info = precision_info(measure);
    const FloatRange& range = float_range(lost.gradient ? info.backward : info.forward);
    const Text place = place_of(plan, lost.site);
    const std::string format = range.label, largest = number_text(range.largest);
    if (!lost.gradient)
        return {
            lost.site.block, tr("in %1 the signal overflows at %2: the largest number is %3", format, place, largest)};
    if (measure.loss_scale <= 1)
        return {lost.site.block,
            tr("in %1 the gradient overflows at %2: the largest number is %3", format, place, largest)};
    return {lost.site.block,
        tr("in %1 the gradient overflows at %2: the largest number is %3, and the loss scale is %4", format, place,
            largest, number_text(measure.loss_scale))};
}

}   // namespace

void tell_rounding(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica,
    const ParameterSource& parameters, Seen& seen, const Context& context)
{
    const auto precision = precision_of(experiment.measure);
    if (!precision)
        return;
    const Extent some = some_of(experiment, plan, extent);
    const auto through = [&](const ParameterSource& source, Recorder& recorder, bool in_precision) {
        Pass pass {.context = context,
            .parameters = source,
            .recorder = recorder,
            .backward = experiment.measure.gradient,
            .to_input = !plan.kind->layered};
        if (in_precision)
            pass.precision = precision;
        pass.context.report = {};
        plan.kind->pass(experiment, plan, some, replica, pass);
    };
    Keeper exact;
    through(parameters, exact, false);
    Comparer found(exact);
    through(RoundedParameters(parameters, precision->forward.format), found, true);
    for (const bool gradient : {false, true})
        for (const auto& [site, sums] : found.all()[gradient ? 1 : 0])
            tell(sums, gradient, seen.record.at(std::size_t(site.block)).at(site.role));
    if (found.lost())
        seen.remarks.push_back(overflow(plan, experiment.measure, *found.lost()));
}

}   // namespace stepzero
