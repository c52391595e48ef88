// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/resnet_theory.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "core/linear/decompositions.h"
#include "core/theory/chebyshev.h"
#include "core/theory/head_theory.h"
#include "core/theory/log_sum.h"
#include "core/theory/residual_theory.h"
#include "core/words/nan.h"

namespace stepzero {

namespace {

constexpr double last_plain_logarithm = 600;   // of a mean square: a set of units holds plain numbers

/// q, m/√q and C/q of every position, or of all alike.
struct Field {
    PositionField q;
    std::vector<double> mean, common;

    bool uniform() const { return q.uniform(); }
    std::size_t at(std::size_t position) const { return uniform() ? 0 : position; }
    /// Mean of C, in units of e^`unit`.
    double common_square(double unit) const
    {
        double sum = 0;
        for (std::size_t o = 0; o < common.size(); ++o)
            sum += common[o] * std::exp(q.ln()[o] - unit);
        return sum / double(common.size());
    }
};

/// ln of what a gradient's mean square is multiplied by on the way back.
struct BackStep {
    std::optional<Window> window;
    double factor = 0;   // through a convolution
    PositionField chi {};   // else
    double channels = 0;   // of a norm, that its variance is of
    bool over_batch = false;
    double of_epsilon = 0;   // of the divisor
};

PositionField back(const std::vector<BackStep>& steps, PositionField gradient)
{
    for (std::size_t i = steps.size(); i-- > 0;)
        gradient
            = steps[i].window ? gradient.backward(*steps[i].window, steps[i].factor) : gradient.times(steps[i].chi);
    return gradient;
}

/// Means of m(o + t) over all outputs o, one a tap; m in plain numbers, 0 beyond the edge.
std::vector<double> means_by_tap(const Taps& taps, int outputs, const std::vector<double>& m)
{
    std::vector<double> means(std::size_t(taps.taps()), 0.0);
    for (int o = 0; o < outputs; ++o)
        for (int t = 0; t < taps.taps(); ++t)
            if (const int input = taps.input(o, t); input >= 0)
                means[std::size_t(t)] += m[m.size() == 1 ? 0 : std::size_t(input)];
    for (double& mean : means)
        mean /= outputs;
    return means;
}

Field through(const Field& x, const ConvolutionLaw& law, std::vector<BackStep>& way)
{
    way.push_back({.window = law.window, .factor = std::log(law.units_per_input) + ln(law.weight)});
    const double unit = *std::max_element(x.q.ln().begin(), x.q.ln().end());
    const bool alike = x.uniform() && law.window.uniform();
    const Taps taps(law.window);
    const int outputs = alike ? 1 : law.window.positions_out();
    std::vector<double> m, square;
    for (std::size_t o = 0; o < x.q.ln().size(); ++o) {
        square.push_back(unit == -infinity ? 0 : std::exp(x.q.ln()[o] - unit));
        m.push_back(x.mean[o] * std::sqrt(square.back()));
    }
    const std::vector<double> means = means_by_tap(taps, alike ? law.window.positions_out() : outputs, m);
    Field z {PositionField(0), {}, {}};
    std::vector<double> ln_q;
    const double n = taps.taps(), of_means = std::accumulate(means.begin(), means.end(), 0.0) / n;
    for (int o = 0; o < outputs; ++o) {
        double q = 0, c = 0, sum = 0;
        for (int t = 0; t < taps.taps(); ++t)
            if (const int input = alike ? 0 : taps.input(o, t); input >= 0) {
                const std::size_t at = x.at(std::size_t(input));
                q += square[at] / n;
                c += m[at] * means[std::size_t(t)] / n;
                sum += m[at] / n;
            }
        if (law.standardized) {
            q = std::max(0.0, q - sum * sum);
            c -= sum * of_means;
        }
        const double ln_here = log_sum(ln(law.weight) + ln(q) + unit, ln(law.bias));
        ln_q.push_back(ln_here);
        z.mean.push_back(0);
        z.common.push_back(ln_here == -infinity
                ? 0
                : c * std::exp(ln(law.weight) + unit - ln_here) + std::exp(ln(law.bias) - ln_here));
    }
    z.q = PositionField(std::move(ln_q));
    return z;
}

Field through(const Field& z, const ImageNormLaw& law, std::vector<BackStep>& way)
{
    using Over = ImageNormLaw::Over;
    const double unit = z.q.mean();
    // A mean and a direction are taken out of the gradient. Of a batch, E[1/v] makes up for them: v is χ² over as many.
    const double left = law.over == Over::batch ? 0 : ln(std::max(0.0, 1 - 2 / law.numbers)),
                 scale = ln(law.scale_square);
    Field x {z.q, z.mean, z.common};
    if (unit == -infinity) {
        way.push_back({.window = {}, .chi = PositionField(scale + left - std::log(law.epsilon))});
        return x;
    }
    const double common = z.common_square(unit);
    const double together = law.over == Over::batch ? 1 - common : 1 - common / law.channels;
    // Where few channels are normalized together their means make v another in each sample: E[1/v] is 1 + Var(v)/v².
    const double few = law.over == Over::group ? std::log1p(2 * common * common / law.channels) : 0;
    std::vector<double> ln_q, chi;
    for (std::size_t o = 0; o < z.q.ln().size(); ++o) {
        const double here = std::exp(z.q.ln()[o] - unit);
        const double v = law.over == Over::layer ? here * (1 - 1 / law.channels) : std::max(0.0, together);
        const double divisor = log_sum(ln(v) + unit, std::log(law.epsilon));
        double kept = here * together;
        if (law.over == Over::batch)
            kept = std::max(0.0, here * (1 - 2 * z.common[o]) + common);
        else if (law.over == Over::layer)
            kept = v;
        ln_q.push_back(scale + ln(kept) + unit - divisor);
        chi.push_back(scale + left + few - divisor);
        if (law.over == Over::batch)
            x.common[o] = 0;
    }
    x.q = PositionField(std::move(ln_q));
    const double all = log_sum(ln(std::max(0.0, together)) + unit, std::log(law.epsilon));
    way.push_back({.window = {},
        .chi = PositionField(std::move(chi)),
        .channels = law.channels,
        .over_batch = law.over == Over::batch,
        .of_epsilon = std::exp(std::log(law.epsilon) - all)});
    return x;
}

/// What a φ does at the lengths of a field.
class UnitTable {
public:
    UnitTable(const GaussianExpectation* phi, const PositionField& q) : phi_(phi)
    {
        double low = infinity, high = -infinity;
        for (const double ln_q : q.ln())
            if (ln_q > -infinity) {
                low = std::min(low, ln_q);
                high = std::max(high, ln_q);
            }
        if (high > -infinity)
            table_ = Chebyshev<3>(low, high, [&](double ln_q) {
                const UnitStep step = unit_step(phi_, ln_q);
                return std::array {step.output.log_square - ln_q, step.output.mean, step.log_derivative_square};
            });
    }
    UnitStep operator()(double ln_q) const
    {
        if (ln_q == -infinity)
            return unit_step(phi_, ln_q);
        const auto [gain, mean, slope] = table_(ln_q);
        return {{ln_q + gain, mean}, slope};
    }

private:
    const GaussianExpectation* phi_;
    Chebyshev<3> table_;
};

/// C of a field all of whose channels have its mean.
void share_means(Field& x)
{
    const double unit = x.q.mean();
    double mean = 0;
    if (unit > -infinity)
        for (std::size_t o = 0; o < x.mean.size(); ++o)
            mean += x.mean[o] * std::exp((x.q.ln()[o] - unit) / 2) / double(x.mean.size());
    for (std::size_t o = 0; o < x.mean.size(); ++o)
        x.common[o] = x.q.ln()[o] == -infinity ? 0 : x.mean[o] * mean * std::exp((unit - x.q.ln()[o]) / 2);
}

Field through(const Field& z, const ImageUnitLaw& law, std::vector<BackStep>& way)
{
    const UnitTable phi(law.phi.get(), z.q);
    std::vector<double> ln_q, slope;
    Field x = z;
    for (std::size_t o = 0; o < z.q.ln().size(); ++o) {
        const UnitStep step = phi(z.q.ln()[o]);
        ln_q.push_back(step.output.log_square);
        slope.push_back(step.log_derivative_square);
        x.mean[o] = step.output.mean;
    }
    x.q = PositionField(std::move(ln_q));
    const double before = z.q.mean(), after = x.q.mean();
    const double shared = before == -infinity ? 0 : z.common_square(before);
    if (shared < 1e-9 || !law.phi || std::abs(before) > 100)
        share_means(x);
    else   // positions of a channel are as correlated as what they share
        x.common.assign(x.common.size(),
            law.phi->pair(std::exp(before), std::exp(before), std::max(0.0, 1 - shared)).product / std::exp(after));
    way.push_back({.window = {}, .chi = PositionField(std::move(slope))});
    return x;
}

/// Units of N(0, 1), one number each, stratified: every call is independent of those before.
class Normals {
public:
    explicit Normals(int count)
    {
        for (int i = 0; i < count; ++i)
            strata_.push_back(std::sqrt(2.0) * boost::math::erf_inv(2 * (i + 0.5) / count - 1));
        double square = 0;
        for (const double x : strata_)
            square += x * x / count;
        for (double& x : strata_)
            x /= std::sqrt(square);
    }
    std::vector<double> operator()()
    {
        std::vector<double> all = strata_;
        for (std::size_t i = all.size(); i-- > 1;)   // Fisher and Yates; std::shuffle is another on every library
            std::swap(all[i], all[random_() % (i + 1)]);
        return all;
    }

    /// Beside the units x: those of near x have numbers far from each other, as points of a lattice in two dimensions
    /// do (array-RQMC; L'Ecuyer, Lécot, Tuffin 2008), so that sums over both err by 1/count, not 1/√count.
    std::vector<double> beside(const std::vector<double>& x)
    {
        std::vector<std::size_t> order(x.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
        constexpr double golden = 0.6180339887498949;
        double place = double(random_() >> 11) * 0x1p-53;
        std::vector<double> all(x.size());
        for (const std::size_t k : order) {
            place += golden;
            place -= std::floor(place);
            all[k] = strata_[std::min(strata_.size() - 1, std::size_t(place * double(strata_.size())))];
        }
        return all;
    }

private:
    std::vector<double> strata_;   // rising
    std::mt19937_64 random_ {1};
};

/// The outputs of a set of units, of mean square 1.
std::vector<double> of_square_one(std::vector<double> x)
{
    double square = 0;
    for (const double each : x)
        square += each * each / double(x.size());
    if (square > 0)
        for (double& each : x)
            each /= std::sqrt(square);
    return x;
}

double mean_of(const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0) / double(x.size()); }

/// The largest that a window sees of φ(z), z of variance e^ln_q. Two outputs of a convolution read what they have in
/// common through different taps, whose weights are independent: only what all positions share correlates them.
struct Pooled {
    double log_gain = 0;   // ln of E[x²] over that of z
    std::vector<double> units;
};

Pooled pooled(const PooledUnitLaw& law, double ln_q, Normals& normals, int count)
{
    const int n = law.pool.receptive();
    const double shared = law.input_mean * law.input_mean;
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Constant(n, n, shared);
    covariance.diagonal().setConstant(1 + 1e-12);
    const Eigen::MatrixXd root = cholesky_root(covariance);
    Eigen::MatrixXd z(n, count);
    for (int a = 0; a < n; ++a) {
        const std::vector<double> row = normals();
        z.row(a) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), count);
    }
    z = (root * z).eval();
    const double scale = std::exp(std::clamp(ln_q, -last_plain_logarithm, last_plain_logarithm) / 2);
    Pooled result;
    for (int i = 0; i < count; ++i) {
        double largest = -infinity;
        for (int a = 0; a < n; ++a) {
            const double here = scale * z(a, i);
            largest = std::max(largest, law.phi ? law.phi->phi().value(here) : here);
        }
        result.units.push_back(largest / scale);
    }
    double square = 0;
    for (const double x : result.units)
        square += x * x / count;
    result.log_gain = ln(square);
    return result;
}

/// A set of units of the stream, of mean square 1, each at two positions of a sample; with norms over the batch they
/// are as far from each other as two of different samples.
struct Units {
    std::vector<double> here, there;
};

/// N(0, 1), the second with that correlation to the first.
Units twins(std::vector<double> here, Normals& normals, double shared)
{
    Units units {std::move(here), normals()};
    const double rest = std::sqrt(std::max(0.0, 1 - shared * shared));
    for (std::size_t k = 0; k < units.there.size(); ++k)
        units.there[k] = shared * units.here[k] + rest * units.there[k];
    return units;
}

class Follower {
public:
    Follower(const ImageNetworkLaw& law, const Context& context)
        : law_(law), context_(context), count_(int(std::clamp(1.6e7 / double(law.blocks.size() + 1), 1024.0, 8192.0))),
          normals_(count_), follows_units_(!law.blocks.empty() && law.blocks.front().after)
    {
    }

    StreamPrediction result()
    {
        StreamPrediction p;
        Field x {PositionField(law_.log_square), {law_.mean}, {law_.mean * law_.mean}};
        std::vector<BackStep> unused;
        for (const ImageLaw& part : law_.stem)
            x = follow(x, part, unused);
        if (chain_.here.empty())
            chain_ = twins(normals_(), normals_, 0);
        p.log10_input_rms = log10_rms(x.q.mean());
        double variance_sum = x.q.mean();
        for (const ImageBlockLaw& block : law_.blocks) {
            context_.check();
            const StepPrediction last = step(block, x, variance_sum);
            if (!(std::abs(x.q.mean()) < last_plain_logarithm) && x.q.mean() != -infinity) {
                p.remark = "the stream leaves the range of numbers in block " + std::to_string(p.steps.size() + 1);
                return p;
            }
            p.steps.push_back(last);
        }
        for (const ImageLaw& part : law_.behind)
            x = follow(x, part, behind_);
        p.writing_blocks = participation(written_);
        if (law_.log_output_gradient)
            go_back(p);
        return p;
    }

private:
    static double log10_rms(double ln_square) { return ln_square / (2 * std::numbers::ln10); }

    Field follow(const Field& x, const ImageLaw& part, std::vector<BackStep>& way)
    {
        if (const auto* pool = std::get_if<PooledUnitLaw>(&part))
            return through_pool(x, *pool);
        if (const auto* unit = std::get_if<ImageUnitLaw>(&part); unit && follows_units_) {
            const double scale = std::exp(std::clamp(x.q.mean(), -last_plain_logarithm, last_plain_logarithm) / 2);
            chain_ = twins(normals_(), normals_, share(x));
            for (std::vector<double>* units : {&chain_.here, &chain_.there}) {
                for (double& z : *units)
                    z = unit->phi ? unit->phi->phi().value(scale * z) : z;
                *units = of_square_one(std::move(*units));
            }
        }
        return std::visit(
            [&](const auto& law) -> Field {
                if constexpr (std::is_same_v<std::decay_t<decltype(law)>, PooledUnitLaw>)
                    return x;
                else
                    return through(x, law, way);
            },
            part);
    }

    /// The edge is not looked at: there windows see fewer.
    Field through_pool(const Field& z, const PooledUnitLaw& law)
    {
        const Pooled p = pooled(law, z.q.mean(), normals_, count_);
        chain_ = {of_square_one(p.units), of_square_one(pooled(law, z.q.mean(), normals_, count_).units)};
        Field x {PositionField(z.q.mean() + p.log_gain), {mean_of(chain_.here)}, {0}};
        share_means(x);
        return x;
    }

    struct Way {
        std::vector<BackStep> entry {}, branch {}, shortcut {};
        bool replaced = false, activated = false;   // by a shortcut, by a φ behind the sum
        double skip = 0, factor = 0;   // ln s² and ln α²
    };

    /// Of ln of a gradient's square that comes back through a norm, by the narrower of it and the one before.
    double open(const BackStep& step, double before) const
    {
        const double n = std::min(step.channels, before > 0 ? before : step.channels), batch = law_.samples;
        return (1 - step.of_epsilon) * std::max(2 / n, step.over_batch && batch > 0 ? 2 / batch : 0);
    }
    double open(const std::vector<BackStep>& way) const
    {
        double sum = 0, before = 0;
        for (const BackStep& step : way)
            if (step.channels > 0) {
                sum += open(step, before);
                before = step.channels;
            }
        return sum;
    }

    StepPrediction step(const ImageBlockLaw& block, Field& x, double& variance_sum)
    {
        Way way {.replaced = !block.shortcut.empty(),
            .activated = block.after != nullptr,
            .skip = 2 * ln(std::abs(block.skip)),
            .factor = 2 * ln(std::abs(block.factor))};
        StepPrediction p {.block = int(ways_.size()) + 1, .word = "branch"};
        const double before = x.q.mean();
        // The set of units is the stream's, whatever the branch does.
        const Units stream = chain_;
        for (const ImageLaw& part : block.entry)
            x = follow(x, part, way.entry);
        const Units entered = block.entry.empty() ? stream : chain_;
        Field f = x;
        for (std::size_t i = 0; i < block.branch.size(); ++i) {
            f = follow(f, block.branch[i], way.branch);
            if (i == block.preactivation)
                p.log10_preactivation_rms = log10_rms(f.q.mean());
        }
        Field skip = x;
        for (const ImageLaw& part : block.shortcut)
            skip = follow(skip, part, way.shortcut);
        chain_ = way.replaced ? twins(normals_(), normals_, share(skip)) : entered;
        const double ln_skip = skip.q.mean() + way.skip, ln_branch = f.q.mean() + way.factor;
        p.log10_branch_rms = log10_rms(ln_branch);
        if (law_.tells_channel_means)
            p.branch_channel_mean_share = share(f);
        if (ln_skip > -infinity && ln_branch > -infinity)
            p.correlation = 0;   // weights of mean 0 stand at the end of the branch
        x = sum(skip, way.skip, f, way.factor, block.skip);
        for (double& w : written_)
            w += ln_skip - before;
        written_.push_back(ln_branch);
        variance_sum = log_sum(before == -infinity ? ln_skip : variance_sum + ln_skip - before, ln_branch);
        if (block.after)
            activate(*block.after, x, {ln_skip, ln_branch, std::copysign(1, block.skip), share(f)});
        else
            p.log10_variance_sum_rms = log10_rms(variance_sum);
        p.log10_stream_rms = log10_rms(x.q.mean());
        if (law_.tells_channel_means)
            p.channel_mean_share = share(x);
        ways_.push_back(std::move(way));
        return p;
    }

    static double share(const Field& x)
    {
        const double unit = x.q.mean();
        return unit == -infinity ? 0 : std::clamp(x.common_square(unit), 0.0, 1.0);
    }

    static Field sum(const Field& a, double ln_a, const Field& b, double ln_b, double sign)
    {
        const std::size_t n = std::max(a.mean.size(), b.mean.size());
        Field all {PositionField(0), {}, {}};
        std::vector<double> ln_q;
        for (std::size_t o = 0; o < n; ++o) {
            const double one = a.q.ln()[a.at(o)] + ln_a, other = b.q.ln()[b.at(o)] + ln_b;
            const double here = log_sum(one, other);
            ln_q.push_back(here);
            const double part = here == -infinity ? 0 : std::exp(one - here);
            all.mean.push_back(std::copysign(std::sqrt(part), sign) * a.mean[a.at(o)]);
            all.common.push_back(part * a.common[a.at(o)] + (1 - part) * b.common[b.at(o)]);
        }
        all.q = PositionField(std::move(ln_q));
        return all;
    }

    /// φ'² of the set of units, over the largest.
    struct Slopes {
        explicit Slopes(const std::vector<double>& squares)
        {
            const double largest = *std::max_element(squares.begin(), squares.end());
            for (const double square : squares)
                of_unit.push_back(largest > 0 ? float(square / largest) : 0);
            ln_largest = largest > 0 ? std::log(largest) : 0;
        }
        std::vector<float> of_unit;
        double ln_largest = 0;
    };

    struct Sum {
        double ln_skip, ln_branch, sign, shared;   // what positions share of the branch
    };

    /// φ on s·x + α·F in the set of units; positions differ by their length alone.
    void activate(const GaussianExpectation& phi, Field& x, const Sum& sum)
    {
        const double ln_z = x.q.mean();
        const Units noise = twins(normals_.beside(chain_.here), normals_, sum.shared);
        const double skip = sum.sign * std::exp(sum.ln_skip / 2), branch = std::exp(sum.ln_branch / 2);
        std::vector<double> slopes;
        double before = 0, square = 0, product = 0;
        for (std::size_t k = 0; k < noise.here.size(); ++k) {
            const double z = skip * chain_.here[k] + branch * noise.here[k];
            before += z * z / count_;
            slopes.push_back(std::pow(phi.phi().derivative(z), 2));
            chain_.here[k] = phi.phi().value(z);
            chain_.there[k] = phi.phi().value(skip * chain_.there[k] + branch * noise.there[k]);
            square += chain_.here[k] * chain_.here[k] / count_;
            product += chain_.here[k] * chain_.there[k] / count_;
        }
        chain_ = {of_square_one(std::move(chain_.here)), of_square_one(std::move(chain_.there))};
        slopes_.emplace_back(std::move(slopes));
        const double gain = ln_z == -infinity ? 0 : ln(square) - ln(before);
        std::vector<double> ln_q = x.q.ln();
        for (double& each : ln_q)
            each += gain;
        x.q = PositionField(std::move(ln_q));
        x.mean.assign(x.mean.size(), mean_of(chain_.here));
        if (sum.shared < 1e-9)
            share_means(x);
        else
            x.common.assign(x.common.size(), square > 0 ? product / square : 0);
        for (double& w : written_)
            w += gain;
    }

    void go_back(StreamPrediction& p)
    {
        PositionField g = back(behind_, PositionField(*law_.log_output_gradient));
        std::vector<double> of_unit(std::size_t(count_), 1.0);   // g² by the set's units, of mean 1
        double length = 0, variance = 0, open_now = open(behind_);
        std::size_t activated = slopes_.size();
        for (std::size_t l = ways_.size(); l-- > 0;) {
            StepPrediction& step = p.steps[l];
            const Way& way = ways_[l];
            step.log10_stream_gradient_rms = log10_rms(g.mean());
            step.stream_gradient_uncertainty = step.branch_gradient_uncertainty = open_now / 2;
            if (way.activated) {
                const Slopes& slopes = slopes_[--activated];
                double mean = 0;
                for (std::size_t k = 0; k < of_unit.size(); ++k) {
                    of_unit[k] *= double(slopes.of_unit[k]);
                    mean += of_unit[k] / count_;
                }
                g = g.times(PositionField(ln(mean) + slopes.ln_largest));
                for (double& each : of_unit)
                    each = mean > 0 ? each / mean : 1;
            }
            step.log10_branch_gradient_rms = log10_rms(g.mean());
            const PositionField branch = back(way.branch, g.times(PositionField(way.factor)));
            const PositionField skip = back(way.shortcut, g.times(PositionField(way.skip)));
            step.log10_return_gradient_rms = log10_rms(branch.mean());
            const double total = log_sum(skip.mean(), branch.mean());
            step.branch_share = total == -infinity ? 0 : std::exp(branch.mean() - total);
            const double returning = open_now + open(way.branch), skipping = open_now + open(way.shortcut);
            step.return_gradient_uncertainty = returning / 2;
            open_now = open(way.entry) + *step.branch_share * returning + (1 - *step.branch_share) * skipping;
            length += *step.branch_share;
            variance += *step.branch_share * (1 - *step.branch_share);
            for (double& each : of_unit)
                each = way.replaced || !way.entry.empty() ? 1 : *step.branch_share + (1 - *step.branch_share) * each;
            g = back(way.entry, skip.plus(branch));
        }
        p.log10_input_gradient_rms = log10_rms(g.mean());
        p.input_gradient_uncertainty = open_now / 2;
        p.path_length = length;
        p.path_length_std = std::sqrt(variance);
    }

    const ImageNetworkLaw& law_;
    const Context& context_;
    int count_;
    Normals normals_;
    bool follows_units_;
    Units chain_;
    std::vector<Slopes> slopes_;   // behind the sums, of every block
    std::vector<Way> ways_;
    std::vector<BackStep> behind_;
    std::vector<double> written_;
};

/// Norms of so few channels, or of a group's, divide by variances that differ from one network to the next by more than
/// the expansion of E[1/v] follows.
constexpr double few_channels = 4;

bool normalizes_few(const std::vector<ImageLaw>& parts)
{
    return std::ranges::any_of(parts, [](const ImageLaw& part) {
        const auto* norm = std::get_if<ImageNormLaw>(&part);
        return norm && norm->over != ImageNormLaw::Over::batch && norm->channels <= few_channels;
    });
}

}   // namespace

StreamPrediction predict_resnet(const ImageNetworkLaw& law, const Context& context)
{
    StreamPrediction result = Follower(law, context).result();
    const bool few = normalizes_few(law.stem) || normalizes_few(law.behind)
        || std::ranges::any_of(law.blocks, [](const ImageBlockLaw& block) {
               return normalizes_few(block.entry) || normalizes_few(block.branch) || normalizes_few(block.shortcut);
           });
    if (few && result.log10_input_gradient_rms)
        withhold_gradients(result,
            "norms of so few channels divide by variances of chance, and theory does not follow the gradient through "
            "them");
    return result;
}

}   // namespace stepzero
