// SPDX-License-Identifier: GPL-3.0-or-later
// Results as text: every number is in its place, as JSON and as CSV, for plain layers and for blocks.
// tst_block_tensors.cpp compares the numbers of blocks with PyTorch.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/exchange/result.h"
#include "core/kinds/stream.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_result {

using namespace stepzero;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Distribution distribution(double base)
{
    Distribution d;
    d.mean = base + 0.1;
    d.std = base + 0.2;
    d.rms = base + 0.3;
    d.min = base - 1;
    d.max = base + 1;
    d.count = 1;
    return d;
}

struct Case {
    Experiment experiment;
    NetworkPlan plan;
    Measurement measurement {};
    Prediction prediction {};
};

Case measured(const Experiment& experiment)
{
    NoiseCache cache(1 << 24);
    const Context context;
    const NetworkPlan plan = plan_of(experiment.network);
    return {experiment, plan, simulate(experiment, plan, cache, context),
        predict(experiment, plan, whole_extent(experiment), context)};
}

/// Synthetic numbers of a plain layer.
BlockRecord layer(double base)
{
    return {.sites = {{.role = "preactivation",
                          .value = distribution(base + 20),
                          .gradient = distribution(base + 40),
                          .numbers = {{Quantity::decorrelation, (base + 50) / 1024}}},
                {.role = "activation_output",
                    .value = distribution(base + 30),
                    .numbers = {{Quantity::zero_fraction, 0.5}, {Quantity::saturated_fraction, 0.25},
                        {Quantity::dead_fraction, 0.125}}}},
        .weights = {{"weight", distribution(base + 10)}}};
}

Case two_layers()
{
    Case c;
    c.experiment.network.widths = {3, 2};
    c.experiment.title = "a \"title\"";
    c.plan = plan_of(c.experiment.network);
    c.prediction = predict(c.experiment, c.plan, whole_extent(c.experiment), {});
    c.measurement.reading = c.plan.reading;
    c.measurement.record = {{}, layer(100), layer(200)};
    return c;
}

/// Synthetic numbers: one block of a transformer, the branch and stream of its MLP, two heads, one matrix, the logits.
Record block(double base)
{
    const BlockRecord outside {.sites
        = {{.role = "logits", .value = distribution(base + 50), .numbers = {{Quantity::cross_entropy, base + 0.75}}}},
        .weights = {{"embedding", distribution(base + 60)}}};
    const BlockRecord inside {
        .sites = {{.role = "attention",
                      .heads = {{base, base + 1, base + 0.5, base + 2, base + 3, base + 4, base + 5, base + 6},
                          {base + 2, base + 3, base + 2.5, base + 4, base + 5, base + 6, base + 7, base + 8}}},
            {.role = "mlp_branch", .value = distribution(base), .numbers = {{Quantity::correlation, base + 0.5}}},
            {.role = "mlp_stream",
                .value = distribution(base + 10),
                .gradient = distribution(base + 20),
                .numbers = {{Quantity::similarity, base + 0.25}}},
            {.role = "mlp_return", .gradient = distribution(base + 30)}},
        .weights = {{"mlp_out", distribution(base + 40)}}};
    return {outside, inside};
}

Case one_block(bool with_spread)
{
    Case c;
    c.experiment = networks::gpt2_like();
    c.experiment.network.depth = 1;
    c.experiment.network.options["heads"] = 2.0;
    c.plan = plan_of(c.experiment.network);
    c.prediction = silent_prediction(c.plan, {});
    c.measurement.reading = c.plan.reading;
    c.measurement.record = block(100);
    if (with_spread)
        c.measurement.spread = block(200);
    return c;
}

QJsonObject json_of(const Case& c, const MatrixSpectra* spectra = nullptr, const JacobianResult* jacobian = nullptr)
{
    QJsonParseError error;
    const QByteArray text = QByteArray::fromStdString(
        format_result({c.experiment, c.plan, c.measurement, c.prediction, spectra, jacobian, {}}));
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("%s at %d of %s", qPrintable(error.errorString()), error.offset, text.constData());
    return document.object();
}

QList<QStringList> csv_of(const Case& c)
{
    QList<QStringList> rows;
    QStringList lines = QString::fromStdString(format_csv(c.plan, c.measurement)).split("\r\n");
    if (lines.takeLast() != QString())
        qFatal("the last line is not ended");
    for (const QString& line : lines)
        rows << line.split(',');
    return rows;
}

double cell(const QList<QStringList>& rows, int row, const QString& title)
{
    const auto column = rows[0].indexOf(title);
    return column < 0 ? std::nan("") : rows[row][column].toDouble();
}

/// Finds objects at any depth whose numbers lack a deviation.
void find_bare(const QJsonValue& value, const QString& path, QStringList& bare)
{
    static const QStringList exact {"layer", "head", "log_vocabulary", "shape", "prediction"};
    const QJsonObject object = value.toObject();
    for (const QString& key : object.keys()) {
        if (exact.contains(key) || key.endsWith("_sd"))
            continue;
        if (object[key].isDouble() && !object.contains(key + "_sd"))
            bare << path + "." + key;
        find_bare(object[key], path + "." + key, bare);
    }
    for (const QJsonValue& item : value.toArray())
        find_bare(item, path + "[]", bare);
}

}   // namespace

class TestResult : public QObject {
    Q_OBJECT

private slots:
    void every_number_of_layers_is_in_its_place()
    {
        const Case c = two_layers();
        const MatrixSpectra spectra {{"layers.1.weight", {{3, 2, 0}, {}}}, {"layers.2.weight", {{1.5, 0.5}, {}}}};
        SpectrumLaw law;
        law.zero = 0.25;
        law.atoms = {{0.5, 0.75}};
        law.log10_mean_square = -1.5;
        const JacobianResult jacobian {{{1.25, -200.5, std::nullopt}, {}}, law};
        const QJsonObject json = json_of(c, &spectra, &jacobian);
        QCOMPARE(json["format"].toString(), "stepzero-result");
        QCOMPARE(json["version"].toInt(), 1);
        QCOMPARE(json["experiment"]["title"].toString(), "a \"title\"");
        QCOMPARE(json["experiment"]["network"]["widths"].toArray().size(), 2);
        QCOMPARE(json["stability"].toString(), "medium");
        QVERIFY(json["findings"].isArray() && json["remarks"].isArray());
        QCOMPARE(json["jacobian"]["log10_singular_values"].toArray(), (QJsonArray {1.25, -200.5, QJsonValue()}));
        const QJsonObject predicted = json["jacobian"]["prediction"].toObject();
        QCOMPARE(predicted["zero_share"].toDouble(), 0.25);
        QCOMPARE(predicted["atoms"][0]["log10_singular_value"].toDouble(), 0.5);
        QCOMPARE(predicted["atoms"][0]["share"].toDouble(), 0.75);
        QVERIFY(predicted.contains("log10_upper_edge") && predicted["log10_upper_edge"].isNull());
        QCOMPARE(predicted["log10_mean_square"].toDouble(), -1.5);
        QCOMPARE(predicted["relative_variance_of_square"].toDouble(), 0.0);

        const QJsonArray layers = json["layers"].toArray();
        QCOMPARE(layers.size(), 2);
        const QJsonObject second = layers[1].toObject();
        QCOMPARE(second["layer"].toInt(), 2);
        QCOMPARE(second["fan_in"].toInt(), 3);
        QCOMPARE(second["fan_out"].toInt(), 2);
        QCOMPARE(second["activation"].toString(), "relu");
        QCOMPARE(second["weight_singular_values"].toArray(), (QJsonArray {1.5, 0.5}));
        QCOMPARE(second["weight"].toObject(),
            (QJsonObject {{"mean", 210 + 0.1}, {"std", 210 + 0.2}, {"min", 209}, {"max", 211}}));
        QCOMPARE(second["preactivation"].toObject(),
            (QJsonObject {{"mean", 220 + 0.1}, {"std", 220 + 0.2}, {"rms", 220 + 0.3}, {"min", 219}, {"max", 221}}));
        QCOMPARE(second["activation_output"].toObject(),
            (QJsonObject {{"mean", 230 + 0.1}, {"std", 230 + 0.2}, {"rms", 230 + 0.3}, {"min", 229}, {"max", 231},
                {"zero_fraction", 0.5}, {"saturated_fraction", 0.25}, {"dead_fraction", 0.125}}));
        QCOMPARE(
            second["gradient"].toObject(), (QJsonObject {{"mean", 240 + 0.1}, {"std", 240 + 0.2}, {"rms", 240 + 0.3}}));
        QCOMPARE(
            second["correlation"].toObject(), (QJsonObject {{"mean", 1 - 250.0 / 1024}, {"one_minus", 250.0 / 1024}}));
    }

    void what_was_not_measured_is_absent()
    {
        Case c = two_layers();
        for (const int l : {1, 2})
            c.measurement.record[std::size_t(l)].at("preactivation").gradient.reset();
        c.measurement.record[2].at("preactivation").numbers.clear();
        const QJsonObject json = json_of(c);
        QVERIFY(json["layers"][0].toObject().contains("correlation"));
        QVERIFY(!json["layers"][1].toObject().contains("correlation"));
        const auto rows = csv_of(c);
        QCOMPARE(rows[1][rows[0].indexOf("correlation_one_minus")].toDouble(), 150.0 / 1024);
        QCOMPARE(rows[2][rows[0].indexOf("correlation_one_minus")], QString());
        QVERIFY(!json.contains("jacobian"));
        QVERIFY(!json["layers"][0].toObject().contains("gradient"));
        QVERIFY(!json["layers"][0].toObject().contains("weight_singular_values"));
        const QStringList titles = csv_of(c)[0];
        for (const QString& title : titles)
            QVERIFY(!title.startsWith("gradient"));
    }

    void replicas_of_layers_bring_their_spread()
    {
        Case c = two_layers();
        c.measurement.replicas = 3;
        c.measurement.spread = {{}, layer(0), layer(1)};
        const QJsonObject output = json_of(c)["layers"][1]["activation_output"].toObject();
        QCOMPARE(output["rms"].toDouble(), 230 + 0.3);
        QCOMPARE(output["rms_sd"].toDouble(), 31 + 0.3);
        QCOMPARE(output["zero_fraction_sd"].toDouble(), 0.5);
        for (const char* group : {"weight", "preactivation", "activation_output", "gradient", "correlation"}) {
            const QJsonObject numbers = json_of(c)["layers"][0][group].toObject();
            const QStringList keys = numbers.keys();
            for (const QString& key : keys)
                QVERIFY2(key.endsWith("_sd") || numbers.contains(key + "_sd"), qPrintable(key));
        }
        const auto rows = csv_of(c);
        QCOMPARE(rows[2][rows[0].indexOf("gradient_std_sd")].toDouble(), 41 + 0.2);
        // c and 1 − c have the same spread.
        for (const char* name : {"correlation_mean_sd", "correlation_one_minus_sd"})
            QCOMPARE(rows[2][rows[0].indexOf(name)].toDouble(), 51.0 / 1024);
    }

    void predictions_of_layers_are_in_their_place()
    {
        Case c = two_layers();
        SitePrediction z {.role = "preactivation"};
        z.set(Quantity::rms, {.value = 2});
        c.prediction.blocks[2].sites = {z};
        z.set(Quantity::decorrelation, {.value = 1e-9, .spread = 0.25});
        z.set(Quantity::gradient_rms, {.value = 3, .spread = 0.125, .shift = 0.5});
        c.prediction.blocks[1].sites = {z};
        const QJsonArray layers = json_of(c)["layers"].toArray();
        const QJsonObject json = layers[0]["prediction"].toObject(), less = layers[1]["prediction"].toObject();
        QCOMPARE(json["preactivation_rms"].toDouble(), 2.0);
        QCOMPARE(json["correlation"].toDouble(), 1 - 1e-9);
        QCOMPARE(json["one_minus_correlation"].toDouble(), 1e-9);
        QCOMPARE(json["decorrelation_spread"].toDouble(), 0.25);
        QCOMPARE(json["gradient_spread"].toDouble(), 0.125);
        QVERIFY(json.contains("activation_spread") && json["activation_spread"].isNull());
        QCOMPARE(json["gradient_rms"].toDouble(), 3.0);
        QCOMPARE(json["gradient_shift"].toDouble(), 0.5);
        QVERIFY(json.contains("preactivation_spread") && json["preactivation_spread"].isNull());
        QVERIFY(less.contains("gradient_rms") && less["gradient_rms"].isNull() && less["correlation"].isNull());
        QCOMPARE(less["preactivation_rms"].toDouble(), 2.0);
        c.prediction.blocks[2].sites.clear();
        const QJsonObject silent = json_of(c)["layers"][1].toObject();
        QVERIFY(silent.contains("prediction") && silent["prediction"].isNull());
    }

    void numbers_that_are_not_finite_are_words()
    {
        Case c = two_layers();
        Distribution& d = *c.measurement.record[2].at("preactivation").value;
        d.mean = std::nan("");
        d.min = -infinite;
        d.max = infinite;
        const QJsonObject numbers = json_of(c)["layers"][1]["preactivation"].toObject();
        QCOMPARE(numbers["mean"].toString(), "nan");
        QCOMPARE(numbers["min"].toString(), "-inf");
        QCOMPARE(numbers["max"].toString(), "inf");
        const auto rows = csv_of(c);
        QCOMPARE(rows[2][rows[0].indexOf("preactivation_min")], "-inf");
    }

    void spectra_of_replicas_are_means_with_their_spread()
    {
        const LogSpectrum first {3, 1, std::nullopt}, second {5, 1, 0.5};
        const JacobianResult both {over_replicas({first, second}), std::nullopt};
        const QJsonObject jacobian = json_of(two_layers(), nullptr, &both)["jacobian"].toObject();
        QVERIFY(jacobian.contains("prediction") && jacobian["prediction"].isNull());
        QCOMPARE(jacobian["log10_singular_values"].toArray(), (QJsonArray {4, 1, QJsonValue()}));
        QCOMPARE(jacobian["log10_singular_values_sd"].toArray(), (QJsonArray {std::sqrt(2.0), 0, QJsonValue()}));
        QVERIFY(over_replicas({first}).sd.empty());
    }

    void signal_beyond_double_is_followed()
    {
        Case c = two_layers();
        c.measurement.record[2].at("activation_output").value->exponent = 5000;
        c.measurement.remarks = {{2, Text::name("the signal overflows at layer 2")}};
        const QJsonObject json = json_of(c), numbers = json["layers"][1]["activation_output"].toObject();
        QCOMPARE(numbers["rms"].toString(), "inf");
        QCOMPARE(numbers["log10_rms"].toDouble(), std::log10(230.3) + 5000 * std::log10(2.0));
        QVERIFY(!json["layers"][0]["activation_output"].toObject().contains("log10_rms"));
        QCOMPARE(json["remarks"][0]["message"].toString(), "the signal overflows at layer 2");
        QCOMPARE(json["stability"].toString(), "medium");   // the rule of the course notes has no upper limit
        const auto rows = csv_of(c);
        const auto column = rows[0].indexOf("activation_output_log10_rms");
        QCOMPARE(column, rows[0].indexOf("activation_output_max") + 1);
        QCOMPARE(rows[1][column], QString());
        QVERIFY(rows[2][column].toDouble() > 1500);
    }

    void numbers_read_back_exactly()
    {
        Case c = two_layers();
        for (const double value : {1.0 / 3, 1e-310, 123456789.123456789, -2.5e-17, 6.02214076e23}) {
            c.measurement.record[1].weights.front().second.mean = value;
            QCOMPARE(json_of(c)["layers"][0]["weight"]["mean"].toDouble(), value);
            QCOMPARE(csv_of(c)[1][4].toDouble(), value);
        }
    }

    void table_has_a_row_a_layer()
    {
        const auto rows = csv_of(two_layers());
        QCOMPARE(rows.size(), 3);
        QCOMPARE(
            rows[0].mid(0, 6), (QStringList {"layer", "fan_in", "fan_out", "activation", "weight_mean", "weight_std"}));
        QCOMPARE(rows[1].mid(0, 4), (QStringList {"1", "3", "3", "relu"}));
        QCOMPARE(rows[2].mid(0, 4), (QStringList {"2", "3", "2", "relu"}));
        for (const QStringList& row : rows)
            QCOMPARE(row.size(), rows[0].size());
        QCOMPARE(rows[2][rows[0].indexOf("gradient_rms")].toDouble(), 240 + 0.3);
    }

    void stability_follows_the_notes_data()
    {
        QTest::addColumn<double>("std");
        QTest::addColumn<QString>("expected");
        QTest::newRow("dead") << 0.0 << "low";
        QTest::newRow("at 0.1") << 0.1 << "low";
        QTest::newRow("above 0.1") << 0.1001 << "medium";
        QTest::newRow("at 0.5") << 0.5 << "high";
        QTest::newRow("one") << 1.0 << "high";
        QTest::newRow("at 2") << 2.0 << "high";
        QTest::newRow("above 2") << 2.001 << "medium";
        QTest::newRow("infinite") << infinite << "medium";
        QTest::newRow("nan") << std::nan("") << "low";
    }

    void stability_follows_the_notes()
    {
        QFETCH(double, std);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(std::string(stability(std))), expected);
    }

    void every_number_of_blocks_is_in_its_place()
    {
        Case c = one_block(false);
        c.measurement.remarks = {{1, Text::name("a \"remark\"")}};
        const MatrixSpectra spectra {{"blocks.1.mlp_out.weight", {{3, 2, 0}, {}}}};
        const QJsonObject json = json_of(c, &spectra);
        QCOMPARE(json["format"].toString(), "stepzero-result");
        QCOMPARE(json["version"].toInt(), 1);
        QCOMPARE(json["experiment"]["network"]["heads"].toInt(), 2);
        QVERIFY(json["findings"].isArray());
        QCOMPARE(json["remarks"][0]["message"].toString(), "a \"remark\"");
        QCOMPARE(json["stability"].toString(), "medium");
        QVERIFY(!json.contains("fixed_point") && !json.contains("jacobian"));

        const QJsonObject block = json["layers"][0].toObject();
        QCOMPARE(json["layers"].toArray().size(), 1);
        QCOMPARE(block["layer"].toInt(), 1);
        QCOMPARE(block["activation_output"].toObject(),
            (QJsonObject {{"mean", 110 + 0.1}, {"std", 110 + 0.2}, {"rms", 110 + 0.3}, {"min", 109}, {"max", 111}}));
        QCOMPARE(
            block["gradient"].toObject(), (QJsonObject {{"mean", 120 + 0.1}, {"std", 120 + 0.2}, {"rms", 120 + 0.3}}));
        QCOMPARE(block["sites"].toObject().keys(), (QStringList {"mlp_branch", "mlp_return", "mlp_stream"}));
        QCOMPARE(block["sites"]["mlp_branch"].toObject(),
            (QJsonObject {{"mean", 100 + 0.1}, {"std", 100 + 0.2}, {"rms", 100 + 0.3}, {"min", 99}, {"max", 101},
                {"correlation", 100.5}}));
        QCOMPARE(block["sites"]["mlp_stream"].toObject(),
            (QJsonObject {{"mean", 110 + 0.1}, {"std", 110 + 0.2}, {"rms", 110 + 0.3}, {"min", 109}, {"max", 111},
                {"gradient", QJsonObject {{"mean", 120 + 0.1}, {"std", 120 + 0.2}, {"rms", 120 + 0.3}}},
                {"similarity", 100.25}}));
        QCOMPARE(block["sites"]["mlp_return"].toObject().keys(), QStringList {"gradient"});
        QCOMPARE(block["attention"].toArray().size(), 2);
        QCOMPARE(block["attention"][1].toObject(),
            (QJsonObject {{"head", 2}, {"logit_mean", 102}, {"logit_std", 103}, {"logit_max", 102.5},
                {"logit_spread", 104}, {"entropy", 105}, {"log_visible", 106}, {"queries", 107},
                {"lone_queries", 108}}));
        QCOMPARE(block["weights"].toObject(),
            (QJsonObject {{"mlp_out",
                QJsonObject {{"shape", QJsonArray {32, 96}}, {"mean", 140 + 0.1}, {"std", 140 + 0.2}, {"min", 139},
                    {"max", 141}}}}));
        QCOMPARE(block["weight_singular_values"].toObject(), (QJsonObject {{"mlp_out", QJsonArray {3, 2, 0}}}));
        const QJsonObject outside = json["outside"].toObject();
        QCOMPARE(outside["sites"]["logits"]["cross_entropy"].toDouble(), 100.75);
        QCOMPARE(outside["sites"]["logits"]["log_vocabulary"].toDouble(), std::log(61));
        QCOMPARE(outside["weights"]["embedding"]["shape"].toArray(), (QJsonArray {61, 32}));
        QVERIFY(!json_of(c)["layers"][0].toObject().contains("weight_singular_values"));
    }

    void predictions_of_blocks_are_in_their_place()
    {
        Case c = one_block(false);
        Prediction p = silent_prediction(c.plan.reading, c.plan.depth(), Text::name("why"));
        p.writing_blocks = 12;
        p.path_length = 3;
        p.head = HeadPrediction {2, 2, 5, 4.5};
        using std::numbers::ln10;
        p.blocks[0].at(c.plan.reading.start).set(Quantity::rms, predicted_size(ln10));
        BlockPrediction& first = p.blocks[1];
        first.at("attention_stream").set(Quantity::rms, predicted_size(2 * ln10));
        first.at("attention_branch").set(Quantity::rms, predicted_size(-infinite));
        first.at("attention_branch").set(Quantity::correlation, {0.125});
        first.at("attention").attention = AttentionPrediction {.logit_variance = 7, .entropy = 8, .log_visible = 9};
        first.at("mlp_stream").set(Quantity::rms, predicted_size(500 * ln10));
        first.at("mlp_stream").set(Quantity::gradient_rms, predicted_size(-3 * ln10));
        c.prediction = p;
        const QJsonObject json = json_of(c), block = json["layers"][0]["prediction"].toObject();
        QCOMPARE(block.keys(), (QStringList {"attention", "mlp"}));
        QCOMPARE(block["attention"]["stream_rms"].toDouble(), 100.0);
        QVERIFY(block["attention"]["branch_rms"].isDouble() && block["attention"]["branch_rms"].toDouble() == 0);
        QVERIFY(!block["attention"].toObject().contains("log10_branch_rms"));   // an exact zero
        QCOMPARE(block["attention"]["correlation"].toDouble(), 0.125);
        QVERIFY(block["attention"].toObject().contains("stream_gradient_rms"));
        QVERIFY(block["attention"]["stream_gradient_rms"].isNull() && block["attention"]["similarity"].isNull());
        QCOMPARE(block["attention"]["logit_variance"].toDouble(), 7.0);
        QCOMPARE(block["attention"]["entropy"].toDouble(), 8.0);
        QCOMPARE(block["attention"]["log_visible"].toDouble(), 9.0);
        QCOMPARE(block["mlp"]["stream_rms"].toString(), "inf");
        QCOMPARE(block["mlp"]["log10_stream_rms"].toDouble(), 500.0);
        QCOMPARE(block["mlp"]["stream_gradient_rms"].toDouble(), 1e-3);
        QVERIFY(!block["mlp"].toObject().contains("entropy"));
        const QJsonObject whole = json["prediction"].toObject();
        QCOMPARE(whole["input"]["stream_rms"].toDouble(), 10.0);
        QVERIFY(whole["input"].toObject().contains("similarity") && whole["input"]["similarity"].isNull());
        QCOMPARE(whole["head"].toObject(),
            (QJsonObject {{"logit_variance", 2}, {"cross_entropy", 5}, {"small_variance_cross_entropy", 4.5}}));
        QCOMPARE(whole["writing_blocks"].toDouble(), 12.0);
        QCOMPARE(whole["path_length"].toDouble(), 3.0);
        QVERIFY(whole.contains("path_length_std") && whole["path_length_std"].isNull());
        QCOMPARE(whole["remark"].toString(), "why");
    }

    void replicas_of_blocks_bring_their_spread()
    {
        const QJsonObject json = json_of(one_block(true)), block = json["layers"][0].toObject();
        QCOMPARE(block["activation_output"]["rms_sd"].toDouble(), 210 + 0.3);
        QCOMPARE(block["gradient"]["std_sd"].toDouble(), 220 + 0.2);
        QCOMPARE(block["sites"]["mlp_branch"]["rms_sd"].toDouble(), 200 + 0.3);
        QCOMPARE(block["sites"]["mlp_branch"]["correlation_sd"].toDouble(), 200.5);
        QCOMPARE(block["sites"]["mlp_stream"]["gradient"]["mean_sd"].toDouble(), 220 + 0.1);
        QCOMPARE(block["attention"][0]["entropy_sd"].toDouble(), 203.0);
        QCOMPARE(block["weights"]["mlp_out"]["max_sd"].toDouble(), 241.0);
        QCOMPARE(json["outside"]["sites"]["logits"]["cross_entropy_sd"].toDouble(), 200.75);

        Experiment several = networks::llama_like();
        several.replicas = 3;
        const QJsonObject real = json_of(measured(several));
        QStringList bare;
        find_bare(real["layers"], "layers", bare);
        find_bare(real["outside"], "outside", bare);
        QCOMPARE(bare, QStringList());
        QVERIFY(real["layers"][2]["sites"]["mlp_stream"]["rms_sd"].toDouble() > 0);
    }

    void sites_come_in_the_order_of_the_network()
    {
        const auto order = [](const Experiment& experiment) {
            const Case c = measured(experiment);
            const QString text = QString::fromStdString(
                format_result({c.experiment, c.plan, c.measurement, c.prediction, nullptr, nullptr, {}}));
            const auto start = text.indexOf("\"sites\""), end = text.indexOf("\"weights\"");
            QStringList names;
            const QStringList lines = text.mid(start, end - start).split('\n').mid(1);
            for (const QString& line : lines)
                if (line.startsWith("        \""))
                    names << line.section('"', 1, 1);
            return names;
        };
        QCOMPARE(order(networks::llama_like()),
            (QStringList {"attention_norm", "q", "k", "v", "attention", "attention_out", "attention_branch",
                "attention_stream", "attention_return", "mlp_norm", "mlp_gate", "mlp_in", "mlp_activation", "mlp_out",
                "mlp_branch", "mlp_stream", "mlp_return"}));
        QCOMPARE(order(networks::bert_like()),
            (QStringList {"q", "k", "v", "attention", "attention_out", "attention_branch", "attention_norm",
                "attention_stream", "attention_return", "mlp_in", "mlp_activation", "mlp_out", "mlp_branch", "mlp_norm",
                "mlp_stream", "mlp_return"}));
        // Every site of every case has a place: none comes after "return", the last one.
        for (const auto& [name, experiment] : networks::all())
            QVERIFY2(order(experiment).last().endsWith("_return"), name.c_str());
    }

    void lost_signal_is_said_and_leaves_gaps()
    {
        // A block that squares the stream doubles its logarithm: 2^1000000 is passed before block 30.
        const auto cases = networks::all();
        const auto found = std::ranges::find_if(cases, [](const auto& c) { return c.first == "residual, two layers"; });
        QVERIFY(found != cases.end());
        Experiment experiment = found->second;
        experiment.network.depth = 60;
        experiment.network.activation = {"squared_relu", {}};
        experiment.network.weight = {"normal", {{"std", 10.0}}};
        const Case c = measured(experiment);
        const QJsonObject json = json_of(c);
        QVERIFY(json["remarks"][0]["message"].toString().contains("overflows"));
        const QJsonObject last = json["layers"].toArray().last().toObject();
        QCOMPARE(last["activation_output"]["rms"].toString(), "inf");
        QVERIFY(
            !last.contains("gradient") && last["sites"].toObject().isEmpty() && last["weights"].toObject().isEmpty());
        QVERIFY(json["layers"][0]["sites"]["branch_stream"]["rms"].isDouble());
        const auto rows = csv_of(c);
        QCOMPARE(rows.size(), 61);
        QCOMPARE(rows[60][rows[0].indexOf("branch_stream_rms")], QString());
    }

    void table_has_a_row_a_block()
    {
        const auto rows = csv_of(one_block(true));
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0][0], "layer");
        QCOMPARE(rows[1][0], "1");
        QCOMPARE(cell(rows, 1, "mlp_stream_rms"), 110 + 0.3);
        QCOMPARE(cell(rows, 1, "mlp_stream_rms_sd"), 210 + 0.3);
        QCOMPARE(cell(rows, 1, "mlp_stream_gradient_rms"), 120 + 0.3);
        QCOMPARE(cell(rows, 1, "mlp_stream_similarity"), 100.25);
        QCOMPARE(cell(rows, 1, "mlp_branch_correlation_sd"), 200.5);
        QCOMPARE(cell(rows, 1, "entropy"), 104.0);   // the mean of two heads
        QCOMPARE(cell(rows, 1, "mlp_out_weight_std"), 140 + 0.2);
        QCOMPARE(cell(rows, 1, "mlp_out_weight_std_sd"), 240 + 0.2);
        for (const auto& [name, experiment] : networks::all()) {
            const auto real = csv_of(measured(experiment));
            QCOMPARE(real.size(), qsizetype(experiment.network.depth) + 1);
            for (int block = 0; block < real.size(); ++block) {   // the first row has the names of the columns
                const QStringList& row = real[block];
                QCOMPARE(row.size(), real[0].size());
                // Every second block has embeddings of values, and the last one does.
                const bool lacks = block > 0 && (experiment.network.depth - block) % 2 != 0;
                for (int i = 0; i < row.size(); ++i)
                    QCOMPARE(row[i].isEmpty(), lacks && real[0][i].startsWith("value_"));
            }
            QCOMPARE(real[0].contains("entropy"), kind_of(experiment.network).attends);
        }
    }
};

STEPZERO_TEST(TestResult, NoApplication)

}   // namespace tst_result
#include "tst_result.moc"
