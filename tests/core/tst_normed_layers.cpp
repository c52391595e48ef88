// SPDX-License-Identifier: GPL-3.0-or-later
// Plain layers with BatchNorm or LayerNorm: runs and generated code against PyTorch, theory against closed forms and
// against many networks, and what is found about them.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <numbers>
#include <random>

#include "core/diagnose/finding.h"
#include "core/exchange/code.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "tests/cases.h"
#include "tests/core/diagnose_cases.h"
#include "tests/core/written_run.h"
#include "tests/main/registered_test.h"

namespace tst_normed_layers {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

Experiment normed(const char* norm, const char* activation, int depth, int width, int samples)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = width;
    e.network.activation = {activation, {}};
    e.network.weight = {"kaiming_normal", {}};
    e.network.options["norm"] = std::string(norm);
    e.input.samples = samples;
    e.measure.weight_spectra = e.measure.jacobian = false;
    return with_completed_parameters(e);
}

Prediction predicted(const Experiment& e) { return predict(e, plan_of(e.network), {e.input.samples, 1}, Context()); }

/// Returns a random network of layers of unequal widths, with random scales and biases.
Experiment any(std::mt19937& random)
{
    const auto of = [&](auto... choices) {
        const std::array all {choices...};
        return all[random() % all.size()];
    };
    Experiment e = normed(of("batch_norm", "layer_norm"), of("relu", "tanh", "gelu", "linear"), 1, 8, of(8, 33));
    for (int layers = of(1, 2, 5); layers > 0; --layers)
        e.network.widths.push_back(of(6, 11, 24));
    e.network.input_width = of(3, 7, 12);
    e.network.weight
        = of(0, 1) ? Initializer {"orthogonal", {}} : Initializer {"normal", {{"mean", 0.1}, {"std", 0.4}}};
    if (of(0, 1))
        e.network.bias = {"normal", {{"std", 0.5}}};
    if (of(0, 1))
        e.network.roles[role_of_norms] = {"normal", {{"mean", 1.0}, {"std", 0.3}}};
    e.input.mean = of(0, 1);
    e.measure.jacobian = true;
    e.measure.correlation_angle = of(60, 10, 170);
    e.seed = random();
    return with_completed_parameters(e);
}

/// Writes the run and the code of an experiment. Returns whether both could be written.
bool write_run_and_code(const QString& base, const Experiment& e)
{
    const NetworkPlan plan = plan_of(e.network);
    QFile file(base + ".py");
    const std::string code = framework_code(e, Framework::pytorch);
    return write_run(base, e, has_jacobian(plan)) && file.open(QIODevice::WriteOnly)
        && file.write(code.c_str()) == qint64(code.size());
}

}   // namespace

class TestNormedLayers : public QObject {
    Q_OBJECT

    const Context context_ {};

    /// Returns how much ln RMS of φ(z) may differ from theory at a finite size, where z is not Gaussian. A norm leaves
    /// z on a sphere, whose coordinates have an excess kurtosis k of −6 over their number: the width, or with BatchNorm
    /// the samples. With BatchNorm, samples also differ in length: E[x²] of a sample has a relative variance of (κ −
    /// 1)/width after each layer, where κ is the kurtosis of x around 0, and of 2/width at a normal input. Three times
    /// the sum adds to k. To first order, E[f(z)] of f = φ² changes by k/24 times the mean fourth derivative of f,
    /// which is E[f(z) He₄(z)] by parts; that is 0 for ReLU and linear layers.
    static double non_gaussian(bool over_batch, const QString& activation, int layer, int width, int samples)
    {
        const ActivationFunction phi({activation.toStdString(), {}});
        const auto expected = [&](const auto& f) {   // by the trapezoidal rule
            constexpr double step = 0.01, end = 10;
            double sum = 0;
            for (double z = -end; z < end; z += step)
                sum += step * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) * f(z, std::pow(phi.value(z), 2));
            return sum;
        };
        const double square = expected([](double, double x2) { return x2; }),
                     kurtosis = expected([](double, double x2) { return x2 * x2; }) / (square * square),
                     curved = expected([](double z, double x2) { return x2 * (std::pow(z, 4) - 6 * z * z + 3); }),
                     excess = over_batch ? 6.0 / samples + 3 * (2 + (layer - 1) * (kurtosis - 1)) / width : 6.0 / width;
        return excess / 24 * std::abs(curved) / (2 * square);
    }

private slots:
    void runs_and_code_are_those_of_pytorch()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        const int networks = tested::cases(40);
        std::mt19937 random(7);
        QTemporaryDir folder;
        for (int i = 0; i < networks; ++i)
            QVERIFY(write_run_and_code(folder.filePath(QString::number(i)), any(random)));
        const QString sources = STEPZERO_SOURCE_DIR "/tests/core";
        QCOMPARE(run_python_file("core/normed_layers_in_torch.py", {folder.path(), sources}).trimmed(),
            QString("networks %1").arg(networks));
    }

    /// Yang et al. 2019: π/(π − 1) for ReLU, whatever the weights. ReLU has χ = 1 with LayerNorm, and a linear network
    /// with both.
    void chi_is_that_of_closed_forms()
    {
        using std::numbers::pi;
        constexpr int samples = 1'000'000;   // theory only: terms of order 1/N are below 1e-5
        for (const double variance : {0.5, 2.0, 30.0})
            for (const auto& [norm, activation, chi] : {std::tuple("batch_norm", "relu", pi / (pi - 1)),
                     {"layer_norm", "relu", 1.0}, {"batch_norm", "linear", 1.0}, {"layer_norm", "linear", 1.0}}) {
                Experiment e = normed(norm, activation, 4, 300, samples);
                e.network.weight = {"mean_field", {{"variance", variance}}};
                const double found = predicted(with_completed_parameters(e)).preactivation(3, Quantity::chi)->value;
                // ε lowers χ by ε/v, where v is at least 0.17.
                QVERIFY2(std::abs(found / chi - 1) < 1e-5 + 1e-5 / 0.17, qPrintable(QString::number(found, 'g', 12)));
            }
        // A scale of 2 with tanh: γ² E[φ'²]/Var[φ] of z ~ N(0, 4), from quadrature.
        Experiment e = normed("batch_norm", "tanh", 4, 300, samples);
        e.network.roles[role_of_norms] = {"constant", {{"value", 2.0}}};
        const PreactivationMoments at = GaussianExpectation(ActivationFunction(e.network.activation)).moments(4);
        const double chi = predicted(e).preactivation(3, Quantity::chi)->value;
        // ε lowers the factor γ²/(v + ε) of χ and the variance of z by ε/v each, and v is above Var[φ].
        QVERIFY(std::abs(chi / (4 * at.derivative_square / at.variance) - 1) < 1e-5 + 2 * 1e-5 / at.variance);
    }

    void many_networks_agree_with_theory_data()
    {
        QTest::addColumn<QString>("norm");
        QTest::addColumn<QString>("activation");
        QTest::addColumn<int>("samples");
        std::size_t turn = 0;   // numbers of samples take turns
        for (const char* norm : {"batch_norm", "layer_norm"}) {
            ++turn;
            for (const char* activation : {"relu", "tanh", "gelu", "linear"}) {
                ++turn;
                for (const int samples : {32, 256})
                    if (turn++ % 2 == 0 || tested::every_case())
                        QTest::addRow("%s, %s, %d samples", norm, activation, samples) << norm << activation << samples;
            }
        }
    }

    void many_networks_agree_with_theory()
    {
        QFETCH(QString, norm);
        QFETCH(QString, activation);
        QFETCH(int, samples);
        constexpr int networks = 12;
        const double rounding = 256 * std::exp2(-24);   // error of sums of up to 256 squares in norms
        Experiment e = normed(norm.toUtf8().constData(), activation.toUtf8().constData(), 12, 256, samples);
        e.replicas = networks;
        e.network.bias = {"normal", {{"std", 0.3}}};
        e = with_completed_parameters(e);
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan_of(e.network), cache, context_);
        const Prediction p = predicted(e);
        const auto compare = [&](int layer, const char* what, const Distribution& found, const Distribution& spread,
                                 const Predicted& theory, double known) {
            const double sd = spread.rms / found.rms, error = sd / std::sqrt(double(networks)),
                         off = std::log(found.rms / theory.value);
            // Theory has the root of the mean square; the mean of roots is lower by half their relative variance.
            QVERIFY2(std::abs(off) < 5 * error + sd * sd / 2 + known,
                qPrintable(QString("layer %1, %2: off by %3, error %4").arg(layer).arg(what).arg(off).arg(error)));
        };
        for (int l = 1; l <= e.network.depth; ++l) {
            const BlockRecord& spread = m.spread_of(l);
            compare(l, "z", *m.preactivation(l), *spread.value(m.reading.preactivation),
                *p.preactivation(l, Quantity::rms), rounding);
            compare(l, "x", *m.output(l), *spread.value(m.reading.output), *p.output(l, Quantity::rms),
                rounding + non_gaussian(norm == "batch_norm", activation, l, e.network.width, samples));
            compare(l, "gradient", *m.gradient(l), *spread.gradient(m.reading.gradient), *p.gradient(l),
                p.gradient(l)->uncertainty);
            const Predicted* decorrelation = p.preactivation(l, Quantity::decorrelation);
            QCOMPARE(bool(decorrelation), norm == "layer_norm");
            QCOMPARE(m.number(l, Quantity::decorrelation).has_value(), norm == "layer_norm");
            if (decorrelation) {
                const double error
                    = *spread.number(m.reading.preactivation, Quantity::decorrelation) / std::sqrt(double(networks));
                QVERIFY(std::abs(*m.number(l, Quantity::decorrelation) - decorrelation->value) < 5 * error);
            }
        }
    }

    /// Where theory has no answer, it says so.
    void theory_is_silent_where_it_knows_nothing()
    {
        const auto silent = [](const Experiment& e) {
            const Prediction p = predicted(with_completed_parameters(e));
            return !p.covers(1) && !p.remark.empty();
        };
        Experiment e = normed("batch_norm", "relu", 3, 64, 8);
        QVERIFY(silent(e));
        e.input.samples = 64;
        QVERIFY(!silent(e));
        e.input.distribution = "natural";
        QVERIFY(silent(e));
        e.input.distribution = "normal";
        e.network.roles[role_of_norms] = {"normal", {{"mean", 1.0}, {"std", 0.1}}};
        QVERIFY(silent(e));
        e.network.roles.clear();
        e.network.weight = {"normal", {{"mean", 0.5}, {"std", 1.0}}};
        QVERIFY(silent(e));
    }

    void faults_are_found_and_fixed()
    {
        NoiseCache cache(cache_bytes);
        const auto found = [&](const Experiment& e, const char* id) -> std::optional<Finding> {
            const auto findings = diagnose_cases::examine(e, cache).findings();
            const Finding* finding = diagnose_cases::find(findings, id);
            return finding ? std::optional(*finding) : std::nullopt;
        };
        const Experiment deep = normed("batch_norm", "relu", 50, 128, 128);
        const auto exploding = found(deep, "exploding_gradient");
        QVERIFY(exploding);
        QVERIFY(exploding->cause.english().find("BatchNorm") != std::string::npos);
        std::vector<std::string> labels;
        for (const Fix& fix : exploding->fixes) {
            labels.push_back(fix.label.english());
            QVERIFY2(!found(fix.experiment(cache, context_), "exploding_gradient"), labels.back().c_str());
        }
        QVERIFY(std::ranges::find(labels, "Switch to LayerNorm") != labels.end());
        QVERIFY(std::ranges::find(labels, "Remove the norms") != labels.end());
        QVERIFY(diagnose_cases::examine(normed("layer_norm", "relu", 30, 256, 64), cache).findings().empty());

        Experiment e = normed("layer_norm", "tanh", 5, 64, 64);
        e.network.roles[role_of_norms] = {"zeros", {}};
        const auto zero = found(with_completed_parameters(e), "norm_scale");
        QVERIFY(zero && zero->severity == Severity::error);
        e.network.roles.clear();
        e.network.weight = {"normal", {{"std", 1e-5}}};
        QVERIFY(found(with_completed_parameters(e), "starved_norm"));
    }

    /// Networks without a norm are written as before, and a norm with its scale is read back.
    void files_name_the_norm_only_where_there_is_one()
    {
        QVERIFY(format_experiment(normed("none", "relu", 3, 8, 8)).find("norm\"") == std::string::npos);
        Experiment e = normed("batch_norm", "relu", 3, 8, 8);
        e.network.roles[role_of_norms] = {"constant", {{"value", 0.5}}};
        e = with_completed_parameters(e);
        const std::string text = format_experiment(e);
        QVERIFY(text.find("\"norm\": \"batch_norm\"") != std::string::npos);
        QCOMPARE(networks::parsed(text), e);
    }
};

STEPZERO_TEST(TestNormedLayers, NoApplication)

}   // namespace tst_normed_layers
#include "tst_normed_layers.moc"
