// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of the network: its places, branches and norms for every preset, colours of the values, clicks and keys,
// long networks, and the play. STEPZERO_PICTURES=folder saves pictures.
#include <QAction>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <set>

#include "core/files/presets.h"
#include "core/kinds/transformer.h"
#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/network/network_layout.h"
#include "widgets/figures/network/network_painter.h"
#include "widgets/language/language.h"

namespace tst_figure_network {

using namespace stepzero;

namespace {

constexpr QSize size(600, 240);
using Fate = Level::Fate;

std::unique_ptr<Figure> make(const StudyPtr& study, const char* look = "light", const QSize& of = size)
{
    std::unique_ptr<Figure> figure(findFigureKind(QStringLiteral("network"))->create(nullptr));
    figure->setStyle({theme(QLatin1String(look)), 1});
    figure->resize(of);
    figure->setExhibit(study);
    return figure;
}

/// Returns a study that has a plan and nothing else.
std::shared_ptr<Study> planned(const Experiment& experiment)
{
    const auto study = std::make_shared<Study>();
    study->experiment = experiment;
    const auto plan = std::make_shared<const NetworkPlan>(plan_of(experiment.network));
    study->plan = plan;
    auto measurement = std::make_shared<Measurement>();
    measurement->reading = plan->reading;
    measurement->record.resize(std::size_t(plan->depth()) + 1);
    study->measurement = std::move(measurement);
    study->prediction = std::make_shared<const Prediction>(silent_prediction(*plan));
    return study;
}

Experiment presetOf(const std::string& name) { return networks::preset(name); }

/// Returns the layout of a drawing in an area of this size.
NetworkLayout layoutOf(const NetworkDrawing& drawing, const QSizeF& area = size)
{
    return network_layout(drawing, QRectF(QPointF(0, 0), area), 1);
}

QStringList rolesOf(const QVector<DrawnPart>& parts)
{
    QStringList roles;
    for (const DrawnPart& part : parts)
        roles << QString::fromStdString(part.role);
    return roles;
}

/// Returns every kind of network, small and simulated, and several streams, an encoder and parallel branches.
QVector<QPair<QString, StudyPtr>> kindsOfStudies()
{
    QVector<QPair<QString, StudyPtr>> all;
    const auto add
        = [&](const char* name, const BlockSample& sample) { all << qMakePair(QString(name), blockStudy(sample)); };
    add("dense", {.kind = "dense"});
    add("residual", {.kind = "residual"});
    add("streams", {.kind = "residual", .options = {{"streams", 3.0}}});
    add("transformer", {});
    add("post-norm encoder", {.options = {{"norm_placement", std::string("post")}}});
    add("parallel", {.options = {{"parallel", std::string("one_norm")}}});
    add("state_space", {.kind = "state_space"});
    add("recurrent", {.kind = "recurrent", .depth = 9});
    add("resnet", {.kind = "resnet", .depth = 6, .options = {{"size", 12.0}}});
    add("convolution", {.kind = "convolution", .options = {{"size", 12.0}}});
    add("vision_transformer",
        {.kind = "vision_transformer", .options = {{"size", 16.0}, {"patch", 8.0}, {"heads", 4.0}}});
    return all;
}

void click(Figure& figure, const QPointF& at) { QTest::mouseClick(&figure, Qt::LeftButton, {}, at.toPoint()); }

/// Returns the layout in a figure without title: from y = 29 to its lower edge (network.cpp).
NetworkLayout layoutIn(const Figure& figure, const NetworkDrawing& drawing)
{
    const double top = 29;
    return network_layout(
        drawing, QRectF(10, top, figure.width() - 20, figure.height() - top - 4), figure.style().scale);
}

}   // namespace

class TestFigureNetwork : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// Every preset has a place for each layer, or each step of each block, and all its matrices are drawn.
    void presetsHaveTheirPlaces()
    {
        std::set<std::string> kinds;
        for (const Preset& preset : presets()) {
            const auto study = planned(presetOf(preset.name));
            const NetworkPlan& plan = *study->plan;
            kinds.insert(plan.kind->name);
            const NetworkDrawing d = network_drawing(*study);
            const bool parallel = plan.kind->attends && spec_of<TransformerSpec>(plan).parallel != Parallel::none;
            const int steps = std::max(1, int(plan.steps.size()));
            QCOMPARE(d.per_block, parallel ? 1 : steps);
            QCOMPARE(d.places.size(), 1 + plan.depth() * d.per_block);
            for (int block = 1; block <= plan.depth(); ++block) {
                std::set<std::string> drawn, wanted;
                int branches = 0;
                for (int step = 0; step < d.per_block; ++step) {
                    const DrawnPlace& place = d.place(block, step);
                    QCOMPARE(place.block, block);
                    QCOMPARE(place.width, plan.block(block).features_out);
                    branches += int(place.branches.size());
                    for (const DrawnBranch& branch : place.branches)
                        for (const DrawnPart& part : branch.parts)
                            drawn.insert(part.role);
                    for (const DrawnPart& part : place.skip)
                        drawn.insert(part.role);
                }
                QCOMPARE(branches, int(plan.steps.size()));
                for (const ParameterPlan& p : plan.block(block).parameters)
                    if (p.kind == Role::weight && !plan.kind->layered)
                        wanted.insert(p.role);
                QVERIFY2(std::ranges::includes(drawn, wanted), preset.name.c_str());
            }
            QCOMPARE(d.head.has_value(), plan.outputs.has_value());
            if (d.head)
                QCOMPARE(d.head->width, *plan.outputs);
            int blocks = 0;
            for (const EqualBlocks& run : runs_of(d))
                blocks += run.last - run.first + 1;
            QCOMPARE(blocks, plan.depth());
            make(study);   // a figure waits for what is not measured
            // Pieces lie in their area, and a place is found where it lies.
            for (const QSizeF area : {QSizeF(560, 90), QSizeF(1260, 200)}) {
                const NetworkLayout l = layoutOf(d, area);
                QVERIFY(l.slot > 0 && l.right(d.depth) <= area.width() + 0.01);
                for (const DrawnPiece& piece : l.pieces)
                    QVERIFY2(QRectF(QPointF(-1, -1), area + QSizeF(2, 2)).contains(piece.area),
                        qPrintable(QString::fromStdString(preset.name) + piece.name));
                for (int i = 1; i < d.places.size(); ++i) {
                    const QPointF at(l.xOf(d, i), l.axis);
                    QCOMPARE(l.placeAt(d, at), i);
                    QCOMPARE(l.blockAt(d, at), d.places[i].block);
                }
            }
        }
        QCOMPARE(kinds.size(), stepzero::kinds().size());
    }

    /// The order of branches and norms, as their papers have it.
    void partsAreInOrder()
    {
        const auto drawingOf = [](const char* name) { return network_drawing(*planned(presetOf(name))); };
        const NetworkDrawing gpt = drawingOf("gpt2-small");
        QCOMPARE(gpt.place(1, 0).branches.front().name, QStringLiteral("attention"));
        QCOMPARE(rolesOf(gpt.place(1, 0).branches.front().parts),
            (QStringList {"attention_norm", "q", "k", "v", "attention_out"}));
        QCOMPARE(rolesOf(gpt.place(1, 1).branches.front().parts), (QStringList {"mlp_norm", "mlp_in", "mlp_out"}));
        QCOMPARE(gpt.place(1, 1).branches.front().parts[1].width, 3072);
        QCOMPARE(rolesOf(gpt.before), (QStringList {"embedding", "position"}));
        QCOMPARE(rolesOf(gpt.after), (QStringList {"final_norm"}));
        const NetworkDrawing vaswani = drawingOf("vaswani-like");   // the norm follows the sum
        QCOMPARE(rolesOf(vaswani.place(1, 0).norms), (QStringList {"attention_norm"}));
        QCOMPARE(rolesOf(vaswani.place(1, 0).branches.front().parts), (QStringList {"q", "k", "v", "attention_out"}));
        const NetworkDrawing gptj = drawingOf("gptj-like");
        QCOMPARE(gptj.place(1, 0).branches.size(), 2);
        QCOMPARE(rolesOf(gptj.place(1, 0).branches[1].parts), (QStringList {"mlp_in", "mlp_out"}));
        const NetworkDrawing mixtral = drawingOf("mixtral-like");   // eight experts are one part
        QCOMPARE(rolesOf(mixtral.place(1, 1).branches.front().parts).count("mlp_out"), 1);
        QCOMPARE(rolesOf(mixtral.place(1, 1).branches.front().parts).count("router"), 1);
        const NetworkDrawing resnet = drawingOf("resnet-18");
        QCOMPARE(
            rolesOf(resnet.place(1, 0).branches.front().parts), (QStringList {"conv_1", "norm_1", "conv_2", "norm_2"}));
        QCOMPARE(rolesOf(resnet.place(3, 0).skip), (QStringList {"projection", "projection_norm"}));
        QVERIFY(!resnet.place(3, 0).skip_first && resnet.place(1, 0).skip.isEmpty());
        const NetworkDrawing convnext = drawingOf("convnext-tiny-like");
        QVERIFY(std::ranges::any_of(convnext.places, &DrawnPlace::skip_first));
        QCOMPARE(drawingOf("hyper-connections-like").streams,
            spec_of<TransformerSpec>(plan_of(presetOf("hyper-connections-like").network)).streams.count);
        const NetworkDrawing lstm = drawingOf("lstm-pytorch");
        QVERIFY(lstm.shared && lstm.inputs > 0 && lstm.streams == 0 && lstm.before.isEmpty());
        const NetworkDrawing generator = drawingOf("dcgan-generator-like");
        QVERIFY(generator.places[1].positions < generator.places[4].positions);
        QVector<QRectF> bars;
        for (const DrawnPiece& piece : layoutOf(generator).pieces)
            if (piece.what == DrawnPiece::What::place)
                bars << piece.area;
        QCOMPARE(bars.size(), generator.places.size());
        QVERIFY(bars[1].width() < bars[3].width() && bars[1].height() > bars[3].height());
        QVERIFY(bar_length(generator, generator.widest) == 1 && bar_length(generator, generator.narrowest) > 0.2);
    }

    /// Levels are those of the measurement, and the colours are those of the levels.
    void colorsAreTheValues()
    {
        for (const auto& [name, study] : kindsOfStudies()) {
            const NetworkDrawing d = network_drawing(*study);
            const Measurement& m = *study->measurement;
            for (int block = 1; block <= d.depth; ++block) {
                const DrawnPlace& place = d.place(block, d.per_block - 1);
                QCOMPARE(place.levels.signal.fate, Fate::known);
                QCOMPARE(place.levels.signal.log10, m.output(block)->log10_of(m.output(block)->rms));
                QCOMPARE(place.levels.gradient.log10, m.gradient(block)->log10_of(m.gradient(block)->rms));
                for (const DrawnBranch& branch : place.branches) {
                    QCOMPARE(branch.levels.signal.fate, Fate::known);
                    QCOMPARE(branch.levels.gradient.fate, Fate::known);
                    for (const DrawnPart& part : branch.parts)
                        if (m.block(block).value(part.role))
                            QCOMPARE(part.levels.signal.fate, Fate::known);
                }
            }
            QCOMPARE(d.places.first().levels.signal.fate, Fate::known);
            if (d.head)
                QVERIFY2(d.head->levels.signal.fate == Fate::known, qPrintable(name));
            // The last gradient is the unit.
            QCOMPARE(d.shown(d.places.last().levels.gradient, true), 0.0);
            for (const bool backward : {false, true})
                for (const DrawnPlace& place : d.places)
                    if (const Level& level = place.levels.of(backward); d.decades(backward) < 6)
                        QVERIFY(std::abs(d.shown(level, backward)) <= d.decades(backward));
            // The middle of every bar has its colour.
            const auto figure = make(study);
            figure->setTitleShown(false);
            const QImage picture = pictureOf(*figure);
            const NetworkLayout l = layoutIn(*figure, d);
            const NetworkPainter painter(d, l, figure->style(), false, d.decades(false));
            for (const DrawnPiece& piece : l.pieces)
                if (piece.what == DrawnPiece::What::place && piece.place > 0 && piece.area.width() >= 3) {
                    const QColor found = picture.pixelColor(piece.area.center().toPoint() + QPoint(0, -6));
                    const QColor wanted = painter.colorOf(piece.levels.signal);
                    QVERIFY2(std::abs(found.red() - wanted.red()) <= 2 && std::abs(found.blue() - wanted.blue()) <= 2,
                        qPrintable(name + found.name() + wanted.name()));
                }
        }
        // Blue is small, red is large.
        const StudyPtr grows = sampleStudy({.depth = 8, .growth = 2});
        const NetworkDrawing d = network_drawing(*grows);
        const NetworkLayout l = layoutOf(d);
        const NetworkPainter painter(d, l, {theme("light"), 1}, false, d.decades(false));
        QVERIFY(painter.colorOf({Fate::known, 2}).red() > painter.colorOf({Fate::known, 2}).blue());
        QVERIFY(painter.colorOf({Fate::known, -2}).red() < painter.colorOf({Fate::known, -2}).blue());
        QCOMPARE(painter.colorOf({Fate::known, 0}), diverging(theme("light"))[3]);
    }

    /// Zero, lost and unknown places differ from each other and from all known ones without regard to colour.
    void fatesDiffer()
    {
        const NetworkDrawing dead = network_drawing(*sampleStudy({.depth = 6, .dead = true}));
        QCOMPARE(dead.places[2].levels.signal.fate, Fate::known);
        QCOMPARE(dead.places[3].levels.signal.fate, Fate::zero);
        QCOMPARE(dead.places[5].levels.gradient.fate, Fate::zero);
        const NetworkDrawing lost = network_drawing(*sampleStudy({.depth = 6, .infinite = true}));
        QCOMPARE(lost.places[6].levels.signal.fate, Fate::lost);
        QCOMPARE(network_drawing(*sampleStudy({.gradient = false})).measures(true), false);
        // Layers after the place where a pass ended are unknown.
        Study cut = *sampleStudy({.depth = 6});
        auto m = std::make_shared<Measurement>(*cut.measurement);
        m->record[5].sites.clear();
        m->record[6].sites.clear();
        cut.measurement = m;
        QCOMPARE(network_drawing(cut).places[5].levels.signal.fate, Fate::unknown);
        QCOMPARE(network_drawing(cut).most_telling(4, 6, false).fate, Fate::known);
        // In grey, too, the pictures of the same layer differ.
        std::vector<QImage> pictures;
        for (const StudyPtr& study :
            {StudyPtr(sampleStudy({.depth = 6})), StudyPtr(sampleStudy({.depth = 6, .dead = true})),
                StudyPtr(sampleStudy({.depth = 6, .infinite = true})), StudyPtr(std::make_shared<Study>(cut))}) {
            const NetworkDrawing d = network_drawing(*study);
            const auto figure = make(study);
            figure->setTitleShown(false);
            const QRect bar = layoutIn(*figure, d).pieces.last().area.toRect();
            QImage grey = pictureOf(*figure).copy(bar).convertToFormat(QImage::Format_Grayscale8);
            QSet<int> tones;
            for (int y = 3; y < grey.height() - 3; ++y)
                for (int x = 3; x < grey.width() - 3; ++x)
                    tones << qGray(grey.pixel(x, y)) / 16;
            pictures.push_back(grey);
            const bool known = pictures.size() == 1;
            QVERIFY(known ? tones.size() == 1 : pictures.size() == 4 || tones.size() > 1);
        }
        for (std::size_t i = 0; i < pictures.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(pictures[i] != pictures[k]);
    }

    void clicksChoose()
    {
        const StudyPtr study = blockStudy({});
        const NetworkDrawing d = network_drawing(*study);
        const auto figure = make(study, "light", {900, 260});
        figure->setTitleShown(false);
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QSignalSpy layers(figure.get(), &Figure::layerChosen), matrices(figure.get(), &Figure::matrixChosen),
            hovered(figure.get(), &Figure::layerHovered), said(figure.get(), &Figure::readout);
        const NetworkLayout l = layoutIn(*figure, d);
        QCOMPARE(study->layer, 1);
        for (int block = 2; block <= d.depth; ++block) {
            click(*figure, l.block(block).center());
            QCOMPARE(layers.takeFirst().front().toInt(), block);
            QVERIFY(layers.isEmpty() && matrices.isEmpty());
        }
        // In the chosen block, a part is a matrix.
        const auto part = std::ranges::find_if(l.pieces, [](const DrawnPiece& p) { return p.role == "k"; });
        QVERIFY(part != l.pieces.end());
        click(*figure, part->area.center());
        QCOMPARE(matrices.takeFirst().front().toString(), QStringLiteral("k"));
        QVERIFY(layers.isEmpty());
        const auto head = std::ranges::find(l.pieces, DrawnPiece::What::before, &DrawnPiece::what);
        QVERIFY(head != l.pieces.end());
        click(*figure, head->area.center());
        QCOMPARE(matrices.takeFirst().front().toString(), QStringLiteral("embedding"));
        // The pointer reads out what it is over.
        QTest::mouseMove(figure.get(), part->area.center().toPoint());
        QTRY_VERIFY(!said.isEmpty());
        const QString words = said.last().front().toString();
        QVERIFY2(words.contains("block 1, attention") && words.contains("key") && words.contains("width 32"),
            qPrintable(words));
        QCOMPARE(hovered.last().front().toInt(), 1);
        // Keys
        const auto key = [&](int k) {
            QTest::keyClick(figure.get(), Qt::Key(k));
            return layers.isEmpty() ? 0 : layers.takeFirst().front().toInt();
        };
        QCOMPARE(key(Qt::Key_Left), 0);   // there is no block 0
        QCOMPARE(key(Qt::Key_Right), 2);
        QCOMPARE(key(Qt::Key_End), d.depth);
        QCOMPARE(key(Qt::Key_PageDown), d.depth);
        // The chosen block is marked.
        Study other = *study;
        other.layer = 3;
        const QImage before = pictureOf(*figure);
        figure->setExhibit(std::make_shared<const Study>(other));
        const QImage after = pictureOf(*figure);
        const auto differs = [&](int block) {
            const QRect area = l.block(block).adjusted(3, 0, -3, 0).toRect();   // without its neighbours' frames
            return before.copy(area) != after.copy(area);
        };
        QVERIFY(differs(1) && !differs(2) && differs(3) && !differs(4));
    }

    /// Where blocks are narrow, the chosen one is drawn by itself below, and its parts can be clicked.
    void lensShowsTheChosenBlock()
    {
        auto study = blockStudy({.depth = 12, .samples = 2});
        study->layer = 5;
        const auto figure = make(study, "light", {540, 415});
        figure->setTitleShown(false);
        const NetworkDrawing d = network_drawing(*study), block = drawing_of_block(d, 5);
        QCOMPARE(block.places.size(), 3);
        QCOMPARE(block.places.last().block, 5);
        QCOMPARE(block.gradient_unit, d.gradient_unit);
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        QSignalSpy layers(figure.get(), &Figure::layerChosen), matrices(figure.get(), &Figure::matrixChosen);
        QSet<QString> chosen;
        for (int y = 230; y < 330; y += 14)
            for (int x = 100; x < 440; x += 6)
                click(*figure, QPointF(x, y));
        for (const auto& arguments : matrices)
            chosen << arguments.front().toString();
        QCOMPARE(chosen, (QSet<QString> {"q", "k", "v", "attention_out", "mlp_in", "mlp_out"}));
        for (const auto& arguments : layers)   // the output of the block before it
            QCOMPARE(arguments.front().toInt(), 4);
        layers.clear();
        click(*figure, QPointF(300, 100));   // above it lies the whole network
        QCOMPARE(layers.size(), 1);
    }

    /// Thousand layers become a strip that finds every layer, and is painted within 5 ms.
    void longNetworksAreStrips()
    {
        for (const int depth : {1, 12, 100, 1000, 10000}) {
            const NetworkDrawing d = network_drawing(*sampleStudy({.depth = depth, .growth = 1.001}));
            const NetworkLayout l = layoutOf(d);
            QCOMPARE(l.detail,
                depth >= 1000      ? NetworkLayout::Detail::strip
                    : depth == 100 ? NetworkLayout::Detail::bars
                                   : NetworkLayout::Detail::parts);
            for (const int layer : {1, (depth + 1) / 2, depth})
                QCOMPARE(l.blockAt(d, {l.left + (layer - 0.5) * l.slot, l.axis}), layer);
            QCOMPARE(runs_of(d), (QVector<EqualBlocks> {{1, depth}}));
        }
        const StudyPtr study = sampleStudy({.depth = 1000, .growth = 1.002});
        const NetworkDrawing d = network_drawing(*study);
        const auto figure = make(study, "light", {1200, 200});
        QImage picture(figure->size(), QImage::Format_RGB32);
        QPainter painter(&picture);
        figure->paint(painter, figure->size());
        double fastest = 1e9;   // ms of the processor, which others may use too
        for (int i = 0; i < 20; ++i) {
            const std::clock_t start = std::clock();
            figure->paint(painter, figure->size());
            fastest = std::min(fastest, 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
        }
        QVERIFY2(fastest < 5, qPrintable(QString::number(fastest)));
        qInfo("1000 layers in %.2f ms", fastest);
        // From blue to red.
        const NetworkLayout l = layoutOf(d, {1180, 170});
        const NetworkPainter colors(d, l, figure->style(), false, d.decades(false));
        QVERIFY(colors.colorOf(d.places[1].levels.signal) != colors.colorOf(d.places[1000].levels.signal));
    }

    /// The way back follows the way forth, both end, and a hidden figure is still.
    void playsAndEnds()
    {
        const StudyPtr study = sampleStudy({.depth = 4});
        const auto figure = make(study);
        QAction* play = figure->choices().last();
        play->trigger();
        QVERIFY(!play->isChecked());   // nothing moves in a hidden figure
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        const QImage still = figure->grab().toImage();
        const int before = figure->recomputations();
        play->trigger();
        QVERIFY(play->isChecked());
        QTest::qWait(300);
        QVERIFY(figure->grab().toImage() != still);
        QTRY_VERIFY_WITH_TIMEOUT(!play->isChecked(), 10000);
        QVERIFY(figure->grab().toImage() == still);
        QCOMPARE(figure->recomputations(), before);
        QTest::keyClick(figure.get(), Qt::Key_Space);
        QVERIFY(play->isChecked());
        figure->hide();
        QVERIFY(!play->isChecked());
    }

    /// Each study is turned into a drawing once.
    void drawnOnce()
    {
        const auto figure = make(sampleStudy({.depth = 5}));
        figure->show();
        QVERIFY(QTest::qWaitForWindowExposed(figure.get()));
        const int first = figure->recomputations();
        figure->repaint();
        figure->setHoveredLayer(2);
        figure->repaint();
        QCOMPARE(figure->recomputations(), first);
        figure->setExhibit(sampleStudy({.depth = 6}));
        figure->repaint();
        QCOMPARE(figure->recomputations(), first + 1);
    }

    /// One row per part, branch and place.
    void tabulates()
    {
        const FigureTable dense = make(sampleStudy({.depth = 5, .dead = true}))->table();
        QCOMPARE(dense.rows.size(), 6);
        QCOMPARE(dense.rows[5][dense.header.indexOf("rms")], QStringLiteral("0"));
        QCOMPARE(make(sampleStudy({.depth = 5, .infinite = true}))->table().rows[5][5], QStringLiteral("inf"));
        const FigureTable blocks = make(blockStudy({}))->table();
        const auto has = [&](const QStringList& start) {
            return std::ranges::any_of(blocks.rows, [&](const QStringList& row) { return row.mid(0, 3) == start; });
        };
        QVERIFY(has({"2", "mlp", "mlp_in"}) && has({"2", "mlp", "branch"}) && has({"2", "mlp", "stream"})
            && has({"0", "", "embedding"}) && has({"0", "", "head"}));
    }

    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES");
        if (folder.isEmpty())
            QSKIP("no folder for pictures");
        const auto save = [&](const QString& name, const StudyPtr& study, const QSize& of, const char* look,
                              bool gradient = false) {
            const auto figure = make(study, look, of);
            if (gradient)
                figure->setViewState({{QStringLiteral("colour"), QStringLiteral("gradient")}});
            QVERIFY(pictureOf(*figure).save(QStringLiteral("%1/%2-%3.png").arg(folder, name, QLatin1String(look))));
        };
        // In windows of 1280×800 and 1920×1080, in both languages.
        const StudyPtr twelve = blockStudy({.depth = 12, .samples = 2});
        for (const char* code : {"zh_CN", "en"}) {
            setLanguage(QLatin1String(code));
            save(QStringLiteral("hero-") + code, twelve, {540, 415}, "light");
            save(QStringLiteral("grid-") + code, twelve, {780, 270}, "dark", true);
        }
        for (const auto& [name, study] : kindsOfStudies()) {
            save(name, study, {780, 220}, "light");
            save(name + "-back", study, {1240, 130}, "dark", true);
        }
        for (const char* look : {"light", "dark"})
            for (const int depth : {1, 12, 100, 1000}) {
                save(QStringLiteral("depth-%1").arg(depth),
                    sampleStudy({.depth = depth, .growth = depth > 99 ? 0.99 : 0.8}), {780, 200}, look);
                save(QStringLiteral("dead-%1").arg(depth), sampleStudy({.depth = depth, .dead = true}), {780, 160},
                    look, true);
                save(QStringLiteral("lost-%1").arg(depth),
                    sampleStudy({.depth = depth, .exponent = 3000, .infinite = true}), {780, 160}, look);
            }
        for (const char* preset : {"gpt2-small", "gpt2-xl", "resnet-50", "convnext-tiny-like", "dcgan-generator-like",
                 "vae-mnist", "gptj-like", "mamba-130m-like", "mixtral-like"}) {
            const auto study = planned(presetOf(preset));
            auto m = std::make_shared<Measurement>(*study->measurement);
            m->samples = 1;
            for (std::size_t block = 0; block < m->record.size(); ++block)   // made-up sizes
                for (const char* role : {"attention_stream", "mlp_stream", "branch_stream", "mixer_stream",
                         "activation_output", "attention_branch", "mlp_branch", "branch_branch", "mixer_branch", "q",
                         "mlp_in", "conv_1", "in_proj"}) {
                    m->record[block].at(role).value = sampleNormal(0.2 * std::pow(1.05, double(block)));
                    m->record[block].at(role).gradient = sampleNormal(1);
                }
            study->measurement = m;
            save(preset, study, {780, 220}, "light");
            save(QString(preset) + "-wide", study, {1500, 300}, "dark");
        }
    }
};

STEPZERO_TEST(TestFigureNetwork, QApplication)

}   // namespace tst_figure_network
#include "tst_figure_network.moc"
