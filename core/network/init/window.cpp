// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/window.h"

namespace stepzero {

Taps::Taps(const Window& window)
    : grid_(window.dimensions == 2), side_(window.side), side_out_(window.side_out()), kernel_(window.kernel),
      taps_(window.receptive()), seen_(std::size_t(window.side))
{
    along_.assign(std::size_t(side_out_) * std::size_t(kernel_), -1);
    const Window direct = window.direct();
    for (int from = 0; from < direct.side_out(); ++from)   // an output of the direct convolution reads `to`
        for (int tap = 0; tap < kernel_; ++tap) {
            int to = from * window.stride - window.padding() + tap * window.dilation;
            if (window.border == Border::circular)
                to = (to % direct.side + direct.side) % direct.side;
            if (to < 0 || to >= direct.side)
                continue;
            const int input = window.transposed ? from : to, output = window.transposed ? to : from;
            along_[std::size_t(output * kernel_ + tap)] = input;
            seen_[std::size_t(input)].push_back({output, tap});
        }
}

}   // namespace stepzero
