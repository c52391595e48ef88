// SPDX-License-Identifier: GPL-3.0-or-later
// The outcomes of a study's cell, against the simulation and the theory of the cell's own experiment.
#include <QTest>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/words/nan.h"
#include "core/kinds/kinds.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/outcome.h"
#include "core/theory/layer_theory.h"
#include "core/train/coordinate_check.h"
#include "core/train/trainer.h"
#include "tests/main/registered_test.h"

namespace tst_outcome {

using namespace stepzero;

namespace {

Grid grid_of(const std::string& network, const std::string& rest, const std::string& vary)
{
    auto parsed = parse_grid(R"({"format": "stepzero-study", "version": 1, "experiment": {"network": {)" + network
        + "}, " + rest + R"(}, "vary": [)" + vary + "]}");
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        qFatal("%s", sentence("study", problems->front()).english().c_str());
    return std::get<Grid>(parsed);
}

/// Returns cells of every kind: dense ones with one and several replicas, dead, saturated, beyond the range of double
/// in both directions, without gradients, and networks made of blocks.
const std::vector<Grid>& grids()
{
    static const std::vector<Grid> all {
        grid_of(R"("kind": "dense", "width": 12, "depth": 3)",
            R"("input": {"samples": 9}, "measure": {"gradient": true})",
            R"({"path": "network.activation", "values": ["relu", "tanh", "gelu"]}, {"path": "replicas", "values": [1, 5, 8, 12]},
               {"path": "network.weight", "values": [{"scheme": "kaiming_normal"}, {"scheme": "zeros"},
                 {"scheme": "normal", "std": 3}]})"),
        grid_of(R"("kind": "dense", "width": 10, "depth": 40, "weight": {"scheme": "normal"})",
            R"("input": {"samples": 5}, "measure": {"gradient": true})",
            R"({"path": "network.weight.std", "values": [1e12, 1e-12, 1e30]}, {"path": "replicas", "values": [1, 3]},
               {"path": "network.activation", "values": ["relu", "linear"]})"),
        grid_of(R"("kind": "dense", "width": 10, "depth": 2)",
            R"("input": {"samples": 5}, "measure": {"gradient": false})", R"({"path": "seed", "values": [1, 2]})"),
        grid_of(R"("kind": "residual", "width": 16, "depth": 4, "activation": "relu")",
            R"("input": {"samples": 6}, "measure": {"gradient": true})", R"({"path": "replicas", "values": [1, 4]})"),
        grid_of(R"("kind": "transformer", "width": 16, "depth": 2, "heads": 2, "vocabulary": 31, "context": 16)",
            R"("input": {"samples": 2, "tokens": 6}, "measure": {"gradient": true})",
            R"({"path": "replicas", "values": [1, 3]})"),
        grid_of(R"("kind": "dense", "width": 12, "depth": 2)",
            R"("input": {"samples": 9}, "train": {"steps": 4, "task": "clusters", "optimizer": "adam"})",
            R"({"path": "train.learning_rate", "values": [0.001, 0.01]}, {"path": "replicas", "values": [1, 2, 3]},
               {"path": "train.optimizer", "values": ["sgd", "adam"]})"),
    };
    return all;
}

/// Returns a measured number as log10, with its standard deviation to first order: d log10 x = dx/(x ln 10).
OutcomeValue log10_value(const Distribution& d, double Distribution::*number, const Distribution* spread)
{
    OutcomeValue value {d.log10_of(d.*number)};
    const double mean = d.plain(d.*number), sd = spread ? spread->plain(spread->*number) : 0;
    if (spread && std::isfinite(mean) && mean > 0 && std::isfinite(sd))
        value.sd = sd / mean / std::log(10);
    return value;
}

/// Computes every outcome by its id from the parts of a cell; missing ones are absent.
std::map<std::string, OutcomeValue> recomputed(const Experiment& experiment)
{
    NoiseCache cache(1 << 22);
    Experiment plain = experiment;
    plain.measure.correlation = false;
    const NetworkPlan plan = plan_of(experiment.network);
    const Measurement m = simulate(plain, plan, cache, {});
    const int last = m.depth();
    const Reading& at = m.reading;
    const bool several = !m.spread.empty();
    const BlockRecord &first_sd = m.spread_of(1), &last_sd = m.spread_of(last);
    const Distribution *z = m.preactivation(last), *z_sd = last_sd.value(at.preactivation);
    const Distribution* output_sd = last_sd.value(at.output);

    std::map<std::string, OutcomeValue> all;
    all["last_rms"] = log10_value(*m.output(last), &Distribution::rms, output_sd);
    all["last_std"] = log10_value(*m.output(last), &Distribution::std, output_sd);
    all["last_preactivation_rms"] = log10_value(*z, &Distribution::rms, z_sd);
    all["weight_std"] = log10_value(*m.weight(1), &Distribution::std, first_sd.weight(at.weight));
    // Blocks have neither.
    if (const auto zeros = m.number(last, Quantity::zero_fraction))
        all["zero_fraction"] = {*zeros};
    if (const auto saturated = m.number(last, Quantity::saturated_fraction))
        all["saturated_fraction"] = {*saturated};
    if (const Distribution* first = m.gradient(1), *back = m.gradient(last); first) {
        all["first_gradient_rms"] = log10_value(*first, &Distribution::rms, first_sd.gradient(at.gradient));
        all["gradient_ratio"] = {first->log10_of(first->rms) - back->log10_of(back->rms)};
    }
    if (several) {
        const double ratio = z_sd->plain(z_sd->rms) / z->plain(z->rms);
        if (ratio < 1)   // for a log-normal number, var/mean² = exp(s²) − 1
            all["spread"] = {std::sqrt(std::log(1 + ratio * ratio))};
    }

    if (plain.train) {
        Recorder nobody;
        double last_log = 0, first_log = 0, right = 0, squares = 0;
        std::vector<double> losses;
        for (int replica = 0; replica < plain.replicas; ++replica) {
            Trainer trainer(plain, plan, cache, {}, replica);
            first_log += std::log10(trainer.loss(nobody, {})) / plain.replicas;
            TrainingStep step;
            for (int i = 0; i < plain.train->steps; ++i)
                step = trainer.step({});
            losses.push_back(std::log10(trainer.loss(nobody, {})));
            last_log += losses.back() / plain.replicas;
            right += *step.right / plain.replicas;
        }
        for (const double loss : losses)
            squares += (loss - last_log) * (loss - last_log);
        all["last_loss"] = {last_log};
        if (plain.replicas > 1)
            all["last_loss"].sd = std::sqrt(squares / (plain.replicas - 1));
        all["loss_ratio"] = {last_log - first_log};
        all["right"] = {right};
    }

    const auto predict_at
        = [&](const char* id, const std::optional<double>& log10, const std::optional<double>& spread) {
              const auto found = all.find(id);
              if (found == all.end())
                  return;
              if (log10 && !std::isnan(*log10))
                  found->second.theory = log10;
              if (spread)
                  found->second.theory_sd = *spread / std::log(10);
          };
    if (!plan.kind->layered) {
        const Prediction p = predict(experiment, plan, whole_extent(experiment), {});
        const std::string stream = plan.steps.back().word + "_stream";
        const auto log10_at = [&](int block, const std::string& role, Quantity quantity) {
            const Predicted* found = p.block(block).find(role, quantity);
            return found ? found->log10() : std::nullopt;
        };
        const auto above = log10_at(1, stream, Quantity::gradient_rms),
                   below = log10_at(last, stream, Quantity::gradient_rms);
        predict_at("last_rms", log10_at(last, stream, Quantity::rms), {});
        predict_at("last_preactivation_rms", log10_at(last, plan.reading.preactivation, Quantity::rms), {});
        predict_at("first_gradient_rms", above, {});
        if (above && below)
            predict_at("gradient_ratio", *above - *below, {});
    } else {
        const Prediction p = predict_layers(plan, experiment);
        const auto predict_size = [&](const char* id, const Predicted* size) {
            if (size)
                predict_at(id, size->log10(), size->spread);
        };
        if (p.covers(last)) {
            predict_size("last_rms", p.output(last, Quantity::rms));
            predict_size("last_std", p.output(last, Quantity::std));
            predict_size("last_preactivation_rms", p.preactivation(last, Quantity::rms));
            all["zero_fraction"].theory = p.output(last, Quantity::zero_fraction)->value;
            all["saturated_fraction"].theory = p.output(last, Quantity::saturated_fraction)->value;
            if (all.contains("spread"))
                all["spread"].theory = p.preactivation(last, Quantity::rms)->spread;
        }
        if (p.covers(1)) {
            predict_at("weight_std", std::log10(p.preactivation(1, Quantity::weight_std)->value), {});
            const Predicted *first = p.gradient(1), *back = p.gradient(last);
            predict_size("first_gradient_rms", first);
            if (first && back)
                predict_at("gradient_ratio", *first->log10() - *back->log10(), {});
        }
    }
    std::erase_if(all, [](const auto& entry) { return std::isnan(entry.second.value); });
    if (const auto ratio = all.find("gradient_ratio"); ratio != all.end() && ratio->second.value == infinity)
        all.erase(ratio);   // division by zero
    // A cell stores log10 of an RMS that leaves the range of double, but not of a std.
    const Distribution& output = *m.output(last);
    if (const double std = output.plain(output.std); output.exponent != 0 && (std == 0 || std::isinf(std)))
        all.erase("last_std");
    return all;
}

bool is_near(double a, double b)
{
    return a == b || std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

bool is_near(const std::optional<double>& a, const std::optional<double>& b)
{
    return a.has_value() == b.has_value() && (!a || is_near(*a, *b));
}

std::string shown(const std::optional<double>& number) { return number ? std::to_string(*number) : "absent"; }

}   // namespace

class TestOutcome : public QObject {
    Q_OBJECT

private slots:
    void outcomes_are_found_by_their_names()
    {
        std::set<std::string> ids, labels;
        for (const Outcome& outcome : outcomes()) {
            ids.insert(outcome.id);
            labels.insert(outcome.label.english());
            QCOMPARE(find_outcome(outcome.id), &outcome);
        }
        QCOMPARE(ids.size(), outcomes().size());
        QCOMPARE(labels.size(), outcomes().size());
        QCOMPARE(outcomes().front().id, std::string("last_rms"));
        QVERIFY(!find_outcome("loss"));
    }

    /// At another width a cell is trained as a coordinate check trains that width.
    void cells_follow_the_parametrization()
    {
        NoiseCache cache(1 << 22);
        const CheckRequest request {.sizes = {16, 32}, .steps = 3, .seeds = 2};
        for (const char* name : {"standard", "ntk", "mup"}) {
            const std::string train = R"("train": {"steps": 3, "task": "clusters", "optimizer": "adam",
                "parametrization": )";
            const Grid grid = grid_of(R"("kind": "dense", "width": 16, "input_width": 16, "depth": 2)",
                R"("input": {"samples": 9}, "replicas": 2, )" + train + '"' + name + "\"}",
                R"({"path": "network.width", "values": [16, 32]})");
            const CoordinateCheck check
                = coordinate_check(cell_experiment(grid, 0), *find_parametrization(name), request, cache, {});
            for (std::size_t size = 0; size < 2; ++size) {
                const std::vector<double>& losses = check.losses.back()[size];
                const double expected = (std::log10(losses[0]) + std::log10(losses[1])) / 2;
                const CellResult cell = run_cell(grid, size, ".", cache, {});
                QVERIFY2(is_near(cell.training->log10_last_loss, expected), name);
            }
        }
    }

    void every_outcome_of_every_kind_of_cell()
    {
        NoiseCache cache(1 << 22);
        std::map<std::string, int> values, deviations, theories, theory_deviations;
        for (const Grid& grid : grids())
            for (std::size_t index = 0; index < cell_count(grid); ++index) {
                const CellResult cell = run_cell(grid, index, ".", cache, {});
                const auto expected = recomputed(cell_experiment(grid, index));
                for (const Outcome& outcome : outcomes()) {
                    const auto value = outcome.of(cell);
                    const auto found = expected.find(outcome.id);
                    const std::string where = cell_name(grid, index).english() + ", " + outcome.id;
                    QVERIFY2(value.has_value() == (found != expected.end()),
                        (where + (value ? " is there: " + std::to_string(value->value) : " is absent")).c_str());
                    if (!value)
                        continue;
                    const OutcomeValue& e = found->second;
                    QVERIFY2(is_near(value->value, e.value),
                        (where + ": " + shown(value->value) + ", not " + shown(e.value)).c_str());
                    QVERIFY2(is_near(value->sd, e.sd),
                        (where + " sd: " + shown(value->sd) + ", not " + shown(e.sd)).c_str());
                    QVERIFY2(is_near(value->theory, e.theory),
                        (where + " theory: " + shown(value->theory) + ", not " + shown(e.theory)).c_str());
                    QVERIFY2(is_near(value->theory_sd, e.theory_sd),
                        (where + " theory's sd: " + shown(value->theory_sd) + ", not " + shown(e.theory_sd)).c_str());
                    ++values[outcome.id];
                    deviations[outcome.id] += value->sd.has_value();
                    theories[outcome.id] += value->theory.has_value();
                    theory_deviations[outcome.id] += value->theory_sd.has_value();
                }
            }
        // No comparison holds merely because there was nothing to compare.
        for (const Outcome& outcome : outcomes()) {
            QVERIFY2(values[outcome.id] > 5, outcome.id.c_str());
            const bool trained = std::set<std::string> {"last_loss", "loss_ratio", "right"}.contains(outcome.id);
            QVERIFY2(
                trained == (theories[outcome.id] == 0) && (trained || theories[outcome.id] > 5), outcome.id.c_str());
        }
        for (const char* id : {"last_rms", "last_std", "last_preactivation_rms", "first_gradient_rms"})
            QVERIFY2(deviations[id] > 5 && theory_deviations[id] > 5, id);
    }

    void dead_and_lost_signals()
    {
        NoiseCache cache(1 << 22);
        const Grid dead = grid_of(R"("kind": "dense", "width": 10, "depth": 3, "activation": "relu")",
            R"("input": {"samples": 5}, "measure": {"gradient": true}, "replicas": 2)",
            R"({"path": "network.weight", "values": [{"scheme": "zeros"}]})");
        const CellResult zero = run_cell(dead, 0, ".", cache, {});
        for (const char* id : {"last_rms", "last_std", "last_preactivation_rms"}) {
            QCOMPARE(find_outcome(id)->of(zero)->value, -infinity);
            QVERIFY(!find_outcome(id)->of(zero)->sd);
        }
        QVERIFY(!find_outcome("spread")->of(zero));   // there is none
        QCOMPARE(find_outcome("zero_fraction")->of(zero)->value, 1.0);

        // Forty linear layers, each of which multiplies by √10·1e12: 480 + 20 decades and more, which exceeds double.
        const Grid exploding = grid_of(
            R"("kind": "dense", "width": 10, "depth": 40, "activation": "linear", "weight": {"scheme": "normal"})",
            R"("input": {"samples": 5}, "measure": {"gradient": true})",
            R"({"path": "network.weight.std", "values": [1e12]})");
        const auto last = find_outcome("last_rms")->of(run_cell(exploding, 0, ".", cache, {}));
        QVERIFY2(std::abs(last->value - 500) < 5, std::to_string(last->value).c_str());
        QVERIFY(std::abs(*last->theory - 500) < 1e-6);
    }

    /// 16 × 30 networks of eight layers of width 32. An estimate from 30 of them has a standard deviation of s√((κ −
    /// 1)/30)/2, where κ is the kurtosis of a log-normal number. Their mean is compared within four standard
    /// deviations. Theory is right to leading order in 1/width, which adds 1/32.
    void spread_over_networks_data()
    {
        QTest::addColumn<QString>("members");
        QTest::newRow("ReLU, He") << R"("activation": "relu", "weight": {"scheme": "kaiming_normal"})";
        QTest::newRow("linear") << R"("activation": "linear", "weight": {"scheme": "mean_field", "variance": 1})";
        QTest::newRow("tanh") << R"("activation": "tanh", "weight": {"scheme": "mean_field", "variance": 1.5})";
    }

    void spread_over_networks()
    {
        QFETCH(QString, members);
        constexpr int seeds = 16, replicas = 30;
        std::string list;
        for (int seed = 1; seed <= seeds; ++seed)
            list += (seed > 1 ? ", " : "") + std::to_string(seed);
        const Grid grid = grid_of(R"("kind": "dense", "width": 32, "depth": 8, )" + members.toStdString(),
            R"("input": {"samples": 4}, "replicas": )" + std::to_string(replicas),
            R"({"path": "seed", "values": [)" + list + "]}");
        NoiseCache cache(1 << 22);
        double sum = 0, theory = 0;
        for (std::size_t cell = 0; cell < seeds; ++cell) {
            const auto value = find_outcome("spread")->of(run_cell(grid, cell, ".", cache, {}));
            QVERIFY(value && value->theory);
            sum += value->value;
            theory = *value->theory;
        }
        const double measured = sum / seeds, e = std::exp(theory * theory);
        const double kurtosis = std::pow(e, 4) + 2 * std::pow(e, 3) + 3 * std::pow(e, 2) - 3;
        const double sigma = theory * std::sqrt((kurtosis - 1) / replicas) / 2 / std::sqrt(double(seeds));
        const QString text = QStringLiteral("measured %1, theory %2, σ %3").arg(measured).arg(theory).arg(sigma);
        QVERIFY2(std::abs(measured - theory) < 4 * sigma + theory / 32, qPrintable(text));
        QVERIFY2(4 * sigma < 0.35 * theory, qPrintable(text));   // the test is meaningful
    }
};

STEPZERO_TEST(TestOutcome, NoApplication)

}   // namespace tst_outcome
#include "tst_outcome.moc"
