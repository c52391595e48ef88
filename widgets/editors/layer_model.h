// SPDX-License-Identifier: GPL-3.0-or-later
// Presents the layers of an Experiment as a table. Setting a cell changes a copy of the Experiment, which the model
// then emits: it overrides one setting of a layer, or turns the widths into a list.
#pragma once

#include <QAbstractTableModel>

#include "core/network/experiment/experiment.h"
#include "widgets/editors/edit_info.h"

namespace stepzero {

class LayerModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Width, ActivationName, WeightScheme, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setExperiment(const Experiment& experiment);
    const Experiment& experiment() const { return experiment_; }
    bool hasOverrides() const { return !experiment_.network.overrides.empty() || !experiment_.network.widths.empty(); }
    void clearOverrides();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// A choice of a cell: its registry name and its label for people.
    struct Word {
        QString name, label;
    };
    QVector<Word> words(Column column) const;

signals:
    void edited(const Experiment& experiment, const EditInfo& info);

private:
    const LayerOverride* overrideOf(int layer) const;
    std::string nameOf(int layer, Column column) const;
    Experiment experiment_;
};

}   // namespace stepzero
