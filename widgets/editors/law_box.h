// SPDX-License-Identifier: GPL-3.0-or-later
// A box for a number of an initializer, which may also be an expression such as sqrt(2/fan_in). An expression takes
// effect as soon as it can be used, while it is being typed; a number when it is confirmed, as in any other box. Text
// that cannot be used changes nothing, and stays until it is corrected or Escape is pressed.
#pragma once

#include <QLabel>
#include <QTimer>

#include "widgets/editors/number_box.h"

namespace stepzero {

class LawBox : public NumberBox {
    Q_OBJECT
public:
    /// Returns the reason why an expression cannot be used; empty: it can.
    using Judge = std::function<QString(const QString& expression)>;

    LawBox(double low, double high, bool integer, Judge judge, QWidget* parent = nullptr);

    /// The expression in effect; empty: a number is.
    const QString& law() const { return law_; }
    /// Returns whether the box has or is about to have an expression, which needs more room than a number.
    bool isWide() const;

    /// Show a number or an expression without emitting edited() or lawEdited(). Text that is being typed stays if this
    /// is in effect already.
    void setValue(double value) override;
    void setLaw(const QString& expression);
    /// Shows what the expression in effect amounts to, after the expression. Empty: unknown.
    void setResult(const QString& result);
    QString result() const { return result_->isHidden() ? QString() : result_->text(); }
    void commitText() override;

signals:
    void lawEdited(const QString& expression);   ///< emitted when the user typed another usable expression
    void judged(const QString& sentence);   ///< emitted with the reason why the text cannot be used, once the user
                                            ///< pauses; empty: it can
    void wideChanged();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    StepEnabled stepEnabled() const override { return isWide() ? StepEnabled(StepNone) : NumberBox::stepEnabled(); }
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    void fixup(QString&) const override { }

private:
    void judge();
    void showInEffect();
    void follow();
    void forget();
    QString shownText() const;

    Judge judge_;
    QString law_, problem_;
    QTimer pause_;   // a sentence about half an expression would only disturb
    QLabel* result_;
    bool wide_ = false, told_ = false;
};

}   // namespace stepzero
