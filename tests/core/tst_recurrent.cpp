// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent networks against PyTorch: every statistic along time, the gradients of all parameters, the Jacobian.
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/exchange/checkpoint_names.h"
#include "core/formats/safetensors.h"
#include "core/kinds/recurrent.h"
#include "core/modules/gradients.h"
#include "tests/core/block_cases.h"
#include "tests/core/python.h"
#include "tests/core/random_experiments.h"
#include "tests/core/written_run.h"

using namespace stepzero;

namespace {

Experiment recurrent(const std::string& members, const std::string& rest = R"("input": {"samples": 7}, "seed": 5)")
{
    return block_cases::experiment(R"("kind": "recurrent", )" + members, rest);
}

/// A small network by chance, whose numbers stay within float32.
Experiment any(std::mt19937& random)
{
    const auto one_of = [&](const std::vector<std::string>& words) {
        return words[std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random)];
    };
    const auto whole = [&](int low, int high) {
        return std::to_string(std::uniform_int_distribution<int>(low, high)(random));
    };
    const std::string cell = one_of({"rnn", "gru", "lstm"});
    const std::vector<std::string> schemes {R"({"scheme": "pytorch_linear"})", R"({"scheme": "orthogonal"})",
        R"({"scheme": "xavier_uniform", "gain": 1.2})", R"({"scheme": "normal", "std": 0.15})",
        R"({"scheme": "lecun_normal"})"};
    const std::vector<std::string> biases {
        R"({"scheme": "zeros"})", R"({"scheme": "pytorch_linear"})", R"({"scheme": "normal", "std": 0.2})"};
    const std::string forget = cell == "lstm" ? R"(, "forget_bias": )" + one_of({biases[0], R"({"scheme": "ones"})"}) : "";
    return recurrent(R"("cell": ")" + cell + R"(", "layers": )" + whole(1, 4) + R"(, "steps": )" + whole(1, 60)
            + R"(, "width": )" + whole(2, 24) + R"(, "input_width": )" + whole(1, 20) + R"(, "inputs": ")"
            + one_of({"every_step", "first_step"}) + R"(", "per_gate": )" + one_of({"true", "false"})
            + R"(, "activation": ")" + one_of({"tanh", "relu", "tanh", "gelu", "leaky_relu", "softsign", "linear"})
            + R"(", "weight": )" + one_of(schemes) + R"(, "bias": )" + one_of(biases) + R"(, "roles": {"hidden": )"
            + one_of(schemes) + forget + "}",
        R"("input": {"samples": )" + whole(1, 12) + R"(}, "measure": {"weight_spectra": false}, "seed": )"
            + whole(1, 100000));
}

/// Those of all parameters, as files call them.
void write_gradients(const QString& path, const Experiment& e)
{
    const Context context;
    const NetworkPlan plan = plan_of(e.network);
    NoiseCache cache(std::size_t(16) << 20);
    const NetworkParameters parameters(plan, e.seed, 0, cache);
    ParameterGradients gradients;
    DistributionRecorder recorder(plan.depth());
    Pass pass {.context = context, .parameters = parameters, .recorder = recorder, .gradients = &gradients};
    plan.kind->pass(e, plan, {e.input.samples, 1}, 0, pass);
    std::vector<TensorShape> shapes;
    std::vector<std::vector<float>> all;
    for (const CheckpointTensor& tensor : checkpoint_tensors(plan)) {
        shapes.push_back({tensor.name, tensor.shape});
        all.emplace_back();
        for (const ParameterPlan& part : tensor.parts) {
            const auto found = gradients.all().find(part.name);
            const std::size_t entries
                = std::size_t(part.shape.rows()) * (part.kind == Role::bias ? 1 : std::size_t(part.shape.columns()));
            if (found == gradients.all().end()) {   // nothing came to it
                all.back().resize(all.back().size() + entries, 0);
                continue;
            }
            const float unit = float(power_of_two(found->second.exponent));
            for (Eigen::Index i = 0; i < found->second.numbers.size(); ++i)
                all.back().push_back(unit * found->second.numbers.data()[i]);
        }
    }
    SafetensorsWriter writer(path.toStdString(), shapes, {});
    for (const std::vector<float>& numbers : all)
        writer.append(numbers);
    writer.commit();
}

}   // namespace

class TestRecurrent : public QObject {
    Q_OBJECT

    Context context_;
    NoiseCache cache_ {1 << 24};

private slots:
    void as_in_pytorch()
    {
        if (!python_has("numpy, torch"))
            QSKIP("needs python3-torch");
        QTemporaryDir folder;
        std::mt19937 random(39);
        const int count = diagnose_cases::draws(40);
        for (int i = 0; i < count; ++i) {
            const Experiment e = any(random);
            const QString base = folder.filePath(QString::number(i));
            QVERIFY(write_run(base, e, i % 2 == 0));
            write_gradients(base + ".gradients.safetensors", e);
        }
        QCOMPARE(run_python_file("core/recurrent_in_torch.py", {folder.path()}).trimmed(),
            QString("networks %1 failures 0").arg(count));
    }

    /// U(±1/√width) for every parameter, whatever enters: within 5σ of the variance, 1/√(1.25 n) of a uniform law's.
    void default_is_that_of_the_module()
    {
        const NetworkPlan plan = plan_of(recurrent(R"("cell": "lstm", "width": 40, "input_width": 250, "layers": 2)").network);
        const NetworkParameters parameters(plan, 3, 0, cache_);
        int seen = 0;
        for (const ParameterPlan* p : plan.parameters()) {
            const WeightMatrix entries = parameters.entries(*p, context_);
            const double bound = 1 / std::sqrt(40.0), n = double(entries.size());
            QVERIFY(double(entries.cwiseAbs().maxCoeff()) <= bound * (1 + 1e-6));
            const double ratio = entries.cast<double>().squaredNorm() / n / (bound * bound / 3);
            QVERIFY2(std::abs(ratio - 1) < 5 / std::sqrt(1.25 * n), p->name.c_str());
            ++seen;
        }
        QCOMPARE(seen, 2 * (2 + 4 + 1));
    }

    /// Roles fill what they name, and the rest of both biases follows `bias`.
    void roles()
    {
        const NetworkPlan plan = plan_of(recurrent(R"("cell": "lstm", "width": 8, "steps": 2,
            "bias": {"scheme": "constant", "value": 0.5}, "weight": {"scheme": "zeros"},
            "roles": {"hidden": {"scheme": "eye"}, "forget_bias": {"scheme": "ones"}})").network);
        const NetworkParameters parameters(plan, 3, 0, cache_);
        for (const ParameterPlan* p : plan.parameters()) {
            const WeightMatrix entries = parameters.entries(*p, context_);
            const float sum = entries.sum() / float(p->kind == Role::bias ? entries.size() : 1);
            QCOMPARE(sum, p->role == "forget_bias" ? 1.0F : p->kind == Role::bias ? 0.5F : p->role == "hidden" ? 8.0F : 0.0F);
        }
    }

    /// The gradient leaves the range of float on its way back through 0.5^t, and is followed.
    void gradients_are_followed_beyond_float()
    {
        const Experiment e = recurrent(R"("cell": "lstm", "width": 16, "steps": 400, "weight": {"scheme": "zeros"},
            "bias": {"scheme": "zeros"}, "roles": {"hidden_bias": {"scheme": "constant", "value": 0.5}})");
        const Measurement m = simulate(e, plan_of(e.network), cache_, context_);
        const Distribution &first = *m.block(1).gradient("cell_state"), &last = *m.block(400).gradient("cell_state");
        const double f = std::log10(1 / (1 + std::exp(-0.5)));
        // Where c has settled every step is a factor f.
        QVERIFY(std::abs(first.log10_of(first.rms) - last.log10_of(last.rms) - 399 * f) < 1);
        QVERIFY(first.log10_of(first.rms) < -60);
    }

    /// A signal of a ReLU beyond float32's range is followed, as in any other network.
    void signals_are_followed_beyond_float()
    {
        const Experiment e = recurrent(R"("cell": "rnn", "width": 1, "steps": 300, "activation": "relu",
            "inputs": "first_step", "weight": {"scheme": "constant", "value": 2}, "bias": {"scheme": "zeros"})",
            R"("input": {"samples": 4, "mean": 3, "std": 0.1})");
        const Measurement m = simulate(e, plan_of(e.network), cache_, context_);
        const auto log_rms = [&](int step) { return m.output(step)->log10_of(m.output(step)->rms); };
        QVERIFY(std::abs(log_rms(300) - log_rms(1) - 299 * std::log10(2.0)) < 1e-4);
        QVERIFY(std::abs(m.gradient(1)->log10_of(m.gradient(1)->rms) - m.gradient(300)->log10_of(m.gradient(300)->rms)
                    - 299 * std::log10(2.0)) < 1e-4);
    }
};

QTEST_GUILESS_MAIN(TestRecurrent)
#include "tst_recurrent.moc"
