// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a phase diagram where the user has put it, until a study of it is there.
#pragma once

#include <QPointF>
#include <QString>
#include <QVector>
#include <optional>

#include "core/theory/phase_map.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Alike but for rounding.
bool isNear(Variances a, Variances b);
/// The vertex of the critical line that a point in so many pixels' reach of the line snaps to.
std::optional<Variances> nearestCritical(const PhaseMap& map, const Canvas& canvas, const QPointF& at, double reach);
/// The variances at a pixel, in round numbers that are finer than it.
Variances variancesAt(const Canvas& canvas, const QPointF& at);

class PhasePoint {
public:
    const std::optional<Variances>& put() const { return put_; }
    /// One undo step begins.
    void begin();
    const QString& key() const { return key_; }   ///< of the step: EditInfo::mergeKey
    void putAt(Variances v);
    void forget() { put_.reset(); }
    /// Of the way to where the point was put: it does not go back for a study of that. Precondition: put().
    bool isPassed(Variances v) const;

private:
    std::optional<Variances> put_;
    QVector<Variances> passed_;   // of this step
    QString key_;
};

}   // namespace stepzero
