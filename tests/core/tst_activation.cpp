// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of every activation of the registry.
#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

#include "core/math/activation/activation.h"
#include "core/math/quadrature/moments.h"
#include "core/math/random/stream.h"
#include "tests/main/registered_test.h"

namespace tst_activation {

using namespace stepzero;

namespace {

// Adds rows for every activation with its defaults, and for those with parameters with other values too.
void every_activation()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("word");
    for (const ActivationInfo& info : activations())
        QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name) << "" << 0.0 << "";
    QTest::newRow("leaky_relu 0.25") << "leaky_relu"
                                     << "negative_slope" << 0.25 << "";
    QTest::newRow("elu 2.5") << "elu"
                             << "alpha" << 2.5 << "";
    QTest::newRow("celu 0.5") << "celu"
                              << "alpha" << 0.5 << "";
    QTest::newRow("softplus 4") << "softplus"
                                << "beta" << 4.0 << "";
    QTest::newRow("gelu tanh") << "gelu"
                               << "approximate" << 0.0 << "tanh";
    for (const char* formula : {"max(0, z) + 0.1*min(0, z)", "z > 0 ? z : exp(z) - 1", "1/(1 + exp(-2*z))",
             "min(max(0, z), 6)", "z*exp(-z^2/2)", "abs(z)*z/(1 + abs(z))", "2*atan(z) - tanh(z)/2",
             "z >= 1 ? 2*z - 1 : z^2", "log(1 + exp(-z))", "step(z)*z^2"})
        QTest::newRow(formula) << "formula"
                               << "formula" << 0.0 << formula;
}

ActivationFunction fetched()
{
    QFETCH(QString, name);
    QFETCH(QString, parameter);
    QFETCH(double, number);
    QFETCH(QString, word);
    Activation activation {name.toStdString(), {}};
    if (!word.isEmpty())
        activation.parameters[parameter.toStdString()] = word.toStdString();
    else if (!parameter.isEmpty())
        activation.parameters[parameter.toStdString()] = number;
    return ActivationFunction(activation);
}

bool near_kink(const ActivationFunction& phi, double z, double distance)
{
    for (double kink : phi.kinks())
        if (std::abs(z - kink) <= distance)
            return true;
    return false;
}

QByteArray at(double z, double found, double wanted)
{
    return QStringLiteral("z = %1: %2 and not %3")
        .arg(z, 0, 'g', 12)
        .arg(found, 0, 'g', 12)
        .arg(wanted, 0, 'g', 12)
        .toUtf8();
}

}   // namespace

class ActivationTest : public QObject {
    Q_OBJECT

private slots:
    void derivative_is_that_of_the_value_data() { every_activation(); }
    void derivative_is_that_of_the_value()
    {
        // Central differences of fourth order: truncation h⁴ φ⁽⁵⁾/30 and rounding 1e-16·|φ|/h are below 1e-9.
        const ActivationFunction phi = fetched();
        const double h = 1e-3;
        for (double z = -9.9873; z < 10; z += 0.0371) {
            if (near_kink(phi, z, 2.5 * h))
                continue;
            const double slope
                = (8 * (phi.value(z + h) - phi.value(z - h)) - (phi.value(z + 2 * h) - phi.value(z - 2 * h)))
                / (12 * h);
            QVERIFY2(
                std::abs(phi.derivative(z) - slope) < 1e-9 + 1e-9 * std::abs(slope), at(z, phi.derivative(z), slope));
        }
    }

    /// tst_code compares the chosen side of the registry with PyTorch.
    void derivative_at_a_kink_is_that_of_a_side_data() { every_activation(); }
    void derivative_at_a_kink_is_that_of_a_side()
    {
        const ActivationFunction phi = fetched();
        for (double kink : phi.kinks()) {
            const double left = phi.derivative(kink - 1e-9), right = phi.derivative(kink + 1e-9);
            const double found = phi.derivative(kink);
            QVERIFY2(std::abs(found - left) < 1e-7 || std::abs(found - right) < 1e-7, at(kink, found, left));
            if (phi.info().name == formula_name)
                QVERIFY2(std::abs(found - left) < 1e-7, at(kink, found, left));
        }
    }

    void float_agrees_with_double_data() { every_activation(); }
    void float_agrees_with_double()
    {
        const ActivationFunction phi = fetched();
        // In the far tail of the approximate gelu, the argument of its sigmoid, up to 100, is rounded, and the
        // exponential multiplies that error. Near a zero of φ' (gelu, silu, mish) an ulp of its parts remains.
        QFETCH(QString, word);
        const double relative = word == "tanh" ? 3e-5 : 5e-7;
        for (double magnitude = -20; magnitude < 6.6; magnitude += 0.013) {
            for (double sign : {-1.0, 1.0}) {
                const float z = float(sign * std::exp2(magnitude));
                float x, d;
                phi.value(&z, &x, 1);
                phi.derivative(&z, &d, 1);
                const double wanted = phi.value(double(z)), slope = phi.derivative(double(z));
                QVERIFY2(std::abs(x - wanted) <= relative * std::abs(wanted) + 1e-37, at(z, x, wanted));
                const bool difference = slope > -0.3 && slope < 0.3 && z < -0.5 && z > -3;
                QVERIFY2(
                    std::abs(d - slope) <= relative * std::abs(slope) + (difference ? 1e-7 : 1e-37), at(z, d, slope));
            }
        }
    }

    void finite_for_every_finite_argument_data() { every_activation(); }
    void finite_for_every_finite_argument()
    {
        const ActivationFunction phi = fetched();
        const bool squares = phi.limits().degree == 2;
        for (double exponent = -44; exponent <= (squares ? 19 : 38); exponent += 0.25) {
            for (double sign : {-1.0, 1.0}) {
                const float z = float(sign * std::pow(10, exponent));
                float x, d;
                phi.value(&z, &x, 1);
                phi.derivative(&z, &d, 1);
                QVERIFY2(std::isfinite(x) && std::isfinite(d), at(z, x, d));
            }
        }
        for (double exponent = -300; exponent <= (squares ? 150 : 300); ++exponent) {
            for (double sign : {-1.0, 1.0}) {
                const double z = sign * std::pow(10, exponent);
                QVERIFY2(std::isfinite(phi.value(z)) && std::isfinite(phi.derivative(z)),
                    at(z, phi.value(z), phi.derivative(z)));
            }
        }
    }

    void a_nan_stays_one_data() { every_activation(); }
    void a_nan_stays_one()
    {
        const ActivationFunction phi = fetched();
        const float z = std::numeric_limits<float>::quiet_NaN();
        float x;
        phi.value(&z, &x, 1);
        QVERIFY(std::isnan(x) && std::isnan(phi.value(double(z))));
    }

    void bits_do_not_depend_on_the_split_data() { every_activation(); }
    void bits_do_not_depend_on_the_split()
    {
        const ActivationFunction phi = fetched();
        std::vector<float> z(1000);
        fill_normal({3, 0, TensorRole::input, 0}, 0, 0, z.data(), z.size());
        for (std::size_t i = 0; i < z.size(); i += 17)
            z[i] *= 1e4f;
        std::vector<float> whole(z.size()), parts(z.size()), slopes(z.size()), slope_parts(z.size());
        phi.value(z.data(), whole.data(), std::ptrdiff_t(z.size()));
        phi.derivative(z.data(), slopes.data(), std::ptrdiff_t(z.size()));
        std::size_t first = 0;
        for (std::size_t step = 1; first < z.size(); first += step, step = step * 5 % 211 + 1) {
            const auto n = std::ptrdiff_t(std::min(step, z.size() - first));
            phi.value(&z[first], &parts[first], n);
            phi.derivative(&z[first], &slope_parts[first], n);
        }
        QVERIFY(std::memcmp(whole.data(), parts.data(), z.size() * sizeof(float)) == 0);
        QVERIFY(std::memcmp(slopes.data(), slope_parts.data(), z.size() * sizeof(float)) == 0);
        std::vector<float> in_place = z;
        phi.value(in_place.data(), in_place.data(), std::ptrdiff_t(z.size()));
        QVERIFY(std::memcmp(whole.data(), in_place.data(), z.size() * sizeof(float)) == 0);
    }

    void limits_hold_data() { every_activation(); }
    void limits_hold()
    {
        const ActivationFunction phi = fetched();
        const Limits& limits = phi.limits();
        QCOMPARE(phi.value(0) == 0, limits.zero_at_zero);
        QCOMPARE(phi.value(-0.0), phi.value(0.0));
        if (limits.zero_at_zero) {
            const double small = 1e-9;
            QVERIFY(std::abs(phi.value(-small) / -small - limits.slope_left) < 1e-7);
            QVERIFY(std::abs(phi.value(small) / small - limits.slope_right) < 1e-7);
        }
        for (double sign : {-1.0, 1.0}) {
            const double large = 1e9, growth = sign < 0 ? limits.growth_left : limits.growth_right;
            const double found = phi.value(sign * large) * sign / std::pow(large, limits.degree);
            QVERIFY2(std::abs(found - growth) < 1e-7, at(sign, found, growth));
        }
        bool bounded = true;
        for (double z : {-1e9, 1e9})
            bounded = bounded && std::abs(phi.value(z)) < 100;
        QCOMPARE(limits.bounded, bounded);
        bool homogeneous = true;
        for (double z : {-3.7, -0.2, 0.6, 2.9})
            for (double c : {0.3, 11.0})
                homogeneous = homogeneous
                    && std::abs(phi.value(c * z) - std::pow(c, limits.degree) * phi.value(z)) < 1e-12 * c * c * 10;
        QCOMPARE(limits.homogeneous, homogeneous);
    }

    void saturation_is_the_outer_part_of_the_range_data() { every_activation(); }
    void saturation_is_the_outer_part_of_the_range()
    {
        const ActivationFunction phi = fetched();
        const Saturation& saturation = phi.saturation();
        const double left = phi.value(-1e9), right = phi.value(1e9);
        const double low = std::min(left, right), high = std::max(left, right);
        const bool bounded_below = std::abs(low) < 100, bounded_above = std::abs(high) < 100;
        if (saturation.below && saturation.above) {
            QVERIFY(std::abs(*saturation.below - (low + 0.015 * (high - low))) < 1e-6);
            QVERIFY(std::abs(*saturation.above - (high - 0.015 * (high - low))) < 1e-6);
        } else if (saturation.below) {
            QVERIFY(bounded_below && !bounded_above && low < 0);
            QVERIFY(std::abs(*saturation.below - 0.97 * low) < 1e-6);
        } else if (saturation.above) {
            QVERIFY(bounded_above);
            QVERIFY(std::abs(*saturation.above - 0.97 * high) < 1e-6);
        } else {
            QVERIFY(phi.info().name == "sin" || !bounded_above || low == high);
        }
    }

    void moments_agree_with_sampling_data() { every_activation(); }
    void moments_agree_with_sampling()
    {
        // 2^18 samples, within five standard errors.
        const ActivationFunction phi = fetched();
        constexpr std::size_t n = 1 << 18;
        std::vector<float> noise(n);
        fill_normal({99, 0, TensorRole::input, 0}, 0, 0, noise.data(), n);
        for (double q : {0.01, 1.0, 30.0}) {
            std::vector<double> z(n), x(n), d(n);
            for (std::size_t i = 0; i < n; ++i)
                z[i] = std::sqrt(q) * noise[i];
            phi.value(z.data(), x.data(), n);
            phi.derivative(z.data(), d.data(), n);
            const auto check = [&](auto&& of, double wanted) {
                double sum = 0, squares = 0;
                for (std::size_t i = 0; i < n; ++i) {
                    sum += of(i);
                    squares += of(i) * of(i);
                }
                const double mean = sum / n, error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
                QVERIFY2(std::abs(mean - wanted) <= 5 * error + 1e-9 * std::abs(wanted), at(q, mean, wanted));
            };
            const GaussianMoments moments = gaussian_moments(phi, q);
            check([&](std::size_t i) { return x[i]; }, moments.mean);
            check([&](std::size_t i) { return x[i] * x[i]; }, moments.square);
            check([&](std::size_t i) { return d[i] * d[i]; }, moments.derivative_square);
        }
    }

    void published_gains()
    {
        const std::map<std::string, double> gains {{"relu", 1.414214}, {"tanh", 1.592537}, {"gelu", 1.533530},
            {"silu", 1.676532}, {"elu", 1.245198}, {"selu", 1.000000}};
        for (const auto& [name, gain] : gains)
            QVERIFY2(std::abs(forward_gain(ActivationFunction({name, {}})) - gain) < 1e-6, name.c_str());
    }

    void tails_keep_their_digits()
    {
        const float z = -12;
        float d;
        ActivationFunction({"tanh", {}}).derivative(&z, &d, 1);
        QVERIFY(std::abs(d / (4 * std::exp(-24.0)) - 1) < 1e-6);
        ActivationFunction({"gelu", {}}).derivative(&z, &d, 1);
        const double tail = 0.5 * std::erfc(12 / std::sqrt(2.0)) - 12 * std::exp(-72.0) / std::sqrt(2 * M_PI);
        QVERIFY2(std::abs(d / tail - 1) < 2e-6, at(z, d, tail));
    }

    void names_are_known_and_unknown()
    {
        for (const ActivationInfo& info : activations()) {
            QVERIFY(find_activation(info.name) == &info);
            QVERIFY(!info.label.empty() && !info.formula.empty());
        }
        QVERIFY(find_activation("rel") == nullptr);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, ActivationFunction({"rel", {}}));
    }
};

STEPZERO_TEST(ActivationTest, NoApplication)

}   // namespace tst_activation
#include "tst_activation.moc"
