// SPDX-License-Identifier: GPL-3.0-or-later
// The correlation of two inputs through depth, against float64 products of the same tensors and against known results
// for angles.
#include <QTest>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/parameter.h"
#include "core/network/input/input.h"
#include "core/simulate/simulate.h"
#include "tests/main/registered_test.h"

namespace tst_correlation {

using namespace stepzero;

namespace {

Measurement measured(const Experiment& experiment, int threads = 2, const SimulateOptions& options = {})
{
    ThreadPool pool(threads);
    Context context;
    context.pool = &pool;
    NoiseCache cache(1 << 28);
    return simulate(experiment, plan_of(experiment.network), cache, context, options);
}

std::vector<std::optional<double>> decorrelations(const Experiment& experiment)
{
    const Measurement m = measured(experiment);
    std::vector<std::optional<double>> all;
    for (int l = 1; l <= m.depth(); ++l)
        all.push_back(m.number(l, Quantity::decorrelation));
    return all;
}

/// Returns the mean of 1 − c over the pairs, columns 2p and 2p + 1.
double plain_decorrelation(const Eigen::MatrixXd& pairs)
{
    double mean = 0;
    for (int p = 0; p < pairs.cols(); p += 2)
        mean += (pairs.col(p).normalized() - pairs.col(p + 1).normalized()).squaredNorm() / double(pairs.cols());
    return mean;
}

std::vector<double> plain_network(const Experiment& experiment, int replica = 0)
{
    const Context context;
    NoiseCache cache(1 << 28);
    const Eigen::MatrixXd batch = draw_input(experiment, replica, experiment.input.samples, context).cast<double>();
    Eigen::MatrixXd x = draw_pairs(experiment, replica).cast<double>() * std::sqrt(batch.array().square().mean());
    std::vector<double> decorrelation;
    const NetworkPlan plan = plan_of(experiment.network);
    const DrawnParameters parameters(experiment.seed, replica, cache);
    for (const BlockPlan& layer : plan.blocks) {
        const ActivationFunction phi(layer.activation);
        const Eigen::MatrixXd w = parameters.entries(*layer.find("weight"), context).cast<double>();
        const Eigen::VectorXd b = parameters.vector(*layer.find("weight", Role::bias), context).cast<double>();
        const Eigen::MatrixXd z = (w * x).colwise() + b;
        decorrelation.push_back(plain_decorrelation(z));
        x = z.unaryExpr([&](double value) { return phi.value(value); });
    }
    return decorrelation;
}

void compare(const Experiment& experiment, double tolerance)
{
    const auto found = decorrelations(experiment);
    const std::vector<double> expected = plain_network(experiment);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t l = 0; l < expected.size(); ++l) {
        QVERIFY2(found[l], qPrintable(QString("absent at layer %1").arg(l + 1)));
        QVERIFY2(std::abs(*found[l] - expected[l]) <= tolerance * std::max(expected[l], 1e-12),
            qPrintable(QString("layer %1: %2, plain %3").arg(l + 1).arg(*found[l]).arg(expected[l])));
    }
}

Experiment dense(const char* activation, const char* scheme, Parameters parameters = {})
{
    Experiment e;
    e.network.widths = {48, 200, 7, 130, 64};
    e.network.input_width = 33;
    e.network.activation.name = activation;
    e.network.weight = {scheme, std::move(parameters)};
    e.network.bias = {"normal", {{"std", 0.1}}};
    e.input = {"uniform", 0.3, 1.5, 150, 1, {}};
    e.measure.gradient = false;
    return e;
}

Experiment deep(const char* activation, double variance, int layers, int width = 32)
{
    Experiment e;
    e.network.depth = layers;
    e.network.width = width;
    e.network.activation.name = activation;
    e.network.weight = {"mean_field", {{"variance", variance}}};
    e.input.samples = 10;
    e.measure.gradient = false;
    return e;
}

}   // namespace

class TestCorrelation : public QObject {
    Q_OBJECT
private slots:
    void the_angle_of_the_inputs_is_exact_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {1, 2, 3, 1000})
            QTest::addRow("%d units", width) << width;
    }
    void the_angle_of_the_inputs_is_exact()
    {
        QFETCH(int, width);
        for (const double angle : {0.01, 1.0, 60.0, 90.0, 179.0, 180.0}) {
            Experiment e = deep("tanh", 1, 1, width);
            e.measure.correlation_angle = angle;
            const Eigen::MatrixXf pairs = draw_pairs(e, 0);
            QCOMPARE(int(pairs.rows()), width);
            if (width == 1 && angle < 180) {
                QCOMPARE(int(pairs.cols()), 0);   // one dimension has no such angle
                QVERIFY(!measured(e).number(1, Quantity::decorrelation));
                continue;
            }
            QCOMPARE(int(pairs.cols()), 2 * correlation_pairs);
            for (int p = 0; p < pairs.cols(); p += 2) {
                const Eigen::VectorXd a = pairs.col(p).cast<double>(), b = pairs.col(p + 1).cast<double>();
                // Rounding moves a vector by at most 2^-24 of each entry, so an angle by twice that in radians.
                QVERIFY(std::abs(a.squaredNorm() / width - 1) < 2e-7 && std::abs(b.squaredNorm() / width - 1) < 2e-7);
                const Eigen::VectorXd u = a.normalized(), v = b.normalized();
                const double radians = 2 * std::atan2((u - v).norm(), (u + v).norm());
                QVERIFY(std::abs(radians - angle / 180 * M_PI) < 2.5e-7);
                if (angle == 180)
                    QCOMPARE(pairs.col(p + 1), Eigen::VectorXf(-pairs.col(p)));
                if (width > 1 && p > 0)
                    QVERIFY(pairs.col(p) != pairs.col(0));
            }
            QVERIFY(draw_pairs(e, 1) != pairs);
        }
    }

    void it_agrees_with_a_plain_implementation_data()
    {
        QTest::addColumn<QString>("activation");
        for (const ActivationInfo& info : activations())
            QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name);
    }
    void it_agrees_with_a_plain_implementation()
    {
        QFETCH(QString, activation);
        compare(dense(activation.toUtf8(), "kaiming_normal"), 1e-4);
    }

    void overrides_means_and_biases_are_followed()
    {
        Experiment e = dense("relu", "uniform", {{"low", -0.05}, {"high", 0.2}});
        e.network.overrides = {{2, Activation {"tanh", {}}, Initializer {"orthogonal", {}}, Initializer {"ones", {}}},
            {4, Activation {"elu", {{"alpha", 0.5}}}, {}, Initializer {"constant", {{"value", -2.0}}}}};
        e.measure.correlation_angle = 135;
        compare(e, 1e-4);
    }

    void correlations_near_one_keep_their_digits()
    {
        Experiment e = dense("tanh", "xavier_normal");
        e.network.widths = {300, 400, 300};
        e.measure.correlation_angle = 0.1;   // 1 − c = 1.5e-6, twenty times float32's spacing at 1
        compare(e, 1e-3);
    }

    void the_floor_is_that_of_float32_signals()
    {
        // σ_w² = 0.5, σ_b² = 0.5 is ordered: 1 − c falls by a factor χ₁ < 0.5 per layer, far below 1e-13 in 60 layers.
        Experiment e = deep("tanh", 0.5, 60, 512);
        e.network.bias = {"mean_field", {{"variance", 0.5}}};
        const auto found = decorrelations(e);
        qInfo("floor %.1e at width 512", *found[59]);
        QVERIFY(found[59] && *found[59] >= 0 && *found[59] < 1e-12);
        QVERIFY(*found[20] > *found[59]);
    }

    void zero_and_constant_signals()
    {
        Experiment e = deep("relu", 1, 3);
        e.network.weight = {"zeros", {}};
        for (const auto& d : decorrelations(e))
            QVERIFY(!d);
        e.network.bias = {"ones", {}};
        for (const auto& d : decorrelations(e))
            QCOMPARE(d, std::optional(0.0));   // the two are identical from then on

        e = deep("relu", 1, 3);
        e.network.bias = {"constant", {{"value", -100.0}}};
        const auto dead = decorrelations(e);
        QVERIFY(*dead[0] > 0);
        QCOMPARE(dead[1], std::optional(0.0));   // only the bias remains

        e = deep("tanh", 1, 3);
        e.network.bias = {"ones", {}};
        e.input.std = 0;
        for (const auto& d : decorrelations(e))
            QVERIFY(!d);   // two inputs of length 0 have no angle
    }

    void layers_of_one_unit_know_two_correlations()
    {
        Experiment e = dense("tanh", "normal");
        e.network.widths = {1, 1, 5, 1};
        for (const int input : {1, 9}) {
            e.network.input_width = input;
            e.measure.correlation_angle = input == 1 ? 180 : 100;
            compare(e, 1e-5);
            const auto found = decorrelations(e);
            for (const std::size_t l : {0, 1, 3})
                QVERIFY(std::abs(std::remainder(*found[l] * correlation_pairs, 2)) < 1e-12);   // every pair has 0 or 2
        }
    }

    void opposite_inputs()
    {
        Experiment e = deep("linear", 1, 4);
        e.measure.correlation_angle = 180;
        for (const auto& d : decorrelations(e))
            QCOMPARE(*d, 2.0);
        // ReLU keeps one half of each: x_a x_b = 0, so the outputs are uncorrelated, and the next layer's correlation
        // is about 0.
        e = deep("relu", 2, 2, 2048);
        e.measure.correlation_angle = 180;
        const double sigma = 1 / std::sqrt(2048.0 * correlation_pairs);
        QVERIFY(std::abs(*decorrelations(e)[1] - 1) < 5 * sigma);
    }

    // Powers of two in the weights change no digit of a ReLU network, however far they move its signal.
    void signals_beyond_every_range_keep_their_angle()
    {
        const auto ordinary = decorrelations(deep("relu", 2, 1000));
        for (const double far : {std::ldexp(1.0, 80), std::ldexp(1.0, -80)}) {
            const Experiment e = deep("relu", 2 * far, 1000);
            const Measurement m = measured(e);
            QVERIFY(std::abs(m.output(m.depth())->log10_of(m.output(m.depth())->rms)) > 10000);
            for (std::size_t l = 0; l < ordinary.size(); ++l) {
                const auto d = m.number(int(l) + 1, Quantity::decorrelation);
                QCOMPARE(d.has_value(), ordinary[l].has_value());
                QCOMPARE(d, ordinary[l]);
            }
        }
        QVERIFY(ordinary.back());
    }

    void a_huge_gain_gives_numbers()
    {
        for (const char* activation : {"tanh", "relu", "gelu", "selu", "sin"})
            for (const auto& d : decorrelations(deep(activation, 1e10, 1000)))
                QVERIFY(d && *d >= 0 && *d <= 2);
    }

    void what_cannot_be_followed_is_absent()
    {
        const auto found = decorrelations(deep("squared_relu", 8, 60));
        QVERIFY(found[0] && found[3]);
        QVERIFY(!found[59]);
        std::size_t last = 0;
        for (std::size_t l = 0; l < found.size(); ++l)
            if (found[l]) {
                QVERIFY(std::isfinite(*found[l]));
                last = l;
            }
        QVERIFY(last < 59);
    }

    void an_orthogonal_linear_network_keeps_every_angle()
    {
        Experiment e = deep("linear", 1, 50, 256);
        e.network.weight = {"orthogonal", {}};
        for (const double angle : {1.0, 60.0, 150.0}) {
            e.measure.correlation_angle = angle;
            const double expected = 1 - std::cos(angle / 180 * M_PI);
            for (const auto& d : decorrelations(e))
                QVERIFY(std::abs(*d - expected) < 1e-4 * expected);
        }
    }

    // z_a and z_b are n samples of two normal numbers with correlation c. Their sample correlation has the standard
    // deviation (1 − c²)/√n and the mean c − c (1 − c²)/2n. Over L layers and P pairs: √(L/(P n)) (1 − c²).
    void a_wide_linear_network_keeps_the_angle()
    {
        constexpr int width = 256, layers = 3, replicas = 100;
        Experiment e = deep("linear", 1, layers, width);
        e.replicas = replicas;
        const Measurement m = measured(e);
        const double sigma = 0.75 * std::sqrt(double(layers) / (correlation_pairs * width));
        const double bias = layers * 0.5 * 0.75 / (2 * width);
        const double mean = *m.number(layers, Quantity::decorrelation);
        const double sd = *m.spread_of(layers).number(m.reading.preactivation, Quantity::decorrelation);
        qInfo("1 - c = %.5f, expected %.5f; spread %.5f, expected %.5f", mean, 0.5 + bias, sd, sigma);
        QVERIFY(std::abs(mean - 0.5 - bias) < 5 * sigma / std::sqrt(double(replicas)));
        QVERIFY(std::abs(sd / sigma - 1) < 5 / std::sqrt(2.0 * (replicas - 1)));
    }

    void threads_change_no_bit_and_the_batch_does_not_notice()
    {
        Experiment e = deep("gelu", 2, 3, 777);
        e.input.samples = 300;
        e.measure.gradient = true;
        const Measurement one = measured(e, 1), three = measured(e, 3);
        e.measure.correlation = false;
        const Measurement without = measured(e, 2);
        for (int l = 1; l <= one.depth(); ++l) {
            QVERIFY(one.number(l, Quantity::decorrelation));
            QCOMPARE(one.number(l, Quantity::decorrelation), three.number(l, Quantity::decorrelation));
            QVERIFY(!without.number(l, Quantity::decorrelation));
            QCOMPARE(one.output(l)->std, without.output(l)->std);
            QCOMPARE(one.preactivation(l)->histogram.counts, without.preactivation(l)->histogram.counts);
            QCOMPARE(one.gradient(l)->rms, without.gradient(l)->rms);
        }
    }

    void replicas_give_mean_and_spread()
    {
        Experiment e = deep("tanh", 2, 4);
        e.replicas = 5;
        const Measurement m = measured(e);
        std::vector<double> all;
        for (int r = 0; r < 5; ++r)
            all.push_back(plain_network(e, r)[3]);
        double mean = 0, square = 0;
        for (const double d : all)
            mean += d / 5;
        for (const double d : all)
            square += (d - mean) * (d - mean) / 4;
        QVERIFY(std::abs(*m.number(4, Quantity::decorrelation) - mean) < 1e-4 * mean);
        const double sd = *m.spread_of(4).number(m.reading.preactivation, Quantity::decorrelation);
        QVERIFY(std::abs(sd - std::sqrt(square)) < 1e-3 * std::sqrt(square));
    }

    void a_preview_measures_it_too()
    {
        Experiment e = deep("tanh", 2, 4, 64);
        e.input = {"sphere", 0, 1, 100, 1, {}};   // every sample has the same length, so the pairs are the same
        SimulateOptions options;
        options.extent = {8, 1};
        const Measurement preview = measured(e, 2, options), full = measured(e);
        for (int l = 1; l <= full.depth(); ++l)
            QVERIFY(std::abs(*preview.number(l, Quantity::decorrelation) - *full.number(l, Quantity::decorrelation))
                < 1e-5);
    }
};

STEPZERO_TEST(TestCorrelation, NoApplication)

}   // namespace tst_correlation
#include "tst_correlation.moc"
