// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoint_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "app/control_frame.h"
#include "widgets/figures/checkpoint/audit_words.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

/// Lays out names and values in two columns.
class Rows {
public:
    void add(const QString& name, const QString& value)
    {
        if (!value.isEmpty())
            html_ += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>").arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    void add(const QString& name, const std::optional<double>& value)
    {
        if (value)
            add(name, *value == 0 ? QStringLiteral("0") : pretty(*value));
    }
    QString html() const { return QStringLiteral("<table cellpadding=\"2\">%1</table>").arg(html_); }

private:
    QString html_;
};

QString numbersOf(const AuditStudy& study, std::size_t place)
{
    const auto tr = [](const char* text) { return CheckpointPanel::tr(text); };
    const AuditedTensor& tensor = study.tensor(place);
    const AuditedPart& part = study.part(place);
    const EntryNumbers& entries = part.entries;
    Rows rows;
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
    : QWidget(parent), name_(new QLabel(this)), since_(new QLabel(this)), numbers_(new QLabel),
      filter_(new QLineEdit(this)), open_(new QPushButton(tr("&Open…"), this)),
      compare_(new QPushButton(tr("&Compare with…"), this)), run_(new QPushButton(tr("Open as e&xperiment"), this)),
      end_(new QPushButton(tr("E&nd comparison"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    QFont bold = name_->font();
    bold.setWeight(QFont::DemiBold);
    name_->setFont(bold);
    for (QLabel* label : {name_, since_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMinimumWidth(1);
        column->addWidget(label);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open_);
    buttons->addWidget(compare_);
    buttons->addWidget(run_);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addWidget(end_, 0, Qt::AlignLeft);
    open_->setToolTip(tr("A file of weights, an index of shards, or a folder with one of these"));
    compare_->setToolTip(tr("Show what has changed since another checkpoint"));
    run_->setToolTip(tr("Open the checkpoint as an experiment and pin a network that is freshly initialized by its "
                        "recipe (Ctrl+Return)"));
    end_->setToolTip(tr("Show only this checkpoint again"));
    auto* label = new QLabel(tr("F&ilter"), this);
    label->setBuddy(filter_);
    filter_->setClearButtonEnabled(true);
    filter_->setPlaceholderText(tr("all"));
    filter_->setAccessibleName(tr("filter"));
    filter_->setToolTip(tr("Show only rows that contain this: part of a name, a role, a distribution or “deviates”"));
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(filter_, 1);
    column->addLayout(row);

    auto* scroll = new QScrollArea(this);
    frameFocus(scroll);
    scroll->setAccessibleName(tr("numbers of the selected tensor"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    numbers_->setTextFormat(Qt::RichText);
    numbers_->setWordWrap(true);
    numbers_->setMinimumWidth(1);
    numbers_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    numbers_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    scroll->setWidget(numbers_);
    column->addWidget(scroll, 1);

    connect(open_, &QPushButton::clicked, this, &CheckpointPanel::openRequested);
    connect(compare_, &QPushButton::clicked, this, &CheckpointPanel::compareRequested);
    connect(run_, &QPushButton::clicked, this, &CheckpointPanel::runRequested);
    connect(end_, &QPushButton::clicked, this, &CheckpointPanel::comparisonEnded);
    connect(filter_, &QLineEdit::textEdited, this, &CheckpointPanel::filterEdited);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())   // also by its clear button
            emit filterEdited(text);
    });
    setStudy(nullptr);
}

void CheckpointPanel::setStudy(const AuditStudyPtr& study)
{
    name_->setText(study ? QString::fromStdString(study->name) : tr("No checkpoint is open"));
    const bool compared = study && study->change;
    since_->setText(compared ? tr("compared with %1").arg(QString::fromStdString(study->against)) : QString());
    since_->setVisible(compared);
    end_->setVisible(compared);
    compare_->setEnabled(study != nullptr);
    run_->setEnabled(study != nullptr);
    filter_->setEnabled(study != nullptr);
    if (!study || QString::fromStdString(study->filter) != filter_->text())
        filter_->setText(study ? QString::fromStdString(study->filter) : QString());
    numbers_->setText(study && study->chosen ? numbersOf(*study, *study->chosen) : QString());
}

QString CheckpointPanel::numbersText() const { return QTextDocumentFragment::fromHtml(numbers_->text()).toPlainText(); }

}   // namespace stepzero
