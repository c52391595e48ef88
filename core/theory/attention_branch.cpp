// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/theory/chance.h"
#include "core/theory/softmax_table.h"
#include "core/theory/token_pass.h"
#include "core/theory/transformer_branches.h"

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

namespace {

class AttentionBranch : public TokenBranch {
public:
    AttentionBranch(const TransformerModel& model, int block, double overlap)
        : m_(model), embeds_values_(has_value_embedding(model.spec, block)),
          overlap_(overlap + 1.0 / model.spec.width + (model.spec.latent ? 1.0 / model.spec.latent->rank : 0)),
          query_turn_(model.turn), key_turn_(model.turn)
    {
    }

    TokenGram forward(const TokenGram& x) override
    {
        const TransformerSpec& s = m_.spec;
        const int head_width = head_width_of(s);
        if (s.latent)
            latent_ = latent(x, latent_way_);
        TokenGram v = s.latent ? m_.linear(latent_, "kv_up", s.latent->rank) : m_.linear(x, "v");
        liking_ = visible_means(m_.cells, v).above;
        if (embeds_values_)
            add_value_embeddings(x, v);
        const VisibleMeans keys = visible_means(m_.cells, meet(x)), values = visible_means(m_.cells, v);
        const double scale = factor_of(s.logit_scale, head_width) * s.attention_multiplier;
        const double logits = scale * scale * head_width;
        const double slope_square = attend(keys, logits);
        key_above_ = keys.above;
        strength_ = slope_square * (scale * scale * value_width_of(s)) * values.above;
        TokenGram mixed = mix(v, values);
        if (s.output_gate)
            pass_gate(x, mixed);
        if (s.sub_norm) {
            sub_way_ = m_.through_norm("attention_sub_norm", mixed);
            sub_way_.of_width = norm_factor(mixed_width(s), 2.0 / mixed_width(s));
        }
        return m_.linear(mixed, "attention_out", mixed_width(s));
    }

    TokenGram backward(const TokenGram& gradient) const override
    {
        const TokenCells& cells = m_.cells;
        const TransformerLaws& laws = m_.laws;
        const double queries = queries_width(m_.spec), mixed = mixed_width(m_.spec);
        TokenGram g = gradient;
        g *= m_.spec.width * laws.weight("attention_out");
        if (m_.spec.sub_norm)
            g = sub_way_.back(g);
        TokenGram gate = g;
        if (gate_) {
            gate *= gate_->slope;
            g *= gate_->value;
        }
        const ArrayXd n = cells.visible;
        const ArrayXXd pairs = (n.matrix() * n.matrix().transpose()).array();

        const TokenGram v = spread_to_keys(g, {1 - excess_.own, 1 - excess_.across}, excess_, pairs);
        const TokenGram through {g.own * slopes_.own * strength_, g.across * slopes_.across * of_fewer(strength_)};
        TokenGram q {through.own * (1 - n.inverse()) * key_above_, through.across * of_fewer(key_above_) * query_turn_};
        const TokenGram one {ArrayXd::Ones(n.size()), ArrayXXd::Ones(n.size(), n.size())};
        const TokenGram minus {-one.own, -one.across};
        const auto to_keys = [&](const ArrayXXd& turn) {
            TokenGram k = q_;
            k.across *= turn;
            k = spread_to_keys(through * k, minus, one, pairs);
            return m_.spec.qk_norm ? k_way_.back(k) : k;
        };
        if (m_.spec.qk_norm)
            q = q_way_.back(q);
        TokenGram result = v;
        if (m_.spec.latent)
            result = back_through_latent(v, to_keys);
        else
            result *= mixed * laws.weight("v");
        if (embeds_values_) {
            TokenGram value_gate = v;
            value_gate *= value_slope_;
            value_gate *= mixed;
            result += value_gate;
        }
        result += back_from_queries(std::move(q));
        if (!m_.spec.latent) {
            TokenGram k = to_keys(m_.turn);
            k *= queries * laws.weight("k");
            result += k;
        }
        if (gate_)
            result += gate;
        return result;
    }

    /// The weights of attention sum to 1.
    double apart(const TokenGram& one) const override
    {
        NormWay way;
        TokenGram v = m_.spec.latent ? m_.linear(latent(one, way), "kv_up", m_.spec.latent->rank) : m_.linear(one, "v");
        if (embeds_values_)
            v += value_embeddings(one, pass(m_.gate, value_gates(one)).value);
        if (gate_)
            v *= pass(m_.gate, m_.linear(one, "attention_gate")).value;
        return m_.linear(v, "attention_out", mixed_width(m_.spec)).across(0, 0);
    }
    void tell(BlockPrediction& block) const override { block.at("attention").attention = attention_; }
    Text remark(int block) const override
    {
        return beyond_ ? tr("no theory: the soft cap of block %1 changes the logits too much", block) : Text();
    }
    /// Values contribute one term, and the mixed vectors, which a gate makes less even, the other.
    double chance() const override
    {
        return chance_of_units(3 * gate_kurtosis_, 1, mixed_width(m_.spec)) + 2.0 / m_.spec.width;
    }
    /// The norm of a latent vector removes what an independent gradient would not have.
    double recognition() const override
    {
        return (m_.spec.latent ? 0 : 1) + m_.spec.width / double(mixed_width(m_.spec));
    }
    /// The backward pass ignores that values resemble the keys with large weights; w/2 is the effect of this.
    double factors() const override
    {
        return chance() + 2 * liked_ + (m_.spec.latent ? 2.0 / m_.spec.latent->rank : 0);
    }

private:
    /// Returns the products of the inputs of the gates of value embeddings.
    TokenGram value_gates(const TokenGram& x) const
    {
        TokenGram z = x;
        z *= std::min(m_.spec.value_gate_channels, m_.spec.width) * m_.laws.weight("value_gate");
        return z;
    }

    /// Returns the products of the rows that are added to the values, given those of the gates (or of their slopes).
    TokenGram value_embeddings(const TokenGram& x, const TokenGram& gates) const
    {
        const Index n = x.own.size();
        const double row = 4 * m_.laws.weight("value_embedding");
        return gates * TokenGram {ArrayXd::Constant(n, row), ArrayXXd::Constant(n, n, row * m_.repeat)};
    }

    void add_value_embeddings(const TokenGram& x, TokenGram& v)
    {
        const Passed gates = pass(m_.gate, value_gates(x));
        v += value_embeddings(x, gates.value);
        // A gate reads the first entries of the input only.
        value_slope_ = value_embeddings(x, gates.slope);
        value_slope_
            *= m_.laws.weight("value_gate") * std::min(1.0, double(m_.spec.value_gate_channels) / m_.spec.width);
    }

    /// Multiplies the products of the mixed values by those of the output gate.
    void pass_gate(const TokenGram& x, TokenGram& mixed)
    {
        const TokenGram z = m_.linear(x, "attention_gate");
        gate_ = pass(m_.gate, z);
        const PreactivationMoments unit = m_.gate.moments(std::min(m_.cells.mean(z.own), largest_square));
        gate_kurtosis_ = unit.fourth / (unit.square * unit.square);
        gate_->slope *= mixed;
        gate_->slope *= mixed_width(m_.spec) * m_.laws.weight("attention_gate");
        mixed *= gate_->value;
    }

    /// Returns the products of a normalized latent vector.
    TokenGram latent(const TokenGram& x, const char* down, const char* norm, int rank, NormWay& way) const
    {
        TokenGram c = m_.linear(x, down);
        way = m_.through_norm(norm, c);
        way.of_width = norm_factor(rank, 2.0 / rank);
        return c;
    }
    TokenGram latent(const TokenGram& x, NormWay& way) const
    {
        return latent(x, "kv_down", "kv_latent_norm", m_.spec.latent->rank, way);
    }

    TokenGram queries(const TokenGram& x)
    {
        const int rank = query_rank_of(m_.spec);
        return rank == 0 ? m_.linear(x, "q")
                         : m_.linear(latent(x, "q_down", "q_latent_norm", rank, query_latent_way_), "q_up", rank);
    }

    /// Returns the gradient at the input for that at the queries.
    TokenGram back_from_queries(TokenGram q) const
    {
        const double all = queries_width(m_.spec);
        const int rank = query_rank_of(m_.spec);
        q *= all * m_.laws.weight(rank == 0 ? "q" : "q_up");
        if (rank == 0)
            return q;
        q = query_latent_way_.back(q);
        q *= rank * m_.laws.weight("q_down");
        return q;
    }

    /// Returns the gradient at the input for that at the values, and at the keys as a function of how they turn.
    template <class ToKeys>
    TokenGram back_through_latent(const TokenGram& v, const ToKeys& to_keys) const
    {
        const TransformerSpec& s = m_.spec;
        const int shared = s.latent->shared;
        TokenGram result = v, k = to_keys(shared > 0 ? ArrayXXd::Ones(m_.turn.rows(), m_.turn.cols()) : m_.turn);
        result *= mixed_width(s);
        k *= s.heads * (head_width_of(s) - shared);
        result += k;
        result *= m_.laws.weight("kv_up");
        result = latent_way_.back(result);
        result *= s.latent->rank;
        if (shared > 0) {
            k = to_keys(m_.turn);
            k *= s.heads * shared;
            result += k;
        }
        result *= m_.laws.weight("kv_down");
        return result;
    }

    /// Computes the queries, and returns the keys that they meet.
    TokenGram meet(const TokenGram& x)
    {
        const TransformerSpec& s = m_.spec;
        q_ = queries(x);
        TokenGram k = s.latent ? latent_keys(x) : m_.linear(x, "k");
        if (s.qk_norm) {
            const double together = s.qk_norm_over_heads ? queries_width(s) : head_width_of(s);
            q_way_ = m_.through_norm("q_norm", q_);
            k_way_ = m_.through_norm("k_norm", k);
            q_way_.of_width = k_way_.of_width = norm_factor(together, 2 / together);
        }
        k.across *= key_turn_;
        return k;
    }

    /// Returns the mean products of the entries of latent keys, of which the shared ones turn.
    TokenGram latent_keys(const TokenGram& x)
    {
        const int shared = m_.spec.latent->shared;
        const double part = double(shared) / head_width_of(m_.spec);
        TokenGram k = m_.linear(latent_, "kv_up", m_.spec.latent->rank);
        if (shared == 0)
            return k;
        TokenGram of_all = m_.linear(x, "kv_down");
        TokenGram turned = of_all;
        turned.across *= m_.turn;
        const double own_above = (1 - part) * m_.cells.mean(visible_means(m_.cells, k).above),
                     shared_above = part * m_.cells.mean(visible_means(m_.cells, turned).above);
        const double turning = own_above + shared_above > 0 ? shared_above / (own_above + shared_above) : part;
        query_turn_ = 1 - turning + turning * m_.turn;
        k *= 1 - part;
        of_all *= part;
        const ArrayXXd all = k.across + of_all.across;
        key_turn_ = (all.abs() > 1e-300).select((k.across + of_all.across * m_.turn) / all, m_.turn);
        k += of_all;
        return k;
    }

    /// Computes the softmaxes at the logits of these keys. Returns the mean squared slope of the soft cap.
    double attend(const VisibleMeans& keys, double logits)
    {
        const TokenCells& cells = m_.cells;
        const double softcap = m_.spec.attention_softcap;
        const ArrayXd pairs = cells.size * cells.visible;
        attention_.logit_variance = logits * (pairs * q_.own * keys.own).sum() / pairs.sum();
        ArrayXd spread_square = logits * q_.own * keys.above;
        double slope_square = 1;
        if (softcap > 0) {
            const Capped capped
                = soft_capped(m_.squash, attention_.logit_variance, mean_of_several(spread_square), softcap);
            beyond_ = capped.beyond;
            attention_.logit_variance *= capped.square;
            spread_square *= capped.spread_square;
            slope_square = capped.slope_square;
        }
        own_share_ = ArrayXd::Ones(cells.count());
        if (m_.spec.relative) {
            const ArrayXd biases = m_.laws.weight("relative_bias") * m_.different_buckets;
            own_share_ = spread_square / (spread_square + biases).max(1e-300);
            soften(spread_square + biases, head_width_of(m_.spec));
        } else {
            soften(spread_square, head_width_of(m_.spec));
        }
        attention_.spread = std::sqrt(mean_of_several(spread_square));
        attention_.logit_spread = std::sqrt(mean_of_several(spread_square * (1 - cells.visible.inverse())));
        attention_.log_visible = mean_of_several(cells.visible.log());
        return slope_square;
    }

    /// Returns the mean products of the mixed values.
    TokenGram mix(const TokenGram& v, const VisibleMeans& values)
    {
        const TokenCells& cells = m_.cells;
        const Index n = cells.count();
        TokenGram turned = q_;
        turned.across *= query_turn_;
        const ArrayXXd sums = sum_over_keys(cells, v),
                       alike = TokenGram {q_.own, turned.cosines()}.scaled(own_share_.sqrt()).across;
        // Keys with large weights have a common part, and therefore so do their values (attention_theory.h).
        const ArrayXd likened = overlap_ * liking_, drawn = (likened * pairing_rise_).max(0).sqrt();
        excess_.across.resize(n, n);
        slopes_.across.resize(n, n);
        TokenGram mixed {ArrayXd(n), ArrayXXd(n, n)};
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
        return mixed;
    }

    /// Averages the softmaxes of every query.
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

    /// Returns the mean over the queries that see two keys or more, and 0 if there are none.
    double mean_of_several(const ArrayXd& of_queries) const
    {
        const ArrayXd weight = (m_.cells.visible > 1).select(m_.cells.size, 0);
        return weight.sum() > 0 ? (weight * of_queries).sum() / weight.sum() : 0;
    }

    /// Returns, for every pair of queries, the value of the one that sees fewer keys.
    static ArrayXXd of_fewer(const ArrayXd& of_queries)
    {
        return ArrayXXd::NullaryExpr(
            of_queries.size(), of_queries.size(), [&](Index a, Index b) { return of_queries[std::min(a, b)]; });
    }

    /// Returns Σ over queries t, t' of g(t, t') (even/(n n') + δ_ij same/min(n, n')) for all pairs of keys i, j.
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

    const TransformerModel& m_;
    bool embeds_values_;
    TokenGram value_slope_;   // from the gradient at the values to that of the input of their gates
    ArrayXd liking_;   // excess of the values that are read from the stream, see VisibleMeans
    double overlap_;   // includes the random overlap in the dimensions of the stream
    AttentionPrediction attention_;
    bool beyond_ = false;
    double liked_ = 0;   // w: mean square due to values that resemble keys with large weights, relative to the rest
    TokenGram latent_;   // the normalized latent vectors of keys and values
    NormWay latent_way_, query_latent_way_;
    TokenGram q_;   // the queries after the norm, before the rotation
    ArrayXXd query_turn_, key_turn_;   // effect of the rotation on products of two queries, and of two keys
    ArrayXd own_share_;   // fraction of s² that is not due to biases by distance
    NormWay q_way_, k_way_;   // through the QK norm
    NormWay sub_way_;
    std::optional<Passed> gate_;   // slope: from the gradient at the gated output to that of the gate's input
    double gate_kurtosis_ = 1;   // E[σ⁴]/E[σ²]²
    ArrayXd pairing_, pairing_rise_;   // s²B and d(s⁴B)/d(s²)/2 per query
    TokenGram excess_;   // x
    ArrayXd flatness_;   // c/(P (1 − P)): 1 for flat attention, 1/3 for frozen
    TokenGram slopes_;   // c n/(n − 1)
    ArrayXd strength_, key_above_;   // scale² d_v σ_v², σ_k²
};

}   // namespace

ArrayXd different_buckets(const TokenCells& cells, const DistanceBuckets& buckets)
{
    return cells.position.unaryExpr([&](double position) {
        const int query = int(position), keys = buckets.causal ? query + 1 : cells.tokens;
        std::vector<double> counts(std::size_t(buckets.count));
        for (int key = 0; key < keys; ++key)
            ++counts[std::size_t(buckets.bucket_of(key - query))];
        double same = 0;
        for (const double count : counts)
            same += count * (count - 1);
        return keys > 1 ? 1 - same / (double(keys) * (keys - 1)) : 0;
    });
}

std::unique_ptr<TokenBranch> attention_branch(const TransformerModel& model, int block, double overlap)
{
    return std::make_unique<AttentionBranch>(model, block, overlap);
}

}   // namespace stepzero
