// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict on a network in one word is right, and the same from theory alone, from a preview and from the full run.
#include <QtTest>
#include <set>

#include "core/diagnose/criteria.h"
#include "core/diagnose/verdict.h"
#include "tests/cases.h"
#include "tests/core/diagnose_faults.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_verdict {

using namespace diagnose_cases;

namespace {

/// A network with its verdict; `foretold`: also before anything is measured.
struct Named {
    std::string name;
    Experiment experiment;
    const char* word;
    bool foretold = true;
    bool measured = true;   ///< false: a network too large for a test is judged by theory only, except with
                            ///< STEPZERO_FULL
    const char* by_theory = nullptr;   ///< the word of theory alone, where it is another
};

std::vector<Named> networks()
{
    // Theory does not cover the identity, ALiBi, or two inputs that are not normal.
    const std::set<std::string> without_theory {"notes-identity", "bloom-like", "siren"};
    std::vector<Named> all;
    for (const auto& [name, word] : std::initializer_list<std::pair<const char*, const char*>> {
             {"batch-norm-50", "exploding"}, {"benchmark-256x32", "healthy"}, {"bert-base", "healthy"},
             {"cnn-delta-orthogonal", "healthy"}, {"cnn-depthwise-fan-out", "vanishing"}, {"cnn-he", "healthy"},
             {"critical-tanh-200", "healthy"}, {"deepnet-100", "overconfident"}, {"dying-sigmoid", "vanishing"},
             {"exploding", "exploding"}, {"gemma2-like", "note"}, {"gptj-like", "note"}, {"vaswani-like", "healthy"},
             {"gated-attention-like", "note"}, {"nanochat-like", "healthy"}, {"bloom-like", "healthy"},
             {"t5-like", "note"}, {"bitnet-like", "note"}, {"log-frequency-head", "healthy"},
             {"granite-like", "healthy"}, {"minicpm-like", "note"}, {"mixtral-like", "healthy"},
             {"olmoe-like", "healthy"}, {"olmo2-like", "note"}, {"ngpt-like", "healthy"},
             {"hyper-connections-like", "healthy"}, {"gpt2-large", "healthy"}, {"gpt2-medium", "healthy"},
             {"gpt2-scaling-forgotten", "note"}, {"gpt2-small", "healthy"}, {"gpt2-xl", "healthy"},
             {"he-relu-10", "healthy"}, {"llama-like", "note"}, {"mup", "healthy"}, {"notes-fixed", "vanishing"},
             {"notes-he", "healthy"}, {"notes-identity", "healthy"}, {"notes-naive", "vanishing"},
             {"notes-orthogonal", "vanishing"}, {"notes-transformer", "note"}, {"notes-xavier", "vanishing"},
             {"pytorch-default", "vanishing"}, {"residual-fixup", "healthy"}, {"residual-plain", "growing"},
             {"residual-pre-norm", "note"}, {"residual-scaled", "healthy"}, {"t-fixup", "healthy"},
             {"xavier-everywhere", "note"}, {"convnext-tiny-like", "note"}, {"fixup-resnet-110", "healthy"},
             {"group-norm-resnet-50", "note"}, {"nf-resnet-like", "healthy"}, {"resnet-18", "healthy"},
             {"resnet-18-32", "healthy"}, {"resnet-50", "note"}, {"resnet-50-32", "note"},
             {"resnet-50-zero-gamma", "healthy"}, {"resnet-without-norm", "mis-scaled"}, {"vit-b-16", "note"},
             {"vit-b-16-jax", "healthy"}, {"vit-22b-like", "healthy"}, {"dit-like", "note"}, {"vit-ti-32", "note"},
             {"mamba-130m-like", "healthy"}, {"mamba-zero-time-constants", "short memory"},
             {"lstm-pytorch", "vanishing"}, {"lstm-forget-bias", "vanishing"}, {"irnn", "healthy"},
             {"rnn-critical", "healthy"}, {"qwen3-like", "healthy"}, {"gemma3-like", "note"},
             {"gpt-oss-like", "healthy"}, {"deepseek-v3-like", "healthy"}, {"modernbert-like", "healthy"},
             {"nanochat-d8", "healthy"}, {"modded-nanogpt-like", "healthy"}, {"convnext-v2-atto-like", "note"},
             {"nerf-mlp-like", "note"}, {"ppo-policy", "healthy"}, {"ppo-value", "healthy"}, {"vae-mnist", "healthy"},
             {"lenet-5-like", "healthy"}, {"siren", "healthy"}, {"all-cnn-c-like", "healthy"},
             {"dcgan-generator-like", "healthy"}, {"dcgan-discriminator-like", "healthy"},
             {"retinanet-head-like", "vanishing"}}) {
        Experiment e = preset(name);
        if (kind_of(e.network).takes_tokens && !kind_of(e.network).attends)
            e.input.tokens = std::min(e.input.tokens, 16);   // theory of long scans takes seconds
        // The finding of a short memory is in diagnose_faults.
        const bool quick = is_quickly_drawn(e) && word != std::string("short memory"),
                   large = e.network.depth * e.network.width > 12 * 768;
        // Theory does not cover gradients through time either.
        all.push_back({name, e, word, !without_theory.contains(name) && !kind_of(e.network).steps_of_input,
            quick || (tested::every_case() && !large)});
    }
    all.push_back({"lstm-language-model", preset("lstm-language-model"), "vanishing", true, true, "missing scale"});
    const auto built = faults();
    for (const auto& [name, word] : std::initializer_list<std::pair<const char*, const char*>> {
             {"σ = 0.01, ReLU", "vanishing"}, {"Xavier and sigmoid", "vanishing"}, {"ordered tanh", "vanishing"},
             {"chaotic tanh", "exploding"}, {"tanh far above", "saturated"}, {"a large input", "saturated"},
             {"a large output layer", "note"}, {"a negative bias", "dead"}, {"fan_out in a wide branch", "mis-scaled"},
             {"zero weights in the middle", "dead"}, {"both matrices of a branch 0", "symmetric"},
             {"constant queries", "symmetric"}, {"plain residual network", "growing"}, {"a small skip", "vanishing"},
             {"ReLU, 230 layers", "collapsing"}, {"no skip", "collapsing"}, {"small embeddings", "input below ε"},
             {"large queries and keys", "frozen"}, {"logits not scaled", "frozen"}, {"zero queries", "note"},
             {"a large head", "overconfident"}, {"a norm scale of 0", "mis-scaled"},
             {"streams mixed at random", "exploding"}, {"streams that are forgotten", "vanishing"},
             {"Xavier with gain 9, float32", "exploding"}}) {
        const auto at = std::find_if(
            built.begin(), built.end(), [sought = std::string(name)](const Fault& f) { return f.name == sought; });
        const double units = double(at->experiment.network.depth) * at->experiment.network.width;
        all.push_back({name, at->experiment, word, true, units < 1e5 || tested::every_case()});
    }
    all.push_back({"constant weights",
        dense(R"("depth": 4, "width": 100, "weight": {"scheme": "constant", "value": 0.05})"), "symmetric"});
    all.push_back({"Xavier under 50 ReLUs",
        dense(R"("depth": 50, "width": 256, "weight": {"scheme": "xavier_normal"})"), "vanishing"});
    all.push_back({"a raw input", dense(R"("depth": 6, "width": 256)", R"("samples": 128, "mean": 128, "std": 60)"),
        "missing scale"});
    all.push_back({"a mean", dense(R"("depth": 8, "width": 100, "weight": {"scheme": "uniform", "low": 0, "high": 1})"),
        "exploding", false});
    return all;
}

std::string all_of(const Verdict& v, const Network& network)
{
    return v.shape.english() + " " + v.word.english() + " " + where_text(v, network).english() + ": "
        + slopes_text(v, network).english() + "; " + v.message.english();
}

}   // namespace

class TestDiagnoseVerdict : public QObject {
    Q_OBJECT

private slots:
    void every_preset_is_judged()
    {
        const auto all = networks();
        for (const Preset& p : presets())
            QVERIFY2(
                std::any_of(all.begin(), all.end(), [&](const Named& n) { return n.name == p.name; }), p.name.c_str());
    }

    void the_word_is_right_data()
    {
        QTest::addColumn<int>("index");
        const auto all = networks();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name.c_str()) << int(i);
    }

    void the_word_is_right()
    {
        QFETCH(int, index);
        static const auto all = networks();
        const Named& named = all[std::size_t(index)];
        const Experiment& e = named.experiment;
        const NetworkPlan plan = plan_of(e.network);
        const Verdict foretold = verdict({e, plan, predict(e, plan, whole_extent(e), {})});
        QVERIFY(foretold.from_theory);
        // Some notes need a measurement.
        const bool to_come = named.word == std::string("note") && foretold.state == Verdict::State::healthy;
        if ((named.foretold || foretold.state != Verdict::State::unknown) && !to_come)
            QVERIFY2(foretold.word.english() == (named.by_theory ? named.by_theory : named.word),
                all_of(foretold, e.network).c_str());
        else
            QVERIFY(!foretold.severity);
        if (!named.measured)
            return;

        const Examined whole = examine(e, cache_, 4e9);
        // Fixes take as long as everything else, and are computed in turn.
        const auto findings = tested::in_turn(std::size_t(index))
            ? whole.findings()
            : signs({whole.experiment, whole.plan, whole.measurement, whole.prediction});
        const Verdict full = verdict({e, whole.plan, whole.prediction, &whole.measurement, &findings});
        QVERIFY2(full.word.english() == named.word, all_of(full, e.network).c_str());
        QCOMPARE(full.severity.has_value(), full.state != Verdict::State::healthy);
        QCOMPARE(full.finding.has_value(), !findings.empty());
        QCOMPARE(full.more, std::max(0, int(findings.size()) - 1));
        if (full.finding) {
            const Finding& f = findings[*full.finding];
            QVERIFY(f.severity == findings.front().severity && full.severity == f.severity);
            QCOMPARE(full.word == stepzero::tr("note"), f.severity == Severity::note);
            QCOMPARE(full.message.english(), f.message.english());
            QCOMPARE(full.fix.english(), f.fixes.empty() ? std::string() : f.fixes.front().label.english());
        }

        SimulateOptions few;
        few.extent = {std::min(8, whole.measurement.samples), std::min(16, whole.measurement.tokens)};
        const Measurement preview = simulate(e, whole.plan, cache_, {}, few);
        const Verdict early = verdict({e, whole.plan, whole.prediction, &preview});
        QVERIFY2(early.word.english() == named.word
                || (named.word == std::string("note") && early.state == Verdict::State::healthy),
            all_of(early, e.network).c_str());
        QVERIFY(!early.from_theory && !early.finding && early.fix.empty());
    }

    void slopes_are_theirs()
    {
        const auto foretold = [&](const Experiment& e) {
            const NetworkPlan plan = plan_of(e.network);
            return verdict({e, plan, predict(e, plan, whole_extent(e), {})});
        };
        // A factor of √(σ_w²/2) per layer.
        const Experiment xavier = dense(R"("depth": 50, "width": 256, "weight": {"scheme": "xavier_normal"})");
        const Verdict v = foretold(xavier);
        QCOMPARE(QString::fromStdString(v.shape.english()), QString("50 × 256 ReLU"));
        QVERIFY(std::abs(std::exp(v.signal->ln_layer) - std::sqrt(0.5)) < 1e-6);
        QVERIFY(std::abs(std::exp(v.gradient->ln_layer) - std::sqrt(0.5)) < 1e-6);
        QCOMPARE(v.signal->jump_layer, 0);
        QCOMPARE(v.from_layer, 5);   // 2^(−4/2) < 1/√10
        QVERIFY(*v.severity == Severity::error);
        QCOMPARE(v.word.english(), std::string("vanishing"));
        QCOMPARE(QString::fromStdString(where_text(v, xavier.network).english()), QString("from layer 5"));
        QCOMPARE(QString::fromStdString(slopes_text(v, xavier.network).english()),
            QString("signal ×0.707, gradient ×0.707 per layer"));

        // 1e-4·√(256/2) in one layer, and 1 in all others.
        const Experiment bad = dense(
            R"("depth": 10, "width": 256, "overrides": [{"layer": 5, "weight": {"scheme": "normal", "std": 1e-4}}])");
        const Verdict b = foretold(bad);
        for (const Trend& trend : {*b.signal, *b.gradient}) {
            QVERIFY(std::abs(std::exp(trend.ln_layer) - 1) < 1e-6);
            QCOMPARE(trend.jump_layer, 5);
            QVERIFY(std::abs(std::exp(trend.ln_jump) / (1e-4 * std::sqrt(128.0)) - 1) < 1e-6);
        }
        QCOMPARE(QString::fromStdString(text_of(*b.signal, bad.network).english()),
            QString("×1 per layer, ×0.00113 at layer 5"));

        const Verdict head = foretold(dense(R"("input_width": 784, "widths": [256, 128, 10])"));
        QCOMPARE(QString::fromStdString(head.shape.english()), QString("784–256–128–10 ReLU"));
        const Verdict deep = foretold(dense(R"("widths": [64, 64, 64, 64, 64, 10])"));
        QCOMPARE(QString::fromStdString(deep.shape.english()), QString("64–64–…–10 ReLU"));
        const Verdict one = foretold(dense(R"("depth": 1, "width": 30)"));
        QVERIFY(!one.signal && !one.gradient && one.state == Verdict::State::healthy);
        QCOMPARE(QString::fromStdString(foretold(transformer(R"("depth": 4)")).shape.english()),
            QString("Transformer 4 × 128 GELU"));
    }

    /// The same factor is equally severe in layers and in a stream.
    void growth_is_judged_by_one_rule()
    {
        const auto foretold = [](const Experiment& e) {
            const NetworkPlan plan = plan_of(e.network);
            return verdict({e, plan, predict(e, plan, whole_extent(e), {})}).severity;
        };
        for (const double ln : {0.5, 2.0, 2.9, 3.1, 4.7, 5.9, 6.1, 40.0, -2.0, -2.9, -4.7, -6.1}) {
            Experiment layers = dense(R"("depth": 11, "width": 256)");
            layers.network.weight = {"mean_field", {{"variance", 2 * std::exp(2 * ln / 10)}}};
            const auto expected = std::abs(ln) < 1 ? std::nullopt : std::optional(drift_severity(ln));
            QCOMPARE(foretold(layers), expected);
            if (ln < 0)
                continue;
            Experiment stream = residual(R"("depth": 10, "branch": 0)");
            stream.network.options["skip"] = std::exp(ln / 10);
            const NetworkPlan plan = plan_of(stream.network);
            const Profile profile = profile_of(predict(stream, plan, whole_extent(stream), {}), plan);
            QCOMPARE(growing_stream(stream.network, profile, 1).has_value(), expected.has_value());
            if (expected)
                QCOMPARE(growth_severity(stream.network, profile), *expected);
        }
        // Norms make a deep GPT-2 with forgotten scaling grow linearly, which is as severe as a ResNet that grows by a
        // factor of 5.
        Experiment gpt = preset("gpt2-scaling-forgotten");
        gpt.network.depth = 48;
        QCOMPARE(foretold(gpt), std::optional(Severity::note));
    }

    /// Without measurements and theory, a network is not called healthy.
    void what_theory_is_silent_of_is_unknown()
    {
        const Experiment e = preset("notes-identity");
        const NetworkPlan plan = plan_of(e.network);
        const Verdict v = verdict({e, plan, predict(e, plan, whole_extent(e), {})});
        QCOMPARE(QString::fromStdString(v.word.english()), QString("unknown"));
        QVERIFY(!v.severity && v.message.empty());
    }

private:
    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseVerdict, stepzero::NoApplication)

}   // namespace tst_diagnose_verdict
#include "tst_diagnose_verdict.moc"
