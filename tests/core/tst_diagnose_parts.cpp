// SPDX-License-Identifier: GPL-3.0-or-later
// LSUV, the ranges of float formats, and the entries of a tensor that they lose.
#include <QtTest>
#include <random>

#include "core/diagnose/change.h"
#include "core/diagnose/float_range.h"
#include "core/diagnose/lsuv.h"
#include "core/diagnose/text.h"
#include "core/files/validate.h"
#include "core/math/statistics/describe.h"
#include "tests/core/diagnose_cases.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_parts {

using namespace diagnose_cases;

namespace {

/// A format defined by its bits.
struct Bits {
    FloatFormat format;
    int exponent_bits, mantissa_bits;
    bool infinities;   ///< true: the largest exponent means infinity and NaN; false: only its last number is NaN
};

/// Returns the positive numbers of a small format in increasing order.
std::vector<double> numbers(const Bits& b)
{
    const int bias = (1 << (b.exponent_bits - 1)) - 1, mantissas = 1 << b.mantissa_bits;
    std::vector<double> all;
    for (int e = 0; e < (1 << b.exponent_bits) - (b.infinities ? 1 : 0); ++e)
        for (int m = 0; m < mantissas; ++m) {
            const bool nan = !b.infinities && e == (1 << b.exponent_bits) - 1 && m == mantissas - 1;
            if (!nan && (e > 0 || m > 0))
                all.push_back(e == 0 ? std::ldexp(m, 1 - bias - b.mantissa_bits)
                                     : std::ldexp(mantissas + m, e - bias - b.mantissa_bits));
        }
    return all;
}

const std::vector<Bits> small_formats {{FloatFormat::bfloat16, 8, 7, true}, {FloatFormat::float16, 5, 10, true},
    {FloatFormat::e5m2, 5, 2, true}, {FloatFormat::e4m3, 4, 3, false}};

std::vector<float> normal_entries(std::size_t n, double mean, double std, bool rectified)
{
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal(mean, std);
    std::vector<float> entries(n);
    for (float& x : entries) {
        x = float(normal(engine));
        if (rectified && x < 0)
            x = 0;
    }
    return entries;
}

}   // namespace

class TestDiagnoseParts : public QObject {
    Q_OBJECT

private slots:
    void how_much_wider_ends()
    {
        QCOMPARE(width_factor(1), 3);   // (1/0.6)²
        for (const double spread : {1e6, 1e300, double(HUGE_VAL)})
            QCOMPARE(width_factor(spread), 65536);
    }

    void ranges_are_those_of_the_bits()
    {
        for (const Bits& b : small_formats) {
            const std::vector<double> all = numbers(b);
            const FloatRange& range = float_range(b.format);
            QCOMPARE(range.smallest_subnormal, all.front());
            QCOMPARE(range.smallest_normal, all[std::size_t(1 << b.mantissa_bits) - 1]);
            QCOMPARE(range.largest, all.back());
            QCOMPARE(range.significant_bits, b.mantissa_bits + 1);
        }
        using Limits32 = std::numeric_limits<float>;
        const FloatRange& range = float_range(FloatFormat::float32);
        QCOMPARE(range.smallest_subnormal, double(Limits32::denorm_min()));
        QCOMPARE(range.smallest_normal, double(Limits32::min()));
        QCOMPARE(range.largest, double(Limits32::max()));
        QCOMPARE(range.significant_bits, Limits32::digits);
    }

    void overflow_begins_where_rounding_leaves_the_format()
    {
        for (const Bits& b : small_formats) {
            const std::vector<double> all = numbers(b);
            const FloatRange& range = float_range(b.format);
            const double end = all.back() + (all.back() - all[all.size() - 2]) / 2;
            for (const auto& [largest, over] : {std::pair(end * (1 - 1e-12), false), {end * (1 + 1e-12), true}}) {
                Distribution d;
                d.min = -largest;
                d.max = 1;
                QCOMPARE(overflows(d, range), over);
                d.exponent = 10;
                QCOMPARE(overflows(d, range, -10), over);
                QVERIFY(overflows(d, range));
            }
        }
    }

    void underflow_is_what_rounds_to_zero_data()
    {
        QTest::addColumn<double>("std");
        QTest::addColumn<bool>("rectified");
        for (const double std : {1e-5, 1e-3, 3e-3, 0.05, 1.0})
            for (const bool rectified : {false, true})
                QTest::addRow("std %g%s", std, rectified ? ", rectified" : "") << std << rectified;
    }

    void underflow_is_what_rounds_to_zero()
    {
        QFETCH(double, std);
        QFETCH(bool, rectified);
        const std::vector<float> entries = normal_entries(200'000, 0, std, rectified);
        const Distribution d = describe(entries.data(), entries.size(), {});
        for (const FloatFormat format : float_formats) {
            const FloatRange& range = float_range(format);
            double lost = 0, all = 0;
            for (const float x : entries) {
                all += x != 0;
                lost += x != 0 && std::abs(double(x)) <= range.smallest_subnormal / 2;
            }
            // Accurate to a bin of the histogram: at most the fraction of one bin on each side.
            const double bin = d.histogram.bin_width() / std * 0.8;
            const double found = underflow_share(d, range);
            QVERIFY2(std::abs(found - lost / all) <= bin + 0.005,
                qPrintable(QString("%1: %2, counted %3").arg(range.label).arg(found).arg(lost / all)));
        }
    }

    void zeros_do_not_underflow()
    {
        const std::vector<float> zeros(1000, 0.0f);
        QCOMPARE(underflow_share(describe(zeros.data(), zeros.size(), {}), float_range(FloatFormat::e4m3)), 0.0);
        const std::vector<float> tiny(1000, 1e-4f);
        QCOMPARE(underflow_share(describe(tiny.data(), tiny.size(), {}), float_range(FloatFormat::e4m3)), 1.0);
        QCOMPARE(underflow_share(describe(tiny.data(), tiny.size(), {}), float_range(FloatFormat::e4m3), 10), 0.0);
    }

    void lsuv_gives_unit_variance_data()
    {
        QTest::addColumn<QString>("members");
        QTest::newRow("relu") << R"("depth": 6, "width": 96)";
        QTest::newRow("tanh, biases") << R"("depth": 6, "width": 96, "activation": "tanh", "bias": {"scheme": "ones"})";
        QTest::newRow("widths") << R"("input_width": 300, "widths": [64, 200, 33, 10], "activation": "gelu")";
        QTest::newRow("activations differ") << R"("depth": 4, "width": 96,
            "overrides": [{"layer": 2, "activation": "sigmoid", "weight": {"scheme": "zeros"}}])";
    }

    void lsuv_gives_unit_variance()
    {
        QFETCH(QString, members);
        Experiment e = dense(members.toStdString(), R"("std": 3, "mean": 0.5, "samples": 300)");
        const Experiment after = lsuv(e, cache_, {});
        QVERIFY(validate(after).empty());
        const Measurement m = simulate(after, plan_of(after.network), cache_, {});
        const auto plan = expand(after.network), before = expand(e.network);
        for (std::size_t l = 0; l < plan.size(); ++l) {
            // The same sums in another order, in float32.
            const double std = m.preactivation(int(l) + 1)->std;
            QVERIFY2(std::abs(std - 1) < 1e-4, qPrintable(QString::number(std)));
            QCOMPARE(plan[l].weight.scheme, std::string("orthogonal"));
            QCOMPARE(plan[l].bias.scheme, std::string("zeros"));
            QCOMPARE(plan[l].activation.name, before[l].activation.name);
        }
        QVERIFY(lsuv(e, cache_, {}) == after);
    }

    void initializers_are_told_by_layer()
    {
        const Experiment e = dense(R"("depth": 5, "width": 20, "overrides": [{"layer": 2, "activation": "tanh",
            "bias": {"scheme": "ones"}}, {"layer": 4, "weight": {"scheme": "zeros"}}])");
        const Experiment changed = with_initializers(e, expand(e.network), [](const LayerPlan& layer) {
            return Initializers {
                {"normal", {{"mean", 0.0}, {"std", layer.activation.name == "tanh" ? 1.0 : 2.0}}}, std::nullopt};
        });
        QVERIFY(validate(changed).empty());
        const auto before = expand(e.network), after = expand(changed.network);
        for (std::size_t l = 0; l < after.size(); ++l) {
            QCOMPARE(number(after[l].weight.parameters, "std"), before[l].activation.name == "tanh" ? 1.0 : 2.0);
            QVERIFY(after[l].bias == before[l].bias);
            QVERIFY(after[l].activation == before[l].activation);
        }
        QCOMPARE(changed.network.overrides.size(), std::size_t(1));
    }

    void numbers_are_short()
    {
        QCOMPARE(short_text(0.063245), std::string("0.0632"));
        QCOMPARE(short_text(10), std::string("10"));
        QCOMPARE(exp_text(std::log(2.5)), std::string("2.5"));
        QCOMPARE(exp_text(-400 * std::log(10.0)), std::string("1e-400"));
        QCOMPARE(exp_text(-std::numeric_limits<double>::infinity()), std::string("0"));
        QCOMPARE(percent_text(0.125), std::string("12.5%"));
    }

private:
    NoiseCache cache_ {std::size_t(1) << 26};
};

STEPZERO_TEST(TestDiagnoseParts, stepzero::NoApplication)

}   // namespace tst_diagnose_parts
#include "tst_diagnose_parts.moc"
