// SPDX-License-Identifier: GPL-3.0-or-later
// Elementary functions for float and double without branches or library calls, so that loops over them vectorize.
// Series end when the next term is below the last place of the type. Results are finite for every finite argument; NaN
// propagates.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>

namespace stepzero::elementary {

template <class T>
struct Format;

template <>
struct Format<float> {
    using Bits = std::int32_t;
    static constexpr int fraction_bits = 23, bias = 127, exp_terms = 8, artanh_terms = 8;
    static constexpr float round_magic = 0x1.8p23f;   // adding it rounds to an integer
    static constexpr float exp_low = -104, exp_high = 88;
    static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 1.4286068203094e-06f;   // high · |k| is exact
    static constexpr Bits upper_half = ~Bits {0xfff};   // a mantissa whose square is exact
};

template <>
struct Format<double> {
    using Bits = std::int64_t;
    static constexpr int fraction_bits = 52, bias = 1023, exp_terms = 14, artanh_terms = 17;
    static constexpr double round_magic = 0x1.8p52;
    static constexpr double exp_low = -746, exp_high = 709;
    static constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b39p-40;
    static constexpr Bits upper_half = ~Bits {0x7ffffff};
};

template <class T>
inline T power_of_two(typename Format<T>::Bits exponent)
{
    using F = Format<T>;
    return std::bit_cast<T>(typename F::Bits((exponent + F::bias) << F::fraction_bits));
}

// Returns Σ_{k=2} r^(k−1)/k! = (e^r − 1 − r)/r, evaluated by Horner's scheme.
template <class T>
inline T exp_series(T r)
{
    T sum = 0;
    T inverse = 1;
    T coefficients[Format<T>::exp_terms] = {};
    for (int k = 2; k < Format<T>::exp_terms; ++k) {
        inverse /= T(k);
        coefficients[k] = inverse;
    }
    for (int k = Format<T>::exp_terms - 1; k >= 2; --k)
        sum = (sum + coefficients[k]) * r;
    return sum;
}

/// Returns e^(x + y) for small |y|: x is a rounded value, y its correction. Underflow is gradual; there is no overflow
/// below 88 (float) or 709 (double).
template <class T>
inline T exp(T x, T y = 0)
{
    using F = Format<T>;
    using Bits = typename F::Bits;
    x = x < F::exp_low ? F::exp_low : x;   // this order propagates NaN
    x = x > F::exp_high ? F::exp_high : x;
    const T shifted = x * T(std::numbers::log2e) + F::round_magic;
    const T k = shifted - F::round_magic;
    const T r = (x - k * F::ln2_high) - k * F::ln2_low + y;
    const Bits n = std::bit_cast<Bits>(shifted) - std::bit_cast<Bits>(F::round_magic);
    const Bits half = n >> 1;
    const T value = 1 + (r + exp_series(r) * r);
    return value * power_of_two<T>(half) * power_of_two<T>(n - half);
}

/// Returns e^x − 1 for x ≤ 0, accurate to the last places near 0.
template <class T>
inline T expm1_negative(T x)
{
    using F = Format<T>;
    using Bits = typename F::Bits;
    constexpr T all_gone = T(-0.75) * T(F::fraction_bits + 3);   // e^x is below the last place of 1
    x = x < all_gone ? all_gone : x;
    const T shifted = x * T(std::numbers::log2e) + F::round_magic;
    const T k = shifted - F::round_magic;
    const T r = (x - k * F::ln2_high) - k * F::ln2_low;
    const T scale = power_of_two<T>(std::bit_cast<Bits>(shifted) - std::bit_cast<Bits>(F::round_magic));
    return scale * (r + exp_series(r) * r) + (scale - 1);
}

/// Returns ln(1 + y) for 0 ≤ y ≤ 1 as 2 artanh(y/(2 + y)), accurate to the last places near 0.
template <class T>
inline T log1p_unit(T y)
{
    const T s = y / (2 + y);
    const T s2 = s * s;
    T sum = 0;
    for (int k = Format<T>::artanh_terms; k >= 1; --k)
        sum = (sum + T(1) / T(2 * k + 1)) * s2;
    return 2 * (s + s * sum);
}

/// Returns ln(x) = k ln 2 + 2 artanh((m − 1)/(m + 1)), where x = 2^k m and m is in [√½, √2].
inline double log(double x)
{
    using F = Format<double>;
    constexpr double tiny = 0x1p-1022, lift = 0x1p54, infinity = std::numeric_limits<double>::infinity();
    const bool usual = x > 0 && x < infinity, subnormal = x < tiny;
    const auto bits = std::bit_cast<F::Bits>(usual ? (subnormal ? x * lift : x) : 1.0);
    const F::Bits k = (bits - std::bit_cast<F::Bits>(std::numbers::sqrt2 / 2)) >> F::fraction_bits;
    const double m = std::bit_cast<double>(bits - (k << F::fraction_bits));
    const double s = (m - 1) / (m + 1), s2 = s * s, power = double(k) - (subnormal ? 54 : 0);
    double sum = 0;
    for (int i = 11; i >= 1; --i)
        sum = (sum + 1.0 / (2 * i + 1)) * s2;
    const double value = power * F::ln2_high + (2 * (s + s * sum) + power * F::ln2_low);
    const double end = x == 0 ? -infinity : x < 0 ? std::numeric_limits<double>::quiet_NaN() : x;
    return usual ? value : end;
}

/// Returns e^(−c t²) for t ≥ 0, corrected for the rounding of t². c must be a power of two.
template <class T>
inline T exp_minus_square(T t, T c)
{
    using Bits = typename Format<T>::Bits;
    constexpr T all_gone = std::is_same_v<T, float> ? 16 : 60;
    t = t > all_gone ? all_gone : t;
    const T high = std::bit_cast<T>(Bits(std::bit_cast<Bits>(t) & Format<T>::upper_half));
    return exp<T>(-c * high * high, -c * ((t - high) * (t + high)));
}

/// Returns e^(t²) erfc(t) in float for t ≥ 0, with relative error 2e-7. (1 + 2t)·erfcx(t) is a polynomial of degree 10
/// in (t − 2)/(t + 2), interpolated at Chebyshev nodes.
inline float erfcx(float t)
{
    t = t > 16 ? 16 : t;
    const float s = (t - 2) / (t + 2);
    float p = 2.6861092846e-05f;
    p = p * s - 3.6229549245e-04f;
    p = p * s - 1.2499583898e-03f;
    p = p * s + 1.2734551737e-03f;
    p = p * s + 8.6357604342e-03f;
    p = p * s - 8.0455651819e-03f;
    p = p * s - 5.4204539245e-02f;
    p = p * s + 1.6405342146e-01f;
    p = p * s - 1.6603140269e-01f;
    p = p * s - 9.2763911453e-02f;
    p = p * s + 1.2769783925e+00f;
    return p / (1 + 2 * t);
}

/// Returns Φ(−t) for t ≥ 0, the lower tail of N(0, 1).
inline float normal_tail(float t)
{
    return 0.5f * exp_minus_square(t, 0.5f) * erfcx(t * float(1 / std::numbers::sqrt2));
}
inline double normal_tail(double t) { return 0.5 * std::erfc(t * (1 / std::numbers::sqrt2)); }

/// Returns erf(z), by its series near 0 and by 1 − erfc beyond.
inline float erf(float z)
{
    const float t = z < 0 ? -z : z;
    const float near = t < 0.75f ? t : 0.75f;
    const float n2 = near * near;
    float p = -1.0f / 75600;
    p = p * n2 + 1.0f / 9360;
    p = p * n2 - 1.0f / 1320;
    p = p * n2 + 1.0f / 216;
    p = p * n2 - 1.0f / 42;
    p = p * n2 + 1.0f / 10;
    p = p * n2 - 1.0f / 3;
    p *= n2;
    const float inner = float(2 * std::numbers::inv_sqrtpi) * (near + near * p);
    const float outer = 1 - exp_minus_square(t, 1.0f) * erfcx(t);
    const float value = t < 0.75f ? inner : outer;
    return z < 0 ? -value : value;
}
inline double erf(double z) { return std::erf(z); }

/// Returns 1/(1 + e^−z) and stores its derivative in `slope`.
template <class T>
inline T sigmoid(T z, T& slope)
{
    const T e = exp<T>(z < 0 ? z : -z);
    const T r = 1 / (1 + e);
    slope = (e * r) * r;
    return z < 0 ? e * r : r;
}

template <class T>
inline T sigmoid(T z)
{
    T slope;
    return sigmoid(z, slope);
}

}   // namespace stepzero::elementary
