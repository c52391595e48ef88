// SPDX-License-Identifier: GPL-3.0-or-later
// Audits of checkpoints: every known fault is named in one finding and nothing else is, healthy files have none, false
// alarms are as rare as promised, and a preset's own tensors follow its recipe.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <random>

#include "core/audit/audit.h"
#include "core/audit/audit_json.h"
#include "core/audit/read_understanding.h"
#include "core/audit/weight_change.h"
#include "core/exchange/tensors.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/formats/safetensors.h"
#include "core/init/noise.h"
#include "core/kinds/kinds.h"
#include "core/random/stream.h"
#include "tests/core/checkpoint_bytes.h"
#include "tests/core/python.h"

using namespace stepzero;
using namespace stepzero::checkpoint_bytes;

namespace {

std::filesystem::path in(const QTemporaryDir& folder, const QString& name)
{
    return folder.filePath(name).toStdString();
}

/// Cases of made_checkpoints.py, "gpt2:F32:1", as folders "gpt2-F32-1". What python complains of, else nothing.
QString make(const QTemporaryDir& folder, const QStringList& cases)
{
    return run_python_file("core/made_checkpoints.py", QStringList {folder.path()} + cases);
}

Audit audit_of(const std::filesystem::path& path, const UnderstandingRequest& request = {})
{
    const Checkpoint checkpoint(path);
    return audit(checkpoint, read_understanding(checkpoint, request), Context());
}

QStringList ids(const Audit& found)
{
    QStringList all;
    for (const AuditFinding& finding : found.findings)
        all << QString::fromStdString(finding.id);
    return all;
}

QString words(const Audit& found)
{
    QString all;
    for (const AuditFinding& finding : found.findings)
        all += QString::fromStdString(finding.id + ": " + finding.message + " " + finding.cause + "\n");
    return all;
}

const AuditedTensor& tensor(const Audit& found, const std::string& name)
{
    return *std::find_if(
        found.tensors.begin(), found.tensors.end(), [&](const AuditedTensor& one) { return one.stored.name == name; });
}

/// Tensors of independent normal entries.
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

/// A file of tensors of many sizes, each drawn by one law and kept in one format, and what it is understood as.
Understanding write_law(const std::filesystem::path& path, const Draw& law, FloatFormat format, std::uint32_t file)
{
    const FloatRange& range = float_range(format);
    const int bytes = format == FloatFormat::float32 ? 4 : format < FloatFormat::e5m2 ? 2 : 1;
    const char* const words[] {"F32", "BF16", "F16", "F8_E5M2", "F8_E4M3"};
    constexpr std::pair<int, int> matrices[] {{8, 8}, {16, 4}, {3, 300}, {32, 32}, {64, 24}, {24, 96}, {256, 8}};
    constexpr int vectors[] {4, 8, 16, 32, 64, 256};
    Understanding understanding;
    std::string header, data;
    const auto add = [&](int rows, int columns, bool vector) {
        const Stream stream {file, 0, TensorRole::weight, std::uint32_t(understanding.tensors.size())};
        const WeightMatrix drawn = draw_base(law, stream, rows, columns, Context()).entries;
        const std::string name = "t." + std::to_string(understanding.tensors.size());
        const std::size_t begin = data.size();
        for (Eigen::Index i = 0; i < drawn.size(); ++i) {
            const auto number = float(law.scale) * drawn.data()[i] + float(law.shift);
            auto bits = std::bit_cast<std::uint32_t>(number);
            if (bytes < 4) {
                const double n = ordinal(rounded(double(number), range), range);
                bits = std::uint32_t(std::abs(n)) | (n < 0 ? 1U << (8 * bytes - 1) : 0);
            }
            data.append(reinterpret_cast<const char*>(&bits), std::size_t(bytes));
        }
        const std::string size = std::to_string(rows) + (vector ? "" : ", " + std::to_string(columns));
        header += (header.empty() ? "{" : ", ")
            + safetensors_entry(
                name, words[int(format)], size, std::to_string(begin) + ", " + std::to_string(data.size()));
        UnderstoodTensor& known = understanding.tensors.emplace_back();
        known.role = known.pattern = name;
        known.kind = vector ? TensorKind::bias : TensorKind::weight;
        known.shape = {rows, columns};
        known.expected = Expected {.draw = law, .shape = known.shape};
    };
    for (const auto& [rows, columns] : matrices)
        add(rows, columns, false);
    for (const int size : vectors)
        if (law.base != Base::orthogonal && law.base != Base::unit_rows)
            add(size, 1, true);
    header += "}";
    FileWriter writer(path);
    writer.write(u64(header.size()) + header + data);
    writer.commit();
    return understanding;
}

}   // namespace

class TestAudit : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!python_has("numpy"))
            QSKIP("python3-numpy is not installed");
        QVERIFY(folder_.isValid());
    }

    void faults_are_named_once_and_nothing_else_is_data()
    {
        QTest::addColumn<QString>("made");
        QTest::addColumn<QStringList>("found");
        QTest::addColumn<QString>("says");   // in the one finding: its cause, or where
        const auto row = [](const char* made, const char* id, const char* says) {
            QTest::newRow(made) << QString(made) << QStringList {id} << QString(says);
        };
        row("gpt2_unscaled:F32:1", "std_ratio", "without its depth scaling");
        row("gpt2_unscaled:BF16:2", "std_ratio", "without its depth scaling");
        row("gpt2_misplaced:F32:1", "std_ratio", "on the wrong matrix");
        row("llama_scaled:F32:1", "std_ratio", "depth scaling of 1/√(2L), which its recipe does not have");
        row("llama_stray:F32:1", "stray_values", "100 σ out");
        row("llama_stray:BF16:2", "stray_values", "100 σ out");
        row("packed_xavier:F32:1", "packed_fans", "the outputs of all parts");
        row("gpt2_packed:F32:1", "std_ratio", "0.707");
        row("mamba_zeros:F32:1", "constant_tensor", "A_log");
        row("padding_drawn:F32:1", "padding_row", "row 3");
        row("table_zeros:F32:1", "constant_tensor", "whole table is 0");
        row("shards_equal:F32:1", "repeated_shards", "2 blocks of rows");
        row("resnet_wrong_fan:F32:1", "std_ratio", "fans of the other side");
        row("adapter_zeros:F32:1", "adapter_zero", "both factors are zeros");
        row("tiny:F32:1", "std_ratio", "1e-10");
        row("not_finite:F32:1", "not_finite", "1 entry");
        row("layers_equal:F32:1", "equal_tensors", "equal to the bit");
        row("other_law:F32:1", "other_law", "uniform");
        row("mean_shifted:F32:1", "mean_shift", "σ off");
        row("mean_shifted:BF16:2", "mean_shift", "σ off");
        row("low_rank:F32:1", "dependent_entries", "independent draws");
        row("long_row:F32:1", "dependent_entries", "row 7 is");
        row("long_row:BF16:2", "dependent_entries", "row 7 is");
        row("hot_tokens:F32:1", "dependent_entries", "times as long as the median");
        row("wide_head:F32:1", "std_ratio", "the ratio is 1");
        row("unknown_row:F32:1", "dependent_entries", "row 5 is");
        row("gpt2_training:F32:1", "training_state", "optimizer.state.*.exp_avg");
        QTest::newRow("loader_random:F32:1")
            << "loader_random:F32:1" << QStringList {"untrained_tensors", "trained"} << "c_fc";
    }

    void faults_are_named_once_and_nothing_else_is()
    {
        QFETCH(QString, made);
        QFETCH(QStringList, found);
        QFETCH(QString, says);
        QCOMPARE(make(folder_, {made}), QString());
        const Audit audited = audit_of(in(folder_, QString(made).replace(':', '-')));
        QVERIFY2(ids(audited) == found, qPrintable(words(audited)));
        const AuditFinding& finding = audited.findings.front();
        const QString all = QString::fromStdString(finding.message + " " + finding.cause);
        QVERIFY2(all.contains(says), qPrintable(all));
        QCOMPARE(audited.verdict == AuditVerdict::deviates, finding.severity != Severity::note);
    }

    void healthy_files_have_no_finding()
    {
        QStringList cases;
        for (const char* family : {"gpt2", "llama", "llama_tied", "bert", "resnet", "mamba", "adapter"})
            for (const char* dtype : {"F32", "BF16", "F16"})
                for (int seed = 11; seed < 14; ++seed)
                    cases << QStringLiteral("%1:%2:%3").arg(family, dtype).arg(seed);
        QCOMPARE(make(folder_, cases), QString());
        QVERIFY(cases.size() >= 40);
        for (const QString& one : cases) {
            const Audit audited = audit_of(in(folder_, QString(one).replace(':', '-')));
            QVERIFY2(audited.findings.empty(), qPrintable(one + "\n" + words(audited)));
            QCOMPARE(audited.verdict, AuditVerdict::follows);
        }
    }

    void a_trained_file_is_known_as_one()
    {
        QCOMPARE(make(folder_, {"trained:F32:3"}), QString());
        const Audit audited = audit_of(in(folder_, "trained-F32-3"));
        QCOMPARE(audited.verdict, AuditVerdict::trained);
        QCOMPARE(ids(audited), QStringList {"trained"});
    }

    void rows_at_their_first_values_are_listed()
    {
        QCOMPARE(make(folder_, {"trained_new_rows:F32:1"}), QString());
        const Audit audited = audit_of(in(folder_, "trained_new_rows-F32-1"));
        QVERIFY2(ids(audited).contains("first_rows"), qPrintable(words(audited)));
        QVERIFY2(words(audited).contains("450, 451, 452"), qPrintable(words(audited)));
    }

    /// p-values of 10⁴ tensors that follow: of each test no more than 1 % are below 0.01, within 4 standard errors, and
    /// over all of them, as Holm 1979 promises, none is doubted (but once in a thousand times).
    void false_alarms_are_as_rare_as_promised()
    {
        constexpr int count = 10000;
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
        // Those whose law is known exactly are no weaker than they need be.
        for (const Doubt doubt : {Doubt::std, Doubt::mean})
            QVERIFY(below[doubt] / double(count) > 0.01 - 4 * std::sqrt(0.01 * 0.99 / count));
    }

    /// Of files that follow, of every law in every format, at most one in a thousand has a finding.
    void healthy_files_of_every_law_have_no_finding()
    {
        const double third = 1.0 / 3;
        const std::pair<const char*, Draw> laws[] {{"normal", {.base = Base::normal, .scale = 0.02}},
            {"uniform", {.base = Base::uniform, .scale = 0.0625}},
            {"uniform from 0", {.base = Base::uniform, .scale = 0.5, .shift = 0.5}},
            {"truncated at 1", {.base = Base::truncated_normal, .scale = 0.02, .low = -1, .high = 1}},
            {"truncated at 2", {.base = Base::truncated_normal, .scale = 0.02, .low = -2, .high = 2}},
            {"truncated at 3", {.base = Base::truncated_normal, .scale = 0.1, .low = -3, .high = 3}},
            {"orthogonal", {.base = Base::orthogonal}}, {"unit rows", {.base = Base::unit_rows, .scale = third}},
            {"time steps", {.base = Base::softplus_inverse, .low = 1e-3, .high = 0.1}}};
        const int times = std::max(1, qEnvironmentVariableIntValue("STEPZERO_DRAWS")), count = 40 * times;
        int files = 0, alarms = 0;
        for (const auto& [name, law] : laws)
            for (const FloatFormat format :
                {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16, FloatFormat::e4m3}) {
                std::map<QString, int> found;
                for (int i = 0; i < count; ++i) {
                    const std::filesystem::path path = in(folder_, "law.safetensors");
                    const Understanding understanding = write_law(path, law, format, std::uint32_t(++files));
                    const Audit audited = audit(Checkpoint(path), {understanding}, Context());
                    if (audited.verdict == AuditVerdict::follows && audited.findings.empty())
                        continue;
                    ++alarms;
                    ++found[words(audited)];
                }
                for (const auto& [what, often] : found)
                    qInfo("%s, %s, %d of %d: %s", name, float_range(format).name, often, count, qPrintable(what));
            }
        const double promised = audit_level * files;
        qInfo("%d of %d files", alarms, files);
        QVERIFY(alarms <= promised + 5 * std::sqrt(promised));
    }

    void numbers_are_those_of_numpy()
    {
        QCOMPARE(make(folder_, {"llama:BF16:7"}), QString());
        const Audit audited = audit_of(in(folder_, "llama-BF16-7"));
        const QString numbers = run_python(QStringLiteral(R"(
import json, sys
import numpy as np
data = open(sys.argv[1], "rb").read()
n = int.from_bytes(data[:8], "little")
t = json.loads(data[8:8 + n])["model.layers.2.mlp.down_proj.weight"]
a, b = t["data_offsets"]
x = (np.frombuffer(data[8 + n + a:8 + n + b], "<u2").astype(np.uint32) << 16).view(np.float32).astype(float)
m, s = x.mean(), x.std()
rows = (x.reshape(t["shape"]) ** 2).sum(1)
top = np.linalg.svd(x.reshape(t["shape"]), compute_uv=False)[0]
print(m, s, ((x - m) ** 4).mean() / s**4, x.min(), x.max(), (x == 0).sum(), rows[5], top)
)"),
            {folder_.filePath("llama-BF16-7/model.safetensors")});
        const QStringList texts = numbers.split(' ');
        QVERIFY2(texts.size() == 8, qPrintable(numbers));
        const AuditedPart& part = tensor(audited, "model.layers.2.mlp.down_proj.weight").whole;
        const auto near = [&](int i, double ours, double allowed) {
            const double theirs = texts[i].toDouble();
            return std::abs(ours - theirs) <= allowed * std::max(1.0, std::abs(theirs));
        };
        QVERIFY(near(0, part.entries.mean, 1e-12) && near(1, part.entries.std, 1e-12));
        QVERIFY(near(2, *part.entries.kurtosis, 1e-9));
        QVERIFY(near(3, part.entries.min, 0) && near(4, part.entries.max, 0));
        QVERIFY(near(5, double(part.entries.zeros), 0));
        QVERIFY(near(6, part.rows->square_sums[5], 1e-12));
        QVERIFY2(near(7, part.spectrum->largest, 0.01), qPrintable(numbers));
    }

    void what_changed_is_told_by_tensor()
    {
        QCOMPARE(make(folder_, {"gpt2:F32:1", "gpt2:F32:2"}), QString());
        const Checkpoint before(in(folder_, "gpt2-F32-1")), after(in(folder_, "gpt2-F32-2"));
        const Audit audited = audit(after, read_understanding(after, {}), Context());
        const CheckpointChange same = weight_change(after, after, audited, Context());
        for (const WeightChange& change : same.changes)
            QCOMPARE(change.relative, 0.0);
        const CheckpointChange other = weight_change(before, after, audited, Context());
        QCOMPARE(other.changes.size(), same.changes.size());
        for (const WeightChange& change : other.changes) {
            if (change.role != "mlp_in" || !change.spectral)
                continue;
            // Independent draws of 96 × 384: ‖ΔW‖ = √2 ‖W‖, cosine 0 within 5/√n, and ‖ΔW‖₂ near the edge of σ√2.
            QVERIFY(std::abs(change.relative - std::sqrt(2.0)) < 0.03);
            QVERIFY(std::abs(change.cosine) < 5 / std::sqrt(96.0 * 384));
            const double edge = 0.02 * std::sqrt(2.0) * (std::sqrt(96.0) + std::sqrt(384.0));
            QVERIFY(std::abs(*change.spectral * std::sqrt(4.0) / edge - 1) < 0.06);
        }
        QVERIFY(other.only_before.empty() && other.only_after.empty() && other.reshaped.empty());
    }

    void tensors_of_presets_follow_their_experiment()
    {
        int followed = 0;
        for (const Preset& preset : presets()) {
            const auto parsed = parse_experiment(preset.text);
            Experiment experiment = std::get<Experiment>(parsed);
            const NetworkPlan plan = plan_of(experiment.network);
            double entries = 0;
            for (const ParameterPlan* parameter : plan.parameters())
                entries += parameter->kind == Role::bias ? parameter->shape.rows()
                                                         : double(parameter->shape.rows()) * parameter->shape.columns();
            if (entries > 12e6)   // the larger ones are drawn by the same schemes
                continue;
            experiment.input.samples = std::min(experiment.input.samples, 2);
            const std::filesystem::path path = in(folder_, "preset.safetensors"), file = in(folder_, "preset.json");
            NoiseCache cache(std::size_t(64) << 20);
            write_tensors(path, experiment, plan, cache, Context());
            write_file(file, format_experiment(experiment));
            UnderstandingRequest request;
            request.config = file;
            const Audit audited = audit_of(path, request);
            QVERIFY2(audited.verdict != AuditVerdict::deviates,
                qPrintable(QString::fromStdString(preset.name) + "\n" + words(audited)));
            ++followed;
        }
        QVERIFY(followed > 20);
    }

    /// Rows that were added to a vocabulary are all the mean of the others, and no fault.
    void added_rows_are_no_fault()
    {
        for (const char* rule : {"mean", "mean_with_spread", "drawn"}) {
            const auto parsed = parse_experiment(R"({"format": "stepzero-experiment", "version": 1, "network": {
                "kind": "transformer", "depth": 2, "width": 64, "vocabulary": 600, "new_tokens": 40},
                "input": {"samples": 1, "tokens": 4}})");
            Experiment experiment = std::get<Experiment>(parsed);
            experiment.network.options["new_rows"] = std::string(rule);
            const std::filesystem::path path = in(folder_, "rows.safetensors"), file = in(folder_, "rows.json");
            NoiseCache cache(std::size_t(64) << 20);
            write_tensors(path, experiment, plan_of(experiment.network), cache, Context());
            write_file(file, format_experiment(experiment));
            UnderstandingRequest request;
            request.config = file;
            const Audit audited = audit_of(path, request);
            QVERIFY2(audited.verdict == AuditVerdict::follows && audited.findings.empty(), qPrintable(words(audited)));
        }
    }

    void a_result_is_json_and_a_table()
    {
        QCOMPARE(make(folder_, {"gpt2_unscaled:F32:1"}), QString());
        const Audit audited = audit_of(in(folder_, "gpt2_unscaled-F32-1"));
        const QByteArray json = QByteArray::fromStdString(format_audit(audited, std::nullopt));
        const QJsonObject root = QJsonDocument::fromJson(json).object();
        QCOMPARE(root["format"].toString(), QStringLiteral("stepzero-audit"));
        QCOMPARE(root["verdict"].toString(), QStringLiteral("deviates"));
        QCOMPARE(root["family"].toString(), QStringLiteral("gpt2"));
        QCOMPARE(root["tensors"].toArray().size(), qsizetype(audited.tensors.size()));
        const QJsonObject finding = root["findings"].toArray()[0].toObject();
        QCOMPARE(finding["tensors"].toArray(), QJsonArray({"h.*.attn.c_proj.weight", "h.*.mlp.c_proj.weight"}));
        const QByteArray table = QByteArray::fromStdString(format_audit_csv(audited));
        QCOMPARE(
            table.count("\r\n"), 1 + int(audited.tensors.size()) + 4 * 3 * 2);   // q, k and v of weights and biases
    }

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestAudit)
#include "tst_audit.moc"
