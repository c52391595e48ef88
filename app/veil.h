// SPDX-License-Identifier: GPL-3.0-or-later
// Dims a widget and shows a text about it. Mouse events pass through.
#pragma once

#include <QWidget>

namespace stepzero {

class Veil : public QWidget {
public:
    /// Covers all of its parent, whose size it follows.
    explicit Veil(QWidget* parent);

    /// Shows a text; empty: hides the veil.
    void setText(const QString& text);
    const QString& text() const { return text_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString text_;
};

}   // namespace stepzero
