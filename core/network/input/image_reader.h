// SPDX-License-Identifier: GPL-3.0-or-later
// How images come in: the core knows none of their formats, and asks whoever has a library for them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct ImageReader {
    std::vector<std::string> endings;   ///< of files' names, in lower case without a point: "png"
    /// The middle square of an image, smoothly scaled to side × side: [channels, side, side], row after row from the
    /// top, 0 to 1; of 3 channels red, green and blue, of 1 the luma of ITU-R BT.601. Returns why it cannot be read, or
    /// nothing. Called by several threads at once.
    std::function<Text(const std::string& file, int channels, int side, float* values)> read;
};

/// Once, before anything is read.
void set_image_reader(ImageReader reader);
/// nullptr: there is none.
const ImageReader* image_reader();

}   // namespace stepzero
