// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/fix_preview.h"

#include "app/worker.h"
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

FixPreview::~FixPreview()
{
    stop_.request_stop();
    pool_.waitForDone();
}

QString FixPreview::labelOf(Place place) const { return translated(fixAt(*of_, place).label); }

std::optional<Pin> FixPreview::pin() const
{
    const StudyPtr study = shown_ ? made_.value(*shown_).study : nullptr;
    return study ? std::optional(Pin {study, fixPinName(labelOf(*shown_)), 0, true}) : std::nullopt;
}

/// Findings of the same experiment are the same.
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
    if (runner_)   // not from within one of its signals
        runner_.release()->deleteLater();
    if (std::exchange(shown_, std::nullopt))
        emit changed();
}

/// What is taken goes before what is shown.
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

/// Most fixes are at hand, some have to simulate.
void FixPreview::make(Place place)
{
    if (making_ == place)
        return;
    stopMaking();
    making_ = place;
    stop_ = std::stop_source();
    pool_.start([this, study = of_, place, stop = stop_.get_token()] {
        giveWayToTheWindow();
        const auto tell = [&](auto&& slot) {
            QMetaObject::invokeMethod(
                this,
                [this, stop, slot] {
                    if (stop.stop_requested())
                        return;
                    making_.reset();
                    slot();
                },
                Qt::QueuedConnection);
        };
        const auto failure = failureOf([&] {
            constexpr std::size_t bytes = std::size_t(256) << 20;
            NoiseCache noise(bytes);
            tell([this, place, after = fixAt(*study, place).experiment(noise, {stop, {}})] {
                made_[place] = {after, nullptr};
                advance();
            });
        });
        if (failure)
            tell([this, place, sentence = *failure] {
                const bool wanted = taken_ == place;   // an overlay that cannot be made is none
                taken_.reset();
                if (wanted)
                    emit failed(sentence);
            });
    });
}

void FixPreview::stopMaking()
{
    stop_.request_stop();
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
