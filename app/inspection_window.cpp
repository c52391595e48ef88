// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspection_window.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QTimer>
#include <QToolButton>

#include "app/board.h"
#include "app/inspection_panel.h"
#include "app/latest_job.h"
#include "app/worker.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

QString localFile(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

}   // namespace

InspectionWindow::InspectionWindow(
    Settings& settings, const char* group, const QString& subject, const QString& widest, QWidget* parent)
    : BoardWindow(settings, group, {subject}, widest, parent, Qt::Window), verdict_(new QLabel(this))
{
    setAcceptDrops(true);
    QFont bold = verdict_->font();
    bold.setWeight(QFont::DemiBold);
    verdict_->setFont(bold);
    verdict_->setTextFormat(Qt::PlainText);
    verdict_->setContentsMargins(8, 5, 8, 5);
    verdict_->setMinimumWidth(1);
    verdict_->setAccessibleName(tr("verdict"));
    cancel_->setToolTip(tr("Stop reading"));
}

void InspectionWindow::begin(InspectionPanel* panel, LatestJob& job, InspectionWindow* before)
{
    sidePanel_ = panel;
    job_ = &job;
    if (before) {
        QObject::disconnect(&job, nullptr, before, nullptr);
        before->storeBoard();
        before->replaced_ = true;
    }
    setPanel(panel, {verdict_});
    buildMenus();
    connect(panel, &InspectionPanel::openRequested, this, &InspectionWindow::askToOpen);
    connect(panel, &InspectionPanel::compareRequested, this, [this] {
        const QString path
            = QFileDialog::getOpenFileName(this, compareTitle(), settings_.lastFolder(folder()), filePatterns());
        if (!path.isEmpty())
            compareWith(path);
    });
    connect(panel, &InspectionPanel::comparisonEnded, this, &InspectionWindow::endComparison);
    connect(&job, &LatestJob::progress, this,
        [this](double fraction, const QString& words) { showProgress(fraction, words + QStringLiteral(" %p%")); });
    connect(
        &job, &LatestJob::failed, this, [this](const QString& sentence) { board_->setNotice(asSentence(sentence)); });
    connect(&job, &LatestJob::runningChanged, this, [this] { showState(); });
    connect(cancel_, &QToolButton::clicked, &job, &LatestJob::cancel);
    updateLook();
    restoreAdditionalPlace();
    restoreBoard();
    showState();
}

InspectionWindow::~InspectionWindow()
{
    if (!replaced_)
        storeBoard();
}

void InspectionWindow::addCompareActions(QMenu* file, const QString& compareName)
{
    compare_
        = file->addAction(tr("&Compare with…"), QKeySequence("Ctrl+D"), sidePanel_, &InspectionPanel::compareRequested);
    compare_->setObjectName(compareName);
    endComparison_ = file->addAction(tr("E&nd comparison"), this, &InspectionWindow::endComparison);
    endComparison_->setObjectName("endComparison");
}

void InspectionWindow::askToOpen()
{
    const QString path
        = QFileDialog::getOpenFileName(this, openTitle(), settings_.lastFolder(folder()), filePatterns());
    if (!path.isEmpty())
        openPath(path);
}

void InspectionWindow::showState()
{
    const bool running = job_->isRunning();
    if (!running)
        endProgress();
    compare_->setEnabled(hasStudy());
    endComparison_->setEnabled(isCompared());
    verdict_->setText(verdict());
    verdict_->setToolTip(hasStudy() ? verdict() : QString());
    board_->setWaiting(running ? tr("reading…") : hasStudy() ? QString() : emptyText());
    state_->setText(running ? tr("reading…") : hasStudy() ? sizeText() : QString());
}

void InspectionWindow::updateLook()
{
    BoardWindow::updateLook();
    QPalette colors = palette();
    if (isGrave())
        colors.setColor(QPalette::WindowText, theme(themeFor(palette())).warning);
    verdict_->setPalette(colors);
}

void InspectionWindow::closeEvent(QCloseEvent* event)
{
    job_->cancel();
    storeBoard();
    event->accept();
}

void InspectionWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (takes(localFile(event->mimeData())))
        event->acceptProposedAction();
}

void InspectionWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    // Deferred, because the program that the file was dragged from must not wait for it.
    QTimer::singleShot(0, this, [this, path = localFile(event->mimeData())] { openPath(path); });
}

}   // namespace stepzero
