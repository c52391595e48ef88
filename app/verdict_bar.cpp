// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workspace.h"
#include "core/base/words/shown_text.h"
#include "core/diagnose/verdict.h"
#include "core/study/effort.h"
#include "widgets/figures/frame/math_line.h"
#include "widgets/language/language.h"
#include "widgets/language/verdict_text.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

/// Draws one line, vertically centred.
void drawSentence(QPainter& painter, const MathBox& line, const QRectF& place, Qt::Alignment side, const QColor& color)
{
    const double x = side == Qt::AlignHCenter ? place.left() + (place.width() - line.width) / 2 : place.left();
    line.draw(painter, {x, place.center().y() + (line.ascent - line.descent) / 2}, color);
}

}   // namespace

/// A text that is elided when it is painted, so that new words need no new layout. When room is scarce, it first leaves
/// out the shape, which the panel shows too. If too little of the cause is still readable, it leaves out the slopes,
/// which the curves show, and finally the layers.
class VerdictText : public QWidget {
public:
    using QWidget::QWidget;

    void setWords(const QString& shape, const QString& where, const QString& slopes, const QString& why)
    {
        trend_ = where.isEmpty() ? slopes : slopes.isEmpty() ? where : joinedText({where, slopes}, ": ");
        whole_ = joined({shape, trend_, why});
        where_ = where;
        cause_ = why;
        update();
    }
    /// Returns the width below which too little of the cause is readable.
    int leastWidth() const { return leastWidth(where_); }
    QString whole() const { return whole_; }
    /// Returns the visible part, as plain text.
    QString shown() const { return fontMetrics().elidedText(chosen(), Qt::ElideRight, width()); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        drawSentence(painter, elidedLine(chosen(), font(), width()), rect(), Qt::AlignLeft,
            palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    }

private:
    int widthOf(const QString& text) const { return int(std::ceil(mathLine(text, font()).width)); }
    /// Returns the width that a cause needs after `before`: all of it, or that of its first words.
    int leastWidth(const QString& before) const
    {
        constexpr int letters = 26;
        return std::min(
            widthOf(joined({before, cause_})), widthOf(before) + letters * fontMetrics().averageCharWidth());
    }
    QString chosen() const
    {
        if (widthOf(whole_) <= width())
            return whole_;
        for (const QString& before : {trend_, where_})
            if (leastWidth(before) <= width())
                return joined({before, cause_});
        return cause_;
    }
    static QString joined(QStringList parts)
    {
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }
    QString whole_, trend_, where_, cause_;
};

/// A button with typeset symbols in its text.
class SentenceButton : public QToolButton {
public:
    using QToolButton::QToolButton;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        initStyleOption(&option);
        const QString words = std::exchange(option.text, QString());
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
        drawSentence(painter, elidedLine(words, font(), width()), rect(), Qt::AlignHCenter,
            palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    }
};

/// Returns "forward · 3 s of about 40 s · 2.1 GB"; without numbers when the computation takes less than a second.
static QString computingWords(const StudyRunner& runner, const QString& stage)
{
    const QString words = stage.isEmpty() ? VerdictBar::tr("computing") : stage;
    const StudyRunner::Outlook outlook = runner.outlook();
    if (std::max(outlook.elapsed, outlook.seconds.value_or(0)) < 1 || outlook.bytes == 0)
        return words + QStringLiteral("…");
    const auto text = [](double seconds) { return QString::fromStdString(seconds_text(seconds)); };
    QString time = QString::number(int(outlook.elapsed)) + QStringLiteral(" s");
    if (outlook.seconds > outlook.elapsed)   // otherwise unknown, or the estimate was too low
        time = VerdictBar::tr("%1 of about %2").arg(time, text(*outlook.seconds));
    return QStringList {words, time, QString::fromStdString(bytes_text(outlook.bytes))}.join(QStringLiteral(" · "));
}

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent), word_(new QLabel(this)), computing_(new QLabel(this)), text_(new VerdictText(this)),
      fix_(new SentenceButton(this)), more_(new QToolButton(this))
{
    setAccessibleName(tr("verdict"));
    QFont bold = word_->font();
    bold.setWeight(QFont::DemiBold);
    word_->setFont(bold);
    for (QLabel* label : {word_, computing_})
        label->setTextFormat(Qt::PlainText);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
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

void VerdictBar::setWorkspace(Workspace& workspace)
{
    connect(&workspace, &Workspace::studyChanged, this,
        [this, &workspace](const StudyPtr& study) { setStudy(study, workspace.isCurrent()); });
    connect(&workspace, &Workspace::currencyChanged, this, &VerdictBar::setCurrent);
    connect(&workspace, &Workspace::experimentChanged, this, [this, &workspace](bool dragging) {
        // The verdict is outdated at once, because its fix belongs to another experiment. During a drag it follows the
        // figures, because it would flicker.
        if (!dragging)
            setCurrent(workspace.study() && same_numbers(workspace.study()->experiment, workspace.experiment()));
    });
    const StudyRunner& runner = workspace.runner();
    connect(&runner, &StudyRunner::progress, this,
        [this, &runner](double, const QString& stage) { setComputing(computingWords(runner, stage)); });
    connect(&runner, &StudyRunner::stateChanged, this, [this, &runner] {
        if (runner.state() == StudyRunner::State::idle)
            setComputing({});
    });
    connect(this, &VerdictBar::fixChosen, &workspace, &Workspace::takeFix);
    connect(this, &VerdictBar::fixPreviewed, &workspace, &Workspace::previewFix);
    connect(this, &VerdictBar::fixPreviewEnded, &workspace.fixes(), &FixPreview::hide);
}

void VerdictBar::setStudy(const StudyPtr& study, bool current)
{
    study_ = study;
    show(*study->verdict, study->experiment.network, study->step > 0 ? tr("At step 0: ") : QString());
    setCurrent(current);
    emit wordsChanged(words());
}

void VerdictBar::show(const Verdict& verdict, const Network& network, const QString& when)
{
    grave_ = verdict.severity && *verdict.severity != Severity::note;
    word_->setText(when + headOf(verdict));
    const QString message = translated(verdict.message), cause = translated(verdict.cause),
                  why = translated(reason(verdict));
    text_->setWords(translated(verdict.shape), translated(where_text(verdict, network)),
        translated(slopes_text(verdict, network)), why);
    finding_ = verdict.finding && !verdict.fix.empty() ? int(*verdict.finding) : -1;
    fixLabel_ = finding_ < 0 ? QString() : translated(verdict.fix);
    fix_->setVisible(finding_ >= 0);
    fix_->setToolTip(fixLabel_ + '\n' + tr("Hover to preview it in the figures; click to apply it"));
    fix_->setAccessibleName(tr("fix: %1").arg(fixLabel_));
    more_->setVisible(verdict.more > 0);
    more_->setText(tr("%n more finding(s)", nullptr, verdict.more));
    QStringList lines {joinedText({word_->text(), text_->whole()}, ": "), why == message ? cause : message};
    lines.removeAll(QString());
    text_->setToolTip(lines.join('\n'));
    text_->setAccessibleName(text_->whole());
    setAccessibleDescription(words());
    elideFix();
}

QString VerdictBar::words() const { return text_->toolTip(); }
QString VerdictBar::shownText() const { return text_->shown(); }

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

/// The cause has priority over the label of its fix, which the tooltip shows too.
void VerdictBar::elideFix()
{
    constexpr double widest = 0.4;   // fraction of the bar
    fix_->setText(fix_->fontMetrics().elidedText(fixLabel_, Qt::ElideRight, int(widest * width())));
    const QMargins edges = layout()->contentsMargins();
    int room = width() - edges.left() - edges.right();
    for (const QWidget* part : std::initializer_list<QWidget*> {word_, fix_, more_})
        if (!part->isHidden())
            room -= part->sizeHint().width() + layout()->spacing();
    if (room < text_->leastWidth())
        fix_->setText(tr("Fix"));
}

/// Fixes the height, so that the board below stays in place.
void VerdictBar::keepHeight() { setFixedHeight(fix_->sizeHint().height() + 4); }

void VerdictBar::resizeEvent(QResizeEvent*) { elideFix(); }

void VerdictBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setCurrent(text_->isEnabled());
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        keepHeight();
        elideFix();
    }
}

/// Previews a fix when it is under the pointer or has the focus.
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
