// SPDX-License-Identifier: GPL-3.0-or-later
// Haar-distributed orthonormal rows or columns, whichever are fewer, times a gain. Saxe, McClelland, Ganguli:
// Exact solutions to the nonlinear dynamics of learning in deep linear neural networks. ICLR 2014.
// delta_orthogonal puts such a matrix at the centre (k − 1)//2 of a kernel: Xiao et al., ICML 2018.
#include "core/init/schemes.h"

namespace stepzero {

namespace {

ParameterInfo gain_parameter()
{
    return {.name = "gain", .label = "gain", .default_value = 1.0, .low = -1e30, .high = 1e30};
}

Draw orthogonal_rule(const Parameters& p, Shape, Role)
{
    return {.base = Base::orthogonal, .scale = number(p, "gain")};
}

Draw delta_rule(const Parameters& p, Shape shape, Role role)
{
    Draw draw = orthogonal_rule(p, shape, role);
    const int middle = (shape.kernel - 1) / 2;
    draw.receptive = shape.receptive();
    draw.centre = shape.dimensions == 1 ? middle : middle * (shape.kernel + 1);
    return draw;
}

}   // namespace

Scheme scheme_orthogonal()
{
    return {.name = "orthogonal",
        .label = "Orthogonal",
        .parameters = {gain_parameter()},
        .rule = orthogonal_rule,
        .for_bias = false,
        .variance =
            [](const Parameters& p, Role) {
                return FanVariance {number(p, "gain") * number(p, "gain"), "gain^2", "larger"};
            },
        .fits_activation = true};
}

Scheme scheme_delta_orthogonal()
{
    return {.name = "delta_orthogonal",
        .label = "Delta-orthogonal",
        .parameters = {gain_parameter()},
        .rule = delta_rule,
        .for_bias = false,
        .needs_convolution = true};
}

}   // namespace stepzero
