// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_dialog.h"

#include <QCoreApplication>
#include <QDir>
#include <QMainWindow>
#include <QProgressDialog>
#include <QStatusBar>
#include <chrono>
#include <future>

#include "app/file_names.h"
#include "app/long_work.h"
#include "app/manual.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/worker.h"
#include "core/base/run/context.h"
#include "core/study/grid/grid_result.h"
#include "widgets/file_path.h"
#include "widgets/report/report.h"

namespace stepzero {

namespace {

constexpr std::size_t mostFixes = 4;   // number of fixes that are drawn before and after
constexpr int steps = 1000;   // steps of the progress bar
constexpr double fixesShare = 0.4;
const QString reportPlace = QStringLiteral("export.md#reports");

/// Computes the fixed studies in another thread, while the dialog stays responsive. Throws Stopped.
std::vector<FixedStudy> fixedBeside(const Study& study, QProgressDialog& dialog)
{
    if (!study.findings)
        return {};
    std::stop_source stop;
    // Runs in this thread if no other is available.
    std::future<std::vector<FixedStudy>> fixed = std::async([&study, token = stop.get_token()] {
        StudyCaches caches(longWorkNoise);
        return fixed_studies(study, mostFixes, caches, {token, {}});
    });
    while (fixed.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout) {
        QCoreApplication::processEvents();
        if (dialog.wasCanceled())
            stop.request_stop();
    }
    return fixed.get();
}

}   // namespace

bool makeReport(QMainWindow* window, const ExhibitPtr& exhibit, const QString& path)
{
    QProgressDialog dialog(QObject::tr("Writing the report…"), QObject::tr("Cancel"), 0, steps, window);
    setManualPlace(&dialog, reportPlace);
    dialog.setWindowModality(Qt::WindowModal);   // prevents changes of what is drawn
    dialog.setMinimumDuration(300);
    dialog.setAutoReset(false);
    QString error;
    bool written = false;
    const std::optional<QString> failure = failureOf([&] {
        ReportOptions options;
        if (const auto study = std::dynamic_pointer_cast<const Study>(exhibit))
            options.fixed = fixedBeside(*study, dialog);
        options.progress = [&dialog](double fraction) {
            dialog.setValue(int(steps * (fixesShare + (1 - fixesShare) * fraction)));
            if (dialog.wasCanceled())
                throw Stopped {};
        };
        written = writeReport(pathOf(path), exhibit, options, &error);
    });
    dialog.reset();
    if (failure || !error.isEmpty())
        showProblems(window, QObject::tr("Could not write the report"), {failure.value_or(error)}, reportPlace);
    return written;
}

void askForReport(QMainWindow* window, Settings& settings, const ExhibitPtr& exhibit, const QString& name)
{
    if (!exhibit || exhibit->stage != Stage::full) {
        window->statusBar()->showMessage(QObject::tr("The report can be written when everything is computed."), 5000);
        return;
    }
    const QString path = askForFile(window, QObject::tr("Write report"),
        QDir(folderFrom({settings.lastFolder(FolderFor::exports)})).filePath(name + ".html"), {".html", ".pdf"},
        QObject::tr("Page (*.html);;Document (*.pdf)"), reportPlace);
    if (path.isEmpty())
        return;
    settings.setLastFolder(FolderFor::exports, path);
    if (makeReport(window, exhibit, path))
        window->statusBar()->showMessage(QObject::tr("Wrote %1").arg(QDir::toNativeSeparators(path)), 5000);
}

}   // namespace stepzero
