// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a sentence over the lower edge of a widget, with a button that responds to it.
#pragma once

#include <QAbstractButton>
#include <QPointer>
#include <QWidget>

class QLabel;

namespace stepzero {

class Notice : public QWidget {
public:
    explicit Notice(QWidget* parent);

    /// Shows a sentence; empty: hides the notice. The notice owns the button until the sentence changes.
    void setText(const QString& text, QAbstractButton* answer = nullptr);
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* text_;
    QPointer<QAbstractButton> answer_;
};

}   // namespace stepzero
