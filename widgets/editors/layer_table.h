// SPDX-License-Identifier: GPL-3.0-or-later
// A table with one row per layer: what the layer is, and which settings it overrides. The current row is the chosen
// layer, whose settings are edited in full below the table.
#pragma once

#include <QWidget>

#include "widgets/editors/layer_model.h"

class QPushButton;
class QScrollArea;
class QTableView;

namespace stepzero {

class ExperimentEdits;
class LayerSection;

class LayerTable : public QWidget {
    Q_OBJECT
public:
    explicit LayerTable(QWidget* parent = nullptr);

    void setExperiment(const Experiment& experiment);
    void setChosenLayer(int layer);   ///< does not emit layerChosen()

    QTableView* view() const { return view_; }
    LayerModel* model() const { return model_; }
    LayerSection* section() const { return section_; }
    QPushButton* clearButton() const { return clear_; }

signals:
    void edited(const Experiment& experiment, const EditInfo& info);
    void layerChosen(int layer);
    void layerHovered(int layer);   ///< 0: the pointer left the table

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void followFont();
    void showEverywhere(const Experiment& experiment);
    void take(const Experiment& experiment, const EditInfo& info);
    ExperimentEdits* edits_;   // a child, since its editors use it until they are gone
    LayerModel* model_;
    QTableView* view_;
    LayerSection* section_;
    QScrollArea* room_;
    QPushButton* clear_;
};

}   // namespace stepzero
