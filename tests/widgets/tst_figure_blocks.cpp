// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of networks made of blocks: the stream, gradients by role, comparisons. They draw and tabulate what was
// recorded and predicted.
#include <QAction>
#include <QJsonArray>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>
#include <qcustomplot.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "tests/main/registered_test.h"
#include "tests/widgets/block_study.h"
#include "tests/widgets/figure_words.h"
#include "tests/widgets/picture_of.h"
#include "tests/widgets/sample_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/block_data.h"

namespace tst_figure_blocks {

using namespace stepzero;

namespace {

constexpr QSize size(640, 400);

const std::map<QString, BlockSample>& samples()
{
    static const std::map<QString, BlockSample> all {
        {"transformer", {.weight_std = 0.2}},
        {"plain", {.depth = 48, .options = {{"residual_scaling", std::string("plain")}}, .tokens = 8}},
        {"post", {.options = {{"norm_placement", std::string("post")}}}},
        {"sandwich", {.options = {{"norm_placement", std::string("sandwich")}}}},
        {"normalized", {.options = {{"norm_placement", std::string("normalized")}, {"skip", 0.9}, {"branch", 0.1}}}},
        {"reordered", {.options = {{"norm_placement", std::string("reordered")}}}},
        {"embedding norm", {.options = {{"embedding_norm", std::string("true")}}}},
        {"depth 1", {.depth = 1}},
        {"one token", {.tokens = 1}},
        {"no gradient", {.gradient = false}},
        {"replicas", {.weight_std = 0.2, .replicas = 3}},
        {"alpha 0", {.options = {{"branch", 0.0}}}},
        {"residual", {.kind = "residual", .depth = 12}},
        {"residual, one layer", {.kind = "residual", .depth = 12, .options = {{"layers_per_branch", 1.0}}}},
        {"residual 1000",
            {.kind = "residual",
                .depth = 1000,
                .width = 16,
                .options = {{"residual_scaling", std::string("inverse_sqrt_twice_depth")}}}},
        {"beyond float32", {.kind = "residual", .depth = 20, .weight_std = 1e5}},
        {"lost", {.kind = "residual", .depth = 20, .activation = "squared_relu", .weight_std = 1e5}},
        {"experts", {.options = {{"experts", 4.0}, {"expert_ratio", 1.0}}}},
        {"one expert", {.options = {{"experts", 4.0}, {"expert_ratio", 1.0}}, .focus = {2, "mlp_in.3", ""}}},
        {"streams", {.options = {{"streams", 3.0}, {"mixing_std", 0.4}}}},
        {"compared", {.weight_std = 0.2, .focus = {2, "", "branch_scale"}}},
    };
    return all;
}

/// Returns a copy that may be changed of a study that is simulated once.
std::shared_ptr<Study> sample(const QString& name)
{
    static std::map<QString, std::shared_ptr<Study>> known;
    auto& study = known[name];
    if (!study)
        study = blockStudy(samples().at(name));
    return std::make_shared<Study>(*study);
}

using View = QMap<QString, QString>;

std::unique_ptr<Figure> make(
    const char* kind, const StudyPtr& study, const View& view = {}, const QStringList& off = {})
{
    std::unique_ptr<Figure> figure(findFigureKind(kind)->create(nullptr));
    figure->setStyle({theme(QStringLiteral("light")), 1});
    figure->resize(size);
    QJsonObject state;
    for (auto it = view.begin(); it != view.end(); ++it)
        state[it.key()] = it.value();
    // Without theory, no line crosses the dots.
    if (view.contains(QStringLiteral("theory")))
        state[QStringLiteral("theory")] = false;
    state[QStringLiteral("off")] = QJsonArray::fromStringList(off);
    figure->setViewState(state);
    figure->setExhibit(study);
    return figure;
}

const View without_theory {{QStringLiteral("theory"), {}}};

Canvas canvasOf(Figure& figure) { return dynamic_cast<AxesFigure&>(figure).canvas(size); }

QColor colorAt(Figure& figure, const QImage& picture, double x, double y)
{
    const QPointF p = canvasOf(figure).at(x, y);
    return picture.pixelColor(int(p.x()), int(p.y()));
}

/// Returns whether a mark of this colour is at a point; a hollow one surrounds it.
bool marked(Figure& figure, const QImage& picture, double x, double y, const QColor& color, int reach = 1)
{
    const QPoint p = canvasOf(figure).at(x, y).toPoint();
    for (int dx = -reach; dx <= reach; ++dx)
        for (int dy = -reach; dy <= reach; ++dy)
            if (picture.rect().contains(p + QPoint(dx, dy)) && picture.pixelColor(p + QPoint(dx, dy)) == color)
                return true;
    return false;
}

QString readoutOf(Figure& figure, double x)
{
    figure.show();
    const Canvas c = canvasOf(figure);
    QString text;
    const auto connection = QObject::connect(&figure, &Figure::readout, [&](const QString& t) { text = t; });
    const QPoint at(int(c.px(x)), c.plot.center().y());
    QMouseEvent move(QEvent::MouseMove, at, figure.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&figure, &move);
    QObject::disconnect(connection);
    return text;
}

/// Returns a table cell by column name.
QString cell(const FigureTable& table, int row, const char* column)
{
    return table.rows[row][table.header.indexOf(QLatin1String(column))];
}

bool isNear(const QString& text, double value)
{
    bool ok = false;
    const double number = text.toDouble(&ok);
    return ok && std::abs(number - value) <= 1e-9 * std::abs(value);
}

/// Returns √mean square as it was recorded.
double rms(const Distribution* d)
{
    if (!d)
        throw std::out_of_range("nothing was recorded there");
    return std::ldexp(d->rms, int(d->exponent));
}
double rms(const Measurement& m, int block, const std::string& role) { return rms(m.block(block).value(role)); }
double gradientRms(const Measurement& m, int block, const std::string& role)
{
    return rms(m.block(block).gradient(role));
}

QAction* actionOf(Figure& figure, const char* data)
{
    for (QAction* action : figure.choices())
        if (action->data().toString() == QLatin1String(data))
            return action;
    return nullptr;
}

constexpr std::array kindNames {"signal", "gradients", "compare"};

}   // namespace

class TestFigureBlocks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installFonts(); }

    /// The third block's attention lies between blocks 2 and 3, and its MLP at 3.
    void places()
    {
        const auto study = sample(QStringLiteral("transformer"));
        const BlockSource s = blockSource(*study);
        QCOMPARE(s.places(), 9);
        QCOMPARE(s.xOf(0), 0.0);
        QCOMPARE(s.xOf(5), 2.5);
        QCOMPARE(s.xOf(6), 3.0);
        QCOMPARE(s.blockOf(0), 0);
        QCOMPARE(s.blockOf(5), 3);
        QCOMPARE(s.blockOf(6), 3);
        QVERIFY((s.streamSite(0) == Site {0, "embedding"}));
        QVERIFY((s.streamSite(5) == Site {3, "attention_stream"}));
        QVERIFY((s.branchSite(6) == Site {3, "mlp_branch"}));
        QVERIFY((s.returnSite(8) == Site {4, "mlp_return"}));
        QCOMPARE(s.nameOf(6), QStringLiteral("block 3, MLP"));
        QCOMPARE(s.placeAt(2.6), 5);
        QCOMPARE(s.placeAt(-3), 0);
        QCOMPARE(s.placeAt(99), 8);
        const auto normed = sample(QStringLiteral("embedding norm"));
        QVERIFY((blockSource(*normed).streamSite(0) == Site {0, "embedding_norm"}));
        const auto residual = sample(QStringLiteral("residual"));
        QVERIFY((blockSource(*residual).streamSite(0) == Site {0, "input"}));
        QCOMPARE(blockSource(*residual).xOf(7), 7.0);
    }

    void words()
    {
        QCOMPARE(relativeText(std::log10(1.03), 0), QStringLiteral("3.0%"));
        QCOMPARE(relativeText(std::log10(0.75), 0), QStringLiteral("25%"));
        QCOMPARE(relativeText(1, 0), QStringLiteral("a factor of 10"));
        QCOMPARE(relativeText(std::log10(184.0), 0), QStringLiteral("a factor of 184"));
        QCOMPARE(exactPower(-std::numeric_limits<double>::infinity()), QStringLiteral("0"));
        QCOMPARE(exactPower(std::numeric_limits<double>::quiet_NaN()), QString());
        QVERIFY(exactPower(-1505 + std::log10(1.25)).endsWith(QStringLiteral("e-1505")));
        QCOMPARE(whereText(QStringLiteral("the branch"), QStringLiteral("zero"), {false, true, true},
                     QStringLiteral("block")),
            QStringLiteral("the branch is zero from block 2 on"));
    }

    void draws_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("name");
        for (const char* kind : kindNames)
            for (const auto& [name, s] : samples())
                QTest::newRow(qPrintable(QString(kind) + ", " + name)) << QString(kind) << name;
    }
    /// Every choice has finite axes and tables without NaN, even for a study that lacks what a figure shows.
    void draws()
    {
        QFETCH(QString, kind);
        QFETCH(QString, name);
        const auto whole = sample(name);
        auto bare = std::make_shared<Study>(*whole);
        auto measurement = std::make_shared<Measurement>(*whole->measurement);
        measurement->record = Record(measurement->record.size());
        bare->measurement = measurement;
        auto silent = std::make_shared<Study>(*whole);
        silent->prediction
            = std::make_shared<const Prediction>(silent_prediction(*whole->plan, Text::name("no theory")));
        // Those that lack something take turns.
        const StudyPtr lacking[] {bare, silent, sampleStudy({.depth = 3})};
        static std::size_t turn = 0;
        for (const StudyPtr& study : {StudyPtr(whole), lacking[turn++ % std::size(lacking)]}) {
            const auto figure = make(qPrintable(kind), study);
            const auto check = [&] {
                pictureOf(*figure);
                const Canvas c = canvasOf(*figure);
                for (const double number : {c.x.low, c.x.high, c.y.low, c.y.high})
                    QVERIFY(std::isfinite(number));
                QVERIFY(c.x.span() > 0 && c.y.span() > 0);
            };
            check();
            for (QAction* action : figure->choices())
                if (!action->isSeparator() && !QTest::currentTestFailed()) {
                    action->trigger();
                    check();
                }
            const FigureTable table = figure->table();
            QVERIFY(!table.header.isEmpty());
            for (const QStringList& row : table.rows) {
                QCOMPARE(row.size(), table.header.size());
                QVERIFY(!row.join(' ').contains(QLatin1String("nan")));
            }
        }
    }

    void onceForEachStudy()
    {
        for (const char* kind : kindNames) {
            const auto figure = make(kind, sample(QStringLiteral("transformer")));
            QCOMPARE(figure->recomputations(), 0);
            figure->show();
            pictureOf(*figure);
            QCOMPARE(figure->recomputations(), 1);
            figure->setExhibit(sample(QStringLiteral("residual")));
            pictureOf(*figure);
            pictureOf(*figure);
            readoutOf(*figure, 2);
            QCOMPARE(figure->recomputations(), 2);
        }
    }

    void streamTable()
    {
        const auto study = sample(QStringLiteral("transformer"));
        const Measurement& m = *study->measurement;
        const FigureTable table = make("signal", study)->table();
        QCOMPARE(table.rows.size(), 9);
        QCOMPARE(cell(table, 0, "step"), QStringLiteral("input"));
        QVERIFY(isNear(cell(table, 0, "stream_rms"), rms(m, 0, "embedding")));
        QVERIFY(isNear(cell(table, 0, "stream_gradient_rms"), gradientRms(m, 0, "embedding")));
        QCOMPARE(cell(table, 0, "branch_rms"), QString());
        for (int block = 1; block <= 4; ++block) {
            const int row = 2 * block;
            QCOMPARE(cell(table, row - 1, "block"), QString::number(block));
            QCOMPARE(cell(table, row - 1, "step"), QStringLiteral("attention"));
            QCOMPARE(cell(table, row, "step"), QStringLiteral("mlp"));
            QVERIFY(isNear(cell(table, row - 1, "stream_rms"), rms(m, block, "attention_stream")));
            QVERIFY(isNear(cell(table, row - 1, "branch_rms"), rms(m, block, "attention_branch")));
            QVERIFY(isNear(cell(table, row, "stream_rms"), rms(m, block, "mlp_stream")));
            QVERIFY(isNear(cell(table, row, "return_gradient_rms"), gradientRms(m, block, "mlp_return")));
            QVERIFY(isNear(cell(table, row, "stream_gradient_rms"), gradientRms(m, block, "mlp_stream")));
            QVERIFY(
                isNear(cell(table, row, "correlation"), *m.block(block).number("mlp_branch", Quantity::correlation)));
            const SitePrediction& p = *study->prediction->block(block).find("mlp_stream");
            QVERIFY(isNear(cell(table, row, "predicted_stream_rms"), std::pow(10.0, *p.find(Quantity::rms)->log10())));
            QVERIFY(isNear(cell(table, row, "predicted_stream_gradient_rms"),
                std::pow(10.0, *p.find(Quantity::gradient_rms)->log10())));
        }
    }

    /// Every value has a dot, forward and backward, in every choice.
    void streamDots()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const auto study = sample(QStringLiteral("transformer"));
        const Measurement& m = *study->measurement;
        for (const char* axis : {"log", "linear"}) {
            View view = without_theory;
            view[QStringLiteral("axis")] = QLatin1String(axis);
            view[QStringLiteral("direction")] = QStringLiteral("forward");
            const auto forward = make("signal", study, view);
            view[QStringLiteral("direction")] = QStringLiteral("backward");
            const auto backward = make("signal", study, view);
            const QImage there = pictureOf(*forward), back = pictureOf(*backward);
            const auto y = [&](double value) { return *axis == 'l' && axis[1] == 'o' ? std::log10(value) : value; };
            for (int block = 1; block <= 4; ++block)
                for (const auto& [word, x] : {std::pair("attention", block - 0.5), {"mlp", double(block)}}) {
                    const std::string w = word;
                    QCOMPARE(
                        colorAt(*forward, there, x, y(rms(m, block, w + "_branch"))), light.tint(light.forward, 0.75));
                    QCOMPARE(colorAt(*forward, there, x, y(rms(m, block, w + "_stream"))), light.forward);
                    QCOMPARE(colorAt(*backward, back, x, y(gradientRms(m, block, w + "_stream"))), light.gradient);
                }
        }
        const auto shares = make("signal", study, {{"direction", "forward"}, {"show", "shares"}, {"theory", {}}});
        const auto correlations
            = make("signal", study, {{"direction", "forward"}, {"show", "correlation"}, {"theory", {}}});
        const QImage share = pictureOf(*shares), correlation = pictureOf(*correlations);
        for (int block = 1; block <= 4; ++block) {
            const double ratio = rms(m, block, "mlp_branch") / rms(m, block, "mlp_stream");
            QCOMPARE(colorAt(*shares, share, block, ratio * ratio), light.tint(light.forward, 0.75));
            QCOMPARE(
                colorAt(*correlations, correlation, block, *m.block(block).number("mlp_branch", Quantity::correlation)),
                light.tint(light.forward, 0.75));
        }
    }

    /// Each expert of each block has a cell, coloured by its load relative to an even one.
    void experts()
    {
        const auto study = sample(QStringLiteral("experts"));
        const auto figure = make("experts", study);
        const FigureTable table = figure->table();
        const QImage picture = pictureOf(*figure);
        QCOMPARE(table.rows.size(), 4 * 4);
        for (int block = 1; block <= 4; ++block)
            for (int expert = 1; expert <= 4; ++expert) {
                const double load
                    = study->measurement->block(block).find("router")->experts[std::size_t(expert - 1)].load;
                QVERIFY(isNear(cell(table, 4 * (block - 1) + expert - 1, "load"), load));
                const double part = (std::clamp(std::log2(load / 0.5), -2.0, 2.0) + 2) / 4;
                const QColor found = colorAt(*figure, picture, block + 0.2, expert);
                const QColor expected(gradientOf(viridis()).color(part, QCPRange(0, 1)));
                QVERIFY(std::abs(found.green() - expected.green()) <= 6 && std::abs(found.red() - expected.red()) <= 6);
            }
        QVERIFY(readoutOf(*figure, 2).contains(QStringLiteral("uniform: 50%")));
        QVERIFY(make("experts", sample(QStringLiteral("transformer")))->table().rows.isEmpty());
    }

    /// Entries of all experts, or of the chosen one.
    void entriesOfOneExpert()
    {
        const auto all = sample(QStringLiteral("experts")), one = sample(QStringLiteral("one expert"));
        QCOMPARE(one->matrix.expert, 3);
        QCOMPARE(one->matrix.name, std::string("blocks.2.experts.3.mlp_in.weight"));
        QCOMPARE(one->weights->sample.count, double(one->matrix.shape.rows()) * one->matrix.shape.columns());
        QVERIFY(wordsOf(QStringLiteral("weights"), one).contains(QStringLiteral("MLP in, expert 3 of block 2")));
        QVERIFY(!all->one_expert);
    }

    /// Products of the matrices that mix several streams.
    void gains()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const auto study = sample(QStringLiteral("streams"));
        const FigureTable table = make("signal", study)->table();
        for (const auto& [direction, from_start, to_end, color] :
            {std::tuple("forward", Quantity::forward_gain_log10, Quantity::forward_gain_to_end_log10, light.forward),
                {"backward", Quantity::backward_gain_log10, Quantity::backward_gain_to_end_log10, light.gradient}}) {
            const auto figure = make("signal", study, {{"direction", direction}, {"show", "gains"}, {"theory", {}}});
            const QImage picture = pictureOf(*figure);
            for (int place = 1; place <= 8; ++place) {
                const SiteRecord& stream = *study->measurement->block((place + 1) / 2)
                                                .find(place % 2 == 1 ? "attention_stream" : "mlp_stream");
                const double gain = *stream.number(from_start);
                QVERIFY(marked(*figure, picture, place / 2.0, gain, color, 3));
                const QByteArray name = QByteArray(direction) + "_gain";
                QVERIFY(isNear(cell(table, place, name), std::pow(10.0, gain)));
                QVERIFY(isNear(cell(table, place, name + "_to_end"), std::pow(10.0, *stream.number(to_end))));
            }
        }
        const auto one = sample(QStringLiteral("transformer"));
        QVERIFY(pictureOf(*make("signal", one, {{"show", "gains"}})) != pictureOf(*make("signal", one)));
    }

    /// Branches of one layer that ends in a ReLU are correlated. Variances do not add up, so the plain sum is drawn
    /// too.
    void varianceSum()
    {
        for (const auto& [name, drawn] : {std::pair("residual, one layer", true), {"residual", false}}) {
            const auto study = sample(name);
            const QImage with = pictureOf(*make("signal", study));
            QCOMPARE(with != pictureOf(*make("signal", study, {}, {"sum"})), drawn);
        }
    }

    /// Branches that write exactly 0 cannot be drawn on a logarithmic axis.
    void silentBranches()
    {
        const auto study = sample(QStringLiteral("alpha 0"));
        const auto figure = make("signal", study);
        const FigureTable table = figure->table();
        for (int row = 1; row < table.rows.size(); ++row) {
            QCOMPARE(cell(table, row, "branch_rms"), QStringLiteral("0"));
            QCOMPARE(cell(table, row, "predicted_branch_rms"), QStringLiteral("0"));
            QCOMPARE(cell(table, row, "return_gradient_rms"), QStringLiteral("0"));
            QCOMPARE(cell(table, row, "correlation"), QString());
            QCOMPARE(cell(table, row, "stream_rms"), cell(table, 0, "stream_rms"));
        }
        pictureOf(*figure);
        QVERIFY(canvasOf(*figure).y.contains(std::log10(cell(table, 0, "stream_rms").toDouble())));
        QVERIFY(canvasOf(*figure).y.span() < 3);
        QVERIFY(readoutOf(*figure, 2).contains(QStringLiteral("branch 0 (")) == false);
        QVERIFY(readoutOf(*figure, 2).contains(QStringLiteral("branch 0")));
    }

    /// After a lost signal nothing is known: each block squares it twice, until no unit can represent it.
    void lostSignal()
    {
        const auto study = sample(QStringLiteral("lost"));
        const Measurement& m = *study->measurement;
        QCOMPARE(m.remarks.size(), std::size_t(1));
        const int block = m.remarks.front().layer;
        QVERIFY(block > 1 && block < 20);
        const FigureTable table = make("signal", study)->table();
        QVERIFY(!cell(table, block - 1, "stream_rms").isEmpty());
        for (int row = block; row <= 20; ++row) {
            QCOMPARE(cell(table, row, "stream_rms"), QString());
        }
        pictureOf(*make("signal", study, {{"axis", "linear"}}));
    }

    /// Beyond the range of float32 everything is drawn.
    void farBeyondFloat()
    {
        const auto study = sample(QStringLiteral("beyond float32"));
        const Measurement& m = *study->measurement;
        QVERIFY(m.remarks.empty());
        const FigureTable table = make("signal", study)->table();
        for (int row = 0; row <= 20; ++row) {
            QVERIFY(!cell(table, row, "stream_rms").isEmpty());
            QVERIFY(!cell(table, row, "predicted_stream_rms").isEmpty());
        }
        const auto figure = make("signal", study);
        pictureOf(*figure);
        const double last = rms(m, 20, "branch_stream");
        QVERIFY(last > 1e200 && std::isfinite(last));
        QVERIFY(canvasOf(*figure).y.contains(std::log10(last)));

        // A linear axis holds values below 1e200, and the figure notes where they are exceeded.
        const auto linear
            = make("signal", study, {{"axis", "linear"}, {"direction", "forward"}, {"theory", {}}}, {"branch"});
        const QImage picture = pictureOf(*linear);
        int block = 1;
        while (rms(m, block, "branch_stream") < 1e200)
            ++block;
        QVERIFY(block > 2);
        const double largest = rms(m, block - 1, "branch_stream");
        const Range y = canvasOf(*linear).y;
        QVERIFY(y.contains(largest) && y.contains(0) && y.high < 2 * largest);
        QVERIFY(marked(*linear, picture, block - 1, largest, theme(QStringLiteral("light")).forward));
        QVERIFY(wordsOf("signal", study, {{"axis", "linear"}, {"direction", "forward"}})
                    .contains(QStringLiteral("beyond a linear axis from block %1 on").arg(block)));
    }

    void readouts()
    {
        const auto study = sample(QStringLiteral("transformer"));
        const Measurement& m = *study->measurement;
        const Predicted& p = *study->prediction->block(3).find("attention_stream", Quantity::rms);
        const double stream = rms(m, 3, "attention_stream");
        const auto figure = make("signal", study);
        QVERIFY(readoutOf(*figure, 2.5)
                    .startsWith(QStringLiteral("block 3, attention · stream RMS %1 (theory %2, ")
                                    .arg(aligned(stream), alignedLog10(*p.log10(), false))));
        QVERIFY(readoutOf(*figure, 0).startsWith(QStringLiteral("input · stream RMS ")));
        QVERIFY(readoutOf(*make("gradients", study), 3)
                    .startsWith(QStringLiteral("block 3 · query %1 · key %2")
                                    .arg(aligned(gradientRms(m, 3, "q")), aligned(gradientRms(m, 3, "k")))));
    }

    void gradientsOfRoles()
    {
        const auto study = sample(QStringLiteral("transformer"));
        const Measurement& m = *study->measurement;
        const std::vector<std::pair<QString, int>> roles {// indices into the palette
            {"q", 5}, {"k", 2}, {"v", 3}, {"attention_out", 7}, {"mlp_in", 6}, {"mlp_out", 0}};
        for (const bool gradient : {true, false}) {
            const QString what = gradient ? QStringLiteral("gradient") : QStringLiteral("signal");
            // One role at a time, so that no mark covers another.
            for (const auto& [role, color] : roles) {
                QStringList others {QStringLiteral("stream")};
                for (const auto& other : roles)
                    if (other.first != role)
                        others << other.first;
                const auto figure = make("gradients", study, {{"what", what}, {"theory", {}}}, others);
                const FigureTable table = figure->table();
                QCOMPARE(table.rows.size(), 4);
                const QImage picture = pictureOf(*figure);
                for (int block = 1; block <= 4; ++block) {
                    const double y
                        = gradient ? gradientRms(m, block, role.toStdString()) : rms(m, block, role.toStdString());
                    QVERIFY(isNear(cell(table, block - 1, qPrintable(QStringLiteral("%1_%2_rms").arg(role, what))), y));
                    QVERIFY2(marked(*figure, picture, block, std::log10(y),
                                 theme(QStringLiteral("light")).palette[color], color == 0 ? 4 : 1),
                        qPrintable(role));
                }
            }
        }
        QCOMPARE(make("gradients", sample(QStringLiteral("no gradient")))->table().rows[0][1], QString());
    }

    void comparisonIsAskedFor()
    {
        const auto study = sample(QStringLiteral("transformer"));
        const auto figure = make("compare", study);
        pictureOf(*figure);
        QSignalSpy asked(figure.get(), &Figure::comparisonChosen);
        actionOf(*figure, "norm_placement")->trigger();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.last().first().toString(), QStringLiteral("norm_placement"));
        actionOf(*figure, "gradient")->trigger();   // another outcome of the same comparison
        QCOMPARE(asked.count(), 1);
        // After a restart, a figure with the saved view requests the same comparison once.
        const auto other = make("compare", study);
        QSignalSpy again(other.get(), &Figure::comparisonChosen);
        other->setViewState(figure->viewState());
        other->setViewState(figure->viewState());
        QCOMPARE(again.count(), 1);
        QCOMPARE(again.last().first().toString(), QStringLiteral("norm_placement"));
        actionOf(*figure, "")->trigger();
        QCOMPARE(asked.count(), 2);
        QCOMPARE(asked.last().first().toString(), QString());
        // The menu shows what applies.
        QVERIFY(actionOf(*figure, "head_width")->isVisible());
        const auto residual = make("compare", sample(QStringLiteral("residual")));
        pictureOf(*residual);
        QVERIFY(!actionOf(*residual, "head_width")->isVisible());
        QVERIFY(!actionOf(*residual, "entropy")->isVisible());
        QVERIFY(actionOf(*residual, "residual_scaling")->isVisible());
    }

    void comparisonIsDrawn()
    {
        const Theme& light = theme(QStringLiteral("light"));
        const auto study = sample(QStringLiteral("compared"));
        QVERIFY(study->comparison);
        const auto& variants = study->comparison->variants;
        QCOMPARE(variants.size(), std::size_t(3));
        const auto figure = make("compare", study, without_theory);
        const FigureTable table = figure->table();
        QCOMPARE(table.rows.size(), 27);
        const std::array colors {5, 6, 3};
        for (std::size_t v = 0; v < 3; ++v) {
            // One variant at a time, since the others may cover it.
            QStringList others;
            for (const ComparedVariant& variant : variants)
                others << QString::fromStdString(variant.label.english());
            others.removeAt(int(v));
            const auto alone = make("compare", study, without_theory, others);
            const QImage picture = pictureOf(*alone);
            for (int block = 1; block <= 4; ++block) {
                const Measurement& m = *variants[v].measurement;
                const double y = rms(m, block, "mlp_stream");
                const int row = int(9 * v) + 2 * block;
                QCOMPARE(cell(table, row, "variant"), QString::fromStdString(variants[v].label.english()));
                QVERIFY(isNear(cell(table, row, "stream"), y));
                QVERIFY(isNear(cell(table, row, "gradient"), gradientRms(m, block, "mlp_stream")));
                QVERIFY(
                    isNear(cell(table, row, "similarity"), *m.block(block).number("mlp_stream", Quantity::similarity)));
                double entropy = 0, square = 0;
                const auto& heads = m.block(block).find("attention")->heads;
                for (const AttentionHead& head : heads) {
                    entropy += head.entropy / head.log_visible / double(heads.size());
                    square += (std::pow(head.logit_mean, 2) + std::pow(head.logit_std, 2)) / double(heads.size());
                }
                QVERIFY(isNear(cell(table, row - 1, "entropy"), entropy));
                QVERIFY(isNear(cell(table, row - 1, "logits"), std::sqrt(square)));
                QCOMPARE(cell(table, row, "entropy"), QString());
                QVERIFY(marked(*alone, picture, block, std::log10(y), light.palette[colors[v]]));
            }
        }
        // While the next study has no comparison yet, the axes stay.
        const auto steady = make("compare", study, {{"comparison", "branch_scale"}});
        pictureOf(*steady);
        const Range before = canvasOf(*steady).y;
        steady->setExhibit(sample(QStringLiteral("transformer")));
        pictureOf(*steady);
        QCOMPARE(canvasOf(*steady).y, before);
        // While another chosen comparison is computed, the present one is not shown.
        const auto waiting = make("compare", study, {{"comparison", "norm_placement"}});
        const auto none = make("compare", sample(QStringLiteral("transformer")));
        QVERIFY(pictureOf(*waiting) != pictureOf(*figure));
        QVERIFY(pictureOf(*none) != pictureOf(*waiting));   // "choose a comparison", "computing…"
        QVERIFY(readoutOf(*figure, 2).startsWith(QStringLiteral("block 2, MLP · α = 1 ")));
    }
};

STEPZERO_TEST(TestFigureBlocks, QApplication)

}   // namespace tst_figure_blocks
#include "tst_figure_blocks.moc"
