// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the figures and the window of a capture show. It holds the capture, its findings, the capture that it
// is compared with, and what is chosen. The functions below return modified copies, and the values that figures draw.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/capture/inspection.h"
#include "core/study/exhibit.h"
#include "core/theory/marchenko_pastur.h"

namespace stepzero {

inline constexpr std::size_t no_place = std::size_t(-1);

/// The checkpoint that was saved with a capture.
struct SavedWeights {
    std::filesystem::path path;   ///< empty: there is none
    bool judged = false;   ///< the audit has ended
    std::shared_ptr<const Audit> audit;   ///< null: not judged yet, or the tensors are of no known family
};

/// A place is an index into the modules in the order of execution, followed by the parameters.
struct CaptureStudy : Exhibit {
    std::shared_ptr<const Capture> capture;   ///< never null
    std::vector<CaptureFinding> findings;   ///< most severe first; those of the audit too
    SavedWeights weights;
    std::vector<std::size_t> audited;   ///< for each place the tensor of the audit, or no_place; empty without one
    std::shared_ptr<const CapturedWidths> widths;   ///< null, or all captures of a file with several widths
    std::size_t shown = 0;   ///< index of `capture` in `widths`
    std::vector<WidthExponent> exponents, module_exponents;   ///< of roles and of modules; empty without `widths`
    std::shared_ptr<const Capture> before;   ///< null: compared with no other capture
    std::multimap<std::string, std::size_t> owned;   ///< places of parameters by the path of their module
    std::vector<std::size_t> worst;   ///< for each place the index of finding_of(), or no_place
    std::vector<std::size_t> same;   ///< for each place its place in `before`, or no_place; empty without it
    std::string name;   ///< name of the file, without its path
    Text against;   ///< what it is compared with: another file, or a width
    std::optional<std::size_t> chosen;   ///< place
    std::string filter;   ///< filter of the table: text that a row must contain; empty: all rows

    std::size_t places() const { return capture->modules.size() + capture->parameters.size(); }
    const CapturedModule* module(std::size_t place) const;   ///< null for a parameter
    const CapturedParameter* parameter(std::size_t place) const;   ///< null for a module
    /// Returns the path of a module, with its call where it is not the first ("block.act (2)"), or the name of a
    /// parameter.
    std::string name_of(std::size_t place) const;
    std::string pattern_of(std::size_t place) const;   ///< with * in place of the block's number
    int block_of(std::size_t place) const;   ///< 0: outside of blocks
    std::string role_of(std::size_t place) const;

    /// Returns the chosen module, or the module that owns the chosen parameter.
    std::optional<std::size_t> chosen_module() const;
    /// Returns the places of the parameters of a module.
    std::vector<std::size_t> parameters_of(std::size_t module) const;
    /// Returns the place of the chosen parameter, or of the largest one of the chosen module.
    std::optional<std::size_t> chosen_parameter() const;
    /// Returns the same module or parameter of the other capture. Null without one, and where it lacks it.
    const CapturedModule* module_before(std::size_t place) const;
    const CapturedParameter* parameter_before(std::size_t place) const;
    /// Returns what the audit has found about a parameter; null without an audit, and for a module.
    const AuditedTensor* audited_tensor(std::size_t place) const;
    bool is_named(std::size_t place, const CaptureFinding& finding) const;
    /// Returns the most severe finding that names the place; null when there is none.
    const CaptureFinding* finding_of(std::size_t place) const;
};

/// Makes a study of a file. Of several widths it shows the largest at the last step, compared with the smallest. It
/// first selects what the most severe finding names, above a note, or else the largest weight. `weights` is the path of
/// the checkpoint that was saved with the capture; empty: there is none.
CaptureStudyPtr capture_study(
    CaptureFile file, std::string name, std::uint64_t generation = 0, std::filesystem::path weights = {});
/// Returns the study of another capture of a file with several widths. The choice stays by name, and so does a
/// comparison with another file. Else it is compared with the smallest width, unless the comparison was ended.
/// Precondition: `index` is one of study.widths.
CaptureStudyPtr with_width(const CaptureStudy& study, std::size_t index);
/// Returns the study with a comparison. `before` may be null.
CaptureStudyPtr with_before(const CaptureStudy& study, std::shared_ptr<const Capture> before, Text against);
/// Returns the study after the audit of its weights, with the findings of both. `audit` is null if the tensors are of
/// no known family.
CaptureStudyPtr with_audit(const CaptureStudy& study, std::shared_ptr<const Audit> audit);
CaptureStudyPtr with_chosen(const CaptureStudy& study, std::optional<std::size_t> chosen);
CaptureStudyPtr with_filter(const CaptureStudy& study, std::string filter);

/// Returns the capture of a file that others are compared with: that of the largest width at the last step.
Capture main_capture(const CaptureFile& file);

/// The modules that a figure shows. The outputs of whole blocks are a separate kind, and not among all modules.
enum class ModuleFilter { all, linear, activations, norms, attention, blocks };
bool is_block_output(const CapturedModule& module);
/// Returns indices of modules, in the order of execution.
std::vector<std::size_t> modules_of(const Capture& capture, ModuleFilter filter);

/// Neighbours in a list of modules that belong to the same block.
struct BlockRun {
    int block = 0;   ///< 0: outside of blocks
    std::size_t first = 0, last = 0;   ///< indices into the list; last is included
    bool operator==(const BlockRun&) const = default;
};
std::vector<BlockRun> block_runs(const Capture& capture, const std::vector<std::size_t>& modules);

/// Marks values that are far from the others: more than a decade from their median, and five standard deviations. The
/// latter is estimated from the median absolute deviation, so a trend over depth marks nothing. `log10_values` may
/// contain NaN, which is never marked.
std::vector<bool> outliers(const std::vector<double>& log10_values);

/// A quantity on the map of blocks and roles. Outputs and gradients belong to modules, the others to parameters.
enum class CaptureQuantity { output, gradient, weight, weight_gradient, update };
bool is_of_modules(CaptureQuantity quantity);
/// Returns the RMS, or the ratio of an update. Absent for a place of another kind, and where it is not recorded.
std::optional<double> quantity_of(const CaptureStudy& study, std::size_t place, CaptureQuantity quantity);
std::optional<double> quantity_before(const CaptureStudy& study, std::size_t place, CaptureQuantity quantity);

/// Returns the size of a parameter as a matrix, [shape[0], rest]; {0, 0} for a vector or a number.
std::pair<std::uint64_t, std::uint64_t> matrix_size(const CapturedParameter& parameter);
/// Returns the law of the singular values of a matrix of independent entries of this size and mean square (Marchenko,
/// Pastur 1967). Absent for vectors, and where no entry is finite.
std::optional<SingularValueLaw> singular_law(const CapturedParameter& parameter);

/// A quantity that is recorded by step.
enum class StepQuantity { update, loss, output, gradient };
/// Returns the recorded values of a step by name of parameter or module path; a loss has no name.
std::map<std::string, double> values_of(const CapturedStep& step, StepQuantity quantity);
/// A quantity by step, at CapturedStep::step; NaN where a step does not record it.
struct StepLine {
    std::string name;
    std::vector<double> value;
};
/// Returns a line for every name, in alphabetical order, when there are at most `most`. Of more, it returns those at
/// equal distances in the order of the last step's values, with the smallest and the largest.
std::vector<StepLine> step_lines(const Capture& capture, StepQuantity quantity, std::size_t most);

}   // namespace stepzero
