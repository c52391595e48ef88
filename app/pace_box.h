// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the speed of a play.
#pragma once

#include "widgets/editors/combo.h"

namespace stepzero {

class PaceBox : public Combo {
    Q_OBJECT
public:
    explicit PaceBox(const QString& hint, QWidget* parent = nullptr);
    int perSecond() const { return currentData().toInt(); }
    int milliseconds() const { return 1000 / perSecond(); }
};

}   // namespace stepzero
