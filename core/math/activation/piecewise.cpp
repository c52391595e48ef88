// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/piecewise.h"

#include <algorithm>
#include <cmath>
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
constexpr double shortest = 1e-13;   // minimum panel length, relative to max(1, |z|)
constexpr double steepest = 30;   // maximum slope of a shortest panel, in units of the function
constexpr double continuous = 1e-9;   // a smaller jump is rounding
constexpr int core_budget = 1500, far_budget = 200;   // panels

using Kind = Piecewise::Trouble::Kind;

double clenshaw(const double* c, int n, double t)
{
    double b1 = 0, b2 = 0;
    for (int k = n - 1; k >= 1; --k) {
        const double b = c[k] + 2 * t * b1 - b2;
        b2 = b1;
        b1 = b;
    }
    return c[0] + t * b1 - b2;
}

}   // namespace

const Piecewise::Panel& Piecewise::panel(double z) const
{
    const auto found = std::lower_bound(highs_.begin(), highs_.end(), z);
    return panels_[std::size_t(std::min<std::ptrdiff_t>(found - highs_.begin(), std::ptrdiff_t(highs_.size()) - 1))];
}

double Piecewise::Panel::value_at(double z) const
{
    const double v = clenshaw(value.data(), order, (2 * z - low - high) / (high - low));
    return from_zero ? z * v : v;
}

double Piecewise::Panel::slope_at(double z) const
{
    const double t = (2 * z - low - high) / (high - low), d = clenshaw(derivative.data(), order - 1, t);
    return from_zero ? clenshaw(value.data(), order, t) + z * d : d;
}

/// Maps z in an oscillation beyond T into the panels: into its last period, or between T/2 and T.
Piecewise::Folded Piecewise::folded(const Tail& tail, double z)
{
    const double side = tail.from < 0 ? -1 : 1, end = std::abs(tail.from), out = std::abs(z) - end;
    if (tail.period > 0)
        return {side * (end - tail.period + std::fmod(out, tail.period)), 1};
    const double u = std::fmod(out, end);
    return u < end / 2 ? Folded {side * (end - u), -1} : Folded {side * u, 1};
}

double Piecewise::tail_value(const Tail& tail, double z) const
{
    if (tail.oscillating) {
        const double y = folded(tail, z).z;
        return inner_value(y) + tail.slope * (z - y);
    }
    const double out = z - tail.from;
    return tail.value + out * (tail.slope + out * tail.curvature / 2);
}

double Piecewise::tail_derivative(const Tail& tail, double z) const
{
    if (tail.oscillating) {
        const Folded at = folded(tail, z);
        return tail.slope + at.sign * (inner_derivative(at.z) - tail.slope);
    }
    return tail.slope + (z - tail.from) * tail.curvature;
}

double Piecewise::value(double z) const
{
    if (std::isnan(z))
        return z;
    return z < left_.from ? tail_value(left_, z) : z > right_.from ? tail_value(right_, z) : inner_value(z);
}

double Piecewise::derivative(double z) const
{
    if (std::isnan(z))
        return z;
    return z < left_.from ? tail_derivative(left_, z)
        : z > right_.from ? tail_derivative(right_, z)
                          : inner_derivative(z);
}

/// One attempt at a fit with a given precision.
class Fitting {
public:
    using Panel = Piecewise::Panel;
    using Tail = Piecewise::Tail;
    using Trouble = Piecewise::Trouble;
    static constexpr int order = Piecewise::order;

    Fitting(const std::function<double(double)>& f, double scale, double precision)
        : f_(f), scale_(scale), precision_(precision)
    {
        zero_at_zero_ = std::abs(f_(0)) <= 4 * epsilon * scale_;
    }

    Piecewise run();   // throws Trouble

private:
    double at(double z) const
    {
        const double x = f_(z);
        if (!std::isfinite(x))
            throw Trouble {std::isnan(x) ? Kind::not_a_number : Kind::infinite, z};
        return x;
    }
    std::optional<Panel> attempt(double a, double b) const;
    double meeting(const Panel& left, const Panel& right) const;
    std::optional<double> kink(double a, double b, bool* at_end) const;
    Panel last_resort(double a, double b) const;
    void resolve(double a, double b, std::vector<Panel>& to, int* budget, bool search = true) const;
    std::vector<Panel> merged(const std::vector<Panel>& panels) const;
    Tail settled(double from, const Piecewise& inner, bool all_the_way) const;
    Tail oscillation(double from, const Piecewise& inner) const;
    bool straight(const Panel& panel, double end) const;
    void follow(int side, std::vector<Panel>& panels, double* end, bool* oscillating) const;
    void connect(std::vector<Panel>& panels) const;
    Limits limits(const Piecewise& fit) const;
    bool is_kink(const Piecewise& fit, double z) const;
    double period(const Piecewise& fit, double end) const;
    bool repeats(const Piecewise& fit, double period) const;
    void describe_wave(Piecewise& fit) const;
    std::vector<Stretch> stretches(const Piecewise& fit) const;

    const std::function<double(double)>& f_;
    double scale_, precision_;
    bool zero_at_zero_;
};

namespace {

double length_floor(double a, double b) { return shortest * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Chebyshev nodes on [−1, 1] and the cosines of the transform.
struct Nodes {
    static constexpr int order = 16;
    std::array<double, order> t;
    std::array<std::array<double, order>, order> cosine;   // [k][j] = cos(k θ_j)
    Nodes()
    {
        for (int j = 0; j < order; ++j) {
            const double angle = std::numbers::pi * (j + 0.5) / order;
            t[std::size_t(j)] = std::cos(angle);
            for (int k = 0; k < order; ++k)
                cosine[std::size_t(k)][std::size_t(j)] = std::cos(k * angle);
        }
    }
};
const Nodes& nodes()
{
    static const Nodes all;
    return all;
}

}   // namespace

/// Returns the interpolating polynomial of [a, b] if it agrees with the function.
std::optional<Piecewise::Panel> Fitting::attempt(double a, double b) const
{
    const Nodes& at_nodes = nodes();
    const double middle = (a + b) / 2, half = (b - a) / 2;
    Panel p {a, b, {}, {}, zero_at_zero_ && (a == 0 || b == 0)};
    const auto g = [&](double z) { return p.from_zero ? at(z) / z : at(z); };
    std::array<double, order> x;
    double top = 0, slope = 0;
    for (std::size_t j = 0; j < order; ++j) {
        x[j] = g(middle + half * at_nodes.t[j]);
        top = std::max(top, std::abs(x[j]));
        if (j > 0)
            slope = std::max(slope, std::abs((x[j] - x[j - 1]) / (at_nodes.t[j] - at_nodes.t[j - 1])) / half);
    }
    for (std::size_t k = 0; k < order; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < order; ++j)
            sum += x[j] * at_nodes.cosine[k][j];
        p.value[k] = sum * (k == 0 ? 1.0 : 2.0) / order;
    }
    // z itself is rounded, which matters where φ is steep.
    double tolerance
        = std::max(precision_ * std::max(top, scale_), 2 * epsilon * slope * std::max(std::abs(a), std::abs(b)));
    if (p.from_zero)   // the rounding of f is divided by a node's small z
        tolerance = std::max(tolerance, std::min(4 * epsilon * scale_ / (0.0024 * (b - a)), 1e-9 * top));
    if (std::abs(p.value[order - 1]) + std::abs(p.value[order - 2]) > tolerance)
        return std::nullopt;
    // Check between the nodes, because a narrow feature must not hide in a long panel.
    const int checks = half >= 0.2 ? 24 : 4;
    for (int i = 0; i < checks; ++i) {
        const double t = 2 * std::fmod(0.31 + i * (std::numbers::phi - 1), 1.0) - 1;
        if (std::abs(clenshaw(p.value.data(), order, t) - g(middle + half * t)) > 8 * tolerance)
            return std::nullopt;
    }
    // Nor may a kink hide next to 0, where panels have to end.
    for (const double z : {1e-3 * (a + b), 1e-4 * (a + b), 1e-5 * (a + b)})
        if (p.from_zero && std::abs(p.value_at(z) - at(z)) > continuous * scale_)
            return std::nullopt;
    for (double& c : p.value)   // linear functions must be exactly linear
        if (std::abs(c) <= 16 * epsilon * top)
            c = 0;
    double next = 0, after = 0;   // d_{k−1} = d_{k+1} + 2 k c_k
    for (int k = order - 1; k >= 1; --k) {
        const double d = after + 2 * k * p.value[std::size_t(k)];
        p.derivative[std::size_t(k - 1)] = d / half;
        after = next;
        next = d;
    }
    p.derivative[0] /= 2;
    return p;
}

/// Returns the point where `left` passes into `right`, near their common end, where neither has a node.
double Fitting::meeting(const Panel& left, const Panel& right) const
{
    double low = left.high - 0.004 * left.length(), high = right.low + 0.004 * right.length();
    const auto gap = [&](double z) { return left.value_at(z) - right.value_at(z); };
    const double before = gap(low), after = gap(high);
    if (std::abs(before) + std::abs(after) <= 100 * precision_ * std::max(scale_, std::abs(at(left.high))))
        return left.high;   // there is no kink
    for (double m = (low + high) / 2; low < m && m < high; m = (low + high) / 2) {
        const bool is_left = (before < 0) != (after < 0)
            ? (gap(m) < 0) == (before < 0)
            : std::abs(at(m) - left.value_at(m)) <= std::abs(at(m) - right.value_at(m));
        (is_left ? low : high) = m;
    }
    return high;
}

/// Returns the position of the only kink of a panel; nothing if there are several or none. `at_end`: set when it is
/// near an end.
std::optional<double> Fitting::kink(double a, double b, bool* at_end) const
{
    const double floor = length_floor(a, b);
    double low = a, high = b;
    while (high - low > 2 * floor) {
        const double m = (low + high) / 2;
        const auto left = attempt(a, m), right = attempt(m, b);
        if (!left && !right)
            return std::nullopt;
        if (left && right) {
            low = high = meeting(*left, *right);
            break;
        }
        (left ? low : high) = m;
    }
    const double m = (low + high) / 2;
    *at_end = m - a < 8 * floor || b - m < 8 * floor;
    if (*at_end)
        return std::nullopt;
    return m;
}

/// Fits a line to a panel that is too short to be halved. Throws Trouble when a line is not accurate enough.
Piecewise::Panel Fitting::last_resort(double a, double b) const
{
    const double floor = length_floor(a, b), far = 1e6 * floor;
    double low = at(a), high = at(b), top = std::max(std::abs(low), std::abs(high)), before = low, slope = 0;
    constexpr int steps = 8;
    for (int i = 1; i <= steps; ++i) {
        const double x = at(a + (b - a) * i / steps);
        slope = std::max(slope, std::abs(x - before) * steps / (b - a));
        top = std::max(top, std::abs(x));
        before = x;
    }
    const double size = std::max(scale_, top);
    if (top > 1e6 * scale_ * std::max(1.0, a * a))
        throw Trouble {Kind::pole, a};
    if (slope > steepest * size) {
        const double spread = slope * (b - a) / steps;
        if (spread < continuous * size)   // rounding
            throw Trouble {Kind::rough, a};
        const double around = std::max(std::abs(at(b + far) - high), std::abs(at(a - far) - low));
        throw Trouble {around < spread ? Kind::jump : Kind::steep, a};
    }
    Panel p {a, b, {}, {}, false};
    p.value[0] = (low + high) / 2;
    p.value[1] = (high - low) / 2;
    p.derivative[0] = (high - low) / (b - a);
    return p;
}

void Fitting::resolve(double a, double b, std::vector<Panel>& to, int* budget, bool search) const
{
    if (const auto panel = attempt(a, b)) {
        to.push_back(*panel);
        return;
    }
    if (b - a < length_floor(a, b)) {
        to.push_back(last_resort(a, b));
        return;
    }
    if (--*budget < 0)
        throw Trouble {Kind::rough, a};
    bool at_end = false;
    const std::optional<double> cut = search && b - a <= 1 ? kink(a, b, &at_end) : std::nullopt;
    const double m = cut ? *cut : (a + b) / 2;
    resolve(a, m, to, budget, search && !at_end);
    resolve(m, b, to, budget, search && !at_end);
}

/// Moves the common end of two panels to a kink just beyond it. Throws Trouble where φ jumps.
void Fitting::connect(std::vector<Panel>& panels) const
{
    std::optional<double> jump;   // the one nearest to 0
    for (std::size_t i = 0; i + 1 < panels.size(); ++i) {
        Panel &below = panels[i], &above = panels[i + 1];
        if (const double z = meeting(below, above); z != below.high && !(zero_at_zero_ && below.high == 0)) {
            const auto left = attempt(below.low, z), right = attempt(z, above.high);
            if (left && right) {
                below = *left;
                above = *right;
            }
        }
        const double z = below.high, left = below.value_at(z), right = above.value_at(z);
        if (std::abs(left - right) > continuous * std::max(scale_, std::abs(left))
            && !(jump && std::abs(*jump) <= std::abs(z)))
            jump = z;
    }
    if (jump)
        throw Trouble {Kind::jump, *jump};
}

/// Merges neighboring panels of the core when one polynomial can represent both. 0 remains a break.
std::vector<Piecewise::Panel> Fitting::merged(const std::vector<Panel>& panels) const
{
    // A long panel must be as accurate as each of the panels it replaces.
    const auto agrees = [&](const Panel& whole, const Panel& part) {
        constexpr int checks = 8;
        double top = 0, off = 0;
        for (int i = 0; i < checks; ++i) {
            const double z = part.low + (part.high - part.low) * (i + 0.5) / checks;
            const double divisor = whole.from_zero ? z : 1, x = at(z) / divisor;
            top = std::max(top, std::abs(x));
            off = std::max(off, std::abs(whole.value_at(z) / divisor - x));
        }
        return off <= 8 * precision_ * std::max(top, scale_);
    };
    std::vector<Panel> result;
    std::size_t first = 0;   // first panel that the last one of the result represents
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const Panel& next = panels[i];
        if (!result.empty() && next.low != 0 && result.back().low >= -core_end && next.high <= core_end)
            if (const auto both = attempt(result.back().low, next.high)) {
                bool good = true;
                for (std::size_t k = first; good && k <= i; ++k)
                    good = agrees(*both, panels[k]);
                if (good) {
                    result.back() = *both;
                    continue;
                }
            }
        result.push_back(next);
        first = i;
    }
    return result;
}

/// Returns whether φ continues beyond the panel's end as a straight line, up to rounding errors.
bool Fitting::straight(const Panel& panel, double end) const
{
    const double value = panel.value_at(end), slope = panel.slope_at(end);
    for (double z = 1.01 * end; std::abs(z) < last_end; z *= 1.093)
        if (std::abs(at(z) - value - slope * (z - end)) > 1e-13 * std::abs(z) * std::max(1.0, scale_))
            return false;
    return true;
}

/// Fits panels beyond the core on one side, in octaves, as long as the function is finite and a fit succeeds.
void Fitting::follow(int side, std::vector<Panel>& panels, double* end, bool* oscillating) const
{
    *end = core_end;
    *oscillating = false;
    while (*end < last_end) {
        const double from = *end, to = 2 * from;
        int budget = to <= dense_end ? core_budget : far_budget;
        std::vector<Panel> more;
        try {
            resolve(side > 0 ? from : -to, side > 0 ? to : -from, more, &budget);
        } catch (const Trouble& trouble) {
            const bool ended = trouble.kind == Kind::not_a_number || trouble.kind == Kind::infinite;
            if (!ended && (trouble.kind != Kind::rough || from < dense_end))
                throw;
            *oscillating = !ended && !straight(side > 0 ? panels.back() : panels.front(), side * from);
            return;
        }
        panels.insert(side > 0 ? panels.end() : panels.begin(), more.begin(), more.end());
        *end = to;
    }
}

/// Returns the tail of a function that has become a line or a parabola.
Piecewise::Tail Fitting::settled(double from, const Piecewise& inner, bool all_the_way) const
{
    const double step = std::abs(from) / 8, side = from < 0 ? -1 : 1;
    const auto bend
        = [&](double z) { return side * (inner.inner_derivative(z) - inner.inner_derivative(z - side * step)) / step; };
    Tail tail;
    tail.from = from;
    tail.value = inner.inner_value(from);
    tail.slope = inner.inner_derivative(from);
    tail.curvature = bend(from);
    const double size = std::max(std::abs(tail.value), scale_);
    if (!(std::abs(tail.value) <= 4.2 * std::abs(inner.inner_value(from / 2)) + scale_) || !std::isfinite(tail.slope))
        throw Trouble {Kind::growth, from};
    if (!all_the_way && std::abs(tail.curvature - bend(from - 2 * side * step)) * from * from > 1e-6 * size)
        throw Trouble {Kind::end, 2 * from};
    if (std::abs(tail.curvature) * from * from < 1e-4 * size)
        tail.curvature = 0;
    return tail;
}

/// Returns the tail of a function that continues to oscillate around a straight line.
Piecewise::Tail Fitting::oscillation(double from, const Piecewise& inner) const
{
    constexpr int steps = 4000;
    const auto point = [&](int i) { return from * (0.25 + 0.75 * (i + 0.5) / steps); };
    double tops[3] = {};   // maximum of each third
    for (int i = 0; i < steps; ++i) {
        double& top = tops[3 * i / steps];
        top = std::max(top, std::abs(inner.inner_value(point(i))));
    }
    if (!(tops[2] <= 20 * tops[0]))   // the last third is two to four times as far out
        throw Trouble {Kind::growth, from};
    // Fit a straight line, with weights so smooth that the oscillation averages out.
    double w0 = 0, w1 = 0, w2 = 0, x0 = 0, x1 = 0;
    for (int i = 0; i < steps; ++i) {
        const double z = point(i), w = std::pow(std::sin(std::numbers::pi * (i + 0.5) / steps), 8);
        const double x = inner.inner_value(z);
        w0 += w, w1 += w * z, w2 += w * z * z, x0 += w * x, x1 += w * z * x;
    }
    Tail tail;
    tail.from = from;
    tail.oscillating = true;
    tail.slope = (w0 * x1 - w1 * x0) / (w0 * w2 - w1 * w1);
    if (std::abs(tail.slope * from) < 1e-3 * scale_)
        tail.slope = 0;
    const double offset = (x0 - tail.slope * w1) / w0;
    double near = 0, out = 0;
    for (int i = 0; i < steps; ++i) {
        double& most = 2 * i < steps ? near : out;
        most = std::max(most, std::abs(inner.inner_value(point(i)) - offset - tail.slope * point(i)));
    }
    const double line = std::abs(tail.slope * from);
    if (out > 1.2 * near || (line > 0 && out > 0.2 * line))
        throw Trouble {Kind::swings, from};
    return tail;
}

/// Returns whether φ' or φ'' jumps at z: the polynomials of both sides, extrapolated a little, differ.
bool Fitting::is_kink(const Piecewise& fit, double z) const
{
    const Panel &below = fit.panel(z), &above = fit.panel(std::nextafter(z, last_end));
    const double step = 0.1 * std::min(below.length(), above.length());
    const double slope = std::abs(below.slope_at(z)) + std::abs(above.slope_at(z)), value = std::abs(below.value_at(z));
    // This far beyond its end, a Chebyshev polynomial of degree 15 reaches 6000.
    const double rounding = 2e4 * (precision_ * std::max(scale_, value) + epsilon * slope * std::abs(z));
    const auto differ = [&](double at) { return std::abs(below.value_at(at) - above.value_at(at)) > rounding; };
    return differ(z - step) || differ(z + step);
}

/// Finds where panels of the fit are shorter than elsewhere, and kinks alone do not indicate it.
std::vector<Stretch> Fitting::stretches(const Piecewise& fit) const
{
    std::vector<Stretch> runs;   // runs of panels of equal length
    for (const Panel& panel : fit.panels_) {
        const bool simple = std::all_of(panel.value.begin() + 3, panel.value.end(), [](double c) { return c == 0; });
        const double length = 2 * panel.length();   // Gauss quadrature of φ² may use panels twice as long as those of φ
        if (simple || (fit.limits_.wave_panel > 0 && length > 0.3 * fit.limits_.wave_panel))
            continue;
        if (!runs.empty() && runs.back().high == panel.low && std::abs(runs.back().length - length) < 0.01 * length)
            runs.back().high = panel.high;
        else
            runs.push_back({panel.low, panel.high, length});
    }
    std::ranges::stable_sort(runs, {}, &Stretch::length);
    std::vector<Stretch> needed;
    for (const Stretch& run : runs) {
        // A run that is not longer, and not farther away than the length of this one, already covers it.
        const auto told = [&](double z) {
            return std::ranges::any_of(needed, [&](const Stretch& other) {
                return std::max({other.length, other.low - z, z - other.high}) <= 1.01 * run.length;
            });
        };
        if (!(told(run.low) && told(run.high) && told((run.low + run.high) / 2)))
            needed.push_back(run);
    }
    return needed;
}

/// Returns the period of the fit within ±end, apart from a straight line; 0 when it does not repeat at least three
/// times.
double Fitting::period(const Piecewise& fit, double end) const
{
    const auto slope = [&](double z) { return fit.inner_derivative(z); };
    std::vector<double> crossings;   // upward crossings of a level that φ' takes
    constexpr int steps = 20'000;
    double low = slope(0), high = low;
    for (int i = 0; i <= steps; ++i) {
        low = std::min(low, slope(end * i / steps));
        high = std::max(high, slope(end * i / steps));
    }
    const double level = low + 0.53 * (high - low);
    for (int i = 0; i < steps; ++i) {
        double a = end * i / steps, b = end * (i + 1) / steps;
        if (!(slope(a) < level && slope(b) >= level))
            continue;
        for (double m = (a + b) / 2; a < m && m < b; m = (a + b) / 2)
            (slope(m) < level ? a : b) = m;
        crossings.push_back(b);
    }
    const auto fits = [&](double period, int times) {
        const double whole = times * period, rise = fit.inner_value(whole) - fit.inner_value(0);
        for (double z = -end + 0.0137; z < end - whole; z += end * 0.00691)
            if (std::abs(fit.inner_value(z + whole) - fit.inner_value(z) - rise)
                > 1e-10 * (scale_ + std::abs(rise) + std::abs(fit.inner_value(z))))
                return false;
        return true;
    };
    for (std::size_t i = 1; i < crossings.size(); ++i) {
        const double found = crossings[i] - crossings[0];
        const std::size_t times = (crossings.size() - 1) / i;
        if (times >= 2 && fits(found, 1))
            return (crossings[times * i] - crossings[0]) / double(times);
    }
    return 0;
}

/// Describes a function that continues as a wave. It must have the same straight line on both sides. Either no part of
/// it is slow compared with another, or it has a period. Over a Gaussian as wide as a few panel gaps, or as the period,
/// its means depend neither on width nor center.
void Fitting::describe_wave(Piecewise& fit) const
{
    std::vector<double> gaps {2};   // a panel follows a sine over this length
    for (const Panel& panel : fit.panels_)
        if (fit.right_.period > 0 || std::max(panel.low, -panel.high) >= core_end)
            gaps.push_back(panel.length());
    const auto usual = gaps.begin() + std::ptrdiff_t(gaps.size() / 2);
    std::nth_element(gaps.begin(), usual, gaps.end());
    const double gap = std::min(*usual, 2.0), slope = fit.right_.slope, period = fit.right_.period;
    fit.limits_.wave_panel = 2 * gap;
    if (period > 0) {
        fit.limits_.wave_period = period;
        fit.limits_.wave_reach = 1.4 * period;   // the remainder of a wave e^{ikz} is e^{−k²q/2} ≤ 2e-17
        // Theory evaluates up to nine standard deviations beyond nine others.
        std::vector<double> all;
        for (int i = -26; i <= 26; ++i)
            for (const double z : fit.kinks_)
                if (z > 0 && z <= 1.0000001 * period)
                    all.push_back(z + i * period);
        std::ranges::sort(all);
        const auto same = [&](double one, double next) { return next - one < 1e-9 * period; };
        all.erase(std::unique(all.begin(), all.end(), same), all.end());
        fit.kinks_ = std::move(all);
        return;
    }
    const auto alike = [&](double tolerance) {
        return std::abs(fit.left_.slope - slope) <= tolerance * std::max(std::abs(slope), scale_ / core_end);
    };
    if (alike(1e-3) && slope != 0 && !fit.kinks_.empty())
        throw Trouble {Kind::no_period, fit.right_.from};

    struct Means {
        double value = 0, square = 0;
    };
    const double steps = fit.kinks_.empty() ? 256 : 2048;   // per gap
    const auto means = [&](double center, double deviation) {
        Means sum;
        double weight = 0;
        for (double g = -7; g <= 7; g += gap / deviation / steps) {
            const double w = std::exp(-g * g / 2), z = center + deviation * g, x = fit.value(z) - slope * z;
            sum.value += w * x;
            sum.square += w * x * x;
            weight += w;
        }
        return Means {sum.value / weight, sum.square / weight};
    };
    const auto settled = [&](double reach) {
        const Means wide = means(0, 1.4 * reach);
        return alike(1e-9) && std::ranges::all_of(std::array {0.0, gap / 2, 3 * reach}, [&](double center) {
            const Means found = means(center, reach);
            return std::abs(found.value - wide.value) <= 1e-6 * std::sqrt(wide.square)
                && std::abs(found.square - wide.square) <= 1e-6 * wide.square;
        });
    };
    for (const double times : {5, 10, 20, 40}) {
        fit.limits_.wave_reach = std::min(times * gap, dense_end / 9);
        if (settled(fit.limits_.wave_reach))
            return;
    }
    throw Trouble {Kind::swings, fit.right_.from};
}

Limits Fitting::limits(const Piecewise& fit) const
{
    Limits result;
    result.zero_at_zero = zero_at_zero_;
    if (zero_at_zero_) {
        // Rounding does not count as a slope, nor does the slope of a shortest panel, which |z|^1.5 has.
        const auto slope = [&](double tiny) {
            const Panel& p = fit.panel(tiny);
            const double found = fit.inner_derivative(tiny);
            return std::abs(found) < (p.high - p.low < 1e-9 ? 1e-6 : 1e-12) * scale_ ? 0 : found;
        };
        result.slope_left = slope(-std::numeric_limits<double>::min());
        result.slope_right = slope(std::numeric_limits<double>::min());
    }
    struct End {
        double exponent, at, value;
        bool bounded;
    };
    const auto end_of = [&](const Tail& tail) {
        const double z = tail.from, outer = fit.inner_value(z), inner = fit.inner_value(z / 2);
        const bool bounded
            = tail.oscillating ? tail.slope == 0 : std::abs(outer - inner) <= 1e-3 * std::max(std::abs(outer), scale_);
        const double exponent = bounded ? 0 : tail.oscillating ? 1 : std::log2(std::abs(outer / inner));
        return End {exponent, z, outer, bounded};
    };
    const End ends[] = {end_of(fit.left_), end_of(fit.right_)};
    for (const End& end : ends) {
        if (end.exponent > 2.05)
            throw Trouble {Kind::growth, end.at};
        if (!end.bounded && end.exponent > 1.05)
            result.degree = 2;
    }
    result.bounded = ends[0].bounded && ends[1].bounded;
    const auto growth = [&](const End& end) {
        if (end.bounded || std::abs(end.exponent - result.degree) > 0.05)
            return 0.0;
        const Tail& tail = end.at < 0 ? fit.left_ : fit.right_;
        return result.degree == 1 ? tail.slope : tail.curvature / (end.at < 0 ? -2 : 2);
    };
    result.growth_left = growth(ends[0]);
    result.growth_right = growth(ends[1]);
    result.homogeneous = zero_at_zero_ && !result.bounded;
    const auto scales = [&](double z) {
        const double expected = std::pow(std::abs(z), result.degree) * f_(z < 0 ? -1 : 1);
        return std::abs(f_(z) - expected) <= 8 * epsilon * std::abs(expected);
    };
    for (double c = 0x1p-12; c < core_end; c *= 1.0123)
        result.homogeneous = result.homogeneous && scales(c) && scales(-c);
    for (const Panel& panel : fit.panels_)
        result.homogeneous = result.homogeneous && scales(panel.low / 3 + panel.high / 1.5);
    return result;
}

/// Returns whether the function continues beyond the fit with this period.
bool Fitting::repeats(const Piecewise& fit, double period) const
{
    const double end = fit.panels_.back().high, times = std::floor(end / period);
    const double slope = (fit.inner_value(period * times) - fit.inner_value(0)) / (period * times);
    double far = 1.0137 * end;
    for (int i = 0; i < 40'000; ++i, far += far < 16 * end ? 0.0006912 * end : 0.05 * far)
        for (const double z : {far, -far}) {
            const double y = std::fmod(z, period), rounding = 1e-9 + 1e-13 * far;
            if (far > 1e6)
                return true;
            if (std::abs(at(z) - fit.inner_value(y) - slope * (z - y)) > rounding * (scale_ + std::abs(slope * far)))
                return false;
        }
    return true;
}

Piecewise Fitting::run()
{
    std::vector<double> starts;   // panel starts: features wider than a tenth are not overlooked near 0
    for (double z = -core_end; z <= core_end; z += std::abs(z) <= 16 && z < 16 ? 1 : 4)
        starts.push_back(z);
    int budget = core_budget;
    std::vector<Panel> panels;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
        resolve(starts[i], starts[i + 1], panels, &budget);
    connect(panels);

    Piecewise fit;
    const auto hold = [&] {
        fit.panels_ = merged(panels);
        fit.highs_.clear();
        for (const Panel& panel : fit.panels_)
            fit.highs_.push_back(panel.high);
    };
    const auto repeating = [&](double end) {
        const double found = period(fit, end);
        if (found == 0 || !repeats(fit, found))
            return false;
        const double whole = found * std::floor(end / found);
        double slope = (fit.inner_value(whole) - fit.inner_value(0)) / whole;
        if (std::abs(slope * end) < 1e-9 * scale_)
            slope = 0;
        fit.left_ = {.from = -end, .slope = slope, .oscillating = true, .period = found};
        fit.right_ = {.from = end, .slope = slope, .oscillating = true, .period = found};
        return true;
    };
    hold();
    if (!repeating(core_end)) {
        double left_end, right_end;
        bool left_swings, right_swings;
        follow(-1, panels, &left_end, &left_swings);
        follow(1, panels, &right_end, &right_swings);
        connect(panels);
        hold();
        // Within the panels, tails are not used, so the order does not matter.
        fit.left_.from = -left_end;
        fit.right_.from = right_end;
        if (!(left_swings && right_swings && left_end == right_end && repeating(left_end))) {
            fit.left_ = left_swings ? oscillation(-left_end, fit) : settled(-left_end, fit, left_end >= last_end);
            fit.right_ = right_swings ? oscillation(right_end, fit) : settled(right_end, fit, right_end >= last_end);
        }
    }
    if (std::abs(at(0) - fit.inner_value(0)) > continuous * scale_)
        throw Trouble {Kind::jump, 0};
    fit.limits_ = limits(fit);
    for (std::size_t i = 0; i + 1 < fit.panels_.size(); ++i)
        if (is_kink(fit, fit.panels_[i].high))
            fit.kinks_.push_back(fit.panels_[i].high);
    if (fit.left_.oscillating || fit.right_.oscillating)
        describe_wave(fit);
    fit.stretches_ = stretches(fit);
    return fit;
}

std::variant<Piecewise, Piecewise::Trouble> Piecewise::fit(const std::function<double(double)>& f)
{
    // Test simple positions first, so that an error message names z = −1 rather than some node.
    double scale = 0;
    for (double z = 0; z <= core_end; z += 0.25)
        for (const double side : {-1.0, 1.0}) {
            const double x = f(side * z);
            if (!std::isfinite(x))
                return Trouble {std::isnan(x) ? Kind::not_a_number : Kind::infinite, z == 0 ? 0 : side * z};
            // Also test next to the simple positions, where φ may have exceptional values.
            if (const double beside = std::abs(f(side * (z + 0.0871))); z <= 4 && beside < infinity)
                scale = std::max(scale, beside);
        }
    if (scale > 1e100 || (scale > 0 && scale < 1e-100))
        return Trouble {Kind::size, 0};
    Trouble trouble {Kind::rough, 0};
    // An apparent roughness may itself be rounding: 1 − cos(z) near 0.
    for (const double precision : {1e-14, 1e-13, 1e-12, 1e-11}) {
        try {
            return Fitting(f, scale == 0 ? 1 : scale, precision).run();
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
