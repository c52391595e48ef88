// SPDX-License-Identifier: GPL-3.0-or-later
// Interface for reading images: the core does not know image formats, so an application installs a reader.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct ImageReader {
    std::vector<std::string> endings;   ///< file name endings, lower case without a dot: "png"
    /// Reads the central square of an image, smoothly scaled to side × side: [channels, side, side], row by row from
    /// the top, 0 to 1. Three channels are red, green and blue; one channel is the luma of ITU-R BT.601. Returns the
    /// reason for an error, or nothing. Must be thread-safe.
    std::function<Text(const std::string& file, int channels, int side, float* values)> read;
};

/// Call once, before anything is read.
void set_image_reader(ImageReader reader);
/// Returns nullptr when there is none.
const ImageReader* image_reader();

}   // namespace stepzero
