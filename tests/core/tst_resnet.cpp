// SPDX-License-Identifier: GPL-3.0-or-later
// Residual networks of convolutions: everything that a run reports against PyTorch, and theory against many networks.
#include <cmath>

#include "core/simulate/simulate.h"
#include "core/theory/resnet_theory.h"
#include "tests/cases.h"
#include "tests/core/resnet_cases.h"
#include "tests/core/written_run.h"
#include "tests/main/registered_test.h"

namespace tst_resnet {

using namespace stepzero;

namespace {

constexpr std::size_t cache_bytes = std::size_t(64) << 20;

/// A network, and its allowed deviation from theory in addition to random scatter.
struct Case {
    const char* name;
    Parameters options;
    const char* activation = "relu";
    double forward = 0.015, backward = 0.05;
    Initializer weight {"kaiming_normal", {{"mode", std::string("fan_out")}}};
};

/// Forward, theory treats positions that share their taps as independent. Backward, BatchNorm divides by the deviations
/// of few numbers: E[1/v] exceeds 1/E[v], increasingly from block to block.
std::vector<Case> cases()
{
    const auto text = [](const char* s) { return ParameterValue(std::string(s)); };
    return {
        {"BatchNorm", {}},
        {"head", {{"classes", 10.0}}},
        {"pre-activation", {{"order", text("pre_activation")}}},
        {"standardized, GroupNorm",
            {{"norm", text("group_norm")}, {"norm_groups", 4.0}, {"weight_standardization", text("scaled")}}},
        {"Fixup", {{"norm", text("none")}, {"residual_scaling", text("fixup")}}},
        {"NFNet",
            {{"norm", text("none")}, {"order", text("pre_activation")}, {"weight_standardization", text("scaled")},
                {"branch", 0.2}}},
        {"without norm", {{"norm", text("none")}}},
        {"without norm, pre-activation", {{"norm", text("none")}, {"order", text("pre_activation")}}},
        {"bottleneck", {{"block", text("bottleneck")}, {"hidden_ratio", 0.5}}},
        {"ConvNeXt",
            {{"block", text("convnext")}, {"hidden_ratio", 4.0}, {"kernel", 7.0}, {"norm", text("layer_norm")},
                {"stem", text("patch")}, {"size", 64.0}},
            "gelu", 0.015, 0.05, {"trunc_normal", {{"std", 0.02}}}},
        {"tanh, circular", {{"padding", text("circular")}}, "tanh"},
        {"tanh without norm", {{"norm", text("none")}}, "tanh"},
        {"a skip of the other sign", {{"skip", -0.8}, {"branch", 0.5}}},
    };
}

}   // namespace

class TestResnet : public QObject {
    Q_OBJECT

    const Context context_ {};

private slots:
    void runs_are_those_of_pytorch()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        const int networks = tested::cases(60);
        std::mt19937 random(5);
        QCOMPARE(compared_runs(networks, false, "resnets_in_torch.py", [&] { return resnet_cases::any(random); }),
            QString("networks %1").arg(networks));
    }

    void theory_is_the_mean_over_networks_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << int(i);
    }
    void theory_is_the_mean_over_networks()
    {
        QFETCH(int, index);
        const Case c = cases()[std::size_t(index)];
        constexpr int networks = 12;
        Parameters options {{"stage_2", 3.0}, {"stage_3", 5.0}, {"size", 16.0}};
        for (const auto& [name, value] : c.options)
            options[name] = value;
        Experiment e = resnet_cases::resnet(options, 6, 32);
        e.network.activation = {c.activation, {}};
        e.network.weight = c.weight;
        e.input.samples = 12;
        e.replicas = networks;
        e = with_completed_parameters(e);
        const NetworkPlan plan = plan_of(e.network);
        NoiseCache cache(cache_bytes);
        const Measurement m = simulate(e, plan, cache, context_);
        const Prediction p = predict(e, plan, {e.input.samples, 1}, context_);
        for (int block = 1; block <= plan.depth(); ++block) {
            const BlockRecord& sd = m.spread_of(block);
            // Five standard errors; E[RMS] is below √E[RMS²] by half of its relative variance.
            const auto compare = [&](const char* what, double mean, double scatter, double predicted, double allowed) {
                const double expected = predicted * (1 - std::pow(scatter / mean, 2) / 2);
                const double error = 5 * scatter / std::sqrt(double(networks));
                QVERIFY2(std::abs(mean - expected) <= error + allowed * expected,
                    qPrintable(QString("%1 of block %2: %3, theory %4, %5%, error %6")
                                   .arg(what)
                                   .arg(block)
                                   .arg(mean)
                                   .arg(expected)
                                   .arg(100 * (mean / expected - 1))
                                   .arg(error)));
            };
            const BlockRecord& record = m.block(block);
            for (const char* site : {"branch_stream", "branch_branch"})
                if (const auto q = p.block(block).find(site, Quantity::rms); q->value > 0)
                    compare(site, record.value(site)->rms, sd.value(site)->rms, q->value, c.forward);
            const auto gradient = p.block(block).find("branch_stream", Quantity::gradient_rms);
            QVERIFY(gradient);
            compare("gradient", record.gradient("branch_stream")->rms, sd.gradient("branch_stream")->rms,
                gradient->value, c.backward);
        }
    }
};

STEPZERO_TEST(TestResnet, NoApplication)

}   // namespace tst_resnet
#include "tst_resnet.moc"
