// SPDX-License-Identifier: GPL-3.0-or-later
// The page of all lessons: its rows, the search, the reader's progress, and what its buttons start.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/application.h"
#include "app/exercise_row.h"
#include "app/formula_label.h"
#include "app/lesson_bar.h"
#include "app/lesson_controller.h"
#include "app/lesson_page.h"
#include "app/settings.h"
#include "app/slide_controller.h"
#include "app/welcome.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/opened_window.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "widgets/language/language.h"

namespace tst_lesson_page {

using namespace stepzero;

namespace {

const QString variance = QStringLiteral("01-variance-propagation");

LessonEntry entry(const char* key, int seen, int step, bool done, bool mine = false)
{
    LessonEntry made;
    made.key = made.title = key;
    made.steps = 5;
    made.mine = mine;
    made.progress.step = step;
    made.progress.done = done;
    for (int i = 0; i < seen; ++i)
        made.progress.seen.insert(i);
    return made;
}

struct Opened : OpenedWindow {
    using OpenedWindow::OpenedWindow;
    LessonBar& bar() { return *window.lessonBar(); }
    LessonPage* page()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return window.findChild<LessonPage*>();
    }
    LessonPage& shown()
    {
        window.lessons().showAll();
        return *page();
    }
};

int visibleRows(const LessonPage& page)
{
    return int(std::ranges::count_if(lessons(),
        [&](const Lesson& each) { return page.startButton(QString::fromStdString(each.name))->isVisible(); }));
}

QStringList textsOf(const QWidget* part)
{
    QStringList all;
    for (const QLabel* label : part->findChildren<QLabel*>())
        all << (label->accessibleName().isEmpty() ? label->text() : label->accessibleName());
    return all;
}

}   // namespace

class TestLessonPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { setLanguage("en"); }

    void next_data()
    {
        QTest::addColumn<QVector<LessonEntry>>("all");
        QTest::addColumn<QString>("latest");
        QTest::addColumn<int>("next");
        const LessonEntry fresh = entry("a", 0, 0, false), open = entry("b", 3, 2, false),
                          done = entry("c", 5, 4, true);
        const auto row = [](const char* name, const QVector<LessonEntry>& all, const char* latest, int next) {
            QTest::newRow(name) << all << QString(latest) << next;
        };
        row("nothing read", {fresh, open}, "", -1);
        row("gone", {fresh, open}, "z", -1);
        row("has steps left", {fresh, open, done}, "b", 1);
        row("done, then a new one", {done, fresh}, "c", 1);
        row("done, then one that is done", {done, entry("d", 5, 4, true), fresh}, "c", 2);
        row("read again", {fresh, entry("e", 3, 2, true)}, "e", 1);
        row("the last one", {fresh, done}, "c", -1);
        row("the user's own is not next", {done, entry("m", 0, 0, false, true)}, "c", -1);
        row("the user's own continues", {done, entry("m", 2, 1, false, true)}, "m", 1);
    }
    void next()
    {
        QFETCH(QVector<LessonEntry>, all);
        QFETCH(QString, latest);
        QFETCH(int, next);
        QCOMPARE(nextLesson(all, latest), next);
    }

    /// A file may have lost steps since.
    void progressIsKept()
    {
        QTemporaryDir folder;
        Settings settings(folder.path());
        Lesson lesson;
        lesson.steps.resize(4);
        const LessonProgress kept {3, {0, 1, 3}, {1, 3}, true};
        QCOMPARE(readProgress(settings, "a", lesson), LessonProgress());
        keepProgress(settings, "a", kept);
        keepProgress(settings, "b", {});
        QCOMPARE(readProgress(settings, "a", lesson), kept);
        QCOMPARE(latestLesson(settings), QString("b"));
        lesson.steps.resize(2);
        QCOMPARE(readProgress(settings, "a", lesson), (LessonProgress {1, {0, 1}, {1}, true}));
        settings.set("lesson/progress", QByteArray(R"({"a": {"step": "x", "seen": [-1, 7, "y"], "solved": 3}})"));
        QCOMPARE(readProgress(settings, "a", lesson), (LessonProgress {0, {}, {}, true}));
    }

    /// Every lesson has a row with its length; without progress there is nothing to continue.
    void rows()
    {
        Opened o;
        const LessonPage& page = o.shown();
        QVERIFY(page.isVisible() && !page.nextButton());
        QCOMPARE(visibleRows(page), int(lessons().size()));
        const QStringList texts = textsOf(&page);
        for (std::size_t i = 0; i < lessons().size(); ++i) {
            const Lesson& lesson = lessons()[i];
            const QString title = QString::fromStdString(lesson.title.in("en"));
            QVERIFY2(texts.contains(i == 0 ? title : QString::number(i) + "  " + title), qPrintable(title));
            const QPushButton* start = page.startButton(QString::fromStdString(lesson.name));
            QCOMPARE(start->text(), QString("Start"));
            QCOMPARE(start->accessibleName(), "Start: " + title);
            QVERIFY(!start->accessibleDescription().isEmpty());
            QVERIFY(!page.againButton(QString::fromStdString(lesson.name)));
        }
        QVERIFY(texts.contains(
            QStringLiteral("about %1 min · 6 steps · 3 exercises").arg(lesson_minutes(lessons()[1], "en"))));
        QVERIFY(page.findChildren<QProgressBar*>().isEmpty());
    }

    /// Words of titles, summaries and steps, in both languages; Return starts the first match.
    void search()
    {
        Opened o;
        LessonPage& page = o.shown();
        QTRY_VERIFY(page.search()->hasFocus());
        page.search()->setText("lora ZERO");
        QCOMPARE(visibleRows(page), 1);
        page.search()->setText("混沌");
        QCOMPARE(visibleRows(page), 1);
        page.search()->setText("no such lesson");
        QCOMPARE(visibleRows(page), 0);
        QVERIFY(textsOf(&page).contains("No lesson has these words."));
        page.search()->setText("edge of chaos");
        QVERIFY(page.startButton("07-edge-of-chaos")->isDefault());
        QTest::keyClick(page.search(), Qt::Key_Return);
        QVERIFY(!o.page());
        QCOMPARE(o.bar().lesson().name, std::string("07-edge-of-chaos"));
    }

    /// Steps that were shown and exercises that were solved; a lesson continues at its step, and starts again without.
    void progress()
    {
        Opened o;
        o.trigger("allLessons");
        QTest::mouseClick(o.page()->startButton(variance), Qt::LeftButton);
        QVERIFY(!o.page());
        QCOMPARE(o.bar().lesson().name, variance.toStdString());
        o.bar().go(1);
        o.bar().go(2);
        emit o.bar().exerciseRow()->judged("0.5", false);
        o.bar().go(1);
        emit o.bar().exerciseRow()->judged("31", true);
        o.bar().end();

        const LessonPage* page = &o.shown();
        QCOMPARE(page->nextButton()->text(), QString("Continue: Variance propagation, step 2 of 6"));
        QVERIFY(textsOf(page).contains("3 of 6 steps · 1 of 3 exercises solved"));
        const auto bars = page->findChildren<QProgressBar*>();
        QCOMPARE(bars.size(), 1);
        QCOMPARE(bars.first()->value(), 3);
        QCOMPARE(bars.first()->maximum(), 6);
        QCOMPARE(page->startButton(variance)->text(), QString("Continue"));
        QTest::mouseClick(page->startButton(variance), Qt::LeftButton);
        QCOMPARE(o.bar().step(), 1);
        o.bar().go(5);
        o.bar().end();

        page = &o.shown();
        QCOMPARE(page->nextButton()->text(), QString("Next lesson: fan_in and fan_out"));
        QVERIFY(textsOf(page).contains("✓ done · 4 of 6 steps · 1 of 3 exercises solved"));
        QCOMPARE(page->startButton(variance)->text(), QString("Start again"));
        QTest::mouseClick(page->againButton(variance), Qt::LeftButton);
        QCOMPARE(o.bar().step(), 0);
        o.bar().end();
        QVERIFY(textsOf(&o.shown()).contains("✓ done · 1 of 6 steps · 0 of 3 exercises solved"));
    }

    /// Recent files follow under a separate heading; those that are gone or invalid are left out.
    void filesOfTheUser()
    {
        Opened o;
        Lesson mine = lessons().front();
        mine.name.clear();
        mine.title.by = {{"en", "Mine & yours"}};
        mine.steps.resize(3);
        const auto pathOf
            = [&](const char* name) { return o.folder.filePath(QString(name) + ".stepzero-lesson.json"); };
        const QString path = pathOf("mine"), wrong = pathOf("wrong");
        save_lesson(path.toStdString(), mine);
        QFile file(wrong);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") > 0);
        file.close();
        o.settings.set("document/recent", QStringList {pathOf("gone"), wrong, path});
        LessonPage* page = &o.shown();
        QVERIFY(textsOf(page).contains("Recent lesson files"));
        QVERIFY(page->startButton(path) && !page->startButton(wrong));
        QTest::mouseClick(page->startButton(path), Qt::LeftButton);
        QCOMPARE(o.bar().lesson().title.in("en"), std::string("Mine & yours"));
        o.bar().go(1);
        o.bar().end();
        page = &o.shown();
        QCOMPARE(page->nextButton()->text(), QString("Continue: Mine && yours, step 2 of 3"));
        QTest::mouseClick(page->nextButton(), Qt::LeftButton);
        QCOMPARE(o.bar().step(), 1);
    }

    /// Slides that run after a lesson file do not count as its steps.
    void slidesAreNotProgress()
    {
        Opened o;
        Lesson mine = lessons().front();
        mine.name.clear();
        const QString path = o.folder.filePath("mine.stepzero-lesson.json");
        o.window.lessons().startAt(mine, 0, path);
        o.trigger("addSlide");
        o.trigger("addSlide");
        o.bar().end();
        const LessonProgress before = readProgress(o.settings, path, mine);
        QCOMPARE(before.seen, std::set<int> {0});
        o.window.findChild<SlideController*>()->startSlides(1);
        QVERIFY(readProgress(o.settings, path, mine) == before);
    }

    void copyFormula()
    {
        Opened o;
        o.window.lessons().start(lessons()[1]);
        o.trigger("copyFormula");
        const QString latex = QApplication::clipboard()->text();
        QVERIFY2(latex.startsWith(R"(\mathrm{Var}(z) = n \cdot \mathrm{Var}(w))"), qPrintable(latex));
        QVERIFY(!o.bar().formula()->actions().isEmpty());
    }

    void fromTheWelcomePage()
    {
        Opened o;
        o.trigger("welcome");
        QTest::mouseClick(o.window.findChild<WelcomePage*>()->allLessonsButton(), Qt::LeftButton);
        QVERIFY(o.page() && o.page()->isVisible());
        if (const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"); !folder.isEmpty()) {
            keepProgress(o.settings, "00-tour", {9, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {}, true});
            keepProgress(o.settings, variance, {3, {0, 1, 2, 3}, {0}, false});
            for (const char* code : {"en", "zh_CN"})
                for (const char* look : {"light", "dark"}) {
                    setLanguage(code);
                    o.window.setAppearance(look);
                    o.shown().grab().save(QStringLiteral("%1/lessons-%2-%3.png").arg(folder, look, code));
                }
        }
    }
};

STEPZERO_TEST(TestLessonPage, QApplication)

}   // namespace tst_lesson_page
#include "tst_lesson_page.moc"
