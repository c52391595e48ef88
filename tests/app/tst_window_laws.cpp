// SPDX-License-Identifier: GPL-3.0-or-later
// Laws that are typed during a lecture, in the window with its studies.
#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <cmath>

#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "tests/type_text.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/law_box.h"
#include "widgets/editors/law_fold.h"
#include "widgets/editors/layer_section.h"
#include "widgets/editors/layer_table.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace tst_window_laws {

using namespace stepzero;

class TestWindowLaws : public QObject {
    Q_OBJECT

    /// Compares the σ of a layer's weights in the plan and in the sample.
    static void compareStd(const Study& study, int layer, double expected)
    {
        const ParameterPlan& plan = *study.plan->block(layer).find("weight");
        QCOMPARE(number(plan.initializer.parameters, "std"), expected);
        // Five standard errors of the sample's deviation, expected/√(2·entries).
        const double entries = plan.shape.rows() * plan.shape.fan_in;
        QVERIFY(std::abs(study.measurement->weight(layer)->std - expected) < 5 * expected / std::sqrt(2 * entries));
    }

    static void showTable(OpenedWindow& o)
    {
        auto* tabs = o.window.findChild<QTabWidget*>();
        QTRY_VERIFY(o.settled());   // the tab follows the board, which follows the study
        QVERIFY(tabs->isTabVisible(1));
        tabs->setCurrentIndex(1);
    }

    static LawBox* layerBox(const OpenedWindow& o, const char* parameter)
    {
        ChoiceEditor* weight = o.window.layerTable()->section()->weight();
        return qobject_cast<LawBox*>(weight->parameterEditor(parameter));
    }

private slots:
    void aLecturesMinute()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        Experiment e = smallNetwork();
        e.network.depth = 5;
        e.network.width = 64;
        e.network.input_width = 256;
        e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
        o.window.document().edit(e, {"Weights", {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 30000);
        ExperimentPanel* panel = o.window.panel();
        auto* box = qobject_cast<LawBox*>(panel->weight()->parameterEditor("std"));
        QVERIFY(box);
        QUndoStack* undo = o.window.document().undoStack();
        const int before = undo->index();
        struct Law {
            const char* text;
            double (*std)(double fan_in, double layer);
        };
        const Law laws[] {{"√(1/fan_in)", [](double n, double) { return std::sqrt(1 / n); }},
            {"√(2/fan_in)", [](double n, double) { return std::sqrt(2 / n); }},
            {"0.02/sqrt(2*L)", [](double, double) { return 0.02 / std::sqrt(10.); }},
            {"1/sqrt(fan_in*l)", [](double n, double l) { return 1 / std::sqrt(n * l); }}};
        for (const Law& law : laws) {
            const quint64 asked = o.window.runner().requestedGeneration();
            const int steps = undo->index();
            retype(box, QString::fromUtf8(law.text));
            // One study, since no beginning of the text can be used, and one step to undo.
            QCOMPARE(o.window.runner().requestedGeneration(), asked + 1);
            QCOMPARE(undo->index(), steps + 1);
            QCOMPARE(box->result(), "= " + pretty(law.std(256, 1)));
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 30000);
            const StudyPtr study = o.window.study();
            for (int layer = 1; layer <= 5; ++layer)
                compareStd(*study, layer, law.std(layer == 1 ? 256 : 64, layer));
            QTest::qWait(800);   // edits in quick succession would be one step
        }
        // Another layer has another value.
        QTest::mouseClick(box, Qt::LeftButton);
        panel->initialization()->laws()->setOpen(true);
        emit panel->layerChosen(4);
        QTRY_COMPARE(box->result(), "= " + pretty(1 / 16.));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 30000);

        // A wrong text asks for nothing.
        const quint64 asked = o.window.runner().requestedGeneration();
        const Experiment kept = o.window.document().experiment();
        box->selectAll();
        QTest::keyClicks(box, "sqrt(2/N)");
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(o.window.runner().requestedGeneration(), asked);
        QVERIFY(o.window.document().experiment() == kept);
        // The reason is in the warning color of each theme, also after a change of the theme.
        auto* sentence = panel->weight()->findChild<QLabel*>("sentence");
        QTRY_VERIFY(!sentence->text().isEmpty());
        for (const QString& look : {QStringLiteral("dark"), QStringLiteral("light")}) {
            o.window.setAppearance(look);
            QTRY_COMPARE(sentence->palette().color(QPalette::WindowText), theme(look).warning);
        }
        QTest::keyClick(box, Qt::Key_Escape);

        // Undo goes back law by law, to the number.
        for (int i = 3; i >= 0; --i) {
            QCOMPARE(undo->index(), before + i + 1);
            QCOMPARE(box->text(), QString::fromUtf8(laws[i].text));
            QTest::keySequence(box, QKeySequence::Undo);
        }
        QCOMPARE(undo->index(), before);
        QCOMPARE(box->text(), QString("0.1"));
        QVERIFY(o.window.document().experiment() == e);
    }

    /// A number of one layer, typed below the table of layers.
    void aLayersExpression()
    {
        OpenedWindow o;
        QVERIFY(o.good);
        Experiment e = smallNetwork();
        e.network.width = 64;
        e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
        o.window.document().edit(e, {"Weights", {}, false});
        showTable(o);
        LayerTable* table = o.window.layerTable();
        table->view()->selectRow(2);
        LawBox* box = layerBox(o, "std");
        QVERIFY(box);
        QUndoStack* undo = o.window.document().undoStack();
        const int before = undo->index();
        retype(box, QString::fromUtf8("√(1/fan_in)/l"));
        QCOMPARE(undo->index(), before + 1);
        QCOMPARE(box->result(), "= " + pretty(std::sqrt(1. / 64) / 3));
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 30000);
        compareStd(*o.window.study(), 3, std::sqrt(1. / 64) / 3);
        compareStd(*o.window.study(), 2, 0.1);
        // The list of expressions has the layer, and undo removes its override.
        QCOMPARE(o.window.panel()->initialization()->laws()->model()->rowCount(), 1);
        QTest::keySequence(box, QKeySequence::Undo);
        QCOMPARE(undo->index(), before);
        QVERIFY(o.window.document().experiment() == e);
        QCOMPARE(layerBox(o, "std")->text(), QString("0.1"));
    }

    /// STEPZERO_PICTURES=folder saves pictures of the window with laws, in STEPZERO_TEST_LANGUAGE.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (folder.isEmpty())
            QSKIP("no folder for pictures");
        const QString language = qEnvironmentVariable("STEPZERO_TEST_LANGUAGE");
        if (!language.isEmpty())
            setLanguage(language);
        OpenedWindow o;
        QVERIFY(o.good);
        const auto save = [&](const QString& name) {
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            for (const char* look : {"light", "dark"}) {
                o.window.setAppearance(look);
                for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
                    o.window.resize(size);
                    QTest::qWait(300);
                    QVERIFY(o.window.grab().save(QStringLiteral("%1/%2-%3-%4x%5-%6.png")
                                                     .arg(folder, name, look)
                                                     .arg(size.width())
                                                     .arg(size.height())
                                                     .arg(language.isEmpty() ? QStringLiteral("en") : language)));
                }
            }
        };
        const auto type = [&](ChoiceEditor* editor, const char* parameter, const char* text) {
            auto* box = qobject_cast<LawBox*>(editor->parameterEditor(parameter));
            QVERIFY(box);
            retype(box, QString::fromUtf8(text));
        };
        Experiment e;
        e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
        e.network.bias = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
        o.window.document().edit(e, {"Weights", {}, false});
        ExperimentPanel* panel = o.window.panel();
        type(panel->weight(), "std", "√(2/fan_in)");
        save("dense");
        type(panel->bias(), "std", "0.02/sqrt(2*(l+1))");
        panel->setOpened({"laws"});
        save("dense-list");
        type(panel->weight(), "std", "√(2/n)");
        type(panel->bias(), "std", "0.02/sqrt(2*(l+1)");
        QTest::qWait(700);
        save("dense-wrong");
        Experiment transformer = networks::of_kind("transformer", 6, 64);
        transformer.network.weight = {"normal", {{"mean", 0.0}, {"std", TypedNumber {"sqrt(2/(5*d))"}}}};
        transformer.network.roles["mlp_out"] = {"orthogonal", {{"gain", TypedNumber {"1/sqrt(2*l)"}}}};
        o.window.document().edit(transformer, {"Weights", {}, false});
        panel->setMatrix("mlp_out");
        panel->setOpened({"laws", "matrix"});
        save("transformer");
        Experiment layered = networks::of_kind("convolution", 8, 32);
        layered.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
        layered.network.overrides = {{.layer = 2, .activation = {}, .weight = {}, .bias = {}, .stride = 2},
            {.layer = 3, .activation = Activation {"tanh", {}}, .weight = {}, .bias = {}, .kernel = 5}};
        o.window.document().edit(layered, {"Weights", {}, false});
        showTable(o);
        o.window.layerTable()->view()->selectRow(2);
        retype(layerBox(o, "std"), QString::fromUtf8("√(2/fan_in)"));
        save("layers-convolution");
        o.window.document().edit(e, {"Weights", {}, false});
        showTable(o);
        o.window.layerTable()->view()->selectRow(2);
        retype(layerBox(o, "std"), "sqrt(2/N)");
        QTest::qWait(700);
        save("layers-wrong");
    }
};

STEPZERO_TEST(TestWindowLaws, QApplication)

}   // namespace tst_window_laws
#include "tst_window_laws.moc"
