// SPDX-License-Identifier: GPL-3.0-or-later
// Presenting by keys: with and without a lesson, at the sizes of projectors.
#include <QAction>
#include <QGuiApplication>
#include <QLabel>
#include <QScreen>
#include <QSlider>
#include <QTest>

#include "app/application.h"
#include "app/board.h"
#include "app/dial_bar.h"
#include "app/lesson_bar.h"
#include "app/present_overlay.h"
#include "app/present_text.h"
#include "app/presentation.h"
#include "app/speaker_window.h"
#include "core/base/json/read_json.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/study.h"
#include "opened_window.h"
#include "tests/main/registered_test.h"

namespace tst_present {

using namespace stepzero;

namespace {

const char* const taught = R"({"format": "stepzero-lesson", "version": 1, "title": "Depth", "steps": [
  {"title": "A factor a layer", "text": "Behind **{depth}** layers the signal is {signal(depth)}, of {input_rms} at first.",
   "formula": "Var(z) = n Var(W) E[x^2] = {fan_in(1)}·{weight_std(1)^2}·{input_rms^2}",
   "experiment": {"network": {"kind": "dense", "depth": 5, "width": 16, "activation": "tanh"}, "input": {"samples": 8}},
   "figures": [{"figure": "signal", "share": 0.6}, {"figure": "weights", "share": 0.4}],
   "control": "network.depth", "range": [1, 12],
   "question": "What do ten layers leave?", "answer": "Less: {signal(depth)}.", "notes": "Let them guess."},
  {"title": "The weights", "text": "Their standard deviation is {weight_std(1)}.", "figures": ["weights"]}]})";

struct PresentedWindow : OpenedWindow {
    explicit PresentedWindow(bool taughtToo = false) : lesson(std::get<Lesson>(parse_lesson(taught)))
    {
        window.document().replace(taughtToo ? lesson.steps[0].experiment : smallNetwork(), {});
        running = taughtToo;
        PresentWindow::Source source;
        source.lesson = [this] { return running ? RunningLesson {&lesson, step} : RunningLesson {}; };
        source.go = [this](int to) {
            step = to;
            shown->lessonChanged();
            window.document().edit(lesson.steps[std::size_t(to)].experiment, {QStringLiteral("step"), {}, false});
        };
        source.figures = [this] {
            const QVector<PicturePart> parts = window.board()->partsByAttention();
            return QVector<PresentedFigure> {{parts[0]}, {parts[1]}};
        };
        source.dials = [this] { return std::vector<LessonDial> {{window.dials()->path()}}; };
        presentation = std::make_unique<Presentation>(window.workspace(), window.slides(), source, &window);
        shown = presentation->window();
        good = good && QTest::qWaitFor([this] { return settled(); }, 10000);
        presentation->present();
        shown->showNormal();
        shown->resize(1280, 720);
        good = good && QTest::qWaitForWindowExposed(shown);
    }
    void key(Qt::Key key) { QTest::keyClick(shown, key); }

    Lesson lesson;
    bool running = false;
    int step = 0;
    std::unique_ptr<Presentation> presentation;
    PresentWindow* shown = nullptr;
};

SpeakerWindow* speakerOf(const PresentWindow& shown) { return shown.findChild<SpeakerWindow*>(); }

/// Children that are seen and lie over each other, or out of the window.
QStringList misplaced(const PresentWindow& shown)
{
    QStringList wrong;
    QVector<QWidget*> parts;
    for (QWidget* child : shown.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (child->isVisible() && !child->isWindow() && child != shown.overlay())
            parts << child;
    for (QWidget* part : parts) {
        if (!shown.rect().contains(part->geometry()))
            wrong << QStringLiteral("%1 is cut").arg(part->metaObject()->className());
        for (QWidget* other : parts)
            if (other != part && other->geometry().intersects(part->geometry()))
                wrong << QStringLiteral("%1 over %2")
                             .arg(part->metaObject()->className(), other->metaObject()->className());
    }
    return wrong;
}

}   // namespace

class TestPresent : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void aLessonIsGoneThroughByKeys()
    {
        PresentedWindow o(true);
        QVERIFY(o.good);
        QCOMPARE(o.shown->title(), QStringLiteral("A factor a layer"));
        QCOMPARE(o.shown->figures().size(), 2);
        QVERIFY(o.shown->text()->shown().text.startsWith("Behind **5** layers the signal is 0."));
        QVERIFY(o.shown->text()->shown().formula.contains("= 16·"));
        QVERIFY(o.shown->text()->shown().answer.isEmpty());
        QCOMPARE(o.shown->verdict().isEmpty(), false);
        o.key(Qt::Key_N);
        QVERIFY(speakerOf(*o.shown) && speakerOf(*o.shown)->isVisible());
        QVERIFY(speakerOf(*o.shown)->notes().startsWith("Let them guess."));
        QCOMPARE(speakerOf(*o.shown)->next(),
            QStringLiteral("Next: The weights (Weights of the layer)")
                .replace("Weights of the layer", findFigureKind("weights")->title));
        QVERIFY(speakerOf(*o.shown)->times().contains("0:00:0"));
        o.key(Qt::Key_PageDown);   // the answer first
        QCOMPARE(o.step, 0);
        QVERIFY(o.shown->text()->shown().answer.startsWith("Less: 0."));
        o.key(Qt::Key_PageDown);
        QCOMPARE(o.step, 1);
        QCOMPARE(o.shown->title(), QStringLiteral("The weights"));
        QCOMPARE(o.shown->figures().size(), 1);
        QTRY_VERIFY(o.settled());
        QVERIFY(!o.shown->control()->isVisible());   // this step has none
        o.key(Qt::Key_Right);   // the last step
        QCOMPARE(o.step, 1);
        o.key(Qt::Key_PageUp);
        QCOMPARE(o.step, 0);
        QVERIFY(o.shown->text()->shown().answer.isEmpty());
        o.key(Qt::Key_Escape);
        QVERIFY(!o.shown->isVisible() && !speakerOf(*o.shown)->isVisible());
        QVERIFY(o.window.isVisible());
    }

    /// By keys; and each figure processes a study once.
    void theControlEditsTheDocument()
    {
        PresentedWindow o(true);
        QVERIFY(o.good && o.shown->control()->isVisible());
        QCOMPARE(o.shown->control()->sweep()->values.size(), std::size_t(12));
        QTRY_VERIFY(o.shown->figures()[0]->recomputations() > 0);
        int studies = 0;
        connect(&o.window.runner(), &StudyRunner::delivered, this,
            [&](const StudyPtr& s) { studies += s->stage != Stage::theory; });
        const int before = o.shown->figures()[0]->recomputations();
        o.key(Qt::Key_Up);
        QCOMPARE(o.window.document().experiment().network.depth, 6);
        QCOMPARE(o.shown->control()->words(), QStringLiteral("depth 6"));
        QTRY_VERIFY(o.settled());
        QTRY_VERIFY(o.shown->text()->shown().text.startsWith("Behind **6** layers"));
        QTRY_COMPARE(o.shown->figures()[0]->shownExhibit(), ExhibitPtr(o.window.study()));
        const int taken = o.shown->figures()[0]->recomputations() - before;
        QVERIFY2(taken >= 1 && taken <= studies + 1, qPrintable(QStringLiteral("%1 of %2").arg(taken).arg(studies)));
        o.key(Qt::Key_Down);
        QCOMPARE(o.window.document().experiment().network.depth, 5);
        o.window.document().undoStack()->undo();
        QCOMPARE(o.window.document().experiment().network.depth, 6);
    }

    /// Choices in a figure stay while a parameter moves.
    void aDialLeavesViewsAlone()
    {
        PresentedWindow o;
        QVERIFY(o.good);
        Figure* const figure = o.shown->figures()[0];
        const QString kind = figure->viewState()["signal"].toString();
        const QString other = kind == QLatin1String("output") ? "preactivation" : "output";
        figure->setViewState({{"signal", other}});
        QCOMPARE(figure->viewState()["signal"].toString(), other);
        const Experiment before = o.window.document().experiment();
        o.key(Qt::Key_Up);
        QVERIFY(!(o.window.document().experiment() == before));
        QTRY_VERIFY(o.settled());
        QCOMPARE(o.shown->figures()[0], figure);
        QCOMPARE(figure->viewState()["signal"].toString(), other);
    }

    /// For a step with a board, the figures have the same ratio of sizes as there.
    void figuresAreAsLargeAsOnTheStepsBoard()
    {
        PresentedWindow o(true);
        QVERIFY(o.good);
        LessonStep& step = o.lesson.steps[0];
        step.figures = {{"signal"}, {"weights"}};
        step.board = read_json(R"({"row": [{"tabs": ["formula"]}, {"column": [{"tabs": ["weights"]},
            {"tabs": ["signal"], "share": 3}], "share": 2}]})")
                         .root;
        o.shown->lessonChanged();
        QCOMPARE(o.shown->figures().size(), 2);
        const double signal = o.shown->figures()[0]->height(), weights = o.shown->figures()[1]->height();
        QVERIFY2(std::abs(signal / weights - 3) < 0.05, qPrintable(QString::number(signal / weights)));
    }

    /// A long text gets a smaller font, then an ellipsis; its tooltip is complete.
    void whatIsLongBesideTheVerdictIsShortened()
    {
        PresentedWindow o;
        QVERIFY(o.good);
        const auto shownAs = [&](const QString& words) {
            emit o.shown->figures()[0]->readout(words);
            for (const QLabel* label : o.shown->findChildren<QLabel*>())
                if (label->isVisible() && (label->text() == words || label->text().endsWith(u'…')))
                    return label;
            return static_cast<const QLabel*>(nullptr);
        };
        const int usual = shownAs("short")->font().pixelSize();
        QString words = QStringLiteral("a word");
        const auto room = [&] { return shownAs(words)->width(); };
        while (QFontMetrics(shownAs("short")->font()).horizontalAdvance(words) < room())
            words += QStringLiteral(" and one more");
        const QLabel* smaller = shownAs(words);
        QVERIFY(smaller && smaller->text() == words && smaller->font().pixelSize() < usual);
        QVERIFY(smaller->sizeHint().width() <= smaller->width());
        words += words;
        const QLabel* shortened = shownAs(words);
        QVERIFY(shortened && shortened->text().endsWith(u'…') && shortened->font().pixelSize() >= 0.79 * usual);
        QVERIFY(shortened->sizeHint().width() <= shortened->width());
        QCOMPARE(o.shown->readout(), words);
        QCOMPARE(shownAs("short")->font().pixelSize(), usual);
    }

    /// A formula that is too wide has a line per statement. Only statements that are still too wide are broken at
    /// equals signs.
    void aWideFormulaIsBrokenByItsStatements()
    {
        const auto lines = [](int width) {
            PresentText text;
            text.setLetters(20);
            text.resize(width, 400);
            text.setWords({{}, "a = min(1, 2) = 1, b + c + d + e = 2 + 3 = 5", {}, {}});
            const QImage image = text.grab().toImage();
            int found = 0;
            bool within = false;
            for (int y = 0; y < image.height(); ++y) {
                bool ink = false;
                for (int x = 0; x < image.width(); ++x)
                    ink = ink || qGray(image.pixel(x, y)) < 100;
                found += ink && !within;
                within = ink;
            }
            return found;
        };
        QCOMPARE(lines(800), 1);
        QCOMPARE(lines(300), 2);
        QCOMPARE(lines(190), 4);   // the first fits
    }

    void blankFreezeSpotlightDraw()
    {
        PresentedWindow o;
        QVERIFY(o.good);
        const auto colour = [&](const QPoint& at) { return o.shown->grab().toImage().pixelColor(at); };
        // QTest's own moves have no buttons, and use the cursor.
        const auto move = [&](const QPointF& at, Qt::MouseButtons buttons) {
            QMouseEvent event(QEvent::MouseMove, at, o.shown->mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
            QCoreApplication::sendEvent(o.shown->overlay(), &event);
        };
        const QPoint middle(640, 360), corner(4, 715);
        const QColor ground = colour(corner);
        o.key(Qt::Key_B);
        QCOMPARE(colour(middle), QColor(Qt::black));
        QCOMPARE(colour(corner), QColor(Qt::black));
        o.key(Qt::Key_Period);
        QCOMPARE(colour(corner), ground);

        o.key(Qt::Key_F);
        QTest::qWait(20);
        const QImage frozen = o.shown->grab().toImage();
        o.key(Qt::Key_Up);
        QTRY_VERIFY(o.settled());
        QCOMPARE(o.window.document().experiment().network.depth, 5);
        QVERIFY(o.shown->grab().toImage() == frozen);
        o.key(Qt::Key_F);
        QVERIFY(o.shown->grab().toImage() != frozen);

        o.key(Qt::Key_S);
        move(corner + QPoint(30, -30), Qt::NoButton);
        QTRY_COMPARE(colour(corner), ground);
        const QPoint far(1270, 4);
        QVERIFY(colour(far).lightness() < ground.lightness() / 2);
        o.key(Qt::Key_S);
        QCOMPARE(colour(far), ground);

        o.key(Qt::Key_D);
        QTest::mousePress(o.shown->overlay(), Qt::LeftButton, {}, {300, 300});
        move({500, 400}, Qt::LeftButton);
        QTest::mouseRelease(o.shown->overlay(), Qt::LeftButton, {}, {500, 400});
        QCOMPARE(o.shown->overlay()->lines().size(), 1);
        QVERIFY(o.shown->overlay()->lines()[0].size() >= 3);
        o.key(Qt::Key_D);
        QVERIFY(o.shown->overlay()->isVisible());   // it stays visible
        o.key(Qt::Key_C);
        QVERIFY(!o.shown->overlay()->isVisible());
        o.key(Qt::Key_Escape);
        QVERIFY(!o.shown->isVisible());
    }

    /// Spotlight and pen receive the pointer. The value below it is shown anyway, bright, and follows the parameter. It
    /// has a separate row, so the verdict and the axis label stay.
    void valuesUnderSpotlightAndPen()
    {
        PresentedWindow o;
        QVERIFY(o.good);
        const QString verdict = o.shown->verdict();
        Figure* figure = o.shown->figures()[0];
        const QPointF inside = figure->geometry().center(), outside(640, 4);
        const auto move = [&](const QPointF& at, Qt::MouseButtons buttons = Qt::NoButton) {
            QMouseEvent event(QEvent::MouseMove, at, o.shown->mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
            QCoreApplication::sendEvent(o.shown->overlay(), &event);
        };
        const QLabel* place = nullptr;
        for (const QLabel* label : o.shown->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
            if (label->text() == verdict)
                place = label;
        QVERIFY(place);
        const QRect beside(place->geometry().right() - 400, place->y(), 400, place->height());
        const auto row = [&] {
            QCoreApplication::processEvents();
            return o.shown->grab(beside).toImage();
        };
        const auto axisName
            = [&] { return figure->grab(QRect(0, figure->height() - 40, figure->width(), 40)).toImage(); };
        for (const Qt::Key tool : {Qt::Key_S, Qt::Key_D}) {
            o.key(tool);
            move(outside);
            QCOMPARE(o.shown->readout(), QString());
            const QImage without = row(), named = axisName();
            move(inside);
            const QString said = o.shown->readout();
            QVERIFY2(said.contains("layer"), qPrintable(said));
            QCOMPARE(o.shown->verdict(), verdict);
            const QImage with = row();
            QCOMPARE(axisName(), named);
            QVERIFY(with != without);
            // On the undimmed background.
            QCOMPARE(with.pixelColor(with.width() - 2, 2), o.shown->palette().color(QPalette::Window));
            QCOMPARE(
                without.pixelColor(with.width() - 2, 2) == with.pixelColor(with.width() - 2, 2), tool == Qt::Key_D);
            const Experiment before = o.window.document().experiment();
            o.key(Qt::Key_Up);
            QVERIFY(!(o.window.document().experiment() == before));
            QTRY_VERIFY(o.settled());
            QTRY_VERIFY(o.shown->readout() != said && o.shown->readout().contains("layer"));
            o.key(Qt::Key_Down);
            QTRY_VERIFY(o.settled());
            move(outside);
            QCOMPARE(o.shown->readout(), QString());
            QCOMPARE(o.shown->verdict(), verdict);
            o.key(tool);
        }
        // A text that is too long has a smaller font, and an ellipsis.
        o.shown->resize(700, 400);
        o.key(Qt::Key_S);
        move(o.shown->figures()[0]->geometry().center());
        const QLabel* said = nullptr;
        QString words;
        for (const QLabel* label : o.shown->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
            // The accessible name of a label has its typeset text.
            const QString plain = label->accessibleName().isEmpty() ? label->text() : label->accessibleName();
            if (label->isVisible() && plain.endsWith(u'…') && o.shown->readout().startsWith(plain.chopped(1))) {
                said = label;
                words = plain;
            }
        }
        QVERIFY(said);
        QVERIFY(QFontMetricsF(said->font()).horizontalAdvance(words) <= said->width());
        QVERIFY(!said->geometry().intersects(place->geometry()));
        o.key(Qt::Key_S);
        o.shown->resize(1280, 720);
        // A line is drawn over a figure, which neither moves nor chooses another layer.
        o.key(Qt::Key_D);
        const int layer = o.window.workspace().focus().layer;
        const QJsonObject view = figure->viewState();
        QTest::mousePress(o.shown->overlay(), Qt::LeftButton, {}, inside.toPoint());
        for (int i = 0; i < 40; i += 10)
            move(inside + QPointF(i, i), Qt::LeftButton);
        QTest::mouseRelease(o.shown->overlay(), Qt::LeftButton, {}, inside.toPoint());
        QVERIFY(o.shown->readout().contains("layer"));
        QCOMPARE(o.window.workspace().focus().layer, layer);
        QCOMPARE(figure->viewState(), view);
        if (const QByteArray folder = qgetenv("STEPZERO_PICTURES"); !folder.isEmpty())
            for (const char* look : {"light", "dark"})
                for (const QSize& size : {QSize(1280, 800), QSize(1920, 1080)}) {
                    o.window.setAppearance(look);
                    o.shown->resize(size);
                    if (!o.shown->overlay()->hasSpotlight())
                        o.key(Qt::Key_S);
                    QTest::qWait(50);
                    move(figure->geometry().center());
                    o.shown->grab().save(
                        QStringLiteral("%1/spotlight-%2-%3.png").arg(QString(folder), look).arg(size.width()));
                }
    }

    /// The last row of an audience can read it, and nothing overlaps.
    void itCanBeReadFromTheBack_data()
    {
        QTest::addColumn<bool>("lesson");
        QTest::newRow("lesson") << true;
        QTest::newRow("board") << false;
    }
    void itCanBeReadFromTheBack()
    {
        QFETCH(bool, lesson);
        PresentedWindow o(lesson);
        QVERIFY(o.good);
        for (const auto& [size, least] : {std::pair(QSize(1920, 1080), 28.0), {QSize(1280, 720), 20.0},
                 {QSize(3840, 2160), 56.0}, {QSize(800, 600), 15.0}}) {
            o.shown->resize(size);
            QCoreApplication::processEvents();
            QVERIFY2(misplaced(*o.shown).isEmpty(), qPrintable(misplaced(*o.shown).join("; ")));
            QVERIFY2(o.shown->text()->letters() >= least - 0.01 || !lesson,
                qPrintable(QString::number(o.shown->text()->letters())));
            QVERIFY(o.shown->text()->fits() || !lesson);
            for (const Figure* figure : o.shown->figures())
                QVERIFY(figure->style().scale * 14 >= std::min(least, 20.0));
            const double before = o.shown->scale();
            o.key(Qt::Key_Plus);
            QVERIFY(o.shown->scale() > before || before == PresentWindow::mostScale);
            QVERIFY2(misplaced(*o.shown).isEmpty(), qPrintable(misplaced(*o.shown).join("; ")));
            for (int i = 0; i < 30; ++i)
                o.key(Qt::Key_Minus);
            QCOMPARE(o.shown->scale(), PresentWindow::leastScale);
            o.key(Qt::Key_0);
            QCOMPARE(o.shown->scale(), before);
            if (const QByteArray folder = qgetenv("STEPZERO_PICTURES"); !folder.isEmpty())
                for (const char* look : {"light", "dark"}) {
                    o.window.setAppearance(look);
                    QTest::qWait(50);
                    o.shown->grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                             .arg(folder, QTest::currentDataTag())
                                             .arg(size.height())
                                             .arg(look));
                }
        }
    }

    /// Every step of every lesson in every language, with its answer, at one of two sizes in turn.
    void lessonsCanBeReadFromTheBack()
    {
        PresentedWindow o(true);
        QVERIFY(o.good);
        Lesson each = lessons().front();
        RunningLesson running {&each, 0, "en"};
        PresentWindow shown(o.window.workspace(), o.window.slides(),
            {[&] { return running; }, [&](int to) { running.step = to; }, {}, {}}, &o.window);
        shown.present(o.window.screen()->geometry());
        shown.showNormal();
        QStringList wrong;
        int turn = 0;
        for (const Lesson& lesson : lessons())
            for (const std::string& language : lesson_languages()) {
                const QSize size = turn++ / 2 % 2 == 0 ? QSize(1280, 720) : QSize(1920, 1080);
                shown.resize(size);
                each = lesson;
                running = {&each, 0, language};
                for (; running.step < int(each.steps.size()); ++running.step) {
                    shown.lessonChanged();
                    QTest::keyClick(&shown, Qt::Key_A);   // shows the answer
                    if (!shown.text()->fits() || shown.text()->letters() < (size.height() >= 1080 ? 28 : 20))
                        wrong << QStringLiteral("%1 step %2 %3 at %4: letters of %5%6")
                                     .arg(QString::fromStdString(lesson.name))
                                     .arg(running.step + 1)
                                     .arg(QString::fromStdString(language))
                                     .arg(size.height())
                                     .arg(shown.text()->letters())
                                     .arg(shown.text()->fits() ? "" : ", cut");
                    const QStringList over = misplaced(shown);
                    if (!over.isEmpty())
                        wrong << over;
                }
            }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    /// The figures that the user touched last come first, then the large ones; the parameter is the one that was moved
    /// last.
    void beginsWithWhatWasTouched()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        QTRY_VERIFY(o.settled());
        Board* board = o.window.board();
        const QVector<PicturePart> parts = board->partsByAttention();
        QVERIFY(parts.size() > 2);
        const QString small = parts.last().kind;   // the smallest of all
        QTest::mouseClick(board->dock(small)->figure(), Qt::RightButton);
        QCOMPARE(board->partsByAttention().first().kind, small);
        QCOMPARE(board->partsByAttention()[1].kind, parts.first().kind);
        // A preset changes many parameters at once; a single moved one is remembered.
        o.trigger("present");
        QCOMPARE(o.window.presentation()->control()->path(), std::string("network.depth"));
        QTest::keyClick(o.window.presentation(), Qt::Key_Escape);
        Experiment wider = o.window.document().experiment();
        wider.network.width += 8;
        o.window.document().edit(wider, {QStringLiteral("width"), {}, false});
        o.trigger("present");
        QCOMPARE(o.window.presentation()->control()->path(), std::string("network.width"));
        QTest::keyClick(o.window.presentation(), Qt::Key_Escape);
    }

    /// From the menu, with the study of the window.
    void theWindowHasIt()
    {
        OpenedWindow o;
        o.window.document().replace(smallNetwork(), {});
        QTRY_VERIFY(o.settled());
        const quint64 asked = o.window.runner().requestedGeneration();
        o.trigger("present");
        QVERIFY(o.window.presentation()->isVisible());
        QVERIFY(o.window.presentation()->isFullScreen());
        QCOMPARE(o.window.presentation()->figures().size(), 2);
        QTRY_COMPARE(o.window.presentation()->figures()[0]->shownExhibit(), ExhibitPtr(o.window.study()));
        QCOMPARE(o.window.runner().requestedGeneration(), asked);
        QVERIFY(o.window.presentation()->control()->isVisible());
        QTest::keyClick(o.window.presentation(), Qt::Key_Escape);
        QVERIFY(!o.window.presentation()->isVisible());
        QVERIFY(o.window.presentation()->figures().isEmpty());   // invisible figures are not drawn
        // With the running lesson; a step taken in either window applies to both.
        o.window.lessonBar()->start(lessons().front());
        o.trigger("present");
        PresentWindow& shown = *o.window.presentation();
        const auto& steps = lessons().front().steps;
        QVERIFY(steps.size() > 2);
        QVERIFY(shown.title() == QString::fromStdString(steps[0].title.in("en")));
        o.window.lessonBar()->go(1);
        QVERIFY(shown.title() == QString::fromStdString(steps[1].title.in("en")));
        if (!steps[1].answer.empty())
            QTest::keyClick(&shown, Qt::Key_PageDown);
        QTest::keyClick(&shown, Qt::Key_PageDown);
        QCOMPARE(o.window.lessonBar()->step(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY(!shown.text()->shown().text.contains(u'…'));
        const QByteArray folder = qgetenv("STEPZERO_PICTURES");
        if (!folder.isEmpty()) {
            shown.showNormal();
            shown.resize(1280, 720);
            QTest::qWait(300);
            shown.grab().save(QString(folder) + "/real.png");
        }
        o.window.lessonBar()->end();
        QVERIFY(shown.text()->shown().text.isEmpty());
    }

    /// Wherever the window is, the audience sees the figures and the speaker the notes.
    void eachOfTwoScreensHasItsOwn()
    {
        const QList<QScreen*> screens = QGuiApplication::screens();
        if (screens.size() < 2)
            QSKIP("the test app/present_two_screens has two");
        for (int at : {0, 1}) {
            OpenedWindow o;
            o.window.move(screens[at]->geometry().topLeft() + QPoint(40, 40));
            QTRY_COMPARE(o.window.screen(), screens[at]);
            o.trigger("present");
            PresentWindow* shown = o.window.presentation();
            QVERIFY(shown && QTest::qWaitForWindowExposed(shown));
            QCOMPARE(shown->geometry(), screens[1 - at]->geometry());
            QVERIFY(speakerOf(*shown) && QTest::qWaitForWindowExposed(speakerOf(*shown)));
            QVERIFY(screens[at]->geometry().contains(speakerOf(*shown)->geometry()));
            QTest::keyClick(speakerOf(*shown), Qt::Key_B);   // a clicker's keys come to either window
            QVERIFY(shown->overlay()->isBlank());
            QTest::keyClick(shown, Qt::Key_Escape);
            QVERIFY(!shown->isVisible() && !speakerOf(*shown)->isVisible());
        }
    }
};

STEPZERO_TEST(TestPresent, QApplication)

}   // namespace tst_present
#include "tst_present.moc"
