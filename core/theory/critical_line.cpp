// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/critical_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

constexpr double farthest = 1.0 / 600;   // largest distance of neighbouring points, relative to the range
constexpr double nearest = 1.0 / 10000;   // closer points are skipped
constexpr double long_length = 1e6;   // signals are long, but q − σ_w² E[φ²] still has ten digits

class Tracer {
public:
    Tracer(const GaussianExpectation& expectation, double weight, double bias, const Context& context)
        : expectation_(expectation), weight_(weight), bias_(bias), context_(context)
    {
    }

    bool inside(const CriticalPoint& p) const
    {
        return p.variances.weight <= weight_ && p.variances.bias >= 0 && p.variances.bias <= bias_;
    }

    /// Returns whether a point is inside, or so close that the table's error could hide it.
    bool near(const CriticalPoint& p) const
    {
        return p.variances.weight <= 1.1 * weight_ && p.variances.bias >= -0.1 * bias_
            && p.variances.bias <= 1.1 * bias_;
    }

    double distance(const CriticalPoint& a, const CriticalPoint& b) const
    {
        return std::max(std::abs(a.variances.weight - b.variances.weight) / weight_,
            std::abs(a.variances.bias - b.variances.bias) / bias_);
    }

    CriticalPoint exact(double x) const
    {
        context_.check();
        CriticalPoint p = critical_point(expectation_, std::exp(x));
        if (std::abs(p.variances.bias) < 1e-13 * p.q)   // rounding, where φ is straight
            p.variances.bias = 0;
        return p;
    }

    /// Follows the line between two lengths; the caller has handled its first point.
    void follow(double low, const CriticalPoint& at_low, double high, const CriticalPoint& at_high)
    {
        const bool in = inside(at_low), in_next = inside(at_high);
        if ((in || in_next) && distance(at_low, at_high) > (in && in_next ? farthest : nearest / 10)
            && high - low > 1e-13 * std::max(1.0, std::abs(high))) {
            const double middle = (low + high) / 2;
            const CriticalPoint at_middle = exact(middle);
            follow(low, at_low, middle, at_middle);
            follow(middle, at_middle, high, at_high);
            return;
        }
        if (in_next)
            add(at_high);
        else if (in)
            end();
    }

    /// Adds a point inside, which continues the current piece or begins a new one.
    void add(const CriticalPoint& p)
    {
        if (open_ && distance(p, line_.back()) < nearest) {
            skipped_ = p;
            return;
        }
        if (!open_ && !line_.empty())
            line_.push_back({std::numeric_limits<double>::quiet_NaN(), {}, 0});
        line_.push_back(p);
        skipped_.reset();
        open_ = true;
    }

    /// Ends a piece; its last point is kept even when it is close to another.
    void end()
    {
        if (skipped_ && distance(*skipped_, line_.back()) > 0)
            line_.push_back(*skipped_);
        skipped_.reset();
        open_ = false;
    }

    std::vector<CriticalPoint> take()
    {
        end();
        return std::move(line_);
    }

private:
    const GaussianExpectation& expectation_;
    double weight_, bias_;
    const Context& context_;
    std::vector<CriticalPoint> line_;
    std::optional<CriticalPoint> skipped_;
    bool open_ = false;   // a piece has begun and not ended
};

}   // namespace

std::optional<Variances> vertical_critical_line(const MeanField& theory, const LengthTable& lengths)
{
    const Limits& limits = theory.expectation().phi().limits();
    const double slope = (limits.growth_left * limits.growth_left + limits.growth_right * limits.growth_right) / 2;
    if (limits.bounded || limits.degree != 1 || slope == 0)
        return std::nullopt;
    // E[φ'²] must approach its limit from below. Otherwise χ > 1 on both sides of the vertical line.
    if (lengths.derivative_square(std::log(long_length)) > slope * (1 + 1e-9))
        return std::nullopt;
    Variances start {1 / slope, 0};
    if (!limits.homogeneous)
        for (const double x : lengths.log_lengths())
            if (x <= std::log(long_length))   // below the largest σ_b² that has a fixed point, signals settle
                start.bias = std::max(start.bias, std::exp(x) - start.weight * lengths.square(x));
    return start;
}

std::vector<CriticalPoint> critical_line(
    const MeanField& theory, const LengthTable& lengths, double weight, double bias, const Context& context)
{
    const GaussianExpectation& expectation = theory.expectation();
    const Limits& limits = expectation.phi().limits();
    Tracer tracer(expectation, weight, bias, context);
    if (!is_scale_free(expectation.phi())) {
        const std::vector<double>& x = lengths.log_lengths();
        const double at_zero = (limits.slope_left * limits.slope_left + limits.slope_right * limits.slope_right) / 2;
        std::optional<CriticalPoint> at_last;   // set only near the range, as indicated by the table
        if (limits.zero_at_zero && at_zero > 0) {
            const CriticalPoint start {0, {1 / at_zero, 0}, 1};
            at_last = tracer.exact(x[std::size_t(lengths.first())]);
            for (const CriticalPoint& p : {start, *at_last})
                if (tracer.inside(p))
                    tracer.add(p);
        }
        bool was_near = at_last.has_value();
        for (int i = lengths.first() + 1; i <= lengths.last(); ++i) {
            const double last = x[std::size_t(i - 1)], next = x[std::size_t(i)];
            const bool near = tracer.near(lengths.critical_point(next));
            if (near || was_near) {
                if (!at_last)
                    at_last = tracer.exact(last);
                const CriticalPoint at_next = tracer.exact(next);
                tracer.follow(last, *at_last, next, at_next);
                at_last = at_next;
            } else
                at_last.reset();
            was_near = near;
        }
    }
    std::vector<CriticalPoint> line = tracer.take();
    if (const auto vertical = vertical_critical_line(theory, lengths);
        vertical && vertical->weight <= weight && vertical->bias < bias) {
        if (!line.empty())
            line.push_back({std::numeric_limits<double>::quiet_NaN(), {}, 0});
        const int steps = int(std::ceil((bias - vertical->bias) / (bias * farthest)));
        for (int i = 0; i <= steps; ++i)
            line.push_back({infinity, {vertical->weight, vertical->bias + (bias - vertical->bias) * i / steps}, 1});
    }
    return line;
}

}   // namespace stepzero
