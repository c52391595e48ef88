// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/law_box.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>

namespace stepzero {

namespace {

constexpr int pauseMilliseconds = 500;
constexpr int airAroundResult = 4;

/// Returns whether a text is a number, or the beginning of one.
bool beginsNumber(const QString& text)
{
    static const QRegularExpression number(
        QStringLiteral("^[-+\u2212]?(\\d*[.,]?\\d*|(\\d+[.,]?\\d*|[.,]\\d+)[eE][-+\u2212]?\\d*)$"));
    return number.match(text).hasMatch();
}

}   // namespace

LawBox::LawBox(double low, double high, bool integer, Judge judge, QWidget* parent)
    : NumberBox(low, high, integer, parent), judge_(std::move(judge)), result_(new QLabel(this))
{
    pause_.setSingleShot(true);
    pause_.setInterval(pauseMilliseconds);
    connect(&pause_, &QTimer::timeout, this, [this] {
        told_ = true;
        emit judged(problem_);
    });
    result_->setTextFormat(Qt::PlainText);
    result_->setForegroundRole(QPalette::PlaceholderText);
    result_->setAttribute(Qt::WA_TransparentForMouseEvents);
    result_->hide();
    connect(lineEdit(), &QLineEdit::textEdited, this, &LawBox::judge);
}

QString LawBox::shownText() const { return lineEdit()->text().trimmed(); }

bool LawBox::isWide() const { return !law_.isEmpty() || !beginsNumber(shownText()); }

/// Forgets a text that could not be used.
void LawBox::forget()
{
    pause_.stop();
    problem_.clear();
    lineEdit()->setModified(false);
    if (std::exchange(told_, false))
        emit judged({});
}

void LawBox::judge()
{
    const QString typed = shownText();
    const QString problem = beginsNumber(typed) ? QString() : judge_(typed);
    if (problem.isEmpty()) {
        const bool modified = lineEdit()->isModified();
        forget();
        lineEdit()->setModified(modified && beginsNumber(typed));   // a number is not in effect yet
        if (!beginsNumber(typed) && typed != law_) {
            law_ = typed;
            result_->clear();
            emit lawEdited(law_);
        }
    } else {
        problem_ = problem;
        pause_.start();
    }
    follow();
}

void LawBox::setValue(double value)
{
    const bool same = law_.isEmpty() && value == NumberBox::value();
    if (same && !problem_.isEmpty())
        return;
    law_.clear();
    if (!same)
        forget();
    NumberBox::setValue(value);
    follow();
}

void LawBox::setLaw(const QString& expression)
{
    if (expression == law_)
        return;
    forget();
    law_ = expression;
    result_->clear();
    showInEffect();
}

void LawBox::setResult(const QString& result)
{
    if (result == result_->text())
        return;
    result_->setText(result);
    setAccessibleDescription(result);
    follow();
}

/// Shows the expression or number in effect.
void LawBox::showInEffect()
{
    lineEdit()->setText(law_.isEmpty() ? textOf(value()) : law_);
    lineEdit()->setCursorPosition(0);   // scrolls to the start of the text
    follow();
}

void LawBox::commitText()
{
    double number;
    if (!problem_.isEmpty()) {
        if (pause_.isActive()) {
            pause_.stop();
            told_ = true;
            emit judged(problem_);
        }
    } else if (law_.isEmpty()) {
        NumberBox::commitText();
    } else if (read(shownText(), &number)) {
        lineEdit()->setModified(false);
        setValue(number);
        emit edited(number);
    } else if (shownText() != law_) {
        showInEffect();
    }
}

/// Adapts the box to its text: an expression has a result and no arrows.
void LawBox::follow()
{
    const bool shown = !law_.isEmpty() && shownText() == law_ && !result_->text().isEmpty();
    result_->setVisible(shown);
    result_->adjustSize();
    const QRect room = rect();
    const int width = shown ? result_->width() + 2 * airAroundResult : 0;
    lineEdit()->setTextMargins(0, 0, width, 0);
    result_->move(room.width() - width, (room.height() - result_->height()) / 2);
    result_->raise();
    if (const bool wide = isWide(); wide != wide_) {
        wide_ = wide;
        setButtonSymbols(wide ? NoButtons : UpDownArrows);
        emit wideChanged();
    }
}

bool LawBox::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const bool unused = shownText() != (law_.isEmpty() ? textOf(value()) : law_);
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && unused) {
            event->accept();
            if (event->type() == QEvent::KeyPress) {
                forget();
                showInEffect();
            }
            return true;
        }
    }
    return NumberBox::event(event);
}

void LawBox::changeEvent(QEvent* event)
{
    NumberBox::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        follow();
}

void LawBox::resizeEvent(QResizeEvent* event)
{
    NumberBox::resizeEvent(event);
    follow();
}

}   // namespace stepzero
