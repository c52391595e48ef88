// SPDX-License-Identifier: GPL-3.0-or-later
// The board with real mouse and key events. Tabs are dragged, closed, enlarged and restored by the mouse, by keys and
// from menus. Random walks neither crash nor lose a figure.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QJsonDocument>
#include <QMenu>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSpinBox>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/layout_defaults.h"
#include "app/layout_json.h"
#include "app/main_window.h"
#include "app/side_panel.h"
#include "core/study/make_study.h"
#include "tests/app/opened_window.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_board {

using namespace stepzero;

namespace {

StudyPtr studyOf(const char* kind, int depth = 3)
{
    static quint64 generation = 0;
    const std::string options = kind == std::string("transformer")
        ? R"(, "width": 32, "heads": 4, "vocabulary": 64, "context": 64}, "input": {"samples": 2, "tokens": 8})"
        : R"(, "width": 16}, "input": {"samples": 4})";
    StudyRequest request;
    request.experiment = networks::with_members(
        R"("network": {"kind": ")" + std::string(kind) + R"(", "depth": )" + std::to_string(depth) + options);
    request.generation = ++generation;
    StudyCaches caches(std::size_t(1) << 24);
    return preview_study(request, caches, {});
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

/// Counts events of a widget.
struct Events : QObject {
    Events(QWidget* widget, QEvent::Type type) : wanted(type) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == wanted ? 1 : 0;
        return false;
    }
    QEvent::Type wanted;
    int count = 0;
};

struct Opened {
    explicit Opened(const QSize& size = {1700, 950}) : board({networkLayers, networkTokens})
    {
        board.resize(size);
        board.show();
        good = QTest::qWaitForWindowExposed(&board);
    }
    BoardCell* cell(const char* figure) const { return board.view()->cellOf(board.dock(figure)); }
    /// Returns where a drag grasps the figure, in its cell's tabs.
    QPoint grip(const char* figure) const
    {
        const BoardCell* at = cell(figure);
        return at->tabs()->tabRect(int(at->docks().indexOf(board.dock(figure)))).center();
    }
    /// Returns a point at fractions of the other figure's size.
    QPoint over(const char* figure, double x, double y) const
    {
        const FigureDock* dock = board.dock(figure);
        return dock->mapToGlobal(QPoint(int(x * dock->width()), int(y * dock->height())));
    }
    void drag(const char* figure, const QPoint& to, bool drop = true) const
    {
        QPointer<BoardTabs> tabs = cell(figure)->tabs();
        const QPoint from = grip(figure);
        QTest::mousePress(tabs, Qt::LeftButton, {}, from);
        QTest::mouseMove(tabs, from + QPoint(QApplication::startDragDistance() + 1, 0));
        QTest::mouseMove(tabs, tabs->mapFromGlobal(to));
        if (drop)
            QTest::mouseRelease(tabs, Qt::LeftButton, {}, tabs->mapFromGlobal(to));
    }
    /// Returns what is wrong with the drawn board; empty when nothing is. A small board may not have room for every
    /// figure.
    QString flaw(bool large = true) const
    {
        const BoardLayout& layout = board.arrangement();
        const QStringList figures = figuresOf(layout.root);
        for (FigureDock* dock : board.docks()) {
            const QString id = dock->kind().id;
            const bool there = isShown(layout, id);
            const bool front
                = there && (layout.enlarged.isEmpty() ? frontsOf(layout).contains(id) : layout.enlarged == id);
            if (dock->isVisible() != front)
                return id + (front ? " is not seen" : " is seen");
            if (large && front
                && (dock->figure()->visibleRegion().isEmpty() || !board.rect().contains(dock->mapTo(&board, QPoint()))))
                return id + " has no room";
            if (dock->toggleViewAction()->isChecked() != there)
                return id + " is marked otherwise in the menu";
            if (board.applies(dock) != figures.contains(id))
                return id + " is lost";
        }
        for (const QSplitter* splitter : board.view()->splitters())
            for (int i = 1; i < std::max(2, splitter->count()); ++i)
                if (!splitter->handle(i) || !splitter->handle(i)->isVisible())
                    return "a border cannot be dragged";
        return {};
    }

    Board board;
    bool good = false;
};

}   // namespace

#define VERIFY_DRAWN(o) QVERIFY2((o).flaw().isEmpty(), qPrintable((o).flaw()))

class TestBoard : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void drawsTheDefault()
    {
        Opened o;
        QVERIFY(o.good);
        VERIFY_DRAWN(o);
        QCOMPARE(o.board.view()->cells().size(), 6);
        // Each figure has one title, and each cell one row: the names of all its figures, and the buttons of the front
        // one.
        const BoardCell* cell = o.cell("signal");
        QCOMPARE(cell->tabs()->count(), cell->docks().size());
        QVERIFY(cell->tabs()->tabToolTip(0).startsWith("Signal and gradient by layer"));
        for (const QToolButton* button : {cell->menuButton(), cell->enlargeButton(), cell->closeButton()})
            QVERIFY(!button->accessibleName().isEmpty() && !button->toolTip().isEmpty());
        for (const FigureDock* dock : o.board.docks())
            QVERIFY(!dock->figure()->titleShown());
    }

    void followsTheSize()
    {
        Opened o({970, 690});
        QVERIFY(o.good);
        QCOMPARE(o.board.arrangement(), defaultLayout(networkLayers, BoardRoom::hero));
        VERIFY_DRAWN(o);
        const int hero = o.board.dock("signal")->height();
        for (const char* other : {"weights", "spectrum", "activations"})
            QVERIFY2(hero > 1.5 * o.board.dock(other)->height(), other);
        o.board.resize(1700, 950);
        QTRY_COMPARE(o.board.view()->cells().size(), 6);
        VERIFY_DRAWN(o);
        o.board.resize(480, 380);
        QTRY_COMPARE(o.board.view()->cells().size(), 2);
        VERIFY_DRAWN(o);
        // An arrangement of the user stays.
        const BoardLayout own = moved(o.board.arrangement(), "phase", "signal", Side::left);
        o.board.arrange(own);
        o.board.resize(1700, 950);
        QTest::qWait(10);
        QCOMPARE(o.board.arrangement(), own);
        o.board.resetLayout();
        QCOMPARE(o.board.arrangement(), defaultLayout(networkLayers, BoardRoom::grid));
        VERIFY_DRAWN(o);
    }

    void dragsOfTabs()
    {
        Opened o;
        QVERIFY(o.good);
        // To the left quarter of another figure: next to it.
        BoardLayout expected = moved(o.board.arrangement(), "correlation", "weights", Side::left);
        o.drag("correlation", o.over("weights", 0.1, 0.5));
        QCOMPARE(o.board.arrangement(), expected);
        VERIFY_DRAWN(o);
        QVERIFY(o.board.dock("correlation")->mapToGlobal(QPoint()).x()
            < o.board.dock("weights")->mapToGlobal(QPoint()).x());
        // To its lower quarter.
        expected = moved(expected, "phase", "weights", Side::below);
        o.drag("phase", o.over("weights", 0.5, 0.95));
        QCOMPARE(o.board.arrangement(), expected);
        // To its middle: into its tabs.
        expected = moved(expected, "spectrum", "weights", Side::tabs);
        o.drag("spectrum", o.over("weights", 0.5, 0.5));
        QCOMPARE(o.board.arrangement(), expected);
        // Over its row of tabs, before the first.
        expected = moved(expected, "maps", "weights", Side::tabs, 0);
        const BoardTabs* row = o.cell("weights")->tabs();
        o.drag("maps", row->mapToGlobal(QPoint(2, row->height() / 2)));
        QCOMPARE(o.board.arrangement(), expected);
        VERIFY_DRAWN(o);
        // To the edge of the board.
        expected = moved(expected, "weights", {}, Side::right);
        o.drag("weights", o.board.mapToGlobal(QPoint(o.board.width() - 3, o.board.height() / 2)));
        QCOMPARE(o.board.arrangement(), expected);
        // Out of the board, or onto itself where it is alone: nothing happens.
        o.drag("signal", o.board.mapToGlobal(QPoint(-40, -40)));
        o.drag("weights", o.over("weights", 0.5, 0.5));
        QCOMPARE(o.board.arrangement(), expected);
        VERIFY_DRAWN(o);
    }

    void escapeEndsADrag()
    {
        Opened o;
        QVERIFY(o.good);
        const BoardLayout before = inFront(o.board.arrangement(), "correlation");
        QPointer<BoardTabs> tabs = o.cell("correlation")->tabs();
        o.drag("correlation", o.over("weights", 0.1, 0.5), false);
        QVERIFY(o.board.view()->isDragging());
        QTest::keyClick(&o.board, Qt::Key_Escape);
        QVERIFY(!o.board.view()->isDragging());
        QVERIFY(tabs);
        QTest::mouseMove(tabs, tabs->mapFromGlobal(o.over("phase", 0.1, 0.5)));
        QTest::mouseRelease(tabs, Qt::LeftButton, {}, tabs->mapFromGlobal(o.over("phase", 0.1, 0.5)));
        QCOMPARE(o.board.arrangement(), before);   // pressing chose the tab
        // The board changes during a drag: the drag ends, and the release has no effect.
        o.drag("correlation", o.over("weights", 0.1, 0.5), false);
        o.board.setExhibit(studyOf("transformer"));
        QVERIFY(!o.board.view()->isDragging());
        if (tabs)
            QTest::mouseRelease(tabs, Qt::LeftButton, {}, QPoint(5, 5));
        o.board.setExhibit(studyOf("dense"));
        QCOMPARE(o.board.arrangement(), before);
        VERIFY_DRAWN(o);
    }

    void enlargeCloseAndKeys()
    {
        Opened o;
        QVERIFY(o.good);
        const BoardLayout before = o.board.arrangement();
        QSignalSpy maximised(&o.board, &Board::maximisedChanged);
        QTest::mouseDClick(o.cell("weights")->tabs(), Qt::LeftButton, {}, o.grip("weights"));
        QCOMPARE(o.board.maximised(), o.board.dock("weights"));
        VERIFY_DRAWN(o);
        QVERIFY(o.cell("weights")->enlargeButton()->toolTip().contains("Esc"));
        QTest::mouseClick(o.cell("weights")->enlargeButton(), Qt::LeftButton);
        QCOMPARE(o.board.arrangement(), before);
        QCOMPARE(maximised.size(), 2);
        // Showing another figure from the menu restores the board.
        o.board.toggleMaximised(o.board.dock("weights"));
        o.board.dock("boxes")->toggleViewAction()->trigger();
        QVERIFY(!o.board.maximised() && o.board.isShown("boxes"));
        VERIFY_DRAWN(o);
        // When the enlarged figure is hidden, the others return.
        o.board.toggleMaximised(o.board.dock("phase"));
        QTest::mouseClick(o.cell("phase")->closeButton(), Qt::LeftButton);
        QVERIFY(!o.board.maximised() && !o.board.isShown("phase"));
        VERIFY_DRAWN(o);
        // By keys, from the tabs.
        BoardTabs* tabs = o.cell("activations")->tabs();
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_Right);
        QCOMPARE(o.cell("activations")->front()->kind().id, QStringLiteral("fractions"));
        QTest::keyClick(tabs, Qt::Key_Return);
        QCOMPARE(o.board.maximised(), o.board.dock("fractions"));
        // The focus is not lost with the widgets.
        QCOMPARE(o.board.focusWidget(), o.cell("fractions")->tabs());
        QVERIFY(!o.board.isActiveWindow() || o.cell("fractions")->tabs()->hasFocus());
        QTest::keyClick(o.cell("fractions")->tabs(), Qt::Key_Return);
        QTest::keyClick(o.cell("fractions")->tabs(), Qt::Key_Delete);
        QVERIFY(!o.board.isShown("fractions"));
        VERIFY_DRAWN(o);
        QTest::mouseClick(o.cell("signal")->tabs(), Qt::MiddleButton, {}, o.grip("correlation"));
        QVERIFY(!o.board.isShown("correlation"));
    }

    // When one figure is zoomed to layers, so is every figure whose x axis is layers, shown or not.
    void layersZoomTogether()
    {
        Opened o;
        QVERIFY(o.good);
        o.board.setExhibit(studyOf("dense", 12));
        const auto axes = [&](const char* figure) {
            auto* found = qobject_cast<AxesFigure*>(o.board.dock(figure)->figure());
            return found->canvas(found->size());
        };
        Figure* signal = o.board.dock("signal")->figure();
        const Canvas home = axes("signal");
        const Range values = axes("weights").x, all = axes("activations").x;
        signal->grab();
        const QPoint from = home.plot.topLeft() + QPoint(80, 20), to = from + QPoint(150, 2);
        QTest::mousePress(signal, Qt::LeftButton, Qt::ShiftModifier, from);
        QMouseEvent move(
            QEvent::MouseMove, to, signal->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
        QApplication::sendEvent(signal, &move);
        QTest::mouseRelease(signal, Qt::LeftButton, Qt::ShiftModifier, to);
        const Range some = axes("signal").x;
        QVERIFY(some.span() < 0.9 * home.x.span());
        QCOMPARE(axes("signal").y, home.y);
        QCOMPARE(axes("weights").x, values);
        for (const char* figure : {"activations", "fractions", "correlation"}) {
            o.board.setShown(figure, true);
            QCOMPARE(axes(figure).x, some);
        }
        QTest::mouseDClick(o.board.dock("activations")->figure(), Qt::LeftButton, {}, QPoint(200, 100));
        QCOMPARE(axes("activations").x, all);
        QCOMPARE(axes("signal").x, home.x);
    }

    // A figure shows the value at the pointer itself, and the status bar only a text that the figure had to shorten.
    void readingsStandInTheFigure()
    {
        Opened o;
        QVERIFY(o.good);
        o.board.setExhibit(studyOf("dense", 12));
        Figure* signal = o.board.dock("signal")->figure();
        QSignalSpy read(signal, &Figure::readout), status(&o.board, &Board::readout);
        for (const bool room : {true, false}) {
            signal->resize(room ? 1500 : 200, 400);
            const QPoint inside = signal->rect().center();
            QMouseEvent move(
                QEvent::MouseMove, inside, signal->mapToGlobal(inside), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(signal, &move);
            const QString words = read.isEmpty() ? QString() : read.last().first().toString();
            QVERIFY(words.startsWith("layer "));
            QCOMPARE(status.last().first().toString(), room ? QString() : words);
        }
    }

    // Names in tabs are shortened where all of them fit then; where they scroll, they are complete.
    void namesInTabs()
    {
        BoardTabs tabs;
        const QStringList names {"Weights", "Singular values", "Activations", "Dead and saturated", "Floats", "Phases"};
        for (const QString& name : names)
            tabs.addTab(name);
        tabs.show();
        int shortened = 0, scrolled = 0;
        for (int width = 200; width <= 900; width += 10) {
            tabs.resize(width, 30);
            bool whole = true;
            for (int tab = 0; tab < tabs.count(); ++tab)
                whole = whole && tabs.tabRect(tab).width() > tabs.fontMetrics().horizontalAdvance(names[tab]);
            const bool all = tabs.tabRect(tabs.count() - 1).right() < width;
            QVERIFY2(whole || all, qPrintable(QString::number(width)));
            shortened += !whole;
            scrolled += !all;
        }
        QVERIFY(shortened > 0 && scrolled > 0);
    }

    // One key returns every figure to its data; typed digits have no such effect.
    void allFitAgain()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        Figure* signal = o.window.board()->dock("signal")->figure();
        Figure* weights = o.window.board()->dock("weights")->figure();
        const auto wheel = [](Figure* figure) {
            const QPoint at = figure->rect().center();
            QWheelEvent event(
                at, figure->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(figure, &event);
        };
        const QJsonObject home = o.window.board()->views();
        wheel(signal);
        wheel(weights);
        const QJsonObject zoomed = o.window.board()->views();
        QVERIFY(zoomed["signal"] != home["signal"] && zoomed["weights"] != home["weights"]);
        o.window.layerBox()->setFocus();
        QTest::keyClick(o.window.layerBox(), Qt::Key_0);
        QCOMPARE(o.window.board()->views(), zoomed);
        o.window.panel()->depth()->slider()->setFocus();
        QTest::keyClick(o.window.panel()->depth()->slider(), Qt::Key_0);
        QCOMPARE(o.window.board()->views(), home);
    }

    // A right click on a figure, or its button, opens one menu with all its actions.
    void contextMenu()
    {
        Opened o;
        QVERIFY(o.good);
        o.board.setExhibit(studyOf("dense", 6));
        Figure* figure = o.board.dock("signal")->figure();
        QContextMenuEvent event(QContextMenuEvent::Mouse, figure->rect().center(), QCursor::pos());
        QApplication::sendEvent(figure, &event);
        auto* menu = o.board.view()->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(menu->isVisible());
        QMap<QString, QAction*> actions;
        for (QAction* action : menu->actions())
            actions[action->text()] = action;
        for (const QAction* choice : figure->choices())
            QVERIFY(actions.contains(choice->text()));
        for (const char* words : {"Fit to data", "Lock axes", "Copy image", "Export this figure…", "Enlarge", "Hide"})
            QVERIFY2(actions.contains(words) && actions[words]->isEnabled(), words);
        QSignalSpy copied(&o.board, &Board::copyRequested);
        actions["Copy image"]->trigger();
        QCOMPARE(copied.count(), 1);
        actions["Copy data"]->trigger();
        const QStringList lines = QApplication::clipboard()->text().split("\r\n", Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + figure->table().rows.size());
        QCOMPARE(lines.first(), figure->table().header.join(','));
        menu->close();
    }

    // Each choice of the menu, for a figure alone and for one among tabs.
    void movesByMenu()
    {
        Opened o;
        QVERIFY(o.good);
        const auto menu = [&](const char* figure) {
            QTest::mouseClick(o.cell(figure)->menuButton(), Qt::LeftButton);
            return o.board.view()->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        };
        const auto find = [](QMenu* in, const QString& text) {
            for (QAction* action : in->actions())
                if (action->text() == text)
                    return action;
            return static_cast<QAction*>(nullptr);
        };
        const QVector<QPair<QString, Side>> sides {{"Left of", Side::left}, {"Right of", Side::right},
            {"Above", Side::above}, {"Below", Side::below}, {"Into the tabs of", Side::tabs}};
        for (const auto& [words, side] : sides) {
            const BoardLayout expected = moved(o.board.arrangement(), "weights", "phase", side);
            QMenu* shown = menu("weights");
            QVERIFY(shown && shown->isVisible() && find(shown, "Move"));
            QAction* sub = find(find(shown, "Move")->menu(), words);
            QVERIFY(sub);
            QAction* target = find(sub->menu(), "Phase diagram");
            QVERIFY2(target, qPrintable(words));
            target->trigger();
            shown->close();
            QCOMPARE(o.board.arrangement(), expected);
            VERIFY_DRAWN(o);
        }
        QMenu* shown = menu("weights");
        find(shown, "Enlarge")->trigger();
        shown->close();
        QCOMPARE(o.board.maximised(), o.board.dock("weights"));
        shown = menu("weights");
        QVERIFY(!find(shown, "Move"));
        find(shown, "Hide")->trigger();
        shown->close();
        QVERIFY(!o.board.isShown("weights") && !o.board.maximised());
        VERIFY_DRAWN(o);
    }

    void bordersAreShares()
    {
        Opened o;
        QVERIFY(o.good);
        const QVector<QSplitter*> splitters = o.board.view()->splitters();
        QSplitter* rows = *std::find_if(
            splitters.begin(), splitters.end(), [](const QSplitter* s) { return s->orientation() == Qt::Vertical; });
        QCOMPARE(rows->count(), 3);
        QSplitterHandle* handle = rows->handle(1);
        const int before = o.board.dock("signal")->height();
        QTest::mousePress(handle, Qt::LeftButton, {}, QPoint(50, 2));
        QTest::mouseMove(handle, QPoint(50, 102));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, QPoint(50, 102));
        QVERIFY(std::abs(o.board.dock("signal")->height() - before - 100) <= 2);
        const double share = o.board.arrangement().root.parts[0].share;
        QVERIFY(share > 0.4);
        // A temporarily small window changes nothing.
        o.board.resize(1700, 300);
        QTest::qWait(5);
        o.board.resize(1700, 950);
        QTRY_VERIFY(std::abs(o.board.dock("signal")->height() - before - 100) <= 2);
        QCOMPARE(o.board.arrangement().root.parts[0].share, share);
    }

    // In a background tab, closed, or while another figure is enlarged, nothing is drawn until the figure is visible.
    void hiddenFiguresAreNotRecomputed()
    {
        Opened o;
        QVERIFY(o.good);
        const auto counts = [&] {
            QMap<QString, int> all;
            for (const FigureDock* dock : o.board.docks())
                all[dock->kind().id] = dock->figure()->recomputations();
            return all;
        };
        const auto rises = [&](const QMap<QString, int>& before, const auto& by) {
            QStringList wrong;
            const QMap<QString, int> after = counts();
            for (const FigureDock* dock : o.board.docks())
                if (const QString id = dock->kind().id; after[id] - before[id] != by(dock))
                    wrong << QStringLiteral("%1: %2").arg(id).arg(after[id] - before[id]);
            return wrong.join(", ");
        };
        const auto once = [](const FigureDock* dock) { return dock->isVisible() ? 1 : 0; };
        QMap<QString, int> before = counts();
        o.board.setExhibit(studyOf("dense"));
        QTest::qWait(20);
        QCOMPARE(rises(before, once), QString());
        // When one is enlarged, only that one is drawn, although the others move.
        before = counts();
        o.board.setExhibit(studyOf("dense", 4));
        o.board.toggleMaximised(o.board.dock("correlation"));
        QTest::qWait(20);
        QCOMPARE(o.board.dock("correlation")->figure()->recomputations(), before["correlation"] + 1);
        before = counts();
        o.board.setExhibit(studyOf("dense", 5));
        QTest::qWait(20);
        QCOMPARE(rises(before, once), QString());
        // After restoring, those that are visible again are drawn once.
        o.board.restoreMaximised();
        QTest::qWait(20);
        QCOMPARE(rises(before, once), QString());
        // Moving visible figures redraws nothing, and closing one shows at most the next tab.
        before = counts();
        o.board.arrange(moved(o.board.arrangement(), "weights", "phase", Side::left));
        o.board.arrange(closed(o.board.arrangement(), "activations"));
        QTest::qWait(20);
        QCOMPARE(
            rises(before, [](const FigureDock* dock) { return dock->kind().id == "fractions" ? 1 : 0; }), QString());
        // For another kind of network, its figures are drawn once.
        before = counts();
        o.board.setExhibit(studyOf("transformer"));
        QTest::qWait(20);
        const QMap<QString, int> after = counts();
        for (const FigureDock* dock : o.board.docks())
            QVERIFY2(after[dock->kind().id] - before[dock->kind().id] <= (dock->isVisible() ? 1 : 0)
                    || (dock->kind().places.contains(networkLayers) && dock->kind().places.contains(networkTokens)),
                qPrintable(dock->kind().id));
    }

    void statesOfEverySubject()
    {
        QJsonObject state;
        BoardLayout dense, transformer;
        {
            Opened o;
            o.board.arrange(moved(o.board.arrangement(), "phase", "signal", Side::left));
            dense = o.board.arrangement();
            o.board.setExhibit(studyOf("transformer"));
            o.board.setShown("logits", false);
            transformer = o.board.arrangement();
            o.board.toggleMaximised(o.board.dock("signal"));
            state = QJsonDocument::fromJson(QJsonDocument(o.board.layoutState()).toJson()).object();
        }
        Opened o;
        o.board.restoreLayout(state);
        QCOMPARE(o.board.arrangement(), dense);
        VERIFY_DRAWN(o);
        o.board.setExhibit(studyOf("transformer"));
        QCOMPARE(o.board.arrangement(), transformer);
        VERIFY_DRAWN(o);
        // Invalid layouts are ignored.
        o.board.restoreLayout({{networkTokens, QJsonObject {{"board", 7}}}, {networkLayers, "docks"}, {"star", 1}});
        QCOMPARE(o.board.arrangement(), defaultLayout(networkTokens, BoardRoom::grid));
        VERIFY_DRAWN(o);
    }

    // One action draws once, and distributes a size once.
    void nothingIsLaidOutTwice()
    {
        Opened o;
        QVERIFY(o.good);
        o.board.setExhibit(studyOf("dense"));
        // A figure that only the first of two subjects has is not shown for a moment between them.
        const auto docks = o.board.docks();
        const auto only = std::find_if(docks.begin(), docks.end(), [](const FigureDock* dock) {
            return dock->kind().places.value(networkLayers, -1) >= 0 && !dock->kind().places.contains(networkTokens);
        });
        QVERIFY(only != docks.end());
        o.board.setShown((*only)->kind().id, true);
        o.board.toggleMaximised(o.board.dock("phase"));
        Events shows(*only, QEvent::Show);
        QSignalSpy maximised(&o.board, &Board::maximisedChanged);
        o.board.setExhibit(studyOf("transformer"));
        QCOMPARE(shows.count, 0);
        QCOMPARE(maximised.size(), 1);
        o.board.setExhibit(studyOf("dense"));
        QVERIFY(!o.board.maximised());
        VERIFY_DRAWN(o);
        QCOMPARE(shows.count, 1);
        Events sizes(o.board.dock("weights"), QEvent::Resize);
        for (int steps = 1; steps <= 40; ++steps) {
            o.board.resize(1700 + 3 * steps, 950 + 2 * steps);
            QVERIFY2(sizes.count <= steps, qPrintable(QString::number(steps)));
        }
        QVERIFY(sizes.count >= 30);
    }

    void thePanelKeepsItsWidth()
    {
        auto* panel = new SidePanel(new QWidget, new QWidget, new QWidget, new QWidget, nullptr);
        PanelAndBoard halves(panel, new QWidget, nullptr);
        halves.resize(1200, 600);
        halves.setPanelWidth(310);
        halves.show();
        QVERIFY(QTest::qWaitForWindowExposed(&halves));
        QCOMPARE(panel->width(), 310);
        Events sizes(panel, QEvent::Resize);
        for (int steps = 1; steps <= 40; ++steps)
            halves.resize(1200 + 7 * steps, 600);
        QCOMPARE(panel->width(), 310);
        QCOMPARE(sizes.count, 0);
        // Its buttons follow the theme.
        const auto buttons = panel->findChildren<QToolButton*>();
        const auto close = std::find_if(buttons.begin(), buttons.end(),
            [](const QToolButton* b) { return b->accessibleName() == "hide the pins"; });
        QVERIFY(close != buttons.end());
        const auto icon = [&] { return (*close)->icon().pixmap(16).toImage(); };
        halves.setPalette(QPalette(Qt::white));
        const QImage light = icon();
        halves.setPalette(QPalette(Qt::black));
        QVERIFY(icon() != light);
    }

    void everythingHidden()
    {
        Opened o;
        QVERIFY(o.good);
        for (const FigureDock* dock : o.board.docks())
            o.board.setShown(dock->kind().id, false);
        VERIFY_DRAWN(o);
        QVERIFY(o.board.parts().isEmpty());
        QVERIFY(!o.board.grab().isNull());
        o.board.setShown("phase", true);
        VERIFY_DRAWN(o);
        QCOMPARE(o.board.parts().size(), 1);
        QCOMPARE(o.board.parts().first().place.left(), 0.0);
    }

    // STEPZERO_PICTURES=folder saves pictures of the window at common sizes, for STEPZERO_PRESET.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (folder.isEmpty())
            QSKIP("no folder for pictures");
        const QTemporaryDir settingsFolder;
        Settings settings(settingsFolder.path());
        MainWindow window(settings);
        window.start(qEnvironmentVariable("STEPZERO_PRESET", "notes-he"));
        window.showNormal();
        for (const char* look : {"light", "dark"}) {
            window.setAppearance(look);
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080), QSize(800, 500)}) {
                window.resize(size);
                QVERIFY(QTest::qWaitFor(
                    [&] {
                        const StudyPtr study = window.study();
                        return study && study->stage == Stage::full
                            && window.runner().state() == StudyRunner::State::idle;
                    },
                    60000));
                QTest::qWait(200);
                QVERIFY(window.grab().save(
                    QStringLiteral("%1/board-%2-%3x%4.png").arg(folder, look).arg(size.width()).arg(size.height())));
            }
        }
        window.setAppearance("system");
    }

    // Drags with and without Escape, closing, enlarging, tabs, borders, sizes, themes, other networks, reset: 1000
    // actions in ten walks.
    void randomWalks()
    {
        const QVector<StudyPtr> studies {studyOf("dense"), studyOf("transformer"), studyOf("dense", 5)};
        int drags = 0;
        const int walks = tested::cases(10);
        for (int seed = 1; seed <= walks; ++seed) {
            QRandomGenerator random((quint32(seed)));
            Opened o(seed % 2 ? QSize(1700, 950) : QSize(900, 600));
            QVERIFY(o.good);
            o.board.setExhibit(studies.first());
            for (int step = 0; step < 100; ++step) {
                const QVector<BoardCell*> cells = o.board.view()->cells();
                BoardCell* cell = cells.isEmpty() ? nullptr : cells[random.bounded(int(cells.size()))];
                const FigureDock* any = o.board.docks()[random.bounded(int(o.board.docks().size()))];
                switch (const int action = random.bounded(13); cell ? action : 8) {
                case 0:
                case 1:
                case 2:
                case 3: {
                    QPointer<BoardTabs> tabs = cell->tabs();
                    const int tab = random.bounded(tabs->count());
                    const QPoint to(
                        random.bounded(-20, o.board.width() + 20), random.bounded(-20, o.board.height() + 20));
                    const QPoint from = tabs->tabRect(tab).center();
                    QTest::mousePress(tabs, Qt::LeftButton, {}, from);
                    if (tabs)
                        QTest::mouseMove(tabs, from + QPoint(0, 20));
                    if (tabs)
                        QTest::mouseMove(tabs, tabs->mapFrom(&o.board, to));
                    if (random.bounded(4) == 0)
                        QTest::keyClick(&o.board, Qt::Key_Escape);
                    else if (random.bounded(6) == 0)
                        o.board.setExhibit(studies[random.bounded(int(studies.size()))]);
                    if (tabs)
                        QTest::mouseRelease(tabs, Qt::LeftButton, {}, tabs->mapFrom(&o.board, to));
                    ++drags;
                    break;
                }
                case 4:
                    QTest::mouseClick(cell->closeButton(), Qt::LeftButton);
                    break;
                case 5:
                    QTest::mouseClick(cell->enlargeButton(), Qt::LeftButton);
                    break;
                case 6:
                    QTest::mouseDClick(cell->tabs(), Qt::LeftButton, {}, cell->tabs()->tabRect(0).center());
                    break;
                case 7:
                    o.board.setExhibit(studies[random.bounded(int(studies.size()))]);
                    break;
                case 8:
                    const_cast<FigureDock*>(any)->toggleViewAction()->trigger();
                    break;
                case 9:
                    o.board.resize(random.bounded(300, 1900), random.bounded(200, 1000));
                    break;
                case 10:
                    if (random.bounded(3) == 0)
                        o.board.resetLayout();
                    else
                        o.board.restoreMaximised();
                    break;
                case 11:
                    if (const auto splitters = o.board.view()->splitters(); !splitters.isEmpty()) {
                        QSplitterHandle* handle = splitters[random.bounded(int(splitters.size()))]->handle(1);
                        QTest::mousePress(handle, Qt::LeftButton, {}, QPoint(2, 2));
                        QTest::mouseMove(handle, QPoint(random.bounded(-200, 200), random.bounded(-200, 200)));
                        QTest::mouseRelease(handle, Qt::LeftButton, {}, QPoint(2, 2));
                    }
                    break;
                case 12: {
                    const bool dark = random.bounded(2) != 0;
                    o.board.setPalette(QPalette(dark ? Qt::black : Qt::white));
                    o.board.setStyle({theme(dark ? "dark" : "light"), random.bounded(1, 4) / 2.0});
                    break;
                }
                }
                if (step % 20 == 0)
                    QTest::qWait(1);   // lets it be drawn
                else if (step % 5 == 0)
                    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                QVERIFY2(o.flaw(false).isEmpty(), qPrintable(o.flaw(false)));
                QCOMPARE(sorted(figuresOf(o.board.arrangement().root)),
                    sorted(figuresOf(defaultLayout(o.board.subject(), BoardRoom::grid).root)));
                const auto back = layoutFromJson(toJson(o.board.arrangement()));
                QVERIFY(std::holds_alternative<BoardLayout>(back));
                QCOMPARE(std::get<BoardLayout>(back), o.board.arrangement());
            }
            QVERIFY(!o.board.view()->isDragging());
            o.board.resetLayout();
            VERIFY_DRAWN(o);
        }
        QVERIFY2(drags > 20 * walks, qPrintable(QString::number(drags)));
    }
};

STEPZERO_TEST(TestBoard, QApplication)

}   // namespace tst_board
#include "tst_board.moc"
