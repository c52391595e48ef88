// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of a checkpoint, in any frame.
#pragma once

#include "core/study/audit_study.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class AuditFigure : public Base {
public:
    using Base::Base;

    AuditStudyPtr auditStudy() const { return std::static_pointer_cast<const AuditStudy>(this->exhibit()); }
    /// The one that is on the screen now: behind auditStudy() while hidden.
    AuditStudyPtr shownAudit() const { return std::static_pointer_cast<const AuditStudy>(this->shownExhibit()); }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const AuditStudy*>(&exhibit); }
    /// What is chosen of a study; null: nothing is.
    static const AuditedPart* chosenPart(const AuditStudy& study)
    {
        return study.chosen ? &study.part(*study.chosen) : nullptr;
    }
};

}   // namespace stepzero
