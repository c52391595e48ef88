// SPDX-License-Identifier: GPL-3.0-or-later
// The network's point is dragged on the phase diagram, and panel, curves and file follow.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/application.h"
#include "app/board.h"
#include "app/main_window.h"
#include "core/files/complete.h"
#include "core/files/experiment_file.h"
#include "core/network/init/scheme.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/figures/frame/axes_figure.h"

namespace tst_window_phase {

using namespace stepzero;

namespace {

Experiment critical_tanh()
{
    Experiment e;
    e.network.activation = {"tanh", {}};
    e.network.depth = 8;
    e.network.width = 64;
    e.network.weight = {"orthogonal", {{"gain", 1.0}}};
    e.input.samples = 64;
    return e;
}

/// Returns σ_w² and σ_b² of the second layer, from the distribution of its entries.
Variances variances_of(const Experiment& e)
{
    const LayerPlan layer = expand(e.network).at(1);
    const Shape shape {layer.fan_out, layer.fan_in};
    const auto law = [&](const Initializer& initializer, Role role) {
        return law_of(draw_of(initializer, shape, role), shape, role).variance;
    };
    return {layer.fan_in * law(layer.weight, Role::weight), law(layer.bias, Role::bias)};
}

struct Opened {
    explicit Opened(const QString& folder) : settings(folder), window(settings)
    {
        QObject::connect(
            &window.runner(), &StudyRunner::delivered, &window, [this](const StudyPtr& study) { delivered << study; });
        window.start();
        window.resize(1280, 800);
        window.board()->setShown("phase", true);   // in front of the other tabs
        good = QTest::qWaitForWindowExposed(&window);
        window.document().edit(critical_tanh(), {"tanh", {}, false});
    }
    AxesFigure* figure() { return qobject_cast<AxesFigure*>(window.board()->dock("phase")->figure()); }
    bool settled()
    {
        return window.runner().state() == StudyRunner::State::idle && !delivered.isEmpty()
            && delivered.last()->stage == Stage::full && delivered.last()->experiment == window.document().experiment()
            && figure()->shownExhibit() && figure()->shownExhibit()->generation == delivered.last()->generation;
    }
    QPoint pixel(Variances v)
    {
        const Canvas c = figure()->canvas(figure()->size());
        return c.at(v.weight, v.bias).toPoint();
    }
    /// Returns the variances within half a pixel of a position.
    Variances at(const QPoint& pixel)
    {
        const Canvas c = figure()->canvas(figure()->size());
        return {c.vx(pixel.x()), c.vy(pixel.y())};
    }

    Settings settings;
    MainWindow window;
    QVector<StudyPtr> delivered;
    bool good = false;
};

}   // namespace

class TestWindowPhase : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }
    void dragged();
    void snaps();
};

void TestWindowPhase::dragged()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);
    const Experiment before = o.window.document().experiment();
    const int steps = o.window.document().undoStack()->count();

    // From (1, 0) to a point far from the critical line, in ten steps.
    const QPoint from = o.pixel(variances_of(before)), to = o.pixel({3.1, 0.12});
    QTest::mousePress(o.figure(), Qt::LeftButton, Qt::NoModifier, from);
    for (int i = 1; i <= 10; ++i)
        QTest::mouseMove(o.figure(), from + (to - from) * i / 10);
    const Variances wanted = o.at(to);
    QTest::mouseRelease(o.figure(), Qt::LeftButton, Qt::NoModifier, to);
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);

    // The document has its variances, to a pixel.
    const Experiment& after = o.window.document().experiment();
    const Variances now = variances_of(after);
    const Canvas c = o.figure()->canvas(o.figure()->size());
    const double pixel_w = c.x.span() / c.plot.width(), pixel_b = c.y.span() / c.plot.height();
    QVERIFY2(std::abs(now.weight - wanted.weight) <= pixel_w && std::abs(now.bias - wanted.bias) <= pixel_b,
        qPrintable(QString("%1, %2").arg(now.weight).arg(now.bias)));
    QCOMPARE(after.network.weight.scheme, std::string("mean_field"));
    QCOMPARE(word(after.network.weight.parameters, "distribution"), std::string("orthogonal"));
    QVERIFY(after.network.activation == before.network.activation);

    // The panel shows that experiment, and the figures a study of it with the theory of that point.
    QVERIFY(o.window.panel()->experiment() == after);
    QCOMPARE(o.window.panel()->weight()->name(), std::string("mean_field"));
    const StudyPtr study
        = std::static_pointer_cast<const Study>(o.window.board()->dock("signal")->figure()->shownExhibit());
    QVERIFY(study->experiment == after);
    const Prediction& theory = *study->prediction;
    QVERIFY(theory.covers(2));
    QVERIFY(std::abs(theory.preactivation(2, Quantity::weight_variance)->value - now.weight) < 1e-9 * now.weight);
    QVERIFY(std::abs(theory.preactivation(2, Quantity::bias_variance)->value - now.bias) < 1e-9 * now.weight);
    QVERIFY(study->theory->fixed_point.phase == Phase::chaotic);
    // The network follows its theory: eight layers of 64 units deviate by a few percent.
    const int last = study->measurement->depth();
    const Distribution& z = *study->measurement->preactivation(last);
    QVERIFY(std::abs(std::log(z.rms / theory.preactivation(last, Quantity::rms)->value)) < 0.3);

    // The file.
    const std::filesystem::path path = dir.filePath("dragged.stepzero.json").toStdString();
    QString error;
    QVERIFY2(o.window.document().save(QString::fromStdString(path.string()), &error), qPrintable(error));
    const auto read = load_experiment(path);
    QVERIFY(std::holds_alternative<Experiment>(read));
    QVERIFY(std::get<Experiment>(read) == with_completed_parameters(after));

    // One step of history.
    QCOMPARE(o.window.document().undoStack()->count(), steps + 1);
    o.window.document().undoStack()->undo();
    QVERIFY(o.window.document().experiment() == before);
}

void TestWindowPhase::snaps()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);
    // A click three pixels from the line that REFERENCE has at σ_b² = 0.05.
    QTest::mouseClick(o.figure(), Qt::LeftButton, Qt::NoModifier, o.pixel({1.760955, 0.05}) + QPoint(3, 0));
    QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 20000);
    const StudyPtr study = o.window.study();
    QVERIFY(study->theory->fixed_point.phase == Phase::critical);
    QVERIFY(std::abs(*study->theory->fixed_point.chi_1 - 1) < 1e-6);
}

STEPZERO_TEST(TestWindowPhase, QApplication)

}   // namespace tst_window_phase
#include "tst_window_phase.moc"
