// SPDX-License-Identifier: GPL-3.0-or-later
// Milliseconds that each figure takes from a new study to a finished picture at 620×300, as on the board: a live
// figure gets one of two studies in turn, so that all of its data change.
//
//   QT_QPA_PLATFORM=offscreen bench_window_figures
//
// Goal: the six figures of the board together at most 8 ms at depth 32.
#include <QApplication>
#include <QPainter>
#include <QPixmap>
#include <benchmark/benchmark.h>
#include <memory>

#include "core/files/complete.h"
#include "core/study/make_study.h"
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
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
