// SPDX-License-Identifier: GPL-3.0-or-later
// Theory of natural inputs, whose samples have different lengths, against many networks: where it makes a prediction,
// that is right.
#include <QTest>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <numbers>

#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/simulate/simulate.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_input_theory {

using namespace stepzero;

namespace {

Experiment network(const NetworkKind& kind, const std::string& activation, double weight, double bias)
{
    Experiment e;
    e.network = kind.network;
    e.network.activation = {activation, {}};
    e.network.weight = {"mean_field", {{"variance", weight}}};
    if (kind.layered)
        e.network.bias = {"mean_field", {{"variance", bias}}};
    e.input = {.distribution = "natural", .samples = 64, .file = {}};
    e.measure.weight_spectra = e.measure.jacobian = false;
    return e;
}

/// ln of an RMS over networks, compared with theory.
struct Sum {
    const Predicted* law;
    double off = 0, square = 0, mean_square = 0;   // sums of the deviation of ln RMS and its square, and of the squared
                                                   // ratio of RMS to the predicted one
};

/// Returns signals first, then gradients, for the layers that theory covers.
std::vector<Sum> over_networks(Experiment e, const Prediction& theory, int networks)
{
    const NetworkPlan plan = plan_of(e.network);
    NoiseCache cache(std::size_t(1) << 26);
    std::vector<Sum> sums;
    for (int i = 0; i < networks; ++i) {
        e.seed = std::uint64_t(500 + i);
        const Measurement m = simulate(e, plan, cache, {});
        std::size_t next = 0;
        for (const bool gradient : {false, true})
            for (int l = 1; l <= plan.depth(); ++l) {
                const Distribution& found = gradient ? *m.gradient(l) : *m.output(l);
                const Predicted& said = gradient ? *theory.gradient(l) : *theory.output(l, Quantity::rms);
                if (i == 0)
                    sums.push_back({&said});
                const double ln = found.log10_of(found.rms) * std::numbers::ln10 - said.ln.value();
                sums[next].off += ln / networks;
                sums[next].square += ln * ln / networks;
                sums[next++].mean_square += std::exp(2 * ln) / networks;
            }
    }
    return sums;
}

}   // namespace

class TestInputTheory : public QObject {
    Q_OBJECT

private slots:
    void dense_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        std::size_t turn = 0;
        const auto row = [&turn](const char* activation, double weight, double bias) {
            if (tested::in_turn(turn++))
                QTest::addRow("%s at %g, %g", activation, weight, bias) << QString(activation) << weight << bias;
        };
        row("relu", 2, 0);
        row("relu", 1.5, 0.2);
        row("linear", 1, 0);
        row("tanh", 1, 0);
        row("tanh", 1.5, 0.05);
        row("gelu", 1.5, 0.1);
        row("sigmoid", 4, 0.1);
    }
    /// Sixty networks of width 256 through 6 layers: the mean of ln RMS within five standard errors, the variance
    /// within five sigmas of chi-square, both plus four times depth/width for the next order. Quantities that do not
    /// depend on lengths by their mean square alone are not predicted.
    void dense()
    {
        QFETCH(QString, activation);
        QFETCH(double, weight);
        QFETCH(double, bias);
        Experiment e = network(dense_kind(), activation.toStdString(), weight, bias);
        e.network.depth = 6;
        e.network.width = 256;
        e.input.samples = 128;
        constexpr int networks = 60;
        constexpr double next_order = 4.0 * 6 / 256, tail = 2.87e-7;
        const Prediction theory = predict(e, plan_of(e.network), {e.input.samples, 1}, {});
        const boost::math::chi_squared chi(networks - 1);
        const double low = quantile(chi, tail) / (networks - 1) * (1 - next_order);
        const double high = quantile(complement(chi, tail)) / (networks - 1) * (1 + next_order);
        double worst = 0, least = 1, most = 1;
        for (const Sum& sum : over_networks(e, theory, networks)) {
            const double spread = sum.law->spread.value(), shift = sum.law->shift;
            const double off = sum.off - shift + spread * spread;
            const double variance = (sum.square - sum.off * sum.off) * networks / (networks - 1);
            const double error = std::sqrt(variance / networks);
            const double ratio = variance / (spread * spread);
            QVERIFY2(std::abs(off) < 5 * error + next_order * (std::abs(shift) + spread * spread),
                qPrintable(QString("off by %1, standard error %2, shift %3").arg(off).arg(error).arg(shift)));
            QVERIFY2(ratio > low && ratio < high, qPrintable(QString("variance %1 of the law's").arg(ratio)));
            worst = std::max(worst, std::abs(off) / error);
            least = std::min(least, ratio);
            most = std::max(most, ratio);
        }
        qInfo("off by %.2f standard errors at most; variances %.2f to %.2f of the law's", worst, least, most);
        QVERIFY(!theory.output(1, Quantity::std));
        const bool odd = activation == "tanh" || activation == "linear";
        QCOMPARE(theory.output(1, Quantity::mean) != nullptr, odd);
    }

    void convolutions_data()
    {
        QTest::addColumn<QString>("distribution");
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        std::size_t turn = 0;
        for (const char* distribution : {"natural", "normal"}) {
            const auto row = [&](const char* activation, double weight, double bias) {
                if (turn++ % 2 == 0 || tested::every_case())
                    QTest::addRow("%s, %s at %g, %g", distribution, activation, weight, bias)
                        << QString(distribution) << QString(activation) << weight << bias;
            };
            row("relu", 2, 0);
            row("relu", 1.5, 0.2);
            row("linear", 1, 0);
            row("linear", 1, 0.2);
            ++turn;   // so that both distributions share the networks
        }
    }
    /// Mean squares over 60 networks of width 64 on 8 by 8 positions of three channels, within five standard errors.
    void convolutions()
    {
        QFETCH(QString, distribution);
        QFETCH(QString, activation);
        QFETCH(double, weight);
        QFETCH(double, bias);
        Experiment e = network(convolution_kind(), activation.toStdString(), weight, bias);
        e.network.depth = 6;
        e.network.width = 64;
        e.network.input_width = 3;
        e.input.distribution = distribution.toStdString();
        e.input.samples = 8;
        e = with_completed_parameters(e);
        constexpr int networks = 60;
        const Prediction theory = predict(e, plan_of(e.network), {e.input.samples, 1}, {});
        double worst = 0, largest = 0;
        for (const Sum& sum : over_networks(e, theory, networks)) {
            const double spread = std::sqrt(sum.square - sum.off * sum.off);
            const double off = std::log(sum.mean_square) / 2, error = spread / std::sqrt(networks);
            if (std::abs(off) / error > worst) {
                worst = std::abs(off) / error;
                largest = off;
            }
        }
        qInfo("off by %.2f standard errors at most, %.4f", worst, largest);
        QVERIFY(worst < 5);
    }

    /// Theory makes no prediction where different lengths would make it wrong.
    void silent()
    {
        for (const char* kind : {"convolution", "residual", "resnet"})
            for (const char* activation : {"tanh", "gelu", "squared_relu"}) {
                Experiment e = network(*find_kind(kind), activation, 1, 0);
                e = with_completed_parameters(e);
                const Prediction theory = predict(e, plan_of(e.network), {e.input.samples, 1}, {});
                QVERIFY(!theory.covers(1));
                QVERIFY2(QString::fromStdString(theory.remark.english()).contains("natural inputs"),
                    theory.remark.english().c_str());
            }
    }
};

STEPZERO_TEST(TestInputTheory, NoApplication)

}   // namespace tst_input_theory
#include "tst_input_theory.moc"
