// SPDX-License-Identifier: GPL-3.0-or-later
// Reads captures in another thread, so that the window never waits: files of a large model have tens of megabytes.
#pragma once

#include "app/latest_job.h"
#include "core/study/capture_study.h"

namespace stepzero {

/// Returns whether a file is a capture: by its extension, or by its format, whatever its name is.
bool isCapture(const QString& path);

class CaptureRunner : public LatestJob {
    Q_OBJECT
public:
    explicit CaptureRunner(QObject* parent = nullptr) : LatestJob(parent) { }
    ~CaptureRunner() override { end(); }

    /// Emits inspected(), and then audited() if the weights were saved too.
    void open(const QString& path);
    void openExample(const QString& name);   ///< opens one of example_captures(); emits inspected()
    void audit(const CaptureStudyPtr& study);   ///< audits the weights of a study; emits audited()
    void compare(const QString& path);   ///< emits compared()

signals:
    void inspected(const stepzero::CaptureStudyPtr& study);
    /// `audit` is null if the tensors are of no known family. `generation` is that of the study.
    void audited(const std::shared_ptr<const stepzero::Audit>& audit, quint64 generation);
    void compared(const std::shared_ptr<const stepzero::Capture>& before, const QString& name);

private:
    void judge(const Turn& turn, const CaptureStudy& study);

    quint64 generation_ = 0;
};

}   // namespace stepzero
