// SPDX-License-Identifier: GPL-3.0-or-later
// A layout as JSON, in settings; its "board" alone in the steps of lessons:
//
//   {"board": {"column": [{"share": 0.6, "row": [{"tabs": ["signal"]}, {"tabs": ["weights", "spectrum"],
//              "front": "spectrum"}]}, {"tabs": ["phase"]}]}, "hidden": ["boxes"], "enlarged": "signal"}
//
// A part has one of "row", "column" and "tabs". Shares of one row or column are relative to each other; without one a
// part has 1. Without "front" the first tab is in front.
#pragma once

#include <QJsonObject>
#include <variant>

#include "app/layout.h"

namespace stepzero {

QJsonObject toJson(const BoardLayout& layout);
/// Returns a layout in normal form, or sentences about what is wrong, with the place. `within` is the position of the
/// layout in a file, such as "steps[2]." in a lesson.
std::variant<BoardLayout, QStringList> layoutFromJson(const QJsonObject& json, const QString& within = {});

}   // namespace stepzero
