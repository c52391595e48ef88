// SPDX-License-Identifier: GPL-3.0-or-later
// Lines around a control: what the tour points at, and the focus of what does not show it itself. A panel may delete
// or move the control at any time; the lines are hidden then.
#pragma once

#include <QPointer>
#include <QWidget>

namespace stepzero {

/// Around a control as far as there is room, or inside, at its edge.
class ControlFrame : public QWidget {
public:
    ControlFrame(QWidget* target, bool inside, double width);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    static QWidget* hostOf(QWidget* target);
    void follow();
    int pixels() const;   // of its lines

    QPointer<QWidget> target_;   // not owned
    double width_;   // at scale 1
};

/// Frames it while it has the focus, unless the pointer gave it.
void frameFocus(QWidget* widget);

}   // namespace stepzero
