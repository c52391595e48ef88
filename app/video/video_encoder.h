// SPDX-License-Identifier: GPL-3.0-or-later
// Animated pictures and videos by libav. Its hundred libraries are loaded when the first one is written: this is a
// module of its own (app/animation_file.cpp), and all that the program knows of it.
#pragma once

#include <cstddef>
#include <string>

namespace stepzero {

struct VideoFormat {
    std::string ending;   ///< "apng", "webp", "webm", "mp4"
    int width = 0, height = 0;   ///< pixels; even for videos
    int fps = 10;   ///< frames a second
    int loops = 0;   ///< of an animated picture; 0: for ever
};

class VideoEncoder {
public:
    virtual ~VideoEncoder() = default;
    /// Of 32 bits a pixel, blue first; rows are `stride` bytes apart. Throws runtime_error.
    virtual void add(const unsigned char* pixels, std::ptrdiff_t stride) = 0;
    /// The whole file. Throws runtime_error. Once.
    virtual std::string finish() = 0;
};

/// What the module gives under the name "stepzero_video_encoder". Throws runtime_error.
using MakeVideoEncoder = VideoEncoder*(const VideoFormat&);

}   // namespace stepzero
