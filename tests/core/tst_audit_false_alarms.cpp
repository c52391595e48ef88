// SPDX-License-Identifier: GPL-3.0-or-later
// An audit reports faults in files that follow their recipe no more often than promised.
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <random>

#include "core/base/formats/safetensors.h"
#include "core/checkpoint/audit/family_names.h"
#include "core/checkpoint/audit/weight_change.h"
#include "tests/cases.h"
#include "tests/core/audit_cases.h"
#include "tests/core/recipe_files.h"
#include "tests/main/registered_test.h"

namespace tst_audit_false_alarms {

using namespace stepzero;
using namespace stepzero::published_models;

namespace {

/// Seed of the first file; the others use the following seeds. STEPZERO_SEED changes it.
std::uint32_t first_seed() { return std::uint32_t(std::max(1, qEnvironmentVariableIntValue("STEPZERO_SEED"))); }

/// Writes tensors of independent normal entries.
void write_normal(const std::filesystem::path& path, int count, std::size_t rows, std::size_t columns, unsigned seed)
{
    std::vector<TensorShape> shapes;
    for (int i = 0; i < count; ++i)
        shapes.push_back({"h." + std::to_string(i) + ".mlp.c_fc.weight", {rows, columns}});
    SafetensorsWriter writer(path, shapes);
    std::mt19937_64 bits(seed);
    std::normal_distribution<float> normal(0, 0.02F);
    std::vector<float> values(rows * columns);
    for (int i = 0; i < count; ++i) {
        for (float& value : values)
            value = normal(bits);
        writer.append(std::span<const float>(values));
    }
    writer.commit();
}

/// Writes a file of tensors of many sizes, each sampled from one distribution and stored in one format. Returns how it
/// should be understood.
Understanding write_law(const std::filesystem::path& path, const Draw& law, FloatFormat format, std::uint32_t file)
{
    constexpr std::pair<int, int> matrices[] {
        {8, 8}, {16, 4}, {3, 300}, {32, 32}, {64, 24}, {24, 96}, {256, 8}, {2048, 3}};
    constexpr int vectors[] {4, 8, 16, 32, 64, 256};
    Understanding understanding;
    DrawnFile made(format);
    const auto add = [&](int rows, int columns, bool vector) {
        const Stream stream {file, 0, TensorRole::weight, std::uint32_t(understanding.tensors.size())};
        const std::string name = "t." + std::to_string(understanding.tensors.size());
        std::vector<std::uint64_t> shape {std::uint64_t(rows)};
        if (!vector)
            shape.push_back(std::uint64_t(columns));
        const WeightMatrix values = drawn({.draw = law}, std::size_t(rows), std::size_t(columns), stream);
        made.add(name, shape, {values.data(), std::size_t(values.size())});
        UnderstoodTensor& known = understanding.tensors.emplace_back();
        known.role = known.pattern = name;
        known.kind = vector ? TensorKind::bias : TensorKind::weight;
        known.shape = {rows, columns};
        known.expected = Expected {.draw = law, .shape = known.shape};
    };
    for (const auto& [rows, columns] : matrices)
        add(rows, columns, false);
    for (const int size : vectors)
        if (law.base->dependence != Dependence::dependent)
            add(size, 1, true);
    made.write(path);
    return understanding;
}

/// Writes four tensors of N(0, 0.02²) in blocks of GGUF, d·q; with `stray`, the second has one entry of 20 σ.
void write_blocks(const std::filesystem::path& path, bool four_bits, bool stray)
{
    using namespace checkpoint_bytes;
    constexpr std::size_t rows = 64, columns = 128, block = 32;
    const std::size_t bytes = rows * columns / block * (four_bits ? 18 : 34);
    std::vector<std::string> tensors;
    std::string data;
    std::mt19937_64 bits(first_seed());
    std::normal_distribution<float> normal(0, 0.02F);
    for (std::size_t t = 0; t < 4; ++t) {
        tensors.push_back(
            gguf_tensor("h." + std::to_string(t) + ".mlp.c_fc.weight", {columns, rows}, four_bits ? 2 : 8, t * bytes));
        for (std::size_t begin = 0; begin < rows * columns; begin += block) {
            std::array<float, block> x {};
            for (float& value : x)
                value = normal(bits);
            if (stray && t == 1 && begin == 10 * block)
                x[3] = 0.4F;
            const float far = *std::ranges::max_element(x, {}, [](float value) { return std::abs(value); });
            const Eigen::half d(four_bits ? far / -8 : far / 127);
            data += u16(std::bit_cast<std::uint16_t>(d));
            const auto q = [&](std::size_t i) { return int(std::round(x[i] / float(d))); };
            for (std::size_t i = 0; i < (four_bits ? block / 2 : block); ++i)
                data += four_bits ? char(std::clamp(q(i) + 8, 0, 15) | std::clamp(q(i + block / 2) + 8, 0, 15) << 4)
                                  : char(std::clamp(q(i), -127, 127));
        }
    }
    std::ofstream(path, std::ios::binary) << checkpoint_bytes::gguf({}, tensors, 0) << data;
}

/// Counts findings in healthy files.
struct Alarms {
    int files = 0, alarms = 0;

    /// Prints the problem when there are findings other than notes, or another verdict.
    void count(const QString& file, const Audit& audited, AuditVerdict due)
    {
        ++files;
        const auto is_alarm = [](const AuditFinding& finding) { return finding.severity != Severity::note; };
        if (audited.verdict == due && std::ranges::none_of(audited.findings, is_alarm))
            return;
        ++alarms;
        qInfo("%s: %s, %s", qPrintable(file), word(audited.verdict), qPrintable(words(audited)));
    }
    /// Prints the count with a 95% interval (Clopper and Pearson 1934). Returns whether the promised rate explains it,
    /// to 4 standard errors of the count.
    bool as_promised(const char* what) const
    {
        using Law = boost::math::binomial_distribution<>;
        const double low = Law::find_lower_bound_on_p(files, alarms, 0.025),
                     high = Law::find_upper_bound_on_p(files, alarms, 0.025), promised = promised_alarms * files;
        qInfo("%s: %d of %d, %.2g to %.2g", what, alarms, files, low, high);
        return alarms <= promised + 4 * std::sqrt(promised);
    }
};

}   // namespace

class TestAuditFalseAlarms : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(folder_.isValid()); }

    /// p-values of thousands of healthy tensors. For each test at most 1% are below 0.01, within 4 standard errors.
    /// Over all tests, as Holm 1979 promises, none is doubted, except once in a thousand times.
    void false_alarms_are_as_rare_as_promised()
    {
        const int count = tested::cases(6000);
        write_normal(in(folder_, "normal.safetensors"), count, 64, 64, 5);
        UnderstandingRequest request;
        request.family = "gpt2";
        const Audit audited = audit_of(in(folder_, "normal.safetensors"), request);
        std::map<Doubt, int> below, all;
        for (const AuditedTensor& one : audited.tensors) {
            QVERIFY(one.whole.tests);
            QVERIFY(one.whole.doubts.empty());
            for (const EntryTest& test : one.whole.tests->tests) {
                ++all[test.doubt];
                below[test.doubt] += test.p < 0.01 ? 1 : 0;
            }
        }
        const double most = 0.01 + 4 * std::sqrt(0.01 * 0.99 / count);
        QCOMPARE(all.size(), std::size_t(6));
        for (const auto& [doubt, n] : all) {
            QCOMPARE(n, count);
            const double share = below[doubt] / double(count);
            QVERIFY2(share <= most, qPrintable(QStringLiteral("%1 %2").arg(word(doubt)).arg(share)));
        }
        // Tests whose distribution is known exactly are no weaker than necessary.
        for (const Doubt doubt : {Doubt::std, Doubt::mean})
            QVERIFY(below[doubt] / double(count) > 0.01 - 4 * std::sqrt(0.01 * 0.99 / count));
    }

    /// Among healthy files of every distribution in every format, at most one in a thousand has a finding.
    void healthy_files_of_every_law_have_no_finding()
    {
        const double third = 1.0 / 3;
        const std::pair<const char*, Draw> laws[] {{"normal", {.base = base_normal(), .scale = 0.02}},
            {"uniform", {.base = base_uniform(), .scale = 0.0625}},
            {"uniform from 0", {.base = base_uniform(), .scale = 0.5, .shift = 0.5}},
            {"truncated at 1", {.base = base_truncated_normal(-1, 1), .scale = 0.02}},
            {"truncated at 2", {.base = base_truncated_normal(-2, 2), .scale = 0.02}},
            {"truncated at 3", {.base = base_truncated_normal(-3, 3), .scale = 0.1}},
            {"orthogonal", {.base = base_orthogonal()}}, {"unit rows", {.base = base_unit_vectors(), .scale = third}},
            {"time steps", {.base = base_softplus_log_uniform(1e-3, 0.1)}}};
        const int count = tested::cases(12);
        Alarms alarms, differences;
        std::uint32_t seed = first_seed();
        for (const auto& [name, law] : laws)
            for (const FloatFormat format :
                {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16, FloatFormat::e4m3})
                for (int i = 0; i < count; ++i) {
                    const std::filesystem::path path = in(folder_, "law" + QString::number(i % 2)),
                                                before = in(folder_, "law" + QString::number((i + 1) % 2));
                    const Understanding understanding = write_law(path, law, format, seed++);
                    const Audit audited = audit(Checkpoint(path), {understanding}, Context());
                    alarms.count(
                        QStringLiteral("%1, %2").arg(name, float_range(format).name), audited, AuditVerdict::follows);
                    if (i == 0)
                        continue;
                    ++differences.files;
                    if (weight_change(Checkpoint(before), Checkpoint(path), audited, Context()).verdict
                        == LawVerdict::differs)
                        ++differences.alarms;
                }
        QVERIFY(alarms.as_promised("laws"));
        QVERIFY(differences.as_promised("differences in law"));
    }

    /// Without a family the matrices within one tensor are unknown. Quarters with 1, 2 and 3 times the others' σ are
    /// not a fault, but a long row in one of them is.
    void parts_of_unlike_scale_are_no_fault()
    {
        const auto audited = [&](const char* name, float longer) {
            std::mt19937_64 bits(first_seed());
            std::normal_distribution<float> normal(0, 0.02F);
            DrawnFile made(FloatFormat::float32);
            for (const bool packed : {true, false, false}) {
                std::vector<float> values(std::size_t(256 * 64));
                for (std::size_t i = 0; i < values.size(); ++i)
                    values[i] = normal(bits)
                        * (packed ? float(std::max<std::size_t>(i / (64 * 64), 1)) * (i / 64 == 7 ? longer : 1) : 1);
                made.add(packed ? "packed.weight" : "other" + std::to_string(bits()), {256, 64}, values);
            }
            made.write(in(folder_, name));
            return audit_of(in(folder_, name));
        };
        QVERIFY(audited("parts.safetensors", 1).findings.empty());
        QCOMPARE(ids(audited("row.safetensors", 10)), QStringList {"dependent_entries"});
    }

    /// Blocks of GGUF keep their largest entry. Healthy ones are not a fault, but one entry of 20 σ is, with and
    /// without a recipe.
    void strays_of_quantized_blocks_are_found_data()
    {
        QTest::addColumn<bool>("four_bits");
        QTest::newRow("Q8_0") << false;
        QTest::newRow("Q4_0") << true;
    }
    void strays_of_quantized_blocks_are_found()
    {
        QFETCH(bool, four_bits);
        for (const bool stray : {false, true})
            for (const bool known : {true, false}) {
                const std::filesystem::path path = in(folder_, "blocks.gguf");
                write_blocks(path, four_bits, stray);
                const Checkpoint checkpoint(path);
                Understanding understanding;
                for (const StoredTensor& tensor : checkpoint.tensors()) {
                    UnderstoodTensor one = understood_by_name(tensor);
                    if (known)
                        one.expected = Expected {.draw = {.base = base_normal(), .scale = 0.02}, .shape = one.shape};
                    understanding.tensors.push_back(std::move(one));
                }
                const Audit found = audit(checkpoint, {understanding}, Context());
                // Four bits do not match any known distribution without a recipe; then the largest singular value
                // reveals it.
                const bool named = known || !four_bits;
                const QStringList due {named ? "stray_values" : "dependent_entries"};
                QVERIFY2(ids(found) == (stray ? due : QStringList {}), qPrintable(words(found)));
                QVERIFY(!stray || found.findings[0].tensors == std::vector<std::string> {"h.1.mlp.c_fc.weight"});
            }
    }

    /// Published models of every family, initialized by each of their recipes, in the formats in which they are stored.
    /// The family is given, or recognized by the names of the tensors alone.
    void healthy_files_of_every_family_have_no_finding()
    {
        Alarms with_family, without_family;
        std::uint32_t seed = first_seed();
        int turn = 0;
        for (int i = 0; i < tested::times(); ++i)
            for (const auto& [model, recipe] : drawn_files())
                for (const FloatFormat format : {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16}) {
                    if (!tested::every_case() && ++turn % 14 != 0)   // takes turns
                        continue;
                    const std::filesystem::path path = in(folder_, "family.safetensors");
                    save(recipe_file(*model, recipe, seed++, {.width = 32, .blocks = 2}), path, format);
                    const Checkpoint checkpoint(path);
                    const QString file = QStringLiteral("%1, %2, %3")
                                             .arg(model->row, QString::fromStdString(recipe), float_range(format).name);
                    with_family.count(file,
                        audit(checkpoint,
                            understand_all(
                                checkpoint.tensors(), read_json(model->config).root, find_family(model->family)),
                            Context()),
                        AuditVerdict::follows);
                    Understanding by_name;
                    for (const StoredTensor& tensor : checkpoint.tensors())
                        by_name.tensors.push_back(understood_by_name(tensor));
                    without_family.count(file, audit(checkpoint, {by_name}, Context()), AuditVerdict::unknown);
                }
        QVERIFY(with_family.as_promised("families"));
        QVERIFY(without_family.as_promised("by their names alone"));
    }

private:
    QTemporaryDir folder_;
};

STEPZERO_TEST(TestAuditFalseAlarms, QCoreApplication)

}   // namespace tst_audit_false_alarms
#include "tst_audit_false_alarms.moc"
