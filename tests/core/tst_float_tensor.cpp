// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of a tensor compared with float formats: powers of two are exact, and so are the numbers here.
#include <QtTest>
#include <cmath>

#include "core/study/float_tensor.h"
#include "tests/main/registered_test.h"

namespace tst_float_tensor {

using namespace stepzero;

namespace {

/// Returns a uniform distribution over [−2^log2, 2^log2], counted in 64 bins.
Distribution even(int log2)
{
    Distribution d;
    const double largest = std::exp2(log2);
    d.count = 64000;
    d.min = d.histogram.low = -largest;
    d.max = d.histogram.high = largest;
    d.rms = largest / std::sqrt(3.0);
    d.histogram.counts.assign(64, 1000);
    return d;
}

/// Returns a distribution with moments only.
Distribution moments(int log2)
{
    Distribution d = even(log2);
    d.histogram.counts.clear();
    return d;
}

using Flags = std::vector<bool>;

}   // namespace

class TestFloatTensor : public QObject {
    Q_OBJECT

private slots:
    void magnitudes()
    {
        const Distribution a = even(3), b = moments(-5), none {};
        const FloatTensor tensor = float_tensor({&a, &b, &none, nullptr}, 2);
        QCOMPARE(tensor.high[0], 5.0);
        QCOMPARE(tensor.high[1], -3.0);
        QVERIFY(std::isnan(tensor.high[2]) && std::isnan(tensor.high[3]) && std::isnan(tensor.rms[2]));
        QVERIFY(std::abs(tensor.rms[0] - (5 - std::log2(std::sqrt(3.0)))) < 1e-12);
        // x| is uniform over [0, 8]: its 5% quantile is 0.4, accurate to a bin of 0.25.
        QVERIFY(std::abs(std::exp2(tensor.low[0] - 2) - 0.4) < 0.25);
        QCOMPARE(tensor.low[1], tensor.rms[1]);   // the small entries were not counted
    }

    void theLossScaleJustFits()
    {
        const Distribution a = even(-20), b = even(-30), zero = [] {
            Distribution d = even(0);
            d.min = d.max = d.rms = 0;
            return d;
        }();
        const FloatRange& half = float_range(FloatFormat::float16);   // up to 65504, a little below 2^16
        QCOMPARE(loss_shift({&b, &a, nullptr}, half), std::optional(35.0));
        QVERIFY(!overflows(a, half, 35) && overflows(a, half, 36));
        QVERIFY(!loss_shift({&zero, nullptr}, half));
        QVERIFY(!loss_shift({}, half));
    }

    void whatIsLost()
    {
        const Distribution large = even(17), good = even(0), small = even(-30);
        const FloatTensor tensor = float_tensor({&good, &large, nullptr, &small});
        const std::vector<FloatLoss> losses = float_losses(tensor, FloatFormat::float16);
        QCOMPARE(losses, (std::vector<FloatLoss> {{}, {true, false}, {}, {false, true}}));
        // a missing layer after one that left the range counts as beyond
        QCOMPARE(layers_over(tensor, losses), (Flags {false, true, true, false}));
        QCOMPARE(float_losses(tensor, FloatFormat::float32), std::vector<FloatLoss>(4));
        // Scaled down, the large layer fits, and the good one does not lose anything yet.
        QCOMPARE(float_losses(float_tensor({&good, &large}, -4), FloatFormat::float16), std::vector<FloatLoss>(2));
    }

    void whatAnyTensorLeaves()
    {
        const Distribution large = even(17), good = even(0), small = even(-30);
        const FloatTensor forward = float_tensor({&good, &large, nullptr}),
                          backward = float_tensor({&small, &good, &good});
        QCOMPARE(layers_left({forward, backward}, FloatFormat::float16), (Flags {true, true, true}));
        QCOMPARE(layers_left({forward}, FloatFormat::float16), (Flags {false, true, true}));
        QCOMPARE(layers_left({backward}, FloatFormat::float16), (Flags {true, false, false}));
        QCOMPARE(layers_left({forward, backward}, FloatFormat::float32), (Flags {false, false, false}));
        QVERIFY(layers_left({}, FloatFormat::float16).empty());
    }
};

STEPZERO_TEST(TestFloatTensor, QCoreApplication)

}   // namespace tst_float_tensor
#include "tst_float_tensor.moc"
