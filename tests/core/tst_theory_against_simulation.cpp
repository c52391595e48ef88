// SPDX-License-Identifier: GPL-3.0-or-later
// Theory against real networks: every activation at width 1024 through 20 layers, forward, backward and correlation.
// The spreads and shifts of finite-width theory are compared with the scatter and the mean of many networks.
#include <QTest>
#include <algorithm>
#include <array>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <numbers>
#include <string_view>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/simulate/simulate.h"
#include "core/theory/layer_theory.h"
#include "tests/main/registered_test.h"

namespace tst_theory_against_simulation {

using namespace stepzero;

namespace {

struct Number {
    const char* name;
    double predicted, spread;   // mean and standard deviation over networks
    double measured;
};

/// Returns all numbers with a theoretical distribution: RMS and std by their logarithms, which are nearly normal with
/// mean ln(predicted) + shift − spread². Only the shift of an RMS is known.
std::vector<Number> numbers(const Prediction& p, const Measurement& m, int layer)
{
    std::vector<Number> result;
    const auto logarithm = [&](const char* name, const Predicted& size, const Distribution& measured, double number) {
        if (size.spread)
            result.push_back({name, *size.ln + size.shift - *size.spread * *size.spread, *size.spread,
                measured.log10_of(number) * std::numbers::ln10});
    };
    const Distribution &z = *m.preactivation(layer), &x = *m.output(layer), &gradient = *m.gradient(layer);
    logarithm("preactivation RMS", *p.preactivation(layer, Quantity::rms), z, z.rms);
    logarithm("output RMS", *p.output(layer, Quantity::rms), x, x.rms);
    logarithm("output std", *p.output(layer, Quantity::std), x, x.std);
    logarithm("gradient RMS", *p.gradient(layer), gradient, gradient.rms);
    if (const Predicted& mean = *p.output(layer, Quantity::mean); mean.spread)
        result.push_back({"output mean", mean.value, *mean.spread, std::ldexp(x.mean, int(x.exponent))});
    // Float32 signals have rounding errors in 1 − c of about 1e-14 per layer.
    const Predicted* decorrelation = p.preactivation(layer, Quantity::decorrelation);
    if (decorrelation && decorrelation->spread && decorrelation->value > 1e-11)
        result.push_back(
            {"1 - c", decorrelation->value, *decorrelation->spread, m.number(layer, Quantity::decorrelation).value()});
    return result;
}
constexpr std::size_t number_count = 6;

Experiment network(const std::string& activation, Variances variances, int depth, int width, int samples)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = width;
    e.network.activation.name = activation;
    e.network.weight = {"mean_field", {{"variance", variances.weight}}};
    e.network.bias = {"mean_field", {{"variance", variances.bias}}};
    e.input.samples = samples;
    return e;
}

/// Points at or near criticality, and beyond it.
std::vector<Variances> settings(const std::string& activation)
{
    // Its critical length is unstable: signals leave it for 0 or infinity within the twenty layers.
    if (activation == "squared_relu")
        return {{0.5, 0.05}, {0.3, 0.1}};
    const MeanField theory(ActivationFunction({activation, {}}));
    constexpr double bias = 0.05;
    std::optional<double> weight = theory.critical_weight_variance(bias);
    if (weight)
        return {{*weight, bias}, {1.4 * *weight, 0.1}};
    weight = theory.critical_weight_variance(0);
    if (!weight)   // no length is critical at these biases; χ = 1 at q = 1
        weight = critical_point(theory.expectation(), 1).variances.weight;
    return {{*weight, 0}, {1.4 * *weight, 0.1}};
}

}   // namespace

class TestTheoryAgainstSimulation : public QObject {
    Q_OBJECT

private slots:
    /// One network is within five standard deviations of the theoretical distribution. Nothing is added for the shift
    /// of relative order depth/width for numbers other than an RMS: relative to the spread it is of order
    /// √(samples/width).
    void every_activation()
    {
        constexpr int depth = 20, width = 1024, samples = 16, networks = 1;
        struct Sum {
            std::string where;
            Number first;
            double measured = 0;
        };
        std::vector<Sum> sums;
        for (int i = 0; i < networks; ++i) {
            NoiseCache cache(std::size_t(1) << 29);   // the noise of one network, which all experiments share
            std::size_t next = 0;
            for (const ActivationInfo& info : activations())
                for (const Variances variances : settings(info.name)) {
                    Experiment e = network(info.name, variances, depth, width, samples);
                    e.seed = std::uint64_t(1 + i);
                    const NetworkPlan plan = plan_of(e.network);
                    const Prediction prediction = predict_layers(plan, e);
                    const Measurement m = simulate(e, plan, cache, {});
                    int covered = 0;
                    for (int l = 1; l <= depth; ++l)
                        for (const Number& q : numbers(prediction, m, l)) {
                            if (i == 0)
                                sums.push_back({QString("%1 of layer %2, %3 at (%4, %5)")
                                                    .arg(q.name)
                                                    .arg(l)
                                                    .arg(info.name.c_str())
                                                    .arg(variances.weight)
                                                    .arg(variances.bias)
                                                    .toStdString(),
                                    q});
                            sums[next++].measured += q.measured / networks;
                            ++covered;
                        }
                    QVERIFY2(covered >= 0.8 * number_count * depth,
                        qPrintable(QString("%1 at (%2, %3): the law covers %4 numbers")
                                       .arg(info.name.c_str())
                                       .arg(variances.weight)
                                       .arg(variances.bias)
                                       .arg(covered)));
                }
        }
        double worst = 0, squares = 0;
        std::string where;
        for (const Sum& sum : sums) {
            const double error = sum.first.spread / std::sqrt(networks);
            const double deviation = (sum.measured - sum.first.predicted) / error;
            squares += deviation * deviation;
            if (std::abs(deviation) > 4)
                qInfo("%s: %.2f standard errors of %.3g from %.6g", sum.where.c_str(), deviation, error,
                    sum.first.predicted);
            if (std::abs(deviation) > std::abs(worst)) {
                worst = deviation;
                where = sum.where;
            }
        }
        qInfo("%zu comparisons, root mean square %.2f standard errors, worst %.2f: %s", sums.size(),
            std::sqrt(squares / double(sums.size())), worst, where.c_str());
        QVERIFY2(std::abs(worst) < 5, where.c_str());
    }

    /// Sixty networks of width 256 through 10 layers. The ratio of the variance over networks to theory is within five
    /// sigmas of chi-square with 59 degrees of freedom. Four times depth/width is added for the next order.
    void spreads()
    {
        struct Case {
            const char* activation;
            Variances variances;
            int samples;
            bool orthogonal;
        };
        const Case cases[] = {{"tanh", {1, 0}, 1, false}, {"relu", {2, 0}, 128, false}, {"gelu", {1.5, 0}, 1, false},
            {"sigmoid", {4, 0.1}, 128, false}, {"selu", {1, 0.05}, 1, false}, {"tanh", {1.5, 0.05}, 128, true},
            {"relu", {2, 0.1}, 1, true}};
        constexpr int depth = 10, width = 256, networks = 60;
        struct Scatter {
            Number law;
            double sum = 0, square = 0;
        };
        struct Studied {
            Case of;
            Experiment experiment;
            NetworkPlan plan;
            Prediction prediction;
            std::vector<Scatter> scatters {};
        };
        std::vector<Studied> all;
        for (const Case& c : cases) {
            Experiment e = network(c.activation, c.variances, depth, width, c.samples);
            if (c.orthogonal)
                e.network.weight = {"orthogonal", {{"gain", std::sqrt(c.variances.weight)}}};
            const NetworkPlan plan = plan_of(e.network);
            all.push_back({c, e, plan, predict_layers(plan, e)});
        }
        NoiseCache cache(std::size_t(1) << 26);
        for (int i = 0; i < networks; ++i)
            for (Studied& one : all) {
                one.experiment.seed = std::uint64_t(100 + i);
                const Measurement m = simulate(one.experiment, one.plan, cache, {});
                std::size_t next = 0;
                for (int l = 1; l <= depth; ++l)
                    for (const Number& q : numbers(one.prediction, m, l)) {
                        if (i == 0)
                            one.scatters.push_back({q});
                        Scatter& scatter = one.scatters[next++];
                        scatter.sum += q.measured - q.predicted;
                        scatter.square += std::pow(q.measured - q.predicted, 2);
                    }
            }
        constexpr double tail = 2.87e-7, allowed = 4.0 * depth / width;
        const boost::math::chi_squared chi(networks - 1);
        const double low = quantile(chi, tail) / (networks - 1) * (1 - allowed);
        const double high = quantile(complement(chi, tail)) / (networks - 1) * (1 + allowed);
        double least = 1, most = 1;
        std::size_t count = 0;
        for (const auto& [of, experiment, plan, prediction, scatters] : all) {
            QCOMPARE(scatters.size(), number_count * depth);
            for (std::size_t j = 0; j < scatters.size(); ++j) {
                const Scatter& s = scatters[j];
                const double variance = (s.square - s.sum * s.sum / networks) / (networks - 1);
                const double ratio = variance / (s.law.spread * s.law.spread);
                least = std::min(least, ratio);
                most = std::max(most, ratio);
                ++count;
                QVERIFY2(ratio > low && ratio < high,
                    qPrintable(QString("%1 of layer %2, %3 at (%4, %5), %6 samples: variance %7 of the law's, not "
                                       "between %8 and %9")
                                   .arg(s.law.name)
                                   .arg(j / number_count + 1)
                                   .arg(of.activation)
                                   .arg(of.variances.weight)
                                   .arg(of.variances.bias)
                                   .arg(of.samples)
                                   .arg(ratio)
                                   .arg(low)
                                   .arg(high)));
            }
        }
        qInfo("%zu variances, %.2f to %.2f of the law's; allowed %.2f to %.2f", count, least, most, low, high);
    }

    void shifts_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        QTest::addColumn<QString>("distribution");
        QTest::addColumn<int>("other_width");   // width of every second layer
        QTest::addRow("relu") << "relu" << 2.0 << 0.1 << "normal" << 128;
        QTest::addRow("tanh") << "tanh" << 1.0 << 0.0 << "normal" << 128;
        QTest::addRow("tanh, uniform") << "tanh" << 1.0 << 0.0 << "uniform" << 128;
        QTest::addRow("tanh, orthogonal") << "tanh" << 1.0 << 0.0 << "orthogonal" << 128;
        QTest::addRow("tanh, orthogonal, not square") << "tanh" << 1.2 << 0.05 << "orthogonal" << 64;
        QTest::addRow("gelu") << "gelu" << 1.5 << 0.1 << "normal" << 128;
        QTest::addRow("sigmoid") << "sigmoid" << 4.0 << 0.1 << "normal" << 128;
    }
    /// The mean of ln RMS over 100 networks of width 128 through 10 layers, forward and backward: within five standard
    /// errors, plus four times depth/width of the shift and of spread² for the next order.
    void shifts()
    {
        QFETCH(QString, activation);
        QFETCH(double, weight);
        QFETCH(double, bias);
        QFETCH(QString, distribution);
        QFETCH(int, other_width);
        constexpr int depth = 10, width = 128, networks = 100;
        Experiment e = network(activation.toStdString(), {weight, bias}, depth, width, 32);
        e.network.weight.parameters["distribution"] = distribution.toStdString();
        if (other_width != width)
            for (int l = 0; l < depth; ++l)
                e.network.widths.push_back(l % 2 ? other_width : width);
        e.measure.correlation = false;
        const NetworkPlan plan = plan_of(e.network);
        const Prediction prediction = predict_layers(plan, e);
        NoiseCache cache(std::size_t(1) << 26);
        struct Sum {
            Number law;
            double shift;
            double off = 0, square = 0;
        };
        std::vector<Sum> sums;
        for (int i = 0; i < networks; ++i) {
            e.seed = std::uint64_t(1000 + i);
            const Measurement m = simulate(e, plan, cache, {});
            std::size_t next = 0;
            for (int l = 1; l <= depth; ++l)
                for (const Number& q : numbers(prediction, m, l)) {
                    const std::string_view name = q.name;
                    if (!name.ends_with("RMS"))
                        continue;
                    if (i == 0)
                        sums.push_back({q,
                            (name.starts_with("pre")             ? prediction.preactivation(l, Quantity::rms)
                                    : name.starts_with("output") ? prediction.output(l, Quantity::rms)
                                                                 : prediction.gradient(l))
                                ->shift});
                    sums[next].off += (q.measured - q.predicted) / networks;
                    sums[next++].square += std::pow(q.measured - q.predicted, 2) / networks;
                }
        }
        QCOMPARE(sums.size(), std::size_t(3 * depth));
        double worst = 0, without = 0;   // in units of the spread, after and before the shift
        for (std::size_t j = 0; j < sums.size(); ++j) {
            const auto& [law, shift, off, square] = sums[j];
            const double error = std::sqrt((square - off * off) / networks);
            const double next_order = 4.0 * depth / width * (std::abs(shift) + law.spread * law.spread);
            QVERIFY2(std::abs(off) < 5 * error + next_order,
                qPrintable(QString("%1 of layer %2: mean off by %3, standard error %4, shift %5")
                               .arg(law.name)
                               .arg(j / 3 + 1)
                               .arg(off)
                               .arg(error)
                               .arg(shift)));
            worst = std::max(worst, std::abs(off) / law.spread);
            without = std::max(without, std::abs(off + shift) / law.spread);
        }
        qInfo("mean off by %.2f spreads at most, %.2f without the shift", worst, without);
    }
};

STEPZERO_TEST(TestTheoryAgainstSimulation, NoApplication)

}   // namespace tst_theory_against_simulation
#include "tst_theory_against_simulation.moc"
