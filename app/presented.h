// SPDX-License-Identifier: GPL-3.0-or-later
// What a presentation shows without a lesson: figures, and parameters with a control.
#pragma once

#include <QJsonObject>
#include <QVector>
#include <vector>

#include "core/study/lesson/lesson.h"
#include "widgets/figures/picture.h"

namespace stepzero {

inline constexpr qsizetype mostPresented = 4;   ///< figures of a presentation without a text

/// The user's choice. An empty list is an automatic choice: the figures and the parameter that were used last.
struct Presented {
    std::vector<LessonFigure> figures;   ///< at most mostPresented, in order; views are not used
    std::vector<LessonDial> dials;   ///< at most most_dials
};

QJsonObject toJson(const Presented& presented);
/// Ignores what is invalid, since a stored setting may have been edited.
Presented presentedFrom(const QJsonObject& json);

/// A figure with its fraction of the area. Fractions are scaled to a sum of 1.
struct PresentedFigure {
    PicturePart part;
    double share = 0.5;
};

/// Returns the places of up to four figures. Next to a text they are stacked. Otherwise two are side by side, the first
/// of three is next to the other two, and four have two rows.
QVector<QRect> figurePlaces(const QRect& room, const QVector<double>& shares, bool stacked);

}   // namespace stepzero
