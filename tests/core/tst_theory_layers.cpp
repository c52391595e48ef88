// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions against simulated networks, and against closed forms where the numbers leave the range of double.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"
#include "core/theory/layer_theory.h"
#include "tests/main/registered_test.h"

namespace tst_theory_layers {

using namespace stepzero;

namespace {

Experiment network(const char* activation, double weight_variance, double bias_variance, int depth, int width)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = width;
    e.network.activation.name = activation;
    e.network.weight = {"mean_field", {{"variance", weight_variance}}};
    e.network.bias = {"mean_field", {{"variance", bias_variance}}};
    e.input.samples = 64;
    return e;
}

Measurement measured(const Experiment& experiment)
{
    NoiseCache cache(std::size_t(1) << 28);
    return simulate(experiment, plan_of(experiment.network), cache, {});
}

Prediction predict(const Experiment& experiment, std::optional<InputMoments> known_input = {})
{
    return predict_layers(plan_of(experiment.network), experiment, known_input);
}

/// Return predictions at a layer's preactivations and outputs, which must exist.
const Predicted& at_z(const Prediction& p, int layer, Quantity quantity) { return *p.preactivation(layer, quantity); }
const Predicted& at_x(const Prediction& p, int layer, Quantity quantity) { return *p.output(layer, quantity); }

/// Within `sigmas` standard errors of the mean over replicas, plus the shift at finite width: relative 3/width per
/// layer.
void agree(double found, double sd, int replicas, double expected, double shift, const char* what, int layer,
    double sigmas = 5)
{
    const double allowed = sigmas * sd / std::sqrt(replicas) + shift;
    QVERIFY2(std::abs(found - expected) <= allowed,
        qPrintable(QString("%1 of layer %2: measured %3 ± %4, predicted %5 (allowed %6)")
                       .arg(what)
                       .arg(layer)
                       .arg(found)
                       .arg(sd / std::sqrt(replicas))
                       .arg(expected)
                       .arg(allowed)));
}

void compare(const Experiment& e, double sigmas = 5)
{
    const Prediction p = predict(e);
    const Measurement m = measured(e);
    QCOMPARE(int(p.blocks.size()), m.depth() + 1);
    for (int layer = 1; layer <= m.depth(); ++layer) {
        QVERIFY(p.covers(layer));
        const Distribution &weight = *m.weight(layer), &z = *m.preactivation(layer), &x = *m.output(layer),
                           &gradient = *m.gradient(layer);
        const BlockRecord& sd = m.spread_of(layer);
        const Distribution &weight_sd = *sd.weight(m.reading.weight), &z_sd = *sd.value(m.reading.preactivation),
                           &x_sd = *sd.value(m.reading.output), &gradient_sd = *sd.gradient(m.reading.gradient);
        // Leading corrections are of relative order (layers passed)/width (Roberts, Yaida, Hanin 2022).
        int narrowest = 1 << 30;
        for (int k = 0; k <= m.depth(); ++k)
            narrowest = std::min(narrowest, width_of_layer(e.network, k));
        const double shift = 3.0 * m.depth() / narrowest;
        const double weight_std = at_z(p, layer, Quantity::weight_std).value,
                     z_rms = at_z(p, layer, Quantity::rms).value, x_rms = at_x(p, layer, Quantity::rms).value,
                     gradient_rms = p.gradient(layer)->value;
        const auto compare = [&](const Distribution& found, const Distribution& deviation, double Distribution::*number,
                                 double expected, double allowed, const char* what) {
            agree(found.*number, deviation.*number, m.replicas, expected, allowed, what, layer, sigmas);
        };
        using D = Distribution;
        compare(weight, weight_sd, &D::std, weight_std, 1e-6 * weight_std, "weight std");
        compare(z, z_sd, &D::rms, z_rms, shift * z_rms, "preactivation RMS");
        compare(x, x_sd, &D::rms, x_rms, shift * x_rms, "output RMS");
        compare(x, x_sd, &D::mean, at_x(p, layer, Quantity::mean).value, shift * x_rms, "output mean");
        compare(x, x_sd, &D::std, at_x(p, layer, Quantity::std).value, shift * x_rms, "output std");
        compare(gradient, gradient_sd, &D::rms, gradient_rms, shift * gradient_rms, "gradient RMS");
        const auto fraction = [&](Quantity quantity, const char* what) {
            agree(*m.number(layer, quantity), *sd.number(m.reading.output, quantity), m.replicas,
                at_x(p, layer, quantity).value, shift, what, layer, sigmas);
        };
        fraction(Quantity::zero_fraction, "zero fraction");
        fraction(Quantity::saturated_fraction, "saturated fraction");
    }
}

}   // namespace

class TestTheoryLayers : public QObject {
    Q_OBJECT

private slots:
    void against_simulation_of_other_shapes_data()
    {
        QTest::addColumn<QString>("scheme");
        for (const char* scheme : {"xavier_uniform", "kaiming_normal", "orthogonal", "lecun_normal", "pytorch_linear"})
            QTest::newRow(scheme) << scheme;
    }
    /// Unequal widths, overrides, a bias with a mean, an input with a mean.
    void against_simulation_of_other_shapes()
    {
        QFETCH(QString, scheme);
        Experiment e;
        e.network.widths = {600, 900, 400, 1200};
        e.network.input_width = 700;
        e.network.activation.name = "tanh";
        e.network.weight = {scheme.toStdString(), {}};
        e.network.bias = {"normal", {{"mean", 0.3}, {"std", 0.2}}};
        e.network.overrides
            = {{2, Activation {"relu", {}}, {}, Initializer {"zeros", {}}}, {3, Activation {"sigmoid", {}}, {}, {}}};
        e.input = {"uniform", 0.5, 1.2, 64, 1, ""};
        e.replicas = 12;
        compare(e);
    }

    /// He and ReLU: gradients and signals of equal RMS at any depth.
    void closed_forms()
    {
        const Prediction p = predict(network("relu", 2, 0, 50, 512));
        for (int l = 1; l <= 50; ++l) {
            QVERIFY(std::abs(at_z(p, l, Quantity::rms).value - std::numbers::sqrt2) < 1e-12);
            QVERIFY(std::abs(at_x(p, l, Quantity::rms).value - 1) < 1e-12);
            QVERIFY(std::abs(p.gradient(l)->value - 1 / std::numbers::sqrt2) < 1e-12);
            QVERIFY(std::abs(at_z(p, l, Quantity::chi).value - 1) < 1e-12);
            QCOMPARE(at_x(p, l, Quantity::zero_fraction).value, 0.5);
        }
        QVERIFY(p.fixed_point.has_value());
        QCOMPARE(p.fixed_point->phase, Phase::critical);
    }

    void beyond_the_range_of_double_data()
    {
        QTest::addColumn<QString>("name");
        for (const ActivationInfo& info : activations())
            QTest::addRow("%s", info.name.c_str()) << QString::fromStdString(info.name);
    }
    /// σ_w² of 1e-4 and 1e4 through 300 layers: no NaN anywhere, and exact logarithms where φ is linear.
    void beyond_the_range_of_double()
    {
        QFETCH(QString, name);
        const ActivationFunction phi({name.toStdString(), {}});
        for (const double variance : {1e-4, 1e4}) {
            const Prediction p = predict(network(name.toUtf8().constData(), variance, 0, 300, 64));
            for (int l = 1; l <= 300; ++l) {
                QVERIFY(p.covers(l));
                for (const SitePrediction& site : p.block(l).sites)
                    for (const auto& [quantity, predicted] : site.numbers)
                        QVERIFY(!std::isnan(predicted.value) && !std::isnan(predicted.ln.value_or(0)));
                for (const Predicted* size : {p.preactivation(l, Quantity::rms), p.output(l, Quantity::std),
                         p.output(l, Quantity::rms), p.gradient(l)})
                    QVERIFY(size && size->ln);
                for (const Quantity quantity : {Quantity::mean, Quantity::zero_fraction, Quantity::saturated_fraction})
                    QVERIFY(p.output(l, quantity));
                QVERIFY(p.preactivation(l, Quantity::chi));
                const Limits& limits = phi.limits();
                if (limits.homogeneous && limits.degree == 1) {
                    const double growth = variance
                        * (limits.slope_left * limits.slope_left + limits.slope_right * limits.slope_right) / 2;
                    const double expected = (std::log(variance) + (l - 1) * std::log(growth)) / 2;
                    QVERIFY(std::abs(*at_z(p, l, Quantity::rms).ln - expected) < 1e-10 * (1 + std::abs(expected)));
                }
            }
        }
    }

    void what_is_not_covered_is_absent()
    {
        Experiment e = network("relu", 2, 0, 4, 64);
        e.network.overrides = {{3, {}, Initializer {"eye", {}}, {}}};
        const Prediction p = predict(e);
        QVERIFY(p.covers(1) && p.covers(2) && !p.covers(3) && !p.covers(4));
        QVERIFY(!p.gradient(1));
        QVERIFY(!p.fixed_point);
        QVERIFY(p.remark.english().find("layer 3") != std::string::npos);
        e.network.overrides.clear();
        e.input.file = "x.npy";
        QVERIFY(!predict(e).covers(1));
        QVERIFY(predict(e, InputMoments {}).covers(1));
        e.input.file.clear();
        e.measure.gradient = false;
        QVERIFY(predict(e).covers(1) && !predict(e).gradient(1));
    }

    void zero_weights()
    {
        const Prediction p = predict(network("relu", 0, 0, 3, 64));
        QCOMPARE(at_x(p, 2, Quantity::rms).value, 0.0);
        QCOMPARE(at_x(p, 2, Quantity::zero_fraction).value, 1.0);
        QCOMPARE(p.gradient(1)->value, 0.0);
    }

    /// The fixed point does not depend on the activation of an earlier prediction in the same thread.
    void fixedPointsOfActivationsInTurn()
    {
        std::vector<double> found;
        for (const char* name : {"tanh", "erf", "tanh"}) {
            Experiment e;
            e.network.activation.name = name;
            e.network.weight = {"mean_field", {{"variance", 2.0}}};
            found.push_back(predict(e).fixed_point->q_star.value());
        }
        QVERIFY(found[0] != found[1]);
        QCOMPARE(found[2], found[0]);
    }

    void correlation_through_depth()
    {
        const auto decorrelations = [](Experiment e, double degrees) {
            e.measure.correlation_angle = degrees;
            std::vector<double> result;
            const Prediction p = predict(e);
            for (int l = 1; l <= e.network.depth; ++l)
                result.push_back(at_z(p, l, Quantity::decorrelation).value);
            return result;
        };
        const auto relu = decorrelations(network("relu", 2, 0, 5, 64), 90);
        const double iterates[] = {0, 0.318310, 0.493731, 0.604826};
        for (std::size_t l = 0; l < 4; ++l)
            QVERIFY(std::abs(1 - relu[l] - iterates[l]) < 1e-6);
        // Near the fixed point the distance shrinks by exp(−1/ξ_c) per layer.
        const Experiment e = network("tanh", 2.5, 0.05, 200, 64);
        const FixedPoint p = *predict(e).fixed_point;
        const auto tanh = decorrelations(e, 85);
        const auto distance = [&](std::size_t l) { return 1 - tanh[l] - *p.c_star; };
        QVERIFY(std::abs(std::log(distance(80) / distance(79)) + 1 / *p.xi_c) < 1e-4);
        QVERIFY(std::abs(distance(199)) < 1e-6);
        Experiment without = e;
        without.measure.correlation = false;
        QVERIFY(!predict(without).preactivation(1, Quantity::decorrelation));
    }

    void correlation_of_many_layers_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        QTest::newRow("tanh, ordered") << "tanh" << 1.3 << 0.05;
        QTest::newRow("tanh, chaotic") << "tanh" << 3.0 << 0.05;
        QTest::newRow("relu, critical") << "relu" << 2.0 << 0.0;
        QTest::newRow("erf, ordered") << "erf" << 0.8 << 0.1;
    }
    /// Layer-by-layer integrals, accurate to 1e-9 relative.
    void correlation_of_many_layers()
    {
        QFETCH(QString, name);
        QFETCH(double, weight);
        QFETCH(double, bias);
        const GaussianExpectation expectation(ActivationFunction({name.toStdString(), {}}));
        const Prediction p = predict(network(name.toUtf8().constData(), weight, bias, 400, 64));
        double half_difference = 0.5, square = 1;
        for (int l = 1; l <= 400; ++l) {
            const double q = weight * square + bias, d = weight * half_difference / q;
            const double found = at_z(p, l, Quantity::decorrelation).value;
            QVERIFY2(std::abs(found / d - 1) < 1e-9,
                qPrintable(QString("layer %1: %2, by integrals %3").arg(l).arg(found, 0, 'g', 15).arg(d, 0, 'g', 15)));
            half_difference = expectation.pair(q, q, d).half_square_difference;
            square = expectation.moments(q).square;
        }
    }

    /// Hanin and Nica for one input: ln‖x‖² has variance 5β (ReLU), 2β (linear).
    void spread_of_one_input()
    {
        for (const auto& [name, factor] : {std::pair("relu", 5.0), std::pair("linear", 2.0)}) {
            Experiment e = network(name, factor == 5 ? 2 : 1, 0, 20, 1000);
            e.input.samples = 1;
            e.input.distribution = "sphere";
            const Prediction p = predict(e);
            const double spread = *at_x(p, 20, Quantity::rms).spread;
            QVERIFY(std::abs(4 * spread * spread - factor * 0.02) < 0.005 * factor * 0.02);
        }
    }

    /// φ = relu²: E[x²] = E[z⁴]/2, whose mean over networks is known. One layer from a sphere: E[z⁴] = 3q² n/(n + 2)
    /// for orthogonal weights. From x_0 with E[x_0⁴] = 3 (E[x_0²])², it is 3 (1 + 2/n) q² for Gaussian weights. For
    /// uniform ones, whose excess kurtosis is −6/5, it is 3 (1 + 2/n − 6/5n) q². The second layer has 3 E[q²], in which
    /// q fluctuates by Var(x_1²) = (105/2 − 9/4) q_1⁴ over n units.
    void shift_of_squares()
    {
        constexpr int width = 4000;
        const auto prediction = [&](const char* distribution, const char* input) {
            Experiment e = network("squared_relu", 0.3, 0, 2, width);
            e.network.weight.parameters["distribution"] = std::string(distribution);
            e.input.distribution = input;
            return predict(e);
        };
        const auto shift = [&](int layer, const char* distribution, const char* input) {
            const Prediction p = prediction(distribution, input);
            return at_x(p, layer, Quantity::rms).shift;
        };
        const auto close = [](double found, double of_square) {
            return std::abs(2 * width * found - of_square) < 0.01 * std::abs(of_square);
        };
        QVERIFY(close(shift(1, "orthogonal", "sphere"), -2));
        QVERIFY(close(shift(1, "normal", "normal"), 2));
        QVERIFY(close(shift(1, "uniform", "normal"), 2 - 1.2));
        QVERIFY(std::abs(shift(1, "normal", "sphere")) < 1e-9);
        const Prediction p = prediction("normal", "normal");
        QCOMPARE(at_z(p, 1, Quantity::rms).shift, 0.0);
        QVERIFY(close(shift(2, "normal", "sphere"), (105.0 / 2 - 9.0 / 4) / (9.0 / 4)));
    }
};

STEPZERO_TEST(TestTheoryLayers, NoApplication)

}   // namespace tst_theory_layers
#include "tst_theory_layers.moc"
