// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/precision.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

const std::vector<PrecisionInfo>& precisions()
{
    static const std::vector<PrecisionInfo> all = [] {
        std::vector<PrecisionInfo> list;
        for (const FloatFormat format : float_formats)
            list.push_back({float_range(format).name, Text::name(float_range(format).label), format, format});
        list.push_back({"float8_hybrid", tr("fp8 E4M3, E5M2 backward"), FloatFormat::e4m3, FloatFormat::e5m2});
        return list;
    }();
    return all;
}

const PrecisionInfo& precision_info(const Measure& measure)
{
    return *std::ranges::find(precisions(), measure.precision, &PrecisionInfo::name);
}

std::optional<Precision> precision_of(const Measure& measure)
{
    const PrecisionInfo& info = precision_info(measure);
    if (info.forward == FloatFormat::float32)
        return {};
    return Precision {{info.forward}, {info.backward, std::ilogb(measure.loss_scale)}};
}

}   // namespace stepzero
