// SPDX-License-Identifier: GPL-3.0-or-later
// Base of every figure of a checkpoint, whichever frame it uses.
#pragma once

#include "core/study/audit_study.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class AuditFigure : public Base {
public:
    using Base::Base;

    AuditStudyPtr auditStudy() const { return std::static_pointer_cast<const AuditStudy>(this->exhibit()); }
    /// Returns the exhibit that is on the screen now. While the figure is hidden, it is older than auditStudy().
    AuditStudyPtr shownAudit() const { return std::static_pointer_cast<const AuditStudy>(this->shownExhibit()); }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const AuditStudy*>(&exhibit); }
    /// Returns the chosen part of a study; null when none is chosen.
    static const AuditedPart* chosenPart(const AuditStudy& study)
    {
        return study.chosen ? &study.part(*study.chosen) : nullptr;
    }
};

}   // namespace stepzero
