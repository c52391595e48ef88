// SPDX-License-Identifier: GPL-3.0-or-later
// Framework code. PyTorch's is run, and its layers are compared with the distribution of each scheme and with this
// program's activations. JAX's and Keras's must be valid Python and name the right initializers.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "core/exchange/code.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/network/input/distributions.h"
#include "tests/cases.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_code {

using namespace stepzero;

namespace {

Experiment with_weight(const Initializer& weight)
{
    Experiment e;
    e.network.widths = {80, 64, 64};
    e.network.input_width = 60;
    e.network.weight = weight;
    e.input.samples = 8;
    return e;
}

Experiment with_bias(const Initializer& bias)
{
    Experiment e;
    e.network.widths = {3000, 40};   // many biases, few weights
    e.network.input_width = 3;
    e.network.weight = {"zeros", {}};
    e.network.bias = bias;
    e.input.samples = 8;
    return e;
}

/// Every operator and function that a formula may contain, and the brackets that Python requires.
constexpr const char* formulas[] = {
    "z",
    "0.5",
    "z*tanh(log(1 + exp(z)))",
    "-z^2 + (-z)^2/(4 - (2 - z^2)) - 2^(-z*z) - (z^2 + 1)^0.3^2",
    "z > 0 ? z : 0.01*z",
    "z >= 1 || z < -1 && z != -1 ? z : (z <= 0) == 1 ? z^3 : z*(z - 0)",
    "max(0, z) + min(z, -1, -0.5*z) + max(z, 0.1*z) + clamp(z, -2, 2)",
    "z*(z > 0) + z*step(-z) + z*sign(z) + (abs(z) - z)*(z > 0 && 1)",
    "cos(tanh(z))*sin(tanh(z)) + atan(z) - asinh(z)*0.1 + acosh(1 + z*z) + tan(tanh(z)) + sinh(tanh(z)) - "
    "cosh(tanh(z))",
    "asin(0.9*tanh(z)) + acos(-tanh(z)/2) + atanh(tanh(z)/2) + atan2(z, 2) + expm1(-z*z) - log1p(abs(z)) + cbrt(1 + "
    "z^2)",
    "log2(2 + tanh(z)) + log10(3 + z^2) + ln(1 + z^2) + sqrt(1 + z*z) - erf(z) + erfc(z) + Phi(z)*z",
    "(z - floor(clamp(z, -3, 3)))*(ceil(clamp(z, -3, 3)) - z) + abs(z - rint(clamp(z, -3, 3)))",
    "relu(z) - prelu(-z) + gelu(z) + sigmoid(2*z)*linear(z) + swish(z) + softplus(-z) + squared_relu(z)/2",
    "pow(1 + z*z, 0.5) + (1 > 0 ? z : 1) + 1e-7*z + (1/3)*z",
    "min(z, 1/0) + max(-1/0, z)",
    "z > 0 ? z : exp(z) - 1",
    "z >= 1 ? 1 + log(z) : z > -0.5 ? z : -sqrt(0.25 - 0.5 - z)",
};

/// Returns experiments that together use every scheme, every mode and distribution, and every activation.
std::vector<std::pair<QString, Experiment>> cases()
{
    std::vector<std::pair<QString, Experiment>> all;
    const auto add = [&](const QString& name, const Experiment& e) { all.emplace_back(name, e); };
    int turn = 0;   // nonlinearities, which are a gain alone, take turns between weights and biases
    for (const Scheme& scheme : schemes()) {
        const QString name = QString::fromStdString(scheme.name);
        if (!scheme.of_role.empty())
            continue;   // only for networks made of blocks
        if (!scheme.needs_convolution)
            add("weight " + name, with_weight({scheme.name, {}}));
        if (!scheme.needs_convolution && scheme.for_bias)
            add("bias " + name, with_bias({scheme.name, {}}));
        for (const ParameterInfo& info : scheme.parameters)
            for (const std::string& choice : info.choices)
                if (!scheme.needs_convolution && choice != std::get<std::string>(info.default_value)) {
                    const bool both = info.name != "nonlinearity" || !scheme.for_bias, weight = both || turn++ % 2 == 0;
                    if (weight)
                        add("weight " + name + " " + QString::fromStdString(choice),
                            with_weight({scheme.name, {{info.name, choice}}}));
                    if (scheme.for_bias && (both || !weight))
                        add("bias " + name + " " + QString::fromStdString(choice),
                            with_bias({scheme.name, {{info.name, choice}}}));
                }
    }
    add("constant", with_weight({"constant", {{"value", 0.25}}}));
    add("normal shifted", with_weight({"normal", {{"mean", 0.1}, {"std", 0.02}}}));
    add("narrow", with_weight({"trunc_normal", {{"mean", 0.1}, {"std", 0.02}, {"low", 0.09}, {"high", 0.13}}}));
    add("in sigmas",
        with_weight({"trunc_normal",
            {{"mean", 0.1}, {"std", 0.02}, {"bounds", std::string("sigma")}, {"low", -1.0}, {"high", 0.5}}}));
    const auto cut = [](double low, double high, const char* bounds, const char* compensated) {
        return with_weight({"xavier_normal",
            {{"low", low}, {"high", high}, {"bounds", std::string(bounds)},
                {"compensated", std::string(compensated)}}});
    };
    for (const char* compensated : {"true", "false"}) {
        add(QString("cut in sigmas ") + compensated, cut(-1, 0.5, "sigma", compensated));
        add(QString("cut at values ") + compensated, cut(-0.15, 0.2, "absolute", compensated));
    }
    add("vanishing in float16", with_weight({"normal", {{"std", 3e-8}, {"dtype", std::string("float16")}}}));
    add("no width at all", with_weight({"variance_scaling", {{"scale", 0.0}}}));
    add("gain", with_weight({"xavier_uniform", {{"gain", 3.0}}}));
    add("orthogonal gain", with_weight({"orthogonal", {{"gain", 2.5}}}));
    add("leaky",
        with_weight({"kaiming_uniform", {{"nonlinearity", std::string("leaky_relu")}, {"negative_slope", 0.5}}}));
    add("typed, std",
        with_weight({"normal", {{"std", TypedNumber {"√(2/fan_in)/l"}}, {"mean", TypedNumber {"0.1*l"}}}}));
    add("typed, bounds",
        with_weight({"uniform", {{"low", TypedNumber {"-1/√n_in"}}, {"high", TypedNumber {"2*g*k/fan_out"}}}}));
    add("typed, gain", with_weight({"xavier_uniform", {{"gain", TypedNumber {"L^(-1/4)"}}}}));
    add("typed, value", with_bias({"constant", {{"value", TypedNumber {"l/L - 0.5"}}}}));
    add("typed, scale", with_weight({"variance_scaling", {{"scale", TypedNumber {"1/l"}}}}));
    add("typed, slope",
        with_weight({"kaiming_normal",
            {{"nonlinearity", std::string("leaky_relu")}, {"negative_slope", TypedNumber {"0.1*l"}}}}));
    add("typed, orthogonal", with_weight({"orthogonal", {{"gain", TypedNumber {"√(2/l)"}}}}));
    add("typed, cut",
        with_weight({"trunc_normal",
            {{"mean", 0.0}, {"std", TypedNumber {"1/√n"}}, {"bounds", std::string("sigma")}, {"low", -2.0},
                {"high", 2.0}}}));
    add("typed, variance", with_weight({"mean_field", {{"variance", TypedNumber {"1 + 1/l"}}}}));
    add("typed, bias variance", with_bias({"mean_field", {{"variance", TypedNumber {"0.05*l"}}}}));
    add("unit rows", with_weight({"unit_rows", {{"gain", 3.0}}}));
    add("twins", with_weight({"twins", {{"gain", 1.5}}}));
    add("twins apart", with_weight({"twins", {{"noise", 0.25}}}));
    add("unit columns", with_weight({"unit_rows", {{"vectors", std::string("columns")}}}));
    add("sparse", with_weight({"sparse", {{"sparsity", 0.33}, {"std", 2.0}}}));
    add("ternary", with_weight({"ternary", {{"std", 0.3}}}));
    for (const ActivationInfo& info : activations()) {
        Experiment e = with_weight({"normal", {}});
        e.network.activation = {info.name, {}};
        add("activation " + QString::fromStdString(info.name), e);
        for (const ParameterInfo& parameter : info.parameters) {
            if (info.name == formula_name)
                continue;
            const std::vector<ParameterValue> others = parameter.choices.empty()
                ? std::vector<ParameterValue> {std::max(parameter.low, -1e3), std::min(parameter.high, 1e3),
                    std::clamp(10.0, parameter.low, parameter.high), std::min(parameter.high, 0.6)}
                : std::vector<ParameterValue> {parameter.choices.back()};
            for (std::size_t i = 0; i < others.size(); ++i) {
                e.network.activation.parameters = {{parameter.name, others[i]}};
                add("activation " + QString::fromStdString(info.name + " " + parameter.name) + " " + QString::number(i),
                    e);
            }
        }
    }
    for (int i = 0; i < int(std::size(formulas)); ++i) {
        Experiment e = with_weight({"normal", {}});
        e.network.activation = {"formula", {{"formula", std::string(formulas[i])}}};
        add("formula " + QString::number(i), e);
    }
    for (const std::string& distribution : input_distributions()) {
        Experiment e = with_weight({"normal", {}});
        e.input = {.distribution = distribution,
            .mean = 0.5,
            .std = 2,
            .samples = distribution == "natural" ? 800 : 900,
            .file = {}};
        add("input " + QString::fromStdString(distribution), e);
    }
    Experiment mixed = with_weight({"kaiming_normal", {{"nonlinearity", std::string("relu")}}});
    mixed.title = "Several \"kinds\"\nof layers";
    mixed.network.widths = {64, 64, 100, 32, 64, 64, 64};
    mixed.network.overrides = {{2, Activation {"tanh", {}}, Initializer {"orthogonal", {}}, {}},
        {3, {}, {}, Initializer {"pytorch_linear", {}}},
        {5, Activation {"tanh", {}}, Initializer {"orthogonal", {}}, {}}};
    add("overrides", mixed);
    return all;
}

/// Returns the expected properties of the module: the distribution of each tensor, and the activations' values and
/// slopes. All kinks are on the grid.
QJsonObject expectation(const Experiment& e)
{
    const auto law_json = [](const Initializer& initializer, Shape shape, Role role) {
        const Law law = law_of(draw_of(initializer, shape, role), shape, role);
        return QJsonObject {{"mean", law.mean}, {"variance", law.variance}};
    };
    QJsonArray layers;
    for (const LayerPlan& layer : expand(e.network)) {
        const Shape shape = layer.shape();
        QJsonArray values, slopes;   // the slopes of a formula at its kinks differ from PyTorch's
        const ActivationFunction phi(layer.activation);
        for (int i = -60; i <= 60; ++i) {
            values << phi.value(i / 10.0);
            if (layer.activation.name != formula_name)
                slopes << phi.derivative(i / 10.0);
        }
        layers << QJsonObject {{"fan_in", layer.fan_in}, {"fan_out", layer.fan_out}, {"values", values},
            {"slopes", slopes}, {"weight", law_json(layer.weight, shape, Role::weight)},
            {"bias", law_json(layer.bias, shape, Role::bias)}};
    }
    return {{"layers", layers}, {"samples", e.input.samples}, {"mean", e.input.mean}, {"std", e.input.std}};
}

// Runs each module and prints disagreements. A mean and a variance may deviate by five standard errors. Entries count
// as independent, which is right for all schemes except the orthogonal ones: their mean square is fixed, and their mean
// has the same standard error.
const char* const runner = R"(
import json, math, runpy, sys, pathlib
import numpy as np, torch
torch.set_num_threads(1)
failures = modules = 0
compared = set()
def check(ok, *what):
    global failures
    if not ok:
        failures += 1
        print(*what)
def law(name, x, expected):
    x = x.detach().numpy().astype(np.float64)
    mean, variance, n = expected["mean"], expected["variance"], x.size
    check(abs(x.mean() - mean) <= 5 * math.sqrt(variance / n) + 1e-6 * abs(mean), name, "mean", x.mean(), mean)
    squares = (x - mean) ** 2
    fourth = (squares * squares).mean()
    error = 5 * math.sqrt(max(fourth - variance ** 2, 0) / n) + 1e-5 * variance + 1e-30
    check(abs(squares.mean() - variance) <= error, name, "variance", squares.mean(), variance)
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    modules += 1
    expected = json.loads(path.with_suffix(".json").read_text())
    try:
        module = runpy.run_path(str(path))
        torch.manual_seed(1)
        network = module["Network"]()
        x = torch.from_numpy(module["sample_input"]())
        check(tuple(x.shape) == (expected["samples"], expected["layers"][0]["fan_in"]), path.name, "input shape")
        if x.numel() > 100000:
            check(abs(float(x.mean()) - expected["mean"]) < 5 * expected["std"] / math.sqrt(x.numel()), path.name, "input mean")
            check(abs(float(x.std()) - expected["std"]) < 5 * expected["std"] / math.sqrt(x.numel()), path.name, "input std")
        y = network(x)
        check(y.shape == (x.shape[0], expected["layers"][-1]["fan_out"]), path.name, "output shape")
        check(len(network.layers) == len(expected["layers"]), path.name, "depth")
        for index, layer in enumerate(expected["layers"], start=1):
            linear = network.layers[str(index)]
            name = path.name + " layer " + str(index)
            check(tuple(linear.weight.shape) == (layer["fan_out"], layer["fan_in"]), name, "shape")
            law(name + " weight", linear.weight, layer["weight"])
            law(name + " bias", linear.bias, layer["bias"])
            z = torch.arange(-60, 61, dtype=torch.float64) / 10
            found = network.activations[str(index)].double()(z).detach().numpy()
            check(np.allclose(found, layer["values"], rtol=1e-6, atol=1e-7), name, "activation",
                  np.abs(found - layer["values"]).max())
            key = path.name if not path.name.startswith(("weight", "bias")) else "default", tuple(layer["values"])
            known = key in compared   # an activation once a module, and the default one once
            compared.add(key)
            for at, wanted in zip(z.tolist(), [] if known else layer["slopes"]):   # vector code differs at kinks
                one = torch.tensor([at], dtype=torch.float64, requires_grad=True)
                network.activations[str(index)].double()(one).sum().backward()
                slope = float(one.grad)
                check(abs(slope - wanted) <= 1e-7 + 1e-6 * abs(wanted), name, "slope at", at, slope, wanted)
    except Exception as error:
        check(False, path.name, repr(error))
print("modules", modules, "failures", failures)
)";

}   // namespace

class TestCode : public QObject {
    Q_OBJECT

private:
    static QString code_of(const Experiment& e, Framework framework)
    {
        return QString::fromStdString(framework_code(e, framework));
    }

private slots:
    void pytorch_modules_build_what_the_experiment_says()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QTemporaryDir folder;
        for (const auto& [name, experiment] : cases()) {
            const QString base = folder.filePath(QString(name).replace(' ', '-'));
            QFile code(base + ".py"), expected(base + ".json");
            QVERIFY(code.open(QIODevice::WriteOnly) && expected.open(QIODevice::WriteOnly));
            code.write(code_of(experiment, Framework::pytorch).toUtf8());
            expected.write(QJsonDocument(expectation(experiment)).toJson());
        }
        const QString said = run_python(runner, {folder.path()});
        QCOMPARE(said.trimmed(), QString("modules %1 failures 0").arg(cases().size()));
    }

    void what_overflows_is_said()
    {
        const auto code = [](const char* formula, Framework framework) {
            Experiment e = with_weight({"normal", {}});
            e.network.activation = {"formula", {{"formula", std::string(formula)}}};
            return code_of(e, framework);
        };
        for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras}) {
            QVERIFY(code("exp(2*z)/(1 + exp(2*z))", framework)
                        .contains("# In float32 this is nan at x = 45, where it should be 1\n"));
            QVERIFY(code("1/(1 + exp(-2*z))", framework)
                        .contains("# In float32 a part of this overflows at x = -45: gradients may be nan there\n"));
            for (const char* sound :
                {"exp(z)/(1 + exp(z))", "min(z, 1/0)", "z > 0 ? z : exp(z) - 1", "z > 0 ? z : exp(2*z) - 1"})
                QVERIFY(!code(sound, framework).contains("In float32"));
        }
    }

    /// PyTorch differentiates both branches of a conditional: 0·∞ of the unused one must not contribute.
    void both_halves_of_a_choice_have_gradients()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QTemporaryDir folder;
        int files = 0;
        for (const char* formula : {"z > 0 ? z : exp(z) - 1", "z > 0 ? sqrt(z + 1) - 1 : z", "z <= 0 ? z : log(1 + z)",
                 "z > 1 ? 1 + log(z) : z > 0 ? z : tanh(z)", "z > 0 ? 0 : z/(1 + exp(-2*min(z, 0)))*0 + z"}) {
            Experiment e = with_weight({"normal", {}});
            e.network.activation = {"formula", {{"formula", std::string(formula)}}};
            QFile code(folder.filePath(QString::number(files++) + ".py"));
            QVERIFY(code.open(QIODevice::WriteOnly));
            code.write(code_of(e, Framework::pytorch).toUtf8());
        }
        const QString said = run_python(R"(
import pathlib, runpy, sys
import torch
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    x = (torch.arange(-400, 1001) / 10).requires_grad_()
    y = runpy.run_path(str(path))["Network"]().activations["1"](x)
    y.sum().backward()
    if not (torch.isfinite(y).all() and torch.isfinite(x.grad).all()):
        print(path.name, x[~torch.isfinite(x.grad)])
)",
            {folder.path()});
        QCOMPARE(said, QString());
    }

    void formulas_of_the_others_run_in_numpy()
    {
        if (!python_has("numpy"))
            QSKIP("no python3-numpy");
        // The code of the activation, with NumPy replacing jnp and ops.
        QTemporaryDir folder;
        int files = 0;
        for (const auto& [name, experiment] : cases())
            if (name.startsWith("formula "))
                for (const Framework framework : {Framework::jax, Framework::keras}) {
                    const QString base = folder.filePath(QString::number(files++));
                    QFile code(base + ".py"), expected(base + ".json");
                    QVERIFY(code.open(QIODevice::WriteOnly) && expected.open(QIODevice::WriteOnly));
                    code.write(code_of(experiment, framework).toUtf8());
                    expected.write(QJsonDocument(expectation(experiment)).toJson());
                }
        const QString said = run_python(R"python(
import json, math, pathlib, re, sys
from types import SimpleNamespace as Names
import numpy as np
erf, erfc = np.vectorize(math.erf), np.vectorize(math.erfc)
sigmoid = lambda x: 1 / (1 + np.exp(-x))
relu = lambda x: np.maximum(x, 0)
functions = {"relu": relu, "sigmoid": sigmoid, "silu": lambda x: x * sigmoid(x), "erf": erf,
             "softplus": lambda x: np.log1p(np.exp(x)), "square": np.square, "gelu": lambda x, approximate: x * erfc(-x / math.sqrt(2)) / 2,
             "leaky_relu": lambda x, negative_slope: np.where(x > 0, x, negative_slope * x),
             "cast": lambda x, dtype: x.astype(dtype)}
ops = Names(**{**vars(np), **functions})
names = {"np": np, "math": math, "jnp": np, "ops": ops, "nn": Names(**{**functions, "leaky_relu":
         lambda x, slope: functions["leaky_relu"](x, slope)}), "jax": Names(lax=Names(erf=erf, erfc=erfc))}
x = np.arange(-60, 61) / 10
for path in pathlib.Path(sys.argv[1]).glob("*.py"):
    text = path.read_text()
    keras = re.search("activation = lambda x: (.*)", text)
    found = keras or re.search(r"x = nn\.Dense.*\n *x = (.*)", text)
    line = found.group(1) if found else "x"  # the identity has no line
    wanted = json.loads(path.with_suffix(".json").read_text())["layers"][0]["values"]
    found = eval(line, {**names, "x": x})
    if np.shape(found) != x.shape or not np.allclose(found, wanted, rtol=1e-9, atol=1e-9):
        print(line, np.abs(found - wanted).max())
)python",
            {folder.path()});
        QCOMPARE(said, QString());
        QCOMPARE(files, 2 * int(std::size(formulas)));
    }

    /// The expressions themselves, except where the framework takes another number than the scheme.
    void the_others_write_expressions()
    {
        struct Written {
            const char *name, *jax, *keras;
        };
        const Written all[] {{"typed, std",
                                 "kernel_init = lambda key, shape, dtype=jnp.float32: (0.1 * index) + "
                                 "(math.sqrt(2 / fan_in) / index) * jax.random.normal(key, shape, dtype)",
                                 "kernel = initializers.RandomNormal(mean=0.1 * index, stddev=math.sqrt(2 / fan_in) / "
                                 "index)"},
            {"typed, bounds",
                "kernel_init = lambda key, shape, dtype=jnp.float32: jax.random.uniform(key, shape, dtype, -1 / "
                "math.sqrt(fan_in), 2 * g * k / fan_out)",
                "kernel = initializers.RandomUniform(-1 / math.sqrt(fan_in), 2 * g * k / fan_out)"},
            {"typed, gain",
                "kernel_init = nn.initializers.variance_scaling((L ** -0.25) ** 2, \"fan_avg\", \"uniform\")",
                "kernel = initializers.VarianceScaling((L ** -0.25) ** 2, \"fan_avg\", \"uniform\")"},
            {"typed, value", "bias_init = nn.initializers.constant(index / L - 0.5)",
                "bias = initializers.Constant(index / L - 0.5)"},
            {"typed, orthogonal", "kernel_init = nn.initializers.orthogonal(scale=math.sqrt(2 / index))",
                "kernel = initializers.Orthogonal(gain=math.sqrt(2 / index))"},
            {"typed, variance", "kernel_init = nn.initializers.variance_scaling(1 + 1 / index, \"fan_in\", \"normal\")",
                "kernel = initializers.VarianceScaling(1 + 1 / index, \"fan_in\", \"untruncated_normal\")"},
            {"typed, bias variance", "bias_init = nn.initializers.normal(stddev=math.sqrt(0.05 * index))",
                "bias = initializers.RandomNormal(mean=0, stddev=math.sqrt(0.05 * index))"},
            {"typed, slope", "# negative_slope = 0.1*l", "# negative_slope = 0.1*l"}};
        const auto experiments = cases();
        for (const auto& [name, jax, keras] : all) {
            const auto found = std::ranges::find(experiments, name, [](const auto& one) { return one.first; });
            QVERIFY(found != experiments.end());
            for (const auto& [framework, line] : {std::pair(Framework::jax, jax), std::pair(Framework::keras, keras)}) {
                const QString code = code_of(found->second, framework);
                QVERIFY2(code.contains(' ' + QString(line) + '\n'), qPrintable(code + "\nexpected: " + line));
                // One statement for all layers, unless a number is written for each of them.
                QCOMPARE(code.contains("if index"), QString(line).startsWith('#'));
            }
        }
    }

    /// JAX and Keras need not be installed: NumPy and PyTorch implement what their code calls.
    void code_for_the_others_is_the_same_network()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QTemporaryDir folder;
        int networks = 0;
        std::size_t turn = 0;
        for (const auto& [name, experiment] : cases()) {
            // NumPy lacks the narrower formats, and formulas have a separate test.
            if (name.contains("bfloat16") || name.contains("float8") || name.startsWith("formula "))
                continue;
            if (name.count(' ') > 1 && !tested::in_turn(turn++))   // values of a parameter
                continue;
            QString laws = "networks = 2\nside = []\nlaws = [";
            for (const QJsonValue& layer : expectation(experiment)["layers"].toArray()) {
                QStringList both;
                for (const char* kind : {"weight", "bias"})
                    both << QString("(%1, %2)")
                                .arg(layer[kind]["mean"].toDouble(), 0, 'g', 17)
                                .arg(layer[kind]["variance"].toDouble(), 0, 'g', 17);
                laws += "(" + both.join(", ") + "), ";
            }
            const auto write = [&, file_name = QString(name).replace(' ', '-').replace('/', '-')](
                                   const std::string& end, const QString& text) {
                QFile file(folder.filePath(file_name + "." + QString::fromStdString(end) + ".py"));
                return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
            };
            QVERIFY(write("laws", laws + "]\n"));
            for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras})
                QVERIFY(write(framework_names()[std::size_t(framework)], code_of(experiment, framework)));
            ++networks;
        }
        const QString said = run_python_file("core/frameworks_stand_in.py", {folder.path()});
        QVERIFY2(said.trimmed() == QString("networks %1").arg(networks), qPrintable(said));
    }

    void module_runs_as_a_program()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        const QString said = run_python("import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')", [&] {
            static QTemporaryDir folder;
            QFile file(folder.filePath("module.py"));
            if (!file.open(QIODevice::WriteOnly))
                qFatal("no file");
            file.write(code_of(cases().back().second, Framework::pytorch).toUtf8());
            return QStringList {file.fileName()};
        }());
        QCOMPARE(said.count("activation std"), 7);
    }

    void every_module_is_python()
    {
        if (!python_has("ast"))
            QSKIP("no python3");
        QTemporaryDir folder;
        int number = 0;
        for (const auto& [name, experiment] : cases())
            for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras}) {
                QFile file(folder.filePath(QString::number(number++) + ".py"));
                QVERIFY(file.open(QIODevice::WriteOnly));
                const QString code = code_of(experiment, framework);
                QVERIFY2(!code.contains("by hand"), qPrintable(name));
                QVERIFY(code.endsWith('\n') && !code.contains(" \n") && !code.contains("\n\n\n\n"));
                file.write(code.toUtf8());
            }
        const QString said
            = run_python("import ast, pathlib, sys\n"
                         "for path in pathlib.Path(sys.argv[1]).glob('*.py'): ast.parse(path.read_text(), str(path))",
                {folder.path()});
        QCOMPARE(said, QString());
    }

    void framework_says_where_its_namesake_differs_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::addColumn<int>("framework");
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("comment");
        const int pytorch = int(Framework::pytorch), jax = int(Framework::jax), keras = int(Framework::keras);
        QTest::newRow("xavier, PyTorch") << "xavier_normal" << pytorch
                                         << "nn.init.xavier_normal_(linear.weight, gain=1)"
                                         << "";
        QTest::newRow("xavier, JAX") << "xavier_normal" << jax
                                     << "nn.initializers.variance_scaling(1, \"fan_avg\", \"normal\")"
                                     << "# not nn.initializers.xavier_normal, which is truncated at two sigma";
        QTest::newRow("xavier, Keras") << "xavier_normal" << keras
                                       << "initializers.VarianceScaling(1, \"fan_avg\", \"untruncated_normal\")"
                                       << "# not initializers.GlorotNormal, which is truncated at two sigma";
        QTest::newRow("kaiming, JAX") << "kaiming_normal" << jax
                                      << "nn.initializers.variance_scaling(2, \"fan_in\", \"normal\")"
                                      << "# not nn.initializers.kaiming_normal, which is truncated at two sigma";
        QTest::newRow("lecun, PyTorch") << "lecun_normal" << pytorch
                                        << "nn.init.trunc_normal_(linear.weight, std=std, a=-2 * std, b=2 * std)"
                                        << "# lecun_normal: torch.nn.init has none of this name";
        QTest::newRow("lecun, JAX") << "lecun_normal" << jax
                                    << "nn.initializers.variance_scaling(1, \"fan_in\", \"truncated_normal\")"
                                    << "";
        QTest::newRow("default, JAX") << "pytorch_linear" << jax
                                      << "nn.initializers.variance_scaling(0.333333333333, \"fan_in\", \"uniform\")"
                                      << "";
        QTest::newRow("identity, Keras") << "eye" << keras << "initializers.Identity(gain=1)"
                                         << "";
    }

    void framework_says_where_its_namesake_differs()
    {
        QFETCH(QString, scheme);
        QFETCH(int, framework);
        QFETCH(QString, statement);
        QFETCH(QString, comment);
        const QString code = code_of(with_weight({scheme.toStdString(), {}}), Framework(framework));
        QVERIFY2(code.contains(statement), qPrintable(code));
        QVERIFY2(code.contains(comment), qPrintable(code));
        QCOMPARE(code.contains("# not "), comment.startsWith("# not "));
    }

    void uniform_network_has_no_branches()
    {
        for (const Framework framework : {Framework::pytorch, Framework::jax, Framework::keras}) {
            const QString code = code_of(Experiment {}, framework);
            QVERIFY(!code.contains("if index"));
            QVERIFY(code.contains("WIDTHS = [256] * 11 "));
            QVERIFY2(code.count('\n') < 50, "short enough to read");
        }
        const QString mixed = code_of(cases().back().second, Framework::pytorch);
        QVERIFY2(mixed.contains("if index == 3:") && mixed.contains("elif index in (2, 5):") && mixed.contains("else:"),
            qPrintable(mixed));
    }
};

STEPZERO_TEST(TestCode, NoApplication)

}   // namespace tst_code
#include "tst_code.moc"
