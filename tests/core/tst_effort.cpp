// SPDX-License-Identifier: GPL-3.0-or-later
// The estimated effort of a study, compared with its actual effort.
#include <QTest>
#include <algorithm>
#include <atomic>
#include <thread>

#include "core/base/words/shown_text.h"
#include "core/kinds/kinds.h"
#include "core/study/effort.h"
#include "core/study/make_study.h"
#include "tests/core/allocated.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_effort {

using namespace stepzero;

namespace {

constexpr std::size_t noise = std::size_t(256) << 20;

Experiment dense(int width, int depth, int samples, bool spectra)
{
    Experiment e;
    e.network.width = width;
    e.network.depth = depth;
    e.input.samples = samples;
    e.measure.weight_spectra = e.measure.jacobian = spectra;
    return e;
}

Experiment preset(const char* name, int samples)
{
    Experiment e = networks::preset(name);
    e.network.depth = std::min(e.network.depth, 4);
    e.input.samples = samples;
    return e;
}

}   // namespace

class TestEffort : public QObject {
    Q_OBJECT
private slots:
    void memory_data()
    {
        QTest::addColumn<Experiment>("experiment");
        QTest::newRow("signals") << dense(512, 10, 4000, false);
        QTest::newRow("signals in parts") << dense(100, 10, 100'000, false);
        QTest::newRow("weights") << dense(2000, 3, 8, false);
        QTest::newRow("spectra") << dense(1000, 2, 8, true);
        QTest::newRow("transformer") << preset("notes-transformer", 1);
        QTest::newRow("residual") << preset("residual-pre-norm", 2000);
    }

    // Accurate to a factor of 2: overhead of malloc, tiles of threads and short-lived copies are not counted, and not
    // everything counted exists at the same time.
    void memory()
    {
        if (!allocated())
            QSKIP("nothing says what is allocated");
        QFETCH(const Experiment, experiment);
        StudyCaches caches(noise);
        const double before = *allocated();
        std::atomic<double> most = 0;
        {
            std::jthread watching([&](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                    most = std::max(most.load(), *allocated());
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
            });
            StudyRequest request;
            request.experiment = experiment;
            full_study(request, caches, {});
        }
        const double said = effort_of(experiment, plan_of(experiment.network), noise).bytes, taken = most - before;
        qInfo("%.0f MB of %.0f MB", taken / 1e6, said / 1e6);
        QVERIFY2(taken > said / 2 && taken < 2 * said, qPrintable(QString("%1 of %2").arg(taken).arg(said)));
    }

    void workGrowsWithItsParts()
    {
        const auto operations = [](const Experiment& e) { return effort_of(e, plan_of(e.network), noise).operations; };
        const double some = operations(dense(256, 10, 1000, false));
        // Forward and backward are 4 operations per weight and sample.
        QVERIFY(some > 4.0 * 256 * 256 * 10 * 1000);
        QVERIFY(operations(dense(256, 10, 100'000, false)) > 50 * some);
        QVERIFY(operations(dense(256, 10, 1000, true)) > some);
        Experiment three = dense(256, 10, 100'000, false);
        const double one = operations(three);
        three.replicas = 3;
        QVERIFY(std::abs(operations(three) / one - 3) < 0.1);
    }

    void whatWouldFitIsSaid()
    {
        const Experiment e = dense(4096, 10, 1'000'000, false);
        const Effort effort = effort_of(e, plan_of(e.network), noise);
        const std::string sentence = too_large(e, effort, 0.9 * effort.bytes, noise).english();
        QVERIFY2(QString::fromStdString(sentence).contains("a width of 2048 would fit"), sentence.c_str());
        QVERIFY(QString::fromStdString(sentence).contains(QString::fromStdString(bytes_text(effort.bytes))));
    }

    void words()
    {
        QCOMPARE(bytes_text(310.4e6), std::string("310 MB"));
        QCOMPARE(bytes_text(2.13e9), std::string("2.1 GB"));
        QCOMPARE(bytes_text(23e9), std::string("23 GB"));
        QCOMPARE(seconds_text(0.3), std::string("1 s"));
        QCOMPARE(seconds_text(38), std::string("40 s"));
        QCOMPARE(seconds_text(170), std::string("3 min"));
        QCOMPARE(seconds_text(7300), std::string("2 h"));
    }

    void paceIsThatOfTheLastWork()
    {
        Pace pace;
        QVERIFY(!pace.seconds(1e9));
        pace.took(1e9, 0.1);
        QCOMPARE(*pace.seconds(5e9), 0.5);
        for (int i = 0; i < 100; ++i)
            pace.took(1e9, 1);   // as if on another machine
        QVERIFY(std::abs(*pace.seconds(1e9) - 1) < 0.01);
    }
};

STEPZERO_TEST(TestEffort, QCoreApplication)

}   // namespace tst_effort
#include "tst_effort.moc"
