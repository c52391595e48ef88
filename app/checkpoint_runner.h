// SPDX-License-Identifier: GPL-3.0-or-later
// Reads checkpoints in another thread, so that the window never waits. It opens and audits a checkpoint, compares it
// with another, and reads the selected tensor. A new request stops the previous one.
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

    /// Opens and audits a checkpoint; emits audited(). `request` names the recipe; when it is empty, the recipe is
    /// recognized from files next to the checkpoint and from tensor names.
    void open(const QString& path, const UnderstandingRequest& request = {});
    /// Compares the open checkpoint with the one at `path`; emits compared().
    void compare(const QString& path, const AuditStudyPtr& study);
    /// Makes the experiment that runs the open checkpoint; emits experimentMade().
    void makeExperiment();
    /// Reads the chosen matrix; emits matrixRead().
    void read(const AuditStudyPtr& study);

signals:
    void audited(const stepzero::AuditStudyPtr& study);
    void compared(const std::shared_ptr<const stepzero::CheckpointChange>& change, const QString& name);
    /// `place` is an index into AuditStudy::places.
    void matrixRead(std::size_t place, const std::shared_ptr<const stepzero::MatrixReading>& reading);
    void experimentMade(const stepzero::Experiment& experiment);

private:
    quint64 audits_ = 0;   // number of audits that were started
    // Shared with the worker, protected by the mutex.
    std::mutex mutex_;
    std::shared_ptr<const Checkpoint> checkpoint_;   // the checkpoint that was opened last, …
    std::filesystem::path path_;   // … its path, …
    UnderstandingRequest request_;   // … the requested recipe, …
    Understanding known_;   // … and the result of its audit
};

}   // namespace stepzero
