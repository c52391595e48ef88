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

/// A dense weight is [fan_out, fan_in], as in PyTorch; a kernel is [units, fan_in], flattened to
/// [units, channels of a group × kernel^dimensions], and counts its fans as PyTorch does: those of its receptive field,
/// fan_out not divided by groups. A bias is a vector of as many entries as there are units that knows the fans of its
/// weight.
struct Shape {
    int fan_out = 1, fan_in = 1;
    int kernel = 1, dimensions = 0;   ///< positions along each dimension that a unit sees; a matrix has none

    int receptive() const { return dimensions == 2 ? kernel * kernel : kernel; }
    int rows() const { return fan_out / receptive(); }   ///< units
    int columns() const { return fan_in; }
    bool operator==(const Shape&) const = default;
};

/// The law of one entry, in closed form. Rounding to a format is in it, number by number, where no more than 1024 of
/// them lie within 9σ; else it changes the variance by less than 3e-5 of it, and is left out.
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
    constant,   ///< all are the same number
    fixed,   ///< known numbers, none of them random
    independent,   ///< identically distributed
    dependent,   ///< random
};

/// The position of a kernel that has entries, where all others are 0 (delta).
struct Tap {
    int receptive = 1;   ///< columns that a channel has; 1: none is left out
    int centre = 0;   ///< which of them
};

/// The initializer of a framework that takes a variance, given `fan_in` and `fan_out`.
struct FanCode {
    std::string distribution;   ///< its name in the framework's variance scaling
    PythonLines before;   ///< statements that `value` needs
    std::string value;   ///< the same without variance scaling: an expression
};

/// What theory, audits and rules ask of a base.
struct BaseFacts {
    std::string_view name;   ///< as audits report it: "truncated_normal"
    Dependence dependence = Dependence::independent;
    std::vector<double> parameters {};   ///< that tell two bases of one name apart
    bool isometric = false;   ///< all singular values are 1; of a delta kernel those of its tap
    bool free = true;   ///< matrices are free of each other: their products have the spectra of free probability
    bool identical_units = false;   ///< rows 1 and 2 are the same, and columns 1 and 2
    bool flat = false;   ///< the density is the same from end to end
    int copies = 1;   ///< matrices of the same size in memory while one is sampled
    Tap tap {};
    std::optional<std::pair<double, double>> truncation {};   ///< where a normal distribution is cut, in σ
};

class Base : public BaseFacts {
public:
    virtual ~Base() = default;
    Base(const Base&) = delete;
    Base& operator=(const Base&) = delete;

    bool random() const { return dependence == Dependence::independent || dependence == Dependence::dependent; }
    bool haar() const { return isometric && random(); }   ///< a random orthogonal matrix
    bool operator==(const Base& other) const { return name == other.name && parameters == other.parameters; }

    /// Fills a matrix whose size is set. Bit-identical on any pool. Throws Stopped.
    virtual void fill(const Stream& stream, WeightMatrix& entries, const Context& context) const = 0;
    virtual Law law(Shape shape) const = 0;
    /// E[(x − mean)⁴]/variance²; absent where it is not known in closed form.
    virtual std::optional<double> kurtosis(Shape) const { return {}; }
    /// P(entry ≤ x), by which audits test entries. Empty of numbers that are not random or have a mass somewhere, and
    /// where rounding errors would hide the distribution.
    virtual std::function<double(double)> below(Shape) const { return {}; }
    /// The numbers of every row, where all rows are the same and none is random; empty of all others.
    virtual std::vector<double> row(int /*columns*/) const { return {}; }

    // Code. `draw` is one of this base; its format does not matter.
    /// Statements that fill a tensor.
    virtual PythonLines pytorch(const Draw& draw, const std::string& tensor) const = 0;
    /// Initializers, as expressions; empty where no network that the framework has code for uses the base.
    virtual std::string jax(const Draw&, Shape) const { return {}; }
    virtual std::string keras(const Draw&, Shape) const { return {}; }
    /// Functions that these call, by name.
    virtual std::map<std::string, std::string> jax_functions() const { return {}; }
    virtual std::map<std::string, std::string> keras_functions() const { return {}; }
    /// The same by a variance that the code takes from the fans; nothing where the numbers have to be computed before.
    virtual PythonLines pytorch_by_fans(const VarianceScaling&, const std::string& /*tensor*/) const { return {}; }
    virtual std::optional<FanCode> jax_by_fans(const VarianceScaling&) const { return {}; }
    virtual std::optional<FanCode> keras_by_fans(const VarianceScaling&) const { return {}; }

protected:
    explicit Base(BaseFacts facts) : BaseFacts(std::move(facts)) { }
};

/// 1 everywhere: of draws that name no other base.
std::shared_ptr<const Base> base_constant();

}   // namespace stepzero
