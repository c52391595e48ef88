// SPDX-License-Identifier: GPL-3.0-or-later
// Audits of checkpoints: every known fault yields exactly one finding, healthy files yield none, and a preset's own
// tensors follow its recipe.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/formats/safetensors.h"
#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/audit_json.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/checkpoint/audit/weight_change.h"
#include "core/exchange/tensors.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/kinds.h"
#include "tests/cases.h"
#include "tests/core/audit_cases.h"
#include "tests/core/published_models.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_audit {

using namespace stepzero;

namespace {

/// Returns the name that a family gives to a tensor: the program's own if the family has it, else that of the role.
/// Empty: the family has none.
std::string name_in(const Family& family, const CheckpointTensor& tensor)
{
    const std::vector<StoredTensor> alone {
        published_models::stored(tensor.name, {tensor.shape.begin(), tensor.shape.end()})};
    if (understand(alone, {}, &family).unknown.empty())
        return tensor.name;
    for (const FamilyTensor& its : family.file->tensors)
        if (tensor.parts.size() == 1 && its.role == tensor.parts.front().role && its.kind == TensorKind::weight)
            return QString::fromStdString(its.names.front().text())
                .replace("{block}", QString::number(tensor.parts.front().block - 1))
                .toStdString();
    return {};
}

/// Copies a file of the program's own tensors, without the input, under the names of a family. Some families have norms
/// without parameters; scales of 1 are then left out.
void write_as(const Family& family, const std::vector<CheckpointTensor>& tensors, const std::filesystem::path& from,
    const std::filesystem::path& to)
{
    const std::string bytes = read_file(from);
    std::vector<TensorShape> shapes;
    std::vector<TensorView> kept;
    for (const TensorView& view : read_safetensors(bytes)) {
        const auto tensor = std::ranges::find(tensors, view.name, &CheckpointTensor::name);
        if (tensor == tensors.end())
            continue;
        std::string name = name_in(family, *tensor);
        if (name.empty() && std::ranges::all_of(view.values(), [](float value) { return value == 1; }))
            continue;
        shapes.push_back({name.empty() ? tensor->name : name, view.shape});
        kept.push_back(view);
    }
    SafetensorsWriter writer(to, shapes);
    for (const TensorView& view : kept)
        writer.append(view.values());
    writer.commit();
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
        QTest::addColumn<QString>("says");   // text in the finding: its cause, or where
        const auto row = [](const char* made, const char* id, const char* says) {
            QTest::newRow(made) << QString(made) << QStringList {id} << QString(says);
        };
        row("gpt2_unscaled:F32:1", "std_ratio", "without its depth scaling");
        row("gpt2_unscaled:BF16:2", "std_ratio", "without its depth scaling");
        row("gpt2_misplaced:F32:1", "std_ratio", "applied to the wrong matrix");
        row("llama_half_scaled:F32:1", "std_ratio", "depth scaling of 1/√(2L), which its recipe does not have");
        row("llama_stray:F32:1", "stray_values", "100 σ from the mean");
        row("llama_stray:BF16:2", "stray_values", "100 σ from the mean");
        row("packed_xavier:F32:1", "packed_fans", "the outputs of all parts");
        row("gpt2_packed:F32:1", "std_ratio", "0.707");
        row("mamba_zeros:F32:1", "constant_tensor", "A_log");
        row("padding_drawn:F32:1", "padding_row", "row 3");
        row("table_zeros:F32:1", "constant_tensor", "every entry of the table is 0");
        row("shards_equal:F32:1", "repeated_shards", "2 blocks of rows");
        row("resnet_wrong_fan:F32:1", "std_ratio", "swapped fan_in and fan_out");
        row("adapter_zeros:F32:1", "adapter_zero", "both factors are 0");
        row("tiny:F32:1", "std_ratio", "1e-10");
        row("not_finite:F32:1", "not_finite", "1 entry");
        row("layers_equal:F32:1", "equal_tensors", "bitwise identical");
        row("packed_equal:F32:1", "equal_tensors", "h.1.attn.c_attn.weight, h.3.attn.c_attn.weight: they are bitwise");
        row("keys_are_queries:F32:1", "equal_tensors", "h.*.attn.c_attn.weight (q), h.*.attn.c_attn.weight (k): they");
        row("keys_are_queries:BF16:2", "equal_tensors", "h.*.attn.c_attn.weight (q), h.*.attn.c_attn.weight (k): they");
        row("twin_units:F32:1", "equal_columns", "another column: 100 of 384. Units with equal");
        row("dead_units:F32:1", "dead_columns", "columns of zeros: 7 of 384. Units without");
        row("dead_inputs:F32:1", "dead_columns", "columns of zeros: 7 of 96. The layer does not see");
        row("other_law:F32:1", "other_law", "uniform");
        row("mean_shifted:F32:1", "mean_shift", "σ from the recipe's");
        row("mean_shifted:BF16:2", "mean_shift", "σ from the recipe's");
        row("low_rank:F32:1", "dependent_entries", "independent entries");
        row("long_row:F32:1", "dependent_entries", "row 7 has");
        row("long_row:BF16:2", "dependent_entries", "row 7 has");
        row("long_token:F32:1", "dependent_entries", "row 30 has");
        row("hot_tokens:F32:1", "dependent_entries", "times the median norm");
        row("wide_head:F32:1", "std_ratio", "the ratio is 1");
        row("unknown_row:F32:1", "dependent_entries", "row 5 has");
        row("plain_scaled:F32:1", "unlike_siblings", ", but 0.02");
        row("plain_zeros:BF16:1", "unlike_siblings", "every entry is 0, but the other tensors of this name are random");
        row("plain_norm:F32:1", "unlike_siblings", "every entry is 0, but 1 in the other tensors of this name");
        row("plain_few_norms:F32:1", "unlike_siblings", "every entry is 0, but 1 in the other tensors of this name");
        row("plain_constant:F32:1", "unlike_siblings",
            "every entry is 0.02, but the other tensors of this name are random");
        row("plain_drawn:F32:1", "unlike_siblings", "every entry of the other tensors of this name is 0");
        row("plain_stray:F32:1", "stray_values", "an entry is 50");
        row("plain_stray:BF16:1", "stray_values", "an entry is 50");
        row("plain_dead:F32:1", "dead_rows", "rows of zeros: 27 of 128");
        row("plain_dead_table:F32:1", "dead_rows", "rows of zeros: 27 of 300");
        row("memory_left:F32:1", "uninitialized_memory", "entries are denormal");
        row("memory_left:BF16:1", "uninitialized_memory", "entries are denormal");
        row("memory_left:F16:1", "uninitialized_memory", "are beyond 10000");
        row("memory_in_a_norm:F32:1", "uninitialized_memory", "torch.empty");
        row("memory_pages:F32:1", "uninitialized_memory", "3 of 24 pages");
        row("memory_vast:F32:1", "uninitialized_memory", "8 are beyond 1e+30");
        row("gpt2_training:F32:1", "training_state", "optimizer.state.*.exp_avg");
        row("one_row:F32:1", "equal_rows", "another row: 95 of 96");
        row("flipped_bit:F32:1", "stray_values", "an entry is 1e+38");
        row("flipped_bit:BF16:1", "stray_values", "σ from the mean");
        QTest::newRow("means_shifted:F32:1")
            << "means_shifted:F32:1" << QStringList {"mean_shift", "mean_shift"} << "σ from the recipe's";
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
        const QString all = QString::fromStdString(finding.message.english() + " " + finding.cause.english());
        QVERIFY2(all.contains(says), qPrintable(all));
        QCOMPARE(audited.verdict == AuditVerdict::deviates, finding.severity != Severity::note);
    }

    void healthy_files_have_no_finding()
    {
        QStringList cases;
        for (const char* family : {"gpt2", "llama", "llama_tied", "bert", "resnet", "mamba", "adapter", "plain"})
            for (const char* dtype : {"F32", "BF16", "F16"})
                for (int seed = 11; seed < 11 + tested::cases(2); ++seed)
                    cases << QStringLiteral("%1:%2:%3").arg(family, dtype).arg(seed);
        QCOMPARE(make(folder_, cases), QString());
        QVERIFY(cases.size() >= 24);
        for (const QString& one : cases) {
            const Audit audited = audit_of(in(folder_, QString(one).replace(':', '-')));
            QVERIFY2(audited.findings.empty(), qPrintable(one + "\n" + words(audited)));
            QCOMPARE(audited.verdict, one.startsWith("plain") ? AuditVerdict::unknown : AuditVerdict::follows);
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
            // Independent samples of 96 × 384: ‖ΔW‖ = √2 ‖W‖, cosine 0 within 5/√n, and ‖ΔW‖₂ near the edge of σ√2.
            QVERIFY(std::abs(change.relative - std::sqrt(2.0)) < 0.03);
            QVERIFY(std::abs(change.cosine) < 5 / std::sqrt(96.0 * 384));
            const double edge = 0.02 * std::sqrt(2.0) * (std::sqrt(96.0) + std::sqrt(384.0));
            QVERIFY(std::abs(*change.spectral * std::sqrt(4.0) / edge - 1) < 0.06);
        }
        QVERIFY(other.only_before.empty() && other.only_after.empty() && other.reshaped.empty());
    }

    void first_files_are_held_against_each_other_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* before, const char* after, const char* verdict, const QStringList& names,
                             const char* says) {
            QTest::newRow((std::string(before) + " " + after).c_str()) << before << after << verdict << names << says;
        };
        row("gpt2:F32:1", "gpt2:F32:2", "same", {}, "");
        row("gpt2:F32:1", "gpt2:BF16:2", "same", {}, "");
        row("gpt2:F16:1", "gpt2:F32:2", "same", {}, "");
        row("mamba:F32:1", "mamba:F32:2", "same", {}, "");
        row("resnet:BF16:1", "resnet:F32:2", "same", {}, "");
        row("gpt2:F32:1", "gpt2:F32:1", "same", {}, "");
        row("gpt2:F32:1", "gpt2_unscaled:F32:2", "differs", {"h.*.attn.c_proj.weight", "h.*.mlp.c_proj.weight"},
            "in the other checkpoint; the ratio is 2.8");
        row("llama:F32:1", "other_law:BF16:2", "differs", {"model.layers.*.self_attn.o_proj.weight"},
            "the distribution differs");
        row("gpt2:F32:1", "mean_shifted:F32:2", "differs", {"h.1.mlp.c_fc.weight"}, "the mean differs");
        row("plain:F32:1", "plain_norm:F32:2", "differs", {"net.3.norm.weight"},
            "every entry is 0, but 1 in the other");
        row("plain:F32:1", "plain_zeros:F32:2", "differs", {"net.2.inner.weight"}, "it is constant in one");
        row("gpt2:F32:1", "trained:F32:2", "trained", {}, "");
    }

    void first_files_are_held_against_each_other()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, verdict);
        QFETCH(QStringList, names);
        QFETCH(QString, says);
        QCOMPARE(make(folder_, {before, after}), QString());
        const Checkpoint then(in(folder_, before.replace(':', '-'))), now(in(folder_, after.replace(':', '-')));
        Audit audited = audit(now, read_understanding(now, {}), Context());
        const CheckpointChange change = weight_change(then, now, audited, Context());
        join_findings(audited, change);
        QVERIFY2(word(change.verdict) == verdict, qPrintable(words(audited)));
        QStringList found;
        for (const AuditFinding& finding : change.findings) {
            for (const std::string& name : finding.tensors)
                found << QString::fromStdString(name);
            QVERIFY2(
                QString::fromStdString(finding.message.english()).contains(says), finding.message.english().c_str());
        }
        QCOMPARE(found, names);
        const QJsonObject root
            = QJsonDocument::fromJson(QByteArray::fromStdString(format_audit(audited, change))).object();
        QCOMPARE(root["against"].toObject()["verdict"].toString(), verdict);
        QCOMPARE(ids(audited).count("law_change"), change.findings.size());
    }

    /// A preset that names a family draws what one of the family's recipes expects, at the family's σ. Presets are
    /// shortened to one block and few words; those that are still large have the recipe of a smaller one.
    void presets_follow_the_recipe_of_their_family()
    {
        std::set<std::string> named, seen;
        for (const Preset& preset : presets()) {
            if (preset.info.family.empty())
                continue;
            const Family* family = find_family(preset.info.family);
            QVERIFY2(family, preset.name.c_str());
            named.insert(family->name);
            Experiment experiment = networks::preset(preset.name);
            experiment.network.depth = 1;
            experiment.network.options["vocabulary"] = 256.0;
            experiment.input.samples = 1;
            experiment.input.tokens = 4;
            const NetworkPlan plan = plan_of(experiment.network);
            double entries = 0;
            for (const ParameterPlan* parameter : plan.parameters())
                entries += parameter->kind == Role::bias ? parameter->shape.rows()
                                                         : double(parameter->shape.rows()) * parameter->shape.columns();
            if (entries > 9e6)
                continue;
            const std::filesystem::path own = in(folder_, "own.safetensors"), path = in(folder_, "family.safetensors");
            NoiseCache cache(std::size_t(64) << 20);
            write_tensors(own, experiment, plan, cache, Context());
            write_as(*family, checkpoint_tensors(plan), own, path);
            UnderstandingRequest request;
            request.family = family->name;
            request.by_names = true;
            const Audit audited = audit_of(path, request);
            const QString told = QString::fromStdString(preset.name) + "\n" + words(audited);
            QVERIFY2(audited.verdict == AuditVerdict::follows, qPrintable(told));
            QVERIFY2(audited.understanding.unknown.empty() && !audited.tensors.empty(), qPrintable(told));
            QVERIFY2(!audited.understanding.free || !audited.understanding.free->fitted, qPrintable(told));
            seen.insert(family->name);
        }
        QCOMPARE(seen, named);
        QVERIFY2(seen.size() >= 6, std::to_string(seen.size()).c_str());
    }

    void tensors_of_presets_follow_their_experiment()
    {
        int followed = 0;
        for (const Preset& preset : presets()) {
            Experiment experiment = networks::preset(preset.name);
            const NetworkPlan plan = plan_of(experiment.network);
            double entries = 0;
            for (const ParameterPlan* parameter : plan.parameters())
                entries += parameter->kind == Role::bias ? parameter->shape.rows()
                                                         : double(parameter->shape.rows()) * parameter->shape.columns();
            if (entries > (tested::every_case() ? 12e6 : 2e6))   // larger ones are initialized by the same schemes
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
        QVERIFY(followed > 12);
    }

    /// Rows that were added to a vocabulary all equal the mean of the others, which is not a fault.
    void added_rows_are_no_fault()
    {
        for (const char* rule : {"mean", "mean_with_spread", "drawn"}) {
            Experiment experiment = networks::experiment(
                R"("kind": "transformer", "depth": 2, "width": 64, "vocabulary": 600, "new_tokens": 40)",
                R"("input": {"samples": 1, "tokens": 4})");
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

STEPZERO_TEST(TestAudit, QCoreApplication)

}   // namespace tst_audit
#include "tst_audit.moc"
