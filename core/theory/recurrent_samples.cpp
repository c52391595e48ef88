// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/recurrent_samples.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>

#include "core/math/linear/decompositions.h"
#include "core/math/random/stream.h"

namespace stepzero {

namespace {

using Eigen::ArrayXf;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::MatrixXf;
using Eigen::VectorXd;

constexpr int window = 32;   // number of previous steps that a new one is sampled from

int samples_for(int steps) { return steps <= 100 ? 16384 : steps <= 400 ? 8192 : 4096; }
constexpr int most_steps = 1000;

double mean_product(const ArrayXf& a, const ArrayXf& b)
{
    return double(a.matrix().dot(b.matrix())) / double(a.size());
}
RecurrentNumbers numbers_of(const ArrayXf& x) { return {double(x.mean()), mean_product(x, x)}; }

/// Returns samples of N(0, 1), with exactly these moments over the samples.
ArrayXf normal(int samples, std::uint32_t stream, int row)
{
    ArrayXf x(samples);
    fill_normal({1, 0, TensorRole::pairs, stream}, std::uint32_t(row), 0, x.data(), std::size_t(samples));
    x -= x.mean();
    return x / float(std::sqrt(mean_product(x, x)));
}

/// Samples of a Gaussian process along the steps, with mean 0. Each number is sampled given those of the last steps.
class Process {
public:
    Process(int samples, std::uint32_t stream) : samples_(samples), stream_(stream), past_(samples, window) { }

    /// Samples the next step. covariance(k) is the covariance with the number k steps before, and the variance for k =
    /// 0. The covariances among the last steps are known from earlier calls.
    const ArrayXf& next(const std::function<double(int)>& covariance)
    {
        const int known = std::min(count_, window);
        std::vector<double> own(std::size_t(known) + 1);
        for (int k = 0; k <= known; ++k)
            own[std::size_t(k)] = covariance(k);
        MatrixXd among(known, known);
        VectorXd with(known);
        for (int i = 0; i < known; ++i) {   // i steps before the last
            with(i) = own[std::size_t(i) + 1];
            for (int j = i; j < known; ++j)
                among(i, j) = among(j, i) = rows_[std::size_t(i)][std::size_t(j - i)];
        }
        double variance = own[0];
        ArrayXf drawn = ArrayXf::Zero(samples_);
        if (known > 0 && with.squaredNorm() > 0) {
            // Regularizes: directions that are predicted to rounding add nothing.
            among.diagonal().array() += 1e-7 * among.diagonal().maxCoeff();
            const VectorXd weights = solve_symmetric(among, with);
            variance = std::max(0.0, variance - with.dot(weights));
            for (int i = 0; i < known; ++i)
                drawn += float(weights(i)) * past_.col((count_ - 1 - i) % window).array();
        }
        drawn += float(std::sqrt(variance)) * normal(samples_, stream_, count_);
        past_.col(count_ % window) = drawn;
        rows_.push_front(std::move(own));
        if (rows_.size() > window)
            rows_.pop_back();
        ++count_;
        last_ = std::move(drawn);
        return last_;
    }

private:
    int samples_;
    std::uint32_t stream_;
    int count_ = 0;
    MatrixXf past_;   // step t is in column t mod window
    std::deque<std::vector<double>> rows_;   // covariances of each step with those before it; the last step first
    ArrayXf last_;
};

/// Squares and products of the last steps' numbers.
class Covariances {
public:
    void add(const ArrayXf& x)
    {
        std::vector<double> row {mean_product(x, x)};
        for (const ArrayXf& before : last_)
            row.push_back(mean_product(x, before));
        rows_.push_back(std::move(row));
        last_.push_front(x);
        if (last_.size() > window)
            last_.pop_back();
    }
    double at(int t, int k) const   ///< with k steps before t; 0 before the first
    {
        if (t < 0 || k > t)
            return 0;
        const auto& row = rows_[std::size_t(t)];
        return k < int(row.size()) ? row[std::size_t(k)] : row.back();
    }
    std::vector<std::vector<double>> rows() && { return std::move(rows_); }

private:
    std::deque<ArrayXf> last_;
    std::vector<std::vector<double>> rows_;
};

ArrayXf sigmoid(const ArrayXf& z) { return 1 / (1 + (-z).exp()); }

struct Valued {
    ArrayXf value, slope;
};
Valued at(const ActivationFunction& phi, const ArrayXf& z)
{
    Valued v {ArrayXf(z.size()), ArrayXf(z.size())};
    phi.value(z.data(), v.value.data(), z.size());
    phi.derivative(z.data(), v.slope.data(), z.size());
    return v;
}

/// The values of a step that the backward pass needs.
struct Kept {
    std::vector<ArrayXf> gates;   // i, f, o or r, z
    Valued candidate, squashed;
    ArrayXf before, b;   // c or h before the step; for GRU W_hn h + b_hn
};

class Engine {
public:
    Engine(const RecurrentTheory& n, const RecurrentTheoryLayer& layer, int number, const ActivationFunction& phi,
        const RecurrentInputs& inputs)
        : n_(n), parts_(layer.parts), phi_(phi), inputs_(inputs), samples_(samples_for(n.steps)),
          stream_(std::uint32_t(number) * 16)
    {
        // A GRU needs the two halves of the candidate separately.
        const int count = 4;
        for (int i = 0; i < count; ++i)
            processes_.emplace_back(samples_, stream_ + std::uint32_t(i));
        h_ = c_ = ArrayXf::Zero(samples_);
    }

    /// Computes step `t`, counted from 0.
    RecurrentStep step(int t)
    {
        RecurrentStep told = n_.form == RecurrentForm::lstm ? lstm(t) : gru(t);
        told.h = numbers_of(h_);
        told.ln_rms = std::log(told.h.square) / 2;
        states_.add(h_);
        return told;
    }
    /// Returns the fraction of the preactivations' variance that is due to the state, the largest of the parts.
    double share(int t) const
    {
        double most = 0;
        for (const RecurrentPart& p : parts_) {
            const double from_state = p.hidden * states_.at(t - 1, 0),
                         all = from_state + p.input * inputs_.covariance(t, t) + p.variance_a + p.variance_b;
            most = std::max(most, all > 0 ? from_state / all : 0);
        }
        return most;
    }
    std::vector<std::vector<double>> covariances() && { return std::move(states_).rows(); }

    /// Returns E[δ²] at h of the last step, of the one before, and so on, for at most the steps that are kept.
    std::vector<double> gradients(int most)
    {
        std::vector<double> squares;
        ArrayXf of_h = normal(samples_, stream_ + 8, 0), of_c = ArrayXf::Zero(samples_);
        Process arriving(samples_, stream_ + 9);
        std::deque<std::vector<ArrayXf>> sent;   // δ at the parts of W_hh h; the last step first
        for (auto kept = kept_.rbegin(); kept != kept_.rend() && int(squares.size()) < most; ++kept) {
            squares.push_back(mean_product(of_h, of_h));
            ArrayXf direct;
            sent.push_front(
                n_.form == RecurrentForm::lstm ? lstm_back(*kept, of_h, of_c) : gru_back(*kept, of_h, direct));
            of_h = arriving.next([&](int k) {
                double sum = 0;
                for (std::size_t i = 0; i < parts_.size(); ++i)
                    sum += parts_[i].hidden * mean_product(sent[0][i], sent[std::size_t(k)][i]);
                return sum;
            });
            if (direct.size() > 0)
                of_h += direct;
            if (sent.size() > window)
                sent.pop_back();
        }
        return squares;
    }

private:
    /// Samples a new number of process i: of W_ih x + b_ih, W_hh h + b_hh or their sum.
    ArrayXf draw(int i, int t, const RecurrentPart& p, bool a, bool b)
    {
        const ArrayXf& drawn = processes_[std::size_t(i)].next([&](int k) {
            return (a ? p.input * inputs_.covariance(t, t - k) + p.variance_a : 0)
                + (b ? p.hidden * states_.at(t - 1, k) + p.variance_b : 0);
        });
        return drawn + float((a ? p.mean_a : 0) + (b ? p.mean_b : 0));
    }
    static double ln_rms(const ArrayXf& x) { return std::log(mean_product(x, x)) / 2; }
    void keep(Kept kept)
    {
        kept_.push_back(std::move(kept));
        if (kept_.size() > window)
            kept_.pop_front();
    }

    RecurrentStep lstm(int t)
    {
        const auto part = [&](int i) { return draw(i, t, parts_[std::size_t(i)], true, true); };
        Kept k {{sigmoid(part(0)), sigmoid(part(1)), {}}, {}, {}, c_, {}};
        const ArrayXf u = part(2);
        k.candidate = at(phi_, u);
        k.gates[2] = sigmoid(part(3));
        c_ = k.gates[1] * c_ + k.gates[0] * k.candidate.value;
        k.squashed = at(phi_, c_);
        h_ = k.gates[2] * k.squashed.value;
        RecurrentStep told;
        told.ln_preactivation_rms = ln_rms(u);
        told.c = numbers_of(c_);
        told.gates = {numbers_of(k.gates[0]), numbers_of(k.gates[1]), std::nullopt, numbers_of(k.gates[2])};
        keep(std::move(k));
        return told;
    }

    RecurrentStep gru(int t)
    {
        Kept k {{sigmoid(draw(0, t, parts_[0], true, true)), sigmoid(draw(1, t, parts_[1], true, true))}, {}, {}, h_,
            draw(3, t, parts_[2], false, true)};
        const ArrayXf u = draw(2, t, parts_[2], true, false) + k.gates[0] * k.b;
        k.candidate = at(phi_, u);
        h_ = (1 - k.gates[1]) * k.candidate.value + k.gates[1] * h_;
        RecurrentStep told;
        told.ln_preactivation_rms = ln_rms(u);
        told.gates = {numbers_of(k.gates[0]), numbers_of(k.gates[1]), std::nullopt};
        keep(std::move(k));
        return told;
    }

    static std::vector<ArrayXf> lstm_back(const Kept& k, const ArrayXf& of_h, ArrayXf& of_c)
    {
        const ArrayXf &i = k.gates[0], &f = k.gates[1], &o = k.gates[2];
        of_c += of_h * o * k.squashed.slope;
        std::vector<ArrayXf> sent {of_c * k.candidate.value * i * (1 - i), of_c * k.before * f * (1 - f),
            of_c * i * k.candidate.slope, of_h * k.squashed.value * o * (1 - o)};
        of_c *= f;
        return sent;
    }

    static std::vector<ArrayXf> gru_back(const Kept& k, const ArrayXf& of_h, ArrayXf& direct)
    {
        const ArrayXf &r = k.gates[0], &z = k.gates[1];
        const ArrayXf of_u = of_h * (1 - z) * k.candidate.slope;
        direct = of_h * z;
        return {of_u * k.b * r * (1 - r), of_h * (k.before - k.candidate.value) * z * (1 - z), of_u * r};
    }

    const RecurrentTheory& n_;
    const std::vector<RecurrentPart>& parts_;
    const ActivationFunction& phi_;
    const RecurrentInputs& inputs_;
    int samples_;
    std::uint32_t stream_;
    std::vector<Process> processes_;
    ArrayXf h_, c_;
    Covariances states_;
    std::deque<Kept> kept_;
};

}   // namespace

RecurrentLayerResult sampled_recurrent(const RecurrentTheory& network, const RecurrentTheoryLayer& layer, int number,
    const ActivationFunction& phi, const RecurrentInputs& inputs, bool top, const Context& context)
{
    RecurrentLayerResult result;
    if (network.steps > most_steps) {
        result.remark = tr("theory follows gates for at most 1000 steps");
        return result;
    }
    Engine engine(network, layer, number, phi, inputs);
    std::vector<double> shares;
    for (int t = 0; t < network.steps; ++t) {
        context.check();
        shares.push_back(engine.share(t));
        result.steps.push_back(engine.step(t));
    }
    if (top && network.gradient) {
        int most = 0;
        double sum = 0;
        for (int t = network.steps; t-- > 0 && sum <= 1; ++most)
            sum += 1 / recurrent_reach(network.width, shares[std::size_t(t)]);
        const std::vector<double> squares = engine.gradients(most);
        for (std::size_t k = 0; k < squares.size(); ++k)
            result.steps[result.steps.size() - 1 - k].ln_gradient_rms = std::log(squares[k]) / 2;
        if (int(squares.size()) < network.steps)
            result.remark = recurrent_silence();
    }
    result.covariances = std::move(engine).covariances();
    return result;
}

}   // namespace stepzero
