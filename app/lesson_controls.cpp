// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_controls.h"

#include "app/side_panel.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/run_section.h"
#include "widgets/editors/training_rows.h"

namespace stepzero {

QWidget* LessonControls::show(const QString& path) const
{
    QWidget* found = named_.value(path);
    if (!found)
        found = settingControl(path);
    if (found && panel_->isAncestorOf(found)) {
        side_->showExperiment();
        for (QWidget* around = found; around != panel_; around = around->parentWidget())
            if (auto* fold = qobject_cast<Fold*>(around))
                fold->setOpen(true);
        panel_->ensureWidgetVisible(found);
    }
    return found;
}

QWidget* LessonControls::settingControl(const QString& path) const
{
    const QString last = path.section('.', -1);
    const auto parameter = [&](ChoiceEditor* editor) -> QWidget* {
        QWidget* own = path.count('.') > 1 ? editor->parameterEditor(last.toStdString()) : nullptr;
        return own ? own : editor;
    };
    const auto in = [&](const char* object) {
        return path == QLatin1String(object) || path.startsWith(QLatin1String(object) + '.');
    };
    if (in("network.weight"))
        return parameter(panel_->weight());
    if (in("network.bias"))
        return parameter(panel_->bias());
    if (in("network.activation"))
        return parameter(panel_->activation());
    if (in("network.roles"))
        return panel_->initialization()->matrix();
    if (in("train.optimizer"))
        return parameter(panel_->run()->training()->optimizer());
    TrainingRows* training = panel_->run()->training();
    InputSection* input = panel_->input();
    const QMap<QString, QWidget*> known {{"network.depth", panel_->depth()}, {"network.steps", panel_->depth()},
        {"network.width", panel_->width()}, {"input.samples", input->samples()}, {"input.tokens", input->tokens()},
        {"input.std", input->std()}, {"input.distribution", input->distribution()}, {"input.scaling", input->scaling()},
        {"train.learning_rate", training->rate()}, {"train.steps", training->steps()},
        {"replicas", panel_->run()->replicas()}};
    if (QWidget* found = known.value(path))
        return found;
    if (in("train"))
        return training;
    return in("network") ? panel_->optionEditor(last.toStdString()) : nullptr;
}

}   // namespace stepzero
