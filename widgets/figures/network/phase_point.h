// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the point that the user has put on a phase diagram, until a study of it is computed.
#pragma once

#include <QPointF>
#include <QString>
#include <QVector>
#include <optional>

#include "core/theory/phase_map.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// Equal up to rounding.
bool isNear(Variances a, Variances b);
/// Returns the vertex of the critical line within `reach` pixels, to which a point snaps.
std::optional<Variances> nearestCritical(const PhaseMap& map, const Canvas& canvas, const QPointF& at, double reach);
/// Returns the variances at a pixel, as round numbers finer than a pixel.
Variances variancesAt(const Canvas& canvas, const QPointF& at);

class PhasePoint {
public:
    const std::optional<Variances>& put() const { return put_; }
    /// Begins one undo step.
    void begin();
    const QString& key() const { return key_; }   ///< EditInfo::mergeKey of the step
    void putAt(Variances v);
    void forget() { put_.reset(); }
    /// Returns whether the point passed `v` on its way to where it was put. A study of such a `v` does not move it
    /// back. Precondition: put().
    bool isPassed(Variances v) const;

private:
    std::optional<Variances> put_;
    QVector<Variances> passed_;   // positions passed in this step
    QString key_;
};

}   // namespace stepzero
