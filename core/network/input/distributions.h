// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of input distributions, of numbers [input_width] or of tokens. To add one, define its function in a file
// in distributions/ and add its name here, in menu order.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/python_text.h"
#include "core/math/random/stream.h"
#include "core/network/experiment/experiment.h"

#define STEPZERO_INPUT_DISTRIBUTIONS(member)                                                                           \
    member(normal) member(uniform) member(rademacher) member(sphere) member(natural)
#define STEPZERO_TOKEN_DISTRIBUTIONS(member) member(uniform_tokens) member(zipf_tokens)

namespace stepzero {

/// Fills one sample with entries of mean 0, and returns the factor that gives them std 1.
using SampleFill = std::function<float(std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x)>;

struct InputDistribution {
    std::string name;   ///< name in files
    Text label;   ///< display name: "normal"
    /// κ in E[x⁴] = m⁴ + 6 m² s² + κ s⁴, as far as it makes the lengths of samples vary; 1 when all have equal length.
    double kurtosis = 3;
    bool independent = true;   ///< false: entries are a field over positions (natural.h)
    SampleFill (*fill)(const Experiment&, const Stream&) = nullptr;
    int tile = 32;   ///< samples per task, about some milliseconds of work
    /// Returns Python code from `rng` to `x`; `samples` and `width` are Python expressions.
    PythonLines (*python)(const Experiment&, const std::string& samples, const std::string& width) = nullptr;
};

struct TokenDistribution {
    std::string name;   ///< name in files
    Text label;   ///< display name: "uniform"
    /// Maps a uniform random number u in (0, 1) to a token of the vocabulary, counted from 0.
    std::function<int(double u)> (*draw)(int vocabulary) = nullptr;
    double (*repeat_chance)(int vocabulary) = nullptr;   ///< probability that two tokens are equal
    std::vector<double> (*frequencies)(int vocabulary) = nullptr;   ///< probability of each token
    Initializer log_frequencies {};   ///< bias of a head whose softmax gives these probabilities
    PythonLines (*python)(const std::string& shape) = nullptr;   ///< code from `rng` to returning tokens of this shape
};

/// Return null when not found.
const InputDistribution* find_input_distribution(std::string_view name);
const TokenDistribution* find_token_distribution(std::string_view name);
/// Returns the display name of either; an unknown name is returned unchanged.
Text distribution_label(const std::string& name);
/// Return the valid names for Input::distribution in networks of numbers, and of tokens.
const std::vector<std::string>& input_distributions();
const std::vector<std::string>& token_distributions();

// Each is defined in its own file.
#define STEPZERO_DECLARE(name) const InputDistribution& name##_distribution();
STEPZERO_INPUT_DISTRIBUTIONS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE
#define STEPZERO_DECLARE(name) const TokenDistribution& name##_distribution();
STEPZERO_TOKEN_DISTRIBUTIONS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
