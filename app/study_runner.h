// SPDX-License-Identifier: GPL-3.0-or-later
// Computes studies beside the window: latest wins. A request gives a preview first and the full study next.
//
// What is never shown: a full study that a newer request has overtaken, and anything older than what is on
// the screen. Any newer request stops what is under way, but for one case: while a slider is dragged, a
// preview under way is finished and shown, or fast hands would leave the screen empty. At most one request
// waits.
#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/study/make_study.h"

namespace stepzero {

class StudyRunner : public QObject {
    Q_OBJECT
public:
    enum class State { idle, preview, full };

    using Compute = std::function<StudyPtr(const StudyRequest&, StudyCaches&, const Context&)>;

    explicit StudyRunner(QObject* parent = nullptr) : StudyRunner(preview_study, full_study, parent) { }
    /// With other ways to compute, for tests.
    StudyRunner(Compute preview, Compute full, QObject* parent = nullptr);
    ~StudyRunner() override;

    /// Asks for a study of an experiment. Returns the generation that the study will carry; generations rise.
    quint64 request(const Experiment& experiment, const Focus& focus, bool dragging = false);
    /// Stops what is under way, if anything is, and says cancelled(); the picture stays as it is.
    void cancel();

    quint64 requestedGeneration() const { return requested_; }
    quint64 deliveredGeneration() const { return delivered_; }
    State state() const { return state_; }

signals:
    void delivered(const stepzero::StudyPtr& study);
    void failed(quint64 generation, const QString& sentence);
    void cancelled(quint64 generation);
    void stateChanged();
    /// From the 300th millisecond of a computation on, some twenty times a second.
    void progress(double fraction, const QString& stage);

private:
    struct Job {
        StudyRequest request;
        bool dragging = false;
    };
    void work(const std::stop_token& quit);
    void run(Job job, const std::stop_token& stop);
    void post(const StudyPtr& study, bool dragging);
    void postState(quint64 generation, State state);
    void setState(State state);

    Compute preview_, full_;
    StudyCaches caches_;

    // GUI thread only.
    quint64 requested_ = 0, delivered_ = 0;
    quint64 oldestShown_ = 0;   // nothing older may be shown, whatever is dragged
    State state_ = State::idle;

    // Shared, under the mutex.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;
    std::stop_source current_;
    bool previewOfDrag_ = false;   // under way

    // Worker only.
    StudyPtr last_;   // the last full study

    std::jthread thread_;   // last: it uses all the above
};

}   // namespace stepzero
