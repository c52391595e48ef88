// SPDX-License-Identifier: GPL-3.0-or-later
// Networks whose activation is typed, against the same ones with the registry's: signals, gradients, theory, findings.
#include <QtTest>
#include <cmath>

#include "tests/cases.h"
#include "tests/core/diagnose_cases.h"
#include "tests/main/registered_test.h"

namespace tst_formula_network {

using namespace diagnose_cases;

class TestFormulaNetwork : public QObject {
    Q_OBJECT

private slots:
    void is_the_registrys_network_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("network");
        const QString mild = R"("depth": 12, "width": 96, "weight": {"scheme": "mean_field", "variance": 1.9})";
        const QString fading = R"("depth": 60, "width": 64, "weight": {"scheme": "mean_field", "variance": 0.05})";
        const QString exploding = R"("depth": 80, "width": 64, "weight": {"scheme": "mean_field", "variance": 30})";
        const QString wild = R"("depth": 4, "width": 64, "weight": {"scheme": "mean_field", "variance": 400})";
        const auto row = [](const char* name, const char* formula, const QString& network, const char* how) {
            QTest::addRow("%s, %s", name, how) << name << formula << network;
        };
        row("silu", "z/(1 + exp(-z))", mild, "mild");
        row("gelu", "0.5*z*(1 + erf(z/sqrt(2)))", mild, "mild");
        row("tanh", "(exp(z) - exp(-z))/(exp(z) + exp(-z))", mild, "mild");
        row("softplus", "log(1 + exp(z))", mild, "mild");
        row("leaky_relu", "max(z, 0.01*z)", mild, "mild");
        row("selu", "1.0507009873554805*(z > 0 ? z : 1.6732632423543772*(exp(z) - 1))", mild, "mild");
        row("elu", "z > 0 ? z : exp(z) - 1", fading, "fading");
        row("tanh", "2/(1 + exp(-2*z)) - 1", fading, "fading");
        row("relu", "(z + abs(z))/2", fading, "fading");
        row("silu", "z*sigmoid(z)", exploding, "exploding");
        row("mish", "z*tanh(log(1 + exp(z)))", exploding, "exploding");
        row("relu", "z*(z > 0)", exploding, "exploding");
        row("tanh", "tanh(z)", wild, "wild");
        row("sigmoid", "exp(z)/(1 + exp(z))", wild, "wild");
    }
    void is_the_registrys_network()
    {
        QFETCH(QString, name);
        QFETCH(QString, formula);
        QFETCH(QString, network);
        const auto with = [&](const QString& activation) {
            return examine(dense(QString(network + R"(, "activation": )" + activation).toStdString()), cache_);
        };
        const Examined a = with('"' + name + '"');
        const Examined b = with(R"({"name": "formula", "formula": ")" + formula + R"("})");
        // Floats differ in their last place in each layer. A saturated network amplifies that 20 times per layer. A
        // slope at a kink may come from the other side for an entry or two: at most 1e-3 of a gradient here.
        const bool wild = network.contains("400"), kink = name == "leaky_relu";
        for (int l = 1; l <= a.measurement.depth(); ++l) {
            const auto same = [&](const Distribution* x, const Distribution* y, double tolerance) {
                return std::abs(x->rms - y->rms) <= tolerance * std::abs(x->rms);
            };
            const double signal = wild ? 1e-3 : 1e-6 * (l + 3);
            QVERIFY2(same(a.measurement.preactivation(l), b.measurement.preactivation(l), signal), at(l));
            QVERIFY2(same(a.measurement.output(l), b.measurement.output(l), signal), at(l));
            QVERIFY2(same(a.measurement.gradient(l), b.measurement.gradient(l),
                         wild       ? 1e-2
                             : kink ? 1e-3
                                    : 1e-4),
                at(l));
            const double size = std::abs(a.prediction.output(l, Quantity::rms)->value);
            for (const Quantity quantity : {Quantity::rms, Quantity::mean}) {
                const Predicted *x = a.prediction.output(l, quantity), *y = b.prediction.output(l, quantity);
                QCOMPARE(y != nullptr, x != nullptr);
                if (x)
                    QVERIFY2(std::abs(x->value - y->value) <= 1e-6 * size, at(l));
            }
        }
        QStringList x, y;
        for (const Finding& finding : a.findings())
            x << QString::fromStdString(finding.id);
        for (const Finding& finding : b.findings())
            y << QString::fromStdString(finding.id);
        QCOMPARE(y, x);
    }

    void fixes_can_be_used()
    {
        const Examined faulty = examine(dense(R"-("depth": 40, "width": 128, "weight": {"scheme": "xavier_normal"},
            "activation": {"name": "formula", "formula": "z*tanh(log(1 + exp(z)))"})-"),
            cache_);
        int healthy = 0;
        for (const Finding& finding : faulty.findings())
            for (const Fix& fix : finding.fixes)
                healthy += examine(fix.experiment(cache_, {}), cache_).findings().empty();
        QVERIFY(healthy > 0);
    }

    /// Theory of a wave and of a long formula is fast at any length of the signal; the largest here is 10⁵⁰.
    void waves_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<double>("variance");
        std::size_t first = 0;   // variances take turns over formulas
        for (const QString& formula : {QString("z + sin(z)^2"), QString("z + sin(20*z)/20"), QString("2*z + cos(z)"),
                 QString("sin(30*z)"), long_formula()}) {
            std::size_t turn = first++;
            for (const double variance : {0.1, 1.0, 100.0})
                if (tested::in_turn(turn++))
                    QTest::newRow(qPrintable(formula + ", " + QString::number(variance))) << formula << variance;
        }
    }
    void waves()
    {
        QFETCH(QString, formula);
        QFETCH(double, variance);
        const QString network = R"("depth": 25, "width": 512, "weight": {"scheme": "mean_field", "variance": %1},
            "activation": {"name": "formula", "formula": "%2"})";
        QElapsedTimer time;
        const Experiment e = dense(network.arg(variance).arg(formula).toStdString());
        const Measurement measured = simulate(e, plan_of(e.network), cache_, {});
        time.start();
        const Prediction predicted = predict(e, plan_of(e.network), {e.input.samples, 1}, {});
        QVERIFY2(time.elapsed() < 20'000, "a second, on a machine of its own");
        for (int l = 1; l <= 25; ++l)
            if (const Distribution* x = measured.output(l)) {
                // ln of an RMS: 1/√(2·512) per layer, whose squares add up, and the shift at finite width.
                const double spread = 2 * std::sqrt(l / 1024.0);
                const double ratio = x->log10_of(x->rms) - *predicted.output(l, Quantity::rms)->log10();
                QVERIFY2(std::abs(ratio) * std::log(10.0) < 5 * spread, at(l));
            }
    }

private:
    static QString long_formula()
    {
        QStringList terms;
        for (int i = 10; i < 32; ++i)
            terms << QString("tanh(%1*z)/9").arg(i);
        return terms.join('+');
    }
    static const char* at(int layer)
    {
        static QByteArray text;
        text = "layer " + QByteArray::number(layer);
        return text;
    }
    NoiseCache cache_ {64 << 20};
};

STEPZERO_TEST(TestFormulaNetwork, stepzero::NoApplication)

}   // namespace tst_formula_network
#include "tst_formula_network.moc"
