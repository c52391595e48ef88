// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/audit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

#include "core/checkpoint/audit/copies.h"
#include "core/checkpoint/audit/fitted_number.h"
#include "core/checkpoint/audit/recipe_choice.h"
#include "core/checkpoint/audit/recipe_evidence.h"

namespace stepzero {

namespace {

constexpr std::size_t histogram_bins = 120;
constexpr double most_sigmas = 8;   // half-width of a histogram
constexpr double like_another = 0.02;   // total variation distance below which entries have a distribution's shape

/// Upper edge of the singular values of a matrix of independent entries (Marchenko and Pastur 1967). `scale`: size of
/// the fluctuations of the largest one (Johnstone 2001).
struct SpectrumEdge {
    double edge, scale;
};
SpectrumEdge edge_of(const SpectrumNumbers& spectrum, double std)
{
    const double a = std::sqrt(double(spectrum.rows)), b = std::sqrt(double(spectrum.columns));
    const double edge = std * (a + b);
    // For the squared singular value s², the scale is (a + b)(1/a + 1/b)^⅓.
    return {edge, edge * std::cbrt(1 / a + 1 / b) / (2 * (a + b))};
}

/// Tests the largest singular value by the tail of the Tracy–Widom distribution, about exp(−⅔ t^1.5) at t scales beyond
/// the edge. The mean is tested separately.
EntryTest test_singular(const SpectrumNumbers& spectrum, const SpectrumEdge& edge)
{
    constexpr double least = 0.1;   // ln
    const double effect = std::log(std::max(spectrum.largest_centred, 1e-300) / edge.edge);
    const double t = (spectrum.largest_centred - edge.edge) / edge.scale;
    return {Doubt::singular, t > 0 ? std::exp(-2.0 / 3 * std::pow(t, 1.5)) : 1.0, effect, effect > least};
}

Histogram histogram_of(const PartNumbers& part)
{
    // A stray entry must not press all others into one bin.
    const double reach = most_sigmas * part.entries.std;
    Histogram found {.low = std::max(part.entries.min, part.entries.mean - reach),
        .high = std::min(part.entries.max, part.entries.mean + reach),
        .counts = {}};
    if (part.bins.empty() || part.entries.constant())
        return found;
    found.counts.resize(histogram_bins);
    for (const ValueBin& bin : part.bins) {
        if (bin.high <= found.low || bin.low > found.high)
            continue;
        const double low = std::max(bin.low, found.low), high = std::min(bin.high, found.high);
        const double middle = std::clamp((low + high) / 2, found.low, found.high);
        const auto place = std::size_t((middle - found.low) / (found.high - found.low) * double(histogram_bins));
        found.counts[std::min(place, histogram_bins - 1)] += double(bin.count);
    }
    return found;
}

std::string nearest_law(const PartNumbers& part)
{
    if (part.entries.finite() == 0)
        return "none";
    if (part.entries.constant())
        return "constant";
    if (part.spectrum && part.spectrum->orthogonal)
        return "orthogonal";
    double nearest = std::numeric_limits<double>::infinity();
    std::string found;
    for (const KnownLaw& known : known_laws())
        if (const double distance = distance_of(part, known.law); distance < nearest) {
            nearest = distance;
            found = known.word;
        }
    return nearest > 2 * like_another ? "other" : found;
}

/// Leaves out the zero row of the padding token, which is not a sample of the distribution.
void leave_out_padding(PartNumbers& part, std::uint64_t row)
{
    if (!part.rows || row >= part.rows->square_sums.size() || part.rows->square_sums[row] != 0 || part.rows->dead == 0)
        return;
    const std::uint64_t columns = part.rows->columns;
    EntryNumbers& entries = part.entries;
    const auto n = double(entries.finite()), kept = n - double(columns);
    if (kept <= 0)
        return;
    const double square = (entries.std * entries.std + entries.mean * entries.mean) * n / kept;
    entries.mean *= n / kept;
    entries.std = std::sqrt(std::max(0.0, square - entries.mean * entries.mean));
    entries.count -= columns;
    entries.zeros -= columns;
    --part.rows->dead;
    part.rows->square_sums.erase(part.rows->square_sums.begin() + std::ptrdiff_t(row));
    for (ValueBin& bin : part.bins)
        if (bin.low <= 0 && bin.high > 0) {
            bin.count -= std::min(bin.count, columns);
            break;
        }
}

/// Returns the kurtosis of independent entries: the recipe's, or that of the distribution which the entries have
/// instead.
double kurtosis_of(const AuditedPart& part, const EntryTests& tests)
{
    if (!part.law)
        return std::max(part.entries.kurtosis.value_or(3), 1.8);
    double kurtosis = part.law->kurtosis;
    for (const KnownLaw& known : known_laws())
        if (tests.distance > like_another && known.word == part.nearest)
            kurtosis = std::max(kurtosis, known.law.kurtosis);
    return kurtosis;
}

/// Sets the measurements that do not need a recipe.
void measure(AuditedPart& part, const PartNumbers& numbers)
{
    part.entries = numbers.entries;
    part.hash = numbers.hash;
    part.unlike_any = unlike_any(numbers);
    part.rows = numbers.rows;
    part.unexpected_dead = numbers.rows ? numbers.rows->dead : 0;
    part.spectrum = numbers.spectrum;
    part.histogram = histogram_of(numbers);
    part.nearest = nearest_law(numbers);
}

/// Tests row lengths of a tensor without a recipe. Halves, thirds or quarters of the rows may be separate matrices of
/// different scales, so the mildest of these views counts.
EntryTest test_rows_of_parts(const RowNumbers& rows, double kurtosis)
{
    constexpr std::size_t least_rows = 16;
    EntryTest mildest = test_rows(rows, kurtosis);
    for (const std::size_t parts : {2, 3, 4}) {
        const std::size_t size = rows.square_sums.size() / parts;
        if (rows.square_sums.size() % parts != 0 || size < least_rows)
            continue;
        EntryTest worst {Doubt::rows, 1, 0, false};
        for (std::size_t part = 0; part < parts; ++part) {
            RowNumbers own;
            own.columns = rows.columns;
            const auto begin = rows.square_sums.begin() + std::ptrdiff_t(part * size);
            own.square_sums.assign(begin, begin + std::ptrdiff_t(size));
            EntryTest test = test_rows(own, kurtosis);
            test.p = std::min(1.0, test.p * double(parts));
            worst = test.p < worst.p ? test : worst;
        }
        mildest = worst.p > mildest.p ? worst : mildest;
    }
    return mildest;
}

/// Tests whether entries are independent, by the lengths of rows and the largest singular value.
void test_independence(AuditedPart& part, const PartNumbers& numbers, EntryTests& tests)
{
    constexpr double by_chance = 1e-6;   // far below the level of a single test of a file
    const double kurtosis = kurtosis_of(part, tests);
    const EntryTest all_rows = test_rows(*numbers.rows, kurtosis);
    tests.tests.push_back(part.law ? all_rows : test_rows_of_parts(*numbers.rows, kurtosis));
    // Parts with different scales, detected by the rows, also change the singular values.
    const bool of_parts = all_rows.p < by_chance && tests.tests.back().p > by_chance;
    if (!numbers.spectrum || of_parts)
        return;
    const SpectrumEdge edge = edge_of(*numbers.spectrum, numbers.entries.std);
    part.edge = edge.edge;
    tests.tests.push_back(test_singular(*numbers.spectrum, edge));
}

/// Tests the measurements against the recipe, if there is one, and against independence.
void compare(AuditedPart& part, const PartNumbers& numbers, const StoredTensor& stored, double otherwise)
{
    if (numbers.entries.finite() == 0 || (!is_floating(stored.type) && !is_quantized(stored.type)))
        return;
    if (part.expected)
        part.law = entry_law(*part.expected, float_format(stored.type));
    if (!part.law && !part.expected)
        part.strays = strays_of(numbers);
    EntryTests tests = part.law ? test_entries(numbers, *part.law, stored.type) : EntryTests {};
    // Independence can be tested without a recipe, unless entries are dependent by design or have no spread.
    const bool independent
        = part.law ? part.law->independent && part.law->below : !part.is_new_rows();   // rows from the mean
    if (part.kind == TensorKind::weight && numbers.rows && independent && !numbers.entries.constant())
        test_independence(part, numbers, tests);
    part.tests = std::move(tests);
    if (part.law)
        part.evidence = recipe_evidence(numbers, *part.law, stored.type, otherwise);
}

/// Judges all tests of a file together.
void judge(std::vector<AuditedTensor>& tensors)
{
    std::vector<double> all;
    for (AuditedTensor& tensor : tensors)
        for (const AuditedPart* part : tensor.judged())
            if (part->tests)
                for (const EntryTest& test : part->tests->tests)
                    all.push_back(test.p);
    const std::vector<bool> rejected = holm(all, audit_level);
    std::size_t place = 0;
    for (AuditedTensor& tensor : tensors)
        for (AuditedPart* part : tensor.judged()) {
            if (!part->tests)
                continue;
            for (const EntryTest& test : part->tests->tests) {
                part->p = std::min(part->p.value_or(1), test.p);
                if (rejected[place++] && test.matters)
                    part->doubts.push_back(test.doubt);
            }
        }
}

void decide(AuditedPart& part)
{
    if (part.looks_trained())
        part.verdict = AuditVerdict::trained;
    else if (!part.doubts.empty() && part.law)
        part.verdict = AuditVerdict::deviates;
    else if (part.law)
        part.verdict = AuditVerdict::follows;
}

/// Returns the most severe verdict of the parts.
AuditVerdict joined(const std::vector<const AuditedPart*>& parts)
{
    AuditVerdict found = AuditVerdict::unknown;
    for (const AuditVerdict grave : {AuditVerdict::follows, AuditVerdict::trained, AuditVerdict::deviates})
        for (const AuditedPart* part : parts)
            if (part->verdict == grave)
                found = grave;
    return found;
}

/// Returns whether most weights that are large enough for a judgment look trained.
bool mostly_trained(const std::vector<AuditedTensor>& tensors)
{
    constexpr std::uint64_t telling = 4096;
    int trained = 0, all = 0;
    for (const AuditedTensor& tensor : tensors)
        for (const AuditedPart* part : tensor.judged())
            if (part->kind == TensorKind::weight && part->rows && part->entries.count >= telling
                && !part->entries.constant()) {
                ++all;
                trained += part->verdict == AuditVerdict::trained ? 1 : 0;
            }
    return 2 * trained > all;
}

}   // namespace

const char* word(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::follows:
        return "follows";
    case AuditVerdict::deviates:
        return "deviates";
    case AuditVerdict::trained:
        return "trained";
    case AuditVerdict::unknown:
        return "unknown";
    }
    return "";
}

Text label_of(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::follows:
        return tr("follows");
    case AuditVerdict::deviates:
        return tr("deviates");
    case AuditVerdict::trained:
        return tr("trained");
    case AuditVerdict::unknown:
        return tr("unknown");
    }
    return {};
}

bool AuditedPart::doubted(Doubt doubt) const { return std::find(doubts.begin(), doubts.end(), doubt) != doubts.end(); }

bool AuditedPart::has_strays(double most) const
{
    if (!law || !doubted(Doubt::extremes) || tests->beyond >= most)
        return false;
    const double far = std::max(entries.max - entries.mean, entries.mean - entries.min);
    constexpr double of_a_few = 3;
    return !rows || *std::max_element(rows->square_sums.begin(), rows->square_sums.end()) < of_a_few * far * far;
}

bool AuditedPart::looks_trained() const
{
    if (kind != TensorKind::weight || doubted(Doubt::constant) || !tests)
        return false;
    const bool pieces_equal = rows && (rows->has_copies() || unexpected_dead > 0 || rows->dead_columns > 0);
    const bool few_far_out = has_strays(1e-3) && tests->distance < like_another;
    return !few_far_out && !pieces_equal && (doubted(Doubt::rows) || doubted(Doubt::singular));
}

std::optional<double> AuditedPart::ratio() const
{
    return law && tests && std::isfinite(tests->ratio) ? std::optional(tests->ratio) : std::nullopt;
}

std::vector<const AuditedPart*> AuditedTensor::judged() const
{
    std::vector<const AuditedPart*> found;
    for (const AuditedPart& part : parts)
        found.push_back(&part);
    return parts.empty() ? std::vector {&whole} : found;
}

std::vector<AuditedPart*> AuditedTensor::judged()
{
    std::vector<AuditedPart*> found;
    for (AuditedPart& part : parts)
        found.push_back(&part);
    return parts.empty() ? std::vector {&whole} : found;
}

namespace {

/// Makes a tensor with the measurements that do not depend on the recipe.
AuditedTensor measured(const StoredTensor& stored, const UnderstoodTensor& understood, const TensorNumbers& numbers)
{
    AuditedTensor tensor {.stored = stored,
        .understood = understood,
        .whole = {},
        .parts = {},
        .hash = numbers.hash,
        .traces = numbers.traces};
    tensor.whole.role = understood.role;
    tensor.whole.shape = understood.shape;
    tensor.whole.kind = understood.kind;
    tensor.whole.entries = numbers.entries;
    if (understood.kind == TensorKind::buffer)
        return tensor;
    if (!understood.packing)
        measure(tensor.whole, numbers.parts[0]);
    for (std::size_t i = 0; understood.packing && i < understood.parts.size(); ++i) {
        AuditedPart& part = tensor.parts.emplace_back();
        part.role = understood.parts[i].role;
        part.shape = understood.parts[i].shape;
        part.kind = understood.kind;
        measure(part, numbers.parts[i]);
    }
    return tensor;
}

/// Sets the expectations of one reading of the checkpoint.
void expect(AuditedTensor& tensor, const UnderstoodTensor& understood)
{
    tensor.understood = understood;
    tensor.whole.expected = understood.expected;
    for (std::size_t i = 0; i < tensor.parts.size(); ++i)
        tensor.parts[i].expected = understood.parts[i].expected ? understood.parts[i].expected : understood.expected;
}

/// `otherwise`: likelihood_otherwise() of each part.
void compare(AuditedTensor& tensor, const TensorNumbers& numbers, const std::vector<double>& otherwise,
    std::optional<std::uint64_t> padding)
{
    if (tensor.understood.kind == TensorKind::buffer)
        return;
    for (std::size_t i = 0; i < tensor.parts.size(); ++i)
        compare(tensor.parts[i], numbers.parts[i], tensor.stored, otherwise[i]);
    if (tensor.understood.packing)
        return;
    if (!tensor.understood.padded || !padding) {
        compare(tensor.whole, numbers.parts[0], tensor.stored, otherwise[0]);
        return;
    }
    PartNumbers others = numbers.parts[0];
    leave_out_padding(others, *padding);
    tensor.whole.unexpected_dead = others.rows ? others.rows->dead : 0;
    compare(tensor.whole, others, tensor.stored, likelihood_otherwise(others));
}

/// Audits a tensor in all readings. Readings that expect the same share one comparison.
void audit_tensor(
    std::vector<Audit>& audits, std::size_t index, const StoredTensor& stored, const TensorNumbers& numbers)
{
    const AuditedTensor plain = measured(stored, audits[0].understanding.tensors[index], numbers);
    std::vector<double> otherwise;
    // Without a family, nothing is compared.
    if (plain.understood.kind != TensorKind::buffer && audits.front().understanding.family)
        for (const PartNumbers& part : numbers.parts)
            otherwise.push_back(likelihood_otherwise(part));
    otherwise.resize(std::max<std::size_t>(numbers.parts.size(), 1));
    for (std::size_t i = 0; i < audits.size(); ++i) {
        const Understanding& reading = audits[i].understanding;
        std::size_t alike = 0;
        while (alike < i && !expect_the_same(audits[alike].understanding, reading, index))
            ++alike;
        AuditedTensor& tensor = audits[i].tensors[index];
        tensor = alike < i ? audits[alike].tensors[index] : plain;
        expect(tensor, reading.tensors[index]);
        if (alike == i)
            compare(tensor, numbers, otherwise, reading.padding_row);
    }
}

/// An output layer that equals the embedding was initialized as the embedding, whose padding row is zero.
void join_tied_heads(std::vector<AuditedTensor>& tensors)
{
    for (const AuditedTensor& table : tensors) {
        if (!table.understood.padded || !table.parts.empty())
            continue;
        for (AuditedTensor& head : tensors) {
            if (&head == &table || head.hash != table.hash || head.stored.shape != table.stored.shape
                || head.understood.kind != TensorKind::weight || !head.parts.empty())
                continue;
            const std::string role = head.whole.role;
            head.whole = table.whole;
            head.whole.role = role;
            head.understood.padded = true;
            head.understood.vocabulary = true;
        }
    }
}

int count(const Audit& audit, AuditVerdict verdict)
{
    return int(std::count_if(audit.tensors.begin(), audit.tensors.end(),
        [&](const AuditedTensor& tensor) { return tensor.verdict == verdict; }));
}

/// Sets all verdicts from the measurements.
void conclude(Audit& audit)
{
    judge(audit.tensors);
    bool known = false;
    for (AuditedTensor& tensor : audit.tensors)
        for (AuditedPart* part : tensor.judged()) {
            decide(*part);
            known = known || (part->law && part->kind == TensorKind::weight);
        }
    const bool trained = mostly_trained(audit.tensors);
    for (AuditedTensor& tensor : audit.tensors) {
        // A single exception in a file follows the rest. In a trained file, deviating tensors count as trained;
        // otherwise, trained-looking tensors deviate.
        for (AuditedPart* part : tensor.judged())
            if (part->verdict == (trained ? AuditVerdict::deviates : AuditVerdict::trained))
                part->verdict = trained ? AuditVerdict::trained : AuditVerdict::deviates;
        tensor.verdict = joined(std::as_const(tensor).judged());
    }
    audit.verdict = trained ? AuditVerdict::trained : known ? AuditVerdict::follows : AuditVerdict::unknown;
}

/// Makes one audit per reading.
std::vector<Audit> audits_of(const Checkpoint& checkpoint, std::vector<Understanding> readings, const Context& context)
{
    const std::vector<StoredTensor>& stored = checkpoint.tensors();
    std::vector<Audit> audits(readings.size());
    for (std::size_t i = 0; i < readings.size(); ++i) {
        audits[i].understanding = std::move(readings[i]);
        audits[i].left_out = checkpoint.left_out();
        audits[i].tensors.resize(stored.size());
    }

    // Largest first, so that no thread is left with a large one at the end.
    std::vector<std::size_t> order(stored.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return stored[a].bytes > stored[b].bytes; });
    const double all = std::max(1.0, double(checkpoint.bytes()));
    std::atomic<double> done = 0;
    Context quiet = context;
    quiet.report = {};
    const std::thread::id reporting = std::this_thread::get_id();
    context.parallel(int(order.size()), [&](int place) {
        const std::size_t index = order[std::size_t(place)];
        const TensorNumbers numbers
            = tensor_numbers(checkpoint, index, audits[0].understanding.tensors[index].packing, quiet);
        audit_tensor(audits, index, stored[index], numbers);
        done += double(stored[index].bytes) / all;
        if (std::this_thread::get_id() == reporting)
            context.progress(std::min(1.0, done.load()), tr("reading"));
    });

    for (Audit& one : audits) {
        join_tied_heads(one.tensors);
        conclude(one);
    }
    return audits;
}

}   // namespace

Audit audit(const Checkpoint& checkpoint, std::vector<Understanding> readings, const Context& context)
{
    std::vector<Audit> audits = audits_of(checkpoint, std::move(readings), context);
    if (std::vector<Understanding> fitted = fitted_readings(checkpoint.tensors(), audits); !fitted.empty())
        take_fitted(audits, audits_of(checkpoint, std::move(fitted), context));
    Audit best = best_of(std::move(audits));
    best.findings = audit_findings(best);
    for (AuditFinding& mixed : mixed_recipes(best))
        best.findings.push_back(std::move(mixed));
    const bool bad = std::any_of(best.findings.begin(), best.findings.end(),
        [](const AuditFinding& finding) { return finding.severity != Severity::note; });
    if (bad || count(best, AuditVerdict::deviates) > 0)
        best.verdict = AuditVerdict::deviates;
    return best;
}

}   // namespace stepzero
