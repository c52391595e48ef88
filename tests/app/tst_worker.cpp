// SPDX-License-Identifier: GPL-3.0-or-later
// No exception leaves a worker: each becomes a sentence in its window.
#include <QSignalSpy>
#include <QTest>
#include <new>
#include <stdexcept>

#include "app/application.h"
#include "app/grid_runner.h"
#include "app/study_runner.h"
#include "app/worker.h"
#include "core/base/run/context.h"
#include "core/study/grid/grid_json.h"
#include "tests/main/registered_test.h"

namespace tst_worker {

using namespace stepzero;

class TestWorker : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void sentences()
    {
        QVERIFY(!failureOf([] {}));
        QVERIFY(!failureOf([] { throw Stopped {}; }));
        QCOMPARE(failureOf([] { throw std::invalid_argument("no activation swiglu"); }).value(),
            QStringLiteral("no activation swiglu"));
        QVERIFY(failureOf([] { throw std::bad_alloc(); }).value().contains("memory"));
        QVERIFY(!failureOf([] { throw std::runtime_error(""); }).value().isEmpty());
        QVERIFY(!failureOf([] { throw 7; }).value().isEmpty());
    }

    // Names that no registry knows, and an exception that is not a std::exception.
    void studies()
    {
        const auto preview = [](const StudyRequest&, StudyCaches&, const Context&) -> StudyPtr { throw 7; };
        StudyRunner runner({}, preview, preview);
        QSignalSpy failed(&runner, &StudyRunner::failed);
        runner.request({}, {});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!failed[0][1].toString().isEmpty());
        QVERIFY(runner.state() == StudyRunner::State::idle);
    }

    void capitalAndFullStop()
    {
        QCOMPARE(asSentence("width 3 is odd"), QString("Width 3 is odd."));
        QCOMPARE(asSentence("Did you mean tanh?"), QString("Did you mean tanh?"));
        QCOMPARE(asSentence("Done."), QString("Done."));
        QCOMPARE(asSentence(""), QString(""));
    }

    // A cell whose file does not exist, relative to a folder that does not exist either.
    void grids()
    {
        const auto grid = parse_grid(R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "dense", "depth": 2, "width": 8}, "input": {"file": "gone.npy"}},
            "vary": [{"path": "network.depth", "values": [2, 3]}]})");
        GridRunner runner;
        QSignalSpy failed(&runner, &GridRunner::failed);
        runner.request(std::get<Grid>(grid), "/no/such/folder");
        QTRY_VERIFY_WITH_TIMEOUT(!runner.isRunning(), 20000);
        QVERIFY(failed.size() == 1 && !failed[0][0].toString().isEmpty());
    }
};

STEPZERO_TEST(TestWorker, QApplication)

}   // namespace tst_worker
#include "tst_worker.moc"
