// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as an animated picture, a video, or a folder of pictures.
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
    std::filesystem::path path;   ///< .apng, .webp, .webm or .mp4; of no ending: a folder, made when it is not there
    int fps = 10;   ///< frames per second
    int loops = 0;   ///< an animated image repeats this often; 0: forever
};

/// What is wrong with the file, as a sentence; empty: nothing.
Text animation_problem(const std::filesystem::path& path, const QSize& pixels);

/// Asks for `count` frames in order, all of one size, and writes them; a folder gets 0001.png and so on. Whole, or with
/// a FileError; stopped in between, nothing is written. Throws TextError or runtime_error where libav fails or is
/// missing.
void write_animation(const AnimationFile& file, std::size_t count, const std::function<QImage(std::size_t)>& frame,
    const Context& context);

}   // namespace stepzero
