// SPDX-License-Identifier: GPL-3.0-or-later
// Describes an experiment in words.
#include <QFileInfo>
#include <set>

#include "core/base/words/registry.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/study/grid/grid.h"
#include "widgets/language/language.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

Text fileText(const std::string& file) { return Text::name(QFileInfo(words(file)).fileName().toStdString()); }

Text numberText(double number) { return Text::name(pretty(number).toStdString()); }

/// Returns a number or word of a parameter as the window shows it.
Text valueText(const ParameterInfo& info, const ParameterValue& value)
{
    if (const double* number = std::get_if<double>(&value))
        return info.integer ? Text::name(QString::number(*number, 'f', 0).toStdString()) : numberText(*number);
    if (const std::string* typed = typed_text(value))
        return Text::name(*typed);
    if (is_flag(info))
        return is_on(value) ? tr("yes") : tr("no");
    const std::string& word = std::get<std::string>(value);
    for (std::size_t i = 0; i < info.choices.size() && i < info.choice_labels.size(); ++i)
        if (info.choices[i] == word)
            return info.choice_labels[i];
    return Text::name(word);
}

/// Returns "He (Kaiming) normal: mode fan_in, gain of ReLU".
Text withParameters(const Text& label, const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    std::vector<Text> list;
    const Parameters all = completed(infos, given);
    for (const ParameterInfo& info : infos)
        list.push_back(joined({info.label, valueText(info, all.find(info.name)->second)}, " "));
    return joined({label, joined(list, ", ")}, ": ");
}

Text initializerText(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return scheme ? withParameters(scheme->label, scheme->parameters, initializer.parameters)
                  : Text::name(initializer.scheme);
}

Text activationText(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return info ? withParameters(info->label, info->parameters, activation.parameters) : Text::name(activation.name);
}

Text sizeText(const Network& network)
{
    if (network.widths.empty())
        return kind_of(network).layered ? tr("%1 {layer|layers} of width %2", network.depth, network.width)
                                        : tr("%1 {block|blocks} of width %2", network.depth, network.width);
    constexpr std::size_t most = 24;
    std::string widths;
    const std::size_t all = network.widths.size();
    for (std::size_t i = 0; i < all && i < most; ++i)
        widths += (widths.empty() ? "" : ", ") + std::to_string(network.widths[i]);
    return all > most ? tr("%1 {layer|layers} of widths %2, …, %3", all, widths, network.widths.back())
        : all == 1    ? tr("%1 {layer|layers} of width %2", all, widths)
                      : tr("%1 layers of widths %2", all, widths);
}

/// Returns the value of a field as the window shows it.
Text valueText(const Field& field, const Experiment& experiment)
{
    const auto choice = [&](const std::string& word) -> Text {
        const FieldChoice* found = find_member(field.choices, word);
        return Text::name(found ? words(found->label).replace('_', ' ').toStdString() : word);
    };
    const auto text = [&](const auto& value) -> Text {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>)
            return value ? tr("yes") : tr("no");
        else if constexpr (std::is_same_v<Value, double>)
            return numberText(value);
        else if constexpr (std::is_integral_v<Value>)
            return Text::name(std::to_string(value));
        else if constexpr (std::is_same_v<Value, std::string>)
            return field.file ? fileText(value) : choice(value);
        else
            return withParameters(
                choice(value.name), *find_member(field.choices, value.name)->parameters, value.parameters);
    };
    return std::visit([&](const auto& place) { return text(place(experiment)); }, field.place);
}

Text inputText(const Experiment& experiment)
{
    const Input& input = experiment.input;
    if (!input.file.empty()) {
        const bool plain = scaling_of(input) == InputScaling::raw;
        const Text scaling = plain ? Text() : valueText(field_of("input.scaling"), experiment);
        return joined({fileText(input.file), scaling}, ", ");
    }
    const Text distribution = valueText(field_of("input.distribution"), experiment);
    return kind_of(experiment.network).takes_tokens
        ? tr("%1 × %2 {token|tokens}, %3", input.samples, input.tokens, distribution)
        : tr("%1 {sample|samples}, %2 with mean %3 and standard deviation %4", input.samples, distribution,
            numberText(input.mean), numberText(input.std));
}

Text overrideText(const LayerOverride& own, const Network& network)
{
    std::vector<Text> list;
    if (own.activation)
        list.push_back(activationText(*own.activation));
    if (own.weight)
        list.push_back(tr("weights %1", initializerText(*own.weight)));
    if (own.bias)
        list.push_back(tr("bias %1", initializerText(*own.bias)));
    if (own.kernel)
        list.push_back(tr("kernel %1", *own.kernel));
    if (own.stride)
        list.push_back(tr("stride %1", *own.stride));
    if (own.transposed)
        list.push_back(*own.transposed ? tr("transposed") : tr("not transposed"));
    if (own.norm)
        list.push_back(tr("norm: %1", choice_label(*find_member(kind_of(network).options, "norm"), *own.norm)));
    return joined(list, "; ");
}

Text measureText(const Experiment& experiment)
{
    std::vector<Text> list {tr("signal")};
    for (const Field& field : fields_of(experiment.network, "measure"))
        if (const auto* flag = std::get_if<Place<bool>>(&field.place); flag && (*flag)(experiment))
            list.push_back(field.path == "measure.correlation"
                    ? tr("correlation of two inputs at %1°", numberText(experiment.measure.correlation_angle))
                    : Text(field.words.name));
    return joined(list, ", ");
}

/// Returns whether the heading, or the row of the size, the input or the measurements, contains the field.
bool isTogether(const Field& field, const NetworkKind& kind)
{
    static const std::set<std::string> paths {"title", "network.width", "input.distribution", "input.mean", "input.std",
        "input.samples", "input.tokens", "input.file", "input.scaling", "measure.correlation_angle"};
    return paths.contains(field.path) || field.path == "network." + kind.length
        || (field.part() == "measure" && std::holds_alternative<Place<bool>>(field.place));
}

QString jsonText(const Json& value)
{
    QStringList parts;
    switch (value.kind) {
    case Json::Kind::object:
        for (std::size_t i = 0; i < value.keys.size(); ++i)
            parts << words(value.keys[i]) + QLatin1Char(' ') + jsonText(value.items[i]);
        return joinedText(parts, ", ");
    case Json::Kind::list:
        for (const Json& item : value.items)
            parts << jsonText(item);
        return parts.join(QStringLiteral("–"));
    case Json::Kind::text:
        return words(value.text);
    default:
        return words(value.shown());
    }
}

}   // namespace

ReportTable settingsTable(const Experiment& experiment)
{
    const Network& network = experiment.network;
    const NetworkKind& kind = kind_of(network);
    ReportTable table;
    const auto add = [&table](const Text& name, const Text& value) {
        table.rows << QStringList {words(name), words(value)};
    };
    add(tr("network"), kind.label);
    add(tr("size"), sizeText(network));
    if (network.input_width)
        add(tr("input width"), Text::name(std::to_string(*network.input_width)));
    add(tr("activation"), activationText(network.activation));
    const Parameters options = completed(kind.options, network.options);
    for (const ParameterInfo& info : kind.options)
        add(info.label, valueText(info, options.find(info.name)->second));
    add(tr("weights"), initializerText(network.weight));
    for (const RoleInfo& role : roles_of(network))
        if (const auto own = network.roles.find(role.name); own != network.roles.end())
            add(role.label, initializerText(own->second));
    if (kind.layered)
        add(tr("bias"), initializerText(network.bias));
    constexpr std::size_t most = 24;
    for (std::size_t i = 0; i < network.overrides.size() && i < most; ++i)
        add(tr("layer %1", network.overrides[i].layer), overrideText(network.overrides[i], network));
    if (network.overrides.size() > most)
        table.note
            = words(tr("%1 more {layer has its|layers have their} own settings.", network.overrides.size() - most));
    for (const Field& field : fields_of(network)) {
        if (field.path == "input.distribution")
            add(tr("input"), inputText(experiment));
        else if (field.path == "measure.gradient")
            add(tr("measured"), measureText(experiment));
        if (!isTogether(field, kind) && is_told(field, experiment))
            add(field.words.name, valueText(field, experiment));
    }
    return table;
}

QVector<ReportTable> settingsTables(const Grid& grid)
{
    ReportTable lists {{words(tr("varied")), words(tr("value")), words(tr("in the file"))}, {}};
    for (const GridAxis& axis : grid.axes)
        for (std::size_t i = 0; i < axis.values.size(); ++i)
            lists.rows << QStringList {
                i == 0 ? words(axis.path) : QString(), words(axis.labels[i]), jsonText(axis.values[i])};
    constexpr qsizetype most = 40;
    if (lists.rows.size() > most) {
        lists.note = words(tr("The table lists the first %1 of %2 values.", most, lists.rows.size()));
        lists.rows.resize(most);
    }
    ReportTable shared = settingsTable(cell_experiment(grid, 0));
    shared.note = words(tr("Settings of the first cell; the varied settings differ from cell to cell."));
    return {lists, shared};
}

}   // namespace stepzero
