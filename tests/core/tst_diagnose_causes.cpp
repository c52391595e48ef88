// SPDX-License-Identifier: GPL-3.0-or-later
// A finding names the actual cause: one layer of many with its number, the mean of the weights, or the input. Its first
// fix corrects that and changes nothing else. Healthy properties are not reported.
#include <QtTest>

#include "core/files/validate.h"
#include "core/simulate/network_spectra.h"
#include "tests/cases.h"
#include "tests/core/diagnose_cases.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_causes {

using namespace diagnose_cases;

namespace {

std::string with_layer(const std::string& network, const std::string& override)
{
    return network + R"(, "overrides": [)" + override + "]";
}

const std::string he = R"("depth": 10, "width": 256)";
const std::string xavier_tanh = he + R"(, "activation": "tanh", "weight": {"scheme": "xavier_normal"})";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Experiment mended(const Finding& finding, NoiseCache& cache) { return finding.fixes.front().experiment(cache, {}); }

}   // namespace

class TestDiagnoseCauses : public QObject {
    Q_OBJECT

private slots:
    void one_layer_is_at_fault_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cause");
        QTest::addColumn<QString>("fix");
        const auto row = [](const char* name, const std::string& network, const char* layer, const char* id,
                             const char* cause, const char* fix) {
            QTest::newRow(name) << QString::fromStdString(network) << layer << id << cause << fix;
        };
        const char *small = R"({"layer": 5, "weight": {"scheme": "normal", "std": 1e-4}})",
                   *large = R"({"layer": 5, "weight": {"scheme": "normal", "std": 1}})",
                   *zero = R"({"layer": 5, "weight": {"scheme": "zeros"}})",
                   *shifted = R"({"layer": 5, "bias": {"scheme": "constant", "value": -5}})";
        // √(2/256) = 0.0884, 1/√256 = 0.0625; σ_w² = 256 σ².
        row("He, σ 1e-4", he, small, "vanishing_signal",
            "Layer 5 is at fault: its weights have σ = 0.0001 (σ_w² = 2.56e-06), those of the other layers σ = 0.0884 "
            "(σ_w² "
            "= "
            "2)",
            "Correct layer 5: σ 0.0001 → 0.0884");
        row("He, σ 1e-4, backward", he, small, "vanishing_gradient", "Layer 5 is at fault: its weights have σ = 0.0001",
            "Correct layer 5: σ 0.0001 → 0.0884");
        row("He, σ 1", he, large, "exploding_signal",
            "Layer 5 is at fault: its weights have σ = 1 (σ_w² = 256), those of the other layers σ = 0.0884 (σ_w² = 2)",
            "Correct layer 5: σ 1 → 0.0884");
        row("He, zeros", he, zero, "vanishing_signal",
            "Layer 5 is at fault: its weights have the constant value 0, those of the other layers σ = 0.0884 (σ_w² = "
            "2)",
            "Correct layer 5: σ 0 → 0.0884");
        row("He, zeros, dead", he, zero, "dead_units", "Layer 5 is at fault: its weights have the constant value 0",
            "Correct layer 5: σ 0 → 0.0884");
        row("He, bias −5", he, shifted, "dead_units", "The bias of layer 5 is -5, that of the other layers 0",
            "Correct layer 5: bias -5 → 0");
        row("He, bias −5, signal", he, shifted, "vanishing_signal", "The bias of layer 5 is -5",
            "Correct layer 5: bias -5 → 0");
        row("He, bias −5, offset", he, shifted, "bias_offset", "offset", "Set biases to 0 in layer 5");
        row("tanh, σ 1e-4", xavier_tanh, small, "vanishing_signal",
            "Layer 5 is at fault: its weights have σ = 0.0001 (σ_w² = 2.56e-06), those of the other layers σ = 0.0625 "
            "(σ_w² "
            "= "
            "1)",
            "Correct layer 5: σ 0.0001 → 0.0625");
        row("tanh, σ 1", xavier_tanh, large, "saturation", "Layer 5 is at fault: its weights have σ = 1 (σ_w² = 256)",
            "Correct layer 5: σ 1 → 0.0625");
        row("tanh, zeros", xavier_tanh, zero, "vanishing_signal",
            "Layer 5 is at fault: its weights have the constant value 0", "Correct layer 5: σ 0 → 0.0625");
        row("tanh, bias −5", xavier_tanh, shifted, "saturation", "The bias of layer 5 is -5",
            "Correct layer 5: bias -5 → 0");
        row("tanh, bias −5, inputs", xavier_tanh, shifted, "alike_inputs", "The bias of layer 5 is -5",
            "Correct layer 5: bias -5 → 0");
    }

    void one_layer_is_at_fault()
    {
        QFETCH(QString, network);
        QFETCH(QString, layer);
        QFETCH(QString, id);
        QFETCH(QString, cause);
        QFETCH(QString, fix);
        const Experiment e = dense(with_layer(network.toStdString(), layer.toStdString()));
        const Experiment sound = dense(network.toStdString());
        const auto findings = examine(e, cache_).findings();
        const Finding* finding = find(findings, id.toStdString());
        QVERIFY2(finding, list(findings).c_str());
        QVERIFY2(has(finding->cause.english(), cause.toStdString()), finding->cause.english().c_str());
        QVERIFY(!finding->fixes.empty());
        QCOMPARE(QString::fromStdString(finding->fixes.front().label.english()), fix);
        // The override is gone, or initializes the layer as the rest of the network, and nothing else changed.
        const Experiment after = mended(*finding, cache_);
        QVERIFY(expand(after.network) == expand(sound.network));
        QVERIFY(after.network.weight == e.network.weight && after.network.bias == e.network.bias);
        const auto left = examine(after, cache_).findings();
        QVERIFY2(left.empty(), list(left).c_str());
    }

    /// Nine of ten layers differ from the network's own scheme, as after LSUV, so the tenth is the odd one.
    void the_odd_one_is_odd_by_number()
    {
        std::string overrides;
        for (int layer = 1; layer <= 10; ++layer)
            if (layer != 4)
                overrides += (overrides.empty() ? "" : ", ") + std::string(R"({"layer": )") + std::to_string(layer)
                    + R"(, "weight": {"scheme": "orthogonal", "gain": )" + std::to_string(1.41 + 0.001 * layer) + "}}";
        const Experiment e = dense(with_layer(he + R"(, "weight": {"scheme": "normal", "std": 0.001})", overrides));
        const auto findings = examine(e, cache_).findings();
        const Finding* finding = find(findings, "vanishing_signal");
        QVERIFY2(finding, list(findings).c_str());
        QVERIFY2(has(finding->cause.english(), "Layer 4 is at fault: its weights have σ = 0.001"),
            finding->cause.english().c_str());
        const Experiment after = mended(*finding, cache_);
        QCOMPARE(after.network.overrides.size(), std::size_t(10));
        for (std::size_t i = 0; i < 10; ++i)
            if (after.network.overrides[i].layer != 4)
                QVERIFY(after.network.overrides[i] == e.network.overrides[i < 3 ? i : i - 1]);
    }

    void each_finding_has_its_own_layer()
    {
        const Experiment e = dense(with_layer(xavier_tanh, R"({"layer": 3, "bias": {"scheme": "constant", "value": 5}},
            {"layer": 7, "weight": {"scheme": "normal", "std": 1e-6}})"));
        const auto findings = examine(e, cache_).findings();
        const Finding *signal = find(findings, "vanishing_signal"), *saturated = find(findings, "saturation");
        QVERIFY2(signal && saturated, list(findings).c_str());
        QCOMPARE(QString::fromStdString(signal->fixes.front().label.english()),
            QString("Correct layer 7: σ 1e-06 → 0.0625"));
        QCOMPARE(
            QString::fromStdString(saturated->fixes.front().label.english()), QString("Correct layer 3: bias 5 → 0"));
        const Experiment after = mended(*signal, cache_);
        QCOMPARE(after.network.overrides.size(), std::size_t(1));
        QCOMPARE(after.network.overrides.front().layer, 3);
    }

    /// So far beyond the steep part of φ that no slope is left in float: there is no gradient to compare.
    void no_gradient_at_all_data()
    {
        QTest::addColumn<QString>("members");
        for (const char* activation : {"tanh", "sigmoid", "erf"})
            for (const char* fill :
                {R"("weight": {"scheme": "normal", "std": 1e6})", R"("bias": {"scheme": "constant", "value": 1e20})"})
                QTest::addRow("%s, %s", activation, fill)
                    << QStringLiteral(R"("depth": 4, "width": 32, "activation": "%1", %2)").arg(activation, fill);
    }
    void no_gradient_at_all()
    {
        QFETCH(QString, members);
        const Experiment e = dense(members.toStdString());
        const Examined examined = examine(e, cache_);
        const auto findings = examined.findings();
        const Finding* gone = find(findings, "vanishing_gradient");
        QVERIFY2(gone && gone->severity == Severity::error, list(findings).c_str());
        QCOMPARE(gone->first_layer, 1);
        QCOMPARE(gone->last_layer, 4);
        QVERIFY(!gone->fixes.empty());
        const Experiment after = mended(*gone, cache_);
        QVERIFY(!find(examine(after, cache_).findings(), "vanishing_gradient"));
        const Distribution& x = *examined.measurement.output(4);
        const Predicted* theory = examined.prediction.output(4, Quantity::rms);
        QVERIFY2(theory && std::abs(theory->value - x.rms) < 0.2, qPrintable(QString::number(theory->value)));
    }

    void a_fix_of_the_network_says_what_it_leaves()
    {
        const Experiment e = dense(with_layer(
            he + R"(, "weight": {"scheme": "normal", "std": 0.01})", R"({"layer": 10, "activation": "linear"})"));
        const auto findings = examine(e, cache_).findings();
        const Finding* finding = find(findings, "vanishing_signal");
        QVERIFY2(finding, list(findings).c_str());
        for (const Fix& fix : finding->fixes)
            QVERIFY2(has(fix.label.english(), "(layer 10 stays linear)"), fix.label.english().c_str());
        QVERIFY(expand(mended(*finding, cache_).network).back().activation.name == "linear");
    }

    void the_mean_of_the_weights_is_named_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("mean");
        QTest::addColumn<QString>("fix");
        QTest::newRow("normal, ReLU") << R"("depth": 10, "width": 256, "weight": {"scheme": "normal", "mean": 0.05,
            "std": 0.0884})"
                                      << "mean 0.05 and σ = 0.0884"
                                      << "Set the mean of the weights to 0: mean 0.05 → 0";
        QTest::newRow("normal, tanh") << R"("depth": 10, "width": 256, "activation": "tanh", "weight":
            {"scheme": "normal", "mean": -0.05, "std": 0.0625})"
                                      << "mean -0.05 and σ = 0.0625"
                                      << "Set the mean of the weights to 0: mean -0.05 → 0";
        QTest::newRow("uniform 0 to 1") << R"("depth": 8, "width": 100, "weight": {"scheme": "uniform", "low": 0,
            "high": 1})"
                                        << "mean 0.5 and σ = 0.289"
                                        << "Set the mean of the weights to 0: mean 0.5 → 0";
    }

    void the_mean_of_the_weights_is_named()
    {
        QFETCH(QString, network);
        QFETCH(QString, mean);
        QFETCH(QString, fix);
        const auto findings = examine(dense(network.toStdString()), cache_).findings();
        const Finding* finding = find(findings, "weight_mean");
        QVERIFY2(finding, list(findings).c_str());
        QVERIFY2(has(finding->message.english(), mean.toStdString()), finding->message.english().c_str());
        QCOMPARE(finding->first_layer, 1);
        QCOMPARE(QString::fromStdString(finding->fixes.front().label.english()), fix);
        const Experiment after = mended(*finding, cache_);
        for (const LayerPlan& layer : expand(after.network)) {
            const Shape shape {layer.fan_out, layer.fan_in};
            QCOMPARE(law_of(draw_of(layer.weight, shape, Role::weight), shape, Role::weight).mean, 0.0);
        }
        QVERIFY(!find(examine(after, cache_).findings(), "weight_mean"));
        // The symptoms are attributed to it too.
        for (const Finding& f : findings)
            if (f.severity == Severity::error)
                QVERIFY2(has(f.cause.english(), "The weights have mean"), f.cause.english().c_str());
    }

    void a_raw_input_is_named_data()
    {
        QTest::addColumn<QString>("network");
        QTest::newRow("ReLU") << R"("depth": 6, "width": 256)";
        QTest::newRow("tanh") << R"("depth": 6, "width": 256, "activation": "tanh",
            "weight": {"scheme": "xavier_normal"})";
    }

    void a_raw_input_is_named()
    {
        QFETCH(QString, network);
        const auto findings
            = examine(dense(network.toStdString(), R"("samples": 128, "mean": 128, "std": 60)"), cache_).findings();
        QVERIFY2(!findings.empty() && findings.front().id == "raw_input", list(findings).c_str());
        // 128²/(128² + 60²) = 0.82.
        QVERIFY2(has(findings.front().message.english(), "mean 128, σ 60"), findings.front().message.english().c_str());
        QVERIFY2(has(findings.front().cause.english(), "82%"), findings.front().cause.english().c_str());
        for (const Finding& f : findings) {
            QCOMPARE(QString::fromStdString(f.fixes.front().label.english()), QString("Standardize the input"));
            QVERIFY2(f.id == "raw_input" || has(f.cause.english(), "The input is not standardized"),
                f.cause.english().c_str());
        }
        const auto left = examine(mended(findings.front(), cache_), cache_).findings();
        QVERIFY2(left.empty(), list(left).c_str());
    }

    void a_tie_that_breaks_is_none_data()
    {
        QTest::addColumn<QString>("network");
        const QString constant = R"("weight": {"scheme": "constant", "value": 0.1})";
        QTest::newRow("a linear head of zeros") << R"("widths": [256, 256, 10], "overrides": [{"layer": 3,
            "activation": "linear", "weight": {"scheme": "zeros"}}])";
        QTest::newRow("one layer of zeros") << R"("depth": 1, "width": 10, "activation": "linear",
            "weight": {"scheme": "zeros"})";
        QTest::newRow("constant, then random")
            << R"("depth": 4, "width": 100, "activation": "tanh", "weight": {"scheme": "xavier_normal"},
                "overrides": [{"layer": 2, )"
                + constant + "}]";
        QTest::newRow("constant, then random, ReLU")
            << R"("depth": 4, "width": 100, "overrides": [{"layer": 2, )" + constant + "}]";
        QTest::newRow("random biases")
            << R"("depth": 3, "width": 100, "activation": "tanh", "bias": {"scheme": "normal", "std": 0.5}, )"
                + constant;
        QTest::newRow("two units, parted")
            << R"("depth": 4, "width": 100, "activation": "tanh", "weight": {"scheme": "twins", "noise": 0.1})";
        QTest::newRow("two units of one layer") << R"("depth": 4, "width": 100, "activation": "tanh", "weight":
            {"scheme": "xavier_normal"}, "overrides": [{"layer": 2, "weight": {"scheme": "twins"}}])";
        QTest::newRow("the last layer") << R"("depth": 3, "width": 100, "activation": "tanh", "weight":
            {"scheme": "xavier_normal"}, "overrides": [{"layer": 3, )"
                + constant + "}]";
    }

    void a_tie_that_breaks_is_none()
    {
        QFETCH(QString, network);
        const auto findings = examine(dense(network.toStdString()), cache_).findings();
        QVERIFY2(!find(findings, "symmetric_weights"), list(findings).c_str());
        if (network.contains("zeros"))
            QVERIFY2(findings.empty(), list(findings).c_str());
    }

    void a_tie_that_stays_is_one_data()
    {
        QTest::addColumn<QString>("network");
        QTest::newRow("constant twice")
            << R"("depth": 4, "width": 100, "activation": "tanh", "overrides": [{"layer": 2, "weight": {"scheme":
                "constant", "value": 0.1}}, {"layer": 3, "weight": {"scheme": "constant", "value": 0.1}}])";
        QTest::newRow("two units")
            << R"("depth": 4, "width": 100, "activation": "tanh", "overrides": [{"layer": 2, "weight": {"scheme":
                "twins"}}, {"layer": 3, "weight": {"scheme": "twins"}}])";
        QTest::newRow("zeros twice")
            << R"("depth": 4, "width": 100, "activation": "tanh", "overrides": [{"layer": 2, "weight": {"scheme":
                "zeros"}}, {"layer": 3, "weight": {"scheme": "zeros"}}])";
        QTest::newRow("zeros where ReLU is flat")
            << R"("depth": 4, "width": 100, "overrides": [{"layer": 2, "weight": {"scheme": "zeros"}}])";
    }

    void a_tie_that_stays_is_one()
    {
        QFETCH(QString, network);
        const auto findings = examine(dense(network.toStdString()), cache_).findings();
        const Finding* finding = find(findings, "symmetric_weights");
        QVERIFY2(finding, list(findings).c_str());
        QCOMPARE(finding->first_layer, 2);
        QVERIFY2(has(finding->cause.english(), "forever"), finding->cause.english().c_str());
    }

    void healthy_enough_is_at_most_a_note_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<bool>("silent");
        const QString pytorch = R"("input_width": 784, "widths": [256, 128, 10], "weight": {"scheme": "pytorch_linear"},
            "bias": {"scheme": "pytorch_linear"})",
                      small = R"("weight": {"scheme": "normal", "std": 0.01}})",
                      classifier = R"("input_width": 784, "widths": [256, 128, 10], "overrides": [{"layer": 3, )";
        QTest::newRow("PyTorch's default") << pytorch << true;
        QTest::newRow("PyTorch's default, linear head")
            << pytorch + R"(, "overrides": [{"layer": 3, "activation": "linear"}])" << true;
        QTest::newRow("a small head") << classifier + small + "]" << true;
        QTest::newRow("a small linear head") << classifier + R"("activation": "linear", )" + small + "]" << true;
        QTest::newRow("three sigmoids") << R"("depth": 3, "width": 128, "activation": "sigmoid",
            "weight": {"scheme": "xavier_uniform"})"
                                        << false;
        QTest::newRow("three sigmoids, wide") << R"("depth": 3, "width": 256, "activation": "sigmoid",
            "weight": {"scheme": "xavier_normal"})"
                                              << false;
        QTest::newRow("a classifier of sigmoids") << R"("input_width": 784, "widths": [256, 128, 10],
            "activation": "sigmoid", "weight": {"scheme": "xavier_normal"})"
                                                  << true;
        QTest::newRow("six GELU") << R"("depth": 6, "width": 256, "activation": "gelu",
            "weight": {"scheme": "xavier_normal"})"
                                  << false;
        QTest::newRow("six GELU, uniform") << R"("depth": 6, "width": 128, "activation": "gelu",
            "weight": {"scheme": "xavier_uniform"})"
                                           << false;
        QTest::newRow("He") << R"("depth": 20, "width": 128)" << true;
    }

    /// With several seeds each.
    void healthy_enough_is_at_most_a_note()
    {
        QFETCH(QString, network);
        QFETCH(bool, silent);
        for (int seed = 1; seed <= tested::cases(40); ++seed) {
            Experiment e = dense(network.toStdString());
            e.seed = std::uint64_t(seed);
            const Examined x = examine(e, cache_);
            const auto findings = signs({x.experiment, x.plan, x.measurement, x.prediction});
            for (const Finding& f : findings)
                QVERIFY2(
                    !silent && f.severity == Severity::note, (std::to_string(seed) + ": " + list(findings)).c_str());
        }
    }

    void a_spectrum_over_too_many_decades_is_found()
    {
        const auto findings_of = [&](const Experiment& e) {
            const Examined x = examine(e, cache_);
            const LogSpectrum spectrum = jacobian_spectrum(e, x.plan, cache_, {});
            return diagnose({x.experiment, x.plan, x.measurement, x.prediction, &spectrum}, cache_);
        };
        const std::string tanh = R"("depth": 60, "width": 256, "activation": "tanh", "weight": )";
        const auto findings = findings_of(dense(tanh + R"({"scheme": "xavier_normal"})"));
        const Finding* finding = find(findings, "ill_conditioned");
        QVERIFY2(finding, list(findings).c_str());
        // In a product of Gaussian matrices the smallest value falls by ½(ln n + 1.27) per layer: 1.5 decades.
        QVERIFY2(has(finding->message.english(), "span 92 decades"), finding->message.english().c_str());
        QVERIFY(!finding->fixes.empty());
        QVERIFY2(
            has(finding->fixes.front().label.english(), "orthogonal"), finding->fixes.front().label.english().c_str());
        for (const Fix& fix : finding->fixes) {
            QVERIFY2(!find(findings_of(fix.experiment(cache_, {})), "ill_conditioned"), fix.label.english().c_str());
        }
        QVERIFY(!find(findings_of(dense(he)), "ill_conditioned"));
        QVERIFY(!find(findings_of(dense(tanh + R"({"scheme": "orthogonal"})")), "ill_conditioned"));
    }

private:
    NoiseCache cache_ {std::size_t(1) << 28};
};

STEPZERO_TEST(TestDiagnoseCauses, stepzero::NoApplication)

}   // namespace tst_diagnose_causes
#include "tst_diagnose_causes.moc"
