// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/formula.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "core/base/words/words.h"
#include "core/math/activation/activations.h"
#include "core/math/activation/expression.h"
#include "core/math/activation/piecewise.h"

namespace stepzero {

namespace {

// Values

std::string place(double z)
{
    // Positions found by search have no meaning beyond 6 digits.
    const double shown = std::round(z * 1e6) / 1e6;
    return "z = " + number_text(shown == 0 ? 0 : std::abs(z) < 1e4 ? shown : std::round(z));
}

Text sentence(const Piecewise::Trouble& trouble, const std::string& formula)
{
    using Kind = Piecewise::Trouble::Kind;
    const std::string where = place(trouble.z);
    const Text phi = formula.size() <= 40 ? Text::name(formula) : tr("the formula");
    switch (trouble.kind) {
    case Kind::not_a_number:
        return tr("%1 is not a number at %2", phi, where);
    case Kind::infinite:
        return tr("%1 is infinite at %2", phi, where);
    case Kind::jump:
        return tr("%1 jumps at %2: the theory of the gradient needs a continuous function", phi, where);
    case Kind::steep:
        return tr("%1 is infinitely steep at %2", phi, where);
    case Kind::pole:
        return tr("%1 grows beyond all bounds near %2", phi, where);
    case Kind::rough:
        return tr("%1 changes too fast around %2 to be integrated", phi, where);
    case Kind::growth:
        return tr("%1 grows faster than z²: Gaussian averages do not describe a network that uses it", phi);
    case Kind::no_period:
        return tr(
            "%1 oscillates for large |z| without a period: its Gaussian averages cannot be computed exactly", phi);
    case Kind::size:
        return tr("%1 has values of magnitude above 10¹⁰⁰ or below 10⁻¹⁰⁰", phi);
    case Kind::end:
        return tr("%1 is not finite at %2, and not linear before that", phi, where);
    }
    return tr("%1 cannot be used", phi);
}

/// Evaluates the expression itself, and the fit where arithmetic fails: where e^z overflows, at 0/0, and near 0 where
/// all digits cancel, as in e^z − 1.
struct Typed {
    Expression expression;
    Piecewise fit;
    double fitted_within = 0;   // half-width of the interval around 0

    Typed(Expression read, Piecewise found) : expression(std::move(read)), fit(std::move(found))
    {
        constexpr double near = 0x1p-9;   // the rounding error of 1 is 1e-13 of it
        if (!fit.limits().zero_at_zero)
            return;
        const double tolerance = 1e-11 * (std::abs(fit.value(-1)) + std::abs(fit.value(1)));
        const auto loses
            = [&](double z) { return !(std::abs(expression.value(z) - fit.value(z)) <= tolerance * std::abs(z)); };
        for (double z = 1.37 * near; z > 1e-18; z /= 128)
            if (loses(z) || loses(-z) || loses(0))
                fitted_within = near;
    }

    template <class T>
    void value(const T* z, T* x, std::ptrdiff_t n) const
    {
        with_fit(
            z, x, n, fitted_within, [this](auto... numbers) { expression.value(numbers...); },
            [this](double at) { return fit.value(at); });
    }
    template <class T>
    void derivative(const T* z, T* d, std::ptrdiff_t n) const
    {
        with_fit(
            z, d, n, 0, [this](auto... numbers) { expression.derivative(numbers...); },
            [this](double at) { return fit.derivative(at); });
    }

private:
    /// Computes values by `own`. `fitted` replaces those that are not finite, those within `within` of 0, and all
    /// values of a long formula. For a long formula the fit is as accurate and costs no more than for any other.
    template <class T, class Own, class Fitted>
    void with_fit(const T* z, T* out, std::ptrdiff_t n, double within, Own own, Fitted fitted) const
    {
        constexpr std::size_t most_nodes = 32;
        if (expression.nodes.size() > most_nodes) {
            std::transform(z, z + n, out, [&](T at) { return T(fitted(at)); });
            return;
        }
        constexpr std::ptrdiff_t size = 256;
        T at[size];
        for (std::ptrdiff_t first = 0; first < n; first += size) {
            const std::ptrdiff_t count = std::min(size, n - first);
            std::copy_n(z + first, count, at);
            own(static_cast<const T*>(at), out + first, count);
            for (std::ptrdiff_t i = 0; i < count; ++i)
                if (!std::isfinite(out[first + i]) || std::isnan(at[i]) || std::abs(at[i]) < within)
                    out[first + i] = T(fitted(at[i]));
        }
    }
};

/// Returns the outer parts of the range, see Saturation. A side on which φ is 0, such as the left of a ReLU, does not
/// saturate.
Saturation saturation_of(const Typed& phi)
{
    const double far[] = {-1e9, 1e9};
    double value[2], slope[2];
    phi.value(far, value, 2);
    phi.derivative(far, slope, 2);
    const Limits& limits = phi.fit.limits();
    const double left = value[0], right = value[1];
    const double low = std::min(left, right), high = std::max(left, right);
    const bool flat_left = std::abs(slope[0]) < 1e-9, flat_right = std::abs(slope[1]) < 1e-9;
    if (limits.bounded && !(flat_left && flat_right))
        return {};   // a wave
    const bool rectified = limits.zero_at_zero && std::min(-low, high) <= 1e-12 * (high - low);
    if (limits.bounded && high - low > 1e-9 * (std::abs(high) + std::abs(low)) && !rectified)
        return {.below = low + 0.015 * (high - low), .above = high - 0.015 * (high - low)};
    Saturation result;
    for (const double end : {flat_left ? left : 0, flat_right ? right : 0}) {
        if (end == low && end < 0)
            result.below = 0.97 * end;
        if (end == high && end > 0)
            result.above = 0.97 * end;
    }
    return result;
}

ActivationInfo info_of(const std::string& text, Expression read, Piecewise fit)
{
    const auto typed = std::make_shared<const Typed>(std::move(read), std::move(fit));
    const auto value = [typed](const Parameters&, const auto* z, auto* x, std::ptrdiff_t n) { typed->value(z, x, n); };
    const auto derivative
        = [typed](const Parameters&, const auto* z, auto* d, std::ptrdiff_t n) { typed->derivative(z, d, n); };
    return {.name = std::string(formula_name),
        .label = Text::name(text),
        .formula = text,
        .parameters = {},
        .value_f = value,
        .value_d = value,
        .derivative_f = derivative,
        .derivative_d = derivative,
        .limits = [typed](const Parameters&) { return typed->fit.limits(); },
        .saturation = [typed](const Parameters&) { return saturation_of(*typed); },
        .kinks = [typed](const Parameters&) { return typed->fit.kinks(); },
        .stretches = [typed](const Parameters&) { return typed->fit.stretches(); }};
}

using Parsed = std::variant<std::shared_ptr<const ActivationInfo>, FormulaProblem>;

Parsed parsed(const std::string& text)
{
    auto read = read_expression(text);
    if (auto* problem = std::get_if<FormulaProblem>(&read))
        return std::move(*problem);
    Expression& expression = std::get<Expression>(read);
    auto fit = Piecewise::fit(expression);
    if (const auto* trouble = std::get_if<Piecewise::Trouble>(&fit))
        return FormulaProblem {sentence(*trouble, text), std::nullopt};
    return std::make_shared<const ActivationInfo>(
        info_of(text, std::move(expression), std::move(std::get<Piecewise>(fit))));
}

/// Caches recent formulas: every layer asks for its formula, and a fit takes milliseconds.
Parsed remembered(const std::string& text)
{
    constexpr std::size_t most = 200;
    static std::mutex mutex;
    static std::map<std::string, Parsed> known;
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(text); found != known.end())
            return found->second;
    }
    Parsed made = parsed(text);
    const std::lock_guard lock(mutex);
    if (known.size() >= most)
        known.clear();
    return known.emplace(text, std::move(made)).first->second;
}

}   // namespace

std::variant<ActivationFunction, FormulaProblem> parse_formula(std::string_view text)
{
    if (text.size() > longest_formula)   // not cached
        return std::get<FormulaProblem>(read_expression(text));
    const Parsed found = remembered(std::string(text));
    if (const auto* problem = std::get_if<FormulaProblem>(&found))
        return *problem;
    return ActivationFunction(std::get<0>(found));
}

ActivationInfo activation_formula()
{
    // ActivationFunction builds and caches the functions of each formula separately.
    const auto typed = [](const Parameters& p) { return ActivationFunction({std::string(formula_name), p}); };
    return {.name = std::string(formula_name),
        .label = tr("Formula"),
        .formula = "as typed",
        .parameters = {{.name = std::string(formula_name),
            .label = Text::name("φ(z) ="),
            .default_value = std::string("z*sigmoid(1.702*z)")}},
        .value_f
        = [typed](const Parameters& p, const float* z, float* x, std::ptrdiff_t n) { typed(p).value(z, x, n); },
        .value_d
        = [typed](const Parameters& p, const double* z, double* x, std::ptrdiff_t n) { typed(p).value(z, x, n); },
        .derivative_f
        = [typed](const Parameters& p, const float* z, float* d, std::ptrdiff_t n) { typed(p).derivative(z, d, n); },
        .derivative_d
        = [typed](const Parameters& p, const double* z, double* d, std::ptrdiff_t n) { typed(p).derivative(z, d, n); },
        .limits = [typed](const Parameters& p) { return typed(p).limits(); },
        .saturation = [typed](const Parameters& p) { return typed(p).saturation(); },
        .kinks = [typed](const Parameters& p) { return typed(p).kinks(); },
        .code = ActivationCode {"Formula(lambda x: {formula})", "{formula}", "lambda x: {formula}"}};
}

}   // namespace stepzero
