// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a study's cells: its content, its order, and how cells are chosen in it.
#include <QAction>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>
#include <cmath>

#include "core/exchange/result.h"
#include "core/study/grid/outcome.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/grid_study.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/grid/sheet.h"

namespace tst_figure_grid_table {

using namespace stepzero;

namespace {

constexpr QSize size(900, 420);
constexpr int header = 54, firstRow = 60, rowHeight = 18;   // sizes without a title

std::unique_ptr<Figure> make(const GridStudyPtr& study, const QString& look = QStringLiteral("light"))
{
    std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("study_table"))->create(nullptr));
    figure->setStyle({theme(look), 1});
    figure->setTitleShown(false);
    figure->resize(size);
    figure->setExhibit(study);
    return figure;
}

/// Returns a figure on the screen, where a change of the view is drawn at once.
std::unique_ptr<Figure> shown(const GridStudyPtr& study)
{
    auto figure = make(study);
    figure->show();
    return figure;
}

std::shared_ptr<const GridResult> shared(const GridResult& result) { return std::make_shared<GridResult>(result); }

Sheet sorted(const GridResult& result, const char* column, bool descending = false)
{
    return sheetOf(shared(result), SheetLayout::cells, {QLatin1String(column), descending});
}

std::vector<std::size_t> orderOf(const Sheet& sheet)
{
    std::vector<std::size_t> order;
    for (const auto& row : sheet.rows)
        order.push_back(row.front());
    return order;
}

int columnOf(const Sheet& sheet, const char* id)
{
    for (int c = 0; c < sheet.columns.size(); ++c)
        if (sheet.columns[c].id == QLatin1String(id))
            return c;
    qFatal("no column %s", id);
}

/// Returns a cell with this std of its last layer, for one output only.
CellResult cellOfStd(const Grid& grid, std::size_t index, double std)
{
    CellResult cell {index, cell_labels(grid, index), {{}}, {}, {}, {}};
    cell.layers[0].output.value = {0, std, std, {}};
    return cell;
}

Grid numbered(int cells)
{
    std::string values = "0";
    for (int i = 1; i < cells; ++i)
        values += ", " + std::to_string(i);
    return gridOf(R"({"format": "stepzero-study", "version": 1, "experiment": {"network": {"kind": "dense"}},
        "vary": [{"path": "seed", "values": [)"
        + values + "]}]}");
}

/// Returns the x position of each header that can be clicked.
QMap<QString, int> headers(Figure& figure)
{
    QMap<QString, int> places;
    for (int x = 2; x < figure.width(); x += 6) {
        figure.setViewState({});
        QTest::mouseClick(&figure, Qt::LeftButton, {}, {x, header});
        const QString sort = figure.viewState().value(QStringLiteral("sort")).toString();
        if (!sort.isEmpty())
            places[sort] = x;
    }
    figure.setViewState({});
    return places;
}

}   // namespace

class TestFigureGridTable : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// Compares every number of every cell with the cell itself.
    void cellsAsRows()
    {
        const GridResult& result = notesResult();
        const FigureTable table = make(gridStudy(result))->table();
        QCOMPARE(table.rows.size(), 12);
        QCOMPARE(table.header.mid(0, 3), (QStringList {"network.weight", "network.activation", "stability"}));
        const auto column = [&](const char* name) { return int(table.header.indexOf(QLatin1String(name))); };
        for (int row = 0; row < 12; ++row) {
            const CellResult& cell = result.cells[std::size_t(row)];
            const QStringList& texts = table.rows[row];
            QCOMPARE(texts[0], QString::fromStdString(cell.labels[0]));
            QCOMPARE(texts[1], QString::fromStdString(cell.labels[1]));
            QCOMPARE(texts[2].toStdString(), std::string(stability(last_std(cell))));
            const auto number = [&](const char* name) { return texts[column(name)].toDouble(); };
            QCOMPARE(number("last_std"), cell.layers.back().output.value.std);
            double least = 1e300, most = 0;
            for (const CellLayer& layer : cell.layers) {
                least = std::min(least, layer.output.value.std);
                most = std::max(most, layer.output.value.std);
            }
            QCOMPARE(number("min_layer_std"), least);
            QCOMPARE(number("max_layer_std"), most);
            QVERIFY(std::abs(number("log10_gradient_ratio")
                        - std::log10(cell.layers.front().gradient->value.rms / cell.layers.back().gradient->value.rms))
                < 1e-9);
            QVERIFY(std::abs(number("log10_last_rms") - std::log10(cell.layers.back().output.value.rms)) < 1e-9);
            const auto theory = cell.layers.back().prediction.activation_rms;
            QCOMPARE(texts[column("predicted_log10_last_rms")].isEmpty(), !theory);
            if (theory)
                QVERIFY(std::abs(number("predicted_log10_last_rms") - std::log10(*theory)) < 1e-9);
        }
    }

    /// As in the course notes: one row per scheme, one column per activation, graded.
    void lastListAsColumns()
    {
        const GridResult& result = notesResult();
        const Sheet sheet = sheetOf(shared(result), SheetLayout::pivot, {});
        QCOMPARE(sheet.columns.size(), 3);
        QCOMPARE(sheet.rows.size(), 6);
        for (int row = 0; row < 6; ++row)
            for (const int activation : {0, 1}) {
                const CellResult& cell = result.cells[std::size_t(2 * row + activation)];
                QCOMPARE(sheet.text(row, 0, false), QString::fromStdString(cell.labels[0]));
                QCOMPARE(sheet.text(row, 1 + activation, true).toDouble(), last_std(cell));
                QVERIFY(sheet.grade(row, 1 + activation) == stability_of(last_std(cell)));
            }
        const FigureTable table = tableOf(sheet);
        QCOMPARE(table.header,
            (QStringList {"network.weight", "ReLU last_std", "ReLU stability", "tanh last_std", "tanh stability"}));
        QCOMPARE(table.rows[2][0], QStringLiteral("He"));
        // A single list has one row.
        const Sheet one = sheetOf(shared(singleResult()), SheetLayout::pivot, {});
        QCOMPARE(one.rows.size(), 1);
        QCOMPARE(one.columns.size(), 1);
    }

    void deviationsOfReplicas()
    {
        const GridResult& result = numericResult();
        const Sheet sheet = sheetOf(shared(result), SheetLayout::cells, {});
        const CellResult& cell = result.cells[3];
        const QString text = sheet.text(3, columnOf(sheet, "last_rms"), false);
        const QStringList parts = text.split(QStringLiteral(" ± "));
        QCOMPARE(parts.size(), 2);
        QVERIFY(std::abs(parts[0].toDouble() / cell.layers.back().output.value.rms - 1) < 0.01);   // three digits
        QVERIFY(std::abs(parts[1].toDouble() / cell.layers.back().output.sd->rms - 1) < 0.06);   // two
    }

    /// Every column sorts in both directions. Equal rows keep the study's order, and missing ones come last.
    void sortsByEveryColumn()
    {
        for (const GridResult& whole : {notesResult(), sixtyResult(), explodingResult(), depthsResult()}) {
            std::vector<std::size_t> most;
            for (std::size_t i = 0; i < whole.cells.size(); ++i)
                if (i % 5 != 2)
                    most.push_back(i);
            const GridResult result = partOf(whole, most);
            const Sheet plain = sheetOf(shared(result), SheetLayout::cells, {});
            for (const SheetColumn& column : plain.columns)
                for (const bool descending : {false, true}) {
                    const Sheet sheet = sheetOf(shared(result), SheetLayout::cells, {column.id, descending});
                    QCOMPARE(sheet.rows.size(), plain.rows.size());
                    double last = descending ? std::numeric_limits<double>::infinity()
                                             : -std::numeric_limits<double>::infinity();
                    bool missing = false;
                    std::size_t before = 0;
                    for (const std::size_t index : orderOf(sheet)) {
                        const auto cell = std::ranges::find(result.cells, index, &CellResult::index);
                        const double rank = column.rank_of(index, cell == result.cells.end() ? nullptr : &*cell);
                        const bool same = std::isnan(rank) ? missing : rank == last;
                        if (same && index != orderOf(sheet).front())
                            QVERIFY(before < index);
                        QVERIFY(std::isnan(rank) || !missing);
                        missing = std::isnan(rank);
                        if (!missing) {
                            QVERIFY(descending ? rank <= last : rank >= last);
                            last = rank;
                        }
                        before = index;
                    }
                }
        }
    }

    /// A spread that exceeds the mean must be visible.
    void largeSpreadsAreTold()
    {
        const GridResult wide = withEachCell(numericResult(), [](CellResult& cell) {
            CellNumbers& output = cell.layers.back().output;
            output.sd->rms = 3 * output.value.rms;
        });
        const Sheet sheet = sheetOf(shared(wide), SheetLayout::cells, {});
        const auto column = std::ranges::find(sheet.columns, QStringLiteral("last_rms"), &SheetColumn::id);
        QVERIFY(column != sheet.columns.end());
        for (int row = 0; row < sheet.rows.size(); ++row) {
            const QString text = sheet.text(row, int(column - sheet.columns.begin()), false);
            const double rms = wide.cells[std::size_t(row)].layers.back().output.value.rms;
            QVERIFY2(
                text.endsWith(QStringLiteral(" ± ") + alignedLog10(std::log10(3 * rms), false, 2)), qPrintable(text));
        }
    }

    void sortsByHand()
    {
        const Grid grid = numbered(6);
        GridResult result {grid, {}};
        const double inf = std::numeric_limits<double>::infinity();
        result.cells = CellList({cellOfStd(grid, 0, 10), cellOfStd(grid, 1, 9), cellOfStd(grid, 3, inf),
            cellOfStd(grid, 4, 0.6), cellOfStd(grid, 5, 9)});   // cell 2 is missing
        QCOMPARE(orderOf(sorted(result, "last_std")), (std::vector<std::size_t> {4, 1, 5, 0, 3, 2}));
        QCOMPARE(orderOf(sorted(result, "last_std", true)), (std::vector<std::size_t> {3, 0, 1, 5, 4, 2}));
        // Grades belong to the table of the course notes, and are not a column of another study.
        const Sheet ungraded = sorted(result, "last_std");
        QVERIFY(std::ranges::none_of(ungraded.columns, [](const SheetColumn& c) { return c.id == "stability"; }));
        QCOMPARE(orderOf(sorted(result, "seed", true)), (std::vector<std::size_t> {5, 4, 3, 2, 1, 0}));
        QCOMPARE(orderOf(sorted(result, "no such column")), (std::vector<std::size_t> {0, 1, 2, 3, 4, 5}));
        // Numbers in labels are sorted as numbers, not as text.
        const Grid ten = numbered(11);
        QCOMPARE(orderOf(sorted({ten, {}}, "seed")).back(), std::size_t(10));
        const Sheet missing = sorted(result, "last_std");
        QVERIFY(missing.text(5, columnOf(missing, "last_std"), false).isEmpty());
        QCOMPARE(missing.text(5, 0, false), QStringLiteral("2"));   // its label is known
        QVERIFY(!missing.grade(5, columnOf(missing, "last_std")));
        QVERIFY(!missing.grade(4, columnOf(missing, "last_std")));   // the value is inf
    }

    void headersSort()
    {
        const auto figure = shown(gridStudy(notesResult()));
        pictureOf(*figure);
        const QMap<QString, int> places = headers(*figure);
        QCOMPARE(places.size(), 9);
        const QStringList plain = figure->table().rows[0];
        QSignalSpy changes(figure.get(), &Figure::viewStateChanged);
        const QPoint at(places["last_std"], header);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, at);
        const int std = int(figure->table().header.indexOf(QStringLiteral("last_std")));
        QVERIFY(figure->table().rows[0][std].toDouble() < figure->table().rows[11][std].toDouble());
        const QJsonObject state = figure->viewState();
        const QImage once = pictureOf(*figure);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, at);
        QVERIFY(figure->table().rows[0][std].toDouble() > figure->table().rows[11][std].toDouble());
        QVERIFY(pictureOf(*figure) != once);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, at);
        QCOMPARE(figure->table().rows[0], plain);
        QCOMPARE(changes.size(), 3);
        // Another figure, as for an export, takes over the order.
        const auto other = make(gridStudy(notesResult()));
        other->setViewState(state);
        QCOMPARE(pictureOf(*other), once);
        QVERIFY(other->table().rows[0][std].toDouble() < other->table().rows[11][std].toDouble());
        other->goHome();
        QCOMPARE(other->table().rows[0], plain);
    }

    void rowsAreChosenAndOpened()
    {
        const auto figure = shown(gridStudy(notesResult()));
        pictureOf(*figure);
        QSignalSpy chosen(figure.get(), &Figure::cellChosen), opened(figure.get(), &Figure::cellOpened);
        const auto row = [](int i) { return QPoint(30, firstRow + rowHeight * i + rowHeight / 2); };
        const QImage before = pictureOf(*figure);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, row(4));
        QCOMPARE(chosen.takeFirst().first().toInt(), 4);
        figure->setExhibit(gridStudy(notesResult(), 4));
        QVERIFY(pictureOf(*figure) != before);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, row(4));
        QCOMPARE(chosen.takeFirst().first().toInt(), -1);
        QTest::mouseDClick(figure.get(), Qt::LeftButton, {}, row(7));
        QCOMPARE(opened.takeFirst().first().toInt(), 7);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, row(12));   // below the last row
        // In a double click only the first press may choose.
        QVERIFY(chosen.size() <= 1);
        chosen.clear();
        // The rows of a sorted table belong to other cells.
        figure->setExhibit(gridStudy(notesResult()));
        figure->setViewState({{"sort", "last_std"}, {"descending", true}});
        pictureOf(*figure);
        QTest::mouseClick(figure.get(), Qt::LeftButton, {}, row(0));
        const int best = chosen.takeFirst().first().toInt();
        for (const CellResult& cell : notesResult().cells)
            QVERIFY(last_std(cell) <= last_std(notesResult().cells[std::size_t(best)]));
    }

    void pivotChoosesNumbers()
    {
        const auto figure = shown(gridStudy(notesResult()));
        figure->setViewState({{"layout", "pivot"}});
        pictureOf(*figure);
        QSignalSpy chosen(figure.get(), &Figure::cellChosen);
        QSet<int> cells;
        for (int x = 4; x < size.width(); x += 12)
            QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {x, firstRow + rowHeight * 2 + 9});
        for (const auto& arguments : chosen)
            cells << arguments.first().toInt();
        QCOMPARE(cells, (QSet<int> {4, 5}));   // He with ReLU and tanh
        chosen.clear();
        figure->setExhibit(gridStudy(notesResult(), 4));
        pictureOf(*figure);
        QTest::keyClick(figure.get(), Qt::Key_Right);
        QTest::keyClick(figure.get(), Qt::Key_Down);
        QCOMPARE(chosen[0].first().toInt(), 5);
        QCOMPARE(chosen[1].first().toInt(), 6);   // from cell 4, which is still chosen
    }

    void keys()
    {
        const auto figure = shown(gridStudy(sixtyResult()));
        // As in the window, the choice returns as a study.
        connect(figure.get(), &Figure::cellChosen, figure.get(), [&](int cell) {
            figure->setExhibit(gridStudy(sixtyResult(), cell < 0 ? std::nullopt : std::optional(std::size_t(cell))));
            pictureOf(*figure);
        });
        QSignalSpy chosen(figure.get(), &Figure::cellChosen), opened(figure.get(), &Figure::cellOpened);
        pictureOf(*figure);
        const auto press = [&](int key) {
            QTest::keyClick(figure.get(), Qt::Key(key));
            return chosen.isEmpty() ? -2 : chosen.takeLast().first().toInt();
        };
        QCOMPARE(press(Qt::Key_Down), 0);
        QCOMPARE(press(Qt::Key_Down), 1);
        QCOMPARE(press(Qt::Key_Up), 0);
        QCOMPARE(press(Qt::Key_Up), 0);
        const QImage top = pictureOf(*figure);
        QCOMPARE(press(Qt::Key_End), 59);
        QVERIFY(figure->viewState().value("row").toInt() > 30);   // it is scrolled into view
        QVERIFY(pictureOf(*figure) != top);
        QCOMPARE(press(Qt::Key_Home), 0);
        QVERIFY(press(Qt::Key_PageDown) > 10);
        press(Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(
            opened.first().first().toInt(), int(*std::static_pointer_cast<const GridStudy>(figure->exhibit())->cell));
        QCOMPARE(press(Qt::Key_Escape), -1);
        press(Qt::Key_Return);   // nothing to open
        QCOMPARE(opened.size(), 1);
    }

    void everyColumnIsReached_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("study") << QStringLiteral("study_table");
        QTest::newRow("layers") << QStringLiteral("summary");
    }
    /// A narrow table shows how many columns are hidden, and reaches all columns of a wide one by scrolling.
    void everyColumnIsReached()
    {
        QFETCH(QString, kind);
        const ExhibitPtr exhibit
            = kind == QLatin1String("summary") ? ExhibitPtr(sampleStudy()) : ExhibitPtr(gridStudy(numericResult()));
        const auto wordsAt = [&](int width, int column) {
            QStringList words;
            static const QRegularExpression word(QStringLiteral(">([^<>]+)<"));
            auto found = word.globalMatch(wordsOf(kind, exhibit, {{"column", column}}, width));
            while (found.hasNext())
                words << found.next().captured(1);
            return words;
        };
        const auto isMore = [](const QString& text) { return text.contains(QStringLiteral("more column")); };
        const QStringList wide = wordsAt(3000, 0);
        QVERIFY(wide.size() > 30 && std::ranges::none_of(wide, isMore));
        QStringList seen;
        int column = 0;
        for (; column < 40; ++column) {
            const QStringList words = wordsAt(400, column);
            QVERIFY(words.size() < wide.size());
            const bool first = seen.isEmpty();
            seen += words;
            if (std::ranges::none_of(words, isMore)) {
                QVERIFY(!first);
                break;
            }
        }
        QVERIFY(column < 40);
        for (const QString& text : wide)
            QVERIFY2(seen.contains(text) || text.contains(QStringLiteral(" · ")), qPrintable(text));
    }

    /// Columns scroll by the wheel with Shift, by keys, and by a click on their number.
    void columnsScroll()
    {
        const auto figure = shown(gridStudy(numericResult()));
        figure->resize(400, 300);
        const auto column = [&] { return figure->viewState().value("column").toInt(); };
        const auto wheel = [&](int by, Qt::KeyboardModifiers modifiers) {
            const QPointF at(100, 100);
            QWheelEvent event(
                at, figure->mapToGlobal(at), {}, {0, by}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(figure.get(), &event);
        };
        const QImage before = pictureOf(*figure, figure->size());
        wheel(-120, Qt::ShiftModifier);
        QCOMPARE(column(), 1);
        QVERIFY(pictureOf(*figure, figure->size()) != before);
        wheel(-120, Qt::NoModifier);
        QCOMPARE(column(), 1);
        wheel(120, Qt::ShiftModifier);
        wheel(120, Qt::ShiftModifier);
        QCOMPARE(column(), 0);
        QVERIFY(pictureOf(*figure, figure->size()) == before);
        QTest::keyClick(figure.get(), Qt::Key_Right);
        QCOMPARE(column(), 1);
        QTest::keyClick(figure.get(), Qt::Key_Left);
        QCOMPARE(column(), 0);
        int last = 0, most = 0;
        for (int i = 0; i < 20 && (i == 0 || column() > last); ++i) {
            last = column();
            QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {figure->width() - 30, 12});
            most = std::max(most, column());
        }
        QVERIFY(most > 1);
        QCOMPARE(column(), 0);   // after the last column, the first
        wheel(-120, Qt::ShiftModifier);
        figure->resize(1600, 300);   // when all columns fit, none is scrolled past
        QVERIFY(!wordsOf(QStringLiteral("study_table"), figure->exhibit(), figure->viewState(), 1600)
                     .contains(QStringLiteral("◂")));
    }

    void readout()
    {
        const auto figure = shown(gridStudy(notesResult()));
        pictureOf(*figure);
        QSignalSpy read(figure.get(), &Figure::readout);
        QMouseEvent move(QEvent::MouseMove, QPointF(30, firstRow + rowHeight * 4 + 9), QPointF(), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(figure.get(), &move);
        const QString text = read.takeLast().first().toString();
        QVERIFY2(text.startsWith(QStringLiteral("He, ReLU · last std ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral(" · stability high")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("theory")), qPrintable(text));
    }

    /// A half-computed study has all rows.
    void cellsToCome()
    {
        const GridResult part = partOf(notesResult(), {0, 5});
        const auto figure = make(gridStudy(part));
        const FigureTable table = figure->table();
        QCOMPARE(table.rows.size(), 12);
        QCOMPARE(table.rows[4][0], QStringLiteral("He"));
        QVERIFY(table.rows[4][2].isEmpty() && !table.rows[5][2].isEmpty());
        QVERIFY(pictureOf(*figure) != pictureOf(*make(gridStudy(notesResult()))));
        QVERIFY(make(gridStudy(partOf(notesResult(), {})))->table().rows.size() == 12);
    }

    void survives_data()
    {
        gridStudiesToSurvive();
        QTest::newRow("a cell that is not there") << gridStudy(notesResult(), 100);
    }

    void survives()
    {
        QFETCH(GridStudyPtr, study);
        for (const char* look : {"light", "dark", "print"})
            for (const QSize& of : {QSize(300, 120), QSize(520, 300), QSize(1600, 900)})
                for (const char* layout : {"cells", "pivot"}) {
                    const auto figure = make(study, QLatin1String(look));
                    figure->resize(of);
                    figure->setViewState({{"layout", layout}, {"sort", "last_std"}, {"row", 1000}});
                    const QImage picture = pictureOf(*figure, of);
                    const QRgb ground = theme(look).background.rgb();
                    QCOMPARE(picture.pixel(of.width() - 1, of.height() - 1), ground);   // nothing crosses the edge
                    QVERIFY(picture.pixel(of.width() - 1, 60) == ground);
                    QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {20, 70});
                    QTest::mouseClick(figure.get(), Qt::LeftButton, {}, {20, header});
                    QTest::keyClick(figure.get(), Qt::Key_Down);
                    figure->table();
                }
    }
};

STEPZERO_TEST(TestFigureGridTable, QApplication)

}   // namespace tst_figure_grid_table
#include "tst_figure_grid_table.moc"
