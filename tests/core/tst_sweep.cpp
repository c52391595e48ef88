// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters over a range, which are played and animated.
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <optional>
#include <tuple>

#include "core/base/words/words.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/input/input_file.h"
#include "core/study/grid/sweep.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"

namespace tst_sweep {

using namespace stepzero;

namespace {

Experiment of_kind(const NetworkKind& kind)
{
    Experiment e;
    e.network = kind.network;
    e.input = kind.input;
    e.train = default_training(e.network);
    return with_completed_parameters(e);
}

std::string failure_of(const Experiment& base, const char* path, const char* text)
{
    try {
        (void)frame_at(base, sweep_of(base, path, text), 0);
    } catch (const BadInput& error) {
        return error.what();
    }
    return {};
}

}   // namespace

class TestSweep : public QObject {
    Q_OBJECT
private slots:
    void a_frame_differs_in_the_dial_alone()
    {
        Experiment base = of_kind(*find_kind("dense"));
        base.title = "mine";
        const Sweep depth = sweep_of(base, "network.depth", "1..50");
        QCOMPARE(depth.values.size(), std::size_t(50));
        const SweepFrame frame = frame_at(base, depth, 11);
        Experiment expected = base;
        expected.network.depth = 12;
        QVERIFY(frame.experiment == expected);
        QCOMPARE(frame.label.english(), std::string("depth 12"));
        QCOMPARE(nearest_frame(frame.experiment, 0, depth), std::size_t(11));
        const Sweep width = sweep_of(base, "network.width", "8 .. 512 : 7 log");
        QCOMPARE(frame_at(base, width, 6).experiment.network.width, 512);
        QCOMPARE(frame_at(base, width, 1).experiment.network.width, 16);
        const Sweep steps = sweep_of(base, "step", "0 .. 20 : 3");
        QCOMPARE(frame_at(base, steps, 1).step, 10);
        QVERIFY(frame_at(base, steps, 1).experiment == base);
        QCOMPARE(nearest_frame(base, 13, steps), std::size_t(1));
        QCOMPARE(present_label(base, 13, steps).english(), std::string("13"));
        Experiment between = base;
        between.network.width = 100;
        QCOMPARE(present_label(between, 0, width).english(), std::string("100"));
        QVERIFY(present_label(frame.experiment, 0, depth) == depth.labels[11]);
    }

    /// With any scheme, and with the one that has it.
    void a_variance_has_a_path_of_its_own()
    {
        const Experiment base = of_kind(*find_kind("dense"));
        const Sweep sweep = sweep_of(base, "network.weight.variance", "0.5, 1, 2");
        const Experiment one = frame_at(base, sweep, 1).experiment;
        QCOMPARE(one.network.weight.scheme, std::string("mean_field"));
        QCOMPARE(std::get<double>(one.network.weight.parameters.at("variance")), 1.0);
        const Sweep again = sweep_of(one, "network.weight.variance", "0.5, 1, 2");
        QCOMPARE(nearest_frame(one, 0, again), std::size_t(1));
        QVERIFY(frame_at(one, again, 2).experiment == frame_at(base, sweep, 2).experiment);
    }

    /// An audience reads the values: at most four digits where the distances allow, and the network has the shown
    /// value.
    void stops_are_round()
    {
        const Experiment base = with_completed_parameters([] {
            Experiment e = of_kind(*find_kind("dense"));
            e.network.weight = {"normal", {{"std", 0.1}}};
            return e;
        }());
        const std::vector<std::tuple<std::string, double, double>> ranges {{"network.weight.std", 0.005, 0.15},
            {"network.weight.std", 0.005, 0.12}, {"network.weight.std", 0.001, 0.1}, {"network.weight.std", 0.013, 0.3},
            {"network.weight.variance", 0.5, 4}, {"network.weight.variance", 0.1, 16}, {"input.std", 0.05, 2},
            {"train.learning_rate", 1e-6, 0.01}};
        for (const auto& [path, low, high] : ranges) {
            const Sweep sweep = sweep_of(base, path, range_text(base, path, low, high));
            QVERIFY2(sweep.labels.size() > 20 && sweep.labels.size() <= 101, path.c_str());
            QCOMPARE(sweep.labels.front().english(), number_text(low));
            QCOMPARE(sweep.labels.back().english(), number_text(high));
            for (const Text& each : sweep.labels) {
                const std::string label = each.english();
                const QString digits = QString::fromStdString(label).remove('.').remove(QRegularExpression("^0+|e.*$"));
                QVERIFY2(digits.size() <= 4, label.c_str());
            }
        }
        QCOMPARE(sweep_of(base, "network.weight.std", range_text(base, "network.weight.std", 0.005, 0.155))
                     .labels[1]
                     .english(),
            std::string("0.0075"));
        const Sweep typed = sweep_of(base, "network.weight.std", "0.03 .. 0.05 : 61");
        QCOMPARE(typed.labels[59].english(), std::string("0.04967"));
        QCOMPARE(present_label(frame_at(base, typed, 59).experiment, 0, typed).english(), std::string("0.04967"));
        const Sweep width = sweep_of(base, "network.width", range_text(base, "network.width", 16, 512));
        for (const std::string power : {"32", "64", "128", "256"})
            QVERIFY(std::ranges::find(width.labels, Text::name(power)) != width.labels.end());
        QCOMPARE(sweep_of(base, "network.weight.std", "0.1, 0.0496667").labels[1].english(), std::string("0.0496667"));
        Experiment between = base;
        between.network.weight.parameters["std"] = 0.0883883;
        QCOMPARE(present_label(between, 0, typed).english(), std::string("≈0.08839"));
    }

    /// All combinations, the last sweep fastest; one of them may be the training step.
    void two_sweeps()
    {
        Experiment base = of_kind(*find_kind("dense"));
        base.network.width = 16;
        base.network.depth = 3;
        base.train->steps = 4;
        const std::vector<Sweep> sweeps {sweep_of(base, "network.depth", "2, 3, 5"), sweep_of(base, "step", "0, 2"),
            sweep_of(base, "seed", "1, 42")};
        const std::vector<SweepFrame> frames = frames_of(base, sweeps);
        QCOMPARE(frames.size(), std::size_t(12));
        for (std::size_t i = 0; i < frames.size(); ++i) {
            QCOMPARE(frames[i].experiment.network.depth, (std::vector {2, 3, 5}[i / 4]));
            QCOMPARE(frames[i].step, i / 2 % 2 == 0 ? 0 : 2);
            QCOMPARE(frames[i].experiment.seed, std::uint64_t(i % 2 == 0 ? 1 : 42));
        }
        QCOMPARE(frames[7].label.english(), std::string("depth 3, training step 2, seed 42"));
        base.seed = 42;
        QCOMPARE(nearest_frame(base, 2, sweeps), std::size_t(7));
    }

    /// Few values, evenly spaced or in equal ratios, with both ends and the experiment's own.
    void few_stops()
    {
        Experiment base = of_kind(*find_kind("dense"));
        base.network.depth = 7;
        const auto stops = [&](const char* path, double low, double high, int count) {
            return stops_text(base, 0, path, low, high, count);
        };
        QCOMPARE(stops("network.depth", 1, 5, 9), std::string("1, 2, 3, 4, 5"));
        QCOMPARE(stops("network.depth", 1, 13, 5), std::string("1, 4, 7, 10, 13"));
        QCOMPARE(stops("network.depth", 2, 14, 5), std::string("2, 5, 7, 8, 11, 14"));   // with its own 7
        QCOMPARE(stops("network.depth", 1, 81, 5), std::string("1, 3, 7, 9, 27, 81"));
        QCOMPARE(stops("input.std", 0.5, 2.5, 5), std::string("0.5, 1, 1.5, 2, 2.5"));
        base.input.std = 0.123;
        QCOMPARE(stops("input.std", 0.001, 10, 5), std::string("0.001, 0.01, 0.1, 0.123, 1, 10"));
        QCOMPARE(stops("step", 0, 4, 9), std::string("0, 1, 2, 3, 4"));
    }

    void names_are_values()
    {
        const Experiment base = of_kind(*find_kind("dense"));
        const Sweep sweep = sweep_of(base, "network.activation", "tanh, relu");
        QCOMPARE(frame_at(base, sweep, 0).experiment.network.activation.name, std::string("tanh"));
        QVERIFY(frame_at(base, sweep, 1).experiment == base);
        QCOMPARE(nearest_frame(base, 0, sweep), std::size_t(1));
        // If the experiment has another value, or names do not yield an experiment, its own value is shown.
        Experiment gelu = base;
        gelu.network.activation = {"gelu", {}};
        gelu = with_completed_parameters(gelu);
        QVERIFY(present_label(gelu, 0, sweep) == sweep_of(gelu, "network.activation", "gelu").labels.front());
        const Sweep schemes = sweep_of(base, "network.weight", "delta_orthogonal, orthogonal, kaiming_normal");
        QVERIFY(!failure_of(base, "network.weight", "delta_orthogonal").empty());
        QCOMPARE(nearest_frame(base, 0, schemes), std::size_t(2));
        QVERIFY(present_label(base, 0, schemes) == schemes.labels[2]);
    }

    /// With the proposed values, every frame of every parameter of every kind is valid.
    void proposals_can_be_played()
    {
        for (const NetworkKind& kind : kinds()) {
            const Experiment base = of_kind(kind);
            for (const Dial& dial : dials(base)) {
                const Sweep sweep = sweep_of(base, dial.path, dial.text);
                QVERIFY2(!sweep.values.empty() && sweep.values.size() <= 101, dial.path.c_str());
                QCOMPARE(sweep.labels.size(), sweep.values.size());
                std::size_t good = 0;
                std::optional<Experiment> before;
                for (const std::size_t i : {std::size_t(0), sweep.values.size() / 2, sweep.values.size() - 1}) {
                    try {
                        const Experiment frame = frame_at(base, sweep, i).experiment;
                        QVERIFY(validate(frame).empty());
                        if (before && dial.numbers && *before != frame)
                            QCOMPARE(moved_dial(*before, frame), dial.path);
                        before = frame;
                        ++good;
                    } catch (const BadInput&) {   // heads that do not divide the width
                    }
                }
                QVERIFY2(good > 0 || dial.path.starts_with("network.stage_"),   // these make up the depth
                    (kind.name + ": " + dial.path + " " + dial.text).c_str());
            }
        }
    }

    /// A preset changes many parameters at once, so none of them counts as the last one.
    void begins_with_the_dial_that_was_moved()
    {
        const Experiment base = of_kind(*find_kind("dense")), other = of_kind(*find_kind("transformer"));
        QCOMPARE(moved_dial(base, other), std::string());
        QCOMPARE(moved_dial(base, base), std::string());
        // The first edit of a role that follows another one.
        Experiment scaled = other;
        scaled.network.roles["final_norm_scale"] = {"constant", {{"value", 2.0}}};
        QCOMPARE(moved_dial(other, with_completed_parameters(scaled)), std::string("network.roles.final_norm_scale"));
        for (const Experiment& each : {base, other}) {
            const std::vector<Dial> all = dials(each);
            QCOMPARE(all[first_dial(all, "")].path, std::string("network.depth"));
            QCOMPARE(all[first_dial(all, "network.width")].path, std::string("network.width"));
            QCOMPARE(all[first_dial(all, "network.of another kind")].path, std::string("network.depth"));
        }
        QCOMPARE(first_dial({{"network.weight", {}, "", false}, {"seed", {}, "", true}}, ""), std::size_t(1));
    }

    void what_is_wrong_is_a_sentence()
    {
        Experiment base = of_kind(*find_kind("dense"));
        QCOMPARE(failure_of(base, "network.depth", "0..3"), std::string("network.depth: 0 is not within 1 to 10000"));
        QVERIFY(failure_of(base, "network.depht", "1..3").starts_with("the control must be one of network.weight, "));
        QVERIFY(failure_of(base, "network.activation", "rleu").find("relu") != std::string::npos);
        QVERIFY(!failure_of(base, "network.activation", " ").empty());
        base.network.overrides = {{8, {}, Initializer {"zeros", {}}, {}}};
        QVERIFY(failure_of(with_completed_parameters(base), "network.depth", "3").starts_with("depth 3: "));
        base.train.reset();
        QVERIFY(!failure_of(base, "step", "1").empty());
    }
};

STEPZERO_TEST(TestSweep, NoApplication)

}   // namespace tst_sweep
#include "tst_sweep.moc"
