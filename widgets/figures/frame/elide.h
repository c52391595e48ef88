// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QStringList>
#include <functional>

namespace stepzero {

/// One of several names in a width. Where it does not fit, an ellipsis stands for its end; where others would look the
/// same, for its beginning ("…variance 1.76" beside "…variance 1.78") or its middle, or at least for what they share.
QString elidedAmong(const QFontMetricsF& metrics, const QString& name, const QStringList& names, double width);

/// The same of a caption, whose parts between " · " are kept whole or left out, but for the first if it has no room.
QString elidedCaption(const QString& caption, double width, const std::function<double(const QString&)>& wideOf);

}   // namespace stepzero
