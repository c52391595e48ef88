// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of convolutions: everything that a run tells against PyTorch, theory against many networks, isometry over a
// thousand layers, the operator of a layer against its definition.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>

#include "core/exchange/code.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/modules/convolution.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "tests/core/modules.h"
#include "tests/core/python.h"

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

Initializer mean_field(double variance) { return {"mean_field", {{"variance", variance}}}; }

/// Any that is allowed, of every option.
Experiment any(std::mt19937& random)
{
    const auto of = [&](auto... choices) {
        const std::array all {choices...};
        return all[random() % all.size()];
    };
    const Initializer weights[] {{"kaiming_normal", {}}, {"xavier_uniform", {}}, {"dirac", {{"groups", 2.0}}},
        {"delta_orthogonal", {}}, {"orthogonal", {}}, {"normal", {{"mean", 0.05}, {"std", 0.1}}}, mean_field(2),
        {"pytorch_linear", {}}, {"trunc_normal", {{"std", 0.3}}}};
    const Initializer biases[] {{"zeros", {}}, {"normal", {{"std", 0.3}}}, {"pytorch_linear", {}}};
    Experiment e;
    do {
        const char* const activations[] {"relu", "tanh", "linear", "sigmoid"};
        e = convolutions(of(1, 2, 3, 5), of(4, 8, 12), {activations[random() % 4], {}}, weights[random() % 9]);
        e.network.bias = biases[random() % 3];
        e.network.input_width = of(1, 4, 8);
        const char* const borders[] {"zeros", "circular", "none"};
        e.network.options["padding"] = std::string(borders[random() % 3]);
        for (const auto& [name, value] :
            {std::pair("dimensions", of(1, 2)), {"size", of(5, 6, 9)}, {"kernel", of(1, 2, 3, 4, 5)},
                {"stride", of(1, 1, 2)}, {"dilation", of(1, 1, 2)}, {"groups", of(1, 1, 4)}})
            e.network.options[name] = double(value);
        e.input.samples = of(1, 3);
        e.input.mean = of(0, 1);
        e.seed = random();
        e = with_completed_parameters(e);
    } while (!validate(e).empty());
    return e;
}

}   // namespace

class TestConvolution : public QObject {
    Q_OBJECT

    const Context context_;

private slots:
    void runs_are_those_of_pytorch()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        constexpr int networks = 60;
        std::mt19937 random(5);
        QTemporaryDir folder;
        for (int i = 0; i < networks; ++i) {
            const Experiment e = any(random);
            const NetworkPlan plan = plan_of(e.network);
            NoiseCache cache(cache_bytes);
            const QString base = folder.filePath(QString::number(i));
            write_tensors((base + ".safetensors").toStdString(), e, plan, cache, context_);
            const JacobianResult jacobian {over_replicas({jacobian_spectrum(e, plan, cache, context_)}), {}};
            const Measurement measured = simulate(e, plan, cache, context_);
            const Prediction prediction = predict(e, plan, {e.input.samples, 1}, context_);
            QFile file(base + ".json");
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(format_result(
                {.experiment = e,
                    .plan = plan,
                    .measurement = measured,
                    .prediction = prediction,
                    .weight_spectra = {},
                    .jacobian = &jacobian,
                    .findings
                    = {}}).c_str());
        }
        QFile script(STEPZERO_SOURCE_DIR "/tests/core/convolutions_in_torch.py");
        QVERIFY(script.open(QIODevice::ReadOnly));
        QCOMPARE(run_python(script.readAll(), {folder.path()}).trimmed(), QString("networks %1").arg(networks));
    }

    void code_has_the_same_shapes_and_laws()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        std::mt19937 random(6);
        QTemporaryDir folder;
        for (int i = 0; i < 40; ++i) {
            Experiment e = any(random);
            const Window window = window_of_layer(e.network, 1);
            QString expected
                = QString("side = [%1]\nexpected = [")
                      .arg(window.dimensions == 2 ? QString("%1, %1").arg(window.side) : QString::number(window.side));
            for (const LayerPlan& layer : plan_of(e.network).layers) {
                const Law law = law_of(draw_of(layer.weight, layer.shape(), Role::weight), layer.shape(), Role::weight);
                expected += QString("(%1, %2, %3, %4, %5), ")
                                .arg(layer.units())
                                .arg(layer.fan_in)
                                .arg(layer.units() * layer.window.positions_out())
                                .arg(law.mean, 0, 'g', 17)
                                .arg(law.variance, 0, 'g', 17);
            }
            QFile file(folder.filePath(QString("%1.py").arg(i)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(
                (QString::fromStdString(framework_code(e, Framework::pytorch)) + "\n" + expected + "]\n").toUtf8());
        }
        // A mean and a variance within six standard errors, of entries that count as independent: orthogonal ones
        // scatter less. Of few entries there is little to be seen, so all networks of a seed are drawn twenty times.
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
    for index, (units, fan_in, entries, mean, variance) in enumerate(module["expected"], start=1):
        layer = networks[0].layers[str(index)]
        assert layer.weight.shape[0] == units and layer.weight[0].numel() == fan_in, path.name
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

    void theory_is_the_mean_over_networks_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("variance");
        QTest::addColumn<double>("bias");
        QTest::addColumn<QString>("padding");
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("stride");
        for (const char* padding : {"circular", "zeros", "none"}) {
            QTest::addRow("ReLU, %s", padding) << "relu" << 2.0 << 0.0 << padding << 2 << 1;
            QTest::addRow("tanh, %s", padding) << "tanh" << 1.5 << 0.1 << padding << 2 << 1;
            QTest::addRow("tanh on a line, %s", padding) << "tanh" << 1.5 << 0.1 << padding << 1 << 1;
        }
        QTest::newRow("stride 2") << "tanh" << 1.5 << 0.1 << "zeros" << 2 << 2;
        QTest::newRow("softplus, whose outputs have a mean") << "softplus" << 1.0 << 0.2 << "zeros" << 2 << 1;
    }
    void theory_is_the_mean_over_networks()
    {
        QFETCH(QString, activation);
        QFETCH(double, variance);
        QFETCH(double, bias);
        QFETCH(QString, padding);
        QFETCH(int, dimensions);
        QFETCH(int, stride);
        constexpr int networks = 60;
        Experiment e = convolutions(4, 48, {activation.toStdString(), {}}, mean_field(variance));
        e.network.bias = mean_field(bias);
        e.network.options["padding"] = padding.toStdString();
        e.network.options["dimensions"] = double(dimensions);
        e.network.options["size"] = dimensions == 1 ? 40.0 : stride == 2 ? 16.0 : 9.0;
        e.network.options["stride"] = double(stride);
        e.replicas = networks;
        e = with_completed_parameters(e);
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan, cache, context_);
        const Prediction p = predict(e, plan, {e.input.samples, 1}, context_);
        for (int layer = 1; layer <= plan.depth(); ++layer) {
            const BlockRecord& sd = *m.spread_of(layer);
            const auto compare = [&](const char* what, const Distribution& mean, const Distribution& scatter,
                                     const Predicted& predicted) {
                // The mean of RMS lies below its root mean square: exp(shift − spread²/2), by the law where there is
                // one.
                const double s = predicted.spread.value_or(scatter.rms / mean.rms);
                const double expected = predicted.value * std::exp(predicted.shift - s * s / 2);
                const double error = scatter.rms / std::sqrt(double(networks));
                // Five standard errors, and what is of second order in 1/width: half of (4 layers/48)².
                QVERIFY2(std::abs(mean.rms - expected) <= 5 * error + 3.5e-3 * expected,
                    qPrintable(QString("%1 of layer %2: %3, theory %4, error %5")
                                   .arg(what)
                                   .arg(layer)
                                   .arg(mean.rms)
                                   .arg(expected)
                                   .arg(error)));
                // A standard deviation of 60 is known to 9 %: four of these, and a fifth that leading order leaves.
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
            compare("gradient", *m.gradient(layer), *sd.gradient("preactivation"), *p.gradient(layer));
            // Means and fractions: five standard errors, and the same second order of the RMS or of 1.
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

    // Xiao et al. 2018: a delta-orthogonal network keeps lengths as a dense orthogonal one does, whatever its depth.
    // Rounding: each layer's product errs by some 1e-7 of its size at random, so a thousand by about 1e-7·√1000.
    void delta_orthogonal_layers_are_isometries()
    {
        for (const char* padding : {"zeros", "circular"}) {
            Experiment e = convolutions(1000, 16, {"linear", {}}, {"delta_orthogonal", {}});
            e.network.options["padding"] = std::string(padding);
            e.network.options["size"] = 4.0;
            e = with_completed_parameters(e);
            const NetworkPlan plan = plan_of(e.network);
            NoiseCache cache(cache_bytes);
            const Measurement m = simulate(e, plan, cache, context_);
            const double start = m.input.rms, end = m.output(1000)->rms;
            QVERIFY2(std::abs(end / start - 1) < 2e-5, qPrintable(QString::number(end / start - 1)));
            const double first = m.gradient(1)->rms, last = m.gradient(1000)->rms;
            QVERIFY2(std::abs(first / last - 1) < 2e-5, qPrintable(QString::number(first / last - 1)));
            const LogSpectrum values = jacobian_spectrum(e, plan, cache, context_);
            QCOMPARE(values.size(), std::size_t(256));
            // Columns that were drawn orthonormal in float32 are so to 1e-7: over a thousand layers in log10.
            for (const auto& value : values)
                QVERIFY(value && std::abs(*value) < 2e-5);
        }
    }

    // z by the definition, tap by tap, in double.
    void a_layer_as_a_matrix_is_its_definition()
    {
        const Window window {
            .dimensions = 2, .side = 5, .kernel = 3, .stride = 2, .border = Border::zeros, .groups = 2};
        const int units = 6, channels = 4, of_group = 2, outputs = 3;
        ParameterPlan weight = normal_plan("kernel", units * 9, of_group * 9, 3, 1);
        weight.shape = {units * 9, of_group * 9, 3, 2};
        Convolution layer({.site = {1, "preactivation"}, .weight = weight, .window = window});
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

    // What the course's notes warn of: a depthwise layer scaled by PyTorch's fan_out, which groups do not divide, has
    // outputs of 1/√groups of their size.
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
        const auto findings = diagnose({e, plan, m, p}, context_);
        const auto found = std::ranges::find(findings, "wrong_fan", &Finding::id);
        QVERIFY(found != findings.end());
        QVERIFY2(found->cause.find("grouped convolution") != std::string::npos, found->cause.c_str());
        QCOMPARE(found->fixes.front().label, std::string("scale by fan_in"));
    }
};

QTEST_APPLESS_MAIN(TestConvolution)
#include "tst_convolution.moc"
