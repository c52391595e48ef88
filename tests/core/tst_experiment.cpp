// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment files: their meaning, which ones are refused with which messages, and that writing and reading agree.
#include <QElapsedTimer>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/words/words.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/network/input/distributions.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_experiment {

using namespace stepzero;

namespace {

QByteArray experiment_text(const QByteArray& network, const QByteArray& rest = {})
{
    return "{\"format\": \"stepzero-experiment\", \"version\": 1, \"network\": {\"kind\": \"dense\"" + network + "}"
        + rest + "}";
}

std::variant<Experiment, std::vector<Problem>> parse(const QByteArray& text)
{
    return parse_experiment({text.data(), std::size_t(text.size())});
}

QStringList sentences(const std::variant<Experiment, std::vector<Problem>>& parsed)
{
    QStringList list;
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        for (const Problem& problem : *problems)
            list << QString::fromStdString(sentence("f", problem).english()).mid(3);
    return list;
}

Experiment parsed_experiment(const QByteArray& text) { return networks::parsed(text.toStdString()); }

Experiment reread(const Experiment& experiment) { return networks::parsed(format_experiment(experiment)); }

/// Returns random valid values, including awkward ones.
Parameters random_parameters(const std::vector<ParameterInfo>& infos, std::mt19937& random)
{
    Parameters parameters;
    for (const ParameterInfo& info : infos) {
        if (!info.choices.empty()) {
            parameters[info.name] = info.choices[random() % info.choices.size()];
            continue;
        }
        if (std::holds_alternative<std::string>(info.default_value)) {
            parameters[info.name] = std::string("z < −1 ? 0.5·z² : z·tanh(z)/2 + 0.5 − tanh(1)/2");
            continue;
        }
        const double numbers[] = {info.low, info.high, 0, 1, 0.1, 1.0 / 3, 1e-300, 123456789.123, -0.7, 2e16, -1e-7};
        double value = std::clamp(numbers[random() % std::size(numbers)], info.low, info.high);
        parameters[info.name] = info.integer ? std::trunc(value) : value;
    }
    if (parameters.contains("low")) {
        parameters["low"] = -0.1;
        parameters["high"] = 1.0 / 3;
    }
    return parameters;
}

}   // namespace

class TestExperiment : public QObject {
    Q_OBJECT

private slots:
    void minimal_file_takes_defaults()
    {
        const Experiment read = parsed_experiment(experiment_text({}));
        QVERIFY(read == with_completed_parameters(Experiment {}));
        QCOMPARE(word(read.network.weight.parameters, "nonlinearity"), std::string("relu"));
    }

    /// Truncation and rounding of samples are written only where they exist.
    void draws_are_written_where_they_are_not_plain()
    {
        const QByteArray plain = R"("scheme": "xavier_normal", "gain": 1)",
                         cut = plain + R"(, "bounds": "sigma", "high": 3, "compensated": true, "dtype": "bfloat16")";
        for (const QByteArray& written : {plain, cut}) {
            const Experiment read = parsed_experiment(experiment_text(", \"weight\": {" + written + "}"));
            QVERIFY2(format_experiment(read).find(("{" + written + "}").toStdString()) != std::string::npos,
                format_experiment(read).c_str());
            QVERIFY(reread(read) == read);
        }
    }

    void file_of_the_manual_is_read()
    {
        const Experiment read = parsed_experiment(R"({
          "format": "stepzero-experiment", "version": 1, "title": "Grüße",
          "network": {"kind": "dense", "input_width": 784, "depth": 10, "width": 1000,
            "activation": {"name": "leaky_relu", "negative_slope": 0.2},
            "weight": {"scheme": "kaiming_normal", "mode": "fan_out", "nonlinearity": "relu"},
            "bias": {"scheme": "zeros"},
            "overrides": [{"layer": 7, "bias": {"scheme": "ones"}},
                          {"layer": 3, "activation": "tanh", "weight": {"scheme": "orthogonal"}}]},
          "input": {"distribution": "sphere", "mean": 0.5, "std": 2, "samples": 1000},
          "measure": {"gradient": false, "weight_spectra": true, "jacobian": false, "correlation": false,
                      "correlation_angle": 7.5},
          "seed": 9007199254740991, "replicas": 3})");
        QCOMPARE(read.title, std::string("Grüße"));
        QCOMPARE(*read.network.input_width, 784);
        QCOMPARE(number(read.network.activation.parameters, "negative_slope"), 0.2);
        QCOMPARE(read.network.overrides[0].layer, 3);   // sorted
        QCOMPARE(read.input.distribution, std::string("sphere"));
        QCOMPARE(read.input.mean, 0.5);
        QVERIFY(!read.measure.gradient && read.measure.weight_spectra && !read.measure.jacobian);
        QVERIFY(!read.measure.correlation);
        QCOMPARE(read.measure.correlation_angle, 7.5);
        QVERIFY(reread(read) == read);
        QCOMPARE(read.seed, (std::uint64_t(1) << 53) - 1);
        QCOMPARE(read.replicas, 3);

        const std::vector<LayerPlan> plan = expand(read.network);
        QCOMPARE(plan.size(), std::size_t(10));
        QCOMPARE(plan[0].fan_in, 784);
        QCOMPARE(plan[1].fan_in, 1000);
        QCOMPARE(plan[1].activation.name, std::string("leaky_relu"));
        QCOMPARE(plan[2].activation.name, std::string("tanh"));
        QCOMPARE(plan[2].weight.scheme, std::string("orthogonal"));
        QCOMPARE(plan[2].bias.scheme, std::string("zeros"));
        QCOMPARE(plan[6].bias.scheme, std::string("ones"));
        QCOMPARE(word(plan[6].weight.parameters, "mode"), std::string("fan_out"));
    }

    void widths_stand_in_place_of_depth_and_width()
    {
        const Experiment read = parsed_experiment(experiment_text(", \"widths\": [512, 256, 10]"));
        QCOMPARE(depth(read.network), 3);
        const std::vector<LayerPlan> plan = expand(read.network);
        const int fans[][2] = {{512, 512}, {512, 256}, {256, 10}};
        for (int l = 0; l < 3; ++l) {
            QCOMPARE(plan[std::size_t(l)].fan_in, fans[l][0]);
            QCOMPARE(plan[std::size_t(l)].fan_out, fans[l][1]);
            QCOMPARE(plan[std::size_t(l)].layer, l + 1);
        }
        QVERIFY(reread(read) == read);
    }

    void input_width_of_the_first_layer_follows_it()
    {
        Experiment read = parsed_experiment(experiment_text(", \"width\": 64, \"input_width\": 64"));
        QVERIFY(!read.network.input_width);
        read.network.width = 32;
        QCOMPARE(width_of_layer(read.network, 0), 32);
    }

    void saved_file_names_every_value()
    {
        const QByteArray text = QByteArray::fromStdString(format_experiment(Experiment {}));
        for (const char* key : {"format", "version", "network", "kind", "input_width", "activation", "name", "weight",
                 "scheme", "mode", "nonlinearity", "negative_slope", "bias", "overrides", "input", "measure"})
            QVERIFY2(text.contains('"' + QByteArray(key) + "\":"), key);
        QVERIFY(text.endsWith("}\n"));
    }

    // Every scheme and activation, with defaults and with random valid values.
    void writing_and_reading_agree()
    {
        std::mt19937 random(1);
        int cases = 0;
        for (const Scheme& scheme : schemes())
            for (const ActivationInfo& activation : activations())
                for (int variant = 0; variant < 3; ++variant) {
                    const auto values = [&](const std::vector<ParameterInfo>& infos) {
                        return variant == 0 ? Parameters {} : random_parameters(infos, random);
                    };
                    Experiment e;
                    e.title = "a \"b\" \\ \t\n\x01 ü 字";
                    e.network.activation = {activation.name, values(activation.parameters)};
                    const Initializer initializer {scheme.name, values(scheme.parameters)};
                    if (fills(scheme, Role::weight, false))
                        e.network.weight = initializer;
                    if (fills(scheme, Role::bias, false))
                        e.network.overrides = {{2, {}, {}, initializer}, {5, e.network.activation, initializer, {}}};
                    e.network.input_width = 7 + variant;
                    e.input.std = 1.0 / 3;
                    e.input.mean = -1e-7;
                    e.input.distribution = input_distributions()[random() % 4];
                    e.seed = random();
                    e = with_completed_parameters(e);
                    QVERIFY2(validate(e).empty(),
                        validate(e).empty() ? "" : sentence("e", validate(e)[0]).english().c_str());
                    QVERIFY2(reread(e) == e, format_experiment(e).c_str());
                    ++cases;
                }
        QVERIFY(cases > 1000);
    }

    void input_file_excludes_its_distribution()
    {
        const Experiment read = parsed_experiment(experiment_text({}, ", \"input\": {\"file\": \"data/ü.npy\"}"));
        QCOMPARE(read.input.file, std::string("data/ü.npy"));
        QVERIFY(reread(read) == read);
    }

    void problem_is_told_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("expected");   // start of each sentence, for all sentences of the file
        const auto network = [](const char* name, const QByteArray& member, const QStringList& expected) {
            QTest::newRow(name) << experiment_text(", " + member) << expected;
        };
        const auto other = [](const char* name, const QByteArray& member, const QStringList& expected) {
            QTest::newRow(name) << experiment_text({}, ", " + member) << expected;
        };
        network("too small", "\"depth\": -3", {"network.depth: must be 1 to 10000, got -3"});
        network("too large", "\"width\": 65537", {"network.width: must be 1 to 65536, got 65537"});
        network("beyond int", "\"depth\": 99999999999999999999", {"network.depth: must be 1 to 10000, got 1"});
        network("fraction", "\"depth\": 2.5", {"network.depth: must be a whole number, got 2.5"});
        network("text for number", "\"depth\": \"ten\"", {"network.depth: must be a whole number, got \"ten\""});
        network("null", "\"depth\": null", {"network.depth: must be a whole number, got null"});
        network("typo in key", "\"dept\": 3", {"network.dept: is not known: did you mean \"depth\"? (known: kind, "});
        network("key like nothing", "\"colour\": 3", {"network.colour: is not known (known: kind, "});
        network("odd key", "\"a b\": 3", {"network[\"a b\"]: is not known"});
        network("typo in scheme", "\"weight\": {\"scheme\": \"kaiming_norml\"}",
            {"network.weight.scheme: must be one of "});
        network("scheme as text", "\"weight\": \"eye\"",
            {"network.weight: must be an object such as {\"scheme\": \"orthogonal\"}, got \"eye\""});
        network("parameter of another", "\"weight\": {\"scheme\": \"normal\", \"gain\": 2}",
            {"network.weight.gain: is not a parameter of normal (it has mean, std, dtype)"});
        network("parameter typo", "\"weight\": {\"scheme\": \"normal\", \"sdt\": 2}",
            {"network.weight.sdt: is not a parameter of normal: did you mean \"std\"?"});
        network("parameter of none", "\"weight\": {\"scheme\": \"eye\", \"gain\": 2}",
            {"network.weight.gain: is not a parameter of eye (it has none)"});
        network("negative std", "\"weight\": {\"scheme\": \"normal\", \"std\": -1}",
            {"network.weight.std: must be 0 to 1e+30, got -1"});
        network("word for number", "\"weight\": {\"scheme\": \"normal\", \"std\": \"big\"}",
            {"network.weight.std: must be a number or an expression such as \"sqrt(2/n)\", got \"big\": unknown name "
             "“big” at "
             "1 (the variables are n, fan_in, fan_out, n_in, n_out, k, g, d, L, l, h, d_h, V)"});
        network("number for word", "\"weight\": {\"scheme\": \"kaiming_normal\", \"mode\": 3}",
            {"network.weight.mode: must be one of fan_in, fan_out, fan_avg, fan_geo_avg, got 3"});
        network("no flag", "\"weight\": {\"scheme\": \"lecun_normal\", \"compensated\": \"maybe\"}",
            {"network.weight.compensated: must be one of true, false, got \"maybe\""});
        network("number for flag", "\"weight\": {\"scheme\": \"lecun_normal\", \"compensated\": 1}",
            {"network.weight.compensated: must be one of true, false, got 1"});
        network("flag for number", "\"weight\": {\"scheme\": \"normal\", \"std\": true}",
            {"network.weight.std: must be a number, got \"true\""});
        network("unknown dtype", "\"weight\": {\"scheme\": \"normal\", \"dtype\": \"fp16\"}",
            {"network.weight.dtype: must be one of float32, bfloat16, float16, got \"fp16\""});
        network("unknown bounds", "\"weight\": {\"scheme\": \"xavier_normal\", \"bounds\": \"sigmas\"}",
            {"network.weight.bounds: must be one of none, absolute, sigma, got \"sigmas\""});
        network("bounds the wrong way",
            "\"weight\": {\"scheme\": \"kaiming_normal\", \"bounds\": \"sigma\", \"low\": 3}",
            {"network.weight.low: must be below high (2), got 3"});
        network("list for parameter", "\"weight\": {\"scheme\": \"normal\", \"std\": [1]}",
            {"network.weight.std: must be a number or a word, got a list"});
        network("wrong word", "\"weight\": {\"scheme\": \"kaiming_normal\", \"mode\": \"fanin\"}",
            {"network.weight.mode: must be one of fan_in, fan_out, fan_avg, fan_geo_avg, got \"fanin\": did you mean "
             "\"fan_in\"?"});
        network("low above high", "\"weight\": {\"scheme\": \"uniform\", \"low\": 2, \"high\": 1}",
            {"network.weight.low: must be below high (1), got 2"});
        network(
            "convolution scheme", "\"weight\": {\"scheme\": \"dirac\"}", {"network.weight.scheme: must be one of "});
        network("eye for a bias", "\"bias\": {\"scheme\": \"eye\"}", {"network.bias.scheme: must be one of "});
        network("activation typo", "\"activation\": \"rellu\"", {"network.activation: must be one of "});
        network("activation list", "\"activation\": []", {"network.activation: must be a name, or an object"});
        network("activation unnamed", "\"activation\": {\"alpha\": 1}",
            {"network.activation.name: is required", "network.activation.alpha: is not a parameter of relu"});
        network("formula misspelled", "\"activation\": {\"name\": \"formula\", \"formula\": \"z*reluu(z)\"}",
            {"network.activation.formula: must be a function of z: unknown name “reluu” at 3: did you mean relu?, got "
             "\"z*reluu(z)\""});
        network("formula without a value", "\"activation\": {\"name\": \"formula\", \"formula\": \"log(z)\"}",
            {"network.activation.formula: must be a function of z: log(z) is infinite at z = 0, got \"log(z)\""});
        network("number for a formula", "\"activation\": {\"name\": \"formula\", \"formula\": 2}",
            {"network.activation.formula: must be a formula in z such as \"z*tanh(log(1 + exp(z)))\", got 2"});
        network("formula of relu", "\"activation\": {\"name\": \"relu\", \"formula\": \"z\"}",
            {"network.activation.formula: is not a parameter of relu (it has none)"});
        network("formula of a layer",
            "\"overrides\": [{\"layer\": 2, \"activation\": {\"name\": \"formula\", \"formula\": \"z +\"}}]",
            {"network.overrides[0].activation.formula: must be a function of z: the formula ends too early"});
        network(
            "widths and depth", "\"widths\": [3, 4], \"depth\": 2", {"network.depth: cannot be combined with widths"});
        network("empty widths", "\"widths\": []", {"network.widths: must have 1 to 10000 entries, got 0"});
        network("bad width", "\"widths\": [3, 0, \"x\"]",
            {"network.widths[1]: must be 1 to 65536, got 0", "network.widths[2]: must be a whole number, got \"x\""});
        network("override too deep", "\"depth\": 3, \"overrides\": [{\"layer\": 4}]",
            {"network.overrides[0].layer: must be 1 to 3, got 4"});
        network("override twice", "\"overrides\": [{\"layer\": 2}, {\"layer\": 2}]",
            {"network.overrides[1].layer: must be a different layer in each override, got 2 as in overrides[0]"});
        network("override unnumbered", "\"overrides\": [{\"activation\": \"tanh\"}, 5, {\"layer\": 1}]",
            {"network.overrides[0].layer: is required", "network.overrides[1]: must be an object, got 5"});
        network("override parameter",
            "\"overrides\": [{\"layer\": 2, \"weight\": {\"scheme\": \"kaiming_normal\", \"mode\": \"x\"}}]",
            {"network.overrides[0].weight.mode: must be one of fan_in, fan_out, fan_avg, fan_geo_avg, got \"x\""});
        network("duplicate key", "\"depth\": 3, \"depth\": 4", {"network.depth: is given twice"});
        network("duplicate inside", "\"overrides\": [{\"layer\": 1, \"layer\": 2}]",
            {"network.overrides[0].layer: is given twice"});
        network("duplicate inside duplicate", "\"depth\": 3, \"depth\": {\"a\": {\"b\": 1, \"b\": 2}, \"a\": []}",
            {"network.depth: is given twice", "network.depth.a.b: is given twice", "network.depth.a: is given twice"});
        network("number beyond double", "\"depth\": 1e999",
            {"network.depth: must be in the range of double precision, got \"1e999\""});
        other("NaN", "\"seed\": NaN", {"is not JSON: line 1, column "});
        other("comment", "/* c */ \"seed\": 1", {"is not JSON: line 1, column "});
        other("trailing comma", "\"seed\": 1,", {"is not JSON: line 1, column "});
        other("seed too large", "\"seed\": 9007199254740992",
            {"seed: must be 0 to 9007199254740991, got 9007199254740992"});
        other("truth", "\"measure\": {\"gradient\": 1}", {"measure.gradient: must be true or false, got 1"});
        other("distribution", "\"input\": {\"distribution\": \"nromal\"}",
            {"input.distribution: must be one of normal, uniform, rademacher, sphere, natural, got \"nromal\": did you "
             "mean "
             "\"normal\"?"});
        other("file and std", "\"input\": {\"file\": \"x.npy\", \"std\": 2}",
            {"input.std: cannot be combined with file"});
        other("empty file name", "\"input\": {\"file\": \"\"}", {"input.file: must be a file name, got \"\""});
        other("input not an object", "\"input\": 3", {"input: must be an object, got 3"});
        other("angle of none", "\"measure\": {\"correlation_angle\": 0}",
            {"measure.correlation_angle: must be above 0 and at most 180, got 0"});

        QTest::newRow("later version") << QByteArray(R"({"format": "stepzero-experiment", "version": 2, "what": 1})")
                                       << QStringList {
                                              "version: must be 1, got 2: a later version of Stepzero wrote this file"};
        QTest::newRow("wrong version") << QByteArray(
            R"({"format": "stepzero-experiment", "version": "1", "network": {"kind": "dense"}})")
                                       << QStringList {"version: must be 1, got \"1\""};
        QTest::newRow("other format") << QByteArray(R"({"format": "stepzero-result", "version": 1, "layers": []})")
                                      << QStringList {
                                             "format: must be \"stepzero-experiment\", got \"stepzero-result\""};
        QTest::newRow("empty object") << QByteArray(
            "{}") << QStringList {"format: is required", "version: is required", "network: is required"};
        QTest::newRow("no kind") << QByteArray(R"({"format": "stepzero-experiment", "version": 1, "network": {}})")
                                 << QStringList {"network.kind: is required"};
        QTest::newRow("kind typo") << QByteArray(
            R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "dens"}})")
                                   << QStringList {
                                          "network.kind: must be one of dense, convolution, residual, resnet, "
                                          "transformer, vision_transformer, state_space, recurrent, got \"dens\": did "
                                          "you mean \"dense\"?"};
        QTest::newRow("list") << QByteArray("[]") << QStringList {"must be an experiment, a JSON object, got a list"};
        QTest::newRow("empty") << QByteArray() << QStringList {"is not JSON: line 1, column 1: "};
        QTest::newRow("second line") << QByteArray("{\n  \"format\": ?}")
                                     << QStringList {"is not JSON: line 2, column 13: "};
        QTest::newRow("two values") << experiment_text({}) + "{}" << QStringList {"is not JSON: line 1, column "};
        QTest::newRow("not UTF-8") << QByteArray("{\n\"title\": \"\xff\"}")
                                   << QStringList {"is not UTF-8: line 2, column 11"};
        QTest::newRow("overlong UTF-8") << QByteArray("{\"\xc0\xaf\": 1}")
                                        << QStringList {"is not UTF-8: line 1, column 3"};
        QTest::newRow("surrogate") << QByteArray("{\"\xed\xa0\x80\": 1}")
                                   << QStringList {"is not UTF-8: line 1, column 3"};
        QTest::newRow("cut UTF-8") << QByteArray("{\"\xe5\xad") << QStringList {"is not UTF-8: line 1, column 3"};
    }

    void problem_is_told()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, expected);
        const QStringList found = sentences(parse(text));
        QVERIFY2(found.size() == expected.size(), qPrintable(found.join(" | ")));
        for (int i = 0; i < found.size(); ++i)
            QVERIFY2(found[i].startsWith(expected[i]), qPrintable(found[i]));
    }

    void typo_gets_its_suggestion_and_the_allowed_names()
    {
        const QStringList found = sentences(parse(experiment_text(", \"weight\": {\"scheme\": \"kaiming_norml\"}")));
        QCOMPARE(found.size(), 1);
        QVERIFY(found[0].endsWith("got \"kaiming_norml\": did you mean \"kaiming_normal\"?"));
        const QString names = found[0].section("must be one of ", 1).section(", got", 0, 0);
        for (const Scheme& scheme : schemes())
            QCOMPARE(
                names.split(", ").contains(QString::fromStdString(scheme.name)), fills(scheme, Role::weight, false));
    }

    void all_problems_are_told_at_once()
    {
        const QStringList found = sentences(parse(R"({"format": "stepzero-experiment", "version": 1, "titel": "x",
            "network": {"kind": "dense", "depth": -3, "width": "wide", "activation": "tanhh",
                        "weight": {"scheme": "normal", "std": -1, "mena": 0}}, "seed": 1.5, "input": {"samples": 0}})"));
        QCOMPARE(found.size(), 8);
        for (const char* path : {"titel", "network.depth", "network.width", "network.activation", "network.weight.std",
                 "network.weight.mena", "seed", "input.samples"})
            QCOMPARE(found.filter(QRegularExpression("^" + QRegularExpression::escape(path) + ": ")).size(), 1);
    }

    void suggestion_is_near_or_absent()
    {
        const std::vector<std::string> names {"relu", "selu", "kaiming_normal", "kaiming_uniform", "tanh"};
        QCOMPARE(with_suggestion(Text::name("x"), "rleu", names).english(), std::string("x: did you mean \"relu\"?"));
        QCOMPARE(with_suggestion(Text::name("x"), "ReLU", names).english(), std::string("x: did you mean \"relu\"?"));
        QCOMPARE(with_suggestion(Text::name("x"), "kaiming-normal", names).english(),
            std::string("x: did you mean \"kaiming_normal\"?"));
        QCOMPARE(with_suggestion(Text::name("x"), "kaimin_uniforn", names).english(),
            std::string("x: did you mean \"kaiming_uniform\"?"));
        QCOMPARE(with_suggestion(Text::name("x"), "convolution", names).english(), std::string("x"));
        QCOMPARE(with_suggestion(Text::name("x"), "", names).english(), std::string("x"));
        QCOMPARE(with_suggestion(Text::name("x"), "x", {"a", "b"}).english(), std::string("x"));
    }

    void any_formula_is_told_or_kept()
    {
        const std::vector<std::string> pieces {"z", "x", "2", "0.5", "(", ")", ",", "+", "-", "*", "/", "^", "?", ":",
            "<", "max(", "exp(", "log(", "abs(", "1e3", "formula(", "\\u0000", "\\\\", "\\n", "\\u00b2", "\xff", "字",
            " "};
        std::mt19937 random(7);
        int kept = 0;
        for (int round = 0; round < 3000; ++round) {
            std::string formula;
            for (std::size_t n = random() % 9; n > 0; --n)
                formula += pieces[random() % pieces.size()];
            const auto parsed = parse(experiment_text(QByteArray::fromStdString(
                ", \"activation\": {\"name\": \"formula\", \"formula\": \"" + formula + "\"}")));
            if (const auto* experiment = std::get_if<Experiment>(&parsed)) {
                QVERIFY(reread(*experiment) == *experiment);
                ++kept;
            } else {
                QVERIFY2(!sentences(parsed).first().isEmpty(), formula.c_str());
            }
        }
        QVERIFY(kept > 50);   // otherwise nothing was tested
    }

    void hostile_texts_are_refused_quickly_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("deep lists") << QByteArray(1'000'000, '[');
        QTest::newRow("deep objects") << QByteArray("{\"a\":").repeated(300'000);
        QTest::newRow("long word") << experiment_text(", \"activation\": \"" + QByteArray(10'000'000, 'a') + "\"");
        QTest::newRow("long key") << experiment_text(", \"" + QByteArray(10'000'000, 'a') + "\": 1");
        QTest::newRow("long number") << experiment_text(", \"depth\": 1" + QByteArray(1'000'000, '0'));
        QTest::newRow("many overrides") << experiment_text(
            ", \"overrides\": [" + QByteArray("{\"layer\": 3}, ").repeated(100'000) + "1]");
        QTest::newRow("many widths") << experiment_text(
            ", \"widths\": [" + QByteArray("0, ").repeated(1'000'000) + "1]");
        QByteArray keys;
        for (int i = 0; i < 50'000; ++i)
            keys += ", \"k" + QByteArray::number(i) + "\": 1";
        QTest::newRow("many keys") << experiment_text(keys);
    }

    void hostile_texts_are_refused_quickly()
    {
        QFETCH(QByteArray, text);
        QElapsedTimer timer;
        timer.start();
        const QStringList found = sentences(parse(text));
        QVERIFY(!found.isEmpty() && found.size() <= 101);
        for (const QString& line : found)
            QVERIFY2(line.size() < 1000, qPrintable(line.left(1000)));
        QVERIFY2(timer.elapsed() < 20'000, "takes time that grows faster than the text");
    }

    void numbers_are_short_and_read_back_data()
    {
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << 1000.0 << "1000";
        QTest::newRow("tenth") << 0.1 << "0.1";
        QTest::newRow("small") << 0.00002 << "0.00002";
        QTest::newRow("tiny") << 1e-7 << "1e-07";
        QTest::newRow("large") << 1e30 << "1e+30";
        QTest::newRow("seed") << 9007199254740991.0 << "9007199254740991";
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << "-inf";
    }

    void numbers_are_short_and_read_back()
    {
        QFETCH(double, number);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(number_text(number)), text);
        if (std::isfinite(number))
            QCOMPARE(QLocale::c().toDouble(text), number);
    }

    void locale_changes_nothing()
    {
        QTemporaryDir folder;   // with a locale that writes 0,25
        if (QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", folder.filePath("de_DE.UTF-8")}) != 0)
            QSKIP("localedef or Debian's locales are missing");
        qputenv("LOCPATH", folder.path().toUtf8());
        QVERIFY(std::setlocale(LC_ALL, "de_DE.UTF-8"));
        QCOMPARE(std::localeconv()->decimal_point, ",");
        const Experiment read
            = parsed_experiment(experiment_text({}, ", \"input\": {\"std\": 0.25, \"mean\": 1.5e-3}"));
        const std::string text = format_experiment(read);
        std::setlocale(LC_ALL, "C.UTF-8");
        QCOMPARE(read.input.std, 0.25);
        QCOMPARE(read.input.mean, 0.0015);
        QCOMPARE(text, format_experiment(read));
    }

    void value_from_elsewhere_is_validated()
    {
        Experiment e;
        e.network.depth = 0;
        e.input.std = std::numeric_limits<double>::quiet_NaN();
        e.network.weight = {"normal", {{"std", std::numeric_limits<double>::infinity()}}};
        e.title = "\xff";
        const std::vector<Problem> problems = validate(e);
        QCOMPARE(problems.size(), std::size_t(4));
        QCOMPARE(problems[0].path, std::string("title"));
        QCOMPARE(problems[1].path, std::string("network.depth"));
        QCOMPARE(problems[2].path, std::string("network.weight.std"));
        QCOMPARE(problems[3].message.english(), std::string("must be 0 to 1e+30, got nan"));
    }
};

STEPZERO_TEST(TestExperiment, NoApplication)

}   // namespace tst_experiment
#include "tst_experiment.moc"
