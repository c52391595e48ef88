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

std::string block_pattern(const std::string& name, const std::string& role)
{
    if (role.empty() || role.size() >= name.size())
        return name;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        const std::string number = name.substr(begin, end - begin);
        if (!number.empty() && number.find_first_not_of("0123456789") == std::string::npos) {
            // "a.0.b" without its number and one of the dots
            const std::string before = name.substr(0, begin == 0 ? 0 : begin - 1), after = name.substr(end);
            if (before + after == role || (begin == 0 && after == "." + role))
                return name.substr(0, begin) + "*" + after;
        }
        begin = end + 1;
    }
    return name;
}

}   // namespace stepzero
