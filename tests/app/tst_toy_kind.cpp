// SPDX-License-Identifier: GPL-3.0-or-later
// A kind of network that is added by one file and one line appears everywhere: in the window, in results, in studies,
// and in findings.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "app/board.h"
#include "app/main_window.h"
#include "core/diagnose/finding.h"
#include "core/exchange/code.h"
#include "core/exchange/result.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/grid_result.h"
#include "core/study/grid/run_cells.h"
#include "tests/app/toy_kind.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/figures.h"

namespace tst_toy_kind {

using namespace stepzero;

namespace {

Experiment toy_of(int depth)
{
    Experiment e;
    e.network = toy_kind().network;
    e.input = toy_kind().input;
    e.network.depth = depth;
    e.network.width = 128;
    e.input.samples = 16;
    return with_completed_parameters(e);
}

}   // namespace

class TestToyKind : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { add_kind(toy_kind()); }

    void filesHaveIt()
    {
        const auto read = parse_experiment(format_experiment(toy_of(5)));
        QVERIFY(std::holds_alternative<Experiment>(read));
        QVERIFY(std::get<Experiment>(read) == toy_of(5));
        for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras})
            QVERIFY(!has_code(toy_of(5).network, framework));
    }

    // Theory and measurement agree, and the result has both.
    void resultsHaveIt()
    {
        const Experiment e = toy_of(6);
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(1 << 24);
        const Measurement m = simulate(e, plan, cache, {});
        const Prediction p = predict(e, plan, whole_extent(e), {});
        for (int block = 1; block <= 6; ++block) {
            const Distribution& x = *m.output(block);
            // For 16 samples of 128 units, the mean square is accurate to √(2/2048), and each block adds as much again.
            // 5 standard deviations of ln RMS are 5·√(7·2/2048)/2.
            QVERIFY(std::abs(std::log(x.rms) - *p.output(block, Quantity::rms)->ln) < 0.21);
            QVERIFY(m.gradient(block) && m.weight(block));
        }
        const auto findings = diagnose({e, plan, m, p}, cache);
        const QJsonObject result = QJsonDocument::fromJson(
            QByteArray::fromStdString(format_result({e, plan, m, p, nullptr, nullptr, findings})))
                                       .object();
        QCOMPARE(result["experiment"].toObject()["network"].toObject()["kind"].toString(), QStringLiteral("toy"));
        const QJsonObject last = result["layers"].toArray().last().toObject();
        QVERIFY(last["sites"].toObject().contains("mixing_stream") && last["weights"].toObject().contains("mix"));
        QCOMPARE(last["prediction"].toObject()["mixing"].toObject()["stream_rms"].toDouble(),
            p.output(6, Quantity::rms)->value);
    }

    // E[x²] doubles with every block.
    void findingsHaveIt()
    {
        const Experiment e = toy_of(40);
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(1 << 24);
        const auto findings
            = diagnose({e, plan, simulate(e, plan, cache, {}), predict(e, plan, whole_extent(e), {})}, cache);
        QVERIFY(std::any_of(findings.begin(), findings.end(),
            [](const Finding& f) { return f.id == "residual_growth" && f.severity == Severity::error; }));
    }

    void studiesHaveIt()
    {
        const auto read = parse_grid(R"({"format": "stepzero-study", "version": 1,
            "experiment": {"network": {"kind": "toy", "width": 32}, "input": {"samples": 8}},
            "vary": [{"path": "network.depth", "values": [2, 5]}, {"path": "network.branch", "values": [0, 1]}]})");
        QVERIFY(std::holds_alternative<Grid>(read));
        const Grid& grid = std::get<Grid>(read);
        QCOMPARE(cell_count(grid), std::size_t(4));
        NoiseCache cache(1 << 24);
        for (std::size_t cell = 0; cell < 4; ++cell) {
            const CellResult result = run_cell(grid, cell, {}, cache, {});
            QCOMPARE(result.layers.size(), cell < 2 ? std::size_t(2) : std::size_t(5));
            QVERIFY(result.layers.back().prediction.activation_rms && !result.layers.back().zero_fraction);
        }
    }

    void theWindowHasIt()
    {
        const QTemporaryDir folder;
        Settings settings(folder.path());
        MainWindow window(settings);
        StudyPtr shown;
        connect(&window.runner(), &StudyRunner::delivered, &window, [&](const StudyPtr& study) { shown = study; });
        window.start();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.document().replace(toy_of(7), {});
        QTRY_VERIFY_WITH_TIMEOUT(
            shown && shown->stage == Stage::full && shown->experiment.network.kind == "toy", 20000);
        QCOMPARE(window.board()->subject(), networkStream);
        QVERIFY(!window.board()->parts().isEmpty());
        for (const PicturePart& part : window.board()->parts())
            QTRY_VERIFY(window.board()->dock(part.kind)->figure()->shownExhibit() == shown);
    }
};

STEPZERO_TEST(TestToyKind, QApplication)

}   // namespace tst_toy_kind
#include "tst_toy_kind.moc"
