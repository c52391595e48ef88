// SPDX-License-Identifier: GPL-3.0-or-later
// A base is the distribution that a scheme takes its random numbers from, before they are scaled and shifted. Schemes
// that differ only by scale have the same base and share its samples, so a slider that changes a scale samples nothing
// again. A base is one file in bases/ and one line of bases.h: how it is sampled, its density and moments, and how
// PyTorch, JAX and Keras write it. Its parameters, such as where a normal distribution is truncated, are in the object.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/python_text.h"
#include "core/math/random/stream.h"

namespace stepzero {

struct Draw;
struct VarianceScaling;

/// Weights as in PyTorch: [fan_out, fan_in], rows contiguous.
using WeightMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A dense weight is [fan_out, fan_in], as in PyTorch. A kernel is [units, fan_in], flattened to [units, channels per
/// group × kernel^dimensions]. Its fans are those of PyTorch: they include the receptive field, and fan_out is not
/// divided by groups. A bias is a vector with one entry per unit, and has the fans of its weight. The kernel of a
/// transposed convolution is that of the convolution whose transpose it is: PyTorch stores [channels, units per group ×
/// kernel^dimensions] and counts fans along these axes, so fan_in counts outputs.
struct Shape {
    int fan_out = 1, fan_in = 1;
    int kernel = 1, dimensions = 0;   ///< size of the receptive field along each dimension; a matrix has dimensions = 0
    /// Weights that an output of a transposed convolution sums, averaged over positions; 0: it is not transposed.
    double transposed_terms = 0;

    int receptive() const { return dimensions == 2 ? kernel * kernel : kernel; }
    int rows() const { return fan_out / receptive(); }   ///< units; channels of a transposed convolution
    int columns() const { return fan_in; }
    bool transposed() const { return transposed_terms > 0; }
    double terms() const { return transposed() ? transposed_terms : fan_in; }   ///< weights that an output sums
    bool operator==(const Shape&) const = default;
};

/// The distribution of one entry, in closed form. It includes rounding to a format exactly if at most 1024 numbers of
/// the format lie within 9σ. Otherwise rounding changes the variance by a fraction below 3e-5, and is neglected.
struct Law {
    struct Atom {
        double value, probability;
    };
    double mean = 0, variance = 0;
    double low = 0, high = 0;   ///< support, may be infinite
    std::vector<Atom> atoms;   ///< point masses
    std::function<double(double)> density;   ///< the continuous part; integrates to 1 − Σ atoms; may be empty
};

/// How the entries of a matrix depend on each other.
enum class Dependence {
    constant,   ///< all entries are the same number
    fixed,   ///< known numbers, not random
    independent,   ///< identically distributed
    dependent,   ///< random
};

/// The position of a kernel that has nonzero entries (delta).
struct Tap {
    int receptive = 1;   ///< columns per channel; 1: all are used
    int centre = 0;   ///< index of the nonzero one
};

/// A framework's initializer that derives its variance from `fan_in` and `fan_out`.
struct FanCode {
    std::string distribution;   ///< its name in the framework's variance scaling
    PythonLines before;   ///< statements that `value` needs
    std::string value;   ///< an equivalent expression without variance scaling
};

/// Properties of a base that theory, audits and rules use.
struct BaseFacts {
    std::string_view name;   ///< as reported by audits: "truncated_normal"
    Dependence dependence = Dependence::independent;
    std::vector<double> parameters {};   ///< distinguish bases with the same name
    bool isometric = false;   ///< all singular values are 1; for a delta kernel, those of its tap
    bool free = true;   ///< matrices are free: products have spectra from free probability
    bool identical_units = false;   ///< rows 1 and 2 are equal, and so are columns 1 and 2
    bool flat = false;   ///< the density is constant over the support
    int copies = 1;   ///< matrices of the same size in memory during sampling
    Tap tap {};
    std::optional<std::pair<double, double>> truncation {};   ///< bounds of a truncated normal distribution, in σ
};

class Base : public BaseFacts {
public:
    virtual ~Base() = default;
    Base(const Base&) = delete;
    Base& operator=(const Base&) = delete;

    bool random() const { return dependence == Dependence::independent || dependence == Dependence::dependent; }
    bool haar() const { return isometric && random(); }   ///< a random orthogonal matrix
    bool operator==(const Base& other) const { return name == other.name && parameters == other.parameters; }

    /// Fills a matrix whose size is set. Results are bit-identical for any number of threads. Throws Stopped.
    virtual void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const = 0;
    virtual Law law(Shape shape) const = 0;
    /// Returns E[(x − mean)⁴]/variance²; absent without a closed form.
    virtual std::optional<double> kurtosis(Shape) const { return {}; }
    /// Returns P(entry ≤ x), with which audits test entries. Empty for numbers that are not random or have point
    /// masses, and when rounding errors would hide the distribution.
    virtual std::function<double(double)> below(Shape) const { return {}; }
    /// Returns the entries of every row, if all rows are equal and not random; else empty.
    virtual std::vector<double> row(int /*columns*/) const { return {}; }

    // Code. `draw` must have this base; its format is irrelevant.
    /// Returns statements that fill a tensor.
    virtual PythonLines pytorch(const Draw& draw, const std::string& tensor) const = 0;
    /// Return initializers as expressions; empty when no network with code for the framework uses the base.
    virtual std::string jax(const Draw&, Shape) const { return {}; }
    virtual std::string keras(const Draw&, Shape) const { return {}; }
    /// Return the functions that these expressions call, by name.
    virtual std::map<std::string, std::string> jax_functions() const { return {}; }
    virtual std::map<std::string, std::string> keras_functions() const { return {}; }
    /// Return the same for a variance computed from fans in the code; nothing when the numbers must be computed
    /// beforehand.
    virtual PythonLines pytorch_by_fans(const VarianceScaling&, const std::string& /*tensor*/) const { return {}; }
    virtual std::optional<FanCode> jax_by_fans(const VarianceScaling&) const { return {}; }
    virtual std::optional<FanCode> keras_by_fans(const VarianceScaling&) const { return {}; }

protected:
    explicit Base(BaseFacts facts) : BaseFacts(std::move(facts)) { }
};

/// Returns the base of ones, used by draws that name no other base.
std::shared_ptr<const Base> base_constant();

}   // namespace stepzero
