// SPDX-License-Identifier: GPL-3.0-or-later
// Distributions that an input may have: of numbers [input_width] or of tokens. A member is a file in distributions/
// that defines its function, and a word here, in the order of the menus.
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

/// Fills one sample with entries of mean 0, and returns what they are multiplied by to have the std 1.
using SampleFill = std::function<float(std::uint32_t sample, Eigen::Ref<Eigen::VectorXf> x)>;

struct InputDistribution {
    std::string name;   ///< in files
    Text label;   ///< for people: "normal"
    /// κ in E[x⁴] = m⁴ + 6 m² s² + κ s⁴, as far as the lengths of samples vary by it: 1 where all are of one length.
    double kurtosis = 3;
    bool independent = true;   ///< entries know nothing of each other; else they are a field over positions (natural.h)
    SampleFill (*fill)(const Experiment&, const Stream&) = nullptr;
    int tile = 32;   ///< samples that are some milliseconds of work
    /// Python lines from `rng` to `x`, samples and their `width` numbers being written so.
    PythonLines (*python)(const Experiment&, const std::string& samples, const std::string& width) = nullptr;
};

struct TokenDistribution {
    std::string name;   ///< in files
    Text label;   ///< for people: "uniform"
    /// A token of the vocabulary, counted from 0, for a number u that is uniform in (0, 1).
    std::function<int(double u)> (*draw)(int vocabulary) = nullptr;
    double (*repeat_chance)(int vocabulary) = nullptr;   ///< that two tokens are the same
    PythonLines (*python)(const std::string& shape) = nullptr;   ///< from `rng` to the return of tokens of this shape
};

/// Null where there is none of the name.
const InputDistribution* find_input_distribution(std::string_view name);
const TokenDistribution* find_token_distribution(std::string_view name);
/// How people call either; of an unknown name the name itself.
Text distribution_label(const std::string& name);
/// The names that Input::distribution may have in a network of numbers, and in one of tokens.
const std::vector<std::string>& input_distributions();
const std::vector<std::string>& token_distributions();

// One file each.
#define STEPZERO_DECLARE(name) const InputDistribution& name##_distribution();
STEPZERO_INPUT_DISTRIBUTIONS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE
#define STEPZERO_DECLARE(name) const TokenDistribution& name##_distribution();
STEPZERO_TOKEN_DISTRIBUTIONS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
