// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/phase_map.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/theory/basin_edges.h"
#include "core/theory/critical_line.h"

namespace stepzero {

namespace {

const double log_longest = std::log(1e12);

double round_up(double number)
{
    const double power = std::pow(10.0, std::floor(std::log10(number)));
    for (const double digit : {1.0, 2.0, 2.5, 4.0, 5.0})
        if (number <= digit * power * (1 + 1e-9))
            return digit * power;
    return 10 * power;
}

/// Returns the range that shows the critical line for signals of order one, and where it leaves σ_b² = 0.
PhaseRange usual_range(const MeanField& theory, const LengthTable& lengths)
{
    const Limits& limits = theory.expectation().phi().limits();
    double weight = 0, bias = 0;
    if (limits.zero_at_zero) {
        const double slope = (limits.slope_left * limits.slope_left + limits.slope_right * limits.slope_right) / 2;
        if (slope > 0)
            weight = 1.25 / slope;
    }
    if (!is_scale_free(theory.expectation().phi())) {
        // Uses q from ¼ to 2, or up to where σ_b² is a tenth of q: sigmoid's line has negative σ_b² before.
        const double from = std::log(0.25), to = std::log(2.0), last = std::log(1e4);
        std::optional<CriticalPoint> end;
        for (const double x : lengths.log_lengths()) {
            if (x < from || x > last)
                continue;
            const CriticalPoint point = lengths.critical_point(x);
            const bool arrived = point.variances.bias >= 0.1 * point.q;
            if (x > to && end && end->variances.bias >= 0.1 * end->q)
                break;
            if (x <= to || arrived)
                end = point;
            if (point.variances.bias > 0 && (x <= to || arrived)) {
                weight = std::max(weight, 1.25 * point.variances.weight);
                bias = std::max(bias, 0.9 * point.variances.bias);
            }
        }
    }
    if (const auto vertical = vertical_critical_line(theory, lengths))
        weight = std::max(weight, 2 * vertical->weight);
    else if (!limits.bounded && limits.degree == 1)
        weight = std::max(
            weight, 2.5 / (limits.growth_left * limits.growth_left + limits.growth_right * limits.growth_right));
    const auto usable = [](double number) { return number > 1e-30 && number < 1e30; };
    return {usable(weight) ? round_up(weight) : 4, usable(bias) ? round_up(bias) : 1};
}

/// Returns −1/ln χ in the ordered phase.
double ordered_depth_scale(double chi) { return chi < 1 ? -1 / std::log(chi) : infinity; }

}   // namespace

PhaseTheory::PhaseTheory(const Activation& activation, const Context& context)
    : activation_(activation), mean_field_(ActivationFunction(activation)),
      lengths_(mean_field_.expectation(), context), depth_scales_(mean_field_.expectation()),
      range_(usual_range(mean_field_, lengths_))
{
}

PhaseRange PhaseTheory::range_with(Variances point) const
{
    PhaseRange range = range_;
    const auto widen = [](double& end, double number) {
        while (end < number && end < std::numeric_limits<double>::max() / 4)
            end *= 2;
    };
    widen(range.weight, point.weight);
    widen(range.bias, point.bias);
    return range;
}

PhaseMap PhaseTheory::map(
    PhaseRange range, int columns, int rows, bool depth_scales, const Context& context, double input_square) const
{
    PhaseMap map;
    map.activation = activation_;
    map.range = range;
    map.input_square = input_square_that_counts(input_square);
    map.columns = columns;
    map.rows = rows;
    const auto cells = std::size_t(columns) * std::size_t(rows);
    map.chi.resize(cells);
    map.grows.resize(cells);

    std::vector<double> log_length(cells), chi(cells);   // log_length is NaN where signals grow
    context.parallel(columns, [&](int column) {
        const double weight = (column + 0.5) * range.weight / columns;
        const double growing = weight * lengths_.derivative_square(log_longest);
        for (int row = 0; row < rows; ++row) {
            const SettledLength at = lengths_.settle(weight, (row + 0.5) * range.bias / rows, map.input_square);
            const auto cell = std::size_t(row) * std::size_t(columns) + std::size_t(column);
            log_length[cell] = at.grows ? std::numeric_limits<double>::quiet_NaN() : at.x;
            chi[cell] = at.grows ? growing : weight * lengths_.derivative_square(at.x);
            map.chi[cell] = float(chi[cell]);
            map.grows[cell] = at.grows;
        }
    });
    map.critical_line = critical_line(mean_field_, lengths_, range.weight, range.bias, context);
    if (lengths_.has_basins()) {
        map.critical_line = reached_points(map.critical_line, lengths_, map.input_square);
        map.edges = basin_edges(lengths_, range.weight, range.bias, map.input_square);
    }
    if (!depth_scales)
        return map;

    map.depth_scale.resize(cells);
    std::vector<int> intervals;
    bool any_growing = false;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (std::isnan(log_length[cell]))
            any_growing = true;
        else if (chi[cell] > 1)
            intervals.push_back(DepthScaleTable::interval_of(log_length[cell]));
    }
    std::sort(intervals.begin(), intervals.end());
    intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
    const DepthScaleTable::Rows table = depth_scales_.rows(intervals, context);
    const double growing = any_growing ? depth_scales_.depth_scale_of_growing(context) : infinity;
    context.parallel(rows, [&](int row) {
        for (int column = 0; column < columns; ++column) {
            const auto cell = std::size_t(row) * std::size_t(columns) + std::size_t(column);
            map.depth_scale[cell] = float(std::isnan(log_length[cell]) ? growing
                    : chi[cell] > 1 ? table.depth_scale(log_length[cell], std::log(chi[cell]))
                                    : ordered_depth_scale(chi[cell]));
        }
    });
    return map;
}

}   // namespace stepzero
