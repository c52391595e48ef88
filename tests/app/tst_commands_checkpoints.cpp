// SPDX-License-Identifier: GPL-3.0-or-later
// Results of `audit` other than its verdict: exit statuses, the experiment that it writes, comparisons.
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "tests/app/program.h"
#include "tests/main/registered_test.h"

namespace tst_commands_checkpoints {

class TestCommandsCheckpoints : public QObject {
    Q_OBJECT
private slots:
    /// `audit --experiment` writes an experiment for weights and a config.json. It can be run, and yields the numbers
    /// of the network that the weights were sampled for.
    void a_checkpoint_is_run()
    {
        QTemporaryDir folder;
        const QString drawn = folder.filePath("drawn.stepzero.json"), model = folder.filePath("model"),
                      made = folder.filePath("made.stepzero.json");
        QVERIFY(QDir().mkdir(model));
        write(drawn, R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "transformer", "depth": 2,
            "width": 32, "heads": 4, "key_value_heads": 2, "vocabulary": 50, "context": 16, "position": "rotary",
            "norm": "rms_norm", "norm_epsilon": 1e-6, "activation": "swiglu", "tied": false, "biases": false},
            "input": {"samples": 2, "tokens": 16}})");
        write(model + "/config.json", R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 32,
            "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 50,
            "max_position_embeddings": 16, "rms_norm_eps": 1e-6, "hidden_act": "silu"})");
        const Outcome first = run_program({"run", drawn, "--tensors", model + "/model.safetensors"});
        QCOMPARE(first.status, 0);
        const Outcome audit = run_program({"audit", model, "--experiment", made});
        QVERIFY2(audit.status == 0 || audit.status == 1, audit.err.constData());
        QCOMPARE(json_object(audit.out)["family"].toString(), "llama");
        QCOMPARE(json_object(audit.out)["recipe"].toObject()["ranking"].toArray().size(), 14);
        QVERIFY2(audit.err.contains("LLaMA, "), audit.err.constData());
        const Outcome pinned = run_program({"audit", model, "--recipe", "megatron"});
        QCOMPARE(json_object(pinned.out)["recipe"].toObject()["name"].toString(), "megatron");
        const Outcome unknown = run_program({"audit", model, "--recipe", "megatorn"});
        QCOMPARE(unknown.status, 2);
        QVERIFY2(
            unknown.err.contains("a recipe of LLaMA must be one of transformers, megatron, "), unknown.err.constData());
        const Outcome second = run_program({"run", made});
        QVERIFY2(second.status == 0, second.err.constData());
        for (const char* what : {"activation_output", "gradient"}) {
            const auto size = [&](const Outcome& outcome) {
                const QJsonObject last = json_object(outcome.out)["layers"].toArray().last().toObject();
                return last[what].toObject()["rms"].toDouble();
            };
            QVERIFY2(size(first) > 0 && std::abs(size(second) / size(first) - 1) < 1e-5, what);
        }
    }

    /// `audit --experiment` writes the recipe that explains the weights best, with their σ, unless --recipe names
    /// another.
    void the_recipe_of_a_checkpoint_is_written()
    {
        QTemporaryDir folder;
        const QString drawn = folder.filePath("drawn.stepzero.json"), model = folder.filePath("model"),
                      made = folder.filePath("made.stepzero.json");
        QVERIFY(QDir().mkdir(model));
        // Megatron's recipe with σ = 0.01.
        write(drawn, R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "transformer", "depth": 2,
            "width": 64, "heads": 4, "vocabulary": 200, "context": 16, "position": "rotary", "norm": "rms_norm",
            "norm_epsilon": 1e-6, "activation": "swiglu", "tied": false, "biases": false,
            "residual_scaling": "inverse_sqrt_twice_depth", "weight": {"scheme": "normal", "std": 0.01}},
            "input": {"samples": 2, "tokens": 16}})");
        write(model + "/config.json", R"({"model_type": "llama", "num_attention_heads": 4, "rms_norm_eps": 1e-6,
            "hidden_act": "silu"})");
        QCOMPARE(run_program({"run", drawn, "--tensors", model + "/model.safetensors"}).status, 0);
        const auto network = [&](const QStringList& options) {
            const Outcome audit = run_program(QStringList {"audit", model, "--experiment", made} + options);
            if (audit.status != 0 && options.isEmpty())
                qWarning("%s", audit.err.constData());
            return json_object(read(made))["network"].toObject();
        };
        const QJsonObject best = network({}), pinned = network({"--recipe", "transformers"});
        QCOMPARE(best["residual_scaling"].toString(), "inverse_sqrt_twice_depth");
        QCOMPARE(best["weight"].toObject()["std"].toDouble(), 0.01);
        QCOMPARE(pinned["residual_scaling"].toString(), "plain");
        const Outcome said = run_program({"audit", model});
        QCOMPARE(said.status, 0);
        QVERIFY2(said.err.contains("LLaMA, Megatron-LM with σ = 0.01 (fitted to the tensors)"), said.err.constData());
    }

    /// Exit status 1 if the other checkpoint has other distributions, 0 if it has the same with another seed.
    void a_difference_in_law_is_an_exit_status()
    {
        QTemporaryDir folder;
        const auto drawn = [&](const char* name, int seed, const char* weight) {
            const QString experiment = folder.filePath(QString(name) + ".json"),
                          tensors = folder.filePath(QString(name) + ".safetensors");
            write(experiment,
                QStringLiteral(
                    R"({"format": "stepzero-experiment", "version": 1, "seed": %1, "network": {"kind": "dense",
                "depth": 3, "width": 64, "activation": "tanh", "weight": %2}, "input": {"samples": 2}})")
                    .arg(seed)
                    .arg(weight)
                    .toUtf8());
            const Outcome run = run_program({"run", experiment, "--tensors", tensors});
            return run.status == 0 ? tensors : QString();
        };
        const char *normal = R"({"scheme": "xavier_normal"})", *uniform = R"({"scheme": "xavier_uniform"})",
                   *wider = R"({"scheme": "xavier_normal", "gain": 1.2})";
        const QString one = drawn("one", 1, normal), other = drawn("other", 2, normal),
                      flat = drawn("flat", 3, uniform), wide = drawn("wide", 4, wider);
        for (const auto& [before, status, verdict] : {std::tuple(one, 0, "same"), std::tuple(other, 0, "same"),
                 std::tuple(flat, 1, "differs"), std::tuple(wide, 1, "differs")}) {
            const Outcome audit = run_program({"audit", one, "--against", before});
            QVERIFY2(audit.status == status, audit.err + before.toUtf8());
            QCOMPARE(json_object(audit.out)["against"].toObject()["verdict"].toString(), verdict);
        }
    }
};

STEPZERO_TEST(TestCommandsCheckpoints, QCoreApplication)

}   // namespace tst_commands_checkpoints
#include "tst_commands_checkpoints.moc"
