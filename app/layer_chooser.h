// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the layer that all figures show, in the tool bar: "Layer 3 of 20". In networks made of blocks it chooses a
// block, and in recurrent networks a step of the sequence.
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
