// SPDX-License-Identifier: GPL-3.0-or-later
// The curves and cobwebs of the length and correlation maps against closed kernels and direct integration.
#include <QTest>
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "core/theory/iterated_map.h"
#include "tests/main/registered_test.h"

namespace tst_theory_maps {

using namespace stepzero;

namespace {

constexpr double pi = std::numbers::pi;

/// Returns E[f(g)], g ~ N(0, 1), in adaptive pieces that end at `breaks`.
double gaussian_mean(const std::function<double(double)>& f, const std::vector<double>& breaks = {})
{
    const auto weighted = [&](double g) { return f(g) * std::exp(-g * g / 2) / std::sqrt(2 * pi); };
    using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
    std::vector<double> ends;
    for (int i = -6; i <= 6; ++i)
        ends.push_back(1.5 * i);
    for (const double g : breaks)
        if (std::abs(g) < 9)
            ends.push_back(g);
    std::sort(ends.begin(), ends.end());
    double sum = 0;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
        if (ends[i + 1] > ends[i])
            sum += Rule::integrate(weighted, ends[i], ends[i + 1], 5, 1e-11);
    return sum;
}

double length_after(const ActivationFunction& phi, Variances v, double q)
{
    std::vector<double> breaks;
    for (const double kink : phi.kinks())
        if (q > 0)
            breaks.push_back(kink / std::sqrt(q));
    return v.weight * gaussian_mean([&](double g) { return std::pow(phi.value(std::sqrt(q) * g), 2); }, breaks)
        + v.bias;
}

/// Uses two nested integrals over independent g and h: u₁ = √q g, u₂ = √q (c g + √(1 − c²) h).
double correlation_after(const ActivationFunction& phi, Variances v, double q, double c)
{
    const double s = std::sqrt(q), rest = std::sqrt(1 - c * c);
    const double product = gaussian_mean([&](double g) {
        return phi.value(s * g) * gaussian_mean([&](double h) { return phi.value(s * (c * g + rest * h)); });
    });
    return (v.weight * product + v.bias) / length_after(phi, v, q);
}

MeanField theory_of(const char* name) { return MeanField(ActivationFunction({name, {}})); }

void near(double found, double expected, double allowed)
{
    QVERIFY2(std::abs(found - expected) <= allowed,
        qPrintable(QString("%1, expected %2").arg(found, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

}   // namespace

class TestTheoryMaps : public QObject {
    Q_OBJECT

private slots:
    void length_cobweb_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        QTest::addColumn<double>("q");
        for (const ActivationInfo& info : activations())
            QTest::addRow("%s", info.name.c_str()) << QString::fromStdString(info.name) << 1.1 << 0.05 << 0.7;
        QTest::newRow("tanh, chaotic") << "tanh" << 3.0 << 0.1 << 5.0;
        QTest::newRow("tanh, from nothing") << "tanh" << 2.0 << 0.1 << 0.0;
        QTest::newRow("gelu, towards a stable point") << "gelu" << 1.9 << 0.3 << 2.0;
    }
    void length_cobweb()
    {
        QFETCH(QString, name);
        QFETCH(double, weight);
        QFETCH(double, bias);
        QFETCH(double, q);
        const ActivationFunction phi({name.toStdString(), {}});
        const Variances v {weight, bias};
        const IteratedMap map = length_map(MeanField(phi), v, q, 30);
        QVERIFY(!map.path.empty() && map.path.size() <= 30);
        QCOMPARE(map.path.front(), q);
        double walked = q, change = 1;
        for (std::size_t l = 1; l < map.path.size(); ++l) {
            QVERIFY(change > 1e-6);   // it has not converged before
            const double next = length_after(phi, v, walked);
            change = std::abs(next - walked) / next;
            walked = next;
            near(map.path[l], walked, 1e-8 * walked);
        }
        QVERIFY(map.path.size() == 30 || change <= 1e-6 * (1 + 1e-3) || length_after(phi, v, walked) > 1e99);
        QCOMPARE(map.map.x.front(), 0.0);
        for (std::size_t i = 0; i < map.map.x.size(); i += 40)
            near(map.map.y[i], length_after(phi, v, map.map.x[i]), 1e-8 * (map.map.y[i] + 1e-3));
        for (const IteratedMap::Point& point : map.fixed_points) {
            QVERIFY(point.at >= 0 && point.at <= map.map.x.back());
            near(length_after(phi, v, point.at), point.at, 1e-8 * point.at);
        }
        if (const auto q_star = MeanField(phi).fixed_point(v).q_star)
            QVERIFY(*q_star < map.map.x.back());
    }

    void lengths_that_grow_or_vanish()
    {
        const MeanField relu = theory_of("relu");
        const IteratedMap growing = length_map(relu, {4, 0}, 3, 1000);
        QCOMPARE(growing.path.size(), std::size_t(200));
        near(growing.path[50] / (3 * std::pow(2, 50)), 1, 1e-12);
        QVERIFY(growing.map.x.back() >= 12 && growing.map.x.back() < 100);
        const IteratedMap faster = length_map(relu, {400, 0}, 3, 1000);
        QVERIFY(faster.path.size() < 60 && faster.path.back() < 1e100);
        const IteratedMap vanishing = length_map(relu, {1, 0}, 3, 20);
        near(vanishing.path.back() / (3 * std::pow(2, -19)), 1, 1e-12);
        const IteratedMap nothing = length_map(relu, {1, 0}, 0, 20);
        QVERIFY(nothing.map.x.back() > 0);
        QCOMPARE(nothing.path, (std::vector<double> {0, 0}));
        QCOMPARE(length_map(relu, {2, 0}, 5, 20).path.size(), std::size_t(2));   // every q is a fixed point
        QCOMPARE(length_map(relu, {1, 0.1}, 5, 1).path.size(), std::size_t(1));
    }

    void stabilities()
    {
        const MeanField gelu = theory_of("gelu");
        const IteratedMap map = length_map(gelu, {2.5, 0}, 0.9, 50);
        QCOMPARE(map.fixed_points.size(), std::size_t(2));
        QCOMPARE(map.fixed_points[0].stability, Stability::stable);
        QCOMPARE(map.fixed_points[1].stability, Stability::unstable);
        // The double point of GELU (Roberts, Yaida and Hanin 2022): χ and dV/dq both equal 1.
        double low = 3.3, high = 4;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (critical_point(gelu.expectation(), middle).length_slope > 1 ? low : high) = middle;
        }
        const IteratedMap twice = length_map(gelu, critical_point(gelu.expectation(), low).variances, 1, 50);
        int half_stable = 0;
        for (const IteratedMap::Point& point : twice.fixed_points)
            if (point.stability == Stability::half_stable) {
                ++half_stable;
                near(point.at, low, 1e-4);
            }
        QCOMPARE(half_stable, 1);
    }

    void extreme_variances()
    {
        for (const char* name : {"tanh", "relu", "gelu", "sigmoid", "squared_relu", "sin"}) {
            const MeanField theory = theory_of(name);
            for (const Variances v : {Variances {0, 0}, {0, 0.3}, {1e-12, 1e-12}, {1e6, 0}, {1e6, 1e6}, {1, 1e12}})
                for (const double q : {0.0, 1e-30, 1.0, 1e30}) {
                    const IteratedMap map = length_map(theory, v, q, 200);
                    QVERIFY(!map.path.empty() && map.map.x.back() > 0);
                    for (const double value : map.path)
                        QVERIFY2(std::isfinite(value), name);
                    for (const double value : map.map.y)
                        QVERIFY2(!std::isnan(value), name);
                }
        }
    }

    void correlation_cobweb_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        QTest::newRow("tanh, ordered") << "tanh" << 1.3 << 0.05;
        QTest::newRow("tanh, chaotic") << "tanh" << 3.0 << 0.05;
        QTest::newRow("softplus") << "softplus" << 1.5 << 0.2;
        QTest::newRow("gelu") << "gelu" << 1.5 << 0.2;
        QTest::newRow("sin, chaotic") << "sin" << 2.5 << 0.3;
    }
    void correlation_cobweb()
    {
        QFETCH(QString, name);
        QFETCH(double, weight);
        QFETCH(double, bias);
        const ActivationFunction phi({name.toStdString(), {}});
        const MeanField theory(phi);
        const Variances v {weight, bias};
        const FixedPoint p = theory.fixed_point(v);
        const IteratedMap map = correlation_map(theory, v, *p.q_star, 0.3, 12, {});
        QCOMPARE(map.path.front(), 0.3);
        for (const std::size_t l : {std::size_t(1), std::size_t(2), std::size_t(5), map.path.size() - 1})
            near(map.path[l], correlation_after(phi, v, *p.q_star, map.path[l - 1]), 1e-8);
        QCOMPARE(map.map.x.front(), 0.0);
        QCOMPARE(map.map.x.back(), 1.0);
        near(map.map.y.back(), 1, 1e-12);
        for (const std::size_t i : {0u, 20u, 45u})
            near(map.map.y[i], correlation_after(phi, v, *p.q_star, map.map.x[i]), 1e-8);
        const bool chaotic = p.phase == Phase::chaotic;
        QCOMPARE(map.fixed_points.size(), std::size_t(chaotic ? 2 : 1));
        QCOMPARE(map.fixed_points.back().at, 1.0);
        QCOMPARE(map.fixed_points.back().stability, chaotic ? Stability::unstable : Stability::stable);
        near(map.fixed_points.front().at, *p.c_star, 1e-9);
        QCOMPARE(map.fixed_points.front().stability, Stability::stable);
        const IteratedMap longer = correlation_map(theory, v, *p.q_star, 0.3, 200, {});
        QVERIFY(longer.path.size() < 200);
        near(longer.path.back(), *p.c_star, 2e-5);
    }

    /// Cho and Saul 2009; also for a length that is not a fixed point, where only the shape of the map counts.
    void relu()
    {
        const MeanField relu = theory_of("relu");
        for (const auto& [weight, q] : {std::pair {2.0, 1.0}, {3.0, 7.0}}) {
            const IteratedMap map = correlation_map(relu, {weight, 0}, q, 0, 200, {});
            double c = 0;
            for (const double found : map.path) {
                near(found, c, 1e-11);
                c = (std::sqrt(1 - c * c) + (pi - std::acos(c)) * c) / pi;
            }
            QVERIFY(map.path.size() > 100);   // converges to c = 1 like 1/l²
            QCOMPARE(map.fixed_points.size(), std::size_t(1));
            QCOMPARE(map.fixed_points[0].stability, Stability::stable);
        }
    }

    /// An odd map is shown from −1, with both its fixed points there; so is one whose path is negative.
    void negative_correlations()
    {
        const MeanField tanh = theory_of("tanh");
        const double q = *tanh.fixed_point({2, 0}).q_star;
        const IteratedMap odd = correlation_map(tanh, {2, 0}, q, -0.5, 50, {});
        QCOMPARE(odd.map.x.front(), -1.0);
        near(odd.map.y.front(), -1, 1e-12);
        QCOMPARE(odd.fixed_points.size(), std::size_t(3));
        QCOMPARE(odd.fixed_points[0].stability, Stability::unstable);
        QCOMPARE(odd.fixed_points[1].at, 0.0);
        QCOMPARE(odd.fixed_points[1].stability, Stability::stable);
        near(odd.path[1], correlation_after(tanh.expectation().phi(), {2, 0}, q, -0.5), 1e-9);
        QCOMPARE(correlation_map(tanh, {2, 0.1}, q, -0.5, 50, {}).map.x.front(), -1.0);
        QCOMPARE(correlation_map(tanh, {2, 0.1}, q, 0.5, 50, {}).map.x.front(), 0.0);
        QVERIFY(correlation_map(theory_of("linear"), {1, 0}, 1, 0.5, 50, {}).fixed_points.empty());
    }
};

STEPZERO_TEST(TestTheoryMaps, NoApplication)

}   // namespace tst_theory_maps
#include "tst_theory_maps.moc"
