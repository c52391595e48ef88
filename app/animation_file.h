// SPDX-License-Identifier: GPL-3.0-or-later
// Writes frames as an animated picture, a video, or a folder of pictures.
#pragma once

#include <QImage>
#include <QString>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/run/context.h"
#include "core/base/words/text.h"

namespace stepzero {

struct AnimationFile {
    std::filesystem::path path;   ///< .apng, .webp, .webm or .mp4; without an extension: a folder, which is created if
                                  ///< needed
    int fps = 10;   ///< frames per second
    int loops = 0;   ///< number of repetitions of an animated picture; 0: forever
};

/// Returns a sentence about what is wrong with the file; empty when nothing is.
Text animation_problem(const std::filesystem::path& path, const QSize& pixels);

/// Requests `count` frames in order, all of one size, and writes them; a folder gets 0001.png and so on. The file is
/// written completely, or FileError is thrown. When stopped, nothing is written. Throws TextError or runtime_error when
/// libav fails or is missing.
void write_animation(const AnimationFile& file, std::size_t count, const std::function<QImage(std::size_t)>& frame,
    const Context& context);

}   // namespace stepzero
