// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of a weight matrix's singular values against sampled matrices.
#include <Eigen/Core>
#include <QTest>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/init/parameter.h"
#include "core/theory/marchenko_pastur.h"
#include "tests/main/registered_test.h"

namespace tst_theory_singular {

using namespace stepzero;

namespace {

NetworkPlan network_plan(const char* scheme, int fan_in, int fan_out)
{
    Network network;
    network.widths = {fan_out};
    network.input_width = fan_in;
    network.weight = {scheme, {}};
    return plan_of(network);
}

LayerPlan plan(const char* scheme, int fan_in, int fan_out)
{
    return network_plan(scheme, fan_in, fan_out).layers.front();
}

/// Returns ∫ s^k density, by Simpson's rule in the angle between the edges, where the integrand is smooth.
double moment(const SingularValueLaw& law, int k)
{
    const auto [low, high] = law.edges();
    constexpr int n = 4000;
    const double pi = std::acos(-1.0);
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
        const double angle = pi * i / n, s = (low + high) / 2 - (high - low) / 2 * std::cos(angle);
        const double value = s > 0 ? std::pow(s, k) * law.density(s) * (high - low) / 2 * std::sin(angle) : 0;
        sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * value;
    }
    return sum * pi / n / 3;
}

}   // namespace

class TestTheorySingular : public QObject {
    Q_OBJECT

private slots:
    void moments_of_the_density()
    {
        for (const double r : {0.05, 0.5, 0.9, 1.0}) {
            const SingularValueLaw law {1.7, r, false};
            QVERIFY(std::abs(moment(law, 0) - 1) < 1e-6);
            QVERIFY(std::abs(moment(law, 2) - law.mean_square()) < 1e-6);
            const double variance = moment(law, 4) - std::pow(moment(law, 2), 2);
            QVERIFY(std::abs(variance - law.ratio * std::pow(law.scale, 4)) < 1e-5);
        }
        QCOMPARE(SingularValueLaw({1, 1, false}).edges(), std::pair(0.0, 2.0));   // λ_max of one Gaussian layer: 4
    }

    void drawn_matrices_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<int>("fan_in");
        QTest::addColumn<int>("fan_out");
        for (const char* scheme : {"kaiming_normal", "xavier_uniform", "lecun_normal", "pytorch_linear"}) {
            QTest::addRow("%s, square", scheme) << scheme << 400 << 400;
            QTest::addRow("%s, wide", scheme) << scheme << 500 << 200;
            QTest::addRow("%s, tall", scheme) << scheme << 150 << 450;
        }
    }
    /// The largest distance between the two distribution functions is below 3/n (their own fluctuation is of order √(ln
    /// n)/n). The largest value is within 5 n^(−2/3) of the edge (Tracy and Widom), and Σs² within five standard errors
    /// √(2/(fan_in fan_out)).
    void drawn_matrices()
    {
        QFETCH(QString, scheme);
        QFETCH(int, fan_in);
        QFETCH(int, fan_out);
        const NetworkPlan network = network_plan(scheme.toUtf8().constData(), fan_in, fan_out);
        NoiseCache cache(1 << 24);
        const DrawnParameters parameters(7, 0, cache);
        const Eigen::MatrixXd w = parameters.entries(*network.block(1).find("weight"), {}).cast<double>();
        const std::vector<double> values = singular_values(w, {});   // Eigen's would take a minute to compile
        const Eigen::VectorXd s = Eigen::VectorXd::Map(values.data(), Eigen::Index(values.size())).reverse();
        const auto law = singular_value_law(network.layers.front());
        QVERIFY(law && !law->single);
        const auto n = s.size();
        double below = 0, at = law->edges().first, worst = 0;
        for (Eigen::Index i = 0; i < n; ++i) {
            const double to = std::min(s[i], law->edges().second);
            constexpr int pieces = 64;
            for (int k = 0; k < pieces && to > at; ++k)
                below += law->density(at + (to - at) * (k + 0.5) / pieces) * (to - at) / pieces;
            at = std::max(at, to);
            worst = std::max(worst, std::abs(below - (double(i) + 0.5) / double(n)));
        }
        QVERIFY2(worst < 3.0 / double(n), qPrintable(QString::number(worst * double(n))));
        QVERIFY(std::abs(s[n - 1] / law->edges().second - 1) < 5 * std::pow(double(n), -2.0 / 3));
        const double mean_square = s.squaredNorm() / double(n);
        QVERIFY(std::abs(mean_square / law->mean_square() - 1) < 5 * std::sqrt(2.0 / fan_in / fan_out));
    }

    void single_values_and_none()
    {
        const auto orthogonal = singular_value_law(plan("orthogonal", 30, 50));
        QVERIFY(orthogonal && orthogonal->single);
        QCOMPARE(orthogonal->scale, 1.0);
        QVERIFY(singular_value_law(plan("eye", 30, 50))->single);
        QVERIFY(!singular_value_law(plan("ones", 30, 50)));
        QCOMPARE(singular_value_law(plan("zeros", 30, 50))->scale, 0.0);
    }
};

STEPZERO_TEST(TestTheorySingular, NoApplication)

}   // namespace tst_theory_singular
#include "tst_theory_singular.moc"
