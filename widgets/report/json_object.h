// SPDX-License-Identifier: GPL-3.0-or-later
// Converts an object of a lesson's file to Qt: a figure's view, or a board.
#pragma once

#include <QJsonObject>

#include "core/base/json/json.h"

namespace stepzero {

QJsonObject objectOf(const Json& json);   ///< empty when `json` is not an object
Json jsonOf(const QJsonObject& object);

}   // namespace stepzero
