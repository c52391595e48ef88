// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/capture.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

std::optional<double> CapturedMoments::norm() const
{
    if (!rms || not_finite >= count)
        return {};
    return *rms * std::sqrt(double(count - not_finite));
}

int Capture::blocks() const
{
    int last = 0;
    for (const CapturedModule& one : modules)
        last = std::max(last, one.block);
    for (const CapturedParameter& one : parameters)
        last = std::max(last, one.block);
    return last;
}

bool Capture::has_backward() const
{
    return loss || std::ranges::any_of(modules, [](const CapturedModule& one) { return one.gradient.has_value(); })
        || std::ranges::any_of(parameters, [](const CapturedParameter& one) { return one.gradient.has_value(); });
}

std::string owner_of(const CapturedParameter& parameter)
{
    const std::size_t dot = parameter.name.rfind('.');
    return dot == std::string::npos ? std::string() : parameter.name.substr(0, dot);
}

std::string call_text(const CapturedModule& one)
{
    return one.call > 1 ? " (" + std::to_string(one.call) + ")" : std::string();
}

std::string block_pattern(const std::string& name, int block, const std::string& role)
{
    const bool function = role.starts_with('/');   // that the block itself calls: "h.0/relu"
    const std::string inside = role.empty() || function ? role : "." + role;
    if (block <= 0 || !name.ends_with(inside))
        return name;
    const std::string own = name.substr(0, name.size() - inside.size());   // "transformer.h.0"
    const std::size_t begin = own.rfind('.') + 1;   // 0 without a dot
    if (begin == own.size() || own.find_first_not_of("0123456789", begin) != std::string::npos)
        return name;
    return own.substr(0, begin) + "*" + inside;
}

}   // namespace stepzero
