// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoint_window.h"

#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "app/board.h"
#include "app/checkpoint_panel.h"
#include "app/file_names.h"
#include "app/settings.h"
#include "app/worker.h"
#include "widgets/figures/checkpoint/audit_words.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

const QStringList checkpoint_patterns {"*.safetensors", "*.pt", "*.pth", "*.bin", "*.gguf", "*.npz", "*.index.json"};

QString localFile(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

}   // namespace

bool isCheckpoint(const QString& path)
{
    const QFileInfo file(path);
    return file.isDir() ? !QDir(path).entryList(checkpoint_patterns, QDir::Files).isEmpty()
                        : QDir::match(checkpoint_patterns, file.fileName());
}

CheckpointWindow::CheckpointWindow(Settings& settings, QWidget* parent, CheckpointWindow* before)
    : BoardWindow(
        settings, "checkpoint", {oneCheckpoint}, QStringLiteral("reading the chosen tensor…"), parent, Qt::Window),
      ownRunner_(before ? std::move(before->ownRunner_) : std::make_unique<CheckpointRunner>()), runner_(*ownRunner_),
      panel_(new CheckpointPanel), verdict_(new QLabel(this))
{
    setWindowTitle(tr("Checkpoint"));
    setAcceptDrops(true);
    QFont bold = verdict_->font();
    bold.setWeight(QFont::DemiBold);
    verdict_->setFont(bold);
    verdict_->setTextFormat(Qt::PlainText);
    verdict_->setContentsMargins(8, 5, 8, 5);
    verdict_->setMinimumWidth(1);
    verdict_->setAccessibleName(tr("verdict"));
    setPanel(panel_, {verdict_});
    buildMenus();
    if (before) {
        QObject::disconnect(&runner_, nullptr, before, nullptr);
        before->storeBoard();
        path_ = before->path_;
        request_ = before->request_;
    }
    connectParts();
    updateLook();
    if (!restoreGeometry(settings_.value("checkpoint/geometry").toByteArray()))
        resize((QSize(1280, 800) * scale()).boundedTo(screen()->availableSize()));
    restoreBoard();
    showState();
    if (before) {
        if (before->study_)
            showStudy(before->study_);
        restoreGeometry(before->saveGeometry());
        setVisible(before->isVisible());
    }
}

CheckpointWindow::~CheckpointWindow()
{
    if (ownRunner_)
        storeSettings();
}

void CheckpointWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Open checkpoint…"), QKeySequence::Open, this, [this] { askToOpen(); })
        ->setObjectName("openCheckpoint");
    file->addAction(tr("Open &folder…"), QKeySequence("Ctrl+Shift+O"), this, [this] { askToOpen(true); })
        ->setObjectName("openFolder");
    compare_
        = file->addAction(tr("&Compare with…"), QKeySequence("Ctrl+D"), panel_, &CheckpointPanel::compareRequested);
    compare_->setObjectName("compareCheckpoint");
    endComparison_ = file->addAction(tr("E&nd comparison"), this, &CheckpointWindow::endComparison);
    endComparison_->setObjectName("endComparison");
    file->addSeparator();
    file->addAction(tr("Choose conf&ig…"), this,
            [this] {
                const QString path = QFileDialog::getOpenFileName(this,
                    tr("The model family used to interpret tensor names"), settings_.lastFolder(FolderFor::checkpoints),
                    tr("config.json and experiments (*.json);;All files (*)"));
                if (!path.isEmpty())
                    chooseConfig(path);
            })
        ->setObjectName("chooseConfig");
    QMenu* families = file->addMenu(tr("F&amily"));
    families->setObjectName("families");
    connect(families, &QMenu::aboutToShow, this, [this, families] { fillFamilies(families); });
    run_ = file->addAction(tr("Open as e&xperiment"), QKeySequence("Ctrl+Return"), this, &CheckpointWindow::runIt);
    run_->setObjectName("runCheckpoint");
    file->addSeparator();
    addPictureActions(file);
    file->addSeparator();
    file->addAction(tr("C&lose"), QKeySequence::Close, this, &CheckpointWindow::close);
    addViewActions(menuBar()->addMenu(tr("&View")));
}

void CheckpointWindow::fillFamilies(QMenu* menu)
{
    menu->clear();
    const auto add = [&](const QString& text, const QString& name) {
        QAction* family = menu->addAction(text, this, [this, name] { chooseFamily(name); });
        family->setCheckable(true);
        family->setChecked(request_.family == name.toStdString());
    };
    add(tr("Detect from tensor &names"), {});
    menu->addSeparator();
    for (const Family& family : families())
        add(translated(family.label), QString::fromStdString(family.name));
    menu->addSeparator();
    menu->addAction(tr("&File…"), this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Custom family"),
            settings_.lastFolder(FolderFor::checkpoints), tr("Families (*.json);;All files (*)"));
        if (!path.isEmpty())
            chooseFamily(path);
    });
    menu->setEnabled(true);
}

void CheckpointWindow::connectParts()
{
    connect(panel_, &CheckpointPanel::runRequested, this, &CheckpointWindow::runIt);
    connect(&runner_, &CheckpointRunner::experimentMade, this, &CheckpointWindow::runRequested);
    connect(panel_, &CheckpointPanel::openRequested, this, [this] { askToOpen(); });
    connect(panel_, &CheckpointPanel::compareRequested, this, [this] {
        if (const QString path = askForCheckpoint(tr("Compare with an earlier checkpoint"), false); !path.isEmpty())
            compareWith(path);
    });
    connect(panel_, &CheckpointPanel::comparisonEnded, this, &CheckpointWindow::endComparison);
    connect(panel_, &CheckpointPanel::filterEdited, this, [this](const QString& text) {
        if (study_ && text != QString::fromStdString(study_->filter))
            showStudy(with_filter(*study_, text.toStdString()));
    });
    connect(&runner_, &CheckpointRunner::audited, this, [this](const AuditStudyPtr& study) {
        showStudy(study);
        readChosen();
    });
    connect(&runner_, &CheckpointRunner::compared, this,
        [this](const std::shared_ptr<const CheckpointChange>& change, const QString& name) {
            showStudy(with_change(*study_, change, name.toStdString()));
            if (auto* map = board_->dock("audit_map")->figure(); map->viewState().value("what") == "scale") {
                QJsonObject view = map->viewState();
                view["what"] = "change";
                map->setViewState(view);
            }
            readChosen();
        });
    connect(&runner_, &CheckpointRunner::matrixRead, this,
        [this](std::size_t place, const std::shared_ptr<const MatrixReading>& reading) {
            if (study_ && study_->chosen == place)
                showStudy(with_reading(*study_, reading));
        });
    connect(&runner_, &CheckpointRunner::progress, this,
        [this](double fraction, const QString& words) { showProgress(fraction, words + QStringLiteral(" %p%")); });
    connect(&runner_, &CheckpointRunner::failed, this,
        [this](const QString& sentence) { board_->setNotice(asSentence(sentence)); });
    connect(&runner_, &CheckpointRunner::runningChanged, this, &CheckpointWindow::showState);
    cancel_->setToolTip(tr("Stop reading"));
    connect(cancel_, &QToolButton::clicked, &runner_, &CheckpointRunner::cancel);
    connect(board_, &Board::cellChosen, this, &CheckpointWindow::chooseTensor);
}

void CheckpointWindow::openCheckpoint(const QString& path)
{
    path_ = path;
    request_ = {};
    settings_.setLastFolder(FolderFor::checkpoints, path);
    openAgain();
    emit opened(path);
}

void CheckpointWindow::openAgain()
{
    if (path_.isEmpty())
        return;
    board_->setNotice({});
    runner_.open(path_, request_);
    showState();
}

void CheckpointWindow::chooseConfig(const QString& path)
{
    request_.config = pathOf(path);
    openAgain();
}

void CheckpointWindow::chooseFamily(const QString& family)
{
    request_.family = family.toStdString();
    openAgain();
}

void CheckpointWindow::runIt()
{
    if (!study_)
        return;
    board_->setNotice({});
    runner_.makeExperiment();
    showState();
}

void CheckpointWindow::compareWith(const QString& path)
{
    if (!study_)
        return;
    board_->setNotice({});
    runner_.compare(path, study_);
    showState();
}

void CheckpointWindow::endComparison()
{
    if (study_ && study_->change)
        showStudy(with_change(*study_, nullptr, {}));
}

void CheckpointWindow::chooseTensor(int place)
{
    const auto chosen = study_ && place >= 0 && std::size_t(place) < study_->places.size()
        ? std::optional(std::size_t(place))
        : std::nullopt;
    if (!study_ || chosen == study_->chosen)
        return;
    showStudy(with_chosen(*study_, chosen));
    readChosen();
}

/// Reads the entries of a chosen matrix, if the file has them, which takes a moment.
void CheckpointWindow::readChosen()
{
    if (study_ && study_->chosen && study_->part(*study_->chosen).rows && !study_->reading)
        runner_.read(study_);
    showState();
}

void CheckpointWindow::showStudy(const AuditStudyPtr& study)
{
    study_ = study;
    panel_->setStudy(study);
    board_->setExhibit(study);
    setWindowTitle(tr("%1 – Stepzero checkpoint").arg(QString::fromStdString(study->name)));
    verdict_->setText(verdict());
    verdict_->setToolTip(verdict());
    updateLook();
    showState();
}

QString CheckpointWindow::verdict() const
{
    if (!study_)
        return tr("Open a checkpoint, or drop one here: safetensors, PyTorch, GGUF, npz, or a folder");
    const auto grave = std::ranges::count_if(
        study_->audit->findings, [](const AuditFinding& finding) { return finding.severity != Severity::note; });
    return summaryText(*study_) + (grave == 0 ? QString() : tr(" · %n finding(s)", nullptr, int(grave)));
}

void CheckpointWindow::showState()
{
    if (!runner_.isRunning())
        endProgress();
    compare_->setEnabled(study_ != nullptr);
    run_->setEnabled(study_ != nullptr);
    endComparison_->setEnabled(study_ && study_->change);
    verdict_->setText(verdict());
    board_->setWaiting(runner_.isRunning() ? tr("reading…") : study_ ? QString() : tr("no checkpoint is open"));
    state_->setText(runner_.isRunning() ? tr("reading…") : study_ ? sizeText(*study_) : QString());
}

QString CheckpointWindow::askForCheckpoint(const QString& title, bool folder)
{
    const QString from = settings_.lastFolder(FolderFor::checkpoints);
    return folder ? QFileDialog::getExistingDirectory(this, title, from)
                  : QFileDialog::getOpenFileName(
                      this, title, from, tr("Checkpoints (%1);;All files (*)").arg(checkpoint_patterns.join(' ')));
}

void CheckpointWindow::askToOpen(bool folder)
{
    if (const QString path = askForCheckpoint(tr("Open checkpoint"), folder); !path.isEmpty())
        openCheckpoint(path);
}

QString CheckpointWindow::fileName() const
{
    return study_ ? QFileInfo(QString::fromStdString(study_->name)).completeBaseName() : QStringLiteral("checkpoint");
}

void CheckpointWindow::updateLook()
{
    BoardWindow::updateLook();
    QPalette colors = palette();
    if (study_ && study_->audit->verdict == AuditVerdict::deviates)
        colors.setColor(QPalette::WindowText, theme(themeFor(palette())).warning);
    verdict_->setPalette(colors);
}

void CheckpointWindow::storeSettings() { storeBoard(); }

void CheckpointWindow::closeEvent(QCloseEvent* event)
{
    runner_.cancel();
    storeSettings();
    event->accept();
}

void CheckpointWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (isCheckpoint(localFile(event->mimeData())))
        event->acceptProposedAction();
}

void CheckpointWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    // Deferred, because the program that the file was dragged from must not wait for it.
    QTimer::singleShot(0, this, [this, path = localFile(event->mimeData())] { openCheckpoint(path); });
}

}   // namespace stepzero
