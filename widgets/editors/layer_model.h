// SPDX-License-Identifier: GPL-3.0-or-later
// Presents the layers of an Experiment as a table, with one column for each setting that the layers of its kind may
// override. Setting a cell changes a copy of the Experiment, which the model then emits: it overrides one setting of a
// layer, or turns the widths into a list.
#pragma once

#include <QAbstractTableModel>
#include <variant>

#include "core/base/words/ranges.h"
#include "core/network/experiment/overrides.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/edit_info.h"

namespace stepzero {

class LayerModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Setting { width, option, activation, weight, bias };
    struct Column {
        Setting setting;
        std::string name;   ///< as in files: "width", "kernel", "weight"
        QString label;
        NumberRange range {};   ///< allowed values, for numbers
        std::variant<OwnNumber, OwnFlag, OwnWord> own {};   ///< for Setting::option only
        QVector<Choice> choices {};   ///< allowed members, for all but numbers
        bool isNumber() const
        {
            return setting == Setting::width || (setting == Setting::option && std::holds_alternative<OwnNumber>(own));
        }
    };

    explicit LayerModel(QObject* parent = nullptr);

    void setExperiment(const Experiment& experiment);
    const Experiment& experiment() const { return experiment_; }
    bool hasOverrides() const { return !experiment_.network.overrides.empty() || !experiment_.network.widths.empty(); }
    void clearOverrides();

    const std::vector<Column>& columns() const { return columns_; }
    /// Returns the index of a layer's setting by the setting's name in files. Precondition: both exist.
    QModelIndex cell(int layer, std::string_view name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void edited(const Experiment& experiment, const EditInfo& info);

private:
    std::string wordOf(int layer, const Column& column) const;
    int numberOf(int layer, const Column& column) const;
    bool isOwn(int layer, const Column& column) const;
    QString shownText(int layer, const Column& column) const;
    QString hintOf(int layer, const Column& column) const;
    bool setNumber(Network& network, int layer, const Column& column, int value) const;
    void setWord(Network& network, int layer, const Column& column, const std::string& word) const;

    Experiment experiment_;
    std::vector<Column> columns_;
};

}   // namespace stepzero
