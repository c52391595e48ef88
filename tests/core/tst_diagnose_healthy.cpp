// SPDX-License-Identifier: GPL-3.0-or-later
// Healthy networks have no findings. (diagnose_verdict has the presets.)
#include <QtTest>
#include <map>
#include <set>

#include "core/diagnose/criteria.h"
#include "core/theory/gains.h"
#include "tests/cases.h"
#include "tests/core/diagnose_cases.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_healthy {

using namespace diagnose_cases;

namespace {

/// Activations without a healthy network of ten layers: critical sigmoids are saturated (σ_w² = 103), and squared ReLUs
/// have no stable length.
const std::set<std::string> hopeless {"sigmoid", "hardsigmoid", "squared_relu"};
/// The gain that keeps q = 1 is a poor start for these: softplus has χ = 0.31, and for hard swish q = 1 is unstable
/// upwards.
const std::set<std::string> without_forward_gain {"softplus", "hardswish"};

Experiment of(const std::string& activation, Variances v, const std::string& distribution)
{
    Experiment e
        = dense(R"("depth": 10, "width": 256, "activation": )" + ("\"" + activation + "\""), R"("samples": 256)");
    e.network.weight = {"mean_field", {{"variance", v.weight}, {"distribution", distribution}}};
    if (v.bias > 0)
        e.network.bias = {"mean_field", {{"variance", v.bias}, {"distribution", std::string("normal")}}};
    return e;
}

std::vector<std::pair<std::string, Experiment>> healthy()
{
    std::vector<std::pair<std::string, Experiment>> all;
    for (const ActivationInfo& info : activations()) {
        if (hopeless.contains(info.name))
            continue;
        const Gains g = gains(ActivationFunction({info.name, {}}), 1);
        for (const std::string distribution : {"normal", "orthogonal"})
            if (const auto critical = g.usable())
                all.emplace_back("critical " + info.name + ", " + distribution, of(info.name, *critical, distribution));
        if (!without_forward_gain.contains(info.name))
            all.emplace_back(
                "forward gain, " + info.name, of(info.name, {*g.at_q.forward * *g.at_q.forward, 0}, "normal"));
    }
    all.emplace_back("Xavier and tanh", dense(R"("depth": 10, "width": 256, "activation": "tanh",
        "weight": {"scheme": "xavier_uniform"})"));
    all.emplace_back("LeCun and SELU", dense(R"("depth": 30, "width": 256, "activation": "selu",
        "weight": {"scheme": "lecun_normal"})"));
    all.emplace_back("a classifier", dense(R"("input_width": 784, "widths": [512, 256, 128, 10])"));
    // With a spread of 0.6, a drift beyond √10 is random, and not caused by the initialization.
    for (int seed = 1; seed <= tested::cases(8); ++seed) {
        all.emplace_back("narrow, seed " + std::to_string(seed), dense(R"("depth": 60, "width": 200)"));
        all.back().second.seed = std::uint64_t(seed);
    }
    all.emplace_back("a large input", dense(R"("depth": 8, "width": 256)", R"("std": 8, "samples": 128)"));
    // 1 − c of 100 ReLU layers is 0.0035, a hundredth of the inputs': not too little yet.
    all.emplace_back("a hundred ReLU layers", dense(R"("depth": 100, "width": 380)", R"("samples": 16)"));
    for (const double degrees : {1e-6, 0.1, 180.0}) {
        all.emplace_back(
            "two inputs at " + std::to_string(degrees) + " degrees", dense(R"("depth": 10, "width": 256)"));
        all.back().second.measure.correlation_angle = degrees;
    }
    all.emplace_back("twenty-four blocks, not causal", transformer(R"("depth": 24, "causal": false)"));
    all.emplace_back("Post-LN", transformer(R"("depth": 12, "causal": false, "norm_placement": "post",
        "residual_scaling": "plain", "embedding_norm": true, "final_norm": false)"));
    all.emplace_back("a small input behind a norm", residual(R"("depth": 6, "norm": "layer_norm",
        "residual_scaling": "inverse_sqrt_depth", "norm_epsilon": 1e-12, "weight": {"scheme": "lecun_normal"})"));
    all.back().second.input.std = 0.001;
    all.emplace_back("a small transformer", transformer(R"("depth": 6)"));
    all.emplace_back("RMSNorm and SwiGLU, scaled",
        transformer(R"("depth": 6, "norm": "rms_norm", "activation": "swiglu", "position": "rotary", "tied": false)"));
    all.emplace_back("packed, of one σ", transformer(R"("depth": 6, "qkv": "packed")"));
    all.emplace_back("parallel", transformer(R"("depth": 6, "parallel": "one_norm")"));
    all.emplace_back("latent attention", transformer(R"("depth": 6, "key_value_rank": 64, "query_rank": 96,
        "shared_key_width": 16, "position": "rotary", "norm": "rms_norm")"));
    all.emplace_back("adaLN-zero", transformer(R"("depth": 6, "norm_modulation": true)"));
    all.emplace_back("norms 1/√l", transformer(R"("depth": 12, "norm_scaling": true)"));
    all.emplace_back("DyT", transformer(R"("depth": 6, "norm": "dyt", "weight": {"scheme": "lecun_normal"},
        "roles": {"embedding": {"scheme": "normal", "std": 1}, "position": {"scheme": "normal", "std": 1},
        "head": {"scheme": "normal", "std": 0.02}}, "tied": false)"));
    for (const char* experts : {R"("experts": 8, "gates_renormalized": false)",
             R"("experts": 16, "experts_chosen": 4, "expert_ratio": 1, "shared_experts": 1)",
             R"("experts": 2, "experts_chosen": 1, "roles": {"router": {"scheme": "lecun_normal"}})",
             R"("experts": 4, "experts_chosen": 4, "parallel": "two_norms")", R"("experts": 1, "experts_chosen": 1)",
             R"("experts": 32, "experts_chosen": 8, "expert_ratio": 0.5,
             "norm": "rms_norm", "activation": "swiglu", "position": "rotary", "tied": false, "biases": false)"})
        all.emplace_back(std::string("experts, ") + experts, transformer(R"("depth": 6, )" + std::string(experts)));
    all.emplace_back("soft caps and multipliers", transformer(R"("depth": 6, "attention_softcap": 50,
        "logits_softcap": 30, "embedding_multiplier": 16, "attention_multiplier": 0.5, "logits_multiplier": 0.25)"));
    std::size_t turn = 0;
    for (const char* pooling : {"class_token", "mean"})
        for (const char* laws :
            {R"("normal", "std": 0.02}, "roles": {"patch": {"scheme": "lecun_normal"},
                     "class_token": {"scheme": "normal", "std": 1e-6}})",
                R"("xavier_uniform"}, "roles": {"patch": {"scheme": "lecun_normal"}, "class_token": {"scheme": "zeros"},
                     "position": {"scheme": "normal", "std": 0.02}, "head": {"scheme": "zeros"}})"})
            for (const char* input : {"", R"(, "distribution": "uniform")"})
                if (tested::in_turn(turn++))
                    all.emplace_back(std::string("ViT, ") + pooling + laws + input,
                        vision(std::string(R"("pooling": ")") + pooling + R"(", "weight": {"scheme": )" + laws, input));
    // Combinations take turns: every value appears, and in ResNets every pair of values.
    const std::vector<std::string> owns {
        "", R"("d_state": 4, "dt_rank": 8, )", R"("d_conv": 2, "expand": 1, )", R"("norm": "layer_norm", )"},
        step_roles {R"("x_proj": {"scheme": "lecun_normal"})",
            R"("dt_bias": {"scheme": "softplus_log_uniform", "dt_max": 0.01})",
            R"("dt_bias": {"scheme": "softplus_log_uniform", "dt_min": 0.0001, "dt_max": 1})",
            R"("A_log": {"scheme": "zeros"})"};
    for (std::size_t o = 0; o < owns.size(); ++o)
        for (std::size_t r = 0; r < step_roles.size(); ++r)
            if ((o + r) % 3 == 0 || tested::every_case())
                all.emplace_back("state space, " + owns[o] + step_roles[r],
                    state_space(R"("depth": 6, )" + owns[o] + R"("roles": {)" + step_roles[r] + "}"));
    const std::vector<std::string> blocks {R"("basic")", R"("bottleneck", "hidden_ratio": 0.5)"},
        norms {R"("batch_norm")", R"("group_norm", "weight_standardization": "plain")"},
        phis {"relu", "leaky_relu", "gelu"},
        rests {R"("classes": 10, "roles": {"head": {"scheme": "pytorch_linear"}})",
            R"("stage_2": 0, "stage_3": 4, "padding": "circular")",
            R"("stem": "7x7_pool", "roles": {"last_norm_scale": {"scheme": "zeros"}})"};
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::size_t n = 0; n < norms.size(); ++n)
            for (std::size_t a = 0; a < phis.size(); ++a)
                for (std::size_t r = 0; r < rests.size(); ++r)
                    if ((b + n + a + r) % 3 == 0 || tested::every_case())
                        all.emplace_back("ResNet of " + blocks[b] + norms[n] + phis[a] + rests[r],
                            resnet(R"("depth": 6, "block": )" + blocks[b] + R"(, "norm": )" + norms[n]
                                + R"(, "activation": ")" + phis[a] + "\", " + rests[r]));
    return all;
}

}   // namespace

class TestDiagnoseHealthy : public QObject {
    Q_OBJECT

private slots:
    // Whatever happens at random to a network too narrow for its depth, no scheme is blamed. Nothing is far from a
    // theory that does not hold there, and the width is named as the cause.
    void narrow_networks_accuse_no_scheme_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("variance");
        for (const ActivationInfo& info : activations())
            if (const auto variance = MeanField(ActivationFunction({info.name, {}})).critical_weight_variance(0))
                QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name) << *variance;
    }
    void narrow_networks_accuse_no_scheme()
    {
        QFETCH(QString, activation);
        QFETCH(double, variance);
        const std::map<std::string, std::vector<Criterion>> accusations {{"vanishing_signal", {vanishing_signal}},
            {"exploding_signal", {exploding_signal}}, {"vanishing_gradient", {vanishing_gradient}},
            {"exploding_gradient", {exploding_gradient}}, {"alike_inputs", {alike_inputs}},
            {"gain_mismatch", {vanishing_signal, exploding_signal, vanishing_gradient, exploding_gradient}}};
        const std::vector<int> depths {3, 20, 60};
        std::size_t turn = 0;   // depths take turns over widths and activations
        for (const ActivationInfo& info : activations())
            turn += info.name < activation.toStdString();
        for (const int width : {1, 2, 4, 8, 24, 64}) {
            const std::vector<int> in_turn {depths[turn++ % depths.size()]};
            for (const int depth : tested::every_case() ? depths : in_turn)
                for (const std::uint64_t seed :
                    tested::every_case() ? std::vector<std::uint64_t> {1, 2, 3} : std::vector<std::uint64_t> {1}) {
                    Experiment e = of(activation.toStdString(), {variance, 0}, "normal");
                    e.network.width = width;
                    e.network.input_width = width;
                    e.network.depth = depth;
                    e.input.samples = 16;
                    e.seed = seed;
                    const Examined examined = examine(e, cache_);
                    const auto findings
                        = signs({examined.experiment, examined.plan, examined.measurement, examined.prediction});
                    const std::string text = "width " + std::to_string(width) + ", depth " + std::to_string(depth)
                        + ", seed " + std::to_string(seed) + ": " + list(findings);
                    QVERIFY2(!find(findings, "far_from_theory"), text.c_str());
                    if (width >= 16 && spread_of(examined.prediction, examined.plan, true) <= 1)
                        continue;   // a random deviation that the theoretical spread explains
                    Profile foreseen = profile_of(examined.prediction, examined.plan);
                    foreseen.ln_start_difference = ln_input_difference(e.measure.correlation_angle);
                    for (const auto& [id, any] : accusations)
                        if (find(findings, id))
                            QVERIFY2(std::any_of(any.begin(), any.end(),
                                         [&](Criterion criterion) { return criterion(e.network, foreseen, 0.9); }),
                                (id + ", " + text).c_str());
                    const Distribution& last = *examined.measurement.preactivation(depth);
                    if (last.rms == 0 && foreseen.layers.back().ln_signal > -5) {
                        const Finding* narrow = find(findings, "too_narrow");
                        QVERIFY2(narrow && narrow->severity == Severity::error, text.c_str());
                    }
                }
        }
    }

    // Networks that were once blamed: He and ReLU.
    void he_is_not_too_small_for_narrow_relu()
    {
        int named = 0;
        for (const auto& [width, depth] : {std::pair {1, 30}, {4, 20}, {8, 60}})
            for (const std::uint64_t seed : {1, 2, 3, 4}) {
                Experiment e = dense(R"("width": )" + std::to_string(width) + R"(, "input_width": )"
                    + std::to_string(width) + R"(, "depth": )" + std::to_string(depth));
                e.seed = seed;
                const auto findings = examine(e, cache_).findings();
                const Finding* narrow = find(findings, "too_narrow");
                QVERIFY2(narrow, list(findings).c_str());
                ++named;
                for (const char* id : {"vanishing_signal", "exploding_signal", "far_from_theory", "gain_mismatch"})
                    QVERIFY2(!find(findings, id), list(findings).c_str());
                QVERIFY(!narrow->fixes.empty());
            }
        QCOMPARE(named, 12);
    }

    void nothing_is_found_data()
    {
        QTest::addColumn<int>("index");
        const auto all = healthy();
        QVERIFY(all.size() >= 60);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (tested::every_case()
                || is_quickly_drawn(all[i].second))   // diagnose_verdict checks the theory of the others
                QTest::newRow(all[i].first.c_str()) << int(i);
    }

    void nothing_is_found()
    {
        QFETCH(int, index);
        static const auto all = healthy();
        const auto findings = examine(all[std::size_t(index)].second, cache_).findings();
        QVERIFY2(findings.empty(), list(findings).c_str());
    }

    /// Healthy presets with remarks: exactly these findings are expected.
    void what_is_found_in_presets_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("ids");
        QTest::addColumn<QString>("severity");
        QTest::addColumn<double>("operations");
        constexpr double usual = 2e10;
        // Plain scaling after a norm: 50 branches that write 1.4 = √2 each, and 24 that write 0.2 to 1.
        QTest::newRow("Pre-LN") << "residual-pre-norm"
                                << "residual_growth"
                                << "note" << usual;
        QTest::newRow("LLaMA") << "llama-like"
                               << "residual_growth"
                               << "note" << usual;
        QTest::newRow("the notes' mix") << "notes-transformer"
                                        << "residual_growth"
                                        << "note" << usual;
        // Branches that a norm keeps at 1 each, whatever the embedding; 28 of σ = 0.02 and width 768.
        for (const char* like : {"olmo2-like", "gemma2-like", "gptj-like"})
            QTest::newRow(like) << like << "residual_growth"
                                << "note" << usual;
        // d σ² = 2.56 in every matrix at any width, so branches write up to 3 times what they read. With a logit spread
        // of 2.3, a query of ten keys is frozen and one of a hundred is not. Its sequences must not be truncated.
        QTest::newRow("MiniCPM") << "minicpm-like"
                                 << "exploding_gradient residual_growth"
                                 << "note" << 2e11;
        // BatchNorm's gradient grows by 1 + 1/l after l branches of a stage. It also grows with each channel that φ
        // leaves without a derivative (Yang et al. 2019).
        for (const char* deep : {"resnet-50-32", "group-norm-resnet-50"})
            QTest::newRow(deep) << deep << "exploding_gradient"
                                << "note" << usual;
        // PyTorch's trunc_normal_(std=0.02) truncates at the values −2 and 2.
        for (const char* timm : {"vit-b-16", "vit-ti-32"})
            QTest::newRow(timm) << timm << "far_bounds"
                                << "note" << usual;
        QTest::newRow("without norm") << "resnet-without-norm"
                                      << "wrong_fan residual_growth"
                                      << "warning note" << usual;
        // DeepNorm's branches are so small that a hidden vector is still the token's own embedding, and its head is
        // tied. The network predicts its input token, with a loss of 15.6 where random guessing has 8.3.
        QTest::newRow("DeepNet") << "deepnet-100"
                                 << "sharp_logits"
                                 << "warning" << usual;
    }

    void what_is_found_in_presets()
    {
        QFETCH(QString, name);
        QFETCH(QString, ids);
        QFETCH(QString, severity);
        QFETCH(double, operations);
        if (!tested::every_case() && !is_quickly_drawn(preset(name.toStdString())))
            QSKIP("a large network, for which STEPZERO_FULL gives time");
        const auto findings = examine(preset(name.toStdString()), cache_, operations).findings();
        QStringList found;
        for (const Finding& finding : findings) {
            found << QString::fromStdString(finding.id);
            QVERIFY2(severity.split(' ').contains(word(finding.severity)), list(findings).c_str());
        }
        QVERIFY2(found.join(' ') == ids, list(findings).c_str());
    }

private:
    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseHealthy, stepzero::NoApplication)

}   // namespace tst_diagnose_healthy
#include "tst_diagnose_healthy.moc"
