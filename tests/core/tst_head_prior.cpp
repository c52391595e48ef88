// SPDX-License-Identifier: GPL-3.0-or-later
// Heads whose bias begins at the log frequencies of the tokens: the bias, and the first loss and gradient in
// theory and in networks.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"
#include "core/network/init/noise_cache.h"
#include "core/simulate/simulate.h"
#include "tests/core/average.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_head_prior {

using namespace stepzero;

namespace {

Experiment with_log_frequencies(int vocabulary, const std::string& tokens, double exponent = 1)
{
    Experiment e = networks::of_kind("transformer", 2, 128,
        {{"vocabulary", double(vocabulary)}, {"tied", flag_value(false)}, {"head_bias", flag_value(true)}});
    e.network.roles["head_bias"] = {"log_frequencies", {{"exponent", exponent}}};
    e.network.roles["head"] = {"normal", {{"mean", 0.0}, {"std", 0.05}}};
    e.input.distribution = tokens;
    e.input.tokens = 64;
    e.measure.weight_spectra = e.measure.jacobian = false;
    return with_completed_parameters(std::move(e));
}

}   // namespace

class TestHeadPrior : public QObject {
    Q_OBJECT

private slots:
    /// The entropy of Zipf's tokens is Σ p (ln k + ln H), summed here term by term. For GPT-2's vocabulary it is 7.566
    /// nats, against ln V = 10.825.
    void softmax_gives_the_frequencies()
    {
        for (const int vocabulary : {2, 999, 50257})
            for (const double s : {0.0, 0.5, 1.0, 1.5}) {
                const Experiment e = with_log_frequencies(vocabulary, "zipf_tokens", s);
                double sum = 0, entropy = 0;
                for (int k = 1; k <= vocabulary; ++k)
                    sum += std::pow(k, -s);
                std::vector<double> p;
                for (int k = 1; k <= vocabulary; ++k) {
                    p.push_back(std::pow(k, -s) / sum);
                    entropy -= p.back() * std::log(p.back());
                }
                const HeadPrior prior = head_prior(plan_of(e.network), p).value();
                // Entries are rounded to float32, with errors below 2⁻²⁴ of at most 20.
                QVERIFY(std::abs(prior.cost - entropy) < 2e-6);
                QVERIFY(std::abs(prior.entropy - entropy) < 2e-5);
                const Law law = law_of(draw_of({"log_frequencies", {{"exponent", s}}}, {vocabulary, 128}, Role::bias),
                    {vocabulary, 128}, Role::bias);
                QVERIFY(std::abs(prior.mean - law.mean) < 1e-5 && std::abs(prior.variance - law.variance) < 1e-4);
                if (vocabulary == 50257 && s == 1) {
                    QVERIFY(std::abs(entropy - 7.5659) < 5e-5);
                    QVERIFY(std::abs(std::log(double(vocabulary)) - 10.8249) < 5e-5);
                }
            }
    }

    void networks_agree_with_theory()
    {
        constexpr int networks = 12, vocabulary = 3000;
        Experiment e = with_log_frequencies(vocabulary, "zipf_tokens");
        const NetworkPlan plan = plan_of(e.network);
        const Prediction p = predict(e, plan, whole_extent(e), {});
        QCOMPARE(p.remark.english(), std::string());
        const double expected
            = p.head->cross_entropy - head_prior(plan, target_frequencies(e, vocabulary)).value().cost;
        QVERIFY(expected > 0.1);   // else nothing is compared
        NoiseCache cache(std::size_t(1) << 26);
        Average loss, gradient;
        for (int i = 0; i < networks; ++i) {
            e.seed = std::uint64_t(700 + i);
            const Measurement m = simulate(e, plan, cache, {});
            // Relative to the same targets without the rest of the network.
            std::vector<double> frequencies(vocabulary, 0);
            const Batch batch = draw_tokens(e, vocabulary, 0, whole_extent(e));
            for (const int target : batch.targets)
                frequencies[std::size_t(target)] += 1.0 / double(batch.targets.size());
            loss.add(
                m.block(0).number("logits", Quantity::cross_entropy).value() - head_prior(plan, frequencies)->cost);
            const Distribution& found = *m.gradient(1);
            gradient.add(found.log10_of(found.rms) * std::numbers::ln10 - p.gradient(1)->ln.value());
        }
        // Five standard errors of the mean over networks. The third term of ln Σ p e^g is below (Σ p² (e^v − 1))²,
        // 1e-4; for the gradient, a path of two blocks at width 128 is within 1/128 per branch.
        QVERIFY2(std::abs(loss.mean() - expected) < 5 * loss.error() + 1e-3,
            qPrintable(QString("%1 ± %2, expected %3").arg(loss.mean()).arg(loss.error()).arg(expected)));
        QVERIFY2(std::abs(gradient.mean()) < 5 * gradient.error() + 4.0 / 128,
            qPrintable(QString("%1 ± %2").arg(gradient.mean()).arg(gradient.error())));
    }

    /// A tied head raises the logit of the input token; σ = 0.5 distorts the softmax.
    void theory_is_silent_where_it_does_not_apply()
    {
        Experiment e = with_log_frequencies(3000, "zipf_tokens");
        e.network.options["tied"] = flag_value(true);
        e = with_completed_parameters(std::move(e));
        const Prediction p = predict(e, plan_of(e.network), whole_extent(e), {});
        QVERIFY(!p.head && !p.remark.empty());
        e = with_log_frequencies(3000, "zipf_tokens");
        e.network.roles["head"] = {"normal", {{"mean", 0.0}, {"std", 0.5}}};
        const Prediction wide = predict(e, plan_of(e.network), whole_extent(e), {});
        QVERIFY(!wide.head && !wide.remark.empty());
    }
};

STEPZERO_TEST(TestHeadPrior, NoApplication)

}   // namespace tst_head_prior
#include "tst_head_prior.moc"
