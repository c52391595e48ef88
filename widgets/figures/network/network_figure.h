// SPDX-License-Identifier: GPL-3.0-or-later
// Base of every figure of one experiment, whichever frame it uses.
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
    /// Returns the study that is on the screen now. While the figure is hidden, it is older than study().
    StudyPtr shownStudy() const { return std::static_pointer_cast<const Study>(this->shownExhibit()); }
    QString shownTitle() const override { return study() ? titleIn(Base::shownTitle(), unit()) : Base::shownTitle(); }

protected:
    /// Returns "layer" or "block" in the present language.
    QString unit() const { return translated(study()->plan->kind->unit()); }
    /// Makes the layers or blocks of the study the x axis of the frame.
    void putLayersOnX(Frame& frame) const
    {
        frame.layers = study()->plan->depth();
        frame.layer = study()->layer;
        frame.xLabel = unit();
    }

    /// Adds a note about the layers or blocks where `is` holds: see whereText(). Returns whether there are any.
    bool noteWhere(Frame& frame, const QString& subject, const QString& state, const std::vector<bool>& is) const
    {
        const QString note = whereText(subject, state, is, unit());
        if (!note.isEmpty())
            frame.notes << note;
        return !note.isEmpty();
    }

    virtual bool followsSteps() const { return true; }   ///< returns whether Study::step changes what rebuild() makes
    QString when() const override
    {
        const StudyPtr s = shownStudy();
        return s && s->step > 0 && followsSteps() ? QObject::tr("step %1").arg(s->step) : QString();
    }
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const Study*>(&exhibit); }
    bool awaits(const Exhibit& exhibit) const override { return awaitsStudy(static_cast<const Study&>(exhibit)); }
    /// Returns whether all data for the figure is still being computed. A figure of measured data cannot draw theory
    /// alone.
    virtual bool awaitsStudy(const Study& study) const { return study.measurement->samples == 0; }
};

}   // namespace stepzero
