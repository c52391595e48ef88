// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of networks: properties that hold for the whole registry. Files, options at their ends, simulation of
// everything that passes validation, batches, comparisons.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/files/validate.h"
#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"
#include "core/simulate/simulate.h"
#include "core/study/comparison.h"
#include "core/study/make_study.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_kinds {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

Experiment of_kind(const NetworkKind& a)
{
    Experiment e;
    e.network = a.network;
    e.input = a.input;
    return e;
}

/// Returns an experiment so small that hundreds can be simulated.
Experiment small(const NetworkKind& a)
{
    Experiment e = of_kind(a);
    e.network.depth = 3;
    e.network.width = 16;
    e.input.samples = a.takes_tokens ? 2 : 8;
    if (a.takes_tokens) {
        e.input.tokens = 8;
        e.network.options["vocabulary"] = 50.0;
        if (has_option(e.network, "context"))
            e.network.options["context"] = 16.0;
    }
    return e;
}

std::string told(const std::vector<Problem>& problems)
{
    std::string text;
    for (const Problem& problem : problems)
        text += sentence("f", problem).english() + "\n";
    return text;
}

std::string told(const Experiment& e) { return told(validate(e)); }

/// Returns valid small networks of a kind in which norms stand at all places.
std::vector<Experiment> with_norms_everywhere(const NetworkKind& a)
{
    Experiment base = small(a);
    for (const char* flag : {"qk_norm", "sub_norm", "embedding_norm", "final_norm"})
        if (has_option(base.network, flag))
            base.network.options[flag] = flag_value(true);
    for (const auto& [number, value] :
        {std::pair("classes", 10.0), {"stage_2", 2.0}, {"stage_3", 3.0}, {"key_value_rank", 6.0}, {"query_rank", 5.0}})
        if (has_option(base.network, number))
            base.network.options[number] = value;
    std::vector<Experiment> all {base};
    for (const char* word : {"norm", "norm_placement", "parallel", "block", "order"})
        for (const ParameterInfo& info : a.options)
            if (info.name == word)
                for (std::size_t i = 0, count = all.size(); i < count; ++i)
                    for (const std::string& choice : info.choices) {
                        all.push_back(all[i]);
                        all.back().network.options[word] = choice;
                    }
    for (Experiment& e : all)
        e = with_completed_parameters(std::move(e));
    std::erase_if(all, [](const Experiment& e) { return !validate(e).empty(); });
    return all;
}

/// Returns the names of the parameters that have another initializer in `changed`; nothing else may differ.
std::set<std::string> reinitialized(const Network& network, const Network& changed)
{
    const NetworkPlan before = plan_of(network), after = plan_of(changed);
    const auto was = before.parameters(), is = after.parameters();
    std::set<std::string> names;
    for (std::size_t i = 0; i < std::min(was.size(), is.size()); ++i) {
        ParameterPlan same = *is[i];
        same.initializer = was[i]->initializer;
        if (was.size() != is.size() || !(same == *was[i]))
            return {"another network"};
        if (!(is[i]->initializer == was[i]->initializer))
            names.insert(is[i]->name);
    }
    return names;
}

Experiment reread(const Experiment& e) { return networks::parsed(format_experiment(e)); }

std::string file_of(const std::string& network)
{
    return "{\"format\": \"stepzero-experiment\", \"version\": 1, \"network\": " + network + "}";
}

std::string problems_of(const std::string& network)
{
    const auto parsed = parse_experiment(file_of(network));
    const auto* problems = std::get_if<std::vector<Problem>>(&parsed);
    return problems ? told(*problems) : "";
}

void set_random_option(Network& network, const ParameterInfo& info, std::mt19937& random)
{
    if (!info.choices.empty()) {
        network.options[info.name] = info.choices[random() % info.choices.size()];
        return;
    }
    if (!info.integer) {
        const double values[] = {std::get<double>(info.default_value), 0.5, 2, 1e-3};
        network.options[info.name] = std::clamp(values[random() % 4], info.low, info.high);
        return;
    }
    if (info.name == "layers_per_branch")
        network.options[info.name] = double(1 + random() % 2);
    if (info.name == "heads")
        network.options[info.name] = double(1 << random() % 4);
    if (info.name == "key_value_heads")
        network.options[info.name] = double(random() % 3);
    if (info.name == "key_value_rank" || info.name == "query_rank" || info.name == "value_width")
        network.options[info.name] = double(random() % 2 * 6);
    if (info.name == "shared_key_width")
        network.options[info.name] = double(random() % 2 * 2);
    if (info.name == "experts")
        network.options[info.name] = double(4 * (random() % 2));
    if (info.name == "streams")
        network.options[info.name] = double(1 + random() % 2);
}

/// Checks that the structure that other modules read agrees with the plan's parameters.
void verify_structure(const NetworkPlan& plan)
{
    const NetworkStructure s = structure_of(plan.network);
    const BlockPlan& block = plan.block(1);
    const auto in_block = [&](const auto& is) { return std::ranges::any_of(block.parameters, is); };
    const auto outside = [&](const char* role) {
        return std::ranges::any_of(plan.parameters(),
            [&](const ParameterPlan* p) { return p->block == 0 && p->role == role && p->kind == Role::weight; });
    };
    QCOMPARE(s.stream.has_value(), !plan.steps.empty());
    QCOMPARE(s.norms.has_value(), in_block([](const ParameterPlan& p) {
        return p.role.find("norm") != std::string::npos && p.role.find("sub_norm") == std::string::npos
            && p.role.find("latent") == std::string::npos && p.role != "q_norm" && p.role != "k_norm";
    }));
    if (s.stream)
        QCOMPARE(
            s.stream->streams.count > 1, in_block([](const ParameterPlan& p) { return p.role.ends_with("_mixing"); }));
    QCOMPARE(s.softmax.has_value(), plan.kind->has_tokens());
    if (s.softmax) {
        QCOMPARE(s.softmax->outcomes, *plan.outputs);
        QCOMPARE(s.softmax->tied, !outside("head"));
    }
    const ParameterPlan* queries = block.find("q") ? block.find("q") : block.find("q_up");
    QCOMPARE(s.attention.has_value(), queries != nullptr);
    if (s.attention)
        QCOMPARE(s.attention->heads * s.attention->head_width, queries->shape.rows());
    QCOMPARE(s.experts.has_value(), block.find("router") != nullptr);
    if (s.experts)
        QCOMPARE(s.experts->count, block.find("router")->shape.rows());
    QCOMPARE(s.convolution_taps.has_value(), plan.kind->scans);
}

/// Returns the first layer or block at which a replica's signal was lost.
std::optional<int> first_loss(const Measurement& m)
{
    std::optional<int> first;
    for (const Remark& remark : m.remarks)
        if (remark.text.english().starts_with("the signal "))
            first = std::min(first.value_or(remark.layer), remark.layer);
    return first;
}

/// Checks that no number is NaN, and none is infinite except after a lost signal. `unmixed`: H_res is 0, and so are all
/// gains.
void verify_numbers(const Measurement& m, bool unmixed = false)
{
    const auto lost = first_loss(m);
    for (int block = 0; block <= m.depth(); ++block) {
        QVERIFY(block == 0 || (m.preactivation(block) && m.output(block)));
        for (const SiteRecord& site : m.block(block).sites) {
            for (const auto* d : {&site.value, &site.gradient})
                for (const auto field : {&Distribution::mean, &Distribution::std, &Distribution::rms,
                         &Distribution::min, &Distribution::max})
                    if (*d) {
                        const double number = **d.*field;
                        QVERIFY2(!std::isnan(number), site.role.c_str());
                        QVERIFY2(
                            std::isfinite(number) || (lost && block >= *lost && d == &site.value), site.role.c_str());
                    }
            for (const AttentionHead& head : site.heads) {
                QVERIFY(head.entropy >= -1e-6);
                QVERIFY(head.entropy <= head.log_visible + 1e-5);
            }
            for (const auto& [quantity, number] : site.numbers)
                if (unmixed && quantity >= Quantity::forward_gain_log10
                    && quantity <= Quantity::backward_gain_to_end_log10)
                    QCOMPARE(number, -std::numeric_limits<double>::infinity());
                else
                    QVERIFY2(std::isfinite(number), site.role.c_str());
            QVERIFY(!site.value || site.value->count > 0 || lost);
        }
    }
}

void verify_prediction(const Prediction& p, int depth)
{
    QCOMPARE(p.blocks.size(), std::size_t(depth) + 1);
    for (const BlockPrediction& block : p.blocks)
        for (const SitePrediction& site : block.sites)
            for (const auto& [quantity, predicted] : site.numbers) {
                QVERIFY2(!std::isnan(predicted.value), site.role.c_str());
                QVERIFY2(!predicted.ln || !std::isnan(*predicted.ln), site.role.c_str());
                if (quantity == Quantity::similarity)
                    QVERIFY(std::abs(predicted.value) <= 1 + 1e-9);
            }
}

}   // namespace

class TestKinds : public QObject {
    Q_OBJECT

private slots:
    void everyKind_data()
    {
        QTest::addColumn<QString>("kind");
        for (const NetworkKind& a : kinds())
            QTest::newRow(a.name.c_str()) << QString::fromStdString(a.name);
    }

    void everyKind()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        const Experiment e = with_completed_parameters(of_kind(a));
        QCOMPARE(told(e), std::string());
        QCOMPARE(reread(e), e);
        // A file that names only the kind is equivalent.
        const auto least = parse_experiment(file_of("{\"kind\": \"" + a.name + "\"}"));
        QCOMPARE(std::get<Experiment>(least), e);
    }

    // Every option at each word and at both ends of its range: accepted, or refused by a sentence that names it (or a
    // partner in a relation), and written and read unchanged.
    void optionsAtTheirEnds_data() { everyKind_data(); }
    void optionsAtTheirEnds()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        for (const ParameterInfo& info : a.options) {
            std::vector<ParameterValue> values;
            for (const std::string& word : info.choices)
                values.emplace_back(word);
            if (info.choices.empty())
                values = {info.low, info.high};
            for (const ParameterValue& value : values) {
                Experiment e = with_completed_parameters(of_kind(a));
                e.network.options[info.name] = value;
                const std::vector<Problem> problems = validate(e);
                if (problems.empty())
                    QCOMPARE(reread(e), with_completed_parameters(e));
                else
                    QVERIFY2(told(problems).find("must") != std::string::npos, told(problems).c_str());
            }
            if (!info.choices.empty())
                continue;
            for (const double beyond : {info.low - std::max(1.0, std::abs(info.low)), 2 * info.high + 1}) {
                Experiment e = of_kind(a);
                e.network.options[info.name] = beyond;
                QVERIFY2(told(e).find("network." + info.name) != std::string::npos, info.name.c_str());
            }
        }
    }

    // Everything that passes validation can be simulated, predicted and written, without NaN.
    void anythingValidRuns_data() { everyKind_data(); }
    void anythingValidRuns()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        std::mt19937 random(7);
        NoiseCache cache(cache_bytes);
        int ran = 0;
        const int count = tested::cases(60);
        for (int i = 0; i < 7 * count / 3 && ran < count; ++i) {
            Experiment e = small(a);
            for (const ParameterInfo& info : a.options)
                if (random() % 2 == 0)
                    set_random_option(e.network, info, random);
            const std::vector<std::string> activations {"relu", "tanh", "gelu", "swiglu", "glu", "sin", "squared_relu"};
            e.network.activation = {activations[random() % activations.size()], {}};
            const std::vector<Initializer> schemes {{"kaiming_normal", {}}, {"zeros", {}}, {"orthogonal", {}},
                {"normal", {{"std", 3.0}}}, {"normal", {{"std", 1e-20}}}, {"ones", {}}, {"xavier_uniform", {}}};
            e.network.weight = schemes[random() % schemes.size()];
            if (!a.roles.empty() && random() % 4 == 0)
                e.network.roles[a.roles[random() % a.roles.size()].name] = {"constant", {{"value", 0.5}}};
            if (a.layered && random() % 4 == 0)
                e.network.overrides = {{2, {}, Initializer {"constant", {{"value", 0.5}}}, {}}};
            if (random() % 8 == 0)
                e.network.depth = a.kernels || !a.takes_tokens ? 12 : 40;
            else if (a.layered && random() % 4 == 0) {   // a file has widths instead of depth and width
                e.network.widths = {16, 1 + int(random() % 40), 5};
                e.network.depth = a.network.depth;
                e.network.width = a.network.width;
            }
            e.replicas = random() % 6 == 0 ? 2 : 1;
            e.measure.gradient = random() % 4 != 0;
            if (!validate(e).empty())
                continue;
            ++ran;
            e = with_completed_parameters(e);
            const NetworkPlan plan = plan_of(e.network);
            verify_structure(plan);
            const Measurement m = simulate(e, plan, cache, {});
            const auto stream = structure_of(plan.network).stream;
            verify_numbers(m, stream && stream->streams.mixing == StreamMixing::random && stream->streams.std == 0);
            QCOMPARE(plan.depth(), depth(e.network));
            QCOMPARE(m.depth(), depth(e.network));
            verify_prediction(predict(e, plan, whole_extent(e), {}), plan.depth());
            const Experiment again = reread(e);
            QVERIFY2(again == e, (format_experiment(e) + format_experiment(again)).c_str());
            if (QTest::currentTestFailed())
                qFatal("%s", format_experiment(e).c_str());
        }
        QVERIFY(ran > 3 * count / 4);
    }

    void samePreviewsAndThreads_data() { everyKind_data(); }
    void samePreviewsAndThreads()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        Experiment e = with_completed_parameters(small(a));
        e.network.width = a.kernels && !a.layered ? 16 : 64;   // stages double the first
        e.input.samples *= 4;
        e.replicas = 2;
        NoiseCache one_cache(cache_bytes), other_cache(0);
        ThreadPool one(1);
        const Context alone {{}, {}, &one};
        const NetworkPlan plan = plan_of(e.network);
        const Measurement first = simulate(e, plan, one_cache, {}), second = simulate(e, plan, other_cache, alone);
        QCOMPARE(second.depth(), first.depth());
        for (int block = 0; block <= first.depth(); ++block)
            for (const SiteRecord& site : first.block(block).sites) {
                if (site.value)
                    QCOMPARE(second.block(block).value(site.role)->rms, site.value->rms);
                if (site.gradient)
                    QCOMPARE(second.block(block).gradient(site.role)->rms, site.gradient->rms);
                for (const auto& [quantity, number] : site.numbers)
                    QCOMPARE(second.block(block).number(site.role, quantity), std::optional(number));
            }
        // Two networks differ.
        QVERIFY(!first.spread_of(1).sites.empty());
        QVERIFY(first.spread_of(1).value(first.reading.output)->rms > 0);
        SimulateOptions options;
        options.extent = preview_extent(e, plan, whole_extent(e), 1);
        const Measurement preview = simulate(e, plan, one_cache, {}, options);
        const bool batch = has_option(e.network, "norm") && option_word(e.network, "norm") == "batch_norm";
        QCOMPARE(preview.samples, a.layered ? 8 : batch ? 2 : 1);   // the minimum
        QCOMPARE(preview.replicas, 1);
    }

    void tokens()
    {
        Experiment e = of_kind(transformer_kind());
        e.input.samples = 3;
        const Batch few = draw_tokens(e, 1000, 0, {2, 16}), many = draw_tokens(e, 1000, 0, {3, 40});
        for (int s = 0; s < 2; ++s)
            for (int t = 0; t < 16; ++t) {
                QCOMPARE(few.tokens[std::size_t(s * 16 + t)], many.tokens[std::size_t(s * 40 + t)]);
                QCOMPARE(few.targets[std::size_t(s * 16 + t)], many.tokens[std::size_t(s * 40 + t + 1)]);
            }
        // Frequencies of the first of 8 words in 100000 tokens, within 5 σ of their probabilities.
        const double harmonic = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5 + 1.0 / 6 + 1.0 / 7 + 1.0 / 8;
        for (const auto& [name, chance] : {std::pair("uniform_tokens", 1.0 / 8), {"zipf_tokens", 1 / harmonic}}) {
            e.input.distribution = name;
            const Batch batch = draw_tokens(e, 8, 0, {100, 1000});
            const double share
                = double(std::count(batch.tokens.begin(), batch.tokens.end(), 0)) / double(batch.tokens.size());
            QVERIFY(std::abs(share - chance) < 5 * std::sqrt(chance * (1 - chance) / 1e5));
            int same = 0;
            for (std::size_t i = 0; i + 1 < batch.tokens.size(); i += 2)
                same += batch.tokens[i] == batch.tokens[i + 1] ? 1 : 0;
            const double repeats = repeat_chance(e, 8);
            QVERIFY(std::abs(same / 5e4 - repeats) < 5 * std::sqrt(repeats / 5e4));
        }
    }

    void rolesFollowTheWeights()
    {
        const Experiment e = networks::experiment(R"("kind": "transformer",
            "weight": {"scheme": "normal", "std": 0.05},
            "roles": {"q": {"scheme": "normal", "mean": 0, "std": 0.05}, "k": {"scheme": "orthogonal"},
                      "norm_scale": {"scheme": "constant", "value": 0.1}})");
        QVERIFY(!e.network.roles.contains("q"));   // like the weights, so it follows them
        QCOMPARE(initializer_of(e.network, "k", Role::weight).scheme, std::string("orthogonal"));
        QCOMPARE(transformer_spec(e.network).matrices.at("v").initializer.parameters.at("std"), ParameterValue(0.05));
        QCOMPARE(transformer_spec(e.network).norm_scale.initializer.scheme, std::string("constant"));
    }

    void everyNormHasOneRole_data() { everyKind_data(); }

    /// The roles that follow the scale of all norms divide what it initializes among them, apart from norms that have
    /// no separate role.
    void everyNormHasOneRole()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        const Initializer half {"constant", {{"value", 0.5}}};
        std::set<std::string> present;
        for (const Experiment& e : with_norms_everywhere(a)) {
            const auto with = [&](const std::string& role) {
                Network network = e.network;
                network.roles[role] = half;
                return network;
            };
            std::set<std::string> of_roles;
            for (const RoleInfo& role : a.roles) {
                if (role.follows.empty())
                    continue;
                const bool has = !role.present || role.present(e.network);
                const std::set<std::string> own = reinitialized(e.network, with(role.name));
                QVERIFY2(own.empty() != has, (role.name + "\n" + format_experiment(e)).c_str());
                for (const std::string& name : own)
                    QVERIFY2(name.find("norm") != std::string::npos && of_roles.insert(name).second,
                        (role.name + ": " + name).c_str());
                if (has)
                    present.insert(role.name);
            }
            if (of_roles.empty())
                continue;
            const std::set<std::string> of_all = reinitialized(e.network, with(role_of_norms));
            QVERIFY2(std::ranges::includes(of_all, of_roles), format_experiment(e).c_str());
            for (const std::string& name : of_all)   // those of ResNets that stand at the stem and at projections
                QVERIFY2(of_roles.contains(name) || a.kernels, name.c_str());
        }
        for (const RoleInfo& role : a.roles)
            QVERIFY2(role.follows != role_of_norms || present.contains(role.name), role.name.c_str());
    }

    void normsFollowTheirRoles_data() { everyKind_data(); }

    /// A file names the roles that follow others only if they have a separate initializer.
    void normsFollowTheirRoles()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        const Initializer zeros {"zeros", {}}, ones {"ones", {}};
        for (const RoleInfo& role : a.roles) {
            if (role.follows != role_of_norms)
                continue;
            Experiment e = with_completed_parameters(small(a));
            const std::string quoted = '"' + role.name + '"';
            QVERIFY(format_experiment(e).find(quoted) == std::string::npos);
            e.network.roles[role.follows] = zeros;
            QVERIFY(initializer_of(e.network, role.name, role.kind) == zeros);
            QCOMPARE(initializing_role(e.network, role), role.follows);
            QVERIFY(format_experiment(e).find(quoted) == std::string::npos);
            e.network.roles[role.name] = ones;
            QVERIFY(initializer_of(e.network, role.name, role.kind) == ones);
            QCOMPARE(initializing_role(e.network, role), role.name);
            QCOMPARE(reread(e), with_completed_parameters(e));
            e.network.roles[role.name] = zeros;   // like the role that it follows
            QVERIFY(!reread(e).network.roles.contains(role.name));
        }
    }

    void aFinalNormOfZerosIsSilent_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("word");
        QTest::newRow("transformer") << "transformer"
                                     << "norm"
                                     << "layer_norm";
        QTest::newRow("untied") << "transformer"
                                << "tied"
                                << "false";
        QTest::newRow("DyT") << "transformer"
                             << "norm"
                             << "dyt";
        QTest::newRow("vision transformer") << "vision_transformer"
                                            << "norm"
                                            << "layer_norm";
        QTest::newRow("state space") << "state_space"
                                     << "norm"
                                     << "rms_norm";
        QTest::newRow("ResNet") << "resnet"
                                << "order"
                                << "pre_activation";
    }

    /// All logits are 0, so the loss is ln V, and the gradient at the final norm is multiplied by 0.
    void aFinalNormOfZerosIsSilent()
    {
        QFETCH(QString, kind);
        QFETCH(QString, option);
        QFETCH(QString, word);
        Experiment base = small(*find_kind(kind.toStdString()));
        base.network.options[option.toStdString()] = word.toStdString();
        if (has_option(base.network, "classes"))
            base.network.options["classes"] = 10.0;
        base.network.roles["final_norm_scale"] = {"zeros", {}};
        const Experiment e = with_completed_parameters(std::move(base));
        QVERIFY2(validate(e).empty(), told(e).c_str());
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan, cache, {});
        for (int block = 1; block <= m.depth(); ++block) {
            QVERIFY(m.output(block)->rms > 0);
            QVERIFY(m.gradient(block));
            for (const SiteRecord& site : m.block(block).sites)
                if (site.gradient)
                    QCOMPARE(site.gradient->rms, 0.0);
        }
        const auto softmax = structure_of(e.network).softmax;
        if (!softmax)
            return;
        const auto loss = m.block(0).number("logits", Quantity::cross_entropy);
        const double uniform = std::log(double(softmax->outcomes));
        QVERIFY(loss && std::abs(*loss - uniform) < 1e-6 * uniform);   // rounding to float32
        const Prediction p = predict(e, plan, whole_extent(e), {});
        verify_prediction(p, plan.depth());
        QVERIFY(!p.head || std::abs(p.head->cross_entropy - uniform) < 1e-12 * uniform);
    }

    void residualScalingReachesItsMatrices()
    {
        Network network = transformer_kind().network;
        network.depth = 32;
        TransformerSpec spec = transformer_spec(network);
        QCOMPARE(spec.matrices.at("attention_out").factor, 0.125);
        QCOMPARE(spec.matrices.at("mlp_out").factor, 0.125);
        QCOMPARE(spec.matrices.at("q").factor, 1.0);
        network.options["residual_scaling"] = std::string("deepnorm");
        spec = transformer_spec(network);
        QCOMPARE(spec.skip, std::pow(64.0, 0.25));
        QCOMPARE(spec.matrices.at("v").factor, std::pow(256.0, -0.25));
        QCOMPARE(spec.matrices.at("k").factor, 1.0);
    }

    void problems_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* network, const char* sentence) {
            QTest::newRow(name) << QString::fromUtf8(network) << QString::fromUtf8(sentence);
        };
        row("groups", R"({"kind": "convolution", "width": 16, "input_width": 3, "groups": 4})",
            "f: network.groups: must divide the channels of every layer, but 4 does not divide the 3 of the input");
        row("size", R"({"kind": "convolution", "padding": "none"})",
            "f: network.size: must leave positions at every layer: layer 4 reads 2 × 2 positions, fewer than its "
            "kernel "
            "size of 3");
        row("circular", R"({"kind": "convolution", "padding": "circular", "size": 2, "kernel": 7})",
            "f: network.padding: must not wrap around more than once, but layer 1 has 2 positions and a padding of 3");
        row("delta", R"({"kind": "convolution", "input_width": 64, "weight": {"scheme": "delta_orthogonal"}})",
            "f: network.weight.scheme: delta_orthogonal needs at least as many output channels as input channels");
        row("matrix", R"({"kind": "convolution", "weight": {"scheme": "eye"}})", ", which needs a matrix");
        row("kernel", R"({"kind": "dense", "weight": {"scheme": "dirac"}})", ", which needs a convolution");
        row("near kind", R"({"kind": "transformr"})", "did you mean \"transformer\"?");
        row("heads", R"({"kind": "transformer", "width": 64, "heads": 5})",
            "f: network.heads: must divide width (64), got 5");
        row("rotary", R"({"kind": "transformer", "width": 12, "heads": 4, "position": "rotary"})",
            "f: network.position: rotary positions need an even head width, got 3");
        row("unknown", R"({"kind": "residual", "heads": 4})", "f: network.heads: is not known");
        row("flag", R"({"kind": "transformer", "causal": "yes"})", "f: network.causal: must be true or false");
        row("role", R"({"kind": "transformer", "roles": {"query": {"scheme": "zeros"}}})",
            "f: network.roles.query: is not a role");
        row("role's scheme", R"({"kind": "transformer", "roles": {"q": {"scheme": "zeroes"}}})",
            "did you mean \"zeros\"?");
        row("gate", R"({"kind": "dense", "activation": "swiglu"})", "swiglu is a gated pair");
        row("overrides", R"({"kind": "residual", "overrides": []})", "f: network.overrides: is not known");
        row("patch", R"({"kind": "vision_transformer", "size": 32, "patch": 5})",
            "f: network.patch: must divide size (32), got 5");
        row("words of images", R"({"kind": "vision_transformer", "vocabulary": 100})",
            "f: network.vocabulary: is not known");
        row("context", R"({"kind": "transformer", "context": 32})", "f: input.tokens: must be 1 to 32, got 64");
    }
    void problems()
    {
        QFETCH(QString, network);
        QFETCH(QString, sentence);
        const QString found = QString::fromStdString(problems_of(network.toStdString()));
        QVERIFY2(found.contains(sentence), qPrintable(found));
    }

    // fitted() returns networks that check() accepts, whatever was changed.
    void fittedNetworksFit()
    {
        const NetworkKind& a = transformer_kind();
        std::mt19937 random(11);
        for (int i = 0; i < 2000; ++i) {
            Experiment before = of_kind(a);
            before.network.options["position"] = std::string(random() % 2 == 0 ? "rotary" : "learned");
            Experiment after = before;
            if (random() % 2 == 0)
                after.network.width = 2 + int(random() % 1000);
            else
                after.network.options["heads"] = double(1 + random() % 64);
            after.network = a.fitted(after.network, before.network);
            QCOMPARE(told(after), std::string());
        }
    }

    void fittedPatchesFit()
    {
        const NetworkKind& a = vision_transformer_kind();
        std::mt19937 random(13);
        for (int i = 0; i < 2000; ++i) {
            Experiment before = of_kind(a);
            before.network.options["size"] = 4.0 * (1 + random() % 60);
            Experiment after = before;
            after.network.options[random() % 2 == 0 ? "size" : "patch"] = double(1 + random() % 300);
            after.network = a.fitted(after.network, before.network);
            QCOMPARE(told(after), std::string());
        }
    }

    void classesOfImages()
    {
        const Experiment e = of_kind(vision_transformer_kind());
        const std::vector<int> few = draw_classes(e, 10, 0, 20), many = draw_classes(e, 10, 0, 100000);
        QVERIFY(std::equal(few.begin(), few.end(), many.begin()));
        for (int c = 0; c < 10; ++c) {   // within 5 σ of their probabilities
            const auto share = double(std::ranges::count(many, c)) / 1e5;
            QVERIFY(std::abs(share - 0.1) < 5 * std::sqrt(0.09 / 1e5));
        }
        QCOMPARE(whole_extent(e).tokens, 65);   // (32/4)² + 1
    }

    void fittedConvolutionsFit()
    {
        const NetworkKind& a = convolution_kind();
        std::mt19937 random(12);
        for (int i = 0; i < 2000; ++i) {
            Experiment before = of_kind(a);
            before.network.options["groups"] = double(1 << random() % 6);
            before.network.options["pooling"] = std::string(random() % 2 == 0 ? "none" : "max");
            Experiment after = before;
            const ParameterInfo& info = a.options[random() % a.options.size()];
            if (random() % 3 == 0)
                after.network.width = 1 + int(random() % 1000);
            else if (!info.choices.empty())
                after.network.options[info.name] = info.choices[random() % info.choices.size()];
            else
                after.network.options[info.name]
                    = std::floor(info.low + std::pow(info.high - info.low, random() % 1001 / 1000.0));
            after.network = a.fitted(after.network, before.network);
            QCOMPARE(told(after), std::string());
        }
    }

    // Every comparison that applies to a preset yields at least two experiments that can be run.
    void comparisonsOfPresets()
    {
        int compared = 0;
        for (const Preset& preset : presets()) {
            const Experiment e = networks::preset(preset.name);
            for (const ComparisonKind& kind : comparisons()) {
                if (!applies(kind, e.network))
                    continue;
                const std::vector<Variant> variants = kind.variants(e);
                QVERIFY(variants.size() >= 2);
                for (const Variant& variant : variants)
                    QVERIFY2(told(variant.experiment).empty(),
                        (preset.name + ", " + kind.name + ": " + told(variant.experiment)).c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 50);
    }

    // The modulation that a network has, or a random one, is compared with none and with zeros.
    void aComparisonOfModulations()
    {
        Experiment e = with_completed_parameters(small(transformer_kind()));
        e.network.options["norm_modulation"] = flag_value(true);
        e.network.roles["mlp_modulation"] = {"normal", {{"mean", 0.0}, {"std", TypedNumber {"0.1/l"}}}};
        const ComparisonKind& kind = *find_comparison("norm_modulation");
        QVERIFY(applies(kind, e.network));
        const std::vector<Variant> variants = kind.variants(e);
        QCOMPARE(variants.size(), std::size_t(3));
        QCOMPARE(variants.back().experiment, e);
        NoiseCache cache(cache_bytes);
        for (const Variant& variant : variants) {
            QVERIFY2(told(variant.experiment).empty(), told(variant.experiment).c_str());
            const Measurement m = simulate(variant.experiment, plan_of(variant.experiment.network), cache, {});
            const auto rms = [&](int block) { return m.output(block)->rms; };
            // Only zeros leave the stream as it is.
            QCOMPARE(rms(1) == rms(m.depth()), &variant == &variants[1]);
        }
        e.network.options["norm_placement"] = std::string("post");
        QVERIFY(!applies(kind, e.network));
        e.network.roles.clear();
        e.network.options = {{"norm_placement", std::string("pre")}};
        QVERIFY(kind.variants(with_completed_parameters(e)).back().experiment.network.roles.contains("mlp_modulation"));
    }

    void aComparisonOfStudies()
    {
        Experiment e = with_completed_parameters(small(transformer_kind()));
        StudyCaches caches(cache_bytes);
        StudyRequest request {e, 1, {.layer = 2, .matrix = "mlp_out", .comparison = "norm_placement"}, nullptr, {}};
        int interims = 0;
        request.interim = [&](const StudyPtr& s) {
            ++interims;
            QVERIFY(!s->comparison);
        };
        const StudyPtr study = full_study(request, caches, {});
        QCOMPARE(interims, 1);
        QCOMPARE(study->matrix.name, std::string("blocks.2.mlp_out.weight"));
        QCOMPARE(study->layer_spectra->weight.size(), std::size_t(16));
        QVERIFY(study->comparison);
        QCOMPARE(study->comparison->variants.size(), std::size_t(5));
        // Another focus simulates nothing again.
        request.previous = study;
        request.focus.layer = 1;
        const StudyPtr other = full_study(request, caches, {});
        QCOMPARE(other->measurement, study->measurement);
        QCOMPARE(other->comparison, study->comparison);
        QCOMPARE(other->matrix.name, std::string("blocks.1.mlp_out.weight"));
    }

    // A comparison is simulated on few tokens. Attention to few keys writes more, so theory must use the same number.
    void aComparisonsTheoryIsOfItsTokens()
    {
        Experiment e = with_completed_parameters(small(transformer_kind()));
        e.network.width = 128;
        e.network.weight = {"normal", {{"std", 0.02}}};
        e.network.options["context"] = e.network.options["vocabulary"] = 512.0;
        e.input.samples = 1;
        e.input.tokens = 512;
        NoiseCache cache(cache_bytes);
        const Comparison c = compare(*find_comparison("norm_scaling"), e, 3e7, cache, {});
        for (const ComparedVariant& v : c.variants) {
            QVERIFY(v.measurement->tokens <= 64);
            const double branch = v.measurement->block(1).value("attention_branch")->rms,
                         theory = v.prediction->block(1).find("attention_branch", Quantity::rms)->value;
            QVERIFY2(std::abs(std::log(branch / theory)) < 0.2, qPrintable(QString::number(branch / theory)));
        }
    }

    // If the weights of a study were only scaled, their spectrum is the previous one, scaled.
    void scaledSpectra_data() { everyKind_data(); }
    void scaledSpectra()
    {
        QFETCH(QString, kind);
        Experiment e = small(*find_kind(kind.toStdString()));
        e.network.weight = {"normal", {{"std", 0.02}}};
        e.measure.jacobian = false;
        e = with_completed_parameters(e);
        StudyCaches caches(cache_bytes);
        const StudyPtr first = full_study({e, 1, {}, nullptr, {}}, caches, {});
        e.network.weight.parameters["std"] = 0.06;
        const StudyPtr second = full_study({e, 2, {}, first, {}}, caches, {}),
                       anew = full_study({e, 2, {}, nullptr, {}}, caches, {});
        QCOMPARE(second->layer_spectra->weight.size(), anew->layer_spectra->weight.size());
        for (std::size_t i = 0; i < anew->layer_spectra->weight.size(); ++i)
            QVERIFY(std::abs(second->layer_spectra->weight[i] - anew->layer_spectra->weight[i])
                < 1e-6 * anew->layer_spectra->weight.front());
    }

    // The logarithm of a stream of squared ReLUs doubles in every block. It leaves the supported range, and the place
    // is reported.
    void lostSignals()
    {
        Experiment e = with_completed_parameters(of_kind(residual_kind()));
        e.network.activation = {"squared_relu", {}};
        e.network.depth = 60;
        e.network.width = 32;
        e.input.samples = 4;
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan_of(e.network), cache, {});
        QCOMPARE(m.remarks.size(), std::size_t(1));
        const int lost = m.remarks.front().layer;
        QVERIFY(
            m.remarks.front().text.english().find("overflows in block " + std::to_string(lost)) != std::string::npos);
        // The limit is 2^1000000, and the block before approached it: no block more than doubles the logarithm, up to
        // constants of some bits.
        const Distribution& last = *m.block(lost - 1).value(m.reading.output);
        const double log2 = last.log10_of(last.rms) / std::log10(2);
        QVERIFY(log2 > 0.49 * 1e6 && log2 < 1.001e6);
        QVERIFY(std::isinf(m.block(e.network.depth).value(m.reading.output)->rms));
    }
};

STEPZERO_TEST(TestKinds, QCoreApplication)

}   // namespace tst_kinds
#include "tst_kinds.moc"
