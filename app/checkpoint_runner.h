// SPDX-License-Identifier: GPL-3.0-or-later
// Reads checkpoints beside the window: opens and audits one, compares it with another, and reads the tensor that is
// looked at. A new request ends the one before; a checkpoint that is opened ends them all.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "app/latest_job.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/study/audit_study.h"

namespace stepzero {

class CheckpointRunner : public LatestJob {
    Q_OBJECT
public:
    explicit CheckpointRunner(QObject* parent = nullptr) : LatestJob(parent) { }
    ~CheckpointRunner() override;

    /// `request`: what it is understood by; empty: what lies beside it, and its names.
    void open(const QString& path, const UnderstandingRequest& request = {});
    /// Of the open one, since `path`.
    void compare(const QString& path, const AuditStudyPtr& study);
    /// Makes the experiment that runs the open one.
    void makeExperiment();
    /// The matrix that is chosen.
    void read(const AuditStudyPtr& study);

signals:
    void audited(const stepzero::AuditStudyPtr& study);
    void compared(const std::shared_ptr<const stepzero::CheckpointChange>& change, const QString& name);
    /// `place`: of the study's places.
    void matrixRead(std::size_t place, const std::shared_ptr<const stepzero::MatrixReading>& reading);
    void experimentMade(const stepzero::Experiment& experiment);

private:
    quint64 audits_ = 0;   // begun so far
    // Shared, under the mutex.
    std::mutex mutex_;
    std::shared_ptr<const Checkpoint> checkpoint_;   // that was opened last …
    std::filesystem::path path_;   // … from here …
    UnderstandingRequest request_;   // … understood by this …
    Understanding known_;   // … as its audit has it
};

}   // namespace stepzero
