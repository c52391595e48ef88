// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box that leaves the wheel to the panel unless it was chosen, and may be narrower than its longest
// entry.
#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace stepzero {

class Combo : public QComboBox {
public:
    explicit Combo(QWidget* parent = nullptr) : QComboBox(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
        setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
        setMinimumContentsLength(8);
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }
};

}   // namespace stepzero
