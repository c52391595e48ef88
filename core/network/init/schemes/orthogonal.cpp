// SPDX-License-Identifier: GPL-3.0-or-later
// Haar-distributed orthonormal rows or columns, whichever are fewer, times a gain. Saxe, McClelland, Ganguli: Exact
// solutions to the nonlinear dynamics of learning in deep linear neural networks. ICLR 2014. delta_orthogonal puts such
// a matrix at the center (k − 1)//2 of a kernel: Xiao et al., ICML 2018.
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

ParameterInfo gain_parameter()
{
    return {.name = "gain", .label = tr("gain"), .default_value = 1.0, .low = -1e30, .high = 1e30};
}

Draw orthogonal_rule(const Parameters& p, Shape, Role)
{
    return {.base = base_orthogonal(), .scale = number(p, "gain")};
}

int centre(Shape shape) { return (shape.kernel - 1) / 2; }

Draw delta_rule(const Parameters& p, Shape shape, Role)
{
    const int middle = centre(shape);
    return {.base = base_orthogonal({shape.receptive(), shape.dimensions == 1 ? middle : middle * (shape.kernel + 1)}),
        .scale = number(p, "gain")};
}

PytorchCall delta_call(const Parameters& p, Shape shape, const std::string& tensor)
{
    const std::string middle = std::to_string(centre(shape));
    return PytorchCall {{"nn.init.zeros_(" + tensor + ")",
        "nn.init.orthogonal_(" + tensor + ".data[:, :, " + middle + (shape.dimensions == 2 ? ", " + middle : "")
            + "], gain=" + python_argument(p, "gain") + ")"}};
}

Text delta_problem(const Parameters&, Shape shape, int groups)
{
    const int inputs = shape.columns() / shape.receptive() * groups;
    if (inputs > shape.rows())
        return tr(
            "delta_orthogonal needs at least as many output channels as input channels, but they go from %1 to %2",
            inputs, shape.rows());
    return groups > 1 ? tr("delta_orthogonal needs groups to be 1, but they are %1", groups) : Text();
}

}   // namespace

Scheme scheme_orthogonal()
{
    return {.name = "orthogonal",
        .label = tr("Orthogonal"),
        .source = "Saxe et al. 2014",
        .parameters = {gain_parameter()},
        .rule = orthogonal_rule,
        .for_bias = false,
        .variance =
            [](const Parameters& p, Role) {
                return FanVariance {number(p, "gain") * number(p, "gain"), "gain^2", Fan::larger};
            },
        .fits_activation = true,
        .pytorch =
            [](const Parameters& p, Shape, const std::string& tensor) {
                return PytorchCall {{"nn.init.orthogonal_(" + tensor + ", gain=" + python_argument(p, "gain") + ")"}};
            }};
}

Scheme scheme_delta_orthogonal()
{
    return {.name = "delta_orthogonal",
        .label = tr("Delta-orthogonal"),
        .source = "Xiao et al. 2018",
        .parameters = {gain_parameter()},
        .rule = delta_rule,
        .for_bias = false,
        .needs_convolution = true,
        .pytorch = delta_call,
        .problem = delta_problem};
}

}   // namespace stepzero
