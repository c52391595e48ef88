// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress_line.h"

#include <cstdio>
#include <unistd.h>

#include "widgets/language/language.h"

namespace stepzero {

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) != 0), last_(std::chrono::steady_clock::now()) { }

void ProgressLine::show(const Progress& progress)
{
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - last_ < std::chrono::milliseconds(100))
        return;
    last_ = now;
    shown_ = true;
    std::fprintf(
        stderr, "\r\033[K%3d %% %s", int(100 * progress.fraction), translated(progress.stage).toUtf8().constData());
    std::fflush(stderr);
}

void ProgressLine::clear()
{
    if (!shown_)
        return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    shown_ = false;
}

std::function<void(const Progress&)> ProgressLine::part(double start, double share)
{
    return [this, start, share](const Progress& progress) {
        show({start + share * progress.fraction, progress.stage});
    };
}

}   // namespace stepzero
