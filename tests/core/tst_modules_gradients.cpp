// SPDX-License-Identifier: GPL-3.0-or-later
// Every module's backward pass against differences of its forward pass.
#include <QTest>
#include <functional>

#include "core/modules/elementwise.h"
#include "tests/core/modules.h"

using namespace stepzero;

namespace {

struct Case {
    QString name;
    int rows = 0, columns = 0, tokens = 1;
    std::function<std::unique_ptr<Module>()> make;
};

LinearSpec linear(const std::string& role, int rows, int columns, std::uint32_t stream, bool bias = true)
{
    LinearSpec l {
        .site = {1, role}, .weight = normal_plan(role, rows, columns, stream, 1 / std::sqrt(double(columns)))};
    if (bias)
        l.bias = vector_plan(role + " bias", rows, stream, 0, 0.3);
    return l;
}

NormSpec norm(NormKind kind, const std::string& role, int width, bool scale = true)
{
    NormSpec n {.kind = kind, .site = {1, role}};
    if (scale)
        n.scale = vector_plan(role, width, 50 + std::uint32_t(role.size()), 1.5, 0.5);
    return n;
}

struct AttentionOptions {
    int width, heads, key_value_heads, head_width;
    bool causal = true, rotary = false, qk_norm = false;
    LogitScale scale = LogitScale::root;
    NormKind norm = NormKind::layer;
};

std::unique_ptr<Module> attention(const AttentionOptions& o)
{
    AttentionSpec a {.heads = o.heads,
        .key_value_heads = o.key_value_heads,
        .head_width = o.head_width,
        .causal = o.causal,
        .logit_scale = o.scale,
        .q = linear("q", o.heads * o.head_width, o.width, 1),
        .k = linear("k", o.key_value_heads * o.head_width, o.width, 2),
        .v = linear("v", o.key_value_heads * o.head_width, o.width, 3, false),
        .out = linear("attention_out", o.width, o.heads * o.head_width, 4)};
    if (o.rotary)
        a.rotary_base = 10000;
    if (o.qk_norm) {
        a.q_norm = norm(o.norm, "q_norm", o.head_width);
        a.k_norm = norm(o.norm, "k_norms", o.head_width);
    }
    return std::make_unique<Attention>(std::move(a));
}

std::unique_ptr<Module> two_layers(int width, const char* activation)
{
    auto f = std::make_unique<Sequence>();
    f->emplace<Linear>(linear("mlp_in", 2 * width, width, 5));
    f->emplace<Elementwise>(Site {1, "mlp_activation"}, Activation {activation, {}});
    f->emplace<Linear>(linear("mlp_out", width, 2 * width, 6, false));
    return f;
}

std::unique_ptr<Module> residual(Placement placement, NormKind kind, int width, double skip, double branch)
{
    ResidualSpec r {.placement = placement, .skip = skip, .branch = branch};
    r.norm = norm(kind, "norm", width);
    r.norm_after = norm(kind, "norm_after", width);
    return std::make_unique<Residual>(std::move(r), two_layers(width, "gelu"));
}

std::vector<Case> cases()
{
    std::vector<Case> all;
    const auto add = [&](const QString& name, int rows, int columns, int tokens, auto make) {
        all.push_back({name, rows, columns, tokens, make});
    };
    add("nothing", 3, 2, 1, [] { return std::make_unique<Sequence>(); });
    for (const bool bias : {false, true})
        add(bias ? "linear, bias" : "linear", 7, 3, 1,
            [bias] { return std::make_unique<Linear>(linear("mlp_in", 5, 7, 1, bias)); });
    add("linear, mean 0.2", 7, 3, 1, [] {
        LinearSpec l = linear("mlp_in", 5, 7, 1);
        l.weight.initializer.parameters["mean"] = 0.2;
        return std::make_unique<Linear>(l);
    });
    add("linear, several tiles", 1100, 2, 1, [] { return std::make_unique<Linear>(linear("mlp_in", 700, 1100, 1)); });
    for (const NormKind kind : {NormKind::layer, NormKind::rms})
        for (const bool scale : {false, true})
            for (const int width : {1, 2, 9})
                add(QString("%1, scale %2, width %3")
                        .arg(kind == NormKind::layer ? "LayerNorm" : "RMSNorm")
                        .arg(scale)
                        .arg(width),
                    width, 4, 1, [=] { return std::make_unique<Norm>(norm(kind, "norm", width, scale)); });
    for (const char* name : {"gelu", "silu", "tanh", "linear"})
        add(name, 6, 4, 1, [name] {
            return std::make_unique<Elementwise>(Site {1, "mlp_activation"}, Activation {name, {}});
        });
    for (const char* name : {"glu", "geglu", "swiglu", "bilinear"})
        add(name, 6, 4, 1, [name] {
            return std::make_unique<Gated>(GatedSpec {gate_activation(name), linear("mlp_gate", 10, 6, 1),
                linear("mlp_in", 10, 6, 2, false), {1, "mlp_activation"}});
        });
    const char* const placements[] {"none", "pre", "post", "sandwich"};
    for (const Placement placement : {Placement::none, Placement::pre, Placement::post, Placement::sandwich})
        for (const NormKind kind : {NormKind::layer, NormKind::rms})
            for (const auto& [skip, branch] : {std::pair(1.0, 1.0), {0.7, 2.5}, {1.0, 0.0}, {0.0, 1.0}})
                add(QString("residual %1, norm %2, skip %3, branch %4")
                        .arg(placements[int(placement)])
                        .arg(int(kind))
                        .arg(skip)
                        .arg(branch),
                    6, 4, 2, [=, s = skip, b = branch] { return residual(placement, kind, 6, s, b); });
    const auto heads = [&](const QString& name, int tokens, int sequences, const AttentionOptions& o) {
        add("attention " + name, o.width, tokens * sequences, tokens, [o] { return attention(o); });
    };
    heads("causal", 5, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2});
    heads("full", 5, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .causal = false});
    heads("one key head", 5, 2, {.width = 6, .heads = 4, .key_value_heads = 1, .head_width = 3});
    heads("two of four key heads", 4, 1, {.width = 8, .heads = 4, .key_value_heads = 2, .head_width = 2});
    heads("rotary", 5, 2, {.width = 8, .heads = 2, .key_value_heads = 2, .head_width = 4, .rotary = true});
    heads("QK LayerNorm", 4, 2, {.width = 8, .heads = 2, .key_value_heads = 1, .head_width = 4, .qk_norm = true});
    heads("QK RMSNorm, rotary", 4, 2,
        {.width = 8,
            .heads = 2,
            .key_value_heads = 2,
            .head_width = 4,
            .rotary = true,
            .qk_norm = true,
            .norm = NormKind::rms});
    heads("1/width", 5, 1, {.width = 4, .heads = 2, .key_value_heads = 2, .head_width = 2, .scale = LogitScale::width});
    heads("no scale", 5, 1, {.width = 4, .heads = 2, .key_value_heads = 2, .head_width = 2, .scale = LogitScale::none});
    heads("one head", 3, 2, {.width = 4, .heads = 1, .key_value_heads = 1, .head_width = 4});
    heads("one token", 1, 3, {.width = 4, .heads = 2, .key_value_heads = 2, .head_width = 2});
    heads("width 1", 4, 1, {.width = 1, .heads = 1, .key_value_heads = 1, .head_width = 1});
    heads("several tiles of queries", 70, 1, {.width = 2, .heads = 1, .key_value_heads = 1, .head_width = 2});
    return all;
}

/// One function of a tensor, its gradient, and both at an input.
struct Loss {
    std::function<double(const Tensor&)> value;
    Tensor gradient;
    double rounding = 0;   // of the value, by float32's rounding of its terms
};

/// The gradient against central differences at steps h and 2h, extrapolated to an error of h⁴, along every entry of
/// a small input and along ten random directions of length √n. Allowed: a thousandth of the gradient's length, and
/// four times what rounding does to a difference.
void compare(const Tensor& x, const Loss& loss)
{
    constexpr float h = 0.0078125F;
    const auto difference = [&](const Tensor& v) {
        const auto central
            = [&](float step) { return (loss.value(x + step * v) - loss.value(x - step * v)) / (2 * double(step)); };
        return (4 * central(h) - central(2 * h)) / 3;
    };
    const double allowed = 1e-3 * loss.gradient.norm() + 4 * loss.rounding / double(h);
    std::vector<Tensor> directions;
    for (int i = 0; i < 10; ++i)
        directions.push_back(normal_tensor(int(x.rows()), int(x.cols()), 100 + std::uint32_t(i)));
    for (Eigen::Index i = 0; x.size() <= 100 && i < x.size(); ++i) {
        directions.emplace_back(Tensor::Zero(x.rows(), x.cols()));
        directions.back()(i) = 1;
    }
    for (const Tensor& v : directions) {
        const double expected = difference(v);
        const double found = v.cast<double>().cwiseProduct(loss.gradient.cast<double>()).sum();
        QVERIFY2(std::abs(found - expected) <= allowed,
            qPrintable(QString("found %1, differences %2, allowed %3").arg(found).arg(expected).arg(allowed)));
    }
}

}   // namespace

class TestModulesGradients : public QObject {
    Q_OBJECT

    const std::vector<Case> cases_ = cases();
    const Context context_;
    NoiseCache cache_ {1 << 26};
    const ParameterSource parameters_ {11, 0, cache_};

private slots:
    void backwardIsTheGradient_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases_.size(); ++i)
            QTest::newRow(qPrintable(cases_[i].name)) << int(i);
    }

    void backwardIsTheGradient()
    {
        QFETCH(int, index);
        const Case& c = cases_[std::size_t(index)];
        const std::unique_ptr<Module> module = c.make();
        const Tensor x = normal_tensor(c.rows, c.columns, 1);
        Recorder nobody;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody, .tokens = c.tokens};
        const Tensor y = module->forward(x, pass);
        const Tensor weights = normal_tensor(int(y.rows()), int(y.cols()), 2);
        Loss loss;
        loss.gradient = module->backward(weights, pass);
        loss.rounding = 0x1p-24 * y.cast<double>().cwiseProduct(weights.cast<double>()).norm();
        loss.value = [&](const Tensor& at) {
            Pass only {.context = context_,
                .parameters = parameters_,
                .recorder = nobody,
                .tokens = c.tokens,
                .backward = false};
            return module->forward(at, only).cast<double>().cwiseProduct(weights.cast<double>()).sum();
        };
        compare(x, loss);
    }

    void headsBackwardIsTheGradient()
    {
        for (const int vocabulary : {1, 7}) {
            Head head({.weight = normal_plan("head", vocabulary, 5, 3, 1)});
            const Tensor x = normal_tensor(5, 4, 1);
            const std::vector<int> targets = some_tokens(4, vocabulary, 1);
            Recorder nobody;
            Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody};
            Loss loss;
            head.forward(x, targets, pass);
            loss.gradient = head.backward();
            pass.backward = false;
            loss.value = [&](const Tensor& at) { return 4 * head.forward(at, targets, pass); };
            compare(x, loss);
        }
    }
};

QTEST_APPLESS_MAIN(TestModulesGradients)
#include "tst_modules_gradients.moc"
