// SPDX-License-Identifier: GPL-3.0-or-later
// The simulation against a direct float64 implementation on the same tensors.
#include <QTest>
#include <cmath>

#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/math/random/natural.h"
#include "core/network/init/parameter.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"
#include "core/simulate/simulate.h"
#include "tests/core/stopping.h"
#include "tests/main/registered_test.h"

namespace tst_simulate {

using namespace stepzero;

namespace {

struct PlainStatistics {
    double mean = 0, std = 0, rms = 0, min = 0, max = 0;
};

PlainStatistics plain(const Eigen::MatrixXd& x)
{
    const double unit = std::max(x.cwiseAbs().maxCoeff(), 1e-300);   // keeps squares within the range of double
    const Eigen::ArrayXXd y = x.array() / unit;
    PlainStatistics s;
    s.mean = y.mean() * unit;
    s.std = std::sqrt((y - y.mean()).square().mean()) * unit;
    s.rms = std::sqrt(y.square().mean()) * unit;
    s.min = x.minCoeff();
    s.max = x.maxCoeff();
    return s;
}

struct PlainLayer {
    Eigen::MatrixXd z, x, delta;
};

/// Computes z = W x + b, x = φ(z) and backward, in float64, as in a textbook.
std::vector<PlainLayer> plain_network(const Experiment& experiment, int replica = 0)
{
    const Context context;
    NoiseCache cache(1 << 28);
    const std::vector<BlockPlan> plan = plan_of(experiment.network).blocks;
    const DrawnParameters parameters(experiment.seed, replica, cache);
    std::vector<PlainLayer> layers(plan.size());
    std::vector<Eigen::MatrixXd> weights;
    Eigen::MatrixXd x = draw_input(experiment, replica, experiment.input.samples, context).cast<double>();
    for (std::size_t l = 0; l < plan.size(); ++l) {
        const ActivationFunction phi(plan[l].activation);
        weights.push_back(parameters.entries(*plan[l].find("weight"), context).cast<double>());
        const Eigen::VectorXd b = parameters.vector(*plan[l].find("weight", Role::bias), context).cast<double>();
        layers[l].z = (weights[l] * x).colwise() + b;
        layers[l].x = layers[l].z.unaryExpr([&](double z) { return phi.value(z); });
        x = layers[l].x;
    }
    Eigen::MatrixXd back = draw_cotangent(experiment, replica, experiment.input.samples, context).cast<double>();
    for (std::size_t l = plan.size(); l-- > 0;) {
        const ActivationFunction phi(plan[l].activation);
        layers[l].delta = layers[l].z.unaryExpr([&](double z) { return phi.derivative(z); }).cwiseProduct(back);
        back = weights[l].transpose() * layers[l].delta;
    }
    return layers;
}

Measurement measured(const Experiment& experiment, int threads = 2, const SimulateOptions& options = {})
{
    ThreadPool pool(threads);
    Context context;
    context.pool = &pool;
    NoiseCache cache(1 << 28);
    return simulate(experiment, plan_of(experiment.network), cache, context, options);
}

/// Float32 rounding over a few layers: 1e-4 of the tensor's own scale.
void compare(const Distribution& found, const Eigen::MatrixXd& tensor, const char* what, std::size_t layer,
    double tolerance = 1e-4)
{
    const PlainStatistics s = plain(tensor);
    const double scale = tolerance * std::max(s.rms, 1e-300);
    const auto near = [&](double number, double expected, const char* field, double allowed) {
        QVERIFY2(std::abs(found.plain(number) - expected) <= allowed,
            qPrintable(QString("%1 %2 of layer %3: %4, plain %5")
                           .arg(what, field)
                           .arg(layer + 1)
                           .arg(found.plain(number))
                           .arg(expected)));
    };
    near(found.mean, s.mean, "mean", scale);
    near(found.std, s.std, "std", scale);
    near(found.rms, s.rms, "rms", scale);
    near(found.min, s.min, "min", 10 * scale);
    near(found.max, s.max, "max", 10 * scale);
    QCOMPARE(found.count, double(tensor.size()));
    QVERIFY(std::abs(found.histogram.total() - double(tensor.size())) < 1e-6 * double(tensor.size()));
}

void compare(const Experiment& experiment, double tolerance = 1e-4)
{
    const Measurement m = measured(experiment);
    const std::vector<PlainLayer> layers = plain_network(experiment);
    QCOMPARE(m.depth(), int(layers.size()));
    // A remark is made exactly when a gradient is all zeros.
    const bool lost = std::any_of(layers.begin(), layers.end(), [](auto& l) { return l.delta.isZero(0); });
    QCOMPARE(m.remarks.empty(), !lost);
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const int layer = int(l) + 1;
        compare(*m.preactivation(layer), layers[l].z, "preactivation", l, tolerance);
        compare(*m.output(layer), layers[l].x, "output", l, tolerance);
        QVERIFY(m.gradient(layer));
        compare(*m.gradient(layer), layers[l].delta, "gradient", l, tolerance);
    }
}

/// At a kink the last bit of a preactivation decides the derivative. Returns the experiment with the next seed for
/// which float32 distinguishes all preactivations from zero. They are accurate to 1e-6 of their size after a few
/// layers. Throws if forty seeds fail.
Experiment away_from_kinks(Experiment experiment)
{
    const ActivationFunction phi(experiment.network.activation);
    if (std::abs(phi.derivative(1e-12) - phi.derivative(-1e-12)) < 1e-6)
        return experiment;   // no kink
    const auto clear
        = [](const PlainLayer& layer) { return layer.z.cwiseAbs().minCoeff() > 1e-6 * plain(layer.z).rms; };
    for (int attempt = 0; attempt < 40; ++attempt, ++experiment.seed) {
        const std::vector<PlainLayer> layers = plain_network(experiment);
        if (std::all_of(layers.begin(), layers.end(), clear))
            return experiment;
    }
    throw std::runtime_error("no seed keeps clear of the kinks");
}

Experiment dense(const char* activation, const char* scheme, Parameters parameters = {})
{
    Experiment e;
    e.network.widths = {48, 200, 7, 130, 64};
    e.network.input_width = 33;
    e.network.activation.name = activation;
    e.network.weight = {scheme, std::move(parameters)};
    e.network.bias = {"normal", {{"std", 0.1}}};
    e.input.samples = 150;
    return e;
}

Experiment deep(const char* activation, double variance, int layers, double input_std = 1)
{
    Experiment e;
    e.network.depth = layers;
    e.network.width = 32;
    e.network.activation.name = activation;
    e.network.weight = {"mean_field", {{"variance", variance}}};
    e.input.samples = 40;
    e.input.std = input_std;
    return e;
}

}   // namespace

class TestSimulate : public QObject {
    Q_OBJECT
private slots:
    /// A signal that has exploded and then vanishes in a narrow layer: the following layers have only the bias, in its
    /// own units.
    void exploded_and_dead()
    {
        for (const char* name : {"relu", "softplus", "selu"})
            for (std::uint64_t seed = 0; seed < 40; ++seed) {
                Experiment e;
                e.network.depth = 30;
                e.network.width = 3;
                e.network.activation = {name, {}};
                e.network.weight = {"mean_field", {{"variance", 1e8}}};
                e.network.bias = {"mean_field", {{"variance", 0.1}}};
                e.input.samples = 8;
                e.seed = seed;
                NoiseCache cache(1 << 20);
                e = with_completed_parameters(e);
                const Measurement m = simulate(e, plan_of(e.network), cache, Context {});
                for (int l = 1; l <= m.depth(); ++l) {
                    QVERIFY2(std::isfinite(m.preactivation(l)->log10_of(m.preactivation(l)->rms)), name);
                    QVERIFY2(!std::isnan(m.output(l)->rms) && !std::isnan(m.gradient(l)->rms), name);
                }
            }
    }

    void everyActivationAgreesWithAPlainImplementation_data()
    {
        QTest::addColumn<QString>("activation");
        for (const ActivationInfo& info : activations())
            QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name);
    }
    void everyActivationAgreesWithAPlainImplementation()
    {
        QFETCH(QString, activation);
        compare(away_from_kinks(dense(activation.toUtf8(), "kaiming_normal")));
    }

    void everySchemeAgreesWithAPlainImplementation_data()
    {
        QTest::addColumn<QString>("scheme");
        for (const Scheme& scheme : schemes())
            if (!scheme.needs_convolution)
                QTest::newRow(scheme.name.c_str()) << QString::fromStdString(scheme.name);
    }
    void everySchemeAgreesWithAPlainImplementation()
    {
        QFETCH(QString, scheme);
        compare(dense("relu", scheme.toUtf8()));
    }

    void overridesAndWeightsWithAMeanAreFollowed()
    {
        Experiment e = dense("relu", "uniform", {{"low", -0.05}, {"high", 0.2}});
        e.network.overrides = {{2, Activation {"tanh", {}}, Initializer {"orthogonal", {}}, Initializer {"ones", {}}}};
        compare(e);
    }

    void everyInputDistributionHasItsMeanAndStd_data()
    {
        QTest::addColumn<QString>("distribution");
        for (const std::string& name : input_distributions())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void everyInputDistributionHasItsMeanAndStd()
    {
        QFETCH(QString, distribution);
        Experiment e = dense("relu", "zeros");
        e.input = {distribution.toStdString(), 0.5, 2, 2000, 1, {}};
        const Distribution input = measured(e).input;
        // 66000 entries, kurtosis at most 3: standard errors 2/√n of the mean and √(2/4n)·2 of the std. For natural
        // ones, n is the number of independent entries.
        const double n = input.count;
        const NaturalLikeness alike = distribution == "natural" ? natural_likeness(1, entries_of_layer(e.network, 0))
                                                                : NaturalLikeness {2000 / n, 2000 / n};
        QVERIFY(std::abs(input.mean - 0.5) < 5 * 2 * std::sqrt(alike.correlation / 2000));
        QVERIFY(std::abs(input.std - 2) < 5 * 2 * std::sqrt(0.5 * alike.square / 2000));
    }

    void signalsAreFollowedOverHundredsOfOrders_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("variance");
        QTest::addColumn<int>("layers");
        QTest::addColumn<double>("input");
        QTest::newRow("ReLU dies to 1e-230") << "relu" << 0.01 << 200 << 1.0;
        QTest::newRow("ReLU explodes to 1e+140") << "relu" << 50.0 << 200 << 1.0;
        QTest::newRow("tanh dies to 1e-150") << "tanh" << 0.01 << 150 << 1.0;
        QTest::newRow("tanh wakes from 1e-28 and is chaotic") << "tanh" << 2.0 << 30 << 1e-28;
        QTest::newRow("GELU dies") << "gelu" << 0.1 << 100 << 1.0;
        QTest::newRow("SiLU explodes") << "silu" << 100.0 << 60 << 1.0;
        QTest::newRow("ELU explodes") << "elu" << 100.0 << 60 << 1.0;
        QTest::newRow("leaky ReLU explodes") << "leaky_relu" << 60.0 << 100 << 1.0;
        QTest::newRow("sigmoid of huge inputs") << "sigmoid" << 1.0 << 5 << 1e25;
        QTest::newRow("squared ReLU dies") << "squared_relu" << 0.1 << 8 << 1.0;
        QTest::newRow("squared ReLU explodes") << "squared_relu" << 4.0 << 8 << 1.0;
        QTest::newRow("linear of tiny weights") << "linear" << 1e-40 << 7 << 1.0;
        QTest::newRow("linear of huge weights") << "linear" << 1e40 << 7 << 1.0;
    }
    void signalsAreFollowedOverHundredsOfOrders()
    {
        QFETCH(QString, activation);
        QFETCH(double, variance);
        QFETCH(int, layers);
        QFETCH(double, input);
        // Rounding grows with depth: a relative 1e-7 per layer, more where the dynamics are chaotic (χ₁ = 1.2).
        compare(deep(activation.toUtf8(), variance, layers, input), 2e-3);
    }

    void gradientsAreFollowedThroughSaturation_data()
    {
        QTest::addColumn<QString>("activation");
        for (const char* name : {"tanh", "sigmoid", "erf"})
            QTest::newRow(name) << name;
    }
    void gradientsAreFollowedThroughSaturation()
    {
        QFETCH(QString, activation);
        Experiment e = deep(activation.toUtf8(), 1e-6, 4);
        e.network.bias = {"constant", {{"value", activation == "erf" ? 12.0 : 70.0}}};
        compare(e, 1e-3);
        const Distribution gradient = *measured(e).gradient(1);
        QVERIFY(gradient.log10_of(gradient.rms) < -100);
    }

    void aLostGradientIsNamed()
    {
        Experiment e = deep("tanh", 1.0, 3);
        e.network.bias = {"constant", {{"value", 1000.0}}};
        const Measurement m = measured(e);
        QCOMPARE(m.remarks.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(m.remarks[0].text.english()).contains("gradient is exactly zero at layer 3"));
        QCOMPARE(m.gradient(1)->rms, 0.0);
    }

    void biasMeetsAVanishingSignal()
    {
        Experiment e = deep("tanh", 1e-12, 12);
        e.network.bias = {"normal", {{"std", 1e-20}}};
        compare(e);
    }

    void beyondTheRangeOfDoubleTheLogarithmIsRight()
    {
        // He's gain times √½ in each layer: the mean square is halved per layer in expectation.
        const Measurement m = measured(deep("relu", 1.0, 6000));
        const Distribution& last = *m.output(m.depth());
        QCOMPARE(last.plain(last.rms), 0.0);
        // Hanin & Nica 2018: ln‖x_L‖² has mean −L ln 2 − 5β/2 and variance 5β, β = L/n.
        const double beta = 6000.0 / 32, expected = (-6000 * std::log(2.0) - 2.5 * beta) / 2 / std::log(10.0);
        const double sigma = std::sqrt(5 * beta) / 2 / std::log(10.0);
        QVERIFY(std::abs(last.log10_of(last.rms) - expected) < 5 * sigma);
        QVERIFY(std::abs(m.gradient(1)->log10_of(m.gradient(1)->rms) - expected) < 5 * sigma);
    }

    void whatCannotBeFollowedIsNamed()
    {
        const Measurement m = measured(deep("squared_relu", 8.0, 60));
        QCOMPARE(m.remarks.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(m.remarks[0].text.english()).contains("overflows at layer"));
        QVERIFY(std::isinf(m.output(m.depth())->rms));
        QVERIFY(!m.gradient(m.depth()));
    }

    /// A GELU leaves only the smallest sample of a batch, so far below the others that the factor to scale it back is
    /// beyond float32. In the fourth replica it once became infinite, and the next layer was NaN.
    void whatIsLeftOfABatchIsFollowed()
    {
        Experiment e;
        e.network.input_width = e.network.width = 3;
        e.network.depth = 49;
        e.network.activation.name = "gelu";
        e.network.weight = {"xavier_normal", {{"gain", 1e9}}};
        e.network.bias = {"kaiming_normal", {{"nonlinearity", std::string("elu")}, {"negative_slope", 1e-4}}};
        e.input.samples = 64;
        e.measure = {.gradient = true, .weight_spectra = false, .jacobian = false, .correlation = false};
        e.seed = 794271;
        e.replicas = 4;
        const Measurement m = measured(with_completed_parameters(e));
        for (const Remark& remark : m.remarks)
            QVERIFY2(!remark.text.english().starts_with("the signal "), remark.text.english().c_str());
        for (int layer = 1; layer <= m.depth(); ++layer) {
            QVERIFY(m.preactivation(layer) && std::isfinite(m.preactivation(layer)->rms));
            QVERIFY(m.output(layer) && std::isfinite(m.output(layer)->rms));
        }
    }

    void deadAndZeroAndSaturatedAreCounted()
    {
        Experiment e = dense("relu", "kaiming_normal");
        e.network.bias = {"constant", {{"value", -3.0}}};
        Measurement m = measured(e);
        const std::vector<PlainLayer> relu = plain_network(e);
        for (std::size_t l = 0; l < relu.size(); ++l) {
            const Eigen::MatrixXd& x = relu[l].x;
            const int layer = int(l) + 1;
            QCOMPARE(*m.number(layer, Quantity::zero_fraction), double((x.array() == 0).count()) / double(x.size()));
            int dead = 0;
            for (int unit = 0; unit < x.rows(); ++unit)
                dead += (x.row(unit).array() == 0).all();
            QCOMPARE(*m.number(layer, Quantity::dead_fraction), double(dead) / double(x.rows()));
            QCOMPARE(*m.number(layer, Quantity::saturated_fraction), 0.0);
        }
        QVERIFY(*m.number(2, Quantity::dead_fraction) > 0);

        e = dense("tanh", "mean_field", {{"variance", 9.0}});
        m = measured(e);
        const std::vector<PlainLayer> tanh = plain_network(e);
        for (std::size_t l = 0; l < tanh.size(); ++l) {
            const auto saturated = double((tanh[l].x.array().abs() > 0.97).count());
            // Float32 may round an entry to the other side of the threshold.
            const double fraction = *m.number(int(l) + 1, Quantity::saturated_fraction);
            QVERIFY(std::abs(fraction * double(tanh[l].x.size()) - saturated) <= 2);
        }
    }

    void aVanishingSignalSaturatesNothing()
    {
        for (const char* name : {"tanh", "erf", "hardtanh", "softsign"}) {
            const Measurement m = measured(deep(name, 0.001, 12));
            QCOMPARE(m.depth(), 12);
            for (int l = 1; l <= m.depth(); ++l)
                QCOMPARE(*m.number(l, Quantity::saturated_fraction), 0.0);
        }
    }

    void threadsAndCacheChangeNoBit_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("samples");
        QTest::newRow("small") << 48 << 16;
        QTest::newRow("several tiles, odd") << 777 << 300;
        QTest::newRow("wide tiles") << 530 << 700;
    }
    void threadsAndCacheChangeNoBit()
    {
        QFETCH(int, width);
        QFETCH(int, samples);
        Experiment e;
        e.network.depth = 3;
        e.network.width = width;
        e.network.weight = {"orthogonal", {{"gain", 1.4}}};
        e.input.samples = samples;
        const Measurement one = measured(e, 1);
        ThreadPool pool(2);
        Context context;
        context.pool = &pool;
        NoiseCache none(0);
        const Measurement two = simulate(e, plan_of(e.network), none, context);
        for (int l = 1; l <= one.depth(); ++l) {
            QCOMPARE(one.weight(l)->std, two.weight(l)->std);
            QCOMPARE(one.preactivation(l)->mean, two.preactivation(l)->mean);
            QCOMPARE(one.output(l)->std, two.output(l)->std);
            QCOMPARE(one.output(l)->histogram.counts, two.output(l)->histogram.counts);
            QCOMPARE(one.gradient(l)->rms, two.gradient(l)->rms);
            QCOMPARE(one.gradient(l)->max, two.gradient(l)->max);
        }
    }

    void aDeeperNetworkExtendsAShallowerOne()
    {
        Experiment e = deep("tanh", 1.5, 5);
        const Measurement shallow = measured(e);
        e.network.depth = 9;
        const Measurement deeper = measured(e);
        for (int l = 1; l <= shallow.depth(); ++l)
            QCOMPARE(shallow.output(l)->std, deeper.output(l)->std);
    }

    void replicasGiveMeanAndSpread()
    {
        Experiment e = deep("relu", 2.0, 4);
        e.replicas = 5;
        const Measurement m = measured(e);
        std::vector<double> rms;
        for (int r = 0; r < 5; ++r)
            rms.push_back(plain(plain_network(e, r)[3].x).rms);
        double mean = 0, square = 0;
        for (const double x : rms)
            mean += x / 5;
        for (const double x : rms)
            square += (x - mean) * (x - mean) / 4;
        QVERIFY(std::abs(m.output(4)->rms - mean) < 1e-5 * mean);
        const Distribution& spread = *m.spread_of(4).value(m.reading.output);
        QVERIFY(std::abs(spread.rms - std::sqrt(square)) < 1e-4 * std::sqrt(square));
        QCOMPARE(m.output(4)->histogram.total(), 5.0 * 32 * 40);
    }

    void aPreviewIsTheFirstSamples()
    {
        Experiment e = deep("tanh", 1.5, 4);
        SimulateOptions options;
        options.extent = {16, 1};
        const Measurement preview = measured(e, 2, options);
        e.input.samples = 16;
        const Measurement full = measured(e);
        QCOMPARE(preview.samples, 16);
        for (int l = 1; l <= full.depth(); ++l)
            QVERIFY(std::abs(preview.output(l)->std - full.output(l)->std) < 1e-6);
    }

    void whatDoesNotFitIsRefusedWithItsEstimate()
    {
        Experiment e;
        e.network.depth = 100;
        e.network.width = 4096;
        e.input.samples = 256;
        QVERIFY(memory_estimate(e, plan_of(e.network)) < 4.0 * (1 << 30));
        SimulateOptions options;
        options.memory_limit = 1 << 20;
        try {
            measured(e, 1, options);
            QFAIL("ran");
        } catch (const TooLarge& error) {
            QVERIFY(QString(error.what()).contains("0.5 GiB"));   // 0.44e9 of signals, 0.07e9 of weights
        }
        options.extent = {8, 1};   // nor is there a preview of what cannot be run
        QVERIFY_THROWS_EXCEPTION(TooLarge, measured(e, 1, options));
    }

    /// Samples are processed in parts, so that the memory stays the same.
    void manySamplesTakeNoMoreMemory()
    {
        Experiment e;
        e.input.samples = 100'000;
        const double some = memory_estimate(e, plan_of(e.network));
        e.input.samples = 1'000'000;
        QVERIFY(memory_estimate(e, plan_of(e.network)) < 1.1 * some);
        QVERIFY(memory_estimate(e, plan_of(e.network)) < 0.7e9);
    }

    void samplesFromAnyOneOn()
    {
        Experiment e;
        e.network.width = 7;
        const Context context;
        QVERIFY(draw_input(e, 1, 40, context, 60) == draw_input(e, 1, 100, context).rightCols(40));
        QVERIFY(draw_cotangent(e, 1, 40, context, 60) == draw_cotangent(e, 1, 100, context).rightCols(40));
    }

    void aStopIsObeyed()
    {
        Experiment e;
        e.network.depth = 100;
        e.network.width = 2048;
        e.input.samples = 1024;
        NoiseCache cache(1 << 28);
        const auto seconds
            = seconds_to_stop(150, [&](const Context& context) { simulate(e, plan_of(e.network), cache, context); });
        QVERIFY(seconds && *seconds < 2);   // for a busy machine; the benchmark has the actual figure
    }
};

STEPZERO_TEST(TestSimulate, NoApplication)

}   // namespace tst_simulate
#include "tst_simulate.moc"
