// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/output_layer.h"

#include <algorithm>

namespace stepzero {

const CapturedModule* output_layer(const Capture& capture)
{
    if (!capture.loss || !capture.loss->classes)
        return nullptr;
    const std::uint64_t classes = *capture.loss->classes;
    for (auto one = capture.modules.rbegin(); one != capture.modules.rend(); ++one) {
        if (!one->output || (one->kind != ModuleKind::linear && one->kind != ModuleKind::convolution))
            continue;
        const std::vector<std::uint64_t>& shape = one->output->shape;
        const bool last = !shape.empty() && shape.back() == classes;
        if (last || (shape.size() > 2 && shape[1] == classes))
            return &*one;
    }
    return nullptr;
}

}   // namespace stepzero
