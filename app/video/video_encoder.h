// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes animated pictures and videos with libav. Its hundred libraries are loaded when the first video is written,
// because this is a separate module (app/animation_file.cpp). The program uses only this interface of it.
#pragma once

#include <cstddef>
#include <string>

namespace stepzero {

struct VideoFormat {
    std::string ending;   ///< "apng", "webp", "webm", "mp4"
    int width = 0, height = 0;   ///< pixels; even for videos
    int fps = 10;   ///< frames per second
    int loops = 0;   ///< repetitions of an animated picture; 0: forever
};

class VideoEncoder {
public:
    virtual ~VideoEncoder() = default;
    /// Adds a frame with 32 bits per pixel, blue first; rows are `stride` bytes apart. Throws runtime_error.
    virtual void add(const unsigned char* pixels, std::ptrdiff_t stride) = 0;
    /// Returns the whole file. Must be called once. Throws runtime_error.
    virtual std::string finish() = 0;
};

/// The function that the module exports as "stepzero_video_encoder". Throws runtime_error.
using MakeVideoEncoder = VideoEncoder*(const VideoFormat&);

}   // namespace stepzero
