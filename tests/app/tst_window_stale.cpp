// SPDX-License-Identifier: GPL-3.0-or-later
// Everything on the screen belongs to the present experiment, or is dimmed and labelled. This is checked all the time,
// through drags, changes of kind, cancels and failures.
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/board.h"
#include "app/main_window.h"
#include "app/verdict_bar.h"
#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_window_stale {

using namespace stepzero;

namespace {

Experiment dense(int depth, int width)
{
    Experiment e;
    e.network.depth = depth;
    e.network.width = width;
    e.input.samples = 64;
    return with_completed_parameters(e);
}

Experiment transformer(int width)
{
    Experiment e = networks::of_kind("transformer", 3, width, {}, 2);
    e.input.tokens = 32;
    return e;
}

/// A window that is checked every few milliseconds.
struct Watched {
    explicit Watched(const QString& folder) : settings(folder), window(settings)
    {
        window.start({});
        window.setWindowState(Qt::WindowNoState);
        window.resize(1920, 1080);
        QObject::connect(&timer, &QTimer::timeout, &window, [this] { look(); });
        timer.start(3);
    }

    void look()
    {
        ++looks;
        const StudyRunner& runner = window.runner();
        if (study() && study()->generation < runner.oldestCurrent()
            && !same_numbers(study()->experiment, window.document().experiment())
            && window.verdictBar()->fixButton()->isEnabled())
            untrue << "verdict";
        for (const FigureDock* dock : window.board()->docks()) {
            if (!window.board()->applies(dock) || !dock->figure()->exhibit())
                continue;
            const auto& study = static_cast<const Study&>(*dock->figure()->exhibit());
            if (dock->old().isEmpty() && study.generation < runner.oldestCurrent()
                && !same_numbers(study.experiment, window.document().experiment()))
                untrue << dock->kind().id;
        }
    }

    void edit(const Experiment& e, bool dragging = false)
    {
        window.document().edit(e, {QStringLiteral("test"), QStringLiteral("test"), dragging});
    }
    StudyPtr study() const { return window.study(); }
    bool isFull() const
    {
        return study() && study()->stage == Stage::full
            && same_numbers(study()->experiment, window.document().experiment());
    }
    bool anyOld() const
    {
        for (const FigureDock* dock : window.board()->docks())
            if (window.board()->applies(dock) && !dock->old().isEmpty())
                return true;
        return false;
    }

    Settings settings;
    mutable MainWindow window;
    QTimer timer;
    int looks = 0;
    QStringList untrue;
};

}   // namespace

class TestWindowStale : public QObject {
    Q_OBJECT
private slots:
    void drags();
    void kinds();
    void cancelled();
    void failed();
};

/// The width increases and returns, while previews take longer than the drag.
void TestWindowStale::drags()
{
    const QTemporaryDir dir;
    Watched w(dir.path());
    w.edit(dense(30, 64));
    QTRY_VERIFY_WITH_TIMEOUT(w.isFull(), 60000);
    for (const int to : {900, 64}) {
        for (int width = 64; width <= 900; width += 44) {
            w.edit(dense(30, to == 900 ? width : 964 - width), true);
            QTest::qWait(12);
        }
        w.edit(dense(30, to));
        QTRY_VERIFY_WITH_TIMEOUT(w.isFull(), 60000);
        QTRY_VERIFY(!w.anyOld());
    }
    QVERIFY2(w.untrue.isEmpty(), qPrintable(w.untrue.join(' ')));
    QVERIFY(w.looks > 100);
}

void TestWindowStale::kinds()
{
    const QTemporaryDir dir;
    Watched w(dir.path());
    w.edit(dense(10, 64));
    QTRY_VERIFY_WITH_TIMEOUT(w.isFull(), 60000);
    for (const Experiment& e : {transformer(256), dense(40, 400), transformer(64), dense(10, 64)}) {
        w.edit(e);
        QTRY_VERIFY_WITH_TIMEOUT(w.isFull(), 60000);
        QTRY_VERIFY(!w.anyOld());
    }
    QVERIFY2(w.untrue.isEmpty(), qPrintable(w.untrue.join(' ')));
}

/// Computed results stay, nothing is pending, and older figures show what they belong to.
void TestWindowStale::cancelled()
{
    const QTemporaryDir dir;
    Watched w(dir.path());
    w.edit(dense(6, 32));
    QTRY_VERIFY_WITH_TIMEOUT(w.isFull(), 60000);
    w.edit(dense(100, 1500));   // takes seconds
    QTRY_VERIFY_WITH_TIMEOUT(w.study()->stage == Stage::theory, 120000);
    w.window.runner().cancel();
    QVERIFY(w.study()->stage == Stage::stopped);
    QVERIFY(!w.window.board()->notice().isEmpty());
    QTest::qWait(300);
    QVERIFY(w.study()->stage == Stage::stopped);
    QCOMPARE(w.window.board()->dock("activations")->old(), QString("depth 6, width 32"));
    QVERIFY(w.window.board()->dock("phase")->old().isEmpty());
    QVERIFY2(w.untrue.isEmpty(), qPrintable(w.untrue.join(' ')));
    w.window.document().undoStack()->undo();
    QTRY_VERIFY_WITH_TIMEOUT(w.isFull() && !w.anyOld() && w.window.board()->notice().isEmpty(), 60000);
}

/// A network that is too large to run has theory anyway, and a sentence gives the reason why there is no more.
void TestWindowStale::failed()
{
    const QTemporaryDir dir;
    Watched w(dir.path());
    w.edit(dense(6, 32));
    QTRY_VERIFY_WITH_TIMEOUT(w.isFull(), 60000);
    Experiment large = dense(1000, 65536);   // terabytes
    large.input.samples = 1000000;
    w.edit(large);
    QTRY_VERIFY_WITH_TIMEOUT(w.study()->stage == Stage::stopped, 60000);
    QTRY_VERIFY(w.window.board()->notice().contains("memory"));
    QVERIFY(same_numbers(w.study()->experiment, large));
    const QToolButton* anyway = nullptr;
    for (const QToolButton* button : w.window.findChildren<QToolButton*>())
        if (button->text() == "Run anyway")
            anyway = button;
    QVERIFY(anyway && anyway->isVisible());
    // Next to its sentence, and both are visible.
    const auto* sentence = anyway->parentWidget()->findChild<QLabel*>();
    QVERIFY(sentence && sentence->text().contains("memory"));
    for (const QSize size : {QSize(800, 500), QSize(1280, 800)}) {
        w.window.resize(size);
        QTest::qWait(10);
        const int gap = anyway->x() - sentence->geometry().right();
        QVERIFY2(gap > 0 && gap < 24, qPrintable(QString::number(gap)));
        QVERIFY(sentence->geometry().top() <= anyway->geometry().bottom());
        QVERIFY(anyway->geometry().top() <= sentence->geometry().bottom());
        QVERIFY(w.window.board()->rect().contains(anyway->parentWidget()->geometry()));
        QVERIFY(anyway->parentWidget()->rect().contains(anyway->geometry() | sentence->geometry()));
        QVERIFY(sentence->heightForWidth(sentence->width()) <= sentence->height());
    }
    QTest::qWait(300);
    QVERIFY(w.window.board()->notice().contains("memory"));
    QVERIFY(!w.window.board()->dock("activations")->old().isEmpty());
    QVERIFY(w.window.board()->dock("phase")->old().isEmpty());
    QVERIFY2(w.untrue.isEmpty(), qPrintable(w.untrue.join(' ')));
    w.window.document().undoStack()->undo();
    QVERIFY(!anyway->isVisible());
}

STEPZERO_TEST(TestWindowStale, QApplication)

}   // namespace tst_window_stale
#include "tst_window_stale.moc"
