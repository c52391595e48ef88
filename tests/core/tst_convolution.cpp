// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of convolutions: everything that a run reports against PyTorch, theory against many networks, isometry over
// hundreds of layers, and the operator of a layer against its definition.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>
#include <set>

#include "core/diagnose/change.h"
#include "core/diagnose/finding.h"
#include "core/diagnose/lsuv.h"
#include "core/exchange/code.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/modules/convolution.h"
#include "core/network/input/input.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "core/theory/marchenko_pastur.h"
#include "core/theory/position_field.h"
#include "tests/cases.h"
#include "tests/core/modules.h"
#include "tests/core/random_laws.h"
#include "tests/core/written_run.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_convolution {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

Experiment convolutions(int depth, int width, const Activation& activation, const Initializer& weight)
{
    Experiment e;
    e.network = convolution_kind().network;
    e.network.depth = depth;
    e.network.width = width;
    e.network.activation = activation;
    e.network.weight = weight;
    e.input.samples = 4;
    return e;
}

/// Returns an initializer of random kernels with expressions.
Initializer typed_kernel(random_laws::RandomLaws& random)
{
    for (;;)
        if (Initializer law = random.initializer(random.about(0.05, 0.5));
            law.scheme != "constant" && fills(*find_scheme(law.scheme), Role::weight, true))
            return law;
}

/// The mean over many networks, and the prediction of theory.
struct Studied {
    NetworkPlan plan;
    Measurement measured;
    Prediction predicted;
};
Studied studied(Experiment e, int networks)
{
    e.replicas = networks;
    e = with_completed_parameters(e);
    const Context context;
    NetworkPlan plan = plan_of(e.network);
    NoiseCache cache(cache_bytes);
    return {plan, simulate(e, plan, cache, context), predict(e, plan, {e.input.samples, 1}, context)};
}

Initializer mean_field(double variance) { return {"mean_field", {{"variance", variance}}}; }

/// Returns a random valid network, with any value of every option. With `windows`, layers may have separate kernels and
/// strides and be transposed; JAX's and Keras's code has the same window in all layers.
Experiment any(std::mt19937& random, bool windows = true)
{
    const auto of = [&](auto... choices) {
        const std::array all {choices...};
        return all[random() % all.size()];
    };
    const Initializer weights[] {{"kaiming_normal", {}}, {"xavier_uniform", {}}, {"dirac", {{"groups", 2.0}}},
        {"delta_orthogonal", {}}, {"orthogonal", {}}, {"normal", {{"mean", 0.05}, {"std", 0.1}}}, mean_field(2),
        {"pytorch_linear", {}}, {"trunc_normal", {{"std", 0.3}}}};
    const Initializer biases[] {{"zeros", {}}, {"normal", {{"std", 0.3}}}, {"pytorch_linear", {}}};
    // Transposed layers grow; the Jacobians of larger networks take PyTorch too long.
    const auto is_large = [](const Network& network) {
        for (int layer = 1; layer <= depth(network); ++layer)
            if (entries_of_layer(network, layer) > 1500)
                return true;
        return false;
    };
    Experiment e;
    do {
        const char* const activations[] {"relu", "tanh", "linear", "sigmoid"};
        e = convolutions(of(1, 2, 3, 5), of(4, 8, 12), {activations[random() % 4], {}}, weights[random() % 9]);
        e.network.bias = biases[random() % 3];
        e.network.input_width = of(1, 4, 8);
        const char* const borders[] {"zeros", "circular", "none"};
        e.network.options["padding"] = std::string(borders[random() % 3]);
        for (const auto& [name, value] : {std::pair("dimensions", of(1, 2)), {"size", of(5, 6, 9)},
                 {"kernel", of(1, 2, 3, 4, 5)}, {"stride", of(1, 1, 2)}, {"dilation", of(1, 1, 2)},
                 {"groups", of(1, 1, 4)}, {"pooling_every", of(1, 2)}, {"pooling_size", of(2, 3)}})
            e.network.options[name] = double(value);
        const char* const poolings[] {"none", "max", "average"};
        e.network.options["pooling"] = std::string(poolings[random() % 3]);
        e.network.options["transposed"] = flag_value(windows && of(0, 0, 1));
        e.measure.correlation_angle = of(60, 10, 180);
        e.input.samples = of(1, 3);
        e.input.mean = of(0, 1);
        e.seed = random();
        for (int layer = 1; windows && layer <= e.network.depth; ++layer)
            if (of(0, 0, 1)) {
                LayerOverride own {.layer = layer, .activation = {}, .weight = {}, .bias = {}};
                own.kernel = of(1, 2, 3, 5);
                if (of(0, 1))
                    own.stride = of(1, 2, 3);
                if (of(0, 1))
                    own.transposed = of(false, true);
                e.network.overrides.push_back(own);
            }
        e = with_completed_parameters(e);
    } while (!validate(e).empty() || is_large(e.network));
    return e;
}

/// Returns the same network of transposed convolutions that all frameworks have; itself if there is none.
Experiment transposed(const Experiment& experiment)
{
    Experiment e = experiment;
    e.network.options["transposed"] = flag_value(true);
    e.network.options["groups"] = 1.0;
    e.network.options["dilation"] = option(e.network, "stride") > 1 ? 1.0 : option(e.network, "dilation");
    e.network.options["size"] = 3.0;
    e = with_completed_parameters(e);
    return validate(e).empty() && has_code(e.network, Framework::jax) && has_code(e.network, Framework::keras)
        ? e
        : experiment;
}

}   // namespace

class TestConvolution : public QObject {
    Q_OBJECT

    const Context context_ {};

private slots:
    void runs_are_those_of_pytorch()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        const int networks = tested::cases(60);
        std::mt19937 random(5);
        QCOMPARE(compared_runs(networks, true, "convolutions_in_torch.py", [&] { return any(random); }),
            QString("networks %1").arg(networks));
    }

    /// Windows of layers: the positions that are left, fans, theory against many networks, and generated code.
    void layers_have_their_own_windows()
    {
        const Experiment e = networks::experiment(R"("kind": "convolution", "input_width": 3, "width": 32, "depth": 4,
            "size": 16, "activation": "relu", "weight": {"scheme": "kaiming_normal"}, "overrides": [
            {"layer": 4, "kernel": 1}, {"layer": 1, "kernel": 5, "stride": 2}, {"layer": 3, "stride": 2}])",
            R"("input": {"samples": 4})");
        const NetworkPlan plan = plan_of(e.network);
        std::vector<std::array<int, 4>> windows;
        for (const LayerPlan& layer : plan.layers)
            windows.push_back({layer.window.kernel, layer.window.stride, layer.window.side, layer.fan_in});
        const std::vector<std::array<int, 4>> expected {{5, 2, 16, 75}, {3, 1, 8, 288}, {3, 2, 8, 288}, {1, 1, 4, 32}};
        QCOMPARE(windows, expected);
        QCOMPARE(entries_of_layer(e.network, 4), 32 * 16);
        QCOMPARE(networks::parsed(format_experiment(e)), e);

        constexpr int networks = 60;
        const Studied all = studied(e, networks);
        for (int l = 1; l <= 4; ++l) {
            const auto compare = [&](const Distribution& found, const Distribution& spread, const Predicted& theory) {
                const double error = spread.rms / found.rms / std::sqrt(double(networks)),
                             off = std::log(found.rms / theory.value);
                // 0.4%: terms of order 1/width, as for layers with a common window.
                QVERIFY2(std::abs(off) < 5 * error + 0.004, qPrintable(QString("layer %1: %2").arg(l).arg(off)));
            };
            const Reading& at = all.measured.reading;
            const BlockRecord& spread = all.measured.spread_of(l);
            compare(*all.measured.preactivation(l), *spread.value(at.preactivation),
                *all.predicted.preactivation(l, Quantity::rms));
            compare(*all.measured.gradient(l), *spread.gradient(at.gradient), *all.predicted.gradient(l));
        }
        QVERIFY(!has_code(e.network, Framework::jax) && !has_code(e.network, Framework::keras));
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        const QString code = QString::fromStdString(framework_code(e, Framework::pytorch)).section("if __name__", 0, 0);
        QCOMPARE(run_python(code + R"(
network = Network()
print([(tuple(c.kernel_size), tuple(c.stride)) for c in network.layers.values()])
print(tuple(network(torch.zeros(2, 3, 16, 16)).shape))
)")
                     .trimmed(),
            QString("[((5, 5), (2, 2)), ((3, 3), (1, 1)), ((3, 3), (2, 2)), ((1, 1), (1, 1))]\n(2, 32, 4, 4)"));
    }

    void windows_of_layers_are_checked()
    {
        const auto problems = [](const std::string& kind, const std::string& own) {
            const auto read
                = parse_experiment(R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": ")" + kind
                    + R"(", "depth": 3, "width": 8, "overrides": [{"layer": 2, )" + own + "}]}}");
            const auto* found = std::get_if<std::vector<Problem>>(&read);
            return found && found->size() == 1 ? found->front().path : std::string();
        };
        QCOMPARE(problems("convolution", R"("kernel": 32)"), std::string("network.overrides[0].kernel"));
        QCOMPARE(problems("convolution", R"("stride": 0)"), std::string("network.overrides[0].stride"));
        QCOMPARE(problems("dense", R"("kernel": 3)"), std::string("network.overrides[0].kernel"));
        QCOMPARE(problems("dense", R"("transposed": true)"), std::string("network.overrides[0].transposed"));
        QCOMPARE(problems("convolution", R"("norm": "layer_norm")"), std::string("network.overrides[0].norm"));
        QCOMPARE(problems("convolution", R"("norm": true)"), std::string("network.overrides[0].norm"));
        QCOMPARE(problems("convolution", R"("norm": "batch_norm")"), std::string());
        QCOMPARE(problems("dense", R"("norm": "layer_norm")"), std::string());
        QCOMPARE(problems("convolution", R"("transposed": 1)"), std::string("network.overrides[0].transposed"));
        QCOMPARE(problems("convolution", R"("kernel": 3)"), std::string());
        QCOMPARE(problems("convolution", R"("transposed": true)"), std::string());
    }

    /// Sizes are PyTorch's, with as many outputs per input as the stride unless nothing pads.
    void transposed_layers_grow_by_their_stride()
    {
        for (const int kernel : {1, 2, 3, 4, 5})
            for (const int stride : {1, 2, 3})
                for (const int dilation : {1, 2}) {
                    Window window {.dimensions = 2,
                        .side = 6,
                        .kernel = kernel,
                        .stride = stride,
                        .dilation = dilation,
                        .border = Border::zeros,
                        .transposed = true};
                    const bool uneven = dilation * (kernel - 1) % 2 == 1;
                    QCOMPARE(window.side_out(), 6 * stride + (uneven && stride == 1 ? 1 : 0));
                    QCOMPARE(window.direct().side_out(), 6);
                    window.border = Border::none;
                    QCOMPARE(window.side_out(), 5 * stride + dilation * (kernel - 1) + 1);
                    QCOMPARE(window.direct().side_out(), 6);
                    // Without an edge, every tap of every input ends at an output.
                    const Taps taps(window);
                    int seen = 0;
                    for (int output = 0; output < window.positions_out(); ++output)
                        for (int tap = 0; tap < taps.taps(); ++tap)
                            seen += taps.input(output, tap) >= 0 ? 1 : 0;
                    QCOMPARE(seen, 36 * kernel * kernel);
                }
    }

    /// Positions beyond the range of int are a problem of the size, and the window chooses fewer.
    void transposed_networks_stay_in_range()
    {
        const Experiment small
            = networks::experiment(R"("kind": "convolution", "depth": 2, "width": 4, "size": 8, "transposed": true)");
        QVERIFY(validate(with_completed_parameters(small)).empty());
        Network large = small.network;
        large.depth = 40;
        large.options["stride"] = 16.0;
        Experiment e;
        e.network = large;
        QCOMPARE(validate(e).size(), std::size_t(1));
        QCOMPARE(validate(e).front().path, std::string("network.size"));
        QVERIFY(validate(e).front().message.english().find("10⁸") != std::string::npos);
        // The window also chooses a padding that transposed convolutions have.
        Network before = large;
        large.depth = 4;
        large.options["stride"] = 8.0;
        large.options["padding"] = std::string("circular");
        before.options["padding"] = std::string("circular");
        e.network = convolution_kind().fitted(large, before);
        QVERIFY(validate(e).empty());
        QVERIFY(is_word(e.network.options, "padding", "zeros") && number(e.network.options, "size") < 8);
        before.options["padding"] = std::string("zeros");
        e.network = convolution_kind().fitted(large, before);
        QVERIFY(validate(e).empty());
        QVERIFY(is_word(e.network.options, "padding", "circular") && is_word(e.network.options, "transposed", "false"));
    }

    /// Theory counts the weights that reach an output: with stride 3 and a kernel of 4 they differ by position. Layers
    /// after a stride see positions of different sizes. Means are over pooled positions at the end.
    void theory_of_transposed_layers_is_the_mean_of_networks()
    {
        const Experiment e = networks::experiment(R"("kind": "convolution", "input_width": 96, "width": 192, "depth": 4,
            "size": 5, "dimensions": 1, "kernel": 4, "activation": "tanh", "groups": 2,
            "weight": {"scheme": "mean_field", "variance": 1.5}, "bias": {"scheme": "normal", "std": 0.2},
            "overrides": [{"layer": 1, "transposed": true, "stride": 3}, {"layer": 2, "weight": {"scheme": "kaiming_normal"},
            "transposed": true, "stride": 2}, {"layer": 4, "transposed": true}], "pooling": "average",
            "pooling_every": 3)",
            R"("input": {"samples": 6}, "measure": {"correlation": false})");
        const NetworkPlan plan = plan_of(e.network);
        QCOMPARE(plan.layers[0].window.side_out(), 15);
        QCOMPARE(plan.layers[0].fan_in, 192 / 2 * 4);
        QCOMPARE(plan.layers[0].fan_out, 96 * 4);
        QCOMPARE(plan.layers[0].terms(), 96 / 2 * 4 / 3.0);
        constexpr int networks = 60;
        const Studied all = studied(e, networks);
        QVERIFY(std::abs(all.predicted.preactivation(1, Quantity::weight_variance)->value - 1.5) < 1e-9);
        // He's scheme divides by the 384 weights of an input, but 192 reach an output.
        QVERIFY(std::abs(all.predicted.preactivation(2, Quantity::weight_variance)->value - 1) < 1e-9);
        const auto compare = [&](int l, const char* what, const Distribution& found, const Distribution& spread,
                                 const Predicted& theory) {
            const double error = spread.rms / found.rms / std::sqrt(double(networks)),
                         off = std::log(found.rms / theory.value);
            // 0.6%: terms of order 1/n, where the n weights of an output of layer 1 are 64 in the mean.
            QVERIFY2(std::abs(off) < 5 * error + 0.006,
                qPrintable(QString("layer %1, %2: %3, standard error %4").arg(l).arg(what).arg(off).arg(error)));
        };
        const Reading& at = all.measured.reading;
        for (int l = 1; l <= 4; ++l) {
            const BlockRecord& spread = all.measured.spread_of(l);
            compare(l, "z", *all.measured.preactivation(l), *spread.value(at.preactivation),
                *all.predicted.preactivation(l, Quantity::rms));
            compare(
                l, "gradient", *all.measured.gradient(l), *spread.gradient(at.gradient), *all.predicted.gradient(l));
        }
        compare(3, "pooled", *all.measured.block(3).value("pooled"), *all.measured.spread_of(3).value("pooled"),
            *all.predicted.block(3).find("pooled", Quantity::rms));
    }

    /// Every output of a checkerboard has the standard deviation of its number of weights: with a kernel of 3 and a
    /// stride of 2, one or two taps along each dimension.
    void checkerboards_are_as_large_as_said()
    {
        const Experiment e = networks::experiment(R"("kind": "convolution", "input_width": 64, "width": 512,
            "depth": 1, "size": 5, "kernel": 3, "stride": 2, "transposed": true, "activation": "linear",
            "weight": {"scheme": "normal", "std": 0.1})",
            R"("input": {"samples": 16}, "measure": {"gradient": false})");
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(cache_bytes);
        const NetworkParameters parameters(plan, e.seed, 0, cache);
        KeepingRecorder kept;
        Pass pass {.context = context_, .parameters = parameters, .recorder = kept, .backward = false};
        convolution_kind().pass(e, plan, {e.input.samples, 1}, 0, pass);
        const Tensor& z = kept.values.at({1, plan.reading.preactivation});
        QCOMPARE(int(z.cols()), 16 * 100);
        // A variance of 512 × 16 nearly independent numbers: the 16 samples share the lengths of 64 or more inputs.
        const double error = std::sqrt(2.0 / (512 * 16) + 2.0 / (64 * 16));
        std::set<int> counts;
        for (int row = 1; row < 9; ++row)   // away from the edge
            for (int column = 1; column < 9; ++column) {
                const int taps = (row % 2 == 0 ? 1 : 2) * (column % 2 == 0 ? 1 : 2);
                double sum = 0;
                for (int sample = 0; sample < 16; ++sample)
                    sum += z.col(sample * 100 + row * 10 + column).cast<double>().squaredNorm() / (512 * 16);
                QVERIFY2(std::abs(sum / (64 * taps * 0.01) - 1) < 5 * error,
                    qPrintable(QString("%1, %2: %3").arg(row).arg(column).arg(sum)));
                counts.insert(taps);
            }
        QCOMPARE(counts, (std::set {1, 2, 4}));
        const Measurement m = simulate(e, plan, cache, context_);
        const Prediction p = predict(e, plan, {16, 1}, context_);
        const std::vector<Finding> findings = diagnose({e, plan, m, p}, cache, context_);
        const auto found = std::ranges::find(findings, "checkerboard", &Finding::id);
        QVERIFY(found != findings.end());
        QCOMPARE(found->message.english(),
            std::string("The kernel of layer 1 has size 3 and its stride is 2: outputs see 1 to 4 positions of the "
                        "input, and their standard deviations differ by a factor of 2."));
        std::vector<double> kernels;
        for (const Fix& fix : found->fixes)
            kernels.push_back(option(fix.experiment(cache, context_).network, "kernel"));
        QCOMPARE(kernels, (std::vector {4.0, 2.0}));
    }

    /// A stride that divides the kernel makes none, and neither does a projection of one position.
    void even_windows_make_no_checkerboard()
    {
        const auto found = [&](const std::string& window) {
            const Experiment e
                = networks::experiment(R"("kind": "convolution", "width": 16, "depth": 1, "transposed": true,
                "weight": {"scheme": "mean_field", "variance": 1}, "activation": "linear", )"
                        + window,
                    R"("input": {"samples": 4})");
            const NetworkPlan plan = plan_of(e.network);
            NoiseCache cache(cache_bytes);
            const Measurement m = simulate(e, plan, cache, context_);
            const Prediction p = predict(e, plan, {4, 1}, context_);
            const std::vector<Finding> findings = diagnose({e, plan, m, p}, cache, context_);
            return std::ranges::find(findings, "checkerboard", &Finding::id) != findings.end();
        };
        for (const char* even :
            {R"("size": 4, "kernel": 4, "stride": 2)", R"("size": 5, "kernel": 3, "stride": 3, "padding": "none")",
                R"("size": 1, "kernel": 7, "stride": 4)", R"("size": 5, "kernel": 5, "stride": 1)",
                R"("size": 40, "dimensions": 1, "kernel": 31, "stride": 2)"})   // 15 or 16 taps: 3%
            QVERIFY2(!found(even), even);
        for (const char* uneven :
            {R"("size": 4, "kernel": 5, "stride": 2)", R"("size": 5, "kernel": 2, "stride": 3, "padding": "none")",
                R"("size": 9, "dimensions": 1, "kernel": 4, "stride": 3)",
                R"("size": 5, "kernel": 4, "stride": 2, "dilation": 2)"})
            QVERIFY2(found(uneven), uneven);
    }

    /// In a decoder with equally many channels, He's fan_in halves the signal in every layer. The fix counts what
    /// reaches an output, whatever the layers' strides.
    void fans_of_transposed_layers_are_found()
    {
        const Experiment e = networks::experiment(R"("kind": "convolution", "input_width": 32, "width": 32, "depth": 5,
            "size": 2, "kernel": 4, "stride": 2, "transposed": true, "activation": "relu",
            "weight": {"scheme": "kaiming_uniform"}, "overrides": [{"layer": 3, "stride": 1}])",
            R"("input": {"samples": 4})");
        const auto found = [&](const Experiment& experiment) {
            const NetworkPlan plan = plan_of(experiment.network);
            NoiseCache cache(cache_bytes);
            const Measurement m = simulate(experiment, plan, cache, context_);
            const Prediction p = predict(experiment, plan, {experiment.input.samples, 1}, context_);
            return diagnose({experiment, plan, m, p}, cache, context_);
        };
        const std::vector<Finding> findings = found(e);
        const auto wrong = std::ranges::find(findings, "wrong_fan", &Finding::id);
        QVERIFY(wrong != findings.end());
        QCOMPARE(wrong->message.english(),
            std::string("The weights of layer 1 are scaled by fan_in = 512, but 128 weights reach an output: the "
                        "output is 0.5 times the correct one."));
        NoiseCache cache(cache_bytes);
        const Experiment fixed = wrong->fixes.front().experiment(cache, context_);
        for (const LayerPlan& layer : plan_of(fixed.network).layers)
            QVERIFY(std::abs(layer.terms()
                            * law_of(draw_of(layer.weight, layer.shape(), Role::weight), layer.shape(), Role::weight)
                                  .variance
                        - 2)
                < 1e-6);
        const std::vector<Finding> left = found(fixed);
        QVERIFY(std::ranges::find(left, "wrong_fan", &Finding::id) == left.end());
        QVERIFY(std::ranges::find(left, "vanishing_signal", &Finding::id) == left.end());
    }

    /// Other initializers change nothing else that a layer has of its own.
    void fixes_keep_what_layers_override()
    {
        const Experiment e = networks::experiment(R"("kind": "convolution", "depth": 3, "width": 8, "overrides": [
            {"layer": 2, "activation": "tanh", "kernel": 4, "stride": 2, "transposed": true, "norm": "batch_norm"}])");
        const Experiment changed = with_initializers(e, expand(e.network), [](const LayerPlan&) {
            return Initializers {{"orthogonal", {}}, std::nullopt};
        });
        QCOMPARE(changed.network.weight.scheme, std::string("orthogonal"));
        QVERIFY(changed.network.overrides == e.network.overrides);
    }

    /// With He and ReLU, no scheme is the cause.
    void what_positions_take_is_not_blamed_on_weights()
    {
        Experiment e = {};
        e.network = find_kind("convolution")->network;
        e.network.depth = 10;
        e.network.width = 32;
        e.network.activation = {"relu", {}};
        e.network.weight = {"kaiming_normal", {}};
        e.network.options["size"] = 32.0;
        e.network.options["pooling"] = std::string("average");
        e.network.options["pooling_every"] = 2.0;
        e.input.samples = 8;
        e = with_completed_parameters(e);
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan, cache, context_);
        const Prediction p = predict(e, plan, {8, 1}, context_);
        int seen = 0;
        for (const Finding& f : diagnose({e, plan, m, p}, cache, context_)) {
            if (f.id != "vanishing_signal" && f.id != "vanishing_gradient")
                continue;
            ++seen;
            QVERIFY2(f.cause.english().find("Average pooling") != std::string::npos, f.cause.english().c_str());
            QCOMPARE(f.cause.english().find("zero padding") != std::string::npos, f.id == "vanishing_signal");
        }
        QCOMPARE(seen, 2);
    }

    void code_has_the_same_shapes_and_laws()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        std::mt19937 random(6);
        random_laws::RandomLaws laws(6);
        QTemporaryDir folder;
        for (int i = 0; i < tested::cases(40); ++i) {
            Experiment e = any(random);
            if (i % 4 == 0)
                e.network.weight = {"kaiming_normal", {{"layout", std::string("in_out")}}};
            if (i % 4 == 1)
                e.network.weight = typed_kernel(laws);
            e = with_completed_parameters(e);
            const Window window = window_of_layer(e.network, 1);
            QString expected
                = QString("side = [%1]\nexpected = [")
                      .arg(window.dimensions == 2 ? QString("%1, %1").arg(window.side) : QString::number(window.side));
            for (const LayerPlan& layer : plan_of(e.network).layers) {
                const Law law = law_of(draw_of(layer.weight, layer.shape(), Role::weight), layer.shape(), Role::weight);
                expected += QString("(%1, %2, %3, %4, %5), ")
                                .arg(layer.shape().rows())
                                .arg(layer.fan_in)
                                .arg(layer.units() * layer.positions_out())
                                .arg(law.mean, 0, 'g', 17)
                                .arg(law.variance, 0, 'g', 17);
            }
            QFile file(folder.filePath(QString("%1.py").arg(i)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(
                (QString::fromStdString(framework_code(e, Framework::pytorch)) + "\n" + expected + "]\n").toUtf8());
        }
        // Mean and variance are within six standard errors of entries that count as independent; orthogonal ones
        // scatter less. Few entries reveal little, so all networks of a seed are sampled twenty times.
        const QString said = run_python(R"(
import pathlib, runpy, sys
import numpy as np, torch
torch.set_num_threads(1)
checked = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    module = runpy.run_path(str(path), run_name="__main__")
    torch.manual_seed(1)
    networks = [module["Network"]() for _ in range(20)]
    x = torch.from_numpy(module["sample_input"]()).reshape(-1, module["WIDTHS"][0], *module["side"])
    for index, (rows, fan_in, entries, mean, variance) in enumerate(module["expected"], start=1):
        layer = networks[0].layers[str(index)]
        assert layer.weight.shape[0] == rows and layer.weight[0].numel() == fan_in, path.name
        with torch.no_grad():
            x = networks[0].activations[str(index)](layer(x))
        assert x[0].numel() == entries, path.name
        w = np.concatenate([n.layers[str(index)].weight.detach().numpy().ravel() for n in networks]).astype(float)
        fourth = ((w - mean) ** 4).mean()
        assert abs(w.mean() - mean) <= 6 * np.sqrt(variance / w.size) + 1e-6, (path.name, w.mean(), mean)
        error = 6 * np.sqrt(max(fourth - variance ** 2, 0) / w.size) + 1e-5 * variance
        assert abs(((w - mean) ** 2).mean() - variance) <= error, (path.name, ((w - mean) ** 2).mean(), variance)
        checked += 1
print("checked", checked > 40, file=sys.stderr)
)",
            {folder.path()});
        QVERIFY2(!said.startsWith("python failed"), qPrintable(said));
    }

    // JAX and Keras need not be installed: NumPy and PyTorch implement what their code calls.
    void code_for_the_others_is_the_same_network()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        const int networks = tested::cases(60);
        std::mt19937 random(7);
        random_laws::RandomLaws typed(7);
        QTemporaryDir folder;
        for (int i = 0; i < networks; ++i) {
            Experiment e = any(random, false);
            if (i % 5 == 1) {
                e.network.weight = typed_kernel(typed);
                e = with_completed_parameters(e);
            }
            if (i % 3 == 2)
                e = transposed(e);
            const NetworkPlan plan = plan_of(e.network);
            const Window window = window_of_layer(e.network, 1);
            QString laws = QString("networks = 20\nside = [%1] * %2\nlaws = [").arg(window.side).arg(window.dimensions);
            for (const LayerPlan& layer : plan.layers) {
                const auto law = [&](const Initializer& initializer, Role role) {
                    return law_of(draw_of(initializer, layer.shape(), role), layer.shape(), role);
                };
                const Law weight = law(layer.weight, Role::weight), bias = law(layer.bias, Role::bias);
                laws += QString("((%1, %2), (%3, %4)), ")
                            .arg(weight.mean, 0, 'g', 17)
                            .arg(weight.variance, 0, 'g', 17)
                            .arg(bias.mean, 0, 'g', 17)
                            .arg(bias.variance, 0, 'g', 17);
            }
            const auto write = [&](const std::string& name, const QString& text) {
                QFile file(folder.filePath(QString("%1.%2.py").arg(i).arg(name.c_str())));
                return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
            };
            QVERIFY(write("laws", laws + "]\n"));
            for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras})
                QVERIFY(write(
                    framework_names()[std::size_t(framework)], QString::fromStdString(framework_code(e, framework))));
        }
        const QString script = STEPZERO_SOURCE_DIR "/tests/core/frameworks_stand_in.py";
        QCOMPARE(
            run_python("import runpy, sys\nsys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')",
                {script, folder.path()}),
            QString("networks %1\n").arg(networks));
    }

    // Pooling continues as long as there are enough positions for a window. Theory continues as far as it knows the
    // distribution.
    void pooling_ends_with_the_positions()
    {
        Experiment e = convolutions(4, 4, {"tanh", {}}, mean_field(1));
        e.network.options["size"] = 10.0;
        e.network.options["pooling_every"] = 1.0;
        for (const char* pooling : {"average", "max"}) {
            e.network.options["pooling"] = std::string(pooling);
            const Studied s = studied(e, 1);
            std::vector<int> sides, pooled;
            for (const LayerPlan& layer : s.plan.layers) {
                sides.push_back(layer.window.side);
                pooled.push_back(s.measured.block(layer.layer).value("pooled") != nullptr);
            }
            QCOMPARE(sides, (std::vector {10, 5, 2, 1}));
            QCOMPARE(pooled, (std::vector {1, 1, 1, 0}));
            QCOMPARE(s.plan.block(4).entries_out(), 4);
            const bool means = std::string(pooling) == "average";
            QVERIFY(s.predicted.covers(1) && s.predicted.covers(4) == means);
            QCOMPARE(s.predicted.gradient(1) != nullptr, means);
            QCOMPARE(QString::fromStdString(s.predicted.remark.english()),
                means ? QString()
                      : QString(
                          "no theory after the pooling of layer 1: the distribution of maxima of correlated numbers is "
                          "not known"));
            const std::string code = framework_code(with_completed_parameters(e), Framework::pytorch);
            QVERIFY(code.find("if index <= 3:\n                activation = nn.Sequential(") != std::string::npos);
        }
    }

    // The data passed through the poolings: the same sums in another order, in float32.
    void lsuv_gives_unit_variance_behind_poolings()
    {
        Experiment e = convolutions(4, 16, {"relu", {}}, mean_field(3));
        e.network.options["pooling"] = std::string("max");
        NoiseCache cache(cache_bytes);
        const Studied s = studied(lsuv(with_completed_parameters(e), cache, context_), 1);
        for (int layer = 1; layer <= 4; ++layer)
            QVERIFY2(std::abs(s.measured.preactivation(layer)->std - 1) < 1e-4,
                qPrintable(QString::number(s.measured.preactivation(layer)->std)));
    }

    // Pairs have an angle at every position. In wide circular layers 1 − c follows the map, in the mean over networks.
    void correlation_is_that_of_theory_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("variance");
        QTest::addColumn<double>("angle");
        QTest::newRow("ReLU") << "relu" << 2.0 << 60.0;
        QTest::newRow("tanh, chaotic") << "tanh" << 2.5 << 30.0;
        QTest::newRow("tanh, ordered") << "tanh" << 0.9 << 120.0;
    }
    void correlation_is_that_of_theory()
    {
        QFETCH(QString, activation);
        QFETCH(double, variance);
        QFETCH(double, angle);
        constexpr int networks = 24, width = 96;
        Experiment e = convolutions(5, width, {activation.toStdString(), {}}, mean_field(variance));
        e.network.bias = mean_field(0.05);
        e.network.input_width = 4;
        e.network.options["padding"] = std::string("circular");
        e.network.options["size"] = 6.0;
        e.measure.gradient = false;
        e.measure.correlation_angle = angle;
        const auto [plan, m, p] = studied(e, networks);
        for (int layer = 1; layer <= plan.depth(); ++layer) {
            const auto found = m.number(layer, Quantity::decorrelation),
                       scatter = m.spread_of(layer).number("preactivation", Quantity::decorrelation);
            const Predicted* expected = p.preactivation(layer, Quantity::decorrelation);
            QVERIFY(found && scatter && expected);
            // 5.9 standard errors, which for 23 degrees of freedom are as rare as 5 of a normal distribution, and the
            // second order in 1/width: half of 1/96 per layer.
            const double error = *scatter / std::sqrt(double(networks));
            QVERIFY2(std::abs(*found - expected->value) <= 5.9 * error + 0.5 * layer / width * expected->value,
                qPrintable(QString("layer %1: %2, theory %3, error %4")
                               .arg(layer)
                               .arg(*found)
                               .arg(expected->value)
                               .arg(error)));
        }
    }

    void pairs_have_their_angle_at_every_position()
    {
        Experiment e = convolutions(1, 4, {"relu", {}}, {"kaiming_normal", {}});
        e.network.input_width = 3;
        e.measure.correlation_angle = 40;
        const Eigen::MatrixXf pairs = draw_pairs(with_completed_parameters(e), 0);
        QCOMPARE(pairs.rows(), Eigen::Index(3 * 64));
        for (int pair = 0; pair < pairs.cols(); pair += 2)
            for (int position = 0; position < 64; ++position) {
                const auto there = Eigen::seqN(position, 3, 64);
                const Eigen::Vector3f a = pairs.col(pair)(there), b = pairs.col(pair + 1)(there);
                QVERIFY(std::abs(a.squaredNorm() - 3) < 1e-5 && std::abs(b.squaredNorm() - 3) < 1e-5);
                QVERIFY(std::abs(a.dot(b) / 3 - std::cos(40 * M_PI / 180)) < 1e-6);
            }
    }

    void theory_is_the_mean_over_networks_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("variance");
        QTest::addColumn<double>("bias");
        QTest::addColumn<QString>("padding");
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("pooled_every");
        std::size_t border = 0;
        for (const char* padding : {"circular", "zeros", "none"}) {
            std::size_t turn = border++;
            if (tested::in_turn(turn++))
                QTest::addRow("ReLU, %s", padding) << "relu" << 2.0 << 0.0 << padding << 2 << 1 << 9 << 0;
            if (tested::in_turn(turn++))
                QTest::addRow("tanh, %s", padding) << "tanh" << 1.5 << 0.1 << padding << 2 << 1 << 9 << 0;
            if (tested::in_turn(turn++))
                QTest::addRow("tanh on a line, %s", padding) << "tanh" << 1.5 << 0.1 << padding << 1 << 1 << 40 << 0;
            if (tested::in_turn(turn++))
                QTest::addRow("ReLU, means of two, %s", padding)
                    << "relu" << 2.0 << 0.0 << padding << 2 << 1 << 14 << 2;
            if (tested::in_turn(turn++))
                QTest::addRow("tanh on a line, means of two, %s", padding)
                    << "tanh" << 1.5 << 0.1 << padding << 1 << 1 << 45 << 1;
        }
        QTest::newRow("stride 2") << "tanh" << 1.5 << 0.1 << "zeros" << 2 << 2 << 16 << 0;
        QTest::newRow("stride 2 and means of two, circular") << "relu" << 2.0 << 0.1 << "circular" << 2 << 2 << 21 << 2;
        QTest::newRow("softplus, whose outputs have a mean, means of two")
            << "softplus" << 1.0 << 0.2 << "zeros" << 2 << 1 << 12 << 2;
    }
    void theory_is_the_mean_over_networks()
    {
        QFETCH(QString, activation);
        QFETCH(double, variance);
        QFETCH(double, bias);
        QFETCH(QString, padding);
        QFETCH(int, dimensions);
        QFETCH(int, stride);
        QFETCH(int, size);
        QFETCH(int, pooled_every);
        constexpr int networks = 60;
        Experiment e = convolutions(4, 48, {activation.toStdString(), {}}, mean_field(variance));
        e.network.bias = mean_field(bias);
        e.network.options["padding"] = padding.toStdString();
        e.network.options["dimensions"] = double(dimensions);
        e.network.options["size"] = double(size);
        if (pooled_every > 0) {
            e.network.options["pooling"] = std::string("average");
            e.network.options["pooling_every"] = double(pooled_every);
        }
        e.network.options["stride"] = double(stride);
        const Studied found = studied(e, networks);
        const NetworkPlan& plan = found.plan;
        const Measurement& m = found.measured;   // Clang 14 does not allow lambdas to capture structured bindings
        const Prediction& p = found.predicted;
        for (int layer = 1; layer <= plan.depth(); ++layer) {
            const BlockRecord& sd = m.spread_of(layer);
            const auto compare = [&](const char* what, const Distribution& mean, const Distribution& scatter,
                                     const Predicted& predicted) {
                // The mean of RMS is below its root mean square by exp(shift − spread²/2), by the theoretical
                // distribution if there is one.
                const double s = predicted.spread.value_or(scatter.rms / mean.rms);
                const double expected = predicted.value * std::exp(predicted.shift - s * s / 2);
                const double error = scatter.rms / std::sqrt(double(networks));
                // Five standard errors, and the second order in 1/width: half of (4 layers/48)².
                QVERIFY2(std::abs(mean.rms - expected) <= 5 * error + 3.5e-3 * expected,
                    qPrintable(QString("%1 of layer %2: %3, theory %4, error %5")
                                   .arg(what)
                                   .arg(layer)
                                   .arg(mean.rms)
                                   .arg(expected)
                                   .arg(error)));
                // A standard deviation from 60 values is accurate to 9%: four of these, and a fifth that leading order
                // neglects.
                if (predicted.spread)
                    QVERIFY2(std::abs(std::log(scatter.rms / mean.rms / *predicted.spread)) <= 4 * 0.09 + 0.2,
                        qPrintable(QString("%1 of layer %2: spread %3, law %4")
                                       .arg(what)
                                       .arg(layer)
                                       .arg(scatter.rms / mean.rms)
                                       .arg(*predicted.spread)));
            };
            compare("preactivations", *m.preactivation(layer), *sd.value("preactivation"),
                *p.preactivation(layer, Quantity::rms));
            compare("outputs", *m.output(layer), *sd.value("activation_output"), *p.output(layer, Quantity::rms));
            if (const Distribution* pooled = m.block(layer).value("pooled"))
                compare("pooled outputs", *pooled, *sd.value("pooled"), *p.block(layer).find("pooled", Quantity::rms));
            compare("gradient", *m.gradient(layer), *sd.gradient("preactivation"), *p.gradient(layer));
            // Means and fractions: five standard errors, and the same second order relative to the RMS or to 1.
            const auto near = [&](double measured, double error, double expected, double unit) {
                QVERIFY2(std::abs(measured - expected) <= 5 * error / std::sqrt(double(networks)) + 5e-3 * unit,
                    qPrintable(QString("layer %1: %2, theory %3").arg(layer).arg(measured).arg(expected)));
            };
            near(m.output(layer)->mean, sd.value("activation_output")->mean, p.output(layer, Quantity::mean)->value,
                m.output(layer)->rms);
            near(*m.number(layer, Quantity::zero_fraction), *sd.number("activation_output", Quantity::zero_fraction),
                p.output(layer, Quantity::zero_fraction)->value, 1);
        }
    }

    // Xiao et al. 2018: a delta-orthogonal network preserves lengths as a dense orthogonal one does, at any depth.
    // Rounding: each layer's product has a random relative error of about 1e-7, so 300 layers have about 1e-7·√300; six
    // times that.
    void delta_orthogonal_layers_are_isometries()
    {
        constexpr int layers = 300;
        constexpr double allowed = 1e-5;
        for (const char* padding : {"zeros", "circular"}) {
            Experiment e = convolutions(layers, 8, {"linear", {}}, {"delta_orthogonal", {}});
            e.network.options["padding"] = std::string(padding);
            e.network.options["size"] = 4.0;
            e = with_completed_parameters(e);
            const NetworkPlan plan = plan_of(e.network);
            NoiseCache cache(cache_bytes);
            const Measurement m = simulate(e, plan, cache, context_);
            const double start = m.input.rms, end = m.output(layers)->rms;
            QVERIFY2(std::abs(end / start - 1) < allowed, qPrintable(QString::number(end / start - 1)));
            const double first = m.gradient(1)->rms, last = m.gradient(layers)->rms;
            QVERIFY2(std::abs(first / last - 1) < allowed, qPrintable(QString::number(first / last - 1)));
            const LogSpectrum values = jacobian_spectrum(e, plan, cache, context_);
            QCOMPARE(values.size(), std::size_t(128));
            // Columns that were made orthonormal in float32 are accurate to 1e-7, here accumulated over all layers in
            // log10.
            for (const auto& value : values)
                QVERIFY(value && std::abs(*value) < allowed);
        }
    }

    // The same sums of doubles in another order. Where a kernel reaches around a small image, its matrix sums the taps
    // that meet one input in float32: half a last bit of each.
    void points_go_as_beside_their_jacobian()
    {
        std::mt19937 random(17);
        for (int n = 0; n < 40; ++n) {
            const Experiment e = any(random);
            const NetworkPlan plan = plan_of(e.network);
            NoiseCache cache(cache_bytes);
            const NetworkParameters parameters(plan, e.seed, 0, cache);
            Recorder nobody;
            const Pass pass {.context = context_, .parameters = parameters, .recorder = nobody};
            const std::unique_ptr<Module> network = plan.kind->body(plan);
            const BlockPlan& first = plan.blocks.front();
            Point beside {draw_input(e, 0, 1, context_).reshaped().cast<double>(), 0};
            QCOMPARE(beside.numbers.size(), Eigen::Index(first.entries_in()));
            Point alone = beside;
            double allowed = 1e-12;
            for (std::size_t i = 0; i < network->jacobian_steps(); ++i) {
                const Window& window = plan.layers[i].window;
                if (window.border == Border::circular && (window.kernel - 1) * window.dilation >= window.side)
                    allowed += window.receptive() * 0x1p-24;
                network->jacobian_step(i, beside, pass);
                network->point_step(i, alone, pass);
                QCOMPARE(alone.numbers.size(), beside.numbers.size());
                const double unit = std::ldexp(1.0, int(alone.exponent - beside.exponent));
                QVERIFY((alone.numbers * unit - beside.numbers).norm() <= allowed * beside.numbers.norm());
            }
        }
    }

    // As a matrix, the first layer would take 103 GB; the last one has 64 × 2048 entries.
    void a_layer_behind_a_large_image()
    {
        Experiment e = convolutions(4, 32, {"relu", {}}, {"kaiming_normal", {}});
        e.network.input_width = 3;
        e.network.options["size"] = 128.0;
        e.network.options["pooling"] = std::string("max");
        e.network.options["pooling_size"] = 4.0;
        e.network.options["pooling_every"] = 1.0;
        e = with_completed_parameters(e);
        QVERIFY(validate(e).empty());
        const NetworkPlan plan = plan_of(e.network);
        QVERIFY(!has_jacobian(plan, 1) && has_jacobian(plan, 4));
        NoiseCache cache(cache_bytes);
        const LayerSpectra spectra = layer_spectra(e, plan, 4, cache, context_);
        QVERIFY(!spectra.jacobian.empty());
        QVERIFY(spectra.jacobian.front() && std::abs(*spectra.jacobian.front()) < 3);
    }

    // Values by frequency equal those of the whole matrix, however the window folds; with other padding only as stated.
    void operators_have_the_singular_values_of_their_matrix_data()
    {
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("kernel");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("dilation");
        QTest::addColumn<int>("groups");
        QTest::newRow("a line") << 1 << 9 << 3 << 1 << 1 << 1;
        QTest::newRow("a grid") << 2 << 6 << 3 << 1 << 1 << 1;
        QTest::newRow("stride on a line") << 1 << 12 << 5 << 3 << 1 << 1;
        QTest::newRow("stride on a grid") << 2 << 8 << 3 << 2 << 1 << 2;
        QTest::newRow("dilation") << 2 << 5 << 3 << 1 << 2 << 1;
        QTest::newRow("groups") << 2 << 5 << 3 << 1 << 1 << 4;
        QTest::newRow("depthwise") << 1 << 16 << 7 << 2 << 1 << 8;
        QTest::newRow("one tap") << 2 << 4 << 1 << 1 << 1 << 1;
        QTest::newRow("one tap, stride") << 2 << 4 << 1 << 2 << 1 << 1;
        QTest::newRow("one tap, stride that leaves a rest") << 1 << 9 << 1 << 2 << 1 << 1;
        QTest::newRow("one tap, groups, stride that leaves a rest") << 2 << 5 << 1 << 3 << 1 << 4;
        QTest::newRow("stride that leaves a rest") << 1 << 10 << 3 << 4 << 1 << 1;
        QTest::newRow("windows apart") << 1 << 16 << 3 << 4 << 1 << 2;
        QTest::newRow("patches") << 2 << 6 << 2 << 2 << 1 << 1;
        QTest::newRow("patches with gaps and a rest") << 2 << 7 << 2 << 3 << 2 << 1;
    }
    void operators_have_the_singular_values_of_their_matrix()
    {
        QFETCH(int, dimensions);
        QFETCH(int, side);
        QFETCH(int, kernel);
        QFETCH(int, stride);
        QFETCH(int, dilation);
        QFETCH(int, groups);
        std::size_t turn = std::size_t(side);   // borders take turns over sizes
        for (const Border border : {Border::circular, Border::zeros, Border::none}) {
            const Window window {dimensions, side, kernel, stride, dilation, border, groups};
            ++turn;
            for (const int units : {8, 24, dimensions == 1 ? 48 : 28}) {
                if (!tested::in_turn(turn++))
                    continue;
                Window other = window.direct();
                other.transposed = true;
                other.side = window.side_out();
                std::mt19937 random(3);
                std::normal_distribution<double> normal;
                Eigen::MatrixXd w(units, 16 / groups * window.receptive());
                for (double& entry : w.reshaped())
                    entry = float(normal(random));
                const OperatorSpectrum found = operator_spectrum(w, window, context_);
                const std::vector<double> expected
                    = singular_values(operator_matrix(w.cast<float>(), window, context_).cast<double>(), context_);
                // A transposed convolution whose output has the positions of this one's input is its transpose.
                if (border != Border::circular && other.side_out() == window.side) {
                    const WeightMatrix map = operator_matrix(w.cast<float>(), window, context_),
                                       transposed = operator_matrix(w.cast<float>(), other, context_);
                    QVERIFY(map == transposed.transpose());
                    QCOMPARE(operator_spectrum(w, other, context_).values, found.values);
                }
                QVERIFY(found.exact);
                QCOMPARE(found.frequencies, window.positions_out());
                QCOMPARE(found.values.size(), expected.size());
                QCOMPARE(double(expected.size()), map_values(units, int(w.cols()), window));
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QVERIFY2(std::abs(found.values[i] - expected[i]) <= 1e-9 * expected[0],
                        qPrintable(
                            QString("%1: %2, off by %3").arg(i).arg(expected[i]).arg(found.values[i] - expected[i])));
            }
        }
    }

    void a_large_operator_beyond_its_edge_is_not_the_layers()
    {
        const Window window {.dimensions = 2, .side = 16, .kernel = 3, .border = Border::zeros};
        QVERIFY(!operator_spectrum(Eigen::MatrixXd::Ones(8, 72), window, context_).exact);
    }

    // A part of the frequencies, used when all would take too long, has the same mean square: ‖W‖² per frequency, in
    // the mean over all.
    void a_part_of_an_operator_is_like_the_whole()
    {
        const Window window {.dimensions = 2, .side = 56, .kernel = 3, .border = Border::circular};
        std::mt19937 random(3);
        std::normal_distribution<double> normal;
        const Eigen::MatrixXd w = Eigen::MatrixXd::NullaryExpr(256, 64 * 9, [&] { return normal(random); });
        const OperatorSpectrum part = operator_spectrum(w, window, context_);
        QVERIFY(part.exact && part.frequencies < part.of && part.of == 56 * 56);
        QCOMPARE(part.values.size(), std::size_t(64 * part.frequencies));
        double square = 0;
        for (const double s : part.values)
            square += s * s;
        // ‖K̂(k)‖² is a sum of 64·256·9 squares in pairs, so its mean over k is accurate to 1%.
        QVERIFY(std::abs(square / part.frequencies / w.squaredNorm() - 1) < 0.01);
    }

    // Independent weights follow the Marchenko–Pastur law at every frequency; an orthogonal tap has a single value.
    void operators_follow_their_law()
    {
        for (const auto& [scheme, kernel, stride, units] :
            {std::tuple {"kaiming_normal", 3, 1, 96}, {"xavier_uniform", 3, 2, 64}, {"kaiming_uniform", 3, 2, 160},
                {"delta_orthogonal", 3, 1, 64}, {"kaiming_normal", 1, 2, 160}, {"orthogonal", 1, 2, 160},
                {"orthogonal", 1, 3, 64}, {"kaiming_uniform", 2, 3, 400}}) {
            const Window window {
                .dimensions = 2, .side = 8, .kernel = kernel, .stride = stride, .border = Border::circular};
            const int taps = window.receptive();
            ParameterPlan weight {.name = "kernel",
                .role = "kernel",
                .shape = {units * taps, 64 * taps, kernel, 2},
                .initializer = completed(Initializer {scheme, {}}),
                .window = window};
            NoiseCache cache(cache_bytes);
            const DrawnParameters parameters(3, 0, cache);
            const LayerSpectra spectra = matrix_spectra(weight, parameters, context_);
            const auto law = operator_law(draw_of(weight), weight.shape, window);
            QVERIFY(law && spectra.whole.exact);
            std::vector<double> values = spectra.whole.values;
            const double zeros = law->zero * double(values.size());
            QCOMPARE(double(std::erase(values, 0.0)), std::round(zeros));
            QVERIFY(std::abs(zeros - std::round(zeros)) < 1e-6);
            double square = 0;
            for (const double s : values)
                square += s * s;
            // A sum of units·channels·taps squares, each counted twice or more: 5 σ, with a kurtosis of 3.
            const double relative = 5 * std::sqrt(2.0 / (double(units) * 64 * taps));
            QVERIFY(std::abs(square / double(values.size()) / law->mean_square() - 1) < relative);
            const auto [low, high] = law->edges();
            const double tail = law->single ? 1e-5 : 0.15;   // edges of finite matrices: N^(-2/3) is 0.06 for 64
            QVERIFY2(values.front() < high * (1 + tail), scheme);
            QVERIFY2(values.back() > low - high * tail, scheme);
        }
    }

    // With circular padding, a wave of q remains the same wave scaled by λ: without bias the map is linear.
    void waves_over_positions_keep_their_share()
    {
        for (const auto& [side, kernel, dilation] : {std::tuple {12, 3, 1}, {8, 5, 1}, {9, 3, 2}, {6, 2, 1}})
            for (const bool one_tap : {false, true})
                for (int cycles = 1; cycles <= side / 2; ++cycles) {
                    const Window window {.dimensions = 1,
                        .side = side,
                        .kernel = kernel,
                        .dilation = dilation,
                        .border = Border::circular};
                    if (window.side_out() != side)
                        continue;   // an even kernel loses a position
                    std::vector<double> ln_q;
                    for (int o = 0; o < side; ++o)
                        ln_q.push_back(std::log(1 + 0.5 * std::cos(2 * M_PI * cycles * o / side)));
                    const PositionField behind = PositionField(ln_q).forward(window, 0,
                        -std::numeric_limits<double>::infinity(), one_tap ? std::optional(kernel / 2) : std::nullopt);
                    double square = 0;
                    for (const double ln : behind.ln())
                        square += 2 * std::pow(std::exp(ln) - 1, 2) / side;
                    const double before = 2 * cycles == side ? 0.5 * M_SQRT2 : 0.5;
                    const double kept = wave_kept(window, cycles, one_tap);
                    QVERIFY2(std::abs(std::sqrt(square) - before * kept) < 1e-12,
                        qPrintable(QString("%1 cycles of %2").arg(cycles).arg(side)));
                }
    }

    // Computes z by the definition, tap by tap, in double.
    void a_layer_as_a_matrix_is_its_definition()
    {
        const Window window {
            .dimensions = 2, .side = 5, .kernel = 3, .stride = 2, .border = Border::zeros, .groups = 2};
        const int units = 6, channels = 4, of_group = 2, outputs = 3;
        ParameterPlan weight = normal_plan("kernel", units * 9, of_group * 9, 3, 1);
        weight.shape = {units * 9, of_group * 9, 3, 2};
        weight.window = window;
        Convolution layer({.site = {1, "preactivation"}, .weight = weight});
        NoiseCache cache(cache_bytes);
        const DrawnParameters parameters(3, 0, cache);
        Recorder nobody;
        Pass pass {.context = context_, .parameters = parameters, .recorder = nobody};
        const WeightMatrix w = parameters.entries(weight, context_), matrix = layer.as_matrix(pass);
        QCOMPARE(matrix.rows(), Eigen::Index(units * outputs * outputs));
        QCOMPARE(matrix.cols(), Eigen::Index(channels * 25));
        for (int unit = 0; unit < units; ++unit)
            for (int y = 0; y < outputs; ++y)
                for (int x = 0; x < outputs; ++x)
                    for (int channel = 0; channel < channels; ++channel)
                        for (int row = 0; row < 5; ++row)
                            for (int column = 0; column < 5; ++column) {
                                const int down = row - (2 * y - 1), across = column - (2 * x - 1);
                                const bool seen = down >= 0 && down < 3 && across >= 0 && across < 3
                                    && channel / of_group == unit / 3;
                                QCOMPARE(
                                    matrix((y * outputs + x) * units + unit, (row * 5 + column) * channels + channel),
                                    seen ? w(unit, channel % of_group * 9 + down * 3 + across) : 0.0F);
                            }
    }

    // The course notes warn of this: a depthwise layer scaled by PyTorch's fan_out, which is not divided by groups. Its
    // outputs have 1/√groups of their proper size.
    void forgotten_groups_are_found()
    {
        Experiment e = convolutions(6, 64, {"relu", {}}, {"kaiming_normal", {{"mode", std::string("fan_out")}}});
        e.network.options["groups"] = 64.0;
        e = with_completed_parameters(e);
        QVERIFY(validate(e).empty());
        const NetworkPlan plan = plan_of(e.network);
        QCOMPARE(plan.layers[0].fan_in, 9);
        QCOMPARE(plan.layers[0].fan_out, 64 * 9);
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan, cache, context_);
        const Prediction p = predict(e, plan, {e.input.samples, 1}, context_);
        const auto findings = diagnose({e, plan, m, p}, cache, context_);
        const auto found = std::ranges::find(findings, "wrong_fan", &Finding::id);
        QVERIFY(found != findings.end());
        QVERIFY2(
            found->cause.english().find("grouped convolution") != std::string::npos, found->cause.english().c_str());
        QCOMPARE(found->fixes.front().label.english(), std::string("Scale by fan_in"));
    }
};

STEPZERO_TEST(TestConvolution, NoApplication)

}   // namespace tst_convolution
#include "tst_convolution.moc"
