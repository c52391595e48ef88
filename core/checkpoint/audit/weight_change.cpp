// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/weight_change.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/finding_places.h"
#include "core/checkpoint/audit/row_sample.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Reads a tensor in another thread and provides it piece by piece.
class PieceStream {
public:
    PieceStream(const Checkpoint& checkpoint, std::size_t index, const Context& context)
        : thread_([this, &checkpoint, index, context](const std::stop_token& stop) {
              try {
                  checkpoint.read(
                      index, [&](std::span<const double> piece) { give(piece, stop); }, context);
              } catch (...) {
                  failure_ = std::current_exception();
              }
              const std::lock_guard lock(mutex_);
              ended_ = true;
              changed_.notify_all();
          })
    {
    }
    ~PieceStream()
    {
        thread_.request_stop();
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
    }

    /// Returns the next numbers, at most `most`; empty at the end. Rethrows exceptions from reading.
    std::span<const double> next(std::size_t most)
    {
        if (place_ == piece_.size()) {
            std::unique_lock lock(mutex_);
            full_ = false;
            changed_.notify_all();
            changed_.wait(lock, [&] { return full_ || ended_; });
            if (!full_) {
                if (failure_)
                    std::rethrow_exception(failure_);
                return {};
            }
            place_ = 0;
        }
        const std::size_t size = std::min(most, piece_.size() - place_);
        place_ += size;
        return std::span(piece_).subspan(place_ - size, size);
    }

private:
    void give(std::span<const double> piece, const std::stop_token& stop)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !full_ || stop.stop_requested(); });
        if (stop.stop_requested())
            throw Stopped {};
        piece_.assign(piece.begin(), piece.end());
        full_ = true;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<double> piece_;
    std::size_t place_ = 0;
    bool full_ = true, ended_ = false;   // full: the piece has not been consumed; initially no piece is requested
    std::exception_ptr failure_;
    std::jthread thread_;   // last member, because it uses all others
};

/// Accumulators for the entries of a tensor.
struct Entries {
    ValueCounts counts {};
    EntrySums sums {&counts};

    PartNumbers numbers(ElementType type)
    {
        const FloatFormat format = float_format(type).value_or(FloatFormat::float32);
        PartNumbers found;
        found.entries = sums.numbers();
        found.bins = counts.take(format);
        found.format = format;
        return found;
    }
};

WeightChange change_of(const Checkpoint& before, std::size_t old, const Checkpoint& after, std::size_t index,
    const UnderstoodTensor& understood, const Context& context)
{
    const StoredTensor& tensor = after.tensors()[index];
    const bool matrix = tensor.shape.size() > 1 && tensor.entries > 0;
    const std::uint64_t columns = matrix ? tensor.entries / tensor.shape[0] : tensor.entries;
    std::optional<RowSample> sample;
    if (matrix && understood.kind == TensorKind::weight)
        sample.emplace(tensor.shape[0], columns, std::uint64_t(1) << 23);
    PieceStream stream(before, old, context);
    double squares = 0, old_squares = 0, new_squares = 0, product = 0;
    std::uint64_t place = 0;
    std::vector<double> difference;
    Entries was, is;
    after.read(
        index,
        [&](std::span<const double> piece) {
            while (!piece.empty()) {
                const std::span<const double> then = stream.next(piece.size());
                if (then.empty())
                    return;   // shorter; the caller's check of shapes reports it
                difference.resize(then.size());
                for (std::size_t i = 0; i < then.size(); ++i) {
                    difference[i] = piece[i] - then[i];
                    squares += difference[i] * difference[i];
                    old_squares += then[i] * then[i];
                    new_squares += piece[i] * piece[i];
                    product += piece[i] * then[i];
                }
                for (std::size_t i = 0; sample && i < difference.size();) {
                    const std::uint64_t column = (place + i) % columns;
                    const auto size = std::size_t(std::min<std::uint64_t>(columns - column, difference.size() - i));
                    sample->add((place + i) / columns, column, std::span(difference).subspan(i, size));
                    i += size;
                }
                was.sums.add(then);
                is.sums.add(piece.first(then.size()));
                place += then.size();
                piece = piece.subspan(then.size());
            }
        },
        context);
    WeightChange change {
        .name = tensor.name, .role = understood.role, .block = understood.block, .spectral = {}, .law = {}};
    change.law = compare_laws(was.numbers(before.tensors()[old].type), is.numbers(tensor.type));
    change.relative = squares == 0 ? 0 : std::sqrt(squares / old_squares);
    change.cosine = product / std::sqrt(old_squares * new_squares);
    if (sample && std::isfinite(squares)) {
        const Shape shape = understood.shape;
        change.spectral = sample->numbers().largest / std::sqrt(double(shape.fan_out) / shape.fan_in);
    }
    return change;
}

/// Describes how a tensor's distribution differs, as a sentence to follow its name.
Text difference_text(const LawChange& law)
{
    const std::string then = short_text(law.before), now = short_text(law.after);
    switch (*law.differs) {
    case Doubt::constant:
        if (std::isnan(law.ratio))
            return tr("it is constant in one of the two checkpoints and random in the other.");
        return tr("every entry is %1, but %2 in the other checkpoint.", now, then);
    case Doubt::std:
        return tr("σ is %1, but %2 in the other checkpoint; the ratio is %3.", now, then, short_text(law.ratio));
    case Doubt::mean:
        return tr("the mean differs from that of the other checkpoint.");
    default:
        return tr("σ agrees, but the distribution differs from that of the other checkpoint.");
    }
}

/// Key that merges similar differences into one finding.
std::string kind_of(const LawChange& law)
{
    constexpr double alike = 0.05;   // ln of ratios
    const double place = std::isfinite(law.ratio) && law.ratio > 0 ? std::round(std::log(law.ratio) / alike) : 0;
    return std::string(word(*law.differs)) + " " + std::to_string(int(place));
}

void judge(CheckpointChange& found, const Audit& audit, const std::vector<std::pair<std::size_t, std::size_t>>& pairs)
{
    if (audit.verdict == AuditVerdict::trained) {
        found.verdict = LawVerdict::trained;
        return;
    }
    std::vector<LawChange*> laws;
    for (WeightChange& change : found.changes)
        laws.push_back(&change.law);
    judge_changes(laws);
    std::map<std::string, std::vector<std::size_t>> alike;   // indices of changes
    for (std::size_t i = 0; i < found.changes.size(); ++i)
        if (found.changes[i].law.differs)
            alike[kind_of(found.changes[i].law)].push_back(i);
    for (const auto& [kind, places] : alike) {
        std::vector<const AuditedTensor*> tensors;
        for (const std::size_t place : places)
            tensors.push_back(&audit.tensors[pairs[place].second]);
        AuditFinding finding {"law_change", Severity::warning, tensor_names(audit, tensors), {},
            tr("The two checkpoints were not initialized with the same recipe."),
            tr("Compare the code and settings that initialized them.")};
        finding.message = joined({list_of(finding.tensors), difference_text(found.changes[places.front()].law)}, ": ");
        found.findings.push_back(std::move(finding));
        found.verdict = LawVerdict::differs;
    }
}

}   // namespace

const char* word(LawVerdict verdict)
{
    switch (verdict) {
    case LawVerdict::same:
        return "same";
    case LawVerdict::differs:
        return "differs";
    case LawVerdict::trained:
        return "trained";
    }
    return "";
}

void join_findings(Audit& audit, const CheckpointChange& change)
{
    std::erase_if(audit.findings, [](const AuditFinding& finding) { return finding.id == "law_change"; });
    audit.findings.insert(audit.findings.end(), change.findings.begin(), change.findings.end());
    std::ranges::stable_sort(
        audit.findings, [](const AuditFinding& a, const AuditFinding& b) { return a.severity > b.severity; });
}

CheckpointChange weight_change(
    const Checkpoint& before, const Checkpoint& after, const Audit& audit, const Context& context)
{
    std::map<std::string, std::size_t> old;
    for (std::size_t i = 0; i < before.tensors().size(); ++i)
        old[before.tensors()[i].name] = i;
    CheckpointChange found;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;   // old and new
    for (std::size_t i = 0; i < after.tensors().size(); ++i) {
        const StoredTensor& tensor = after.tensors()[i];
        const auto place = old.find(tensor.name);
        if (place == old.end()) {
            found.only_after.push_back(tensor.name);
            continue;
        }
        const StoredTensor& was = before.tensors()[place->second];
        old.erase(place);
        if (was.shape != tensor.shape)
            found.reshaped.push_back(tensor.name);
        else if (audit.tensors[i].understood.kind != TensorKind::buffer)
            pairs.emplace_back(std::size_t(&was - before.tensors().data()), i);
    }
    for (const auto& left : old)
        found.only_before.push_back(left.first);
    found.changes.resize(pairs.size());
    Context quiet = context;
    quiet.report = {};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        context.check();
        context.progress(double(i) / double(pairs.size()), tr("comparing"));
        found.changes[i] = change_of(
            before, pairs[i].first, after, pairs[i].second, audit.tensors[pairs[i].second].understood, quiet);
    }
    judge(found, audit, pairs);
    return found;
}

}   // namespace stepzero
