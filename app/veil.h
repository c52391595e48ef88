// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence over a widget. Lets the mouse through.
#pragma once

#include <QWidget>

namespace stepzero {

class Veil : public QWidget {
public:
    enum class Kind {
        cover,   ///< dims what lies under it, and says above what that is
        notice,   ///< a sentence below, and nothing else
    };
    /// Over all of its parent, whose size it follows.
    Veil(Kind kind, QWidget* parent);

    /// Empty: away with it.
    void setText(const QString& text);
    const QString& text() const { return text_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Kind kind_;
    QString text_;
};

}   // namespace stepzero
