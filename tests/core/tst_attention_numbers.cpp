// SPDX-License-Identifier: GPL-3.0-or-later
// The law of attention's entropy with numbers put in by hand.
#include <QtTest>

#include "core/study/attention_numbers.h"

using namespace stepzero;

namespace {

AttentionHead head(double entropy, double log_visible, double spread)
{
    AttentionHead h;
    h.entropy = entropy;
    h.log_visible = log_visible;
    h.logit_spread = spread;
    return h;
}

}   // namespace

class TestAttentionLaw : public QObject {
    Q_OBJECT

private slots:
    void meansOverHeads()
    {
        const AttentionNumbers law = attention_numbers({head(2, 4, 0.5), head(3, 4, 1.5)}, 2, 3, 16, 0.25);
        QCOMPARE(law.entropy, 2.5);
        QCOMPARE(law.log_visible, 4.0);
        QCOMPARE(law.logit_spread, 1.0);
        QCOMPARE(law.expected_entropy, 3.5);
        QCOMPARE(law.logit_variance, 36.0);   // of root scale it is σ_q² σ_k², whatever the width
        QCOMPARE(attention_numbers({head(2, 4, 0.5)}, 2, 3, 16, 1).logit_variance, 16 * 36.0);
    }

    void freezes()
    {
        QVERIFY(attention_numbers({head(0.1, 2, 2.1)}, 1, 1, 4, 1).expected_entropy < 0);   // s² > 2 ln T
        QVERIFY(attention_numbers({head(0.1, 2, 1.9)}, 1, 1, 4, 1).expected_entropy > 0);
    }
};

QTEST_GUILESS_MAIN(TestAttentionLaw)
#include "tst_attention_numbers.moc"
