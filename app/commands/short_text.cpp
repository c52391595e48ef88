// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/short_text.h"

#include <QByteArray>
#include <QtEndian>
#include <algorithm>
#include <zlib.h>

#include "app/commands/source.h"
#include "core/base/json/write_json.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

constexpr std::string_view scheme = "stepzero:";
constexpr qsizetype length_bytes = 4;   // length of the inflated data, which qCompress() puts first
constexpr quint32 longest = 1 << 20;

/// Returns `whole` without the members that are equal in `other`. Objects in it are compared member by member, up to
/// `levels` deep.
Json without(const Json& whole, const Json& other, int levels)
{
    Json left = json_object();
    for (std::size_t i = 0; i < whole.items.size(); ++i) {
        const Json& value = whole.items[i];
        const Json* same = other.find(whole.keys[i]);
        if (same && json_line(*same) == json_line(value))
            continue;
        const bool inside = levels > 0 && same && value.kind == Json::Kind::object && same->kind == value.kind;
        left.add(whole.keys[i], inside ? without(value, *same, levels - 1) : value);
    }
    return left;
}

std::string shortest_file(const Experiment& experiment)
{
    const std::string kind
        = R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": ")" + experiment.network.kind + "\"}}";
    const Json whole = json_of(experiment);
    const auto read = parse_experiment(kind);
    if (const auto* by_default = std::get_if<Experiment>(&read)) {
        Json plain = json_of(*by_default);
        member(plain, "format") = member(plain, "version") = Json();   // these three members must stay
        member(member(plain, "network"), "kind") = Json();
        const std::string file = json_line(without(whole, plain, 1));
        // A default may depend on values that were left out.
        if (const auto again = parse_experiment(file);
            std::holds_alternative<Experiment>(again) && std::get<Experiment>(again) == experiment)
            return file;
    }
    return json_line(whole);
}

}   // namespace

bool is_short_text(std::string_view text) { return text.starts_with(scheme); }

std::string short_text(const Experiment& experiment)
{
    constexpr int smallest = 9;   // compression level of zlib
    const std::string file = shortest_file(experiment);
    const QByteArray packed = qCompress(QByteArray::fromStdString(file), smallest)
                                  .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    return std::string(scheme) + packed.toStdString();
}

std::string file_of_short_text(std::string_view text)
{
    const auto fail = [] {
        throw BadExperiment(
            tr("the text after %1 is not an experiment: it must be the complete text copied by \"Copy experiment\"",
                scheme));
    };
    QByteArray line(text.data(), qsizetype(text.size()));
    line = line.mid(qsizetype(scheme.size())).simplified().replace(' ', "");
    const auto packed
        = QByteArray::fromBase64Encoding(line, QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!packed || (*packed).size() <= length_bytes)
        fail();
    // qUncompress() would inflate data of any size, and print to standard error. Here the header gives the size of the
    // file, which limits zlib.
    uLongf size = qFromBigEndian<quint32>((*packed).constData());
    if (size == 0 || size > longest)
        fail();
    std::string file(size, '\0');
    const auto* begin = reinterpret_cast<const Bytef*>((*packed).constData() + length_bytes);
    if (::uncompress(reinterpret_cast<Bytef*>(file.data()), &size, begin, uLong((*packed).size() - length_bytes))
            != Z_OK
        || size != file.size())
        fail();
    return file;
}

}   // namespace stepzero
