// SPDX-License-Identifier: GPL-3.0-or-later
// Work that somebody waits for, and may stop.
#pragma once

#include <QString>
#include <cstddef>
#include <functional>

#include "core/base/run/context.h"

class QWidget;

namespace stepzero {

/// Bytes of noise that such work keeps rather than draws again.
inline constexpr std::size_t longWorkNoise = std::size_t(256) << 20;

/// In a thread of its own; a dialog with progress and Cancel comes when it takes a moment. False when it was stopped,
/// or failed: then a box headed `failure` has said why. `place`: of the manual.
bool doLongWork(QWidget* window, const QString& words, const QString& failure, const QString& place,
    const std::function<void(const Context&)>& work);

}   // namespace stepzero
