// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/math/linear/product.h"
#include "core/modules/attention_weights.h"
#include "core/modules/gated.h"
#include "core/modules/scaled.h"
#include "core/modules/table.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Product = TiledProduct<float>;

constexpr int queries_of_a_tile = 64;

/// Returns the width of the part of each head that rotary positions may turn.
int turning_width(const AttentionSpec& s) { return s.latent && s.latent->shared > 0 ? s.latent->shared : s.head_width; }

void check(const AttentionSpec& s)
{
    if (s.heads < 1 || s.key_value_heads < 1 || s.head_width < 1 || s.heads % s.key_value_heads != 0)
        throw std::invalid_argument("the key and value heads must divide the query heads");
    if (s.rotary && turning_width(s) % 2 != 0)
        throw std::invalid_argument("rotary positions need an even head width");
    const auto rows = [](const LinearSpec& map) { return map.weight.shape.fan_out; };
    if (s.latent ? s.k || s.v : !s.k || !s.v)
        throw std::invalid_argument("keys and values are computed from the input, or from a latent vector");
    if (rows(s.q) != s.heads * s.head_width || s.out.weight.shape.fan_in != s.heads * s.value_width
        || (s.k && rows(*s.k) != s.key_value_heads * s.head_width)
        || (s.v && rows(*s.v) != s.key_value_heads * s.value_width)
        || (s.query_latent && rows(s.query_latent->down) != s.q.weight.shape.fan_in)
        || (s.values && s.values->table.shape.fan_in != s.key_value_heads * s.value_width)
        || (s.values && rows(s.values->gate) != s.key_value_heads)
        || (s.gate && rows(*s.gate) != s.heads * s.value_width))
        throw std::invalid_argument("the shapes of an attention's matrices do not fit its heads");
    if (s.relative
        && (s.relative->table.shape.fan_out != s.relative->buckets.count || s.relative->table.shape.fan_in != s.heads))
        throw std::invalid_argument("the shape of an attention's relative bias does not fit its heads");
}

template <class M, class Spec>
std::optional<M> module_of(std::optional<Spec> spec)
{
    return spec ? std::optional<M>(std::in_place, std::move(*spec)) : std::nullopt;
}

Sequence query_map(LinearSpec q, std::optional<QueryLatentSpec> latent)
{
    Sequence map;
    if (latent) {
        map.emplace<Linear>(std::move(latent->down));
        map.emplace<Norm>(std::move(latent->norm));
    }
    map.emplace<Linear>(std::move(q));
    return map;
}

}   // namespace

Attention::Attention(AttentionSpec spec)
    : block_((check(spec), spec.block)), heads_(spec.heads), key_value_heads_(spec.key_value_heads),
      head_width_(spec.head_width), value_width_(spec.value_width), normalized_width_(spec.normalized_width),
      turning_from_(spec.head_width - turning_width(spec)), causal_(spec.causal),
      scale_(float(factor_of(spec.logit_scale, spec.head_width) * spec.multiplier)), cap_(spec.softcap),
      speeds_(spec.rotary ? rotary_speeds(*spec.rotary, turning_width(spec)) : std::vector<double>()),
      slopes_(spec.alibi ? alibi_slopes(spec.heads) : std::vector<double>()), relative_(std::move(spec.relative)),
      q_map_(query_map(std::move(spec.q), std::move(spec.query_latent))), k_map_(module_of<Linear>(std::move(spec.k))),
      v_map_(module_of<Linear>(std::move(spec.v))),
      latent_(spec.latent ? std::optional<LatentKeys>(std::in_place, std::move(*spec.latent),
                  KeyValueWidths {spec.key_value_heads, spec.head_width, spec.value_width})
                          : std::nullopt),
      out_map_(std::move(spec.out)), gate_map_(module_of<Linear>(std::move(spec.gate))),
      value_channels_(spec.values ? spec.values->gate.weight.shape.fan_in : 0),
      value_gate_map_(spec.values ? std::optional<Linear>(std::move(spec.values->gate)) : std::nullopt),
      value_table_(spec.values ? std::move(spec.values->table) : ParameterPlan {}),
      tokens_(spec.values ? std::move(spec.values->tokens) : nullptr), q_norm_(module_of<Norm>(std::move(spec.q_norm))),
      k_norm_(module_of<Norm>(std::move(spec.k_norm))), sub_norm_(module_of<Norm>(std::move(spec.sub_norm)))
{
}

AttentionWeights Attention::weights(int sequence, int head, int first, const Context& context) const
{
    const int tokens = q_.positions;
    const int queries = std::min(queries_of_a_tile, tokens - first);
    const int keys = causal_ ? first + queries : tokens;
    const Index column = Index(sequence) * tokens;
    AttentionWeights w;
    w.first = first;
    w.causal = causal_;
    w.exponent = q_.exponent + k_.exponent;
    w.tokens = tokens;
    if (biases_.size() > 0)
        w.biases = biases_.col(head).data();
    w.p.resize(keys, queries);
    Product(Left::transposed, k_.numbers.block(Index(key_head(head)) * head_width_, column, head_width_, keys),
        q_.numbers.block(Index(head) * head_width_, column + first, head_width_, queries), w.p, scale_)
        .run(context);
    return w;
}

// The heads of a token are contiguous, so [heads·width, tokens] has the same memory layout as [width, heads·tokens].
void Attention::normalize_heads(Signal& signal, Norm& norm, Pass& pass) const
{
    const Index rows = signal.rows(), columns = signal.columns();
    const Index together = normalized_width_ > 0 ? normalized_width_ : rows;
    signal.numbers.resize(together, signal.numbers.size() / together);
    signal = norm.forward(std::move(signal), pass);
    signal.numbers.resize(rows, columns);
}

void Attention::denormalize_heads(Signal& gradient, Norm& norm, Pass& pass) const
{
    const Index rows = gradient.rows(), columns = gradient.columns();
    const Index together = normalized_width_ > 0 ? normalized_width_ : rows;
    gradient.numbers.resize(together, gradient.numbers.size() / together);
    gradient = norm.backward(std::move(gradient), pass);
    gradient.numbers.resize(rows, columns);
}

void Attention::rotate(Tensor& tensor, int tokens, bool back, const Context& context) const
{
    const auto half = int(speeds_.size());
    Tensor cosine(half, tokens), sine(half, tokens);
    for (int t = 0; t < tokens; ++t)
        for (int i = 0; i < half; ++i) {
            const double angle = t * speeds_[std::size_t(i)];
            cosine(i, t) = float(std::cos(angle));
            sine(i, t) = float(back ? -std::sin(angle) : std::sin(angle));
        }
    const Index heads = tensor.rows() / head_width_;
    for_columns(tensor, 6, context, [&](Index first, Index count) {
        Eigen::ArrayXf low(half);
        for (Index c = first; c < first + count; ++c) {
            const auto turn = cosine.col(c % tokens).array(), across = sine.col(c % tokens).array();
            for (Index h = 0; h < heads; ++h) {
                auto x = tensor.col(c).segment(h * head_width_ + turning_from_, half).array();
                auto y = tensor.col(c).segment(h * head_width_ + turning_from_ + half, half).array();
                low = x;
                x = low * turn - y * across;
                y = y * turn + low * across;
            }
        }
    });
}

Tensor Attention::distance_biases(int tokens, const Pass& pass) const
{
    if (slopes_.empty() && !relative_)
        return {};
    Tensor by_head = Tensor::Zero(heads_, 2 * tokens - 1);
    for (int column = 0; column < int(by_head.cols()); ++column)
        for (int head = 0; head < int(slopes_.size()); ++head)
            by_head(head, column) = -float(slopes_[std::size_t(head)]) * float(std::abs(column + 1 - tokens));
    if (relative_) {
        const ScaledMatrix table = relative_->first ? drawn_table(relative_->table, pass)
                                                    : pass.parameters.matrix(relative_->table, pass.context);
        for (int column = 0; column < int(by_head.cols()); ++column)
            add_row(by_head.col(column), table, relative_->buckets.bucket_of(column + 1 - tokens), 0);
    }
    return by_head.transpose();
}

void Attention::add_value_embeddings(Signal read, Pass& pass)
{
    value_gate_ = value_gate_map_->forward(std::move(read), pass);
    const ScaledActivation<float> phi(sigmoid_, value_gate_.exponent);
    const ScaledMatrix table = drawn_table(value_table_, pass);
    const std::int64_t exponent = std::max(v_.exponent, table.exponent);
    const float kept = float(power_of_two(v_.exponent - exponent));
    const Moments moments = fill_columns(v_.numbers, 4, pass.context, [&](Index first, Index count) {
        Eigen::VectorXf gate(key_value_heads_), row(v_.rows());
        for (Index c = first; c < first + count; ++c) {
            phi.value(value_gate_.numbers.col(c).data(), gate.data(), gate.size());
            row.setZero();
            add_row(row, table, (*tokens_)[std::size_t(c)], exponent);
            for (int head = 0; head < key_value_heads_; ++head)
                row.segment(Index(head) * value_width_, value_width_) *= 2 * gate[head];
            v_.numbers.col(c) = kept * v_.numbers.col(c) + row;
        }
    });
    v_ = make_signal(std::move(v_.numbers), exponent, v_.positions, moments, pass.context);
}

Signal Attention::value_embeddings_backward(const Signal& to_v, Pass& pass)
{
    const ScaledActivation<float> phi(sigmoid_, value_gate_.exponent);
    const ScaledMatrix table = pass.parameters.matrix(value_table_, pass.context);
    Tensor to_gate(key_value_heads_, to_v.columns()), to_rows = to_v.numbers;
    for_columns(to_rows, 8, pass.context, [&](Index first, Index count) {
        Eigen::VectorXf gate(key_value_heads_), slope(key_value_heads_), row(to_rows.rows());
        for (Index c = first; c < first + count; ++c) {
            phi.value(value_gate_.numbers.col(c).data(), gate.data(), gate.size());
            phi.derivative(value_gate_.numbers.col(c).data(), slope.data(), slope.size());
            row.setZero();
            add_row(row, table, (*tokens_)[std::size_t(c)], table.exponent);
            for (int head = 0; head < key_value_heads_; ++head) {
                auto part = to_rows.col(c).segment(Index(head) * value_width_, value_width_);
                to_gate(head, c) = 2 * slope[head] * part.dot(row.segment(Index(head) * value_width_, value_width_));
                part *= 2 * gate[head];
            }
        }
    });
    if (pass.trains())
        give_table_gradient(
            value_table_, 1, make_signal(std::move(to_rows), to_v.exponent, to_v.positions, pass.context),
            [&](Index c) { return (*tokens_)[std::size_t(c)]; }, pass);
    const std::int64_t exponent = to_v.exponent + table.exponent + phi.derivative_exponent();
    value_gate_ = {};
    return value_gate_map_->backward(make_signal(std::move(to_gate), exponent, to_v.positions, pass.context), pass);
}

/// Adds the gradients [offset, head] of all sequences by bucket, in units of 2^exponent.
void Attention::give_relative_gradient(
    const std::vector<Eigen::MatrixXd>& by_offset, std::int64_t exponent, Pass& pass) const
{
    const Shape& shape = relative_->table.shape;
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(shape.fan_out, shape.fan_in);
    for (const Eigen::MatrixXd& one : by_offset)
        for (int row = 0; row < int(one.rows()); ++row)
            sum.row(relative_->buckets.bucket_of(row - int(one.rows()) / 2)) += one.row(row);
    pass.gradients->add(relative_->table, sum.cast<float>(), exponent, pass.context);
}

/// Computes queries, keys and values from the input, after norms and rotation, and what gates read.
void Attention::project(Signal input, Pass& pass)
{
    q_ = q_map_.forward(input, pass);
    if (k_map_)
        k_ = k_map_->forward(input, pass);
    if (gate_map_)
        gate_ = gate_map_->forward(input, pass);
    Signal read;   // first entries of the input, for the gates of value embeddings
    if (value_gate_map_)
        read = make_signal(input.numbers.topRows(value_channels_), input.exponent, input.positions, pass.context);
    if (latent_) {
        LatentKeys::KeysValues both = latent_->forward(std::move(input), pass);
        k_ = std::move(both.keys);
        v_ = std::move(both.values);
    } else {
        v_ = v_map_->forward(std::move(input), pass);
    }
    if (value_gate_map_)
        add_value_embeddings(std::move(read), pass);
    if (q_norm_)
        normalize_heads(q_, *q_norm_, pass);
    if (k_norm_)
        normalize_heads(k_, *k_norm_, pass);
    if (!speeds_.empty()) {
        rotate(q_.numbers, q_.positions, false, pass.context);
        rotate(k_.numbers, k_.positions, false, pass.context);
    }
}

Signal Attention::forward(Signal input, Pass& pass)
{
    project(std::move(input), pass);
    const int tokens = q_.positions, sequences = int(q_.columns()) / tokens;
    biases_ = distance_biases(tokens, pass);

    const int most_cells = pass.recorder.most_map_cells();
    std::vector<MapBuilder> maps(std::size_t(most_cells > 0 ? heads_ : 0), MapBuilder(tokens, std::max(1, most_cells)));
    Tensor mixed(heads_ * value_width_, q_.columns());
    std::vector<HeadSum> sums(std::size_t(sequences) * std::size_t(heads_));
    const double work = 2.0 * double(q_.numbers.size() + mixed.size()) * tokens;
    for_tiles(Index(sums.size()), 1, work, pass.context, [&](Index task, Index) {
        const int sequence = int(task) / heads_, head = int(task) % heads_;
        const Index column = Index(sequence) * tokens;
        for (int first = 0; first < tokens; first += queries_of_a_tile) {
            pass.context.check();
            AttentionWeights w = weights(sequence, head, first, pass.context);
            HeadSum& sum = sums[std::size_t(task)];
            sum.largest = std::max(sum.largest, w.largest());
            w.cap(cap_, false);
            w.softmax(&sum);
            Product(Left::plain,
                v_.numbers.block(Index(key_head(head)) * value_width_, column, value_width_, w.p.rows()), w.p,
                mixed.block(Index(head) * value_width_, column + first, value_width_, w.p.cols()))
                .run(pass.context);
            if (sequence == 0 && most_cells > 0)
                maps[std::size_t(head)].add(w.p, first);
        }
    });

    const std::int64_t exponent = q_.exponent + k_.exponent;
    const Site site {block_, "attention"};
    pass.recorder.attention(site, joined_heads(sums, heads_, cap_.bends(exponent) ? 0 : exponent, exponent));
    if (most_cells > 0) {
        std::vector<Tensor> taken;
        for (MapBuilder& map : maps)
            taken.push_back(map.take());
        pass.recorder.attention_maps(site, std::move(taken));
    }
    Signal output = make_signal(std::move(mixed), v_.exponent, tokens, pass.context);
    pass.value(site, output);
    if (gate_map_) {
        mixed_ = std::move(output);
        output = gated(sigmoid_, gate_, mixed_, pass.context);
    }
    if (!pass.backward)
        q_ = k_ = v_ = gate_ = mixed_ = value_gate_ = {};
    if (sub_norm_)
        output = sub_norm_->forward(std::move(output), pass);
    return out_map_.forward(std::move(output), pass);
}

/// Returns the gradient at the input, given those at the queries and keys after their norms, the values and the gate.
Signal Attention::input_gradient(Signal to_q, Signal to_k, Signal to_v, std::optional<Signal> to_gate, Pass& pass)
{
    if (k_norm_)
        denormalize_heads(to_k, *k_norm_, pass);
    if (q_norm_)
        denormalize_heads(to_q, *q_norm_, pass);
    std::optional<Signal> to_first;   // gradient at the first entries of the input
    if (value_gate_map_)
        to_first = value_embeddings_backward(to_v, pass);
    Signal result = latent_ ? latent_->backward({std::move(to_k), std::move(to_v)}, pass)
                            : v_map_->backward(std::move(to_v), pass);
    if (to_first) {
        Tensor all = Tensor::Zero(result.rows(), result.columns());
        all.topRows(to_first->rows()) = to_first->numbers;
        result = sum(std::move(result), make_signal(std::move(all), to_first->exponent, result.positions, pass.context),
            pass.context);
    }
    if (to_gate)
        result = sum(std::move(result), gate_map_->backward(std::move(*to_gate), pass), pass.context);
    if (k_map_)
        result = sum(std::move(result), k_map_->backward(std::move(to_k), pass), pass.context);
    return sum(std::move(result), q_map_.backward(std::move(to_q), pass), pass.context);
}

// O = V P, P = softmax(S), S = scale·KᵀQ, or its soft cap. The gradients are dP = VᵀdO, dS = P∘(dP − Σ P∘dP), dQ =
// scale·K dS, dK = scale·Q dSᵀ, dV = dO Pᵀ. A bias by distance receives the sum of its dS, before scale and cap. The
// weights are recomputed instead of stored.
Signal Attention::backward(Signal gradient, Pass& pass)
{
    gradient = out_map_.backward(std::move(gradient), pass);
    if (sub_norm_)
        gradient = sub_norm_->backward(std::move(gradient), pass);
    std::optional<Signal> to_gate;
    if (gate_map_)
        to_gate = gate_backward(sigmoid_, std::move(gate_), mixed_, gradient, pass.context);
    gate_ = mixed_ = {};
    pass.gradient({block_, "attention"}, gradient);
    const int tokens = q_.positions, sequences = int(q_.columns()) / tokens, group = heads_ / key_value_heads_;
    Tensor dq(q_.rows(), q_.columns());
    Tensor dk = Tensor::Zero(k_.rows(), k_.columns()), dv = Tensor::Zero(v_.rows(), v_.columns());
    std::vector<Eigen::MatrixXd> by_offset;   // gradients of biases by distance, for each sequence
    if (relative_ && pass.trains())
        by_offset.assign(std::size_t(sequences), Eigen::MatrixXd::Zero(2 * tokens - 1, heads_));
    const double work = 6.0 * double(q_.numbers.size() + gradient.numbers.size()) * tokens;
    for_tiles(Index(sequences) * key_value_heads_, 1, work, pass.context, [&](Index task, Index) {
        const int sequence = int(task) / key_value_heads_, kv = int(task) % key_value_heads_;
        const Index column = Index(sequence) * tokens, key_row = Index(kv) * head_width_,
                    value_row = Index(kv) * value_width_;
        Tensor ds;
        for (int head = kv * group; head < (kv + 1) * group; ++head)
            for (int first = 0; first < tokens; first += queries_of_a_tile) {
                pass.context.check();
                AttentionWeights w = weights(sequence, head, first, pass.context);
                w.cap(cap_, true);
                w.softmax(nullptr);
                const Index keys = w.p.rows(), queries = w.p.cols(), row = Index(head) * head_width_;
                const auto d
                    = gradient.numbers.block(Index(head) * value_width_, column + first, value_width_, queries);
                ds.resize(keys, queries);
                Product(Left::transposed, v_.numbers.block(value_row, column, value_width_, keys), d, ds)
                    .run(pass.context);
                Product::add_outer(d, w.p, dv.block(value_row, column, value_width_, keys), pass.context);
                for (Index t = 0; t < queries; ++t) {
                    const double mean = w.p.col(t).cast<double>().dot(ds.col(t).cast<double>());
                    ds.col(t).array() = (ds.col(t).array() - float(mean)) * w.p.col(t).array();
                    if (!by_offset.empty())
                        by_offset[std::size_t(sequence)].col(head).segment(tokens - 1 - first - t, keys)
                            += ds.col(t).cast<double>();
                    ds.col(t) *= scale_;
                }
                if (w.slope.size() != 0)
                    ds.array() *= w.slope.array();
                Product(Left::plain, k_.numbers.block(key_row, column, head_width_, keys), ds,
                    dq.block(row, column + first, head_width_, queries))
                    .run(pass.context);
                Product::add_outer(q_.numbers.block(row, column + first, head_width_, queries), ds,
                    dk.block(key_row, column, head_width_, keys), pass.context);
            }
    });
    const std::int64_t at_logits = gradient.exponent + v_.exponent;
    const std::int64_t of_q = at_logits + k_.exponent, of_k = at_logits + q_.exponent;
    if (!by_offset.empty())
        give_relative_gradient(by_offset, at_logits, pass);
    q_ = k_ = v_ = {};
    biases_ = {};
    if (!speeds_.empty()) {
        rotate(dq, tokens, true, pass.context);
        rotate(dk, tokens, true, pass.context);
    }
    Signal to_q = make_signal(std::move(dq), of_q, tokens, pass.context);
    Signal to_k = make_signal(std::move(dk), of_k, tokens, pass.context);
    Signal to_v = make_signal(std::move(dv), gradient.exponent, tokens, pass.context);
    gradient = {};
    return input_gradient(std::move(to_q), std::move(to_k), std::move(to_v), std::move(to_gate), pass);
}

void Attention::list_parameters(std::vector<ParameterPlan>& plans) const
{
    if (relative_ && relative_->first)
        plans.push_back(relative_->table);
    q_map_.list_parameters(plans);
    if (latent_)
        latent_->list_parameters(plans);
    for (const auto* map : {&k_map_, &v_map_})
        if (*map)
            (*map)->list_parameters(plans);
    if (value_gate_map_) {
        plans.push_back(value_table_);
        value_gate_map_->list_parameters(plans);
    }
    for (const auto* norm : {&q_norm_, &k_norm_, &sub_norm_})
        if (*norm)
            (*norm)->list_parameters(plans);
    if (gate_map_)
        gate_map_->list_parameters(plans);
    out_map_.list_parameters(plans);
}

}   // namespace stepzero
