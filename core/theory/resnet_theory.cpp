// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/resnet_theory.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/theory/image_field.h"
#include "core/theory/image_units.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

class ImageStream {
public:
    ImageStream(const ImageNetworkLaw& law, const StreamSites& sites, const Context& context)
        : law_(law), sites_(sites), context_(context),
          prediction_(silent_prediction(sites.reading, int(law.blocks.size()))),
          count_(int(std::clamp(1.6e7 / double(law.blocks.size() + 1), 1024.0, 8192.0))), normals_(count_),
          follows_units_(!law.blocks.empty() && law.blocks.front().after)
    {
    }

    Prediction predict()
    {
        ImageField x {PositionField(law_.log_square), {law_.mean}, {law_.mean * law_.mean}};
        std::vector<ImageBackStep> unused;
        for (const ImageLaw& part : law_.stem)
            x = follow(x, part, unused);
        if (chain_.here.empty())
            chain_ = twins(normals_(), normals_, 0);
        log_sum_of_variances_ = x.q.mean();
        start_site().set(Quantity::rms, predicted_rms(x.q.mean()));
        for (const ImageBlockLaw& block : law_.blocks) {
            context_.check();
            BlockPrediction told = step(block, x);
            if (!(std::abs(x.q.mean()) < last_plain_logarithm) && x.q.mean() != -infinity) {
                prediction_.remark
                    = tr("the stream leaves the range of floating-point numbers in block %1", ways_.size());
                if (ways_.size() == 1)
                    prediction_.blocks.front().sites.clear();
                else
                    prediction_.writing_blocks = 0;
                return std::move(prediction_);
            }
            prediction_.blocks[ways_.size()] = std::move(told);
        }
        for (const ImageLaw& part : law_.behind)
            x = follow(x, part, behind_);
        prediction_.writing_blocks = participation(written_);
        if (law_.log_output_gradient)
            go_back();
        return std::move(prediction_);
    }

private:
    SitePrediction& start_site() { return prediction_.blocks.front().at(sites_.reading.start); }

    ImageField follow(const ImageField& x, const ImageLaw& part, std::vector<ImageBackStep>& way)
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
            [&](const auto& law) -> ImageField {
                if constexpr (std::is_same_v<std::decay_t<decltype(law)>, PooledUnitLaw>)
                    return x;
                else
                    return through(x, law, way);
            },
            part);
    }

    /// Ignores the edge, where windows see fewer positions.
    ImageField through_pool(const ImageField& z, const PooledUnitLaw& law)
    {
        const PooledUnits p = pooled_units(law, z.q.mean(), normals_, count_);
        chain_ = {of_square_one(p.units), of_square_one(pooled_units(law, z.q.mean(), normals_, count_).units)};
        ImageField x {PositionField(z.q.mean() + p.log_gain), {mean_of_units(chain_.here)}, {0}};
        share_means(x);
        return x;
    }

    struct Way {
        std::vector<ImageBackStep> entry {}, branch {}, shortcut {};
        bool replaced = false, activated = false;   // replaced by a shortcut; a φ follows the sum
        double skip = 0, factor = 0;   // ln s² and ln α²
    };

    /// Returns the uncertainty of ln of a gradient's square after a norm, from the narrower of this norm and the one
    /// before.
    double open(const ImageBackStep& step, double before) const
    {
        const double n = std::min(step.channels, before > 0 ? before : step.channels), batch = law_.samples;
        return (1 - step.of_epsilon) * std::max(2 / n, step.over_batch && batch > 0 ? 2 / batch : 0);
    }
    double open(const std::vector<ImageBackStep>& way) const
    {
        double sum = 0, before = 0;
        for (const ImageBackStep& step : way)
            if (step.channels > 0) {
                sum += open(step, before);
                before = step.channels;
            }
        return sum;
    }

    BlockPrediction step(const ImageBlockLaw& block, ImageField& x)
    {
        Way way {.replaced = !block.shortcut.empty(),
            .activated = block.after != nullptr,
            .skip = 2 * ln(std::abs(block.skip)),
            .factor = 2 * ln(std::abs(block.factor))};
        BlockPrediction told;
        SitePrediction branch {.role = "branch_branch"}, stream {.role = "branch_stream"};
        const double before = x.q.mean();
        // The set of units belongs to the stream, independent of the branch.
        const ImageUnits units = chain_;
        for (const ImageLaw& part : block.entry)
            x = follow(x, part, way.entry);
        const ImageUnits entered = block.entry.empty() ? units : chain_;
        ImageField f = x;
        for (std::size_t i = 0; i < block.branch.size(); ++i) {
            f = follow(f, block.branch[i], way.branch);
            if (i == block.preactivation)
                told.at(sites_.reading.preactivation).set(Quantity::rms, predicted_rms(f.q.mean()));
        }
        ImageField skip = x;
        for (const ImageLaw& part : block.shortcut)
            skip = follow(skip, part, way.shortcut);
        chain_ = way.replaced ? twins(normals_(), normals_, share(skip)) : entered;
        const double ln_skip = skip.q.mean() + way.skip, ln_branch = f.q.mean() + way.factor;
        branch.set(Quantity::rms, predicted_rms(ln_branch));
        if (ln_skip > -infinity && ln_branch > -infinity)
            branch.set(Quantity::correlation, {0});   // the branch ends in weights with mean 0
        x = sum(skip, way.skip, f, way.factor, block.skip);
        for (double& w : written_)
            w += ln_skip - before;
        written_.push_back(ln_branch);
        log_sum_of_variances_
            = log_sum(before == -infinity ? ln_skip : log_sum_of_variances_ + ln_skip - before, ln_branch);
        if (block.after)
            activate(*block.after, x, {ln_skip, ln_branch, std::copysign(1, block.skip), share(f)});
        else
            stream.set(Quantity::variance_sum_rms, predicted_rms(log_sum_of_variances_));
        stream.set(Quantity::rms, predicted_rms(x.q.mean()));
        if (law_.tells_channel_means) {
            branch.set(Quantity::channel_mean_share, {share(f)});
            stream.set(Quantity::channel_mean_share, {share(x)});
        }
        told.sites.push_back(std::move(branch));
        told.sites.push_back(std::move(stream));
        ways_.push_back(std::move(way));
        return told;
    }

    static double share(const ImageField& x)
    {
        const double unit = x.q.mean();
        return unit == -infinity ? 0 : std::clamp(x.common_square(unit), 0.0, 1.0);
    }

    static ImageField sum(const ImageField& a, double ln_a, const ImageField& b, double ln_b, double sign)
    {
        const std::size_t n = std::max(a.mean.size(), b.mean.size());
        ImageField all {PositionField(0), {}, {}};
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

    /// φ'² of the set of units, relative to the largest.
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
        double ln_skip, ln_branch, sign, shared;   // shared: part of the branch that positions share
    };

    /// Applies φ to s·x + α·F in the set of units; positions differ only in their lengths.
    void activate(const GaussianExpectation& phi, ImageField& x, const Sum& sum)
    {
        const double ln_z = x.q.mean();
        const ImageUnits noise = twins(normals_.beside(chain_.here), normals_, sum.shared);
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
        x.mean.assign(x.mean.size(), mean_of_units(chain_.here));
        if (sum.shared < 1e-9)
            share_means(x);
        else
            x.common.assign(x.common.size(), square > 0 ? product / square : 0);
        for (double& w : written_)
            w += gain;
    }

    void go_back()
    {
        PositionField g = go_back_through(behind_, PositionField(*law_.log_output_gradient));
        std::vector<double> of_unit(std::size_t(count_), 1.0);   // g² of the set's units, with mean 1
        double open_now = open(behind_);
        PathLengths paths;
        std::size_t activated = slopes_.size();
        for (std::size_t l = ways_.size(); l-- > 0;) {
            BlockPrediction& block = prediction_.blocks[l + 1];
            const Way& way = ways_[l];
            block.at("branch_stream").set(Quantity::gradient_rms, predicted_rms(g.mean(), open_now / 2));
            if (way.activated)
                g = back_through(slopes_[--activated], of_unit, g);
            block.at("branch_branch").set(Quantity::gradient_rms, predicted_rms(g.mean(), open_now / 2));
            const PositionField branch = go_back_through(way.branch, g.times(PositionField(way.factor)));
            const PositionField skip = go_back_through(way.shortcut, g.times(PositionField(way.skip)));
            const double returning = open_now + open(way.branch), skipping = open_now + open(way.shortcut);
            block.at("branch_return").set(Quantity::gradient_rms, predicted_rms(branch.mean(), returning / 2));
            const double total = log_sum(skip.mean(), branch.mean()),
                         share = total == -infinity ? 0 : std::exp(branch.mean() - total);
            block.at("branch_branch").set(Quantity::branch_share, {share});
            open_now = open(way.entry) + share * returning + (1 - share) * skipping;
            paths.step(share);
            for (double& each : of_unit)
                each = way.replaced || !way.entry.empty() ? 1 : share + (1 - share) * each;
            g = go_back_through(way.entry, skip.plus(branch));
        }
        start_site().set(Quantity::gradient_rms, predicted_rms(g.mean(), open_now / 2));
        paths.tell(prediction_);
    }

    /// Passes a gradient back through a φ after the sum, unit by unit.
    PositionField back_through(const Slopes& slopes, std::vector<double>& of_unit, const PositionField& g) const
    {
        double mean = 0;
        for (std::size_t k = 0; k < of_unit.size(); ++k) {
            of_unit[k] *= double(slopes.of_unit[k]);
            mean += of_unit[k] / count_;
        }
        for (double& each : of_unit)
            each = mean > 0 ? each / mean : 1;
        return g.times(PositionField(ln(mean) + slopes.ln_largest));
    }

    const ImageNetworkLaw& law_;
    const StreamSites& sites_;
    const Context& context_;
    Prediction prediction_;
    double log_sum_of_variances_ = 0;
    int count_;
    StratifiedNormals normals_;
    bool follows_units_;
    ImageUnits chain_;
    std::vector<Slopes> slopes_;   // after the sums, of every block
    std::vector<Way> ways_;
    std::vector<ImageBackStep> behind_;
    std::vector<double> written_;
};

/// Norms of this few channels, or of a group's, divide by variances that vary too much between networks for the
/// expansion of E[1/v].
constexpr double few_channels = 4;

bool normalizes_few(const std::vector<ImageLaw>& parts)
{
    return std::ranges::any_of(parts, [](const ImageLaw& part) {
        const auto* norm = std::get_if<ImageNormLaw>(&part);
        return norm && norm->over != ImageNormLaw::Over::batch && norm->channels <= few_channels;
    });
}

}   // namespace

Prediction predict_resnet(const ImageNetworkLaw& law, const StreamSites& sites, const Context& context)
{
    Prediction result = ImageStream(law, sites, context).predict();
    const bool few = normalizes_few(law.stem) || normalizes_few(law.behind)
        || std::ranges::any_of(law.blocks, [](const ImageBlockLaw& block) {
               return normalizes_few(block.entry) || normalizes_few(block.branch) || normalizes_few(block.shortcut);
           });
    if (few && result.blocks.front().find(sites.reading.start, Quantity::gradient_rms))
        withhold_gradients(
            result, tr("no theory of gradients through norms of so few channels: their variances are random"));
    return result;
}

}   // namespace stepzero
