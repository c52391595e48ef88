// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/animation_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <dlfcn.h>
#include <memory>
#include <vector>

#include "app/video/video_encoder.h"
#include "core/base/formats/file.h"
#include "core/base/words/text_error.h"
#include "core/base/words/words.h"
#include "widgets/figures/picture.h"

namespace stepzero {

namespace {

struct AnimationEnding {
    const char* name;
    bool video = false;   // else a picture
};
constexpr std::array<AnimationEnding, 4> animation_endings {{{"apng"}, {"webp"}, {"webm", true}, {"mp4", true}}};

std::string ending_of(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    ending.erase(0, 1);
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return ending;
}

bool is_folder(const std::filesystem::path& path)
{
    std::error_code ignored;
    return ending_of(path).empty() || std::filesystem::is_directory(path, ignored);
}

/// Loads the module, which is next to the program both in the build tree and when installed.
std::unique_ptr<VideoEncoder> encoder_for(const VideoFormat& format)
{
    static MakeVideoEncoder* const make = [] {
        const std::filesystem::path folder
            = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
        const std::filesystem::path module = folder / STEPZERO_PRIVATE_LIBDIR / "stepzero-video.so";
        void* library = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            const char* why = ::dlerror();
            throw TextError(tr("animated images and videos cannot be written here, but a folder of images can: %1",
                why ? Text::name(why) : tr("the module is missing")));
        }
        return reinterpret_cast<MakeVideoEncoder*>(::dlsym(library, "stepzero_video_encoder"));
    }();
    return std::unique_ptr<VideoEncoder>(make(format));
}

void write_pictures(const std::filesystem::path& folder, std::size_t count,
    const std::function<QImage(std::size_t)>& frame, const Context& context)
{
    std::vector<QByteArray> pictures;
    for (std::size_t i = 0; i < count; ++i) {
        context.check();
        pictures.push_back(pngOf(frame(i)));
    }
    std::error_code ignored;
    const bool made = std::filesystem::create_directories(folder, ignored);
    std::vector<std::filesystem::path> fresh;   // files that did not exist before, to be removed if the work stops
    try {
        for (std::size_t i = 0; i < count; ++i) {
            const QString name = QStringLiteral("%1.png").arg(i + 1, 4, 10, QLatin1Char('0'));
            const std::filesystem::path path = folder / name.toStdString();
            if (!std::filesystem::exists(path, ignored))
                fresh.push_back(path);
            write_file(path, {pictures[i].constData(), std::size_t(pictures[i].size())});
        }
    } catch (const FileError&) {
        for (const std::filesystem::path& path : fresh)
            std::filesystem::remove(path, ignored);
        if (made)
            std::filesystem::remove(folder, ignored);
        throw;
    }
}

}   // namespace

Text animation_problem(const std::filesystem::path& path, const QSize& pixels)
{
    if (is_folder(path))
        return {};
    const auto ending = std::ranges::find(animation_endings, ending_of(path), &AnimationEnding::name);
    if (ending == animation_endings.end())
        return tr("an animation must be .html, .apng, .webp, .webm or .mp4, or a folder, got %1",
            quote(path.filename().string()));
    if (ending->video && (pixels.width() % 2 != 0 || pixels.height() % 2 != 0))
        return tr("a video needs an even width and height, got %1 by %2", pixels.width(), pixels.height());
    return {};
}

void write_animation(const AnimationFile& file, std::size_t count, const std::function<QImage(std::size_t)>& frame,
    const Context& context)
{
    if (is_folder(file.path))
        return write_pictures(file.path, count, frame, context);
    std::unique_ptr<VideoEncoder> encoder;
    for (std::size_t i = 0; i < count; ++i) {
        context.check();
        const QImage image = frame(i);
        if (!encoder)
            encoder = encoder_for({ending_of(file.path), image.width(), image.height(), file.fps, file.loops});
        encoder->add(image.constBits(), image.bytesPerLine());
    }
    const std::string bytes = encoder->finish();
    context.check();
    write_file(file.path, bytes);
}

}   // namespace stepzero
