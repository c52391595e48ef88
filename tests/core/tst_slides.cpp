// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that lectures, books and papers print, next to theory and to simulations: the manual's page slides.md. The
// tables of the page are compared with the numbers computed here; with STEPZERO_WRITE=1 they are written again.
#include <Eigen/Core>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <boost/math/special_functions/digamma.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "core/network/input/input.h"
#include "core/simulate/simulate.h"
#include "core/theory/attention_theory.h"
#include "core/theory/layer_theory.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_slides {

using namespace stepzero;

namespace {

/// One number of a source.
struct Row {
    QString label;
    std::optional<double> printed {};
    double unit = 0;   ///< one unit of its last digit
    std::vector<double> networks {};   ///< the same number in each simulated network
    std::optional<double> theory {};
    double spread = 0;   ///< its standard deviation over networks according to theory; 0: unknown
    double finite = 0;   ///< relative effect of finite width that theory ignores
    int averaged = 1;   ///< the printed number is a mean over that many networks
    bool refuted = false;   ///< the printed number is a claim that does not hold

    double mean() const { return Eigen::Map<const Eigen::ArrayXd>(networks.data(), size()).mean(); }
    /// Standard deviation over networks.
    double deviation() const
    {
        const auto x = Eigen::Map<const Eigen::ArrayXd>(networks.data(), size());
        return std::sqrt((x - x.mean()).square().sum() / double(size() - 1));
    }
    bool has_many() const { return networks.size() > 1; }
    bool is_compared() const { return printed && (has_many() || spread > 0); }
    /// Returns how many standard deviations the printed number is from the mean over networks, or from theory where
    /// fewer than two were simulated. Its rounding is allowed for.
    double distance() const
    {
        const double away = *printed - (has_many() ? mean() : *theory);
        const double beyond = std::max(0.0, std::abs(away) - unit / 2);
        const double error
            = has_many() ? deviation() * std::sqrt(1.0 / averaged + 1 / double(size())) : spread / std::sqrt(averaged);
        return beyond == 0 ? 0 : std::copysign(beyond / error, away);
    }

private:
    Eigen::Index size() const { return Eigen::Index(networks.size()); }
};

using Table = std::vector<Row>;

/// How many standard deviations a printed number may be from the mean. Over few networks these are estimates.
constexpr double limit = 5;

// ---- text --------------------------------------------------------------------------------------------------

QString superscript(int exponent)
{
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = exponent < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(exponent)))
        text += digits[digit.digitValue()];
    return text;
}

QString with_minus(QString text) { return text.replace('-', QStringLiteral("−")); }

/// Returns a number with this many significant digits.
QString number_of(double x, int digits = 4)
{
    const int exponent = x == 0 ? 0 : int(std::floor(std::log10(std::abs(x))));
    if (exponent >= -3 && exponent < 6)
        return with_minus(QString::number(x, 'f', std::max(0, digits - 1 - exponent)));
    return with_minus(QString::number(x / std::pow(10, exponent), 'f', digits - 1)) + QStringLiteral(" · 10")
        + superscript(exponent);
}

QString number_of(double x, double spread)
{
    return number_of(x) + (spread > 0 ? QStringLiteral(" ± ") + number_of(spread, 2) : QString());
}

/// Returns a printed number with its own digits.
QString printed_text(double x, double unit)
{
    return unit > 1 ? number_of(x, 2)
                    : with_minus(QString::number(x, 'f', std::max(0, int(std::lround(-std::log10(unit))))));
}

QString line_of(const Row& row)
{
    const QString none = QStringLiteral("–");
    const QStringList cells {row.label, row.printed ? printed_text(*row.printed, row.unit) : none,
        row.networks.empty() ? none : number_of(row.mean(), row.has_many() ? row.deviation() : 0.0),
        row.theory ? number_of(*row.theory, row.has_many() ? 0.0 : row.spread) : none,
        row.is_compared() ? with_minus(QString::number(row.distance(), 'f', 1)).replace("−0.0", "0.0") : none};
    return "| " + cells.join(" | ") + " |";
}

/// Returns whether two lines of a table are equal, up to the last digit of their numbers: its rounding may depend on
/// the processor.
bool are_equal(const QString& a, const QString& b)
{
    static const QRegularExpression number(QStringLiteral("−?\\d+(\\.\\d+)?"));
    QString rest_a = a, rest_b = b;
    if (rest_a.remove(number) != rest_b.remove(number))
        return false;
    auto in_a = number.globalMatch(a), in_b = number.globalMatch(b);
    while (in_a.hasNext() && in_b.hasNext()) {
        const QString x = in_a.next().captured().replace(QStringLiteral("−"), "-");
        const QString y = in_b.next().captured().replace(QStringLiteral("−"), "-");
        const double unit = std::pow(10, -double(x.section('.', 1).size()));
        if (std::abs(x.toDouble() - y.toDouble()) > 1.01 * unit)
            return false;
    }
    return !in_a.hasNext() && !in_b.hasNext();
}

// ---- networks ----------------------------------------------------------------------------------------------

/// Returns a network without measurements other than those of signals, and with `samples` inputs from N(0, 1).
Experiment network(const std::string& members, int samples, const std::string& input = {})
{
    return networks::experiment(members,
        R"("measure": {"gradient": false, "weight_spectra": false, "jacobian": false, "correlation": false},
           "input": {"samples": )"
            + std::to_string(samples) + input + "}");
}

Experiment dense(int depth, int width, const std::string& activation, const std::string& weight, int samples)
{
    return network(R"("kind": "dense", "depth": )" + std::to_string(depth) + R"(, "width": )" + std::to_string(width)
            + R"(, "activation": )" + ("\"" + activation + "\"") + R"(, "weight": {"scheme": )" + weight + "}",
        samples);
}

using Runs = std::vector<Measurement>;

/// Simulates with the seeds 1, 2, …
Runs simulated(Experiment e, int networks, NoiseCache& cache)
{
    const NetworkPlan plan = plan_of(e.network);
    Runs all;
    for (e.seed = 1; e.seed <= std::uint64_t(networks); ++e.seed)
        all.push_back(simulate(e, plan, cache, {}));
    return all;
}

Prediction predicted(const Experiment& e) { return predict_layers(plan_of(e.network), e); }

template <class Number>
std::vector<double> each(const Runs& all, Number number)
{
    std::vector<double> values;
    for (const Measurement& m : all)
        values.push_back(number(m));
    return values;
}

/// Returns the row of a quantity at the output of a layer.
Row output_row(const char* symbol, int layer, Quantity quantity, std::optional<double> printed, double unit,
    const Runs& all, const Prediction& p)
{
    const Predicted& theory = *p.output(layer, quantity);
    const double spread = theory.spread.value_or(0);
    return {.label = QString("%1, %2").arg(layer).arg(symbol),
        .printed = printed,
        .unit = unit,
        .networks = each(all, [&](const Measurement& m) { return *m.block(layer).number(p.reading.output, quantity); }),
        .theory = theory.value,
        .spread = theory.ln ? theory.value * spread : spread};
}

/// Normal matrices that depend on the seed.
Eigen::MatrixXf normal(int rows, int columns, int seed)
{
    Experiment e;
    e.network.width = rows;
    e.seed = std::uint64_t(seed);
    return draw_input(e, 0, columns, {});
}

// ---- the tables of the page --------------------------------------------------------------------------------

/// CS231n, 2017: ten layers of 500 units, 1000 samples.
Table small_tanh(NoiseCache& cache)
{
    const Experiment e = dense(10, 500, "tanh", R"("normal", "std": 0.01)", 1000);
    const Runs all = simulated(e, 8, cache);
    const Prediction p = predicted(e);
    Table table;
    for (const double printed :
        {0.213081, 0.047551, 0.010630, 0.002378, 0.000532, 0.000119, 0.000026, 0.000006, 0.000001, 0.000000})
        table.push_back(output_row("σ", int(table.size()) + 1, Quantity::std, printed, 1e-6, all, p));
    return table;
}

Table he_relu(NoiseCache& cache)
{
    const Experiment e = dense(10, 500, "relu", R"("kaiming_normal")", 1000);
    const Runs all = simulated(e, 8, cache);
    const Prediction p = predicted(e);
    static constexpr std::pair<double, double> printed[] {{0.562488, 0.825232}, {0.553614, 0.827835},
        {0.545867, 0.813855}, {0.565396, 0.826902}, {0.547678, 0.834092}, {0.587103, 0.860035}, {0.596867, 0.870610},
        {0.623214, 0.889348}, {0.567498, 0.845357}, {0.552531, 0.844523}};
    Table table;
    for (int layer = 1; const auto& [mean, std] : printed) {
        table.push_back(output_row("μ", layer, Quantity::mean, mean, 1e-6, all, p));
        table.push_back(output_row("σ", layer++, Quantity::std, std, 1e-6, all, p));
    }
    return table;
}

/// CS231n, later: six layers of 4096 units, 16 samples.
Table wide_relu(const std::string& weight, double unit, const std::vector<std::pair<double, double>>& printed)
{
    const Prediction p = predicted(dense(6, 4096, "relu", weight, 16));
    Table table;
    for (int layer = 1; const auto& [mean, std] : printed) {
        table.push_back(output_row("μ", layer, Quantity::mean, mean, unit, {}, p));
        table.push_back(output_row("σ", layer++, Quantity::std, std, unit, {}, p));
    }
    return table;
}

/// The slides of CS231n that could only be found as pictures.
Table without_source()
{
    Table table;
    for (const auto& [name, activation, weight] : {std::tuple {"tanh, N(0, 1)", "tanh", R"("normal", "std": 1)"},
             std::tuple {"tanh, N(0, 1/n)", "tanh", R"("xavier_normal")"},
             std::tuple {"ReLU, N(0, 1/n)", "relu", R"("xavier_normal")"}}) {
        const Prediction p = predicted(dense(10, 500, activation, weight, 1000));
        for (const int layer : {1, 2, 5, 10}) {
            table.push_back(output_row("σ", layer, Quantity::std, {}, 0, {}, p));
            table.back().label.prepend(QString("%1: ").arg(name));
        }
    }
    return table;
}

/// makemore, part 3. The loss is that of 32 random contexts of three characters, with random next characters.
double first_loss(int seed)
{
    constexpr int characters = 27, embedding = 10, context = 3, hidden = 200, batch = 32;
    std::mt19937 random {unsigned(seed)};
    const auto any = [&] { return int(random() % characters); };
    const Eigen::MatrixXf all = normal(hidden, embedding * context + 1 + characters + 1, seed);
    const Eigen::MatrixXf table = normal(embedding, characters, seed + 1000);
    double loss = 0;
    for (int i = 0; i < batch; ++i) {
        Eigen::VectorXf x(embedding * context);
        for (int c = 0; c < context; ++c)
            x.segment(c * embedding, embedding) = table.col(any());
        const Eigen::VectorXf h = (all.leftCols(x.size()) * x + all.col(x.size())).array().tanh().matrix();
        const Eigen::VectorXf logits
            = all.middleCols(x.size() + 1, characters).transpose() * h + all.rightCols(1).topRows(characters);
        const double top = logits.maxCoeff();
        loss += (top + std::log((logits.array() - float(top)).exp().sum()) - logits[any()]) / batch;
    }
    return loss;
}

Table makemore(NoiseCache& cache)
{
    // An embedding N(0, 1) of 30 numbers, W₁ and b₁ N(0, 1).
    const Experiment head = network(R"("kind": "dense", "input_width": 30, "depth": 1, "width": 200,
        "activation": "tanh", "weight": {"scheme": "normal", "std": 1}, "bias": {"scheme": "normal", "std": 1})",
        32);
    const double hidden_rms = predicted(head).output(1, Quantity::rms)->value;
    const HeadPrediction theory = predict_head(27, 200, hidden_rms * hidden_rms, 1, 1);
    std::vector<double> losses;
    for (int seed = 1; seed <= 40; ++seed)
        losses.push_back(first_loss(seed));
    Table table {{.label = QStringLiteral("ln 27"), .printed = 3.2958, .unit = 1e-4, .theory = std::log(27)},
        {.label = QStringLiteral("−ln p"),
            .printed = 27.8817,
            .unit = 1e-4,
            .networks = losses,
            .theory = theory.cross_entropy},
        {.label = QStringLiteral("ln 27 + σ²/2"), .theory = theory.small_variance_cross_entropy}};
    const Experiment e = network(R"("kind": "dense", "input_width": 30, "depth": 5, "width": 100, "activation": "tanh",
        "weight": {"scheme": "kaiming_normal", "nonlinearity": "tanh"})",
        32);
    const Runs all = simulated(e, 40, cache);
    const Prediction p = predicted(e);
    static constexpr std::pair<double, double> printed[] {
        {0.75, 0.2025}, {0.69, 0.0838}, {0.67, 0.0662}, {0.66, 0.0547}, {0.66, 0.0612}};
    for (int layer = 1; const auto& [std, saturated] : printed) {
        for (Row row : {output_row("σ", layer, Quantity::std, std, 0.01, all, p),
                 output_row("s", layer, Quantity::saturated_fraction, saturated, 1e-4, all, p)}) {
            row.finite = 5.0 / 100;   // depth/width
            table.push_back(row);
        }
        ++layer;
    }
    return table;
}

/// fast.ai, 2019: products with matrices of 512 × 512.
Table fast_ai(NoiseCache& cache)
{
    constexpr int width = 512, networks = 40;
    const auto square = [](const Measurement& m) { return m.output(1)->rms * m.output(1)->rms; };
    const auto mean = [](const Measurement& m) { return m.output(1)->mean; };
    const Runs linear = simulated(dense(1, width, "linear", R"("normal", "std": 1)", 1), networks, cache);
    const Runs relu = simulated(dense(1, width, "relu", R"("normal", "std": 1)", 1), networks, cache);
    const Runs he = simulated(dense(1, width, "relu", R"("kaiming_normal")", 1), networks, cache);
    const double half_normal = 1 / std::sqrt(2 * std::numbers::pi);
    const auto row
        = [](const char* label, double printed, double unit, const std::vector<double>& found, double theory) {
              return Row {.label = QString::fromUtf8(label),
                  .printed = printed,
                  .unit = unit,
                  .networks = found,
                  .theory = theory,
                  .averaged = 100};
          };
    Table table {row("a x: E[y²]", 514.0, 0.1, each(linear, square), width),
        row("ReLU(a x): μ", 8.917, 1e-3, each(relu, mean), half_normal * std::sqrt(width)),
        row("ReLU(a x): E[y²]", 252.03, 0.01, each(relu, square), width / 2),
        row("× √(2/512): μ", 0.5610, 1e-4, each(he, mean), half_normal * std::numbers::sqrt2),
        row("× √(2/512): E[y²]", 0.9899, 1e-4, each(he, square), 1)};
    // x ← a x with the same a: the hidden matrix of a recurrent network. Step t has made t − 1 products.
    const auto recurrent = [](const char* std, int steps) {
        return network(R"("kind": "recurrent", "cell": "rnn", "layers": 1, "inputs": "first_step", "width": 512,
                "input_width": 512, "activation": "linear", "bias": {"scheme": "zeros"},
                "roles": {"input": {"scheme": "eye"}}, "weight": {"scheme": "normal", "std": )"
                + std::string(std) + R"(}, "steps": )" + std::to_string(steps),
            1);
    };
    const auto overflow = [](const Measurement& m) {
        const auto largest = [&](int step) {
            const Distribution& x = *m.output(step);
            return std::max(x.log10_of(x.min), x.log10_of(x.max));
        };
        int products = 0;
        while (largest(products + 2) < std::log10(double(std::numeric_limits<float>::max())))
            ++products;
        return double(products);   // counted from 0, as the loop does
    };
    // The largest absolute value of 512 normal numbers is 3.25 on average.
    const double growth = std::log10(width) / 2;
    table.push_back({.label = QStringLiteral("i"),
        .printed = 28,
        .unit = 1,
        .networks = each(simulated(recurrent("1", 34), 16, cache), overflow),
        .theory = std::ceil((std::log10(double(std::numeric_limits<float>::max())) - std::log10(3.25)) / growth) - 1});
    const auto last = [](const Measurement& m) { return std::log(m.output(101)->std); };
    table.push_back({.label = QStringLiteral("ln σ"),
        .printed = 1.711,
        .unit = 1e-3,
        .networks = each(simulated(recurrent("0.044194173824159216", 101), 16, cache), last)});
    // 100 different matrices. ln σ is nearly normal; σ and RMS are the same here.
    const Predicted different
        = *predicted(dense(100, width, "linear", R"("xavier_normal")", 1)).output(100, Quantity::rms);
    table.push_back({.label = QStringLiteral("ln σ, 100 a"),
        .printed = 1.711,
        .unit = 1e-3,
        .theory = *different.ln + different.shift - *different.spread * *different.spread,
        .spread = *different.spread,
        .refuted = true});
    return table;
}

/// Dive into Deep Learning: 100 Gaussian matrices of 4 × 4 times another one, whose rows are the samples here.
Table products_of_small_matrices(NoiseCache& cache)
{
    static constexpr double printed[] {2.70975122e+23, -7.90177091e+22, -2.84742946e+22, -3.74333076e+22,
        5.70558695e+22, -1.66377832e+22, -5.99559433e+21, -7.88130441e+21, -4.66338554e+23, 1.35986605e+23,
        4.90031586e+22, 6.44216463e+22, -8.32236388e+22, 2.42684009e+22, 8.74505823e+21, 1.14974196e+22};
    const double rms = Eigen::Map<const Eigen::ArrayXd>(printed, 16).matrix().norm() / 4;
    const Experiment e = dense(100, 4, "linear", R"("normal", "std": 1)", 4);
    const Runs all = simulated(e, 24, cache);
    const auto size = [](const Measurement& m) { return m.output(100)->log10_of(m.output(100)->rms); };
    // Each product multiplies the squared length of a vector by χ² with four degrees of freedom: E ln χ² = ln 2 + ψ(2).
    // The largest singular value grows at that rate. What it has gained at first, by aligning the four rows, is finite.
    const double rate = (std::numbers::ln2 + boost::math::digamma(2.0)) / 2;
    return {{.label = QStringLiteral("lg RMS"),
                .printed = std::log10(rms),
                .unit = 0.01,
                .networks = each(all, size),
                .theory = 100 * rate / std::numbers::ln10,
                .finite = 1 / (100 * rate)},
        {.label = QStringLiteral("lg RMS, n → ∞"),
            .printed = std::log10(rms),
            .unit = 0.01,
            .theory = *predicted(e).output(100, Quantity::rms)->log10()}};
}

/// Understanding Deep Learning, figure 7.7: 50 layers of 100 units.
Table understanding(NoiseCache& cache)
{
    Table table;
    for (const double variance : {0.001, 0.01, 0.02, 0.1, 1.0}) {
        const Experiment e
            = dense(50, 100, "relu", R"("mean_field", "variance": )" + std::to_string(100 * variance), 32);
        const auto growth = [](const Measurement& m) {
            const Distribution &first = *m.output(1), &last = *m.output(50);
            return std::pow(10, 2 * (last.log10_of(last.rms) - first.log10_of(first.rms)) / 49);
        };
        const Prediction p = predicted(e);
        const double log10_growth
            = 2 * (*p.output(50, Quantity::rms)->log10() - *p.output(1, Quantity::rms)->log10()) / 49;
        // ln of the mean square changes by −5/(2n) per layer (Hanin and Nica 2018), less for many samples.
        table.push_back({.label = QString::number(variance),
            .networks = each(simulated(e, 8, cache), growth),
            .theory = std::pow(10, log10_growth),
            .finite = 2.5 / 100});
    }
    return table;
}

/// He et al. 2015, model B: convolutions of 3 × 3.
Table delving_deep(NoiseCache& cache)
{
    const auto convolutions = [](const char* weight) {
        return networks::experiment(R"("kind": "convolution", "size": 2, "activation": "relu",
                "widths": [64, 64, 128, 128, 256, 256, 512, 512, 512, 512], "input_width": 3, "weight": {"scheme": )"
                + std::string(weight) + "}",
            R"("input": {"samples": 2}, "measure": {"weight_spectra": false, "jacobian": false, "correlation": false})");
    };
    const Experiment he = convolutions(R"("kaiming_normal", "mode": "fan_out")");
    const Experiment fixed = convolutions(R"("normal", "std": 0.01)");
    const Measurement m = simulated(he, 1, cache)[0], small = simulated(fixed, 1, cache)[0];
    Table table;
    for (const auto& [layer, channels, printed] :
        {std::tuple {2, 64, 0.059}, {3, 128, 0.042}, {5, 256, 0.029}, {7, 512, 0.021}}) {
        const double theory = std::sqrt(2 / (9.0 * channels));
        table.push_back({.label = QString("σ_w, %1").arg(channels),
            .printed = printed,
            .unit = 1e-3,
            .networks = {m.weight(layer)->std},
            .theory = theory,
            .spread = theory / std::sqrt(2 * m.weight(layer)->count)});
    }
    const auto ratio = [](const Distribution& a, const Distribution& b) {
        return std::pow(10, a.log10_of(a.rms) - b.log10_of(b.rms));
    };
    table.push_back({.label = QStringLiteral("δ"),
        .printed = 1.7e4,
        .unit = 1e3,
        .networks = {ratio(*m.gradient(1), *small.gradient(1))},
        .theory = std::exp(*predicted(he).gradient(1)->ln - *predicted(fixed).gradient(1)->ln)});
    for (const int depth : {22, 30}) {
        const auto ln_rms = [&](const std::string& weight) {
            return *predicted(dense(depth, 512, "relu", weight, 1)).output(depth, Quantity::rms)->ln;
        };
        table.push_back({.label = QString("Xavier/He, %1").arg(depth),
            .theory = std::exp(ln_rms(R"("xavier_normal")") - ln_rms(R"("kaiming_normal")"))});
    }
    return table;
}

/// PyTorch's gain for SELU.
Table selu(NoiseCache& cache)
{
    const std::string weight = R"("xavier_normal", "gain": 0.75)";
    const Runs all = simulated(dense(11, 1000, "selu", weight, 20), 1, cache);
    const Prediction p = predicted(dense(400, 1000, "selu", weight, 1000));
    Table table;
    for (const double printed : {0.7968, 0.3127, 0.2404, 0.2062, 0.2056, 0.2044, 0.2005, 0.2042, 0.1944, 0.2085}) {
        const int layer = 10 * int(table.size()) + 1;
        table.push_back(output_row("σ", layer, Quantity::std, printed, 1e-4, layer <= 11 ? all : Runs(), p));
    }
    table.push_back({.label = QStringLiteral("∞, σ"), .theory = p.output(400, Quantity::std)->value});
    return table;
}

/// SIREN: sin, and weights from U(±√(6/n)).
Table siren(NoiseCache& cache)
{
    const Experiment e = network(R"("kind": "dense", "depth": 40, "width": 256, "activation": "sin",
        "weight": {"scheme": "kaiming_uniform", "nonlinearity": "relu"})",
        256, R"(, "std": 0.70710678118654752)");
    Experiment shallow = e;
    shallow.network.depth = 12;
    const Runs all = simulated(shallow, 6, cache);
    const Prediction p = predicted(e);
    Table table;
    for (const int layer : {1, 2, 3, 4, 12}) {
        table.push_back({.label = QString("%1, σ_z").arg(layer),
            .printed = 1,
            .unit = 0.01,
            .networks = each(all, [&](const Measurement& m) { return m.preactivation(layer)->std; }),
            .theory = p.preactivation(layer, Quantity::rms)->value,
            .refuted = layer > 1});
        table.push_back(output_row("σ", layer, Quantity::std, {}, 0, all, p));
    }
    for (Row& row : table)
        row.finite = 12.0 / 256;   // depth/width
    table.push_back({.label = QStringLiteral("∞, σ_z"), .theory = p.preactivation(40, Quantity::rms)->value});
    table.push_back({.label = QStringLiteral("∞, σ"), .theory = p.output(40, Quantity::rms)->value});
    return table;
}

/// BatchNorm and ReLU: a ResNet whose skip is 0, and whose convolutions are 1×1.
Table batch_norm(NoiseCache& cache)
{
    const Experiment e = networks::experiment(R"("kind": "resnet", "depth": 5, "width": 256, "kernel": 1, "size": 4,
        "stage_2": 0, "stage_3": 0, "skip": 0, "order": "pre_activation", "weight": {"scheme": "kaiming_normal"})",
        R"("input": {"samples": 16}, "measure": {"weight_spectra": false})");
    const Runs all = simulated(e, 4, cache);
    // Two norms in each of the four blocks.
    const auto growth = [](double first, double last) { return std::pow(first / last, 1.0 / 8); };
    return {{.label = QStringLiteral("δ"),
        .printed = 1.21,
        .unit = 0.01,
        .networks = each(all, [&](const Measurement& m) { return growth(m.gradient(1)->rms, m.gradient(5)->rms); }),
        .theory = std::sqrt(std::numbers::pi / (std::numbers::pi - 1)),
        .finite = 2.0 / 256}};
}

}   // namespace

class TestSlides : public QObject {
    Q_OBJECT

    std::vector<Table> tables_;   // in the order of the page

private slots:
    void initTestCase()
    {
        NoiseCache cache(std::size_t(1) << 27);
        tables_ = {small_tanh(cache), he_relu(cache),
            wide_relu(R"("kaiming_normal")", 0.01,
                {{0.57, 0.83}, {0.57, 0.83}, {0.56, 0.83}, {0.55, 0.81}, {0.55, 0.81}, {0.55, 0.81}}),
            wide_relu(R"("normal", "std": 0.05)", 0.01,
                {{1.27, 1.86}, {2.89, 4.25}, {6.50, 9.56}, {14.55, 21.42}, {33.07, 48.32}, {74.50, 109.24}}),
            without_source(), makemore(cache), fast_ai(cache), products_of_small_matrices(cache), understanding(cache),
            delving_deep(cache), selu(cache), siren(cache), batch_norm(cache)};
    }

    /// Most numbers were printed once, for one network.
    void sources_print_what_networks_have()
    {
        int compared = 0;
        for (const Table& table : tables_)
            for (const Row& row : table) {
                if (!row.is_compared())
                    continue;
                ++compared;
                QVERIFY2((std::abs(row.distance()) <= limit) != row.refuted, qPrintable(line_of(row)));
            }
        QCOMPARE(compared, 94);
    }

    /// Means over networks agree with theory within five standard errors and the effect of finite width. One network
    /// does within five of the standard deviations that theory predicts, or up to rounding in float32.
    void networks_have_what_theory_predicts()
    {
        for (const Table& table : tables_)
            for (const Row& row : table) {
                if (row.networks.empty() || !row.theory)
                    continue;
                const double error = row.has_many() ? row.deviation() / std::sqrt(double(row.networks.size()))
                                                    : std::max(row.spread, 1e-5 * *row.theory);
                QVERIFY2(std::abs(row.mean() - *row.theory) <= 5 * error + row.finite * std::abs(*row.theory),
                    qPrintable(line_of(row)));
            }
    }

    void the_page_has_these_numbers_data()
    {
        QTest::addColumn<QString>("page");
        QTest::newRow("English") << QStringLiteral("slides.md");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN/slides.md");
    }
    void the_page_has_these_numbers()
    {
        QFETCH(const QString, page);
        QFile file(QStringLiteral(STEPZERO_SOURCE_DIR "/resources/manual/") + page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
        file.close();
        QStringList written;
        std::size_t tables = 0;
        for (qsizetype i = 0; i < lines.size(); ++i) {
            written << lines[i];
            if (!lines[i].startsWith(QStringLiteral("|---")))
                continue;
            QVERIFY(tables < tables_.size());
            QStringList now, before;
            for (const Row& row : tables_[tables++])
                now << line_of(row);
            while (i + 1 < lines.size() && lines[i + 1].startsWith('|'))
                before << lines[++i];
            const bool same
                = now.size() == before.size() && std::equal(now.begin(), now.end(), before.begin(), are_equal);
            if (!qEnvironmentVariableIsSet("STEPZERO_WRITE"))
                QVERIFY2(same, qPrintable(now.join('\n')));
            written << now;
        }
        QCOMPARE(tables, tables_.size());
        if (qEnvironmentVariableIsSet("STEPZERO_WRITE")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(written.join('\n').toUtf8());
        }
    }
};

STEPZERO_TEST(TestSlides, NoApplication)

}   // namespace tst_slides
#include "tst_slides.moc"
