// SPDX-License-Identifier: GPL-3.0-or-later
// Animations from the window: the texts, inputs and results of its dialog.
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <functional>
#include <utility>

#include "app/animation_dialog.h"
#include "app/application.h"
#include "app/board.h"
#include "app/dial_bar.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/number_box.h"

namespace tst_animation_window {

using namespace stepzero;

namespace {

struct Opened : OpenedWindow {
    explicit Opened(const Experiment& experiment = smallNetwork())
    {
        window.document().replace(experiment, {});
        good = good && QTest::qWaitFor([this] { return settled(); }, 20000);
        settings.set("document/folder", folder.path());
    }
    QString file(const char* name) const { return folder.filePath(name); }
};

/// Calls a function with the dialog that an action opens, once it has the focus. `other` answers other boxes until the
/// action is done.
void withDialog(
    Opened& o, const std::function<void(AnimationDialog&)>& filled,
    const std::function<void(QWidget&)>& other = [](QWidget&) {}, const char* action = "exportAnimation")
{
    QTimer answering;
    bool begun = false, done = false;
    QObject::connect(&answering, &QTimer::timeout, [&] {
        QWidget* modal = QApplication::activeModalWidget();
        auto* dialog = qobject_cast<AnimationDialog*>(modal);
        if (dialog && !std::exchange(begun, true))
            QTimer::singleShot(0, dialog, [dialog, &filled, &done] {   // it may wait for another box
                filled(*dialog);
                done = true;
            });
        else if (dialog && done)
            dialog->reject();
        else if (modal && !dialog)
            other(*modal);
    });
    answering.start(10);
    o.trigger(action);
    QVERIFY(done);
}

QStringList pictures(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("*.png")}, QDir::Files, QDir::Name);
}

}   // namespace

class TestAnimationWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    /// The bar's sweep is proposed, and text and fields agree.
    void valuesAreTypedOrChosen()
    {
        AnimationOffer offer {smallNetwork(), {{"signal", {}}, {"weights", {}, {0.5, 0, 0.5, 1}}}, {{"summary", {}}},
            "network.width", "8 .. 64 : 4 log", 5};
        QTemporaryDir folder;
        Settings settings(folder.path());
        AnimationDialog dialog(settings, offer, "small");
        QCOMPARE(dialog.animation().sweeps.front().path, std::string("network.width"));
        QCOMPARE(dialog.animation().sweeps.front().labels,
            (std::vector<Text> {Text::name("8"), Text::name("16"), Text::name("32"), Text::name("64")}));
        QCOMPARE(dialog.fromBox()->value(), 8.0);
        QCOMPARE(dialog.toBox()->value(), 64.0);
        QCOMPARE(dialog.framesBox()->value(), 4);
        QVERIFY(dialog.ratiosBox()->isChecked());
        QCOMPARE(dialog.words(), QStringLiteral("4 frames, 0.8 s"));
        dialog.framesBox()->setValue(2);
        QCOMPARE(dialog.valuesEdit()->text(), QStringLiteral("8 .. 64 : 2 log"));
        dialog.ratiosBox()->setChecked(false);
        dialog.framesBox()->setValue(3);
        QCOMPARE(dialog.animation().sweeps.front().labels,
            (std::vector<Text> {Text::name("8"), Text::name("36"), Text::name("64")}));
        // One parameter has names as values.
        const auto choose = [&](const char* path) {
            const auto all = dials(offer.experiment);
            const auto found
                = std::find_if(all.begin(), all.end(), [&](const Dial& dial) { return dial.path == path; });
            dialog.dialBox()->setCurrentIndex(int(found - all.begin()));
            emit dialog.dialBox()->activated(dialog.dialBox()->currentIndex());
        };
        choose("network.activation");
        QVERIFY(dialog.problem().isEmpty());
        dialog.valuesEdit()->setText("relu, tanh");
        QCOMPARE(dialog.animation().sweeps.front().values.size(), std::size_t(2));
        // The board's figures are arranged as on the board, or all in one row.
        QCOMPARE(dialog.animation().parts.size(), 2);
        QCOMPARE(dialog.animation().parts[1].place, QRectF(0.5, 0, 0.5, 1));
        dialog.figureList()->item(2)->setCheckState(Qt::Checked);
        QCOMPARE(dialog.animation().parts.size(), 3);
        QCOMPARE(dialog.animation().parts[2].kind, QStringLiteral("summary"));
        dialog.figureList()->item(2)->setCheckState(Qt::Unchecked);
        dialog.figureList()->item(0)->setCheckState(Qt::Unchecked);
        QCOMPARE(dialog.animation().parts.size(), 1);
        QCOMPARE(dialog.animation().parts[0].place, QRectF(0, 0, 1, 1));
    }

    /// The format and the extension always agree.
    void kindAndEnding()
    {
        QTemporaryDir folder;
        Settings settings(folder.path());
        AnimationDialog dialog(settings, {smallNetwork(), {{"signal", {}}}, {}, "seed", "1, 2", 5}, "small");
        QVERIFY(dialog.path().endsWith("small.apng"));
        const auto kind = [&](const char* ending) {
            dialog.kindBox()->setCurrentIndex(dialog.kindBox()->findData(QString(ending)));
            emit dialog.kindBox()->activated(dialog.kindBox()->currentIndex());
        };
        QVERIFY(dialog.loopsBox()->isEnabled());
        kind(".mp4");
        QVERIFY(dialog.path().endsWith("/small.mp4"));
        QVERIFY(!dialog.loopsBox()->isEnabled());   // repetitions are up to the video player
        kind("");
        QVERIFY(dialog.path().endsWith("/small"));
        QVERIFY(dialog.fpsBox()->isEnabled());
        kind(".html");
        QVERIFY(dialog.path().endsWith("/small.html") && !dialog.fpsBox()->isEnabled());
        QCOMPARE(dialog.words(), QStringLiteral("a slider with 2 stops"));
        dialog.setPath(folder.filePath("b.webp"));
        QCOMPARE(dialog.kindBox()->currentData().toString(), QStringLiteral(".webp"));
    }

    /// A page is proposed with the first figure, and does not change what an animation is written as.
    void aPage()
    {
        QTemporaryDir folder;
        Settings settings(folder.path());
        const AnimationOffer offer {
            smallNetwork(), {{"signal", {}}, {"weights", {}}}, {{"summary", {}}}, "network.depth", "1..3", 5, true};
        AnimationDialog dialog(settings, offer, "small");
        QVERIFY(dialog.path().endsWith("small.html"));
        QVERIFY2(dialog.problem().isEmpty(), qPrintable(dialog.problem()));
        QCOMPARE(dialog.animation().parts.size(), 1);
        QCOMPARE(dialog.animation().parts[0].kind, QStringLiteral("signal"));
        dialog.figureList()->item(1)->setCheckState(Qt::Checked);
        QCOMPARE(dialog.words(), QStringLiteral("A page has one figure, got 2."));
    }

    /// From the menu.
    void aPageOfTheExperiment()
    {
        Opened o(smallNetwork());
        QVERIFY(o.good);
        withDialog(
            o,
            [&](AnimationDialog& dialog) {
                dialog.setPath(o.file("page.html"));
                dialog.valuesEdit()->setText("1 .. 2");
                dialog.saveButton()->click();
            },
            [](QWidget&) {}, "exportPage");
        QFile page(o.file("page.html"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QCOMPARE(page.readAll().count("<td data-severity="), 2);
    }

    void whatCannotBeIsASentence_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("values");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("words");
        QTest::newRow("ending") << "a.gif"
                                << "1 .. 3" << 640 << "An animation must be .html, .apng, .webp, .webm or .mp4";
        QTest::newRow("odd") << "a.mp4"
                             << "1 .. 3" << 641 << "A video needs an even width and height";
        QTest::newRow("range") << "a.apng"
                               << "0 .. 3" << 640 << "not within";
        QTest::newRow("no number") << "a.apng"
                                   << "1 .. x" << 640 << "is not a number";
        QTest::newRow("no name") << ""
                                 << "1 .. 3" << 640 << "needs a name";
        QTest::newRow("no figure") << "a.apng"
                                   << "1 .. 3" << 0 << "Choose a figure";
    }
    void whatCannotBeIsASentence()
    {
        QFETCH(QString, path);
        QFETCH(QString, values);
        QFETCH(int, width);
        QFETCH(QString, words);
        QTemporaryDir folder;
        Settings settings(folder.path());
        AnimationDialog dialog(settings, {smallNetwork(), {{"signal", {}}}, {}, "network.depth", "1, 2", 5}, "small");
        QVERIFY(dialog.saveButton()->isEnabled());
        dialog.setPath(folder.path() + '/' + path);
        dialog.valuesEdit()->setText(values);
        if (width > 0)
            dialog.widthBox()->setValue(width);
        else
            dialog.figureList()->item(0)->setCheckState(Qt::Unchecked);
        QVERIFY2(dialog.words().contains(words) && dialog.words().endsWith('.'), qPrintable(dialog.words()));
        QVERIFY(!dialog.saveButton()->isEnabled());
    }

    /// Over the steps of training, by keys; the pictures are the same as those of the command.
    void stepsOfTraining()
    {
        Opened o(trainedNetwork(4));
        QVERIFY(o.good);
        o.trigger("dialBar");
        QVERIFY(o.window.dials()->choose("step", "0 .. 2"));
        const QString folder = o.file("steps");
        QString proposed;
        withDialog(o, [&](AnimationDialog& dialog) {
            proposed = dialog.valuesEdit()->text();
            for (int i = 1; i < dialog.figureList()->count(); ++i)
                dialog.figureList()->item(i)->setCheckState(Qt::Unchecked);
            dialog.widthBox()->setValue(320);
            dialog.heightBox()->setValue(180);
            dialog.pathEdit()->selectAll();
            QTest::keyClicks(dialog.pathEdit(), folder);
            QTest::keyClick(dialog.pathEdit(), Qt::Key_Return);
        });
        QCOMPARE(proposed, QStringLiteral("0 .. 2"));
        QCOMPARE(pictures(folder), (QStringList {"0001.png", "0002.png", "0003.png"}));
        // The window's own part, drawn at the same steps.
        const Experiment base = trainedNetwork(4);
        Animation same {base, {sweep_of(base, "step", "0, 1, 2")}, o.window.workspace().focus(), {}, {}, {}};
        same.parts = {o.window.board()->parts().first()};
        same.parts.first().place = {0, 0, 1, 1};
        same.picture.pixels = {320, 180};
        same.file.path = o.file("again").toStdString();
        StudyCaches caches(1 << 20);
        write_animation(compute_animation(same, caches, {}), {});
        QImage first, last;
        for (const QString& name : pictures(folder)) {
            const QImage written(folder + '/' + name), again(o.file("again/") + name);
            QCOMPARE(written.size(), QSize(320, 180));
            QVERIFY(written == again);
            (first.isNull() ? first : last) = written;
        }
        QVERIFY(first != last);
    }

    void whatIsThereIsAskedFor()
    {
        Opened o;
        QVERIFY(o.good);
        const QString path = o.file("there.apng");
        QFile(path).open(QIODevice::WriteOnly);
        int asked = 0;
        withDialog(
            o,
            [&](AnimationDialog& dialog) {
                if (const QByteArray folder = qgetenv("STEPZERO_PICTURES"); !folder.isEmpty())
                    for (const char* look : {"light", "dark"}) {
                        o.window.setAppearance(look);
                        QCoreApplication::processEvents();
                        dialog.grab().save(QStringLiteral("%1/animation-%2.png").arg(QString(folder), look));
                    }
                dialog.setPath(path);
                dialog.valuesEdit()->setText("1, 2");
                dialog.widthBox()->setValue(320);
                dialog.heightBox()->setValue(180);
                dialog.saveButton()->click();
            },
            [&](QWidget& modal) {
                if (auto* box = qobject_cast<QMessageBox*>(&modal)) {
                    ++asked;
                    box->button(QMessageBox::Yes)->click();
                }
            });
        QCOMPARE(asked, 1);
        QVERIFY(QFileInfo(path).size() > 1000);
        QCOMPARE(o.settings.value("animation/width").toInt(), 320);   // remembered
    }

    /// Nothing is written, and the dialog reappears with the same input.
    void itCanBeCancelled()
    {
        Opened o;
        QVERIFY(o.good);
        const QString path = o.file("none.apng");
        int cancelled = 0;
        withDialog(
            o,
            [&](AnimationDialog& dialog) {
                dialog.setPath(path);
                dialog.valuesEdit()->setText("1 .. 300");
                dialog.saveButton()->click();
            },
            [&](QWidget& modal) {
                if (auto* progress = qobject_cast<QProgressDialog*>(&modal)) {
                    ++cancelled;
                    progress->cancel();
                }
            });
        QVERIFY(cancelled > 0);
        QVERIFY(!QFileInfo::exists(path));
    }
};

STEPZERO_TEST(TestAnimationWindow, QApplication)

}   // namespace tst_animation_window
#include "tst_animation_window.moc"
