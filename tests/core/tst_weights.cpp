// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments whose weights come from a file. Checkpoints in the layouts of families yield PyTorch's logits, and the
// program's own tensors are read back. Theory uses these weights, and a sentence reports what does not fit.
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/formats/npy.h"
#include "core/base/formats/safetensors.h"
#include "core/checkpoint/weights/checkpoint_experiment.h"
#include "core/checkpoint/weights/given_weights.h"
#include "core/exchange/tensors.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/kinds/tokens.h"
#include "core/modules/module.h"
#include "core/network/input/input_file.h"
#include "core/simulate/simulate.h"
#include "tests/core/modules.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_weights {

using namespace stepzero;

namespace {

constexpr const char* small_transformer = R"("network": {"kind": "transformer", "depth": 2, "width": 32, "heads": 2,
    "vocabulary": 50, "context": 16, "norm_biases": true}, "input": {"samples": 2, "tokens": 16})";

}   // namespace

class TestWeights : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    NoiseCache cache_ {1 << 26};
    Context context_;

    std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Returns the experiment with its own weights, read from a file.
    Experiment written(const Experiment& experiment, const char* name = "own.safetensors")
    {
        write_tensors(path(name), experiment, plan_of(experiment.network), cache_, context_);
        Experiment read = experiment;
        read.weights.file = path(name).string();
        return read;
    }

    Tensor logits_of(const Experiment& experiment)
    {
        const NetworkPlan plan = plan_of(experiment, context_);
        const NetworkParameters parameters(plan, experiment.seed, 0, cache_);
        KeepingRecorder recorder;
        Pass pass {.context = context_, .parameters = parameters, .recorder = recorder, .backward = false};
        plan.kind->pass(experiment, plan, whole_extent(experiment), 0, pass);
        return recorder.values.at({0, "logits"});
    }

    /// Copies a file, with another ln_2.bias in the second block, and with the output of the third MLP multiplied by
    /// three.
    static std::filesystem::path grown(const std::filesystem::path& from, const std::filesystem::path& to)
    {
        const std::string bytes = read_file(from);
        std::vector<TensorShape> shapes;
        std::vector<std::vector<float>> numbers;
        for (const TensorView& t : read_safetensors(bytes)) {
            if (t.type != TensorType::f32)
                continue;
            std::vector<float> all(t.bytes.size() / sizeof(float));
            std::memcpy(all.data(), t.bytes.data(), t.bytes.size());
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = t.name == "h.1.ln_2.bias"      ? (i % 2 == 0 ? 1.5F : -1.5F)
                    : t.name == "h.2.mlp.c_proj.weight" ? 3 * all[i]
                                                        : all[i];
            shapes.push_back({t.name, t.shape});
            numbers.push_back(std::move(all));
        }
        SafetensorsWriter writer(to, shapes);
        for (const auto& all : numbers)
            writer.append(all);
        writer.commit();
        return to;
    }

    /// Returns an upper bound of the standard deviation of ln of a block's size, because σ is estimated from the
    /// entries. n normal entries determine ln σ to 1/√(2n), and no matrix changes the size by more than its own error.
    static double spread_of_moments(const NetworkPlan& plan, int block)
    {
        double variance = 0;
        for (const ParameterPlan* parameter : plan.parameters())
            if (parameter->kind == Role::weight && parameter->block <= block)
                variance += 0.5 / (double(parameter->shape.rows()) * parameter->shape.columns());
        return std::sqrt(variance);
    }

    QString refusal(const Experiment& experiment)
    {
        try {
            plan_of(experiment, context_);
        } catch (const BadInput& error) {
            return QString::fromUtf8(error.what()).remove(folder_.path() + '/');
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        if (!python_has("torch, numpy"))
            return;
        const QString said = run_python_file("core/weights_in_torch.py", {folder_.filePath("torch")});
        QVERIFY2(!said.startsWith("python failed") && !said.startsWith("there is no"), qPrintable(said));
    }

    void logits_are_torchs_data()
    {
        QTest::addColumn<int>("notes");   // number of notes
        QTest::newRow("gpt2") << 0;
        QTest::newRow("gpt2_bin") << 0;
        QTest::newRow("gpt_neox") << 0;
        for (const char* alike : {"llama", "llama3", "linear", "mistral", "qwen3", "olmo2", "gemma", "gemma2",
                 "mixtral", "olmoe", "qwen3_moe"})
            QTest::newRow(alike) << 0;
        QTest::newRow("qwen2") << 4;   // no biases of attention_out, mlp_gate, mlp_in, mlp_out
        QTest::newRow("bert") << 2;   // token types, pooler
        QTest::newRow("roberta") << 2;
        QTest::newRow("vit") << 0;
        QTest::newRow("vit_timm") << 0;
    }

    void logits_are_torchs()
    {
        QFETCH(int, notes);
        const std::filesystem::path model = path("torch") / QTest::currentDataTag();
        if (!std::filesystem::exists(model))
            QSKIP("no python3-torch");
        const Checkpoint checkpoint(model);
        Experiment experiment = experiment_of(model, checkpoint, {}, read_understanding(checkpoint, {}).front());
        experiment.input.file = (model / "input.npy").string();
        // As in a saved file.
        save_experiment(model / "e.stepzero.json", experiment);
        const auto loaded = load_experiment(model / "e.stepzero.json");
        QVERIFY(std::get_if<Experiment>(&loaded));
        QVERIFY(std::filesystem::equivalent(std::get<Experiment>(loaded).weights.file, model));

        const Tensor ours = logits_of(std::get<Experiment>(loaded));
        const auto theirs = read_npy<double>(read_file(model / "logits.npy"));
        QCOMPARE(theirs.values.size(), std::size_t(ours.size()));
        double square = 0, worst = 0;
        for (std::size_t i = 0; i < theirs.values.size(); ++i) {
            square += theirs.values[i] * theirs.values[i];
            worst = std::max(worst, std::abs(theirs.values[i] - double(ours.data()[i])));
        }
        const double relative = worst / std::sqrt(square / double(theirs.values.size()));
        qInfo("largest difference over the RMS: %.2g", relative);
        QVERIFY(relative < 1e-4);
        const Measurement m = simulate(experiment, plan_of(experiment, context_), cache_, context_);
        QCOMPARE(int(m.remarks.size()), notes);
    }

    void own_tensors_are_read_back_data()
    {
        QTest::addColumn<Experiment>("experiment");
        const auto row
            = [](const char* name, const char* text) { QTest::newRow(name) << networks::with_members(text); };
        row("dense", R"("network": {"kind": "dense", "widths": [30, 40, 20], "input_width": 25,
            "bias": {"scheme": "normal", "std": 0.1}}, "input": {"samples": 20})");
        row("residual",
            R"("network": {"kind": "residual", "depth": 3, "width": 24, "hidden_ratio": 2, "norm": "layer_norm",
            "activation": "swiglu"}, "input": {"samples": 20})");
        row("streams", R"("network": {"kind": "residual", "depth": 3, "width": 24, "streams": 2, "mixing_std": 0.5},
            "input": {"samples": 20})");
        row("gpt2", small_transformer);
        row("llama", R"("network": {"kind": "transformer", "depth": 2, "width": 32, "heads": 4, "key_value_heads": 2,
            "vocabulary": 50, "position": "rotary", "norm": "rms_norm", "activation": "swiglu", "tied": false, "biases": false},
            "input": {"samples": 2, "tokens": 16})");
        row("experts", R"("network": {"kind": "transformer", "depth": 2, "width": 32, "heads": 4, "vocabulary": 50,
            "activation": "swiglu", "experts": 3, "shared_experts": 1}, "input": {"samples": 2, "tokens": 16})");
        row("zero biases", R"("network": {"kind": "transformer", "depth": 2, "width": 32, "heads": 4, "vocabulary": 50,
            "biases": false}, "input": {"samples": 2, "tokens": 16})");
    }

    /// Every number of a result equals that with the sampled weights, and theory is that of their second moments.
    void own_tensors_are_read_back()
    {
        QFETCH(Experiment, experiment);
        const Experiment read = written(experiment);
        const NetworkPlan plan = plan_of(read, context_);
        QVERIFY(plan.given);
        const Measurement a = simulate(experiment, plan_of(experiment.network), cache_, context_),
                          b = simulate(read, plan, cache_, context_);
        QVERIFY2(b.remarks.empty(), b.remarks.empty() ? "" : b.remarks.front().text.english().c_str());
        // Its metadata contain the experiment, so no other file is needed.
        const std::filesystem::path file = read.weights.file;
        const Checkpoint checkpoint(file);
        QVERIFY(experiment_of(file, checkpoint, {}, read_understanding(checkpoint, {}).front()) == read);
        const Prediction drawn = predict(experiment, plan_of(experiment.network), whole_extent(experiment), context_),
                         given = predict(read, plan, whole_extent(read), context_);
        for (int block = 1; block <= plan.depth(); ++block) {
            const Distribution *one = a.block(block).value(plan.reading.output),
                               *other = b.block(block).value(plan.reading.output);
            QVERIFY(one && other);
            QVERIFY(std::abs(other->rms / one->rms - 1) < 1e-5);
            const Distribution *back = a.block(block).gradient(plan.reading.gradient),
                               *back_read = b.block(block).gradient(plan.reading.gradient);
            QVERIFY(back && back_read && std::abs(back_read->rms / back->rms - 1) < 1e-4);
            const Predicted *law = drawn.output(block, Quantity::rms), *moments = given.output(block, Quantity::rms);
            QCOMPARE(moments != nullptr, law != nullptr);
            if (law) {
                QVERIFY2(std::abs(std::log(moments->value / law->value)) < 4 * spread_of_moments(plan, block),
                    qPrintable(QString::number(moments->value / law->value)));
                QVERIFY(!moments->spread);
            }
        }
    }

    /// Norms with gains and shifts that differ between blocks: theory follows each. Its error is that of a mean over
    /// several networks, whose spread is measured, and that of width 256.
    void theory_follows_what_was_read()
    {
        constexpr int seeds = 8, beyond = 4;
        constexpr double of_width = 0.01;
        std::map<std::string, Moments> off;   // ln of measured over predicted, by block and site
        for (int seed = 1; seed <= seeds; ++seed) {
            Experiment e = networks::with_members(
                R"("network": {"kind": "transformer", "depth": 4, "width": 256, "heads": 4, "vocabulary": 400,
                "norm_biases": true, "context": 32, "weight": {"scheme": "normal", "std": 0.06}}, "input": {"samples": 4, "tokens": 32})");
            e.seed = std::uint64_t(seed);
            Experiment read = written(e);
            read.weights.file = grown(path("own.safetensors"), path("grown.safetensors")).string();
            const NetworkPlan given = plan_of(read, context_);
            const Measurement m = simulate(read, given, cache_, context_);
            const Prediction p = predict(read, given, whole_extent(read), context_);
            for (int block = 1; block <= 4; ++block)
                for (const char* site : {"attention_stream", "mlp_stream", "mlp_norm"})
                    if (const Predicted* law = p.block(block).find(site, Quantity::rms))
                        off[std::to_string(block) + " " + site].join(
                            {.count = 1, .mean = std::log(m.block(block).value(site)->rms / law->value)});
            // It differs from the prediction of the scheme alone.
            const Prediction before = predict(e, plan_of(e.network), whole_extent(e), context_);
            QVERIFY(p.output(3, Quantity::rms)->value > 1.1 * before.output(3, Quantity::rms)->value);
        }
        double variance = 0;
        for (const auto& [where, of] : off)
            variance += of.m2 / (seeds - 1) / double(off.size());
        const double error = std::sqrt(variance / seeds);
        qInfo("one network is off by %.2g, the mean of %d is known to %.2g", std::sqrt(variance), seeds, error);
        for (const auto& [where, of] : off)
            QVERIFY2(std::abs(of.mean) < beyond * error + of_width,
                qPrintable(QString("%1: %2").arg(QString::fromStdString(where)).arg(of.mean)));
    }

    void replicas_have_the_same_weights()
    {
        Experiment e = written(
            networks::with_members(R"("network": {"kind": "dense", "depth": 3, "width": 30}, "input": {"samples": 200},
            "replicas": 3)"));
        const Measurement m = simulate(e, plan_of(e, context_), cache_, context_);
        const Distribution* spread = m.spread.at(2).weight("weight");
        QVERIFY(spread && spread->std == 0);
    }

    void what_does_not_fit_is_a_sentence()
    {
        Experiment e = written(networks::with_members(small_transformer));
        e.network.width = 48;
        QCOMPARE(refusal(e), QString("own.safetensors: \"wte.weight\" must have shape [50, 48], but has [50, 32]"));
        e.network.width = 32;
        e.network.depth = 3;
        QVERIFY2(refusal(e).startsWith("own.safetensors: has no tensor that is the network's blocks.3."),
            qPrintable(refusal(e)));
        e.network.depth = 2;
        QVERIFY(refusal(e).isEmpty());
        e.weights.file = path("none.safetensors").string();
        QVERIFY2(refusal(e).contains("none.safetensors"), qPrintable(refusal(e)));
        Experiment dense = networks::with_members(R"("network": {"kind": "dense", "depth": 2, "width": 8})");
        dense.weights.file = path("own.safetensors").string();
        QCOMPARE(refusal(dense),
            QString("own.safetensors: has no tensor \"layers.1.weight\", and belongs to no known family"));
        // A bias that the network would leave out.
        Experiment biased
            = written(networks::with_members(R"("network": {"kind": "transformer", "depth": 1, "width": 32, "heads": 2,
            "vocabulary": 50, "context": 16, "bias": {"scheme": "normal", "std": 1}}, "input": {"samples": 1, "tokens": 16})"));
        biased.network.options["biases"] = std::string("false");
        QCOMPARE(refusal(biased),
            QString("own.safetensors: \"h.0.attn.c_attn.bias\" is not 0, but the network has no such bias"));
    }

    void kinds_that_cannot_say_so()
    {
        const auto found = parse_experiment(R"({"format": "stepzero-experiment", "version": 1,
            "network": {"kind": "convolution"}, "weights": {"file": "x.npz"}})");
        QVERIFY(std::get_if<Problems>(&found));
        QCOMPARE(std::get<Problems>(found).front().path, std::string("weights.file"));
    }
};

STEPZERO_TEST(TestWeights, QCoreApplication)

}   // namespace tst_weights
#include "tst_weights.moc"
