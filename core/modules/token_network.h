// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of tokens: embedding, or patches of images → body → head, and what the plans of their parameters have in
// common; and passes through any body.
#pragma once

#include <algorithm>
#include <map>
#include <variant>

#include "core/modules/embedding.h"
#include "core/modules/head.h"
#include "core/modules/norm.h"
#include "core/modules/output_gradient.h"
#include "core/modules/patches.h"

namespace stepzero {

/// How the parameters of a role are drawn.
struct RoleInitializer {
    Initializer initializer;
    double factor = 1;   ///< on top, e.g. 1/√(2·layers)
    bool operator==(const RoleInitializer&) const = default;
};

/// Words → embedding, or images → patches; → a body of blocks → head.
class TokenNetwork {
public:
    using Start = std::variant<Embedding, Patches>;

    /// `steps`: residual steps of the body, for progress.
    TokenNetwork(Start start, Sequence body, HeadSpec head, double steps);

    /// Sequence after sequence of `length` tokens. Forward, and backward if pass.backward: from the cross-entropies'
    /// sum down to the embedding. Ends early, and quietly, where a signal cannot be followed: the recorder was told.
    /// Throws Stopped, std::invalid_argument. Precondition: it begins with an embedding.
    void run(const std::vector<int>& tokens, int length, const std::vector<int>& targets, Pass& pass);
    /// The same of images [channels, positions of all], with the class of each. Precondition: it begins with patches.
    void run(Signal images, const std::vector<int>& classes, Pass& pass);

    /// In the order of use; a tied head's is that of the embedding.
    std::vector<ParameterPlan> parameters() const;

private:
    /// begin() is the stream, end(gradient) takes the gradient there.
    template <class Begin, class End>
    void run(const Begin& begin, const std::vector<int>& targets, const End& end, Pass& pass);

    double steps_;
    Start start_;
    Sequence body_;
    Head head_;
};

/// Plans of the parameters of a Spec with width, vocabulary, matrices, matrix, norm, norm_scale, epsilon and alpha:
/// named blocks.N.ROLE.weight and .bias, or ROLE.weight outside.
template <class Spec>
class TokenPlans {
public:
    /// Streams go by the places of roles in the two lists, which must live as long: a deeper network has those of a
    /// shallower one.
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
        Role kind, std::uint32_t place) const
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
        complete(plan);
        return plan;
    }
    /// What is known of one parameter beyond its role.
    virtual void complete(ParameterPlan&) const { }

    std::uint32_t matrix_slot(const std::string& role) const { return place_in(matrix_slots_, role); }
    /// Behind those of ten matrices: a vector may have the slot of a matrix.
    std::uint32_t norm_slot(const std::string& name) const { return 10 + place_in(norm_slots_, name); }

    ParameterPlan matrix(int block, const std::string& role, Shape shape, const char* ending = ".weight") const
    {
        const auto given = s_.matrices.find(role);
        return plan(block, role, ending, shape, given == s_.matrices.end() ? s_.matrix : given->second, Role::weight,
            matrix_slot(role));
    }

    /// With the scale of the norm `scale`, if it is not one of its own.
    NormSpec norm(int block, const std::string& role, int width, const std::string& scale = {}) const
    {
        const std::string& name = scale.empty() ? role : scale;
        return {.kind = s_.norm,
            .site = {block, role},
            .scale = plan(block, name, ".weight", {width, width}, s_.norm_scale, Role::bias, norm_slot(name)),
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
///     DistributionRecorder recorder;
///     const DrawnParameters parameters(seed, replica, cache);
///     Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
///     propagate(body, input, cotangent, pass);
///     Recording seen = recorder.recording();
///
/// Forward through a body and backward from the gradient `cotangent` at its output (not read without
/// pass.backward). Records the site {0, "input"}, with the gradient if pass.to_input. Ends early, and quietly, where a
/// signal cannot be followed: the recorder was told. Throws Stopped.
void propagate(Module& body, Signal input, Signal cotangent, Pass& pass);
/// The same where the gradient hangs on the output.
void propagate(Module& body, Signal input, const OutputGradient& cotangent, Pass& pass);

}   // namespace stepzero
