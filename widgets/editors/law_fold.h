// SPDX-License-Identifier: GPL-3.0-or-later
// Lists σ of all matrices and vectors whose initializers have expressions. Consecutive blocks with the same σ share a
// row. A click on a row chooses its layer or block.
#pragma once

#include <QAbstractTableModel>

#include "core/network/plan.h"
#include "widgets/editors/fold.h"

class QLabel;
class QTableView;

namespace stepzero {

class LawModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { RoleName, Blocks, Sigma, ColumnCount };
    struct Row {
        std::string role;
        QString name;   ///< display name of the role
        int from = 0, to = 0;   ///< layers or blocks; 0: outside
        double mean = 0, std = 0;
        QString laws;   ///< the expressions: "std = sqrt(2/fan_in)"
        bool operator==(const Row&) const = default;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<Row> rows, const QString& unit);
    void setLayer(int layer);
    const std::vector<Row>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(rows_.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Row> rows_;
    QString unit_;   // "layer" or "block"
    int layer_ = 1;
};

class LawFold : public Fold {
    Q_OBJECT
public:
    explicit LawFold(QWidget* parent = nullptr);

    /// Lists the matrices and vectors of a network that have expressions. `layer` is the chosen one, and `variables`
    /// are those that expressions may use.
    void showPlan(const NetworkPlan& plan, int layer, const QString& variables);
    /// Lists nothing, for a reason.
    void showNone(const QString& reason);

    QTableView* view() const { return view_; }
    LawModel* model() const { return model_; }

signals:
    /// Emitted with the first layer or block of the row that was clicked, 0 for a matrix outside, and with its role.
    void chosen(int layer, const QString& role);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fit();
    LawModel* model_;
    QTableView* view_;
    QLabel* help_;
};

}   // namespace stepzero
