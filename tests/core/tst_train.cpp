// SPDX-License-Identifier: GPL-3.0-or-later
// Training: ten steps of every optimizer on every kind of network against PyTorch, from the same weights. The bits do
// not depend on the number of threads, tasks are as described, and parametrizations agree at their base.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <map>

#include "core/base/formats/safetensors.h"
#include "core/exchange/code.h"
#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/math/linear/decompositions.h"
#include "core/train/optimizers/muon.h"
#include "core/train/parametrization.h"
#include "core/train/training_run.h"
#include "tests/cases.h"
#include "tests/core/eigen_references.h"
#include "tests/core/python.h"
#include "tests/core/resnet_cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_train {

using namespace stepzero;

namespace {

/// Returns a network of each kind whose φ is smooth, so that rounding does not decide which units are active.
std::map<std::string, Experiment> smooth_networks()
{
    return {
        {"dense",
            networks::experiment(R"("kind": "dense", "depth": 3, "width": 24, "input_width": 9, "activation": "tanh",
                    "bias": {"scheme": "normal", "std": 0.1})",
                R"("input": {"samples": 40})")},
        {"convolution",
            networks::experiment(
                R"("kind": "convolution", "depth": 2, "width": 8, "input_width": 3, "size": 6, "kernel": 3,
                "activation": "gelu", "bias": {"scheme": "normal", "std": 0.1})",
                R"("input": {"samples": 20})")},
        {"transposed",
            networks::experiment(
                R"("kind": "convolution", "depth": 2, "width": 8, "input_width": 4, "size": 3, "kernel": 4,
                "stride": 2, "transposed": true, "groups": 2, "activation": "gelu", "bias": {"scheme": "normal",
                "std": 0.1})",
                R"("input": {"samples": 20})")},
        {"residual",
            networks::experiment(
                R"("kind": "residual", "depth": 3, "width": 24, "activation": "gelu", "norm": "layer_norm",
                "bias": {"scheme": "normal", "std": 0.1})",
                R"("input": {"samples": 40})")},
        {"resnet",
            resnet_cases::resnet(
                {{"classes", 5.0}, {"size", 8.0}, {"norm", std::string("group_norm")}, {"norm_groups", 4.0}}, 2, 8)},
        {"transformer", networks::llama_like()}, {"state space", networks::state_space(R"("expand": 2)")},
        {"lstm",
            networks::experiment(R"("kind": "recurrent", "cell": "lstm", "steps": 6, "width": 12, "input_width": 5,
                "roles": {"forget_bias": {"scheme": "ones"}})",
                R"("input": {"samples": 40})")},
        {"gru",
            networks::experiment(
                R"("kind": "recurrent", "cell": "gru", "steps": 4, "width": 9, "layers": 2, "inputs": "first_step",
                "activation": "softsign")",
                R"("input": {"samples": 30})")},
        // Without biases: that of keys has only rounding errors as gradient, from which Adam would make steps.
        {"vision", networks::vision(R"("weight": {"scheme": "normal", "std": 0.25}, "biases": false)")}};
}

/// Uses the registry's defaults except for these, so that every part has an effect.
Selection choice_of(const OptimizerInfo& info)
{
    Selection choice {info.name, completed(info.parameters, {})};
    const auto give = [&](const char* name, ParameterValue value) {
        if (choice.parameters.contains(name))
            choice.parameters[name] = std::move(value);
    };
    give("momentum", 0.9);
    give("nesterov", std::string("true"));
    give("weight_decay", 0.1);
    give("epsilon", 1e-5);   // otherwise Adam makes full-size steps from the rounding errors of zero gradients
    return choice;
}

Experiment trained(Experiment e, const OptimizerInfo& optimizer, const std::string& task)
{
    e.train.emplace();
    e.train->steps = 10;
    e.train->task = {task, {}};
    e.train->optimizer = choice_of(optimizer);
    e.train->learning_rate = optimizer.adaptive ? 0.003 : 0.02;
    return with_completed_parameters(std::move(e));
}

Experiment adapted(Experiment e, const char* adapters, const Parameters& parameters, const char* matrices = "blocks")
{
    e.train->adapters = {adapters, parameters};
    e.train->adapted = matrices;
    return with_completed_parameters(std::move(e));
}

/// LoRA with every optimizer, and its other forms.
std::map<std::string, Experiment> adapted_networks()
{
    std::map<std::string, Experiment> all;
    const auto base = [](const char* name, const OptimizerInfo& optimizer) {
        const Experiment network = smooth_networks().at(name);
        return trained(network, optimizer, default_task(network.network).name);
    };
    const Parameters narrow {{"rank", 3.0}, {"alpha", 6.0}};
    for (const char* name : {"dense", "convolution", "transformer"})
        for (const OptimizerInfo& optimizer : optimizers())
            all[std::string("lora-") + name + "-" + optimizer.name] = adapted(base(name, optimizer), "lora", narrow);
    all["rank-stabilized"] = adapted(
        base("dense", optimizer_adam()), "lora", {{"rank", 3.0}, {"scale", std::string("alpha_over_root_rank")}});
    all["zero-a"] = adapted(base("dense", optimizer_sgd()), "lora", {{"zero", std::string("a")}});
    all["neither-zero"] = adapted(base("convolution", optimizer_sgd()), "lora",
        {{"zero", std::string("neither")}, {"draw", std::string("normal")}});
    for (const char* name : {"dense", "convolution"})
        all[std::string("behind-") + name] = adapted(base(name, optimizer_adam()), "residual", narrow);
    all["pissa-dense"] = adapted(base("dense", optimizer_adam()), "pissa", narrow);
    all["pissa-transformer"] = adapted(base("transformer", optimizer_adam()), "pissa", narrow, "blocks.2.q, v");
    return all;
}

QString code_name(const ParameterPlan& plan, bool counted_from_0)
{
    QString name = QString::fromStdString(plan.name);
    if (plan.block > 0 && counted_from_0)
        name.replace(QString("blocks.%1.").arg(plan.block), QString("blocks.%1.").arg(plan.block - 1));
    return name;
}

}   // namespace

class TestTrain : public QObject {
    Q_OBJECT

    NoiseCache cache_ {1 << 24};
    Context context_;

    void write_case(const QString& base, const Experiment& e)
    {
        const auto problems = validate(e);
        QVERIFY2(problems.empty(), problems.empty() ? "" : sentence("case", problems.front()).english().c_str());
        Trainer trainer(e, plan_of(e.network), cache_, context_);
        const TrainedParameters before(trainer.parameters());
        QJsonArray losses, accuracies;
        for (int step = 0; step < e.train->steps; ++step) {
            const TrainingStep numbers = trainer.step(context_);
            losses << numbers.loss;
            QCOMPARE(numbers.right.has_value(), trainer.task().classes);
            accuracies << numbers.right.value_or(0);
        }
        QVERIFY2(!trainer.diverged(), qPrintable(base));

        const TaskData& task = trainer.task();
        const auto n = std::size_t(task.samples());
        std::vector<TensorShape> shapes;
        if (!task.batch.tokens.empty())
            shapes.push_back({"tokens", {n, std::size_t(task.batch.length)}, TensorType::i64});
        if (!task.batch.targets.empty())
            shapes.push_back({"targets", {n, task.batch.targets.size() / n}, TensorType::i64});
        if (!task.batch.targets.empty() && task.batch.tokens.empty())
            shapes.back().shape = {n};
        if (task.batch.numbers.size() > 0)
            shapes.push_back({"numbers", {n, std::size_t(task.batch.numbers.rows())}});
        if (task.values.size() > 0)
            shapes.push_back({"values", {n, std::size_t(task.values.rows())}});
        const auto& list = trainer.parameters().list();
        const auto in_code = [&](const ParameterPlan& plan) {   // parts of one tensor are adjacent
            const auto tensor_name = plan.role == "readout" ? nullptr : trainer.plan().kind->tensor_name;
            return tensor_name ? QString::fromStdString(tensor_name(plan)) : code_name(plan, true);
        };
        for (const char* when : {"before.", "after."})
            for (std::size_t i = 0; i < list.size(); ++i) {
                const WeightMatrix& w = before.weights(i);
                const std::string name = (when + in_code(list[i].plan)).toStdString();
                std::vector<std::size_t> shape {std::size_t(w.rows()), std::size_t(w.cols())};
                if (list[i].plan.kind == Role::bias)
                    shape.erase(shape.begin());
                if (shapes.back().name == name)
                    shapes.back().shape.front() += shape.front();
                else
                    shapes.push_back({name, shape});
            }
        std::vector<WeightMatrix> seen;   // the network with adapters has the original weights
        if (has_adapters(*e.train)) {
            Experiment bare = e;
            bare.train->adapters = Training().adapters;
            const Trainer without(bare, trainer.plan(), cache_, context_);
            for (const ParameterPlan* plan : trainer.plan().parameters()) {
                seen.push_back(without.parameters().entries(*plan, context_));
                shapes.push_back({"seen." + code_name(*plan, true).toStdString(),
                    {std::size_t(seen.back().rows()), std::size_t(seen.back().cols())}});
            }
        }
        SafetensorsWriter writer((base + ".safetensors").toStdString(), shapes);
        for (const std::vector<int>* numbers : {&task.batch.tokens, &task.batch.targets})
            if (!numbers->empty())
                writer.append(std::vector<std::int64_t>(numbers->begin(), numbers->end()));
        for (const Eigen::MatrixXf* numbers : {&task.batch.numbers, &task.values})
            writer.append(std::span(numbers->data(), std::size_t(numbers->size())));
        for (const TrainedParameters* when : {&before, &trainer.parameters()})
            for (std::size_t i = 0; i < list.size(); ++i)
                writer.append(std::span(when->weights(i).data(), std::size_t(when->weights(i).size())));
        for (const WeightMatrix& entries : seen)
            writer.append(std::span(entries.data(), std::size_t(entries.size())));
        writer.commit();

        const PositionShape positions = position_shape(e.network);
        QJsonArray shape {int(n)};
        if (plan_of(e.network).blocks.front().positions_in > 1) {
            const int all = positions.dimensions == 2 ? positions.side * positions.side : positions.side;
            shape << entries_of_layer(e.network, 0) / all;
            for (int i = 0; i < positions.dimensions; ++i)
                shape << positions.side;
        } else {
            shape << entries_of_layer(e.network, 0);
        }
        Network twice = e.network;
        twice.width *= 2;
        twice.depth *= 2;
        QJsonObject rates;
        for (const TrainedParameter& parameter : scaled_network(*find_parametrization(e.train->parametrization),
                 e.network, twice, find_optimizer(e.train->optimizer.name)->adaptive)
                                                     .parameters)
            rates[in_code(parameter.plan)] = parameter.rate;
        const QJsonObject how {{"losses", losses}, {"accuracies", accuracies}, {"rates_at_twice", rates},
            {"has_softmax", kind_of(e.network).has_tokens()}, {"input_shape", shape},
            {"loss", QString::fromStdString(loss_named(e.train->loss, task.classes).name)}, {"tolerance", 1e-4},
            {"adapted", has_adapters(*e.train)}};
        QFile json(base + ".json"), code(base + ".py");
        QVERIFY(json.open(QIODevice::WriteOnly) && code.open(QIODevice::WriteOnly));
        json.write(QJsonDocument(how).toJson());
        code.write(QByteArray::fromStdString(framework_code(e, Framework::pytorch)));
    }

private slots:
    void ten_steps_are_pytorchs()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QTemporaryDir folder;
        int cases = 0;
        const std::size_t of_all = stepzero::parametrizations().size();
        std::size_t turn = 0;
        for (const auto& [name, network] : smooth_networks())
            for (const OptimizerInfo& optimizer : optimizers())
                for (const TaskInfo& task : tasks()) {
                    if (!suits(task, network.network) || task.file)
                        continue;
                    // Every task with the first optimizer, every optimizer with the first task. They take turns over
                    // the networks.
                    if (&optimizer != &optimizers().front() && &task != &default_task(network.network))
                        continue;
                    if (!tested::in_turn(turn++))
                        continue;
                    Experiment e = trained(network, optimizer, task.name);
                    e.train->parametrization = stepzero::parametrizations()[std::size_t(cases) % of_all].name;
                    write_case(
                        folder.filePath(QString("%1-%2-%3")
                                            .arg(QString::fromStdString(name), QString::fromStdString(optimizer.name),
                                                QString::fromStdString(task.name))),
                        e);
                    ++cases;
                }
        // Units that are all identical. With Muon's polynomial rounding decides, amplified five times.
        for (const OptimizerInfo& optimizer : optimizers()) {
            if (optimizer.name == "muon")
                continue;
            Experiment e = trained(smooth_networks().at("dense"), optimizer, "teacher");
            e.network.weight = {"constant", {{"value", 0.05}}};
            e.network.bias = {"zeros", {}};
            e.train->readout = "scheme";
            write_case(
                folder.filePath(QString::fromStdString("symmetric-" + optimizer.name)), with_completed_parameters(e));
            ++cases;
        }
        for (const LossInfo& loss : losses()) {
            if (!loss.constant)
                continue;
            Experiment e = trained(smooth_networks().at("dense"), optimizers().front(), "clusters");
            e.train->loss = loss.name;
            e.train->readout = "prior";
            write_case(folder.filePath(QString::fromStdString(loss.name)), e);
            ++cases;
        }
        for (const auto& [name, e] : adapted_networks()) {
            write_case(folder.filePath(QString::fromStdString(name)), e);
            ++cases;
        }
        const QString said = run_python_file("core/train_in_torch.py", {folder.path()});
        QVERIFY2(said.trimmed() == QString("networks %1 failures 0").arg(cases), qPrintable(said));
    }

    /// With B = 0 the network starts unchanged to the last bit, and the gradient of A is 0; with A = 0 likewise. With
    /// both zero only a readout ever changes.
    void adapters_begin_at_the_network_data()
    {
        QTest::addColumn<QString>("adapters");
        QTest::addColumn<QString>("zero");
        for (const char* adapters : {"lora", "residual"})
            for (const char* zero : {"b", "a", "both"})
                QTest::addRow("%s, %s", adapters, zero) << adapters << zero;
    }

    void adapters_begin_at_the_network()
    {
        QFETCH(QString, adapters);
        QFETCH(QString, zero);
        Recorder nobody;
        for (const auto& [name, network] : smooth_networks()) {
            const Experiment e = trained(network, optimizer_sgd(), default_task(network.network).name);
            const Experiment with = adapted(e, qPrintable(adapters), {{"zero", zero.toStdString()}}, "all");
            const Trainer base(e, plan_of(e.network), cache_, context_);
            Trainer trainer(with, plan_of(e.network), cache_, context_);
            QCOMPARE(trainer.loss(nobody, context_), base.loss(nobody, context_));
            const TrainingStep step = trainer.step(context_);
            const auto& list = trainer.parameters().list();
            int matrices = 0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (!list[i].factor)
                    continue;
                const bool moves = zero != "both" && list[i].factor == zero[0].toUpper().toLatin1();
                matrices += list[i].factor == 'A' ? 1 : 0;
                QVERIFY2((step.moves[i].gradient > 0) == moves, list[i].plan.name.c_str());
            }
            const auto all = trainer.plan().parameters();
            QCOMPARE(matrices,
                int(std::ranges::count_if(all, [](const ParameterPlan* plan) { return plan->kind == Role::weight; })));
        }
    }

    /// The change of a matrix by training has the adapters' rank, and everything else is unchanged.
    void adapters_change_by_their_rank()
    {
        const Experiment e = adapted(trained(smooth_networks().at("transformer"), optimizer_adam(), "next_token"),
            "lora", {{"rank", 3.0}}, "v, mlp_in");
        Trainer trainer(e, plan_of(e.network), cache_, context_);
        const TrainedParameters before(trainer.parameters());
        for (int step = 0; step < 4; ++step)
            trainer.step(context_);
        for (const ParameterPlan* plan : trainer.plan().parameters()) {
            const WeightMatrix change = trainer.parameters().entries(*plan, context_) - before.entries(*plan, context_);
            if (plan->role != "v" && plan->role != "mlp_in") {
                QVERIFY2(change.isZero(0), plan->name.c_str());
                continue;
            }
            const Eigen::VectorXd values = jacobi_singular_values(change.cast<double>());
            QVERIFY(values[2] > 0 && values[3] < 1e-3 * values[2]);
        }
    }

    /// The factors take the largest singular values, and the matrix is unchanged.
    void pissa_takes_the_largest_singular_values()
    {
        for (const auto& [rows, columns] : {std::pair(20, 50), {50, 20}}) {
            const ParameterPlan plan {.name = "w", .role = "w", .shape = {rows, columns}};
            std::mt19937 random(4);
            std::normal_distribution<float> normal;
            const WeightMatrix w = WeightMatrix::NullaryExpr(rows, columns, [&] { return normal(random); });
            WeightMatrix rest = w;
            const Parameters p = completed(
                adapter_pissa().parameters, {{"rank", 4.0}, {"scale", std::string("alpha_over_root_rank")}});
            const AdapterFactors factors = adapter_pissa().make({p, plan}, rest, context_);
            const auto values = [](const WeightMatrix& m) { return jacobi_singular_values(m.cast<double>()); };
            const Eigen::VectorXd all = values(w);
            const WeightMatrix added = float(adapter_scale(p)) * factors.b * factors.a;
            QVERIFY((values(added).head(4) - all.head(4)).norm() < 1e-5 * all[0]);
            QVERIFY((values(rest).head(16) - all.tail(16)).norm() < 1e-5 * all[0]);
            QVERIFY((rest + added - w).norm() < 1e-6F * w.norm());
        }
    }

    /// ⟨g, J d⟩ = ⟨Jᵀ g, d⟩ for random g and d, to four digits, given the float32 rounding of differences.
    void the_linear_map_and_its_transpose_agree()
    {
        for (const auto& [name, network] : smooth_networks()) {
            if (kind_of(network.network).has_tokens())
                continue;
            Experiment e = trained(network, optimizer_sgd(), default_task(network.network).name);
            e.network.activation = completed(Activation {"tanh", {}});   // at kinks a difference is not the derivative
            Trainer trainer(e, plan_of(e.network), cache_, context_);
            const TrainedParameters& at = trainer.parameters();
            std::srand(7);
            std::vector<WeightMatrix> d;
            double size = 0;
            for (std::size_t i = 0; i < at.list().size(); ++i) {
                d.push_back(WeightMatrix::Random(at.weights(i).rows(), at.weights(i).cols()));
                size += d.back().squaredNorm();
            }
            const Eigen::MatrixXd pushed = push_forward(trainer, d, context_);
            const Eigen::MatrixXd g = Eigen::MatrixXd::Random(pushed.rows(), pushed.cols());
            const std::vector<WeightMatrix> pulled = trainer.pull_back(g, context_);
            double other = 0, pulled_size = 0;
            for (std::size_t i = 0; i < d.size(); ++i) {
                other += pulled[i].cast<double>().cwiseProduct(d[i].cast<double>()).sum();
                pulled_size += pulled[i].squaredNorm();
            }
            const double found = pushed.cwiseProduct(g).sum();
            QVERIFY2(std::abs(found - other) < 1e-3 * std::sqrt(size * pulled_size),
                qPrintable(QString("%1: %2, %3").arg(QString::fromStdString(name)).arg(found).arg(other)));
        }
    }

    /// Below its largest stable rate the linear network's loss falls at every step; above it grows without bound. Its
    /// curvature equals the kernel's, which is formed entry by entry.
    void steps_are_stable_up_to_the_largest_rate()
    {
        Experiment e = trained(smooth_networks().at("dense"), optimizer_sgd(), "teacher");
        e.network.activation = completed(Activation {"tanh", {}});
        e.input.samples = 6;
        e.train->task.parameters["outputs"] = 2.0;
        e.train->steps = 60;
        for (const char* off : {"momentum", "weight_decay"})
            e.train->optimizer.parameters[off] = 0.0;
        const NetworkPlan plan = plan_of(e.network);
        const LinearizedRun run = linearized_run(e, plan, cache_, context_);
        Trainer trainer(e, plan, cache_, context_);
        const int outputs = 2, samples = 6;
        Eigen::MatrixXd kernel(outputs * samples, outputs * samples);
        std::vector<std::vector<WeightMatrix>> rows;
        for (int i = 0; i < outputs * samples; ++i) {
            Eigen::MatrixXd g = Eigen::MatrixXd::Zero(outputs, samples);
            g(i % outputs, i / outputs) = 1;
            rows.push_back(trainer.pull_back(g, context_));
        }
        for (int i = 0; i < kernel.rows(); ++i)
            for (int j = 0; j < kernel.cols(); ++j) {
                kernel(i, j) = 0;
                for (std::size_t k = 0; k < rows.front().size(); ++k)
                    kernel(i, j) += rows[std::size_t(i)][k]
                                        .cast<double>()
                                        .cwiseProduct(rows[std::size_t(j)][k].cast<double>())
                                        .sum();
            }
        const double largest = symmetric_eigen(kernel).values.tail(1)[0];
        const double expected = 2 / (largest * 2 / (outputs * samples));
        QVERIFY2(std::abs(*run.largest_rate - expected) < 2e-3 * expected,
            qPrintable(QString("%1, %2").arg(*run.largest_rate).arg(expected)));
        e.train->learning_rate = 0.95 * expected;
        const LinearizedRun stable = linearized_run(e, plan, cache_, context_);
        QVERIFY(std::is_sorted(stable.losses.rbegin(), stable.losses.rend()));
        e.train->learning_rate = 1.1 * expected;
        const LinearizedRun unstable = linearized_run(e, plan, cache_, context_);
        QVERIFY(unstable.losses.back() > 10 * *std::ranges::min_element(unstable.losses));
    }

    /// Lee et al. 2019: wide networks train like their linearization, and increasingly so with width.
    void wide_networks_train_as_their_linearization()
    {
        double before = 1;
        for (const int width : {16, 256}) {
            Experiment e = trained(smooth_networks().at("dense"), optimizer_sgd(), "teacher");
            e.network.activation = completed(Activation {"tanh", {}});
            e.network.width = width;
            e.network.widths.clear();
            e.network.input_width = 8;
            e.train->learning_rate = 1e-3 * 256 / width;
            e.train->steps = 30;
            const NetworkPlan plan = plan_of(e.network);
            e.train->linearized = true;
            const TrainingRun run = run_training(e, plan, cache_, context_);
            const double fell = run.steps.front().loss - run.last_loss;
            QVERIFY(fell > 0.01 * run.steps.front().loss);
            QCOMPARE(run.linearized->losses.size(), std::size_t(e.train->steps + 1));
            QVERIFY(std::abs(run.linearized->losses.front() - run.steps.front().loss) < 1e-5 * run.steps.front().loss);
            const double apart = std::abs(run.linearized->losses.back() - run.last_loss) / fell;
            QVERIFY2(apart < before, qPrintable(QString("%1 at width %2").arg(apart).arg(width)));
            before = apart / 2;
        }
    }

    void same_bits_on_any_number_of_threads()
    {
        ThreadPool one(1), three(3);
        for (const auto& [name, network] : smooth_networks()) {
            std::vector<double> losses[2];
            for (int i = 0; i < 2; ++i) {
                Context context;
                context.pool = i == 0 ? &one : &three;
                Experiment e = trained(network, optimizer_muon(), default_task(network.network).name);
                e.train->batch = 2;
                Trainer trainer(e, plan_of(e.network), cache_, context);
                for (int step = 0; step < 4; ++step)
                    losses[i].push_back(trainer.step(context).loss);
            }
            QVERIFY2(losses[0] == losses[1], name.c_str());
        }
    }

    void batches_take_every_sample_once_an_epoch()
    {
        // For a network that does not change, the mean loss of an epoch's batches is that of all samples.
        Experiment e = trained(smooth_networks().at("dense"), optimizer_sgd(), "clusters");
        e.train->learning_rate = 0;
        e.train->batch = 8;   // of 40
        e.train->optimizer.parameters["weight_decay"] = 0.0;
        Trainer trainer(e, plan_of(e.network), cache_, context_);
        Recorder nobody;
        const double all = trainer.loss(nobody, context_);
        for (int epoch = 0; epoch < 2; ++epoch) {
            double sum = 0;
            for (int step = 0; step < 5; ++step)
                sum += trainer.step(context_).loss;
            QVERIFY(std::abs(sum / 5 - all) < 1e-6 * all);
        }
    }

    void the_rate_rises_over_the_warm_up()
    {
        Experiment e = trained(smooth_networks().at("dense"), optimizer_adam(), "clusters");
        e.train->warmup = 4;
        Trainer trainer(e, plan_of(e.network), cache_, context_);
        for (const double share : {0.25, 0.5, 0.75, 1.0, 1.0})
            QCOMPARE(trainer.step(context_).rate, share * e.train->learning_rate);
    }

    /// A head determines how many classes a task has, and labels without a class are refused.
    void tasks_have_the_classes_of_the_head()
    {
        for (const NetworkKind& kind : kinds())
            for (const TaskInfo& task : tasks()) {
                Experiment e;
                e.network = kind.network;
                e.input = kind.input;
                e.network.depth = 1;
                for (const auto& [name, size] :
                    {std::pair("classes", 3.0), {"vocabulary", 7.0}, {"size", 8.0}, {"d_state", 2.0}})
                    if (has_option(e.network, name))
                        e.network.options[name] = size;
                e.network.width = 12;
                e.input.samples = 4;
                e.input.tokens = std::min(e.input.tokens, 4);
                if (!suits(task, e.network) || task.file)
                    continue;
                e.train.emplace();
                e.train->task = {task.name, {}};
                e = with_completed_parameters(e);
                QVERIFY2(validate(e).empty(), kind.name.c_str());
                const NetworkPlan plan = plan_of(e.network);
                Trainer trainer(e, plan, cache_, context_);
                QCOMPARE(trainer.task().outputs, plan.outputs.value_or(trainer.task().outputs));
                for (int step = 0; step < 2; ++step) {
                    const TrainingStep numbers = trainer.step(context_);
                    QVERIFY2(std::isfinite(numbers.loss), kind.name.c_str());
                    QCOMPARE(numbers.right.has_value(), task.classes);
                }
            }
    }

    void a_network_that_diverges_ends()
    {
        Experiment e = trained(smooth_networks().at("residual"), optimizer_sgd(), "teacher");
        e.train->learning_rate = 1e6;
        Trainer trainer(e, plan_of(e.network), cache_, context_);
        for (int step = 0; step < 50; ++step)
            trainer.step(context_);
        QVERIFY(trainer.diverged());
        QVERIFY(trainer.steps_done() < 50);
    }

    /// Each task's targets: means and variances of numbers, fractions of classes, within 5 standard errors.
    void tasks_ask_for_what_they_say()
    {
        Experiment e = smooth_networks().at("dense");
        e.input.samples = 4000;
        const auto data = [&](const char* name) {
            const TaskInfo& task = *find_task(name);
            return task.make({e, completed(task.parameters, {})}, context_);
        };
        const TaskData cubic = data("polynomial"), teacher = data("teacher");
        const Eigen::ArrayXd y = cubic.values.row(0).transpose().cast<double>();
        const double n = double(y.size()), m2 = y.square().mean();
        QVERIFY(std::abs(y.mean()) < 5 * std::sqrt(m2 / n));
        QVERIFY(std::abs(m2 - 1) < 5 * std::sqrt((y.square() - m2).square().mean() / n));
        for (Eigen::Index o = 0; o < teacher.values.rows(); ++o) {
            QVERIFY(std::abs(teacher.values.row(o).mean()) < 1e-6);
            QVERIFY(std::abs(teacher.values.row(o).squaredNorm() / float(n) - 1) < 1e-5F);
        }
        for (const char* name : {"clusters", "spirals"}) {
            const TaskData classes = data(name);
            std::vector<int> counts(std::size_t(classes.outputs), 0);
            for (const int c : classes.batch.targets)
                ++counts.at(std::size_t(c));
            for (const int count : counts) {
                const double p = 1.0 / classes.outputs;
                QVERIFY(std::abs(count / n - p) < 5 * std::sqrt(p * (1 - p) / n));
            }
        }
        Experiment words = smooth_networks().at("transformer");
        const TaskInfo& copying = task_copying();
        const TaskData copied = copying.make({words, {}, plan_of(words.network).outputs}, context_);
        const int length = copied.batch.length, half = (length + 1) / 2;
        for (std::size_t i = 0; i < copied.batch.tokens.size(); ++i) {
            const auto t = int(i % std::size_t(length));
            if (t >= half)
                QCOMPARE(copied.batch.tokens[i], copied.batch.tokens[i - std::size_t(half)]);
            if (t + 1 < length)
                QCOMPARE(copied.batch.targets[i], copied.batch.tokens[i + 1]);
        }
    }

    void muon_makes_singular_values_near_one()
    {
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        for (const auto& [rows, columns] : {std::pair(20, 50), {50, 20}, {30, 30}}) {
            WeightMatrix m = WeightMatrix::NullaryExpr(rows, columns, [&] { return normal(random); });
            const Eigen::VectorXd values = jacobi_singular_values(orthogonalized(m, context_).cast<double>());
            // The guaranteed interval of the published polynomial; the smallest value of a square matrix may not have
            // reached it.
            QVERIFY(values.maxCoeff() < 1.25);
            if (rows != columns)
                QVERIFY(values.minCoeff() > 0.65);
        }
    }

    /// At its own size every parametrization leaves a network unchanged; elsewhere σ·multiplier follows the powers.
    void parametrizations()
    {
        const Network base = smooth_networks().at("dense").network;
        Network wide = base;
        wide.width = 4 * base.width;
        wide.input_width = base.input_width;
        for (const Parametrization& p : stepzero::parametrizations()) {
            for (const TrainedParameter& parameter : scaled_network(p, base, base, true).parameters)
                QVERIFY(parameter.multiplier == 1 && parameter.rate == 1);
            for (const double initial : scaled_network(p, base, base, true).initial)
                QCOMPARE(initial, 1.0);
            const ScaledNetwork scaled = scaled_network(p, base, wide, true);
            for (std::size_t i = 0; i < scaled.parameters.size(); ++i) {
                const TrainedParameter& parameter = scaled.parameters[i];
                if (parameter.plan.kind == Role::bias)
                    continue;
                const auto std = [&](const ParameterPlan& plan) {
                    return std::sqrt(law_of(draw_of(plan), plan.shape, plan.kind).variance);
                };
                const double at_base = std(plan_of(base).block(parameter.plan.block).parameters.front());
                const double found = std(parameter.plan) * scaled.initial[i] * parameter.multiplier;
                // All five keep σ of the first layer, and 1/√width for the others; NTK by its multiplier.
                const double expected = at_base * (parameter.plan.block == 1 ? 1 : 0.5);
                if (p.name != "standard" || parameter.plan.block > 1)
                    QVERIFY2(std::abs(found / expected - 1) < 1e-12, p.name.c_str());
                QCOMPARE(parameter.multiplier, p.name == "ntk" && parameter.plan.block > 1 ? 0.5 : 1.0);
                const double rate = parameter.plan.block == 1 || p.name == "standard" ? 1
                    : p.name == "ntk"                                                 ? 0.5
                                                                                      : 0.25;
                QCOMPARE(parameter.rate, rate);
            }
        }
    }

    void files_say_how_to_train()
    {
        const Experiment e = networks::experiment(R"("kind": "dense", "width": 8)",
            R"("train": {"steps": 7, "task": {"name": "clusters", "classes": 3},
                "optimizer": {"name": "adam", "beta2": 0.95}, "batch": 16})");
        QCOMPARE(e.train->steps, 7);
        QCOMPARE(e.train->learning_rate, 1e-3);
        QCOMPARE(number(e.train->optimizer.parameters, "beta1"), 0.9);
        for (const Experiment& kept : {e, adapted(e, "lora", {{"rank", 3.0}}, "layers.1")})
            QVERIFY(std::get<Experiment>(parse_experiment(format_experiment(kept))) == kept);
    }

    void files_that_cannot_be_trained_are_told_why_data()
    {
        QTest::addColumn<QString>("train");
        QTest::addColumn<QString>("problem");
        QTest::newRow("steps") << R"({"steps": 0})"
                               << "train.steps: must be 1 to 10000, got 0";
        QTest::newRow("task")
            << R"({"task": "copying"})"
            << "train.task: must be one of teacher, polynomial, clusters, spirals, labels, got \"copying\"";
        QTest::newRow("labels") << R"({"task": "labels"})"
                                << "train.labels: must be a file name, which the task labels needs";
        QTest::newRow("loss")
            << R"({"loss": "cross_entropy"})"
            << "train.loss: cross_entropy needs a task with classes, but teacher has numbers as targets";
        QTest::newRow("parameter")
            << R"({"optimizer": {"name": "sgd", "beta1": 0.9}})"
            << "train.optimizer.beta1: is not a parameter of sgd (it has momentum, nesterov, weight_decay)";
        QTest::newRow("adapters") << R"({"adapters": "prefix"})"
                                  << "train.adapters: must be one of none, lora, pissa, residual, got \"prefix\"";
        QTest::newRow("rank") << R"({"adapters": {"name": "lora", "rank": 0}})"
                              << "train.adapters.rank: must be 1 to 4096, got 0";
        QTest::newRow("zero") << R"({"adapters": {"name": "lora", "zero": "c"}})"
                              << "train.adapters.zero: must be one of b, a, both, neither, got \"c\"";
        QTest::newRow("zero of PiSSA")
            << R"({"adapters": {"name": "pissa", "zero": "a"}})"
            << "train.adapters.zero: is not a parameter of pissa (it has rank, alpha, scale)";
        QTest::newRow("adapted") << R"({"adapters": "lora", "adapted": "blocks, q"})"
                                 << "train.adapted: must be one of blocks, all, weight, got \"q\"";
        QTest::newRow("rate") << R"({"learning_rate": -1})"
                              << "train.learning_rate: must be 0 to 1000000, got -1";
    }

    void files_that_cannot_be_trained_are_told_why()
    {
        QFETCH(QString, train);
        QFETCH(QString, problem);
        const auto parsed = parse_experiment(
            R"({"format": "stepzero-experiment", "version": 1, "network": {"kind": "dense"}, "train": )"
            + train.toStdString() + "}");
        QVERIFY(std::holds_alternative<std::vector<Problem>>(parsed));
        const Problem& found = std::get<std::vector<Problem>>(parsed).front();
        QCOMPARE(QString::fromStdString(with_path(found).english()), problem);
    }
};

STEPZERO_TEST(TestTrain, QCoreApplication)

}   // namespace tst_train
#include "tst_train.moc"
