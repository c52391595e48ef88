// SPDX-License-Identifier: GPL-3.0-or-later
// Chips beside the editors of the whole network: how many layers or matrices have a setting of their own, which an
// editor therefore does not reach. A click clears these.
#pragma once

#include <QObject>
#include <QVector>
#include <functional>

#include "core/network/experiment/experiment.h"

namespace stepzero {

class ChoiceEditor;
class ExperimentEdits;

class OverrideChips : public QObject {
    Q_OBJECT
public:
    /// `edits` outlives it.
    OverrideChips(ExperimentEdits& edits, ChoiceEditor* activation, ChoiceEditor* weight, ChoiceEditor* bias,
        QObject* parent = nullptr);

    /// Shows the edits' experiment.
    void show();

private:
    void add(ChoiceEditor* editor, const QString& text, std::function<int(const Network&)> count,
        const std::function<void(Network&)>& clear);

    ExperimentEdits& edits_;
    QVector<QPair<ChoiceEditor*, std::function<int(const Network&)>>> chips_;
    ChoiceEditor* keeping_ = nullptr;   // edited last: its chip says what that left alone
};

}   // namespace stepzero
