// SPDX-License-Identifier: GPL-3.0-or-later
// Results as text: every number in its place, as JSON and as CSV.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <limits>

#include "core/exchange/result.h"
#include "core/exchange/theory_json.h"
#include "core/json/write_json.h"

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
    return d;
}

LayerMeasurement layer(double base)
{
    LayerMeasurement l;
    l.weight = distribution(base + 10);
    l.preactivation = distribution(base + 20);
    l.output = distribution(base + 30);
    l.gradient = distribution(base + 40);
    l.decorrelation = (base + 50) / 1024;
    l.zero_fraction = 0.5;
    l.saturated_fraction = 0.25;
    l.dead_fraction = 0.125;
    return l;
}

struct Case {
    Experiment experiment;
    std::vector<LayerPlan> plan;
    Measurement measurement;
};

Case two_layers()
{
    Case c;
    c.experiment.network.widths = {3, 2};
    c.experiment.title = "a \"title\"";
    c.plan = expand(c.experiment.network);
    c.measurement.layers = {layer(100), layer(200)};
    return c;
}

QJsonObject json_of(
    const Case& c, const std::vector<SpectrumStatistics>* spectra = nullptr, const JacobianResult* jacobian = nullptr)
{
    QJsonParseError error;
    const QByteArray text = QByteArray::fromStdString(
        format_result(c.experiment, c.plan, c.measurement, predict(c.experiment), spectra, jacobian, {}));
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("%s at %d of %s", qPrintable(error.errorString()), error.offset, text.constData());
    return document.object();
}

QList<QStringList> csv_of(const Case& c)
{
    QList<QStringList> rows;
    QStringList lines = QString::fromStdString(format_layers_csv(c.plan, c.measurement)).split("\r\n");
    if (lines.takeLast() != QString())
        qFatal("the last line is not ended");
    for (const QString& line : lines)
        rows << line.split(',');
    return rows;
}

}   // namespace

class TestResult : public QObject {
    Q_OBJECT

private slots:
    void every_number_is_in_its_place()
    {
        const Case c = two_layers();
        const std::vector<SpectrumStatistics> spectra {{{3, 2, 0}, {}}, {{1.5, 0.5}, {}}};
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
        for (LayerMeasurement& l : c.measurement.layers)
            l.gradient.reset();
        c.measurement.layers[1].decorrelation.reset();
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

    void replicas_bring_their_spread()
    {
        Case c = two_layers();
        c.measurement.replicas = 3;
        c.measurement.spread = {layer(0), layer(1)};
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
        // c and 1 − c spread alike.
        for (const char* name : {"correlation_mean_sd", "correlation_one_minus_sd"})
            QCOMPARE(rows[2][rows[0].indexOf(name)].toDouble(), 51.0 / 1024);
    }

    void predictions_are_in_their_place()
    {
        LayerPrediction p;
        p.preactivation_rms = 2;
        p.decorrelation = 1e-9;
        p.decorrelation_spread = 0.25;
        p.gradient_spread = 0.125;
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(json_line(json_of(p)))).object();
        QCOMPARE(json["preactivation_rms"].toDouble(), 2.0);
        QCOMPARE(json["correlation"].toDouble(), 1 - 1e-9);
        QCOMPARE(json["one_minus_correlation"].toDouble(), 1e-9);
        QCOMPARE(json["decorrelation_spread"].toDouble(), 0.25);
        QCOMPARE(json["gradient_spread"].toDouble(), 0.125);
        QVERIFY(json.contains("activation_spread") && json["activation_spread"].isNull());
        QVERIFY(json.contains("preactivation_spread") && json["gradient_rms"].isNull());
    }

    void numbers_that_are_not_finite_are_words()
    {
        Case c = two_layers();
        Distribution& d = c.measurement.layers[1].preactivation;
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
        c.measurement.layers[1].output.exponent = 5000;
        c.measurement.remarks = {{2, "the signal overflows at layer 2"}};
        const QJsonObject json = json_of(c), numbers = json["layers"][1]["activation_output"].toObject();
        QCOMPARE(numbers["rms"].toString(), "inf");
        QCOMPARE(numbers["log10_rms"].toDouble(), std::log10(230.3) + 5000 * std::log10(2.0));
        QVERIFY(!json["layers"][0]["activation_output"].toObject().contains("log10_rms"));
        QCOMPARE(json["remarks"][0]["message"].toString(), "the signal overflows at layer 2");
        QCOMPARE(json["stability"].toString(), "medium");   // the notes' rule knows no upper end
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
            c.measurement.layers[0].weight.mean = value;
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
};

QTEST_APPLESS_MAIN(TestResult)
#include "tst_result.moc"
