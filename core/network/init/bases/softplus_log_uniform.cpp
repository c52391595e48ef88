// SPDX-License-Identifier: GPL-3.0-or-later
// y = ln(e^Δ − 1), so that softplus(y) = Δ. Δ is log-uniform between low and high, and at least `floor`.
#include <cmath>

#include "core/math/random/time_steps.h"
#include "core/network/init/bases/parts.h"

namespace stepzero {

namespace {

class SoftplusLogUniform : public Base {
public:
    SoftplusLogUniform(double low, double high, double floor)
        : Base({.name = "softplus_log_uniform", .parameters = {low, high, floor}}), low_(low), high_(high),
          floor_(floor)
    {
    }

    void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const override
    {
        by_rows(entries.rows(), entries.cols(), context, [&](Eigen::Index row) {
            float* const first = entries.row(row).data();
            fill_uniform(stream, std::uint32_t(row), 0, first, std::size_t(entries.cols()));
            to_softplus_inverse(first, std::size_t(entries.cols()), low_, high_, floor_);
        });
    }
    /// The density of Δ, 1/(Δ ln(high/low)), times dΔ/dy = 1 − e^−Δ.
    Law law(Shape) const override
    {
        const double from = std::log(low_), to = std::log(high_), span = to - from,
                     least = std::max(from, std::log(floor_));
        Law law {.low = at(least), .high = at(to), .atoms = {}, .density = {}};
        const double cut = span > 0 ? (least - from) / span : 1;
        if (cut > 0)
            law.atoms = {{law.low, cut}};
        double square = cut * law.low * law.low;
        law.mean = cut * law.low;
        if (cut == 1)
            return law;
        law.mean += integral(least, to, [&](double x) { return at(x) / span; });
        square += integral(least, to, [&](double x) { return at(x) * at(x) / span; });
        law.variance = square - law.mean * law.mean;
        law.density = [low = law.low, high = law.high, span](double y) {
            const double step = softplus(y);
            return y >= low && y <= high ? -std::expm1(-step) / (step * span) : 0;
        };
        return law;
    }
    std::optional<double> kurtosis(Shape shape) const override
    {
        if (has_mass())
            return {};
        const Law law = this->law(shape);
        const double from = std::log(low_), span = std::log(high_) - from;
        return integral(0, 1, [&](double u) { return std::pow(at(from + span * u) - law.mean, 4); })
            / (law.variance * law.variance);
    }
    std::function<double(double)> below(Shape) const override
    {
        if (has_mass())
            return {};
        const double from = std::log(low_), span = std::log(high_) - from;
        return [from, span](double x) { return std::clamp((std::log(softplus(x)) - from) / span, 0.0, 1.0); };
    }

    PythonLines pytorch(const Draw&, const std::string& tensor) const override
    {
        return {"# what softplus makes log-uniform between " + python_number(low_) + " and " + python_number(high_),
            "step = torch.empty_like(" + tensor + ").uniform_(" + python_number(std::log(low_)) + ", "
                + python_number(std::log(high_)) + ").exp().clamp(min=" + python_number(floor_) + ")",
            tensor + ".data.copy_(step + torch.log(-torch.expm1(-step)))"};
    }

private:
    static double at(double log_step) { return softplus_inverse(std::exp(log_step), log_step); }
    bool has_mass() const { return floor_ > low_ || !(high_ > low_); }   // at the floor, or constant

    double low_, high_, floor_;
};

}   // namespace

std::shared_ptr<const Base> base_softplus_log_uniform(double low, double high, double floor)
{
    return std::make_shared<const SoftplusLogUniform>(low, high, floor);
}

}   // namespace stepzero
