// SPDX-License-Identifier: GPL-3.0-or-later
// What figures, report and export show: a Study, of one experiment, a GridStudy, of many, or an AuditStudy, of a
// checkpoint. Immutable and shared.
#pragma once

#include <cstdint>
#include <memory>

namespace stepzero {

enum class Stage {
    theory,   ///< nothing is measured yet: plan, prediction and laws alone
    preview,   ///< more is coming: fewer samples, spectra only where they come for free, or cells that are missing
    stopped,   ///< more was coming, and will not: cancelled, or failed
    full,   ///< all that was asked for
};
inline bool is_coming(Stage stage) { return stage == Stage::theory || stage == Stage::preview; }

struct Exhibit {
    std::uint64_t generation = 0;   ///< of what was asked for; rises with every edit
    Stage stage = Stage::full;
    virtual ~Exhibit() = default;
};

struct Study;   // core/study/study.h
struct GridStudy;   // core/study/grid_study.h
struct AuditStudy;   // core/study/audit_study.h

using ExhibitPtr = std::shared_ptr<const Exhibit>;
using StudyPtr = std::shared_ptr<const Study>;
using GridStudyPtr = std::shared_ptr<const GridStudy>;
using AuditStudyPtr = std::shared_ptr<const AuditStudy>;

}   // namespace stepzero
