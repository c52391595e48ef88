// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of initializers that are typed as expressions: against the named schemes, by block, in files, in theory and
// in code, and the sentences about wrong ones.
#include <QTest>
#include <cmath>
#include <functional>
#include <set>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/recipe_number.h"
#include "core/files/title.h"
#include "core/kinds/tokens.h"
#include "core/network/init/parameter.h"
#include "core/simulate/simulate.h"
#include "core/train/parametrization.h"
#include "tests/core/average.h"
#include "tests/core/eigen_references.h"
#include "tests/core/random_laws.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_typed_laws {

using namespace stepzero;

namespace {

Initializer normal(const ParameterValue& std) { return {"normal", {{"mean", 0.0}, {"std", std}}}; }
Initializer typed_normal(const std::string& std) { return normal(TypedNumber {std}); }

Experiment defaults_of(const NetworkKind& kind)
{
    return networks::of_kind(kind.name, kind.network.depth, kind.network.width, {}, kind.input.samples);
}

struct NamedExperiment {
    const char* name;
    Experiment experiment;
};

/// Networks with kernels, groups, and matrices of several shapes.
std::vector<NamedExperiment> networks_of_matrices()
{
    Experiment dense = networks::of_kind("dense", 3, 48);
    dense.network.input_width = 20;
    Experiment convolution = networks::of_kind("convolution", 3, 12, {{"groups", 4.0}, {"size", 8.0}});
    convolution.network.input_width = 8;
    Experiment transformer = networks::transformer(R"j("activation": "relu")j");
    return {{"dense", dense}, {"convolution", convolution}, {"transformer", transformer},
        {"vision", networks::vision(R"j("activation": "relu")j")}};
}

void for_parameters(const NetworkPlan& plan, const std::function<void(const ParameterPlan&)>& body)
{
    for (const ParameterPlan* parameter : plan.parameters())
        body(*parameter);
}

double std_of(const NetworkPlan& plan, int block, const char* role)
{
    return number(plan.block(block).find(role)->initializer.parameters, "std");
}

std::string problems_of(const std::string& network)
{
    const auto read
        = parse_experiment(R"j({"format": "stepzero-experiment", "version": 1, "network": {)j" + network + "}}");
    const auto* problems = std::get_if<Problems>(&read);
    std::string all;
    if (problems)
        for (const Problem& problem : *problems)
            all += with_path(problem).english() + "\n";
    return all;
}

}   // namespace

class TestTypedLaws : public QObject {
    Q_OBJECT

    NoiseCache cache_ {1 << 26};
    const Context context_ {};

    void same_entries(const Experiment& a, const Experiment& b)
    {
        const NetworkPlan one = plan_of(networks::valid(a).network), other = plan_of(networks::valid(b).network);
        const DrawnParameters drawn(a.seed, 0, cache_);
        const auto left = one.parameters(), right = other.parameters();
        QCOMPARE(left.size(), right.size());
        for (std::size_t i = 0; i < left.size(); ++i)
            QVERIFY2(drawn.entries(*left[i], context_) == drawn.entries(*right[i], context_), left[i]->name.c_str());
    }

    static void same_predictions(const Prediction& a, const Prediction& b)
    {
        QCOMPARE(a.blocks.size(), b.blocks.size());
        for (std::size_t block = 0; block < a.blocks.size(); ++block) {
            QCOMPARE(a.blocks[block].sites.size(), b.blocks[block].sites.size());
            for (std::size_t s = 0; s < a.blocks[block].sites.size(); ++s) {
                const auto &left = a.blocks[block].sites[s].numbers, &right = b.blocks[block].sites[s].numbers;
                QCOMPARE(left.size(), right.size());
                for (std::size_t i = 0; i < left.size(); ++i) {
                    QVERIFY(left[i].first == right[i].first);
                    // Both paths do the same operations, so not even rounding differs.
                    QVERIFY(left[i].second.value == right[i].second.value);
                }
            }
        }
    }

    Prediction predicted(const Experiment& e) const
    {
        return predict(e, plan_of(e.network), whole_extent(e), context_);
    }

private slots:
    void named_schemes_as_expressions_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<QString>("typed");
        QTest::newRow("He") << R"j({"scheme": "kaiming_normal", "nonlinearity": "relu"})j"
                            << R"j({"scheme": "normal", "std": "sqrt(2/fan_in)"})j";
        QTest::newRow("He, typeset") << R"j({"scheme": "kaiming_normal", "nonlinearity": "relu"})j"
                                     << R"j({"scheme": "normal", "std": "√(2/fan_in)"})j";
        QTest::newRow("He, fan_out") << R"j({"scheme": "kaiming_normal", "nonlinearity": "relu", "mode": "fan_out"})j"
                                     << R"j({"scheme": "normal", "std": "sqrt(2/fan_out)"})j";
        QTest::newRow("He, units and kernel") << R"j({"scheme": "kaiming_normal", "nonlinearity": "relu"})j"
                                              << R"j({"scheme": "normal", "std": "sqrt(2/(n_in*k/g))"})j";
        QTest::newRow("He, fan_out by units")
            << R"j({"scheme": "kaiming_normal", "nonlinearity": "relu", "mode": "fan_out"})j"
            << R"j({"scheme": "normal", "std": "sqrt(2/(n_out*k))"})j";
        QTest::newRow("He, uniform")
            << R"j({"scheme": "kaiming_uniform", "nonlinearity": "relu"})j"
            << R"j({"scheme": "uniform", "low": "-sqrt(6/fan_in)", "high": "sqrt(6/fan_in)"})j";
        QTest::newRow("Xavier") << R"j({"scheme": "xavier_normal"})j"
                                << R"j({"scheme": "normal", "std": "sqrt(2/(fan_in + fan_out))"})j";
        QTest::newRow("Xavier, gain") << R"j({"scheme": "xavier_normal", "gain": 1.5})j"
                                      << R"j({"scheme": "xavier_normal", "gain": "3/2"})j";
        QTest::newRow("LeCun") << R"j({"scheme": "lecun_normal", "bounds": "none"})j"
                               << R"j({"scheme": "normal", "std": "1/√fan_in"})j";
    }
    void named_schemes_as_expressions()
    {
        QFETCH(QString, scheme);
        QFETCH(QString, typed);
        const auto weight = [](const QString& json) {
            return networks::experiment(R"j("kind": "dense", "weight": )j" + json.toStdString()).network.weight;
        };
        for (const auto& [name, experiment] : networks_of_matrices()) {
            Experiment named = experiment, expression = experiment;
            named.network.weight = weight(scheme);
            expression.network.weight = weight(typed);
            same_entries(named, expression);
        }
    }

    void depth_and_block()
    {
        const Experiment e = networks::valid(networks::transformer(R"j("residual_scaling": "plain", "roles": {
            "attention_out": {"scheme": "normal", "std": "0.02/sqrt(2*L)"},
            "mlp_out": {"scheme": "normal", "std": "0.02/sqrt(2*(l+1))"}})j"));
        const NetworkPlan plan = plan_of(e.network);
        for (int block = 1; block <= 3; ++block) {
            QCOMPARE(std_of(plan, block, "attention_out"), 0.02 / std::sqrt(6.0));
            QCOMPARE(std_of(plan, block, "mlp_out"), 0.02 / std::sqrt(2.0 * (block + 1)));
            QCOMPARE(*typed_text(plan.block(block).find("mlp_out")->typed->initializer.parameters.at("std")),
                std::string("0.02/sqrt(2*(l+1))"));
            QVERIFY(!plan.block(block).find("mlp_in")->typed);
        }
    }

    void copies_share_their_law()
    {
        const Experiment e = networks::valid(
            networks::transformer(R"j("roles": {"mlp_out": {"scheme": "normal", "std": "0.02/sqrt(2*l)"}})j"));
        const NetworkPlan plan = plan_of(e.network), again = plan_of(e.network);
        const ParameterPlan &law = *plan.block(1).find("mlp_out"), copy = law;
        QCOMPARE(&*copy.typed, &*law.typed);
        QVERIFY(copy == law);
        QVERIFY(&*again.block(1).find("mlp_out")->typed != &*law.typed);
        QVERIFY(*again.block(1).find("mlp_out") == law);
        QVERIFY(plan.block(2).find("mlp_out")->typed != law.typed && SharedLaw() != law.typed);
    }

    // Queries, keys and values that are packed have the number of the packed fan_out, in every block.
    void packed_fans_by_block()
    {
        const Experiment e = networks::valid(networks::transformer(R"j("qkv": "packed", "residual_scaling": "plain",
            "roles": {"k": {"scheme": "normal", "std": "fan_out^(-l/4)"}, "q": {"scheme": "normal", "std": "l/10"}})j"));
        const NetworkPlan plan = plan_of(e.network);
        for (int block = 1; block <= 3; ++block) {
            const ParameterPlan &k = *plan.block(block).find("k"), &q = *plan.block(block).find("q");
            QVERIFY(std::abs(draw_of(k).scale / std::pow(3.0 * e.network.width, -block / 4.0) - 1) < 1e-12);
            QCOMPARE(draw_of(q).scale, block / 10.0);
        }
    }

    void layers_and_overrides()
    {
        const Experiment e = networks::experiment(R"j("kind": "dense", "depth": 3, "width": 16,
            "weight": {"scheme": "normal", "std": "l/10"},
            "overrides": [{"layer": 2, "weight": {"scheme": "normal", "std": "l/100"},
                           "bias": {"scheme": "constant", "value": "L - l"}}])j");
        const NetworkPlan plan = plan_of(e.network);
        QCOMPARE(number(plan.layers[0].weight.parameters, "std"), 0.1);
        QCOMPARE(number(plan.layers[1].weight.parameters, "std"), 0.02);
        QCOMPARE(number(plan.layers[2].weight.parameters, "std"), 0.3);
        QCOMPARE(number(plan.layers[1].bias.parameters, "value"), 1.0);
        QCOMPARE(std_of(plan, 3, "weight"), 0.3);
        Experiment plain = e;
        for (int layer = 1; layer <= 3; ++layer) {
            LayerOverride own {.layer = layer, .activation = {}, .weight = {}, .bias = {}};
            own.weight = plan.layers[std::size_t(layer - 1)].weight;
            own.bias = plan.layers[std::size_t(layer - 1)].bias;
            plain.network.overrides.resize(std::size_t(layer));
            plain.network.overrides.back() = own;
        }
        same_entries(e, plain);
        same_predictions(predicted(e), predicted(plain));
    }

    void files_keep_what_was_typed()
    {
        const Experiment e = networks::transformer(R"j("weight": {"scheme": "normal", "std": "√(2/fan_in)"},
            "roles": {"mlp_out": {"scheme": "normal", "std": "0.02"}, "q": {"scheme": "normal", "mean": "0*l"}})j");
        const std::string text = format_experiment(e);
        for (const char* part : {"\"std\": \"√(2/fan_in)\"", "\"std\": \"0.02\"", "\"mean\": \"0*l\""})
            QVERIFY2(text.find(part) != std::string::npos, part);
        const Experiment again = networks::parsed(text);
        QCOMPARE(format_experiment(again), text);
        QVERIFY(again.network == e.network);
        QVERIFY(generated_title(e).english().find("std √(2/fan_in)") != std::string::npos);
    }

    void wrong_expressions_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("said");
        const auto dense = [](const char* expression, const char* said) {
            QTest::newRow(qPrintable("std " + QString(expression))) << QStringLiteral(
                R"j("kind": "dense", "depth": 4, "width": 16, "weight": {"scheme": "normal", "std": "%1"})j")
                                                                           .arg(expression)
                                                                    << "network.weight.std: " + QString(said);
        };
        const auto syntax = [&](const char* expression, const QString& said) {
            const QString all = "must be a number or an expression such as \"sqrt(2/n)\", got \"" + QString(expression)
                + "\": " + said;
            dense(expression, qPrintable(all));
        };
        syntax("", "it is empty");
        syntax(" ", "it is empty");
        syntax("big",
            "unknown name “big” at 1 (the variables are n, fan_in, fan_out, n_in, n_out, k, g, d, L, l, h, d_h, V)");
        syntax("sqrt(2/N)", "unknown name “N” at 8: did you mean n?");
        syntax("√(2/N)", "unknown name “N” at 5: did you mean n?");
        syntax("1/fan", "unknown name “fan” at 3: did you mean fan_in or fan_out?");
        syntax("1/fanin", "unknown name “fanin” at 3: did you mean fan_in?");
        syntax("1/width", "unknown name “width” at 3: did you mean d?");
        syntax("1/depth", "unknown name “depth” at 3: did you mean L?");
        syntax("1/layer", "unknown name “layer” at 3: did you mean l?");
        syntax("sqrrt(2)", "unknown name “sqrrt” at 1: did you mean sqrt?");
        syntax("sqrt", "“sqrt” at 1 is a function: write sqrt(…)");
        syntax("(2/d", "the bracket opened at 1 is not closed");
        syntax("2/d)", "the closing bracket at 4 has no opening bracket");
        syntax("2/", "the formula ends too early: something is missing at its end");
        syntax("√", "the formula ends too early: something is missing at its end");
        syntax("2 d", "an operator is missing at 3: a product is written with *");
        syntax("2(d)", "an operator is missing at 2, before the bracket");
        syntax("*d", "unexpected operator “*”: a number is missing before it, at 1");
        syntax("1,5", "there is a comma outside of a function's brackets: a formula has one value");
        syntax("2**3", "at 2, write the power with ^, not with **");
        syntax("max()", "too few arguments for max");
        syntax("sqrt(1, 2)", "too many arguments for sqrt");
        syntax("2 % d", "“%” at 3 has no meaning in a formula");
        syntax("1.2.3", "“1.2.3” at 1 is not a number that can be used");
        dense("0.02/sqrt(L - l)", "0.02/sqrt(L - l) at layer 4 is inf; must be 0 to 1e+30");
        dense("l - 3", "l - 3 at layer 1 is -2; must be 0 to 1e+30");
        dense("-fan_in", "-fan_in at layer 1 is -16; must be 0 to 1e+30");
        dense("1e20^2", "1e20^2 at layer 1 is 1e+40; must be 0 to 1e+30");
        dense("log(l - 1)", "log(l - 1) at layer 1 is -inf; must be 0 to 1e+30");
        dense("1/h", "1/h has no value at layer 1, since this network has no h (it has L, d, fan_in, ");
        dense("1/d_h", "1/d_h has no value at layer 1, since this network has no d_h (it has ");
        dense("1/V", "1/V has no value at layer 1, since this network has no V (it has ");
        const auto row
            = [](const char* name, const char* network, const char* said) { QTest::newRow(name) << network << said; };
        row("boolean", R"j("kind": "dense", "weight": {"scheme": "normal", "std": true})j",
            "network.weight.std: must be a number, got \"true\"");
        row("widths", R"j("kind": "dense", "widths": [8, 8], "weight": {"scheme": "normal", "std": "1/d"})j",
            "network.weight.std: 1/d has no value at layer 1, since this network has no d (it has L, ");
        row("order", R"j("kind": "dense", "depth": 4, "weight": {"scheme": "uniform", "low": "l", "high": 3})j",
            "network.weight.low: must be below high (3), got 3");
        row("override",
            R"j("kind": "dense", "depth": 4,
               "overrides": [{"layer": 2, "weight": {"scheme": "normal", "std": "0.1/(l - 2)"}}])j",
            "network.overrides[0].weight.std: 0.1/(l - 2) at layer 2 is inf; must be 0 to 1e+30");
        row("bias", R"j("kind": "dense", "depth": 4, "bias": {"scheme": "constant", "value": "1/(l - 1)"})j",
            "network.bias.value: 1/(l - 1) at layer 1 is inf; must be -1e+30 to 1e+30");
        row("norm scale",
            R"j("kind": "dense", "depth": 4, "norm": "layer_norm",
               "roles": {"norm_scale": {"scheme": "constant", "value": "1/(l - 1)"}})j",
            "network.roles.norm_scale.value: 1/(l - 1) at layer 1 is inf; must be -1e+30 to 1e+30");
        row("role",
            R"j("kind": "transformer", "depth": 12, "width": 48,
               "roles": {"attention_out": {"scheme": "normal", "std": "0.02/sqrt(L - l)"}})j",
            "network.roles.attention_out.std: 0.02/sqrt(L - l) at block 12 is inf; must be 0 to 1e+30");
        row("outside the blocks",
            R"j("kind": "transformer", "depth": 2, "width": 48, "roles": {"embedding": {"scheme": "normal", "std": "1/l"}})j",
            "network.roles.embedding.std: 1/l at embedding.weight is inf; must be 0 to 1e+30");
        row("activation", R"j("kind": "dense", "activation": {"name": "leaky_relu", "negative_slope": "1/d"})j",
            "network.activation.negative_slope: must be a number, got \"1/d\"");
    }
    void wrong_expressions()
    {
        QFETCH(QString, network);
        QFETCH(QString, said);
        const QString all = QString::fromStdString(problems_of(network.toStdString()));
        QVERIFY2(all.contains(said), qPrintable(all + "\nexpected: " + said));
        QCOMPARE(all.count('\n'), 1);
    }

    // Every kind has the variables of a matrix and those that it says; another is an error.
    void variables_of_kinds_data()
    {
        QTest::addColumn<QString>("kind");
        for (const NetworkKind& kind : kinds())
            QTest::newRow(kind.name.c_str()) << QString::fromStdString(kind.name);
    }
    void variables_of_kinds()
    {
        QFETCH(QString, kind);
        Experiment e = defaults_of(*find_kind(kind.toStdString()));
        std::set<std::string> has {"n", "fan_in", "fan_out", "n_in", "n_out", "k", "g", "l"};
        for (const auto& variable : law_variables_of(e.network))
            has.insert(variable.first);
        QVERIFY(has.contains("d") && has.contains("L"));
        for (const std::string& name : law_names().variables) {
            e.network.weight = typed_normal("0.02 + 0*" + name);
            const std::vector<Problem> problems = validate(e);
            if (!has.contains(name)) {
                QVERIFY2(!problems.empty(), name.c_str());
                QVERIFY(problems.front().message.english().find("has no " + name) != std::string::npos);
                continue;
            }
            QVERIFY2(problems.empty(), problems.empty() ? "" : with_path(problems.front()).english().c_str());
            int typed = 0;
            for_parameters(plan_of(e.network), [&](const ParameterPlan& parameter) {
                if (!parameter.typed)
                    return;
                ++typed;
                QCOMPARE(number(parameter.initializer.parameters, "std"), 0.02);
                QVERIFY(parameter.typed->variables.contains(name));
                QCOMPARE(parameter.typed->variables.at("n_out"), double(parameter.shape.rows()));
            });
            QVERIFY(typed > 0);
        }
    }

    void variables_of_a_transformer()
    {
        const NetworkPlan plan = plan_of(networks::transformer(R"j("weight": {"scheme": "normal",
            "std": "1e-9*(d + 100*h + 1e4*d_h + 1e6*V + 1e8*L)"})j")
                                             .network);
        QCOMPARE(std_of(plan, 2, "q"), 1e-9 * (32 + 400 + 8e4 + 61e6 + 3e8));
    }

    // A number that is typed gives the same plan as a plain one, in every role of every kind.
    void typed_constants_are_numbers_data() { variables_of_kinds_data(); }
    void typed_constants_are_numbers()
    {
        QFETCH(QString, kind);
        const NetworkKind& a = *find_kind(kind.toStdString());
        Experiment plain = defaults_of(a);
        plain.network.weight = normal(0.03);
        plain.network.bias = {"constant", {{"value", 0.25}}};
        for (const RoleInfo& role : a.roles) {
            if (fills(*find_scheme("normal"), role.kind, a.kernels, role.name))
                plain.network.roles[role.name] = normal(0.04);
        }
        plain = with_completed_parameters(plain);
        Experiment typed = plain;
        for_initializers(typed.network, [](Initializer& initializer) {
            for (auto& [name, value] : initializer.parameters)
                if (const double* number = std::get_if<double>(&value))
                    value = TypedNumber {number_text(*number)};
        });
        QVERIFY(validate(plain).empty() == validate(typed).empty());
        const NetworkPlan left = plan_of(plain.network), right = plan_of(typed.network);
        const auto all = left.parameters(), evaluated = right.parameters();
        QCOMPARE(all.size(), evaluated.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY2(completed(all[i]->initializer) == completed(evaluated[i]->initializer), all[i]->name.c_str());
            QVERIFY(!is_typed(evaluated[i]->initializer));
            QCOMPARE(all[i]->factor, evaluated[i]->factor);
        }
        for (std::size_t l = 0; l < left.layers.size(); ++l)
            QVERIFY(left.layers[l].weight == right.layers[l].weight && left.layers[l].bias == right.layers[l].bias);
    }

    // An expression with l takes the path of theory in which blocks differ.
    void theory_by_block_data() { variables_of_kinds_data(); }
    void theory_by_block()
    {
        QFETCH(QString, kind);
        const NetworkKind& of = *find_kind(kind.toStdString());
        const char* const weight = R"j("weight": {"scheme": "normal", "std": 0.1})j";
        Experiment plain = defaults_of(of);
        for (const Experiment& small :
            {networks::transformer(weight), networks::vision(weight), networks::state_space(weight)})
            if (small.network.kind == of.name)
                plain = small;
        plain.network.weight = normal(0.1);
        Experiment typed = plain, growing = plain;
        typed.network.weight = typed_normal("0.1 + 0*l");
        growing.network.weight = typed_normal("0.1*(l + 1)");
        const Prediction a = predicted(plain), b = predicted(growing);
        same_predictions(a, predicted(typed));
        const bool normed = of.kernels && has_norms(plain.network);   // norms undo the size of kernels
        if (normed || !a.output(1, Quantity::rms) || !b.output(1, Quantity::rms))
            return;
        QVERIFY(*b.output(1, Quantity::rms)->ln != *a.output(1, Quantity::rms)->ln);
    }

    /// 1 000 random mistakes in expressions are valid after all, or answered by one sentence that names the path.
    void damaged_expressions()
    {
        random_laws::RandomLaws random(9);
        int wrong = 0;
        for (int i = 0; wrong < 1000; ++i) {
            QVERIFY(i < 5000);
            Experiment e = networks::of_kind("dense", 3, 16);
            const std::string text = random.damaged(random.expression(0.1));
            e.network.weight = typed_normal(text);
            const std::vector<Problem> problems = validate(e);
            if (problems.empty()) {
                for (const LayerPlan& layer : expand(e.network))
                    QVERIFY2(std::isfinite(number(layer.weight.parameters, "std")), text.c_str());
                continue;
            }
            ++wrong;
            QCOMPARE(problems.size(), std::size_t(1));
            const std::string said = with_path(problems.front()).english();
            QVERIFY2(said.starts_with("network.weight.std: ") && said.size() > 30, said.c_str());
        }
    }

    void known_laws()
    {
        // BLOOM: the family's recipe has the same number.
        const FamilyFile& bloom = *find_family("bloom")->file;
        const std::string& recipe
            = *typed_text(bloom.recipes.front().laws.at("matrix").initializer.parameters.at("std"));
        for (const double width : {64.0, 1024.0, 14336.0})
            QCOMPARE(*number_value("sqrt(1/(3*d))", {{"d", width}}), *recipe_number(recipe, {{"width", width}}));
        // μP: σ of hidden matrices falls as 1/√width.
        Network base = networks::of_kind("dense", 4, 32).network, wide = base;
        base.weight = wide.weight = normal(0.2);
        wide.width = 4 * base.width;
        const ScaledNetwork scaled = scaled_network(*find_parametrization("mup"), base, wide, true);
        Network typed = wide;
        typed.weight = typed_normal("0.2*√(32/d)");
        const NetworkPlan plan = plan_of(typed);
        int hidden = 0;
        for (std::size_t i = 0; i < scaled.parameters.size(); ++i) {
            const ParameterPlan& parameter = scaled.parameters[i].plan;
            if (parameter.kind == Role::weight && growth_of(parameter, plan) == Growth::hidden) {
                ++hidden;
                const double std = scaled.initial[i] * draw_of(parameter).scale;
                QVERIFY(std::abs(std / std_of(plan, parameter.block, "weight") - 1) < 1e-12);
            }
        }
        QVERIFY(hidden >= 2);
    }

    // The spectral norm of a normal matrix is σ(√in + √out), and fluctuates as Tracy and Widom's distribution: σ² λ
    // with λ of mean (√in + √out)² − 1.21 s and standard deviation 1.27 s, s = (√in + √out)(1/√in + 1/√out)^(1/3).
    void spectral_law()
    {
        for (const auto& [in, out] : {std::pair(256, 64), {64, 256}, {160, 160}}) {
            Experiment e = networks::of_kind("dense", 1, out);
            e.network.input_width = in;
            e.network.weight = typed_normal("1/√n_in*min(1, √(n_out/n_in))");
            const NetworkPlan plan = plan_of(e.network);
            const WeightMatrix entries = DrawnParameters(3, 0, cache_).entries(*plan.block(1).find("weight"), context_);
            const double norm = jacobi_singular_values(entries.cast<double>())[0];
            const double a = std::sqrt(in), b = std::sqrt(out), sigma = std::min(1.0, b / a) / a;
            const double s = (a + b) * std::cbrt(1 / a + 1 / b), largest = std::pow(norm / sigma, 2);
            QVERIFY(std::abs(largest - ((a + b) * (a + b) - 1.21 * s)) < 5 * 1.27 * s);
            // In units of √(out/in) its limit is 1 + min(a, b)/max(a, b), from 1 to 2; 0.1 is more than
            // four standard deviations.
            const double relative = norm / std::sqrt(double(out) / in);
            QVERIFY(relative > 0.9 && relative < 2.1);
        }
    }

    // BEiT divides what ends a branch by √(2 l): each branch that reads a norm adds a variance in proportion to 1/l,
    // and the mean square of the stream grows by the harmonic number H_l.
    void harmonic_growth()
    {
        const Experiment e = networks::valid(networks::experiment(
            R"j("kind": "residual", "depth": 24, "width": 128, "activation": "relu", "norm": "rms_norm",
                "norm_placement": "pre", "norm_epsilon": 1e-30, "residual_scaling": "plain", "bias": {"scheme": "zeros"},
                "roles": {"branch_in": {"scheme": "normal", "std": "√(2/fan_in)"},
                          "branch_out": {"scheme": "normal", "std": "1/√(2*l*fan_in)"}})j",
            R"j("input": {"samples": 8}, "seed": 1)j"));
        const NetworkPlan plan = plan_of(e.network);
        const Prediction theory = predicted(e);
        const auto square = [](const Predicted& rms) { return std::exp(2 * *rms.ln); };
        const double first = square(*theory.output(1, Quantity::rms)), start = 1;   // the input has variance 1
        constexpr int replicas = 40;
        for (const auto& [blocks, harmonic] : {std::pair(12, 3.103211), {24, 3.775958}}) {
            const double expected = square(*theory.output(blocks, Quantity::rms));
            QVERIFY(std::abs((expected - start) / (first - start) / harmonic - 1) < 1e-5);
            Average found;
            for (int replica = 0; replica < replicas; ++replica) {
                Experiment one = e;
                one.seed = std::uint64_t(replica) + 1;
                found.add(std::pow(simulate(one, plan, cache_, context_).output(blocks)->rms, 2));
            }
            QVERIFY2(std::abs(found.mean() - expected) < 5 * found.error(),
                qPrintable(QString("%1 ± %2, expected %3").arg(found.mean()).arg(found.error()).arg(expected)));
        }
    }

    void recipes_use_the_same_expressions()
    {
        QCOMPARE(*recipe_number("√(2/width)", {{"width", 8}}), 0.5);
        QCOMPARE(*recipe_number("2²·width − π", {{"width", 8}}), 32 - std::acos(-1.0));
    }
};

STEPZERO_TEST(TestTypedLaws, QCoreApplication)

}   // namespace tst_typed_laws
#include "tst_typed_laws.moc"
