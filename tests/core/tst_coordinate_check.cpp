// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinate checks: slopes and their intervals. Under μP the changes by the first steps have the same size at every
// width. They grow under the standard parametrization, and those of features shrink under NTK. Over depth, CompleteP is
// checked.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <random>

#include "core/exchange/coordinate_check_json.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/train/coordinate_check.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_coordinate_check {

using namespace stepzero;

namespace {

Experiment dense()
{
    Experiment e = networks::experiment(R"("kind": "dense", "depth": 3, "width": 128, "input_width": 32,
        "activation": "tanh", "weight": {"scheme": "lecun_normal"})",
        R"("input": {"samples": 32}, "seed": 11)");
    e.train = default_training(e.network);
    e.train->learning_rate = 1e-4;   // far from where tanh saturates or steps overshoot, at every width
    return e;
}

}   // namespace

class TestCoordinateCheck : public QObject {
    Q_OBJECT

    NoiseCache cache_ {1 << 26};
    Context context_;

    CoordinateCheck check(const Experiment& e, const char* parametrization, const CheckRequest& request)
    {
        return coordinate_check(e, *find_parametrization(parametrization), request, cache_, context_);
    }

private slots:
    /// The interval covers the slope in 95% of 2000 lines with normal errors, within 4 standard errors.
    void intervals_cover_as_often_as_they_say()
    {
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        const int lines = 2000;
        int covered = 0;
        for (int i = 0; i < lines; ++i) {
            std::vector<double> x;
            std::vector<std::vector<double>> y;
            for (int size = 0; size < 4; ++size) {
                x.push_back(size);
                y.push_back({1 + 0.5 * size + 0.3 * normal(random), 7 + 0.5 * size + 0.3 * normal(random)});
            }
            const Slope s = *slope_of(x, y);
            covered += s.low <= 0.5 && 0.5 <= s.high ? 1 : 0;
        }
        QVERIFY(std::abs(covered / double(lines) - 0.95) < 4 * std::sqrt(0.95 * 0.05 / lines));
        QVERIFY(!slope_of({1, 2}, {{1}, {2}}));
        QVERIFY(!slope_of({1, 1, 1}, {{1}, {2}, {3}}));
        QVERIFY(!slope_of({1, 2, 3}, {{1}, {std::nan("")}, {3}}));
    }

    void widths_from_128_to_1024()
    {
        const CheckRequest request {.sizes = {128, 384, 1024}, .steps = 3};
        const CoordinateCheck mup = check(dense(), "mup", request), standard = check(dense(), "standard", request);
        QVERIFY2(mup.good, mup.sentences.front().english().c_str());
        QVERIFY(!standard.good);
        for (const CheckedSite& site : mup.sites) {
            QVERIFY(site.change->low < flat_slope && site.change->high > -flat_slope);
            // In networks of width 128 and more, signals at step 0 are as their schemes predict, and the readout's
            // decreases.
            QVERIFY(std::abs(site.first->slope - (site.end ? -0.5 : 0)) < 0.1);
        }
        // Adam moves every weight by the learning rate. n inputs aligned with their gradient add up to n; inputs of the
        // first layer stay the same. The readout's weights of σ = 1/√n multiply its changed input by √n.
        for (const CheckedSite& site : standard.sites) {
            const double expected = site.label.english() == "layer 1" ? 0 : site.end ? 1.5 : 1;
            QVERIFY2(std::abs(site.change->slope - expected) < 0.25, site.label.english().c_str());
            QCOMPARE(site.change_scaling == Scaling::grows, expected > 0);
        }
    }

    /// Without training steps in which they could align, features under NTK change by 1/√width.
    void ntk_is_lazy()
    {
        Experiment e = dense();
        e.train->optimizer = {"sgd", {}};
        e.train->learning_rate = 0.1;
        e = with_completed_parameters(e);
        const CoordinateCheck ntk = check(e, "ntk", {.sizes = {128, 256, 512, 1024}});
        QVERIFY(!ntk.good);
        for (const CheckedSite& site : ntk.sites)
            QVERIFY2(std::abs(site.change->slope - (site.end ? 0 : -0.5)) < 0.15, site.label.english().c_str());
    }

    void depth()
    {
        Experiment e = networks::experiment(R"("kind": "residual", "depth": 4, "width": 64, "norm": "layer_norm",
            "branch": 0.25, "activation": "relu")",
            R"("input": {"samples": 32}, "seed": 3)");
        e.train = default_training(e.network);
        const CheckRequest request {.sizes = {4, 16, 64}, .depths = true};
        const auto last = [](const CoordinateCheck& c) { return *c.sites[c.sites.size() - 2].change; };
        const CoordinateCheck complete = check(e, "completep", request), standard = check(e, "standard", request);
        QVERIFY2(complete.good, complete.sentences.front().english().c_str());
        QVERIFY(last(standard).low > last(complete).high);
    }

    /// At depth 2 a quarter and a half are block 1, and three quarters and the end are block 2.
    void places_that_are_one_block_are_not_compared()
    {
        Experiment e = networks::experiment(R"("kind": "residual", "depth": 2, "width": 32, "norm": "layer_norm",
            "branch": 0.5, "activation": "relu")",
            R"("input": {"samples": 16}, "seed": 3)");
        e.train = default_training(e.network);
        const auto labels = [&](std::vector<int> sizes, int seeds) {
            const CoordinateCheck c
                = check(e, "completep", {.sizes = std::move(sizes), .depths = true, .seeds = seeds});
            QStringList all;
            for (const CheckedSite& site : c.sites)
                all << QString::fromStdString(site.label.english());
            return std::pair(all, c.good);
        };
        const auto [few, good] = labels({2, 4, 8, 16}, 3);
        QCOMPARE(few, QStringList({"½ of the depth", "the end", "readout"}));
        QVERIFY(good);
        QCOMPARE(labels({4, 8}, 1).first,
            QStringList({"¼ of the depth", "½ of the depth", "¾ of the depth", "the end", "readout"}));
        QCOMPARE(labels({1, 4}, 1).first, QStringList({"the end", "readout"}));
        QCOMPARE(labels({3, 12}, 1).first, QStringList({"¼ of the depth", "¾ of the depth", "the end", "readout"}));
    }

    void results_as_text()
    {
        const Experiment e = dense();
        const CoordinateCheck c = check(e, "mup", {.sizes = {8, 16}, .steps = 2, .seeds = 2});
        const QString table = QString::fromStdString(format_check_table(c));
        QVERIFY(table.startsWith("μP, Adam, widths 8, 16; 2 steps, 2 seeds\n"));
        QCOMPARE(table.count("\nlayer "), 3);
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(format_check(c, e))).object();
        QCOMPARE(json["sites"].toArray().size(), 4);
        const QJsonArray rms = json["sites"].toArray()[1].toObject()["rms"].toArray();
        QCOMPARE(rms.size(), 3);
        QCOMPARE(rms[2].toArray()[1].toArray()[0].toDouble(), c.sites[1].rms[2][1][0]);
    }

    /// Every kind can be resized and checked.
    void every_kind()
    {
        for (const NetworkKind& kind : kinds()) {
            Experiment e;
            e.network = kind.network;
            e.input = kind.input;
            e.network.depth = 2;
            e.network.width = 32;
            if (kind.fitted)
                e.network = kind.fitted(e.network, kind.network);
            e.input.samples = 3;
            e.input.tokens = 8;
            e.train = default_training(e.network);
            for (const int size : {32, 64})
                QVERIFY2(validate(resized(e, size, false)).empty(), kind.name.c_str());
            const CoordinateCheck c = check(e, "mup", {.sizes = {32, 64}, .steps = 1, .seeds = 2});
            QVERIFY(c.sites.size() >= 3);
            for (const CheckedSite& site : c.sites)
                QVERIFY2(site.first && site.change, (kind.name + ": " + site.label.english()).c_str());
        }
    }
};

STEPZERO_TEST(TestCoordinateCheck, QCoreApplication)

}   // namespace tst_coordinate_check
#include "tst_coordinate_check.moc"
