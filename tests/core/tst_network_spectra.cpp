// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Core>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/init/parameter.h"
#include "core/network/input/input.h"
#include "core/simulate/network_spectra.h"
#include "tests/main/registered_test.h"

namespace tst_network_spectra {

using namespace stepzero;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

Experiment experiment_of(
    const std::string& activation, int depth, int width, double weight_variance, double bias_variance = 0)
{
    Experiment experiment;
    experiment.network.activation = {activation, {}};
    experiment.network.depth = depth;
    experiment.network.width = width;
    experiment.network.weight = {"mean_field", {{"variance", weight_variance}}};
    experiment.network.bias = {"mean_field", {{"variance", bias_variance}}};
    experiment.input.samples = 4;
    return experiment;
}

NoiseCache& cache()
{
    static NoiseCache noise(1 << 26);
    return noise;
}

LogSpectrum jacobian_of(const Experiment& experiment, const Context& context = {})
{
    return jacobian_spectrum(experiment, plan_of(experiment.network), cache(), context);
}

/// Computes layer Jacobians directly.
std::vector<MatrixXd> plain_jacobians(const Experiment& experiment)
{
    VectorXd x = draw_input(experiment, 0, 1, Context {}).col(0).cast<double>();
    std::vector<MatrixXd> jacobians;
    const NetworkPlan plan = plan_of(experiment.network);
    const DrawnParameters parameters(experiment.seed, 0, cache());
    for (const BlockPlan& layer : plan.blocks) {
        const MatrixXd w = parameters.entries(*layer.find("weight"), Context {}).cast<double>();
        const VectorXd z = w * x + parameters.vector(*layer.find("weight", Role::bias), Context {}).cast<double>();
        const ActivationFunction phi(layer.activation);
        jacobians.emplace_back(z.unaryExpr([&](double v) { return phi.derivative(v); }).asDiagonal() * w);
        x = z.unaryExpr([&](double v) { return phi.value(v); });
    }
    return jacobians;
}

void compare(const LogSpectrum& found, const MatrixXd& matrix, double tolerance)
{
    const std::vector<double> values = singular_values(matrix, {});
    const VectorXd expected = VectorXd::Map(values.data(), Eigen::Index(values.size()));
    QCOMPARE(found.size(), std::size_t(expected.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double value = expected(Eigen::Index(i));
        if (value <= 1e-13 * expected(0))
            QVERIFY(!found[i] || *found[i] < std::log10(expected(0)) - 12);
        else if (value > 1e-5 * expected(0)) {   // below, the plain product itself is not accurate enough
            QVERIFY(found[i].has_value());
            QVERIFY(std::abs(*found[i] - std::log10(value)) < tolerance);
        }
    }
}

}   // namespace

class TestNetworkSpectra : public QObject {
    Q_OBJECT

private slots:
    void agree_with_the_plain_product_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("bias_variance");
        for (const char* name : {"linear", "relu", "leaky_relu", "tanh", "sigmoid", "gelu", "softplus", "hardtanh"}) {
            QTest::addRow("%s", name) << QString(name) << 0.0;
            QTest::addRow("%s with bias", name) << QString(name) << 0.3;
        }
    }

    void agree_with_the_plain_product()
    {
        QFETCH(QString, activation);
        QFETCH(double, bias_variance);
        Experiment experiment = experiment_of(activation.toStdString(), 3, 0, 1.5, bias_variance);
        experiment.network.widths = {24, 30, 17};
        experiment.network.input_width = 21;
        const std::vector<MatrixXd> jacobians = plain_jacobians(experiment);
        compare(jacobian_of(experiment), jacobians[2] * jacobians[1] * jacobians[0], 1e-8);
        const NetworkPlan plan = plan_of(experiment.network);
        const DrawnParameters parameters(experiment.seed, 0, cache());
        for (int layer = 1; layer <= 3; ++layer) {
            const LayerSpectra spectra = layer_spectra(experiment, plan, layer, cache(), Context {});
            QCOMPARE(spectra.layer, layer);
            compare(spectra.jacobian, jacobians[std::size_t(layer - 1)], 1e-8);
            const MatrixXd w = parameters.entries(*plan.block(layer).find("weight"), Context {}).cast<double>();
            QVERIFY(spectra.weight == singular_values(w, Context {}));
        }
    }

    /// Scaling every weight of a homogeneous network by 2^-k shifts all logarithms, even when the signal itself has
    /// left the range of double.
    void a_vanishing_signal_is_followed_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("log2_scale");
        QTest::newRow("relu, vanishing") << "relu" << -20.0;
        QTest::newRow("relu, exploding") << "relu" << 20.0;
        QTest::newRow("linear, vanishing") << "linear" << -20.0;
    }

    void a_vanishing_signal_is_followed()
    {
        QFETCH(QString, activation);
        QFETCH(double, log2_scale);
        const int depth = 120;
        const LogSpectrum plain = jacobian_of(experiment_of(activation.toStdString(), depth, 32, 2));
        const LogSpectrum scaled
            = jacobian_of(experiment_of(activation.toStdString(), depth, 32, 2 * std::exp2(2 * log2_scale)));
        QCOMPARE(plain.size(), std::size_t(32));
        QVERIFY(plain.front().has_value());
        for (std::size_t i = 0; i < plain.size(); ++i) {
            QCOMPARE(scaled[i].has_value(), plain[i].has_value());
            if (plain[i])
                QVERIFY(std::abs(*scaled[i] - *plain[i] - depth * log2_scale * std::log10(2.0)) < 1e-6);
        }
    }

    /// Deep in the ordered phase the slope of tanh is 1, so the Jacobian is that of the linear network.
    void a_tiny_tanh_network_is_linear()
    {
        const LogSpectrum linear = jacobian_of(experiment_of("linear", 200, 24, 1e-8));
        const LogSpectrum tanh = jacobian_of(experiment_of("tanh", 200, 24, 1e-8));
        // φ affects only the first layers, of sizes 1e-4, 1e-8, …: tanh' = 1 − z² differs by about 1e-7.
        for (std::size_t i = 0; i < linear.size(); ++i)
            QVERIFY(std::abs(*linear[i] - *tanh[i]) < 1e-6);
    }

    void orthogonal_layers_keep_lengths()
    {
        Experiment experiment = experiment_of("linear", 50, 40, 1);
        experiment.network.weight = {"orthogonal", {}};
        for (const std::optional<double>& x : jacobian_of(experiment))
            QVERIFY(std::abs(*x) < 1e-5);   // float32 weights: a few times 50·6e-8
    }

    void a_dead_network_has_no_values()
    {
        Experiment experiment = experiment_of("relu", 4, 16, 2);
        experiment.network.bias = {"constant", {{"value", -1e6}}};
        const LogSpectrum values = jacobian_of(experiment);
        QCOMPARE(values, LogSpectrum(16));
        experiment.network.weight = {"zeros", {}};
        QCOMPARE(jacobian_of(experiment), LogSpectrum(16));
    }

    void threads_do_not_change_a_bit()
    {
        ThreadPool one(1), two(2);
        Context a, b;
        a.pool = &one;
        b.pool = &two;
        const Experiment experiment = experiment_of("tanh", 5, 200, 1.2, 0.1);
        QVERIFY(jacobian_of(experiment, a) == jacobian_of(experiment, b));
    }

    void progress_rises_and_a_stop_ends_it()
    {
        const Experiment experiment = experiment_of("tanh", 12, 64, 1.2);
        std::stop_source source;
        Context context;
        context.stop = source.get_token();
        double last = -1;
        bool rising = true;
        context.report = [&](const Progress& progress) {
            rising = rising && progress.fraction > last;
            last = progress.fraction;
            if (progress.fraction >= 0.5)
                source.request_stop();
        };
        QVERIFY_THROWS_EXCEPTION(Stopped, jacobian_of(experiment, context));
        QVERIFY(rising);
        QCOMPARE(last, 0.5);
    }
};

STEPZERO_TEST(TestNetworkSpectra, NoApplication)

}   // namespace tst_network_spectra
#include "tst_network_spectra.moc"
