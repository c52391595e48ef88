// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QStringList>
#include <functional>

namespace stepzero {

/// Shortens one of several names to a width. By default an ellipsis replaces its end. Where names would become
/// identical, it replaces the beginning ("…variance 1.76" and "…variance 1.78"), the middle, or at least the common
/// part.
QString elidedAmong(const QFontMetricsF& metrics, const QString& name, const QStringList& names, double width);

/// Shortens a caption to a width. Its parts between " · " are kept whole or left out; only the first may be shortened.
QString elidedCaption(const QString& caption, double width, const std::function<double(const QString&)>& wideOf);

}   // namespace stepzero
