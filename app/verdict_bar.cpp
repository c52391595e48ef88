// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "core/diagnose/verdict.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace stepzero {

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent), word_(new QLabel(this)), text_(new QLabel(this)), computing_(new QLabel(this)),
      fix_(new QToolButton(this)), more_(new QToolButton(this))
{
    QFont bold = word_->font();
    bold.setWeight(QFont::DemiBold);
    word_->setFont(bold);
    for (QLabel* label : {word_, text_, computing_})
        label->setTextFormat(Qt::PlainText);
    text_->setMinimumWidth(1);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    computing_->setForegroundRole(QPalette::PlaceholderText);
    more_->setAutoRaise(true);
    more_->setAccessibleName(tr("further findings"));
    more_->setToolTip(tr("All findings, with their causes and fixes"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 6, 2);
    row->setSpacing(8);
    row->addWidget(word_);
    row->addWidget(text_, 1);
    for (QWidget* part : std::initializer_list<QWidget*> {fix_, more_, computing_})
        row->addWidget(part);
    keepHeight();
    fix_->hide();
    more_->hide();
    fix_->installEventFilter(this);
    connect(fix_, &QToolButton::clicked, this, [this] { emit fixChosen(study_, finding_, 0); });
    connect(more_, &QToolButton::clicked, this, &VerdictBar::moreRequested);
}

void VerdictBar::setStudy(const StudyPtr& study, bool current)
{
    study_ = study;
    show(*study->verdict, study->experiment.network);
    setCurrent(current);
}

void VerdictBar::show(const Verdict& verdict, const Network& network)
{
    const QString word = QString::fromStdString(verdict.word);
    grave_ = verdict.severity && *verdict.severity != Severity::note;
    const QString sign = !verdict.severity       ? verdict.word == "healthy" ? QStringLiteral("✓ ") : QString()
              : *verdict.severity == Severity::error ? QStringLiteral("✕ ")
        : *verdict.severity == Severity::warning ? QStringLiteral("▲ ")
                                                 : QStringLiteral("● ");
    word_->setText(sign + word.left(1).toUpper() + word.mid(1));
    const QString all = QString::fromStdString(text_of(verdict, network)),
                  message = QString::fromStdString(verdict.message);
    details_ = QString::fromStdString(verdict.shape);
    if (const QString rest = all.startsWith(word) ? all.mid(word.size()) : all; !rest.isEmpty())
        details_ += QStringLiteral(" · ") + (rest.startsWith(": ") ? rest.mid(2) : rest.trimmed());
    if (!message.isEmpty())   // of a healthy network a note, which must not seem to deny the word
        details_ += QStringLiteral(" · ") + (verdict.severity ? message : tr("note: %1").arg(message));
    finding_ = verdict.finding && !verdict.fix.empty() ? int(*verdict.finding) : -1;
    fixLabel_ = finding_ < 0 ? QString() : QString::fromStdString(verdict.fix);
    fix_->setVisible(finding_ >= 0);
    fix_->setToolTip(fixLabel_ + '\n' + tr("The figures show what becomes of it; a click takes it"));
    fix_->setAccessibleName(tr("fix: %1").arg(fixLabel_));
    more_->setVisible(verdict.more > 0);
    more_->setText(tr("%1 more").arg(verdict.more));
    const QString cause = QString::fromStdString(verdict.cause);
    text_->setToolTip(word_->text() + QStringLiteral(": ") + details_ + (cause.isEmpty() ? QString() : "\n" + cause));
    elide();
}

QString VerdictBar::words() const { return text_->toolTip(); }

void VerdictBar::setCurrent(bool current)
{
    text_->setEnabled(current);
    fix_->setEnabled(current);
    more_->setEnabled(current);
    QPalette colours = palette();
    const Theme& look = theme(themeFor(colours));
    colours.setColor(QPalette::WindowText, !current ? look.faint_text : grave_ ? look.warning : look.text);
    word_->setPalette(colours);
}

void VerdictBar::setComputing(const QString& words) { computing_->setText(words); }

void VerdictBar::elide()
{
    constexpr double widest = 0.4;   // of the bar, for the fix
    fix_->setText(fix_->fontMetrics().elidedText(fixLabel_, Qt::ElideRight, int(widest * width())));
    layout()->activate();
    text_->setText(text_->fontMetrics().elidedText(details_, Qt::ElideRight, text_->width()));
}

/// The board below stays where it is.
void VerdictBar::keepHeight() { setFixedHeight(fix_->sizeHint().height() + 4); }

void VerdictBar::resizeEvent(QResizeEvent*) { elide(); }

void VerdictBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setCurrent(text_->isEnabled());
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        keepHeight();
        elide();
    }
}

/// A fix that is looked at is drawn, by pointer and by keys alike.
bool VerdictBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == fix_ && (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn))
        emit fixPreviewed(study_, finding_, 0);
    if (watched == fix_
        && (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut || event->type() == QEvent::Hide))
        emit fixPreviewEnded();
    return QWidget::eventFilter(watched, event);
}

}   // namespace stepzero
