// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of networks made of blocks: named as in Hugging Face's checkpoints, and sufficient for PyTorch to compute
// every number of the result again.
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "core/base/formats/safetensors.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/kinds/tokens.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/init/parameter.h"
#include "core/simulate/simulate.h"
#include "tests/cases.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_block_tensors {

using namespace stepzero;

namespace {

using Shape2 = std::vector<std::size_t>;

constexpr double tolerance = 1e-4;

/// Returns the spectra of every matrix in the blocks, as `run` measures them.
MatrixSpectra spectra_of(
    const Experiment& experiment, const NetworkPlan& network, NoiseCache& cache, const Context& context)
{
    MatrixSpectra spectra;
    const DrawnParameters parameters(experiment.seed, 0, cache);
    for (const ParameterPlan* plan : network.parameters())
        if (plan->kind == Role::weight && plan->block > 0) {
            const auto values = singular_values(parameters.entries(*plan, context).cast<double>(), context);
            spectra[plan->name].mean.assign(values.begin(), values.end());
        }
    return spectra;
}

}   // namespace

class TestBlockTensors : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::filesystem::path path_ = folder_.filePath("t.safetensors").toStdString();
    NoiseCache cache_ {1 << 26};
    Context context_;

    std::map<std::string, Shape2> shapes_of(const Experiment& experiment)
    {
        write_tensors(path_, experiment, plan_of(experiment.network), cache_, context_);
        std::map<std::string, Shape2> shapes;
        const std::string bytes = read_file(path_);
        for (const TensorView& tensor : read_safetensors(bytes)) {
            const bool whole = tensor.name == "input_ids" || tensor.name == "labels";
            if ((tensor.type == TensorType::i64) != whole)
                qFatal("wrong type");
            shapes[tensor.name] = tensor.shape;
        }
        return shapes;
    }

private slots:
    /// Experts that received no token are included.
    void weights_are_of_all_experts()
    {
        Experiment e = networks::transformer(
            R"("experts": 20, "experts_chosen": 1, "shared_experts": 2, "weight": {"scheme": "normal", "std": 0.25})");
        e.input.samples = 1;
        e.input.tokens = 2;
        const NetworkPlan plan = plan_of(e.network);
        const Measurement m = simulate(e, plan, cache_, context_);
        for (const BlockPlan& block : plan.blocks)
            for (const char* role : {"mlp_in", "mlp_out"}) {
                std::uint64_t entries = 0;
                for (const ParameterPlan& parameter : block.parameters)
                    if (parameter.role == role && parameter.kind == Role::weight)
                        entries += std::uint64_t(parameter.shape.rows()) * std::uint64_t(parameter.shape.columns());
                QCOMPARE(std::uint64_t(m.block(block.block).weight(role)->count), entries);
            }
    }

    void torch_finds_the_same_from_the_tensors_data()
    {
        QTest::addColumn<int>("number");
        const auto cases = networks::all();
        for (std::size_t i = 0; i < cases.size(); ++i)   // block_code compares the last numbers of all
            if (tested::in_turn(i))
                QTest::newRow(cases[i].first.c_str()) << int(i);
    }

    void torch_finds_the_same_from_the_tensors()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QFETCH(int, number);
        const Experiment experiment = networks::all()[std::size_t(number)].second;
        const NetworkPlan plan = plan_of(experiment.network);
        const Measurement measurement = simulate(experiment, plan, cache_, context_);
        const Prediction prediction = predict(experiment, plan, whole_extent(experiment), context_);
        const MatrixSpectra spectra = spectra_of(experiment, plan, cache_, context_);
        write_tensors(path_, experiment, plan, cache_, context_);
        const QString result = folder_.filePath("result.json");
        write_file(
            result.toStdString(), format_result({experiment, plan, measurement, prediction, &spectra, nullptr, {}}));

        const QStringList said
            = run_python_file("core/checkpoint_in_torch.py", {QString::fromStdString(path_.string()), result})
                  .trimmed()
                  .split('\n');
        qInfo("%s", qPrintable(said.join("; ")));
        QVERIFY2(said.value(0).startsWith("compared "), qPrintable(said.join('\n')));
        QVERIFY(said[0].section(' ', 1).toInt() > 200);
        QCOMPARE(said.value(1), QString("only one side: []"));
        QVERIFY(said.size() >= 6);   // values, gradients, scalars, weights, singular values; attention
        for (const QString& line : said.mid(2)) {
            bool is_number = false;
            const double difference = line.section(": ", 1).section(' ', 0, 0).toDouble(&is_number);
            QVERIFY2(is_number && difference < tolerance, qPrintable(line));
        }
    }

    void names_and_shapes_are_those_of_gpt2()
    {
        // Parameters of GPT2Model and GPT2LMHeadModel; width 32, MLP 96, vocabulary 61, 40 positions.
        std::map<std::string, Shape2> expected {{"input_ids", {3, 9}}, {"labels", {3, 9}}, {"wte.weight", {61, 32}},
            {"wpe.weight", {40, 32}}, {"ln_f.weight", {32}}, {"ln_f.bias", {32}}};
        for (const std::string block : {"h.0.", "h.1.", "h.2."}) {
            for (const std::string norm : {"ln_1", "ln_2"})
                expected[block + norm + ".weight"] = expected[block + norm + ".bias"] = {32};
            const std::map<std::string, Shape2> conv1d {
                {"attn.c_attn", {32, 96}}, {"attn.c_proj", {32, 32}}, {"mlp.c_fc", {32, 96}}, {"mlp.c_proj", {96, 32}}};
            for (const auto& [name, shape] : conv1d) {
                expected[block + name + ".weight"] = shape;
                expected[block + name + ".bias"] = {shape[1]};
            }
        }
        QVERIFY(shapes_of(networks::gpt2_like()) == expected);
        Experiment other = networks::gpt2_like();
        other.network.options["biases"] = std::string("false");   // the model requires them anyway
        other.network.options["tied"] = std::string("false");
        expected["lm_head.weight"] = {61, 32};
        QVERIFY(shapes_of(other) == expected);
    }

    void names_and_shapes_are_those_of_llama()
    {
        // Parameters of LlamaForCausalLM; two key and value heads of width 8.
        std::map<std::string, Shape2> expected {{"input_ids", {3, 9}}, {"labels", {3, 9}},
            {"model.embed_tokens.weight", {61, 32}}, {"model.norm.weight", {32}}, {"lm_head.weight", {61, 32}}};
        for (const std::string block : {"model.layers.0.", "model.layers.1.", "model.layers.2."}) {
            const std::map<std::string, Shape2> of_block {{"input_layernorm", {32}}, {"post_attention_layernorm", {32}},
                {"self_attn.q_proj", {32, 32}}, {"self_attn.k_proj", {16, 32}}, {"self_attn.v_proj", {16, 32}},
                {"self_attn.o_proj", {32, 32}}, {"mlp.gate_proj", {96, 32}}, {"mlp.up_proj", {96, 32}},
                {"mlp.down_proj", {32, 96}}};
            for (const auto& [name, shape] : of_block)
                expected[block + name + ".weight"] = shape;
        }
        QVERIFY(shapes_of(networks::llama_like()) == expected);
    }

    void names_and_shapes_are_those_of_vit()
    {
        // Parameters of ViTForImageClassification in Hugging Face's transformers 4.
        const std::string e = "vit.embeddings.", patches = e + "patch_embeddings.projection.";
        std::map<std::string, Shape2> expected {{"input", {3, 288}}, {"labels", {3}}, {e + "cls_token", {1, 1, 32}},
            {e + "position_embeddings", {1, 10, 32}}, {patches + "weight", {32, 2, 4, 4}}, {patches + "bias", {32}},
            {"vit.layernorm.weight", {32}}, {"vit.layernorm.bias", {32}}, {"classifier.weight", {7, 32}},
            {"classifier.bias", {7}}};
        for (const std::string number : {"0", "1", "2"}) {
            const std::string block = "vit.encoder.layer." + number + ".";
            const std::map<std::string, Shape2> of_block {{"layernorm_before", {32}}, {"layernorm_after", {32}},
                {"attention.attention.query", {32, 32}}, {"attention.attention.key", {32, 32}},
                {"attention.attention.value", {32, 32}}, {"attention.output.dense", {32, 32}},
                {"intermediate.dense", {96, 32}}, {"output.dense", {32, 96}}};
            for (const auto& [name, shape] : of_block) {
                expected[block + name + ".weight"] = shape;
                expected[block + name + ".bias"] = {shape[0]};
            }
        }
        QVERIFY(shapes_of(networks::vit_like()) == expected);
        Experiment without = networks::vit_like();
        without.network.options["biases"] = std::string("false");   // the model requires them anyway
        QVERIFY(shapes_of(without) == expected);
    }

    void names_are_unique_whatever_the_options()
    {
        for (const auto& [name, experiment] : networks::all()) {
            std::size_t numbers = 0;
            const NetworkPlan network = plan_of(experiment.network);
            for (const ParameterPlan* plan : network.parameters())
                if (draw_of(*plan).scale != 0)   // connections that start as zeros
                    numbers += std::size_t(plan->shape.rows())
                        * (plan->kind == Role::weight ? std::size_t(plan->shape.columns()) : 1);
            write_tensors(path_, experiment, network, cache_, context_);
            const std::string bytes = read_file(path_);
            std::set<std::string> names;
            std::size_t written = 0;
            for (const TensorView& tensor : read_safetensors(bytes)) {
                QVERIFY2(names.insert(tensor.name).second, tensor.name.c_str());
                const bool from_outside = tensor.type == TensorType::i64 || tensor.name == "input"
                    || tensor.name == "condition" || tensor.name == "cotangent";
                bool zeros = true;   // a tensor that only a model requires; every sampled vector is far from it
                for (const float number : tensor.values())
                    zeros = zeros && number == 0;
                if (!from_outside && !zeros)
                    written += tensor.bytes.size() / sizeof(float);
            }
            QVERIFY2(written == numbers, name.c_str());
        }
    }

    void large_matrices_are_written_in_pieces()
    {
        // Wider than a piece of a million numbers, with rows and columns that pieces do not divide evenly.
        const Experiment experiment = networks::experiment(
            R"("kind": "transformer", "depth": 1, "width": 1030, "heads": 10, "mlp_ratio": 2, "vocabulary": 3001)",
            R"("input": {"samples": 1, "tokens": 4})");
        const NetworkPlan network = plan_of(experiment.network);
        write_tensors(path_, experiment, network, cache_, context_);
        const DrawnParameters parameters(experiment.seed, 0, cache_);
        const auto plans = network.parameters();
        const auto entries = [&](const std::string& name) {
            const auto plan = std::find_if(plans.begin(), plans.end(), [&](const auto* p) { return p->name == name; });
            return parameters.entries(**plan, context_);
        };
        const std::string bytes = read_file(path_, std::size_t(1) << 30);
        int seen = 0;
        for (const TensorView& tensor : read_safetensors(bytes)) {
            const auto equal = [&](const WeightMatrix& expected) {
                const std::vector<float> values = tensor.values();
                const Eigen::Map<const WeightMatrix> found(values.data(), expected.rows(), expected.cols());
                ++seen;
                return Eigen::Index(values.size()) == expected.size() && found == expected;
            };
            if (tensor.name == "wte.weight")
                QVERIFY(equal(entries("embedding.weight")));
            if (tensor.name == "h.0.attn.c_attn.weight") {
                WeightMatrix fused(1030, 3090);
                fused << entries("blocks.1.q.weight").transpose(), entries("blocks.1.k.weight").transpose(),
                    entries("blocks.1.v.weight").transpose();
                QVERIFY(equal(fused));
            }
            if (tensor.name == "h.0.mlp.c_proj.weight")
                QVERIFY(equal(entries("blocks.1.mlp_out.weight").transpose()));
        }
        QCOMPARE(seen, 3);
    }

    void stopped_writing_leaves_nothing()
    {
        std::filesystem::remove(path_);
        const auto before = std::distance(std::filesystem::directory_iterator(path_.parent_path()), {});
        std::stop_source stop;
        Context context;
        context.stop = stop.get_token();
        context.report = [&](const Progress& progress) {
            if (progress.fraction > 0.4)
                stop.request_stop();
        };
        for (const auto& [name, experiment] : networks::all())
            QVERIFY_THROWS_EXCEPTION(
                Stopped, write_tensors(path_, experiment, plan_of(experiment.network), cache_, context));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(path_.parent_path()), {}), before);
    }
};

STEPZERO_TEST(TestBlockTensors, NoApplication)

}   // namespace tst_block_tensors
#include "tst_block_tensors.moc"
