// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the PyTorch code of networks made of blocks. Its parameters have the shapes and the distributions of the plans,
// and with the tensors of a run it reproduces the run's numbers.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <utility>

#include "core/exchange/code.h"
#include "core/exchange/tensors.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/simulate/simulate.h"
#include "tests/cases.h"
#include "tests/core/python.h"
#include "tests/core/random_laws.h"
#include "tests/core/resnet_cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_block_code {

using namespace stepzero;

namespace {

using Case = std::pair<QString, Experiment>;

/// With a module of torch.nn, and as a loop.
std::vector<Experiment> recurrent()
{
    const auto of = [](const std::string& members) {
        return networks::experiment(R"("kind": "recurrent", "steps": 5, "width": 20, "input_width": 12, )" + members,
            R"("input": {"samples": 9}, "seed": 5)");
    };
    return {of(R"("cell": "lstm")"), of(R"("cell": "gru", "layers": 2, "activation": "softsign")"),
        of(R"("cell": "rnn", "activation": "relu", "inputs": "first_step", "weight": {"scheme": "kaiming_normal"})"),
        of(R"("cell": "lstm", "activation": "gelu", "per_gate": true, "weight": {"scheme": "xavier_uniform"},
            "bias": {"scheme": "zeros"}, "roles": {"hidden": {"scheme": "orthogonal"}, "forget_bias": {"scheme": "ones"},
            "hidden_bias": {"scheme": "lecun_normal"}})")};
}

/// The cases of networks::all() and what they lack: every scaling of branches, distributions that depend on fans,
/// learned scales.
std::vector<Case> cases()
{
    std::vector<Case> all;
    for (const auto& [name, experiment] : networks::all())
        all.emplace_back(QString::fromStdString(name), experiment);
    for (const char* scheme : {"plain", "inverse_sqrt_depth", "inverse_sqrt_twice_depth", "fixup", "skipinit", "rezero",
             "layerscale", "deepnorm", "t_fixup"}) {
        const std::string members = std::string(R"("residual_scaling": ")") + scheme
            + R"(", "activation": "prelu", "weight": {"scheme": "xavier_uniform"})";
        Experiment transformer = networks::transformer(members);
        Experiment residual = networks::experiment(
            R"("kind": "residual", "depth": 3, "width": 40, )" + members, R"("input": {"samples": 20}, "seed": 3)");
        transformer.network.bias = residual.network.bias = {"pytorch_linear", {}};
        all.emplace_back(QString("transformer ") + scheme, transformer);
        all.emplace_back(QString("residual ") + scheme, residual);
    }
    const auto add
        = [&](const char* name, const std::string& members) { all.emplace_back(name, networks::transformer(members)); };
    add("fans", R"("weight": {"scheme": "lecun_normal"}, "roles": {"embedding": {"scheme": "pytorch_linear"},
        "q": {"scheme": "kaiming_normal", "nonlinearity": "gelu"}, "k": {"scheme": "orthogonal", "gain": 2},
        "v": {"scheme": "eye"}, "mlp_in": {"scheme": "mean_field", "variance": 2},
        "mlp_out": {"scheme": "sparse", "sparsity": 0.5, "std": 0.3}, "norm_scale": {"scheme": "lecun_normal"}})");
    add("norms of different scales",
        R"("norm_placement": "sandwich", "qk_norm": true, "sub_norm": true, "embedding_norm": true, "roles": {
        "mlp_sub_norm_scale": {"scheme": "constant", "value": 2}, "norm_scale": {"scheme": "constant", "value": 0.5}, "attention_norm_scale": {"scheme": "normal", "mean": 1, "std": 0.1},
        "mlp_norm_scale": {"scheme": "constant", "value": 1.5}, "query_norm_scale": {"scheme": "ones"},
        "final_norm_scale": {"scheme": "lecun_normal"}})");
    add("streams, learned scales", R"("streams": 3, "residual_scaling": "layerscale", "activation": "prelu")");
    add("unit rows", R"("norm": "rms_norm", "weight": {"scheme": "unit_rows"}, "roles": {
        "attention_out": {"scheme": "unit_rows", "vectors": "columns"}, "embedding": {"scheme": "unit_rows", "gain": 6}})");
    add("a head at the log frequencies", R"("tied": false, "head_bias": true, "biases": false,
        "roles": {"head_bias": {"scheme": "log_frequencies", "exponent": 1.5}})");
    all.emplace_back("vision, its authors' scheme",
        networks::vision(R"("weight": {"scheme": "xavier_uniform"}, "roles": {"patch": {"scheme": "lecun_normal"},
            "class_token": {"scheme": "zeros"}, "position": {"scheme": "normal", "std": 0.02},
            "head": {"scheme": "zeros"}})"));
    all.emplace_back(
        "vision, sparse", networks::vision(R"("weight": {"scheme": "sparse", "sparsity": 0.5, "std": 0.3})"));
    add("zeros", R"("weight": {"scheme": "zeros"}, "norm": "rms_norm")");
    std::mt19937 random(8);
    for (int i = 0; i < tested::cases(60); ++i)
        all.emplace_back("resnet " + QString::number(i), resnet_cases::any(random));
    for (const char* scheme : {"skipinit", "rezero", "layerscale"})
        all.emplace_back(QString("resnet ") + scheme,
            resnet_cases::resnet({{"residual_scaling", std::string(scheme)}, {"stage_2", 2.0}}, 3));
    Experiment scales = resnet_cases::resnet({{"classes", 10.0}, {"order", std::string("pre_activation")}}, 3);
    scales.network.roles = {{"branch_norm_scale", {"constant", {{"value", 0.5}}}}, {"final_norm_scale", {"ones", {}}}};
    all.emplace_back("resnet, norms of different scales", with_completed_parameters(scales));
    Experiment identities = resnet_cases::resnet({{"classes", 10.0}, {"stage_2", 2.0}}, 3);
    identities.network.weight = {"dirac", {{"groups", 2.0}}};
    all.emplace_back("resnet identities", with_completed_parameters(identities));
    for (const Experiment& e : recurrent())
        all.emplace_back("recurrent " + QString::number(all.size()), e);
    return all;
}

/// Returns extreme values of a parameter: both ends, and an integer for a real number, which Python would read as an
/// integer. `far` is used where a range has no end.
std::vector<ParameterValue> ends_of(const ParameterInfo& info, double far)
{
    constexpr double most = 12;   // for a count
    if (!info.choices.empty())
        return {info.choices.begin(), info.choices.end()};
    if (std::holds_alternative<std::string>(info.default_value))
        return {};   // a formula
    if (info.integer)
        return {info.low, info.low + 1, std::min(info.high, most)};
    return {std::max(info.low, -far), std::min(info.high, far), std::clamp(std::min(10.0, far), info.low, info.high)};
}

/// Returns small networks of a kind in which most options have an effect; a kind may have several.
std::vector<Experiment> bases()
{
    const std::string drawn
        = R"("weight": {"scheme": "normal", "std": 0.25}, "roles": {)" + networks::drawn_scale + "}";
    std::vector<Experiment> all {
        networks::transformer(
            R"("experts": 3, "experts_chosen": 2, "shared_experts": 1, "qk_norm": true, "activation": "prelu",
            "attention_softcap": 3, "streams": 2, "residual_scaling": "plain", )"
            + drawn),
        networks::transformer(R"("norm": "rms_norm", "position": "rotary", "rotary_scaling": "llama3", "tied": false,
            "head_bias": true, "activation": "swiglu", "key_value_heads": 2, "new_tokens": 3, "new_rows": "mean_with_spread",
            "embedding_norm": true, "residual_scaling": "plain", )"
            + drawn),
        networks::vision(
            R"("activation": "gelu", "key_value_rank": 6, "query_rank": 5, "norm_modulation": true, )" + drawn),
        networks::state_space(R"("norm": "dyt", )" + drawn),
        networks::experiment(R"("kind": "residual", "depth": 2, "width": 24, "norm": "dyt", )" + drawn,
            R"("input": {"samples": 20}, "seed": 7)"),
        resnet_cases::resnet({{"classes", 5.0}, {"size", 8.0}, {"norm_groups", 4.0}}, 2, 8)};
    for (Experiment& e : all)
        e.network.depth = 2;
    const std::vector<Experiment> cells = recurrent();
    all.insert(all.end(), {cells[0], cells[1]});
    return all;
}

QString text_of(const ParameterValue& value)
{
    const double* number = std::get_if<double>(&value);
    return number ? QString::number(*number) : QString::fromStdString(std::get<std::string>(value)).replace('/', ':');
}

/// A list of valid cases.
struct Cases {
    std::vector<Case> list;

    /// Adds the experiment if it is valid, or becomes valid when the nearest fitting network replaces its own. Returns
    /// whether it is valid. One that is there already is not added again: many values are defaults.
    bool add(const QString& name, Experiment e, const Network& before)
    {
        const NetworkKind& kind = kind_of(e.network);
        if (kind.fitted)
            e.network = kind.fitted(e.network, before);
        e = with_completed_parameters(std::move(e));
        if (!validate(e).empty())
            return false;
        if (std::ranges::any_of(list, [&](const Case& other) { return other.second == e; }))
            return true;
        list.emplace_back(QString("%1 %2 %3").arg(list.size()).arg(QString::fromStdString(kind.name), name), e);
        return true;
    }
};

/// Sets every option of every kind to its ends. The values of a word take turns: alone, and with all numbers at an
/// integer. Those of a number take turns over the options and networks. Collects the options for which no value other
/// than the default was valid.
std::vector<Case> option_cases(QStringList& left_out)
{
    Cases cases;
    std::map<std::string, bool> changed;
    std::string before;
    int first = 0;
    for (const Experiment& base : bases()) {
        int turn = first, number_turn = first++, option = 0;
        const NetworkKind& kind = kind_of(base.network);
        const bool second = std::exchange(before, kind.name) == kind.name;
        Experiment whole = base;
        for (const ParameterInfo& info : kind.options)
            if (std::holds_alternative<double>(info.default_value) && !info.integer)
                whole.network.options[info.name] = std::clamp(2.0, info.low, info.high);
        for (const ParameterInfo& info : kind.options) {
            bool& any = changed[kind.name + "." + info.name];
            const bool word = !info.choices.empty() && !is_flag(info);
            // A second network of a kind has half of the options, and those that do not fit the first.
            if (second && any && option++ % 2 == 0 && !tested::every_case())
                continue;
            std::vector<ParameterValue> ends = ends_of(info, 1e3);
            if (info.choices.empty() && !ends.empty())
                std::ranges::rotate(ends, ends.begin() + number_turn++ % int(ends.size()));
            bool here = false;
            for (const ParameterValue& value : ends) {
                if (info.choices.empty() && here && !tested::every_case())
                    break;
                const bool with_whole = word && turn++ % 2 == 1;
                Experiment e = with_whole ? whole : base;
                e.network.options[info.name] = value;
                const QString name
                    = QString::fromStdString(info.name) + " " + text_of(value) + (with_whole ? ", whole numbers" : "");
                here = (cases.add(name, e, base.network) && value != info.default_value) || here;
            }
            any = any || here;
        }
    }
    for (const auto& [name, any] : changed)
        if (!any)
            left_out << QString::fromStdString(name);
    return cases.list;
}

/// Every activation in residual networks, with its parameters at their ends, and in a recurrent one. In others, whose
/// code of activations is that of residual networks, they take turns.
std::vector<Case> activation_cases()
{
    Cases cases;
    std::size_t first = 0;
    for (const Experiment& base : bases()) {
        std::size_t turn = first++;
        for (const ActivationInfo& info : activations()) {
            const std::string& kind = base.network.kind;
            if (info.name == formula_name
                || (kind != "residual" && !tested::every_case() && turn++ % (kind == "recurrent" ? 2 : 6) != 0))
                continue;
            Experiment e = base;
            e.network.activation = {info.name, {}};
            cases.add(QString::fromStdString(info.name), e, base.network);
            if (kind != "residual")
                continue;
            for (const ParameterInfo& parameter : info.parameters)
                for (const ParameterValue& value : ends_of(parameter, 1e3)) {
                    e.network.activation.parameters = {{parameter.name, value}};
                    cases.add(QString::fromStdString(info.name + " " + parameter.name) + " " + text_of(value), e,
                        base.network);
                }
        }
    }
    return cases.list;
}

/// Every scheme in all roles that it may fill, with its parameters at their ends. Branches take turns at being scaled,
/// the two kinds of kernels at the values of parameters, and schemes in networks of other kinds.
std::vector<Case> scheme_cases()
{
    Cases cases;
    int first = 0;
    for (const Experiment& base : bases()) {
        int turn = first++, value_turn = base.network.kind == "resnet" ? 1 : 0;
        for (const Scheme& scheme : schemes()) {
            const auto add = [&](const QString& name, const Parameters& parameters, const char* scaling) {
                Experiment e = base;
                e.network.options["residual_scaling"] = std::string(scaling);
                for (const RoleInfo& role : roles_of(e.network))
                    if (fills(scheme, role.kind, kind_of(e.network).kernels, role.name))
                        e.network.roles[role.name] = {scheme.name, parameters};
                if (e.network.roles != base.network.roles)
                    cases.add(QString::fromStdString(scheme.name) + name, e, base.network);
            };
            // Matrices, kernels, and a kernel that is stored as a matrix; the others would repeat these.
            const std::string& kind = base.network.kind;
            const bool repeats = kind != "residual" && kind != "resnet" && kind != "vision_transformer";
            const int at = turn++;
            if (!repeats || tested::in_turn(std::size_t(at)))
                at % 2 == 0 ? add("", {}, "plain") : add(", scaled", {}, "inverse_sqrt_depth");
            if (repeats)
                continue;
            for (const ParameterInfo& info : scheme.parameters)
                for (const ParameterValue& value : ends_of(info, 3))
                    if (kind == "residual" || (info.name != "nonlinearity" && value_turn++ % 2 == 0))
                        add(" " + QString::fromStdString(info.name) + " " + text_of(value), {{info.name, value}},
                            "plain");
        }
    }
    return cases.list;
}

/// Random expressions in every role that may have them.
std::vector<Case> typed_cases(int count)
{
    random_laws::RandomLaws random(3);
    Cases cases;
    const std::vector<Experiment> all = bases();
    for (int i = 0; i < count; ++i) {
        Experiment e = all[std::size_t(i) % all.size()];
        e.network.depth = random.whole(1, 4);
        e.network.options["residual_scaling"]
            = random.one_of<std::string>({"plain", "inverse_sqrt_depth", "skipinit", "deepnorm"});
        for (const RoleInfo& role : roles_of(e.network)) {
            Initializer law;
            do
                law = random.initializer(random.about(0.05, 0.5));
            while (!fills(*find_scheme(law.scheme), role.kind, kind_of(e.network).kernels, role.name));
            e.network.roles[role.name] = law;
        }
        cases.add("typed", e, all[std::size_t(i) % all.size()].network);
    }
    return cases.list;
}

/// Returns parameters by their names in the code: shape, and mean and variance of an entry.
QJsonObject expectation(const Experiment& experiment)
{
    QJsonObject parameters;
    const NetworkPlan network = plan_of(experiment.network);
    std::map<QString, int> rows;   // rows so far, of tensors with several parts
    for (const ParameterPlan* parameter : network.parameters()) {
        const ParameterPlan& plan = *parameter;
        QString name = QString::fromStdString(plan.name);
        if (network.kind->tensor_name) {   // with its first row
            name = QString::fromStdString(network.kind->tensor_name(plan));
            int& row = rows[name];
            name += QString("@%1").arg(row);
            row += plan.shape.rows();
        }
        if (plan.block > 0)
            name.replace(QString("blocks.%1.").arg(plan.block), QString("blocks.%1.").arg(plan.block - 1));
        if (plan.expert > 0) {   // counted from 1 here, and from 0 in the code
            const int number = name.indexOf(QLatin1String("experts.")) + 8, end = name.indexOf('.', number);
            name.replace(number, end - number, QString::number(name.mid(number, end - number).toInt() - 1));
        }
        const Law law = law_of(draw_of(plan), plan.shape, plan.kind);
        const bool drawn = plan.rows.changed() == 0;   // no row is changed
        QJsonArray shape {plan.shape.rows()};
        if (plan.kind == Role::weight) {
            const Window window = kernel_of(plan);
            shape << plan.shape.fan_in / window.receptive();
            for (int i = 0; i < window.dimensions; ++i)
                shape << window.kernel;
        }
        parameters[name] = QJsonObject {{"shape", shape}, {"mean", law.mean}, {"variance", law.variance},
            {"role", QString::fromStdString(plan.role)}, {"vector", plan.kind == Role::bias}, {"drawn", drawn}};
    }
    return {{"parameters", parameters}, {"words", kind_of(experiment.network).takes_tokens},
        {"images", experiment.network.kind == "vision_transformer"}, {"samples", experiment.input.samples},
        {"tokens", experiment.input.tokens}, {"width", entries_of_layer(experiment.network, 0)}};
}

// Runs each module and prints disagreements. A mean and a variance over all blocks may deviate by five standard errors.
// The error of the variance is at least a normal distribution's, because few entries yield a poor estimate of the
// fourth moment.
const char* const runner = R"(
import json, math, pathlib, runpy, struct, sys, types
import numpy as np, torch
torch.set_num_threads(1)

def load_file(path):   # stands in for the library safetensors
    data = open(path, "rb").read()
    n = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + n])
    header.pop("__metadata__")
    kinds = {"F32": "<f4", "I64": "<i8"}
    def tensor(t):
        a, b = t["data_offsets"]
        return torch.from_numpy(np.frombuffer(data[8 + n + a:8 + n + b], kinds[t["dtype"]]).reshape(t["shape"]).copy())
    return {name: tensor(t) for name, t in header.items()}
package, module = types.ModuleType("safetensors"), types.ModuleType("safetensors.torch")
module.load_file = load_file
sys.modules.update({"safetensors": package, "safetensors.torch": module})

failures = modules = 0
def check(ok, *what):
    global failures
    if not ok:
        failures += 1
        print(*what)

for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    modules += 1
    expected = json.loads(path.with_suffix(".json").read_text())
    file = path.with_suffix(".safetensors")
    try:
        code = runpy.run_path(str(path))
        torch.manual_seed(1)
        network = code["Network"]()
        parameters = dict(network.named_parameters())
        learned = {name for name in parameters if name.endswith(("_scale", ".alpha")) or "activation" in name
                   or "norm" in name and name.endswith(".bias")} - set(expected["parameters"])
        names = {name.partition("@")[0] for name in expected["parameters"]}
        check(set(parameters) - learned == names, path.name, "parameters", set(parameters) ^ names)
        groups = {}
        for name, about in expected["parameters"].items():
            tensor, part, row = name.partition("@")
            values = parameters[tensor].detach().double()
            values = values[int(row):int(row) + about["shape"][0]] if part else values
            check(list(values.shape) == about["shape"], path.name, name, "shape")
            key = about["role"], tensor.rsplit(".", 1)[-1], about["mean"], about["variance"]
            if about["drawn"]:
                groups.setdefault(key, []).append(values.flatten())
        for (role, kind, mean, variance), values in groups.items():
            x = torch.cat(values)
            n = x.numel()
            error = 5 * math.sqrt(variance / n) + 1e-6 * abs(mean)
            check(abs(x.mean().item() - mean) <= error, path.name, role, kind, "mean", x.mean().item(), mean, "n", n)
            square = ((x - mean) ** 2)
            error = 5 * math.sqrt(max((square ** 2).mean().item() - variance ** 2, 2 * variance ** 2) / n) + 1e-5 * variance + (1e-6 * mean) ** 2 + 1e-30
            check(abs(square.mean().item() - variance) <= error, path.name, role, kind, "variance",
                  square.mean().item(), variance, "n", n)
        x = torch.from_numpy(code["sample_input"]())
        shape = (expected["samples"], expected["tokens"] + 1 if expected["words"] else expected["width"])
        check(tuple(x.shape) == shape, path.name, "input shape")
        classes = [code["sample_classes"](len(x))] if expected["images"] else []
        number = code["loss"](network, x, *classes)
        number.backward()
        check(number.dim() == 0, path.name, "loss", number)
        if "number" not in expected:
            continue
        check(math.isfinite(number.item()), path.name, "loss", number)
        code["load_stepzero"](network, file)
        tensors = load_file(file)
        with torch.no_grad():
            if expected["words"]:
                tokens = torch.cat((tensors["input_ids"], tensors["labels"][:, -1:]), 1)
                found = code["loss"](network, tokens).item()
            elif expected["images"]:
                found = code["loss"](network, tensors["input"], tensors["labels"]).item()
            else:
                ends = []   # the streams, where the network puts out their sum
                if "STREAMS" in code:
                    network.blocks[-1].register_forward_hook(lambda block, read, end: ends.append(end))
                ends.append(network(tensors["input"]))
                found = ends[0].square().mean().sqrt().item()
        right = expected["number"]
        check(abs(found - right) <= 1e-4 * right, path.name, "with our tensors", found, right)
    except Exception as error:
        check(False, path.name, repr(error))
print("modules", modules, "failures", failures)
)";

}   // namespace

class TestBlockCode : public QObject {
    Q_OBJECT

private:
    static QString code_of(const Experiment& e)
    {
        return QString::fromStdString(framework_code(e, Framework::pytorch));
    }

    /// Modules run, and their parameters have the distributions of the plans. With the tensors of a run they reproduce
    /// its numbers.
    static void run_cases(const std::vector<Case>& cases, bool numbers)
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QTemporaryDir folder;
        NoiseCache cache(1 << 24);
        const Context context;
        for (const auto& [name, experiment] : cases) {
            const QString base = folder.filePath(QString(name).replace(' ', '-'));
            const NetworkPlan plan = plan_of(experiment.network);
            QJsonObject expected = expectation(experiment);
            if (numbers) {
                const Measurement m = simulate(experiment, plan, cache, context);
                const auto loss = m.block(0).number("logits", Quantity::cross_entropy);
                // For a residual network, which has no loss, the RMS of its output is compared.
                const Distribution *head = m.block(0).value("head"), *output = m.output(m.depth());
                if (kind_of(experiment.network).has_tokens() ? loss.has_value() : head || output)
                    expected["number"] = loss ? *loss : head ? head->rms : output->rms;
                write_tensors((base + ".safetensors").toStdString(), experiment, plan, cache, context);
            }
            QFile code(base + ".py"), json(base + ".json");
            QVERIFY(code.open(QIODevice::WriteOnly) && json.open(QIODevice::WriteOnly));
            code.write(code_of(experiment).toUtf8());
            json.write(QJsonDocument(expected).toJson());
        }
        const QString said = run_python(runner, {folder.path()});
        QVERIFY2(said.trimmed() == QString("modules %1 failures 0").arg(cases.size()), qPrintable(said));
    }

private slots:
    void modules_are_what_the_experiment_says() { run_cases(cases(), true); }

    void options_at_their_ends_run()
    {
        QStringList left_out;
        run_cases(option_cases(left_out), true);
        QCOMPARE(left_out, QStringList());
    }

    void activations_at_their_ends_run() { run_cases(activation_cases(), true); }

    void schemes_in_every_role_run() { run_cases(scheme_cases(), false); }

    void typed_numbers_in_every_role_run()
    {
        const int count = tested::cases(72);
        const std::vector<Case> typed = typed_cases(count);
        QVERIFY(int(typed.size()) >= count * 5 / 6);
        run_cases(typed, true);
    }

    void typed_numbers_are_expressions()
    {
        const auto contains = [](const Experiment& e, std::initializer_list<const char*> lines) {
            const QString code = code_of(e);
            for (const char* line : lines)
                QVERIFY2(code.contains(QString(line) + "\n"), qPrintable(code + "\nexpected: " + line));
        };
        contains(
            networks::transformer(R"j("residual_scaling": "plain", "weight": {"scheme": "normal", "std": "√(2/fan_in)"},
            "roles": {"attention_out": {"scheme": "normal", "std": "0.02/sqrt(2*L)"},
                      "mlp_out": {"scheme": "normal", "std": "0.02/sqrt(2*(l+1))"},
                      "embedding": {"scheme": "uniform", "low": "-1/d", "high": "1/d"}})j"),
            {"                fan_out, fan_in = module.weight.shape",
                "                nn.init.normal_(module.weight, mean=0, std=math.sqrt(2 / fan_in))",
                "            L = 3",
                "            nn.init.normal_(block.attention_out.weight, mean=0, std=0.02 / math.sqrt(2 * L))",
                "        for l, block in enumerate(self.blocks, start=1):",
                "            nn.init.normal_(block.mlp_out.weight, mean=0, std=0.02 / math.sqrt(2 * (l + 1)))",
                "        d = 32", "        nn.init.uniform_(self.embedding.weight, -1 / d, 1 / d)"});
        contains(networks::experiment(R"j("kind": "dense", "depth": 5, "width": 16,
            "weight": {"scheme": "normal", "std": "sqrt(2/fan_in)/l"}, "bias": {"scheme": "constant", "value": "l/L"})j"),
            {"            nn.init.normal_(linear.weight, mean=0, std=math.sqrt(2 / fan_in) / index)",
                "            L = 5", "            nn.init.constant_(linear.bias, index / L)"});
    }

    void module_runs_as_a_program()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QTemporaryDir folder;
        for (const Experiment& experiment : {networks::gpt2_like(), networks::vit_like(),
                 networks::state_space(R"("expand": 2)"), networks::all().back().second}) {
            QFile file(folder.filePath("module.py"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(code_of(experiment).toUtf8());
            file.close();
            const QString said
                = run_python("import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')", {file.fileName()});
            QCOMPARE(said.count("stream std"), qsizetype(experiment.network.depth));
            QCOMPARE(said.contains("cross-entropy"), kind_of(experiment.network).has_tokens());
        }
    }

    void modules_are_short_and_tidy()
    {
        for (const auto& [name, experiment] : cases()) {
            const QString code = code_of(experiment);
            QVERIFY2(code.count('\n') < 225, qPrintable(name));
            QVERIFY2(code.endsWith('\n') && !code.contains(" \n") && !code.contains("\n\n\n\n"), qPrintable(name));
            const QStringList lines = code.split('\n');
            for (const QString& line : lines)
                QVERIFY2(line.size() <= 120, qPrintable(line));
        }
    }

    void masked_positions_do_not_exist()
    {
        QVERIFY(code_of(networks::gpt2_like()).contains("masked_fill(future, -math.inf)"));
        QVERIFY(!code_of(networks::bert_like()).contains("math.inf"));
    }

    void other_frameworks_have_dense_networks_only()
    {
        for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras}) {
            QVERIFY(has_code(Network {}, framework));
            QCOMPARE(has_code(networks::gpt2_like().network, framework), framework == Framework::pytorch);
        }
    }
};

STEPZERO_TEST(TestBlockCode, NoApplication)

}   // namespace tst_block_code
#include "tst_block_code.moc"
