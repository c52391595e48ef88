// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed points, phases and the critical line against published numbers and closed forms.
#include <QTest>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/math/quadrature/moments.h"
#include "core/theory/mean_field.h"
#include "tests/main/registered_test.h"

namespace tst_theory_mean_field {

using namespace stepzero;

namespace {

ActivationFunction named(const char* name) { return ActivationFunction({name, {}}); }

void near(std::optional<double> found, double expected, double allowed = 1e-6)
{
    QVERIFY(found.has_value());
    QVERIFY2(std::abs(*found - expected) <= allowed,
        qPrintable(QString("%1, expected %2").arg(*found, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

}   // namespace

class TestTheoryMeanField : public QObject {
    Q_OBJECT

private slots:
    void tanh_critical_line()
    {
        const GaussianExpectation tanh(named("tanh"));
        const double table[][3] = {{0.1, 1.177569, 0.000832}, {0.5, 1.687975, 0.038041}, {1, 2.153303, 0.150965}};
        for (const auto& [q, weight, bias] : table) {
            const CriticalPoint point = critical_point(tanh, q);
            near(point.variances.weight, weight);
            near(point.variances.bias, bias);
            near(length_step(tanh, point.variances, q).length, q, 1e-12);
            near(length_step(tanh, point.variances, q).chi, 1, 1e-12);
        }
        const MeanField theory(named("tanh"));
        near(theory.critical_weight_variance(0.05), 1.760955);
        near(theory.fixed_point({1.760955, 0.05}).q_star, 0.570048);
        QVERIFY(theory.fixed_point({1.760955, 0.05}).phase == Phase::critical);
        near(theory.critical_weight_variance(0), 1, 1e-12);
    }

    void tanh_in_the_ordered_phase()
    {
        const FixedPoint p = fixed_point(named("tanh"), 1.3, 0.05);
        near(p.q_star, 0.315316);
        near(p.chi_1, 0.880164);
        near(p.c_star, 1, 0);
        near(p.xi_c, 7.8341, 5e-5);
        near(p.xi_q, 1.7852, 5e-5);
        QVERIFY(p.phase == Phase::ordered);
        QVERIFY(p.remark.empty());
    }

    /// 2 l q_l → 1 at (1, 0): E[tanh²] = q − 2q² + 17/3·…, so 1/q grows by 2 per layer, with corrections of order ln l.
    void tanh_decays_slowly_at_criticality()
    {
        const GaussianExpectation tanh(named("tanh"));
        double q = 1, product = 0, before = 0;
        for (int l = 1; l <= 20000; ++l) {
            q = tanh.moments(q).square;
            if (l == 2000)
                before = 2 * l * q;
            product = 2 * l * q;
        }
        QVERIFY(std::abs(product - 1) < 1e-3);
        QVERIFY(std::abs(product - 1) < std::abs(before - 1));
        const FixedPoint p = fixed_point(named("tanh"), 1, 0);
        QVERIFY(p.phase == Phase::critical);
        near(p.q_star, 0, 0);
        QVERIFY(std::isinf(p.xi_q.value()) && std::isinf(p.xi_c.value()));
    }

    void relu()
    {
        const MeanField theory(named("relu"));
        const GaussianExpectation& relu = theory.expectation();
        double d = 1;
        for (const double c : {0.318310, 0.493731, 0.604826}) {
            d = correlation_step(relu, {2, 0}, 1, d).decorrelation;
            near(1 - d, c);
        }
        const FixedPoint critical = theory.fixed_point({2, 0});
        QVERIFY(critical.phase == Phase::critical);
        near(critical.chi_1, 1, 1e-12);
        QVERIFY(!critical.q_star);
        QCOMPARE(critical.remark.english(), std::string("every q is a fixed point"));
        const FixedPoint above = theory.fixed_point({3, 0.1});
        QVERIFY(!above.q_star && !above.c_star && !above.xi_c && !above.phase);
        near(above.chi_1, 1.5, 1e-12);
        QVERIFY(above.length == LengthFate::grows && above.angles->fate == AngleFate::algebraic);
        near(theory.fixed_point({1.5, 0.1}).q_star, 0.4, 1e-12);
        near(theory.fixed_point({1.5, 0.1}).xi_c, -1 / std::log(0.75), 1e-10);
        near(theory.critical_weight_variance(0), 2, 1e-12);
        QVERIFY(!theory.critical_weight_variance(0.1));
        QVERIFY(!theory.fixed_point({2, 0.1}).q_star);
    }

    /// φ(cz) = c^degree φ(z) without bias: there is one correlation map for all σ_w and q. Its slope at 1 is E[φ'²]
    /// q/E[φ²], which is degree²/(2 degree − 1) for powers on either side.
    void scale_free_activations_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("slope");
        for (const ActivationInfo& info : activations())
            if (ActivationFunction({info.name, {}}).limits().homogeneous)
                QTest::addRow("%s", info.name.c_str()) << QString::fromStdString(info.name) << std::nan("");
        for (const double slope : {0.01, 0.5, 1.0, -0.3, -1.0})
            QTest::addRow("leaky_relu %g", slope) << "leaky_relu" << slope;
    }
    void scale_free_activations()
    {
        QFETCH(QString, name);
        QFETCH(double, slope);
        Activation activation {name.toStdString(), {}};
        if (!std::isnan(slope))
            activation.parameters["negative_slope"] = slope;
        const MeanField theory {ActivationFunction(activation)};
        const GaussianExpectation& e = theory.expectation();
        const Limits& limits = e.phi().limits();
        const int degree = limits.degree;
        const bool straight = degree == 1 && limits.slope_left == limits.slope_right;
        for (const double weight : {0.1, 1.0, 2.0, 9.0})
            for (const double start : {0.01, 1.0, 30.0}) {
                const FixedPoint p = theory.fixed_point({weight, 0}, start);
                QVERIFY(p.angles);
                near(p.angles->slope, degree * degree / (2.0 * degree - 1), 1e-12);
                const LengthStep step = length_step(e, {weight, 0}, start);
                const double grown = step.length / start;
                QVERIFY(p.length
                    == (std::abs(grown - 1) < 1e-9 ? LengthFate::stays
                            : grown < 1            ? LengthFate::shrinks
                                                   : LengthFate::grows));
                QVERIFY(p.phase
                    == (p.length == LengthFate::stays         ? std::optional(Phase::critical)
                            : p.length == LengthFate::shrinks ? std::optional(Phase::ordered)
                                                              : std::nullopt));
                if (straight) {
                    QVERIFY(p.angles->fate == AngleFate::unchanged && !p.c_star && !p.xi_c);
                    near(correlation_step(e, {weight, 0}, start, 0.3).decorrelation, 0.3, 1e-12);
                } else if (degree == 1) {
                    QVERIFY(p.angles->fate == AngleFate::algebraic && std::isinf(*p.xi_c));
                    near(p.c_star, 1, 0);
                    if (weight != 9 || start != 1)
                        continue;
                    // 1 − c ∝ 1/l²: a quarter of it at twice the depth, where c is near 1.
                    constexpr double near_one = 1e-4;
                    constexpr int most = 1500;
                    double d = near_one, half = 0;
                    const double rate
                        = std::sqrt(d) - std::sqrt(correlation_step(e, {weight, 0}, start, d).decorrelation);
                    const int depth = int(std::sqrt(d) / rate);   // twice this depth leaves a quarter
                    for (int l = 0; l < depth && l < most; ++l) {
                        d = correlation_step(e, {weight, 0}, start, d).decorrelation;
                        half = l == 0 ? d : half;
                    }
                    QVERIFY2(depth > most || std::abs(d / near_one - 0.25) < 0.01,
                        qPrintable(QString::number(d / near_one)));
                    QVERIFY(d < half);
                } else {
                    const CorrelationStep settled = correlation_step(e, {weight, 0}, start, 1 - *p.c_star);
                    near(1 - settled.decorrelation, *p.c_star, 1e-10);
                    near(p.xi_c, -1 / std::log(settled.slope), 1e-8 * *p.xi_c);
                }
            }
    }

    /// The correlation map converges to that of φ's linear ends where signals shrink or grow.
    void angles_in_the_limit()
    {
        const FixedPoint shrinking = MeanField(named("tanh")).fixed_point({0.5, 0});
        QVERIFY(shrinking.length == LengthFate::shrinks && shrinking.angles->fate == AngleFate::unchanged);
        QVERIFY(!shrinking.c_star && !shrinking.xi_c);
        const FixedPoint growing = MeanField(named("gelu")).fixed_point({5, 0.1});
        QVERIFY(growing.length == LengthFate::grows && growing.angles->fate == AngleFate::algebraic);
        QVERIFY(!growing.phase && !growing.c_star);
        const FixedPoint squares = MeanField(named("squared_relu")).fixed_point({3, 0.5});
        QVERIFY(squares.length == LengthFate::grows && squares.angles->fate == AngleFate::exponential);
        near(squares.angles->slope, 4.0 / 3, 1e-12);
    }

    /// max(0, z)²: V(q) = 3 σ_w² q²/2 + σ_b².
    void basins()
    {
        const MeanField theory(named("squared_relu"));
        const double low = (1 - std::sqrt(0.4)) / 3, high = (1 + std::sqrt(0.4)) / 3;
        const FixedPoint inside = theory.fixed_point({1, 0.1}, 0.3);
        near(inside.q_star, low, 1e-12);
        near(inside.basin_high, high, 1e-12);
        QVERIFY(inside.phase == Phase::ordered && inside.length == LengthFate::settles && !inside.basin_low);
        const FixedPoint outside = theory.fixed_point({1, 0.1});
        QVERIFY(!outside.q_star && !outside.phase && outside.length == LengthFate::grows);
        near(outside.basin_low, high, 1e-12);
    }

    void a_signal_ends_where_it_walks_to_data() { every_activation_data(); }
    /// From lengths on both sides of the unstable point, if there is one.
    void a_signal_ends_where_it_walks_to()
    {
        QFETCH(QString, name);
        const MeanField theory(ActivationFunction({name.toStdString(), {}}));
        for (const Variances v : {Variances {0.3, 0.05}, {1, 0.1}, {1.9, 0.2}, {2.2, 0}, {6, 0.5}})
            for (const double start : {0.01, 0.4, 3.0, 50.0}) {
                const FixedPoint p = theory.fixed_point(v, start);
                double q = start, before = 0;
                for (int l = 0; l < 3000 && q > 1e-12 && q < 1e12 && std::abs(q - before) > 1e-13 * q; ++l) {
                    before = q;
                    q = length_step(theory.expectation(), v, q).length;
                }
                const QString at = QString("(%1, %2) from %3: %4").arg(v.weight).arg(v.bias).arg(start).arg(q);
                if (p.length == LengthFate::settles)
                    QVERIFY2(std::abs(q / *p.q_star - 1) < 1e-6, qPrintable(at));
                else if (p.length == LengthFate::grows)
                    QVERIFY2(q > before && q > start, qPrintable(at));
                else if (p.length == LengthFate::shrinks)
                    QVERIFY2(q < before && q < start, qPrintable(at));
                else
                    QVERIFY2(std::abs(q / start - 1) < 1e-9, qPrintable(at));
                if (p.basin_low && p.length != LengthFate::grows)
                    QVERIFY(start > *p.basin_low && *p.q_star > *p.basin_low);
                if (p.basin_high)
                    QVERIFY(start < *p.basin_high && p.q_star.value_or(0) < *p.basin_high);
            }
    }

    void selu_is_self_normalizing()
    {
        const GaussianExpectation selu(named("selu"));
        near(selu.moments(1).mean, 0, 1e-14);
        near(selu.moments(1).variance, 1, 1e-14);
        const FixedPoint p = fixed_point(named("selu"), 1, 0);
        near(p.q_star, 1, 1e-12);
        QVERIFY(*p.xi_q > 0 && std::isfinite(*p.xi_q));
    }

    /// The half-stable points of Roberts, Yaida and Hanin 2022, section 5.3.4: χ₁ and dV/dq both equal 1.
    void double_points_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("bias");
        QTest::newRow("gelu") << "gelu" << 3.3 << 4.0 << 1.98305826 << 0.17292239;
        QTest::newRow("silu") << "silu" << 10.0 << 20.0 << 1.98800468 << 0.55514317;
    }
    void double_points()
    {
        QFETCH(QString, name);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, weight);
        QFETCH(double, bias);
        const MeanField theory(ActivationFunction({name.toStdString(), {}}));
        const auto slope = [&](double q) { return critical_point(theory.expectation(), q).length_slope - 1; };
        std::uintmax_t iterations = 100;
        const auto bracket = boost::math::tools::toms748_solve(
            slope, from, to, boost::math::tools::eps_tolerance<double>(50), iterations);
        const CriticalPoint point = critical_point(theory.expectation(), bracket.first);
        near(point.variances.weight, weight, 1e-8);
        near(point.variances.bias, bias, 1e-8);
        int half_stable = 0;
        for (const LengthFixedPoint& p : theory.length_fixed_points(point.variances).points)
            if (p.stability == Stability::half_stable) {
                ++half_stable;
                near(p.q, point.q, 1e-5 * point.q);
            }
        QCOMPARE(half_stable, 1);
    }

    void unstable_points_are_named()
    {
        const MeanField gelu(named("gelu"));
        const LengthFixedPoints fixed = gelu.length_fixed_points({2.5, 0});
        QCOMPARE(fixed.points.size(), std::size_t(2));
        QCOMPARE(fixed.points[0].q, 0.0);
        QCOMPARE(fixed.points[0].stability, Stability::stable);
        QCOMPARE(fixed.points[1].stability, Stability::unstable);
        QVERIFY(fixed.points[1].slope > 1);
        QVERIFY(fixed.unbounded);
        const FixedPoint p = gelu.fixed_point({2.5, 0}, 0.9 * fixed.points[1].q);
        near(p.q_star, 0, 0);
        QVERIFY(p.remark.english().find("unstable") != std::string::npos);
        QVERIFY(!gelu.fixed_point({2.5, 0}, 1.1 * fixed.points[1].q).q_star);
        QVERIFY(!gelu.fixed_point({5, 0}).q_star);
    }

    void every_activation_data()
    {
        QTest::addColumn<QString>("name");
        for (const ActivationInfo& info : activations())
            QTest::addRow("%s", info.name.c_str()) << QString::fromStdString(info.name);
    }
    /// Every reported number satisfies its equation: V(q*) = q*, C(c*) = c*, |dV/dq| ≤ 1, C'(1) = χ; and iteration from
    /// q = 1 arrives there.
    void every_activation()
    {
        QFETCH(QString, name);
        const MeanField theory(ActivationFunction({name.toStdString(), {}}));
        const GaussianExpectation& e = theory.expectation();
        for (const Variances v : {Variances {0.8, 0.02}, {1.4, 0.1}, {3, 0.05}, {9, 1}}) {
            const FixedPoint p = theory.fixed_point(v);
            if (!p.q_star) {
                QVERIFY(!p.remark.empty());
                continue;
            }
            const double q = *p.q_star;
            const LengthStep step = length_step(e, v, q);
            near(step.length, q, 1e-10 * q);
            near(p.chi_1, step.chi, 1e-12 * step.chi);
            QVERIFY(std::abs(step.slope) <= 1);
            double walked = 1;
            for (int i = 0; i < 3000; ++i)
                walked = v.weight * e.moments(walked).square + v.bias;
            near(walked, q, 1e-8 * q);
            if (p.length == LengthFate::shrinks)
                continue;
            QVERIFY(p.c_star.has_value());
            const double d = 1 - *p.c_star;
            if (p.phase == Phase::chaotic) {
                const CorrelationStep c = correlation_step(e, v, q, d);
                near(c.decorrelation, d, 1e-10);
                QVERIFY(c.slope < 1);
                near(p.xi_c, -1 / std::log(c.slope), 1e-8 * *p.xi_c);
            } else
                QCOMPARE(*p.c_star, 1.0);
            near(correlation_step(e, v, q, 1e-10).slope, step.chi, 1e-4 * step.chi);
            if (p.critical_weight_variance) {
                bool critical = false;
                for (const LengthFixedPoint& point :
                    theory.length_fixed_points({*p.critical_weight_variance, v.bias}).points)
                    critical = critical
                        || phase_of(length_step(e, {*p.critical_weight_variance, v.bias}, point.q).chi)
                            == Phase::critical;
                QVERIFY(critical);
            }
        }
    }

    void extreme_variances()
    {
        const MeanField tanh(named("tanh"));
        near(tanh.fixed_point({0.9, 1e-14}).q_star, 1e-13, 1e-20);
        near(tanh.fixed_point({0.5, 1e14}).q_star, 1e14, 1e3);
        const FixedPoint chaotic = tanh.fixed_point({1e6, 0});
        near(length_step(tanh.expectation(), {1e6, 0}, *chaotic.q_star).length, *chaotic.q_star, 1e-3);
        near(chaotic.c_star, 0, 0);
        near(tanh.fixed_point({0, 0.3}).q_star, 0.3, 1e-12);
        near(tanh.fixed_point({0, 0}).q_star, 0, 0);
    }

    // Below the smallest normal number a variance counts as zero: half of the smallest one would round to 0, and the
    // lengths from there on would be infinite.
    void least_variances()
    {
        constexpr double least = std::numeric_limits<double>::denorm_min();
        for (const char* name : {"linear", "mish", "tanh"}) {
            const FixedPoint point = MeanField(named(name)).fixed_point({0.25, least});
            near(point.q_star, 0, 0);
            QVERIFY(point.phase == Phase::ordered);
        }
        near(MeanField(named("softplus")).fixed_point({2 * least, 0}).q_star, 0, 0);   // φ(0)² = 0.48
        near(MeanField(named("tanh")).fixed_point({0.25, 3e-308}).q_star, 4e-308, 4e-315);   // 3e-308 / (1 − 0.25)
    }
};

STEPZERO_TEST(TestTheoryMeanField, NoApplication)

}   // namespace tst_theory_mean_field
#include "tst_theory_mean_field.moc"
