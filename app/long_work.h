// SPDX-License-Identifier: GPL-3.0-or-later
// Runs work that the user waits for, and may stop.
#pragma once

#include <QString>
#include <cstddef>
#include <functional>

#include "core/base/run/context.h"

class QWidget;

namespace stepzero {

/// Bytes of noise that such work caches instead of sampling it again.
inline constexpr std::size_t longWorkNoise = std::size_t(256) << 20;

/// Runs `work` in another thread. If it takes a moment, a dialog with progress and Cancel appears. Returns false when
/// it was stopped or failed; after a failure, a box with the title `failure` has shown the reason. `place` is the place
/// in the manual.
bool doLongWork(QWidget* window, const QString& words, const QString& failure, const QString& place,
    const std::function<void(const Context&)>& work);

}   // namespace stepzero
