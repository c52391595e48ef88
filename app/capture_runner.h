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

    void open(const QString& path);   ///< emits inspected()
    void compare(const QString& path);   ///< emits compared()

signals:
    void inspected(const stepzero::CaptureStudyPtr& study);
    void compared(const std::shared_ptr<const stepzero::Capture>& before, const QString& name);

private:
    quint64 generation_ = 0;
};

}   // namespace stepzero
