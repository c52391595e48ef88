// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of one experiment, in any frame.
#pragma once

#include "core/kinds/kinds.h"
#include "core/study/study.h"
#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"

namespace stepzero {

/// `Base` is a Figure.
template <class Base>
class NetworkFigure : public Base {
public:
    using Base::Base;

    StudyPtr study() const { return std::static_pointer_cast<const Study>(this->exhibit()); }
    /// The study that is on the screen now: behind study() while hidden.
    StudyPtr shownStudy() const { return std::static_pointer_cast<const Study>(this->shownExhibit()); }
    QString shownTitle() const override { return study() ? titleIn(Base::shownTitle(), unit()) : Base::shownTitle(); }

protected:
    /// "layer", or "block".
    QString unit() const { return translated(study()->plan->kind->unit()); }
    /// Its x axis is that of the study's layers, or blocks.
    void putLayersOnX(Frame& frame) const
    {
        frame.layers = study()->plan->depth();
        frame.layer = study()->layer;
        frame.xLabel = unit();
    }

    /// Says of which layers or blocks something is so: see whereText(). Whether it is of any.
    bool noteWhere(Frame& frame, const QString& subject, const QString& state, const std::vector<bool>& is) const
    {
        const QString note = whereText(subject, state, is, unit());
        if (!note.isEmpty())
            frame.notes << note;
        return !note.isEmpty();
    }

    virtual bool followsSteps() const { return true; }   ///< whether a Study::step changes what rebuild() makes
    QString when() const override
    {
        const StudyPtr s = shownStudy();
        return s && s->step > 0 && followsSteps() ? QObject::tr("step %1").arg(s->step) : QString();
    }
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const Study*>(&exhibit); }
    bool awaits(const Exhibit& exhibit) const override { return awaitsStudy(static_cast<const Study&>(exhibit)); }
    /// The same of a study: theory alone is nothing to a figure that draws what was measured.
    virtual bool awaitsStudy(const Study& study) const { return study.measurement->samples == 0; }
};

}   // namespace stepzero
