// SPDX-License-Identifier: GPL-3.0-or-later
// Chips next to the editors of the whole network. Each shows how many layers or matrices override a setting, so that
// the editor does not reach them. A click removes these overrides.
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
    /// `edits` outlives the chips.
    OverrideChips(ExperimentEdits& edits, ChoiceEditor* activation, ChoiceEditor* weight, ChoiceEditor* bias,
        QObject* parent = nullptr);

    /// Shows the experiment of `edits`.
    void show();

private:
    void add(ChoiceEditor* editor, const QString& text, std::function<int(const Network&)> count,
        const std::function<void(Network&)>& clear);

    ExperimentEdits& edits_;
    QVector<QPair<ChoiceEditor*, std::function<int(const Network&)>>> chips_;
    ChoiceEditor* keeping_ = nullptr;   // the editor that was edited last; its chip shows what that edit left unchanged
};

}   // namespace stepzero
