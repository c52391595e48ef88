// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of captures: each fault has its finding as the most severe one, every finding has a fault, healthy models
// have none, and reports, comparisons and exponents say what is in the files.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

#include "core/capture/depth_trend.h"
#include "core/capture/inspection.h"
#include "core/capture/rules.h"
#include "core/capture/weights_audit.h"
#include "core/exchange/sarif.h"
#include "tests/core/capture_cases.h"
#include "tests/main/registered_test.h"

namespace tst_capture_findings {

using namespace stepzero;

namespace {

std::string listed(const std::vector<CaptureFinding>& findings)
{
    std::string all;
    for (const CaptureFinding& one : findings)
        all += std::string(word(one.severity)) + " " + one.id + ": " + one.message.english() + "\n";
    return all;
}

QJsonObject object_in(const std::string& json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

}   // namespace

class TestCaptureFindings : public QObject {
    Q_OBJECT

private slots:
    void healthy_models_have_none_data()
    {
        QTest::addColumn<int>("index");
        const auto all = capture_cases::healthy_captures();
        for (int i = 0; i < int(all.size()); ++i)
            QTest::newRow(all[std::size_t(i)].name.c_str()) << i;
    }
    void healthy_models_have_none()
    {
        QFETCH(int, index);
        static const auto all = capture_cases::healthy_captures();
        const auto findings = capture_findings(all[std::size_t(index)].capture);
        QVERIFY2(findings.empty(), listed(findings).c_str());
        QCOMPARE(capture_verdict(findings).english(), std::string("healthy"));
        QVERIFY(!has_problem(findings));
    }

    void a_fault_is_the_most_severe_data()
    {
        QTest::addColumn<int>("index");
        const auto all = capture_cases::faulty_captures();
        for (int i = 0; i < int(all.size()); ++i)
            QTest::newRow(all[std::size_t(i)].name.c_str()) << i;
    }
    void a_fault_is_the_most_severe()
    {
        QFETCH(int, index);
        static const auto all = capture_cases::faulty_captures();
        const capture_cases::CaptureFault& fault = all[std::size_t(index)];
        const auto findings = capture_findings(fault.capture);
        QVERIFY(!findings.empty());
        QVERIFY2(
            findings.front().id == fault.id && findings.front().severity == fault.severity, listed(findings).c_str());
        for (std::size_t i = 1; i < findings.size(); ++i)
            QVERIFY2(findings[i].severity < fault.severity || findings[i].id == fault.id, listed(findings).c_str());
        QCOMPARE(has_problem(findings), fault.severity != Severity::note);
        for (const CaptureFinding& one : findings) {
            QVERIFY2(one.message.english().ends_with('.'), one.message.english().c_str());
            QVERIFY2(one.cause.english().ends_with('.') && one.fix.english().ends_with('.'), one.id.c_str());
        }
    }

    void every_finding_has_a_fault_and_a_unique_id()
    {
        std::set<std::string> found, ids;
        for (const auto& fault : capture_cases::faulty_captures())
            found.insert(fault.id);
        for (const CaptureRule& rule : capture_rules())
            for (const CaptureFindingInfo& info : rule.findings) {
                QVERIFY2(found.contains(info.id), info.id.c_str());
                QVERIFY2(ids.insert(info.id).second, info.id.c_str());
                QVERIFY(!info.word.empty() && !info.meaning.empty());
            }
        QVERIFY(ids.size() >= 15);
    }

    /// A finding in all blocks has one pattern as its name, and a finding in some blocks has their names.
    void names_are_patterns_of_blocks()
    {
        QCOMPARE(
            block_pattern("transformer.h.0.attn.c_proj", 1, "attn.c_proj"), std::string("transformer.h.*.attn.c_proj"));
        QCOMPARE(block_pattern("h.11", 12, ""), std::string("h.*"));
        QCOMPARE(block_pattern("0.fc", 1, "fc"), std::string("*.fc"));
        QCOMPARE(block_pattern("head", 0, ""), std::string("head"));
        QCOMPARE(block_pattern("trunk.fc", 1, "fc"), std::string("trunk.fc"));   // no number
        Capture capture = capture_cases::gpt();
        for (CapturedModule& one : capture.modules)
            if (one.attention)
                one.attention->entropy = 0.1;
        QCOMPARE(capture_findings(capture).front().names, std::vector<std::string> {"h.*.attn/softmax"});
        capture_cases::module_of(capture, "h.2.attn/softmax").attention->entropy = 2.4;
        const auto names = capture_findings(capture).front().names;
        QCOMPARE(names.size(), std::size_t(5));
        QCOMPARE(names.front(), std::string("h.0.attn/softmax"));
    }

    /// Expected numbers of a line, a line with one outlier, and a jump are computed by hand.
    void trends_are_robust()
    {
        const CapturedModule module;
        const auto trend = [&](const std::vector<double>& ln) {
            DepthSeries series;
            for (const double one : ln)
                series.points.push_back({&module, double(series.points.size() + 1), one});
            return trend_of(series);
        };
        QVERIFY(!trend({0, -5}));
        QCOMPARE(trend({0, -1, -2, -3, -4})->slope, -1.0);
        QCOMPARE(trend({0, -1, -2, -3, 7})->slope, -1.0);   // the head is much larger
        QCOMPARE(trend({0, -1, -2, -3, -4})->drift, -4.0);
        QCOMPARE(trend({0, -1, -2, -3, -4})->without_jump, -3.0);
        QCOMPARE(trend({0, -1, -2, -3, 7})->without_jump, -2.0);
        QCOMPARE(trend({0, 0, -6})->without_jump, 0.0);   // a single jump is not a trend
    }

    /// The signal shrinks by 0.1 per layer, over ten layers.
    void a_message_has_the_factor()
    {
        const auto findings = capture_findings(capture_cases::mlp(0.1));
        QCOMPARE(findings.front().message.english(),
            std::string(
                "net.0, net.2, net.4 and 8 more: the RMS of the output changes by ×0.1 per layer, from 1 to 1e-09 "
                "over 10 layers."));
    }

    /// Findings of an audit follow those of the capture, without what the capture tells of the same parameters.
    void weights_are_audited_too()
    {
        Capture capture = capture_cases::gpt();
        for (CapturedParameter& one : capture.parameters)
            if (one.role == "mlp.c_fc.weight")
                one.value.not_finite = 1;
        Audit audit;
        audit.verdict = AuditVerdict::deviates;
        audit.understanding.family = find_family("gpt2");
        const auto add = [&audit](const char* id, Severity severity, const std::vector<std::string>& names) {
            audit.findings.push_back({id, severity, names, Text::name("a"), Text::name("b"), Text::name("c")});
        };
        add("not_finite", Severity::error, {"h.*.mlp.c_fc.weight (up)"});
        add("not_finite", Severity::error, {"h.*.mlp.c_fc.weight", "wte.weight"});
        add("std_ratio", Severity::warning, {"h.*.attn.c_attn.weight"});
        audit.findings.back().cause = audit.findings.back().fix = Text();
        const Inspection inspection = inspect(capture, nullptr, audit);
        QCOMPARE(inspection.findings.size(), std::size_t(3));
        QVERIFY(!inspection.findings[0].of_weights);
        QVERIFY(inspection.findings[1].of_weights && inspection.findings[1].names == audit.findings[1].tensors);
        QCOMPARE(inspection.findings[2].id, std::string("std_ratio"));
        QCOMPARE(word_of(inspection.findings[2]).english(), std::string("deviates"));
        const QJsonObject json = object_in(format_inspection(inspection));
        QCOMPARE(json["weights"]["verdict"].toString(), "deviates");
        QCOMPARE(json["findings"][1]["of"].toString(), "weights");
        QVERIFY(!json["findings"].toArray()[0].toObject().contains("of"));
        const std::string report = format_report(inspection, false);
        QVERIFY(report.find("weights: they deviate from the recipe of GPT-2") != std::string::npos);
        QVERIFY(report.ends_with("▲ warning: a\n"));

        QTemporaryDir folder;
        const std::filesystem::path at = folder.path().toStdString();
        capture.weights = "mine.safetensors";
        QVERIFY(weights_of(capture, at / "mine.json").empty());
        QFile file(folder.filePath("mine.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(weights_of(capture, at / "mine.json"), at / "mine.safetensors");
        QVERIFY(weights_of(capture_cases::gpt(), at / "mine.json").empty());
    }

    void unseen_modules_are_listed()
    {
        Capture capture = capture_cases::mlp();
        capture.unseen = {"a", "b.0"};
        QCOMPARE(object_in(format_inspection(inspect(capture)))["unseen"].toArray().size(), 2);
        QVERIFY(format_report(inspect(capture), false).find("no hooks: a, b.0\n") != std::string::npos);
    }

    void two_captures_are_compared()
    {
        const Capture before = capture_cases::mlp();
        Capture after = before;
        const CaptureChange same = capture_change(before, after);
        QVERIFY(same.differences.empty() && same.only_before.empty() && same.only_after.empty());
        QCOMPARE(same.equal, 2 * before.modules.size() + 2 * before.parameters.size());
        capture_cases::module_of(after, "net.2").output = capture_cases::output({64, 256}, 3);
        capture_cases::parameter_of(after, "net.4.bias").value.rms = 0.1;   // from 0: no ratio
        after.modules.pop_back();
        const CaptureChange change = capture_change(before, after);
        QCOMPARE(change.differences.size(), std::size_t(2));
        QCOMPARE(change.differences[0].name, std::string("net.4.bias"));
        QVERIFY(!change.differences[0].ratio());
        QCOMPARE(change.differences[1].name, std::string("net.2"));
        QCOMPARE(*change.differences[1].ratio(), 3.0);
        QCOMPARE(change.only_before, std::vector<std::string> {"head"});
        const Inspection inspection = inspect(after, &before);
        QVERIFY(format_report(inspection, false).find("net.2") != std::string::npos);
        const QJsonObject against = object_in(format_inspection(inspection))["against"].toObject();
        QCOMPARE(against["differences"].toArray().size(), 2);
    }

    /// An exponent of exactly 0.5 is fitted exactly (rounding of ten logarithms: 1e-12).
    void outputs_that_grow_with_width_are_found()
    {
        const WidthInspection grows = inspect(capture_cases::widths(0.5));
        QVERIFY(has_problem(grows.findings));
        QCOMPARE(grows.findings.front().id, std::string("width_growth"));
        const auto at = std::ranges::find_if(
            grows.exponents, [](const WidthExponent& one) { return one.step == 1 && one.name == "net.4"; });
        QVERIFY(at != grows.exponents.end() && at->slope);
        QVERIFY(std::abs(at->slope->slope - 0.5) < 1e-12);
        QCOMPARE(at->rms.size(), std::size_t(3));
        const WidthInspection level = inspect(capture_cases::widths(0));
        QVERIFY2(level.findings.empty(), listed(level.findings).c_str());
        const QJsonObject json = object_in(format_inspection(grows));
        QCOMPARE(json["verdict"].toString(), "warning");
        QCOMPARE(json["exponents"].toArray().size(), 2 * 21);
    }

    void a_result_has_what_the_report_has()
    {
        const Inspection inspection = inspect(capture_cases::mlp(0.1));
        const QJsonObject json = object_in(format_inspection(inspection));
        QCOMPARE(json["format"].toString(), "stepzero-inspection");
        QCOMPARE(json["version"].toInt(), 1);
        QCOMPARE(json["verdict"].toString(), "error");
        QCOMPARE(json["word"].toString(), "vanishing");
        QVERIFY(std::abs(json["signal"].toObject()["factor"].toDouble() - 0.1) < 1e-12);
        QCOMPARE(json["signal"].toObject()["per"].toString(), "layer");
        QCOMPARE(json["modules"].toArray().size(), 21);
        QCOMPARE(json["findings"].toArray().first().toObject()["id"].toString(), "vanishing_signal");
        const std::string report = format_report(inspection, true);
        QVERIFY2(report.starts_with("MLP: vanishing\n21 module calls, 22 parameters with "), report.c_str());
        QVERIFY2(report.find("loss 2.4, and 2.3 for uniform outputs; signal ×0.1 per layer; gradient ×1 per layer")
                != std::string::npos,
            report.c_str());
        const QJsonObject blocks = object_in(format_inspection(inspect(capture_cases::gpt())));
        QCOMPARE(blocks["roles"].toArray().size(), 8);
        QCOMPARE(blocks["gradient"].toObject()["per"].toString(), "block");
    }

    /// The loss of uniform outputs depends on the kind of the loss, and is unknown for a loss of one's own.
    void uniform_losses()
    {
        Capture capture = capture_cases::mlp();
        const auto loss = [&](const char* kind) {
            capture.loss->kind = value_named(captured_loss_names, kind);
            return object_in(format_inspection(inspect(capture)))["loss"].toObject();
        };
        QVERIFY(std::abs(loss("cross_entropy")["uniform"].toDouble() - std::log(10.0)) < 1e-12);
        QVERIFY(std::abs(loss("binary_cross_entropy")["uniform"].toDouble() - std::numbers::ln2) < 1e-12);
        QVERIFY(!loss("custom").contains("uniform"));
        QVERIFY(format_report(inspect(capture), false).find("uniform") == std::string::npos);
    }

    /// The members that SARIF 2.1.0 requires, and those that GitHub does.
    void sarif_has_what_it_must_have()
    {
        const auto findings = capture_findings(capture_cases::mlp(0.1));
        std::vector<SarifRule> rules;
        for (const CaptureFindingInfo& info : capture_finding_infos())
            rules.push_back({info.id, info.meaning});
        std::vector<SarifResult> results;
        for (const CaptureFinding& one : findings)
            results.push_back({one.id, one.severity, one.names, one.message, one.cause, one.fix});
        const QJsonObject root = object_in(format_sarif("inspect", "models/my net.json", rules, results));
        QCOMPARE(root["version"].toString(), "2.1.0");
        QVERIFY(root["$schema"].toString().endsWith("sarif-2.1.0.json"));
        const QJsonArray runs = root["runs"].toArray();
        QCOMPARE(runs.size(), 1);
        const QJsonObject driver = runs[0].toObject()["tool"].toObject()["driver"].toObject();
        QCOMPARE(driver["name"].toString(), "Stepzero");
        QVERIFY(!driver["semanticVersion"].toString().isEmpty());
        const QJsonArray listed_rules = driver["rules"].toArray(), found = runs[0].toObject()["results"].toArray();
        QCOMPARE(found.size(), int(findings.size()));
        for (const QJsonValue& one : found) {
            const QJsonObject rule = listed_rules[one["ruleIndex"].toInt(-1)].toObject();
            QCOMPARE(one["ruleId"].toString(), rule["id"].toString());
            QVERIFY(
                !rule["shortDescription"]["text"].toString().isEmpty() && !rule["help"]["text"].toString().isEmpty());
            QVERIFY(QStringList({"none", "note", "warning", "error"}).contains(one["level"].toString()));
            QVERIFY(!one["message"]["text"].toString().isEmpty());
            const QJsonObject location = one["locations"][0].toObject();
            const QJsonValue place = location["physicalLocation"];
            QCOMPARE(place["artifactLocation"]["uri"].toString(), "models/my%20net.json");
            QVERIFY(place["region"]["startLine"].toInt() >= 1);
            QCOMPARE(location["logicalLocations"][0]["fullyQualifiedName"].toString(), "net.0");
        }
        const QJsonObject none = object_in(format_sarif("audit", "/a/b", {}, {}));
        QCOMPARE(none["runs"][0]["results"].toArray().size(), 0);
        QVERIFY(none["runs"][0]["results"].isArray());
    }
};

STEPZERO_TEST(TestCaptureFindings, NoApplication)

}   // namespace tst_capture_findings
#include "tst_capture_findings.moc"
