// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/natural.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace stepzero {

namespace {

/// A complex number whose operations are rounded identically everywhere; std::complex's product also handles NaN.
struct Number {
    double re = 0, im = 0;

    Number operator+(Number b) const { return {re + b.re, im + b.im}; }
    Number operator-(Number b) const { return {re - b.re, im - b.im}; }
    Number operator*(Number b) const { return {re * b.re - im * b.im, re * b.im + im * b.re}; }
    Number conjugate() const { return {re, -im}; }
};

/// Returns e^{ix} for 0 ≤ x ≤ π/4 by its series.
Number root_at(double x)
{
    double cosine = 1, sine = 1;
    for (int i = 20; i >= 2; i -= 2) {
        cosine = 1 - x * x / (i * (i - 1)) * cosine;
        sine = 1 - x * x / (i * (i + 1)) * sine;
    }
    return {cosine, x * sine};
}

/// Returns e^{2πi k/n} for k < n by turning and mirroring a root in the first eighth of a turn.
Number root(std::uint64_t k, std::uint64_t n)
{
    if (2 * k > n)
        return root(n - k, n).conjugate();
    if (4 * k > n) {
        const Number mirrored = root(n - 2 * k, 2 * n);
        return {-mirrored.re, mirrored.im};
    }
    const double turn = 2 * std::numbers::pi / double(n);
    if (8 * k <= n)
        return root_at(turn * double(k));
    const Number mirrored = root_at(turn / 4 * double(n - 4 * k));
    return {mirrored.im, mirrored.re};
}

/// x_j ← Σ_k x_k e^{2πi jk/n} for a size that is a power of two (Cooley, Tukey 1965); roots[k] = e^{2πi k/n}.
void transform(std::vector<Number>& x, const std::vector<Number>& roots)
{
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n / 2;
        for (; (j & bit) != 0; bit /= 2)
            j ^= bit;
        j ^= bit;
        if (i < j)
            std::swap(x[i], x[j]);
    }
    for (std::size_t half = 1; half < n; half *= 2)
        for (std::size_t first = 0; first < n; first += 2 * half)
            for (std::size_t k = 0; k < half; ++k) {
                const Number a = x[first + k], b = x[first + k + half] * roots[k * (n / (2 * half))];
                x[first + k] = a + b;
                x[first + k + half] = a - b;
            }
}

/// Power at a frequency f, in cycles per side.
double power(double f_square) { return 1 / std::max(f_square, 1.0); }
double frequency(std::size_t k, std::size_t side) { return double(std::min(k, side - k)); }

}   // namespace

/// Sums of waves around a ring: x_j ← Σ_k x_k e^{2πi jk/n}. For a size that is not a power of two it uses a convolution
/// of chirps: jk = (j² + k² − (j − k)²)/2 (Bluestein 1970).
class NaturalField::Waves {
public:
    explicit Waves(std::size_t n) : n_(n), size_(std::has_single_bit(n) ? n : std::bit_ceil(2 * n - 1))
    {
        for (std::size_t k = 0; k < size_; ++k)
            roots_.push_back(root(k, size_));
        if (size_ == n)
            return;
        for (std::uint64_t j = 0; j < n; ++j)
            chirp_.push_back(root(j * j % (2 * n), 2 * n));
        mirrored_.resize(size_);
        for (std::size_t j = 0; j < n; ++j)
            mirrored_[j] = mirrored_[(size_ - j) % size_] = chirp_[j].conjugate();
        transform(mirrored_, roots_);
    }

    /// Transforms every `stride`-th number, starting at `first`. `work` is scratch space.
    void operator()(Number* first, std::size_t stride, std::vector<Number>& work) const
    {
        work.assign(size_, {});
        for (std::size_t k = 0; k < n_; ++k)
            work[k] = chirp_.empty() ? first[k * stride] : first[k * stride] * chirp_[k];
        transform(work, roots_);
        if (!chirp_.empty()) {
            for (std::size_t k = 0; k < size_; ++k)
                work[k] = (work[k] * mirrored_[k]).conjugate();
            transform(work, roots_);
            const double scale = 1 / double(size_);
            for (std::size_t j = 0; j < n_; ++j)
                work[j] = work[j].conjugate() * chirp_[j] * Number {scale, 0};
        }
        for (std::size_t j = 0; j < n_; ++j)
            first[j * stride] = work[j];
    }

private:
    std::size_t n_, size_;
    std::vector<Number> roots_, chirp_, mirrored_;
};

NaturalLikeness natural_likeness(int dimensions, int side)
{
    const auto n = std::size_t(side), rows = dimensions == 2 ? n : 1;
    double all = 0, squares = 0;
    for (std::size_t r = 0; r <= rows / 2; ++r)
        for (std::size_t c = 0; c <= n / 2; ++c) {
            const double same = (r == 0 || 2 * r == rows ? 1 : 2) * (c == 0 || 2 * c == n ? 1 : 2);
            const double p = power(frequency(r, rows) * frequency(r, rows) + frequency(c, n) * frequency(c, n));
            all += same * p;
            squares += same * p * p;
        }
    return {1 / all, squares / (all * all)};
}

NaturalField::NaturalField(int dimensions, int side)
    : side_(std::size_t(side)), grid_(dimensions == 2), waves_(std::make_unique<const Waves>(std::size_t(side)))
{
    const std::size_t rows = grid_ ? side_ : 1;
    double all = 0;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < side_; ++c) {
            const double down = grid_ ? frequency(r, side_) : 0, along = frequency(c, side_);
            amplitude_.push_back(power(down * down + along * along));
            all += amplitude_.back();
        }
    for (double& each : amplitude_)
        each = std::sqrt(each / all);
}

NaturalField::~NaturalField() = default;

template <class Complex>
void NaturalField::sum_waves(std::vector<Complex>& field) const
{
    std::vector<Number> work;
    for (std::size_t r = 0; r < field.size() / side_; ++r)
        (*waves_)(&field[r * side_], 1, work);
    for (std::size_t c = 0; grid_ && c < side_; ++c)
        (*waves_)(&field[c], side_, work);
}

void NaturalField::fill(const float* normal, float* one, float* other) const
{
    std::vector<Number> field(positions());
    for (std::size_t k = 0; k < field.size(); ++k)
        field[k] = {amplitude_[k] * double(normal[2 * k]), amplitude_[k] * double(normal[2 * k + 1])};
    sum_waves(field);
    for (std::size_t j = 0; j < field.size(); ++j) {
        one[j] = float(field[j].re);
        if (other)
            other[j] = float(field[j].im);
    }
}

std::vector<double> NaturalField::correlations() const
{
    std::vector<Number> field(positions());
    for (std::size_t k = 0; k < field.size(); ++k)
        field[k] = {amplitude_[k] * amplitude_[k], 0};
    sum_waves(field);
    std::vector<double> all;
    for (const Number& each : field)
        all.push_back(each.re);
    return all;
}

}   // namespace stepzero
