// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome page: shown once, with six pictures, and leading to a lesson; all presets as pictures; named layouts.
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>
#include <algorithm>

#include "app/application.h"
#include "app/board.h"
#include "app/capture_window.h"
#include "app/child_windows.h"
#include "app/help_controller.h"
#include "app/layout_menu.h"
#include "app/lesson_bar.h"
#include "app/picture_button.h"
#include "app/preset_gallery.h"
#include "app/welcome.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/figures.h"

namespace tst_welcome {

using namespace stepzero;

namespace {

constexpr int patience = 120000;

struct Opened : OpenedWindow {
    using OpenedWindow::OpenedWindow;
    WelcomePage* page()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return window.findChild<WelcomePage*>();
    }
    LayoutMenu& layouts()
    {
        auto* menu = window.findChild<LayoutMenu*>("layouts");
        emit menu->aboutToShow();
        return *menu;
    }
};

void click(QWidget* button) { QTest::mouseClick(button, Qt::LeftButton); }

/// Answers the next dialog that asks for a name.
void answerWith(const QString& name)
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, name] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        timer->deleteLater();
        dialog->setTextValue(name);
        dialog->accept();
    });
    timer->start(10);
}

QAction* entryOf(const QMenu* menu, const QString& text)
{
    for (QAction* action : menu->actions())
        if (action->text() == text)
            return action;
    return nullptr;
}

}   // namespace

class TestWelcome : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void onceUnasked()
    {
        QTemporaryDir folder;
        {
            Opened first(folder.path());
            first.window.help().welcomeOnce();
            QVERIFY(first.page() && first.page()->isVisible());
            QVERIFY(first.page()->recentButtons().isEmpty());
            QTest::keyClick(first.page(), Qt::Key_Escape);
            QVERIFY(!first.page());
            first.window.help().welcomeOnce();
            QVERIFY(!first.page());
        }
        Opened second(folder.path());
        second.window.help().welcomeOnce();
        QVERIFY(!second.page());
        second.trigger("welcome");
        QVERIFY(second.page() && second.page()->isVisible());
    }

    /// One press of Return.
    void firstLesson()
    {
        Opened o;
        o.window.help().welcomeOnce();
        QVERIFY(QTest::qWaitForWindowActive(o.page()));
        QVERIFY(o.page()->lessonButton()->text().contains("Variance propagation"));
        QTest::keyClick(o.page()->focusWidget(), Qt::Key_Return);
        QVERIFY(!o.page());
        QVERIFY(o.window.lessonBar()->isVisible());
        QCOMPARE(o.window.lessonBar()->lesson().name, std::string("01-variance-propagation"));
        o.window.lessonBar()->end();
        o.trigger("welcome");
        click(o.page()->tourButton());
        QCOMPARE(o.window.lessonBar()->lesson().name, lessons().front().name);
    }

    void anExampleOfACapture()
    {
        Opened o;
        o.window.help().welcomeOnce();
        click(o.page()->captureButton());
        QVERIFY(!o.page());
        QTRY_VERIFY(o.window.windows().capture()->study());
        QVERIFY(o.window.windows().capture()->isVisible());
    }

    /// Six pictures in each theme; choosing one is one edit.
    void pictures()
    {
        Opened o;
        o.window.setAppearance("light");
        o.window.help().welcomeOnce();
        WelcomePage* page = o.page();
        QVERIFY(page->presetButton("he-relu-10")->picture().isNull());   // the page does not wait for it
        const auto buttons = page->findChildren<PictureButton*>();
        QCOMPARE(buttons.size(), 6);
        for (const PictureButton* button : buttons) {
            QTRY_VERIFY_WITH_TIMEOUT(!button->picture().isNull(), patience);
            QCOMPARE(button->picture().deviceIndependentSize().toSize(), button->pictureSize());
        }
        const QImage light = buttons.first()->picture();
        save(page, "light");
        o.window.setAppearance("dark");
        QTRY_VERIFY(buttons.first()->picture() != light);
        QVERIFY(buttons.first()->picture().pixelColor(0, 0).lightness() < 100);
        save(page, "dark");

        const Experiment before = o.window.document().experiment();
        PictureButton* exploding = page->presetButton("exploding");
        exploding->setFocus();
        QTest::keyClick(exploding, Qt::Key_Return);
        QVERIFY(!o.page());
        QCOMPARE(o.window.document().experiment().title, find_preset("exploding")->title.english());
        o.window.document().undoStack()->undo();
        QVERIFY(o.window.document().experiment() == before);
    }

    /// Every preset under its group; the search hides the others; pictures come one after the other, and are kept.
    void gallery()
    {
        Opened o;
        o.window.setAppearance("light");
        o.trigger("welcome");
        click(o.page()->allPresetsButton());
        QVERIFY(!o.page());
        auto* gallery = o.window.findChild<PresetGallery*>();
        QVERIFY(gallery && gallery->isVisible());
        const auto buttons = gallery->findChildren<PictureButton*>();
        QCOMPARE(std::size_t(buttons.size()), presets().size() + example_captures().size());
        QStringList headings;
        for (const QLabel* label : gallery->findChildren<QLabel*>())
            if (label->isVisible())
                headings << label->text();
        QCOMPARE(std::size_t(headings.size()), preset_groups().size() + 1);   // and that of captures
        QVERIFY(gallery->presetButton("gpt2-small")->toolTip().contains("Radford et al., GPT-2 (2019-02)"));

        gallery->search()->setText("ppo 0.01");
        QTRY_COMPARE(std::ranges::count_if(buttons, [](const PictureButton* b) { return b->isVisible(); }), 1);
        const PictureButton* policy = gallery->presetButton("ppo-policy");
        QVERIFY(policy->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!policy->picture().isNull(), patience);
        QCOMPARE(policy->picture().deviceIndependentSize().toSize(), policy->pictureSize());
        const QImage light = policy->picture();
        o.window.setAppearance("dark");
        QTRY_VERIFY_WITH_TIMEOUT(policy->picture() != light, patience);
        QVERIFY(policy->picture().pixelColor(0, 0).lightness() < 100);
        gallery->search()->setText("no such preset");
        QVERIFY(!policy->isVisible());
        gallery->search()->clear();
        if (!qEnvironmentVariable("STEPZERO_PICTURES").isEmpty()) {
            gallery->resize(1080, 760);
            for (const char* look : {"dark", "light"}) {
                o.window.setAppearance(look);
                for (const PictureButton* button : buttons)
                    if (!button->visibleRegion().isEmpty())
                        QTRY_VERIFY_WITH_TIMEOUT(!button->picture().isNull(), patience);
                QTest::qWait(1000);
                save(gallery, QString("gallery-") + look);
            }
        }

        gallery->search()->setText("exploding relu");
        auto* exploding = gallery->presetButton("exploding");
        QTRY_VERIFY(exploding->isVisible());
        click(exploding);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!o.window.findChild<PresetGallery*>());
        QCOMPARE(o.window.document().experiment().title, find_preset("exploding")->title.english());

        // So are examples of captures, at the end.
        o.trigger("allPresets");
        gallery = o.window.findChild<PresetGallery*>();
        gallery->search()->setText("learning rate four widths");
        auto* widths = gallery->presetButton("unscaled-learning-rate");
        QTRY_VERIFY_WITH_TIMEOUT(widths->isVisible() && !widths->picture().isNull(), patience);
        save(gallery, "gallery-captures");
        click(widths);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTRY_VERIFY(o.window.windows().capture()->study());
        QVERIFY(o.window.windows().capture()->study()->widths);

        // A kept picture is there at once.
        o.window.setAppearance("light");
        o.trigger("allPresets");
        gallery = o.window.findChild<PresetGallery*>();
        gallery->search()->setText("ppo 0.01");
        QTRY_VERIFY(gallery->presetButton("ppo-policy")->picture() == light);
    }

    /// Each figure exists and shows the preset's kind of network.
    void picturesHaveFigures()
    {
        for (const Preset& preset : presets()) {
            const FigureKind* figure = findFigureKind(QString::fromStdString(preset.info.figure));
            const NetworkKind& kind = kind_of(networks::preset(preset.name).network);
            QVERIFY2(figure && figure->places.contains(subjectOf(kind)), preset.name.c_str());
        }
    }

    /// Closed while it computes.
    void clickedAtOnce()
    {
        Opened o;
        o.window.help().welcomeOnce();
        click(o.page()->presetButton("critical-tanh-200"));
        QVERIFY(!o.page());
        QCOMPARE(o.window.document().experiment().title, find_preset("critical-tanh-200")->title.english());
    }

    void recentFiles()
    {
        Opened o;
        const QString file = o.folder.filePath("a&b.stepzero.json");
        QString error;
        Experiment mine = smallNetwork();
        mine.seed = 77;
        o.window.document().replace(mine, {});
        QVERIFY2(o.window.document().save(file, &error), qPrintable(error));
        o.window.document().replace({}, {});
        o.settings.set("document/recent", QStringList {o.folder.filePath("gone.stepzero.json"), file});
        o.trigger("welcome");
        QCOMPARE(o.page()->recentButtons().size(), 1);
        click(o.page()->recentButtons().first());
        QVERIFY(!o.page());
        QCOMPARE(o.window.document().path(), file);
        QCOMPARE(o.window.document().experiment().seed, std::uint64_t(77));
    }

    void layoutsHaveNames()
    {
        QTemporaryDir folder;
        BoardLayout wanted;
        {
            Opened o(folder.path());
            Board* board = o.window.board();
            QVERIFY(o.layouts().names().isEmpty());
            const BoardLayout byDefault = board->arrangement();
            board->setShown("weights", false);
            board->arrange(moved(board->arrangement(), "phase", {}, Side::below));
            wanted = board->arrangement();
            QVERIFY(wanted != byDefault);
            answerWith(" Lecture & more ");
            o.layouts();
            o.trigger("saveLayout");
            QCOMPARE(o.layouts().names(), QStringList {"Lecture & more"});
            o.trigger("defaultLayout");
            QVERIFY(board->arrangement() == byDefault);
            entryOf(&o.layouts(), "Lecture && more")->trigger();
            QVERIFY(board->arrangement() == wanted);
            o.trigger("defaultLayout");
            o.window.close();
        }
        Opened o(folder.path());
        QVERIFY(o.window.board()->arrangement() != wanted);
        entryOf(&o.layouts(), "Lecture && more")->trigger();
        QVERIFY(o.window.board()->arrangement() == wanted);
        // Another subject has its own layouts.
        o.window.document().replace(smallNetwork("transformer"), {});
        QTRY_COMPARE_WITH_TIMEOUT(o.window.board()->subject(), networkTokens, patience);
        QVERIFY(o.layouts().names().isEmpty());
        o.window.document().replace(smallNetwork(), {});
        QTRY_COMPARE_WITH_TIMEOUT(o.window.board()->subject(), networkLayers, patience);

        answerWith("Room 3");
        const auto submenu = [&](const char* title) { return entryOf(&o.layouts(), title)->menu(); };
        submenu("Re&name")->actions().first()->trigger();
        QCOMPARE(o.layouts().names(), QStringList {"Room 3"});
        o.trigger("defaultLayout");
        entryOf(&o.layouts(), "Room 3")->trigger();
        QVERIFY(o.window.board()->arrangement() == wanted);
        submenu("&Remove")->actions().first()->trigger();
        QVERIFY(o.layouts().names().isEmpty() && !submenu("&Remove")->menuAction()->isEnabled());
    }

private:
    /// Saves a picture to the folder $STEPZERO_PICTURES.
    static void save(QWidget* page, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"); !folder.isEmpty())
            page->grab().save(folder + "/welcome-" + name + ".png");
    }
};

STEPZERO_TEST(TestWelcome, QApplication)

}   // namespace tst_welcome
#include "tst_welcome.moc"
