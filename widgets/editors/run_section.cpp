// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/run_section.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QToolButton>
#include <cmath>
#include <set>

#include "core/kinds/kinds.h"
#include "core/modules/precision.h"
#include "core/words/ranges.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/training_rows.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

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

QString powerText(int log2)
{
    return log2 == 0 ? QStringLiteral("1") : QStringLiteral("%1 (%2)").arg(powerOfTwo(log2), pretty(std::exp2(log2)));
}

}   // namespace

RunSection::RunSection(ExperimentEdits& edits, QWidget* parent)
    : Fold(QStringLiteral("run"), tr("Run"), parent), edits_(edits),
      seed_(new NumberBox(ranges::seed.low, ranges::seed.high, true)),
      replicas_(new NumberBox(ranges::replicas.low, ranges::replicas.high, true)), reroll_(new QToolButton),
      precision_(new Combo), lossScale_(new Combo)
{
    edits_.follow(seed_, tr("Seed"), "seed", [](Experiment& e, double value) { e.seed = std::uint64_t(value); });
    reroll_->setText(tr("Re-roll"));
    reroll_->setToolTip(tr("Another seed (Ctrl+R)"));
    connect(reroll_, &QToolButton::clicked, this, &RunSection::rerollSeed);
    rows()->addWidget(fieldRow(tr("seed"), seed_, reroll_));
    edits_.follow(replicas_, tr("Replicas"), "replicas", [](Experiment& e, double value) { e.replicas = int(value); });
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

    for (const PrecisionInfo& info : precisions())
        precision_->addItem(spoken(info.label), QString::fromStdString(info.name));
    precision_->setToolTip(
        tr("Runs the network a second time with the result of every operation rounded to this format"));
    precision_->setAccessibleName(tr("precision"));
    connect(precision_, &QComboBox::activated, this, [this](int index) {
        edits_.change(tr("Precision"), {},
            [&](Experiment& e) { e.measure.precision = precision_->itemData(index).toString().toStdString(); });
    });
    rows()->addWidget(fieldRow(tr("precision"), precision_));
    lossScale_->setToolTip(
        tr("Gradients are multiplied by it before they are rounded, and divided again when they are told"));
    lossScale_->setAccessibleName(tr("loss scale"));
    connect(lossScale_, &QComboBox::activated, this, [this](int index) {
        edits_.change(tr("Loss scale"), {},
            [&](Experiment& e) { e.measure.loss_scale = lossScale_->itemData(index).toDouble(); });
    });
    rows()->addWidget(scaleRow_ = fieldRow(tr("loss scale"), lossScale_));
    rows()->addWidget(training_ = new TrainingRows(edits_));
}

/// Usual powers of two, and the present one.
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
    const bool layered = kind_of(experiment.network).layered, through = layered || kind_of(experiment.network).jacobian;
    jacobian_->setVisible(through);
    for (QWidget* widget : std::initializer_list<QWidget*> {pair_, angle_})
        widget->setVisible(layered);
    seed_->setValue(double(experiment.seed));
    const bool drawn = experiment.weights.file.empty();
    seed_->setToolTip(drawn ? tr("Of all random numbers: the same seed gives the same network")
                            : tr("Of the input and what is sent back: the weights come from a file"));
    replicas_->setToolTip(drawn ? tr("Independent networks: curves show the mean over them and the spread")
                                : tr("Inputs: the weights of all are the file's"));
    replicas_->setValue(experiment.replicas);
    gradient_->setChecked(measure.gradient);
    weightSpectra_->setChecked(measure.weight_spectra);
    jacobian_->setChecked(measure.jacobian);
    correlation_->setChecked(measure.correlation);
    angle_->setValue(measure.correlation_angle);
    angle_->setEnabled(measure.correlation);
    precision_->setCurrentIndex(precision_->findData(QString::fromStdString(measure.precision)));
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
        parts << tr("beside in %1").arg(precision_->currentText());
    training_->showExperiment();
    if (experiment.train)
        parts << training_->summary();
    setSummary(parts.join(QStringLiteral(", ")));
}

}   // namespace stepzero
