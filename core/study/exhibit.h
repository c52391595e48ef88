// SPDX-License-Identifier: GPL-3.0-or-later
// The common base of everything that figures, report and export can show. There are five kinds: a Study shows one
// experiment, a PairStudy two experiments side by side, a GridStudy many experiments, an AuditStudy a checkpoint, and a
// CaptureStudy a pass through somebody's own model. All are immutable and shared.
#pragma once

#include <cstdint>
#include <memory>

namespace stepzero {

enum class Stage {
    theory,   ///< nothing is measured yet: only plan, prediction and theoretical distributions
    preview,   ///< incomplete, more follows: fewer samples, only cheap spectra, or missing cells
    stopped,   ///< incomplete, nothing follows: the computation was cancelled or failed
    full,   ///< complete
};
inline bool is_coming(Stage stage) { return stage == Stage::theory || stage == Stage::preview; }

struct Exhibit {
    std::uint64_t generation = 0;   ///< number of the request; rises with every edit
    Stage stage = Stage::full;
    virtual ~Exhibit() = default;
};

struct Study;   // core/study/study.h
struct GridStudy;   // core/study/grid_study.h
struct AuditStudy;   // core/study/audit_study.h
struct CaptureStudy;   // core/study/capture_study.h

using ExhibitPtr = std::shared_ptr<const Exhibit>;
using StudyPtr = std::shared_ptr<const Study>;
using GridStudyPtr = std::shared_ptr<const GridStudy>;
using AuditStudyPtr = std::shared_ptr<const AuditStudy>;
using CaptureStudyPtr = std::shared_ptr<const CaptureStudy>;

}   // namespace stepzero
