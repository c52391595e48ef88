// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/init/schemes.h"

#include <stdexcept>

namespace stepzero {

const std::vector<Scheme>& schemes()
{
#define STEPZERO_ENTRY(name) scheme_##name(),
    static const std::vector<Scheme> all {STEPZERO_SCHEMES(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const Scheme* find_scheme(std::string_view name)
{
    for (const Scheme& scheme : schemes())
        if (scheme.name == name)
            return &scheme;
    return nullptr;
}

bool fills(const Scheme& scheme, Role role, bool kernels)
{
    return !(kernels ? scheme.needs_matrix : scheme.needs_convolution) && (role == Role::weight || scheme.for_bias);
}

Draw draw_of(const Initializer& initializer, Shape shape, Role role)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (!scheme)
        throw std::invalid_argument("no scheme " + initializer.scheme);
    return scheme->rule(completed(scheme->parameters, initializer.parameters), shape, role);
}

Initializer completed(const Initializer& given)
{
    const Scheme* scheme = find_scheme(given.scheme);
    return scheme ? Initializer {given.scheme, completed(scheme->parameters, given.parameters)} : given;
}

}   // namespace stepzero
