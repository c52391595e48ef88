// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/video/video_encoder.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

namespace stepzero {

namespace {

struct Kind {
    const char* ending;
    const char* muxer;
    const char* codec;
    AVPixelFormat pixels;
    const char* options;   // options of the codec
};

// Pictures are lossless. Videos use the one format that every player supports.
constexpr Kind kinds[] = {
    {"apng", "apng", "apng", AV_PIX_FMT_RGB24, "pred=mixed"},
    {"webp", "webp", "libwebp_anim", AV_PIX_FMT_BGRA, "lossless=1:compression_level=4"},
    {"webm", "webm", "libvpx-vp9", AV_PIX_FMT_YUV420P, "crf=18:b=0:deadline=good:cpu-used=4"},
    {"mp4", "mp4", "libx264", AV_PIX_FMT_YUV420P, "crf=16:preset=medium"},
};

[[noreturn]] void fail(const std::string& what, int error)
{
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(error, reason, sizeof reason);
    throw std::runtime_error(what + ": " + reason);
}

int checked(int result, const char* what)
{
    if (result < 0)
        fail(what, result);
    return result;
}

template <class T>
T* there(T* pointer, const std::string& what)
{
    if (!pointer)
        throw std::runtime_error(what);
    return pointer;
}

struct Free {
    void operator()(AVFormatContext* context) const { avformat_free_context(context); }
    void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
    void operator()(SwsContext* context) const { sws_freeContext(context); }
    void operator()(AVIOContext* context) const
    {
        av_freep(&context->buffer);
        avio_context_free(&context);
    }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

/// A seekable file in memory, because formats write their beginning last.
struct Bytes {
    std::string bytes;
    std::size_t at = 0;

    /// Byte is const since libavformat 61.
    template <class Byte>
    static int write(void* self, Byte* data, int size)
    {
        auto& [bytes, at] = *static_cast<Bytes*>(self);
        try {
            if (bytes.size() < at + std::size_t(size))
                bytes.resize(at + std::size_t(size));
        } catch (const std::exception&) {
            return AVERROR(ENOMEM);
        }
        std::memcpy(bytes.data() + at, data, std::size_t(size));
        at += std::size_t(size);
        return size;
    }
    static std::int64_t seek(void* self, std::int64_t offset, int whence)
    {
        auto& [bytes, at] = *static_cast<Bytes*>(self);
        if (whence == AVSEEK_SIZE)
            return std::int64_t(bytes.size());
        const std::int64_t from = whence == SEEK_CUR ? std::int64_t(at)
            : whence == SEEK_END                     ? std::int64_t(bytes.size())
                                                     : 0;
        at = std::size_t(from + offset);
        return std::int64_t(at);
    }
};

class LibavEncoder : public VideoEncoder {
public:
    explicit LibavEncoder(const VideoFormat& format)
    {
        av_log_set_level(AV_LOG_QUIET);   // errors are reported as sentences of this program
        const Kind* kind = nullptr;
        for (const Kind& each : kinds)
            if (format.ending == each.ending)
                kind = &each;
        there(kind, "no such format");
        AVFormatContext* made = nullptr;
        checked(avformat_alloc_output_context2(&made, nullptr, kind->muxer, nullptr), kind->muxer);
        file_.reset(made);
        const AVCodec* codec = there(
            avcodec_find_encoder_by_name(kind->codec), std::string("libavcodec has no ") + kind->codec + " here");
        codec_.reset(there(avcodec_alloc_context3(codec), "there is not enough memory"));
        codec_->width = format.width;
        codec_->height = format.height;
        codec_->pix_fmt = kind->pixels;
        codec_->time_base = {1, format.fps};
        codec_->framerate = {format.fps, 1};
        codec_->thread_count = 1;   // yields the same bytes on every machine
        codec_->flags |= AV_CODEC_FLAG_BITEXACT;
        const bool video = kind->pixels == AV_PIX_FMT_YUV420P;
        if (video) {
            codec_->colorspace = AVCOL_SPC_BT709;
            codec_->color_primaries = AVCOL_PRI_BT709;
            codec_->color_trc = AVCOL_TRC_BT709;
            codec_->color_range = AVCOL_RANGE_MPEG;
        }
        if (file_->oformat->flags & AVFMT_GLOBALHEADER)
            codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        AVDictionary* options = nullptr;
        av_dict_parse_string(&options, kind->options, "=", ":", 0);
        const int opened = avcodec_open2(codec_.get(), codec, &options);
        av_dict_free(&options);
        checked(opened, kind->codec);

        stream_ = there(avformat_new_stream(file_.get(), nullptr), "there is not enough memory");
        stream_->time_base = codec_->time_base;
        stream_->avg_frame_rate = stream_->r_frame_rate = codec_->framerate;
        checked(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), kind->codec);
        constexpr int block = 1 << 16;
        auto* buffer = static_cast<unsigned char*>(there(av_malloc(block), "there is not enough memory"));
        io_.reset(avio_alloc_context(buffer, block, 1, &bytes_, nullptr, Bytes::write, Bytes::seek));
        file_->pb = io_.get();
        file_->flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO;
        av_opt_set_int(file_->priv_data, format.ending == "apng" ? "plays" : "loop", format.loops, 0);
        checked(avformat_write_header(file_.get(), nullptr), kind->muxer);

        packet_.reset(there(av_packet_alloc(), "there is not enough memory"));
        scaler_.reset(there(
            sws_getContext(format.width, format.height, AV_PIX_FMT_BGRA, format.width, format.height, kind->pixels,
                SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT, nullptr, nullptr, nullptr),
            "there is not enough memory"));
        if (video)
            sws_setColorspaceDetails(scaler_.get(), sws_getCoefficients(SWS_CS_DEFAULT), 1,
                sws_getCoefficients(SWS_CS_ITU709), 0, 0, 1 << 16, 1 << 16);
    }

    void add(const unsigned char* pixels, std::ptrdiff_t stride) override
    {
        // A new frame each time, because the encoder may still use the previous one.
        Owned<AVFrame> frame(there(av_frame_alloc(), "there is not enough memory"));
        frame->format = codec_->pix_fmt;
        frame->width = codec_->width;
        frame->height = codec_->height;
        checked(av_frame_get_buffer(frame.get(), 0), "frame");
        const std::uint8_t* source[] = {pixels};
        const int strides[] = {int(stride)};
        checked(sws_scale(scaler_.get(), source, strides, 0, frame->height, frame->data, frame->linesize), "colours");
        frame->pts = count_++;
        checked(avcodec_send_frame(codec_.get(), frame.get()), codec_->codec->name);
        take();
    }

    std::string finish() override
    {
        checked(avcodec_send_frame(codec_.get(), nullptr), codec_->codec->name);
        take();
        checked(av_write_trailer(file_.get()), file_->oformat->name);
        avio_flush(io_.get());
        return std::move(bytes_.bytes);
    }

private:
    void take()
    {
        for (;;) {
            const int got = avcodec_receive_packet(codec_.get(), packet_.get());
            if (got == AVERROR(EAGAIN) || got == AVERROR_EOF)
                return;
            checked(got, codec_->codec->name);
            if (packet_->duration == 0)
                packet_->duration = 1;
            av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
            packet_->stream_index = 0;
            checked(av_interleaved_write_frame(file_.get(), packet_.get()), file_->oformat->name);
        }
    }

    Bytes bytes_;
    Owned<AVIOContext> io_;
    Owned<AVFormatContext> file_;
    Owned<AVCodecContext> codec_;
    Owned<AVPacket> packet_;
    Owned<SwsContext> scaler_;
    AVStream* stream_ = nullptr;   // stream of the file
    std::int64_t count_ = 0;
};

}   // namespace

}   // namespace stepzero

extern "C" stepzero::VideoEncoder* stepzero_video_encoder(const stepzero::VideoFormat& format)
{
    return new stepzero::LibavEncoder(format);
}
