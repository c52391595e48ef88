// SPDX-License-Identifier: GPL-3.0-or-later
// Where the values of a network's parameters come from. A module asks for a parameter when it computes with it, forward
// and again backward, and holds none between: a network of more weights than memory runs all the same. What the noise
// cache still has is not drawn twice.
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
    std::int64_t exponent = 0;   ///< 0 for all but extreme scales

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
    /// Of the entries of W.
    Distribution distribution() const
    {
        return affine(base->distribution, scale * power_of_two(exponent), shift * power_of_two(exponent));
    }
};

/// Where the parameters of a network come from, which a module cannot tell. The same plan is always the same bits.
class ParameterSource {
public:
    virtual ~ParameterSource() = default;

    /// Precondition: a matrix. Throws Stopped.
    virtual ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const = 0;
    /// Precondition: a vector. As many entries as rows. Throws Stopped.
    virtual Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const = 0;
    /// The entries themselves, a vector as one row: for files. Throws Stopped.
    WeightMatrix entries(const ParameterPlan& plan, const Context& context) const;
};

/// Draws the parameters of one replica.
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
    mutable std::map<std::string, ScaledMatrix> tables_;   // with rows that were given, by the plans' names
};

/// Those of another source, rounded to a format narrower than float32.
class RoundedParameters : public ParameterSource {
public:
    /// `exact` must live as long.
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
    /// What is not held comes from `rest`, which must live as long; null: all is held.
    explicit HeldParameters(const ParameterSource* rest = nullptr) : rest_(rest) { }

    /// In place of what was held. A vector is one row. Entries are finite, and there is one or more. Throws Stopped.
    void hold(const std::string& name, WeightMatrix entries, const Context& context);

    /// Throw std::invalid_argument where a name is missing, or held in another shape than the plan's.
    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override;
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override;

private:
    const ScaledMatrix* find(const ParameterPlan& plan, int rows, int columns) const;

    const ParameterSource* rest_;
    std::map<std::string, ScaledMatrix> held_;
};

}   // namespace stepzero
