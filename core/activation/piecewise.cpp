// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activation/piecewise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace stepzero {

namespace {

constexpr double core_end = 40;   // the function must be finite up to here
constexpr double dense_end = 160;   // and is followed in every detail up to here, where it is finite
constexpr double last_end = 40 * 0x1p19;   // nine standard deviations of q = 1e12 lie within
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double shortest = 1e-13;   // panel, relative to max(1, |z|)
constexpr double steepest = 30;   // slope of a panel that is the shortest, in units of the function
constexpr double continuous = 1e-9;   // a smaller jump is rounding
constexpr int core_budget = 1500, far_budget = 200;   // panels
constexpr std::ptrdiff_t most_breaks = 64;   // of the core: theory asks for means between any two of them

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

double Piecewise::inner_value(double z) const
{
    const Panel& p = panel(z);
    const double t = (2 * z - p.low - p.high) / (p.high - p.low);
    const double v = clenshaw(p.value.data(), order, t);
    return p.from_zero ? z * v : v;
}

double Piecewise::inner_derivative(double z) const
{
    const Panel& p = panel(z);
    const double t = (2 * z - p.low - p.high) / (p.high - p.low);
    const double d = clenshaw(p.derivative.data(), order - 1, t);
    return p.from_zero ? clenshaw(p.value.data(), order, t) + z * d : d;
}

namespace {

/// Where a mirrored oscillation repeats z beyond T: between T/2 and T, with the sign of dy/dz. `out` ≥ 0 is |z| − |T|.
struct Folded {
    double distance, sign;
};
Folded fold(double out, double end)
{
    const double u = std::fmod(out, end);
    return u < end / 2 ? Folded {end - u, -1} : Folded {u, 1};
}

}   // namespace

double Piecewise::tail_value(const Tail& tail, double z) const
{
    if (tail.oscillating) {
        const double side = tail.from < 0 ? -1 : 1, end = std::abs(tail.from);
        const double y = side * fold(std::abs(z) - end, end).distance;
        return inner_value(y) + tail.slope * (z - y);
    }
    const double out = z - tail.from;
    return tail.value + out * (tail.slope + out * tail.curvature / 2);
}

double Piecewise::tail_derivative(const Tail& tail, double z) const
{
    if (tail.oscillating) {
        const double side = tail.from < 0 ? -1 : 1, end = std::abs(tail.from);
        const Folded folded = fold(std::abs(z) - end, end);
        return tail.slope + folded.sign * (inner_derivative(side * folded.distance) - tail.slope);
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

/// One attempt at a precision.
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
    std::optional<double> kink(double a, double b, bool* at_end) const;
    Panel last_resort(double a, double b) const;
    void resolve(double a, double b, std::vector<Panel>& to, int* budget, bool search = true) const;
    std::vector<Panel> merged(const std::vector<Panel>& panels) const;
    Tail settled(double from, const Piecewise& inner, bool all_the_way) const;
    Tail oscillation(double from, const Piecewise& inner) const;
    void follow(int side, std::vector<Panel>& panels, double* end, bool* oscillating) const;
    void check_continuity(const std::vector<Panel>& panels) const;
    Limits limits(const Piecewise& fit) const;
    bool is_kink(const Piecewise& fit, double z) const;
    void thin_out(Piecewise& fit) const;
    void describe_wave(Piecewise& fit) const;

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

/// The polynomial of [a, b], if it agrees with the function.
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
    // z itself is rounded, which tells where φ is steep.
    double tolerance
        = std::max(precision_ * std::max(top, scale_), 2 * epsilon * slope * std::max(std::abs(a), std::abs(b)));
    if (p.from_zero)   // the rounding of f is divided by a node's small z
        tolerance = std::max(tolerance, std::min(4 * epsilon * scale_ / (0.0024 * (b - a)), 1e-9 * top));
    if (std::abs(p.value[order - 1]) + std::abs(p.value[order - 2]) > tolerance)
        return std::nullopt;
    // Between the nodes: something narrow must not hide in a long panel.
    const int checks = half >= 0.2 ? 24 : 4;
    for (int i = 0; i < checks; ++i) {
        const double t = 2 * std::fmod(0.31 + i * (std::numbers::phi - 1), 1.0) - 1;
        if (std::abs(clenshaw(p.value.data(), order, t) - g(middle + half * t)) > 8 * tolerance)
            return std::nullopt;
    }
    for (double& c : p.value)   // what is straight shall be so exactly
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

/// Where the one kink of a panel is; nothing if there are several or none. `at_end`: towards an end of it.
std::optional<double> Fitting::kink(double a, double b, bool* at_end) const
{
    const double floor = length_floor(a, b);
    double low = a, high = b;
    while (high - low > 2 * floor) {
        const double m = (low + high) / 2;
        const bool left = attempt(low, m).has_value(), right = attempt(m, high).has_value();
        if (left && right) {
            low = high = m;
            break;
        }
        if (!left && !right)
            return std::nullopt;
        (left ? low : high) = m;
    }
    const double m = (low + high) / 2;
    *at_end = m - a < 8 * floor || b - m < 8 * floor;
    if (*at_end)
        return std::nullopt;
    return m;
}

/// A panel too short to be halved: straight, if that does no harm.
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

void Fitting::check_continuity(const std::vector<Panel>& panels) const
{
    const auto end_value = [](const Panel& p, double t) {
        const double v = clenshaw(p.value.data(), order, t);
        return p.from_zero ? v * (t < 0 ? p.low : p.high) : v;
    };
    for (std::size_t i = 0; i + 1 < panels.size(); ++i) {
        const double left = end_value(panels[i], 1), right = end_value(panels[i + 1], -1);
        if (std::abs(left - right) > continuous * std::max(scale_, std::abs(left)))
            throw Trouble {Kind::jump, panels[i].high};
    }
}

/// Neighbours of the core that one polynomial can stand for become one panel. 0 stays a break.
std::vector<Piecewise::Panel> Fitting::merged(const std::vector<Panel>& panels) const
{
    // A long panel must be as good as each of those that it replaces.
    const auto agrees = [&](const Panel& whole, const Panel& part) {
        constexpr int checks = 8;
        double top = 0, off = 0;
        for (int i = 0; i < checks; ++i) {
            const double z = part.low + (part.high - part.low) * (i + 0.5) / checks;
            const double v
                = clenshaw(whole.value.data(), order, (2 * z - whole.low - whole.high) / (whole.high - whole.low));
            const double x = whole.from_zero ? at(z) / z : at(z);
            top = std::max(top, std::abs(x));
            off = std::max(off, std::abs(v - x));
        }
        return off <= 8 * precision_ * std::max(top, scale_);
    };
    std::vector<Panel> result;
    std::size_t first = 0;   // of the panels that the last of the result stands for
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

/// Panels beyond the core on one side, in octaves, as far as the function is finite and can be followed.
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
            *oscillating = !ended;
            return;
        }
        panels.insert(side > 0 ? panels.end() : panels.begin(), more.begin(), more.end());
        *end = to;
    }
}

/// The tail of a function that has become straight or a parabola.
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
    if (std::abs(tail.value) > 4.2 * std::abs(inner.inner_value(from / 2)) + scale_)
        throw Trouble {Kind::growth, from};
    if (!all_the_way && std::abs(tail.curvature - bend(from - 2 * side * step)) * from * from > 1e-6 * size)
        throw Trouble {Kind::end, 2 * from};
    if (std::abs(tail.curvature) * from * from < 1e-4 * size)
        tail.curvature = 0;
    return tail;
}

/// The tail of a function that goes on oscillating around a straight line.
Piecewise::Tail Fitting::oscillation(double from, const Piecewise& inner) const
{
    constexpr int steps = 4000;
    const auto point = [&](int i) { return from * (0.25 + 0.75 * (i + 0.5) / steps); };
    double tops[3] = {};   // of the thirds
    for (int i = 0; i < steps; ++i) {
        double& top = tops[3 * i / steps];
        top = std::max(top, std::abs(inner.inner_value(point(i))));
    }
    if (tops[2] > 20 * tops[0])   // two to four times as far out
        throw Trouble {Kind::growth, from};
    // A straight line through it, with weights so smooth that the oscillation does not count.
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

/// φ' or φ'' jumps, and not only a panel ends.
bool Fitting::is_kink(const Piecewise& fit, double z) const
{
    const auto slope = [&](double at) { return fit.inner_derivative(at); };
    const Panel &below = fit.panel(z), &above = fit.panel(std::nextafter(z, last_end));
    const double length = std::min(below.high - below.low, above.high - above.low), step = 1e-3 * length;
    const double before = slope(z), after = slope(std::nextafter(z, last_end));
    const double size = std::abs(slope(z - length)) + std::abs(before) + std::abs(after) + std::abs(slope(z + length));
    const double bend = (slope(z + step) - after) - (before - slope(z - step));   // smooth: some step² of the size
    return std::abs(after - before) > 1e-6 * (size + scale_) || std::abs(bend) > 0.05 * step / length * size;
}

/// Of φ² Gauss's nodes follow twice what a panel does: between two that are equally long nothing has to end.
void Fitting::thin_out(Piecewise& fit) const
{
    std::vector<double> kept;
    for (const double z : fit.breaks_) {
        const Panel &before = fit.panel(z), &after = fit.panel(std::nextafter(z, last_end));
        const double length = before.high - before.low, other = after.high - after.low;
        const bool joined = std::abs(length - other) < 1e-9 * length && !is_kink(fit, z)
            && (kept.empty() || kept.back() >= before.low - 1e-9 * length);
        if (!joined)
            kept.push_back(z);
    }
    if (std::ranges::count_if(kept, [](double z) { return std::abs(z) < core_end; }) > most_breaks)
        throw Trouble {Kind::rough, kept[kept.size() / 2]};
    fit.breaks_ = std::move(kept);
}

/// What is known of a function that goes on as a wave. It has one straight line on both sides, and no part of it is
/// slow beside another: beyond a few gaps between its panels the means of what is beside the line depend neither on a
/// Gaussian's width nor on its center.
void Fitting::describe_wave(Piecewise& fit) const
{
    std::vector<double> gaps {2};   // as far as a panel follows a sine
    for (std::size_t i = 1; i < fit.breaks_.size(); ++i)
        if (std::min(std::abs(fit.breaks_[i]), std::abs(fit.breaks_[i - 1])) > core_end)
            gaps.push_back(fit.breaks_[i] - fit.breaks_[i - 1]);
    const auto usual = gaps.begin() + std::ptrdiff_t(gaps.size() / 2);
    std::nth_element(gaps.begin(), usual, gaps.end());
    const double gap = std::min(*usual, 2.0), slope = fit.right_.slope;

    struct Means {
        double value = 0, square = 0;
    };
    const auto means = [&](double center, double deviation) {
        Means sum;
        double weight = 0;
        for (double g = -7; g <= 7; g += gap / deviation / 256) {
            const double w = std::exp(-g * g / 2), z = center + deviation * g, x = fit.value(z) - slope * z;
            sum.value += w * x;
            sum.square += w * x * x;
            weight += w;
        }
        return Means {sum.value / weight, sum.square / weight};
    };
    const auto settled = [&](double reach) {
        const Means wide = means(0, 1.4 * reach);
        return std::abs(fit.left_.slope - slope) <= 1e-9 * std::max(std::abs(slope), scale_ / core_end)
            && std::ranges::all_of(std::array {0.0, gap / 2, 3 * reach}, [&](double center) {
                   const Means found = means(center, reach);
                   return std::abs(found.value - wide.value) <= 1e-6 * std::sqrt(wide.square)
                       && std::abs(found.square - wide.square) <= 1e-6 * wide.square;
               });
    };
    fit.limits_.wave_panel = 2 * gap;
    fit.limits_.wave_reach = settled(5 * gap) ? 5 * gap : 10 * gap;
    if (fit.limits_.wave_reach > 5 * gap && !settled(10 * gap))
        throw Trouble {Kind::swings, fit.right_.from};
    std::erase_if(fit.breaks_, [&](double z) { return !is_kink(fit, z); });
}

Limits Fitting::limits(const Piecewise& fit) const
{
    Limits result;
    result.zero_at_zero = zero_at_zero_;
    if (zero_at_zero_) {
        // Rounding is no slope; nor is that of a shortest panel, as |z|^1.5 has.
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
        return End {bounded ? 0 : std::log2(std::abs(outer / inner)), z, outer, bounded};
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

Piecewise Fitting::run()
{
    std::vector<double> starts;   // of panels: nothing wider than a tenth is overlooked where it matters
    for (double z = -core_end; z <= core_end; z += std::abs(z) <= 16 && z < 16 ? 1 : 4)
        starts.push_back(z);
    int budget = core_budget;
    std::vector<Panel> panels;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
        resolve(starts[i], starts[i + 1], panels, &budget);
    double left_end, right_end;
    bool left_swings, right_swings;
    follow(-1, panels, &left_end, &left_swings);
    follow(1, panels, &right_end, &right_swings);
    check_continuity(panels);

    Piecewise fit;
    fit.panels_ = merged(panels);
    for (const Panel& panel : fit.panels_)
        fit.highs_.push_back(panel.high);
    // As far as the panels reach, tails are not asked for: the order does not matter.
    fit.left_.from = -left_end;
    fit.right_.from = right_end;
    fit.left_ = left_swings ? oscillation(-left_end, fit) : settled(-left_end, fit, left_end >= last_end);
    fit.right_ = right_swings ? oscillation(right_end, fit) : settled(right_end, fit, right_end >= last_end);
    fit.limits_ = limits(fit);
    for (std::size_t i = 0; i + 1 < fit.panels_.size(); ++i) {
        const double z = fit.panels_[i].high;
        const bool octave = std::exp2(std::round(std::log2(std::abs(z) / core_end))) * core_end == std::abs(z);
        const bool swings = left_swings || right_swings;
        if (std::abs(z) < core_end || (swings ? std::abs(z) <= dense_end : !octave))
            fit.breaks_.push_back(z);
    }
    if (left_swings || right_swings)
        describe_wave(fit);
    else
        thin_out(fit);
    return fit;
}

std::variant<Piecewise, Piecewise::Trouble> Piecewise::fit(const std::function<double(double)>& f)
{
    // Simple places first, so that a sentence names z = −1 and not some node.
    double scale = 0;
    for (double z = 0; z <= core_end; z += 0.25)
        for (const double side : {-1.0, 1.0}) {
            const double x = f(side * z);
            if (!std::isfinite(x))
                return Trouble {std::isnan(x) ? Kind::not_a_number : Kind::infinite, z == 0 ? 0 : side * z};
            if (z <= 4)
                scale = std::max(scale, std::abs(x));
        }
    if (scale > 1e100 || (scale > 0 && scale < 1e-100))
        return Trouble {Kind::size, 0};
    Trouble trouble {Kind::rough, 0};
    // What cannot be followed to rounding may be rounding itself: 1 − cos(z) near 0.
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
