// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs beside a window: the newest one wins, what is dragged may finish, and nothing outdated arrives.
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "app/latest_job.h"
#include "tests/main/registered_test.h"

namespace tst_latest_job {

using namespace stepzero;

class TestLatestJob : public QObject {
    Q_OBJECT

    std::binary_semaphore begun_ {0}, goOn_ {0};

    /// A job that tells when it has begun, waits until it may go on, and posts its name.
    LatestJob::Work waiting(QStringList& seen, const QString& name)
    {
        return [this, &seen, name](const LatestJob::Turn& turn) {
            begun_.release();
            goOn_.acquire();
            turn.context().check();
            turn.post([&seen, name] { seen << name; });
        };
    }
    static LatestJob::Work quick(QStringList& seen, const QString& name)
    {
        return [&seen, name](const LatestJob::Turn& turn) { turn.post([&seen, name] { seen << name; }); };
    }

private slots:
    void aNewerJobStopsTheOneBefore()
    {
        QStringList seen;
        LatestJob jobs;
        QSignalSpy changed(&jobs, &LatestJob::runningChanged);
        jobs.start(waiting(seen, "first"));
        begun_.acquire();
        jobs.start(quick(seen, "forgotten"));
        jobs.start(quick(seen, "last"));
        goOn_.release();
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(seen, QStringList {"last"});
        QCOMPARE(changed.size(), 2);   // it began once and ended once
    }

    /// What the job under way has posted before belongs to nobody any more.
    void whatIsOutdatedIsDropped()
    {
        QStringList seen;
        LatestJob jobs;
        jobs.start([&](const LatestJob::Turn& turn) {
            turn.post([&seen] { seen << "outdated"; });
            begun_.release();
        });
        begun_.acquire();   // posted, and not delivered: this thread has not looked yet
        jobs.start(quick(seen, "last"));
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(seen, QStringList {"last"});
    }

    void whatIsDraggedFinishes()
    {
        QStringList seen;
        LatestJob jobs;
        jobs.start(waiting(seen, "first"), true);
        begun_.acquire();
        jobs.start(quick(seen, "forgotten"), true);
        jobs.start(quick(seen, "last"), true);
        goOn_.release();
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(seen, (QStringList {"first", "last"}));
    }

    void aJobGivesWay()
    {
        QStringList seen;
        LatestJob jobs;
        jobs.start(
            [&](const LatestJob::Turn& turn) {
                turn.post([&seen] { seen << "preview"; });
                begun_.release();
                goOn_.acquire();
                turn.yieldToNewer();
                turn.context().check();
                turn.post([&seen] { seen << "full"; });
            },
            true);
        begun_.acquire();
        jobs.start(quick(seen, "last"), true);
        goOn_.release();
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(seen, (QStringList {"preview", "last"}));
    }

    void aCancelledJobKeepsWhatItPosted()
    {
        QStringList seen;
        LatestJob jobs;
        jobs.start([&](const LatestJob::Turn& turn) {
            turn.post([&seen] { seen << "part"; });
            begun_.release();
            goOn_.acquire();
            turn.context().check();
            turn.post([&seen] { seen << "whole"; });
        });
        begun_.acquire();
        jobs.start(quick(seen, "waits"), true);
        jobs.cancel();
        goOn_.release();
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(seen, QStringList {"part"});
    }

    void failuresAreSentences()
    {
        LatestJob jobs;
        QSignalSpy failed(&jobs, &LatestJob::failed);
        jobs.start([](const LatestJob::Turn&) { throw std::runtime_error("no room"); });
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QString("no room"));
    }

    /// A short job is silent; of a long one no more is said than can be read.
    void progressIsSaidAfterAWhile()
    {
        LatestJob jobs;
        QSignalSpy progress(&jobs, &LatestJob::progress);
        jobs.start([](const LatestJob::Turn& turn) { turn.context().progress(0.5, Text::name("half")); });
        QTRY_VERIFY(!jobs.isRunning());
        QCOMPARE(progress.size(), 0);
        std::atomic<int> reports = 0;
        jobs.start([&reports](const LatestJob::Turn& turn) {
            const auto begun = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(500)) {
                turn.context().progress(0.5, Text::name("half"));
                ++reports;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
        QTRY_VERIFY(!jobs.isRunning());
        QVERIFY2(!progress.isEmpty() && progress.size() <= 5, qPrintable(QString::number(progress.size())));
        QCOMPARE(progress[0][1].toString(), QString("half"));
    }

    void theDestructorWaits()
    {
        std::atomic<bool> ended = false;
        {
            LatestJob jobs;
            jobs.start([&](const LatestJob::Turn& turn) {
                begun_.release();
                while (!turn.context().stop.stop_requested())
                    std::this_thread::yield();
                ended = true;
            });
            begun_.acquire();
        }
        QVERIFY(ended);
    }
};

STEPZERO_TEST(TestLatestJob, QCoreApplication)

}   // namespace tst_latest_job
#include "tst_latest_job.moc"
