// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether the numbers that `run` writes are right: numpy computes them again from the tensors, and they are
// compared with theory. tst_commands_grid.cpp compares them with the published table of six schemes.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "tests/app/program.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_commands_numbers {

namespace {

constexpr int study_width = 500, study_depth = 10;

QByteArray experiment(const QByteArray& network, const QByteArray& rest)
{
    return R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "dense", )" + network + "}, " + rest
        + "}";
}

/// The network of the course notes, of half its width, with samples of N(0, 1).
QByteArray study(const QByteArray& scheme, const QByteArray& activation, int samples, int replicas)
{
    return experiment(R"("depth": 10, "width": 500, "activation": ")" + activation + R"(", "weight": )" + scheme,
        R"("input": {"samples": )" + QByteArray::number(samples) + R"(}, "replicas": )" + QByteArray::number(replicas)
            + R"(, "measure": {"gradient": false, "weight_spectra": false, "jacobian": false})");
}

/// Returns one standard deviation of ln of the last layer's size, for He and ReLU: half of that of ln‖x_L‖², √(5β) with
/// β = Σ 1/n_l (Hanin and Nica 2018). Here 0.158.
double finite_width_spread() { return std::sqrt(5.0 * study_depth / study_width) / 2; }

QJsonObject last_output(const QByteArray& result)
{
    return json_object(result)["layers"].toArray().last().toObject()["activation_output"].toObject();
}

}   // namespace

class TestCommandsNumbers : public QObject {
    Q_OBJECT
private slots:
    void numpy_finds_the_same_from_the_tensors_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const char* network, const char* rest) {
            QTest::newRow(name) << experiment(network, rest);
        };
        row("He and ReLU, free widths and biases",
            R"("input_width": 30, "widths": [40, 96, 24], "bias": {"scheme": "normal", "std": 0.3})",
            R"("input": {"samples": 50})");
        row("Xavier and tanh",
            R"("depth": 12, "width": 64, "activation": "tanh", "weight": {"scheme": "xavier_uniform", "gain": 1.6})",
            R"("input": {"samples": 100, "mean": 0.3, "std": 2}, "seed": 7)");
        row("orthogonal and GELU",
            R"("depth": 6, "width": 48, "activation": "gelu", "weight": {"scheme": "orthogonal", "gain": 1.5})",
            R"("input": {"samples": 33, "distribution": "uniform"})");
        row("overrides",
            R"("depth": 5, "width": 50, "activation": "sigmoid", "weight": {"scheme": "normal", "std": 0.7},
               "overrides": [{"layer": 2, "activation": {"name": "leaky_relu", "negative_slope": 0.2},
               "weight": {"scheme": "sparse", "sparsity": 0.5, "std": 0.3}}, {"layer": 4, "activation": "elu"}])",
            R"("input": {"samples": 64}, "seed": 123456789)");
        row("a truncated law and ELU",
            R"("depth": 4, "width": 80, "activation": "elu", "weight": {"scheme": "lecun_normal"},
               "bias": {"scheme": "pytorch_linear"})",
            R"("input": {"samples": 40, "distribution": "sphere"})");
        row("a signal that vanishes",
            R"("depth": 10, "width": 64, "activation": "tanh", "weight": {"scheme": "normal", "std": 0.01})",
            R"("input": {"samples": 64})");
        row("a signal beyond float32",
            R"("depth": 60, "width": 64, "activation": "relu", "weight": {"scheme": "normal", "std": 1})",
            R"("input": {"samples": 16})");
    }
    void numpy_finds_the_same_from_the_tensors()
    {
        if (!python_has("numpy"))
            QSKIP("python3-numpy is not installed");
        QFETCH(QByteArray, text);
        QTemporaryDir folder;
        const QString result = folder.filePath("result.json"), tensors = folder.filePath("tensors.safetensors");
        const Outcome outcome = run_program({"run", "-", "-o", result, "--tensors", tensors}, {text});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QString told = run_python_file("app/recompute.py", {result, tensors});
        QVERIFY2(!told.startsWith("python failed"), qPrintable(told));
        QVERIFY2(told.endsWith(" 0 differ\n") && !told.startsWith("0 "), qPrintable(told));
    }

    void theory_prints_published_numbers()
    {
        // Schoenholz et al. 2017, tanh at (1.3, 0.05); six decimals where six are known.
        const Outcome outcome
            = run_program({"theory", "--activation", "tanh", "--weight-variance", "1.3", "--bias-variance", "0.05"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject point = json_object(outcome.out);
        QVERIFY(std::abs(point["q_star"].toDouble() - 0.315316) < 1e-6);
        QVERIFY(std::abs(point["chi_1"].toDouble() - 0.880164) < 1e-6);
        QVERIFY(std::abs(point["c_star"].toDouble() - 1) < 1e-6);
        QVERIFY(std::abs(point["xi_c"].toDouble() - 7.8341) < 1e-4);
        QVERIFY(std::abs(point["xi_q"].toDouble() - 1.7852) < 1e-4);
        QVERIFY(std::abs(point["critical_weight_variance"].toDouble() - 1.760955) < 1e-6);
        QCOMPARE(point["phase"].toString(), QString("ordered"));

        const Outcome relu
            = run_program({"theory", "--activation", "relu", "--weight-variance", "2.5", "--bias-variance", "0"});
        QVERIFY(json_object(relu.out).contains("q_star"));
        QVERIFY(json_object(relu.out)["q_star"].isNull());
    }

    void theory_takes_an_activations_parameters()
    {
        const auto point_of = [](const char* activation, const char* bias) {
            const Outcome outcome = run_program(
                {"theory", "--activation", activation, "--weight-variance", "1.9", "--bias-variance", bias});
            return json_object(outcome.out);
        };
        // Leaky ReLU of slope a: χ₁ = σ_w² (1 + a²)/2.
        const QJsonObject leaky = point_of("leaky_relu:negative_slope=0.2", "0");
        QVERIFY(std::abs(leaky["chi_1"].toDouble() - 1.9 * 1.04 / 2) < 1e-9);
        QVERIFY(std::abs(leaky["critical_weight_variance"].toDouble() - 2 / 1.04) < 1e-9);
        // With a bias q* is not 0, so the two forms of GELU differ. At 0 they have the same slope.
        QVERIFY(point_of("gelu", "0.1")["q_star"].toDouble() > 0);
        QVERIFY(point_of("gelu:approximate=tanh", "0.1") != point_of("gelu", "0.1"));
        QCOMPARE(point_of("gelu:approximate=none", "0.1"), point_of("gelu", "0.1"));
        QVERIFY(point_of("elu:alpha=2", "0.1") != point_of("elu", "0.1"));
        QCOMPARE(point_of("elu:alpha=1", "0.1"), point_of("elu", "0.1"));
    }

    void a_result_carries_its_prediction()
    {
        const Outcome outcome = run_program({"run", "-"}, {study(R"({"scheme": "xavier_normal"})", "relu", 100, 1)});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject result = json_object(outcome.out);
        for (const QJsonValue layer : result["layers"].toArray()) {
            const QJsonObject prediction = layer["prediction"].toObject();
            const double found = layer["preactivation"]["rms"].toDouble();
            const double relative = found / prediction["preactivation_rms"].toDouble() - 1;
            // Hanin and Nica: one network of width 500, up to ten layers, stays within 5 σ = 5·0.158.
            QVERIFY2(std::abs(relative) < 5 * finite_width_spread(), qPrintable(QString::number(relative)));
        }
        QVERIFY(result["fixed_point"].isObject());
    }

    void he_under_relu_spreads_as_theory_says()
    {
        // 32 networks with 16 samples. The limits are three standard errors of a mean and of a standard deviation.
        const int replicas = 32;
        const Outcome outcome = run_program(
            {"run", "-"}, {study(R"({"scheme": "kaiming_normal", "nonlinearity": "relu"})", "relu", 16, replicas)});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject output = last_output(outcome.out);
        const double spread = finite_width_spread(), mean = output["rms"].toDouble(), sd = output["rms_sd"].toDouble();
        // The expected rms for a log-normal ‖x‖² is exp(−5β/4 + 5β/8). Samples of a network share most of the spread,
        // but not all.
        const double expected = std::exp(-spread * spread / 2);
        QVERIFY2(std::abs(mean / expected - 1) <= 3 * spread / std::sqrt(replicas), qPrintable(QString::number(mean)));
        QVERIFY2(sd <= spread * (1 + 3 / std::sqrt(2.0 * (replicas - 1))), qPrintable(QString::number(sd)));
        QVERIFY2(sd >= spread / 2, qPrintable(QString::number(sd)));
    }
};

STEPZERO_TEST(TestCommandsNumbers, QCoreApplication)

}   // namespace tst_commands_numbers
#include "tst_commands_numbers.moc"
