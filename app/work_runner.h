// SPDX-License-Identifier: GPL-3.0-or-later
// Work beside a window, one at a time: a new one ends the one before.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <functional>
#include <stop_token>

#include "core/run/context.h"

namespace stepzero {

class WorkRunner : public QObject {
    Q_OBJECT
public:
    explicit WorkRunner(QObject* parent = nullptr) : QObject(parent) { worker_.setMaxThreadCount(1); }
    ~WorkRunner() override { end(); }

    /// `work` is done in the worker, and what it gives then by the window, unless something newer was asked for.
    using Work = std::function<std::function<void()>(const Context&)>;
    void start(Work work);
    /// Ends what is under way.
    void cancel() { stop_.request_stop(); }
    bool isRunning() const { return running_; }

signals:
    void progress(double fraction, const QString& words);
    void failed(const QString& sentence);
    void runningChanged();

protected:
    quint64 generation() const { return generation_; }   ///< of the work that was started last
    /// Waits until nothing is under way. For destructors of what the work uses.
    void end();

private:
    quint64 generation_ = 0;
    bool running_ = false;
    std::stop_source stop_;
    QThreadPool worker_;   // one thread; last: it uses all the above
};

}   // namespace stepzero
