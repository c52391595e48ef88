// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent networks against PyTorch: every statistic along time, the gradients of all parameters, the Jacobian.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/base/formats/safetensors.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/recurrent.h"
#include "core/modules/gradients.h"
#include "core/network/input/input.h"
#include "tests/cases.h"
#include "tests/core/python.h"
#include "tests/core/written_run.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_recurrent {

using namespace stepzero;

namespace {

Experiment recurrent(const std::string& members, const std::string& rest = R"("input": {"samples": 7}, "seed": 5)")
{
    return networks::experiment(R"("kind": "recurrent", )" + members, rest);
}

/// Returns a random small network whose numbers stay within float32.
Experiment any(std::mt19937& random)
{
    const auto one_of = [&](const std::vector<std::string>& words) {
        return words[std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random)];
    };
    const auto whole
        = [&](int low, int high) { return std::to_string(std::uniform_int_distribution<int>(low, high)(random)); };
    const std::string cell = one_of({"rnn", "gru", "lstm"});
    const std::vector<std::string> schemes {R"({"scheme": "pytorch_linear"})", R"({"scheme": "orthogonal"})",
        R"({"scheme": "xavier_uniform", "gain": 1.2})", R"({"scheme": "normal", "std": 0.15})",
        R"({"scheme": "lecun_normal"})"};
    const std::vector<std::string> biases {
        R"({"scheme": "zeros"})", R"({"scheme": "pytorch_linear"})", R"({"scheme": "normal", "std": 0.2})"};
    const std::string forget
        = cell == "lstm" ? R"(, "forget_bias": )" + one_of({biases[0], R"({"scheme": "ones"})"}) : "";
    return recurrent(R"("cell": ")" + cell + R"(", "layers": )" + whole(1, 4) + R"(, "steps": )" + whole(1, 60)
            + R"(, "width": )" + whole(2, 24) + R"(, "input_width": )" + whole(1, 20) + R"(, "inputs": ")"
            + one_of({"every_step", "first_step"}) + R"(", "per_gate": )" + one_of({"true", "false"})
            + R"(, "activation": ")" + one_of({"tanh", "relu", "tanh", "gelu", "leaky_relu", "softsign", "linear"})
            + R"(", "weight": )" + one_of(schemes) + R"(, "bias": )" + one_of(biases) + R"(, "roles": {"hidden": )"
            + one_of(schemes) + forget + "}",
        R"("input": {"samples": )" + whole(1, 12) + R"(}, "measure": {"weight_spectra": false}, "seed": )"
            + whole(1, 100000));
}

/// Writes the gradients of all parameters under their names in files.
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
            if (found == gradients.all().end()) {   // it received no gradient
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

    static constexpr int networks = 40;
    /// Mean squares by step and site, one for each network.
    using Squares = std::map<std::pair<int, std::string>, std::vector<double>>;

    Squares simulated(const Experiment& base)
    {
        const NetworkPlan plan = plan_of(base.network);
        Squares squares;
        for (int i = 0; i < networks; ++i) {
            Experiment e = base;
            e.seed = std::uint64_t(100 + i);
            const Measurement m = simulate(e, plan, cache_, context_);
            for (int t = 1; t <= plan.depth(); ++t) {
                for (const char* site : {"activation_output", "cell_state", "preactivation"})
                    if (const Distribution* d = m.block(t).value(site))
                        squares[{t, site}].push_back(std::pow(d->plain(d->rms), 2));
                squares[{t, "gradient"}].push_back(std::pow(m.gradient(t)->plain(m.gradient(t)->rms), 2));
            }
        }
        return squares;
    }

    struct Agreement {
        int predictions = 0;
        QStringList failures {};
    };
    /// Compares mean squares over networks with theory, within five standard errors of both: theory samples 16384
    /// units, whose mean square has a relative error of √(2/16384).
    Agreement agreement(const Squares& squares, const Experiment& base)
    {
        const Prediction p = predict(base, plan_of(base.network), {base.input.samples, 1}, context_);
        Agreement found;
        for (const auto& [at, all] : squares) {
            const auto& [t, site] = at;
            const Predicted* expected = site == "gradient" ? p.gradient(t) : p.block(t).find(site, Quantity::rms);
            if (!expected)
                continue;
            double mean = 0, variance = 0;
            for (const double x : all)
                mean += x / networks;
            for (const double x : all)
                variance += (x - mean) * (x - mean) / (networks - 1);
            const double theory = std::pow(expected->value, 2),
                         error = std::hypot(std::sqrt(variance / networks), theory * std::sqrt(2.0 / 16384));
            if (!(std::abs(mean - theory) <= 5 * error + 1e-6 * theory))
                found.failures << QString::asprintf("step %d, %s: %g, theory %g, %.1f standard errors", t, site.c_str(),
                    mean, theory, (mean - theory) / error);
            ++found.predictions;
        }
        return found;
    }

    static Experiment of_size(const QString& members, int width, int steps)
    {
        return recurrent(members.toStdString() + R"(, "width": )" + std::to_string(width)
                + R"(, "input_width": 64, "steps": )" + std::to_string(steps),
            R"("input": {"samples": 16}, "measure": {"correlation": false})");
    }

private slots:
    void theory_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<int>("least");   // minimum number of predictions
        const auto row = [](const char* name, const char* members, int least) {
            QTest::newRow(name) << QString(members) << least;
        };
        row("rnn, default", R"("cell": "rnn")", 40);
        row("rnn, orthogonal, with biases", R"("cell": "rnn", "weight": {"scheme": "mean_field", "variance": 1.5,
            "distribution": "orthogonal"}, "bias": {"scheme": "mean_field", "variance": 0.05})",
            40);
        row("rnn, chaotic, biases alone", R"("cell": "rnn", "inputs": "first_step", "activation": "erf",
            "weight": {"scheme": "mean_field", "variance": 3}, "bias": {"scheme": "mean_field", "variance": 0.1})",
            20);
        row("rnn, He", R"("cell": "rnn", "activation": "relu", "inputs": "first_step", "bias": {"scheme": "zeros"},
            "weight": {"scheme": "kaiming_normal", "nonlinearity": "relu"})",
            2);
        row("rnn, GELU, two layers", R"("cell": "rnn", "activation": "gelu", "layers": 2)", 40);
        row("gru, default", R"("cell": "gru")", 40);
        row("gru, large weights, first step",
            R"("cell": "gru", "inputs": "first_step", "weight": {"scheme": "lecun_normal"},
            "bias": {"scheme": "normal", "std": 0.3})",
            40);
        row("lstm, default", R"("cell": "lstm")", 60);
        row("lstm, orthogonal, forget bias 1", R"("cell": "lstm", "per_gate": true, "bias": {"scheme": "zeros"},
            "roles": {"hidden": {"scheme": "orthogonal"}, "forget_bias": {"scheme": "ones"}})",
            60);
        row("lstm, two layers, Xavier", R"("cell": "lstm", "layers": 2, "weight": {"scheme": "xavier_normal"})", 60);
    }
    void theory()
    {
        QFETCH(QString, members);
        QFETCH(int, least);
        const int longer = tested::times();
        const Experiment e = of_size(members, 128 * longer, 20 * longer);
        const Agreement found = agreement(simulated(e), e);
        QVERIFY2(found.failures.isEmpty(), qPrintable(found.failures.join('\n')));
        QVERIFY2(found.predictions >= least, qPrintable(QString::number(found.predictions)));
    }

    void theory_by_layer_data()
    {
        QTest::addColumn<QString>("members");
        QTest::newRow("rnn") << R"("cell": "rnn", "layers": 2, "bias": {"scheme": "normal", "std": "0.3/l"},
            "weight": {"scheme": "normal", "std": "0.4*(l + 1)/√fan_in"})";
        QTest::newRow("gru") << R"("cell": "gru", "layers": 2, "bias": {"scheme": "normal", "std": "0.4/l"},
            "weight": {"scheme": "normal", "std": "l/√fan_in"})";
        QTest::newRow("lstm") << R"("cell": "lstm", "layers": 2, "bias": {"scheme": "zeros"},
            "weight": {"scheme": "mean_field", "variance": "l"}, "roles": {
            "forget_bias": {"scheme": "constant", "value": "l - 1"}})";
    }
    /// Expressions that differ between layers. The same theory without the layer must not pass.
    void theory_by_layer()
    {
        QFETCH(QString, members);
        const Experiment e = of_size(members, 96, 8),
                         uniform = of_size(QString(members).replace(QRegularExpression("\\bl\\b"), "1"), 96, 8);
        const Squares squares = simulated(e);
        const Agreement found = agreement(squares, e);
        QVERIFY2(found.failures.isEmpty(), qPrintable(found.failures.join('\n')));
        QVERIFY2(found.predictions >= 16, qPrintable(QString::number(found.predictions)));
        QVERIFY(agreement(squares, uniform).failures.size() >= 8);
    }

    void as_in_pytorch()
    {
        if (!python_has("numpy, torch"))
            QSKIP("needs python3-torch");
        QTemporaryDir folder;
        std::mt19937 random(39);
        const int count = tested::cases(40);
        for (int i = 0; i < count; ++i) {
            const Experiment e = any(random);
            const QString base = folder.filePath(QString::number(i));
            QVERIFY(write_run(base, e, i % 2 == 0));
            write_gradients(base + ".gradients.safetensors", e);
        }
        QCOMPARE(run_python_file("core/recurrent_in_torch.py", {folder.path()}).trimmed(),
            QString("networks %1 failures 0").arg(count));
    }

    /// U(±1/√width) for every parameter, whatever its inputs: within 5σ of the variance, 1/√(1.25 n) for a uniform
    /// distribution.
    void default_is_that_of_the_module()
    {
        const NetworkPlan plan
            = plan_of(recurrent(R"("cell": "lstm", "width": 40, "input_width": 250, "layers": 2)").network);
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

    /// Roles initialize what they name, and the rest of both biases follows `bias`.
    void roles()
    {
        const NetworkPlan plan = plan_of(recurrent(R"("cell": "lstm", "width": 8, "steps": 2,
            "bias": {"scheme": "constant", "value": 0.5}, "weight": {"scheme": "zeros"},
            "roles": {"hidden": {"scheme": "eye"}, "forget_bias": {"scheme": "ones"}})")
                                             .network);
        const NetworkParameters parameters(plan, 3, 0, cache_);
        for (const ParameterPlan* p : plan.parameters()) {
            const WeightMatrix entries = parameters.entries(*p, context_);
            const float sum = entries.sum() / float(p->kind == Role::bias ? entries.size() : 1);
            QCOMPARE(sum,
                p->role == "forget_bias"    ? 1.0F
                    : p->kind == Role::bias ? 0.5F
                    : p->role == "hidden"   ? 8.0F
                                            : 0.0F);
        }
    }

    /// A dense network with one matrix in all layers: the 100th power of a normal matrix over √n, layer by layer
    /// against float64. The gradient of the matrix is the sum of those of a network whose layers are copies of it.
    void layers_that_share_one_matrix()
    {
        const auto dense = [](int depth, const std::string& more) {
            return networks::experiment(R"("kind": "dense", "depth": )" + std::to_string(depth)
                    + R"(, "width": 64, "activation": "linear", "weight": {"scheme": "lecun_normal"}, )" + more,
                R"("input": {"samples": 8}, "seed": 11)");
        };
        const Experiment e = dense(100, R"("shared": true)");
        const NetworkPlan plan = plan_of(e.network);
        QCOMPARE(plan.parameters().size(), std::size_t(2));
        const NetworkParameters parameters(plan, e.seed, 0, cache_);
        const Eigen::MatrixXd w = parameters.entries(*plan.parameters().front(), context_).cast<double>();
        Eigen::MatrixXd x = draw_input(e, 0, 8, context_).cast<double>();
        const Measurement m = simulate(e, plan, cache_, context_);
        for (int layer = 1; layer <= 100; ++layer) {
            x = w * x;
            const double rms = std::sqrt(x.squaredNorm() / double(x.size()));
            const Distribution& found = *m.output(layer);
            // Rounding: 1e-7 of each product's parts, which add up over layers.
            QVERIFY2(std::abs(found.plain(found.rms) / rms - 1) < 1e-6 * layer, qPrintable(QString::number(layer)));
        }

        const auto gradients = [&](const Experiment& of, const ParameterSource& from) {
            const NetworkPlan own = plan_of(of.network);
            ParameterGradients sink;
            Recorder nobody;
            Pass pass {.context = context_, .parameters = from, .recorder = nobody, .gradients = &sink};
            own.kind->pass(of, own, {8, 1}, 0, pass);
            return sink;
        };
        const Experiment four = dense(4, R"("shared": true)"), apart = dense(4, R"("shared": false)");
        HeldParameters copies;
        const NetworkPlan four_layers = plan_of(apart.network);
        for (const ParameterPlan* p : four_layers.parameters())
            copies.hold(p->name, parameters.entries(*plan.block(1).find("weight", p->kind), context_), context_);
        const NetworkParameters own(plan, e.seed, 0, cache_);
        const ParameterGradients one = gradients(four, own), all = gradients(apart, copies);
        for (const char* ending : {"weight", "bias"}) {
            Eigen::MatrixXf sum;
            for (int layer = 1; layer <= 4; ++layer) {
                const auto& g = all.all().at("layers." + std::to_string(layer) + "." + ending);
                const Eigen::MatrixXf plain = g.numbers * float(power_of_two(g.exponent));
                sum = layer == 1 ? plain : Eigen::MatrixXf(sum + plain);
            }
            const auto& g = one.all().at(std::string("layers.1.") + ending);
            QVERIFY((g.numbers * float(power_of_two(g.exponent)) - sum).norm() < 1e-5F * sum.norm());
        }
    }
    void sharing_needs_one_width()
    {
        const auto parsed = parse_experiment(R"({"format": "stepzero-experiment", "version": 1,
            "network": {"kind": "dense", "depth": 3, "width": 8, "input_width": 5, "shared": true}})");
        const auto* problems = std::get_if<std::vector<Problem>>(&parsed);
        QVERIFY(problems && problems->size() == 1 && problems->front().path == "network.shared");
    }

    /// The gradient leaves the range of float on its way back through 0.5^t, and is followed.
    void gradients_are_followed_beyond_float()
    {
        const Experiment e = recurrent(R"("cell": "lstm", "width": 16, "steps": 400, "weight": {"scheme": "zeros"},
            "bias": {"scheme": "zeros"}, "roles": {"hidden_bias": {"scheme": "constant", "value": 0.5}})");
        const Measurement m = simulate(e, plan_of(e.network), cache_, context_);
        const Distribution &first = *m.block(1).gradient("cell_state"), &last = *m.block(400).gradient("cell_state");
        const double f = std::log10(1 / (1 + std::exp(-0.5)));
        // After c has settled, every step is a factor f.
        QVERIFY(std::abs(first.log10_of(first.rms) - last.log10_of(last.rms) - 399 * f) < 1);
        QVERIFY(first.log10_of(first.rms) < -60);
    }

    /// A ReLU's signal beyond the range of float32 is followed, as in any other network.
    void signals_are_followed_beyond_float()
    {
        const Experiment e = recurrent(R"("cell": "rnn", "width": 1, "steps": 300, "activation": "relu",
            "inputs": "first_step", "weight": {"scheme": "constant", "value": 2}, "bias": {"scheme": "zeros"})",
            R"("input": {"samples": 4, "mean": 3, "std": 0.1})");
        const Measurement m = simulate(e, plan_of(e.network), cache_, context_);
        const auto log_rms = [&](int step) { return m.output(step)->log10_of(m.output(step)->rms); };
        QVERIFY(std::abs(log_rms(300) - log_rms(1) - 299 * std::log10(2.0)) < 1e-4);
        QVERIFY(std::abs(m.gradient(1)->log10_of(m.gradient(1)->rms) - m.gradient(300)->log10_of(m.gradient(300)->rms)
                    - 299 * std::log10(2.0))
            < 1e-4);
    }
};

STEPZERO_TEST(TestRecurrent, QCoreApplication)

}   // namespace tst_recurrent
#include "tst_recurrent.moc"
