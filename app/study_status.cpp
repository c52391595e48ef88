// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/study_status.h"

#include <QEvent>
#include <QLabel>
#include <QToolButton>

#include "app/board.h"
#include "app/board_window.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/base/words/shown_text.h"
#include "core/study/study.h"

namespace stepzero {

StudyStatus::StudyStatus(Workspace& workspace, BoardWindow& window)
    : QObject(&window), workspace_(workspace), window_(window), runAnyway_(new QToolButton(&window))
{
    runAnyway_->setText(tr("Run anyway"));
    runAnyway_->setToolTip(tr("Run even though there may not be enough memory (this or other programs may be killed)"));
    runAnyway_->hide();
    window_.stateLabel()->installEventFilter(this);
    StudyRunner& runner = workspace_.runner();
    connect(runAnyway_, &QToolButton::clicked, &runner, &StudyRunner::runAnyway);
    connect(window_.cancelButton(), &QToolButton::clicked, &runner, &StudyRunner::cancel);
    connect(&workspace_, &Workspace::studyChanged, this, &StudyStatus::showStudy);
    connect(&runner, &StudyRunner::stateChanged, this, &StudyStatus::showState);
    connect(&runner, &StudyRunner::failed, this, [this, &runner](quint64, const QString& sentence) {
        window_.board()->setNotice(asSentence(sentence), runner.mayRunAnyway() ? runAnyway_ : nullptr);
        window_.stateLabel()->setText(tr("not computed"));
    });
    connect(&runner, &StudyRunner::cancelled, this, [this] {
        window_.board()->setNotice(tr("Cancelled – F5 to recompute"));
        window_.stateLabel()->setText(tr("cancelled"));
    });
    connect(&workspace_, &Workspace::currencyChanged, this, [this, &runner](bool current) {
        if (!current && runner.state() != StudyRunner::State::idle)
            window_.stateLabel()->setText(tr("computing…"));
    });
    connect(&runner, &StudyRunner::progress, this, [this](double fraction, const QString& stage) {
        window_.showProgress(fraction, stage.isEmpty() ? QStringLiteral("%p%") : stage + QStringLiteral(" %p%"));
        if (!workspace_.study())
            window_.stateLabel()->setText(tr("computing…"));
    });
}

void StudyStatus::showStudy(const StudyPtr& study)
{
    const int milliseconds = qRound(study->seconds * 1000);
    window_.stateLabel()->setText(study->stage == Stage::full ? tr("full run · %1 ms").arg(milliseconds)
            : study->stage == Stage::theory                   ? tr("theory · computing…")
            : study->measurement->samples == 0                ? tr("theory only")
            : study->measurement->tokens > 1
            ? tr("preview of %1 × %n token(s) · %2 ms", nullptr, study->measurement->tokens)
                  .arg(study->measurement->samples)
                  .arg(milliseconds)
            : tr("preview of %n sample(s) · %1 ms", nullptr, study->measurement->samples).arg(milliseconds));
}

void StudyStatus::showState()
{
    if (workspace_.runner().state() == StudyRunner::State::idle)
        window_.endProgress();
    else
        window_.board()->setNotice(window_.board()->notice());   // removes the button, because nothing is refused now
}

/// Updates the tooltip with the memory that is in use.
bool StudyStatus::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ToolTip && watched == window_.stateLabel()) {
        const StudyRunner::Kept kept = workspace_.runner().kept();
        const auto text = [](std::size_t bytes) { return QString::fromStdString(bytes_text(double(bytes))); };
        window_.stateLabel()->setToolTip(
            tr("Random-number cache: %1, at most %2, and %3 when idle (Tools › Random-number cache)")
                .arg(text(kept.now), text(kept.most), text(kept.idle)));
    }
    return QObject::eventFilter(watched, event);
}

}   // namespace stepzero
