// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/width_exponents.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/words/shown_text.h"

namespace stepzero {

namespace {

std::string name_in(const CapturedModule& one, WidthUnit unit)
{
    return unit == WidthUnit::role ? block_pattern(one) : one.path;
}

/// ln RMS of each name in one capture: the mean over its calls of modules, −∞ when one is 0.
std::map<std::string, double> ln_by_name(const Capture& capture, WidthUnit unit)
{
    std::map<std::string, std::pair<double, int>> sums;
    for (const CapturedModule& one : capture.modules)
        if (one.output && one.output->rms) {
            auto& [sum, count] = sums[name_in(one, unit)];
            sum += std::log(*one.output->rms);
            ++count;
        }
    std::map<std::string, double> means;
    for (const auto& [name, sum] : sums)
        means[name] = sum.first / sum.second;
    return means;
}

using ByWidth = std::map<int, std::vector<double>>;   // ln RMS of each seed

WidthExponent fitted(const std::string& name, int block, int step, const ByWidth& numbers)
{
    WidthExponent exponent;
    exponent.name = name;
    exponent.block = block;
    exponent.step = step;
    std::size_t seeds = numbers.begin()->second.size();
    for (const auto& [width, all] : numbers)
        seeds = std::min(seeds, all.size());
    std::vector<double> x;
    std::vector<std::vector<double>> y;
    for (const auto& [width, all] : numbers) {
        double sum = 0;
        for (const double one : all)
            sum += one;
        exponent.rms.emplace_back(width, std::exp(sum / double(all.size())));
        x.push_back(std::log(width));
        y.emplace_back(all.begin(), all.begin() + std::ptrdiff_t(seeds));
    }
    exponent.slope = slope_of(x, y);
    exponent.scaling = scaling_of(exponent.slope);
    return exponent;
}

}   // namespace

std::vector<int> widths_of(const CapturedWidths& captures)
{
    std::set<int> all;
    for (const CapturedWidths::One& one : captures.captures)
        all.insert(one.width);
    return {all.begin(), all.end()};
}

std::vector<int> steps_of(const CapturedWidths& captures, int width)
{
    std::set<int> all;
    for (const CapturedWidths::One& one : captures.captures)
        if (one.width == width)
            all.insert(one.step);
    return {all.begin(), all.end()};
}

std::optional<std::size_t> capture_at(const CapturedWidths& captures, int width, int step)
{
    const auto found = std::ranges::find_if(
        captures.captures, [&](const CapturedWidths::One& one) { return one.width == width && one.step == step; });
    return found == captures.captures.end() ? std::nullopt
                                            : std::optional(std::size_t(found - captures.captures.begin()));
}

std::vector<WidthExponent> width_exponents(const CapturedWidths& captures, WidthUnit unit)
{
    std::vector<std::pair<std::string, int>> order;   // with the block
    std::set<std::string> seen;
    std::map<int, std::map<std::string, ByWidth>> by_step;
    for (const CapturedWidths::One& one : captures.captures) {
        for (const CapturedModule& module : one.capture.modules)
            if (const std::string name = name_in(module, unit); seen.insert(name).second)
                order.emplace_back(name, unit == WidthUnit::module ? module.block : 0);
        for (const auto& [name, ln] : ln_by_name(one.capture, unit))
            by_step[one.step][name][one.width].push_back(ln);
    }
    std::vector<WidthExponent> all;
    for (const auto& [step, numbers] : by_step)
        for (const auto& [name, block] : order)
            if (const auto found = numbers.find(name); found != numbers.end())
                all.push_back(fitted(name, block, step, found->second));
    return all;
}

std::vector<CaptureFinding> width_findings(const std::vector<WidthExponent>& exponents)
{
    std::vector<std::string> names;
    const WidthExponent* worst = nullptr;
    const int last = exponents.empty() ? 0 : exponents.back().step;
    for (const WidthExponent& one : exponents)
        if (one.step == last && one.scaling == Scaling::grows) {
            names.push_back(one.name);
            if (!worst || one.slope->slope > worst->slope->slope)
                worst = &one;
        }
    if (!worst)
        return {};
    return {finding_of("width_growth", Severity::warning, std::move(names),
        tr("the RMS of the output grows with width: %1 has exponent %2 at step %3.", worst->name,
            slope_text(worst->slope->slope), last),
        last == 0 ? tr("The weights do not shrink with fan-in as 1/√(fan-in).")
                  : tr("Updates of the first steps add up over the fan-in, so a learning rate found at one width is "
                       "too large for wider models."),
        last == 0 ? tr("Divide the standard deviation of the weights by √(fan-in).")
                  : tr("Divide the learning rates of hidden weights by their fan-in, as in μP with Adam."))};
}

CaptureFindingInfo width_finding_info()
{
    return {"width_growth", tr("grows with width"), tr("outputs grow with the width of the model")};
}

}   // namespace stepzero
