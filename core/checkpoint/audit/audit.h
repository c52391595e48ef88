// SPDX-License-Identifier: GPL-3.0-or-later
// Audits a checkpoint: it tests whether tensors are initialized as their recipe states. Each tensor is measured and
// tested against its recipe. The family-wise error is bounded over the whole file (Holm), and every deviation has an
// effect size. Deviations are explained by the recipe that the tensor does follow.
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
    trained,   ///< only for tensors: entries are no longer independent samples
    unknown,   ///< no recipe
};
const char* word(AuditVerdict verdict);   ///< as written to results
Text label_of(AuditVerdict verdict);

/// A tensor, or a part of a packed one.
struct AuditedPart {
    std::string role;
    Shape shape;
    TensorKind kind = TensorKind::weight;
    EntryNumbers entries;
    std::optional<RowNumbers> rows;
    std::uint64_t unexpected_dead = 0;   ///< number of zero rows, except that of padding
    std::optional<SpectrumNumbers> spectrum;
    Histogram histogram;   ///< entries within 8 std of their mean, for figures
    std::optional<Expected> expected;
    std::optional<EntryLaw> law;   ///< distribution of `expected`
    std::optional<EntryTests> tests;   ///< against `law`; without it, of independence only
    std::string nearest;   ///< closest distribution: "normal", "uniform", "orthogonal", "constant", "truncated_normal
                           ///< at 2 sigma", …
    std::optional<double> edge;   ///< upper edge of the sampled matrix's singular values for independent entries
    std::optional<double> p;   ///< p-value of the worst test
    std::optional<Strays> strays;   ///< only without a recipe
    std::uint64_t hash = 0;   ///< parts with equal hashes are bitwise equal
    bool unlike_any = false;   ///< no other independently initialized tensor can be bitwise equal by chance
    std::vector<Doubt> doubts;   ///< significant over the whole file, with an effect that matters
    AuditVerdict verdict = AuditVerdict::unknown;
    double evidence = 0;   ///< evidence for the recipe, see recipe_evidence()
    Text other_recipe {};   ///< deviating parts only: label of another recipe of the family that it follows

    bool doubted(Doubt doubt) const;
    /// Returns whether these are rows of added tokens, which have the mean of the other rows.
    bool is_new_rows() const { return role == "new_rows"; }
    /// Returns whether there are entries too far out: at most the fraction `most` of all, and not a whole row.
    bool has_strays(double most) const;
    /// Returns whether training explains the entries and chance does not: row lengths or singular values deviate, not
    /// only scale or distribution.
    bool looks_trained() const;
    /// Returns measured std over the recipe's; for constants, the ratio of values. Absent without a recipe.
    std::optional<double> ratio() const;
};

struct AuditedTensor {
    StoredTensor stored;
    UnderstoodTensor understood;
    AuditedPart whole;   ///< with parts, only its numbers are set
    std::vector<AuditedPart> parts;   ///< empty unless the tensor is packed
    std::uint64_t hash = 0;
    MemoryTraces traces {};
    AuditVerdict verdict = AuditVerdict::unknown;

    /// Returns the parts that have a verdict: `parts`, or `whole` if there are none.
    std::vector<const AuditedPart*> judged() const;
    std::vector<AuditedPart*> judged();
};

struct AuditFinding {
    std::string id;   ///< "std_ratio"
    Severity severity = Severity::error;
    std::vector<std::string> tensors;   ///< names, with * for the block number when all blocks are affected
    Text message, cause, fix;   ///< sentences; the last two may be empty
};

/// A recipe of the family, with its evidence relative to the best one.
struct RankedRecipe {
    std::string name;
    Text label;
    double behind = 0;   ///< ln of the likelihood ratio of the best recipe to this one; 0 when equally likely
};

struct Audit {
    AuditVerdict verdict = AuditVerdict::unknown;
    Understanding understanding;
    std::vector<RankedRecipe> recipes;   ///< recipes compared, best first; the first one is used for judging
    std::vector<AuditedTensor> tensors;   ///< in the order of the checkpoint
    std::vector<LeftOut> left_out;
    std::vector<AuditFinding> findings;   ///< most severe first
};

/// Promised upper bound on the probability that a file which follows its recipe throughout is reported as deviating.
inline constexpr double promised_alarms = 1e-3;
/// Family-wise error of all tests of a file (Holm). It is a tenth of the promise, so that ten thousand healthy files
/// can verify it. On average one of them raises an alarm, and more than three do with probability 2%. With three, the
/// upper end of the 95% interval is 0.88e-3.
inline constexpr double audit_level = promised_alarms / 10;

/// Audits a checkpoint. `readings`: at least one; they differ in what they expect, and the likeliest is used
/// (best_of()). Throws what Checkpoint::read() throws.
Audit audit(const Checkpoint& checkpoint, std::vector<Understanding> readings, const Context& context);

/// Returns the findings, most severe first. Internal to audit().
std::vector<AuditFinding> audit_findings(const Audit& audit);

}   // namespace stepzero
