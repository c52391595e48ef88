// SPDX-License-Identifier: GPL-3.0-or-later
// The Find bar: how well words match, and that everything in the window can be found and chosen, in each language.
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QTest>
#include <QTreeWidget>

#include "app/application.h"
#include "app/board.h"
#include "app/figure_dock.h"
#include "app/find_bar.h"
#include "app/find_entries.h"
#include "app/side_panel.h"
#include "core/diagnose/finding.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"
#include "widgets/figures/figures.h"
#include "widgets/language/language.h"

namespace tst_find {

using namespace stepzero;

namespace {

constexpr int patience = 120000;

Findable entry(const QString& title, const QString& place = {}, const QString& words = {})
{
    return {title, place, {}, words, {}};
}

QStringList found(const QString& typed, const QVector<Findable>& entries)
{
    QStringList titles;
    for (const int index : matches(typed, entries, 10))
        titles << entries[index].title;
    return titles;
}

struct Opened : OpenedWindow {
    FindBar& open()
    {
        trigger("find");
        return *window.findChild<FindBar*>();
    }
    /// Types words into the bar and returns the title of the first entry.
    QString first(const QString& typed)
    {
        FindBar& bar = open();
        bar.line()->setText(typed);
        return bar.list()->topLevelItem(0)->text(0);
    }
    void choose(const QString& typed)
    {
        FindBar& bar = open();
        bar.line()->setText(typed);
        QTest::keyClick(bar.line(), Qt::Key_Return);
    }
};

}   // namespace

class TestFind : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { setLanguage(QStringLiteral("en")); }

    void order()
    {
        const QVector<Findable> entries {entry("Export animation", "File"), entry("Phase diagram", "Figures"),
            entry("Reset axes"), entry("Presets", "File", "examples"), entry("width", "Experiment"),
            entry("State-space width")};
        QCOMPARE(found("width", entries), QStringList({"width", "State-space width"}));
        QCOMPARE(found("set", entries), QStringList({"Presets", "Reset axes"}));   // both inside; more of one was typed
        QCOMPARE(found("dia ph", entries), QStringList({"Phase diagram"}));
        QCOMPARE(found("prst", entries), QStringList({"Presets"}));
        QCOMPARE(found("EXAMPLES", entries), QStringList({"Presets"}));
        QCOMPARE(found("file", entries), QStringList({"Presets", "Export animation"}));
        QCOMPARE(found("pq", entries), QStringList());
        QCOMPARE(found("  ", entries).size(), 6);
        QCOMPARE(matches("", entries, 2), QVector<int>({0, 1}));
        QCOMPARE(*matchOf("width", entries[4]), 0.0);
        QCOMPARE(found("相图", {entry("查看相图"), entry("相图")}), QStringList({"相图", "查看相图"}));
    }

    /// Whoever types the title of an entry gets it, or one with the same title.
    void everythingIsFoundByItsTitle()
    {
        for (const Language& language : languages()) {
            setLanguage(language.code);
            Opened o;
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), patience);
            const QVector<Findable> entries = findableActions(*o.window.menuBar(), *o.window.board())
                + findableFigures(*o.window.board()) + findableSettings(*o.window.panel());
            QVERIFY2(entries.size() > 200, qPrintable(QString::number(entries.size())));
            for (const Findable& each : entries)
                QCOMPARE(
                    entries[matches(each.title, entries, 1).value(0)].title.toCaseFolded(), each.title.toCaseFolded());
        }
    }

    void eachLanguageFindsTheOthers()
    {
        setLanguage(QStringLiteral("zh_CN"));
        Opened chinese;
        QCOMPARE(chinese.first("gain calculator"), QStringLiteral("增益计算器"));
        chinese.window.findChild<FindBar*>()->close();
        setLanguage(QStringLiteral("en"));
        Opened english;
        QCOMPARE(english.first(QStringLiteral("增益计算器")), QStringLiteral("Gain calculator"));
    }

    void choices()
    {
        Opened o;
        o.choose("qqxxzz");   // nothing has this word, and nothing happens
        FindBar& bar = *o.window.findChild<FindBar*>();
        QVERIFY(bar.isVisible());
        QTreeWidget* list = bar.list();
        const QPoint notice = list->visualItemRect(list->topLevelItem(0)).center();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, notice);
        QVERIFY(bar.isVisible());
        QVERIFY(o.open().isVisible());
        o.choose("Exploding");
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), patience);
        QVERIFY(!o.window.findChild<FindBar*>()->isVisible());
        QVERIFY(o.window.document().experiment().title.starts_with("Exploding"));

        o.choose("phase diagram");
        QCOMPARE(o.window.board()->maximised(), o.window.board()->dock("phase"));

        for (Fold* fold : o.window.panel()->folds())
            fold->setOpen(false);
        o.choose("samples");
        const auto focused
            = [&] { return o.window.focusWidget() ? o.window.focusWidget()->accessibleName() : QString(); };
        QTRY_COMPARE(focused(), QStringLiteral("samples"));
        QVERIFY(o.window.focusWidget()->isVisible());

        const Finding& finding = o.window.study()->findings->front();
        o.choose(QString::fromStdString(finding.message.english()));
        QVERIFY(o.window.board()->maximised());
        QVERIFY(std::ranges::count(info_of(finding).figures, o.window.board()->maximised()->kind().id.toStdString()));
    }

    /// Arrows move in the list while the line keeps the focus; Escape closes.
    void keys()
    {
        Opened o;
        FindBar& bar = o.open();
        QTest::keyClicks(bar.line(), "theme");
        QTest::keyClick(bar.line(), Qt::Key_Down);
        QTest::keyClicks(bar.line(), " x");
        QCOMPARE(bar.line()->text(), QStringLiteral("theme x"));
        bar.line()->setText("network");
        QVERIFY(bar.list()->topLevelItemCount() > 1);
        QTest::keyClick(bar.line(), Qt::Key_Down);
        QCOMPARE(bar.list()->indexOfTopLevelItem(bar.list()->currentItem()), 1);
        QTest::keyClick(bar.line(), Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    /// STEPZERO_PICTURES=DIR keeps what it looks like.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (folder.isEmpty())
            QSKIP("STEPZERO_PICTURES is not set");
        for (const Language& language : languages())
            for (const QString& theme : {QStringLiteral("light"), QStringLiteral("dark")}) {
                setLanguage(language.code);
                Opened o;
                o.window.setAppearance(theme);
                QTRY_VERIFY_WITH_TIMEOUT(o.settled(), patience);
                o.first("in");
                QImage picture = o.window.grab().toImage();
                QPainter painter(&picture);
                FindBar& bar = *o.window.findChild<FindBar*>();
                painter.drawPixmap(o.window.mapFromGlobal(bar.pos()), bar.grab());
                painter.end();
                QVERIFY(picture.save(QStringLiteral("%1/find-%2-%3.png").arg(folder, language.code, theme)));
            }
    }
};

STEPZERO_TEST(TestFind, QApplication)

}   // namespace tst_find
#include "tst_find.moc"
