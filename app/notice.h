// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence over the lower edge of a widget, with the button that answers it.
#pragma once

#include <QAbstractButton>
#include <QPointer>
#include <QWidget>

class QLabel;

namespace stepzero {

class Notice : public QWidget {
public:
    explicit Notice(QWidget* parent);

    /// Empty: away with it. The button becomes the notice's own, and is there as long as its sentence.
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
