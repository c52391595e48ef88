// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/control_frame.h"
#include "app/document.h"

namespace stepzero {

TourBar::TourBar(Document& document, Board* board, std::function<QWidget*(const QString&)> control)
    : document_(document), board_(board), control_(std::move(control)), title_(new QLabel), text_(new QLabel),
      place_(new QLabel), back_(new QPushButton(tr("&Back"))), next_(new QPushButton), end_(new QPushButton(tr("End")))
{
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("tour"));
    QFont bold = title_->font();
    bold.setWeight(QFont::DemiBold);
    title_->setFont(bold);
    text_->setTextFormat(Qt::MarkdownText);
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    place_->setForegroundRole(QPalette::PlaceholderText);
    back_->setToolTip(tr("The step before, with its experiment"));
    next_->setToolTip(tr("The next step (Return)"));
    end_->setToolTip(tr("Leave the tour (Esc); Undo brings back what there was before"));
    auto* row = new QHBoxLayout;
    row->addWidget(title_, 1);
    for (QWidget* part : std::initializer_list<QWidget*> {place_, back_, next_, end_})
        row->addWidget(part);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(10, 4, 8, 4);
    rows->setSpacing(2);
    rows->addLayout(row);
    rows->addWidget(text_);
    connect(back_, &QPushButton::clicked, this, [this] { go(step_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { step_ + 1 < tourSteps().size() ? go(step_ + 1) : end(); });
    connect(end_, &QPushButton::clicked, this, &TourBar::end);
    hide();
}

void TourBar::start()
{
    show();
    go(0);
    next_->setFocus(Qt::OtherFocusReason);
}

void TourBar::end()
{
    step_ = -1;
    frame();
    hide();
}

/// What stands in no step stays as it was in the one before; so does what was changed by hand, until a step has
/// another.
void TourBar::go(int step)
{
    const bool on = step > step_;
    step_ = step;
    const QVector<TourStep>& steps = tourSteps();
    const TourStep& now = steps[step];
    title_->setText(now.title);
    text_->setText(now.text);
    place_->setText(tr("%1 of %2").arg(step + 1).arg(steps.size()));
    back_->setEnabled(step > 0);
    next_->setText(step + 1 < steps.size() ? tr("&Next") : tr("Do&ne"));
    if (!next_->hasFocus() && !back_->hasFocus())
        next_->setFocus(Qt::OtherFocusReason);
    int with = step;   // that says what experiment there is
    while (!on && !steps[with].experiment && with > 0)
        --with;
    if (const auto& told = steps[with].experiment; told && !(*told == document_.experiment()))
        document_.edit(*told, {tr("Tour: %1").arg(now.title), {}, false});
    frame();
    keepHeight();
}

void TourBar::frame()
{
    for (const QPointer<QWidget>& old : std::exchange(frames_, {}))
        delete old;
    framed_.clear();
    if (step_ < 0)
        return;
    const auto add = [this](QWidget* target, bool inside) {
        if (target) {
            frames_ << new ControlFrame(target, inside, 3);
            framed_ << target;
        }
    };
    const TourStep& now = tourSteps()[step_];
    if (!now.figure.isEmpty()) {
        board_->restoreMaximised();
        board_->setShown(now.figure, true);
        add(board_->view()->cellOf(board_->dock(now.figure)), true);
    }
    if (!now.control.isEmpty())
        add(control_(now.control), false);
}

void TourBar::keyPressEvent(QKeyEvent* event)
{
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    if (event->key() == Qt::Key_Escape)
        end();
    else if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        button->click();
    else
        QFrame::keyPressEvent(event);
}

/// That of the longest text: the board below stays where it is.
void TourBar::keepHeight()
{
    const QString shown = text_->text();
    int tallest = 0;
    for (const TourStep& step : tourSteps()) {
        text_->setText(step.text);
        tallest = std::max(tallest, text_->heightForWidth(text_->width()));
    }
    text_->setText(shown);
    text_->setFixedHeight(tallest);
}

void TourBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    if (isRunning())
        keepHeight();
}

void TourBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange && isRunning())
        keepHeight();
}

}   // namespace stepzero
