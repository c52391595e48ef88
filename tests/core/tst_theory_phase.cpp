// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram of every activation against fixed points computed one by one; landmarks against closed forms.
#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "core/base/words/nan.h"
#include "core/base/words/problem.h"
#include "core/files/validate.h"
#include "core/network/init/scheme.h"
#include "core/theory/phase_map.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_theory_phase {

using namespace stepzero;

namespace {

void every_activation()
{
    QTest::addColumn<QString>("name");
    for (const ActivationInfo& info : activations())
        QTest::addRow("%s", info.name.c_str()) << QString::fromStdString(info.name);
}

QString text(Variances v) { return QString("at (%1, %2)").arg(v.weight, 0, 'g', 9).arg(v.bias, 0, 'g', 9); }

/// Returns χ as a map has it: at the fixed point, or for long signals.
double chi_of(const MeanField& theory, Variances v, const FixedPoint& p)
{
    return p.q_star ? *p.chi_1 : length_step(theory.expectation(), v, 1e12).chi;
}

bool is_round(double number)
{
    const double digit = number / std::pow(10, std::floor(std::log10(number) + 1e-9));
    for (const double round : {1.0, 2.0, 2.5, 4.0, 5.0})
        if (std::abs(digit - round) < 1e-9)
            return true;
    return false;
}

}   // namespace

class TestTheoryPhase : public QObject {
    Q_OBJECT

private slots:
    void against_fixed_points_data() { every_activation(); }
    /// At random cells of three ranges. A cell whose χ disagrees must lie within 1e-4 (relative) of a jump between
    /// fixed points: there MeanField itself has the map's value.
    void against_fixed_points()
    {
        QFETCH(QString, name);
        const Context context;
        const PhaseTheory theory({name.toStdString(), {}}, context);
        const MeanField& point_by_point = theory.mean_field();
        const PhaseRange usual = theory.range_with({0, 0});
        std::mt19937 random(7);
        int at_jumps = 0, close_to_line = 0, compared = 0;
        for (const PhaseRange range :
            {usual, PhaseRange {4 * usual.weight, 4 * usual.bias}, PhaseRange {2 * usual.weight, 0.02 * usual.bias}}) {
            const int columns = 49, rows = 31;
            const PhaseMap map = theory.map(range, columns, rows, true, context);
            QCOMPARE(int(map.chi.size()), columns * rows);
            QCOMPARE(map.depth_scale.size(), map.chi.size());
            for (int k = 0; k < tested::cases(60); ++k) {
                const int i = int(random() % unsigned(columns)), j = int(random() % unsigned(rows));
                const Variances v {(i + 0.5) * range.weight / columns, (j + 0.5) * range.bias / rows};
                const FixedPoint p = point_by_point.fixed_point(v, v.weight + v.bias);
                const double expected = chi_of(point_by_point, v, p);
                const double chi = map.chi[std::size_t(j * columns + i)];
                const double xi = map.depth_scale[std::size_t(j * columns + i)];
                ++compared;
                if (std::abs(chi - expected) > 2e-6 * expected) {
                    bool jump = false;
                    for (const double a : {1 - 1e-4, 1.0, 1 + 1e-4})
                        for (const double b : {1 - 1e-4, 1.0, 1 + 1e-4}) {
                            const Variances nearby {a * v.weight, b * v.bias};
                            const double other = chi_of(point_by_point, nearby,
                                point_by_point.fixed_point(nearby, nearby.weight + nearby.bias));
                            jump = jump || std::abs(chi - other) < 1e-2 * other;
                        }
                    QVERIFY2(jump, qPrintable(text(v) + QString(": %1, expected %2").arg(chi).arg(expected)));
                    ++at_jumps;
                    continue;
                }
                if (!p.q_star)
                    continue;
                const double xi_expected = *p.xi_c;
                if (std::abs(expected - 1) < 1e-3) {   // ξ_c diverges, so its inverse is compared
                    QVERIFY2(std::abs(1 / xi - 1 / xi_expected) < 1e-6, qPrintable(text(v)));
                    ++close_to_line;
                } else {
                    const double allowed = xi_expected < 0.05 ? 0.05 : xi_expected < 1 ? 1e-3 : 3e-4;
                    const double error
                        = xi_expected < 0.05 ? std::abs(xi - xi_expected) : std::abs(xi - xi_expected) / xi_expected;
                    QVERIFY2(error <= allowed,
                        qPrintable(text(v) + QString(": xi %1, expected %2").arg(xi).arg(xi_expected)));
                }
            }
        }
        qInfo("%d cells, %d at jumps, %d close to the critical line", compared, at_jumps, close_to_line);
        QVERIFY(at_jumps <= 2);
    }

    void critical_line_data() { every_activation(); }
    void critical_line()
    {
        QFETCH(QString, name);
        const Context context;
        const PhaseTheory theory({name.toStdString(), {}}, context);
        const GaussianExpectation e(ActivationFunction({name.toStdString(), {}}));
        for (const PhaseRange range : {theory.range_with({0, 0}), theory.range_with({50, 3})}) {
            const PhaseMap map = theory.map(range, 4, 4, false, context);
            const std::vector<CriticalPoint>& line = map.critical_line;
            QVERIFY(!line.empty() || !map.edges.empty());
            for (std::size_t i = 0; i < line.size(); ++i) {
                const CriticalPoint& p = line[i];
                if (std::isnan(p.q))
                    continue;
                QVERIFY(p.variances.weight >= 0 && p.variances.weight <= range.weight);
                QVERIFY(p.variances.bias >= 0 && p.variances.bias <= range.bias);
                if (i > 0 && !std::isnan(line[i - 1].q)) {
                    const Variances before = line[i - 1].variances;
                    QVERIFY(std::abs(p.variances.weight - before.weight) < range.weight / 500);
                    QVERIFY(std::abs(p.variances.bias - before.bias) < range.bias / 500);
                }
                if (p.q == infinity)
                    continue;   // vertical_line()
                const LengthStep step = length_step(e, p.variances, p.q);
                QVERIFY2(std::abs(step.chi - 1) < 1e-9, qPrintable(text(p.variances)));
                QVERIFY2(std::abs(step.length - p.q) <= 1e-10 * p.q, qPrintable(text(p.variances)));
                QVERIFY(std::abs(step.slope - p.length_slope) <= 1e-9);
                QVERIFY(step.slope < 1 + 1e-9 || p.q == 0);   // signals converge there
            }
        }
    }

    void edges_data() { every_activation(); }
    /// On the two sides of an edge the same input converges differently, and nowhere else.
    void edges()
    {
        QFETCH(QString, name);
        const Context context;
        const PhaseTheory theory({name.toStdString(), {}}, context);
        const auto end_of = [&](Variances v, double input) {
            const FixedPoint p = theory.mean_field().fixed_point(v, input * v.weight + v.bias);
            return p.q_star.value_or(infinity);
        };
        std::size_t turn = name.size();   // lengths of inputs take turns over activations
        for (const double input : {1.0, 0.3}) {
            if (turn++ % 2 != 0 && !tested::every_case())
                continue;
            const PhaseRange range = theory.range_with({0, 0});
            const PhaseMap map = theory.map(range, 40, 40, false, context, input);
            for (const CriticalPoint& p : map.edges) {
                if (std::isnan(p.q))
                    continue;
                const auto [weight, bias] = p.variances;
                const double step = 1e-3 * (bias + range.bias);
                const double below = end_of({weight, std::max(bias - step, 1e-6 * range.bias)}, input),
                             above = end_of({weight, bias + step}, input);
                QVERIFY2(std::abs(std::log(above / below)) > 0.04, qPrintable(text(p.variances)));
            }
            // Along a column where growth begins, an edge or the vertical line is within a cell. Otherwise the length
            // has diverged, as σ_w² approaches the value at which φ's linear ends grow.
            const Limits& limits = theory.mean_field().expectation().phi().limits();
            const double at_infinity = 2 / (std::pow(limits.growth_left, 2) + std::pow(limits.growth_right, 2));
            for (int i = 0; i < map.columns; ++i)
                for (int j = 1; j < map.rows; ++j) {
                    const auto cell = std::size_t(j * map.columns + i), under = cell - std::size_t(map.columns);
                    if (map.grows[cell] == map.grows[under])
                        continue;
                    if (limits.degree == 1
                        && std::abs((i + 0.5) / map.columns - at_infinity / range.weight) < 1.5 / map.columns)
                        continue;
                    const double x = (i + 0.5) / map.columns, y = double(j) / map.rows;
                    const auto near = [&](const CriticalPoint& p) {
                        return std::abs(p.variances.weight / range.weight - x) < 1.0 / map.columns
                            && std::abs(p.variances.bias / range.bias - y) < 1.0 / map.rows;
                    };
                    QVERIFY2(std::any_of(map.edges.begin(), map.edges.end(), near)
                            || std::any_of(map.critical_line.begin(), map.critical_line.end(), near),
                        qPrintable(QString("%1 %2").arg(x).arg(y)));
                }
        }
    }

    /// max(0, z)²: E[φ²] = 3q²/2. Its lengths have no fixed point beyond the fold 6 σ_w² σ_b² = 1. Below it the
    /// unstable one is the input's first length q = σ_w² + σ_b² where 3q²/2 = 1.
    void edges_of_squared_relu()
    {
        const Context context;
        const PhaseMap map = PhaseTheory({"squared_relu", {}}, context).map({2, 0.5}, 40, 40, false, context);
        QVERIFY(map.critical_line.empty());   // χ = 1 only at the unstable length
        const double q = std::sqrt(2.0 / 3), meeting = 1 / (3 * q);
        int folds = 0, starts = 0;
        for (const CriticalPoint& p : map.edges) {
            if (std::isnan(p.q))
                continue;
            const auto [weight, bias] = p.variances;
            const bool fold = weight < meeting;
            ++(fold ? folds : starts);
            const double expected = fold ? 1 / (6 * weight) : q - weight;
            QVERIFY2(std::abs(bias - expected) < 1e-5, qPrintable(text(p.variances)));
        }
        QVERIFY2(folds > 5 && starts > 50, qPrintable(QString("%1 %2").arg(folds).arg(starts)));
        for (int i = 0; i < 40; ++i)
            for (int j = 0; j < 40; ++j) {
                const double weight = (i + 0.5) / 20, bias = (j + 0.5) / 80;
                const bool grows = weight < meeting ? 6 * weight * bias > 1 : weight + bias > q;
                QCOMPARE(bool(map.grows[std::size_t(j * 40 + i)]), grows);
            }
    }

    void vertical_line_data() { every_activation(); }
    /// Left of a vertical piece is the ordered phase. Right of it lengths grow and χ > 1, and on it they grow as well,
    /// with χ → 1. Activations without one are bounded, or not linear far out, or have χ > 1 on both sides.
    void vertical_line()
    {
        QFETCH(QString, name);
        const Context context;
        const PhaseTheory theory({name.toStdString(), {}}, context);
        const MeanField& m = theory.mean_field();
        const Limits& limits = m.expectation().phi().limits();
        const double at_infinity = 2 / (std::pow(limits.growth_left, 2) + std::pow(limits.growth_right, 2));
        const PhaseRange range = theory.range_with({at_infinity < 1e3 ? at_infinity : 0, 0});
        int found = 0;
        double lowest = infinity, highest = 0;
        for (const CriticalPoint& p : theory.map(range, 4, 4, false, context).critical_line)
            if (p.q == infinity) {
                ++found;
                QCOMPARE(p.variances.weight, at_infinity);
                lowest = std::min(lowest, p.variances.bias);
                highest = std::max(highest, p.variances.bias);
            }
        if (found) {
            QCOMPARE(lowest, 0.0);
            QCOMPARE(highest, range.bias);
            for (const double b : {0.05 * range.bias, 0.8 * range.bias}) {
                const FixedPoint left = m.fixed_point({0.999 * at_infinity, b});
                QVERIFY(left.q_star && *left.chi_1 < 1);
                QVERIFY(!m.fixed_point({1.001 * at_infinity, b}).q_star);
                QVERIFY(length_step(m.expectation(), {1.001 * at_infinity, b}, 1e12).chi > 1);
                QVERIFY(!m.fixed_point({at_infinity, b}).q_star);
                QVERIFY(std::abs(length_step(m.expectation(), {at_infinity, b}, 1e20).chi - 1) < 1e-9);
            }
        } else if (!limits.bounded && limits.degree == 1)
            QVERIFY(m.fixed_point({(1 - 1e-6) * at_infinity, 1}).chi_1.value() > 1);
        const bool expected
            = name == "relu" || name == "leaky_relu" || name == "prelu" || name == "linear" || name == "softplus";
        QCOMPARE(found > 0, expected);
    }

    void tanh_numbers()
    {
        const Context context;
        const PhaseTheory theory({"tanh", {}}, context);
        const std::vector<CriticalPoint> line = theory.map({4, 0.5}, 4, 4, false, context).critical_line;
        const double table[][3] = {
            {0.1, 1.177569, 0.000832}, {0.5, 1.687975, 0.038041}, {1, 2.153303, 0.150965}, {0.570048, 1.760955, 0.05}};
        for (const auto& [q, weight, bias] : table) {
            // Interpolates through the four points of the line around this q.
            std::size_t above = 0;
            while (line.at(above).q < q)
                ++above;
            double found_weight = 0, found_bias = 0;
            for (std::size_t i = above - 2; i < above + 2; ++i) {
                double share = 1;
                for (std::size_t j = above - 2; j < above + 2; ++j)
                    if (j != i)
                        share *= (q - line.at(j).q) / (line[i].q - line[j].q);
                found_weight += share * line[i].variances.weight;
                found_bias += share * line[i].variances.bias;
            }
            QVERIFY2(std::abs(found_weight - weight) < 1e-6, qPrintable(QString::number(found_weight, 'g', 10)));
            QVERIFY2(std::abs(found_bias - bias) < 1e-6, qPrintable(QString::number(found_bias, 'g', 10)));
        }
    }

    void relu_in_closed_form()
    {
        const Context context;
        const PhaseMap map = PhaseTheory({"relu", {}}, context).map({4, 1}, 20, 10, true, context);
        for (int i = 0; i < 20; ++i)
            for (int j = 0; j < 10; ++j) {
                const double weight = (i + 0.5) * 0.2;
                const auto cell = std::size_t(j * 20 + i);
                QVERIFY(std::abs(map.chi[cell] - weight / 2) < 1e-6);
                if (weight < 2)
                    QVERIFY(std::abs(map.depth_scale[cell] * std::log(weight / 2) + 1) < 1e-5);
                else
                    QCOMPARE(double(map.depth_scale[cell]), infinity);
            }
    }

    /// At (5, 1) φ = max(0, z)² has no fixed point. For long signals c' = E[φφ']/E[φ²] for any variances, which is the
    /// arc-cosine kernel of order 2 (Cho and Saul 2009): ((1 + 2c²)(π − θ) + 3 sin θ cos θ)/(3π).
    void squared_relu_grows()
    {
        const Context context;
        const PhaseMap map = PhaseTheory({"squared_relu", {}}, context).map({10, 2}, 1, 1, true, context);
        const double pi = std::acos(-1.0);
        const auto next = [&](double c) {
            const double theta = std::acos(c);
            return ((1 + 2 * c * c) * (pi - theta) + 3 * std::sin(theta) * c) / (3 * pi);
        };
        double c = 0;
        for (int l = 0; l < 10000; ++l)
            c = next(c);
        const double slope = (next(c + 1e-5) - next(c - 1e-5)) / 2e-5;
        QVERIFY(c < 0.9);
        QVERIFY(std::abs(map.depth_scale[0] + 1 / std::log(slope)) < 1e-5 * map.depth_scale[0]);
    }

    void ranges_data() { every_activation(); }
    void ranges()
    {
        QFETCH(QString, name);
        const Context context;
        const PhaseTheory theory({name.toStdString(), {}}, context);
        const PhaseRange usual = theory.range_with({0, 0});
        QVERIFY(is_round(usual.weight) && is_round(usual.bias));
        QCOMPARE(theory.range_with({0.99 * usual.weight, 0.99 * usual.bias}), usual);
        QCOMPARE(
            theory.range_with({3 * usual.weight, 1.5 * usual.bias}), (PhaseRange {4 * usual.weight, 2 * usual.bias}));
        // Clearly visible: the line is longer than half a side, and not entirely in the outer tenth.
        double length = 0;
        bool inner = false;
        const PhaseMap map = theory.map(usual, 4, 4, false, context);
        std::vector<CriticalPoint> line = map.critical_line;
        line.push_back({std::nan(""), {}, 0});
        line.insert(line.end(), map.edges.begin(), map.edges.end());
        for (std::size_t i = 0; i < line.size(); ++i) {
            const double x = line[i].variances.weight / usual.weight, y = line[i].variances.bias / usual.bias;
            inner = inner || (x > 0.1 && x < 0.9 && y > 0.1 && y < 0.9);
            if (i > 0 && !std::isnan(line[i].q) && !std::isnan(line[i - 1].q))
                length += std::hypot(
                    x - line[i - 1].variances.weight / usual.weight, y - line[i - 1].variances.bias / usual.bias);
        }
        QVERIFY2(length > 0.5 && inner, qPrintable(QString::number(length)));
        QVERIFY(std::isfinite(theory.range_with({1e300, infinity}).weight));
    }

    void random_ranges_hold_no_nan_data() { every_activation(); }
    void random_ranges_hold_no_nan()
    {
        QFETCH(QString, name);
        const Context context;
        const PhaseTheory theory({name.toStdString(), {}}, context);
        std::mt19937 random(11);
        std::uniform_real_distribution<double> exponent(-6, 6);
        for (int k = 0; k < tested::cases(6); ++k) {
            const PhaseRange range {std::pow(10, exponent(random)), std::pow(10, exponent(random))};
            const PhaseMap map = theory.map(range, 17, 13, true, context);
            for (std::size_t i = 0; i < map.chi.size(); ++i)
                QVERIFY2(map.chi[i] >= 0 && map.depth_scale[i] >= 0, qPrintable(text({range.weight, range.bias})));
        }
    }

    void extreme_ranges()
    {
        const Context context;
        std::size_t turn = 0;
        for (const char* name : {"tanh", "relu", "gelu", "squared_relu", "sigmoid"}) {
            const PhaseTheory theory({name, {}}, context);
            for (const PhaseRange range :
                {PhaseRange {1e-20, 1e-20}, {1e20, 1e20}, {1, 1e-30}, {1e-30, 1e30}, {1e12, 1e-12}}) {
                if (!tested::in_turn(turn++))
                    continue;
                const PhaseMap map = theory.map(range, 5, 5, true, context);
                for (std::size_t i = 0; i < map.chi.size(); ++i)
                    QVERIFY2(map.chi[i] >= 0 && map.depth_scale[i] >= 0, name);
            }
        }
    }

    void parameters_change_the_map()
    {
        const Context context;
        const PhaseMap map
            = PhaseTheory({"leaky_relu", {{"negative_slope", 0.5}}}, context).map({4, 1}, 8, 2, false, context);
        for (int i = 0; i < 8; ++i)
            QVERIFY(std::abs(map.chi[std::size_t(i)] - (i + 0.5) / 2 * 0.625) < 1e-6);
        QCOMPARE(map.critical_line.front().variances.weight, 1 / 0.625);
        const PhaseTheory steep({"softplus", {{"beta", 1000.0}}}, context);
        const FixedPoint p = steep.mean_field().fixed_point({1.5, 0.5});
        const PhaseMap of_steep = steep.map({3, 1}, 1, 1, true, context);
        QVERIFY(std::abs(of_steep.chi[0] - *p.chi_1) < 1e-6);
        QVERIFY(std::abs(of_steep.depth_scale[0] - *p.xi_c) < 1e-5);
    }

    /// The same bits on any number of threads, in concurrent requests, and in any order of ranges.
    void threads()
    {
        ThreadPool alone(1), three(3);
        Context serial, parallel;
        serial.pool = &alone;
        parallel.pool = &three;
        const PhaseTheory a({"tanh", {}}, serial), b({"tanh", {}}, parallel);
        const PhaseMap expected = a.map({4, 0.5}, 50, 40, true, serial);
        b.map({8, 2}, 50, 40, true, parallel);
        std::vector<PhaseMap> maps(4);
        std::vector<std::thread> threads;
        for (PhaseMap& map : maps)
            threads.emplace_back([&] { map = b.map({4, 0.5}, 50, 40, true, parallel); });
        for (std::thread& thread : threads)
            thread.join();
        for (const PhaseMap& map : maps) {
            QVERIFY(map.chi == expected.chi && map.depth_scale == expected.depth_scale);
            QCOMPARE(map.critical_line.size(), expected.critical_line.size());
        }
    }

    void stops()
    {
        std::stop_source source;
        const Context free;
        Context stopped;
        stopped.stop = source.get_token();
        source.request_stop();
        const PhaseTheory theory({"tanh", {}}, free);
        QVERIFY_THROWS_EXCEPTION(Stopped, PhaseTheory({"tanh", {}}, stopped));
        QVERIFY_THROWS_EXCEPTION(Stopped, theory.map({4, 1}, 20, 20, true, stopped));
        QVERIFY(!theory.map({4, 1}, 20, 20, true, free).depth_scale.empty());
    }

    void landmarks_in_closed_form()
    {
        const int n = 300;
        const struct {
            const char* label;
            double weight, bias;
            bool covered;
        } expected[] = {{"Naive 0.01", n * 1e-4, 0, true}, {"Xavier", 1, 0, true}, {"He", 2, 0, true},
            {"Orthogonal", 1, 0, true}, {"Fixed 0.02", n * 4e-4, 0, true}, {"Identity", 1, 0, false},
            {"PyTorch default", 1.0 / 3, 1.0 / (3 * n), true}, {"Keras default", 1, 0, true},
            {"Flax default", 1, 0, true}};
        const std::vector<Landmark> found = landmarks({n, n});
        QCOMPARE(found.size(), std::size(expected));
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].label.english(), std::string(expected[i].label));
            QVERIFY(std::abs(found[i].variances.weight - expected[i].weight) < 1e-9);
            QVERIFY(std::abs(found[i].variances.bias - expected[i].bias) < 1e-15);
            QCOMPARE(found[i].covered, expected[i].covered);
        }
    }

    void experiment_at_a_point_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<QString>("distribution");
        for (const auto& [scheme, distribution] : {std::pair {"kaiming_normal", "normal"}, {"trunc_normal", "normal"},
                 {"sparse", "normal"}, {"eye", "normal"}, {"xavier_uniform", "uniform"}, {"pytorch_linear", "uniform"},
                 {"orthogonal", "orthogonal"}})
            QTest::addRow("%s", scheme) << QString(scheme) << QString(distribution);
    }
    void experiment_at_a_point()
    {
        QFETCH(QString, scheme);
        QFETCH(QString, distribution);
        Experiment before;
        before.network.widths = {70, 30, 90};
        before.network.weight = {scheme.toStdString(), {}};
        before.network.bias = {"pytorch_linear", {}};
        before.network.overrides = {{.layer = 2, .activation = {}, .weight = Initializer {"ones", {}}, .bias = {}}};
        const Variances v {1.7, 0.3};
        const Experiment after = with_variances(before, v);
        QVERIFY(validate(after).empty());
        QCOMPARE(after.network.overrides, before.network.overrides);
        QCOMPARE(std::get<std::string>(after.network.weight.parameters.at("distribution")), distribution.toStdString());
        const std::vector<LayerPlan> plan = expand(after.network);
        for (const std::size_t l : {0u, 2u}) {
            const Shape shape {plan[l].fan_out, plan[l].fan_in};
            const Law weight = law_of(draw_of(plan[l].weight, shape, Role::weight), shape, Role::weight);
            const Law bias = law_of(draw_of(plan[l].bias, shape, Role::bias), shape, Role::bias);
            QVERIFY(std::abs(shape.fan_in * weight.variance - v.weight) < 1e-12);
            QVERIFY(std::abs(bias.variance - v.bias) < 1e-12);
            QCOMPARE(weight.mean, 0.0);
        }
        // Repeating changes nothing, and a bias with zero variance is removed.
        QCOMPARE(with_variances(after, v), after);
        QCOMPARE(with_variances(after, {1, 0}).network.bias, (Initializer {"zeros", {}}));
        Experiment back = after;
        back.network.weight = before.network.weight;
        back.network.bias = before.network.bias;
        QCOMPARE(back, before);
    }
};

STEPZERO_TEST(TestTheoryPhase, NoApplication)

}   // namespace tst_theory_phase
#include "tst_theory_phase.moc"
