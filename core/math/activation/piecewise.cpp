// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/piecewise.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

constexpr double core_end = 40;   // the function must be finite up to here
constexpr double dense_end = 160;   // fitted in full detail up to here, where it is finite
constexpr double last_end = 40 * 0x1p19;   // contains nine standard deviations of q = 1e12
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double steepest = 30;   // maximum slope of a shortest panel, in units of the function
constexpr double continuous = 1e-9;   // a smaller jump is rounding
constexpr int core_budget = 1540, far_budget = 200;   // cuts

using Kind = Piecewise::Trouble::Kind;

/// Minimum panel length.
double length_floor(double a, double b) { return 1e-13 * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Returns where f changes sign between `low` and `high`, to the last digit; nothing if it has the same sign at both.
template <class F>
std::optional<double> sign_change(const F& f, double low, double high)
{
    const auto bounded = [&](double z) { return std::clamp(f(z), -1e300, 1e300); };
    const double at_low = bounded(low), at_high = bounded(high);
    if (!((at_low < 0 && at_high > 0) || (at_low > 0 && at_high < 0)))
        return std::nullopt;
    std::uintmax_t iterations = 100;
    const auto near = [](double a, double b) { return b - a <= epsilon * std::max(1.0, std::abs(a)); };
    const auto [a, b] = boost::math::tools::toms748_solve(bounded, low, high, at_low, at_high, near, iterations);
    return std::min({a, b, (a + b) / 2}, [&](double y, double z) { return std::abs(f(y)) < std::abs(f(z)); });
}

}   // namespace

const Piecewise::Panel& Piecewise::panel(double z) const
{
    const auto found = std::ranges::lower_bound(panels_, z, {}, &Panel::high);
    return found == panels_.end() ? panels_.back() : *found;
}

double Piecewise::Panel::value(double z) const
{
    const double value = chebyshev_value(terms, (z - (low + high) / 2) / (length() / 2));
    return from_zero ? z * value : value;
}

ValueAndSlope Piecewise::Panel::at(double z) const
{
    const double half = length() / 2;
    const auto [value, slope] = chebyshev_sum(terms, (z - (low + high) / 2) / half);
    return from_zero ? ValueAndSlope {z * value, value + z * slope / half} : ValueAndSlope {value, slope / half};
}

ValueAndSlope Piecewise::at(double z) const
{
    if (!(z < left_.from || z > right_.from))
        return std::isnan(z) ? ValueAndSlope {z, z} : panel(z).at(z);
    const Tail& tail = z < 0 ? left_ : right_;
    const double out = z - tail.from;
    if (tail.period > 0) {
        const double y = tail.from + std::fmod(out, tail.period) - std::copysign(tail.period, out);
        const auto [value, slope] = panel(y).at(y);
        return {value + tail.slope * (z - y), slope};
    }
    return {tail.value + out * (tail.slope + out * tail.curvature / 2), tail.slope + out * tail.curvature};
}

/// One attempt at a fit with a given precision.
class Fitting {
public:
    using Panel = Piecewise::Panel;
    using Tail = Piecewise::Tail;
    using Trouble = Piecewise::Trouble;
    static constexpr int order = Piecewise::order;

    Fitting(const Expression& f, const Switches& switches, double scale, double precision)
        : f_(f), switches_(switches), scale_(scale), precision_(precision),
          zero_at_zero_(std::abs(f.value(0)) <= 4 * epsilon * scale)
    {
    }

    Piecewise run()   // throws Trouble
    {
        Piecewise fit;
        constexpr double starts[] = {-core_end, -36, -32, 0, 32, 36, core_end};   // all but 0 are multiples of 4
        for (std::size_t i = 0; i + 1 < std::size(starts); ++i)
            cover(starts[i], starts[i + 1], fit.panels_);
        refuse_jumps(fit.panels_);
        if (!repeat(fit, core_end)) {
            const bool left_swings = follow(-1, fit.panels_, fit.left_),
                       right_swings = follow(1, fit.panels_, fit.right_);
            refuse_jumps(fit.panels_);
            if (!left_swings && !right_swings) {
                settle(fit, fit.left_);
                settle(fit, fit.right_);
            } else if (const double end = std::min(-fit.left_.from, fit.right_.from); !repeat(fit, end)) {
                throw Trouble {Kind::no_period, end};
            }
        }
        for (std::size_t i = 0; i + 1 < fit.panels_.size(); ++i)
            if (is_kink(fit.panels_[i], fit.panels_[i + 1]))
                fit.kinks_.push_back(fit.panels_[i].high);
        if (const double period = fit.limits_.wave_period; period > 0)
            fit.kinks_ = repeated(fit.kinks_, period);
        describe_limits(fit);
        fit.stretches_ = stretches(fit);
        return fit;
    }

private:
    /// Evaluates φ. Throws Trouble if a value is not finite.
    std::vector<double> values(const std::vector<double>& z) const
    {
        std::vector<double> x(z.size());
        f_.value(z.data(), x.data(), std::ptrdiff_t(z.size()));
        for (std::size_t i = 0; i < z.size(); ++i)
            if (!std::isfinite(x[i]))
                throw Trouble {std::isnan(x[i]) ? Kind::not_a_number : Kind::infinite, z[i]};
        return x;
    }
    double at(double z) const { return values({z})[0]; }
    double size(double value) const { return std::max(scale_, std::abs(value)); }
    void spend(double z)
    {
        if (--budget_ < 0)
            throw Trouble {Kind::rough, z};
    }

    // Panels

    /// Returns a point well inside (a, b) where a switch function changes sign, or has an extremum at 0.
    std::optional<double> cut(double a, double b) const
    {
        const double floor = length_floor(a, b), low = a + 4 * floor, high = b - 4 * floor;
        if (!(low < high))
            return std::nullopt;
        for (const Expression& s : switches_.functions) {
            const auto distance = [&](double z) { return s.value(z); };
            if (const auto zero = sign_change(distance, low, high))
                return zero;
            const auto turn = sign_change([&](double z) { return s.derivative(z); }, low, high);
            if (!turn)
                continue;
            if (const auto zero = sign_change(distance, low, *turn))
                return zero;
            if (std::abs(s.value(*turn)) <= 1e-13 * std::max(std::abs(s.value(low)), std::abs(s.value(high))))
                return turn;
        }
        return std::nullopt;
    }

    void cut_all(double a, double b, std::vector<double>& to)
    {
        if (const auto z = cut(a, b)) {
            spend(*z);
            cut_all(a, *z, to);
            to.push_back(*z);
            cut_all(*z, b, to);
        }
    }

    /// Returns by how much values at z differ from those a few units in the last place away: z + sqrt(z² + 1) is
    /// small for z → −∞, and keeps the rounding errors of its large terms.
    double noise(const std::vector<double>& z, const std::vector<double>& x) const
    {
        double most = 0;
        for (const double factor : {1 + 2 * epsilon, 1 - 3 * epsilon, 1 + 5 * epsilon}) {
            std::vector<double> y = z;
            for (double& at : y)
                at *= factor;
            y = values(y);
            for (std::size_t i = 0; i < y.size(); ++i)
                most = std::max(most, std::abs(y[i] - x[i]));
        }
        return most;
    }

    /// Returns the interpolating polynomial of [a, b] if it agrees with the function.
    std::optional<Panel> attempt(double a, double b) const
    {
        const double middle = (a + b) / 2, half = (b - a) / 2, farthest = std::max(std::abs(a), std::abs(b));
        Panel p {a, b, zero_at_zero_ && (a == 0 || b == 0), {}};
        const auto sampled = [&](std::vector<double> z) {
            std::vector<double> x = values(z);
            for (std::size_t i = 0; p.from_zero && i < x.size(); ++i)
                x[i] /= z[i];
            return x;
        };
        std::vector<double> z;
        for (int j = 0; j < order; ++j)
            z.push_back(middle + half * chebyshev_node(j, order));
        std::vector<double> x = sampled(z);
        double top = 0, slope = 0;
        for (std::size_t j = 0; j < order; ++j) {
            top = std::max(top, std::abs(x[j]));
            slope = j == 0 ? 0 : std::max(slope, std::abs((x[j] - x[j - 1]) / (z[j] - z[j - 1])));
        }
        // The rounding of z matters where φ is steep; that of φ matters where it is divided by a small z, and that of
        // its terms where they cancel.
        const double cancelled = farthest > core_end && half > 0.01 * farthest ? noise(z, x) : 0;
        const double rounding = std::max({2 * epsilon * slope * farthest, 4 * cancelled,
            p.from_zero ? std::min(4 * epsilon * scale_ / (0.0024 * (b - a)), 1e-9 * top) : 0});
        const auto tolerance = [&](double value) { return std::max(precision_ * size(value), rounding); };
        std::ranges::copy(x, p.terms.begin());
        to_chebyshev_terms(p.terms);
        if (!p.from_zero && half < 1e-9 && top > 1e6 * scale_ * std::max(1.0, a * a))
            throw Trouble {Kind::pole, a};
        if (std::abs(p.terms[order - 1]) + std::abs(p.terms[order - 2]) > tolerance(top))
            return std::nullopt;
        // Check between the nodes, because a narrow feature must not hide in a long panel.
        const int checks = half < 0.2 ? 4 : int(24 * std::clamp(b - a, 1.0, 32.0));
        z.clear();
        for (int i = 0; i < checks; ++i)
            z.push_back(middle + half * (2 * std::fmod(0.31 + i * (std::numbers::phi - 1), 1.0) - 1));
        x = sampled(z);
        for (std::size_t i = 0; i < z.size(); ++i)
            if (std::abs(chebyshev_value(p.terms, (z[i] - middle) / half) - x[i]) > 8 * tolerance(x[i]))
                return std::nullopt;
        for (double& c : p.terms)   // linear functions must be exactly linear
            if (std::abs(c) <= std::max(16 * epsilon * top, cancelled))
                c = 0;
        return p;
    }

    /// Classifies a difference `off` between the two sides of z: a steep function changes by more around z.
    Kind jump_or_steep(double z, double off) const
    {
        const double far = 1e6 * length_floor(z, z);
        const auto [low, high] = std::ranges::minmax(values({z - far, z - far / 1e3, z + far / 1e3, z + far}));
        return high - low < 2 * off ? Kind::jump : Kind::steep;
    }

    /// Fits a line to a panel that is too short to be halved. Throws Trouble when a line is not accurate enough.
    Panel last_resort(double a, double b) const
    {
        const std::vector<double> x = values({(3 * a + b) / 4, (a + 3 * b) / 4});
        const double rise = 2 * (x[1] - x[0]), top = size(std::max(std::abs(x[0]), std::abs(x[1])));
        if (std::abs(rise) > steepest * top * (b - a))
            throw Trouble {std::abs(rise) < continuous * top ? Kind::rough : jump_or_steep(a, std::abs(rise)), a};
        return {a, b, false, {(x[0] + x[1]) / 2, rise / 2}};
    }

    void resolve(double a, double b, std::vector<Panel>& to)
    {
        if (const auto panel = attempt(a, b)) {
            to.push_back(*panel);
        } else if (b - a < length_floor(a, b)) {
            to.push_back(last_resort(a, b));
        } else {
            spend(a);
            const double m = cut(a, b).value_or((a + b) / 2);
            resolve(a, m, to);
            resolve(m, b, to);
        }
    }

    /// Adds panels for [a, b]. They end at the zeros of switch functions that a grid can resolve.
    void cover(double a, double b, std::vector<Panel>& to)
    {
        constexpr int cells = 256;
        std::vector<double> z {a}, s(cells + 1), d(cells + 1);
        for (int i = 1; i < cells; ++i)
            z.push_back(a + (b - a) * (i + 0.1371) / cells);   // none is a round number
        z.push_back(b);
        std::array<bool, cells> changes {};
        for (const Expression& one : switches_.functions) {
            one.value(z.data(), s.data(), cells + 1);
            one.derivative(z.data(), d.data(), cells + 1);
            for (std::size_t i = 0; i < cells; ++i)
                changes[i] = changes[i] || (s[i] < 0) != (s[i + 1] < 0) || (d[i] < 0) != (d[i + 1] < 0);
        }
        std::vector<double> ends {a};
        for (std::size_t i = 0; i < cells; ++i)
            if (changes[i])
                cut_all(z[i], z[i + 1], ends);
        ends.push_back(b);
        for (std::size_t i = 0; i + 1 < ends.size(); ++i)
            resolve(ends[i], ends[i + 1], to);
    }

    void refuse_jumps(const std::vector<Panel>& panels) const
    {
        std::optional<Trouble> trouble;   // the one nearest to 0
        for (std::size_t i = 0; i + 1 < panels.size(); ++i) {
            const double z = panels[i].high, left = panels[i].at(z).value, here = f_.value(z);
            const double top = std::ranges::max(panels[i].terms, {}, [](double c) { return std::abs(c); });
            const double off
                = std::max(std::abs(panels[i + 1].at(z).value - left), std::isfinite(here) ? std::abs(here - left) : 0);
            if (off <= continuous * size(top) || (trouble && std::abs(trouble->z) <= (1 + 1e-9) * std::abs(z)))
                continue;
            trouble = {jump_or_steep(z, off), z};
        }
        if (trouble)
            throw *trouble;
    }

    /// Returns whether φ' or φ'' jumps between two panels: their polynomials, extrapolated a little, differ.
    bool is_kink(const Panel& below, const Panel& above) const
    {
        const double z = below.high, step = 0.1 * std::min(below.length(), above.length());
        const double slope = std::abs(below.at(z).slope) + std::abs(above.at(z).slope);
        // This far beyond its end, a Chebyshev polynomial of degree 15 reaches 6000.
        const double rounding = 2e4 * (precision_ * size(below.at(z).value) + epsilon * slope * std::abs(z));
        const auto differ = [&](double at) { return std::abs(below.at(at).value - above.at(at).value) > rounding; };
        return differ(z - step) || differ(z + step);
    }

    /// Returns the lengths of the panels where φ is curved, and kinks and waves do not indicate them.
    std::vector<Stretch> stretches(const Piecewise& fit) const
    {
        std::vector<Stretch> runs;   // runs of panels of equal length
        for (const Panel& panel : fit.panels_) {
            const bool simple
                = std::all_of(panel.terms.begin() + 3, panel.terms.end(), [](double c) { return c == 0; });
            // Gauss quadrature of φ² may use panels twice as long as those of φ.
            const double length = 2 * panel.length();
            if (simple || (fit.limits_.wave_panel > 0 && length > 0.3 * fit.limits_.wave_panel))
                continue;
            if (!runs.empty() && runs.back().high == panel.low && std::abs(runs.back().length - length) < 0.01 * length)
                runs.back().high = panel.high;
            else
                runs.push_back({panel.low, panel.high, length});
        }
        return runs;
    }

    // Beyond the core

    /// Returns whether φ continues beyond the panel's end as a straight line, up to rounding errors.
    bool straight(const Panel& panel, double end) const
    {
        const auto [value, slope] = panel.at(end);
        for (double z = 1.01 * end; std::abs(z) < last_end; z *= 1.093)
            if (std::abs(at(z) - value - slope * (z - end)) > 1e-13 * std::abs(z) * std::max(1.0, scale_))
                return false;
        return true;
    }

    /// Extends the panels beyond the core on one side, in octaves, as far as the function is finite and can be fitted.
    /// Returns whether it swings too fast there.
    bool follow(int side, std::vector<Panel>& panels, Tail& tail)
    {
        bool swings = false;
        double end = core_end;
        for (; end < last_end; end *= 2) {
            budget_ = end < dense_end ? core_budget : far_budget;
            std::vector<Panel> more;
            try {
                cover(side > 0 ? end : -2 * end, side > 0 ? 2 * end : -end, more);
            } catch (const Trouble& trouble) {
                const bool ended = trouble.kind == Kind::not_a_number || trouble.kind == Kind::infinite;
                if (!ended && (trouble.kind != Kind::rough || end < dense_end))
                    throw;
                swings = !ended && !straight(side > 0 ? panels.back() : panels.front(), side * end);
                break;
            }
            panels.insert(side > 0 ? panels.end() : panels.begin(), more.begin(), more.end());
        }
        tail.from = side * end;
        return swings;
    }

    /// Completes the tail of a function that has become a line or a parabola. Throws Trouble if it has not.
    void settle(const Piecewise& fit, Tail& tail) const
    {
        const auto inner = [&](double z) { return fit.panel(z).at(z); };
        const double from = tail.from, step = from / 8, middle = inner(from / 2).value;
        const auto bend = [&](double z) { return (inner(z).slope - inner(z - step).slope) / step; };
        tail.value = inner(from).value;
        tail.slope = inner(from).slope;
        tail.curvature = bend(from);
        const double top = size(tail.value);
        if (std::abs(tail.value - middle) > 1e-3 * top)
            tail.exponent = std::log2(std::abs(tail.value / middle));
        if (tail.exponent > 2.05)
            throw Trouble {Kind::growth, from};
        if (std::abs(from) < last_end && std::abs(tail.curvature - bend(from - 2 * step)) * from * from > 1e-6 * top)
            throw Trouble {Kind::end, 2 * from};
        if (std::abs(tail.curvature) * from * from < 1e-4 * top)
            tail.curvature = 0;
    }

    // Waves: φ is periodic apart from a straight line, as sin is

    /// Returns whether φ(z + period) = φ(z) + slope·period up to |z| = 1e6.
    bool is_periodic(double period, double slope) const
    {
        constexpr double dense = 640, step = 0.0277;   // distances grow beyond `dense`
        for (double far = 1.0137 * period; far < 1e6; far += far < dense ? step : 0.05 * far)
            for (const double z : {far, -far}) {
                const double y = z - period * std::floor(z / period), off = f_.value(z) - f_.value(y) - slope * (z - y);
                if (!(std::abs(off) <= (1e-9 + 1e-13 * far) * (scale_ + std::abs(slope * far))))
                    return false;
            }
        return true;
    }

    /// If φ is periodic, completes the fit by repeating its last period up to `end`.
    bool repeat(Piecewise& fit, double end) const
    {
        constexpr double start = 0.0871;
        const auto slope_over = [&](double period) {
            const double slope = (f_.value(start + period) - f_.value(start)) / period;
            return std::abs(slope * end) < 1e-9 * scale_ ? 0 : slope;
        };
        for (const double one : switches_.periods)
            for (int times = 1; times <= 200 && times * one / 2 <= end; ++times) {
                const double period = times * one / 2, slope = slope_over(period);
                const auto bent = [&](const Panel& p) {
                    return std::abs(p.at(p.low + 0.3 * p.length()).slope - slope) > 1e-9 * scale_;
                };
                if (!std::ranges::any_of(fit.panels_, bent) || !is_periodic(period, slope))
                    continue;   // a straight line is not a wave
                fit.left_ = fit.right_ = {.slope = slope, .exponent = slope == 0 ? 0.0 : 1.0, .period = period};
                fit.left_.from = -end;
                fit.right_.from = end;
                const auto inside = [&](const Panel& p) { return p.low >= 0 && p.high <= end; };
                fit.limits_.wave_panel = 2 * std::min(end / double(std::ranges::count_if(fit.panels_, inside)), 2.0);
                fit.limits_.wave_reach = 1.4 * period;   // the mean of e^{ikz} is e^{−k²q/2} ≤ 2e-17
                fit.limits_.wave_period = period;
                return true;
            }
        return false;
    }

    /// Returns the kinks of all periods that theory reaches, which is nine standard deviations beyond nine others.
    static std::vector<double> repeated(const std::vector<double>& kinks, double period)
    {
        std::vector<double> all;
        for (int i = -26; i <= 26; ++i)
            for (const double z : kinks)
                if (z > 1e-9 * period && z <= (1 + 1e-9) * period)
                    all.push_back(z + i * period);
        return all;
    }

    // Limits

    bool is_homogeneous(const Piecewise& fit, int degree) const
    {
        const auto scales = [&](double z) {
            const double expected = std::pow(std::abs(z), degree) * f_.value(z < 0 ? -1 : 1);
            return std::abs(f_.value(z) - expected) <= 8 * epsilon * std::abs(expected);
        };
        return std::ranges::all_of(fit.panels_,
            [&](const Panel& p) { return scales(p.low + 0.37 * p.length()) && scales(p.low + 0.81 * p.length()); });
    }

    void describe_limits(Piecewise& fit) const
    {
        Limits& l = fit.limits_;
        l.zero_at_zero = zero_at_zero_;
        // Rounding does not count as a slope, nor does the slope of a shortest panel, which |z|^1.5 has.
        const auto slope = [&](double tiny) {
            const Panel& p = fit.panel(tiny);
            const double found = p.at(tiny).slope;
            return std::abs(found) < (p.length() < 1e-9 ? 1e-6 : 1e-12) * scale_ ? 0 : found;
        };
        if (zero_at_zero_) {
            l.slope_left = slope(-std::numeric_limits<double>::min());
            l.slope_right = slope(std::numeric_limits<double>::min());
        }
        const double left = fit.left_.exponent, right = fit.right_.exponent;
        l.degree = std::max(left, right) > 1.05 ? 2 : 1;
        l.bounded = left == 0 && right == 0;
        if (std::abs(left - l.degree) <= 0.05)
            l.growth_left = l.degree == 1 ? fit.left_.slope : -fit.left_.curvature / 2;
        if (std::abs(right - l.degree) <= 0.05)
            l.growth_right = l.degree == 1 ? fit.right_.slope : fit.right_.curvature / 2;
        l.homogeneous = zero_at_zero_ && !l.bounded && is_homogeneous(fit, l.degree);
    }

    const Expression& f_;
    const Switches& switches_;
    double scale_, precision_;
    bool zero_at_zero_;
    int budget_ = core_budget;
};

std::variant<Piecewise, Piecewise::Trouble> Piecewise::fit(const Expression& f)
{
    // Test simple positions first, so that an error message names z = −1 rather than some node.
    double scale = 0;
    for (double z = 0; z <= core_end; z += 0.25)
        for (const double side : {-1.0, 1.0}) {
            const double x = f.value(side * z);
            if (!std::isfinite(x))
                return Trouble {std::isnan(x) ? Kind::not_a_number : Kind::infinite, z == 0 ? 0 : side * z};
            // The scale is measured next to the simple positions, where φ may have exceptional values.
            if (const double beside = std::abs(f.value(side * (z + 0.0871))); z <= 4 && beside < infinity)
                scale = std::max(scale, beside);
        }
    if (scale > 1e100 || (scale > 0 && scale < 1e-100))
        return Trouble {Kind::size, 0};
    const Switches switches = switches_of(f);
    Trouble trouble {Kind::rough, 0};
    // An apparent roughness may itself be rounding: 1 − cos(z) near 0.
    for (const double precision : {1e-14, 1e-13, 1e-12, 1e-11}) {
        try {
            return Fitting(f, switches, scale == 0 ? 1 : scale, precision).run();
        } catch (const Trouble& met) {
            trouble = met;
            if (met.kind != Kind::rough)
                break;
        }
    }
    if (std::abs(trouble.z) < 1e-9)
        trouble.z = 0;
    return trouble;
}

}   // namespace stepzero
