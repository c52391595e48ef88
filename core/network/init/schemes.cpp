// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/schemes.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/base/words/registry.h"
#include "core/base/words/shown_text.h"
#include "core/network/init/fans.h"
#include "core/network/init/typed_law.h"

namespace stepzero {

namespace {

constexpr std::array drawn_in {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16};

/// The format of the entries, a parameter of every scheme.
ParameterInfo dtype_parameter()
{
    ParameterInfo info {
        .name = "dtype", .label = Text::name("dtype"), .default_value = std::string("float32"), .quiet = true};
    for (const FloatFormat format : drawn_in) {
        info.choices.emplace_back(float_range(format).name);
        info.choice_labels.push_back(Text::name(float_range(format).label));
    }
    return info;
}

FloatFormat format_of(const Parameters& completed)
{
    const std::string& name = word(completed, "dtype");
    return *std::ranges::find_if(drawn_in, [&](FloatFormat format) { return float_range(format).name == name; });
}

}   // namespace

std::string python_argument(const Parameters& completed, std::string_view name)
{
    const std::string* text = typed_text(completed.find(name)->second);
    return text ? *text : python_number(number(completed, name));
}

const std::vector<Scheme>& schemes()
{
    static const std::vector<Scheme> all = [] {
#define STEPZERO_ENTRY(name) scheme_##name(),
        std::vector<Scheme> listed {STEPZERO_SCHEMES(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
        for (Scheme& scheme : listed)
            if (!scheme.exact)
                scheme.parameters.push_back(dtype_parameter());
        return listed;
    }();
    return all;
}

const Scheme* find_scheme(std::string_view name) { return find_member(schemes(), name); }

std::string variance_formula(const Scheme& scheme, Role role)
{
    if (!scheme.variance)
        return {};
    const FanVariance v = scheme.variance(completed(scheme.parameters, {}), role);
    const bool average = v.fan == Fan::average;   // twice the variance over the sum of both fans
    std::string fan = fan_info(v.fan).formula;
    if (average)
        fan = "(" + fan + ")";
    if (v.times != 1)
        fan = fan.empty() ? short_text(v.times) : "(" + short_text(v.times) + " " + fan + ")";
    const auto fraction = [&](const std::string& above) { return fan.empty() ? above : above + " / " + fan; };
    std::string text = average ? (v.text == "1" ? "2" : "2 " + v.text) : v.text;
    if (const std::size_t square = text.find("^2"); square != std::string::npos)
        text.replace(square, 2, "²");
    std::string formula = (role == Role::weight ? "Var(W) = " : "Var(b) = ") + fraction(text);
    if (const std::string value = short_text(v.value * (average ? 2 : 1)); value != (average ? "2" : "1"))
        formula += " = " + fraction(value);
    return formula;
}

bool fills(const Scheme& scheme, Role role, bool kernels, std::string_view name)
{
    return (scheme.of_role.empty() || scheme.of_role == name)
        && !(kernels ? scheme.needs_matrix : scheme.needs_convolution) && (role == Role::weight || scheme.for_bias);
}

Draw draw_of(const Initializer& initializer, Shape shape, Role role)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (!scheme)
        throw std::invalid_argument("no scheme " + initializer.scheme);
    if (is_typed(initializer))
        return draw_of(evaluated(initializer, {shape, role}, {}), shape, role);
    const Parameters all = completed(scheme->parameters, initializer.parameters);
    const bool read = role == Role::bias || !misread(all);   // a bias has no layout
    Draw draw = scheme->rule(all, read ? shape : shape_misread(shape), role);
    if (!scheme->exact)
        draw.format = format_of(all);
    return draw;
}

Initializer completed(const Initializer& given)
{
    const Scheme* scheme = find_scheme(given.scheme);
    return scheme ? Initializer {given.scheme, completed(scheme->parameters, given.parameters)} : given;
}

}   // namespace stepzero
