// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/slope_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/math/quadrature/gauss_rules.h"
#include "core/math/quadrature/gaussian_rule.h"

namespace stepzero {

namespace {

using Complex = std::complex<double>;

constexpr double slope_reach = 9;   // in standard deviations
constexpr double smallest = 1e-280;   // values of φ'² below this count as zero
constexpr double most_mass = 1e-2;   // largest mass of a cell
constexpr double most_change = 0.5;   // largest change of ln d over a cell, unless its mass is below:
constexpr double little_mass = 2e-3;
constexpr double least_mass = 3e-5;   // smallest cells where d is not monotone or has a zero
constexpr double underflow_mass = 1e-8;   // smallest cells where d becomes too small
constexpr double constant = 1e-10;   // relative change of d over an atom
constexpr double one_value = 1e-8;   // relative range of a distribution that counts as one atom
constexpr double near = 4;   // in half lengths of a cell; closer ζ need more than its three nodes
constexpr double apart = 64;   // ratio of |ζ| and d from which on three terms of a series are enough
constexpr int inner = 5;   // nodes that determine the mean and the shape of a cell

struct Legendre {
    std::array<double, inner> x {}, w {};   // on [0, 1]
    Legendre()
    {
        const GaussRule rule = gauss_legendre(inner);
        for (std::size_t i = 0; i < inner; ++i) {
            x[i] = 0.5 + rule.nodes[i] / 2;
            w[i] = rule.weights[i] / 2;
        }
    }
};

const Legendre& legendre()
{
    static const Legendre rule;
    return rule;
}

/// Returns the mass of the standard Gaussian between a and b.
double mass_between(double a, double b)
{
    const auto above = [](double x) { return std::erfc(x / std::sqrt(2.0)) / 2; };
    return a >= 0 ? above(a) - above(b) : b <= 0 ? above(-b) - above(-a) : 1 - above(b) - above(-a);
}

/// A density level + tilt·d over ln d between low and high. It has mass 1 and, if it can stay positive, the mean
/// `center`.
struct TiltedDensity {
    double level, tilt, log_length;
    bool right_mean;
};

TiltedDensity tilted_density(double low, double high, double center)
{
    // Without tilt, the mean would be the logarithmic mean of the ends; the tilt shifts it.
    const double half = (high - low) / 2, middle = low + half, e = half / middle;
    const double log_length = e < 0.5 ? 2 * std::atanh(e) : std::log(high / low);
    const double behind = e < 0.01 ? middle * e * e * (1.0 / 3 + e * e * 4 / 45) : middle - 2 * half / log_length;
    const double level = 1 / log_length, log_mean = middle - behind;
    const double wanted = (center - log_mean) / (2 * half * behind);
    const double tilt = std::clamp(wanted, -level / (high - log_mean), level / (log_mean - low));
    return {level - tilt * log_mean, tilt, log_length, std::abs(wanted - tilt) <= 0.01 * std::abs(wanted)};
}

}   // namespace

struct SlopeLaw::Builder {
    struct Piece {
        double mass, low, high, mean, square;   // of d = φ'²
    };

    const ActivationFunction& phi;
    const Roughness& roughness;
    double mean, deviation;
    std::vector<Piece> pieces;
    double zero = 0;

    /// Returns whether a cell is longer than its distance from a place where φ has its own scale.
    bool too_long(double a, double b) const
    {
        if (b - a > roughness.longest_panel)
            return true;
        return std::any_of(roughness.centers.begin(), roughness.centers.end(), [&](const Roughness::Center& center) {
            const double distance = std::max({a - center.high, center.low - b, 0.0});
            return b - a > 1.000001 * std::max(center.length, distance);
        });
    }

    void divide(double a, double b)
    {
        const double mass = mass_between((a - mean) / deviation, (b - mean) / deviation), middle = a + (b - a) / 2;
        if (mass <= 0)
            return;
        // The end points lie slightly inside, since φ' may jump at the ends.
        const Legendre& rule = legendre();
        std::array<double, inner + 2> z {a + 1e-9 * (b - a)}, d {};
        for (std::size_t i = 0; i < inner; ++i)
            z[i + 1] = a + (b - a) * rule.x[i];
        z.back() = b - 1e-9 * (b - a);
        phi.derivative(z.data(), d.data(), std::ptrdiff_t(z.size()));
        for (double& slope : d)
            slope *= slope;
        const auto [low, high] = std::minmax_element(d.begin(), d.end());
        const bool monotone = std::is_sorted(d.begin(), d.end()) || std::is_sorted(d.rbegin(), d.rend());
        const bool flat = *high - *low <= constant * *high || *high < smallest;
        const double change = *low < smallest ? infinity : std::log(*high / *low);
        // A constant density over ln d fits an exponential tail of any length.
        const bool straight = std::abs(std::log(d[inner / 2 + 1]) - std::log(*high) + change / 2) < 0.15 * change;
        const bool small = change < most_change || (mass <= little_mass && (straight || change < 7));
        double total = 0, first = 0, second = 0;
        for (std::size_t i = 0; i < inner; ++i) {
            const double x = (z[i + 1] - mean) / deviation, middle_x = (middle - mean) / deviation;
            const double w = rule.w[i] * std::exp((middle_x - x) * (middle_x + x) / 2);
            total += w;
            first += w * (d[i + 1] - *low);
            second += w * d[i + 1] * d[i + 1];
        }
        const double center = *low + first / total;
        const bool fits = mass <= most_mass
            && (flat || (monotone && small && change < infinity && tilted_density(*low, *high, center).right_mean));
        const bool divisible = a < middle && middle < b;
        const double least = *low < smallest && *high >= smallest ? underflow_mass : least_mass;
        if (divisible && (too_long(a, b) || !(fits || mass <= least))) {
            divide(a, middle);
            divide(middle, b);
            return;
        }
        if (*high < smallest)
            zero += mass;
        else
            // Near a zero d is a square: values below a millionth of its maximum take a thousandth of the cell.
            pieces.push_back(
                {mass, change > 7 && !straight ? std::max(*low, 1e-6 * *high) : *low, *high, center, second / total});
    }

    void build()
    {
        std::vector<double> ends {mean - slope_reach * deviation};
        for (const Roughness::Center& center : roughness.centers)
            if (center.is_point() && center.low > ends.back() && center.low < mean + slope_reach * deviation)
                ends.push_back(center.low);
        ends.push_back(mean + slope_reach * deviation);
        for (std::size_t i = 0; i + 1 < ends.size(); ++i)
            divide(ends[i], ends[i + 1]);
    }
};

SlopeLaw::SlopeLaw(const ActivationFunction& phi, const Roughness& roughness, double mean, double variance)
{
    Builder builder {phi, roughness, within_period(roughness, mean),
        std::min(std::sqrt(variance), roughness.widest_gaussian), {}, {}};
    if (builder.deviation > 0)
        builder.build();
    else {
        const double slope = phi.derivative(mean), d = slope * slope;
        (d < smallest ? builder.zero : builder.pieces.emplace_back(Builder::Piece {1, d, d, d, d * d}).mass) = 1;
    }
    double total = builder.zero, first = 0;
    for (const Builder::Piece& piece : builder.pieces) {
        total += piece.mass;
        first += piece.mass * piece.mean;
    }
    zero_ = builder.zero / total;
    log_mean_ = first > 0 ? std::log(first / total) : -infinity;
    if (first == 0) {
        zero_ = 1;
        return;
    }
    const double scale = total / first;
    const auto [least, most] = std::minmax_element(
        builder.pieces.begin(), builder.pieces.end(), [](const auto& a, const auto& b) { return a.mean < b.mean; });
    if (most->high - least->low <= one_value * most->high)
        builder.pieces.assign(1, {total - builder.zero, least->mean, least->mean, first / (total - builder.zero), 0});
    lowest_ = infinity;
    for (const Builder::Piece& piece : builder.pieces) {
        const double mass = piece.mass / total, center = piece.mean * scale;
        const double low = piece.low * scale;
        const double high = piece.high * scale, length = high - low;
        second_moment_ += mass * std::max(piece.square * scale * scale, center * center);
        highest_ = std::max(highest_, high);
        if (length <= constant * high) {
            const auto same = std::find_if(atoms_.begin(), atoms_.end(),
                [&](const Atom& atom) { return std::abs(atom.value - center) <= 2 * constant * center; });
            if (same != atoms_.end())
                same->share += mass;
            else
                atoms_.push_back({center, mass});
            lowest_ = std::min(lowest_, center);
            continue;
        }
        lowest_ = std::min(lowest_, low);
        const TiltedDensity unit = tilted_density(low, high, center);
        auto& cells = unit.log_length > most_change ? wide_ : cells_;
        const double half = length / 2;
        cells.push_back(
            {low, high, low + half, near * half, mass * unit.level, mass * unit.tilt, mass, unit.log_length});
    }
    set_nodes();
}

/// Represents cells by their three nodes, and atoms by one.
void SlopeLaw::set_nodes()
{
    const std::size_t cells = cells_.size(), count = 3 * cells + atoms_.size();
    nodes_.resize(Eigen::Index(count));
    weights_.resize(Eigen::Index(count));
    constexpr std::array<double, 3> weight {5.0 / 9, 8.0 / 9, 5.0 / 9};
    for (std::size_t i = 0; i < cells; ++i) {
        const Cell& cell = cells_[i];
        const double half = cell.reach / near;
        for (std::size_t k = 0; k < 3; ++k) {
            const double d = cell.middle + half * (double(k) - 1) * std::sqrt(0.6);
            nodes_[Eigen::Index(3 * i + k)] = d;
            weights_[Eigen::Index(3 * i + k)] = weight[k] * half * (cell.level + cell.tilt * d) / d;
        }
    }
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
        nodes_[Eigen::Index(3 * cells + i)] = atoms_[i].value;
        weights_[Eigen::Index(3 * cells + i)] = atoms_[i].share;
    }
}

SlopeLaw::Transform SlopeLaw::transform(Complex zeta) const
{
    // In units of |ζ|: the sum of w y / (u − y) with y = d/|ζ|. y is limited so that products stay normal numbers,
    // which are faster; this does not affect the sum.
    const double size = std::abs(zeta), far = 1e60;
    const Complex u = zeta / size;
    thread_local Eigen::ArrayXd y, real, inverse, weighted;
    y = (nodes_ / size).min(far).max(1 / far);
    real = u.real() - y;
    inverse = (real.square() + u.imag() * u.imag()).inverse();
    weighted = weights_ * y * inverse;
    Complex m((weighted * real).sum(), -u.imag() * weighted.sum());
    weighted *= inverse;
    const double even = (weighted * (real.square() - u.imag() * u.imag())).sum();
    Complex slope = -u * Complex(even, -2 * u.imag() * (weighted * real).sum());
    const auto add_exactly = [&](const Cell& cell) {
        const Complex from_low = zeta - cell.low, from_high = zeta - cell.high;
        const Complex angle = std::log(from_low) - std::log(from_high), density = cell.level + cell.tilt * zeta;
        m += density * angle - cell.tilt * (cell.high - cell.low);
        slope += zeta * (cell.tilt * angle - density * ((cell.high - cell.low) / from_low / from_high));
    };
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const Cell& cell = cells_[i];
        if (std::abs(zeta.real() - cell.middle) > cell.reach || zeta.imag() > cell.reach)
            continue;
        for (Eigen::Index k = Eigen::Index(3 * i); k < Eigen::Index(3 * i + 3); ++k) {
            const Complex kernel = 1.0 / (u - y[k]);
            m -= weights_[k] * y[k] * kernel;
            slope += weights_[k] * y[k] * u * kernel * kernel;
        }
        add_exactly(cell);
    }
    for (const Cell& cell : wide_) {
        const Complex tilt = cell.tilt * zeta;
        if (apart * size < cell.low) {
            const Complex high = zeta / cell.low, low = zeta / cell.high;
            const Complex first = cell.level * (high - low) + tilt * cell.log_length;
            const Complex second = cell.level * (high * high - low * low) / 2.0 + tilt * (high - low);
            m -= cell.mass + first + second;
            slope -= first + 2.0 * second;
        } else if (size > apart * cell.high) {
            const Complex high = cell.high / zeta, low = cell.low / zeta;
            Complex high_power = high, low_power = low;
            for (int k = 1; k <= 3; ++k) {
                Complex term = cell.level / k * (high_power - low_power);
                high_power *= high;
                low_power *= low;
                term += tilt / (k + 1.0) * (high_power - low_power);
                m += term;
                slope -= double(k) * term;
            }
        } else
            add_exactly(cell);
    }
    return {m, slope};
}

double SlopeLaw::inverse(double m) const
{
    // Newton's method with a bracket, over a y that makes a function of |m| nearly exponential at both ends. The
    // function is |m|, its excess, or its odds relative to the fraction of nonzero values.
    const double rank = 1 - zero_;
    const bool above = m > 0, negative = m < 0 && m > -rank;
    const double size_range = std::max(0.0, -std::log(std::abs(m))) + 5;
    const double from = negative ? std::log(lowest_) - 45 : -30;
    const double to = negative ? std::log(highest_) + size_range : above ? size_range : 45;
    const auto zeta = [&](double y) {
        return above ? highest_ * (1 + std::exp(y)) : negative ? -std::exp(y) : lowest_ / (1 + std::exp(y));
    };
    const auto shape = [&](double size) {   // returns value and derivative
        if (above)
            return std::pair(std::log(size), 1 / size);
        const double rest = std::max(std::abs(size - rank), 1e-300);
        return negative ? std::pair(std::log(size / rest), 1 / size + 1 / rest) : std::pair(std::log(rest), 1 / rest);
    };
    const double wanted = shape(std::abs(m)).first;
    const auto miss = [&](double y) {
        const Transform t = transform({zeta(y), 0});
        const auto [value, slope] = shape(std::abs(t.m.real()));
        const double grown = negative ? 1 : std::exp(y) / (1 + std::exp(y)) * (above ? 1 : -1);   // d ln|ζ| / dy
        return std::pair(value - wanted, slope * t.slope.real() * (above ? 1 : -1) * grown);
    };
    double low = from, high = to, y = std::clamp(above ? -std::log(m) : negative ? 0.0 : -wanted, from, to);
    for (int i = 0; i < 100; ++i) {
        const auto [value, slope] = miss(y);
        (value > 0 ? low : high) = y;
        double next = y - value / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        const double step = std::abs(next - y);
        y = next;
        if (step < 1e-12 * std::max(1.0, std::abs(y)))
            break;
    }
    return zeta(y);
}

}   // namespace stepzero
