// SPDX-License-Identifier: GPL-3.0-or-later
// Every scheme against the closed form of its distribution, and against the property that its name promises.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

#include "core/network/init/bases.h"
#include "core/network/init/parameter.h"
#include "core/network/init/scheme.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"

namespace tst_scheme {

using namespace stepzero;

namespace {

const Shape shapes[] = {{1, 1}, {2, 2}, {3, 1}, {3, 2}, {1, 4}, {64, 48}, {48, 64}, {256, 256}, {12 * 9, 8 * 9, 3, 2},
    {5 * 4, 6 * 4, 2, 2}};

// Samples enough replicas of a tensor for about 2^16 entries.
std::vector<float> sample(const Initializer& initializer, Shape shape, Role role)
{
    const ParameterPlan plan {.name = "layers.2",
        .role = "weight",
        .block = 2,
        .shape = shape,
        .initializer = initializer,
        .kind = role,
        .stream = 2};
    NoiseCache cache(0);
    const int size = role == Role::weight ? shape.columns() * shape.rows() : shape.rows();
    const int replicas = std::clamp((1 << 16) / size, 1, 4000);
    std::vector<float> entries;
    for (int replica = 0; replica < replicas; ++replica) {
        const WeightMatrix drawn = DrawnParameters(1234, replica, cache).entries(plan, {});
        entries.insert(entries.end(), drawn.data(), drawn.data() + drawn.size());
    }
    return entries;
}

void cases()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<int>("fan_out");
    QTest::addColumn<int>("fan_in");
    QTest::addColumn<int>("kernel");   // size in two dimensions; 0: a matrix
    QTest::addColumn<bool>("bias");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("word");
    const auto row
        = [](const Scheme& scheme, Shape shape, bool bias, const QString& parameter = {}, const QString& word = {}) {
              const QString name = QString::fromStdString(scheme.name);
              QTest::addRow("%s %s %d x %d%s%s", scheme.name.c_str(), qPrintable(word), shape.fan_out, shape.fan_in,
                  shape.dimensions > 0 ? " kernel" : "", bias ? " bias" : "")
                  << name << shape.fan_out << shape.fan_in << (shape.dimensions > 0 ? shape.kernel : 0) << bias
                  << parameter << word;
          };
    // Shapes take turns over schemes and choices.
    std::size_t first = 0;
    for (const Scheme& scheme : schemes())
        for (Role role : {Role::weight, Role::bias}) {
            std::size_t place = first++;
            for (Shape shape : shapes)
                if (std::size_t turn = place++; fills(scheme, role, shape.dimensions > 0, scheme.of_role)) {
                    if (tested::in_turn(turn++))
                        row(scheme, shape, role == Role::bias);
                    for (const ParameterInfo& info : scheme.parameters)
                        if (info.name == "distribution" || (shape == shapes[6] && !info.choices.empty()))
                            for (const std::string& choice : info.choices)
                                if (info.name != "distribution" || tested::in_turn(turn++))
                                    row(scheme, shape, role == Role::bias, QString::fromStdString(info.name),
                                        QString::fromStdString(choice));
                }
        }
}

struct Case {
    Initializer initializer;
    Shape shape;
    Role role;
};

Case fetched()
{
    QFETCH(QString, scheme);
    QFETCH(int, fan_out);
    QFETCH(int, fan_in);
    QFETCH(int, kernel);
    QFETCH(bool, bias);
    QFETCH(QString, name);
    QFETCH(QString, word);
    Case one {{scheme.toStdString(), {}}, kernel > 0 ? Shape {fan_out, fan_in, kernel, 2} : Shape {fan_out, fan_in},
        bias ? Role::bias : Role::weight};
    if (!word.isEmpty())
        one.initializer.parameters[name.toStdString()] = word.toStdString();
    return one;
}

double as_double(float x) { return x; }

// Returns ∫ of a density times f. For a finite support the variable is x = center + width·sin θ, which removes the
// infinite ends of the arcsine distribution; otherwise the range is ±40 standard deviations.
template <class F>
double integral(const Law& law, const F& f)
{
    if (!law.density)
        return 0;
    const double std = std::sqrt(law.variance);
    const double low = std::isinf(law.low) ? law.mean - 40 * std : law.low;
    const double high = std::isinf(law.high) ? law.mean + 40 * std : law.high;
    constexpr int steps = 5000;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double angle = std::numbers::pi * ((i + 0.5) / steps - 0.5);
        const double x = 0.5 * (low + high) + 0.5 * (high - low) * std::sin(angle);
        sum += law.density(x) * f(x) * 0.5 * (high - low) * std::cos(angle) * std::numbers::pi / steps;
    }
    return sum;
}

}   // namespace

class SchemeTest : public QObject {
    Q_OBJECT

private slots:
    void moments_are_those_of_the_law_data() { cases(); }
    void moments_are_those_of_the_law()
    {
        const Case one = fetched();
        const Draw draw = draw_of(one.initializer, one.shape, one.role);
        const Law law = law_of(draw, one.shape, one.role);
        const std::vector<float> x = sample(one.initializer, one.shape, one.role);
        const double n = double(x.size());
        double mean = 0, variance = 0, fourth = 0;
        for (float value : x) {
            const double d = value - law.mean;
            mean += d / n;
            variance += d * d / n;
            fourth += d * d * d * d / n;
            const double far = draw.format == FloatFormat::float32 ? 1e-6 : 0x1p-8;   // half a unit in the last place
            QVERIFY(
                value >= law.low - far * (1 + std::abs(law.low)) && value <= law.high + far * (1 + std::abs(law.high)));
        }
        // Entries of an orthogonal or sparse matrix are correlated in a way that can only reduce these errors (their
        // squares sum to a constant); the identity has no spread at all. Rounding: float entries.
        const double mean_error = std::sqrt(law.variance / n),
                     variance_error = std::sqrt(std::max(0.0, fourth - law.variance * law.variance) / n);
        QVERIFY2(std::abs(mean) <= 5 * mean_error + 1e-7 * std::abs(law.mean),
            qPrintable(QString("%1 standard errors").arg(mean / mean_error)));
        QVERIFY2(std::abs(variance - law.variance) <= 5 * variance_error + 2e-6 * law.variance,
            qPrintable(QString("%1 standard errors").arg((variance - law.variance) / variance_error)));
    }

    void law_is_a_law_data() { cases(); }
    void law_is_a_law()
    {
        const Case one = fetched();
        const Law law = law_of(draw_of(one.initializer, one.shape, one.role), one.shape, one.role);
        double mass = integral(law, [](double) { return 1.0; });
        double mean = integral(law, [](double x) { return x; });
        double square = integral(law, [&](double x) { return (x - law.mean) * (x - law.mean); });
        for (const Law::Atom& atom : law.atoms) {
            mass += atom.probability;
            mean += atom.probability * atom.value;
            square += atom.probability * (atom.value - law.mean) * (atom.value - law.mean);
            QVERIFY(atom.probability > 0);
        }
        const double std = std::sqrt(law.variance);
        QVERIFY2(std::abs(mass - 1) < 1e-5, qPrintable(QString::number(mass)));
        QVERIFY(std::abs(mean - law.mean) <= 1e-5 * (std + std::abs(law.mean)));
        QVERIFY(std::abs(square - law.variance) <= 1e-5 * law.variance);
    }

    void histogram_follows_the_density_data() { cases(); }
    void histogram_follows_the_density()
    {
        // Chi-square over 32 bins of equal width (those with at least 20 expected entries), against 5σ of its own
        // distribution, which correlated entries make narrower. Entries at atoms are counted separately.
        const Case one = fetched();
        const Law law = law_of(draw_of(one.initializer, one.shape, one.role), one.shape, one.role);
        if (draw_of(one.initializer, one.shape, one.role).format != FloatFormat::float32 && law.density)
            return;   // a bin may contain few of the format's numbers
        const std::vector<float> x = sample(one.initializer, one.shape, one.role);
        std::vector<float> sorted = x;
        std::ranges::sort(sorted);
        double atoms = 0;
        for (const Law::Atom& atom : law.atoms) {
            // Removes the entries at the atom from those to which the density applies.
            const double reach = 1e-6 * (1e-30 + std::abs(atom.value));
            const auto first = std::ranges::lower_bound(sorted, atom.value - reach, {}, as_double);
            const auto last = std::ranges::upper_bound(sorted, atom.value + reach, {}, as_double);
            const auto count = double(last - first);
            sorted.erase(first, last);
            const double n = double(x.size()), p = atom.probability;
            QVERIFY(std::abs(count - n * p) <= 5 * std::sqrt(n * p * (1 - p)) + 0.5);
            atoms += count;
        }
        if (!law.density) {
            QCOMPARE(atoms, double(x.size()));
            return;
        }
        const double std = std::sqrt(law.variance);
        const double low = std::max(law.low, law.mean - 4 * std), high = std::min(law.high, law.mean + 4 * std);
        constexpr int bins = 32, points = 50;   // which integrate a constant density to (π/50)²/24 = 2e-4
        const double width = (high - low) / bins;
        const auto below
            = [&](double limit) { return std::ranges::lower_bound(sorted, limit, {}, as_double) - sorted.begin(); };
        double chi_square = 0;
        int used = 0;
        for (int bin = 0; bin < bins; ++bin) {
            const double from = low + bin * width;
            double p = 0;
            for (int i = 0; i < points; ++i) {
                // Points are dense at both ends of a bin, where an arcsine density is infinite.
                const double angle = std::numbers::pi * ((i + 0.5) / points - 0.5);
                p += law.density(from + 0.5 * width * (1 + std::sin(angle))) * 0.5 * width * std::cos(angle)
                    * std::numbers::pi / points;
            }
            const double expected = p * double(x.size());
            if (expected < 20)
                continue;
            const auto count = double(below(from + width) - below(from));
            chi_square += (count - expected) * (count - expected) / expected;
            ++used;
        }
        QVERIFY(used > 3);
        // Entries of one small orthogonal matrix determine each other (2 × 2: all four by one angle), so counts come in
        // groups of up to four.
        const auto base = draw_of(one.initializer, one.shape, one.role).base;
        const bool on_sphere = base->dependence == Dependence::dependent && base->name != base_sparse_normal()->name;
        const double copies = on_sphere && std::min(one.shape.fan_in, one.shape.fan_out) < 8 ? 4 : 1;
        QVERIFY2(chi_square < copies * (used + 5 * std::sqrt(2.0 * used) + 10),
            qPrintable(QString("%1 for %2 bins").arg(chi_square).arg(used)));
    }

    void truncation_factors()
    {
        const double factors[] = {0.539560, 0.879626, 0.986578};
        for (int k = 1; k <= 3; ++k) {
            const Initializer truncated {"trunc_normal", {{"low", double(-k)}, {"high", double(k)}}};
            const Law law = law_of(draw_of(truncated, {8, 8}, Role::weight), {8, 8}, Role::weight);
            QVERIFY(std::abs(std::sqrt(law.variance) - factors[k - 1]) < 1e-6);
        }
        const Law lecun = law_of(draw_of({"lecun_normal", {}}, {30, 50}, Role::weight), {30, 50}, Role::weight);
        QVERIFY(std::abs(std::sqrt(lecun.variance) - std::sqrt(1.0 / 50)) < 1e-12);
        // PyTorch's bounds are absolute: at std 0.02 they truncate nothing.
        const Law wide = law_of(draw_of({"trunc_normal", {{"std", 0.02}}}, {8, 8}, Role::weight), {8, 8}, Role::weight);
        QVERIFY(std::abs(std::sqrt(wide.variance) - 0.02) < 1e-12);
        const Law same = law_of(
            draw_of({"trunc_normal", {{"std", 0.02}, {"compensated", std::string("true")}}}, {8, 8}, Role::weight),
            {8, 8}, Role::weight);
        QVERIFY(std::abs(std::sqrt(same.variance) - 0.02) < 1e-12);
        const Initializer sigma {"trunc_normal", {{"std", 0.02}, {"bounds", std::string("sigma")}}};
        const Law narrow = law_of(draw_of(sigma, {8, 8}, Role::weight), {8, 8}, Role::weight);
        QVERIFY(std::abs(std::sqrt(narrow.variance) - 0.02 * 0.87962566103423978) < 1e-12);
    }

    void compensation_restores_the_width()
    {
        const auto std_left = [](const Initializer& initializer) {
            return std::sqrt(law_of(draw_of(initializer, {30, 50}, Role::weight), {30, 50}, Role::weight).variance);
        };
        const auto kaiming = [&](double low, double high, const char* bounds, const char* compensated) {
            return std_left({"kaiming_normal",
                {{"low", low}, {"high", high}, {"bounds", std::string(bounds)},
                    {"compensated", std::string(compensated)}}});
        };
        const double asked = std::sqrt(2.0 / 50);
        for (const auto& [low, high] : {std::pair(-2.0, 2.0), {-1.0, 3.0}, {0.5, 0.7}, {-0.1, 0.1}})
            QVERIFY(std::abs(kaiming(low, high, "sigma", "true") / asked - 1) < 1e-9);
        QVERIFY(std::abs(kaiming(-2, 2, "sigma", "false") / asked - 0.87962566103423978) < 1e-9);
        QVERIFY(std::abs(kaiming(-0.5, 0.5, "absolute", "true") / asked - 1) < 1e-9);
        QVERIFY(std::abs(kaiming(-0.4, 0.9, "absolute", "true") / asked - 1) < 1e-9);
        QVERIFY(kaiming(-0.5, 0.5, "absolute", "false") < 0.99 * asked);
        // No distribution between ±0.1 is that wide: the uniform one is the widest.
        QVERIFY(std::abs(kaiming(-0.1, 0.1, "absolute", "true") - 0.1 / std::sqrt(3.0)) < 1e-4);
    }

    void entries_are_numbers_of_their_format_data()
    {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<double>("std");
        QTest::addColumn<double>("mean");
        for (const QString dtype : {"bfloat16", "float16"})
            for (const double std : {1e-12, 1e-8, 3e-8, 1e-7, 1e-6, 1e-5, 0.02, 1.0, 1e4})
                for (const double mean : {0.0, 1.0, -4e-8})
                    QTest::addRow("%s %g %g", qPrintable(dtype), std, mean) << dtype << std << mean;
    }
    void entries_are_numbers_of_their_format()
    {
        QFETCH(QString, dtype);
        QFETCH(double, std);
        QFETCH(double, mean);
        const FloatRange& range = float_range(dtype == "bfloat16" ? FloatFormat::bfloat16 : FloatFormat::float16);
        const Parameters plain {{"mean", mean}, {"std", std}};
        Parameters narrow = plain;
        narrow["dtype"] = dtype.toStdString();
        const Shape shape {256, 256};
        for (const Role role : {Role::weight, Role::bias}) {
            const std::vector<float> wide = sample({"normal", plain}, shape, role),
                                     found = sample({"normal", narrow}, shape, role);
            QCOMPARE(wide.size(), found.size());
            for (std::size_t i = 0; i < wide.size(); ++i)
                QCOMPARE(double(found[i]), rounded(wide[i], range));
        }
        // The distribution, exact or approximated, against 65536 entries: five standard errors, at most those of a
        // fourth moment of 3 (0.028), or of the rarest entries that still count.
        const std::vector<float> found = sample({"normal", narrow}, shape, Role::weight);
        const Law law = law_of(draw_of({"normal", narrow}, shape, Role::weight), shape, Role::weight);
        double square = 0, fourth = 0;
        for (const float x : found) {
            const double d = x - law.mean;
            square += d * d / double(found.size());
            fourth += d * d * d * d / double(found.size());
        }
        const double error = std::sqrt(std::max(0.0, fourth - square * square) / double(found.size()));
        QVERIFY2(std::abs(square - law.variance) <= 5 * error + 1e-4 * law.variance,
            qPrintable(QString("%1 %2").arg(square).arg(law.variance)));
    }

    void tiny_weights_vanish_in_half_precision()
    {
        const auto law = [](double std, const char* dtype) {
            return law_of(draw_of({"normal", {{"std", std}, {"dtype", std::string(dtype)}}}, {64, 64}, Role::weight),
                {64, 64}, Role::weight);
        };
        // Half of the smallest number of float16 is 2^−25 = 3 σ for σ = 1e-8.
        QVERIFY(std::abs(law(1e-8, "float16").atoms.at(1).probability - 0.99713) < 1e-4);
        QCOMPARE(law(1e-10, "float16").variance, 0.0);
        QVERIFY(law(1e-10, "bfloat16").density != nullptr);
        QVERIFY(std::abs(law(0.02, "float16").variance - 4e-4) < 1e-12);
        // Sheppard: where the format's numbers are equidistant, rounding adds a twelfth of their squared distance.
        const double step = std::ldexp(1, -24);
        QVERIFY(std::abs(law(2e-7, "float16").variance / (4e-14 + step * step / 12) - 1) < 1e-6);
    }

    void numbers_of_formats_are_counted()
    {
        for (const FloatFormat format : float_formats) {
            const FloatRange& range = float_range(format);
            QCOMPARE(ordinal(range.smallest_subnormal, range), 1.0);
            for (double n = -3000; n <= 3000; ++n) {
                const double x = at_ordinal(n, range);
                QCOMPARE(ordinal(x, range), n);
                if (std::abs(x) > range.largest)
                    continue;
                QCOMPARE(rounded(x, range), x);
                const double next = at_ordinal(n + 1, range);
                QCOMPARE(rounded(0.3 * x + 0.7 * next, range), std::clamp(next, -range.largest, range.largest));
            }
        }
        QCOMPARE(rounded(2049, float_range(FloatFormat::float16)), 2048.0);   // rounds to even
        QCOMPARE(rounded(2051, float_range(FloatFormat::float16)), 2052.0);
        QCOMPARE(rounded(1e6, float_range(FloatFormat::float16)), 65504.0);
        QCOMPARE(rounded(-0x1p-25, float_range(FloatFormat::float16)), 0.0);
    }

    void scales_of_the_named_schemes()
    {
        const Shape shape {30, 50};
        const auto std = [&](const Initializer& initializer, Role role = Role::weight) {
            return std::sqrt(law_of(draw_of(initializer, shape, role), shape, role).variance);
        };
        const auto bound = [&](const Initializer& initializer) {
            return law_of(draw_of(initializer, shape, Role::weight), shape, Role::weight).high;
        };
        const auto near = [](double a, double b) { return std::abs(a - b) < 1e-12 * b; };
        QVERIFY(near(bound({"xavier_uniform", {{"gain", 2.0}}}), 2 * std::sqrt(6.0 / 80)));
        QVERIFY(near(std({"xavier_normal", {{"gain", 2.0}}}), 2 * std::sqrt(2.0 / 80)));
        QVERIFY(near(bound({"kaiming_uniform", {}}), std::sqrt(6.0 / 50)));   // PyTorch's defaults: leaky_relu, slope 0
        QVERIFY(near(std({"kaiming_normal", {{"nonlinearity", std::string("relu")}}}), std::sqrt(2.0 / 50)));
        QVERIFY(near(std({"kaiming_normal", {{"mode", std::string("fan_out")}}}), std::sqrt(2.0 / 30)));
        QVERIFY(near(std({"kaiming_normal", {{"mode", std::string("fan_avg")}}}), std::sqrt(2.0 / 40)));
        QVERIFY(
            near(std({"kaiming_normal", {{"mode", std::string("fan_geo_avg")}}}), std::sqrt(2 / std::sqrt(1500.0))));
        QVERIFY(near(std({"kaiming_normal", {{"negative_slope", 0.2}}}), std::sqrt(2 / 1.04 / 50)));
        QVERIFY(near(bound({"lecun_uniform", {}}), std::sqrt(3.0 / 50)));
        QVERIFY(near(bound({"pytorch_linear", {}}), 1 / std::sqrt(50.0)));
        QVERIFY(near(std({"pytorch_linear", {}}, Role::bias), 1 / std::sqrt(150.0)));
        for (const char* distribution : {"normal", "uniform", "orthogonal"}) {
            const Initializer field {"mean_field", {{"variance", 1.7}, {"distribution", std::string(distribution)}}};
            QVERIFY(near(std(field), std::sqrt(1.7 / 50)));
            QVERIFY(near(std(field, Role::bias), std::sqrt(1.7)));
        }
        for (const char* distribution : {"normal", "uniform", "truncated_normal"})
            QVERIFY(near(std({"variance_scaling", {{"scale", 3.0}, {"distribution", std::string(distribution)}}}),
                std::sqrt(3.0 / 50)));
    }

    void gains()
    {
        QCOMPARE(gain("linear", 0), 1.0);
        QCOMPARE(gain("sigmoid", 0), 1.0);
        QCOMPARE(gain("tanh", 0), 5.0 / 3);
        QCOMPARE(gain("relu", 0), std::sqrt(2.0));
        QCOMPARE(gain("leaky_relu", 0.2), std::sqrt(2 / 1.04));
        QCOMPARE(gain("selu", 0), 0.75);
        QVERIFY(std::abs(gain("gelu", 0) - 1.533530) < 1e-6);
        QVERIFY(std::abs(gain("silu", 0) - 1.676532) < 1e-6);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, gain("nothing", 0));
        for (const std::string& name : nonlinearities())
            QVERIFY2(gain(name, 0.01) > 0, name.c_str());
    }

    void vectors_have_one_length()
    {
        NoiseCache cache(0);
        for (const auto& [rows, columns] : {std::pair(40, 7), {7, 40}, {1, 5}, {5, 1}, {300, 700}})
            for (const char* vectors : {"rows", "columns"}) {
                const ParameterPlan plan {.name = "w",
                    .role = "weight",
                    .shape = {rows, columns},
                    .initializer = {"unit_rows", {{"gain", 2.5}, {"vectors", std::string(vectors)}}}};
                Eigen::MatrixXd w = DrawnParameters(5, 0, cache).entries(plan, {}).cast<double>();
                if (*vectors == 'c')
                    w.transposeInPlace();
                QVERIFY((w.rowwise().norm().array() - 2.5).abs().maxCoeff() < 1e-6);
            }
    }

    void twins_are_alike()
    {
        NoiseCache cache(0);
        const auto drawn = [&](int rows, int columns, double noise) {
            const ParameterPlan plan {.name = "w",
                .role = "weight",
                .shape = {rows, columns},
                .initializer = {"twins", {{"gain", 2.0}, {"noise", noise}}}};
            return Eigen::MatrixXd(DrawnParameters(5, 0, cache).entries(plan, {}).cast<double>());
        };
        for (const auto& [rows, columns] : {std::pair(40, 7), {2, 1}, {1, 2}, {1, 1}, {2, 2}, {300, 700}}) {
            const Eigen::MatrixXd w = drawn(rows, columns, 0);
            QCOMPARE(w.rows(), rows);
            if (rows > 1)
                QVERIFY(w.row(0) == w.row(1));
            if (columns > 1)
                QVERIFY(w.col(0) == w.col(1));
            if (rows > 2)
                QVERIFY(w.row(1) != w.row(2));
        }
        // The part of row 2 along row 1 is 1/√(1 + ε²), and its own part is ε/√(1 + ε²): means over 4000, within 5 σ.
        const int many = 4000;
        for (const double noise : {0.5, 2.0}) {
            const Eigen::MatrixXd w = drawn(3, many, noise) * std::sqrt(many) / 2;
            const double along = w.row(0).tail(many - 2).dot(w.row(1).tail(many - 2)) / many;
            QVERIFY(std::abs(along - 1 / std::sqrt(1 + noise * noise)) < 5 * std::sqrt(2.0 / many));
            QVERIFY(std::abs(w.row(1).squaredNorm() / many - 1) < 5 * std::sqrt(2.0 / many));
        }
    }

    void orthogonal_is_orthogonal_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        for (Shape shape : {Shape {1, 1}, {5, 3}, {3, 5}, {1, 7}, {128, 128}, {200, 90}, {90, 200}})
            QTest::addRow("%d x %d", shape.fan_out, shape.fan_in) << shape.fan_out << shape.fan_in;
    }
    void orthogonal_is_orthogonal()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        const Eigen::MatrixXd w
            = draw_base({.base = base_orthogonal()}, {9, 0, TensorRole::weight, 1}, rows, columns, {})
                  .entries.cast<double>();
        const Eigen::MatrixXd gram
            = rows < columns ? Eigen::MatrixXd(w * w.transpose()) : Eigen::MatrixXd(w.transpose() * w);
        const double error = (gram - Eigen::MatrixXd::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff();
        QVERIFY2(error < 5e-6, qPrintable(QString::number(error)));
    }

    void sparse_has_so_many_zeros_in_each_column()
    {
        for (double sparsity : {0.0, 0.1, 0.5, 0.9, 1.0})
            for (int rows : {1, 7, 100}) {
                const WeightMatrix w
                    = draw_base({.base = base_sparse_normal(sparsity)}, {9, 0, TensorRole::weight, 1}, rows, 33, {})
                          .entries;
                for (int column = 0; column < 33; ++column)
                    QCOMPARE((w.col(column).array() == 0).count(), Eigen::Index(std::ceil(sparsity * rows)));
            }
    }

    void wider_contains_narrower()
    {
        const Stream stream {9, 0, TensorRole::weight, 1};
        const WeightMatrix small = draw_base({.base = base_normal()}, stream, 20, 30, {}).entries;
        const WeightMatrix large = draw_base({.base = base_normal()}, stream, 50, 77, {}).entries;
        QVERIFY(small == WeightMatrix(large.topLeftCorner(20, 30)));
    }

    void stop_is_obeyed()
    {
        std::stop_source source;
        source.request_stop();
        Context context;
        context.stop = source.get_token();
        QVERIFY_THROWS_EXCEPTION(Stopped, draw_base({.base = base_normal()}, {}, 100, 100, context));
    }

    void cache_shares_draws_and_forgets_the_oldest()
    {
        constexpr std::size_t one = 64 * 64 * sizeof(float);
        NoiseCache cache(2 * one);
        const Stream stream {9, 0, TensorRole::weight, 1};
        const auto base = [&](Draw draw, int rows = 64) { return cache.base(draw, stream, rows, 64, {}); };
        const auto normal = base({.base = base_normal(), .scale = 3});
        QVERIFY(base({.base = base_normal(), .scale = 7, .shift = 1}) == normal);
        const auto uniform = base({.base = base_uniform()});
        QVERIFY(base({.base = base_normal()}) == normal);   // now the most recently used
        base({.base = base_identity()});   // evicts uniform
        QVERIFY(base({.base = base_normal()}) == normal);
        const auto again = base({.base = base_uniform()});
        QVERIFY(again != uniform);
        QVERIFY(again->entries == uniform->entries);
        const auto large = base({.base = base_normal()}, 1000);   // larger than the cache: not stored
        QVERIFY(base({.base = base_normal()}, 1000) != large);
        QVERIFY(base({.base = base_uniform()}) == again);
    }

    void names_are_known_and_unknown()
    {
        for (const Scheme& scheme : schemes()) {
            QVERIFY(find_scheme(scheme.name) == &scheme);
            QVERIFY(!scheme.label.empty());
        }
        QVERIFY(find_scheme("kaiming") == nullptr);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, draw_of({"kaiming", {}}, {}, Role::weight));
    }
};

STEPZERO_TEST(SchemeTest, NoApplication)

}   // namespace tst_scheme
#include "tst_scheme.moc"
