// SPDX-License-Identifier: GPL-3.0-or-later
// Milliseconds that each figure takes from a new study to a finished picture at 620×300, as on the board. A live figure
// alternates between two studies, so that all of its data change.
//
//   QT_QPA_PLATFORM=offscreen bench_window_figures
//
// Goal: the six figures of the board together take at most 8 ms at depth 32. For studies of 9 801 cells, in one list
// and in two, the slot that takes a study (take) and the painting that follows (paint) are measured separately: at most
// 100 ms each.
#include <QApplication>
#include <QPainter>
#include <QPixmap>
#include <benchmark/benchmark.h>
#include <chrono>
#include <memory>

#include "core/files/complete.h"
#include "core/study/make_study.h"
#include "tests/widgets/grid_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

using namespace stepzero;

namespace {

StudyPtr study(int depth, double variance)
{
    Experiment experiment;
    experiment.network.depth = depth;
    experiment.network.weight = {"mean_field", {{"variance", variance}}};
    experiment.measure.jacobian = depth <= 100;
    StudyCaches caches(std::size_t(1) << 28);
    return full_study({with_completed_parameters(experiment), 1, {}, nullptr, {}}, caches, {});
}

void redraw(benchmark::State& state, const QVector<FigureKind>& kinds, int depth)
{
    const StudyPtr studies[] = {study(depth, 2), study(depth, 1.9)};
    std::vector<std::unique_ptr<Figure>> figures;
    for (const FigureKind& kind : kinds) {
        figures.emplace_back(kind.create(nullptr));
        figures.back()->setStyle({theme(QStringLiteral("light")), 1});
        figures.back()->resize(620, 300);
        figures.back()->show();
    }
    QPixmap image(620, 300);
    std::size_t turn = 0;
    for (auto _ : state) {
        ++turn;
        for (const auto& figure : figures) {
            figure->setExhibit(studies[turn % 2]);
            QPainter painter(&image);
            figure->paint(painter, image.size());
        }
    }
}

/// Size of a figure that is alone on a board at 1920×1080.
constexpr QSize large_figure {1400, 800};

void manyCellsOf(benchmark::State& state, const FigureKind& kind, bool square, bool paints)
{
    static const GridResult results[] = {manyCells(9801, false), manyCells(9801, true)};
    const GridStudyPtr studies[] = {gridStudy(results[square], 0, 1), gridStudy(results[square], 1, 2)};
    const std::unique_ptr<Figure> figure(kind.create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(large_figure);
    figure->show();
    QPixmap image(large_figure);
    std::size_t turn = 0;
    const auto take = [&] { figure->setExhibit(studies[++turn % 2]); };
    const auto paint = [&] {
        QPainter painter(&image);
        figure->paint(painter, image.size());
    };
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        take();
        const auto taken = std::chrono::steady_clock::now();
        paint();
        const auto painted = std::chrono::steady_clock::now();
        state.SetIterationTime(std::chrono::duration<double>(paints ? painted - taken : taken - begin).count());
    }
}

}   // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    installFonts();
    benchmark::Initialize(&argc, argv);
    for (const int depth : {32, 1000}) {
        QVector<FigureKind> board;
        for (const FigureKind& kind : figureKinds()) {
            const std::string name = kind.id.toStdString() + "/depth:" + std::to_string(depth);
            benchmark::RegisterBenchmark(name.c_str(), [kind, depth](benchmark::State& s) {
                redraw(s, {kind}, depth);
            })->Unit(benchmark::kMillisecond);
            if (kind.places.value(networkLayers, -1) >= 0)
                board << kind;
        }
        benchmark::RegisterBenchmark(("board/depth:" + std::to_string(depth)).c_str(),
            [board, depth](benchmark::State& s) { redraw(s, board, depth); })
            ->Unit(benchmark::kMillisecond);
    }
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(manyExperiments))
            for (const bool square : {false, true})
                for (const bool paints : {false, true})
                    benchmark::RegisterBenchmark((kind.id.toStdString() + "/cells:9801" + (square ? "/square" : "/list")
                                                     + (paints ? "/paint" : "/take"))
                                                     .c_str(),
                        [kind, square, paints](benchmark::State& s) { manyCellsOf(s, kind, square, paints); })
                        ->Unit(benchmark::kMillisecond)
                        ->UseManualTime();
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
