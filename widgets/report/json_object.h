// SPDX-License-Identifier: GPL-3.0-or-later
// An object of a lesson's file, as the window has it: a figure's view, a board.
#pragma once

#include <QJsonObject>

#include "core/base/json/json.h"

namespace stepzero {

QJsonObject objectOf(const Json& json);   ///< empty for what is no object
Json jsonOf(const QJsonObject& object);

}   // namespace stepzero
