// SPDX-License-Identifier: GPL-3.0-or-later
// A frame around a control: the target of the tour, or the focus of a widget that does not show it itself. A panel may
// delete or move the control at any time; the frame is hidden then.
#pragma once

#include <QPointer>
#include <QWidget>

namespace stepzero {

/// Frames a control from outside as far as there is room, or at its inner edge.
class ControlFrame : public QWidget {
public:
    ControlFrame(QWidget* target, bool inside, double width);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    static QWidget* hostOf(QWidget* target);
    void follow();
    int pixels() const;   // width of the lines

    QPointer<QWidget> target_;   // not owned
    double width_;   // width at scale 1
};

/// Frames a widget while it has the focus, unless the pointer gave it.
void frameFocus(QWidget* widget);

}   // namespace stepzero
