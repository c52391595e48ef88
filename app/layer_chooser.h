// SPDX-License-Identifier: GPL-3.0-or-later
// In the tool bar: which layer all figures look at, "Layer 3 of 20". Of networks made of blocks it is a block, of
// those that read a sequence a step of it.
#pragma once

#include <QWidget>

class QLabel;
class QSpinBox;

namespace stepzero {

class Board;
class Workspace;

class LayerChooser : public QWidget {
    Q_OBJECT
public:
    LayerChooser(Workspace& workspace, const Board* board, QWidget* parent);

    QSpinBox* box() const { return box_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void showExperiment();
    void showLayer();
    void showKind();
    void keepWidth();

    Workspace& workspace_;
    const Board* board_;
    QLabel *label_, *count_;
    QSpinBox* box_;
};

}   // namespace stepzero
