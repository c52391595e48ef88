// SPDX-License-Identifier: GPL-3.0-or-later
// N(0, 1) given low < x < high.
#include <cmath>

#include "core/math/random/truncated.h"
#include "core/network/init/bases/parts.h"
#include "core/network/init/fans.h"

namespace stepzero {

namespace {

class Truncated : public Base {
public:
    Truncated(double low, double high)
        : Base({.name = "truncated_normal", .parameters = {low, high}, .truncation = std::pair(low, high)}), low_(low),
          high_(high)
    {
    }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
            fill_truncated_normal(
                stream, std::uint32_t(row), 0, entries.row(row).data(), std::size_t(entries.cols()), low_, high_);
        });
    }
    Law law(Shape) const override
    {
        const TruncatedNormal truncated(low_, high_);
        const TruncatedNormal::Moments moments = truncated.moments();
        return {.mean = moments.mean,
            .variance = moments.variance,
            .low = low_,
            .high = high_,
            .atoms = {},
            .density = [truncated](double x) { return truncated.density(x); }};
    }
    std::optional<double> kurtosis(Shape) const override
    {
        const TruncatedNormal law(low_, high_);
        const TruncatedNormal::Moments moments = law.moments();
        const double square = moments.variance * moments.variance;
        if (low_ == -high_ && high_ < 40)   // by parts: E[x⁴] = 3 E[x²] − 2 c³ f(c), where f is the density within the
                                            // bounds
            return (3 * moments.variance - 2 * std::pow(high_, 3) * law.density(high_)) / square;
        return integral(std::max(low_, -40.0), std::min(high_, 40.0), [&](double x) {
            return law.density(x) * std::pow(x - moments.mean, 4);
        }) / square;
    }
    std::function<double(double)> below(Shape) const override
    {
        const double below_low = normal_below(low_), inside = normal_below(high_) - below_low;
        if (!(inside > 1e-6))   // far out in a tail
            return {};
        return [below_low, inside](double x) { return std::clamp((normal_below(x) - below_low) / inside, 0.0, 1.0); };
    }

    PythonLines pytorch(const Draw& draw, const std::string& tensor) const override
    {
        return {"nn.init.trunc_normal_(" + tensor + ", mean=" + python_number(draw.shift) + ", std="
            + python_number(draw.scale) + ", a=" + python_entry(draw, low_) + ", b=" + python_entry(draw, high_) + ")"};
    }
    std::string jax(const Draw& draw, Shape) const override
    {
        return jax_function((draw.shift == 0 ? "" : python_number(draw.shift) + " + ") + python_number(draw.scale)
            + " * jax.random.truncated_normal(key, " + python_number(low_) + ", " + python_number(high_)
            + ", shape, dtype)");
    }
    std::string keras(const Draw& draw, Shape) const override
    {
        const std::string mean = python_number(draw.shift), std = python_number(draw.scale);
        if (low_ == -2 && high_ == 2)
            return "initializers.TruncatedNormal(mean=" + mean + ", stddev=" + std + ")";
        return "truncated_normal(" + mean + ", " + std + ", " + python_number(low_) + ", " + python_number(high_) + ")";
    }
    std::map<std::string, std::string> keras_functions() const override
    {
        return {{"truncated_normal", R"(def truncated_normal(mean, std, low, high):
    """N(mean, std) cut at low and high sigmas, by inversion: Keras's own is always cut at two."""

    def init(shape, dtype=None):
        a, b = math.erf(low / math.sqrt(2)), math.erf(high / math.sqrt(2))
        return mean + std * math.sqrt(2) * ops.erfinv(keras.random.uniform(shape, a, b, dtype=dtype))

    return init
)"}};
    }

    PythonLines pytorch_by_fans(const VarianceScaling& scaling, const std::string& tensor) const override
    {
        const VarianceScaling::Truncation& cut = scaling.truncation;
        const std::string low = python_number(cut.low), high = python_number(cut.high), between = low + " and " + high,
                          variance = scaling.variance();
        if (cut.absolute)
            return {"# truncated at " + between + ": values, whatever std is",
                "nn.init.trunc_normal_(" + tensor + ", std=math.sqrt(" + variance + "), a=" + low + ", b=" + high
                    + ")"};
        const std::string fill
            = "nn.init.trunc_normal_(" + tensor + ", std=std, a=" + low + " * std, b=" + high + " * std)";
        if (cut.left == 1)
            return {"# truncated at " + between + " std, which leaves less than that variance",
                "std = math.sqrt(" + variance + ")", fill};
        return {"# truncated at " + between + " std, and widened so that the variance is " + variance,
            "std = math.sqrt(" + variance + ") / " + python_number(cut.left), fill};
    }
    std::optional<FanCode> jax_by_fans(const VarianceScaling& scaling) const override
    {
        if (!scaling.truncation.as_keras())
            return {};
        return FanCode {name_there, {"std = " + widened(scaling)},
            jax_function("std * jax.random.truncated_normal(key, -2, 2, shape, dtype)")};
    }
    std::optional<FanCode> keras_by_fans(const VarianceScaling& scaling) const override
    {
        if (!scaling.truncation.as_keras())
            return {};
        return FanCode {name_there, {}, "initializers.TruncatedNormal(stddev=" + widened(scaling) + ")"};
    }

private:
    static constexpr const char* name_there = "truncated_normal";
    static std::string widened(const VarianceScaling& scaling)
    {
        return "math.sqrt(" + scaling.variance() + ") / " + python_number(truncation_at_two);
    }

    double low_, high_;
};

}   // namespace

std::shared_ptr<const Base> base_truncated_normal(double low, double high)
{
    return std::make_shared<const Truncated>(low, high);
}

}   // namespace stepzero
