// SPDX-License-Identifier: GPL-3.0-or-later
// Provides the values of a network's parameters. A module requests a parameter when it computes with it, forwards and
// backwards, and keeps none in between. Thus a network larger than memory still runs. Entries in the noise cache are
// not sampled again.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/math/linear/units.h"
#include "core/network/init/noise.h"
#include "core/network/init/noise_cache.h"
#include "core/network/init/parameter_plan.h"

namespace stepzero {

/// W = 2^exponent (scale·base + shift), never formed: W x = 2^exponent (scale·(base x) + shift·Σx).
struct ScaledMatrix {
    std::shared_ptr<const BaseNoise> base;
    float scale = 1, shift = 0;
    std::int64_t exponent = 0;   ///< nonzero only for extreme scales

    Eigen::Index rows() const { return base->entries.rows(); }
    Eigen::Index columns() const { return base->entries.cols(); }
    ScaledMatrix& operator*=(double factor)
    {
        scale *= float(factor);
        shift *= float(factor);
        return *this;
    }
    float plain_scale() const { return float(scale * power_of_two(exponent)); }
    float plain_shift() const { return float(shift * power_of_two(exponent)); }
    /// Returns the distribution of the entries of W.
    Distribution distribution() const
    {
        return affine(base->distribution, scale * power_of_two(exponent), shift * power_of_two(exponent));
    }
};

/// The source of a network's parameters, hidden from modules. The same plan always gives identical bits.
class ParameterSource {
public:
    virtual ~ParameterSource() = default;

    /// Precondition: a matrix. Throws Stopped.
    virtual ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const = 0;
    /// Returns as many entries as rows. Precondition: a vector. Throws Stopped.
    virtual Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const = 0;
    /// Returns the entries for files; a vector is one row. Throws Stopped.
    WeightMatrix entries(const ParameterPlan& plan, const Context& context) const;
};

/// Samples the parameters of one replica.
class DrawnParameters : public ParameterSource {
public:
    DrawnParameters(std::uint64_t seed, int replica, NoiseCache& cache)
        : seed_(seed), replica_(std::uint32_t(replica)), cache_(cache)
    {
    }

    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    ScaledMatrix with_given_rows(const ParameterPlan& plan, const ScaledMatrix& drawn, const Context& context) const;

    std::uint64_t seed_;
    std::uint32_t replica_;
    NoiseCache& cache_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, ScaledMatrix> tables_;   // with given rows, by the plans' names
};

/// Rounds the parameters of another source to a format narrower than float32.
class RoundedParameters : public ParameterSource {
public:
    /// `exact` must outlive this object.
    RoundedParameters(const ParameterSource& exact, FloatFormat format) : exact_(exact), format_(format) { }

    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    const ParameterSource& exact_;
    FloatFormat format_;
};

/// Holds values that were read or trained, by the plans' names.
class HeldParameters : public ParameterSource {
public:
    /// Other parameters come from `rest`, which must outlive this object; null: there are none.
    explicit HeldParameters(const ParameterSource* rest = nullptr) : rest_(rest) { }

    /// Sets or replaces a parameter; a vector is one row. Entries must be finite, and at least one. Throws Stopped.
    void hold(const std::string& name, WeightMatrix entries, const Context& context);

    /// Throw std::invalid_argument when a name is missing, or its shape differs from the plan's.
    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    const ScaledMatrix* find(const ParameterPlan& plan, int rows, int columns) const;

    const ParameterSource* rest_;
    std::map<std::string, ScaledMatrix> held_;
};

}   // namespace stepzero
