// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator: published numbers, gains by hand, and every activation typed as a formula.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/math/activation/formula.h"
#include "core/math/quadrature/moments.h"
#include "core/theory/gains.h"
#include "tests/main/registered_test.h"

namespace tst_gains {

using namespace stepzero;

namespace {

ActivationFunction known(const std::string& name) { return ActivationFunction({name, {}}); }

ActivationFunction typed(const char* formula) { return std::get<ActivationFunction>(parse_formula(formula)); }

bool close(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b)); }

}   // namespace

class TestGains : public QObject {
    Q_OBJECT
private slots:
    /// tst_activation checks their published values.
    void atVarianceOneIsTheForwardGain()
    {
        for (const ActivationInfo& info : activations()) {
            const ActivationFunction phi = known(info.name);
            const Gains g = gains(phi, 1);
            QVERIFY2(g.at_q.forward && close(*g.at_q.forward, forward_gain(phi), 1e-9), info.name.c_str());
        }
    }

    void seluKeepsMeanAndVariance()
    {
        const Gains g = gains(known("selu"), 1);
        QVERIFY(std::abs(g.at_q.mean) < 1e-12);
        QVERIFY(std::abs(g.at_q.variance - 1) < 1e-12);
        QVERIFY(std::abs(*g.at_q.of_variance - 1) < 1e-12);
        QCOMPARE(*g.pytorch, 0.75);
        // Klambauer et al. 2017: the fixed point is attractive.
        const auto& points = g.at_forward_gain->points;
        QVERIFY(std::any_of(points.begin(), points.end(), [](const LengthFixedPoint& p) {
            return std::abs(p.q - 1) < 1e-9 && p.stability == Stability::stable && p.slope > 0 && p.slope < 1;
        }));
    }

    void reluByHand()
    {
        // E[φ] = √(q/2π), E[φ²] = q/2, E[φ'²] = 1/2 at every q.
        for (const double q : {0.01, 1.0, 30.0}) {
            const Gains g = gains(known("relu"), q);
            const double variance = 0.5 - 1 / (2 * std::numbers::pi);
            QVERIFY(close(*g.at_q.forward, std::numbers::sqrt2, 1e-12));
            QVERIFY(close(*g.at_q.of_variance, 1 / std::sqrt(variance), 1e-12));
            QVERIFY(close(*g.at_q.backward, std::numbers::sqrt2, 1e-12));
            QVERIFY(close(*g.pytorch, std::numbers::sqrt2, 1e-12));
            QVERIFY(close(g.critical->variances.weight, 2, 1e-12));
            QCOMPARE(g.critical->variances.bias, 0.0);
            QVERIFY(close(g.critical->length_slope, 1, 1e-12));
            QVERIFY(g.at_forward_gain->every);
            QVERIFY(close(*g.critical_weight_without_bias, 2, 1e-12));
        }
    }

    void tanhCriticalLine()
    {
        // REFERENCE: q* → (σ_w², σ_b²).
        const double rows[][3] = {{0.1, 1.177569, 0.000832}, {0.5, 1.687975, 0.038041}, {1, 2.153303, 0.150965}};
        for (const auto& row : rows) {
            const Gains g = gains(known("tanh"), row[0]);
            QVERIFY(std::abs(g.critical->variances.weight - row[1]) < 1e-6);
            QVERIFY(std::abs(g.critical->variances.bias - row[2]) < 1e-6);
            QVERIFY(g.critical->length_slope < 1);
            QVERIFY(close(*g.critical_weight_without_bias, 1, 1e-12));
            QCOMPARE(g.usable()->weight, g.critical->variances.weight);
        }
    }

    void whatDoesNotExistIsAbsent()
    {
        const Gains constant = gains(typed("0*z + 3"), 1);
        QVERIFY(constant.at_q.forward && close(*constant.at_q.forward, 1.0 / 3, 1e-12));
        QVERIFY(!constant.at_q.of_variance);
        QVERIFY(!constant.at_q.backward);
        QVERIFY(!constant.critical);
        QVERIFY(!constant.usable());
        const Gains zero = gains(typed("0*z"), 1);
        QVERIFY(!zero.at_q.forward);
        QVERIFY(!zero.at_forward_gain);
        QVERIFY(!gains(typed("gelu(z)"), 1).pytorch);
    }

    void curvesAgreeWithTheNumbers()
    {
        const Gains g = gains(known("silu"), 1.5);
        const auto& c = g.curves;
        QCOMPARE(c.value.size(), c.z.size());
        QCOMPARE(c.forward.size(), c.root_q.size());
        QCOMPARE(c.forward_ratio.size(), c.log10_q.size());
        // Both ratios pass through 1 at q.
        const auto at_q = [&](const std::vector<double>& y) {
            const double x = std::log10(1.5);
            for (std::size_t i = 0; i + 1 < y.size(); ++i)
                if (c.log10_q[i + 1] >= x) {
                    const double share = (x - c.log10_q[i]) / (c.log10_q[i + 1] - c.log10_q[i]);
                    return y[i] + share * (y[i + 1] - y[i]);
                }
            return 0.0;
        };
        QVERIFY(std::abs(at_q(c.forward_ratio) - 1) < 1e-3);   // linear between points
        if (!c.critical_ratio.empty())
            QVERIFY(std::abs(at_q(c.critical_ratio) - 1) < 1e-3);
    }

    void formulasHaveTheRegistrysGains_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("formula");
        const auto row = [](const char* name, const char* formula) { QTest::newRow(name) << name << formula; };
        row("relu", "z*step(z)");
        row("leaky_relu", "max(z, 0.01*z)");
        row("prelu", "z >= 0 ? z : z/4");
        row("elu", "max(z, exp(min(z, 0)) - 1)");
        row("selu", "1.0507009873554805*(max(0, z) + 1.6732632423543772*(exp(min(z, 0)) - 1))");
        row("celu", "max(0, z) + expm1(min(z, 0))");
        row("gelu", "z*Phi(z)");
        row("silu", "z*(1 + tanh(z/2))/2");
        row("mish", "z*tanh(ln(1 + e^z))");
        row("softplus", "max(z, 0) + log1p(exp(-abs(z)))");
        row("squared_relu", "z*max(z, 0)");
        row("tanh", "1 - 2/(exp(2*z) + 1)");
        row("sigmoid", "0.5*tanh(z/2) + 1/2");
        row("erf", "1 - erfc(z)");
        row("softsign", "z/(1 + sqrt(z^2))");
        row("hardtanh", "(abs(z + 1) - abs(z - 1))/2");
        row("hardsigmoid", "z < -3 ? 0 : z > 3 ? 1 : z/6 + 0.5");
        row("hardswish", "z <= -3 ? 0 : (z >= 3 ? z : z*(z + 3)/6)");
        row("relu6", "3 + (abs(z) - abs(z - 6))/2");
        row("sin", "2*sin(z/2)*cos(z/2)");
        row("linear", "(z + z)/2");
    }
    void formulasHaveTheRegistrysGains()
    {
        QFETCH(QString, name);
        QFETCH(QString, formula);
        const auto parsed = parse_formula(formula.toStdString());
        if (const auto* problem = std::get_if<FormulaProblem>(&parsed))
            QFAIL(problem->sentence.english().c_str());
        const auto same = [](std::optional<double> a, std::optional<double> b) {
            return a.has_value() == b.has_value() && (!a || close(*a, *b, 1e-6));
        };
        for (const double q : {0.04, 1.0, 9.0}) {
            const Gains a = gains(known(qPrintable(name)), q), b = gains(std::get<ActivationFunction>(parsed), q);
            QVERIFY(same(b.at_q.forward, a.at_q.forward));
            QVERIFY(same(b.at_q.of_variance, a.at_q.of_variance));
            QVERIFY(same(b.at_q.backward, a.at_q.backward));
            QVERIFY(std::abs(b.at_q.mean - a.at_q.mean) < 1e-9);
            QVERIFY(close(b.critical->variances.weight, a.critical->variances.weight, 1e-6));
            QVERIFY(std::abs(b.critical->variances.bias - a.critical->variances.bias) < 1e-6);
            QVERIFY(close(b.critical->length_slope, a.critical->length_slope, 1e-6));
            QVERIFY(same(b.critical_weight_without_bias, a.critical_weight_without_bias));
            const auto &m = *a.at_forward_gain, &n = *b.at_forward_gain;
            QCOMPARE(n.every, m.every);
            QCOMPARE(n.unbounded, m.unbounded);
            QCOMPARE(n.points.size(), m.points.size());
            for (std::size_t i = 0; i < m.points.size(); ++i) {
                // Rounding moves the crossing where V(q) coincides with the diagonal (relu6, far from its bend).
                QVERIFY(close(n.points[i].q, m.points[i].q, 1e-6 + 1e-11 / std::abs(m.points[i].slope - 1)));
                QCOMPARE(int(n.points[i].stability), int(m.points[i].stability));
            }
        }
    }
};

STEPZERO_TEST(TestGains, QCoreApplication)

}   // namespace tst_gains
#include "tst_gains.moc"
