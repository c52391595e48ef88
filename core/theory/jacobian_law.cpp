// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/jacobian_law.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <queue>
#include <tuple>

#include "core/base/words/nan.h"
#include "core/network/init/scheme.h"
#include "core/theory/log_sum.h"
#include "core/theory/slope_law.h"

namespace stepzero {

namespace {

using Complex = std::complex<double>;

constexpr double pi = std::numbers::pi;
const double ln10 = std::log(10.0);
constexpr std::size_t most_groups = 16;
constexpr double finest_bin = 0.15;   // width in ln q within which distributions hardly differ except in their means
constexpr double largest_ln_mean = 1e9;   // beyond, doubles do not resolve ln λ
constexpr double left_out = 1e-4;   // fraction of the values below the density's first point

/// The contribution of a layer; widths are in units of the number of singular values.
struct Factor {
    std::size_t unit = 0;   // index in Factors::units_
    double bias_mean = 0, ln_q = 0;
    double rows = 1;
    double ln_chi = 0;   // NaN when the prediction's double left its range
};

struct Unit {
    explicit Unit(const Activation& named) : activation(named), phi(named), rough(roughness(phi)) { }
    Activation activation;
    ActivationFunction phi;
    Roughness rough;
};

/// Layers with nearly the same distribution of φ'².
struct Group {
    SlopeLaw law;
    double rows, count;
    double rank() const { return rows * (1 - law.zero()); }
};

/// ln λ(N) = origin + Σ count·ln ζ(N/rows) + power·ln N + Σ exponent·ln(width + N), for N in units of the number of
/// singular values.
struct Equation {
    double origin = 0;   // stored separately, since it may be large; λ below excludes it
    double power = 0;
    std::vector<Group> groups;
    std::map<double, double> widths;   // width → exponent
    double rank = 0;
    /// Exponent of (rank + N) in λ near N = −rank, from all factors with this rank or width; 1 leaves a gap above 0.
    double order_at_rank = 0;
    bool orthogonal = true;   // true: all layers are orthogonal
    double free_dimension = 0;   // for orthogonal layers: Σ (r_l − n_l) − Σ_{l<L} n_l

    /// Returns ln|λ| and d ln|λ| / d ln|N| at real N outside of (−∞, 0) ∪ support.
    std::pair<double, double> real(double n) const
    {
        double value = power * std::log(std::abs(n)), slope = power;
        for (const Group& group : groups) {
            const double zeta = group.law.inverse(n / group.rows);
            const SlopeLaw::Transform t = group.law.transform({zeta, 0});
            value += group.count * std::log(std::abs(zeta));
            // Beyond the range of the transform, ζ stays at the end of its range.
            if (std::abs(t.m.real() * group.rows / n - 1) < 1e-6)
                slope += group.count * t.m.real() / t.slope.real();
        }
        for (const auto& [width, exponent] : widths) {
            value += exponent * std::log(std::abs(width + n));
            slope += exponent * n / (width + n);
        }
        return {value, slope};
    }
};

/// Returns the first y ≥ `from` where slope(y) ≥ 0, or `to` when there is none.
template <class Slope>
double first_rise(const Slope& slope, double from, double to)
{
    double low = from, at_low = slope(low), step = 0.5;
    while (at_low < 0 && low < to) {
        const double high = std::min(low + step, to), at_high = slope(high);
        if (at_high >= 0) {
            std::uintmax_t iterations = 60;
            const auto [a, b] = boost::math::tools::toms748_solve(
                slope, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(34), iterations);
            return (a + b) / 2;
        }
        low = high;
        at_low = at_high;
        step *= 1.4;
    }
    return low;
}

/// Returns ln of the largest eigenvalue: λ decreases from infinity while N increases from 0 to that point.
double upper_edge(const Equation& equation, const Context& context)
{
    double relative = 0;   // T2/T1² = 1/N at the edge up to a factor, so N is not far below its inverse
    for (const Group& group : equation.groups)
        relative += group.count * group.law.second_moment() / group.rows;
    const auto slope = [&](double y) {
        context.check();
        const double at = equation.real(std::exp(y)).second;
        return std::abs(at) < 1e-10 ? 0 : at;
    };
    return equation.real(std::exp(first_rise(slope, -std::log(std::max(relative, 1.0)) - 4, 25))).first;
}

/// Returns ln of the smallest nonzero eigenvalue, −∞ when they extend to zero. λ increases from 0 while N decreases
/// from −rank to that point.
double lower_edge(const Equation& equation, const Context& context)
{
    if (std::abs(equation.order_at_rank - 1) > 1e-9)
        return -infinity;
    double beyond = infinity;   // how far N may decrease
    for (const Group& group : equation.groups)
        if (group.rank() > equation.rank * (1 + 1e-12))
            beyond = std::min(beyond, group.rank() - equation.rank);
    for (const auto& [width, exponent] : equation.widths)
        if (width > equation.rank * (1 + 1e-12))
            beyond = std::min(beyond, width - equation.rank);
    const auto fall = [&](double y) {
        context.check();
        const double at = -equation.real(-equation.rank - std::exp(y)).second;
        return std::abs(at) < 1e-10 ? 0 : at;
    };
    const double to = std::isfinite(beyond) ? std::log(beyond) + std::log1p(-1e-9) : 25;
    return equation.real(-equation.rank - std::exp(first_rise(fall, std::min(-8.0, to - 1), to))).first;
}

/// A solution of the equation for some λ in the closed upper half plane: N = −e^nu, and ln ζ of each group.
struct State {
    Complex nu;
    std::vector<Complex> ln_zeta;
    Complex n() const { return -std::exp(nu); }
};

bool between_axes(const Complex& logarithm) { return logarithm.imag() >= -1e-9 && logarithm.imag() <= pi + 1e-9; }

/// Solves for all unknowns at once by Newton's method. Returns false when the first step is long, when it leaves the
/// half plane or does not converge; `state` is then unspecified.
bool solve(const Equation& equation, Complex ln_lambda, State& state)
{
    const std::size_t groups = equation.groups.size();
    thread_local std::vector<Complex> miss, stiffness;
    miss.resize(groups);
    stiffness.resize(groups);
    for (int iteration = 0; iteration < 14; ++iteration) {
        const Complex n = state.n();
        // arg N is in (−π, 0).
        Complex residual = equation.power * (state.nu - Complex(0, pi)) - ln_lambda;
        Complex slope = equation.power;
        for (const auto& [width, exponent] : equation.widths) {
            const Complex sum = width + n;
            residual += exponent * Complex(std::log(std::abs(sum)), std::atan2(-std::abs(sum.imag()), sum.real()));
            slope += exponent * n / sum;
        }
        for (std::size_t j = 0; j < groups; ++j) {
            const Group& group = equation.groups[j];
            const SlopeLaw::Transform t = group.law.transform(std::exp(state.ln_zeta[j]));
            const Complex minus = -t.m;
            miss[j] = Complex(std::log(std::abs(minus)), std::atan2(std::abs(minus.imag()), minus.real())) - state.nu
                + std::log(group.rows);
            stiffness[j] = t.slope / t.m;
            residual += group.count * (state.ln_zeta[j] - miss[j] / stiffness[j]);
            slope += group.count / stiffness[j];
        }
        Complex d_nu = -residual / slope;
        double longest = std::abs(d_nu);
        for (std::size_t j = 0; j < groups; ++j) {
            miss[j] = (d_nu - miss[j]) / stiffness[j];
            longest = std::max(longest, std::abs(miss[j]));
        }
        if (!(longest < (iteration == 0 ? 0.5 : 1.0)))
            return false;
        state.nu += d_nu;
        bool inside = between_axes(state.nu);
        for (std::size_t j = 0; j < groups; ++j) {
            state.ln_zeta[j] += miss[j];
            inside = inside && between_axes(state.ln_zeta[j]);
        }
        if (!inside)
            return false;
        if (longest < 1e-6)
            return true;
    }
    return false;
}

/// Follows the solution along a straight line of ln λ, in the longest steps for which Newton's method converges.
bool follow(const Equation& equation, Complex from, Complex to, State& state, const Context& context)
{
    double at = 0, step = 1;
    while (at < 1) {
        context.check();
        State trial = state;
        const double next = std::min(1.0, at + step);
        if (solve(equation, from + next * (to - from), trial)) {
            state = std::move(trial);
            at = next;
            step *= 2;
        } else {
            step = std::min(step, 1 - at) / 2;
            if (step < 1e-9)
                return false;
        }
    }
    return true;
}

/// The atoms other than zero. They come from eigenspaces of each factor. Eigenspaces in independent position intersect
/// in the sum of their dimensions minus that of the surrounding spaces.
class Atoms {
public:
    struct Atom {
        double ln_lambda, mass;
    };
    explicit Atoms(const Equation& equation) : equation_(equation)
    {
        if (!equation.orthogonal)
            return;
        best_.assign(equation.groups.size() + 1, 0);
        for (std::size_t j = equation.groups.size(); j-- > 0;) {
            double share = 0;
            for (const SlopeLaw::Atom& atom : equation.groups[j].law.atoms())
                share = std::max(share, atom.share);
            best_[j] = best_[j + 1] + equation.groups[j].count * equation.groups[j].rows * share;
        }
        choose(0, equation.free_dimension, 0);
    }
    const std::vector<Atom>& all() const { return atoms_; }

private:
    void choose(std::size_t j, double dimension, double ln_lambda)
    {
        constexpr double least = 1e-9;
        if (dimension + best_[j] <= least || atoms_.size() >= 64)
            return;
        if (j == equation_.groups.size()) {
            const auto same = std::find_if(atoms_.begin(), atoms_.end(),
                [&](const Atom& atom) { return std::abs(atom.ln_lambda - ln_lambda) < 1e-9; });
            if (same == atoms_.end())
                atoms_.push_back({ln_lambda, dimension});
            else
                same->mass += dimension;
            return;
        }
        const Group& group = equation_.groups[j];
        for (const SlopeLaw::Atom& atom : group.law.atoms())
            choose(j + 1, dimension + group.count * group.rows * atom.share,
                ln_lambda + group.count * std::log(atom.value));
    }

    const Equation& equation_;
    std::vector<double> best_;   // the most that the groups from here on can add
    std::vector<Atom> atoms_;
};

/// The continuous part as a density over ln λ.
class Density {
public:
    Density(const Equation& equation, const std::vector<Atoms::Atom>& atoms, double lower, double upper, double mass,
        double ln_mean, const Context& context)
        : equation_(equation), atoms_(atoms), context_(context), mass_(mass), ln_mean_(ln_mean)
    {
        start(lower);
        const double low = std::max(lower, start_at_);
        off_axis_ = 1e-6 * std::min(1.0, upper - low);
        sample(low, upper);
        if (trim())
            sample(points_.front().t, points_.back().t);
        refine();
    }

    Curve curve() const
    {
        Curve result;
        for (const Point& point : points_)
            if (std::isfinite(point.y)) {
                result.x.push_back((equation_.origin + point.t) / (2 * ln10));
                result.y.push_back(point.y * 2 * ln10);
            }
        return result;
    }

private:
    struct Point {
        double t = 0;   // ln λ
        double y = 0;   // density per unit of t
        bool solved = false;
        State state;
    };
    static constexpr int base = 64;
    static constexpr std::size_t most_points = 240;

    /// Starts on the negative axis, where everything is real, at the λ below which little is left.
    void start(double lower)
    {
        const double n = -equation_.rank + left_out * std::max(mass_, 1e-3);
        state_.nu = std::log(-n);
        for (const Group& group : equation_.groups)
            state_.ln_zeta.emplace_back(std::log(-group.law.inverse(n / group.rows)), pi);
        start_at_ = equation_.real(n).first;
        if (lower > start_at_ && follow(equation_, {start_at_, pi}, {lower, pi}, state_, context_))
            start_at_ = lower;
    }

    /// Finds the solution just above the real axis at t, starting from the negative axis.
    bool turn_down(double t, State& state) const
    {
        state = state_;
        return follow(equation_, {start_at_, pi}, {t, pi}, state, context_)
            && follow(equation_, {t, pi}, {t, off_axis_}, state, context_);
    }

    Point point(double t, const Point* near) const
    {
        double at = t;   // avoids atoms
        for (const Atoms::Atom& atom : atoms_)
            if (std::abs(at - atom.ln_lambda) < 100 * off_axis_)
                at = atom.ln_lambda + (at < atom.ln_lambda ? -100 : 100) * off_axis_;
        Point result;
        result.t = t;
        if (near && near->solved) {
            result.state = near->state;
            result.solved = follow(equation_, {near->t, off_axis_}, {at, off_axis_}, result.state, context_);
        }
        if (!result.solved)
            result.solved = turn_down(at, result.state);
        Complex n = result.state.n();
        for (const Atoms::Atom& atom : atoms_)
            n -= atom.mass / (std::exp(Complex(at - atom.ln_lambda, off_axis_)) - 1.0);
        result.y = result.solved ? std::max(0.0, -n.imag() / pi) : std::numeric_limits<double>::quiet_NaN();
        return result;
    }

    /// Samples evenly over an arc, so that points are dense at both ends, where the edges are.
    void sample(double low, double high)
    {
        points_.clear();
        for (int i = 0; i <= base; ++i)
            points_.push_back(point(
                low + (high - low) * (1 - std::cos(pi * i / base)) / 2, points_.empty() ? nullptr : &points_.back()));
    }

    /// Removes ends that contain almost none of the values; on the right, they must also contribute little to the sum
    /// of squares. Returns whether the ends were long.
    bool trim()
    {
        const auto area = [&](std::size_t i) {
            const double both = points_[i].y + points_[i + 1].y;
            return std::isfinite(both) ? both / 2 * (points_[i + 1].t - points_[i].t) : 0;
        };
        const auto squares = [&](std::size_t i) { return area(i) * std::exp(points_[i + 1].t - ln_mean_); };
        const double before = points_.back().t - points_.front().t, little = left_out / 4;
        std::size_t first = 0, last = points_.size() - 1;
        for (double sum = area(0); first + 2 < last && sum < little * mass_; sum += area(first))
            ++first;
        double sum = area(last - 1), square_sum = squares(last - 1);
        while (first + 2 < last && sum < little * mass_ && square_sum < little) {
            --last;
            sum += area(last - 1);
            square_sum += squares(last - 1);
        }
        points_.erase(points_.begin() + std::ptrdiff_t(last) + 1, points_.end());
        points_.erase(points_.begin(), points_.begin() + std::ptrdiff_t(first));
        return points_.back().t - points_.front().t < 0.8 * before;
    }

    /// Halves every interval once, and then those that change the integral most.
    void refine()
    {
        struct Interval {
            double change;
            std::size_t left, right;   // indices in points_, which is unordered until the end
            bool operator<(const Interval& other) const { return change < other.change; }
        };
        std::priority_queue<Interval> queue;
        for (std::size_t i = 0; i + 1 < points_.size(); ++i)
            queue.push({infinity, i, i + 1});
        while (points_.size() < most_points && !queue.empty() && queue.top().change > 1e-6 * mass_) {
            const Interval interval = queue.top();
            queue.pop();
            const Point left = points_[interval.left], right = points_[interval.right];
            const double length = right.t - left.t;
            points_.push_back(point(left.t + length / 2, &left));
            const double y = points_.back().y;
            const double change = std::isfinite(y) ? std::abs(y - (left.y + right.y) / 2) * length / 4 : 0;
            const std::size_t middle = points_.size() - 1;
            queue.push({std::isfinite(change) ? change : 0, interval.left, middle});
            queue.push({std::isfinite(change) ? change : 0, middle, interval.right});
        }
        std::sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) { return a.t < b.t; });
    }

    const Equation& equation_;
    const std::vector<Atoms::Atom>& atoms_;
    const Context& context_;
    double mass_, ln_mean_, off_axis_ = 0, start_at_ = 0;
    State state_;
    std::vector<Point> points_;
};

/// Converts the layers `first` to `last` to an equation.
class Factors {
public:
    /// Absent under the same conditions as jacobian_law().
    static std::optional<Equation> equation(
        const NetworkPlan& plan, const Prediction& prediction, int first, int last, const Context& context)
    {
        if (last > int(plan.layers.size()))
            return std::nullopt;   // the layers are not plain
        Factors factors;
        for (int l = first; l <= last; ++l)
            if (!factors.add(plan.layers[std::size_t(l - 1)], prediction, l == first, l == last,
                    std::min(plan.block(first).features_in, plan.block(last).features_out)))
                return std::nullopt;
        return factors.grouped(context);
    }

private:
    bool add(const LayerPlan& layer, const Prediction& prediction, bool first, bool last, double n)
    {
        // Convolutions need identical positions, so that each frequency is a separate matrix of the channels.
        if (!prediction.covers(layer.layer) || !layer.window.uniform() || layer.window.groups > 1
            || layer.pooling != Pooling::none)
            return false;
        const Shape shape = layer.shape();
        const Draw draw = draw_of(layer.weight, shape, Role::weight);
        const double variance = prediction.preactivation(layer.layer, Quantity::weight_variance)->value;
        const bool orthogonal = draw.base->haar();
        if (orthogonal && draw.base->tap.receptive != layer.window.receptive())
            return false;   // orthogonal as a matrix, but not as the map of whole samples
        if (!draw.base->free)
            return false;
        const double rows = layer.units() / n, columns = layer.inputs() / n;
        if (orthogonal) {
            const double rank = std::min(rows, columns);
            equation_.origin += 2 * std::log(std::abs(draw.scale));
            equation_.widths[rank] += 1;
            equation_.widths[rows] -= 1;
            equation_.free_dimension += rank - rows;
        } else {
            equation_.origin += std::log(variance / columns);
            equation_.widths[columns] += 1;
            equation_.orthogonal = false;
        }
        if (!last) {
            equation_.power += 1;
            equation_.widths[rows] -= 1;
            equation_.free_dimension -= rows;
        }
        equation_.rank = std::min({first ? infinity : equation_.rank, rows, columns});

        Factor factor;
        factor.unit = unit(layer.activation);
        factor.bias_mean = law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias).mean;
        factor.rows = rows;
        double ln_q = 2 * *prediction.preactivation(layer.layer, Quantity::rms)->ln;
        if (factor.bias_mean != 0)
            ln_q += std::log1p(-std::min(1.0, std::exp(2 * std::log(std::abs(factor.bias_mean)) - ln_q)));
        factor.ln_q = ln_q;
        const double chi = prediction.preactivation(layer.layer, Quantity::chi)->value;
        const bool ordinary = chi < infinity && chi > 1e-300;
        factor.ln_chi = ordinary ? std::log(chi / variance) : std::numeric_limits<double>::quiet_NaN();
        factors_.push_back(factor);
        return true;
    }

    std::size_t unit(const Activation& activation)
    {
        for (std::size_t i = units_.size(); i-- > 0;)
            if (units_[i].activation == activation)
                return i;
        units_.emplace_back(activation);
        return units_.size() - 1;
    }

    /// Returns by how much ln φ'² changes between ln q and the ln q for which the distribution is computed.
    double beyond(const Factor& factor) const
    {
        const Limits& limits = units_[factor.unit].phi.limits();
        if (factor.ln_q == -infinity)
            return 0;
        if (limits.homogeneous && factor.bias_mean == 0)
            return (limits.degree - 1) * factor.ln_q;
        const double over = std::max(0.0, factor.ln_q - largest_ln_square);
        return limits.bounded ? 0 : (limits.degree - 1) * over;
    }

    /// Returns the ln q for which a distribution is computed. A homogeneous φ has a single distribution.
    double worked_out(const Factor& factor) const
    {
        if (factor.ln_q == -infinity)
            return -infinity;
        if (units_[factor.unit].phi.limits().homogeneous && factor.bias_mean == 0)
            return 0;
        return std::clamp(factor.ln_q, -largest_ln_square, largest_ln_square);
    }

    /// Groups layers whose ln q and widths lie in the same bin, as finely as the number of groups allows. The
    /// distribution of a group is that at the mean ln q, but every layer keeps its own mean.
    Equation grouped(const Context& context)
    {
        using Key = std::tuple<std::size_t, double, double, double>;
        struct Bin {
            double count = 0, ln_q = 0, rows = 0, fewest = infinity;
            std::vector<const Factor*> members;
        };
        std::map<Key, Bin> bins;
        std::size_t before = 0;
        for (double width = 0.005;; width *= 2) {
            bins.clear();
            for (const Factor& factor : factors_) {
                const double ln_q = worked_out(factor);
                const double size = width < 4 * finest_bin ? factor.rows : std::floor(std::log(factor.rows) / width);
                Bin& bin = bins[{factor.unit, factor.bias_mean, std::floor(ln_q / width), size}];
                bin.count += 1;
                bin.ln_q += ln_q;
                bin.rows += factor.rows;
                bin.fewest = std::min(bin.fewest, factor.rows);
                bin.members.push_back(&factor);
            }
            context.check();
            if (bins.size() <= most_groups || (width > 10 && bins.size() == before))
                break;
            before = bins.size();
        }
        double fewest = infinity;
        for (const auto& [key, bin] : bins)
            fewest = std::min(fewest, bin.fewest);
        for (const auto& [key, bin] : bins) {
            context.check();
            const Factor& one = *bin.members.front();
            const Unit& unit = units_[one.unit];
            SlopeLaw law(unit.phi, unit.rough, one.bias_mean, std::exp(bin.ln_q / bin.count));
            for (const Factor* factor : bin.members)
                equation_.origin += std::isfinite(factor->ln_chi) ? factor->ln_chi : law.log_mean() + beyond(*factor);
            // The narrowest layer limits the rank.
            const double rows = bin.fewest == fewest ? fewest : bin.rows / bin.count;
            equation_.groups.push_back({std::move(law), rows, bin.count});
            equation_.rank = std::min(equation_.rank, equation_.groups.back().rank());
        }
        for (const Group& group : equation_.groups)
            if (group.rank() <= equation_.rank * (1 + 1e-12))
                equation_.order_at_rank += group.count;
        std::erase_if(equation_.widths, [](const auto& entry) { return entry.second == 0; });
        for (const auto& [width, exponent] : equation_.widths)
            if (width <= equation_.rank * (1 + 1e-12))
                equation_.order_at_rank += exponent;
        return std::move(equation_);
    }

    std::vector<Unit> units_;
    std::vector<Factor> factors_;
    Equation equation_;
};

bool unbounded_slope(const LayerPlan& layer) { return ActivationFunction(layer.activation).limits().degree > 1; }

}   // namespace

std::optional<SpectrumLaw> jacobian_law(
    const NetworkPlan& plan, const Prediction& prediction, int first, int last, const Context& context)
{
    const std::optional<Equation> found = Factors::equation(plan, prediction, first, last, context);
    if (!found)
        return std::nullopt;
    const Equation& equation = *found;
    SpectrumLaw law;
    if (!(equation.origin > -infinity) || equation.rank <= 0) {
        law.zero = 1;
        law.log10_mean_square = -infinity;
        return law;
    }
    if (!(std::abs(equation.origin) < largest_ln_mean))
        return std::nullopt;
    // N·λ = T₁ (1 + N·T₂/T₁² + …), T_k = Σ λ_i^k.
    double ln_mean = 0, relative = -1;   // for λ without its origin
    for (const Group& group : equation.groups) {
        ln_mean += group.count * std::log(group.rows);
        relative += group.count * group.law.second_moment() / group.rows;
    }
    for (const auto& [width, exponent] : equation.widths) {
        ln_mean += exponent * std::log(width);
        relative += exponent / width;
    }
    law.log10_mean_square = (equation.origin + ln_mean) / ln10;
    law.relative_variance = std::max(0.0, relative);
    law.zero = 1 - equation.rank;
    const Atoms atoms(equation);
    double continuous = equation.rank;
    for (const Atoms::Atom& atom : atoms.all()) {
        law.atoms.push_back({(equation.origin + atom.ln_lambda) / (2 * ln10), atom.mass});
        continuous -= atom.mass;
    }
    const double upper = upper_edge(equation, context);
    const auto from = plan.layers.begin() + (first - 1), to = plan.layers.begin() + last;
    if (std::none_of(from, to, unbounded_slope))
        law.log10_upper_edge = (equation.origin + upper) / (2 * ln10);
    if (continuous > 1e-9)
        law.density = Density(equation, atoms.all(), lower_edge(equation, context), upper, continuous, ln_mean, context)
                          .curve();
    return law;
}

}   // namespace stepzero
