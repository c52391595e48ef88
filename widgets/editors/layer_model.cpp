// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/layer_model.h"

#include <QFont>
#include <algorithm>

#include "core/base/words/ranges.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "widgets/language/language.h"

namespace stepzero {

void LayerModel::setExperiment(const Experiment& experiment)
{
    if (experiment.network == experiment_.network) {
        experiment_ = experiment;
        return;
    }
    const int before = rowCount(), after = depth(experiment.network);
    // Rows are inserted and removed at the end, so that the chosen row and the scroll position stay.
    if (after > before)
        beginInsertRows({}, before, after - 1);
    if (after < before)
        beginRemoveRows({}, after, before - 1);
    experiment_ = experiment;
    if (after > before)
        endInsertRows();
    if (after < before)
        endRemoveRows();
    emit dataChanged(index(0, 0), index(after - 1, ColumnCount - 1));
}

void LayerModel::clearOverrides()
{
    Experiment next = experiment_;
    next.network.depth = depth(next.network);
    if (!next.network.widths.empty())
        next.network.width = next.network.widths.front();
    next.network.widths.clear();
    next.network.overrides.clear();
    setExperiment(next);
    emit edited(next, {tr("Clear overrides"), {}, false});
}

int LayerModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : depth(experiment_.network); }

int LayerModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

const LayerOverride* LayerModel::overrideOf(int layer) const
{
    for (const LayerOverride& o : experiment_.network.overrides)
        if (o.layer == layer)
            return &o;
    return nullptr;
}

std::string LayerModel::nameOf(int layer, Column column) const
{
    const LayerOverride* o = overrideOf(layer);
    if (column == ActivationName)
        return o && o->activation ? o->activation->name : experiment_.network.activation.name;
    return o && o->weight ? o->weight->scheme : experiment_.network.weight.scheme;
}

QVector<LayerModel::Word> LayerModel::words(Column column) const
{
    QVector<Word> all;
    if (column == ActivationName) {
        for (const ActivationInfo& info : activations())
            all.push_back({QString::fromStdString(info.name), translated(info.label)});
    } else if (column == WeightScheme) {
        for (const Scheme& scheme : schemes())
            if (fills(scheme, Role::weight, kind_of(experiment_.network).kernels))
                all.push_back({QString::fromStdString(scheme.name), translated(scheme.label)});
    }
    return all;
}

QVariant LayerModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int layer = index.row() + 1;
    const auto column = Column(index.column());
    const LayerOverride* o = overrideOf(layer);
    switch (role) {
    case Qt::DisplayRole:
        if (column == Width)
            return width_of_layer(experiment_.network, layer);
        if (column == ActivationName) {
            const std::string name = nameOf(layer, column);
            const ActivationInfo* info = find_activation(name);
            return translated(info ? info->label : Text::name(name));
        } else {
            const std::string name = nameOf(layer, column);
            const Scheme* scheme = find_scheme(name);
            return translated(scheme ? scheme->label : Text::name(name));
        }
    case Qt::EditRole:
        if (column == Width)
            return width_of_layer(experiment_.network, layer);
        return QString::fromStdString(nameOf(layer, column));
    case Qt::FontRole: {
        // Settings that differ from the rest of the network stand out.
        const bool own = column == Width ? !experiment_.network.widths.empty()
            : column == ActivationName   ? o && o->activation
                                         : o && o->weight;
        if (!own)
            return {};
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    case Qt::TextAlignmentRole:
        return column == Width ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default:
        return {};
    }
}

QVariant LayerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    switch (section) {
    case Width:
        return tr("width");
    case ActivationName:
        return tr("activation");
    default:
        return tr("weights");
    }
}

Qt::ItemFlags LayerModel::flags(const QModelIndex& index) const
{
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

bool LayerModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid())
        return false;
    Experiment next = experiment_;
    Network& network = next.network;
    const int layer = index.row() + 1;
    QString text;
    if (index.column() == Width) {
        bool ok = false;
        const int width = value.toInt(&ok);
        if (!ok || !ranges::width.holds(width))
            return false;
        if (network.widths.empty())
            network.widths.assign(std::size_t(depth(network)), network.width);
        network.widths[std::size_t(layer - 1)] = width;
        if (std::all_of(network.widths.begin(), network.widths.end(), [&](int w) { return w == network.width; })) {
            network.depth = int(network.widths.size());
            network.widths.clear();
        }
        text = tr("Width of layer %1").arg(layer);
    } else {
        const std::string name = value.toString().toStdString();
        auto at = std::find_if(network.overrides.begin(), network.overrides.end(),
            [&](const LayerOverride& o) { return o.layer >= layer; });
        if (at == network.overrides.end() || at->layer != layer) {
            at = network.overrides.insert(at, LayerOverride {});
            at->layer = layer;
        }
        if (index.column() == ActivationName) {
            const ActivationInfo* info = find_activation(name);
            if (!info)
                return false;
            if (name == network.activation.name)
                at->activation.reset();
            else
                at->activation = Activation {name, completed(info->parameters, {})};
            text = tr("Activation of layer %1").arg(layer);
        } else {
            const Scheme* scheme = find_scheme(name);
            if (!scheme)
                return false;
            if (name == network.weight.scheme)
                at->weight.reset();
            else
                at->weight = Initializer {name, completed(scheme->parameters, {})};
            text = tr("Initialization of layer %1").arg(layer);
        }
        if (at->empty())
            network.overrides.erase(at);
    }
    if (next == experiment_)
        return false;
    setExperiment(next);
    emit edited(next, {text, {}, false});
    return true;
}

}   // namespace stepzero
