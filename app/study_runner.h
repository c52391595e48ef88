// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the studies of a window in other threads; the latest request wins. A request yields first a preview and then
// the full study. If the preview is slow, theory alone is delivered before it.
//
// A full study that a newer request has overtaken is never shown, nor anything older than the study on the screen. A
// newer request stops the running computation, with one exception. While a slider is dragged, a running preview is
// finished and shown, because otherwise the screen would not change during a fast drag. At most one request waits.
//
// A study is current as long as its experiment and step are the requested ones, and for 150 ms after. Within this time
// the eye only notices that something moves.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "app/theory_worker.h"
#include "core/study/effort.h"
#include "core/study/make_study.h"

namespace stepzero {

class StudyRunner : public QObject {
    Q_OBJECT
public:
    enum class State { idle, preview, full };

    using Compute = TheoryWorker::Compute;

    /// Makes a runner without studies of theory alone, for computations in the background.
    explicit StudyRunner(QObject* parent = nullptr) : StudyRunner({}, preview_study, full_study, parent) { }
    /// `theory` may be empty; then theory is never delivered alone.
    StudyRunner(Compute theory, Compute preview, Compute full, QObject* parent = nullptr);
    ~StudyRunner() override;

    /// Requests a study of an experiment. Returns the generation that the study will have; generations increase.
    quint64 request(const Experiment& experiment, const Focus& focus, bool dragging = false);
    /// Requests again, without limits, a study that was refused because it needs too much memory or time
    /// (mayRunAnyway()).
    quint64 runAnyway();
    bool mayRunAnyway() const { return tooLarge_; }
    /// Sets the experiment that was restored at the start of the program, until the user edits or requests it. Its full
    /// study is refused if it is costly() (effort.h).
    void setRestored(const std::optional<Experiment>& experiment) { restored_ = experiment; }
    /// Stops the running computation, if there is one, and emits cancelled(). An incomplete study is delivered once
    /// more with Stage::stopped.
    void cancel();

    quint64 requestedGeneration() const { return requested_; }
    quint64 deliveredGeneration() const { return shown_ ? shown_->generation : 0; }
    /// Studies of this generation or a later one are current.
    quint64 oldestCurrent() const { return oldestCurrent_; }
    /// Returns whether a study is current. Compares the numbers too, because an earlier experiment may return.
    bool isCurrent(const Study& study) const
    {
        return study.generation >= oldestCurrent_
            || (same_numbers(study.experiment, asked_) && study.step == focus_.step);
    }
    State state() const { return state_; }

    /// The forecast for the last request.
    struct Outlook {
        double elapsed = 0;   ///< seconds since the request
        std::optional<double> seconds;   ///< total time in seconds; absent: unknown
        double bytes = 0;   ///< peak memory; 0: unknown
    };
    Outlook outlook() const;

    /// Sizes of the noise cache, in bytes.
    struct Kept {
        std::size_t now = 0, most = 0;   ///< present size and capacity
        std::size_t idle = 256'000'000;   ///< the size that it shrinks to after a while without requests
    };
    Kept kept() const;
    static constexpr std::chrono::milliseconds idleTime = std::chrono::seconds(10);
    void keepIdle(std::size_t bytes, std::chrono::milliseconds after = idleTime);

signals:
    void delivered(const stepzero::StudyPtr& study);
    void failed(quint64 generation, const QString& sentence);
    void cancelled(quint64 generation);
    void stateChanged();
    void oldestCurrentChanged();
    /// Emitted about twenty times per second, from 300 ms after a request until it is done. Carries the last report,
    /// which may be empty.
    void progress(double fraction, const QString& stage);

private:
    struct Job {
        StudyRequest request;
        bool dragging = false;
        bool anyway = false;   // even if it does not fit into memory
        bool restored = false;
    };
    quint64 ask(Job job);
    Effort weigh(Job& job);
    void run(Job job, const LatestJob::Turn& turn);
    void compute(Job& job, const LatestJob::Turn& turn, const Context& context);
    void take(const StudyPtr& study, bool dragging);
    void fail(quint64 generation, const QString& sentence, bool tooLarge);
    void rest();
    void setState(State state);
    void deliver(const StudyPtr& study);
    void takeTheory(const StudyPtr& study);
    void offerTheory();
    void close();
    void discardOutdated();
    void reportProgress();

    Compute preview_, full_;
    StudyCaches caches_;

    // Used by the GUI thread only.
    quint64 requested_ = 0;
    quint64 oldestShown_ = 0;   // nothing older may be shown, even during a drag
    quint64 oldestCurrent_ = 0;
    bool closed_ = true;   // the last request was cancelled or failed, so nothing more follows
    State state_ = State::idle;
    Experiment asked_;
    std::optional<Experiment> restored_;
    Focus focus_;
    std::chrono::steady_clock::time_point askedAt_;
    bool tooLarge_ = false;
    StudyPtr shown_, theory_;   // the last delivered study, and the last one of theory alone
    struct Left {
        quint64 generation;   // last generation of an experiment …
        std::chrono::steady_clock::time_point at;   // … and the time when another one replaced it
    };
    std::deque<Left> left_;
    QTimer discard_;   // fires when the first of them becomes outdated
    QTimer progress_;

    static constexpr int allRests = 2;
    QTimer idle_;
    int rests_ = allRests;   // pauses so far: after a short one memory is freed, after a longer one noise is dropped
    std::size_t idleNoise_ = Kept().idle;
    std::chrono::milliseconds idleAfter_ = idleTime;

    // Shared, protected by the mutex.
    mutable std::mutex mutex_;
    struct Said {
        quint64 generation = 0;   // generation of the last request
        Progress progress {};
        Effort effort {};
    } said_;

    Pace pace_;   // speed of full studies

    // Used by the worker only.
    StudyPtr last_;   // the last full study

    // Declared last, because they use all members above.
    std::unique_ptr<TheoryWorker> theoryWorker_;
    LatestJob job_;
};

}   // namespace stepzero
