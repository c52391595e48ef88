// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the figures and the report of a checkpoint show. It holds the audit, the changes relative to another
// checkpoint, and the contents of the selected tensor. The functions below return modified copies.
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

/// One row of the audit: a whole tensor, or one part of a packed tensor. Both members are indices, from 0.
struct AuditPlace {
    std::size_t tensor = 0, part = 0;
    bool operator==(const AuditPlace&) const = default;
};

struct AuditStudy : Exhibit {
    std::shared_ptr<const Audit> audit;   ///< never null
    std::shared_ptr<const CheckpointChange> change;   ///< null: there is no other checkpoint to compare with
    std::string name, against;   ///< names of the two files or folders, without their paths
    std::vector<AuditPlace> places;   ///< all places, in the order of the audit
    std::optional<std::size_t> chosen;   ///< index into `places`
    std::shared_ptr<const MatrixReading> reading;   ///< the chosen matrix; null: not a matrix, or not read yet
    std::string filter;   ///< filter of the table: text that a row must contain; empty: all rows

    const AuditedTensor& tensor(std::size_t place) const;
    const AuditedPart& part(std::size_t place) const;
    /// Returns the name in the file, with the part of a packed tensor: "h.0.attn.c_attn.weight (q)".
    std::string name_of(std::size_t place) const;
    /// Returns the same name with * in place of the block number. It matches the tensor in all blocks.
    std::string pattern_of(std::size_t place) const;
    /// Returns the change of a tensor. Null without a comparison, and for a tensor that only one checkpoint has.
    const WeightChange* change_of(std::size_t place) const;
    /// Returns the most severe finding that names the tensor; null when there is none.
    const AuditFinding* finding_of(std::size_t place) const;
    /// Returns how far the standard deviation is from the recipe's, |log2 of ratio()|. Returns 0 without a recipe, and
    /// where the recipe samples nothing.
    double deviation(std::size_t place) const;
};

/// Makes a study of an audit. It first selects a tensor that the most severe finding names, above a note: the one that
/// deviates most. Without such a finding it selects the largest weight.
AuditStudyPtr audit_study(Audit audit, std::string name, std::uint64_t generation = 0);
/// Returns the study with a comparison, whose findings are added to those of the audit. `change` may be null.
AuditStudyPtr with_change(const AuditStudy& study, std::shared_ptr<const CheckpointChange> change, std::string against);
/// Returns the study with another selection, whose matrix has not been read yet.
AuditStudyPtr with_chosen(const AuditStudy& study, std::optional<std::size_t> chosen);
AuditStudyPtr with_reading(const AuditStudy& study, std::shared_ptr<const MatrixReading> reading);
AuditStudyPtr with_filter(const AuditStudy& study, std::string filter);

}   // namespace stepzero
