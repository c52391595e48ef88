// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/network_table.h"

#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/network_drawing.h"

namespace stepzero {

namespace {

QString exactLevel(const Level& level)
{
    return level.fate == Level::Fate::known ? exactPower(level.log10)
        : level.fate == Level::Fate::zero   ? QStringLiteral("0")
        : level.fate == Level::Fate::lost   ? QStringLiteral("inf")
                                            : QString();
}

}   // namespace

FigureTable networkTable()
{
    return {{QStringLiteral("block"), QStringLiteral("step"), QStringLiteral("part"), QStringLiteral("width"),
                QStringLiteral("positions"), QStringLiteral("rms"), QStringLiteral("gradient_rms")},
        {}};
}

FigureTable networkTable(const Study& study)
{
    FigureTable table = networkTable();
    const NetworkDrawing drawing = network_drawing(study);
    const auto add
        = [&](int block, const std::string& step, const QString& part, int width, int positions, const Levels& levels) {
              table.rows << QStringList {QString::number(block), QString::fromStdString(step), part,
                  QString::number(width), positions > 0 ? QString::number(positions) : QString(),
                  exactLevel(levels.signal), exactLevel(levels.gradient)};
          };
    const auto addParts = [&](int block, const std::string& step, const QVector<DrawnPart>& parts) {
        for (const DrawnPart& part : parts)
            add(block, step, QString::fromStdString(part.role), part.width, 0, part.levels);
    };
    addParts(0, {}, drawing.before);
    for (const DrawnPlace& place : drawing.places) {
        const auto& steps = study.plan->steps;
        const std::size_t last
            = steps.empty() || place.block == 0 ? 0 : std::size_t(place.number - 1) % steps.size() + 1;
        const auto branches = std::size_t(place.branches.size());
        for (std::size_t i = 0; i < branches; ++i) {
            const DrawnBranch& branch = place.branches[qsizetype(i)];
            const std::string& word = steps[last - branches + i].word;
            addParts(place.block, word, branch.parts);
            add(place.block, word, QStringLiteral("branch"), place.width, 0, branch.levels);
        }
        const std::string word = last > 0 ? steps[last - 1].word : std::string();
        addParts(place.block, word, place.skip);
        addParts(place.block, word, place.norms);
        add(place.block, word, last > 0 ? QStringLiteral("stream") : QStringLiteral("output"), place.width,
            place.positions, place.levels);
    }
    addParts(0, {}, drawing.after);
    if (drawing.head)
        add(0, {}, QStringLiteral("head"), drawing.head->width, 0, drawing.head->levels);
    return table;
}

}   // namespace stepzero
