// SPDX-License-Identifier: GPL-3.0-or-later
// Every loss against its own differences; published numbers; and the finding of a first loss above that of the prior.
#include <QTest>
#include <cmath>

#include "core/diagnose/steps.h"
#include "core/network/init/noise_cache.h"
#include "core/train/default_training.h"
#include "core/train/loss.h"
#include "core/train/training_run.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_losses {

using namespace stepzero;
using Eigen::ArrayXd;

namespace {

double value(const LossInfo& loss, const ArrayXd& y, const ArrayXd& t)
{
    ArrayXd gradient(y.size());
    return loss.sample(y, t, 1, gradient);
}

ArrayXd slope(const LossInfo& loss, const ArrayXd& y, const ArrayXd& t)
{
    ArrayXd gradient(y.size());
    loss.sample(y, t, 1, gradient);
    return gradient;
}

Experiment classifier(const std::string& kind, const std::string& loss, const std::string& readout)
{
    Experiment e = networks::of_kind(kind, 2, 64, {}, 256);
    e.train = default_training(e.network);
    e.train->task = {"clusters", {{"classes", 100.0}}};
    e.train->steps = 8;
    e.train->loss = loss;
    e.train->readout = readout;
    return with_completed_parameters(std::move(e));
}

}   // namespace

class TestLosses : public QObject {
    Q_OBJECT

private slots:
    void derivatives_are_those_of_the_loss()
    {
        ArrayXd y(5), t(5), v(5);
        y << -3, 0, 0.7, 8, -0.2;
        t << 0, 0, 1, 0, 0;
        v << 0.3, -1, 0.5, 0.2, 0.9;
        constexpr double h = 1e-5;   // differences are exact to h², and to 1e-15/h
        for (const LossInfo& loss : losses()) {
            const double along = (value(loss, y + h * v, t) - value(loss, y - h * v, t)) / (2 * h);
            QVERIFY2(std::abs(along - (slope(loss, y, t) * v).sum()) < 1e-8, loss.name.c_str());
            const ArrayXd bend = (slope(loss, y + h * v, t) - slope(loss, y - h * v, t)) / (2 * h);
            QVERIFY2(((bend - loss.curvature(y, t, v)).abs() < 1e-8).all(), loss.name.c_str());
            if (!loss.constant)
                continue;
            // One of five targets is 1.
            const double constant = value(loss, ArrayXd::Constant(5, -1.3), t);
            QVERIFY2(std::abs(constant - 5 * loss.constant(-1.3, 0.2)) < 1e-12, loss.name.c_str());
            QVERIFY2(slope(loss, ArrayXd::Constant(5, 800), t).allFinite(), loss.name.c_str());
            QVERIFY2(std::isfinite(value(loss, ArrayXd::Constant(5, -800), t)), loss.name.c_str());
        }
    }

    /// At p = 1/2 each output costs ln 2; focal loss weights this by α_t/4.
    void known_values()
    {
        const ArrayXd y = ArrayXd::Zero(4), t = (ArrayXd(4) << 0, 1, 0, 0).finished();
        QVERIFY(std::abs(value(*fixed_loss("binary_cross_entropy"), y, t) - 4 * std::log(2)) < 1e-14);
        QVERIFY(std::abs(value(*fixed_loss("focal"), y, t) - (0.25 + 3 * 0.75) / 4 * std::log(2)) < 1e-14);
        QCOMPARE(fixed_loss("task"), nullptr);
    }

    void prior_bounds_the_first_loss_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("loss");
        std::size_t turn = 0;   // losses take turns
        for (const char* kind : {"dense", "convolution", "residual"}) {
            ++turn;
            for (const char* loss : {"binary_cross_entropy", "focal"})
                if (turn++ % 2 == 0 || tested::every_case())
                    QTest::addRow("%s, %s", kind, loss) << kind << loss;
        }
    }
    void prior_bounds_the_first_loss()
    {
        QFETCH(QString, kind);
        QFETCH(QString, loss);
        NoiseCache cache(std::size_t(1) << 26);
        const auto run = [&](const Experiment& e) { return run_training(e, plan_of(e.network), cache, {}); };
        const auto finding = [&](const Experiment& e, const TrainingRun& told) {
            std::vector<Finding> all = diagnose_steps(e, plan_of(e.network), told, cache, {});
            std::erase_if(all, [](const Finding& f) { return f.id != "loss_above_prior"; });
            return all;
        };
        const Experiment e = classifier(kind.toStdString(), loss.toStdString(), "zeros");
        QVERIFY(validate(e).empty());
        // Zero logits: p = 1/2 everywhere.
        const double half = loss == "focal" ? (0.25 + 99 * 0.75) / 4 * std::log(2) : std::log(2);
        const TrainingRun told = run(e);
        QVERIFY(std::abs(told.steps.front().loss - half) < 1e-6 * half);
        const std::vector<Finding> found = finding(e, told);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().fixes.size(), std::size_t(1));
        const Experiment fixed = found.front().fixes.front().experiment(cache, {});
        QCOMPARE(fixed.train->readout, std::string("prior"));
        const TrainingRun again = run(fixed);
        QVERIFY(finding(fixed, again).empty());
        // The logits' σ is 0.01 √64 = 0.08 times an RMS below 2. Five standard errors of a mean over 100 classes are
        // 8%.
        const LossInfo& info = *fixed_loss(loss.toStdString());
        const double prior = info.constant(-std::log(99.0), 0.01) * (info.over_outputs ? 1 : 100);
        QVERIFY(std::abs(again.steps.front().loss / prior - 1) < 0.1);
    }
};

STEPZERO_TEST(TestLosses, NoApplication)

}   // namespace tst_losses
#include "tst_losses.moc"
