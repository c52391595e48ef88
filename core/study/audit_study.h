// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that figures and report show of a checkpoint: its audit, what has changed from another one, and what was
// read of the tensor that is looked at.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/matrix_reading.h"
#include "core/checkpoint/audit/weight_change.h"
#include "core/study/exhibit.h"

namespace stepzero {

/// What is judged of a tensor: all of it, or a part of a packed one.
struct AuditPlace {
    std::size_t tensor = 0, part = 0;
    bool operator==(const AuditPlace&) const = default;
};

struct AuditStudy : Exhibit {
    std::shared_ptr<const Audit> audit;   ///< never null
    std::shared_ptr<const CheckpointChange> change;   ///< null: nothing to compare with
    std::string name, against;   ///< of the files or folders, without the way there
    std::vector<AuditPlace> places;   ///< all, in the order of the audit
    std::optional<std::size_t> chosen;   ///< of places
    std::shared_ptr<const MatrixReading> reading;   ///< of the chosen one; null: it is no matrix, or not read yet
    std::string filter;   ///< of the table: what a row contains; empty: all

    const AuditedTensor& tensor(std::size_t place) const;
    const AuditedPart& part(std::size_t place) const;
    /// "h.0.attn.c_attn.weight (q)"
    std::string name_of(std::size_t place) const;
    /// The same with * for the block: what it is called in all blocks.
    std::string pattern_of(std::size_t place) const;
    /// Null without a comparison, and of what is in one of the two only.
    const WeightChange* change_of(std::size_t place) const;
    /// The gravest that names it; null when none does.
    const AuditFinding* finding_of(std::size_t place) const;
    /// By how much the standard deviation is off: |log2 of ratio()|; 0 where there is no recipe or no spread by it.
    double deviation(std::size_t place) const;
};

/// Chosen at first: what the gravest finding names, and of that what deviates most; else the largest weight.
AuditStudyPtr audit_study(Audit audit, std::string name, std::uint64_t generation = 0);
AuditStudyPtr with_change(const AuditStudy& study, std::shared_ptr<const CheckpointChange> change, std::string against);
/// With another choice, of which nothing is read yet.
AuditStudyPtr with_chosen(const AuditStudy& study, std::optional<std::size_t> chosen);
AuditStudyPtr with_reading(const AuditStudy& study, std::shared_ptr<const MatrixReading> reading);
AuditStudyPtr with_filter(const AuditStudy& study, std::string filter);

/// "GPT-2, as Hugging Face's transformers"; empty of no family.
Text recipe_text(const Understanding& understanding);
/// By how much the best recipe explains the file better than the next, or which explain it as well; empty where there
/// was one recipe only.
Text ranking_text(const Audit& audit);

}   // namespace stepzero
