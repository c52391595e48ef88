// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule detects a network that was built to have the fault, and every fix that it offers removes the fault.
#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <set>

#include "core/base/formats/npy.h"
#include "core/diagnose/rules.h"
#include "core/files/validate.h"
#include "tests/cases.h"
#include "tests/core/diagnose_faults.h"
#include "tests/main/registered_test.h"

namespace tst_diagnose_faults {

using namespace diagnose_cases;

class TestDiagnoseFaults : public QObject {
    Q_OBJECT

private slots:
    void is_found_and_fixed_data()
    {
        QTest::addColumn<int>("index");
        const auto all = faults();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << int(i);
    }

    void is_found_and_fixed()
    {
        QFETCH(int, index);
        static const auto all = faults();
        const Fault& fault = all[std::size_t(index)];
        const auto& findings = findings_of(fault);
        const Finding* finding = find(findings, fault.id);
        QVERIFY2(finding, list(findings).c_str());
        found_.insert(finding->id);
        QCOMPARE(word(finding->severity), word(fault.severity));
        if (fault.first >= 0)
            QCOMPARE(finding->first_layer, fault.first);
        if (fault.last >= 0)
            QCOMPARE(finding->last_layer, fault.last);
        QVERIFY(!finding->message.empty() && !finding->cause.empty() && !finding->formula.empty());
        QCOMPARE(!finding->fixes.empty(), fault.has_fix);

        // The first fix of the expected finding. The others take turns, as do those of additional findings, which other
        // faults expect.
        for (const Finding& f : findings)
            for (const Fix& fix : f.fixes) {
                if ((&f != finding || &fix != &f.fixes.front()) && !tested::in_turn(turn_++))
                    continue;
                const Experiment changed = fix.experiment(cache_, {});
                QVERIFY2(validate(changed).empty(), fix.label.english().c_str());
                const auto after = examine(changed, cache_).findings();
                QVERIFY2(!find(after, f.id), (f.id + ", " + fix.label.english() + ":\n" + list(after)).c_str());
            }
    }

    void every_kind_of_finding_is_here()
    {
        for (const char* id :
            {"vanishing_signal", "exploding_signal", "vanishing_gradient", "exploding_gradient", "gain_mismatch",
                "saturation", "dead_units", "wrong_fan", "checkerboard", "packed_fans", "outweighed_tokens",
                "bias_offset", "dead_adapters", "adapter_offset", "symmetric_weights", "residual_growth",
                "alike_inputs", "alike_tokens", "starved_norm", "frozen_attention", "exploding_streams",
                "fading_streams", "uniform_attention", "sharp_logits", "sharp_router", "crowded_experts", "norm_scale",
                "signal_overflow", "signal_underflow", "gradient_underflow", "too_narrow"})
            QVERIFY2(found_.contains(id), id);
    }

    void what_is_far_from_theory_is_a_fault()
    {
        const Experiment he = dense(R"("depth": 6, "width": 256)");
        Examined e = examine(he, cache_);
        QVERIFY(e.findings().empty());
        // Weights 10% too large: ln 1.1 per layer, while the theoretical spread at layer 6 is about 0.1.
        e.measurement = examine(
            dense(R"("depth": 6, "width": 256, "weight": {"scheme": "mean_field", "variance": 2.42})"), cache_)
                            .measurement;
        const auto findings = e.findings();
        const Finding* finding = find(findings, "far_from_theory");
        QVERIFY2(finding, list(findings).c_str());
        QCOMPARE(finding->first_layer, 1);
        QVERIFY(finding->fixes.empty());
    }

    void blocks_far_from_theory_are_a_fault_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("residual") << 0;
        QTest::newRow("transformer") << 1;
    }

    /// Weights twice as large as the prediction assumes.
    void blocks_far_from_theory_are_a_fault()
    {
        QFETCH(int, kind);
        const auto of = [&](double std) {
            const std::string w = weights(R"("normal", "std": )" + std::to_string(std));
            return kind == 0 ? residual(R"("depth": 6, "residual_scaling": "inverse_sqrt_depth", )" + w)
                             : transformer(R"("depth": 4, )" + w);
        };
        Examined e = examine(of(kind == 0 ? 0.09 : 0.02), cache_);
        QVERIFY2(e.findings().empty(), list(e.findings()).c_str());
        e.measurement = examine(of(kind == 0 ? 0.18 : 0.04), cache_).measurement;
        const auto findings = e.findings();
        const Finding* finding = find(findings, "far_from_theory");
        QVERIFY2(finding, list(findings).c_str());
        QVERIFY(finding->fixes.empty() && finding->message.english().find("block") != std::string::npos);
    }

    /// Among this many layers one deviates by five standard deviations by chance alone.
    void many_layers_are_allowed_more_luck()
    {
        const Experiment e = dense(R"("depth": 2000, "width": 16, "activation": "silu",
            "bias": {"scheme": "pytorch_linear"}, )"
                + weights(R"("pytorch_linear")"),
            R"("samples": 8)");
        const Examined x = examine(e, cache_);
        for (const Finding& f : signs({x.experiment, x.plan, x.measurement, x.prediction}))
            QVERIFY2(f.id != "far_from_theory", f.message.english().c_str());
    }

    void fixes_that_compute_are_offered_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("label");
        const auto row = [](const char* fault, const char* id, const char* label) {
            QTest::newRow(label) << fault << id << label;
        };
        row("Xavier and ReLU", "vanishing_signal", "Apply LSUV: orthogonal, each layer scaled to variance 1");
        row("Xavier and ReLU", "vanishing_signal", "Switch to He initialization: σ 0.0442 → 0.0625");   // √(2/512)
        row("ordered tanh, correlation", "alike_inputs", "Set σ_w and σ_b to the critical point: σ_w² 1.1 → 1.76");
        row("ordered tanh, correlation", "alike_inputs", "Set σ_b to the critical point: σ_b² 0.05 → 0.000156");
        row("plain residual network", "residual_growth", "Scale projections by 1/√100");
        row("GPT-2, scaling forgotten", "residual_growth", "Scale projections by 1/√24");
        row("large queries and keys", "frozen_attention",
            "Give queries and keys variance 1: σ 0.3 → 0.0884");   // 1/√128
        // The slope at which c' = c + (1 − a)²/(π (1 + a²)) (√(1 − c²) − c arccos c) leads from 0 to 0.9 in 299 steps.
        row("ReLU, 230 layers", "alike_inputs",
            "Switch to leaky ReLU tailored to the depth (slope 0.698), zero biases");
        row("a large router", "sharp_router", "Initialize the router: σ 0.5 → 0.02");
        row("a router of zeros", "crowded_experts", "Initialize the router: σ 0 → 0.02");
        row("small embeddings", "starved_norm", "Initialize the embedding: σ 0.0005 → 0.02");
    }

    /// The critical numbers are those of tst_theory_mean_field.
    void fixes_that_compute_are_offered()
    {
        QFETCH(QString, fault);
        QFETCH(QString, id);
        QFETCH(QString, label);
        static const auto all = faults();
        const auto with_fault
            = std::find_if(all.begin(), all.end(), [&](const Fault& f) { return f.name == fault.toStdString(); });
        QVERIFY(with_fault != all.end());
        const auto& findings = findings_of(*with_fault);
        const Finding* finding = find(findings, id.toStdString());
        QVERIFY(finding);
        QStringList labels;
        for (const Fix& fix : finding->fixes)
            labels << QString::fromStdString(fix.label.english());
        QVERIFY2(labels.contains(label), qPrintable(labels.join('\n')));
    }

    /// Each finding about the scale of norms names them.
    void scales_of_norms_are_named()
    {
        // Ordinary strings: moc cannot read raw ones that end within a quotation.
        const auto norms = [](const std::string& role, const std::string& initializer) {
            return transformer(R"("depth": 2, "qk_norm": true, "embedding_norm": true, "roles": {)" + ("\"" + role)
                + "\": " + initializer + "}");
        };
        const auto constant
            = [](const std::string& value) { return R"({"scheme": "constant", "value": )" + value + "}"; };
        const auto of_scales = [&](const Experiment& e) {
            std::vector<std::string> messages;
            for (const Finding& f : examine(e, cache_).findings())
                if (f.id == "norm_scale")
                    messages.push_back(f.message.english());
            return messages;
        };
        int named = 0;
        for (const RoleInfo& role : roles_of(norms("head", R"({"scheme": "zeros"})").network)) {
            if (role.follows.empty())
                continue;
            ++named;
            for (const char* scale : {"5", "0"}) {
                const auto messages = of_scales(norms(role.name, constant(scale)));
                const std::string expected = "The " + role.label.english() + " γ has RMS " + scale + ", not 1.";
                QCOMPARE(messages, std::vector {expected});
            }
            QVERIFY(of_scales(norms(role.name, constant("1.5"))).empty());
        }
        QCOMPARE(named, 6);
        // Branches whose last norm is 0 start at 0, as in Swin Transformer V2.
        QVERIFY(of_scales(transformer(R"("depth": 2, "norm_placement": "reordered", "roles": {
            "attention_norm_scale": {"scheme": "zeros"}, "mlp_norm_scale": {"scheme": "zeros"}})"))
                    .empty());
    }

    /// Where expressions differ by block, findings are about the blocks that are wrong.
    void wrong_blocks_are_named()
    {
        const auto found = [&](const char* roles, const char* id) {
            const auto findings
                = examine(transformer(R"("depth": 4, "roles": {)" + std::string(roles) + "}"), cache_).findings();
            const Finding* finding = find(findings, id);
            return finding ? finding->message.english() + " " + std::to_string(finding->first_layer) + "-"
                    + std::to_string(finding->last_layer)
                           : std::string();
        };
        const std::string norm = find_member(transformer_kind().roles, "mlp_norm_scale")->label.english();
        QCOMPARE(found(R"j("mlp_norm_scale": {"scheme": "constant", "value": "l < 3 ? 1 : 5*(l - 2)"})j", "norm_scale"),
            "The " + norm + " γ has RMS 10 in block 4, not 1. 3-4");
        QCOMPARE(
            found(R"j("mlp_norm_scale": {"scheme": "constant", "value": "1 + 0*l"})j", "norm_scale"), std::string());
        QCOMPARE(found(R"j("q": {"scheme": "normal", "std": "l == 2 ? 0 : 0.02"},
                           "k": {"scheme": "normal", "std": "l < 3 ? 0 : 0.02"})j",
                     "symmetric_weights"),
            std::string("The parameters q and k are both 0. 2-2"));
        QCOMPARE(found(R"j("q": {"scheme": "normal", "std": "l == 2 ? 0 : 0.02"},
                           "k": {"scheme": "normal", "std": "l == 3 ? 0 : 0.02"})j",
                     "symmetric_weights"),
            std::string());
        QCOMPARE(found(R"j("v": {"scheme": "trunc_normal", "std": "l < 4 ? 0.5 : 0.02"})j", "far_bounds"),
            std::string(
                "The bounds -2 and 2 of the weights of value are at -100σ and 100σ and are never reached. 4-4"));
    }

    void a_loss_below_chance_is_found()
    {
        Examined e = examine(transformer(R"("depth": 4)"), cache_);
        QVERIFY(e.findings().empty());
        e.measurement.record.front().at("logits").set(Quantity::cross_entropy, 1);
        const auto findings = e.findings();
        const Finding* finding = find(findings, "sharp_logits");
        QVERIFY(finding);
        QVERIFY(finding->cause.english().find("next token") != std::string::npos);
    }

    void odd_networks_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("rest");
        const QString few = R"("input": {"samples": 8})";
        QTest::newRow("one layer") << R"("kind": "dense", "depth": 1, "width": 30)" << few;
        QTest::newRow("one unit") << R"("kind": "dense", "depth": 5, "width": 1)" << few;
        QTest::newRow("no gradient")
            << R"("kind": "dense", "depth": 12, "width": 30, "weight": {"scheme": "xavier_normal"})"
            << R"("measure": {"gradient": false}, "input": {"samples": 8})";
        QTest::newRow("no signal") << R"("kind": "dense", "depth": 4, "width": 30)"
                                   << R"("input": {"samples": 8, "std": 0})";
        QTest::newRow("replicas")
            << R"("kind": "dense", "depth": 12, "width": 60, "weight": {"scheme": "lecun_normal"})"
            << R"("input": {"samples": 8}, "replicas": 3)";
        QTest::newRow("replicas of blocks, lost")
            << R"("kind": "residual", "depth": 60, "width": 30, "weight": {"scheme": "normal", "std": 1})"
            << R"("input": {"samples": 8}, "replicas": 3)";
        QTest::newRow("far beyond float") << R"("kind": "dense", "depth": 400, "width": 4, "activation": "linear",
                "weight": {"scheme": "normal", "std": 1e30}, "bias": {"scheme": "ones"})"
                                          << few;
        QTest::newRow("far below float") << R"("kind": "dense", "depth": 400, "width": 4, "activation": "linear",
                "weight": {"scheme": "normal", "std": 1e-31})"
                                         << few;
        QTest::newRow("activations differ")
            << R"("kind": "dense", "widths": [30, 60, 7], "weight": {"scheme": "normal", "std": 0.001},
                "overrides": [{"layer": 2, "activation": "sigmoid"}])"
            << few;
        QTest::newRow("one token")
            << R"("kind": "transformer", "depth": 2, "width": 16, "heads": 2, "weight": {"scheme": "normal", "std": 3})"
            << R"("input": {"samples": 1, "tokens": 1})";
        QTest::newRow("norms, gated") << R"("kind": "residual", "depth": 9, "width": 16, "activation": "swiglu",
            "norm": "layer_norm", "norm_placement": "sandwich", "weight": {"scheme": "normal", "mean": 0.1, "std": 2})"
                                      << few;
    }

    /// Every finding states numbers, and every fix can be applied.
    void odd_networks()
    {
        QFETCH(QString, members);
        QFETCH(QString, rest);
        const Examined e = examine(experiment(members.toStdString(), rest.toStdString()), cache_);
        for (const Finding& f : e.findings()) {
            QVERIFY2(f.message.english().find("nan") == std::string::npos, f.message.english().c_str());
            QVERIFY(0 <= f.first_layer && f.first_layer <= f.last_layer && f.last_layer <= depth(e.experiment.network));
            for (const Fix& fix : f.fixes) {
                const Experiment changed = fix.experiment(cache_, {});
                QVERIFY2(validate(changed).empty(), fix.label.english().c_str());
                QVERIFY2(!find(examine(changed, cache_).findings(), f.id), (f.id + ": " + fix.label.english()).c_str());
            }
        }
    }

    void an_input_from_a_file_is_taken_as_measured()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.npy").toStdString();
        std::vector<double> values(64 * 100);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 7 * std::sin(double(i * i % 9973));
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(npy_bytes<double>({64, 100}, values)));
        file.close();
        Experiment e = dense(R"("depth": 10, "width": 100, )" + weights(R"("normal", "std": 0.01)"));
        e.input.file = path;
        const auto findings = examine(e, cache_).findings();
        const Finding* finding = find(findings, "vanishing_signal");
        QVERIFY(finding && !finding->fixes.empty());
        for (const Fix& fix : finding->fixes)
            QVERIFY2(!find(examine(fix.experiment(cache_, {}), cache_).findings(), finding->id),
                fix.label.english().c_str());
    }

    void the_gravest_comes_first()
    {
        const auto findings
            = examine(dense(R"("depth": 14, "width": 200, )" + weights(R"("normal", "std": 0.01)")), cache_).findings();
        QVERIFY(findings.size() >= 3);
        for (std::size_t i = 1; i < findings.size(); ++i)
            QVERIFY(findings[i - 1].severity >= findings[i].severity);
    }

    void rules_name_their_sources()
    {
        std::set<std::string> names;
        for (const Rule& rule : rules())
            QVERIFY(names.insert(rule.name).second && !rule.source.empty());
    }

    void can_be_stopped()
    {
        const Examined e = examine(dense(R"("depth": 4, "width": 50)"), cache_);
        std::stop_source source;
        source.request_stop();
        Context context;
        context.stop = source.get_token();
        QVERIFY_THROWS_EXCEPTION(
            Stopped, diagnose({e.experiment, e.plan, e.measurement, e.prediction}, cache_, context));
    }

private:
    const std::vector<Finding>& findings_of(const Fault& fault)
    {
        const auto known = known_.find(fault.name);
        return known != known_.end()
            ? known->second
            : known_.emplace(fault.name, examine(fault.experiment, cache_).findings()).first->second;
    }

    std::map<std::string, std::vector<Finding>> known_;   // by name of the fault
    NoiseCache cache_ {std::size_t(1) << 29};   // holds the largest network
    std::set<std::string> found_;
    std::size_t turn_ = 0;
};

STEPZERO_TEST(TestDiagnoseFaults, stepzero::NoApplication)

}   // namespace tst_diagnose_faults
#include "tst_diagnose_faults.moc"
