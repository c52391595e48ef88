// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/long_work.h"

#include <QCoreApplication>
#include <QProgressDialog>
#include <atomic>
#include <chrono>
#include <future>

#include "app/manual.h"
#include "app/problem_box.h"
#include "app/worker.h"

namespace stepzero {

bool doLongWork(QWidget* window, const QString& words, const QString& failure, const QString& place,
    const std::function<void(const Context&)>& work)
{
    constexpr int steps = 1000;   // steps of the progress bar
    QProgressDialog dialog(words, QCoreApplication::translate("stepzero::doLongWork", "Cancel"), 0, steps, window);
    setManualPlace(&dialog, place);
    dialog.setWindowModality(Qt::WindowModal);   // prevents changes of what is worked on
    dialog.setMinimumDuration(300);
    dialog.setAutoReset(false);
    std::stop_source stop;
    std::atomic<double> done = 0;
    Context context {stop.get_token(), {}};
    context.report = [&done](const Progress& progress) { done = progress.fraction; };
    // Runs in this thread if no other is available.
    std::future<std::optional<QString>> failed = std::async([&] { return failureOf([&] { work(context); }); });
    while (failed.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout) {
        if (dialog.wasCanceled())
            stop.request_stop();
        else
            dialog.setValue(int(steps * done));
        QCoreApplication::processEvents();
    }
    dialog.reset();
    const std::optional<QString> sentence = failed.get();
    if (sentence)
        showProblems(window, failure, {asSentence(*sentence)}, place);
    return !sentence && !stop.stop_requested();
}

}   // namespace stepzero
