// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/window.h"

namespace stepzero {

Taps::Taps(const Window& window)
    : grid_(window.dimensions == 2), side_(window.side), side_out_(window.side_out()), kernel_(window.kernel),
      taps_(window.receptive()), seen_(std::size_t(window.side))
{
    for (int output = 0; output < side_out_; ++output)
        for (int tap = 0; tap < kernel_; ++tap) {
            int input = output * window.stride - window.padding() + tap * window.dilation;
            if (window.border == Border::circular)
                input = (input % side_ + side_) % side_;
            const bool inside = input >= 0 && input < side_;
            along_.push_back(inside ? input : -1);
            if (inside)
                seen_[std::size_t(input)].push_back({output, tap});
        }
}

}   // namespace stepzero
