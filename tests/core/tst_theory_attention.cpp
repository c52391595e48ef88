// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax of Gaussian logits against sampling, and attention and head at step 0 against networks.
#include <QTest>
#include <numbers>

#include "core/network/init/parameter.h"
#include "tests/core/attention_law.h"
#include "tests/core/average.h"
#include "tests/core/eigen_references.h"
#include "tests/core/modules.h"
#include "tests/main/registered_test.h"

namespace tst_theory_attention {

using namespace stepzero;

namespace {

struct Sampled {
    Average log_sum, participation, entropy, pairing;
};

/// Softmaxes of n Gaussian logits for every spread, from the same samples.
std::vector<Sampled> sample(int n, const std::vector<double>& spreads, int samples)
{
    std::vector<Sampled> result(spreads.size());
    Eigen::VectorXf g(n);
    Eigen::ArrayXd l(n), p(n);
    for (int i = 0; i < samples; ++i) {
        fill_normal({5, 0, TensorRole::input, std::uint32_t(n)}, std::uint32_t(i), 0, g.data(), std::size_t(n));
        for (std::size_t k = 0; k < spreads.size(); ++k) {
            l = g.cast<double>().array() * spreads[k];
            const double largest = l.maxCoeff();
            l -= largest;
            p = l.exp();
            const double total = p.sum();
            result[k].log_sum.add(std::log(total) + largest);
            result[k].participation.add(p.square().sum() / (total * total));
            result[k].entropy.add(std::log(total) - (p * l).sum() / total);
            p /= total;
            const double s2 = p.square().sum(), s3 = p.cube().sum(), s4 = p.square().square().sum();
            result[k].pairing.add(1 - 5 * s2 + 4 * s3 + 6 * (s2 * s2 - s4));
        }
    }
    return result;
}

bool within(const Average& a, double predicted) { return std::abs(a.mean() - predicted) < 5 * a.error() + 1e-9; }

}   // namespace

class TestTheoryAttention : public QObject {
    Q_OBJECT

private slots:
    void gaussianLogitsAgainstSampling()
    {
        // Within five standard errors: one in two million would fail.
        const std::vector<double> spreads {0.1, 0.3, 0.7, 1, 1.5, 2, 3, 4, 6, 10, 40, 200};
        for (const int n : {2, 8, 64, 512}) {
            const std::vector<Sampled> seen = sample(n, spreads, 400000 / (n + 32));
            for (std::size_t k = 0; k < spreads.size() - 1; ++k) {
                const SoftmaxMoments m = softmax_moments(n, spreads[k]);
                QVERIFY2(within(seen[k].log_sum, m.log_sum) && within(seen[k].participation, m.participation)
                        && within(seen[k].entropy, m.entropy) && within(seen[k].pairing, m.pairing),
                    qPrintable(QString("%1 keys, s = %2").arg(n).arg(spreads[k])));
            }
            // Beyond the quadrature, entropy and 1 − participation are accurate to a tenth.
            const SoftmaxMoments m = softmax_moments(n, 200);
            const Sampled& far = seen.back();
            QVERIFY(within(far.log_sum, m.log_sum));
            QVERIFY(std::abs(far.entropy.mean() - m.entropy) < 0.1 * m.entropy + 5 * far.entropy.error());
            QVERIFY(std::abs(far.participation.mean() - m.participation)
                < 0.1 * (1 - m.participation) + 5 * far.participation.error());
        }
    }

    void twoKeysInClosedForm()
    {
        // ln(e^a + e^b) = (a + b)/2 + ln(2 cosh(d/2)), d = a − b ~ N(0, 2s²): one integral, by the trapezoidal rule.
        for (const double s : {0.004, 0.0099, 0.0101, 0.3, 1.0, 5.0, 20.0, 40.0}) {
            double log_sum = 0, squares = 0, entropy = 0, pairing = 0, total = 0;
            const double h = std::min(0.005, 0.01 / s);
            for (double g = -12; g <= 12; g += h) {
                const double w = std::exp(-g * g / 2), d = std::abs(g) * s * std::numbers::sqrt2;
                const double q = 1 / (1 + std::exp(d)), p = 1 - q;
                total += w;
                log_sum += w * (d / 2 + std::log1p(std::exp(-d)));
                squares += w * (p * p + q * q);
                entropy += w * (std::log1p(std::exp(-d)) + q * d);
                pairing += w * 2 * p * q * (6 * p * q - 1);
            }
            const SoftmaxMoments m = softmax_moments(2, s);
            QVERIFY2(std::abs(m.log_sum - log_sum / total) < 1e-8, qPrintable(QString::number(s)));
            QVERIFY2(std::abs(m.participation - squares / total) < 1e-8, qPrintable(QString::number(s)));
            QVERIFY2(std::abs(m.entropy - entropy / total) < 1e-8, qPrintable(QString::number(s)));
            QVERIFY2(std::abs(m.pairing - pairing / total) < (s < 0.01 ? 1e-4 : 1e-8), qPrintable(QString::number(s)));
        }
    }

    void limitsAreReached()
    {
        for (const int n : {1, 2, 50, 50257}) {
            const SoftmaxMoments flat = softmax_moments(n, 0);
            QCOMPARE(flat.entropy, std::log(double(n)));
            QCOMPARE(flat.participation, 1.0 / n);
            QCOMPARE(softmax_moments(n, 1e9).participation > 1 - 1e-6, true);
            QVERIFY(softmax_moments(n, 1e9).entropy < 1e-6);
            double last = std::log(double(n)) + 1e-12;   // decreases everywhere, even where the methods change
            for (double s = 0; s < 100; s += s < 0.02 ? 0.001 : s < 30 ? 0.5 : 5) {
                const double entropy = softmax_moments(n, s).entropy;
                QVERIFY2(entropy <= last + 1e-9, qPrintable(QString("%1 %2").arg(n).arg(s)));
                last = entropy;
            }
        }
        // Well below freezing, √(2 ln n) = 4.65 here, finite n agrees with the limit.
        QVERIFY(std::abs(freezing_spread(50257) - 4.6529) < 1e-4);
        QVERIFY(std::abs(softmax_moments(50257, 1).entropy - limiting_entropy(50257, 1)) < 1e-4);
        QVERIFY(std::abs(softmax_moments(50257, 2).entropy / limiting_entropy(50257, 2) - 1) < 0.01);
        // Beyond, it converges as slowly as the largest of n Gaussians approaches √(2 ln n). The largest is lower by
        // the fraction (ln ln n + ln 4π)/(4 ln n), and so is x, for which the entropy is ψ(1) − ψ(1 − x). At x = ½ its
        // relative slope is x ψ'(½)/(ψ(1) − ψ(½)) = (π²/4)/(2 ln 2).
        for (const int n : {512, 50257, 2147483647}) {
            const double s = 2 * freezing_spread(n), log_n = std::log(double(n));
            const double miss = 1 - softmax_moments(n, s).entropy / limiting_entropy(n, s);
            const double derived = std::numbers::pi * std::numbers::pi / (8 * std::numbers::ln2)
                * (std::log(log_n) + std::log(4 * std::numbers::pi)) / (4 * log_n);
            QVERIFY2(
                std::abs(miss / derived - 1) < 0.15, qPrintable(QString("%1 %2 %3").arg(n).arg(miss).arg(derived)));
        }
    }

    void theFrozenEntropyIsThatOfTheCascade()
    {
        // Samples of weights Γ_i^(−1/x), where Γ are the arrivals of a Poisson process. The cut at 4000 arrivals leaves
        // 1e-3 for x = ½ (Σ i⁻² beyond), and less for smaller x.
        for (const double x : {0.2, 0.35, 0.5}) {
            Average entropy;
            Eigen::VectorXf g(8000);
            Eigen::ArrayXd log_weight(4000);
            for (int i = 0; i < 1500; ++i) {
                fill_normal({6, 0, TensorRole::input, 1}, std::uint32_t(i), 0, g.data(), 8000);
                double arrival = 0;
                for (int k = 0; k < 4000; ++k) {   // half of a chi-square with two degrees of freedom is exponential
                    arrival += (double(g[2 * k]) * double(g[2 * k]) + double(g[2 * k + 1]) * double(g[2 * k + 1])) / 2;
                    log_weight[k] = -std::log(arrival) / x;
                }
                log_weight -= log_weight[0];
                const Eigen::ArrayXd p = log_weight.exp();
                const double total = p.sum();
                entropy.add(std::log(total) - (p * log_weight).sum() / total);
            }
            const double limit = limiting_entropy(1e6, freezing_spread(1e6) / x);
            QVERIFY2(std::abs(entropy.mean() - limit) < 5 * entropy.error() + 5e-3, qPrintable(QString::number(x)));
        }
    }

    void causalIsEveryLength()
    {
        std::vector<int> keys(300);
        std::iota(keys.begin(), keys.end(), 1);
        for (const double s : {0.005, 0.4, 3.0, 20.0, 90.0}) {
            const std::vector<SoftmaxMoments> all = softmax_moments(keys, s);
            QCOMPARE(all.size(), std::size_t(300));
            for (const int n : {1, 2, 17, 300}) {
                const SoftmaxMoments one = softmax_moments(n, s), &same = all[std::size_t(n - 1)];
                QVERIFY(std::abs(one.log_sum - same.log_sum) < 1e-8 * std::max(1.0, one.log_sum));
                QVERIFY(std::abs(one.participation - same.participation) < 1e-8);
                QVERIFY(std::abs(one.entropy - same.entropy) < 1e-7);
            }
        }
    }

    void queriesDifferInLength()
    {
        // One query and 64 keys of 16 Gaussian entries, 40000 times, within five standard errors.
        constexpr int tokens = 64, head_width = 16;
        const double square = 2.5;
        Average entropy;
        Eigen::MatrixXf entries(head_width, tokens + 1);
        for (int i = 0; i < 40000; ++i) {
            fill_normal({8, 0, TensorRole::input, 1}, std::uint32_t(i), 0, entries.data(), std::size_t(entries.size()));
            Eigen::ArrayXd l = (entries.leftCols(tokens).transpose() * entries.col(tokens)).cast<double>();
            l *= square / std::sqrt(double(head_width));
            l -= l.maxCoeff();
            const Eigen::ArrayXd p = l.exp();
            entropy.add(std::log(p.sum()) - (p * l).sum() / p.sum());
        }
        const AttentionLaw law {
            .tokens = tokens, .causal = false, .head_width = head_width, .query_square = square, .key_square = square};
        const double one = softmax_moments(tokens, square).entropy, many = predict_attention(law).entropy;
        qInfo("%.4f ± %.4f, predicted %.4f; with one length %.4f", entropy.mean(), entropy.error(), many, one);
        QVERIFY(std::abs(entropy.mean() - many) < 5 * entropy.error());
        AttentionLaw normalized = law;
        normalized.normalized_queries = true;
        QVERIFY(std::abs(predict_attention(normalized).entropy - one) < 1e-12);
        QVERIFY(std::abs(many - one) > 10 * entropy.error());
    }

    void logitScales()
    {
        const auto variance = [](LogitScale scale, int head_width) {
            return predict_attention(
                {.tokens = 4, .head_width = head_width, .logit_scale = scale, .query_square = 2, .key_square = 3})
                .logit_variance;
        };
        QVERIFY(std::abs(variance(LogitScale::root, 64) - 6) < 1e-12);   // σ_q² σ_k²
        QVERIFY(std::abs(variance(LogitScale::none, 64) - 384) < 1e-12);   // d_h times as much
        QVERIFY(std::abs(variance(LogitScale::width, 64) - 6.0 / 64) < 1e-12);
    }

    void attention_data()
    {
        QTest::addColumn<double>("std");   // std of the entries of q and k
        QTest::addColumn<int>("scale");
        QTest::addColumn<bool>("causal");
        QTest::addColumn<bool>("norm");
        QTest::addColumn<double>("similarity");
        const int root = int(LogitScale::root), width = int(LogitScale::width), none = int(LogitScale::none);
        QTest::newRow("soft") << 0.5 << root << true << false << 0.0;
        QTest::newRow("usual") << 1.0 << root << true << false << 0.0;
        QTest::newRow("all keys") << 1.0 << root << false << false << 0.0;
        QTest::newRow("sharp") << 1.6 << root << true << false << 0.0;
        QTest::newRow("muP") << 1.5 << width << true << false << 0.0;
        QTest::newRow("not divided") << 1.0 << none << false << false << 0.0;
        QTest::newRow("QK norm") << 3.0 << root << true << true << 0.0;
        QTest::newRow("similar tokens") << 1.4 << root << true << false << 0.5;
    }

    void attention()
    {
        // d = 256, 8 heads, 64 tokens that are orthogonal except for a common part. The measured value is the mean over
        // 16 networks with 2 sequences. It is within five of its standard errors, plus 1% for the deviation of 32
        // entries from a Gaussian.
        QFETCH(double, std);
        QFETCH(int, scale);
        QFETCH(bool, causal);
        QFETCH(bool, norm);
        QFETCH(double, similarity);
        constexpr int width = 256, heads = 8, head_width = 32, tokens = 64, sequences = 2, networks = 16;
        const auto linear = [&](const char* role, std::uint32_t stream, double entry) {
            return LinearSpec {
                .site = {1, role}, .weight = normal_plan(role, width, width, stream, entry / std::sqrt(double(width)))};
        };
        AttentionSpec spec {.heads = heads,
            .key_value_heads = heads,
            .head_width = head_width,
            .value_width = head_width,
            .causal = causal,
            .logit_scale = LogitScale(scale),
            .q = linear("q", 1, std),
            .k = linear("k", 2, std),
            .v = linear("v", 3, 0.8),
            .out = linear("out", 4, 1)};
        if (norm) {
            spec.q_norm = NormSpec {.kind = NormKind::rms, .site = {1, "q_norm"}};
            spec.k_norm = NormSpec {.kind = NormKind::rms, .site = {1, "k_norm"}};
        }
        const double square = norm ? 1 : std * std;
        const AttentionPrediction p = predict_attention({.tokens = tokens,
            .causal = causal,
            .head_width = head_width,
            .logit_scale = LogitScale(scale),
            .query_square = square,
            .key_square = square,
            .value_square = 0.64,
            .normalized_queries = norm,
            .similarity = similarity});

        Attention attention(spec);
        const Context context;
        NoiseCache cache(1 << 20);
        Average logits, spread, entropy, mixed;
        for (int replica = 0; replica < networks; ++replica) {
            // Orthonormal columns from a QR, so that the tokens have exactly the similarity that theory is given.
            Tensor x(width, tokens * sequences);
            for (int s = 0; s < sequences; ++s) {
                const Tensor q
                    = orthonormal_columns(normal_tensor(width, tokens + 1, std::uint32_t(replica * sequences + s)));
                x.middleCols(s * tokens, tokens) = std::sqrt(float(1 - similarity)) * q.leftCols(tokens);
                x.middleCols(s * tokens, tokens).colwise() += std::sqrt(float(similarity)) * q.col(tokens);
            }
            x *= std::sqrt(float(width));
            const DrawnParameters parameters(9, replica, cache);
            DistributionRecorder recorder(1);
            Pass pass {.context = context, .parameters = parameters, .recorder = recorder, .backward = false};
            attention.forward(signal_of(x, tokens), pass);
            const Record r = recorder.record();
            double square_sum = 0, spread_sum = 0, entropy_sum = 0;
            for (const AttentionHead& h : r.at(1).find("attention")->heads) {
                square_sum += (h.logit_std * h.logit_std + h.logit_mean * h.logit_mean) / heads;
                spread_sum += h.logit_spread * h.logit_spread / heads;
                entropy_sum += h.entropy / heads;
                QVERIFY(std::abs(h.log_visible - p.log_visible) < 1e-9);
            }
            logits.add(square_sum);
            spread.add(spread_sum);
            entropy.add(entropy_sum);
            const Distribution& d = *r.at(1).value("attention");
            mixed.add(d.rms * d.rms);
        }
        const auto close = [](const char* what, const Average& seen, double predicted) {
            const bool good = std::abs(seen.mean() - predicted) < 5 * seen.error() + 0.01 * predicted;
            qInfo("%s: %.4f ± %.4f, predicted %.4f", what, seen.mean(), seen.error(), predicted);
            return good && seen.error() < 0.05 * predicted;
        };
        QVERIFY(close("logit variance", logits, p.logit_variance));
        QVERIFY(close("spread²", spread, p.logit_spread * p.logit_spread));
        QVERIFY(close("entropy", entropy, p.entropy));
        QVERIFY(close("mixed²", mixed, p.mixed_square));
    }

    void headsStartNearTheLogarithm()
    {
        // Rows of the head are Gaussian, so logits are too, given the hidden vector: the theory is exact. Columns share
        // the head, but networks do not: 40 networks of 64 tokens, five standard errors (one in 80000).
        for (const double std : {0.05, 0.15, 0.4}) {
            constexpr int width = 100, vocabulary = 2000;
            Head head({.weight = normal_plan("head", vocabulary, width, 1, std)});
            const Context context;
            NoiseCache cache(1 << 20);
            Average loss;
            for (int replica = 0; replica < 40; ++replica) {
                Tensor h = normal_tensor(width, 64, std::uint32_t(replica));
                for (auto column : h.colwise())
                    column *= std::sqrt(width * 0.81F) / column.norm();
                const DrawnParameters parameters(4, replica, cache);
                Recorder nobody;
                Pass pass {.context = context, .parameters = parameters, .recorder = nobody, .backward = false};
                loss.add(head.forward(signal_of(h), some_tokens(64, vocabulary, replica), pass));
            }
            const HeadPrediction p = predict_head(vocabulary, width, 0.81, std * std);
            qInfo("std %g: %.4f ± %.4f, predicted %.4f, ln V + Var/2 %.4f", std, loss.mean(), loss.error(),
                p.cross_entropy, p.small_variance_cross_entropy);
            QVERIFY(std::abs(p.logit_variance - 81 * std * std) < 1e-12);
            QVERIFY(std::abs(loss.mean() - p.cross_entropy) < 5 * loss.error());
            // ln V + Var/2 holds while s is below half of its freezing value, 3.9, and fails beyond it.
            const double s = std::sqrt(p.logit_variance);
            const double miss = p.small_variance_cross_entropy - p.cross_entropy;
            QVERIFY(s < freezing_spread(vocabulary) / 2 ? miss < 0.01 : miss > 0);
        }
        // GPT-2 small at step 0: width 768, tied embeddings of 0.02, a final LayerNorm.
        const HeadPrediction gpt2 = predict_head(50257, 768, 1, 0.0004);
        QVERIFY(std::abs(gpt2.cross_entropy - (std::log(50257.0) + 0.1536)) < 1e-4);
    }
};

STEPZERO_TEST(TestTheoryAttention, NoApplication)

}   // namespace tst_theory_attention
#include "tst_theory_attention.moc"
