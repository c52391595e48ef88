// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/run_section.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QToolButton>
#include <cmath>
#include <set>

#include "core/base/words/ranges.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/modules/precision.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/training_rows.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

QWidget* sideBySide(const QVector<QCheckBox*>& boxes)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (QCheckBox* box : boxes)
        layout->addWidget(box);
    layout->addStretch(1);
    return row;
}

QString powerText(int log2)
{
    return log2 == 0 ? QStringLiteral("1") : QStringLiteral("%1 (%2)").arg(powerOfTwo(log2), pretty(std::exp2(log2)));
}

}   // namespace

RunSection::RunSection(ExperimentEdits& edits, QWidget* parent)
    : Fold(QStringLiteral("run"), tr("Run"), parent), edits_(edits), seed_(edits.box("seed")),
      replicas_(edits.box("replicas")), reroll_(new QToolButton), lossScale_(new Combo)
{
    reroll_->setText(tr("New seed"));
    reroll_->setToolTip(tr("New random seed (Ctrl+R)"));
    connect(reroll_, &QToolButton::clicked, this, &RunSection::rerollSeed);
    rows()->addWidget(fieldRow(labelOf("seed"), seed_, reroll_));
    rows()->addWidget(fieldRow(labelOf("replicas"), replicas_));

    const auto check = [&](const char* path) { return edits_.check(path, tr("Measure %1").arg(labelOf(path))); };
    gradient_ = check("measure.gradient");
    weightSpectra_ = check("measure.weight_spectra");
    jacobian_ = check("measure.jacobian");
    correlation_ = check("measure.correlation");
    rows()->addWidget(fieldRow(tr("measure"), sideBySide({gradient_, weightSpectra_, jacobian_})));
    rows()->addWidget(pair_ = fieldRow({}, sideBySide({correlation_})));
    angle_ = edits_.slider("measure.correlation_angle", SliderScale::linear(1, ranges::most_degrees));
    rows()->addWidget(angle_);

    precision_ = edits_.combo("measure.precision");
    rows()->addWidget(fieldRow(labelOf("measure.precision"), precision_));
    lossScale_->setToolTip(helpOf("measure.loss_scale"));
    connect(lossScale_, &QComboBox::activated, this, [this](int index) {
        edits_.change(editOf(field_of("measure.loss_scale")), {},
            [&](Experiment& e) { e.measure.loss_scale = lossScale_->itemData(index).toDouble(); });
    });
    rows()->addWidget(scaleRow_ = fieldRow(labelOf("measure.loss_scale"), lossScale_));
    rows()->addWidget(training_ = new TrainingRows(edits_));
}

/// Offers the usual powers of two, and the present value.
void RunSection::showLossScale(double present)
{
    const int own = std::ilogb(present);
    std::set<int> powers {own};
    for (int power = 0; power <= 32; power += 4)
        powers.insert(power);
    lossScale_->clear();
    for (const int power : powers)
        lossScale_->addItem(powerText(power), std::exp2(power));
    lossScale_->setCurrentIndex(int(std::distance(powers.begin(), powers.find(own))));
}

void RunSection::rerollSeed()
{
    edits_.change(tr("New random seed"), {}, [](Experiment& e) {
        // Six digits can be read out in a lecture. The box accepts any seed.
        const auto before = e.seed;
        do
            e.seed = QRandomGenerator::global()->bounded(1000000u);
        while (e.seed == before);
    });
}

void RunSection::showExperiment()
{
    const Experiment& experiment = edits_.experiment();
    const Measure& measure = experiment.measure;
    const bool layered = kind_of(experiment.network).layered, through = layered || kind_of(experiment.network).jacobian;
    jacobian_->setVisible(through);
    for (QWidget* widget : std::initializer_list<QWidget*> {pair_, angle_})
        widget->setVisible(layered);
    const bool drawn = experiment.weights.file.empty();
    seed_->setToolTip(
        drawn ? helpOf("seed") : tr("Seed of the input and the backpropagated gradient; the weights come from a file"));
    replicas_->setToolTip(drawn ? helpOf("replicas") : tr("Number of input samples; all use the file's weights"));
    angle_->setEnabled(measure.correlation);
    showLossScale(measure.loss_scale);
    scaleRow_->setVisible(precision_of(measure).has_value() && measure.gradient);

    QStringList parts {tr("seed %1").arg(seed_->text())};
    if (experiment.replicas > 1)
        parts << tr("%n replica(s)", nullptr, experiment.replicas);
    for (const QCheckBox* box : {gradient_, weightSpectra_, jacobian_, correlation_})
        if (!box->isChecked()
            && (layered || (box == jacobian_ && through) || (box != jacobian_ && box != correlation_)))
            parts << tr("no %1").arg(box->text());
    if (precision_of(measure))
        parts << tr("also run in %1").arg(precision_->currentText());
    training_->showExperiment();
    if (experiment.train)
        parts << training_->summary();
    setSummary(joinedText(parts, ", "));
}

}   // namespace stepzero
