// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/transformer_theory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "core/quadrature/quadrature.h"
#include "core/theory/chance.h"
#include "core/theory/head_theory.h"
#include "core/theory/log_sum.h"
#include "core/theory/softmax_table.h"
#include "core/theory/stream_moments.h"
#include "core/theory/token_gram.h"

namespace stepzero {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

constexpr double largest_square = 1e60;   // fourth powers of squares stay in range

double log10_rms(double square)
{
    return square > 0 ? std::log10(square) / 2 : -std::numeric_limits<double>::infinity();
}

/// What theory needs of the parameters, by role; all blocks are alike, unless they were measured.
class Laws {
public:
    explicit Laws(TransformerSpec spec) : alike_(spec.measured.empty())
    {
        if (alike_)
            spec.layers = std::min(spec.layers, 1);
        for (const ParameterPlan& plan : Transformer(spec).parameters()) {
            const bool vector = plan.kind == Role::bias, scale = vector && plan.name.ends_with(".weight");
            Law law = law_of(draw_of(plan), plan.shape, plan.kind);
            // Rows that were given are 0, or next to it beside those that were drawn.
            law.variance *= 1 - double(plan.rows.changed()) / plan.shape.rows();
            if (!scale && std::abs(law.mean) > 1e-6 * std::sqrt(law.variance) && remark.empty())
                remark = plan.name + " has entries whose mean is not 0";
            // Of a block's experts the mean: those that were measured are unlike.
            Moments& moments = (scale ? scales_ : vector ? biases_ : matrices_)[{plan.block, plan.role}];
            ++moments.count;
            moments.mean += (law.mean - moments.mean) / moments.count;
            moments.variance += (law.variance - moments.variance) / moments.count;
        }
    }

    /// Whose roles are meant from here on; roles outside the blocks are always those.
    void enter(int block) const { block_ = alike_ ? 1 : block; }

    /// Of the entries.
    double weight(const std::string& role) const { return find(matrices_, role)->variance; }
    /// Of the vector that is added, a linear map's or a norm's.
    double bias(const std::string& role) const
    {
        const Moments* found = find(biases_, role);
        return found ? found->variance : 0;
    }
    double scale_mean(const std::string& role) const { return find(scales_, role)->mean; }
    double scale_square(const std::string& role) const
    {
        const Moments& scale = *find(scales_, role);
        return scale.mean * scale.mean + scale.variance;
    }

    std::string remark;   ///< why the theory does not hold

private:
    struct Moments {
        double mean = 0, variance = 0;
        int count = 0;
    };
    using Key = std::pair<int, std::string>;   // block, role

    const Moments* find(const std::map<Key, Moments>& all, const std::string& role) const
    {
        auto found = all.find({block_, role});
        if (found == all.end())
            found = all.find({0, role});
        return found == all.end() ? nullptr : &found->second;
    }

    bool alike_;
    mutable int block_ = 1;
    std::map<Key, Moments> matrices_, biases_, scales_;
};

/// A polynomial through values at Chebyshev's nodes (the second barycentric formula).
class Chebyshev {
public:
    Chebyshev(double low, double high, int most)
    {
        const int points = high - low > 1e-9 * std::max(1.0, std::abs(high)) ? most : 1;
        for (int i = 0; i < points; ++i) {
            const double angle = std::numbers::pi * (i + 0.5) / points;
            nodes_.push_back((low + high) / 2 + (points == 1 ? 0 : (high - low) / 2 * std::cos(angle)));
            weights_.push_back((i % 2 ? -1 : 1) * std::sin(angle));
        }
    }
    const std::vector<double>& nodes() const { return nodes_; }

    /// Of several functions at once.
    template <std::size_t n>
    std::array<double, n> operator()(const std::vector<std::array<double, n>>& values, double x) const
    {
        std::array<double, n> sums {};
        double total = 0;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const double away = x - nodes_[i];
            if (away == 0)
                return values[i];
            const double weight = weights_[i] / away;
            total += weight;
            for (std::size_t k = 0; k < n; ++k)
                sums[k] += weight * values[i][k];
        }
        for (double& sum : sums)
            sum /= total;
        return sums;
    }

private:
    std::vector<double> nodes_, weights_;
};

/// E[φ(z) φ(z')] and E[φ'(z) φ'(z')] for Gaussian z with the given products.
struct Passed {
    TokenGram value, slope;
};

/// Lengths that differ are put in by tokens; for the cosine it is their mean.
Passed pass(const GaussianExpectation& phi, const TokenGram& z)
{
    const Index n = z.own.size();
    Passed result {z, z};
    const double mean = z.own.mean();
    if (!(mean > 1 / largest_square)) {
        const PreactivationMoments m = phi.moments(0);
        result.value.own = m.square;
        result.slope.own = m.derivative_square;
        result.value.across = m.square;
        result.slope.across = m.derivative_square;
        return result;
    }
    const ArrayXd log_q = z.own.max(1e-12 * mean).log();
    std::vector<std::array<double, 2>> values;   // of φ and φ'
    const Chebyshev lengths(log_q.minCoeff(), log_q.maxCoeff(), 6);
    for (const double q : lengths.nodes()) {
        const PreactivationMoments m = phi.moments(std::exp(q));
        values.push_back({m.square, m.derivative_square});
    }
    for (Index k = 0; k < n; ++k) {
        const auto [value, slope] = lengths(values, log_q[k]);
        result.value.own[k] = value;
        result.slope.own[k] = slope;
    }
    // Near c = 1 a kink's part goes like a power of √(1 − c), in which the rest is smooth too.
    const ArrayXXd away = (1 - z.cosines()).max(0).min(2).sqrt();
    const Chebyshev cosines(away.minCoeff(), away.maxCoeff(), 6);
    const PreactivationMoments typical = phi.moments(mean);
    values.clear();
    for (const double root : cosines.nodes()) {
        const PairMoments m = phi.pair(mean, mean, std::clamp(root * root, 0.0, 2.0));
        values.push_back({typical.square > 0 ? m.product / typical.square : 0,
            typical.derivative_square > 0 ? m.derivative_product / typical.derivative_square : 0});
    }
    const ArrayXd length = result.value.own.max(0).sqrt(), steepness = result.slope.own.max(0).sqrt();
    for (Index l = 0; l < n; ++l)
        for (Index k = 0; k <= l; ++k) {
            const auto [value, slope] = cosines(values, away(k, l));
            result.value.across(k, l) = result.value.across(l, k) = length[k] * length[l] * value;
            result.slope.across(k, l) = result.slope.across(l, k) = steepness[k] * steepness[l] * slope;
        }
    return result;
}

/// One branch without norms: what it makes of products, and of those of gradients.
class Branch {
public:
    virtual ~Branch() = default;
    virtual TokenGram forward(const TokenGram& input) = 0;
    virtual TokenGram backward(const TokenGram& gradient) const = 0;
    virtual std::optional<AttentionPrediction> attention() const { return {}; }
    virtual std::optional<RouterPrediction> router() const { return {}; }
    /// After forward(): the product of two tokens of different sequences, for a gram of one cell whose `across` is
    /// theirs.
    virtual double apart(const TokenGram& one) const = 0;
    virtual double chance() const = 0;   ///< relative variance of the squared length of what forward() returned
    virtual double factors() const { return chance(); }   ///< the same of what it multiplies a gradient's square by
    virtual bool beyond() const { return false; }   ///< of what is followed: a soft cap bends the logits too much
};

/// E[1 − tanh²(√q g)], by the trapezoidal rule, over g or over √q g.
double mean_slope_of_tanh(double q)
{
    const double root = std::sqrt(std::max(q, 1e-30)), step = 0.05 * std::min(1.0, 1 / root),
                 reach = std::min(9.0, 18 / root);
    double sum = 0, total = 0;
    for (double g = -9; g <= 9; g += 0.05)
        total += 0.05 * std::exp(-g * g / 2);
    for (double g = -reach; g <= reach; g += step)
        sum += step * std::exp(-g * g / 2) / std::pow(std::cosh(root * g), 2);
    return sum / total;
}

/// What a norm does to products of two tokens on the way back.
struct NormWay {
    ArrayXd factor {};   ///< of each token, empty without
    std::optional<TokenGram> slope {};   ///< of DyT, in its place
    double of_width = 1;   ///< a factor on squares beside them: norm_factor()

    TokenGram back(const TokenGram& g) const
    {
        if (slope)
            return {g.own * slope->own, g.across * slope->across};
        if (factor.size() == 0)
            return g;
        TokenGram result = g.scaled(factor);
        result *= of_width;
        return result;
    }
};

/// What all branches know.
struct Model {
    const TransformerSpec& spec;
    const Laws& laws;
    const TokenCells& cells;
    const ArrayXXd& turn;   ///< rotary_turn(), ones without
    const GaussianExpectation &phi, &squash;   ///< squash: tanh
    int sequences = 1;
    /// E[cos²] of two different tokens beyond that of their mean cosine, where the stream's dimensions are many: of
    /// patches 1 over their numbers.
    double overlap = 0;
    /// The same with the stream's own dimensions, in which tokens are drawn.
    double overlap_of_width() const { return overlap + 1.0 / spec.width; }
    mutable std::optional<RouterLaw> known_router {};   ///< that of the last spread: behind norms all are the same

    const RouterLaw& router(double spread) const
    {
        if (!known_router || std::abs(known_router->spread() - spread) > 1e-3 * spread)
            known_router.emplace(RouterRule {spec.experts, spec.experts_chosen, spec.gates_renormalized}, spread);
        return *known_router;
    }

    TokenGram linear(TokenGram x, const std::string& role, int inputs) const
    {
        x *= inputs * laws.weight(role);
        x += laws.bias(role);
        return x;
    }
    TokenGram linear(const TokenGram& x, const std::string& role) const { return linear(x, role, spec.width); }

    /// What a norm does to x, in place; times `factor`.
    NormWay through_norm(const std::string& role, TokenGram& x, double factor = 1) const
    {
        NormWay way;
        if (spec.norm == NormKind::dyt) {
            TokenGram z = x;
            z *= spec.alpha * spec.alpha;
            Passed passed = pass(squash, z);
            const double scale = factor * factor * laws.scale_square(role);
            x = std::move(passed.value);
            x *= scale;
            x += laws.bias(role);
            way.slope = std::move(passed.slope);
            *way.slope *= scale * spec.alpha * spec.alpha;
            return way;
        }
        way.factor = factor * std::sqrt(laws.scale_square(role)) * (x.own + spec.epsilon).rsqrt();
        x = x.scaled(way.factor);
        x += laws.bias(role);
        return way;
    }
    /// What is left of x in norm(x): E[x norm(x)]/E[x²], in the mean over tokens before it.
    ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const
    {
        if (spec.norm != NormKind::dyt)
            return laws.scale_mean(role) * (x.own + spec.epsilon).rsqrt();
        return laws.scale_mean(role) * spec.alpha
            * (spec.alpha * spec.alpha * x.own).unaryExpr([](double q) { return mean_slope_of_tanh(q); });
    }
};

class MlpBranch : public Branch {
public:
    explicit MlpBranch(const Model& model) : m_(model) { }

    TokenGram forward(const TokenGram& x) override
    {
        const TransformerSpec& s = m_.spec;
        const TokenGram in = m_.linear(x, "mlp_in");
        const double first = m_.laws.weight("mlp_in"), hidden = inner_width(s);
        const PreactivationMoments unit
            = m_.phi.moments(std::min(m_.cells.mean((s.gated ? m_.linear(x, "mlp_gate") : in).own), largest_square));
        chance_ = chance_of_units((s.gated ? 3 : 1) * unit.fourth, unit.square, hidden) + 2.0 / s.width;
        Passed passed = pass(m_.phi, s.gated ? m_.linear(x, "mlp_gate") : in);
        if (s.gated) {
            const double gate = m_.laws.weight("mlp_gate");
            chi_ = {gate * passed.slope.own * in.own + first * passed.value.own,
                gate * passed.slope.across * in.across + first * passed.value.across};
            passed.value.own *= in.own;
            passed.value.across *= in.across;
        } else {
            chi_ = passed.slope;
            chi_ *= first;
        }
        chi_ *= double(s.width) * inner_width(s) * m_.laws.weight("mlp_out");
        return m_.linear(passed.value, "mlp_out", inner_width(s));
    }

    TokenGram backward(const TokenGram& g) const override { return {g.own * chi_.own, g.across * chi_.across}; }
    double apart(const TokenGram& one) const override { return MlpBranch(m_).forward(one).across(0, 0); }
    double chance() const override { return chance_; }

private:
    const Model& m_;
    TokenGram chi_;
    double chance_ = 0;
};

class ExpertsBranch : public Branch {
public:
    /// Two tokens of different sequences have a cosine in what the router reads.
    ExpertsBranch(const Model& model, double apart) : m_(model), expert_(model), apart_(apart) { }

    TokenGram forward(const TokenGram& x) override
    {
        const TransformerSpec& s = m_.spec;
        const TokenCells& cells = m_.cells;
        const double variance = s.width * m_.laws.weight("router"), rms = std::sqrt(variance * cells.mean(x.own));
        const RouterLaw& law = m_.router(rms);
        const ArrayXXd cosines = x.cosines();
        const Index n = cells.count();
        through_ = back_ = {ArrayXd(n), ArrayXXd(n, n)};
        through_.own.setConstant(law.own().gates + s.shared_experts);
        back_.own.setConstant(law.own().slopes);
        const double tokens = cells.tokens, all = tokens * m_.sequences;
        const RouterPair apart = law.at(apart_);
        double balance = (law.own().balance + (all - tokens) * apart.balance) / all,
               common = (law.own().common + (all - tokens) * apart.common) / all;
        for (Index b = 0; b < n; ++b)
            for (Index a = 0; a <= b; ++a) {
                const RouterPair pair = law.at(cosines(a, b));
                through_.across(a, b) = through_.across(b, a) = pair.gates + s.shared_experts;
                back_.across(a, b) = back_.across(b, a) = pair.slopes;
                const double pairs = a == b ? cells.size[a] * (cells.size[a] - 1) : 2 * cells.size[a] * cells.size[b];
                balance += pair.balance * pairs / (tokens * all);
                common += pair.common * pairs / (tokens * all);
            }
        router_ = {
            log10_rms(rms * rms), law.entropy(), law.top_probability(), balance, std::sqrt(std::max(0.0, common - 1))};
        const TokenGram of_one = expert_.forward(x);
        back_ = product(back_, of_one);
        back_ *= variance;
        return product(through_, of_one);
    }

    TokenGram backward(const TokenGram& g) const override
    {
        TokenGram result = product(through_, expert_.backward(g));
        result += product(back_, g);
        return result;
    }

    std::optional<RouterPrediction> router() const override { return router_; }
    double apart(const TokenGram& one) const override
    {
        return (m_.known_router->at(apart_).gates + m_.spec.shared_experts) * expert_.apart(one);
    }
    double chance() const override { return expert_.chance(); }

private:
    static TokenGram product(const TokenGram& a, const TokenGram& b) { return {a.own * b.own, a.across * b.across}; }

    const Model& m_;
    MlpBranch expert_;
    double apart_;
    TokenGram through_, back_;   // through_: what gates leave of an expert's products; back_: of the logits
    RouterPrediction router_;
};

class AttentionBranch : public Branch {
public:
    explicit AttentionBranch(const Model& model) : m_(model) { }

    TokenGram forward(const TokenGram& x) override
    {
        const TransformerSpec& s = m_.spec;
        const TokenCells& cells = m_.cells;
        const int head_width = head_width_of(s);
        q_ = m_.linear(x, "q");
        TokenGram k = m_.linear(x, "k");
        const TokenGram v = m_.linear(x, "v");
        if (s.qk_norm) {
            const double together = s.qk_norm_over_heads ? attention_width(s) : head_width;
            q_way_ = m_.through_norm("q_norm", q_);
            k_way_ = m_.through_norm("k_norm", k);
            q_way_.of_width = k_way_.of_width = norm_factor(together, 2 / together);
        }
        q_.across *= m_.turn;
        k.across *= m_.turn;
        const VisibleMeans keys = visible_means(cells, k), values = visible_means(cells, v);
        const double scale = factor_of(s.logit_scale, head_width) * s.attention_multiplier;
        const double logits = scale * scale * head_width;
        const ArrayXd pairs = cells.size * cells.visible;
        attention_.logit_variance = logits * (pairs * q_.own * keys.own).sum() / pairs.sum();
        ArrayXd spread_square = logits * q_.own * keys.above;
        double slope_square = 1;
        if (s.attention_softcap > 0) {
            const Capped capped = soft_capped(
                m_.squash, attention_.logit_variance, mean_of_several(spread_square), s.attention_softcap);
            beyond_ = capped.beyond;
            attention_.logit_variance *= capped.square;
            spread_square *= capped.spread_square;
            slope_square = capped.slope_square;
        }
        soften(spread_square, head_width);

        attention_.spread = std::sqrt(mean_of_several(spread_square));
        attention_.logit_spread = std::sqrt(mean_of_several(spread_square * (1 - cells.visible.inverse())));
        attention_.log_visible = mean_of_several(cells.visible.log());

        const Index n = cells.count();
        const ArrayXXd sums = sum_over_keys(cells, v), alike = q_.cosines();
        // What keys that a query likes have in common, their values have too (attention_theory.h).
        const ArrayXd likened = m_.overlap_of_width() * values.above, drawn = (likened * pairing_rise_).max(0).sqrt();
        excess_.across.resize(n, n);
        slopes_.across.resize(n, n);
        TokenGram mixed {ArrayXd(n), ArrayXXd(n, n)};
        key_above_ = keys.above;
        strength_ = slope_square * logits * values.above;
        for (Index b = 0; b < n; ++b)
            for (Index a = 0; a <= b; ++a) {
                const double fewer = cells.visible[a], more = cells.visible[b];
                const double g = std::sqrt(fewer * excess_.own[a] * more * excess_.own[b]);
                const double x_ab = g > 0 ? std::expm1(alike(a, b) * std::log1p(g)) / more : 0;
                const double overlap = x_ab + (1 - x_ab) / more;
                const double slope = more > 1
                    ? overlap * (1 - overlap) * std::sqrt(flatness_[a] * flatness_[b]) * more / (more - 1)
                    : 0;
                excess_.across(a, b) = excess_.across(b, a) = x_ab;
                slopes_.across(a, b) = slopes_.across(b, a) = slope;
                mixed.across(a, b) = mixed.across(b, a) = (1 - x_ab) * sums(a, b) / (fewer * more)
                    + x_ab * values.own[a] + alike(a, b) * drawn[a] * drawn[b];
            }
        mixed.own = (1 - excess_.own) * sums.matrix().diagonal().array() / cells.visible.square()
            + excess_.own * values.own + drawn.square();
        attention_.mixed_square = cells.mean(mixed.own);
        const double apart = cells.mean(mixed.own - drawn.square());
        liked_ = apart > 0 ? cells.mean(likened * pairing_) / apart : 0;
        return m_.linear(mixed, "attention_out", attention_width(s));
    }

    TokenGram backward(const TokenGram& gradient) const override
    {
        const TokenCells& cells = m_.cells;
        const Laws& laws = m_.laws;
        const double queries = attention_width(m_.spec);
        TokenGram g = gradient;
        g *= m_.spec.width * laws.weight("attention_out");
        const ArrayXd n = cells.visible;
        const ArrayXXd pairs = (n.matrix() * n.matrix().transpose()).array();

        TokenGram result = spread_to_keys(g, {1 - excess_.own, 1 - excess_.across}, excess_, pairs);
        result *= queries * laws.weight("v");

        TokenGram through {g.own * slopes_.own * strength_, g.across * slopes_.across * of_fewer(strength_)};
        TokenGram q {through.own * (1 - n.inverse()) * key_above_, through.across * of_fewer(key_above_) * m_.turn};
        through.own *= q_.own;
        through.across *= q_.across;
        const TokenGram one {ArrayXd::Ones(n.size()), ArrayXXd::Ones(n.size(), n.size())};
        const TokenGram minus {-one.own, -one.across};
        TokenGram k = spread_to_keys(through, minus, one, pairs);
        if (m_.spec.qk_norm) {
            q = q_way_.back(q);
            k = k_way_.back(k);
        }
        q *= queries * laws.weight("q");
        k *= queries * laws.weight("k");
        result += q;
        result += k;
        return result;
    }

    /// Weights sum to 1.
    double apart(const TokenGram& one) const override
    {
        return m_.linear(m_.linear(one, "v"), "attention_out", attention_width(m_.spec)).across(0, 0);
    }
    std::optional<AttentionPrediction> attention() const override { return attention_; }
    bool beyond() const override { return beyond_; }
    /// Of values and of what they are mixed into.
    double chance() const override { return 2.0 / attention_width(m_.spec) + 2.0 / m_.spec.width; }
    /// On the way back it is not followed that values are like the keys that are liked: half of w is what they bring.
    double factors() const override { return chance() + 2 * liked_; }

private:
    /// Means over softmaxes of every query.
    void soften(const ArrayXd& spread_square, int head_width)
    {
        const TokenCells& cells = m_.cells;
        const SoftmaxTable& table = SoftmaxTable::shared();
        const bool normalized = m_.spec.qk_norm && (!m_.spec.qk_norm_over_heads || m_.spec.heads == 1);
        const std::vector<VectorLength> lengths = query_lengths(head_width, normalized);
        const Index size = cells.count();
        ArrayXd participation = ArrayXd::Zero(size), entropy = participation, rise = participation;
        pairing_ = pairing_rise_ = participation;
        for (Index t = 0; t < size; ++t)
            for (const VectorLength& length : lengths) {
                const double square = spread_square[t] * length.square;
                const SoftmaxTable::Entry e = table.at(int(cells.visible[t]), std::sqrt(square));
                participation[t] += length.weight * e.participation;
                entropy[t] += length.weight * e.entropy;
                rise[t] += length.weight * e.slope;
                pairing_[t] += length.weight * square * e.pairing;
                pairing_rise_[t] += length.weight * square * e.pairing * (1 + e.pairing_slope / 4);
            }
        attention_.participation = cells.mean(participation);
        attention_.entropy = mean_of_several(entropy);
        const ArrayXd n = cells.visible, less = (n - 1).max(1);
        excess_.own = (n > 1).select((n * participation - 1) / less, 0).max(0);
        const ArrayXd once = participation * (1 - participation);
        const ArrayXd part = (n * participation).log() / n.max(2).log();
        flatness_ = (n > 1 && once > 0).select((rise / once + 1 - part.square() / 3) / 2, 0);
        slopes_.own = once * flatness_ * n / less;
    }

    /// Mean over the queries that see two keys or more, 0 without.
    double mean_of_several(const ArrayXd& of_queries) const
    {
        const ArrayXd weight = (m_.cells.visible > 1).select(m_.cells.size, 0);
        return weight.sum() > 0 ? (weight * of_queries).sum() / weight.sum() : 0;
    }

    /// Of two queries that of the one that sees fewer keys.
    static ArrayXXd of_fewer(const ArrayXd& of_queries)
    {
        return ArrayXXd::NullaryExpr(
            of_queries.size(), of_queries.size(), [&](Index a, Index b) { return of_queries[std::min(a, b)]; });
    }

    /// Σ over queries t, t' of g(t, t') (even/(n n') + δ_ij same/min(n, n')) for all pairs of keys i, j.
    TokenGram spread_to_keys(
        const TokenGram& g, const TokenGram& even, const TokenGram& same, const ArrayXXd& pairs) const
    {
        const ArrayXd n = m_.cells.visible;
        const ArrayXXd all
            = sum_over_queries(m_.cells, {g.own * even.own / n.square(), g.across * even.across / pairs});
        const ArrayXXd diagonal
            = sum_over_queries(m_.cells, {g.own * same.own / n, g.across * same.across / of_fewer(n)});
        return {all.matrix().diagonal().array() + diagonal.matrix().diagonal().array(), all};
    }

    const Model& m_;
    AttentionPrediction attention_;
    bool beyond_ = false;
    double liked_ = 0;   // what values bring by being like keys that are liked, over all else
    TokenGram q_;   // as queries meet keys
    NormWay q_way_, k_way_;   // of the QK norm
    ArrayXd pairing_, pairing_rise_;   // s²B and d(s⁴B)/d(s²)/2 of each query
    TokenGram excess_;   // x
    ArrayXd flatness_;   // c/(P (1 − P)): 1 for flat attention, 1/3 for frozen
    TokenGram slopes_;   // c n/(n − 1)
    ArrayXd strength_, key_above_;   // scale² d_h σ_v², σ_k²
};

/// A step with what the way back needs of it.
struct Step {
    std::unique_ptr<Branch> branch;
    NormWay before, after, after_sum;   // that do nothing where there is no norm
    double of_branch = 0, of_sum = 0;   // relative variances of their factors
    double kept = 1;   // part of the sum's square that was in the stream before
};

TokenGram one_cell(double own, double across) { return {ArrayXd::Constant(1, own), ArrayXXd::Constant(1, 1, across)}; }

/// The stream before the first block, and what the head reads of the last.
struct Ends {
    TokenCells cells;
    TokenGram start;
    double apart = 0;   ///< the product of two tokens of different sequences
    double own_word = 0;   ///< start = own_word·(the token's embedding) + …
    double repeat = 0;   ///< chance that two tokens are the same word, and two targets
    double overlap = 0;   ///< Model::overlap
    double chance = 0;   ///< relative variance of |start|²
};

/// As FirstToken and MeanPool do, and nothing where words are read.
TokenGram pooled(const TransformerSpec& spec, const TokenCells& cells, const TokenGram& x)
{
    if (!spec.image)
        return x;
    const double square = spec.image->class_token ? x.own[0] : square_of_mean(cells, x);
    return one_cell(square, 0);
}
TokenGram spread_back(const TransformerSpec& spec, const TokenCells& cells, const TokenGram& g)
{
    if (!spec.image)
        return g;
    const Index n = cells.count();
    TokenGram all {ArrayXd::Zero(n), ArrayXXd::Zero(n, n)};
    if (spec.image->class_token)
        all.own[0] = g.own[0];
    else
        all += g.own[0] / (double(cells.tokens) * cells.tokens);
    return all;
}

StreamPrediction predict_from(const Ends& ends, const TransformerSpec& spec, const Laws& laws, const Context& context,
    int sequences, const std::vector<Connections>& connections)
{
    StreamPrediction result;
    if (spec.norm == NormKind::dyt && (norms_sum(spec.placement) || spec.embedding_norm)) {
        result.remark = "no theory for a stream that DyT makes: it is not Gaussian";
        return result;
    }
    const TokenCells& cells = ends.cells;
    const Index n = cells.count();
    const ArrayXXd turn = spec.rotary ? rotary_turn(cells, *spec.rotary, head_width_of(spec)) : ArrayXXd::Ones(n, n);
    const GaussianExpectation phi {ActivationFunction(spec.activation)};
    const GaussianExpectation squash {ActivationFunction(Activation {"tanh", {}})};
    Model model {spec, laws, cells, turn, phi, squash, sequences, ends.overlap};

    TokenGram x = ends.start;
    // Each stream = own_words·(the token's embedding) + …, [stream, token].
    const Index count = spec.streams.count;
    Eigen::MatrixXd own_words = Eigen::MatrixXd::Constant(1, n, ends.own_word);
    const auto stream_norm = [&](const std::string& role) {   // on one stream
        own_words.array().row(0) *= model.left_by_norm(role, x).transpose();
        return model.through_norm(role, x);
    };
    double apart_at_start = ends.apart;
    const double width = spec.width;
    double chance = ends.chance;   // of |x|²
    if (spec.embedding_norm) {
        chance = 0;
        TokenGram one = one_cell(cells.mean(x.own), apart_at_start);
        model.through_norm("embedding_norm", one);
        apart_at_start = one.across(0, 0);
        stream_norm("embedding_norm");
    }
    result.log10_input_rms = log10_rms(cells.mean(x.own));
    result.input_similarity = mean_similarity(cells, x);

    const Connections one_stream;
    const auto connection
        = [&](int l) -> const Connections& { return count == 1 ? one_stream : connections.at(std::size_t(l)); };
    StreamGrams streams(x, count);
    own_words = own_words.replicate(count, 1).eval();
    std::vector<Step> ways;
    Written written;
    const bool parallel = result.parallel = spec.parallel != Parallel::none;
    const double branch_square = spec.branch * spec.branch;
    const auto skip_of = [&](int l) { return parallel && l % 2 == 1 ? 1 : spec.skip; };
    double variance_sum = cells.mean(x.own);
    TokenGram read = x;   // the stream before the block
    // Products of two tokens of different sequences, which only the loads of experts depend on.
    double apart_read = 0;
    Eigen::MatrixXd apart = Eigen::MatrixXd::Constant(count, count, apart_at_start);
    for (int l = 0; l < 2 * spec.layers; ++l) {
        context.check();
        StepPrediction p {.block = l / 2 + 1, .word = l % 2 == 0 ? "attention" : "mlp"};
        laws.enter(p.block);
        const double skip = skip_of(l), skip_square = skip * skip;
        const Connections& c = connection(l);
        Step way;
        if (l % 2 == 0 || !parallel) {
            read = streams.read(c.read);
            apart_read = c.read * apart * c.read.transpose();
        }
        if (count > 1)
            p.log10_read_rms = log10_rms(cells.mean(read.own));
        TokenGram f = read, one = one_cell(cells.mean(read.own), apart_read);
        if (norms_before(spec.placement)) {
            if (spec.norm_scaling)
                p.norm_factor = 1 / std::sqrt(double(p.block));
            const std::string role = spec.parallel == Parallel::one_norm ? "attention_norm" : p.word + "_norm";
            way.before = model.through_norm(role, f, p.norm_factor);
            way.before.of_width = norm_factor(width, chance);
            way.of_branch = chance;
            model.through_norm(role, one, p.norm_factor);
        }
        if (l % 2 == 0)
            way.branch = std::make_unique<AttentionBranch>(model);
        else if (spec.experts > 0)
            way.branch = std::make_unique<ExpertsBranch>(model, one.cosines()(0, 0));
        else
            way.branch = std::make_unique<MlpBranch>(model);
        f = way.branch->forward(f);
        double chance_of_branch = way.branch->chance() + (norms_before(spec.placement) ? 0 : chance);
        way.of_branch += way.branch->factors();
        one = one_cell(cells.mean(f.own), spec.experts > 0 ? way.branch->apart(one) : 0);
        if (way.branch->beyond()) {
            result.remark
                = "the soft cap bends the logits of block " + std::to_string(p.block) + " beyond what theory follows";
            return result;
        }
        if (norms_branch(spec.placement)) {
            way.after = model.through_norm(p.word + "_norm_after", f);
            way.after.of_width = norm_factor(width, chance_of_branch);
            way.of_branch += std::exchange(chance_of_branch, 0);
            model.through_norm(p.word + "_norm_after", one);
        }
        f *= branch_square;
        apart = skip_square * c.mix * apart * c.mix.transpose()
            + branch_square * one.across(0, 0) * c.write * c.write.transpose();
        const double written_now = cells.mean(f.own), over_streams = c.write.squaredNorm() / double(count);
        variance_sum = skip_square * variance_sum + written_now;
        streams.mix(c.mix, skip);
        if (cells.mean(streams.all().own) > 0 && written_now > 0)
            p.correlation = 0;
        const double kept = cells.mean(streams.all().own);
        streams.add(c.write, f);
        x = streams.all();
        if (const double both = cells.mean(x.own); both > 0) {
            way.kept = std::min(1.0, kept / both);
            chance = chance_of_sum(way.kept, chance, chance_of_branch, width);
        }
        // What branches write spans as many dimensions as the stream has.
        model.overlap *= std::pow(kept > 0 ? kept / cells.mean(x.own) : 0, 2);
        own_words = skip * c.mix * own_words;
        double grown = 0;
        if (!(cells.mean(x.own) < largest_square)) {
            result.remark = "the stream leaves the range of the theory in block " + std::to_string(p.block);
            return result;
        }
        if (norms_sum(spec.placement) && !(parallel && l % 2 == 0)) {
            const double before = cells.mean(x.own);
            one = one_cell(before, apart(0, 0));
            model.through_norm(p.word + "_norm", one);
            apart(0, 0) = one.across(0, 0);
            way.after_sum = stream_norm(p.word + "_norm");
            way.of_sum = std::exchange(chance, 0);
            streams = StreamGrams(x, 1);
            grown
                = way.after_sum.slope ? ln(cells.mean(x.own) / before) : ln(cells.mean(way.after_sum.factor.square()));
        } else if (count == 1) {
            p.log10_variance_sum_rms = log10_rms(variance_sum);
        }
        written.step(c.mix, ln(skip_square) + grown, c.write, ln(written_now) + grown);
        p.log10_stream_rms = log10_rms(cells.mean(x.own));
        p.log10_branch_rms = log10_rms(written_now * over_streams);
        p.similarity = mean_similarity(cells, x);
        p.attention = way.branch->attention();
        p.router = way.branch->router();
        result.steps.push_back(std::move(p));
        ways.push_back(std::move(way));
    }
    result.writing_blocks = written.participation();

    x = streams.read(Eigen::RowVectorXd::Ones(count));
    own_words = own_words.colwise().sum().eval();
    NormWay last;
    ChanceFactors factors;
    if (spec.final_norm) {
        last = stream_norm("final_norm");
        last.of_width = norm_factor(width, chance);
        factors.pass(1, chance);
    }
    const HeadRule rule {.vocabulary = spec.vocabulary,
        .width = spec.width,
        .tied = spec.tied,
        .multiplier = spec.logits_multiplier,
        .softcap = spec.logits_softcap,
        .entries = laws.weight(spec.tied ? "embedding" : "head"),
        .bias = laws.bias("head")};
    const TokenCells one_token({1});
    const HeadStep head = head_step(rule, spec.image ? one_token : cells, pooled(spec, cells, x),
        cells.mean(own_words.row(0).transpose().array()), ends.repeat);
    if (head.beyond) {
        result.remark = "the soft cap bends the logits of the head beyond what theory follows";
        return result;
    }
    result.head = head.prediction;
    TokenGram g = last.back(spread_back(spec, cells, head.gradient));
    StreamGrams gradients(g, count);
    // A norm on the stream is the one that takes the own row's part along h out.
    const bool along = norms_sum(spec.placement) && !spec.final_norm && !spec.image;

    double length = 0, variance = 0, removed = spec.final_norm ? 1 : 0;
    TokenGram second;   // what came back through the second of two parallel branches
    for (std::size_t l = ways.size(); l-- > 0;) {
        context.check();
        Step& way = ways[l];
        StepPrediction& p = result.steps[l];
        laws.enter(p.block);
        const Connections& c = connection(int(l));
        g = gradients.all();
        p.log10_stream_gradient_rms = log10_rms(cells.mean(g.own));
        p.stream_gradient_uncertainty = factors.uncertainty();
        if (along && l + 1 == ways.size())
            p.log10_stream_gradient_rms = log10_rms(head.with_own_row);
        if (norms_sum(spec.placement)) {
            way.after_sum.of_width = norm_factor(width, way.of_sum, removed);
            removed = way.kept;
            g = way.after_sum.back(g);
            gradients = StreamGrams(g, 1);
            factors.pass(1, way.of_sum);
        }
        p.branch_gradient_uncertainty = factors.uncertainty();
        ChanceFactors returning = factors;
        returning.pass(1, way.of_branch);
        p.return_gradient_uncertainty = returning.uncertainty();
        p.log10_branch_gradient_rms = log10_rms(cells.mean(g.own));
        TokenGram back = way.after.back(gradients.read(c.write.transpose()));
        back *= branch_square;
        back = way.before.back(way.branch->backward(back));
        gradients.mix(c.mix.transpose(), skip_of(int(l)));
        const double returned = cells.mean(back.own) * c.read.squaredNorm() / double(count),
                     skipped = cells.mean(gradients.all().own);
        p.log10_return_gradient_rms = log10_rms(returned);
        if (parallel && l % 2 == 1) {   // it joins where its block begins
            second = std::move(back);
            continue;
        }
        const double of_second = parallel ? cells.mean(second.own) : 0, total = returned + skipped + of_second;
        p.branch_share = total > 0 ? returned / total : 0;
        double share = *p.branch_share;
        if (parallel) {
            share += *(result.steps[l + 1].branch_share = total > 0 ? of_second / total : 0);
            back += second;
        }
        length += share;
        variance += share * (1 - share);
        factors.pass(share, way.of_branch);
        gradients.add(c.read.transpose(), back);
    }
    result.input_gradient_uncertainty = factors.uncertainty();
    result.log10_input_gradient_rms = log10_rms(cells.mean(gradients.read(Eigen::RowVectorXd::Ones(count)).own));
    if (count == 1) {
        result.path_length = length;
        result.path_length_std = std::sqrt(variance);
    }
    if (!doubt_gradients(result, head))
        withhold_frozen_gradients(result);
    return result;
}

}   // namespace

StreamPrediction predict_transformer(const TransformerSpec& spec, int tokens, double repeat, const Context& context,
    int most_cells, int sequences, const std::vector<Connections>& connections)
{
    const Laws laws(spec);
    if (!laws.remark.empty())
        return {.remark = laws.remark};
    TokenCells cells(tokens, most_cells, spec.causal);
    const Index n = cells.count();
    const double multiplier = spec.embedding_multiplier, word = multiplier * multiplier * laws.weight("embedding"),
                 place = spec.positions > 0 ? laws.weight("position") : 0;
    return predict_from(
        {std::move(cells), {ArrayXd::Constant(n, word + place), ArrayXXd::Constant(n, n, word * repeat)}, word * repeat,
            multiplier, repeat, 0, 2.0 / spec.width},
        spec, laws, context, sequences, connections);
}

StreamPrediction predict_vision_transformer(const TransformerSpec& spec, const PixelMoments& pixels,
    const Context& context, int sequences, const std::vector<Connections>& connections)
{
    const Laws laws(spec);
    if (!laws.remark.empty())
        return {.remark = laws.remark};
    const ImageSpec& image = *spec.image;
    const double numbers = double(image.channels) * image.patch * image.patch, reads = numbers * laws.weight("patch"),
                 shared = reads * pixels.mean * pixels.mean + laws.bias("patch"),
                 patch = reads * pixels.square + laws.bias("patch"),
                 place = spec.positions > 0 ? laws.weight("position") : 0;
    std::vector<int> sizes {image.patches()};
    if (image.class_token)
        sizes.insert(sizes.begin(), 1);
    const Index n(sizes.size());
    TokenGram x {ArrayXd::Constant(n, patch + place), ArrayXXd::Constant(n, n, shared)};
    if (image.class_token) {
        x.own[0] = laws.weight("class_token") + place;
        x.across.row(0).setZero();
        x.across.col(0).setZero();
    }
    const double part = patch + place > 0 ? (patch - shared) / (patch + place) : 0;
    return predict_from({TokenCells(sizes), std::move(x), shared, 0, 1.0 / spec.vocabulary, part * part / numbers,
                            2.0 / spec.width + 2 * part * part / numbers},
        spec, laws, context, sequences, connections);
}

}   // namespace stepzero
