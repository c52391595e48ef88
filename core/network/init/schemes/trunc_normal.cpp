// SPDX-License-Identifier: GPL-3.0-or-later
// N(mean, std²) given low < w < high. As in PyTorch, bounds are absolute values and std is that before truncation. With
// bounds = sigma, they are in units of std about the mean, as in JAX.
#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

PytorchCall call(const Parameters& p, Shape, const std::string& tensor)
{
    if (is_on(p, "compensated"))
        return {.lines = {}, .missing = "torch.nn.init does not compensate truncation"};
    const std::string std = python_argument(p, "std"), mean = python_argument(p, "mean"),
                      low = python_argument(p, "low"), high = python_argument(p, "high"),
                      begin = "nn.init.trunc_normal_(" + tensor + ", mean=";
    if (bounds_of(p) == Bounds::absolute)
        return {{begin + mean + ", std=" + std + ", a=" + low + ", b=" + high + ")"}};
    return {{"mean, std = " + mean + ", " + std,
        begin + "mean, std=std, a=mean + (" + low + ") * std, b=mean + (" + high + ") * std)"}};
}

}   // namespace

Scheme scheme_trunc_normal()
{
    ParameterInfo compensated = flag("compensated", tr("compensated"), false);
    compensated.quiet = true;
    return {.name = "trunc_normal",
        .label = tr("Truncated normal"),
        .parameters = {{.name = "mean", .label = tr("mean"), .default_value = 0.0},
            {.name = "std", .label = tr("standard deviation"), .default_value = 1.0, .low = 0},
            {.name = "low", .label = tr("low"), .default_value = -2.0},
            {.name = "high", .label = tr("high"), .default_value = 2.0},
            {.name = "bounds",
                .label = tr("bounds"),
                .default_value = std::string("absolute"),
                .choices = {"absolute", "sigma"},
                .choice_labels = {tr("at values"), tr("at σ")}},
            compensated},
        .rule = [](const Parameters& p, Shape, Role) { return truncated_draw(number(p, "mean"), number(p, "std"), p); },
        .variance =
            [](const Parameters& p, Role) {
                return FanVariance {number(p, "std") * number(p, "std"), "std^2"};
            },
        .deviation = "std",
        .untruncated = "normal",
        .pytorch = call};
}

}   // namespace stepzero
