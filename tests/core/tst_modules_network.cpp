// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of whole networks of modules: masks, the same bits on any pool, small and extreme networks, stopping.
#include <QTest>
#include <cstring>
#include <limits>
#include <set>

#include "core/modules/elementwise.h"
#include "core/modules/similarity.h"
#include "tests/core/allocated.h"
#include "tests/core/modules.h"
#include "tests/core/stopping.h"
#include "tests/main/registered_test.h"

namespace tst_modules_network {

using namespace stepzero;

namespace {

TransformerSpec small()
{
    return {.layers = 2,
        .width = 24,
        .heads = 3,
        .key_value_heads = 3,
        .mlp_width = 96,
        .vocabulary = 40,
        .positions = 64,
        .matrix = {{"normal", {{"mean", 0.0}, {"std", 0.3}}}, 1}};
}

struct Run {
    const TransformerSpec& spec;
    int sequences = 2, length = 8;
    bool backward = true;
    std::size_t cache_bytes = 1 << 28;
    int threads = 2;
};

void run(const Run& r, Recorder& recorder, const std::function<void(const Progress&)>& report = {})
{
    ThreadPool pool(r.threads);
    Context context;
    context.pool = &pool;
    context.report = report;
    NoiseCache cache(r.cache_bytes);
    const DrawnParameters parameters(3, 0, cache);
    Pass pass {.context = context, .parameters = parameters, .recorder = recorder, .backward = r.backward};
    const int count = r.sequences * r.length;
    Transformer(r.spec).run(
        some_tokens(count, r.spec.vocabulary, 1), r.length, some_tokens(count, r.spec.vocabulary, 2), pass);
}

bool same_bits(const std::map<Site, Tensor>& a, const std::map<Site, Tensor>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.size() == y.second.size()
            && std::memcmp(x.second.data(), y.second.data(), sizeof(float) * std::size_t(x.second.size())) == 0;
    });
}

bool same_bits(const KeepingRecorder& a, const KeepingRecorder& b)
{
    return same_bits(a.values, b.values) && same_bits(a.gradients, b.gradients) && a.numbers == b.numbers
        && std::equal(a.heads.begin(), a.heads.end(), b.heads.begin(), [](const auto& x, const auto& y) {
               return std::equal(x.second.begin(), x.second.end(), y.second.begin(),
                   [](const AttentionHead& p, const AttentionHead& q) {
                       return p.entropy == q.entropy && p.logit_std == q.logit_std && p.logit_spread == q.logit_spread;
                   });
           });
}

}   // namespace

class TestModulesNetwork : public QObject {
    Q_OBJECT

private slots:
    void uniformAttentionHasTheEntropyOfItsMask()
    {
        TransformerSpec s = small();
        s.matrices["q"] = {{"zeros", {}}, 1};
        for (const bool causal : {true, false})
            for (const int length : {1, 2, 7, 130}) {
                s.causal = causal;
                s.positions = 130;
                KeepingRecorder found;
                run({.spec = s, .length = length}, found);
                double sum = 0, lone = 0;   // sum of ln t over the queries of one sequence
                for (int t = 1; t <= length; ++t) {
                    const int visible = causal ? t : length;
                    sum += std::log(double(visible));
                    lone += visible == 1;
                }
                for (const auto& [site, heads] : found.heads)
                    for (const AttentionHead& head : heads) {
                        QCOMPARE(head.lone_queries, 2 * lone);
                        QCOMPARE(head.queries, 2 * (length - lone));
                        // Over all queries the mean is that of ln t, where queries with one key add ln 1.
                        const double all = head.entropy * head.queries / (head.queries + head.lone_queries);
                        QVERIFY(std::abs(all - sum / length) < 1e-6 * std::max(1.0, sum));
                        QVERIFY(std::abs(head.log_visible * head.queries - 2 * sum) < 1e-9 * std::max(1.0, sum));
                        QCOMPARE(head.logit_std, 0.0);
                    }
                const std::vector<Tensor>& maps = found.maps.at({1, "attention"});
                QCOMPARE(int(maps.size()), s.heads);
                for (const Tensor& map : maps)
                    for (int q = 0; q < length; ++q)
                        for (int k = 0; k < length; ++k) {
                            const bool visible = !causal || k <= q;
                            QCOMPARE(map(k, q), visible ? 1 / float(causal ? q + 1 : length) : 0.0F);
                        }
            }
    }

    void largeMapsAreReducedToCells_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("most");
        QTest::addColumn<int>("cells");
        QTest::newRow("all fit") << 9 << 9 << 9;
        QTest::newRow("two tokens a cell, tiles of queries") << 90 << 45 << 45;
        QTest::newRow("three tokens a cell, the last with one; cells across tiles") << 100 << 48 << 34;
        QTest::newRow("one cell") << 70 << 1 << 1;
    }

    void largeMapsAreReducedToCells()
    {
        QFETCH(int, length);
        QFETCH(int, most);
        QFETCH(int, cells);
        TransformerSpec s = small();
        s.positions = length;
        for (const bool causal : {true, false}) {
            s.causal = causal;
            KeepingRecorder full, reduced;
            reduced.map_cells = most;
            run({.spec = s, .length = length, .backward = false}, full);
            run({.spec = s, .length = length, .backward = false}, reduced);
            QCOMPARE(reduced.maps.size(), std::size_t(s.layers));
            const int size = (length + cells - 1) / cells;
            for (const auto& [site, maps] : reduced.maps)
                for (std::size_t head = 0; head < maps.size(); ++head) {
                    const Tensor &map = maps[head], &all = full.maps.at(site)[head];
                    QCOMPARE(int(map.rows()), cells);
                    QCOMPARE(int(map.cols()), cells);
                    for (int q = 0; q < cells; ++q) {
                        const int first = q * size, queries = std::min(size, length - first);
                        double column = 0;
                        for (int k = 0; k < cells; ++k) {
                            const int keys = std::min(size, length - k * size);
                            const double expected
                                = all.block(k * size, first, keys, queries).cast<double>().sum() / queries;
                            QVERIFY(std::abs(double(map(k, q)) - expected) < 1e-6);
                            QVERIFY(!causal || k <= q || map(k, q) == 0);
                            column += double(map(k, q));
                        }
                        QVERIFY(std::abs(column - 1) < 1e-5);
                    }
                }
        }
    }

    void mapsOfManyHeadsStayWithinTheirMemory()
    {
        QCOMPARE(DistributionRecorder(1).most_map_cells(), 0);
        QCOMPARE(DistributionRecorder(1, 1).most_map_cells(), 128);
        QCOMPARE(DistributionRecorder(12, 144).most_map_cells(), 128);   // GPT-2 small
        QCOMPARE(DistributionRecorder(48, 1200).most_map_cells(), 64);   // GPT-2 XL: 79 MB at 128
        for (const int maps : {976, 977, 3906, 3907, 1 << 20}) {
            const double cells = DistributionRecorder(1, maps).most_map_cells();
            QVERIFY(4.0 * maps * cells * cells <= 64e6);
        }
        TransformerSpec s = small();
        DistributionRecorder recorder(s.layers, 6);
        run({.spec = s}, recorder);
        QCOMPARE(recorder.record().at(2).find("attention")->maps.size(), std::size_t(3));
    }

    void whatIsMaskedIsNeverLookedAt()
    {
        // The last token of a sequence affects nothing before it, and nothing in other sequences.
        const TransformerSpec s = small();
        const Context context;
        NoiseCache cache(1 << 26);
        const DrawnParameters parameters(3, 0, cache);
        std::vector<int> tokens = some_tokens(16, s.vocabulary, 1);
        const auto streams = [&] {
            KeepingRecorder found;
            Pass pass {.context = context, .parameters = parameters, .recorder = found, .backward = false};
            Transformer(s).run(tokens, 8, tokens, pass);
            return found.values.at({2, "mlp_stream"});
        };
        const Tensor before = streams();
        tokens[7] = (tokens[7] + 1) % s.vocabulary;
        const Tensor after = streams();
        QCOMPARE(after.leftCols(7), before.leftCols(7));
        QCOMPARE(after.rightCols(8), before.rightCols(8));
        QVERIFY(after.col(7) != before.col(7));
    }

    void bitsDoNotDependOnThreadsOrMemory()
    {
        TransformerSpec s = small();
        s.width = 384;   // several tiles in every product
        s.mlp_width = 1100;
        s.vocabulary = 1500;
        s.layers = 1;
        s.positions = 150;
        const auto found = [&](int threads, std::size_t bytes) {
            KeepingRecorder r;
            run({.spec = s, .length = 150, .cache_bytes = bytes, .threads = threads}, r);
            return r;
        };
        const KeepingRecorder one = found(1, 1 << 28);
        QVERIFY(same_bits(found(2, 1 << 28), one));
        QVERIFY(same_bits(found(5, 1 << 28), one));
        QVERIFY(same_bits(found(2, 0), one));   // every matrix is sampled again for each product
    }

    void forwardAloneIsTheSameForward()
    {
        const TransformerSpec s = small();
        KeepingRecorder both, only;
        run({.spec = s}, both);
        run({.spec = s, .backward = false}, only);
        QVERIFY(same_bits(both.values, only.values));
        QVERIFY(only.gradients.empty());
    }

    void aDeeperNetworkExtendsAShallowerOne()
    {
        TransformerSpec s = small();
        KeepingRecorder shallow, deep;
        run({.spec = s, .backward = false}, shallow);
        s.layers = 4;
        run({.spec = s, .backward = false}, deep);
        QCOMPARE(deep.values.at({2, "mlp_stream"}), shallow.values.at({2, "mlp_stream"}));
    }

    void noTwoParametersShareNumbers()
    {
        TransformerSpec s = small();
        s.tied = false;
        s.qk_norm = s.gated = s.embedding_norm = true;
        s.placement = Placement::sandwich;
        std::set<std::pair<Role, std::uint32_t>> streams;
        std::set<std::string> names;
        const std::vector<ParameterPlan> plans = Transformer(s).parameters();
        for (const ParameterPlan& plan : plans) {
            streams.emplace(plan.kind, plan.stream);
            names.insert(plan.name);
        }
        QCOMPARE(streams.size(), plans.size());
        QCOMPARE(names.size(), plans.size());
        // 7 matrices with biases and 6 norms per block; embedding, position, head and 2 norms outside.
        QCOMPARE(plans.size(), std::size_t(2 * (14 + 6) + 5));
    }

    void edges_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("length");
        QTest::newRow("no block") << 0 << 6 << 2 << 4;
        QTest::newRow("one block") << 1 << 6 << 2 << 4;
        QTest::newRow("one head") << 2 << 6 << 1 << 4;
        QTest::newRow("one token") << 2 << 6 << 2 << 1;
        QTest::newRow("width 1") << 2 << 1 << 1 << 4;
    }

    void edges()
    {
        QFETCH(int, depth);
        QFETCH(int, width);
        QFETCH(int, heads);
        QFETCH(int, length);
        for (const Placement placement : {Placement::none, Placement::pre, Placement::post, Placement::sandwich,
                 Placement::reordered, Placement::normalized}) {
            TransformerSpec s = small();
            s.layers = depth;
            s.width = width;
            s.heads = s.key_value_heads = heads;
            s.mlp_width = 2 * width;
            s.placement = placement;
            DistributionRecorder recorder(depth, depth * heads);
            run({.spec = s, .length = length}, recorder);
            const Record r = recorder.record();
            const BlockRecord& outside = r.front();
            QVERIFY(!recorder.lost());
            QCOMPARE(outside.value("logits")->count, 2.0 * length * s.vocabulary);
            QVERIFY(outside.gradient("embedding"));
            QCOMPARE(int(r.size()), depth + 1);
            for (int block = 1; block <= depth; ++block)
                QCOMPARE(int(r[std::size_t(block)].find("attention")->heads.size()), heads);
            QCOMPARE(outside.number("embedding", Quantity::similarity).has_value(), length > 1);
            const double loss = *outside.number("logits", Quantity::cross_entropy);
            QVERIFY(std::isfinite(loss) && loss > 0);
        }
    }

    void whatDoesNotFitTogetherIsRefused()
    {
        TransformerSpec s = small();
        s.heads = 5;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Transformer {s});
        s = small();
        s.key_value_heads = 2;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Transformer {s});
        s = small();
        s.width = 9;
        s.rotary = Rotary {};
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Transformer {s});
        s = small();
        s.positions = 5;
        Recorder nobody;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, run({.spec = s}, nobody));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Residual({}, std::make_unique<Sequence>()));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, gate_activation("tanhglu"));
    }

    void whatIsBeyondAllUnitsIsNamed()
    {
        // Every block squares the stream, so its logarithm doubles: 2^1000000 is passed at block 20, or slightly
        // earlier, because the first blocks add some bits. Below 1, without a skip, it decreases in the same way.
        for (const bool below : {false, true}) {
            Sequence body;
            for (int block = 1; block <= 40; ++block) {
                auto f = std::make_unique<Sequence>();
                f->emplace<Linear>(LinearSpec {
                    .site = {block, "w"}, .weight = normal_plan("w", 64, 64, std::uint32_t(block), below ? 1e-3 : 1)});
                f->emplace<Elementwise>(Site {block, "x"}, Activation {"squared_relu", {}});
                body.emplace<Residual>(
                    ResidualSpec {
                        .block = block, .word = "branch", .placement = Placement::none, .skip = below ? 0.0 : 1.0},
                    std::move(f));
            }
            const Context context;
            NoiseCache cache(1 << 26);
            const DrawnParameters parameters(3, 0, cache);
            DistributionRecorder recorder(40);
            Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
            const Signal x = signal_of(normal_tensor(64, 3, 1));
            propagate(body, x, x, pass);
            const auto& lost = recorder.lost();
            QVERIFY(lost);
            QCOMPARE(lost->below, below);
            QVERIFY(lost->site.block >= 14 && lost->site.block <= 20);
            QVERIFY(!lost->gradient);
            const Record r = recorder.record();
            for (int block = 0; block <= 40; ++block)
                for (const SiteRecord& site : r[std::size_t(block)].sites) {
                    QVERIFY(!site.gradient && block <= lost->site.block);
                    QVERIFY(site.value && std::isfinite(site.value->rms) && std::isfinite(site.value->max));
                    QVERIFY(std::abs(site.value->exponent) <= followed_exponent);
                }
            // The same without a recorder.
            Recorder nobody;
            Pass unseen {.context = context, .parameters = parameters, .recorder = nobody};
            propagate(body, x, x, unseen);
        }
    }

    void whatIsNoNumberIsNamed()
    {
        Sequence body;
        body.emplace<Linear>(LinearSpec {.site = {1, "w"}, .weight = normal_plan("w", 4, 4, 1, 1)});
        const Context context;
        NoiseCache cache(1 << 20);
        const DrawnParameters parameters(3, 0, cache);
        Tensor spoilt = normal_tensor(4, 3, 1);
        spoilt(1, 1) = std::numeric_limits<float>::quiet_NaN();
        const Signal good = signal_of(normal_tensor(4, 3, 2)), bad = signal_of(spoilt);
        for (const bool gradient : {false, true}) {
            DistributionRecorder recorder(1);
            Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
            propagate(body, gradient ? good : bad, gradient ? bad : good, pass);
            QVERIFY(recorder.lost());
            QCOMPARE(recorder.lost()->gradient, gradient);
            QCOMPARE(recorder.lost()->site, gradient ? (Site {1, "w"}) : (Site {0, "input"}));
        }
    }

    void logitsBeyondFloatFreezeAttention()
    {
        TransformerSpec s = small();
        s.matrices["q"] = s.matrices["k"] = {{"normal", {{"mean", 0.0}, {"std", 1e25}}}, 1};
        DistributionRecorder recorder(s.layers);
        run({.spec = s}, recorder);
        QVERIFY(!recorder.lost());
        const Record r = recorder.record();
        for (int block = 1; block <= s.layers; ++block)
            for (const SiteRecord& site : r[std::size_t(block)].sites) {
                QVERIFY(!site.gradient || std::isfinite(site.gradient->rms));
                for (const AttentionHead& head : site.heads) {
                    QCOMPARE(head.entropy, 0.0);
                    QVERIFY(head.logit_std > 1e48 && head.logit_spread > 1e48 && std::isfinite(head.logit_mean));
                }
            }
    }

    void partsMakeOneDistribution()
    {
        const Tensor x = normal_tensor(50, 400, 1);
        const Context context;
        DistributionRecorder whole(1), parts(1);
        whole.value({1, "x"}, signal_of(x), context);
        for (int c = 0; c < 400; c += 100)
            parts.value({1, "x"}, signal_of(x.middleCols(c, 100)), context);
        const Distribution a = *whole.record().at(1).value("x"), b = *parts.record().at(1).value("x");
        QCOMPARE(a.count, b.count);
        QVERIFY(std::abs(a.std - b.std) < 1e-12 && a.min == b.min && a.max == b.max);
        QVERIFY(std::abs(b.histogram.total() - 20000) < 1e-6);
        // Counts of a part move within one of its bins, which is smaller than a bin of the whole.
        for (std::size_t q = 0; q < a.quantiles.size(); ++q)
            QVERIFY(std::abs(a.quantiles[q] - b.quantiles[q]) < 2 * a.histogram.bin_width());
    }

    void similarityIsTheMeanCosine()
    {
        const Context context;
        Tensor x = normal_tensor(5, 12, 1);
        x.col(3).setZero();
        double sum = 0;
        int pairs = 0;
        for (int sequence = 0; sequence < 3; ++sequence)
            for (int a = 4 * sequence; a < 4 * sequence + 4; ++a)
                for (int b = 4 * sequence; b < 4 * sequence + 4; ++b)
                    if (a != b && a != 3 && b != 3) {
                        sum += double(x.col(a).dot(x.col(b))) / double(x.col(a).norm() * x.col(b).norm());
                        ++pairs;
                    }
        QVERIFY(std::abs(*token_similarity(signal_of(x, 4), context) - sum / pairs) < 1e-6);
        QVERIFY(!token_similarity(signal_of(x), context));
        QVERIFY(!token_similarity(signal_of(Tensor::Zero(5, 12), 4), context));
        QVERIFY(std::abs(*token_similarity(signal_of(Tensor::Constant(5, 12, 0.1F), 4), context) - 1) < 1e-12);
    }

    void memoryIsSaidBeforehand()
    {
        if (!allocated())
            QSKIP("nothing says what is allocated");
        // Memory allocated during a pass, sampled at every call of the recorder, against the estimate.
        struct Watching : DistributionRecorder {
            using DistributionRecorder::DistributionRecorder;
            double largest = 0;
            void value(const Site& site, const Signal& tensor, const Context& context) override
            {
                largest = std::max(largest, *allocated());
                DistributionRecorder::value(site, tensor, context);
            }
            void gradient(const Site& site, const Signal& tensor, const Context& context) override
            {
                largest = std::max(largest, *allocated());
                DistributionRecorder::gradient(site, tensor, context);
            }
        };
        TransformerSpec s {.layers = 3,
            .width = 192,
            .heads = 3,
            .key_value_heads = 3,
            .mlp_width = 768,
            .vocabulary = 3000,
            .positions = 256};
        ThreadPool pool(1);
        Context context;
        context.pool = &pool;
        const std::vector<int> tokens = some_tokens(1024, s.vocabulary, 1);
        for (const bool gated : {false, true}) {
            s.gated = gated;
            NoiseCache cache(1 << 28);
            const DrawnParameters parameters(3, 0, cache);
            // Each placement of norms is run with gates forward or backward, and without gates the other way.
            bool backward = gated, cached = false;
            for (const Placement placement : {Placement::sandwich, Placement::sandwich, Placement::pre, Placement::post,
                     Placement::reordered, Placement::normalized}) {
                s.placement = placement;
                Watching recorder(s.layers, s.layers * s.heads);
                const double before = *allocated();
                Pass pass {.context = context, .parameters = parameters, .recorder = recorder, .backward = backward};
                Transformer(s).run(tokens, 256, tokens, pass);
                const double estimate = memory_estimate(s, 1024, backward), taken = recorder.largest - before;
                QVERIFY2(!cached || (taken > 0.6 * estimate && taken < 1.1 * estimate),
                    qPrintable(QString("%1 of %2").arg(taken).arg(estimate)));
                cached = true;   // the first run has sampled all noise
                backward = !backward;
            }
        }
    }

    void progressRisesToItsEnd()
    {
        std::vector<double> fractions;
        Recorder nobody;
        run({.spec = small()}, nobody, [&](const Progress& p) { fractions.push_back(p.fraction); });
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QCOMPARE(fractions.back(), 1.0);
        QCOMPARE(fractions.size(), std::size_t(9));   // two residual steps per block in each direction, and the head
    }

    void aStopIsObeyed()
    {
        const TransformerSpec gpt2_small;
        const std::vector<int> tokens = some_tokens(512, gpt2_small.vocabulary, 1);
        NoiseCache cache(std::size_t(1) << 30);
        const DrawnParameters parameters(42, 0, cache);
        for (const int delay : {300, 2500}) {   // weights are initialized first
            const auto seconds = seconds_to_stop(delay, [&](const Context& context) {
                DistributionRecorder recorder(gpt2_small.layers);
                Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
                Transformer(gpt2_small).run(tokens, 128, tokens, pass);
            });
            QVERIFY(!seconds || *seconds < 2);   // the whole pass may be faster than the delay
        }
    }
};

STEPZERO_TEST(TestModulesNetwork, NoApplication)

}   // namespace tst_modules_network
#include "tst_modules_network.moc"
