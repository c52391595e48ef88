// SPDX-License-Identifier: GPL-3.0-or-later
// The layers, one a row: what each is, and what it does differently. The current row is the chosen layer.
#pragma once

#include <QWidget>

#include "widgets/editors/layer_model.h"

class QPushButton;
class QTableView;

namespace stepzero {

class LayerTable : public QWidget {
    Q_OBJECT
public:
    explicit LayerTable(QWidget* parent = nullptr);

    void setExperiment(const Experiment& experiment);
    void setChosenLayer(int layer);   ///< tells nobody

    QTableView* view() const { return view_; }
    LayerModel* model() const { return model_; }
    QPushButton* clearButton() const { return clear_; }

signals:
    void edited(const Experiment& experiment, const EditInfo& info);
    void layerChosen(int layer);
    void layerHovered(int layer);   ///< 0: the pointer left

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void followFont();
    LayerModel* model_;
    QTableView* view_;
    QPushButton* clear_;
};

}   // namespace stepzero
