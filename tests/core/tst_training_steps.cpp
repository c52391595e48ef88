// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of single steps on matrices: their norms and ranks against complete singular value decompositions.
// Identical units stay identical with every optimizer until noise separates them.
#include <QTest>
#include <cmath>
#include <random>

#include "core/diagnose/steps.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/math/linear/spectral_norm.h"
#include "core/train/default_training.h"
#include "core/train/nearest_units.h"
#include "core/train/training_run.h"
#include "tests/cases.h"
#include "tests/core/eigen_references.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_training_steps {

using namespace stepzero;

namespace {

Experiment dense(const std::string& weight, const OptimizerInfo& optimizer)
{
    Experiment e = networks::experiment(
        R"("kind": "dense", "depth": 3, "width": 80, "input_width": 30, "activation": "tanh", "weight": )" + weight,
        R"("input": {"samples": 40}, "seed": 5)");
    e.train = default_training(e.network);
    e.train->steps = 12;
    e.train->optimizer = {optimizer.name, {}};
    e.train->learning_rate = optimizer.rate;
    return with_completed_parameters(e);
}

double largest(const Eigen::MatrixXf& matrix) { return jacobi_singular_values(matrix.cast<double>())[0]; }

}   // namespace

class TestTrainingSteps : public QObject {
    Q_OBJECT

    NoiseCache cache_ {1 << 24};
    Context context_;

    TrainingRun run(const Experiment& e) { return run_training(e, plan_of(e.network), cache_, context_); }

private slots:
    /// A first estimate is within 0.5% from below, even for square matrices, whose largest singular values are close
    /// together. It is within 0.2% while matrices change slowly.
    void norms_are_those_of_whole_decompositions()
    {
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        for (const auto& [rows, columns] : {std::pair(100, 100), {200, 40}, {30, 90}, {1, 7}, {5, 1}}) {
            WeightMatrix m = WeightMatrix::NullaryExpr(rows, columns, [&] { return normal(random); });
            Eigen::VectorXf right;
            for (int look = 0; look < 6; ++look) {
                const double found = spectral_norm(m, right, context_), exact = largest(m);
                QVERIFY2(found < exact * (1 + 1e-5) && found > exact * (look == 0 ? 0.995 : 0.998),
                    qPrintable(QString("%1 × %2: %3 of %4").arg(rows).arg(columns).arg(found).arg(exact)));
                m += 0.05F * WeightMatrix::NullaryExpr(rows, columns, [&] { return normal(random); });
            }
            QVERIFY(spectral_norm(WeightMatrix::Zero(rows, columns), right, context_) == 0);
            m(0, 0) = std::numeric_limits<float>::quiet_NaN();
            QVERIFY(std::isnan(spectral_norm(m, right, context_)));
        }
    }

    void matrices_by_step()
    {
        for (const OptimizerInfo& optimizer : optimizers()) {
            const Experiment e = dense(R"({"scheme": "lecun_normal"})", optimizer);
            const TrainingRun told = run(e);
            Trainer again(e, plan_of(e.network), cache_, context_);
            for (const TrainingStep& step : told.steps) {
                const TrainedParameters before(again.parameters());
                again.step(context_);
                for (std::size_t i = 0; i < step.moves.size(); ++i) {
                    if (again.parameters().list()[i].plan.kind == Role::bias) {
                        QVERIFY(!step.moves[i].matrix);
                        continue;
                    }
                    const WeightMatrix &w = before.weights(i), &now = again.parameters().weights(i);
                    const double unit = 1 / std::sqrt(double(w.rows()) / double(w.cols()));
                    const auto is = [&](const Eigen::MatrixXf& m, float norm, float rank) {
                        const double exact = largest(m), stable = double(m.squaredNorm()) / (exact * exact);
                        QVERIFY2(std::abs(double(norm) / (unit * exact) - 1) < 0.01, optimizer.name.c_str());
                        QVERIFY2(std::abs(double(rank) / stable - 1) < 0.02, optimizer.name.c_str());
                    };
                    const MatrixMove& move = *step.moves[i].matrix;
                    is(w, move.norm, move.rank);
                    is(now - w, move.update_norm, move.update_rank);
                    is(now - told.kept.front().parameters->weights(i), move.change_norm, move.change_rank);
                }
            }
        }
    }

    void nearest_units_are_found()
    {
        std::mt19937 random(4);
        std::normal_distribution<float> normal;
        for (const int rows : {2, 40, 300}) {
            WeightMatrix m = WeightMatrix::NullaryExpr(rows, 50, [&] { return normal(random); });
            for (const float noise : {0.0F, 1e-6F, 1e-3F}) {
                m.row(rows - 1) = m.row(0);
                m(0, 7) += noise;
                const UnitPair pair = nearest_units(m);
                QCOMPARE(int(pair.one), 0);
                QCOMPARE(int(pair.other), rows - 1);
                const double expected = double(std::abs(m(0, 7) - m(rows - 1, 7))) / double(m.row(0).norm());
                QVERIFY(std::abs(distance_of(m, pair) - expected) < 1e-3 * expected + 1e-30);
            }
        }
        QCOMPARE(distance_of(WeightMatrix::Zero(2, 3), {0, 1}), 0.0);
        QVERIFY(std::abs(distance_of(WeightMatrix::Identity(2, 2), {0, 1}) - std::sqrt(2.0)) < 1e-7);
    }

    /// Units that start identical have the same gradients, to the last bit, and stay identical. With noise their
    /// gradients differ, and they separate in some layer. Relative to the weights, which grow too, their distance may
    /// fall.
    void equal_units_stay_equal_until_noise_parts_them()
    {
        for (const OptimizerInfo& optimizer : optimizers())
            for (const bool noise : {false, true}) {
                Experiment e = dense(noise ? R"({"scheme": "normal", "mean": 0.02, "std": 1e-6})"
                                           : R"({"scheme": "constant", "value": 0.02})",
                    optimizer);
                e.train->readout = "scheme";
                e.train->steps = 40;
                const TrainingRun told = run(e);
                double most = 0;
                for (std::size_t i = 0; i < told.parameters.size(); ++i) {
                    if (!told.steps.front().moves[i].matrix || told.parameters[i].plan.block == 0)
                        continue;
                    for (const TrainingStep& step : told.steps) {
                        const MatrixMove& move = *step.moves[i].matrix;
                        QVERIFY2((move.unit_distance == 0) == !noise, optimizer.name.c_str());
                        QVERIFY2((move.unit_gradient_distance == 0) == !noise, optimizer.name.c_str());
                        QVERIFY(noise || std::abs(move.rank - 1) < 1e-4F);
                    }
                    const auto apart = [&](const TrainingStep& step) {
                        return double(step.moves[i].matrix->unit_distance * step.moves[i].weight);
                    };
                    most = std::max(most, apart(told.steps.back()) / apart(told.steps.front()));
                }
                if (noise)
                    QVERIFY2(most > 1, qPrintable(QString("%1: %2").arg(optimizer.name.c_str()).arg(most)));
            }
    }

    /// Every kind with optimizers in turn, at their default rates or a fifth of it.
    void healthy_training_has_no_findings_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("optimizer");
        std::size_t first = 0;
        for (const NetworkKind& kind : kinds()) {
            std::size_t turn = first++;
            for (const OptimizerInfo& optimizer : optimizers())
                if (tested::in_turn(turn++))
                    QTest::addRow("%s %s", kind.name.c_str(), optimizer.name.c_str())
                        << QString::fromStdString(kind.name) << QString::fromStdString(optimizer.name);
        }
    }
    void healthy_training_has_no_findings()
    {
        QFETCH(QString, kind);
        QFETCH(QString, optimizer);
        const NetworkKind& of = *find_kind(kind.toStdString());
        const OptimizerInfo& by = *find_optimizer(optimizer.toStdString());
        Experiment e;
        e.network = of.network;
        e.input = of.input;
        e.network.depth = 2;
        e.network.width = 32;
        if (of.fitted)
            e.network = of.fitted(e.network, of.network);
        e.input.samples = 16;
        e.input.tokens = 8;
        e.train = default_training(e.network);
        e.train->steps = 16;
        e.train->batch = of.takes_tokens ? 0 : 8;
        e.train->optimizer = {by.name, {}};
        e.train->learning_rate = by.adaptive ? by.rate : by.rate / 5;
        e = with_completed_parameters(e);
        const NetworkPlan plan = plan_of(e.network);
        const TrainingRun told = run_training(e, plan, cache_, context_);
        for (const Finding& f : diagnose_steps(e, plan, told, cache_, context_))
            QFAIL((f.id + ": " + f.message.english()).c_str());
    }

    void faults_are_found_data()
    {
        QTest::addColumn<QString>("weight");
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<double>("rate");
        QTest::addColumn<QString>("id");
        const QString usual = R"({"scheme": "lecun_normal"})";
        QTest::newRow("diverges") << usual << "sgd" << 1e3 << "diverged";
        QTest::newRow("a first step of Adam beyond all") << R"({"scheme": "kaiming_normal", "nonlinearity": "relu"})"
                                                         << "adam" << 0.3 << "thrown_loss";
        QTest::newRow("large steps of Adam") << usual << "adam" << 10.0 << "updates_too_large";
        QTest::newRow("small steps of Adam") << usual << "adam" << 1e-8 << "updates_too_small";
        QTest::newRow("small steps of SGD") << usual << "sgd" << 1e-7 << "updates_too_small";
        QTest::newRow("no steps") << usual << "sgd" << 0.0 << "updates_too_small";
        QTest::newRow("one unit") << R"({"scheme": "constant", "value": 0.02})"
                                  << "adam" << 1e-3 << "symmetric_units";
        QTest::newRow("two units alike") << R"({"scheme": "twins"})"
                                         << "adam" << 1e-3 << "symmetric_units";
        QTest::newRow("two units alike, SGD") << R"({"scheme": "twins"})"
                                              << "sgd" << 1e-2 << "symmetric_units";
    }
    void noise_parts_two_units()
    {
        Experiment e = dense(R"({"scheme": "twins", "noise": 0.01})", *find_optimizer("sgd"));
        e.train->readout = "scheme";
        e.train->steps = 30;
        const NetworkPlan plan = plan_of(e.network);
        for (const Finding& f : diagnose_steps(e, plan, run_training(e, plan, cache_, context_), cache_, context_))
            QVERIFY2(f.id != "symmetric_units", f.message.english().c_str());
    }

    /// ... and the experiment of each fix does not have them.
    void faults_are_found()
    {
        QFETCH(QString, weight);
        QFETCH(QString, optimizer);
        QFETCH(double, rate);
        QFETCH(QString, id);
        Experiment e = dense(weight.toStdString(), *find_optimizer(optimizer.toStdString()));
        if (id == "diverged" || id == "thrown_loss")   // tanh limits the effect of a rate
            e.network.activation = {"relu", {}};
        e.train->learning_rate = rate;
        e.train->readout = "scheme";
        e.train->steps = 30;
        const auto findings = [&](const Experiment& of) {
            const NetworkPlan plan = plan_of(of.network);
            return diagnose_steps(of, plan, run_training(of, plan, cache_, context_), cache_, context_);
        };
        const std::vector<Finding> found = findings(e);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(found.front().id), id);
        QVERIFY(!found.front().fixes.empty());
        for (const Fix& fix : found.front().fixes) {
            const Experiment fixed = fix.experiment(cache_, context_);
            QVERIFY2(validate(fixed).empty(), fix.label.english().c_str());
            QVERIFY2(findings(fixed).empty(), fix.label.english().c_str());
        }
    }
};

STEPZERO_TEST(TestTrainingSteps, QCoreApplication)

}   // namespace tst_training_steps
#include "tst_training_steps.moc"
