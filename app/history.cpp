// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "app/document.h"
#include "core/base/json/write_json.h"
#include "core/base/words/nan.h"
#include "core/files/experiment_json.h"
#include "core/study/study.h"
#include "widgets/figures/network/block_data.h"

namespace stepzero {

namespace {

/// Returns log10 of the RMS of the signal or gradient, which the figure of both shows first, with three decimals.
std::vector<double> sizesOf(const BlockSource& source, bool gradient)
{
    constexpr double precision = 1000;
    const int first = source.first(), steps = source.places() - 1 - first;
    const int count = std::min(History::mostPoints, steps + 1);
    std::vector<double> sizes;
    for (int i = 0; i < count; ++i) {
        const int place = count == 1 ? first : first + int(std::lround(double(steps) * i / (count - 1)));
        const Site site = gradient   ? source.gradientSite(place)
            : source.steps().empty() ? source.preactivationSite(place)
                                     : source.streamSite(place);
        const double size = source.measured(site, gradient ? Quantity::gradient_rms : Quantity::rms);
        sizes.push_back(std::isfinite(size) ? std::round(size * precision) / precision : nan);
    }
    return sizes;
}

HistoryEntryPtr recordOf(const Study& study)
{
    const BlockSource source = blockSource(study.start ? *study.start : study);
    auto entry = std::make_shared<HistoryEntry>();
    entry->experiment = study.experiment;
    entry->fingerprint = fingerprintOf(study.experiment);
    entry->time = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch());
    entry->verdict.state = study.verdict->state;
    entry->verdict.word = study.verdict->word;
    entry->verdict.severity = study.verdict->severity;
    entry->signal = sizesOf(source, false);
    entry->gradient = sizesOf(source, true);
    return entry;
}

}   // namespace

std::size_t fingerprintOf(Experiment experiment)
{
    experiment.title.clear();
    return std::hash<std::string>()(json_line(json_of(experiment)));
}

History::History(Document& document)
{
    connect(document.undoStack(), &QUndoStack::indexChanged, this, [this, stack = document.undoStack()](int index) {
        // An edit that merges with the one before it reports the same index and command.
        const QUndoCommand* command = index > 0 ? stack->command(index - 1) : nullptr;
        continues_ = continues_ && index == index_ && command == command_;
        index_ = index;
        command_ = command;
    });
    connect(&document, &Document::pathChanged, this, [this] { continues_ = false; });
}

void History::take(HistoryEntries entries)
{
    entries.resize(std::min<qsizetype>(entries.size(), mostEntries));
    if (entries == entries_)
        return;
    entries_ = std::move(entries);
    emit changed();
}

void History::record(const Study& study)
{
    if (!kept_ || (newest_ && newest_->experiment == study.experiment))
        return;
    HistoryEntries entries = entries_;
    if (continues_ && !entries.isEmpty() && entries.first() == newest_)
        entries.removeFirst();
    newest_ = recordOf(study);
    const auto again
        = entries.removeIf([this](const HistoryEntryPtr& entry) { return entry->fingerprint == newest_->fingerprint; });
    continues_ = again == 0;   // an entry that was there before stays when the value moves on
    entries.prepend(newest_);
    take(entries);
}

void History::remove(const HistoryEntryPtr& entry)
{
    HistoryEntries entries = entries_;
    entries.removeOne(entry);
    take(entries);
}

void History::clear() { take({}); }

void History::load(const HistoryEntries& earlier)
{
    loaded_ = true;
    HistoryEntries entries = entries_;
    for (const HistoryEntryPtr& entry : earlier)
        if (std::ranges::none_of(entries_,
                [&entry](const HistoryEntryPtr& present) { return present->fingerprint == entry->fingerprint; }))
            entries << entry;
    take(entries);
}

}   // namespace stepzero
