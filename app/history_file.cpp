// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/worker.h"
#include "core/base/formats/file.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/nan.h"
#include "core/base/words/registry.h"
#include "core/diagnose/finding.h"
#include "core/files/experiment_json.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

constexpr const char* historyFormat = "stepzero-history";
constexpr double historyVersion = 1;
constexpr double mostSize = 1e9;   // log10 of an RMS; larger ones come from a damaged file
constexpr NamedValue<Verdict::State> stateNames[] {
    {Verdict::State::found, "found"}, {Verdict::State::healthy, "healthy"}, {Verdict::State::unknown, "unknown"}};

Json sizesJson(const std::vector<double>& sizes)
{
    Json list = json_list();
    for (const double size : sizes)
        list.add(std::isfinite(size) ? json_of(size) : Json());
    return list;
}

std::vector<double> sizesIn(const Json* list)
{
    std::vector<double> sizes;
    for (const Json& item : list ? list->items : std::vector<Json>())
        if (int(sizes.size()) < History::mostPoints)
            sizes.push_back(item.kind == Json::Kind::number && std::abs(item.number) <= mostSize ? item.number : nan);
    return sizes;
}

Json entryJson(const HistoryEntry& entry)
{
    Json json = json_object({{"time", json_of(entry.time.toUTC().toString(Qt::ISODate).toStdString())},
        {"state", json_of(name_of(stateNames, entry.verdict.state))}, {"verdict", json_of(entry.verdict.word)}});
    if (entry.verdict.severity)
        json.add("severity", json_of(word(*entry.verdict.severity)));
    json.add("signal", sizesJson(entry.signal));
    json.add("gradient", sizesJson(entry.gradient));
    json.add("experiment", json_of(entry.experiment));
    return json;
}

std::string_view textIn(const Json& json, const char* key)
{
    const Json* found = json.find(key);
    return found && found->kind == Json::Kind::text ? std::string_view(found->text) : std::string_view();
}

HistoryEntryPtr entryIn(const Json& json)
{
    const Json* stored = json.find("experiment");
    const std::string_view time = textIn(json, "time"), severity = textIn(json, "severity");
    auto entry = std::make_shared<HistoryEntry>();
    entry->time
        = QDateTime::fromString(QString::fromUtf8(time.data(), qsizetype(time.size())), Qt::ISODate).toLocalTime();
    if (!stored || !entry->time.isValid())
        return nullptr;
    auto experiment = experiment_of(*stored);
    if (!std::holds_alternative<Experiment>(experiment))
        return nullptr;
    entry->experiment = std::get<Experiment>(std::move(experiment));
    entry->fingerprint = fingerprintOf(entry->experiment);
    entry->verdict.state = value_named(stateNames, textIn(json, "state"));
    entry->verdict.word = Text::whole(std::string(textIn(json, "verdict")));
    for (const Severity known : {Severity::note, Severity::warning, Severity::error})
        if (severity == word(known))
            entry->verdict.severity = known;
    entry->signal = sizesIn(json.find("signal"));
    entry->gradient = sizesIn(json.find("gradient"));
    return entry;
}

}   // namespace

std::string formatHistory(const HistoryEntries& entries)
{
    Json list = in_rows(json_list());
    std::size_t bytes = 0;
    for (const HistoryEntryPtr& entry : entries) {
        Json json = entryJson(*entry);
        bytes += json_line(json).size();
        if (bytes > mostHistoryBytes)
            break;
        list.add(std::move(json));
    }
    return json_lines(json_object({{"format", json_of(historyFormat)}, {"version", json_of(historyVersion)},
               {"entries", std::move(list)}}))
        + "\n";
}

HistoryEntries parseHistory(std::string_view text)
{
    const JsonReading read = read_json(text);
    const Json *number = read.root.find("version"), *list = read.root.find("entries");
    HistoryEntries entries;
    if (!read.complete || textIn(read.root, "format") != historyFormat || !number || number->number != historyVersion
        || !list)
        return entries;
    for (const Json& json : list->items)
        if (entries.size() < History::mostEntries)
            if (const HistoryEntryPtr entry = entryIn(json))
                entries << entry;
    return entries;
}

void writeHistory(const QString& file, const HistoryEntries& entries)
{
    write_file(pathOf(file), formatHistory(entries));
}

HistoryEntries readHistory(const QString& file)
{
    HistoryEntries entries;
    (void)failureOf([&] { entries = parseHistory(read_file(pathOf(file))); });
    return entries;
}

}   // namespace stepzero
