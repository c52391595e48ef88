// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/selective_scan.h"

#include <algorithm>
#include <vector>

#include "core/math/activation/elementary.h"
#include "core/math/linear/tiles.h"

namespace stepzero {

using Eigen::Index;

namespace {

constexpr Index chunk = 64;   // channels per task
constexpr double cost = 30;   // operations per step of a state

/// Some channels of one sequence.
struct Part {
    Index first_channel, channels, first_column, columns;
};

/// Calls body(task, part) for all channels of all sequences.
template <class Body>
void for_parts(const ScanTerms& terms, const Context& context, const Body& body)
{
    const Index chunks = (terms.x.rows() + chunk - 1) / chunk, sequences = terms.x.cols() / terms.positions;
    for_tiles(chunks * sequences, 1, cost * double(terms.x.size()) * double(terms.rate.cols()), context,
        [&](Index task, Index) {
            const Index first = task % chunks * chunk;
            body(task,
                Part {
                    first, std::min(chunk, terms.x.rows() - first), task / chunks * terms.positions, terms.positions});
        });
}

float decay(float step, float rate) { return elementary::exp<float>(-step * rate); }

/// Advances one channel by one token, from `before` to `after`, which may be the same memory. Returns Σ decay.
float advance(
    Index states, float step, float input, const float* rate, const float* b, const float* before, float* after)
{
    const float written = step * input;
    float sum = 0;
    for (Index n = 0; n < states; ++n) {
        const float a = decay(step, rate[n]);
        after[n] = a * before[n] + written * b[n];
        sum += a;
    }
    return sum;
}

}   // namespace

Scanned scan(const ScanTerms& terms, const Context& context)
{
    const Index states = terms.rate.cols();
    Scanned result {Tensor(terms.x.rows(), terms.x.cols())};
    std::vector<double> decays(std::size_t(terms.x.cols() / terms.positions * (terms.x.rows() / chunk + 1)));
    for_parts(terms, context, [&](Index task, const Part& part) {
        Tensor h = Tensor::Zero(states, part.channels);
        double sum = 0;
        for (Index column = part.first_column; column < part.first_column + part.columns; ++column) {
            context.check();
            for (Index i = 0; i < part.channels; ++i) {
                const Index channel = part.first_channel + i;
                float* const own = h.col(i).data();
                sum += double(advance(states, terms.step(channel, column), terms.x(channel, column),
                    terms.rate.row(channel).data(), terms.b.col(column).data(), own, own));
                result.y(channel, column) = terms.c.col(column).dot(h.col(i));
            }
        }
        decays[std::size_t(task)] = sum;
    });
    for (const double sum : decays)
        result.mean_decay += sum / (double(terms.x.size()) * double(states));
    return result;
}

// Backward, λ_t = C_t g_t + e^(Δ_{t+1} A) λ_{t+1} is the gradient at h_t.
ScanGradients scan_backward(const ScanTerms& terms, const Tensor& gradient, const Context& context)
{
    const Index states = terms.rate.cols(), channels = terms.x.rows(), columns = terms.x.cols();
    ScanGradients result {Tensor(channels, columns), Tensor(channels, columns), Tensor::Zero(states, columns),
        Tensor::Zero(states, columns), WeightMatrix::Zero(channels, states)};
    struct Share {   // contribution of one task to gradients that several tasks add to
        Part part;
        Tensor b, c;
        WeightMatrix rate;
    };
    std::vector<Share> shares(std::size_t((channels + chunk - 1) / chunk * (columns / terms.positions)));
    for_parts(terms, context, [&](Index task, const Part& part) {
        Share& share = shares[std::size_t(task)];
        share = {part, Tensor::Zero(states, part.columns), Tensor::Zero(states, part.columns),
            WeightMatrix::Zero(part.channels, states)};
        Tensor h = Tensor::Zero(states, part.channels * (part.columns + 1));   // before each token, and at the end
        for (Index t = 0; t < part.columns; ++t) {
            context.check();
            for (Index i = 0; i < part.channels; ++i) {
                const Index channel = part.first_channel + i, column = part.first_column + t;
                advance(states, terms.step(channel, column), terms.x(channel, column), terms.rate.row(channel).data(),
                    terms.b.col(column).data(), h.col(t * part.channels + i).data(),
                    h.col((t + 1) * part.channels + i).data());
            }
        }
        Tensor carried = Tensor::Zero(states, part.channels);   // λ as it comes from the next token
        for (Index t = part.columns; t-- > 0;) {
            context.check();
            const Index column = part.first_column + t;
            const float *const b = terms.b.col(column).data(), *const c = terms.c.col(column).data();
            float *const to_b = share.b.col(t).data(), *const to_c = share.c.col(t).data();
            for (Index i = 0; i < part.channels; ++i) {
                const Index channel = part.first_channel + i;
                const float step = terms.step(channel, column), x = terms.x(channel, column),
                            g = gradient(channel, column);
                const float *const rate = terms.rate.row(channel).data(),
                                   *const before = h.col(t * part.channels + i).data(),
                                   *const after = h.col((t + 1) * part.channels + i).data();
                float *const lambda = carried.col(i).data(), *const to_rate = share.rate.row(i).data();
                float along_b = 0, along_rate = 0;
                for (Index n = 0; n < states; ++n) {
                    const float a = decay(step, rate[n]), l = lambda[n] + c[n] * g, kept = l * a * before[n];
                    to_c[n] += g * after[n];
                    to_b[n] += l * step * x;
                    along_b += l * b[n];
                    along_rate += kept * rate[n];
                    to_rate[n] -= kept * step;
                    lambda[n] = l * a;
                }
                result.x(channel, column) = step * along_b;
                result.step(channel, column) = x * along_b - along_rate;
            }
        }
    });
    for (const Share& share : shares) {
        result.b.middleCols(share.part.first_column, share.part.columns) += share.b;
        result.c.middleCols(share.part.first_column, share.part.columns) += share.c;
        result.rate.middleRows(share.part.first_channel, share.part.channels) += share.rate;
    }
    return result;
}

}   // namespace stepzero
