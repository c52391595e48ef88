// SPDX-License-Identifier: GPL-3.0-or-later
// The manual and the README: every link has a target, every name of the program is on its page, and every command line
// runs. A translated manual is equivalent.
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTimer>
#include <QTreeWidget>
#include <algorithm>

#include "app/application.h"
#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/export_dialog.h"
#include "app/grid_window.h"
#include "app/manual.h"
#include "app/manual_window.h"
#include "app/shortcuts.h"
#include "app/window_owner.h"
#include "core/diagnose/finding.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/study/lesson/lesson_value.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/run_section.h"
#include "widgets/figures/figures.h"
#include "widgets/language/language.h"

namespace tst_manual {

using namespace stepzero;

namespace {

const QDir source(STEPZERO_SOURCE_DIR);

QString text(const QString& path)
{
    QFile file(source.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList linksOf(const QString& markdown)
{
    static const QRegularExpression link(QStringLiteral(R"(\]\(([^) ]+)\))"));
    QStringList links;
    for (auto found = link.globalMatch(markdown); found.hasNext();)
        links << found.next().captured(1);
    return links;
}

/// Returns all pages in one text, without line breaks.
QString allPages()
{
    QString all;
    for (const ManualPage& page : manualPages())
        all += page.text;
    return all.simplified();
}

const QString chinese = QStringLiteral("zh_CN");

bool hasCharacters(const QString& text)
{
    return std::ranges::any_of(text, [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() < 0xa000; });
}

/// The parts of a page that are the same in every language: levels of headings, lines of code, names, links, rows of
/// tables.
struct Frame {
    explicit Frame(const QString& markdown)
    {
        static const QRegularExpression name(QStringLiteral("`([^`]+)`")), heading(QStringLiteral("^(#+) "));
        QString prose;
        for (const QString& line : markdown.split('\n')) {
            if (const auto match = heading.match(line); match.hasMatch())
                levels << int(match.capturedLength(1));
            rows += line.startsWith('|') ? 1 : 0;
            (line.startsWith("    ") ? code : prose) += line + '\n';
        }
        for (auto found = name.globalMatch(prose); found.hasNext();)
            names << found.next().captured(1).simplified();   // in English it may contain a line break
        links = linksOf(prose);
        links.sort();
    }
    QVector<int> levels;
    int rows = 0;
    QString code;
    QSet<QString> names;
    QStringList links;
};

/// Returns the headings as the browser has them.
QStringList headingsIn(const QTextDocument& document)
{
    QStringList headings;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0)
            headings << block.text();
    return headings;
}

struct Opened : OpenedWindow {
    /// Returns the place that F1 opens from a control.
    QString helpOn(QWidget* control)
    {
        control->window()->activateWindow();
        control->setFocus();
        trigger("manual");
        const QString place = window.manual()->page()->place();
        window.manual()->close();
        return place;
    }
};

}   // namespace

class TestManual : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void cleanup() { setLanguage(QStringLiteral("en")); }

    void anchorsAreThoseOfTheWeb()
    {
        QCOMPARE(anchorOf("Signal and gradient by layer"), QString("signal-and-gradient-by-layer"));
        QCOMPARE(anchorOf("Luck or fault?"), QString("luck-or-fault"));
        QCOMPARE(anchorOf("Pre-LN, and `norm_scale`"), QString("pre-ln-and-norm_scale"));
    }

    /// Every finding has its own rank, a word for the verdict, and existing figures.
    void findingsAreWhole()
    {
        QMap<int, std::string> ranks;
        for (const FindingInfo& info : finding_infos()) {
            QVERIFY2(!ranks.contains(info.rank), (info.id + " has the rank of " + ranks.value(info.rank)).c_str());
            ranks[info.rank] = info.id;
            QVERIFY2(!info.word.empty(), info.id.c_str());
            for (const std::string& figure : info.figures)
                QVERIFY2(findFigureKind(QString::fromStdString(figure)), (info.id + ": " + figure).c_str());
        }
    }

    // Every page is in the contents, and every link has a target.
    void linksHaveTargets()
    {
        QStringList files = QDir(source.filePath("resources/manual")).entryList({"*.md"}), listed {"contents.md"};
        for (const ManualPage& page : manualPages())
            listed << page.name;
        files.sort();
        listed.sort();
        QCOMPARE(listed, files);
        QStringList wrong;
        int links = 0;
        for (const QString& name : files)
            for (const QString& link : linksOf(text("resources/manual/" + name))) {
                ++links;
                if (!isPlace(link.startsWith('#') ? name + link : link))
                    wrong << name + ": " + link;
            }
        for (const QString& link : linksOf(text("README.md"))) {
            ++links;
            const QString path = link.section('#', 0, 0), place = link.section('/', -1);
            if (!QFileInfo::exists(source.filePath(path))
                || (path.startsWith("resources/manual/") && place != "contents.md" && !isPlace(place)))
                wrong << "README.md: " + link;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        QVERIFY(links > 40);
    }

    // Every figure has a heading, and every name of a registry is on its page.
    void namesAreThere()
    {
        QStringList missing;
        for (const FigureKind& kind : figureKinds())
            if (placeOfFigure(kind.title).isEmpty())
                missing << kind.title;
        const auto need = [&](const QString& page, const std::string& name) {
            if (!text("resources/manual/" + page).contains('`' + QString::fromStdString(name) + '`'))
                missing << page + ": " + QString::fromStdString(name);
        };
        for (const Scheme& scheme : schemes())
            need("schemes.md", scheme.name);
        for (const ActivationInfo& activation : activations())
            need("activations.md", activation.name);
        for (const LessonName& name : lesson_names())
            need("lessons.md", name.name);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    // F1 describes the focused control in every window, and the menu of a figure describes that figure.
    void helpIsOfTheFocus()
    {
        Opened o;
        QVERIFY(o.good);
        ExperimentPanel* panel = o.window.panel();
        QCOMPARE(o.helpOn(panel->preset()), QString("networks.md"));
        QCOMPARE(o.helpOn(panel->weight()->findChild<QComboBox*>()), QString("schemes.md"));
        QCOMPARE(o.helpOn(panel->activation()->findChild<QComboBox*>()), QString("activations.md"));
        QCOMPARE(o.helpOn(panel->run()->line()), QString("networks.md#run"));
        for (BoardCell* cell : o.window.board()->view()->cells())
            QCOMPARE(o.helpOn(cell->tabs()), placeOfFigure(cell->front()->kind().title));
        QStringList wrong;
        for (const QWidget* widget : o.window.findChildren<QWidget*>())
            if (const QString place = manualPlaceOf(widget); !isPlace(place))
                wrong << place;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        FigureDock* dock = o.window.board()->dock("spectrum");
        QMenu menu;
        dock->fillMenu(&menu);
        for (QAction* action : menu.actions())
            if (action->text() == "About this figure")
                action->trigger();
        QCOMPARE(o.window.manual()->page()->place(), QString("figures.md#singular-values"));
        o.window.manual()->close();
        GridWindow* study = o.window.studyWindow();
        study->show();
        QVERIFY(study->menuBar()->actions().last()->menu()->actions().contains(o.window.findChild<QAction*>("manual")));
        QCOMPARE(manualPlaceOf(study->menuBar()), QString("studies.md"));
        study->hide();
    }

    // A modal dialog blocks the keys and the mouse of every other window.
    void helpOfADialog()
    {
        Opened o;
        QVERIFY(o.good);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        const auto helpIn = [&](const std::function<void()>& open) {
            QString place;
            QTimer::singleShot(0, &o.window, [&] {
                QWidget* dialog = QApplication::activeModalWidget();
                const auto focused = [dialog] { return dialog->isAncestorOf(QApplication::focusWidget()); };
                if (!QTest::qWaitFor(focused))   // the dialog is modal before it has the focus
                    return static_cast<QDialog*>(dialog)->reject();
                QTest::keyClick(dialog, Qt::Key_F1);
                const auto* manual = dialog->findChild<ManualWindow*>();
                if (manual && manual->isVisible() && manual->isEnabled() && QApplication::activeModalWidget() == dialog)
                    place = manual->page()->place();
                static_cast<QDialog*>(dialog)->reject();
            });
            open();
            return place;
        };
        const auto trigger = [&](const char* action) { return helpIn([&, action] { o.trigger(action); }); };
        QCOMPARE(trigger("exportBoard"), QString("export.md#pictures"));
        QCOMPARE(trigger("report"), QString("export.md#reports"));
        QCOMPARE(trigger("home-table"), QString("export.md#export-code-and-data"));
        QCOMPARE(trigger("shortcuts"), QString("keyboard.md"));
        const QString keep = "first-steps.md#save-and-restore";
        QCOMPARE(helpIn([&] { o.window.save(); }), keep);
        QCOMPARE(helpIn([&] { o.window.open("missing.stepzero.json"); }), keep);
        Experiment other = o.window.document().experiment();
        ++other.network.depth;
        o.window.document().edit(other, {});
        QCOMPARE(helpIn([&] { o.window.open("he-relu-10"); }), keep);   // asks whether to save the changes
        ExportDialog pictures(o.settings, "board", o.folder.filePath("there.png"), &o.window);
        setManualPlace(&pictures, "export.md#pictures");
        pictures.show();
        QFile there(o.folder.filePath("there.png"));
        QVERIFY(there.open(QIODevice::WriteOnly));
        QCOMPARE(helpIn([&] { pictures.accept(); }), QString("export.md#pictures"));   // asks whether to replace a file
        GridWindow* study = o.window.studyWindow();
        QCOMPARE(helpIn([study] { study->save(); }), QString("studies.md"));
        QVERIFY(!o.window.manual());
    }

    // A link, back, and a place further down: the heading is at the top, and the contents follow.
    void pagesAreRead()
    {
        ManualWindow window(shortcutsMarkdown({{"Axes", {{"Wheel", "Zoom"}}}}, 3), nullptr);
        window.open("figures.md#phase-diagram");
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        ManualBrowser* page = window.page();
        window.open("networks.md");
        window.open("figures.md#phase-diagram");
        const auto headingSeen = [&](const QString& heading) {
            const QTextCursor at = page->document()->find(heading);
            return !at.isNull() && page->viewport()->rect().contains(page->cursorRect(at).topLeft());
        };
        QVERIFY(headingSeen("The behaviour of networks with this activation"));
        QCOMPARE(window.contents()->currentItem()->text(0), QString("Phase diagram"));
        page->backward();
        QCOMPARE(page->place(), QString("networks.md"));
        QCOMPARE(window.contents()->currentItem()->text(0), QString("Networks"));
        window.open("keyboard.md");
        QVERIFY(page->toPlainText().contains("Wheel"));
    }

    // Each page is prepared once, while the program is idle, and its headings are anchors in the shown document.
    void pagesAreMadeOnce()
    {
        ManualWindow window({}, nullptr);
        window.open("first-steps.md");
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        ManualBrowser* page = window.page();
        QTRY_COMPARE(page->preparations(), int(manualPages().size()));
        int places = 0;
        for (QTreeWidgetItemIterator item(window.contents()); *item; ++item, ++places) {
            const QString before = page->place().section('#', 0, 0);
            const QTextDocument* document = page->document();
            window.contents()->setCurrentItem(*item);
            QVERIFY2(page->toPlainText().contains((*item)->text(0)), qPrintable((*item)->text(0)));
            if (page->place().section('#', 0, 0) == before)
                QCOMPARE(page->document(), document);
        }
        QVERIFY(places > 100);
        QCOMPARE(page->preparations(), int(manualPages().size()));
        // With another font each page is prepared again, and the view stays.
        const QString place = page->place();
        QFont large = page->font();
        large.setPointSizeF(1.5 * large.pointSizeF());
        page->setFont(large);
        QCOMPARE(page->place(), place);
        QVERIFY(page->preparations() > int(manualPages().size()));
        QVERIFY(!page->toPlainText().trimmed().isEmpty());
    }

    // No markup is visible, and every heading is formatted as one.
    void pagesAreWhole_data()
    {
        QTest::addColumn<QString>("code");
        for (const Language& language : languages())
            QTest::newRow(qPrintable(language.code)) << language.code;
    }
    void pagesAreWhole()
    {
        QFETCH(QString, code);
        setLanguage(code);
        for (const ManualPage& page : manualPages()) {
            QTextDocument read;
            read.setMarkdown(page.text);
            QStringList titles;
            for (const ManualSection& section : page.sections)
                titles << section.title;
            QCOMPARE(headingsIn(read), titles);
            const QString plain = read.toPlainText();
            QVERIFY2(plain.size() > (code == chinese ? 100 : 200), qPrintable(page.name));
            for (const char* mark : {"|---", "](", "**", "`"})
                QVERIFY2(
                    !plain.contains(mark) || Frame(page.text).code.contains(mark), qPrintable(page.name + ": " + mark));
        }
    }

    void translationsAreTheSamePages_data()
    {
        QTest::addColumn<QString>("page");
        for (const QString& name : QDir(source.filePath("resources/manual")).entryList({"*.md"}))
            QTest::newRow(qPrintable(name)) << name;
    }
    // Links, commands and names are at the same place in each language.
    void translationsAreTheSamePages()
    {
        QFETCH(QString, page);
        const QString english = text("resources/manual/" + page), said = text("resources/manual/zh_CN/" + page);
        QVERIFY2(!said.isEmpty(), "there is no translation");
        const Frame same(english), other(said);
        QCOMPARE(other.levels, same.levels);
        QCOMPARE(other.code, same.code);
        QCOMPARE(other.rows, same.rows);
        QCOMPARE(other.links, same.links);
        const QSet<QString> lost = same.names - other.names, added = other.names - same.names;
        QVERIFY2(lost.isEmpty() && added.isEmpty(),
            qPrintable(QStringList(lost.values()).join(", ") + " | " + QStringList(added.values()).join(", ")));
        for (const ManualSection& section : pageOf(page, said).sections)
            QVERIFY2(hasCharacters(section.title + section.text), qPrintable(section.title));
    }

    // Places are those of the English headings, and figures have their titles as headings.
    void placesAreOfEveryLanguage()
    {
        QStringList places, same;
        for (const ManualPage& page : manualPages())
            for (const ManualSection& section : page.sections)
                places << section.place;
        setLanguage(chinese);
        for (const ManualPage& page : manualPages()) {
            QCOMPARE(page.text, text("resources/manual/zh_CN/" + page.name));
            for (const ManualSection& section : page.sections)
                same << section.place;
        }
        QCOMPARE(same, places);
        QHash<QString, QString> titles;
        for (const ManualPage& page : manualPages())
            for (const ManualSection& section : page.sections)
                titles.insert(section.place, section.title);
        for (const FigureKind& kind : figureKinds())
            QCOMPARE(titles.value(placeOfFigure(kind.title)), kind.title);
    }

    // F1 in another language, and a manual that is open while the language changes.
    void isInTheLanguage()
    {
        QTemporaryDir folder;
        Settings settings(folder.path());
        WindowOwner owner(settings, QStringLiteral("en"));
        owner.window().start();
        owner.window().showNormal();
        const auto helpOn = [&](QWidget* control) {
            owner.window().activateWindow();
            if (!QTest::qWaitForWindowActive(&owner.window()))
                return static_cast<ManualWindow*>(nullptr);
            control->setFocus();
            owner.window().findChild<QAction*>("manual")->trigger();
            return owner.window().manual();
        };
        const auto chosen = [](ManualWindow* manual) { return manual->contents()->currentItem()->text(0); };
        ManualWindow* manual = helpOn(owner.window().panel()->run()->line());
        QCOMPARE(chosen(manual), QString("Run"));
        owner.chooseLanguage(QStringLiteral("zh"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        manual = owner.window().manual();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->page()->place(), QString("networks.md#run"));
        QCOMPARE(chosen(manual), QString("运行"));
        // F1 scrolls its heading to the top.
        BoardCell* cell = owner.window().board()->view()->cells()[1];
        const QString title = cell->front()->kind().title;
        manual = helpOn(cell->tabs());
        QCOMPARE(manual->page()->place(), placeOfFigure(title));
        QCOMPARE(chosen(manual), title);
        QCOMPARE(manual->page()->cursorForPosition({0, 0}).block().text(), title);
        // A word is found within a Chinese sentence.
        manual->searchField()->setText("奇异值");
        QTest::keyClick(manual->searchField(), Qt::Key_Return);
        QVERIFY(!manual->page()->extraSelections().isEmpty());
        QCOMPARE(manual->page()->extraSelections().first().cursor.selectedText(), QString("奇异值"));
        manual->open("keyboard.md");
        QVERIFY(manual->page()->toPlainText().contains(QString("滚轮")));
        // Chinese characters are emphasized without slant.
        manual->open("first-steps.md");
        const QTextCharFormat menu = manual->page()->document()->find("帮助 ›").charFormat();
        QVERIFY(!menu.fontItalic() && menu.fontWeight() == QFont::Bold);
    }

    // The contents keep only entries with the words. The first one is shown, with the words marked.
    void searchFinds()
    {
        ManualWindow window({}, nullptr);
        window.open("first-steps.md");
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.searchField()->setFocus();
        QSignalSpy opened(window.page(), &ManualBrowser::placeChanged);
        QTest::keyClicks(window.searchField(), "safetensors");
        QCOMPARE(opened.count(), 0);   // no page is laid out during typing
        QStringList seen;
        for (QTreeWidgetItemIterator item(window.contents(), QTreeWidgetItemIterator::NotHidden); *item; ++item)
            seen << (*item)->text(0);
        QVERIFY2(seen.contains("Tensors") && !seen.contains("Networks"), qPrintable(seen.join(", ")));
        QTRY_VERIFY(!window.page()->extraSelections().isEmpty());
        QCOMPARE(opened.count(), 1);
        QVERIFY(window.page()->toPlainText().contains("safetensors"));
        QTest::keyClick(window.searchField(), Qt::Key_Escape);
        QVERIFY(window.searchField()->text().isEmpty() && window.isVisible());
        QTest::keyClick(window.searchField(), Qt::Key_Escape);
        QVERIFY(!window.isVisible());
    }

    // Marks belong to the shown page, whatever replaced the previous one.
    void marksFollowThePage()
    {
        ManualWindow window({}, nullptr);
        window.open("first-steps.md");
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        ManualBrowser* page = window.page();
        const auto areOfThisPage = [page] {
            const auto marks = page->extraSelections();
            return !marks.isEmpty() && std::ranges::all_of(marks, [page](const QTextEdit::ExtraSelection& mark) {
                return mark.cursor.document() == page->document() && mark.cursor.selectedText().toLower() == "network"
                    && mark.format.background() == page->palette().highlight();
            });
        };
        page->mark("network");
        QVERIFY(areOfThisPage());
        page->open("networks.md");   // as a link does
        QVERIFY(areOfThisPage());
        QPalette palette = page->palette();   // each page is prepared again
        palette.setColor(QPalette::Highlight, Qt::red);
        page->setPalette(palette);
        QVERIFY(areOfThisPage());
        QFont font = page->font();
        font.setPointSizeF(font.pointSizeF() + 2);
        page->setFont(font);
        QVERIFY(areOfThisPage());
        page->mark({});
        QVERIFY(page->extraSelections().isEmpty());
    }

    // The parts of the README that were moved are still somewhere.
    void nothingWasLost()
    {
        const QString all = allPages();
        for (const char* claim : {"5021 comparisons within five standard errors", "Kolmogorov distance 0.003 to 0.034",
                 "to the last bit, on any number of threads", "4·10⁻⁶ of the tensor's RMS", "58115 numbers", "14–17 ms",
                 "Exit status: 0 done; 1 a check failed", "byte-for-byte that of a single run",
                 "a test compares every field with it, to 1e-4", "Fuss-Catalan moments", "z > 0 ? z : 0.1*z",
                 "`….branch_gate`", "t_fixup", "μP", "130 interrupted", "14.6 s, 1.2 GiB"})
            QVERIFY2(all.contains(claim), claim);
        QVERIFY(text("README.md").split('\n').size() < 130);
    }

    // The command lines run in their order in one folder; repeated ones run once. Smaller presets take the place of
    // those that compute for seconds, except in commands that only print code.
    void commandLinesRun()
    {
        static constexpr std::pair<const char*, const char*> smaller[] {{"notes-he", "he-relu-10"},
            {"notes-xavier", "benchmark-256x32"}, {"notes-naive", "dying-sigmoid"},
            {"notes-six-schemes", "edge-of-chaos"}, {"depth-against-rms", "edge-of-chaos"}, {"=1..20", "=1..2"},
            {"=1..4", "=1..2"}, {"--widths 64,128", "--widths 16,32"},
            {"--to figures", "--to figures --figures signal"}, {"lesson he", "lesson fans"}};
        static const QRegularExpression command(QStringLiteral("^    (stepzero [a-z].*?)(?: +#.*)?$"));
        QTemporaryDir folder;
        QStringList done;
        for (const QString& name :
            QStringList {"README.md", "resources/manual/command-line.md", "resources/manual/studies.md"}) {
            for (const QString& line : text(name).split('\n')) {
                const auto match = command.match(line);
                if (!match.hasMatch() || done.contains(match.captured(1)))
                    continue;
                done << match.captured(1);
                QProcess shell;
                shell.setWorkingDirectory(folder.path());
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
                environment.insert("PATH", QFileInfo(STEPZERO_PROGRAM).path() + ':' + environment.value("PATH"));
                shell.setProcessEnvironment(environment);
                QString run = match.captured(1);
                if (!run.startsWith("stepzero code"))
                    for (const auto& [large, small] : smaller)
                        run.replace(large, small);
                shell.start("sh", {"-c", run});
                QVERIFY(shell.waitForFinished(120000));
                QVERIFY2(shell.exitCode() == 0, qPrintable(line + '\n' + shell.readAllStandardError()));
            }
        }
        QVERIFY(done.size() >= 12);
        for (const char* made :
            {"he.json", "he.csv", "net.safetensors", "figures/signal.pdf", "he.py", "report.html", "study-result.json"})
            QVERIFY2(QFileInfo(folder.filePath(made)).size() > 100, made);
    }
};

STEPZERO_TEST(TestManual, QApplication)

}   // namespace tst_manual
#include "tst_manual.moc"
