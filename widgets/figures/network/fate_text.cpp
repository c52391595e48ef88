// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/fate_text.h"

#include <QObject>

#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

QString number(double value) { return value == 0 ? QStringLiteral("0") : aligned(value); }

}   // namespace

QString lengthText(const FixedPoint& point)
{
    switch (point.length) {
    case LengthFate::settles:
        break;
    case LengthFate::stays:
        return QObject::tr("length is preserved");
    case LengthFate::shrinks:
        return QObject::tr("length shrinks to 0");
    case LengthFate::grows:
        return QObject::tr("length grows without bound");
    }
    return QObject::tr("q* %1").arg(number(point.q_star.value_or(0)));
}

QString basinText(const FixedPoint& point)
{
    const QString start = number(point.start);
    if (point.length == LengthFate::grows)
        return point.basin_low ? QObject::tr("input q %1 outside the basin q < %2").arg(start, number(*point.basin_low))
                               : QString();
    if (point.basin_low && point.basin_high)
        return QObject::tr("input q %1 in the basin %2 < q < %3")
            .arg(start, number(*point.basin_low), number(*point.basin_high));
    if (point.basin_high)
        return QObject::tr("input q %1 in the basin q < %2").arg(start, number(*point.basin_high));
    return point.basin_low ? QObject::tr("input q %1 in the basin q > %2").arg(start, number(*point.basin_low))
                           : QString();
}

QString angleText(const AngleMap& angles)
{
    if (angles.fate == AngleFate::unchanged)
        return QObject::tr("angles are preserved");
    if (angles.fate == AngleFate::algebraic)
        return QObject::tr("c → 1 · $ξ_c$ none (algebraic)");
    return QObject::tr("c* %1 · $ξ_c$ %2").arg(number(angles.c_star.value_or(0)), aligned(angles.xi_c.value_or(0)));
}

QString phaseText(const FixedPoint& point) { return point.phase ? translated(label_of(*point.phase)) : QString(); }

QString stabilityText(Stability stability)
{
    return stability == Stability::stable  ? QObject::tr("stable")
        : stability == Stability::unstable ? QObject::tr("unstable")
                                           : QObject::tr("half-stable");
}

}   // namespace stepzero
