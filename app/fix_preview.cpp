// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/fix_preview.h"

#include "core/diagnose/finding.h"
#include "core/simulate/simulate.h"
#include "widgets/figures/network/findings.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

const Fix& fixAt(const Study& study, std::pair<int, int> place)
{
    return (*study.findings)[std::size_t(place.first)].fixes[std::size_t(place.second)];
}

}   // namespace

FixPreview::FixPreview(QObject* parent) : QObject(parent)
{
    connect(&job_, &LatestJob::failed, this, &FixPreview::reportFailure);
}

QString FixPreview::labelOf(Place place) const { return translated(fixAt(*of_, place).label); }

std::optional<Pin> FixPreview::pin() const
{
    const StudyPtr study = shown_ ? made_.value(*shown_).study : nullptr;
    return study ? std::optional(Pin {study, fixPinName(labelOf(*shown_)), 0, true}) : std::nullopt;
}

/// Keeps the results of an equal experiment, because its findings are equal too.
void FixPreview::follow(const StudyPtr& study)
{
    if (of_ && of_->experiment == study->experiment)
        return;
    forget();
    of_ = study;
}

void FixPreview::show(const StudyPtr& study, const Focus& focus, int finding, int fix)
{
    follow(study);
    focus_ = focus;
    shown_ = {finding, fix};
    emit changed();
    advance();
}

void FixPreview::hide()
{
    if (!shown_)
        return;
    shown_.reset();
    if (!taken_)
        stopMaking();
    stopComputing();
    emit changed();
}

void FixPreview::take(const StudyPtr& study, int finding, int fix)
{
    follow(study);
    taken_ = {finding, fix};
    advance();
}

void FixPreview::forget()
{
    taken_.reset();
    stopMaking();
    stopComputing();
    made_.clear();
    of_.reset();
    if (runner_)   // deferred, because this may run within one of its signals
        runner_.release()->deleteLater();
    if (std::exchange(shown_, std::nullopt))
        emit changed();
}

/// Starts the next task. Applying a fix has priority over the overlay.
void FixPreview::advance()
{
    if (taken_ && made_.contains(*taken_)) {
        const Place place = *std::exchange(taken_, std::nullopt);
        const Experiment before = of_->experiment, after = made_[place].experiment;
        emit made(before, after, labelOf(place));
        return advance();
    }
    if (taken_)
        return make(*taken_);
    if (!shown_)
        return;
    const auto found = made_.constFind(*shown_);
    if (found == made_.cend())
        make(*shown_);
    else if (!found->study || found->study->stage != Stage::full)
        computeStudy(*shown_);
}

/// Makes the experiment of a fix in the worker, because some fixes have to simulate.
void FixPreview::make(Place place)
{
    if (making_ == place)
        return;
    making_ = place;
    job_.start([this, study = of_, place](const LatestJob::Turn& turn) {
        constexpr std::size_t bytes = std::size_t(256) << 20;
        NoiseCache noise(bytes);
        turn.post([this, study, place, after = fixAt(*study, place).experiment(noise, turn.context())] {
            if (of_ != study || making_ != place)   // outdated
                return;
            making_.reset();
            made_[place] = {after, nullptr};
            advance();
        });
    });
}

/// Reports a failure only to a user who applies a fix. An overlay that fails is silently left out.
void FixPreview::reportFailure(const QString& sentence)
{
    const std::optional<Place> place = std::exchange(making_, std::nullopt);
    if (place && std::exchange(taken_, std::nullopt) == place)
        emit failed(sentence);
}

void FixPreview::stopMaking()
{
    job_.cancel();
    making_.reset();
}

void FixPreview::computeStudy(Place place)
{
    if (computing_ == place)
        return;
    if (!runner_) {
        runner_ = std::make_unique<StudyRunner>();
        connect(runner_.get(), &StudyRunner::delivered, this, [this](const StudyPtr& study) {
            if (!computing_)
                return;
            made_[*computing_].study = study;
            if (study->stage == Stage::full)
                computing_.reset();
            emit changed();
        });
        connect(runner_.get(), &StudyRunner::failed, this, [this] { computing_.reset(); });
    }
    computing_ = place;
    Experiment experiment = made_[place].experiment;
    experiment.measure.weight_spectra = experiment.measure.jacobian = false;
    runner_->request(experiment, focus_);
}

void FixPreview::stopComputing()
{
    if (std::exchange(computing_, std::nullopt))
        runner_->cancel();
}

}   // namespace stepzero
