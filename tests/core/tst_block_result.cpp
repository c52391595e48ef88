// SPDX-License-Identifier: GPL-3.0-or-later
// Results of networks made of blocks as text: every number in its place, as JSON and as CSV. Whether the numbers are
// right, tst_block_tensors.cpp asks PyTorch.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <limits>

#include "core/kinds/tokens.h"
#include "core/exchange/block_result.h"
#include "core/simulate/simulate.h"
#include "tests/core/block_cases.h"

using namespace stepzero;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Case {
    Experiment experiment;
    Measurement measurement;
    StreamPrediction prediction {};
};

Case measured(const Experiment& experiment)
{
    NoiseCache cache(1 << 24);
    const Context context;
    const Body& body = *kind_of(experiment.network).body;
    return {
        experiment, simulate(experiment, cache, context), body.predict(experiment, whole_extent(experiment), context)};
}

Distribution distribution(double base)
{
    Distribution d;
    d.mean = base + 0.1;
    d.std = base + 0.2;
    d.rms = base + 0.3;
    d.min = base - 1;
    d.max = base + 1;
    return d;
}

/// Made-up numbers: one block of a transformer, the branch and stream of its MLP, two heads, one matrix, the logits.
Recording recording(double base)
{
    Recording r;
    r.values[{1, "mlp_branch"}] = distribution(base);
    r.values[{1, "mlp_stream"}] = distribution(base + 10);
    r.gradients[{1, "mlp_stream"}] = distribution(base + 20);
    r.gradients[{1, "mlp_return"}] = distribution(base + 30);
    r.scalars[{{1, "mlp_branch"}, Scalar::correlation}] = base + 0.5;
    r.scalars[{{1, "mlp_stream"}, Scalar::similarity}] = base + 0.25;
    r.attention[{1, "attention"}] = {{base, base + 1, base + 2, base + 3, base + 4, base + 5, base + 6},
        {base + 2, base + 3, base + 4, base + 5, base + 6, base + 7, base + 8}};
    r.parameters["blocks.1.mlp_out.weight"] = distribution(base + 40);
    r.values[{0, "logits"}] = distribution(base + 50);
    r.scalars[{{0, "logits"}, Scalar::cross_entropy}] = base + 0.75;
    r.parameters["embedding.weight"] = distribution(base + 60);
    return r;
}

LayerMeasurement layer(double base)
{
    LayerMeasurement l;
    l.output = distribution(base);
    l.gradient = distribution(base + 5);
    return l;
}

Case made_up(bool with_spread)
{
    Case c {block_cases::gpt2_like(), {}};
    c.experiment.network.depth = 1;
    c.experiment.network.options["heads"] = 2.0;
    c.measurement.layers = {layer(70)};
    c.measurement.recording = std::make_shared<const Recording>(recording(100));
    if (with_spread) {
        c.measurement.spread = {layer(7)};
        c.measurement.recording_spread = std::make_shared<const Recording>(recording(200));
    }
    return c;
}

QJsonObject json_of(const Case& c, const MatrixSpectra* spectra = nullptr)
{
    QJsonParseError error;
    const QByteArray text
        = QByteArray::fromStdString(format_block_result(c.experiment, c.measurement, c.prediction, spectra, {}));
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("%s at %d of %s", qPrintable(error.errorString()), error.offset, text.constData());
    return document.object();
}

QList<QStringList> csv_of(const Case& c)
{
    QList<QStringList> rows;
    QStringList lines = QString::fromStdString(format_blocks_csv(c.experiment, c.measurement)).split("\r\n");
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

/// Objects at any depth whose numbers lack their deviation.
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

class TestBlockResult : public QObject {
    Q_OBJECT

private slots:
    void every_number_is_in_its_place()
    {
        Case c = made_up(false);
        c.measurement.remarks = {{1, "a \"remark\""}};
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
            (QJsonObject {{"mean", 70 + 0.1}, {"std", 70 + 0.2}, {"rms", 70 + 0.3}, {"min", 69}, {"max", 71}}));
        QCOMPARE(
            block["gradient"].toObject(), (QJsonObject {{"mean", 75 + 0.1}, {"std", 75 + 0.2}, {"rms", 75 + 0.3}}));
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
            (QJsonObject {{"head", 2}, {"logit_mean", 102}, {"logit_std", 103}, {"logit_spread", 104}, {"entropy", 105},
                {"log_visible", 106}, {"queries", 107}, {"lone_queries", 108}}));
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

    void predictions_are_in_their_place()
    {
        Case c = made_up(false);
        StreamPrediction& p = c.prediction;
        p.log10_input_rms = 1;
        p.writing_blocks = 12;
        p.path_length = 3;
        p.remark = "why";
        p.head = HeadPrediction {2, 5, 4.5};
        StepPrediction attention {.block = 1, .word = "attention", .log10_stream_rms = 2};
        attention.log10_branch_rms = -infinite;
        attention.correlation = 0.125;
        attention.attention = AttentionPrediction {.logit_variance = 7, .entropy = 8, .log_visible = 9};
        StepPrediction mlp {.block = 1, .word = "mlp", .log10_stream_rms = 500};
        mlp.log10_stream_gradient_rms = -3;
        p.steps = {attention, mlp};
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

    void replicas_bring_their_spread()
    {
        const QJsonObject json = json_of(made_up(true)), block = json["layers"][0].toObject();
        QCOMPARE(block["activation_output"]["rms_sd"].toDouble(), 7 + 0.3);
        QCOMPARE(block["gradient"]["std_sd"].toDouble(), 12 + 0.2);
        QCOMPARE(block["sites"]["mlp_branch"]["rms_sd"].toDouble(), 200 + 0.3);
        QCOMPARE(block["sites"]["mlp_branch"]["correlation_sd"].toDouble(), 200.5);
        QCOMPARE(block["sites"]["mlp_stream"]["gradient"]["mean_sd"].toDouble(), 220 + 0.1);
        QCOMPARE(block["attention"][0]["entropy_sd"].toDouble(), 203.0);
        QCOMPARE(block["weights"]["mlp_out"]["max_sd"].toDouble(), 241.0);
        QCOMPARE(json["outside"]["sites"]["logits"]["cross_entropy_sd"].toDouble(), 200.75);

        Experiment several = block_cases::llama_like();
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
            const QString text
                = QString::fromStdString(format_block_result(c.experiment, c.measurement, c.prediction, nullptr, {}));
            const auto start = text.indexOf("\"sites\""), end = text.indexOf("\"weights\"");
            QStringList names;
            const QStringList lines = text.mid(start, end - start).split('\n').mid(1);
            for (const QString& line : lines)
                if (line.startsWith("        \""))
                    names << line.section('"', 1, 1);
            return names;
        };
        QCOMPARE(order(block_cases::llama_like()),
            (QStringList {"attention_norm", "q", "k", "v", "attention", "attention_out", "attention_branch",
                "attention_stream", "attention_return", "mlp_norm", "mlp_gate", "mlp_in", "mlp_activation", "mlp_out",
                "mlp_branch", "mlp_stream", "mlp_return"}));
        QCOMPARE(order(block_cases::bert_like()),
            (QStringList {"q", "k", "v", "attention", "attention_out", "attention_branch", "attention_norm",
                "attention_stream", "attention_return", "mlp_in", "mlp_activation", "mlp_out", "mlp_branch", "mlp_norm",
                "mlp_stream", "mlp_return"}));
        // Every site of every case has its place: none stands behind "return", the last.
        for (const auto& [name, experiment] : block_cases::all())
            QVERIFY2(order(experiment).last().endsWith("_return"), name.c_str());
    }

    void lost_signal_is_said_and_leaves_gaps()
    {
        Experiment experiment = block_cases::all()[7].second;   // residual, two layers
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
        const auto rows = csv_of(made_up(true));
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
        for (const auto& [name, experiment] : block_cases::all()) {
            const auto real = csv_of(measured(experiment));
            QCOMPARE(real.size(), qsizetype(experiment.network.depth) + 1);
            for (const QStringList& row : real) {
                QCOMPARE(row.size(), real[0].size());
                QVERIFY(!row.contains(QString()));
            }
            QCOMPARE(real[0].contains("entropy"), experiment.network.kind == "transformer");
        }
    }
};

QTEST_APPLESS_MAIN(TestBlockResult)
#include "tst_block_result.moc"
