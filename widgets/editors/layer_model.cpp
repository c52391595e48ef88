// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/layer_model.h"

#include <QFont>
#include <algorithm>

#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/init/scheme.h"
#include "widgets/editors/initializer_laws.h"
#include "widgets/editors/number_box.h"
#include "widgets/editors/registry_choices.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

std::vector<LayerModel::Column> columnsOf(const NetworkKind& kind)
{
    using Setting = LayerModel::Setting;
    std::vector<LayerModel::Column> columns {{Setting::width, "width", LayerModel::tr("width"), ranges::width}};
    for (const auto& [info, own] : layer_options(kind.options)) {
        LayerModel::Column& column = columns.emplace_back(
            LayerModel::Column {Setting::option, info->name, translated(info->label), {info->low, info->high}, own});
        for (const std::string& word : info->choices)
            column.choices.push_back({.name = word,
                .label = !is_flag(*info) ? translated(choice_label(*info, word))
                    : is_on(word)        ? LayerModel::tr("yes")
                                         : LayerModel::tr("no"),
                .hint = {},
                .parameters = {}});
    }
    const auto add = [&](Setting setting, const char* name, const QString& label, const QVector<Choice>& choices) {
        columns.push_back({.setting = setting, .name = name, .label = label, .choices = choices});
    };
    add(Setting::activation, "activation", LayerModel::tr("activation"), activationChoices(false));
    add(Setting::weight, "weight", LayerModel::tr("weights"), schemeChoices(Role::weight, kind.kernels));
    add(Setting::bias, "bias", LayerModel::tr("bias"), schemeChoices(Role::bias));
    return columns;
}

Selection selectionOf(const Activation& activation) { return {activation.name, activation.parameters}; }
Selection selectionOf(const Initializer& initializer) { return {initializer.scheme, initializer.parameters}; }

/// Calls body(setting) with the setting of a column that does not contain numbers.
template <class Body>
auto withSetting(const LayerModel::Column& column, const Body& body)
{
    if (column.setting == LayerModel::Setting::activation)
        return body(activation_setting);
    return body(column.setting == LayerModel::Setting::weight ? weight_setting : bias_setting);
}

/// Returns the member of a layer in a column that does not contain numbers.
Selection selectionOf(const Network& network, int layer, const LayerModel::Column& column)
{
    return withSetting(
        column, [&](const auto& setting) { return selectionOf(value_of_layer(network, layer, setting).first); });
}

/// Returns the word that an option has in layers that do not override it.
std::string usualWord(const Network& network, const std::string& option)
{
    return word(completed(kind_of(network).options, network.options), option);
}

/// Returns the numbers of a member that are not at their defaults: "std = √(2/fan_in)". Expressions are as typed.
QStringList numbersOf(const Choice& choice, const Parameters& given)
{
    QStringList parts;
    const Parameters all = completed(choice.parameters, given);
    for (const ParameterInfo& info : choice.parameters) {
        const ParameterValue& value = all.at(info.name);
        if (!is_numeric(info) || !applies(info, all) || value == info.default_value)
            continue;
        const std::string* typed = typed_text(value);
        parts << QStringLiteral("%1 = %2").arg(QString::fromStdString(info.name),
            typed ? QString::fromStdString(*typed) : NumberBox::textOf(std::get<double>(value)));
    }
    return parts;
}

}   // namespace

LayerModel::LayerModel(QObject* parent) : QAbstractTableModel(parent), columns_(columnsOf(kind_of(experiment_.network)))
{
}

void LayerModel::setExperiment(const Experiment& experiment)
{
    if (experiment.network == experiment_.network) {
        experiment_ = experiment;
        return;
    }
    if (experiment.network.kind != experiment_.network.kind) {
        beginResetModel();
        experiment_ = experiment;
        columns_ = columnsOf(kind_of(experiment_.network));
        endResetModel();
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
    emit dataChanged(index(0, 0), index(after - 1, columnCount() - 1));
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

QModelIndex LayerModel::cell(int layer, std::string_view name) const
{
    const auto found = std::ranges::find(columns_, name, &Column::name);
    return index(layer - 1, int(found - columns_.begin()));
}

int LayerModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : depth(experiment_.network); }

int LayerModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(columns_.size()); }

int LayerModel::numberOf(int layer, const Column& column) const
{
    const Network& network = experiment_.network;
    if (column.setting == Setting::width)
        return width_of_layer(network, layer);
    const LayerOverride* own = find_override(network, layer);
    return (own ? own->*std::get<OwnNumber>(column.own) : std::nullopt).value_or(whole_option(network, column.name));
}

/// Returns the word of an option that is not a number.
std::string LayerModel::wordOf(int layer, const Column& column) const
{
    const Network& network = experiment_.network;
    const LayerOverride* own = find_override(network, layer);
    const std::string usual = usualWord(network, column.name);
    if (const OwnWord* word = std::get_if<OwnWord>(&column.own))
        return (own ? own->**word : std::nullopt).value_or(usual);
    const std::optional<bool> flag = own ? own->*std::get<OwnFlag>(column.own) : std::nullopt;
    return flag ? std::get<std::string>(flag_value(*flag)) : usual;
}

/// Returns whether a setting differs from the rest of the network.
bool LayerModel::isOwn(int layer, const Column& column) const
{
    const Network& network = experiment_.network;
    if (column.setting == Setting::width)
        return !network.widths.empty();
    if (column.setting == Setting::option) {
        const LayerOverride* own = find_override(network, layer);
        return own && std::visit([&](auto setting) { return (own->*setting).has_value(); }, column.own);
    }
    return withSetting(column, [&](const auto& setting) { return value_of_layer(network, layer, setting).second; });
}

QString LayerModel::shownText(int layer, const Column& column) const
{
    const Selection selection = column.setting == Setting::option ? Selection {wordOf(layer, column), {}}
                                                                  : selectionOf(experiment_.network, layer, column);
    for (const Choice& choice : column.choices)
        if (choice.name == selection.name)
            return joinedText(QStringList {choice.label} + numbersOf(choice, selection.parameters), ", ");
    return QString::fromStdString(selection.name);
}

/// Returns the whole text of a cell, for which a narrow column has no room, and the values of its expressions.
QString LayerModel::hintOf(int layer, const Column& column) const
{
    if (column.isNumber())
        return {};
    QStringList lines {shownText(layer, column)};
    if (column.setting == Setting::option)
        return lines.front();
    const Selection selection = selectionOf(experiment_.network, layer, column);
    const Initializer initializer {selection.name, selection.parameters};
    if (column.setting == Setting::activation || !is_typed(initializer))
        return lines.front();
    const auto plan = validate(experiment_).empty() ? plannedSamples(experiment_) : std::nullopt;
    const Role role = column.setting == Setting::weight ? Role::weight : Role::bias;
    if (const ParameterPlan* shown = plan ? parameterOf(*plan, layer, plan->reading.weight, role) : nullptr)
        for (const auto& [name, value] : lawValues(*plan, initializer, shown))
            lines << QStringLiteral("%1 = %2 = %3")
                         .arg(QString::fromStdString(name),
                             QString::fromStdString(*typed_text(initializer.parameters.at(name))), pretty(value.here));
    return lines.join(QLatin1Char('\n'));
}

QVariant LayerModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int layer = index.row() + 1;
    const Column& column = columns_[std::size_t(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return column.isNumber() ? QVariant(numberOf(layer, column)) : shownText(layer, column);
    case Qt::EditRole:
        return column.isNumber() ? QVariant(numberOf(layer, column))
                                 : QString::fromStdString(column.setting == Setting::option
                                         ? wordOf(layer, column)
                                         : selectionOf(experiment_.network, layer, column).name);
    case Qt::ToolTipRole:
        return hintOf(layer, column);
    case Qt::FontRole: {
        if (!isOwn(layer, column))
            return {};
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    case Qt::TextAlignmentRole:
        return column.isNumber() ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
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
    return columns_[std::size_t(section)].label;
}

Qt::ItemFlags LayerModel::flags(const QModelIndex& index) const
{
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

/// Sets a number of a layer. Other numbers of the network follow where they have to.
bool LayerModel::setNumber(Network& network, int layer, const Column& column, int value) const
{
    if (!column.range.holds(value))
        return false;
    const Network before = network;
    if (column.setting == Setting::width) {
        if (network.widths.empty())
            network.widths.assign(std::size_t(depth(network)), network.width);
        network.widths[std::size_t(layer - 1)] = value;
        if (std::ranges::all_of(network.widths, [&](int w) { return w == network.width; })) {
            network.depth = int(network.widths.size());
            network.widths.clear();
        }
    } else {
        auto& own = override_of(network, layer).*std::get<OwnNumber>(column.own);
        own = value;
        if (value == whole_option(network, column.name))
            own.reset();
        remove_empty_overrides(network);
    }
    if (const auto fitted = kind_of(network).fitted)
        network = fitted(network, before);
    return true;
}

/// Sets an option of a layer that is not a number. Other settings of the network follow where they have to.
void LayerModel::setWord(Network& network, int layer, const Column& column, const std::string& word) const
{
    const Network before = network;
    LayerOverride& override = override_of(network, layer);
    const bool usual = word == usualWord(network, column.name);
    if (const OwnWord* own = std::get_if<OwnWord>(&column.own))
        override.** own = usual ? std::nullopt : std::optional(word);
    else
        override.*std::get<OwnFlag>(column.own) = usual ? std::nullopt : std::optional(is_on(word));
    remove_empty_overrides(network);
    if (const auto fitted = kind_of(network).fitted)
        network = fitted(network, before);
}

bool LayerModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid())
        return false;
    Experiment next = experiment_;
    const int layer = index.row() + 1;
    const Column& column = columns_[std::size_t(index.column())];
    if (column.isNumber()) {
        bool whole = false;
        const int number = value.toInt(&whole);
        if (!whole || !setNumber(next.network, layer, column, number))
            return false;
    } else {
        const std::string name = value.toString().toStdString();
        const auto choice = std::ranges::find(column.choices, name, &Choice::name);
        if (choice == column.choices.end())
            return false;
        if (column.setting == Setting::option)
            setWord(next.network, layer, column, name);
        else
            withSetting(column, [&]<class Value>(const LayerSetting<Value>& setting) {
                const Value& usual = next.network.*setting.usual;
                set_value_of_layer(next.network, layer, setting,
                    selectionOf(usual).name == name ? usual : Value {name, completed(choice->parameters, {})});
            });
    }
    if (next == experiment_)
        return false;
    setExperiment(next);
    emit edited(next, {tr("Settings of layer %1").arg(layer), {}, false});
    return true;
}

}   // namespace stepzero
