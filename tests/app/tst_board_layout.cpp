// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a board as a value: its normal form, its operations, its JSON, and ten thousand random actions.
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>
#include <cmath>
#include <limits>

#include "app/layout.h"
#include "app/layout_defaults.h"
#include "app/layout_json.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/figures.h"

namespace tst_board_layout {

using namespace stepzero;

namespace {

using Kind = BoardPart::Kind;

constexpr double rounding = 1e-9;   // for the sum of about ten shares, with a margin

/// Two columns: a over b | c in front of d.
BoardLayout four()
{
    BoardLayout layout;
    layout.root = rowOf({columnOf({tabsOf({"a"}), tabsOf({"b"})}), tabsOf({"c", "d"})});
    return normal(layout);
}

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

/// Returns what is wrong with the form of a part; empty when nothing is.
QString flaw(const BoardLayout& layout, const BoardPart& part)
{
    if (part.kind == Kind::tabs) {
        if (!part.parts.empty())
            return "tabs with parts";
        if (!part.figures.contains(part.front))
            return "the front tab is none";
        if (layout.hidden.contains(part.front) && anyShown(layout, part))
            return "a hidden tab is in front";
        return {};
    }
    if (part.parts.size() < 2 || !part.figures.isEmpty() || !part.front.isEmpty())
        return "a row or column of fewer than two, or with figures";
    double sum = 0;
    for (const BoardPart& child : part.parts) {
        if (child.kind == part.kind)
            return "a row in a row or a column in a column";
        if (!(child.share > 0) || !std::isfinite(child.share))
            return "a share that is none";
        sum += child.share;
        if (const QString inner = flaw(layout, child); !inner.isEmpty())
            return inner;
    }
    return std::abs(sum - 1) < rounding ? QString() : QStringLiteral("shares together %1").arg(sum);
}

QString flaw(const BoardLayout& layout)
{
    const QStringList figures = figuresOf(layout.root);
    if (QSet<QString>(figures.begin(), figures.end()).size() != figures.size())
        return "a figure stands twice";
    if (!layout.enlarged.isEmpty() && !isShown(layout, layout.enlarged))
        return "what is enlarged is not shown";
    for (const QString& figure : layout.hidden)
        if (!figures.contains(figure))
            return "what is hidden is nowhere";
    if (normal(layout) != layout)
        return "normal() of what is normal is another";
    return flaw(layout, layout.root);
}

std::variant<BoardLayout, QStringList> read(const QByteArray& json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    return error.error == QJsonParseError::NoError ? layoutFromJson(document.object())
                                                   : QStringList {error.errorString()};
}

std::optional<BoardLayout> throughJson(const BoardLayout& layout)
{
    const auto back = read(QJsonDocument(toJson(layout)).toJson());
    const auto* good = std::get_if<BoardLayout>(&back);
    return good ? std::optional(*good) : std::nullopt;
}

/// Collects every path to a row or column.
void collectPaths(const BoardPart& part, std::vector<int> path, std::vector<std::vector<int>>& all)
{
    if (part.kind == Kind::tabs)
        return;
    all.push_back(path);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
        path.push_back(int(i));
        collectPaths(part.parts[i], path, all);
        path.pop_back();
    }
}

/// Performs a random action that a user could do.
BoardLayout anyAction(const BoardLayout& layout, QRandomGenerator& random)
{
    const QStringList figures = figuresOf(layout.root);
    const auto any = [&] { return figures[random.bounded(int(figures.size()))]; };
    switch (random.bounded(10)) {
    case 0:
        return closed(layout, any());
    case 1:
        return shownAgain(layout, any());
    case 2:
        return inFront(layout, any());
    case 3:
        return enlarged(layout, any());
    case 4:
        return restored(layout);
    case 5: {
        std::vector<std::vector<int>> paths;
        collectPaths(layout.root, {}, paths);
        if (paths.empty())
            return layout;
        const std::vector<int> path = paths[std::size_t(random.bounded(int(paths.size())))];
        const BoardPart* part = &layout.root;
        for (const int index : path)
            part = &part->parts[std::size_t(index)];
        std::vector<double> shares;
        for (const BoardPart& child : part->parts)
            if (anyShown(layout, child))
                shares.push_back(random.bounded(900.0));
        return withShares(layout, path, shares);
    }
    case 6:
        return moved(layout, any(), {}, Side(random.bounded(4)));
    default:
        return moved(layout, any(), any(), Side(random.bounded(5)), random.bounded(-1, 4));
    }
}

}   // namespace

class TestBoardLayout : public QObject {
    Q_OBJECT
private slots:

    void normalForm()
    {
        BoardLayout layout;
        BoardPart inner = rowOf({tabsOf({"a", "a"}), tabsOf({}), tabsOf({"b"})});
        inner.share = 3;
        layout.root = rowOf({inner, tabsOf({"a", "c"}, 1), columnOf({tabsOf({}), columnOf({})}, 7)});
        layout.root.parts[1].front = "nobody";
        layout.hidden = {"b", "ghost"};
        layout.enlarged = "b";
        const BoardLayout tidy = normal(layout);
        QVERIFY2(flaw(tidy).isEmpty(), qPrintable(flaw(tidy)));
        QCOMPARE(figuresOf(tidy.root), QStringList({"a", "b", "c"}));   // each at its first place
        QCOMPARE(tidy.root.parts.size(), std::size_t(3));
        QCOMPARE(tidy.root.parts[2].front, QStringLiteral("c"));
        QCOMPARE(tidy.root.parts[0].share, tidy.root.parts[1].share);
        QVERIFY(std::abs(tidy.root.parts[0].share - 3.0 * 0.5 / 4) < rounding);
        QCOMPARE(tidy.hidden, QSet<QString> {"b"});
        QVERIFY(tidy.enlarged.isEmpty());
        // Invalid shares.
        layout.root = rowOf({tabsOf({"a"}, -1), tabsOf({"b"}, std::numeric_limits<double>::quiet_NaN()),
            tabsOf({"c"}, std::numeric_limits<double>::infinity()), tabsOf({"d"}, 1e-300)});
        QVERIFY2(flaw(normal(layout)).isEmpty(), qPrintable(flaw(normal(layout))));
        // Empty parts only.
        layout.root = columnOf({rowOf({}), tabsOf({})});
        QCOMPARE(normal(layout), BoardLayout());
    }

    void moves()
    {
        const BoardLayout before = four();
        // Next to a figure of a column: a row replaces it, with half for each.
        BoardLayout after = moved(before, "d", "a", Side::left);
        const BoardPart& pair = after.root.parts[0].parts[0];
        QVERIFY(pair.kind == Kind::row);
        QCOMPARE(figuresOf(pair), QStringList({"d", "a"}));
        QVERIFY(std::abs(pair.parts[0].share - 0.5) < rounding);
        // Below it: the column has one more part.
        after = moved(before, "d", "a", Side::below);
        QCOMPARE(figuresOf(after.root.parts[0]), QStringList({"a", "d", "b"}));
        QVERIFY(std::abs(after.root.parts[0].parts[0].share - 0.25) < rounding);
        QVERIFY(std::abs(after.root.parts[0].parts[2].share - 0.5) < rounding);
        // Into tabs, at a position, in front. A column with a single part is dissolved.
        after = moved(before, "a", "c", Side::tabs, 1);
        QCOMPARE(after.root.parts[1].figures, QStringList({"c", "a", "d"}));
        QCOMPARE(after.root.parts[1].front, QStringLiteral("a"));
        QVERIFY(after.root.parts[0] == tabsOf({"b"}, 0.5));
        // Among its own tabs.
        QCOMPARE(moved(before, "d", "c", Side::tabs, 0).root.parts[1].figures, QStringList({"d", "c"}));
        // To a side of the whole board.
        after = moved(before, "b", {}, Side::below);
        QVERIFY(after.root.kind == Kind::column);
        QCOMPARE(after.root.parts[1].figures, QStringList {"b"});
        // Unknown names change nothing.
        QCOMPARE(moved(before, "x", "a", Side::left), before);
        QCOMPARE(moved(before, "a", "x", Side::left), before);
        QCOMPARE(moved(before, "a", "a", Side::left), before);
        QCOMPARE(moved(before, "a", {}, Side::tabs), before);
        for (const BoardLayout& same : {closed(before, "x"), shownAgain(before, "x"), inFront(before, "x"),
                 enlarged(before, "x"), restored(before), withShares(before, {5}, {1, 1}), withShares(before, {}, {1}),
                 withShares(before, {}, {1, 0}), withShares(before, {1}, {1})})
            QCOMPARE(same, before);
    }

    // Whatever is closed, in any order, returns to its place.
    void closedAndShownAgain()
    {
        const BoardLayout before = four();
        const QStringList figures = figuresOf(before.root);
        BoardLayout layout = before;
        for (const QString& figure : figures) {
            layout = closed(layout, figure);
            QVERIFY(!isShown(layout, figure));
        }
        QVERIFY(!anyShown(layout, layout.root));
        for (const QString figure : {"d", "b", "a", "c"})
            layout = shownAgain(layout, figure);
        QCOMPARE(layout, before);
        // The next tab comes to the front.
        QCOMPARE(closed(before, "c").root.parts[1].front, QStringLiteral("d"));
    }

    void enlargeAndRestore()
    {
        const BoardLayout before = four();
        const BoardLayout large = enlarged(before, "d");
        QCOMPARE(large.enlarged, QStringLiteral("d"));
        QCOMPARE(restored(large), inFront(before, "d"));
        QVERIFY(closed(large, "d").enlarged.isEmpty());
        QVERIFY(shownAgain(large, "a").enlarged.isEmpty());
        QVERIFY(moved(large, "a", "b", Side::tabs).enlarged.isEmpty());
        QCOMPARE(closed(large, "a").enlarged, QStringLiteral("d"));
        QCOMPARE(enlarged(closed(before, "a"), "a"), closed(before, "a"));   // hidden figures cannot be enlarged
    }

    // Hidden parts keep their share of the room.
    void shares()
    {
        BoardLayout layout;
        layout.root = rowOf({tabsOf({"a"}, 0.2), tabsOf({"b"}, 0.3), tabsOf({"c"}, 0.5)});
        layout = withShares(closed(normal(layout), "b"), {}, {300, 100});
        QVERIFY(std::abs(layout.root.parts[0].share - 0.7 * 0.75) < rounding);
        QVERIFY(std::abs(layout.root.parts[1].share - 0.3) < rounding);
        QVERIFY(std::abs(layout.root.parts[2].share - 0.7 * 0.25) < rounding);
    }

    void json()
    {
        const auto good = read(R"({"board": {"column": [{"share": 3, "row": [{"tabs": ["signal"]},
            {"tabs": ["weights", "spectrum"], "front": "spectrum"}]}, {"tabs": ["phase"]}]},
            "hidden": ["phase"], "enlarged": "signal"})");
        const auto* layout = std::get_if<BoardLayout>(&good);
        QVERIFY(layout);
        QVERIFY(std::abs(layout->root.parts[0].share - 0.75) < rounding);
        QCOMPARE(layout->root.parts[0].parts[1].front, QStringLiteral("spectrum"));
        QCOMPARE(layout->hidden, QSet<QString> {"phase"});
        QCOMPARE(throughJson(*layout), *layout);
        QCOMPARE(throughJson(BoardLayout()), BoardLayout());
    }

    void badJson_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* json, const char* sentence) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(sentence);
        };
        row("no board", "{}", "board is not an object.");
        row("no kind", R"({"board": {}})", "board must have exactly one of tabs, row or column.");
        row("two kinds", R"({"board": {"tabs": ["a"], "row": []}})",
            "board must have exactly one of tabs, row or column.");
        row("no list", R"({"board": {"row": 3}})", "board.row must be a list of parts.");
        row("empty row", R"({"board": {"row": []}})", "board.row must be a list of parts.");
        row("part", R"({"board": {"row": [{"tabs": ["a"]}, 7]}})", "board.row[1] is not an object.");
        row("names", R"({"board": {"row": [{"tabs": ["a"]}, {"tabs": [1]}]}})",
            "board.row[1].tabs must be a list of figure names.");
        row("twice", R"({"board": {"row": [{"tabs": ["a"]}, {"tabs": ["a"]}]}})",
            "board.row[1].tabs: “a” appears twice.");
        row("share", R"({"board": {"row": [{"tabs": ["a"], "share": 0}, {"tabs": ["b"]}]}})",
            "board.row[0].share must be a number above 0.");
        row("share word", R"({"board": {"tabs": ["a"], "share": "half"}})", "board.share must be a number above 0.");
        row("front", R"({"board": {"tabs": ["a"], "front": "b"}})", "board.front must be one of its tabs.");
        row("member", R"({"board": {"tabs": ["a"], "colour": 1}})",
            "board has no member “colour”; it may have tabs, share, front.");
        row("top member", R"({"board": {"tabs": ["a"]}, "docks": 1})",
            "the layout has no member “docks”; it may have board, hidden, enlarged.");
        row("hidden", R"({"board": {"tabs": ["a"]}, "hidden": ["b"]})", "hidden: “b” is not in any part.");
        row("enlarged", R"({"board": {"tabs": ["a"]}, "hidden": ["a"], "enlarged": "a"})",
            "enlarged must be a figure that is in a part and is not hidden.");
    }

    void badJson()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        const auto bad = read(json);
        QVERIFY(std::holds_alternative<QStringList>(bad));
        QCOMPARE(std::get<QStringList>(bad), QStringList {sentence});
    }

    // A file could be nested without end.
    void deepJson()
    {
        constexpr int levels = 300;   // less than the limit of Qt's own parser
        const QByteArray json = R"({"board": )" + QByteArray(R"({"row": [)").repeated(levels) + R"({"tabs": ["a"]})"
            + QByteArray("]}").repeated(levels) + "}";
        const auto bad = read(json);
        QVERIFY(std::holds_alternative<QStringList>(bad));
        QVERIFY(std::get<QStringList>(bad).first().contains("too deep"));
    }

    void threeThousandActions()
    {
        const BoardLayout start = defaultLayout(networkTokens, BoardRoom::hero);
        const QStringList figures = sorted(figuresOf(start.root));
        QVERIFY(figures.size() >= 12);
        QRandomGenerator random(20260101);
        BoardLayout layout = start;
        int changes = 0, mostParts = 0;
        for (int i = 0; i < 3000; ++i) {
            const BoardLayout next = anyAction(layout, random);
            changes += next == layout ? 0 : 1;
            layout = next;
            const QString wrong = flaw(layout);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("action %1: %2").arg(i).arg(wrong)));
            QCOMPARE(sorted(figuresOf(layout.root)), figures);
            QCOMPARE(throughJson(layout), layout);
            QCOMPARE(fitted(layout, start), layout);
            std::vector<std::vector<int>> paths;
            collectPaths(layout.root, {}, paths);
            mostParts = std::max(mostParts, int(paths.size()));
            if (i % 150 == 149)
                layout = followingRoom(start, networkTokens, BoardRoom(random.bounded(3)));
        }
        QVERIFY2(changes > 1500, qPrintable(QString::number(changes)));   // the actions do something
        QVERIFY2(mostParts >= 5, qPrintable(QString::number(mostParts)));   // and build something
    }

    void defaults_data()
    {
        QTest::addColumn<QString>("subject");
        for (const QString& subject :
            {networkLayers, networkStream, networkTokens, manyExperiments, oneCheckpoint, oneCapture})
            QTest::newRow(qPrintable(subject)) << subject;
    }

    void defaults()
    {
        QFETCH(QString, subject);
        QStringList all;
        QSet<QString> none;
        QString hero, beside, belowIt;
        for (const FigureKind& kind : figureKinds()) {
            const auto place = kind.places.find(subject);
            if (place == kind.places.end())
                continue;
            all << kind.id;
            if (*place < 0)
                none << kind.id;
            for (const auto& [at, first] : {std::pair(0, &hero), std::pair(1, &beside), std::pair(3, &belowIt)})
                if (*place == at && first->isEmpty())
                    *first = kind.id;
        }
        for (const BoardRoom room : {BoardRoom::grid, BoardRoom::hero, BoardRoom::narrow}) {
            const BoardLayout layout = defaultLayout(subject, room);
            QVERIFY2(flaw(layout).isEmpty(), qPrintable(flaw(layout)));
            QCOMPARE(sorted(figuresOf(layout.root)), sorted(all));
            QCOMPARE(layout.hidden, none);
        }
        // Three rows of two.
        const BoardPart grid = defaultLayout(subject, BoardRoom::grid).root;
        QVERIFY(grid.kind == Kind::column && grid.parts.size() == 3);
        for (const BoardPart& row : grid.parts)
            QVERIFY(row.kind == Kind::row && row.parts.size() == 2);
        // One is large, two are next to it, and the others share one row of tabs.
        const BoardPart root = defaultLayout(subject, BoardRoom::hero).root;
        QVERIFY(root.kind == Kind::column && root.parts.size() == 2 && root.parts[1].kind == Kind::tabs);
        const BoardPart& top = root.parts[0];
        QCOMPARE(top.parts[0].front, hero);
        QVERIFY(top.parts[0].share > top.parts[1].share);
        QCOMPARE(top.parts[1].parts[0].front, beside);
        QCOMPARE(top.parts[1].parts[1].front, belowIt);
    }

    void roomBySize()
    {
        QVERIFY(roomOf({1610, 980}) == BoardRoom::grid);   // a window of 1920×1080 with its panel
        QVERIFY(roomOf({970, 690}) == BoardRoom::hero);   // 1280×800
        QVERIFY(roomOf({490, 390}) == BoardRoom::narrow);   // 800×500
    }

    // A default layout follows the room, with the chosen tabs; an arrangement of the user stays.
    void followsTheRoom()
    {
        const BoardLayout grid = defaultLayout(networkLayers, BoardRoom::grid),
                          hero = defaultLayout(networkLayers, BoardRoom::hero);
        QCOMPARE(followingRoom(grid, networkLayers, BoardRoom::hero), hero);
        QCOMPARE(followingRoom(hero, networkLayers, BoardRoom::grid), grid);
        QCOMPARE(followingRoom(inFront(hero, "findings"), networkLayers, BoardRoom::grid), inFront(grid, "findings"));
        QCOMPARE(followingRoom(enlarged(hero, "signal"), networkLayers, BoardRoom::grid), enlarged(grid, "signal"));
        const BoardLayout own = moved(grid, "phase", "signal", Side::left);
        QCOMPARE(followingRoom(own, networkLayers, BoardRoom::hero), own);
    }

    void fittedToOtherFigures()
    {
        BoardLayout old;
        old.root = rowOf({tabsOf({"a", "gone"}), tabsOf({"c"})});
        const BoardLayout now = fitted(normal(old), four());
        QVERIFY2(flaw(now).isEmpty(), qPrintable(flaw(now)));
        QCOMPARE(sorted(figuresOf(now.root)), QStringList({"a", "b", "c", "d"}));
        QCOMPARE(now.hidden, QSet<QString>({"b", "d"}));
        // b, which would be alone, comes last; d is among the figures that it shares tabs with.
        QCOMPARE(now.root, normal({rowOf({tabsOf({"a"}), tabsOf({"c", "b", "d"})}), {}, {}}).root);
        QCOMPARE(sorted(figuresOf(fitted(BoardLayout(), four()).root)), QStringList({"a", "b", "c", "d"}));
    }
};

STEPZERO_TEST(TestBoardLayout, QCoreApplication)

}   // namespace tst_board_layout
#include "tst_board_layout.moc"
