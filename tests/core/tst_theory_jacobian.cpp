// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of a Jacobian's singular values against closed forms, its own moments, and sampled networks.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/simulate/network_spectra.h"
#include "core/theory/jacobian_law.h"
#include "core/theory/spectrum_law.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_theory_jacobian {

using namespace stepzero;

namespace {

Experiment experiment_of(
    const std::string& activation, const std::string& distribution, int depth, double weight, double bias)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = 100;
    e.network.activation = {activation, {}};
    e.network.weight = {"mean_field", {{"variance", weight}, {"distribution", distribution}}};
    e.network.bias = {"mean_field", {{"variance", bias}}};
    return e;
}

Prediction prediction_of(const Experiment& e, const NetworkPlan& plan)
{
    return predict(e, plan, {e.input.samples, 1}, Context {});
}

std::optional<SpectrumLaw> law_of_network(const Experiment& e)
{
    const NetworkPlan plan = plan_of(e.network);
    return jacobian_law(plan, prediction_of(e, plan), 1, plan.depth(), Context {});
}

/// Returns E[f(λ / mean λ)] over all values, by the trapezoidal rule over the density as it is drawn.
template <class F>
double expectation(const SpectrumLaw& law, const F& f)
{
    const auto at = [&](double log10_s) { return f(std::pow(10, 2 * log10_s - law.log10_mean_square)); };
    double sum = law.zero * f(0.0);
    for (const SpectrumLaw::Atom& atom : law.atoms)
        sum += atom.share * at(atom.log10_s);
    const Curve& d = law.density;
    for (std::size_t i = 0; i + 1 < d.x.size(); ++i)
        sum += (d.x[i + 1] - d.x[i]) * (d.y[i] * at(d.x[i]) + d.y[i + 1] * at(d.x[i + 1])) / 2;
    return sum;
}

double total(const SpectrumLaw& law)
{
    return expectation(law, [](double) { return 1.0; });
}
double moment(const SpectrumLaw& law, int k)
{
    return expectation(law, [k](double x) { return std::pow(x, k); });
}

double density_at(const SpectrumLaw& law, double log10_s)
{
    const Curve& d = law.density;
    const auto next = std::upper_bound(d.x.begin(), d.x.end(), log10_s);
    if (next == d.x.begin() || next == d.x.end())
        return 0;
    const auto i = std::size_t(next - d.x.begin());
    return d.y[i - 1] + (d.y[i] - d.y[i - 1]) * (log10_s - d.x[i - 1]) / (d.x[i] - d.x[i - 1]);
}

bool near(double found, double expected, double tolerance)
{
    const bool good = std::abs(found - expected) <= tolerance;
    if (!good)
        qWarning("%.10g, expected %.10g", found, expected);
    return good;
}

/// Returns whether numbers are finite where they must be, the axis increases, and fractions are not negative.
bool sound(const SpectrumLaw& law)
{
    bool good = law.zero >= 0 && law.zero <= 1 && law.relative_variance >= 0 && !std::isnan(law.log10_mean_square);
    for (const SpectrumLaw::Atom& atom : law.atoms)
        good = good && std::isfinite(atom.log10_s) && atom.share > 0;
    const Curve& d = law.density;
    good = good && d.x.size() == d.y.size() && std::is_sorted(d.x.begin(), d.x.end());
    for (std::size_t i = 0; i < d.x.size(); ++i)
        good = good && std::isfinite(d.x[i]) && std::isfinite(d.y[i]) && d.y[i] >= 0;
    return good && (!law.log10_upper_edge || std::isfinite(*law.log10_upper_edge));
}

/// Returns E[φ'(g)²] and E[φ'(g)⁴] by direct sums.
std::pair<double, double> slope_moments(const std::string& activation)
{
    const ActivationFunction phi({activation, {}});
    constexpr int n = 400000;
    constexpr double end = 10, h = 2 * end / n;
    std::vector<double> z(n), d(n);
    for (int i = 0; i < n; ++i)
        z[std::size_t(i)] = -end + (i + 0.5) * h;
    phi.derivative(z.data(), d.data(), n);
    double second = 0, fourth = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        const double w = h * std::exp(-z[i] * z[i] / 2) / std::sqrt(2 * std::numbers::pi), square = d[i] * d[i];
        second += w * square;
        fourth += w * square * square;
    }
    return {second, fourth};
}

/// Returns the distribution if every layer had q = 1 and the given σ_w², whatever the network's own lengths are.
std::optional<SpectrumLaw> law_at_unit_length(const Experiment& e, double weight_variance, double slope)
{
    const NetworkPlan plan = plan_of(e.network);
    Prediction prediction {.reading = plan.reading, .blocks = std::vector<BlockPrediction>(plan.blocks.size() + 1)};
    for (int l = 1; l <= plan.depth(); ++l) {
        SitePrediction& site = prediction.blocks[std::size_t(l)].at(plan.reading.preactivation);
        site.set(Quantity::rms, predicted_size(0));
        site.set(Quantity::weight_variance, {weight_variance});
        site.set(Quantity::bias_variance, {0});
        site.set(Quantity::chi, {weight_variance * slope});
    }
    return jacobian_law(plan, prediction, 1, plan.depth(), Context {});
}

double binomial(double n, double k)
{
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1));
}

/// Returns the largest distance between the distribution functions. Each may be shifted by up to `slack` in log10 s,
/// because rounding of float32 weights spreads an atom.
double distance(LogSpectrum values, const SpectrumLaw& law, double slack)
{
    std::vector<double> found;
    for (const auto& value : values)
        if (value)
            found.push_back(*value);
    std::sort(found.begin(), found.end());
    const double n = double(values.size()), zeros = n - double(found.size());
    std::vector<double> below(law.density.x.size(), 0);   // the continuous part up to each point
    for (std::size_t i = 1; i < below.size(); ++i)
        below[i]
            = below[i - 1] + (law.density.x[i] - law.density.x[i - 1]) * (law.density.y[i] + law.density.y[i - 1]) / 2;
    const auto share = [&](double x) {
        double sum = law.zero;
        for (const SpectrumLaw::Atom& atom : law.atoms)
            sum += atom.log10_s <= x ? atom.share : 0;
        const auto& xs = law.density.x;
        const auto next = std::upper_bound(xs.begin(), xs.end(), x);
        if (next == xs.end())
            return sum + (below.empty() ? 0 : below.back());
        if (next == xs.begin())
            return sum;
        const auto i = std::size_t(next - xs.begin());
        return sum + below[i - 1] + (below[i] - below[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
    };
    double worst = std::abs(zeros / n - law.zero);
    for (std::size_t i = 0; i < found.size(); ++i) {
        worst = std::max(worst, (zeros + double(i) + 1) / n - share(found[i] + slack));
        worst = std::max(worst, share(found[i] - slack) - (zeros + double(i)) / n);
    }
    return worst;
}

}   // namespace

class TestTheoryJacobian : public QObject {
    Q_OBJECT

private slots:
    /// Fuss–Catalan: λ_max = (L+1)^(L+1)/L^L, E[λ^k] = C((L+1)k, k)/(Lk+1) at σ_w = 1.
    void products_of_gaussian_matrices()
    {
        for (const int depth : {1, 2, 5, 40}) {
            const auto law = law_of_network(experiment_of("linear", "normal", depth, 1, 0));
            QVERIFY(law && sound(*law) && law->atoms.empty() && law->zero == 0);
            const double l = depth, edge = ((l + 1) * std::log(l + 1) - l * std::log(l)) / std::log(10.0);
            QVERIFY(near(2 * *law->log10_upper_edge, edge, 1e-6));
            QVERIFY(near(law->log10_mean_square, 0, 1e-12));
            QVERIFY(near(law->relative_variance, l, 1e-9 * l));
            QVERIFY(near(total(*law), 1, 3e-4));
            for (int k = 1; k <= 4 && depth <= 5; ++k) {
                const double expected = binomial((l + 1) * k, k) / (l * k + 1);
                QVERIFY(near(moment(*law, k) / expected, 1, 2e-3));
            }
        }
    }

    void one_gaussian_matrix_data()
    {
        QTest::addColumn<int>("fan_in");
        QTest::addColumn<int>("fan_out");
        QTest::newRow("square") << 300 << 300;
        QTest::newRow("wide") << 500 << 120;
        QTest::newRow("tall") << 120 << 500;
    }
    void one_gaussian_matrix()
    {
        QFETCH(int, fan_in);
        QFETCH(int, fan_out);
        Experiment e = experiment_of("linear", "normal", 1, 1.7, 0);
        e.network.widths = {fan_out};
        e.network.input_width = fan_in;
        const auto known = singular_value_law(expand(e.network).front());
        const auto law = law_of_network(e);
        QVERIFY(known && law && sound(*law));
        const SpectrumLaw single = spectrum_law(*known);
        QVERIFY(sound(single));
        QVERIFY(near(total(single), 1, 3e-4));
        QVERIFY(near(moment(single, 2), 1 + known->ratio, 1e-3));
        QVERIFY(near(total(*law), 1, 3e-4));
        QVERIFY(near(*law->log10_upper_edge, *single.log10_upper_edge, 1e-6));
        QVERIFY(near(law->log10_mean_square, single.log10_mean_square, 1e-9));
        QVERIFY(near(law->relative_variance, single.relative_variance, 1e-9));
        // Interpolation is accurate to 1e-2 of the maximum; the curve begins where about 1e-4 of the values are below.
        const double top = *std::max_element(law->density.y.begin(), law->density.y.end());
        const Curve& d = single.density;
        QVERIFY(near(law->density.x.back(), d.x.back(), 2e-3));
        QVERIFY(known->ratio == 1 || near(law->density.x.front(), d.x.front(), 2e-3));
        for (std::size_t i = 0; i < d.x.size(); ++i)
            if (d.x[i] >= law->density.x.front())
                QVERIFY(near(density_at(*law, d.x[i]), d.y[i], 1e-2 * top));
        for (std::size_t i = 0; i < law->density.x.size(); ++i) {
            const double s = std::pow(10, law->density.x[i]);
            QVERIFY(near(law->density.y[i], known->density(s) * s * std::log(10.0), 2e-3 * top));
        }
    }

    /// Two rectangular matrices, n0 = 200, n1 = 300, n2 = 100, entries of variance 1/fan_in: E tr (JJᵀ)/n2 = 1, and by
    /// Wick's theorem to leading order tr (JJᵀ)²/n2 = 1 + n2/n1 + n2/n0.
    void two_rectangular_matrices()
    {
        Experiment e = experiment_of("linear", "normal", 2, 1, 0);
        e.network.input_width = 200;
        e.network.widths = {300, 100};
        const auto law = law_of_network(e);
        QVERIFY(law && sound(*law));
        QVERIFY(near(law->log10_mean_square, 0, 1e-12));
        QVERIFY(near(law->relative_variance, 100.0 / 300 + 100.0 / 200, 1e-9));
        QCOMPARE(law->zero, 0.0);
        QVERIFY(near(total(*law), 1, 3e-4));
        QVERIFY(near(moment(*law, 1), 1, 1e-3));
        QVERIFY(near(moment(*law, 2), 1 + 100.0 / 300 + 100.0 / 200, 2e-3));
        // Through a bottleneck of 50, half of the hundred values are zero.
        e.network.widths = {50, 100};
        const auto narrow = law_of_network(e);
        QVERIFY(near(narrow->zero, 0.5, 1e-9));
        QVERIFY(near(total(*narrow), 1, 1e-3));
    }

    void orthogonal_relu()
    {
        const auto one = law_of_network(experiment_of("relu", "orthogonal", 1, 2, 0));
        QVERIFY(one && sound(*one) && one->density.x.empty());
        QCOMPARE(one->atoms.size(), std::size_t(1));
        QVERIFY(near(one->zero, 0.5, 1e-9) && near(one->atoms[0].share, 0.5, 1e-9));
        QVERIFY(near(2 * one->atoms[0].log10_s, std::log10(2.0), 1e-9));
        QVERIFY(near(2 * *one->log10_upper_edge, std::log10(2.0), 1e-6));
        const auto two = law_of_network(experiment_of("relu", "orthogonal", 2, 2, 0));
        QVERIFY(two && sound(*two) && two->atoms.empty());
        QVERIFY(near(2 * *two->log10_upper_edge, std::log10(4.0), 1e-6));
        QVERIFY(near(two->zero, 0.5, 1e-9));
    }

    /// Two projections of rank n/2 in general position: λ/4 = cos² of an angle uniform on [0, π/2].
    void two_orthogonal_relu_layers_are_an_arcsine_law()
    {
        const auto law = law_of_network(experiment_of("relu", "orthogonal", 2, 2, 0));
        for (std::size_t i = 0; i < law->density.x.size(); ++i) {
            const double x = std::pow(10, 2 * law->density.x[i]) / 4;
            if (x > 1e-6 && x < 0.9999) {
                const double expected = 0.5 * 2 * std::log(10.0) * x / (std::numbers::pi * std::sqrt(x * (1 - x)));
                QVERIFY(near(law->density.y[i] / expected, 1, 2e-3));
            }
        }
    }

    void linear_orthogonal_is_one_value()
    {
        const auto law = law_of_network(experiment_of("linear", "orthogonal", 7, 1.21, 0));
        QVERIFY(law && sound(*law) && law->density.x.empty() && law->zero == 0);
        QCOMPARE(law->atoms.size(), std::size_t(1));
        QVERIFY(near(law->atoms[0].share, 1, 1e-12));
        QVERIFY(near(law->atoms[0].log10_s, 7 * std::log10(1.1), 1e-9));
        QVERIFY(law->relative_variance < 1e-12);
    }

    /// P(φ' = 1) = erf(1/√(2q)) = p: a fraction 1 − p of zeros, and all ones with L p − (L−1).
    void orthogonal_hardtanh_atoms()
    {
        for (const int depth : {1, 2, 3}) {
            const Experiment e = experiment_of("hardtanh", "orthogonal", depth, 1, 0);
            const auto [slope, fourth] = slope_moments("hardtanh");
            const double p = std::erf(1 / std::sqrt(2.0));
            QVERIFY(near(slope, p, 1e-4));
            const auto law = law_at_unit_length(e, 1, p);
            QVERIFY(law && sound(*law));
            QVERIFY(near(law->zero, 1 - p, 1e-9));
            const double share = depth * p - (depth - 1);
            QCOMPARE(law->atoms.size(), std::size_t(share > 0 ? 1 : 0));
            if (share > 0) {
                QVERIFY(near(law->atoms[0].share, share, 1e-9));
                QVERIFY(near(law->atoms[0].log10_s, 0, 1e-9));
            }
            QVERIFY(near(total(*law), 1, 1e-3));
            QVERIFY(near(*law->log10_upper_edge, 0, 1e-6));
        }
    }

    void every_activation_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QString>("distribution");
        for (const ActivationInfo& info : activations())
            for (const char* distribution : {"normal", "orthogonal"})
                QTest::addRow("%s, %s", info.name.c_str(), distribution)
                    << QString::fromStdString(info.name) << distribution;
    }
    /// Pennington et al.'s variance L(μ₂/μ₁² − 1 − s₁) with q = 1 in every layer, and fractions that add up to 1. For
    /// an unbounded slope, most of the second moment comes from few values, so its integrals are computed only up to L
    /// = 2.
    void every_activation()
    {
        QFETCH(QString, activation);
        QFETCH(QString, distribution);
        const auto [second, fourth] = slope_moments(activation.toStdString());
        const bool unbounded = ActivationFunction({activation.toStdString(), {}}).limits().degree > 1;
        for (const int depth : {1, 2, 4, 16, 64}) {
            const Experiment e
                = experiment_of(activation.toStdString(), distribution.toStdString(), depth, 1 / second, 0);
            const auto law = law_at_unit_length(e, 1 / second, second);
            QVERIFY(law && sound(*law));
            const double s_1 = distribution == "normal" ? -1 : 0;
            const double variance = depth * (fourth / (second * second) - 1 - s_1);
            // The direct sum has an error of about its step at a kink.
            QVERIFY(near(law->log10_mean_square, 0, 1e-8));
            QVERIFY(near(law->relative_variance, variance, 2e-4 * (variance + depth)));
            QVERIFY(near(total(*law), 1, 1e-3));
            QCOMPARE(law->log10_upper_edge.has_value(), !unbounded);
            if (!unbounded || depth <= 2) {
                QVERIFY(near(moment(*law, 1), 1, 3e-3));
                QVERIFY(near(moment(*law, 2) / (1 + variance), 1, 1e-2));
            }
        }
    }

    void against_drawn_networks_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QString>("distribution");
        QTest::addColumn<int>("depth");
        std::size_t first = 0;   // depths take turns
        for (const char* activation : {"tanh", "relu"})
            for (const char* distribution : {"normal", "orthogonal"}) {
                std::size_t turn = first++;
                for (const int depth : {1, 4, 16})
                    if (tested::in_turn(turn++))
                        QTest::addRow("%s, %s, depth %d", activation, distribution, depth)
                            << activation << distribution << depth;
            }
    }
    /// One network of width n = 500. The bound on the distance of the distribution functions has three parts.
    /// Eigenvalues are rigid to O(ln n / n), of which three are allowed. The mean of φ'² over a layer's n units
    /// scatters by √(r/n), where r = Var(φ'²)/E[φ'²]² ≤ 1 here. This shifts ln λ as a whole by √(L/n) (standard
    /// deviation); three times that are multiplied by the steepest slope. A ReLU's rank is the minimum of L binomial
    /// numbers with standard deviation √n/2: its mean is within √(2 ln L) of them, plus three more.
    void against_drawn_networks()
    {
        QFETCH(QString, activation);
        QFETCH(QString, distribution);
        QFETCH(int, depth);
        const bool relu = activation == "relu";
        Experiment e = experiment_of(
            activation.toStdString(), distribution.toStdString(), depth, relu ? 2 : 1.760955, relu ? 0 : 0.05);
        const double n = e.network.width = 500;
        e.input.samples = 1;
        NoiseCache cache(1 << 20);
        const LogSpectrum values = jacobian_spectrum(e, plan_of(e.network), cache, Context {});
        const auto law = law_of_network(e);
        QVERIFY(law && sound(*law));
        QCOMPARE(values.size(), std::size_t(500));
        double steepest = 0;   // fraction per ln λ
        for (const double y : law->density.y)
            steepest = std::max(steepest, y / (2 * std::log(10.0)));
        steepest = std::min(steepest, 1.0);   // a hard edge is steeper than any shifted interval
        const double bound = 3 * std::log(n) / n + 3 * std::sqrt(depth / n) * steepest
            + (relu ? (std::sqrt(2 * std::log(depth)) + 3) * 0.5 / std::sqrt(n) : 0);
        const double found = distance(values, *law, 1e-4);
        qInfo("distance %.4f, bound %.4f", found, bound);
        QVERIFY(found < bound);
    }

    void layers_of_a_network()
    {
        Experiment e = experiment_of("tanh", "normal", 5, 1.5, 0.1);
        const NetworkPlan plan = plan_of(e.network);
        const Prediction prediction = prediction_of(e, plan);
        const auto log10_chi
            = [&](int layer) { return std::log10(prediction.preactivation(layer, Quantity::chi)->value); };
        const auto third = jacobian_law(plan, prediction, 3, 3, Context {});
        QVERIFY(third && near(third->log10_mean_square, log10_chi(3), 1e-9));
        const auto last = jacobian_law(plan, prediction, 4, 5, Context {});
        QVERIFY(last && near(last->log10_mean_square, log10_chi(4) + log10_chi(5), 1e-9));
    }

    void absent_where_there_is_no_law()
    {
        Experiment e = experiment_of("tanh", "normal", 3, 1.5, 0.1);
        e.network.overrides = {{2, std::nullopt, Initializer {"sparse", {{"sparsity", 0.5}}}, std::nullopt}};
        QVERIFY(!law_of_network(e));
        e.network.overrides = {{2, std::nullopt, Initializer {"eye", {}}, std::nullopt}};
        QVERIFY(!law_of_network(e));
        e.network.overrides = {{2, std::nullopt, Initializer {"zeros", {}}, std::nullopt}};
        const auto dead = law_of_network(e);
        QVERIFY(dead && dead->zero == 1 && dead->density.x.empty());
        QVERIFY(std::isinf(dead->log10_mean_square));
    }

    void a_stop_ends_it()
    {
        std::stop_source source;
        Context context;
        context.stop = source.get_token();
        source.request_stop();
        const Experiment e = experiment_of("tanh", "normal", 5, 1.5, 0.1);
        const NetworkPlan plan = plan_of(e.network);
        QVERIFY_THROWS_EXCEPTION(Stopped, jacobian_law(plan, prediction_of(e, plan), 1, 5, context));
    }

    void deep_and_extreme_networks_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QString>("distribution");
        QTest::addColumn<int>("depth");
        QTest::addColumn<double>("weight_variance");
        QTest::addColumn<double>("bias_variance");
        for (const char* distribution : {"normal", "orthogonal"}) {
            QTest::addRow("thousand layers, lengths fade, %s", distribution)
                << "tanh" << distribution << 1000 << 1.0 << 0.0;
            QTest::addRow("ten thousand layers, %s", distribution)
                << "tanh" << distribution << 10000 << 1.760955 << 0.05;
            for (const char* activation : {"tanh", "relu", "sin", "squared_relu", "gelu", "hardtanh", "sigmoid"})
                for (const double sigma : {1e-6, 1e6})
                    QTest::addRow("%s, %s, %g", activation, distribution, sigma)
                        << activation << distribution << 4 << sigma * sigma << 0.0;
        }
    }
    void deep_and_extreme_networks()
    {
        QFETCH(QString, activation);
        QFETCH(QString, distribution);
        QFETCH(int, depth);
        QFETCH(double, weight_variance);
        QFETCH(double, bias_variance);
        const Experiment e = experiment_of(
            activation.toStdString(), distribution.toStdString(), depth, weight_variance, bias_variance);
        const auto law = law_of_network(e);
        QVERIFY(law && sound(*law));
        QVERIFY(near(total(*law), 1, 2e-3));
        double mean = 0;
        const Prediction prediction = prediction_of(e, plan_of(e.network));
        QVERIFY(prediction.covers(depth));
        for (int l = 1; l <= depth; ++l)
            mean += std::log10(prediction.preactivation(l, Quantity::chi)->value);
        QVERIFY(near(law->log10_mean_square, mean, 1e-6 * std::max(1.0, std::abs(mean))));
    }
};

STEPZERO_TEST(TestTheoryJacobian, NoApplication)

}   // namespace tst_theory_jacobian
#include "tst_theory_jacobian.moc"
