// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/depth_trend.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "core/capture/capture_thresholds.h"

namespace stepzero {

namespace {

/// Returns whether the size of such an output shows how the signal changes in a block. Norms reset it, and dropout,
/// pooling and embeddings have that of their input or table.
bool shows_signal(const CapturedModule& one)
{
    return one.is_linear() || one.kind == ModuleKind::recurrent || one.kind == ModuleKind::attention
        || one.kind == ModuleKind::activation || one.kind == ModuleKind::other;
}

using Measure = std::function<std::optional<double>(const CapturedModule&)>;

std::vector<DepthSeries> series_of(const Capture& capture, const Measure& measure)
{
    std::vector<DepthSeries> all;
    std::map<std::string, std::size_t> by_role;   // and class, since a role may be one of several classes
    std::map<std::string, std::pair<std::size_t, std::size_t>> by_path;   // series and point
    for (const CapturedModule& one : capture.modules) {
        const std::optional<double> size = measure(one);
        if (!size || !(*size > 0) || !(one.block > 0 ? shows_signal(one) : one.is_linear()))
            continue;
        const double ln = std::log(*size);
        if (const auto found = by_path.find(one.path); found != by_path.end()) {
            double& present = all[found->second.first].points[found->second.second].ln;
            present = std::max(present, ln);
            continue;
        }
        const std::string key = one.block > 0 ? one.role + " " + one.class_name : "";
        const auto [place, fresh] = by_role.try_emplace(key, all.size());
        if (fresh)
            all.push_back({one.block > 0, {}});
        std::vector<DepthSeries::Point>& points = all[place->second].points;
        by_path[one.path] = {place->second, points.size()};
        points.push_back({&one, one.block > 0 ? double(one.block) : double(points.size() + 1), ln});
    }
    for (DepthSeries& series : all)
        std::ranges::stable_sort(series.points, {}, &DepthSeries::Point::depth);
    return all;
}

double median_of(std::vector<double> values)
{
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}   // namespace

std::vector<DepthSeries> signal_series(const Capture& capture)
{
    return series_of(capture, [](const CapturedModule& one) { return one.output ? one.output->rms : std::nullopt; });
}

std::vector<DepthSeries> gradient_series(const Capture& capture)
{
    return series_of(
        capture, [](const CapturedModule& one) { return one.gradient ? one.gradient->norm() : std::nullopt; });
}

std::optional<DepthTrend> trend_of(const DepthSeries& series)
{
    const std::size_t n = series.points.size();
    if (n < std::size_t(capture_limits::least_points))
        return {};
    constexpr std::size_t most = 300;   // points, of which all pairs are taken
    const std::size_t stride = (n + most - 1) / most;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < n; i += stride)
        for (std::size_t k = i + stride; k < n; k += stride)
            if (const double apart = series.points[k].depth - series.points[i].depth; apart > 0)
                slopes.push_back((series.points[k].ln - series.points[i].ln) / apart);
    if (slopes.empty())
        return {};
    DepthTrend trend;
    trend.slope = median_of(slopes);
    trend.drift = trend.slope * (series.points.back().depth - series.points.front().depth);
    const double sign = trend.slope < 0 ? -1 : 1;
    double along = 0, against = 0;
    for (std::size_t i = 1; i < n; ++i) {
        const double step = sign * (series.points[i].ln - series.points[i - 1].ln);
        along = std::max(along, step);
        against = std::max(against, -step);
    }
    trend.without_jump = series.points.back().ln - series.points.front().ln - sign * (along - against);
    return trend;
}

std::vector<const DepthSeries*> drifting(const std::vector<DepthSeries>& all, double limit, int sign)
{
    std::vector<const DepthSeries*> found;
    int judged = 0;
    for (const DepthSeries& series : all)
        if (const auto trend = trend_of(series)) {
            ++judged;
            if (sign * trend->drift > limit && sign * trend->without_jump > limit * capture_limits::drift_without_jump)
                found.push_back(&series);
        }
    if (double(found.size()) < capture_limits::drifting_series * judged)
        return {};
    return found;
}

const DepthSeries* median_series(const std::vector<DepthSeries>& all)
{
    std::vector<std::pair<double, const DepthSeries*>> slopes;
    for (const DepthSeries& series : all)
        if (const auto trend = trend_of(series))
            slopes.emplace_back(trend->slope, &series);
    if (slopes.empty())
        return nullptr;
    std::ranges::sort(slopes);
    return slopes[(slopes.size() - 1) / 2].second;
}

}   // namespace stepzero
