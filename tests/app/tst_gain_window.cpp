// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator with real key and mouse events: activations, valid and invalid formulas, the length, and the
// effect of the button on the document. STEPZERO_PICTURES=folder saves pictures of it.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "app/appearance.h"
#include "app/application.h"
#include "app/document.h"
#include "app/gain_window.h"
#include "app/main_window.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/formula_edit.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/gains/gain_table.h"

namespace tst_gain_window {

using namespace stepzero;

namespace {

/// A calculator with a separate document.
struct Opened {
    explicit Opened(const Activation& activation = {"relu", {}})
    {
        Experiment experiment;
        experiment.network.activation = activation;
        document.replace(experiment, {});
        window = std::make_unique<GainWindow>(document);
        window->show();
        good = QTest::qWaitForWindowExposed(window.get()) && settled();
    }
    bool settled() const
    {
        return QTest::qWaitFor([this] { return window->isSettled(); }, 20000);
    }
    void type(const QString& formula) const
    {
        window->formulaEdit()->setFocus();
        window->formulaEdit()->selectAll();
        QTest::keyClicks(window->formulaEdit(), formula);
    }
    /// Chooses from the list of activations by the keyboard.
    void choose(const std::string& name) const
    {
        QComboBox* box = window->activationEditor()->box();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < box->count() && window->activationEditor()->name() != name; ++i)
            QTest::keyClick(box, Qt::Key_Down);
    }
    double number(const QString& key) const
    {
        return window->table()->value(key)->text().replace(QChar(0x2212), '-').toDouble();
    }
    void keep(const QString& name) const
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(window->grab().save(folder + "/gains-" + name + ".png"));
    }

    Document document;
    std::unique_ptr<GainWindow> window;
    bool good = false;
};

}   // namespace

class TestGainWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void init() { applyAppearance("light"); }

    void showsTheDocumentsActivation()
    {
        Opened o({"tanh", {}});
        QVERIFY(o.good);
        QCOMPARE(o.window->activationEditor()->name(), std::string("tanh"));
        QVERIFY(std::abs(o.number("forward") - 1.592537) < 1e-5);
        QVERIFY(std::abs(o.number("pytorch") - 5.0 / 3) < 1e-5);
        // Six digits are shown.
        QVERIFY(std::abs(o.number("weight_variance") - 2.153303) < 6e-6);
        QVERIFY(std::abs(o.number("bias_variance") - 0.150965) < 2e-6);
        QCOMPARE(o.window->table()->value("stability")->text(), QString("stable"));
        QVERIFY(o.window->width() <= 1280 && o.window->height() <= 800);
        QVERIFY(o.window->minimumSizeHint().width() <= 1280 && o.window->minimumSizeHint().height() <= 800);
        o.keep("tanh");
    }

    void formulaWrongThenRight()
    {
        Opened o;
        QVERIFY(o.good);
        o.type("reluu(z)");
        QVERIFY(o.settled());
        QCOMPARE(o.window->activationEditor()->name(), std::string("formula"));   // typing chose it
        QCOMPARE(o.window->sentence()->text(), QString("Unknown name “reluu” at 1: did you mean relu?"));
        QCOMPARE(o.window->table()->value("forward")->text(), QString("–"));   // no outdated numbers
        QVERIFY(!o.window->useButton()->isEnabled());
        o.keep("wrong");
        o.type("z*Phi(z)");
        QVERIFY(o.settled());
        QCOMPARE(o.window->sentence()->text(), QString());
        QVERIFY(std::abs(o.number("forward") - 1.533530) < 1e-5);
        QTest::mouseClick(o.window->useButton(), Qt::LeftButton);
        const Network& network = o.document.experiment().network;
        QVERIFY(network.activation == (Activation {"formula", {{"formula", std::string("z*Phi(z)")}}}));
        QCOMPARE(network.weight.scheme, std::string("mean_field"));
        o.keep("formula");
        GainWindow again(o.document);
        QCOMPARE(again.formulaEdit()->text(), QString("z*Phi(z)"));
    }

    void geluLengthAndUse()
    {
        Opened o;
        QVERIFY(o.good);
        const Experiment before = o.document.experiment();
        o.choose("gelu");
        QVERIFY(o.settled());
        QVERIFY(std::abs(o.number("forward") - 1.533530) < 1e-5);

        // One step of the slider is shown at once and computed.
        QTest::keyClick(o.window->lengthSlider()->slider(), Qt::Key_Right);
        const double root = o.window->lengthSlider()->value();
        QVERIFY(root > 1);
        QVERIFY(o.settled());
        QCOMPARE(o.window->answer().question.q, root * root);
        QVERIFY(std::abs(o.number("forward") - 1.533530) > 1e-4);

        // A typed value is exact.
        QLineEdit* edit = o.window->lengthSlider()->box()->findChild<QLineEdit*>();
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, "2");
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(o.settled());
        QCOMPARE(o.window->answer().question.q, 4.0);
        QVERIFY(o.window->isVisible());   // Enter does not press OK

        QVERIFY(o.window->useButton()->isEnabled());
        const Variances point = *o.window->answer().gains->usable();
        QTest::mouseClick(o.window->useButton(), Qt::LeftButton);
        const Network& network = o.document.experiment().network;
        QCOMPARE(network.activation.name, std::string("gelu"));
        QCOMPARE(network.weight.scheme, std::string("mean_field"));
        QCOMPARE(std::get<double>(network.weight.parameters.at("variance")), point.weight);
        if (point.bias > 0)
            QCOMPARE(std::get<double>(network.bias.parameters.at("variance")), point.bias);
        else
            QCOMPARE(network.bias.scheme, std::string("zeros"));
        o.keep("gelu");
        o.document.undoStack()->undo();
        QVERIFY(o.document.experiment() == before);
    }

    void draggingEndsAtTheLastValue()
    {
        Opened o({"silu", {}});
        QVERIFY(o.good);
        ExactSlider* slider = o.window->lengthSlider()->slider();
        const QPoint from = slider->handleCentre(slider->sliderPosition());
        QTest::mousePress(slider, Qt::LeftButton, {}, from);
        for (int x = 0; x < 40; ++x) {
            QTest::mouseMove(slider, from + QPoint(x, 0));
            QTest::qWait(2);
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, from + QPoint(39, 0));
        const double root = o.window->lengthSlider()->value();
        QVERIFY(root > 1);
        QVERIFY(o.settled());
        QCOMPARE(o.window->answer().question.q, root * root);
        QCOMPARE(o.window->answer().gains->at_q.q, root * root);
    }

    void fastTypingShowsTheLast()
    {
        Opened o;
        QVERIFY(o.good);
        o.type("tanh(z) + 0.001*sin(20*z) + log(1 + exp(3*z))*exp(-z^2)");
        o.type("3*z");
        QVERIFY(o.settled());
        QVERIFY(std::abs(o.number("forward") - 1.0 / 3) < 1e-5);
    }

    void copiesNumbers()
    {
        Opened o;
        QVERIFY(o.good);
        QTest::mouseClick(o.window->copyButton(), Qt::LeftButton);
        const QStringList lines = QApplication::clipboard()->text().split('\n');
        const QStringList found = lines.filter("backward gain");
        QCOMPARE(found.size(), 1);
        QVERIFY(std::abs(found.first().split('\t').last().toDouble() - std::sqrt(2.0)) < 1e-12);
    }

    void followsTheTheme()
    {
        Opened o({"selu", {}});
        QVERIFY(o.good);
        applyAppearance("dark");
        QCoreApplication::processEvents();
        QCOMPARE(o.window->figures().first()->style().theme.name, QString("dark"));
        o.window->grab();   // forces painting
        o.keep("dark");
    }

    void opensFromTheMenu()
    {
        const QTemporaryDir dir;
        Settings settings(dir.path());
        MainWindow main(settings);
        main.findChild<QAction*>("gainCalculator")->trigger();
        auto* window = main.findChild<GainWindow*>();
        QVERIFY(window && window->isVisible() && !window->isModal());
        QTest::keyClick(window, Qt::Key_Escape);
        QVERIFY(!window->isVisible());
        main.findChild<QAction*>("gainCalculator")->trigger();
        QCOMPARE(main.findChildren<GainWindow*>().size(), 1);
        QVERIFY(window->isVisible());
    }
};

STEPZERO_TEST(TestGainWindow, QApplication)

}   // namespace tst_gain_window
#include "tst_gain_window.moc"
