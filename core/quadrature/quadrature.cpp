// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quadrature/quadrature.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/quadrature/gauss_rules.h"
#include "core/quadrature/gaussian_rule.h"

namespace stepzero {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double reach = 9;   // standard deviations; beyond lie 1e-18 of the weight
constexpr double longest_panel = 4.5;   // standard deviations
constexpr int order = 16;

/// The longest panel that may begin at z: as long as its far end stays away from every center.
double panel_at(const Roughness& roughness, double z, double longest)
{
    double length = std::min(longest, roughness.longest_panel);
    for (const auto& center : roughness.centers) {
        const double distance = z - center.position;
        length = std::min(length, std::max(center.length, distance >= 0 ? distance : -distance / 2));
    }
    return length;
}

/// Ends of the panels over [low, high].
void panel_ends(const Roughness& roughness, double low, double high, double longest, std::vector<double>& ends)
{
    ends.assign(1, low);
    const auto advance = [&](double to) {
        while (ends.back() < to) {
            const double z = ends.back(), length = panel_at(roughness, z, longest);
            // No slivers: a last piece that is little longer than allowed is one panel.
            ends.push_back(z + 1.25 * length >= to || z + length <= z ? to : z + length);
        }
    };
    for (const auto& center : roughness.centers)
        if (center.position > low && center.position < high)
            advance(center.position);
    advance(high);
}

/// Nodes of all panels, and weights of an integral over them.
struct Panels {
    Eigen::ArrayXd nodes, weights;
};

Panels filled(const std::vector<double>& ends)
{
    static const GaussRule panel = gauss_legendre(order);
    const auto panels = Eigen::Index(ends.size()) - 1;
    Panels result {Eigen::ArrayXd(panels * order), Eigen::ArrayXd(panels * order)};
    for (Eigen::Index p = 0; p < panels; ++p) {
        const double low = ends[std::size_t(p)], high = ends[std::size_t(p) + 1];
        const double half = (high - low) / 2, middle = (high + low) / 2;
        for (int i = 0; i < order; ++i) {
            result.nodes[p * order + i] = middle + half * panel.nodes[std::size_t(i)];
            result.weights[p * order + i] = half * panel.weights[std::size_t(i)];
        }
    }
    return result;
}

/// The scale on which φ' first changes by a quarter around 0, which tells a steep softplus from a flat one.
double scale_at_zero(const ActivationFunction& phi)
{
    double scale = infinity;
    for (const double side : {-1.0, 1.0}) {
        constexpr double tiny = 0x1p-60;
        const double start = phi.derivative(side * tiny);
        const double threshold = 0.25 * std::max(std::abs(start), 1e-3);
        for (double z = tiny; z < 0x1p20; z *= 2)
            if (std::abs(phi.derivative(side * z) - start) > threshold) {
                scale = std::min(scale, z);
                break;
            }
    }
    return scale;
}

/// Whether φ' has a corner (or φ a kink) at 0.
bool rough_at_zero(const ActivationFunction& phi)
{
    constexpr double tiny = 0x1p-60, step = 0x1p-20;
    const double right = (phi.derivative(step) - phi.derivative(tiny)) / step;
    const double left = (phi.derivative(-tiny) - phi.derivative(-step)) / step;
    const double jump = phi.derivative(tiny) - phi.derivative(-tiny);
    return std::abs(jump) > 1e-12 || std::abs(right - left) > 1e-3 * (std::abs(right) + std::abs(left) + 1);
}

/// Means over one Gaussian: of φ, of φ', and the variance of φ.
struct Conditional {
    double value, derivative, variance;
};

template <class Weights, class Values, class Slopes>
Conditional means(const Weights& weights, const Values& x, const Slopes& d)
{
    const double value = (weights * x).sum();
    return {value, (weights * d).sum(), (weights * (x - value).square()).sum()};
}

struct Hermite {
    Eigen::ArrayXd x, w;   // for N(0, 1)
    explicit Hermite(int size)
    {
        const GaussRule rule = gauss_hermite(size);
        x = Eigen::Map<const Eigen::ArrayXd>(rule.nodes.data(), size);
        w = Eigen::Map<const Eigen::ArrayXd>(rule.weights.data(), size);
    }
};

/// Means over Gaussians of one variance around many centers in a range.
class ConditionalMeans {
public:
    /// For centers in [−range, range].
    ConditionalMeans(const ActivationFunction& phi, const Roughness& roughness, double variance, double range)
        : phi_(phi), roughness_(roughness), variance_(variance), scale_(std::sqrt(variance))
    {
        // A narrow Gaussian sees next to nothing of the range: to evaluate φ for each center is less work.
        constexpr double most_panels = 100;
        const double end = range + reach * scale_;
        if (scale_ > roughness.widest_gaussian)
            wide_ = by_own_rule(0);
        if (variance == 0 || wide_ || 2 * end > most_panels * longest_panel * scale_)
            return;
        panel_ends(roughness, -end, end, longest_panel * scale_, ends_);
        const Panels panels = filled(ends_);
        nodes_ = panels.nodes;
        weights_ = panels.weights;
        value_.resize(nodes_.size());
        derivative_.resize(nodes_.size());
        phi.value(nodes_.data(), value_.data(), nodes_.size());
        phi.derivative(nodes_.data(), derivative_.data(), nodes_.size());
    }

    Conditional operator()(double center) const
    {
        if (variance_ == 0)
            return {phi_.value(center), phi_.derivative(center), 0};
        if (wide_)   // the wave is gone
            return {wide_->value + roughness_.slope * center, wide_->derivative, wide_->variance};
        if (!ends_.empty())
            return from_shared_nodes(center);
        return smooth_around(center, reach * scale_) ? by_hermite(center) : by_own_rule(center);
    }

private:
    Conditional from_shared_nodes(double center) const
    {
        const auto first = std::upper_bound(ends_.begin() + 1, ends_.end() - 1, center - reach * scale_);
        const auto last = std::lower_bound(first, ends_.end() - 1, center + reach * scale_);
        const Eigen::Index from = (first - 1 - ends_.begin()) * order, size = (last - first + 1) * order;
        thread_local Eigen::ArrayXd weights;
        weights = weights_.segment(from, size)
            * (-0.5 * ((nodes_.segment(from, size) - center) * (1 / scale_)).square()).exp();
        weights /= weights.sum();
        return means(weights, value_.segment(from, size), derivative_.segment(from, size));
    }

    /// Whether one panel would do for all that is closer to the center than `half`.
    bool smooth_around(double center, double half) const
    {
        return 2 * half <= roughness_.longest_panel
            && std::all_of(roughness_.centers.begin(), roughness_.centers.end(), [&](const auto& c) {
                   const double gap = std::abs(center - c.position) - half;
                   return gap >= 2 * half || (!c.kink && 2 * half <= c.length);
               });
    }

    Conditional by_hermite(double center) const
    {
        static const Hermite rule(order);
        thread_local Eigen::ArrayXd z(order), x(order), d(order);
        z = center + scale_ * rule.x;
        phi_.value(z.data(), x.data(), order);
        phi_.derivative(z.data(), d.data(), order);
        Conditional result = means(rule.w, x, d);
        // Where φ is straight but for a thousandth, its differences have lost digits that its slopes still have.
        // Var φ = Σ k! a_k² and s² E[φ'²] = Σ k k! a_k² in Hermite polynomials, a_1 = s E[φ']: their mean is right
        // up to a_3².
        if (smooth_around(center, 500 * scale_))
            result.variance = variance_ * (result.derivative * result.derivative + (rule.w * d.square()).sum()) / 2;
        return result;
    }

    Conditional by_own_rule(double center) const
    {
        const GaussianRule rule = gaussian_rule(roughness_, center, variance_);
        thread_local Eigen::ArrayXd x, d;
        x.resize(rule.nodes.size());
        d.resize(rule.nodes.size());
        phi_.value(rule.nodes.data(), x.data(), x.size());
        phi_.derivative(rule.nodes.data(), d.data(), d.size());
        return means(rule.weights, x, d);
    }

    const ActivationFunction& phi_;
    const Roughness& roughness_;
    double variance_, scale_;
    std::optional<Conditional> wide_;   // around 0, of a Gaussian over which a wave is averaged out
    // Panels over the range with φ and φ' at their nodes; empty for a narrow Gaussian.
    std::vector<double> ends_;
    Eigen::ArrayXd nodes_, weights_, value_, derivative_;
};

/// φ(s·g) as g sees it after smoothing over `width`, which is in units of g: of kinks in a crowd some will do.
void add_smoothed(const Roughness& roughness, double s, double width, Roughness& to)
{
    double last = -infinity;   // of the kinks
    for (const auto& center : roughness.centers) {
        const double smoothed = std::hypot(center.length / s, width), at = center.position / s;
        if (center.kink && center.position != 0 && std::abs(at - last) < width / 2)
            continue;
        to.centers.push_back({at, center.kink ? std::min(smoothed, std::max(2 * width, 1e-12)) : smoothed, false});
        last = center.kink ? at : last;
    }
    to.longest_panel = std::min(to.longest_panel, roughness.longest_panel / std::abs(s));
}

/// N(mean, deviation²), wider than a wave needs, is a Gaussian just wide enough around the nodes of another. The phase
/// of the wave knows nothing of where on the line it is: a polynomial of degree 39 of the line, times the wave, is
/// exact.
GaussianRule rule_on_slope(const Roughness& roughness, double mean, double deviation)
{
    static const Hermite coarse(20);
    const double widest = roughness.widest_gaussian, step = 0.3 * roughness.longest_panel;
    const Eigen::Index half = Eigen::Index(reach * widest / step), size = 2 * half + 1;
    const Eigen::ArrayXd fine = Eigen::ArrayXd::LinSpaced(size, -double(half), double(half)) * step;
    const Eigen::ArrayXd weights = (-0.5 * (fine / widest).square()).exp();
    const double rest = std::sqrt((deviation - widest) * (deviation + widest));
    GaussianRule rule {Eigen::ArrayXd(size * coarse.x.size()), Eigen::ArrayXd(size * coarse.x.size())};
    for (Eigen::Index i = 0; i < coarse.x.size(); ++i) {
        rule.nodes.segment(i * size, size)
            = mean + rest * coarse.x[i] + fine * std::max(1.0, 1e-12 * rest);   // far out rounding keeps no phase
        rule.weights.segment(i * size, size) = coarse.w[i] / weights.sum() * weights;
    }
    return rule;
}

void sort_centers(Roughness& roughness)
{
    std::sort(roughness.centers.begin(), roughness.centers.end(),
        [](const auto& a, const auto& b) { return a.position < b.position; });
}

}   // namespace

Roughness roughness(const ActivationFunction& phi)
{
    Roughness result;
    for (const double kink : phi.kinks())
        if (kink != 0)
            result.centers.push_back({kink, infinity, true});
    result.centers.push_back({0, 2 * scale_at_zero(phi), rough_at_zero(phi)});
    sort_centers(result);
    if (const Limits& limits = phi.limits(); limits.wave_panel > 0) {
        result.longest_panel = limits.wave_panel;
        result.widest_gaussian = limits.wave_reach;
        result.slope = limits.bounded ? 0 : limits.growth_right;
    }
    return result;
}

GaussianRule gaussian_rule(const Roughness& roughness, double mean, double variance)
{
    const double whole = std::sqrt(variance), scale = std::min(whole, roughness.widest_gaussian);
    if (scale < whole && roughness.slope != 0)
        return rule_on_slope(roughness, mean, whole);
    thread_local std::vector<double> ends;
    panel_ends(roughness, mean - reach * scale, mean + reach * scale, longest_panel * scale, ends);
    Panels panels = filled(ends);
    GaussianRule rule {std::move(panels.nodes), std::move(panels.weights)};
    rule.weights *= (-0.5 * ((rule.nodes - mean) / scale).square()).exp();
    rule.weights /= rule.weights.sum();
    return rule;
}

PreactivationMoments GaussianExpectation::moments(double q, double mean) const
{
    PreactivationMoments m;
    if (q == 0) {
        m.mean = phi_.value(mean);
        m.square = m.mean * m.mean;
        m.fourth = m.square * m.square;
        const double slope = phi_.derivative(mean);
        m.derivative_square = m.square_slope = slope * slope;
        return m;
    }
    const GaussianRule rule = gaussian_rule(roughness_, mean, q);
    Eigen::ArrayXd x(rule.nodes.size()), d(rule.nodes.size());
    phi_.value(rule.nodes.data(), x.data(), x.size());
    phi_.derivative(rule.nodes.data(), d.data(), d.size());
    m.mean = (rule.weights * x).sum();
    m.square = (rule.weights * x.square()).sum();
    if (m.mean * m.mean < 1e-28 * m.square)
        m.mean = 0;
    m.variance = (rule.weights * (x - m.mean).square()).sum();
    m.fourth = (rule.weights * x.square().square()).sum();
    m.derivative_square = (rule.weights * d.square()).sum();
    // By parts, so that no second derivative is needed: d E[φ²]/dq = E[(z − m) φ φ'] / q.
    m.square_slope = (rule.weights * (rule.nodes - mean) * x * d).sum() / q;
    m.derivative_square_slope = (rule.weights * ((rule.nodes - mean).square() / q - 1) * d.square()).sum() / (2 * q);
    return m;
}

PairMoments GaussianExpectation::pair(double q_a, double q_b, double d) const
{
    // z_a = s_a g + √(q_a (1−|c|)) h and z_b = ±s_b g + √(q_b (1−|c|)) h' with s = √(q|c|) and independent g,
    // h, h': an outer rule over g of the product of two inner means over h and h'.
    const bool positive = d <= 1, equal = q_a == q_b;
    const double common = positive ? 1 - d : d - 1, own = positive ? d : 2 - d;   // |c| and 1 − |c|
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (!(d >= 0 && d <= 2 && q_a > 0 && q_b > 0 && q_a < infinity && q_b < infinity))
        return {nan, nan, nan};
    if (own == 0 && equal && positive) {
        const PreactivationMoments m = moments(q_a);
        return {m.square, m.derivative_square, 0};
    }
    const double s_a = std::sqrt(q_a * common), s_b = (positive ? 1 : -1) * std::sqrt(q_b * common);
    // Two sines of different frequency agree until the difference of their arguments is a few radians.
    const double apart = std::max(std::abs(1 - std::sqrt(q_b / q_a)), 1e-2);
    const double widest = roughness_.widest_gaussian / (equal ? s_a : s_a * apart),
                 seen = std::min(widest, 1.0);   // of g
    const ConditionalMeans inner_a(phi_, roughness_, q_a * own, reach * seen * s_a);
    const std::optional<ConditionalMeans> other = equal
        ? std::nullopt
        : std::optional<ConditionalMeans>(std::in_place, phi_, roughness_, q_b * own, reach * seen * std::abs(s_b));
    const ConditionalMeans& inner_b = other ? *other : inner_a;
    if (common == 0) {
        const Conditional a = inner_a(0), b = equal ? a : inner_b(0);
        return {a.value * b.value, a.derivative * b.derivative, equal ? a.variance : nan};
    }
    Roughness outer;
    const double width = std::sqrt(own / common);
    add_smoothed(roughness_, s_a, width, outer);
    if (s_b != s_a)
        add_smoothed(roughness_, s_b, width, outer);
    sort_centers(outer);
    outer.widest_gaussian = widest;

    const GaussianRule rule = gaussian_rule(outer, 0, 1);
    PairMoments result;
    double own_variance = 0;
    for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
        const double g = rule.nodes[i], weight = rule.weights[i];
        const Conditional a = inner_a(s_a * g), b = s_b == s_a ? a : inner_b(s_b * g);
        result.product += weight * a.value * b.value;
        result.derivative_product += weight * a.derivative * b.derivative;
        own_variance += weight * a.variance;
    }
    // Of the line what its wave was not asked for.
    result.product += roughness_.slope * roughness_.slope * s_a * s_b * (1 - seen * seen);
    // For c > 0 the difference of the two is that of h and h' alone.
    result.half_square_difference = !equal ? nan : positive ? own_variance : moments(q_a).square - result.product;
    return result;
}

}   // namespace stepzero
