// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/dial_bar.h"
#include "app/manual.h"
#include "app/worker.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_dials.h"
#include "widgets/editors/combo.h"
#include "widgets/figures/figures.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Returns how many of these boxes have a choice before the first that has none.
template <class Rows, class Box>
int chosenRows(const Rows& rows, Box box)
{
    return int(
        std::ranges::find_if(rows, [&](const auto& row) { return (row.*box)->currentIndex() == 0; }) - rows.begin());
}

QLabel* heading(const QString& words)
{
    auto* label = new QLabel(words);
    QFont bold = label->font();
    bold.setWeight(QFont::DemiBold);
    label->setFont(bold);
    return label;
}

}   // namespace

PresentDialog::PresentDialog(const Experiment& experiment, const Presented& presented, QWidget* parent)
    : QDialog(parent), experiment_(experiment), known_(stepzero::dials(experiment)), problem_(new QLabel)
{
    setWindowTitle(tr("What to present"));
    setManualPlace(this, QStringLiteral("present.md#what-to-present"));
    auto* form = new QFormLayout;
    form->addRow(heading(tr("Figures")));
    for (int row = 0; row < int(mostPresented); ++row)
        addFigureRow(form, row);
    form->addRow(heading(tr("Controls")));
    for (int row = 0; row < int(most_dials); ++row)
        addDialRow(form, row);
    problem_->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    accept_ = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(problem_);
    rows->addWidget(buttons);
    fill(presented);
    showState();
}

void PresentDialog::addFigureRow(QFormLayout* form, int row)
{
    const FigureRow made {new Combo, new QSpinBox};
    made.kind->addItem(row == 0 ? tr("automatic: those used last") : tr("none"));
    const QString subject = subjectOf(kind_of(experiment_.network));
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(subject))
            made.kind->addItem(kind.title, kind.id);
    made.kind->setMinimumContentsLength(30);
    made.kind->setToolTip(tr("A figure of the presentation; the first is at the top left"));
    made.kind->setAccessibleName(tr("figure %1").arg(row + 1));
    made.share->setRange(5, 100);
    made.share->setSuffix(QStringLiteral("%"));
    made.share->setToolTip(tr("Fraction of the area; fractions that do not add up to 100% are scaled"));
    made.share->setAccessibleName(tr("fraction of figure %1").arg(row + 1));
    connect(made.kind, &QComboBox::activated, this, [this] {
        shareEvenly();
        showState();
    });
    auto* parts = new QHBoxLayout;
    parts->addWidget(made.kind, 1);
    parts->addWidget(made.share);
    form->addRow(tr("Figure %1").arg(row + 1), parts);
    figures_ << made;
}

void PresentDialog::addDialRow(QFormLayout* form, int row)
{
    const DialRowParts made {new Combo, new QLineEdit};
    made.dial->addItem(row == 0 ? tr("automatic: the one changed last") : tr("none"));
    for (const Dial& dial : known_)
        made.dial->addItem(translated(dial.label));
    made.dial->setMinimumContentsLength(28);
    made.dial->setToolTip(tr("A parameter that has a control in the presentation"));
    made.dial->setAccessibleName(tr("parameter %1").arg(row + 1));
    made.values->setMinimumWidth(180);
    made.values->setAccessibleName(tr("values of parameter %1").arg(row + 1));
    made.values->setToolTip(valuesHint());
    connect(made.dial, &QComboBox::activated, this, [this, made](int which) {
        made.values->setText(which > 0 ? QString::fromStdString(known_[std::size_t(which - 1)].text) : QString());
        showState();
    });
    connect(made.values, &QLineEdit::textChanged, this, &PresentDialog::showState);
    auto* parts = new QHBoxLayout;
    parts->addWidget(made.dial, 1);
    parts->addWidget(made.values);
    form->addRow(tr("Control %1").arg(row + 1), parts);
    dials_ << made;
}

/// Leaves out figures and parameters that this kind of network does not have.
void PresentDialog::fill(const Presented& presented)
{
    qsizetype row = 0;
    for (const LessonFigure& figure : presented.figures)
        if (const int at = figures_[0].kind->findData(QString::fromStdString(figure.figure));
            at > 0 && row < figures_.size()) {
            figures_[row].kind->setCurrentIndex(at);
            figures_[row++].share->setValue(int(std::lround(100 * figure.share)));
        }
    if (row == 0)
        shareEvenly();
    row = 0;
    for (const LessonDial& dial : presented.dials) {
        const auto found = std::ranges::find(known_, dial.path, &Dial::path);
        if (found == known_.end() || row == dials_.size())
            continue;
        const QSignalBlocker quiet(dials_[row].values);
        dials_[row].dial->setCurrentIndex(int(found - known_.begin()) + 1);
        dials_[row++].values->setText(QString::fromStdString(dial.values.empty() ? found->text : dial.values));
    }
}

void PresentDialog::shareEvenly()
{
    const int count = chosenRows(figures_, &FigureRow::kind);
    for (const FigureRow& row : figures_)
        row.share->setValue(100 / std::max(count, 1));
}

void PresentDialog::showState()
{
    for (qsizetype i = 0; i < figures_.size(); ++i) {
        figures_[i].kind->setEnabled(i <= chosenRows(figures_, &FigureRow::kind));
        figures_[i].share->setEnabled(i < chosenRows(figures_, &FigureRow::kind));
    }
    for (qsizetype i = 0; i < dials_.size(); ++i) {
        dials_[i].dial->setEnabled(i <= chosenRows(dials_, &DialRowParts::dial));
        dials_[i].values->setEnabled(i < chosenRows(dials_, &DialRowParts::dial));
    }
    problem_->setText(problem());
    problem_->setVisible(!problem().isEmpty());
    accept_->setEnabled(problem().isEmpty());
}

Presented PresentDialog::presented() const
{
    Presented made;
    const int count = chosenRows(figures_, &FigureRow::kind);
    int all = 0;
    for (int i = 0; i < count; ++i)
        all += figures_[i].share->value();
    // Rounded down, because the shares of a lesson's step must not exceed 1 together.
    for (int i = 0; i < count; ++i)
        made.figures.push_back({figures_[i].kind->currentData().toString().toStdString(),
            std::floor(1000.0 * figures_[i].share->value() / all) / 1000});
    for (int i = 0; i < chosenRows(dials_, &DialRowParts::dial); ++i)
        made.dials.push_back({known_[std::size_t(dials_[i].dial->currentIndex() - 1)].path,
            dials_[i].values->text().trimmed().toStdString()});
    return made;
}

QString PresentDialog::problem() const
{
    const Presented made = presented();
    QSet<std::string> figures, paths;
    for (const LessonFigure& figure : made.figures)
        figures.insert(figure.figure);
    if (std::size_t(figures.size()) < made.figures.size())
        return tr("A figure is chosen twice.");
    for (const LessonDial& dial : made.dials) {
        paths.insert(dial.path);
        if (const auto wrong = dial_problem(experiment_, dial))
            return asSentence(translated(wrong->message));
    }
    return std::size_t(paths.size()) < made.dials.size() ? tr("A parameter is chosen twice.") : QString();
}

}   // namespace stepzero
