// SPDX-License-Identifier: GPL-3.0-or-later
// What a presentation shows without a lesson: chosen figures and controls, collected slides, and the laser pointer.
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <ctime>

#include "app/application.h"
#include "app/dial_bar.h"
#include "app/dial_row.h"
#include "app/lesson_bar.h"
#include "app/play_controller.h"
#include "app/present_dialog.h"
#include "app/present_overlay.h"
#include "app/present_window.h"
#include "app/slide_controller.h"
#include "app/slide_list.h"
#include "app/slides.h"
#include "app/speaker_window.h"
#include "app/window_owner.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace tst_slides {

using namespace stepzero;

namespace {

QStringList kindsOf(const PresentWindow& shown)
{
    QStringList kinds;
    for (const Figure* figure : shown.figures())
        kinds << figure->title();
    return kinds;
}

QString titleOfFigure(const char* kind) { return findFigureKind(kind)->title; }

PresentDialog* askedIn(MainWindow& window)
{
    window.findChild<QAction*>("choosePresented")->trigger();
    return window.findChild<PresentDialog*>("presentDialog");
}

void choose(QComboBox* box, const QString& text)
{
    box->setCurrentIndex(box->findText(text));
    emit box->activated(box->currentIndex());
}

void setFigure(PresentDialog& dialog, int row, const char* kind) { choose(dialog.figureBox(row), titleOfFigure(kind)); }

void setDial(PresentDialog& dialog, int row, const char* label, const char* values)
{
    choose(dialog.dialBox(row), label);
    dialog.valuesEdit(row)->setText(values);
}

/// Chooses four figures and three controls.
void chooseMany(MainWindow& window)
{
    PresentDialog& dialog = *askedIn(window);
    int row = 0;
    for (const char* kind : {"network", "signal", "weights", "phase"})
        setFigure(dialog, row++, kind);
    setDial(dialog, 0, "depth", "2 .. 12");
    setDial(dialog, 1, "width", "8 .. 64 : 4 log");
    setDial(dialog, 2, "activation", "relu, tanh");
    QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
    dialog.accept();
}

Experiment ofDepth(int depth)
{
    Experiment experiment = smallNetwork();
    experiment.network.depth = depth;
    return experiment;
}

void setDepth(MainWindow& window, int depth)
{
    window.document().edit(ofDepth(depth), {QStringLiteral("depth"), {}, false});
}

QStringList titlesOf(const Slides& slides)
{
    QStringList titles;
    for (const LessonStep& slide : slides.lesson().steps)
        titles << QString::fromStdString(slide.title.in("en"));
    return titles;
}

/// Adds three slides of 3, 4 and 5 layers, named by letters.
void addThree(OpenedWindow& o)
{
    for (int depth = 3; depth <= 5; ++depth) {
        setDepth(o.window, depth);
        o.trigger("addSlide");
        o.window.slides().rename(depth - 3, QString(QChar('A' + depth - 3)));
    }
}

/// Counts what is painted.
struct Painted : QObject {
    int count = 0;
    QRegion region;
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            ++count;
            region += static_cast<QPaintEvent*>(event)->region();
        }
        return false;
    }
};

void moveOver(QWidget* widget, const QPointF& at)
{
    QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(widget, &event);
}

}   // namespace

class TestSlides : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { setLanguage(QStringLiteral("en")); }

    /// One to four figures cover their room without gaps; the areas have the ratio of the shares.
    void figuresShareTheRoom()
    {
        const QRect room(10, 20, 1200, 600);
        for (const QVector<double>& shares :
            {QVector<double> {1}, {0.5, 0.25}, {0.5, 0.25, 0.25}, {0.3, 0.3, 0.2, 0.2}})
            for (const bool stacked : {false, true}) {
                const QVector<QRect> places = figurePlaces(room, shares, stacked);
                QCOMPARE(places.size(), shares.size());
                QRegion all;
                double sum = 0;
                for (const double share : shares)
                    sum += share;
                for (qsizetype i = 0; i < places.size(); ++i) {
                    QVERIFY(!all.intersects(places[i]));
                    all += places[i];
                    QCOMPARE(places[i].width() * places[i].height(), qRound(shares[i] / sum * 1200 * 600));
                }
                QCOMPARE(all, QRegion(room));
            }
        const QVector<QRect> four = figurePlaces(room, {1, 1, 1, 1}, false);
        QCOMPARE(four[3].topLeft(), QPoint(610, 320));
    }

    void theDialogRefusesWhatCannotBeShown()
    {
        PresentDialog dialog(smallNetwork(), {});
        QVERIFY(dialog.presented().figures.empty() && dialog.presented().dials.empty());
        QVERIFY(!dialog.figureBox(1)->isEnabled());
        setFigure(dialog, 0, "signal");
        setFigure(dialog, 1, "signal");
        QVERIFY(!dialog.acceptButton()->isEnabled() && !dialog.problem().isEmpty());
        setFigure(dialog, 1, "weights");
        QVERIFY(dialog.acceptButton()->isEnabled());
        dialog.shareBox(0)->setValue(100);
        QCOMPARE(dialog.presented().figures[0].share, 0.666);
        setDial(dialog, 0, "depth", "0 .. 3");
        QVERIFY2(!dialog.acceptButton()->isEnabled(), qPrintable(dialog.problem()));
        setDial(dialog, 0, "depth", "1 .. 3");
        QVERIFY(dialog.acceptButton()->isEnabled());
        const Presented made = presentedFrom(toJson(dialog.presented()));
        const PresentDialog again(smallNetwork(), made);
        QCOMPARE(again.figureBox(1)->currentText(), titleOfFigure("weights"));
        QCOMPARE(again.valuesEdit(0)->text(), QStringLiteral("1 .. 3"));
        if (const QByteArray folder = qgetenv("STEPZERO_PICTURES"); !folder.isEmpty())
            dialog.grab().save(QString(folder) + "/dialog.png");
    }

    /// The choice is shown, and kept for the next start.
    void whatIsChosenIsShown()
    {
        QTemporaryDir kept;
        QStringList wanted;
        for (const char* kind : {"network", "signal", "weights", "phase"})
            wanted << titleOfFigure(kind);
        {
            OpenedWindow o(kept.path());
            o.window.document().replace(smallNetwork(), {});
            chooseMany(o.window);
            o.trigger("present");
            PresentWindow& shown = *o.window.presentation();
            QCOMPARE(kindsOf(shown), wanted);
            QCOMPARE(shown.controls()->shown().size(), 3);
            QCOMPARE(shown.control()->path(), std::string("network.depth"));
            QTest::keyClick(&shown, Qt::Key_Tab);
            QCOMPARE(shown.control()->path(), std::string("network.width"));
            QTest::keyClick(&shown, Qt::Key_Up);
            QCOMPARE(o.window.document().experiment().network.width, 64);
            QCOMPARE(shown.controls()->shown().size(), 3);
            // While presenting.
            QTest::keyClick(&shown, Qt::Key_O);
            auto* dialog = shown.findChild<PresentDialog*>();
            QVERIFY(dialog && dialog->figureBox(3)->currentText() == wanted[3]);
            choose(dialog->figureBox(3), dialog->figureBox(3)->itemText(0));
            dialog->accept();
            QCOMPARE(kindsOf(shown), wanted.first(3));
            QTest::keyClick(&shown, Qt::Key_Escape);
        }
        OpenedWindow again(kept.path());
        again.trigger("present");
        QCOMPARE(kindsOf(*again.window.presentation()), wanted.first(3));
        QCOMPARE(again.window.presentation()->controls()->shown().size(), 3);
    }

    /// The running slide and the choice survive another language, which is another window.
    void theySurviveALanguage()
    {
        QTemporaryDir folder;
        Settings settings(folder.path());
        WindowOwner owner(settings, QStringLiteral("en"));
        owner.window().start();
        owner.window().document().replace(smallNetwork(), {});
        chooseMany(owner.window());
        for (int depth : {3, 5}) {
            setDepth(owner.window(), depth);
            owner.window().findChild<QAction*>("addSlide")->trigger();
        }
        owner.window().findChild<QAction*>("present")->trigger();
        QTest::keyClick(owner.window().presentation(), Qt::Key_Right);
        owner.chooseLanguage(QStringLiteral("zh"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        MainWindow& window = owner.window();
        QCOMPARE(window.slides().size(), 2);
        QVERIFY(window.lessonBar()->isRunning());
        window.findChild<QAction*>("present")->trigger();
        PresentWindow& shown = *window.presentation();
        QCOMPARE(kindsOf(shown).first(), titleOfFigure("network"));
        QCOMPARE(shown.controls()->shown().size(), 3);
        QTest::keyClick(&shown, Qt::Key_Right);
        QCOMPARE(window.document().experiment().network.depth, 5);
        window.slides().remove(1);   // the list still edits what runs
        QCOMPARE(window.lessonBar()->step(), 0);
    }

    /// Slides are shown by keys, and one undo restores the experiment from before them.
    void slidesAreShown()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        addThree(o);
        setDepth(o.window, 7);
        o.trigger("present");
        PresentWindow& shown = *o.window.presentation();
        const auto depth = [&] { return o.window.document().experiment().network.depth; };
        QCOMPARE(shown.slideList()->list()->count(), 3);
        QTest::keyClick(&shown, Qt::Key_Right);
        QCOMPARE(depth(), 3);
        QCOMPARE(shown.title(), QStringLiteral("A"));
        QCoreApplication::processEvents();
        const DialBar& bar = *shown.control();
        QVERIFY(bar.findChildren<QToolButton*>().first()->x() < bar.width() / 10);   // the row has no gap at its left
        QVERIFY(!shown.text()->isVisible());   // a slide has no text, so the figures have its room
        QTest::keyClick(&shown, Qt::Key_3);
        QCOMPARE(depth(), 3);
        QTest::keyClick(&shown, Qt::Key_Return);
        QCOMPARE(depth(), 5);
        QTest::keyClick(&shown, Qt::Key_Home);
        QVERIFY(shown.slideList()->isVisible());
        QCOMPARE(shown.slideList()->selected(), 2);
        if (const QByteArray folder = qgetenv("STEPZERO_PICTURES"); !folder.isEmpty()) {
            QTest::keyClick(&shown, Qt::Key_N);
            shown.findChild<SpeakerWindow*>()->grab().save(QString(folder) + "/speaker.png");
            shown.grab().save(QString(folder) + "/slide.png");
        }
        QTest::keyClick(&shown, Qt::Key_Up);
        QCOMPARE(depth(), 5);
        QTest::keyClick(&shown, Qt::Key_Return);
        QCOMPARE(shown.title(), QStringLiteral("B"));
        QVERIFY(!shown.slideList()->isVisible());
        QTest::keyClick(&shown, Qt::Key_9);
        QTest::keyClick(&shown, Qt::Key_Return);   // there is none
        QCOMPARE(shown.title(), QStringLiteral("B"));
        QTest::keyClick(&shown, Qt::Key_Escape);
        QVERIFY(!shown.isVisible());
        o.window.lessonBar()->end();
        QCOMPARE(depth(), 4);
        o.window.document().undoStack()->undo();
        QCOMPARE(depth(), 7);
    }

    void slidesAreEdited()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        addThree(o);
        Slides& slides = o.window.slides();
        LessonBar& bar = *o.window.lessonBar();
        o.trigger("present");
        PresentWindow& shown = *o.window.presentation();
        QTest::keyClick(&shown, Qt::Key_Right);
        QTest::keyClick(&shown, Qt::Key_Home);
        QTest::keyClick(&shown, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(titlesOf(slides), QStringList({"B", "A", "C"}));
        QCOMPARE(bar.step(), 1);   // the shown slide is still A
        QCOMPARE(o.window.document().experiment().network.depth, 3);
        QTest::keyClick(&shown, Qt::Key_Delete);
        QCOMPARE(titlesOf(slides), QStringList({"B", "C"}));
        QCOMPARE(o.window.document().experiment().network.depth, 5);   // the next one is shown
        QTest::mouseClick(shown.slideList()->undoButton(), Qt::LeftButton);
        QTest::mouseClick(shown.slideList()->undoButton(), Qt::LeftButton);
        QCOMPARE(titlesOf(slides), QStringList({"A", "B", "C"}));
        QCOMPARE(shown.title(), QStringLiteral("C"));
        // A slide that is added while another one runs comes after it.
        shown.goTo(0);
        setDepth(o.window, 9);
        o.trigger("addSlide");
        QCOMPARE(slides.size(), 4);
        QCOMPARE(slides.lesson().steps[1].experiment.network.depth, 9);
        QCOMPARE(bar.step(), 1);
        slides.clear();
        QVERIFY(!bar.isRunning());
        slides.undoStack()->undo();
        QCOMPARE(slides.size(), 4);
        // The list of a lesson cannot be edited.
        bar.start(lessons().front());
        QTest::keyClick(&shown, Qt::Key_Delete);
        QCOMPARE(slides.size(), 4);
        QVERIFY(!o.window.findChild<QAction*>("choosePresented")->isEnabled());
    }

    /// Slides of one experiment differ by their figures only; the shown one is still the shown one after an edit.
    void similarSlidesAreTold()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        for (int layer = 1; layer <= 3; ++layer) {
            o.window.workspace().chooseLayer(layer);
            o.trigger("addSlide");
        }
        Slides& slides = o.window.slides();
        const LessonBar& bar = *o.window.lessonBar();
        o.window.findChild<SlideController*>()->startSlides(0);
        slides.rename(0, "renamed");
        QCOMPARE(bar.step(), 0);
        slides.move(0, 2);
        QCOMPARE(bar.step(), 2);
        QCOMPARE(o.window.workspace().focus().layer, 1);
        slides.undoStack()->undo();
        QCOMPARE(bar.step(), 0);
        slides.remove(0);
        QCOMPARE(bar.step(), 0);
        QCOMPARE(o.window.workspace().focus().layer, 2);   // the next slide is shown
        slides.restore({LessonStep(slides.lesson().steps[0])});   // those of a lost session follow the present ones
        QCOMPARE(slides.size(), 3);
        QCOMPARE(bar.step(), 0);
    }

    /// Values chosen with one control, and then with another, are two undo steps.
    void eachControlIsUndoneAlone()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        chooseMany(o.window);
        o.trigger("present");
        PresentWindow& shown = *o.window.presentation();
        const Experiment before = o.window.document().experiment();
        QTest::keyClick(&shown, Qt::Key_Up);
        const Experiment deeper = o.window.document().experiment();
        QVERIFY(deeper.network.depth > before.network.depth);
        QTest::keyClick(&shown, Qt::Key_Tab);
        QTest::keyClick(&shown, Qt::Key_Up);
        QVERIFY(o.window.document().experiment().network.width > before.network.width);
        o.window.document().undoStack()->undo();
        QVERIFY(o.window.document().experiment() == deeper);
        o.window.document().undoStack()->undo();
        QVERIFY(o.window.document().experiment() == before);
    }

    /// What is saved is a lesson, whose steps show the same.
    void slidesAreALesson()
    {
        QTemporaryDir kept;
        const QString path = kept.filePath("talk.stepzero-lesson.json");
        {
            OpenedWindow o(kept.path());
            o.window.document().replace(smallNetwork(), {});
            chooseMany(o.window);
            addThree(o);
            QString problem;
            auto* slides = o.window.findChild<SlideController*>();
            QVERIFY2(slides->save(path, &problem), qPrintable(problem));
        }
        const auto loaded = load_lesson(pathOf(path));
        const auto* lesson = std::get_if<Lesson>(&loaded);
        QVERIFY(lesson && lesson->steps.size() == 3);
        QCOMPARE(lesson->title.in("en"), std::string("talk"));
        QCOMPARE(lesson->steps[2].experiment.network.depth, 5);
        QCOMPARE(lesson->steps[2].dials.size(), std::size_t(3));
        QCOMPARE(lesson->steps[2].dials[1].values, std::string("8 .. 64 : 4 log"));
        OpenedWindow again(kept.path());   // the slides themselves are also there at the next start
        QCOMPARE(again.window.slides().size(), 3);
        again.window.slides().clear();
        QVERIFY(again.window.open(path));
        QVERIFY(again.window.lessonBar()->isRunning());
        again.trigger("present");
        QCOMPARE(again.window.presentation()->figures().size(), 4);
        QCOMPARE(again.window.presentation()->controls()->shown().size(), 3);
    }

    /// The dot is red with a white ring, its trail fades, and nothing is painted while it rests or is off.
    void theLaserPointer()
    {
        QWidget room;
        room.resize(1280, 720);
        PresentOverlay overlay(&room);
        overlay.resize(room.size());
        overlay.setLine(Qt::blue, 6);
        room.show();
        QVERIFY(QTest::qWaitForWindowExposed(&room));
        overlay.setLaser(true);
        QCOMPARE(overlay.cursor().shape(), Qt::BlankCursor);
        moveOver(&overlay, {200, 300});
        QCoreApplication::processEvents();
        QTRY_VERIFY(!overlay.isFading());
        Painted painted;
        overlay.installEventFilter(&painted);
        for (int x = 0; x <= 60; x += 5)
            moveOver(&overlay, {200.0 + x, 300});
        QVERIFY(overlay.isFading());
        QTRY_VERIFY(!overlay.isFading());
        QCoreApplication::processEvents();
        QVERIFY(painted.count > 0);
        const QRect covered = painted.region.boundingRect();
        QVERIFY2(covered.width() < 180 && covered.height() < 90, qPrintable(QString::number(covered.width())));
        const QImage image = room.grab().toImage();
        const auto isRed = [&](int x, int y) {
            const QColor c = image.pixelColor(x, y);
            return c.red() > 200 && c.green() < 60;
        };
        QVERIFY(isRed(260, 300) && isRed(266, 300));
        QCOMPARE(image.pixelColor(260, 313), QColor(Qt::white));
        QVERIFY(!isRed(220, 300));   // the trail is gone
        painted.count = 0;
        QTest::qWait(80);
        QCOMPARE(painted.count, 0);
        overlay.setLaser(false);
        QVERIFY(!overlay.isVisible());
        moveOver(&overlay, {400, 300});
        QVERIFY(!overlay.isFading());
    }

    void theLaserTrailIsBounded()
    {
        Laser laser;
        for (int i = 0; i < 500; ++i)
            laser.moveTo(QPointF(i, i));
        QVERIFY(laser.region().boundingRect().width() < 40 + 2 * 40);
        for (int i = 0; i < Laser::lifetime; ++i)
            laser.fade();
        QVERIFY(!laser.hasTrail());
        laser.moveTo({});
        laser.fade();
        for (int i = 0; i < Laser::lifetime; ++i)
            laser.fade();
        QVERIFY(laser.region().isEmpty());
    }

    /// Nothing overlaps, and pictures of it can be looked at.
    void fourFiguresAndThreeControlsFit()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        chooseMany(o.window);
        QTRY_VERIFY(o.settled());
        o.trigger("present");
        PresentWindow& shown = *o.window.presentation();
        shown.showNormal();
        const QByteArray folder = qgetenv("STEPZERO_PICTURES");
        for (const QSize& size : {QSize(1280, 720), QSize(1920, 1080)}) {
            shown.resize(size);
            QCoreApplication::processEvents();
            QVector<QWidget*> parts(shown.figures().begin(), shown.figures().end());
            parts << shown.controls();
            for (const QWidget* part : parts) {
                QVERIFY(shown.rect().contains(part->geometry()));
                for (const QWidget* other : parts)
                    QVERIFY(other == part || !other->geometry().intersects(part->geometry()));
            }
            for (const DialBar* bar : shown.controls()->shown())
                QVERIFY(bar->sizeHint().height() <= bar->height() && bar->slider()->width() > size.width() / 5);
            const auto* play = shown.figures()[0]->findChild<QAction*>("play");
            for (const bool playing : {true, false}) {
                QTest::keyClick(&shown, Qt::Key_R);
                QCOMPARE(play->isChecked(), playing);
            }
            for (const char* look : {"light", "dark"}) {
                if (folder.isEmpty())
                    continue;
                o.window.setAppearance(look);
                QTest::qWait(200);
                shown.overlay()->setLaser(true);
                moveOver(shown.overlay(), {size.width() * 0.3, size.height() * 0.3});
                QCoreApplication::processEvents();
                const std::clock_t begin = std::clock();
                for (int i = 0; i < 20; ++i) {
                    moveOver(shown.overlay(), {size.width() * 0.3 + 8 * i, size.height() * 0.3});
                    QCoreApplication::processEvents();
                }
                qInfo("%d: %.2f ms per move of the laser pointer", size.width(),
                    1000.0 * double(std::clock() - begin) / CLOCKS_PER_SEC / 20);
                shown.grab().save(QStringLiteral("%1/many-%2-%3.png").arg(QString(folder), look).arg(size.width()));
                shown.overlay()->setLaser(false);
                QTest::keyClick(&shown, Qt::Key_Home);
                shown.grab().save(QStringLiteral("%1/list-%2-%3.png").arg(QString(folder), look).arg(size.width()));
                QTest::keyClick(&shown, Qt::Key_Home);
            }
        }
    }
};

STEPZERO_TEST(TestSlides, QApplication)

}   // namespace tst_slides
#include "tst_slides.moc"
