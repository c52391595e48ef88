// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/run_section.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QToolButton>

#include "core/kinds/kinds.h"
#include "core/words/ranges.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/labeled_slider.h"

namespace stepzero {

namespace {

constexpr double smallestAngle = 0.001;   // degrees: closer inputs are the same to a network in float32

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

}   // namespace

RunSection::RunSection(ExperimentEdits& edits, QWidget* parent)
    : Fold(QStringLiteral("run"), tr("Run"), parent), edits_(edits),
      seed_(new NumberBox(ranges::seed.low, ranges::seed.high, true)),
      replicas_(new NumberBox(ranges::replicas.low, ranges::replicas.high, true)), reroll_(new QToolButton)
{
    edits_.follow(seed_, tr("Seed"), "seed", [](Experiment& e, double value) { e.seed = std::uint64_t(value); });
    seed_->setToolTip(tr("Of all random numbers: the same seed gives the same network"));
    reroll_->setText(tr("Re-roll"));
    reroll_->setToolTip(tr("Another seed (Ctrl+R)"));
    connect(reroll_, &QToolButton::clicked, this, &RunSection::rerollSeed);
    rows()->addWidget(fieldRow(tr("seed"), seed_, reroll_));
    edits_.follow(replicas_, tr("Replicas"), "replicas", [](Experiment& e, double value) { e.replicas = int(value); });
    replicas_->setToolTip(tr("Independent networks: curves show the mean over them and the spread"));
    rows()->addWidget(fieldRow(tr("replicas"), replicas_));

    const auto check = [&](const QString& text, const QString& tip, bool Measure::*flag) {
        auto* box = new QCheckBox(text);
        box->setToolTip(tip);
        edits_.follow(box, flag);
        return box;
    };
    gradient_ = check(tr("gradient"), tr("Of the loss, backward through every layer"), &Measure::gradient);
    weightSpectra_ = check(tr("spectra"), tr("Singular values of the weights"), &Measure::weight_spectra);
    jacobian_ = check(tr("Jacobian"), tr("Singular values of the input-output Jacobian"), &Measure::jacobian);
    correlation_
        = check(tr("correlation"), tr("How alike the signals of two inputs are in each layer"), &Measure::correlation);
    rows()->addWidget(fieldRow(tr("measure"), sideBySide({gradient_, weightSpectra_, jacobian_})));
    rows()->addWidget(pair_ = fieldRow({}, sideBySide({correlation_})));
    angle_ = edits_.follow(new LabeledSlider(tr("angle in °"), SliderScale::linear(1, ranges::most_degrees),
                               smallestAngle, ranges::most_degrees),
        tr("Angle of two inputs"), tr("Between the two inputs whose correlation is followed; 90° is none"),
        Measure().correlation_angle, [](Experiment& e, double value) { e.measure.correlation_angle = value; });
    rows()->addWidget(angle_);
}

void RunSection::rerollSeed()
{
    edits_.change(tr("Re-roll seed"), {}, [](Experiment& e) {
        // Six digits can be read out in a lecture; the box takes any seed.
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
    const bool layered = kind_of(experiment.network).layered;
    for (QWidget* widget : std::initializer_list<QWidget*> {jacobian_, pair_, angle_})
        widget->setVisible(layered);
    seed_->setValue(double(experiment.seed));
    replicas_->setValue(experiment.replicas);
    gradient_->setChecked(measure.gradient);
    weightSpectra_->setChecked(measure.weight_spectra);
    jacobian_->setChecked(measure.jacobian);
    correlation_->setChecked(measure.correlation);
    angle_->setValue(measure.correlation_angle);
    angle_->setEnabled(measure.correlation);

    QStringList parts {tr("seed %1").arg(seed_->text())};
    if (experiment.replicas > 1)
        parts << tr("%1 replicas").arg(experiment.replicas);
    for (const QCheckBox* box : {gradient_, weightSpectra_, jacobian_, correlation_})
        if (!box->isChecked() && (layered || (box != jacobian_ && box != correlation_)))
            parts << tr("no %1").arg(box->text());
    setSummary(parts.join(QStringLiteral(", ")));
}

}   // namespace stepzero
