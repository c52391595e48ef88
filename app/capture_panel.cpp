// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "core/capture/rules.h"
#include "core/checkpoint/audit/recipe_texts.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

QString percent(double fraction) { return decimals(100 * fraction, 1) + QLatin1Char('%'); }

void addMoments(NumberRows& rows, const QString& heading, const CapturedMoments& moments)
{
    const auto tr = [](const char* text) { return CapturePanel::tr(text); };
    const auto add = [&](const QString& name, const std::optional<double>& fraction) {
        if (fraction)
            rows.add(name, percent(*fraction));
    };
    rows.addHeading(heading);
    rows.add(tr("shape"), shapeText(moments));
    rows.add(tr("format"), QString::fromStdString(moments.dtype));
    rows.add(tr("RMS"), moments.rms);
    rows.add(tr("mean"), moments.mean);
    rows.add(tr("σ"), moments.std);
    if (moments.min && moments.max)
        rows.add(tr("min, max"), pretty(*moments.min) + QStringLiteral(", ") + pretty(*moments.max));
    rows.add(tr("smallest magnitude"), moments.smallest);
    add(tr("zeros"), moments.zeros);
    add(tr("saturated"), moments.saturated);
    add(tr("dead units"), moments.dead);
    add(tr("units equal to another"), moments.equal_units);
    if (moments.not_finite > 0)
        rows.add(tr("not finite"), tr("%1 of %2").arg(moments.not_finite).arg(moments.count));
}

void addRatio(NumberRows& rows, const CaptureStudy& study, std::size_t place, CaptureQuantity quantity)
{
    const auto now = quantity_of(study, place, quantity), before = quantity_before(study, place, quantity);
    if (now && before && *before > 0)
        rows.add(CapturePanel::tr("ratio to the other capture"), std::optional(*now / *before));
}

void addModule(NumberRows& rows, const CaptureStudy& study, std::size_t place)
{
    const auto tr = [](const char* text) { return CapturePanel::tr(text); };
    const CapturedModule& module = *study.module(place);
    rows.addHeading(QString::fromStdString(study.name_of(place)));
    rows.add(tr("class"), QString::fromStdString(module.class_name));
    rows.add(tr("kind"), QString::fromLatin1(word(module.kind)));
    if (module.block > 0)
        rows.add(tr("block"), QString::number(module.block));
    if (module.output) {
        addMoments(rows, tr("Output"), *module.output);
        addRatio(rows, study, place, CaptureQuantity::output);
    }
    if (module.gradient) {
        addMoments(rows, tr("Gradient"), *module.gradient);
        addRatio(rows, study, place, CaptureQuantity::gradient);
    }
    if (const auto& attention = module.attention) {
        rows.addHeading(tr("Attention"));
        rows.add(tr("entropy (nats)"), attention->entropy);
        rows.add(tr("uniform attention"), attention->entropy_uniform);
        rows.add(tr("logit std"), attention->logit_std);
        rows.add(tr("largest logit"), attention->logit_max);
        rows.add(tr("largest probability"), attention->top);
    }
}

void addParameter(NumberRows& rows, const CaptureStudy& study, std::size_t place)
{
    const auto tr = [](const char* text) { return CapturePanel::tr(text); };
    const CapturedParameter& parameter = *study.parameter(place);
    addMoments(rows, QString::fromStdString(parameter.name), parameter.value);
    addRatio(rows, study, place, CaptureQuantity::weight);
    if (parameter.gradient)
        rows.add(tr("gradient RMS"), parameter.gradient->rms);
    else if (study.capture->has_backward())
        rows.add(tr("gradient RMS"), parameter.trainable ? tr("none reached it") : tr("not trainable"));
    rows.add(tr("update-to-weight ratio"), parameter.update);
    if (!parameter.singular_values.empty())
        rows.add(tr("largest singular value"), std::optional(parameter.singular_values.front()));
    if (const auto law = singular_law(parameter); law && !parameter.singular_values.empty())
        rows.add(tr("Marchenko–Pastur edge"), std::optional(law->edges().second));
    if (parameter.equal_rows > 0)
        rows.add(tr("rows equal to another"), percent(parameter.equal_rows));
    QStringList tied;
    for (const std::string& name : parameter.tied)
        tied << QString::fromStdString(name);
    rows.add(tr("shared with"), joinedText(tied, ", "));
}

void addAudited(NumberRows& rows, const AuditedTensor& tensor)
{
    const auto tr = [](const char* text) { return CapturePanel::tr(text); };
    rows.addHeading(tr("Audit of the weights"));
    for (const AuditedPart* part : tensor.judged()) {
        QStringList words {
            part->law || part->verdict != AuditVerdict::unknown ? verdictText(part->verdict) : tr("? No recipe")};
        for (const Doubt doubt : part->doubts)
            words << translated(label_of(doubt));
        rows.add(tensor.parts.empty() ? tr("verdict") : translated(Text::whole(part->role)).replace('_', ' '),
            joinedText(words, ", "));
        rows.add(tr("recipe"), recipeText(*part));
        if (part->law && part->law->below)
            rows.add(tr("ratio"), part->ratio());
    }
}

QString captureNumbers(const CaptureStudy& study)
{
    NumberRows rows;
    if (const CaptureFinding* finding = study.chosen ? study.finding_of(*study.chosen) : nullptr)
        rows.add(QString::fromUtf8(sign(finding->severity)), translated(finding->message));
    if (const auto module = study.chosen_module())
        addModule(rows, study, *module);
    if (const auto parameter = study.chosen_parameter()) {
        addParameter(rows, study, *parameter);
        if (const AuditedTensor* tensor = study.audited_tensor(*parameter))
            addAudited(rows, *tensor);
    }
    rows.addHeading(CapturePanel::tr("Pass"));
    const Capture& capture = *study.capture;
    rows.add(CapturePanel::tr("model"), QString::fromStdString(capture.model));
    rows.add(CapturePanel::tr("framework"), QString::fromStdString(capture.framework));
    rows.add(CapturePanel::tr("device"), QString::fromStdString(capture.device));
    rows.add(
        CapturePanel::tr("mode"), capture.training ? CapturePanel::tr("training") : CapturePanel::tr("evaluation"));
    rows.add(CapturePanel::tr("step"), QString::number(capture.step));
    if (capture.batch > 0)
        rows.add(CapturePanel::tr("batch"), QString::number(capture.batch));
    if (capture.loss)
        rows.add(CapturePanel::tr("loss"), capture.loss->value);
    return rows.html();
}

}   // namespace

CapturePanel::CapturePanel(QWidget* parent)
    : InspectionPanel(
        {tr("A capture of your own model, written by stepzero.capture() in Python"),
            tr("Show what differs from another capture of this model"), tr("Show only this capture again"),
            tr("Show only rows that contain this: part of a name, a class, a kind or a finding"),
            tr("numbers of the selected module")},
        parent),
      widths_(new QWidget(this)), width_(new QComboBox(widths_)), step_(new QComboBox(widths_)),
      judgement_(new QLabel(this)), weights_(new QWidget(this)),
      openWeights_(new QPushButton(tr("Open chec&kpoint"), weights_)),
      audit_(new QPushButton(tr("&Audit weights"), weights_))
{
    addWidths();
    addWeights();
    setStudy(nullptr);
}

void CapturePanel::addWidths()
{
    auto* row = new QHBoxLayout(widths_);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](QComboBox* box, const QString& name, const QString& tip) {
        auto* label = new QLabel(name, widths_);
        label->setBuddy(box);
        box->setToolTip(tip);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        row->addWidget(label);
        row->addWidget(box);
        connect(box, &QComboBox::activated, this,
            [this] { choose(width_->currentData().toInt(), step_->currentData().toInt()); });
    };
    add(width_, tr("&Width"), tr("The width of the model whose capture the figures show"));
    add(step_, tr("S&tep"), tr("The number of training steps before the capture"));
    row->addStretch(1);
    addRow(widths_);
}

void CapturePanel::addWeights()
{
    judgement_->setTextFormat(Qt::PlainText);
    judgement_->setWordWrap(true);
    judgement_->setMinimumWidth(1);
    addRow(judgement_);
    auto* row = new QHBoxLayout(weights_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(openWeights_);
    row->addWidget(audit_);
    row->addStretch(1);
    openWeights_->setToolTip(tr("Open the weights that were saved with this capture in the window of checkpoints"));
    audit_->setToolTip(tr("Compare the weights that were saved with this capture with the recipe of their family"));
    connect(openWeights_, &QPushButton::clicked, this, &CapturePanel::weightsRequested);
    connect(audit_, &QPushButton::clicked, this, &CapturePanel::auditRequested);
    addRow(weights_);
}

QString CapturePanel::weightsText() const
{
    if (saved_.path.empty())
        return {};
    QStringList words;
    if (saved_.audit)
        words << verdictText(saved_.audit->verdict) << translated(recipe_text(saved_.audit->understanding));
    else if (saved_.judged)
        words << tr("the names of the tensors are of no known family");
    else
        words << (auditing_ ? tr("being audited…") : tr("not audited"));
    words.removeAll(QString());
    return tr("Weights: %1").arg(words.join(QStringLiteral(" · ")));
}

void CapturePanel::showWeights()
{
    judgement_->setText(weightsText());
    for (QWidget* widget : {weights_, static_cast<QWidget*>(judgement_)})
        widget->setVisible(!saved_.path.empty());
    audit_->setVisible(!saved_.judged && !auditing_);
}

void CapturePanel::setAuditing(bool auditing)
{
    auditing_ = auditing;
    showWeights();
}

/// Requests the capture of this width and step, or of the last step before it that this width has.
void CapturePanel::choose(int width, int step)
{
    const std::vector<int> steps = steps_of(*captures_, width);
    const auto later = std::ranges::upper_bound(steps, step);
    if (const auto index = capture_at(*captures_, width, later == steps.begin() ? steps.front() : *(later - 1)))
        emit captureChosen(*index);
}

void CapturePanel::showWidths(const CaptureStudy& study)
{
    const CapturedWidths::One& shown = captures_->captures[study.shown];
    const auto fill = [](QComboBox* box, const std::vector<int>& numbers, int chosen) {
        box->clear();
        for (const int number : numbers)
            box->addItem(QString::number(number), number);
        box->setCurrentIndex(box->findData(chosen));
    };
    fill(width_, widths_of(*captures_), shown.width);
    fill(step_, steps_of(*captures_, shown.width), shown.step);
}

void CapturePanel::setStudy(const CaptureStudyPtr& study)
{
    saved_ = study ? study->weights : SavedWeights {};
    showWeights();
    captures_ = study ? study->widths : nullptr;
    widths_->setVisible(captures_ != nullptr);
    if (captures_)
        showWidths(*study);
    if (!study)
        return show({tr("No capture is open"), {}, {}, {}, false});
    show({QString::fromStdString(study->name), study->before ? translated(study->against) : QString(),
        QString::fromStdString(study->filter), captureNumbers(*study), true});
}

}   // namespace stepzero
