// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoint_panel.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

QString numbersOf(const AuditStudy& study, std::size_t place)
{
    const auto tr = [](const char* text) { return CheckpointPanel::tr(text); };
    const AuditedTensor& tensor = study.tensor(place);
    const AuditedPart& part = study.part(place);
    const EntryNumbers& entries = part.entries;
    NumberRows rows;
    rows.add(tr("verdict"),
        part.law || part.verdict != AuditVerdict::unknown ? verdictText(part.verdict) : tr("? No recipe"));
    rows.add(tr("role"), translated(Text::whole(part.role)).replace('_', ' '));
    if (tensor.understood.block > 0)
        rows.add(tr("block"), QString::number(tensor.understood.block));
    rows.add(tr("shape"), shapeText(tensor));
    const std::string_view type = element_info(tensor.stored.type).word;
    rows.add(tr("format"), QString::fromUtf8(type.data(), qsizetype(type.size())));
    if (entries.finite() > 0) {
        rows.add(tr("σ"), std::optional(entries.std));
        rows.add(tr("recipe"), recipeText(part));
        if (part.law && part.law->below)
            rows.add(tr("ratio"), part.ratio());
        rows.add(tr("mean"), std::optional(entries.mean));
        rows.add(tr("kurtosis"), entries.kurtosis);
        rows.add(tr("min, max"), pretty(entries.min) + QStringLiteral(", ") + pretty(entries.max));
    }
    rows.add(tr("distribution"), translated(Text::whole(part.nearest)).replace('_', ' '));
    rows.add(tr("lowest p-value"), part.p);
    QStringList doubts;
    for (const Doubt doubt : part.doubts)
        doubts << translated(label_of(doubt));
    rows.add(tr("flagged by"), joinedText(doubts, ", "));
    rows.add(tr("zeros"), tr("%1 of %2").arg(entries.zeros).arg(entries.count));
    if (entries.not_finite > 0)
        rows.add(tr("not finite"), QString::number(entries.not_finite));
    if (part.spectrum) {
        rows.add(tr("largest singular value"), std::optional(part.spectrum->largest));
        rows.add(tr("Marchenko–Pastur edge"), part.edge);
    }
    if (part.expected)
        rows.add(tr("source"), translated(part.expected->source));
    if (const WeightChange* change = study.change_of(place)) {
        rows.add(QStringLiteral("‖ΔW‖/‖W‖"), std::optional(change->relative));
        rows.add(QStringLiteral("‖ΔW‖₂/√(fan_out/fan_in)"), change->spectral);
        rows.add(tr("cosine"), std::optional(change->cosine));
    }
    return QStringLiteral("<span style=\"font-weight:600\">%1</span>")
               .arg(QString::fromStdString(study.name_of(place)).toHtmlEscaped())
        + rows.html();
}

}   // namespace

CheckpointPanel::CheckpointPanel(QWidget* parent)
    : InspectionPanel({tr("A file of weights, an index of shards, or a folder with one of these"),
                          tr("Show what has changed since another checkpoint"), tr("Show only this checkpoint again"),
                          tr("Show only rows that contain this: part of a name, a role, a distribution or “deviates”"),
                          tr("numbers of the selected tensor")},
        parent),
      run_(new QPushButton(tr("Open as e&xperiment"), this))
{
    constexpr int last = 2;   // after Open and Compare
    buttons()->insertWidget(last, run_);
    run_->setToolTip(tr("Open the checkpoint as an experiment and pin a network that is freshly initialized by its "
                        "recipe (Ctrl+Return)"));
    connect(run_, &QPushButton::clicked, this, &CheckpointPanel::runRequested);
    setStudy(nullptr);
}

void CheckpointPanel::setStudy(const AuditStudyPtr& study)
{
    run_->setEnabled(study != nullptr);
    if (!study)
        return show({tr("No checkpoint is open"), {}, {}, {}, false});
    show({QString::fromStdString(study->name), study->change ? QString::fromStdString(study->against) : QString(),
        QString::fromStdString(study->filter), study->chosen ? numbersOf(*study, *study->chosen) : QString(), true});
}

}   // namespace stepzero
