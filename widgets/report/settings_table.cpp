// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment in words.
#include <QFileInfo>
#include <set>

#include "core/activation/activation.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/grid/grid.h"
#include "core/init/scheme.h"
#include "core/kinds/kinds.h"
#include "core/words/registry.h"
#include "widgets/report/contents.h"

namespace stepzero {

namespace {

/// A number or word of a parameter as the window says it.
QString valueText(const ParameterInfo& info, const ParameterValue& value)
{
    if (const double* number = std::get_if<double>(&value))
        return info.integer ? QString::number(*number, 'f', 0) : pretty(*number);
    const std::string& word = std::get<std::string>(value);
    if (is_flag(info))
        return word == "true" ? QStringLiteral("yes") : QStringLiteral("no");
    for (std::size_t i = 0; i < info.choices.size() && i < info.choice_labels.size(); ++i)
        if (info.choices[i] == word)
            return words(info.choice_labels[i]);
    return words(word);
}

/// "He (Kaiming) normal: mode fan_in, gain of ReLU"
QString withParameters(const QString& label, const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    QStringList list;
    const Parameters all = completed(infos, given);
    for (const ParameterInfo& info : infos)
        list << words(info.label) + QLatin1Char(' ') + valueText(info, all.find(info.name)->second);
    return list.isEmpty() ? label : label + QStringLiteral(": ") + list.join(QStringLiteral(", "));
}

QString initializerText(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return scheme ? withParameters(words(scheme->label), scheme->parameters, initializer.parameters)
                  : words(initializer.scheme);
}

QString activationText(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return info ? withParameters(words(info->label), info->parameters, activation.parameters) : words(activation.name);
}

QString sizeText(const Network& network)
{
    const bool blocks = !kind_of(network).layered;
    if (network.widths.empty())
        return QStringLiteral("%1 %2 of width %3")
            .arg(network.depth)
            .arg(blocks ? QStringLiteral("blocks") : QStringLiteral("layers"))
            .arg(network.width);
    constexpr std::size_t most = 24;
    QStringList widths;
    for (std::size_t i = 0; i < network.widths.size() && i < most; ++i)
        widths << QString::number(network.widths[i]);
    if (network.widths.size() > most)
        widths << QStringLiteral("… to %1").arg(network.widths.back());
    return (widths.size() == 1 ? QStringLiteral("%1 layer of width %2") : QStringLiteral("%1 layers of widths %2"))
        .arg(widths.size())
        .arg(widths.join(QStringLiteral(", ")));
}

QString inputText(const Experiment& experiment)
{
    const Input& input = experiment.input;
    if (!input.file.empty())
        return QFileInfo(words(input.file)).fileName()
            + (input.scaling == input_scalings().front()
                    ? QString()
                    : QStringLiteral(", ") + words(input.scaling).replace('_', ' '));
    if (kind_of(experiment.network).takes_tokens)
        return (input.tokens == 1 ? QStringLiteral("%1 × %2 token, %3") : QStringLiteral("%1 × %2 tokens, %3"))
            .arg(input.samples)
            .arg(input.tokens)
            .arg(words(input.distribution));
    return (input.samples == 1 ? QStringLiteral("%1 sample, %2 with mean %3 and standard deviation %4")
                               : QStringLiteral("%1 samples, %2 with mean %3 and standard deviation %4"))
        .arg(input.samples)
        .arg(words(input.distribution), pretty(input.mean), pretty(input.std));
}

/// What a field has, as the window says it.
QString valueText(const Field& field, const Experiment& experiment)
{
    const auto choice = [&](const std::string& word) {
        const FieldChoice* found = find_member(field.choices, word);
        return found ? words(found->label).replace('_', ' ') : words(word);
    };
    const auto text = [&](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>)
            return value ? QStringLiteral("yes") : QStringLiteral("no");
        else if constexpr (std::is_same_v<Value, double>)
            return pretty(value);
        else if constexpr (std::is_integral_v<Value>)
            return QString::number(value);
        else if constexpr (std::is_same_v<Value, std::string>)
            return field.file ? QFileInfo(words(value)).fileName() : choice(value);
        else
            return withParameters(
                choice(value.name), *find_member(field.choices, value.name)->parameters, value.parameters);
    };
    return std::visit([&](const auto& place) { return text(place(experiment)); }, field.place);
}

QString overrideText(const LayerOverride& own)
{
    QStringList list;
    if (own.activation)
        list << activationText(*own.activation);
    if (own.weight)
        list << QStringLiteral("weights ") + initializerText(*own.weight);
    if (own.bias)
        list << QStringLiteral("bias ") + initializerText(*own.bias);
    return list.join(QStringLiteral("; "));
}

QString measureText(const Experiment& experiment)
{
    QStringList list {QStringLiteral("signal")};
    for (const Field& field : fields_of(experiment.network, "measure"))
        if (const auto* flag = std::get_if<Place<bool>>(&field.place); flag && (*flag)(experiment))
            list << (field.path == "measure.correlation" ? QStringLiteral("correlation of two inputs at %1°")
                                                               .arg(pretty(experiment.measure.correlation_angle))
                                                         : words(field.words.name));
    return list.join(QStringLiteral(", "));
}

/// Whether the heading or the rows of the size, the input and what is measured have it.
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
        return parts.join(QStringLiteral(", "));
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
    const auto add = [&table](const QString& name, const QString& value) { table.rows << QStringList {name, value}; };
    add(QStringLiteral("network"), words(kind.label));
    add(QStringLiteral("size"), sizeText(network));
    if (network.input_width)
        add(QStringLiteral("input width"), QString::number(*network.input_width));
    add(QStringLiteral("activation"), activationText(network.activation));
    const Parameters options = completed(kind.options, network.options);
    for (const ParameterInfo& info : kind.options)
        add(words(info.label), valueText(info, options.find(info.name)->second));
    add(QStringLiteral("weights"), initializerText(network.weight));
    for (const RoleInfo& role : roles_of(network))
        if (const auto own = network.roles.find(role.name); own != network.roles.end())
            add(words(role.label), initializerText(own->second));
    if (kind.layered)
        add(QStringLiteral("bias"), initializerText(network.bias));
    constexpr std::size_t most = 24;
    for (std::size_t i = 0; i < network.overrides.size() && i < most; ++i)
        add(QStringLiteral("layer %1").arg(network.overrides[i].layer), overrideText(network.overrides[i]));
    if (network.overrides.size() > most)
        table.note
            = (network.overrides.size() == most + 1 ? QStringLiteral("%1 layer more has settings of its own.")
                                                    : QStringLiteral("%1 layers more have settings of their own."))
                  .arg(network.overrides.size() - most);
    for (const Field& field : fields_of(network)) {
        if (field.path == "input.distribution")
            add(QStringLiteral("input"), inputText(experiment));
        else if (field.path == "measure.gradient")
            add(QStringLiteral("measured"), measureText(experiment));
        if (!isTogether(field, kind) && is_told(field, experiment))
            add(words(field.words.name), valueText(field, experiment));
    }
    return table;
}

QVector<ReportTable> settingsTables(const Grid& grid)
{
    ReportTable lists {{QStringLiteral("varied"), QStringLiteral("value"), QStringLiteral("in the file")}, {}};
    for (const GridAxis& axis : grid.axes)
        for (std::size_t i = 0; i < axis.values.size(); ++i)
            lists.rows << QStringList {
                i == 0 ? words(axis.path) : QString(), words(axis.labels[i]), jsonText(axis.values[i])};
    constexpr qsizetype most = 40;
    if (lists.rows.size() > most) {
        lists.note = QStringLiteral("The first %1 of %2 values.").arg(most).arg(lists.rows.size());
        lists.rows.resize(most);
    }
    ReportTable shared = settingsTable(cell_experiment(grid, 0));
    shared.note = QStringLiteral("As the first cell has them; what is varied differs from cell to cell.");
    return {lists, shared};
}

}   // namespace stepzero
