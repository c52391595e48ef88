// SPDX-License-Identifier: GPL-3.0-or-later
// The window with networks made of blocks: kinds, their figures and layouts, options, matrices, comparisons.
#include <QCheckBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/board.h"
#include "app/main_window.h"
#include "core/diagnose/finding.h"
#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/study/comparison.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/run_section.h"
#include "widgets/figures/figures.h"

namespace tst_window_blocks {

using namespace stepzero;

namespace {

struct Opened {
    explicit Opened(const QString& folder) : settings(folder), window(settings)
    {
        QObject::connect(
            &window.runner(), &StudyRunner::delivered, &window, [this](const StudyPtr& s) { delivered << s; });
        window.start();
        good = QTest::qWaitForWindowExposed(&window);
    }
    /// Returns whether the complete study of the document is on the board.
    bool settled() const
    {
        return window.runner().state() == StudyRunner::State::idle && !delivered.isEmpty()
            && delivered.last()->stage == Stage::full && delivered.last()->experiment == window.document().experiment();
    }
    Settings settings;
    mutable MainWindow window;
    QVector<StudyPtr> delivered;
    bool good = false;
};

void choose(Combo* box, const char* data)
{
    const int index = box->findData(QString::fromLatin1(data));
    QVERIFY(index >= 0);
    box->setCurrentIndex(index);
    emit box->activated(index);
}

Experiment small(const char* kind)
{
    Experiment e = networks::of_kind(kind, 4, 32, {}, 2);
    if (find_kind(kind)->takes_tokens) {
        e.network.options["vocabulary"] = 100.0;
        e.input.tokens = 12;
    }
    return e;
}

QStringList shown(const Board* board)
{
    QStringList ids;
    for (FigureDock* dock : board->docks())
        if (board->isShown(dock->kind().id))
            ids << dock->kind().id;
    return ids;
}

}   // namespace

class TestWindowBlocks : public QObject {
    Q_OBJECT

private slots:
    /// Empty figures have buttons that would fill them: a comparison, training.
    void emptyFiguresOfferWhatFillsThem()
    {
        const QTemporaryDir dir;
        Opened o(dir.path());
        QVERIFY(o.good);
        Experiment plain = small("residual");
        plain.train.reset();
        o.window.document().replace(plain, {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        Board* board = o.window.board();
        const auto offered = [&](const char* kind) {
            board->restoreMaximised();
            board->setShown(kind, true);
            board->toggleMaximised(board->dock(kind));
            QCoreApplication::processEvents();
            QList<QPushButton*> buttons = board->dock(kind)->figure()->findChildren<QPushButton*>();
            buttons.removeIf([](const QPushButton* button) { return !button->isVisible(); });
            return buttons;
        };
        const auto comparisons = offered("compare");
        QVERIFY(!comparisons.isEmpty());
        const Figure* compare = board->dock("compare")->figure();
        for (const QPushButton* button : comparisons)
            QVERIFY(compare->rect().contains(QRect(button->mapTo(compare, QPoint(0, 0)), button->size())));
        QTest::mouseClick(comparisons.last(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.delivered.last()->comparison, 60000);
        QVERIFY(offered("compare").isEmpty());

        const auto training = offered("training");
        QCOMPARE(training.size(), 1);
        QTest::mouseClick(training.first(), Qt::LeftButton);
        QVERIFY(o.window.document().experiment().train.has_value());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.delivered.last()->training, 60000);
        QVERIFY(offered("training").isEmpty());
        o.window.document().undoStack()->undo();
        QVERIFY(o.window.document().experiment() == plain);
    }

    void everyKindHasItsFigures()
    {
        const QTemporaryDir folder;
        Opened o(folder.path());
        QVERIFY(o.good);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        for (const NetworkKind& a : kinds()) {
            o.window.document().replace(small(a.name.c_str()), {});
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            const QString subject = subjectOf(*o.window.study());
            QCOMPARE(o.window.board()->subject(), subject);
            QStringList wanted;
            for (const FigureKind& figure : figureKinds())
                if (figure.places.value(subject, -1) >= 0)
                    wanted << figure.id;
            QCOMPARE(shown(o.window.board()), wanted);
            const QStringList fronts = frontsOf(o.window.board()->arrangement());
            for (const FigureDock* dock : o.window.board()->docks())
                QVERIFY2(dock->isVisible() == (wanted.contains(dock->kind().id) && fronts.contains(dock->kind().id)),
                    qPrintable(dock->kind().id));
            // Every visible figure shows this study.
            QTRY_VERIFY(!o.window.board()->parts().isEmpty());
            for (const PicturePart& part : o.window.board()->parts())
                QTRY_COMPARE(
                    std::static_pointer_cast<const Study>(o.window.board()->dock(part.kind)->figure()->shownExhibit())
                        ->experiment.network.kind,
                    a.name);
        }
    }

    void theKindIsChosenInThePanel()
    {
        const QTemporaryDir folder;
        Opened o(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        ExperimentPanel* panel = o.window.panel();
        panel->setOpened({"input", "run"});
        QVERIFY(!panel->options()->isVisible());
        choose(panel->kind(), "residual");
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QCOMPARE(o.window.document().experiment().network, residual_kind().network);
        QVERIFY(panel->options()->isVisible());
        QVERIFY(!panel->input()->tokens()->isVisible());
        QVERIFY(!panel->run()->jacobian()->isVisible());
        choose(panel->kind(), "transformer");
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 120000);
        QVERIFY(panel->input()->tokens()->isVisible());
        QVERIFY(!panel->input()->mean()->isVisible());
        QCOMPARE(panel->depth()->value(), 12.0);
        o.window.document().undoStack()->undo();
        o.window.document().undoStack()->undo();
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QCOMPARE(o.window.document().experiment().network.kind, std::string("dense"));
        QVERIFY(panel->run()->jacobian()->isVisible());
        QCOMPARE(o.window.board()->subject(), networkLayers);
    }

    void optionsAndRoles()
    {
        const QTemporaryDir folder;
        Opened o(folder.path());
        o.window.document().replace(small("transformer"), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        ExperimentPanel* panel = o.window.panel();
        panel->setOpened({"details", "matrix"});
        const auto network = [&]() -> const Network& { return o.window.document().experiment().network; };

        auto* causal = qobject_cast<QCheckBox*>(panel->optionEditor("causal"));
        QVERIFY(causal && causal->isChecked());
        QTest::mouseClick(causal, Qt::LeftButton, {}, {8, causal->height() / 2});
        QVERIFY(!option_flag(network(), "causal"));

        // Five heads do not divide 32, so the box continues to the next number that does.
        auto* heads = qobject_cast<LabeledSlider*>(panel->optionEditor("heads"));
        QVERIFY(heads);
        QTest::keyClick(heads->slider(), Qt::Key_Right);
        QCOMPARE(option(network(), "heads"), 8.0);
        QCOMPARE(heads->value(), 8.0);
        // A width of 33 is rounded to a multiple of the heads.
        panel->width()->box()->setFocus();
        panel->width()->box()->selectAll();
        QTest::keyClicks(panel->width()->box(), "33");
        QTest::keyClick(panel->width()->box(), Qt::Key_Return);
        QCOMPARE(network().width, 32);

        // A role gets its own scheme, and the figures show its matrix.
        choose(panel->initialization()->role(), "mlp_out");
        QCOMPARE(o.window.workspace().focus().matrix, std::string("mlp_out"));
        QTRY_COMPARE_WITH_TIMEOUT(o.window.study()->matrix.role, std::string("mlp_out"), 20000);
        choose(static_cast<Combo*>(panel->initialization()->roleScheme()->box()), "orthogonal");
        QCOMPARE(network().roles.at("mlp_out").scheme, std::string("orthogonal"));
        choose(static_cast<Combo*>(panel->initialization()->roleScheme()->box()), "");
        QVERIFY(network().roles.empty());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);

        // Conversely, a choice in a figure applies to the panel.
        emit o.window.board()->dock("weights")->figure()->matrixChosen("k");
        QCOMPARE(panel->initialization()->role()->currentData().toString(), QStringLiteral("k"));
        QTRY_COMPARE_WITH_TIMEOUT(o.window.study()->matrix.role, std::string("k"), 20000);
    }

    void aComparison()
    {
        const QTemporaryDir folder;
        Opened o(folder.path());
        o.window.document().replace(small("residual"), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        const auto measured = o.window.study()->measurement;
        emit o.window.board()->dock("compare")->figure()->comparisonChosen("branch_scale");
        QTRY_VERIFY_WITH_TIMEOUT(o.window.study()->comparison, 20000);
        QCOMPARE(o.window.study()->comparison->variants.size(), std::size_t(3));
        QCOMPARE(o.window.study()->measurement, measured);   // nothing else was computed again
        // It follows an edit.
        Experiment e = o.window.document().experiment();
        e.network.depth = 7;
        o.window.document().edit(e, {"depth", "depth", false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled() && o.window.study()->comparison, 20000);
        QCOMPARE(o.window.study()->comparison->variants.front().experiment.network.depth, 7);
    }

    // The menu shows both figures of gains. They follow the activation and the chosen scale.
    void theGainCalculator()
    {
        const QTemporaryDir folder;
        Opened o(folder.path());
        o.window.document().replace(small("residual"), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        o.window.findChild<QAction*>("gainCalculator")->trigger();
        const QStringList figures = shown(o.window.board());
        QVERIFY(figures.contains("gains") && figures.contains("gain_numbers"));
        QTRY_VERIFY(o.window.board()->dock("gain_numbers")->isVisible());
        const auto measured = o.window.study()->measurement;
        emit o.window.board()->dock("gains")->figure()->varianceChosen(4);
        QTRY_VERIFY_WITH_TIMEOUT(o.window.study()->gains->at_q.q == 4, 20000);
        QCOMPARE(o.window.study()->measurement, measured);   // nothing else was computed again
        const double forward = *o.window.study()->gains->at_q.forward;
        Experiment e = o.window.document().experiment();
        e.network.activation = {"tanh", {}};
        o.window.document().edit(e, {"activation", "activation", false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);
        QVERIFY(o.window.study()->gains->at_q.q == 4 && *o.window.study()->gains->at_q.forward != forward);
        e.network.activation = {"swiglu", {}};
        o.window.document().edit(with_completed_parameters(e), {"activation", "activation", false});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);
        QVERIFY(o.window.study()->gains.is(Absence::impossible));
    }

    // A fix is one edit, and one undo removes it.
    void aFixIsTaken()
    {
        const QTemporaryDir folder;
        Opened o(folder.path());
        Experiment e = small("dense");
        e.network.depth = 20;
        e.network.width = 64;
        e.input.samples = 64;
        e.network.weight = {"normal", {{"std", 0.01}}};
        e = with_completed_parameters(e);
        o.window.document().replace(e, {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        const StudyPtr study = o.window.study();
        QVERIFY(study->findings && !study->findings->empty());
        QCOMPARE(study->findings->front().id, std::string("vanishing_signal"));
        emit o.window.board()->fixChosen(study, 0, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!(o.window.document().experiment() == e), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        for (const Finding& finding : *o.window.study()->findings)
            QVERIFY(finding.id != "vanishing_signal");
        o.window.document().undoStack()->undo();
        QVERIFY(o.window.document().experiment() == e);
        // Findings of an earlier experiment offer no fixes.
        Experiment other = e;
        other.network.depth = 5;
        o.window.document().edit(other, {"depth", {}, false});
        emit o.window.board()->fixChosen(study, 0, 0);
        QTest::qWait(200);
        QVERIFY(o.window.document().experiment() == other);
    }

    // Each kind keeps its layout, even over a restart.
    void layoutsOfKinds()
    {
        const QTemporaryDir folder;
        {
            Opened o(folder.path());
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            o.window.board()->setShown("phase", false);
            o.window.document().replace(small("transformer"), {});
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            o.window.board()->setShown("logits", false);
            o.window.document().replace(small("dense"), {});
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            QVERIFY(!o.window.board()->isShown("phase"));
            QVERIFY(o.window.board()->isShown("signal"));
            o.window.close();
        }
        Opened o(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QVERIFY(!o.window.board()->isShown("phase"));
        o.window.document().replace(small("transformer"), {});
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QVERIFY(!o.window.board()->isShown("logits"));
        QVERIFY(o.window.board()->isShown("attention"));
        QVERIFY(!o.window.board()->isShown("phase"));
    }

    // A window that was closed with a transformer opens with it.
    void aRestartOnATransformer()
    {
        const QTemporaryDir folder;
        {
            Opened o(folder.path());
            o.window.document().replace(small("transformer"), {});
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            o.window.close();
        }
        Opened o(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
        QCOMPARE(o.window.board()->subject(), networkTokens);
        QVERIFY(o.window.board()->isShown("attention"));
        QVERIFY(!o.window.board()->isShown("phase"));
    }
};

STEPZERO_TEST(TestWindowBlocks, QApplication)

}   // namespace tst_window_blocks
#include "tst_window_blocks.moc"
