// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compared_side.h"

#include <algorithm>
#include <utility>

#include "app/open_file.h"
#include "app/workspace.h"
#include "widgets/figures/picture.h"

namespace stepzero {

ComparedSide::ComparedSide(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), experiment_(workspace.experiment()), focus_(workspace.focus())
{
    connect(&workspace, &Workspace::studyChanged, this, [this] {
        if (source_.from == ComparedSource::From::present)
            follow();
    });
    connect(&workspace, &Workspace::currencyChanged, this, &ComparedSide::changed);
    connect(&workspace, &Workspace::pinsChanged, this, [this] {
        if (source_.from == ComparedSource::From::pin)
            follow();
    });
    connect(&job_, &LatestJob::failed, this, [this](const QString& sentence) {
        if (!std::exchange(asking_, false))   // stop() was called since
            return;
        problem_ = sentence;
        emit changed();
    });
    follow();
}

ComparedSide::~ComparedSide() { job_.end(); }

bool ComparedSide::setSource(const ComparedSource& source, QStringList* problems)
{
    if (source.from == ComparedSource::From::preset || source.from == ComparedSource::From::file) {
        const std::optional<Opened> opened = openFile(source.name, problems);
        const auto* found = opened ? std::get_if<OpenedExperiment>(&*opened) : nullptr;
        if (!found) {
            if (problems->isEmpty())
                *problems << tr("%1 is not an experiment.").arg(source.name);
            return false;
        }
        experiment_ = found->experiment;
        name_ = titleOf(experiment_);
    }
    source_ = source;
    stop();
    study_.reset();
    step_ = 0;
    follow();
    return true;
}

void ComparedSide::takeFrom(const ComparedSide& other)
{
    source_ = other.source_;
    experiment_ = other.experiment_;
    focus_ = other.focus_;
    made_ = other.made_;
    step_ = other.step_;
    study_ = other.study_;
    name_ = other.name_;
    caches_ = other.caches_;   // two sides may use them at once: they are locked
    stop();
    follow();
}

void ComparedSide::setFocus(const Focus& focus)
{
    focus_ = focus;
    if (source_.from != ComparedSource::From::present)
        compute();
}

QString ComparedSide::name() const
{
    return source_.from == ComparedSource::From::present ? tr("Current: %1").arg(titleOf(experiment_)) : name_;
}

PairSide ComparedSide::shown() const
{
    return {experiment_, study_, Text::name(name().toStdString()), source_.from == ComparedSource::From::present};
}

bool ComparedSide::isComputing() const
{
    return source_.from == ComparedSource::From::present ? !workspace_.isCurrent()
                                                         : asking_ || (!study_ && problem_.isEmpty());
}

/// Returns the choices of the window, as far as this network has them.
Focus ComparedSide::wanted() const
{
    Focus focus = focus_;
    focus.layer = std::clamp(focus.layer, 1, depth(experiment_.network));
    focus.step = step_;
    return focus;
}

/// Discards the running job, and the failure of the last one.
void ComparedSide::stop()
{
    job_.cancel();
    asking_ = false;
    problem_.clear();
}

/// Takes what the source has now. A pin that was removed stays as it was.
void ComparedSide::follow()
{
    if (source_.from == ComparedSource::From::present) {
        study_ = workspace_.study();
        experiment_ = study_ ? study_->experiment : workspace_.experiment();
        emit changed();
        return;
    }
    const PinnedExperiment* pinned
        = source_.from == ComparedSource::From::pin ? workspace_.pins().find(source_.pin) : nullptr;
    if (pinned) {
        if (!study_ || experiment_ != pinned->experiment) {
            stop();   // it may compute what the pin was before a swap
            experiment_ = pinned->experiment;
            study_ = pinned->pin.study;
            step_ = pinned->focus.step;
            made_ = pinned->focus;
            made_.layer = std::clamp(made_.layer, 1, depth(experiment_.network));
        }
        name_ = pinned->pin.name;
        problem_ = pinned->problem;
    }
    emit changed();
    compute();
}

void ComparedSide::compute()
{
    const Focus focus = wanted();
    const bool complete = study_ && study_->stage == Stage::full && made_ == focus;
    const bool awaited = !study_ && workspace_.pins().find(source_.pin);   // the list of pins computes it
    if (complete || awaited || (asking_ && asked_ == focus))
        return;
    stop();
    if (!caches_)
        caches_ = std::make_shared<StudyCaches>(std::size_t(64) << 20);
    asked_ = focus;
    asking_ = true;
    ++computations_;
    StudyRequest request {experiment_, quint64(computations_), focus, study_, {}, {}};
    job_.start([this, request, caches = caches_, job = computations_](const LatestJob::Turn& turn) mutable {
        const auto post = [&](const StudyPtr& study) {
            turn.post([this, study, job] {
                if (!asking_ || job != computations_)   // meant for an earlier source or focus
                    return;
                study_ = study;
                made_ = asked_;
                asking_ = is_coming(study->stage);
                emit changed();
            });
        };
        // Another layer of a complete study needs no preview, because that would replace complete numbers.
        if (!request.previous || request.previous->stage != Stage::full) {
            request.previous = preview_study(request, *caches, turn.context());
            post(request.previous);
            request.interim = post;
        }
        post(full_study(request, *caches, turn.context()));
    });
    emit changed();
}

}   // namespace stepzero
