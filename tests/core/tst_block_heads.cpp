// SPDX-License-Identifier: GPL-3.0-or-later
// Means over the heads of a block, checked by hand.
#include <QtTest>

#include "core/study/block_heads.h"
#include "tests/main/registered_test.h"

namespace tst_block_heads {

using namespace stepzero;

namespace {

AttentionHead head(double entropy, double log_visible, double spread, double mean = 0, double std = 0)
{
    AttentionHead h;
    h.entropy = entropy;
    h.log_visible = log_visible;
    h.logit_spread = spread;
    h.logit_mean = mean;
    h.logit_std = std;
    h.queries = 1;
    return h;
}

}   // namespace

class TestBlockHeads : public QObject {
    Q_OBJECT

private slots:
    /// Squares are averaged, not their roots. E[l²] includes the mean of the logits.
    void meansOverHeads()
    {
        const HeadMean mean = mean_of({head(2, 4, 0.5, 3, 4), head(3, 4, 1.5, 0, 1)});
        QCOMPARE(mean.entropy, 2.5);
        QCOMPARE(mean.log_visible, 4.0);
        QVERIFY(std::abs(mean.logit_spread - std::sqrt((0.25 + 2.25) / 2)) < 1e-12);
        QVERIFY(std::abs(mean.logit_rms - std::sqrt((25 + 1) / 2.0)) < 1e-12);
    }

    void theory()
    {
        const HeadMean mean = mean_of(
            AttentionPrediction {.logit_variance = 9, .spread = 3, .logit_spread = 2, .entropy = 5, .log_visible = 6});
        QCOMPARE(mean.logit_rms, 3.0);
        QCOMPARE(mean.logit_spread, 2.0);
    }

    /// Logits of 1e300 have squares beyond double, but no result is NaN.
    void huge()
    {
        const HeadMean mean = mean_of({head(0, 2, 1e300, 1e300, 1e300)});
        QVERIFY(!std::isnan(mean.logit_rms) && !std::isnan(mean.logit_spread));
    }
};

STEPZERO_TEST(TestBlockHeads, QCoreApplication)

}   // namespace tst_block_heads
#include "tst_block_heads.moc"
