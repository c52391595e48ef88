// SPDX-License-Identifier: GPL-3.0-or-later
// Computes studies beside the window: latest wins. A request gives a preview first and the full study next; where the
// preview lets wait, theory alone before it.
//
// What is never shown: a full study that a newer request has overtaken, and anything older than what is on
// the screen. Any newer request stops what is under way, but for one case: while a slider is dragged, a
// preview under way is finished and shown, or fast hands would leave the screen empty. At most one request
// waits.
//
// A study is current as long as its experiment and its step are those requested, and for the 150 ms after, in which an
// eye sees no more than that something moves.
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

    /// Of previews and full studies, for what nobody watches.
    explicit StudyRunner(QObject* parent = nullptr) : StudyRunner({}, preview_study, full_study, parent) { }
    /// `theory` may be empty: then there is none alone.
    StudyRunner(Compute theory, Compute preview, Compute full, QObject* parent = nullptr);
    ~StudyRunner() override;

    /// Asks for a study of an experiment. Returns the generation that the study will carry; generations rise.
    quint64 request(const Experiment& experiment, const Focus& focus, bool dragging = false);
    /// What was refused since it would not fit into memory, or take long (mayRunAnyway()), is begun all the same.
    quint64 runAnyway();
    bool mayRunAnyway() const { return tooLarge_; }
    /// An experiment that is there again after a start, and that nobody has asked for since: its full study is refused
    /// like one that does not fit where it takes long or much memory (costly() in effort.h).
    void setRestored(const std::optional<Experiment>& experiment) { restored_ = experiment; }
    /// Stops what is under way, if anything is, and says cancelled(). What was computed is delivered once more as all
    /// that there will be (Stage::stopped).
    void cancel();

    quint64 requestedGeneration() const { return requested_; }
    quint64 deliveredGeneration() const { return shown_ ? shown_->generation : 0; }
    /// Studies of this generation or a later one are current.
    quint64 oldestCurrent() const { return oldestCurrent_; }
    /// By its numbers too: an experiment may come back.
    bool isCurrent(const Study& study) const
    {
        return study.generation >= oldestCurrent_
            || (same_numbers(study.experiment, asked_) && study.step == focus_.step);
    }
    State state() const { return state_; }

    /// Of the last request.
    struct Outlook {
        double elapsed = 0;   ///< seconds
        std::optional<double> seconds;   ///< that it will take in all, where that can be said
        double bytes = 0;
    };
    Outlook outlook() const;

    /// Noise that is kept between studies, in bytes.
    struct Kept {
        std::size_t now = 0, most = 0;
        std::size_t idle = 256'000'000;   ///< when nothing was asked for for a while
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
    /// From the 300th millisecond after a request on, some twenty times a second, whatever is under way: what was last
    /// said of it, which may be nothing yet.
    void progress(double fraction, const QString& stage);

private:
    struct Job {
        StudyRequest request;
        bool dragging = false;
        bool anyway = false;   // whether it fits or not
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
    void letGo();
    void tellProgress();

    Compute preview_, full_;
    StudyCaches caches_;

    // GUI thread only.
    quint64 requested_ = 0;
    quint64 oldestShown_ = 0;   // nothing older may be shown, whatever is dragged
    quint64 oldestCurrent_ = 0;
    bool closed_ = true;   // nothing more comes of what was requested: cancelled, or failed
    State state_ = State::idle;
    Experiment asked_;
    std::optional<Experiment> restored_;
    Focus focus_;
    std::chrono::steady_clock::time_point askedAt_;
    bool tooLarge_ = false;
    StudyPtr shown_, theory_;   // the last of each
    struct Left {
        quint64 generation;   // the last one of an experiment …
        std::chrono::steady_clock::time_point at;   // … and when another took its place
    };
    std::deque<Left> left_;
    QTimer letGo_;   // the first of them is not current any more
    QTimer progress_;

    static constexpr int allRests = 2;
    QTimer idle_;
    int rests_ = allRests;   // without work: a short one, after which memory is given back, and one that forgets noise
    std::size_t idleNoise_ = Kept().idle;
    std::chrono::milliseconds idleAfter_ = idleTime;

    // Shared, under the mutex.
    mutable std::mutex mutex_;
    struct Said {
        quint64 generation = 0;   // of the last request
        Progress progress {};
        Effort effort {};
    } said_;

    Pace pace_;   // of full studies

    // Worker only.
    StudyPtr last_;   // the last full study

    // Last: they use all the above.
    std::unique_ptr<TheoryWorker> theoryWorker_;
    LatestJob job_;
};

}   // namespace stepzero
