// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of tokens: embedding, or patches of images, → body → head, with helpers for the plans of their parameters.
// Also runs passes through any body.
#pragma once

#include <algorithm>
#include <map>
#include <variant>

#include "core/modules/embedding.h"
#include "core/modules/head.h"
#include "core/modules/norm.h"
#include "core/modules/output_gradient.h"
#include "core/modules/patches.h"
#include "core/network/init/typed_law.h"

namespace stepzero {

/// Initialization of the parameters of a role.
struct RoleInitializer {
    Initializer initializer;
    double factor = 1;   ///< additional factor, e.g. 1/√(2·layers)
    bool operator==(const RoleInitializer&) const = default;
};

/// Words → embedding, or images → patches; → a body of blocks → head.
class TokenNetwork {
public:
    using Start = std::variant<Embedding, Patches>;

    /// `steps` is the number of residual steps of the body, for progress.
    TokenNetwork(Start start, Sequence body, HeadSpec head, double steps);

    /// Runs sequences of `length` tokens, concatenated: forward, and backward if pass.backward, from the summed
    /// cross-entropy to the embedding. Ends early, without an exception, when a signal cannot be followed; the recorder
    /// has been notified. Throws Stopped, std::invalid_argument. Precondition: the network begins with an embedding.
    void run(const std::vector<int>& tokens, int length, const std::vector<int>& targets, Pass& pass);
    /// As above, for images [channels, positions of all samples] and the class of each. Precondition: the network
    /// begins with patches.
    void run(Signal images, const std::vector<int>& classes, Pass& pass);

    /// Returns all parameters in the order of use; a tied head has the embedding's parameter.
    std::vector<ParameterPlan> parameters() const;

private:
    /// begin() returns the stream, and end(gradient) receives the gradient there.
    template <class Begin, class End>
    void run(const Begin& begin, const std::vector<int>& targets, const End& end, Pass& pass);

    double steps_;
    Start start_;
    Sequence body_;
    Head head_;
};

/// Makes the plans of the parameters of a Spec with width, vocabulary, matrices, matrix, law_variables, norm,
/// norm_scale, norm_scales, epsilon and alpha. Names are blocks.N.ROLE.weight and .bias, or ROLE.weight outside the
/// blocks.
template <class Spec>
class TokenPlans {
public:
    /// The places of roles in the two lists, which must outlive the object, determine the random streams. The blocks of
    /// a deeper network therefore begin with those of a shallower one.
    TokenPlans(const Spec& spec, const std::vector<std::string>& matrices, const std::vector<std::string>& norms)
        : s_(spec), matrix_slots_(matrices), norm_slots_(norms)
    {
    }

protected:
    virtual ~TokenPlans() = default;

    static std::uint32_t place_in(const std::vector<std::string>& list, const std::string& role)
    {
        return std::uint32_t(std::find(list.begin(), list.end(), role) - list.begin());
    }

    ParameterPlan plan(int block, const std::string& role, const char* ending, Shape shape, const RoleInitializer& how,
        Role kind, std::uint32_t place, int groups = 1) const
    {
        constexpr std::uint32_t slots_of_a_block = 32;
        const std::string name = block == 0 ? role : "blocks." + std::to_string(block) + "." + role;
        ParameterPlan plan {.name = name + ending,
            .role = role,
            .block = block,
            .shape = shape,
            .initializer = how.initializer,
            .kind = kind,
            .factor = how.factor,
            .stream = std::uint32_t(block) * slots_of_a_block + place};
        evaluate(plan, s_.law_variables, groups);
        complete(plan);
        return plan;
    }
    /// Adds what is specific to one parameter.
    virtual void complete(ParameterPlan&) const { }

    std::uint32_t matrix_slot(const std::string& role) const { return place_in(matrix_slots_, role); }
    /// After the slots of ten matrices; a vector may use the slot of a matrix.
    std::uint32_t norm_slot(const std::string& name) const { return 10 + place_in(norm_slots_, name); }

    const RoleInitializer& initializer_of(const std::string& role) const
    {
        const auto given = s_.matrices.find(role);
        return given == s_.matrices.end() ? s_.matrix : given->second;
    }
    ParameterPlan matrix(
        int block, const std::string& role, Shape shape, const char* ending = ".weight", int groups = 1) const
    {
        return plan(block, role, ending, shape, initializer_of(role), Role::weight, matrix_slot(role), groups);
    }

    /// Uses the scale of the norm `scale` when it is not empty.
    NormSpec norm(int block, const std::string& role, int width, const std::string& scale = {}) const
    {
        const std::string& name = scale.empty() ? role : scale;
        const auto own = s_.norm_scales.find(name);
        return {.kind = s_.norm,
            .site = {block, role},
            .scale = plan(block, name, ".weight", {width, width},
                own == s_.norm_scales.end() ? s_.norm_scale : own->second, Role::bias, norm_slot(name)),
            .epsilon = s_.epsilon,
            .alpha = s_.alpha};
    }

    const Spec& s_;

private:
    const std::vector<std::string>&matrix_slots_, &norm_slots_;
};

/// Passes through any body, for instance a residual MLP:
///
///     Sequence body;
///     for (int block = 1; block <= blocks; ++block)
///         body.emplace<Residual>(ResidualSpec {.block = block, .word = "branch", …}, std::move(function));
///     DistributionRecorder recorder(blocks);
///     const DrawnParameters parameters(seed, replica, cache);
///     Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
///     propagate(body, input, cotangent, pass);
///     const Record seen = recorder.record();
///
/// Runs forward through a body, and backward from the gradient `cotangent` at its output, which is ignored without
/// pass.backward. Records the site {0, "input"}, with the gradient if pass.to_input. Ends early, without an exception,
/// when a signal cannot be followed; the recorder has been notified. Throws Stopped.
void propagate(Module& body, Signal input, Signal cotangent, Pass& pass);
/// As above, for a gradient that depends on the output.
void propagate(Module& body, Signal input, const OutputGradient& cotangent, Pass& pass);

}   // namespace stepzero
