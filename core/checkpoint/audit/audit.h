// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the tensors of a checkpoint are what its recipe says: each measured, held against the recipe by tests whose
// family-wise error is bounded over the whole file (Holm), with an effect size; what deviates is explained by the
// recipe that it does follow.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/text.h"
#include "core/checkpoint/audit/entry_tests.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/checkpoint/checkpoint.h"
#include "core/diagnose/finding.h"

namespace stepzero {

enum class AuditVerdict {
    follows,
    deviates,
    trained,   ///< of a tensor: its entries are no independent draws any more
    unknown,   ///< no recipe
};
const char* word(AuditVerdict verdict);   ///< as results name it
Text label_of(AuditVerdict verdict);

/// A tensor, or a part of a packed one.
struct AuditedPart {
    std::string role;
    Shape shape;
    TensorKind kind = TensorKind::weight;
    EntryNumbers entries;
    std::optional<RowNumbers> rows;
    std::uint64_t unexpected_dead = 0;   ///< rows of zeros but that of padding
    std::optional<SpectrumNumbers> spectrum;
    Histogram histogram;   ///< of its entries within 8 std of their mean, for a picture
    std::optional<Expected> expected;
    std::optional<EntryLaw> law;   ///< of `expected`
    std::optional<EntryTests> tests;   ///< against it; without it, of independence alone
    std::string nearest;   ///< law: "normal", "uniform", "orthogonal", "constant", "truncated_normal at 2 sigma", …
    std::optional<double> edge;   ///< of the sampled matrix's singular values, were its entries independent
    std::optional<double> p;   ///< of the worst test
    std::optional<Strays> strays;   ///< where there is no recipe
    std::uint64_t hash = 0;   ///< parts of the same are equal to the bit
    bool unlike_any = false;   ///< no other tensor that is drawn apart can be equal to the bit by chance
    std::vector<Doubt> doubts;   ///< that hold over the whole file and matter
    AuditVerdict verdict = AuditVerdict::unknown;
    double evidence = 0;   ///< for the recipe: recipe_evidence()
    Text other_recipe {};   ///< where it deviates: the label of another recipe of the family, which it follows

    bool doubted(Doubt doubt) const;
    /// Whether entries lie too far out, no more than this fraction of all and not a row of them.
    bool has_strays(double most) const;
    /// Whether chance alone does not explain the entries, but training does: row lengths or singular values, beside
    /// scale or law.
    bool looks_trained() const;
    /// Measured std over the recipe's, or of constants their values; absent without a recipe.
    std::optional<double> ratio() const;
};

struct AuditedTensor {
    StoredTensor stored;
    UnderstoodTensor understood;
    AuditedPart whole;   ///< where there are parts, its numbers alone
    std::vector<AuditedPart> parts;   ///< of a packed tensor
    std::uint64_t hash = 0;
    MemoryTraces traces {};
    AuditVerdict verdict = AuditVerdict::unknown;

    /// What is judged: the parts, or the whole.
    std::vector<const AuditedPart*> judged() const;
    std::vector<AuditedPart*> judged();
};

struct AuditFinding {
    std::string id;   ///< "std_ratio"
    Severity severity = Severity::error;
    std::vector<std::string> tensors;   ///< names, * for the number of a block where all blocks have it
    Text message, cause, fix;   ///< sentences; the last two may be empty
};

/// A recipe of the family, and how well it explains the file.
struct RankedRecipe {
    std::string name;
    Text label;
    double behind = 0;   ///< ln of how much likelier the file is by the best; 0 of all that explain it as well
};

struct Audit {
    AuditVerdict verdict = AuditVerdict::unknown;
    Understanding understanding;
    std::vector<RankedRecipe> recipes;   ///< that were compared, the best first: the one that tensors are judged by
    std::vector<AuditedTensor> tensors;   ///< as the checkpoint has them
    std::vector<LeftOut> left_out;
    std::vector<AuditFinding> findings;   ///< the gravest first
};

/// The chance that a file which follows its recipe in everything is said to deviate, as promised.
inline constexpr double promised_alarms = 1e-3;
/// What all tests of a file together are held to (Holm). A tenth of the promise, so that ten thousand healthy files
/// show it: one of them is an alarm on average, more than three are with a chance of 2 %, and with three the upper end
/// of the 95 % interval is 0.88e-3.
inline constexpr double audit_level = promised_alarms / 10;

/// `readings`: of the checkpoint, at least one, which differ in what they expect; the likeliest is taken (best_of()).
/// Throws what Checkpoint::read() throws.
Audit audit(const Checkpoint& checkpoint, std::vector<Understanding> readings, const Context& context);

/// What is wrong with what was measured, the gravest first. Internal to audit().
std::vector<AuditFinding> audit_findings(const Audit& audit);

}   // namespace stepzero
