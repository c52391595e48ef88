// SPDX-License-Identifier: GPL-3.0-or-later
// The guarantees of the runner, with computations that take as long as the test wants.
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <new>
#include <thread>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include "app/study_runner.h"
#include "core/base/words/problem.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/network/init/bases.h"
#include "core/simulate/simulate.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"

namespace tst_study_runner {

using namespace stepzero;

namespace {

StudyPtr made(const StudyRequest& request, Stage stage)
{
    auto study = std::make_shared<Study>();
    study->experiment = request.experiment;
    study->plan = request.plan;
    study->generation = request.generation;
    study->stage = stage;
    study->layer = request.focus.layer;
    study->measurement = std::make_shared<Measurement>();
    return study;
}

/// Returns a computation of `milliseconds` that obeys its stop token.
StudyRunner::Compute taking(int milliseconds, Stage stage, std::atomic<int>* begun = nullptr)
{
    return [=](const StudyRequest& request, StudyCaches&, const Context& context) {
        if (begun)
            ++*begun;
        for (int i = 0; i < milliseconds; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            context.progress(double(i) / milliseconds, Text::name("waiting"));
            context.check();
        }
        return made(request, stage);
    };
}

Experiment ofDepth(int depth)
{
    Experiment e;
    e.network.depth = depth;
    return e;
}

/// Records all deliveries, in order.
struct Log : QVector<StudyPtr> {
    explicit Log(StudyRunner& runner)
    {
        QObject::connect(&runner, &StudyRunner::delivered, &runner, [this](const StudyPtr& study) { append(study); });
    }
    bool hasFull(quint64 generation) const
    {
        return !isEmpty() && last()->generation == generation && last()->stage == Stage::full;
    }
};

}   // namespace

class TestStudyRunner : public QObject {
    Q_OBJECT
private slots:
    void givesWayToTheWindow();
    void previewThenFull();
    void latestWins();
    void aNewerRequestStopsTheFullRun();
    void dragShowsPreviewsAndNothingStale();
    void otherLayerNeedsNoPreview();
    void failures_data();
    void failures();
    void cancel();
    void theoryStandsInForASlowPreview();
    void theoryFollowsADrag();
    void measurementsFollowADrag();
    void currentFor150ms();
    void whatIsLeftWhenNothingMoreComes_data();
    void whatIsLeftWhenNothingMoreComes();
    void progressOnlyForLongRuns();
    void progressOfWhatSaysNothing();
    void whatDoesNotFit();
    void asksBeforeALongStudyThatIsThereAgain();
    void endsWhileComputing();
    void forgetsNoiseWhenIdle();
};

/// Must be first, because the first user of the shared pool sets the priority of its threads. Any thread of the runner
/// may be it.
void TestStudyRunner::givesWayToTheWindow()
{
#ifdef __linux__
    const auto mine = [] { return getpriority(PRIO_PROCESS, 0); };   // priority of the calling thread, on Linux
    const int window = mine();
    std::atomic<int> theory {window}, study {window}, pooled {0}, behind {0};
    std::atomic<bool> shown {false};   // a preview that precedes theory would replace it
    const auto look = [&](std::atomic<int>& own, Stage stage) {
        return [&, stage](const StudyRequest& request, StudyCaches& caches, const Context& context) {
            own = mine();
            const auto caller = std::this_thread::get_id();
            ThreadPool::shared().run(64, context.stop, [&](int) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                if (std::this_thread::get_id() != caller) {
                    ++pooled;
                    behind += mine() > window;
                }
            });
            while (stage == Stage::preview && !shown && !context.stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return taking(1, stage)(request, caches, context);
        };
    };
    StudyRunner runner(look(theory, Stage::theory), look(study, Stage::preview), taking(1, Stage::full));
    Log log(runner);
    connect(&runner, &StudyRunner::delivered, this, [&shown] { shown = true; });
    const quint64 generation = runner.request(ofDepth(1), {1});
    QTRY_VERIFY_WITH_TIMEOUT(log.hasFull(generation), 60000);
    QCOMPARE(log.size(), 3);
    QVERIFY(theory > window && study > window);
    QVERIFY(pooled > 0 || ThreadPool::shared().threads() == 1);
    QCOMPARE(behind.load(), pooled.load());
#endif
}

void TestStudyRunner::previewThenFull()
{
    StudyRunner runner({}, taking(1, Stage::preview), taking(5, Stage::full));
    Log log(runner);
    const quint64 generation = runner.request(ofDepth(3), {2});
    QTRY_VERIFY(log.hasFull(generation));
    QCOMPARE(log.size(), 2);
    QVERIFY(log[0]->stage == Stage::preview);
    QCOMPARE(log[1]->layer, 2);
    QVERIFY(runner.state() == StudyRunner::State::idle);
}

void TestStudyRunner::latestWins()
{
    std::atomic<int> begun = 0;
    StudyRunner runner({}, taking(30, Stage::preview, &begun), taking(10, Stage::full));
    Log log(runner);
    quint64 last = 0;
    for (int depth = 1; depth <= 100; ++depth)
        last = runner.request(ofDepth(depth), {1});
    QTRY_VERIFY(log.hasFull(last));
    QCOMPARE(log.size(), 2);   // no delivery of the other ninety-nine
    QVERIFY2(begun <= 3, "requests queued up");
    QCOMPARE(log.last()->experiment.network.depth, 100);
}

void TestStudyRunner::aNewerRequestStopsTheFullRun()
{
    std::atomic<int> begun = 0;
    StudyRunner runner({}, taking(1, Stage::preview), taking(3000, Stage::full, &begun));
    Log log(runner);
    runner.request(ofDepth(1), {1});
    QTRY_COMPARE(begun.load(), 1);
    QElapsedTimer timer;
    timer.start();
    runner.request(ofDepth(2), {1});
    QTRY_COMPARE_WITH_TIMEOUT(begun.load(), 2, 1000);
    QVERIFY2(timer.elapsed() < 500, "the older run went on");
    for (const StudyPtr& study : log)
        QVERIFY(study->stage == Stage::preview);
}

void TestStudyRunner::dragShowsPreviewsAndNothingStale()
{
    // Previews slower than the drag: fifty values, 5 ms apart, 12 ms each.
    StudyRunner runner({}, taking(12, Stage::preview), taking(40, Stage::full));
    Log log(runner);
    quint64 last = 0;
    for (int depth = 1; depth <= 50; ++depth) {
        last = runner.request(ofDepth(depth), {1}, true);
        QTest::qWait(5);
    }
    QTRY_VERIFY(log.hasFull(last));
    QVERIFY2(log.size() >= 8, "the screen starved while dragging");
    for (int i = 1; i < log.size(); ++i) {
        QVERIFY(log[i]->generation >= log[i - 1]->generation);
        if (log[i]->stage == Stage::full)
            QCOMPARE(log[i]->generation, last);
    }
    // A request after a drag does not belong to it: the running preview is cancelled.
    log.clear();
    runner.request(ofDepth(60), {1}, true);
    QTest::qWait(3);
    last = runner.request(ofDepth(70), {1});
    QTRY_VERIFY(log.hasFull(last));
    for (const StudyPtr& study : log)
        QCOMPARE(study->generation, last);
}

void TestStudyRunner::otherLayerNeedsNoPreview()
{
    StudyRunner runner({}, taking(1, Stage::preview), taking(1, Stage::full));
    Log log(runner);
    quint64 generation = runner.request(ofDepth(5), {1});
    QTRY_VERIFY(log.hasFull(generation));
    generation = runner.request(ofDepth(5), {4});
    QTRY_VERIFY(log.hasFull(generation));
    QCOMPARE(log.size(), 3);
    QCOMPARE(log.last()->layer, 4);
}

void TestStudyRunner::failures_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("too large") << 0 << "needs 900 GB";
    QTest::newRow("bad input") << 1 << "no such file";
    QTest::newRow("no memory") << 2 << "memory";
    QTest::newRow("not valid") << 3 << "network.depth";
}

void TestStudyRunner::failures()
{
    QFETCH(int, kind);
    QFETCH(QString, sentence);
    StudyRunner runner(
        {},
        [kind](const StudyRequest& request, StudyCaches&, const Context&) -> StudyPtr {
            if (request.experiment.network.depth == 2)
                return made(request, Stage::preview);
            switch (kind) {
            case 0:
                throw TooLarge(Text::name("needs 900 GB"));
            case 1:
                throw BadInput(Text::name("no such file"));
            default:
                throw std::bad_alloc();
            }
        },
        taking(1, Stage::full));
    Log log(runner);
    QSignalSpy failed(&runner, &StudyRunner::failed);
    runner.request(ofDepth(kind == 3 ? -3 : 5), {1});
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY2(failed[0][1].toString().contains(sentence), qPrintable(failed[0][1].toString()));
    QVERIFY(runner.state() == StudyRunner::State::idle);
    QVERIFY(log.isEmpty());
    // The runner continues to work.
    const quint64 generation = runner.request(ofDepth(2), {1});
    QTRY_VERIFY(log.hasFull(generation));
}

void TestStudyRunner::cancel()
{
    StudyRunner runner({}, taking(1, Stage::preview), taking(3000, Stage::full));
    Log log(runner);
    QSignalSpy cancelled(&runner, &StudyRunner::cancelled);
    runner.request(ofDepth(1), {1});
    QTRY_COMPARE(log.size(), 1);
    runner.cancel();
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(runner.state() == StudyRunner::State::idle);
    QTest::qWait(50);
    // The preview is delivered again, because nothing else follows.
    QCOMPARE(log.size(), 2);
    QVERIFY(log.last()->stage == Stage::stopped);
    runner.cancel();
    QCOMPARE(cancelled.size(), 1);
}

void TestStudyRunner::theoryStandsInForASlowPreview()
{
    StudyRunner runner(taking(1, Stage::theory), taking(300, Stage::preview), taking(1, Stage::full));
    Log log(runner);
    quint64 generation = runner.request(ofDepth(1), {1});
    QTRY_VERIFY(log.hasFull(generation));
    QCOMPARE(log.size(), 3);
    QVERIFY(log[0]->stage == Stage::theory && log[1]->stage == Stage::preview);
    // Another view of the same experiment: the present study is current, and stays.
    log.clear();
    generation = runner.request(ofDepth(1), {2});
    QTRY_VERIFY(log.hasFull(generation));
    QCOMPARE(log.size(), 1);

    // The distributions of a deep network are delivered before its theory, which follows.
    StudyRunner deep(
        [](const StudyRequest& request, StudyCaches& caches, const Context& context) {
            request.interim(made(request, Stage::theory));
            return taking(50, Stage::theory)(request, caches, context);
        },
        taking(300, Stage::preview), taking(1, Stage::full));
    Log deepLog(deep);
    generation = deep.request(ofDepth(1), {1});
    QTRY_VERIFY(deepLog.hasFull(generation));
    QCOMPARE(deepLog.size(), 4);
    QVERIFY(deepLog[0]->stage == Stage::theory && deepLog[1]->stage == Stage::theory && deepLog[0] != deepLog[1]);

    std::atomic<int> begun {0};
    StudyRunner quick(taking(1, Stage::theory, &begun), taking(1, Stage::preview), taking(200, Stage::full));
    Log quickLog(quick);
    generation = quick.request(ofDepth(1), {1});
    QTRY_VERIFY(quickLog.hasFull(generation));
    QCOMPARE(begun, 0);
}

/// If previews take far longer than the drag, theory alone keeps up with it.
void TestStudyRunner::theoryFollowsADrag()
{
    StudyRunner runner(taking(5, Stage::theory), taking(2000, Stage::preview), taking(1, Stage::full));
    Log log(runner);
    runner.request(ofDepth(1000), {1});
    quint64 last = 0;
    for (int depth = 1; depth <= 60; ++depth) {
        last = runner.request(ofDepth(depth), {1}, true);
        QTest::qWait(10);
    }
    QVERIFY2(log.size() >= 3, "the screen starved while dragging");
    QTRY_VERIFY(log.last()->generation == last);
    for (int i = 0; i < log.size(); ++i) {
        QVERIFY(log[i]->stage == Stage::theory);
        QVERIFY(i == 0 || log[i]->generation > log[i - 1]->generation);
    }
}

/// If theory takes far longer than the drag, measurements are shown without it, and further requests do not wait for
/// the rest.
void TestStudyRunner::measurementsFollowADrag()
{
    std::atomic<int> ended {0};
    const auto slowTheory = [&](const StudyRequest& request, StudyCaches& caches, const Context& context) {
        request.interim(made(request, Stage::preview));
        const StudyPtr whole = taking(1500, Stage::preview)(request, caches, context);
        ++ended;
        return whole;
    };
    StudyRunner runner({}, slowTheory, taking(1, Stage::full));
    Log log(runner);
    runner.request(ofDepth(1000), {1});
    for (int depth = 1; depth <= 10; ++depth) {
        const quint64 generation = runner.request(ofDepth(depth), {1}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!log.isEmpty() && log.last()->generation == generation, 1000);
        QVERIFY(log.last()->stage == Stage::preview);
    }
    QCOMPARE(ended, 0);
    QTRY_VERIFY(log.hasFull(runner.requestedGeneration()));
    QCOMPARE(ended, 1);
}

void TestStudyRunner::currentFor150ms()
{
    StudyRunner runner({}, taking(1, Stage::preview), taking(1, Stage::full));
    QSignalSpy changed(&runner, &StudyRunner::oldestCurrentChanged);
    const quint64 first = runner.request(ofDepth(1), {1});
    const quint64 same = runner.request(ofDepth(1), {2});
    QElapsedTimer timer;
    timer.start();
    const quint64 next = runner.request(ofDepth(2), {1});
    QVERIFY(runner.oldestCurrent() <= first);
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(timer.elapsed() >= 149);
    QCOMPARE(runner.oldestCurrent(), next);
    QCOMPARE(next, same + 1);
    QTest::qWait(200);
    QCOMPARE(changed.size(), 1);
}

void TestStudyRunner::whatIsLeftWhenNothingMoreComes_data()
{
    QTest::addColumn<bool>("fails");
    QTest::addColumn<int>("theory");   // in milliseconds
    QTest::newRow("cancelled") << false << 1;
    QTest::newRow("cancelled before the theory is there") << false << 400;
    QTest::newRow("failed") << true << 1;
    QTest::newRow("failed before the theory is there") << true << 400;
}

void TestStudyRunner::whatIsLeftWhenNothingMoreComes()
{
    QFETCH(const bool, fails);
    QFETCH(const int, theory);
    StudyRunner runner(
        taking(theory, Stage::theory),
        [fails](const StudyRequest& request, StudyCaches& caches, const Context& context) {
            const StudyPtr study = taking(fails ? 200 : 5000, Stage::preview)(request, caches, context);
            if (fails)
                throw TooLarge(Text::name("needs 900 GB"));
            return study;
        },
        taking(1, Stage::full));
    Log log(runner);
    QSignalSpy ended(&runner, fails ? SIGNAL(failed(quint64, QString)) : SIGNAL(cancelled(quint64)));
    const quint64 generation = runner.request(ofDepth(1), {1});
    if (!fails) {
        QTest::qWait(200);
        runner.cancel();
    }
    QTRY_COMPARE(ended.size(), 1);
    QTRY_VERIFY(!log.isEmpty() && log.last()->stage == Stage::stopped);
    QCOMPARE(log.last()->generation, generation);
    QTest::qWait(300);
    QVERIFY(log.last()->stage == Stage::stopped);
    QVERIFY(runner.state() == StudyRunner::State::idle);
}

void TestStudyRunner::progressOnlyForLongRuns()
{
    StudyRunner runner(
        {}, taking(1, Stage::preview), [](const StudyRequest& request, StudyCaches& cache, const Context& context) {
            return taking(request.experiment.network.depth, Stage::full)(request, cache, context);
        });
    Log log(runner);
    QSignalSpy progress(&runner, &StudyRunner::progress);
    quint64 generation = runner.request(ofDepth(30), {1});
    QTRY_VERIFY(log.hasFull(generation));
    QCOMPARE(progress.size(), 0);
    generation = runner.request(ofDepth(700), {1});
    QTRY_VERIFY(log.hasFull(generation));
    QVERIFY(progress.size() >= 3 && progress.size() <= 40);
}

/// A phase that reports nothing, however long, still has a progress bar and Cancel.
void TestStudyRunner::progressOfWhatSaysNothing()
{
    StudyRunner runner({}, taking(1, Stage::preview), [](const StudyRequest& request, StudyCaches&, const Context&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(800));
        return made(request, Stage::full);
    });
    QSignalSpy progress(&runner, &StudyRunner::progress);
    runner.request(ofDepth(1), {1});
    QTRY_VERIFY(runner.state() == StudyRunner::State::idle);
    QVERIFY(progress.size() >= 3);
    const qsizetype said = progress.size();
    QTest::qWait(400);
    QCOMPARE(progress.size(), said);
}

/// A study that needs more memory than available is not started, unless the user insists.
void TestStudyRunner::whatDoesNotFit()
{
    std::atomic<int> begun {0};
    StudyRunner runner({}, taking(1, Stage::preview, &begun), taking(1, Stage::full));
    Log log(runner);
    QSignalSpy failed(&runner, &StudyRunner::failed);
    Experiment large = ofDepth(1000);
    large.network.width = 65536;   // 0.5 TB of signals
    large.input.samples = 4096;
    runner.request(large, {1});
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 120000);
    const QString sentence = failed[0][1].toString();
    QVERIFY2(sentence.contains("TB") || sentence.contains("GB of memory"), qPrintable(sentence));
    QVERIFY2(sentence.contains("a width of "), qPrintable(sentence));
    QCOMPARE(begun, 0);
    QVERIFY(runner.mayRunAnyway());
    const quint64 generation = runner.runAnyway();
    QVERIFY(!runner.mayRunAnyway());
    QTRY_VERIFY(log.hasFull(generation));
    QVERIFY(same_numbers(log.last()->experiment, large));
}

/// A study that is restored at a start is previewed, but a study of minutes begins only after a request.
void TestStudyRunner::asksBeforeALongStudyThatIsThereAgain()
{
    std::atomic<int> begun {0};
    StudyRunner runner({}, taking(1, Stage::preview), taking(1, Stage::full, &begun));
    Log log(runner);
    QSignalSpy failed(&runner, &StudyRunner::failed);
    Experiment lengthy = ofDepth(10);
    lengthy.network.width = 256;
    lengthy.input.samples = 1000;
    lengthy.train = default_training(lengthy.network);
    lengthy.train->steps = 10000;
    lengthy = with_completed_parameters(lengthy);
    QVERIFY(validate(lengthy).empty());
    runner.setRestored(lengthy);
    for (const int layer : {1, 2}) {   // showing another layer does not request it
        runner.request(lengthy, {layer});
        QTRY_COMPARE(failed.size(), layer);
        QVERIFY2(failed.last()[1].toString().contains("reopened"), qPrintable(failed.last()[1].toString()));
        QVERIFY(!log.isEmpty() && log.last()->stage == Stage::stopped);
        QVERIFY(runner.mayRunAnyway());
        QCOMPARE(begun, 0);
    }
    quint64 generation = runner.runAnyway();
    QTRY_VERIFY(log.hasFull(generation));
    Experiment another = lengthy;
    another.seed = 7;
    generation = runner.request(another, {1});   // as if it were typed
    QTRY_VERIFY(log.hasFull(generation));
    runner.setRestored(ofDepth(3));
    generation = runner.request(ofDepth(3), {1});   // short work needs no question
    QTRY_VERIFY(log.hasFull(generation));
    QCOMPARE(failed.size(), 2);
}

/// Noise is discarded only when idle: a slider that is dragged with pauses finds it.
void TestStudyRunner::forgetsNoiseWhenIdle()
{
    constexpr std::size_t matrix = 64 * 64 * sizeof(float), some = 2 * matrix;
    const auto drawing = [](const StudyRequest& request, StudyCaches& caches, const Context& context) {
        for (std::uint32_t layer = 1; layer <= 5; ++layer)
            caches.noise.base({base_normal(), 1, 0}, {7, 0, TensorRole::weight, layer}, 64, 64, context);
        return made(request, Stage::full);
    };
    StudyRunner runner({}, taking(1, Stage::preview), drawing);
    QCOMPARE(runner.kept().idle, std::size_t(256'000'000));
    Log log(runner);
    const auto shrinks = [&] {
        const quint64 generation = runner.request(ofDepth(3), {});
        return QTest::qWaitFor([&] { return log.hasFull(generation); }) && runner.kept().now >= 5 * matrix
            && QTest::qWaitFor([&] { return runner.kept().now <= some; });
    };
    runner.keepIdle(some, std::chrono::milliseconds(50));
    QVERIFY(shrinks());
    QVERIFY(runner.kept().now >= matrix);
    QVERIFY(shrinks());   // every time
    runner.keepIdle(0, std::chrono::milliseconds(50));   // and for noise that is already cached
    QTRY_COMPARE(runner.kept().now, std::size_t(0));
}

void TestStudyRunner::endsWhileComputing()
{
    QElapsedTimer timer;
    {
        StudyRunner runner({}, taking(1, Stage::preview), taking(5000, Stage::full));
        runner.request(ofDepth(1), {1});
        QTest::qWait(30);
        timer.start();
    }
    QVERIFY(timer.elapsed() < 500);
}

STEPZERO_TEST(TestStudyRunner, QApplication)

}   // namespace tst_study_runner
#include "tst_study_runner.moc"
