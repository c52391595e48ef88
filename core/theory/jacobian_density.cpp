// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/jacobian_density.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <queue>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

using Complex = std::complex<double>;

using std::numbers::pi;
constexpr double left_out = 1e-4;   // fraction of the values below the density's first point

/// A solution of the equation for some λ in the closed upper half plane: N = −e^nu, and ln ζ of each group.
struct JacobianState {
    std::vector<Complex> unknown;   ///< ln ζ of each group, and nu at the end
    std::vector<Complex> rate;   ///< derivatives of these by ln λ; empty before the equation has been solved
    Complex nu() const { return unknown.back(); }
    Complex n() const { return -std::exp(nu()); }
};

bool between_axes(const Complex& logarithm) { return logarithm.imag() >= -1e-9 && logarithm.imag() <= pi + 1e-9; }

/// Solves for all unknowns at once by Newton's method. Returns false when the first step is long, when it leaves the
/// half plane or does not converge; `state` is then unspecified.
bool solve(const JacobianEquation& equation, Complex ln_lambda, JacobianState& state)
{
    const std::size_t groups = equation.groups.size();
    thread_local std::vector<Complex> miss;
    miss.resize(groups);
    state.rate.resize(groups + 1);
    for (int iteration = 0; iteration < 14; ++iteration) {
        const Complex nu = state.nu(), n = state.n();
        // arg N is in (−π, 0).
        Complex residual = equation.power * (nu - Complex(0, pi)) - ln_lambda;
        Complex slope = equation.power;
        for (const auto& [width, exponent] : equation.widths) {
            const Complex sum = width + n;
            residual += exponent * Complex(std::log(std::abs(sum)), std::atan2(-std::abs(sum.imag()), sum.real()));
            slope += exponent * n / sum;
        }
        for (std::size_t j = 0; j < groups; ++j) {
            const JacobianGroup& group = equation.groups[j];
            const SlopeLaw::Transform t = group.law.transform(std::exp(state.unknown[j]));
            const Complex minus = -t.m, stiffness = t.slope / t.m;
            miss[j] = Complex(std::log(std::abs(minus)), std::atan2(std::abs(minus.imag()), minus.real())) - nu
                + std::log(group.rows);
            residual += group.count * (state.unknown[j] - miss[j] / stiffness);
            slope += group.count / stiffness;
            state.rate[j] = 1.0 / stiffness;
        }
        state.rate[groups] = 1.0 / slope;
        const Complex d_nu = -residual / slope;
        double longest = 0;
        bool inside = true;
        for (std::size_t j = 0; j <= groups; ++j) {
            const Complex change = j == groups ? d_nu : (d_nu - miss[j]) * state.rate[j];
            longest = std::max(longest, std::abs(change));
            state.unknown[j] += change;
            inside = inside && between_axes(state.unknown[j]);
            if (j < groups)
                state.rate[j] *= state.rate[groups];
        }
        if (!inside || !(longest < (iteration == 0 ? 0.5 : 1.0)))
            return false;
        if (longest < 1e-6)
            return true;
    }
    return false;
}

/// Follows the solution along a straight line of ln λ, in the longest steps for which Newton's method converges.
bool follow(const JacobianEquation& equation, Complex from, Complex to, JacobianState& state, const Context& context)
{
    double at = 0, step = 1;
    while (at < 1) {
        context.check();
        JacobianState trial = state;
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

/// The continuous part as a density over ln λ.
class JacobianDensity {
public:
    JacobianDensity(const JacobianEquation& equation, const std::vector<JacobianAtom>& atoms, double upper, double mass,
        const Context& context)
        : equation_(equation), atoms_(atoms), context_(context), mass_(mass), ln_mean_(equation.moments().ln_mean)
    {
        const double lower = equation.lower_edge(context);
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
                result.x.push_back(equation_.log10_s(point.t));
                result.y.push_back(point.y * 2 * std::numbers::ln10);
            }
        return result;
    }

private:
    struct Point {
        double t = 0;   // ln λ
        double y = 0;   // density per unit of t
        double at = 0;   // ln λ of the state, usually t
        bool solved = false;
        JacobianState state;
    };
    static constexpr std::size_t base = 64;
    static constexpr std::size_t most_points = 240;

    /// Starts on the negative axis, where everything is real, at the λ below which little is left.
    void start(double lower)
    {
        const double n = -equation_.rank + left_out * std::max(mass_, 1e-3);
        for (const JacobianGroup& group : equation_.groups)
            state_.unknown.emplace_back(std::log(-group.law.inverse(n / group.rows)), pi);
        state_.unknown.emplace_back(std::log(-n));
        start_at_ = equation_.real(n).first;
        if (lower > start_at_ && follow(equation_, {start_at_, pi}, {lower, pi}, state_, context_))
            start_at_ = lower;
    }

    /// Finds the solution just above the real axis at t, starting from the negative axis.
    bool turn_down(double t, JacobianState& state) const
    {
        state = state_;
        return follow(equation_, {start_at_, pi}, {t, pi}, state, context_)
            && follow(equation_, {t, pi}, {t, off_axis_}, state, context_);
    }

    /// Starts Newton's method at ln λ = t from the cubic polynomial through two solutions and their derivatives.
    bool from_both(const Point& a, const Point& b, double t, JacobianState& state) const
    {
        if (!a.solved || !b.solved || a.state.rate.empty() || b.state.rate.empty() || a.at == b.at)
            return false;
        const double length = b.at - a.at, x = (t - a.at) / length;
        const double to_b = x * x * (3 - 2 * x), rate_a = x * (1 - x) * (1 - x) * length,
                     rate_b = x * x * (x - 1) * length;
        state.unknown.resize(a.state.unknown.size());
        for (std::size_t j = 0; j < state.unknown.size(); ++j)
            state.unknown[j] = a.state.unknown[j] + to_b * (b.state.unknown[j] - a.state.unknown[j])
                + rate_a * a.state.rate[j] + rate_b * b.state.rate[j];
        return std::ranges::all_of(state.unknown, between_axes) && solve(equation_, {t, off_axis_}, state);
    }

    /// `near` and `other`: points from which the search may begin; null: none.
    Point point(double t, const Point* near, const Point* other) const
    {
        Point result;
        result.t = result.at = t;
        double& at = result.at;   // avoids atoms
        for (const JacobianAtom& atom : atoms_)
            if (std::abs(at - atom.ln_lambda) < 100 * off_axis_)
                at = atom.ln_lambda + (at < atom.ln_lambda ? -100 : 100) * off_axis_;
        result.solved = near && other && from_both(*near, *other, at, result.state);
        if (!result.solved && near && near->solved) {
            result.state = near->state;
            result.solved = follow(equation_, {near->t, off_axis_}, {at, off_axis_}, result.state, context_);
        }
        if (!result.solved)
            result.solved = turn_down(at, result.state);
        Complex n = result.state.n();
        for (const JacobianAtom& atom : atoms_)
            n -= atom.mass / (std::exp(Complex(at - atom.ln_lambda, off_axis_)) - 1.0);
        result.y = result.solved ? std::max(0.0, -n.imag() / pi) : std::numeric_limits<double>::quiet_NaN();
        return result;
    }

    /// Samples evenly over an arc, so that points are dense at both ends, where the edges are.
    void sample(double low, double high)
    {
        points_.clear();
        for (std::size_t i = 0; i <= base; ++i)
            points_.push_back(point(low + (high - low) * (1 - std::cos(pi * double(i) / base)) / 2,
                i > 0 ? &points_[i - 1] : nullptr, i > 1 ? &points_[i - 2] : nullptr));
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
            points_.push_back(point(left.t + length / 2, &left, &right));
            const double y = points_.back().y;
            const double change = std::isfinite(y) ? std::abs(y - (left.y + right.y) / 2) * length / 4 : 0;
            const std::size_t middle = points_.size() - 1;
            queue.push({std::isfinite(change) ? change : 0, interval.left, middle});
            queue.push({std::isfinite(change) ? change : 0, middle, interval.right});
        }
        std::sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) { return a.t < b.t; });
    }

    const JacobianEquation& equation_;
    const std::vector<JacobianAtom>& atoms_;
    const Context& context_;
    double mass_, ln_mean_, off_axis_ = 0, start_at_ = 0;
    JacobianState state_;
    std::vector<Point> points_;
};

}   // namespace

Curve jacobian_density(const JacobianEquation& equation, const std::vector<JacobianAtom>& atoms, double upper,
    double mass, const Context& context)
{
    return JacobianDensity(equation, atoms, upper, mass, context).curve();
}

}   // namespace stepzero
