// SPDX-License-Identifier: GPL-3.0-or-later
// The theory of residual streams: closed forms, and networks of finite width against it.
#include <QTest>
#include <numbers>
#include <stdexcept>

#include "core/modules/elementwise.h"
#include "core/modules/residual_schemes.h"
#include "core/theory/residual_theory.h"
#include "tests/cases.h"
#include "tests/core/modules.h"
#include "tests/main/registered_test.h"

namespace tst_theory_residual {

using namespace stepzero;

namespace {

constexpr double ln2 = std::numbers::ln2;

std::shared_ptr<const GaussianExpectation> expectation(const std::string& name)
{
    return std::make_shared<GaussianExpectation>(ActivationFunction(Activation {name, {}}));
}

/// φ(W x) followed by W x: variances σ².
std::vector<BranchLayer> two_layers(const std::string& activation, double first, double last)
{
    return {{.variances = {first, 0}, .phi = expectation(activation)}, {.variances = {last, 0}}};
}

/// A network and its theory.
struct Case {
    int blocks = 10, width = 384, hidden = 384;
    Placement placement = Placement::none;
    double skip = 1, branch = 1;
    NormKind norm = NormKind::layer;
    double scale_mean = 1, scale_std = 0;   ///< mean and std of γ
    std::string activation = "relu";
    enum class Shape { one, ending, two, gated } shape = Shape::two;   ///< W x, φ(W x), W φ(W x), W gated(x)
    Variances first {2, 0}, last {1, 0}, gate {1, 0};
    double input_square = 1, input_mean = 0;
    int samples = 16;
    double kurtosis = 6;   ///< upper bound of E[h⁴]/E[h²]² for what the last layer reads or writes: 6 for ReLU
};

ResidualLaw law(const Case& c)
{
    const NormLaw norm {.kind = c.norm,
        .scale_mean = c.scale_mean,
        .scale_square = c.scale_mean * c.scale_mean + c.scale_std * c.scale_std};
    ResidualLaw l {.placement = c.placement, .skip = c.skip, .branch = c.branch};
    if (norms_stream(c.placement))
        l.norm = norm;
    if (norms_branch(c.placement))
        l.norm_after = norm;
    if (c.shape == Case::Shape::ending)
        l.layers.push_back({.variances = c.first, .phi = expectation(c.activation)});
    if (c.shape == Case::Shape::two)
        l.layers.push_back({.variances = c.first, .phi = expectation(c.activation)});
    if (c.shape == Case::Shape::gated)
        l.layers.push_back({.variances = c.first, .phi = expectation(c.activation), .gate = c.gate});
    if (c.shape != Case::Shape::ending)
        l.layers.push_back({.variances = c.last});
    return l;
}

Prediction predict(const Case& c)
{
    return predict_residual({std::log(c.input_square), c.input_mean / std::sqrt(c.input_square)},
        std::vector<ResidualLaw>(std::size_t(c.blocks), law(c)));
}

/// Returns the random streams of parameters by block and place.
class ResidualNetwork {
public:
    explicit ResidualNetwork(const Case& c) : case_(c)
    {
        for (int block = 1; block <= c.blocks; ++block)
            add(block);
    }

    Record run(int replica, NoiseCache& cache)
    {
        const Context context;
        const DrawnParameters parameters(11, replica, cache);
        DistributionRecorder recorder(case_.blocks);
        Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
        Tensor x = normal_tensor(case_.width, case_.samples, std::uint32_t(2 * replica));
        const double deviation = std::sqrt(case_.input_square - case_.input_mean * case_.input_mean);
        for (auto column : x.colwise()) {   // the moments are exact, not only on average
            column.array() -= column.mean();
            column *= float(deviation * std::sqrt(double(case_.width))) / column.norm();
            column.array() += float(case_.input_mean);
        }
        Tensor cotangent = normal_tensor(case_.width, case_.samples, std::uint32_t(2 * replica + 1));
        cotangent *= std::sqrt(float(cotangent.size())) / cotangent.norm();
        propagate(body_, signal_of(x), signal_of(cotangent), pass);
        return recorder.record();
    }

private:
    void add(int block)
    {
        const Case& c = case_;
        auto f = std::make_unique<Sequence>();
        const int hidden = c.shape == Case::Shape::ending || c.shape == Case::Shape::one ? c.width : c.hidden;
        const auto linear = [&](const char* role, int rows, int columns, Variances v) {
            LinearSpec spec {.site = {block, role},
                .weight = normal_plan(role, rows, columns, ++stream_, std::sqrt(v.weight / columns))};
            if (v.bias > 0)
                spec.bias = vector_plan(role, rows, ++stream_, 0, std::sqrt(v.bias));
            return spec;
        };
        const auto norm = [&](const char* role) {
            NormSpec spec {.kind = c.norm, .site = {block, role}};
            if (c.scale_mean != 1 || c.scale_std != 0)
                spec.scale = vector_plan(role, c.width, ++stream_, c.scale_mean, c.scale_std);
            return spec;
        };
        if (c.shape == Case::Shape::gated)
            f->emplace<Gated>(GatedSpec {.activation = {c.activation, {}},
                .gate = linear("gate", hidden, c.width, c.gate),
                .up = linear("up", hidden, c.width, c.first),
                .site = {block, "gated"}});
        else if (c.shape != Case::Shape::one) {
            f->emplace<Linear>(linear("first", hidden, c.width, c.first));
            f->emplace<Elementwise>(Site {block, "unit"}, Activation {c.activation, {}});
        }
        if (c.shape != Case::Shape::ending)
            f->emplace<Linear>(linear("last", c.width, hidden, c.last));
        ResidualSpec spec {.block = block,
            .word = "branch",
            .placement = c.placement,
            .skip = c.skip,
            .branch = c.branch,
            .norm = norm("norm")};
        if (norms_branch(c.placement))
            spec.norm_after = norm("norm_after");
        body_.emplace<Residual>(std::move(spec), std::move(f));
    }

    Case case_;
    std::uint32_t stream_ = 0;
    Sequence body_;
};

struct Mean {
    double mean = 0, error = 0;   ///< error: the standard error
};

Mean mean_of(const std::vector<double>& x)
{
    const auto n = double(x.size());
    double sum = 0, squares = 0;
    for (const double v : x)
        sum += v;
    for (const double v : x)
        squares += (v - sum / n) * (v - sum / n);
    return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

/// Returns ln of a predicted mean square.
double log_square(const Prediction& p, int block, const std::string& role, Quantity quantity = Quantity::rms)
{
    const Predicted* found = p.block(block).find(role, quantity);
    if (!found)
        throw std::runtime_error("nothing is predicted of " + role);
    return *found->ln * 2;
}
const char *const stream = "branch_stream", *const branch = "branch_branch", *const back = "branch_return";
double log_input_gradient(const Prediction& p) { return log_square(p, 0, "", Quantity::gradient_rms); }

double square(const Distribution* d) { return std::pow(d->plain(d->rms), 2); }

/// Two blocks. Mean squares above e^100 count as lost, and the gradient that the first block returns is one of them.
class LostGradient {
public:
    using State = StreamMoments;
    using Streams = StreamsMoments;

    const std::vector<StreamStep>& steps() const { return steps_; }
    static double log_square(const StreamMoments& x) { return x.log_square > 100 ? stepzero::nan : x.log_square; }
    static double most_log_square() { return 100; }
    static Text beyond_it(int) { return Text::name("beyond"); }
    static BranchOutput<StreamMoments> forward(std::size_t, const StreamMoments& read, double)
    {
        return {.state = read};
    }
    static StreamMoments backward(std::size_t l, const StreamMoments& gradient)
    {
        return l == 0 ? StreamMoments {200, 0} : gradient;
    }
    static void added(std::size_t, double) { }
    static NormedSum<StreamMoments> norm_sum(std::size_t, const StreamMoments& sum) { return {sum}; }
    static StreamMoments norm_sum_backward(std::size_t, const StreamMoments& g, double, double) { return g; }
    static void tell(std::size_t, const StreamMoments&, SitePrediction&, BlockPrediction&) { }

private:
    std::vector<StreamStep> steps_ {{.block = 1, .word = "branch"}, {.block = 2, .word = "branch"}};
};

}   // namespace

}   // namespace tst_theory_residual

Q_DECLARE_METATYPE(tst_theory_residual::Case)

namespace tst_theory_residual {

class TestTheoryResidual : public QObject {
    Q_OBJECT

private slots:
    void a_lost_gradient_withholds_all()
    {
        LostGradient lost;
        StreamSites sites;
        sites.reading.start = "start";
        Prediction prediction = silent_prediction(sites.reading, 2);
        const Context context;
        StreamWalk walk(lost, sites, prediction, context);
        QVERIFY(walk.forward({0, 0}, 0));
        QVERIFY(!walk.backward({0, 0}));
        QVERIFY(!prediction.remark.empty() && !prediction.path_length);
        for (const BlockPrediction& block : prediction.blocks)
            for (const SitePrediction& site : block.sites) {
                QVERIFY(!site.find(Quantity::gradient_rms) && !site.find(Quantity::branch_share));
                QVERIFY(site.find(Quantity::rms));
            }
    }

    void aPlainStreamDoublesFarBeyondDouble()
    {
        // He weights preserve E[F²] = E[x²]: 2^L, and half of the gradient's square takes each branch.
        const int depth = 5000;
        ResidualLaw block {.layers = two_layers("relu", 2, 1)};
        const Prediction p = predict_residual({}, std::vector<ResidualLaw>(depth, block));
        QVERIFY(p.covers(depth));
        QVERIFY(std::abs(log_square(p, depth, stream) / (depth * ln2) - 1) < 1e-12);
        QVERIFY(std::abs(log_square(p, depth, branch) / ((depth - 1) * ln2) - 1) < 1e-12);
        QVERIFY(std::abs(log_input_gradient(p) / (depth * ln2) - 1) < 1e-12);
        QCOMPARE(p.block(8).find(branch, Quantity::correlation)->value, 0.0);
        // Veit et al.: path lengths are binomial.
        QVERIFY(std::abs(*p.path_length / (depth / 2.0) - 1) < 1e-12);
        QVERIFY(std::abs(*p.path_length_std / (std::sqrt(depth) / 2) - 1) < 1e-12);
        QVERIFY(std::abs(*p.writing_blocks - 3) < 1e-9);   // for c = 1, 2, 4, …
        const Prediction four = predict_residual({}, std::vector<ResidualLaw>(4, block));
        QVERIFY(std::abs(*four.writing_blocks - 225.0 / 85) < 1e-12);   // (1 + 2 + 4 + 8)²/(1 + 4 + 16 + 64)
    }

    void behindANormVariancesAdd()
    {
        // E[F²] = 1.5 for any stream: E[x²] = q + 1.5 L, gradient Π (1 + 1.5/E[x_l²]).
        for (const NormKind kind : {NormKind::layer, NormKind::rms}) {
            ResidualLaw block {.placement = Placement::pre,
                .norm = NormLaw {.kind = kind, .epsilon = 1e-300},
                .layers = two_layers("relu", 2, 1.5)};
            const Prediction p = predict_residual({std::log(4.0), 0}, std::vector<ResidualLaw>(30, block));
            double q = 4, gain = 1;
            for (int l = 1; l <= 30; ++l) {
                gain *= 1 + 1.5 / q;
                q += 1.5;
                QVERIFY(std::abs(std::exp(log_square(p, l, stream)) / q - 1) < 1e-12);
                QVERIFY(std::abs(std::exp(log_square(p, l, branch)) / 1.5 - 1) < 1e-12);
            }
            QVERIFY(std::abs(std::exp(log_input_gradient(p)) / gain - 1) < 1e-12);
            QVERIFY(std::abs(*p.writing_blocks - 30) < 1e-9);   // all write the same amount
        }
    }

    void aNormBehindTheSumBalancesForwardAndBackward()
    {
        // For ReLU, χ equals its gain: (s² + χ)/(s² + E[F²]) = 1, so Post-LN preserves the gradient's square too. For
        // tanh, χ and gain are computed by the trapezoidal rule.
        ResidualLaw block {.placement = Placement::post, .norm = NormLaw {}, .layers = two_layers("relu", 2, 0.7)};
        Prediction p = predict_residual({}, std::vector<ResidualLaw>(50, block));
        QVERIFY(std::abs(log_input_gradient(p)) < 50 * 1.1e-5);   // effect of ε
        QVERIFY(std::abs(log_square(p, 50, stream)) < 1.1e-5);
        // The contribution of a branch shrinks by t = 1/(1 + 0.7) in each block: (1 + t)/(1 − t) blocks for 1, t, t², …
        QVERIFY(std::abs(*p.writing_blocks - 2.7 / 0.7) < 1e-4);
        double tanh_square = 0, slope_square = 0, total = 0;
        for (double g = -9; g <= 9; g += 0.01) {
            const double w = std::exp(-g * g / 2), t = std::tanh(std::sqrt(3.0) * g);
            total += w;
            tanh_square += w * t * t;
            slope_square += w * (1 - t * t) * (1 - t * t);
        }
        block.layers = two_layers("tanh", 3, 2);
        block.norm->epsilon = 1e-300;
        block.norm->scale_square = 0.8;
        block.skip = 1.2;
        p = predict_residual({}, {block});
        const double sum = 1.44 + 2 * tanh_square / total;
        QVERIFY(std::abs(std::exp(log_input_gradient(p)) - (1.44 + 6 * slope_square / total) * 0.8 / sum) < 1e-10);
        QVERIFY(std::abs(std::exp(log_square(p, 1, stream)) - 0.8) < 1e-12);
    }

    void pathsAreThoseOfTheProduct()
    {
        // Π (s² + r_l) multiplied out: every choice of branches is a path with its weight.
        const double scales[] = {0.2, 1, 3, 0.5, 1.7, 0.9};
        std::vector<ResidualLaw> blocks;
        for (const double scale : scales)
            blocks.push_back({.skip = 0.8, .branch = scale, .layers = {{.variances = {1.3, 0}}}});
        double total = 0, first = 0, second = 0;
        for (int path = 0; path < 64; ++path) {
            double weight = 1;
            int length = 0;
            for (int l = 0; l < 6; ++l) {
                const bool taken = path >> l & 1;
                weight *= taken ? 1.3 * scales[l] * scales[l] : 0.64;
                length += taken;
            }
            total += weight;
            first += weight * length;
            second += weight * length * length;
        }
        const Prediction p = predict_residual({}, blocks);
        QVERIFY(std::abs(std::exp(log_input_gradient(p)) / total - 1) < 1e-12);
        QVERIFY(std::abs(*p.path_length - first / total) < 1e-12);
        QVERIFY(std::abs(*p.path_length_std - std::sqrt(second / total - first * first / total / total)) < 1e-12);
    }

    void streamsAreTheirSecondMoments()
    {
        // Streams followed by the contribution of each source, one vector per source, without any n × n matrix.
        constexpr int depth = 12, n = 3;
        std::vector<ResidualLaw> blocks;
        std::vector<Eigen::VectorXd> sources {Eigen::VectorXd::Ones(n) * 2};
        const Tensor noise = normal_tensor(n, depth * (n + 2), 3);
        double last = 0;
        for (int l = 0; l < depth; ++l) {
            ResidualLaw block {.skip = -0.9, .branch = 0.8, .layers = {{.variances = {1.7, 0}}}};
            const Eigen::MatrixXd drawn = noise.middleCols(l * (n + 2), n + 2).cast<double>();
            block.connections = {drawn.col(0).transpose(), drawn.middleCols(1, n), drawn.col(n + 1)};
            double read = 0;
            for (Eigen::VectorXd& source : sources) {
                read += std::pow(block.connections.read * source, 2);
                source = (-0.9 * block.connections.mix * source).eval();
            }
            sources.push_back(0.8 * std::sqrt(1.7 * read) * block.connections.write);
            blocks.push_back(block);
            last = 0;
            for (const Eigen::VectorXd& source : sources)
                last += source.squaredNorm() / n;
        }
        const Prediction p = predict_residual({std::log(4.0), 0}, blocks);
        QVERIFY(std::abs(std::exp(log_square(p, depth, stream)) / last - 1) < 1e-12);
        double once = 0, twice = 0;
        for (std::size_t l = 1; l < sources.size(); ++l) {
            once += sources[l].squaredNorm();
            twice += std::pow(sources[l].squaredNorm(), 2);
        }
        QVERIFY(std::abs(*p.writing_blocks / (once * once / twice) - 1) < 1e-12);
        QVERIFY(!p.path_length);
        // Every branch is linear, and so the whole network is one Gaussian map with the same mean square forward and
        // backward.
        double out = 0;
        for (const Eigen::VectorXd& source : sources)
            out += std::pow(source.sum(), 2);
        QVERIFY(std::abs(std::exp(log_input_gradient(p)) / (out / 4) - 1) < 1e-12);
    }

    void extremesAreNumbers()
    {
        std::size_t turn = 0;
        for (const char* name : {"relu", "tanh", "gelu", "softplus", "squared_relu", "sigmoid"}) {
            ++turn;   // so that activations share the other values
            for (const Placement placement : {Placement::none, Placement::pre, Placement::post, Placement::sandwich,
                     Placement::reordered, Placement::normalized})
                for (const double weight : {0.0, 1e-200, 1.0, 1e250})
                    for (const double q : {-std::numeric_limits<double>::infinity(), -2000.0, 0.0, 2000.0})
                        for (const double scale : {0.0, 1.0}) {
                            if (!tested::in_turn(turn++))
                                continue;
                            ResidualLaw block {.placement = placement,
                                .branch = scale,
                                .norm = NormLaw {},
                                .norm_after = NormLaw {},
                                .layers = two_layers(name, weight, weight)};
                            const Prediction p = predict_residual({q, 0}, std::vector<ResidualLaw>(60, block));
                            for (const BlockPrediction& b : p.blocks)
                                for (const SitePrediction& site : b.sites)
                                    for (const auto& [quantity, number] : site.numbers) {
                                        QVERIFY(number.ln.value_or(number.value) < 1e300);   // no NaN
                                        QVERIFY(quantity != Quantity::correlation || std::abs(number.value) < 1 + 1e-9);
                                        QVERIFY(quantity != Quantity::branch_share
                                            || (number.value >= 0 && number.value <= 1));
                                    }
                            QVERIFY(*p.writing_blocks >= 0 && *p.writing_blocks <= 60 + 1e-9);
                            // Without anything to limit it, a square grows to the power of 2^L.
                            const bool lost = !p.covers(int(p.blocks.size()) - 1);
                            QVERIFY(!lost || std::string(name) == "squared_relu");
                            QCOMPARE(p.block(0).find("", Quantity::gradient_rms) != nullptr, !lost);
                        }
        }
    }

    void asymptotesMeetTheQuadrature()
    {
        // At q = 1e60 the limits of φ take over: ln E[φ'²] and ln E[φ²] continue with the same slopes.
        for (const char* name : {"tanh", "softplus", "gelu", "relu", "squared_relu"}) {
            const auto at = [&](double ln_q) {
                ResidualLaw block {.layers = {{.variances = {1, 0}, .phi = expectation(name)}}};
                return predict_residual({ln_q, 0}, {block});
            };
            for (const double edge : {-std::log(1e60), std::log(1e60)}) {
                const Prediction a = at(edge - 2), b = at(edge), c = at(edge + 2);
                const auto bend = [](double x, double y, double z) { return std::abs(x + z - 2 * y); };
                for (const auto& [role, quantity] :
                    {std::pair {branch, Quantity::rms}, {back, Quantity::gradient_rms}}) {
                    const auto of
                        = [&, &r = role, &q = quantity](const Prediction& p) { return log_square(p, 1, r, q); };
                    QVERIFY(bend(of(a), of(b), of(c)) < 1e-9);
                }
            }
        }
    }

    void schemesHaveTheNumbersOfTheirSources()
    {
        const auto of = [](const char* name, int blocks, int branches, int layers) {
            return residual_scaling(name, {blocks, branches, layers});
        };
        QCOMPARE(of("plain", 7, 1, 2), ResidualScaling {});
        QCOMPARE(of("inverse_sqrt_depth", 16, 1, 2).branch, 0.25);
        QCOMPARE(of("inverse_sqrt_twice_depth", 12, 2, 2).last * 0.02, 0.004082482904638630);   // GPT-2 small's c_proj
        QCOMPARE(of("fixup", 54, 1, 2),
            (ResidualScaling {.inner = 0.13608276348795434, .last = 0, .value = 0.13608276348795434}));
        QCOMPARE(of("fixup", 16, 1, 3).inner, 0.5);   // L^(−1/4)
        QCOMPARE(of("fixup", 16, 1, 1).last, 0.0);
        QCOMPARE(of("rezero", 9, 2, 2).branch, 0.0);
        QCOMPARE(of("skipinit", 9, 2, 2).branch, 0.0);
        QCOMPARE(of("layerscale", 12, 2, 2).branch, 0.1);
        QCOMPARE(of("layerscale", 24, 2, 2).branch, 1e-5);
        QCOMPARE(of("layerscale", 36, 2, 2).branch, 1e-6);
        const ResidualScaling deep = of("deepnorm", 200, 2, 2);   // 400^¼ and 1600^(−¼)
        QVERIFY(std::abs(deep.skip - 4.472135954999579) < 1e-14 && std::abs(deep.last - 0.15811388300841897) < 1e-15);
        QVERIFY(deep.inner == deep.last && deep.value == deep.last && deep.branch == 1);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, of("deepnrom", 1, 1, 1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, of("plain", 0, 1, 1));
        for (const ResidualScheme& scheme : residual_schemes()) {
            QCOMPARE(find_residual_scheme(scheme.name), &scheme);
            // The purpose of the schemes: only a plain stream of 100 blocks grows by more than e.
            const ResidualScaling s = residual_scaling(scheme.name, {100, 1, 2});
            ResidualLaw block {.skip = s.skip,
                .branch = s.branch,
                .layers = two_layers("relu", 2 * s.inner * s.inner, s.last * s.last)};
            if (scheme.name == "deepnorm") {
                block.placement = Placement::post;
                block.norm = NormLaw {};
            }
            const Prediction p = predict_residual({}, std::vector<ResidualLaw>(100, block));
            QCOMPARE(log_square(p, 100, stream) <= 1, scheme.name != "plain");
            QCOMPARE(std::abs(log_input_gradient(p)) <= 1, scheme.name != "plain");
        }
    }

    void whatIsMissingIsRefused()
    {
        ResidualLaw block {.placement = Placement::pre, .layers = two_layers("relu", 2, 1)};
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, predict_residual({}, {block}));
        block.placement = Placement::sandwich;
        block.norm = NormLaw {};
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, predict_residual({}, {block}));
        block.placement = Placement::reordered;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, predict_residual({}, {block}));
        block.norm_after = block.norm;
        block.norm = {};
        predict_residual({}, {block});   // this is all that it needs
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, predict_residual({}, {ResidualLaw {}}));
    }

    void networks_data()
    {
        QTest::addColumn<Case>("c");
        using enum Case::Shape;
        // Networks whose parts others have as well.
        const auto repeated = [](const char* name, const Case& c) {
            if (tested::every_case())
                QTest::newRow(name) << c;
        };
        repeated("none, ReLU", Case {});
        QTest::newRow("none, tanh with biases, scaled") << Case {
            .skip = 0.9, .branch = 0.6, .activation = "tanh", .first = {1.5, 0.2}, .last = {2, 0.1}, .input_square = 3};
        repeated("none, ends in ReLU", Case {.branch = 0.4, .shape = ending, .first = {1.5, 0.1}});
        QTest::newRow("none, ends in ReLU, turned")
            << Case {.skip = -0.9, .branch = 0.4, .shape = ending, .input_mean = -0.5};
        repeated("pre, LayerNorm, GELU, wide",
            Case {.hidden = 768,
                .placement = Placement::pre,
                .activation = "gelu",
                .last = {3, 0.05},
                .input_mean = 0.6});
        QTest::newRow("pre, RMSNorm, SwiGLU") << Case {.hidden = 512,
            .placement = Placement::pre,
            .norm = NormKind::rms,
            .activation = "silu",
            .shape = gated,
            .first = {1.2, 0.1},
            .last = {4, 0},
            .gate = {2, 0.3},
            .input_square = 0.3,
            .kurtosis = 18};
        QTest::newRow("pre, RMSNorm, ends in ReLU")
            << Case {.placement = Placement::pre, .norm = NormKind::rms, .shape = ending, .input_mean = 0.5};
        QTest::newRow("post, LayerNorm, tanh") << Case {
            .placement = Placement::post, .activation = "tanh", .first = {4, 0}, .last = {1.5, 0}, .input_square = 2};
        QTest::newRow("post, RMSNorm with scales, one layer") << Case {
            .placement = Placement::post, .norm = NormKind::rms, .scale_mean = 0.7, .scale_std = 0.2, .shape = one};
        QTest::newRow("sandwich, LayerNorm, GELU") << Case {.placement = Placement::sandwich,
            .skip = 0.95,
            .branch = 0.7,
            .scale_mean = 1.3,
            .activation = "gelu",
            .last = {0.01, 0}};
        repeated("sandwich, RMSNorm, ReGLU",
            Case {.placement = Placement::sandwich, .norm = NormKind::rms, .shape = gated, .kurtosis = 18});
        QTest::newRow("reordered, LayerNorm, tanh") << Case {.placement = Placement::reordered,
            .skip = 0.9,
            .branch = 0.8,
            .scale_mean = 0.7,
            .activation = "tanh",
            .first = {3, 0.1}};
        QTest::newRow("DyT before each branch") << Case {
            .placement = Placement::pre, .norm = NormKind::dyt, .scale_mean = 1.2, .scale_std = 0.3, .input_square = 3};
        repeated("DyT sandwich, GELU",
            Case {.placement = Placement::sandwich, .norm = NormKind::dyt, .activation = "gelu", .first = {4, 0.1}});
        QTest::newRow("normalized, RMSNorm, tanh") << Case {.placement = Placement::normalized,
            .skip = 0.9,
            .branch = 0.1,
            .norm = NormKind::rms,
            .activation = "tanh"};
        repeated("reordered, RMSNorm, GELU",
            Case {.placement = Placement::reordered, .norm = NormKind::rms, .activation = "gelu", .input_mean = 0.5});
    }

    void networks()
    {
        // Mean squares of 16 networks of 10 blocks against theory. Allowed are five standard errors of their mean (by
        // Student's distribution one in 6000 would fail), and the leading correction of order 1/n. The latter is the
        // relative variance (κ − 1)/n + 2/n of one column's E[F²], by which a norm's 1/v is larger on average than
        // 1/E[v].
        QFETCH(Case, c);
        constexpr int networks = 16;
        const Prediction p = predict(c);
        std::vector<Record> seen;
        ResidualNetwork network(c);
        NoiseCache cache(1 << 20);
        for (int replica = 0; replica < networks; ++replica)
            seen.push_back(network.run(replica, cache));
        const double finite = (c.kurtosis + 1) / std::min(c.width, c.hidden);
        double worst = 0, largest_error = 0;
        const auto compare = [&](const char* what, int block, double predicted, auto&& number) {
            std::vector<double> ratios;
            for (const Record& r : seen)
                ratios.push_back(number(r) / std::exp(predicted));
            const Mean m = mean_of(ratios);
            const double away = std::max(0.0, std::abs(m.mean - 1) - finite) / m.error;
            worst = std::max(worst, away);
            largest_error = std::max(largest_error, m.error);
            if (away > 5)
                qWarning("%s of block %d: %g ± %g of the law", what, block, m.mean, m.error);
        };
        for (int block = 1; block <= c.blocks; ++block) {
            const auto ln = [&](const char* role, Quantity q = Quantity::rms) { return log_square(p, block, role, q); };
            const auto of = [&](const Record& r) -> const BlockRecord& { return r.at(std::size_t(block)); };
            compare("stream", block, ln(stream), [&](const auto& r) { return square(of(r).value(stream)); });
            compare("branch", block, ln(branch), [&](const auto& r) { return square(of(r).value(branch)); });
            if (block < c.blocks)
                compare("gradient at the stream", block, ln(stream, Quantity::gradient_rms),
                    [&](const auto& r) { return square(of(r).gradient(stream)); });
            if (block < c.blocks || norms_sum(c.placement))
                compare("gradient at the branch", block, ln(branch, Quantity::gradient_rms),
                    [&](const auto& r) { return square(of(r).gradient(branch)); });
            compare("returning gradient", block, ln(back, Quantity::gradient_rms),
                [&](const auto& r) { return square(of(r).gradient(back)); });
            std::vector<double> correlations;
            correlations.reserve(seen.size());
            for (const Record& r : seen)
                correlations.push_back(*of(r).number(branch, Quantity::correlation));
            const Mean k = mean_of(correlations);
            QVERIFY2(
                std::abs(k.mean - p.block(block).find(branch, Quantity::correlation)->value) < 5 * k.error + finite,
                qPrintable(QString::number(block)));
        }
        qInfo("worst: %.1f standard errors; they are below %.1f %%", worst, 100 * largest_error);
        QVERIFY(worst < 5);
        QVERIFY(largest_error < 0.06);
    }

    void theStreamOf24BlocksIsTheVarianceSum()
    {
        // Width 512, branches that read a normalized stream, with and without 1/√L: RMS within 5% at every block. The
        // variance of ln RMS is below (1/2 + 7/(4L))/n for one column of one network, a standard deviation of 3.3%. For
        // the mean over 4 networks 5% is three standard deviations, and the batch reduces it further.
        for (const char* scheme : {"plain", "inverse_sqrt_depth"}) {
            Case c {.blocks = 24, .width = 512, .hidden = 512, .placement = Placement::pre};
            c.branch = residual_scaling(scheme, {24, 1, 2}).branch;
            NoiseCache cache(1 << 20);
            ResidualNetwork network(c);
            std::vector<double> squares(24, 0.0);
            for (int replica = 0; replica < 4; ++replica) {
                const Record r = network.run(replica, cache);
                for (int block = 1; block <= 24; ++block)
                    squares[std::size_t(block - 1)] += square(r.at(std::size_t(block)).value("branch_stream")) / 4;
            }
            double worst = 0;
            for (int block = 1; block <= 24; ++block) {
                const double sum = 1 + c.branch * c.branch * block;   // E[F²] = 1 for He's weights
                worst = std::max(worst, std::abs(std::sqrt(squares[std::size_t(block - 1)] / sum) - 1));
            }
            qInfo("%s: RMS at most %.1f %% from the variance sum", scheme, 100 * worst);
            QVERIFY(worst < 0.05);
        }
    }
};

STEPZERO_TEST(TestTheoryResidual, NoApplication)

}   // namespace tst_theory_residual
#include "tst_theory_residual.moc"
