// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all schemes. To add one, define scheme_NAME() in a file in schemes/ and add its name here, in menu order.
#pragma once

#include "core/network/init/bases.h"
#include "core/network/init/scheme.h"

#define STEPZERO_SCHEMES(scheme)                                                                                       \
    scheme(kaiming_normal) scheme(kaiming_uniform) scheme(xavier_normal) scheme(xavier_uniform) scheme(lecun_normal)   \
        scheme(lecun_uniform) scheme(variance_scaling) scheme(mean_field) scheme(orthogonal) scheme(delta_orthogonal)  \
            scheme(normal) scheme(uniform) scheme(trunc_normal) scheme(sparse) scheme(ternary) scheme(unit_rows)       \
                scheme(twins) scheme(pytorch_linear) scheme(eye) scheme(dirac) scheme(constant) scheme(zeros)          \
                    scheme(ones) scheme(s4d_real) scheme(softplus_log_uniform) scheme(log_frequencies)

namespace stepzero {

#define STEPZERO_DECLARE(name) Scheme scheme_##name();
STEPZERO_SCHEMES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// Returns a parameter of Scheme::pytorch as a number in Python. The text of a TypedNumber is Python there.
std::string python_argument(const Parameters& completed, std::string_view name);

}   // namespace stepzero
