// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolButton>
#include <utility>

#include "app/appearance.h"
#include "app/board.h"
#include "app/dial_bar.h"
#include "app/grid_window.h"
#include "app/lesson_bar.h"
#include "app/pin_panel.h"
#include "app/present_window.h"
#include "app/problem_box.h"
#include "app/side_panel.h"
#include "app/time_bar.h"
#include "app/verdict_bar.h"
#include "app/worker.h"
#include "core/base/words/shown_text.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/sweep.h"
#include "core/version.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/layer_table.h"
#include "widgets/figures/frame/spoken_figure.h"
#include "widgets/language/language.h"

static void initIconResource() { Q_INIT_RESOURCE(icons); }

namespace stepzero {

namespace {

/// Returns the presets by kind of network.
QVector<PresetChoice> presetChoices()
{
    QVector<PresetChoice> choices;
    for (const NetworkKind& kind : kinds())
        for (const Preset& preset : presets()) {
            auto parsed = parse_experiment(preset.text);
            if (auto* experiment = std::get_if<Experiment>(&parsed);
                experiment && experiment->network.kind == kind.name)
                choices.push_back({QString::fromStdString(preset.name), translated(preset.title),
                    std::move(*experiment), translated(kind.label)});
        }
    return choices;
}

}   // namespace

void prepareApplication()
{
    initIconResource();
    QApplication::setApplicationName("stepzero");
    QApplication::setApplicationDisplayName("Stepzero");
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setDesktopFileName("org.stepzero.Stepzero");
    QApplication::setWindowIcon(QIcon(":/icons/stepzero.svg"));
    installFonts();
    installFigureAccess();
    QFont font = QApplication::font();
    font.setFamily(Style().font().family());
    QApplication::setFont(font);
    applyScale(1);
}

Desk::Desk(Settings& settings) : session(settings), runner(theory_study, preview_study, full_study) { }

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : MainWindow(settings, parent, std::make_unique<Desk>(settings))
{
}

MainWindow::MainWindow(Settings& settings, QWidget* parent, std::unique_ptr<Desk> desk)
    : BoardWindow(settings, "window", {networkLayers, networkStream, networkTokens},
        tr("preview of %1 × %n token(s) · %2 ms", nullptr, 1024).arg(16).arg(QStringLiteral("00000")), parent),
      desk_(std::move(desk)), session_(desk_->session), document_(desk_->document), runner_(desk_->runner),
      pins_(desk_->pins)
{
    setAcceptDrops(true);
    writer_.setMaxThreadCount(1);
    buildPanels();
    buildMenus();
    buildToolBar();
    addLessonMenu();
    addHelpMenu();
    connectStudies();
    showNetworkKind();
    setAppearance(settings_.value("look/theme").toString());
    resize(QSize(1280, 800) * scale());
}

MainWindow::~MainWindow() { writer_.waitForDone(); }

void MainWindow::buildPanels()
{
    panel_ = new ExperimentPanel(presetChoices());
    table_ = new LayerTable;
    pinPanel_ = new PinPanel(pins_);
    side_ = new SidePanel(panel_, table_, pinPanel_, this);
    verdict_ = new VerdictBar;
    lesson_ = new LessonBar(document_, board_,
        {[this](const QString& path) { return control(path); },
            [this](const Experiment& experiment, const QString& edit, const Focus& focus, bool layer) {
                showLessonStep(experiment, edit, focus, layer);
            }});
    time_ = new TimeBar;
    dials_ = new DialBar;
    setPanel(side_, {verdict_, time_, dials_, lesson_});
}

void MainWindow::connectStudies()
{
    connect(panel_, &ExperimentPanel::edited, &document_, &Document::edit);
    connect(table_, &LayerTable::edited, &document_, &Document::edit);
    connect(panel_, &ExperimentPanel::dragStarted, board_, [this] { board_->setDragging(true); });
    connect(panel_, &ExperimentPanel::dragEnded, board_, [this] { board_->setDragging(false); });
    connect(board_, &Board::experimentEdited, &document_, &Document::edit);
    connect(board_, &Board::dragStarted, board_, [this] { board_->setDragging(true); });
    connect(board_, &Board::dragEnded, board_, [this] { board_->setDragging(false); });
    connect(&document_, &Document::experimentChanged, this, &MainWindow::experimentChanged);
    connect(this, &MainWindow::openRequested, this, &MainWindow::open);
    connect(this, &MainWindow::studyPresetRequested, this, [this](const QString& name) {
        studyWindow()->choosePreset(name);
        showStudyWindow();
    });
    connect(&document_, &Document::pathChanged, this, &MainWindow::updateTitle);
    connect(&document_, &Document::dirtyChanged, this, &MainWindow::updateTitle);

    connect(cancel_, &QToolButton::clicked, &runner_, &StudyRunner::cancel);
    connect(&runner_, &StudyRunner::delivered, this, &MainWindow::showStudy);
    connect(&runner_, &StudyRunner::stateChanged, this, &MainWindow::showState);
    runAnyway_ = new QToolButton(this);
    runAnyway_->setText(tr("Run anyway"));
    runAnyway_->setToolTip(tr("Run even though there may not be enough memory (this or other programs may be killed)"));
    runAnyway_->hide();
    connect(runAnyway_, &QToolButton::clicked, &runner_, &StudyRunner::runAnyway);
    connect(&runner_, &StudyRunner::failed, this, [this](quint64, const QString& sentence) {
        stepping_.reset();
        board_->setNotice(asSentence(sentence), runner_.mayRunAnyway() ? runAnyway_ : nullptr);
        state_->setText(tr("not computed"));
    });
    connect(&runner_, &StudyRunner::cancelled, this, [this] {
        stepping_.reset();
        board_->setNotice(tr("Cancelled – F5 to recompute"));
        state_->setText(tr("cancelled"));
    });
    connect(&runner_, &StudyRunner::oldestCurrentChanged, this, [this] {
        board_->setCurrent(document_.experiment(), focus_.step, runner_.oldestCurrent());
        const bool current = study_ && runner_.isCurrent(*study_);
        verdict_->setCurrent(current);
        lesson_->setCurrent(current);
        if (!current && runner_.state() != StudyRunner::State::idle)
            state_->setText(tr("computing…"));
    });
    connect(&runner_, &StudyRunner::progress, this, [this](double fraction, const QString& stage) {
        verdict_->setComputing(computingWords(stage));
        showProgress(fraction, stage.isEmpty() ? QStringLiteral("%p%") : stage + QStringLiteral(" %p%"));
        if (!study_)
            state_->setText(tr("computing…"));
    });

    connect(&pins_, &PinList::changed, this, &MainWindow::showPins);
    connect(pinPanel_, &PinPanel::swapRequested, this, &MainWindow::swapPin);
    connect(pinPanel_, &PinPanel::saveRequested, this, &MainWindow::savePin);
    connect(board_, &Board::subjectChanged, this, &MainWindow::showNetworkKind);
    connect(board_, &Board::matrixChosen, this, &MainWindow::chooseMatrix);
    connect(board_, &Board::comparisonChosen, this, &MainWindow::chooseComparison);
    connect(board_, &Board::trainingRequested, this, &MainWindow::trainNetwork);
    connect(board_, &Board::stepChosen, time_, &TimeBar::choose);
    connect(time_, &TimeBar::stepChosen, this, &MainWindow::chooseStep);
    connect(time_, &TimeBar::playingChanged, this, [this] {
        for (auto& [action, icon] : icons_)
            if (action == time_->play())
                icon = time_->isPlaying() ? QStringLiteral("pause") : QStringLiteral("play");
        drawIcons();
        if (time_->isPlaying())   // only one of the bars plays at a time
            for (DialBar* bar : {dials_, present_ ? present_->control() : nullptr})
                if (bar)
                    bar->play()->setChecked(false);
        holdAxes();
    });
    connect(time_->slider(), &LabeledSlider::dragStarted, board_, [this] { board_->setDragging(true); });
    connect(time_->slider(), &LabeledSlider::dragEnded, this, &MainWindow::holdAxes);
    connectDials();
    connect(board_, &Board::fixChosen, this, &MainWindow::takeFix);
    connect(board_, &Board::fixPreviewed, this, &MainWindow::previewFix);
    connect(board_, &Board::fixPreviewEnded, &fixes_, &FixPreview::hide);
    connect(verdict_, &VerdictBar::fixChosen, this, &MainWindow::takeFix);
    connect(verdict_, &VerdictBar::fixPreviewed, this, &MainWindow::previewFix);
    connect(verdict_, &VerdictBar::fixPreviewEnded, &fixes_, &FixPreview::hide);
    connect(verdict_, &VerdictBar::moreRequested, board_, [this] { board_->setShown("findings", true); });
    connect(&fixes_, &FixPreview::changed, this, &MainWindow::drawPins);
    connect(&fixes_, &FixPreview::made, this,
        [this](const Experiment& before, const Experiment& after, const QString& label) {
            if (document_.experiment() == before)
                document_.edit(after, {label, {}, false});
        });
    connect(&fixes_, &FixPreview::failed, this, [this](const QString& sentence) {
        showProblems(this, tr("Could not apply the fix"), {sentence}, "findings.md");
    });
    connect(panel_, &ExperimentPanel::matrixChosen, this, &MainWindow::chooseMatrix);
    connect(board_, &Board::layerChosen, this, &MainWindow::chooseLayer);
    connect(board_, &Board::layerHovered, this, &MainWindow::hoverLayer);
    connect(table_, &LayerTable::layerChosen, this, &MainWindow::chooseLayer);
    connect(table_, &LayerTable::layerHovered, this, &MainWindow::hoverLayer);
}

void MainWindow::ask(bool dragging)
{
    stepping_.reset();
    runner_.request(document_.experiment(), focus_, dragging);
}

void MainWindow::experimentChanged(bool dragging)
{
    fixes_.forget();
    const Experiment& experiment = document_.experiment();
    panel_->setExperiment(experiment);
    table_->setExperiment(experiment);
    const int depth = stepzero::depth(experiment.network);
    focus_.layer = std::clamp(focus_.layer, 1, depth);
    {
        const QSignalBlocker blocker(layerBox_);
        layerBox_->setRange(1, depth);
        layerBox_->setValue(focus_.layer);
    }
    layerCount_->setText(tr("of %1").arg(depth));
    table_->setChosenLayer(focus_.layer);
    panel_->setLayer(focus_.layer);
    if (!experiment.train)
        focus_.step = 0;
    time_->setExperiment(experiment);
    time_->setStep(focus_.step);
    dials_->setStep(focus_.step);
    dials_->setExperiment(experiment);
    ask(dragging);
    autosaveSoon();
    if (!dragging) {
        updateTitle();
        // Updated at once, because its fix does not apply to this experiment. In a drag it waits like the figures, to
        // avoid flicker.
        verdict_->setCurrent(study_ && same_numbers(study_->experiment, experiment));
        if (const std::string varied = moved_dial(settled_, experiment); !varied.empty())
            lastControl_ = QString::fromStdString(varied);
        settled_ = experiment;
    }
}

void MainWindow::chooseLayer(int layer)
{
    layer = std::clamp(layer, 1, stepzero::depth(document_.experiment().network));
    if (layer == focus_.layer)
        return;
    focus_.layer = layer;
    {
        const QSignalBlocker blocker(layerBox_);
        layerBox_->setValue(layer);
    }
    table_->setChosenLayer(layer);
    panel_->setLayer(layer);
    ask();
}

void MainWindow::pinExperiment()
{
    const StudyPtr shown = study_;
    const bool current = shown && shown->stage == Stage::full && shown->experiment == document_.experiment()
        && shown->step == focus_.step;
    pins_.add(document_.experiment(), focus_, current ? shown : nullptr);
}

void MainWindow::swapPin(int id)
{
    const PinnedExperiment* pinned = pins_.find(id);
    if (!pinned || pinned->experiment == document_.experiment())
        return;
    const PinnedExperiment before = *pinned;
    const StudyPtr shown = study_;
    PinnedExperiment after;
    after.id = id;
    after.experiment = document_.experiment();
    after.focus = focus_;
    if (shown && shown->stage == Stage::full && shown->experiment == after.experiment && shown->step == focus_.step)
        after.pin.study = shown;
    after.pin.name = swapped_.first == after.experiment && !swapped_.second.isEmpty()
        ? swapped_.second
        : pins_.freeName(after.experiment, focus_.step);
    swapped_ = {before.experiment, before.pin.name};
    QUndoStack* undo = document_.undoStack();
    undo->beginMacro(tr("Swap with “%1”").arg(before.pin.name));
    undo->push(new PinSwapCommand(pins_, before, after));
    document_.edit(before.experiment, {});
    undo->endMacro();
}

/// Shows the strip of pins while there are pins, unless the user closed it.
void MainWindow::showPins()
{
    drawPins();
    const int rows = int(pinPanel_->rows().size());
    if (rows == 0 || rows > knownPins_)
        side_->pinsAction()->setChecked(rows > 0);
    knownPins_ = rows;
    writer_.start([folder = settings_.place().pins(), pins = pins_.entries()] {
        // A failure is ignored as in autosave(): the next change tries again.
        (void)failureOf([&] { writePins(folder, pins); });
    });
}

void MainWindow::chooseMatrix(const QString& role)
{
    if (role.toStdString() == focus_.matrix)
        return;
    focus_.matrix = role.toStdString();
    panel_->setMatrix(role);
    ask();
}

void MainWindow::trainNetwork() { panel_->setTrained(true); }

void MainWindow::chooseComparison(const QString& name)
{
    if (name.toStdString() == focus_.comparison)
        return;
    focus_.comparison = name.toStdString();
    ask();
}

void MainWindow::chooseStep(int step)
{
    if (step == focus_.step)
        return;
    focus_.step = step;
    time_->setStep(step);
    dials_->setStep(step);
    if (present_)
        present_->control()->setStep(step);
    // A running computation is not stopped: with fast input, the board would never change.
    if (!stepping_)
        askForStep();
}

void MainWindow::askForStep()
{
    ask();
    stepping_ = focus_.step;
}

/// Draws the pins. The result of a previewed fix is an additional pin.
void MainWindow::drawPins()
{
    QVector<Pin> pins = pins_.pins();
    if (std::optional<Pin> after = fixes_.pin()) {
        const auto taken = [&pins](int style) {
            return std::any_of(pins.begin(), pins.end(), [style](const Pin& pin) { return pin.style == style; });
        };
        while (taken(after->style))
            ++after->style;
        pins << *after;
    }
    board_->setPins(pins);
    if (present_)
        present_->setPins(pins);
}

/// Takes a fix. Findings of an earlier experiment are ignored, because those of the present one will follow.
void MainWindow::takeFix(const StudyPtr& study, int finding, int fix)
{
    if (study->experiment == document_.experiment())
        fixes_.take(study, finding, fix);
}

void MainWindow::previewFix(const StudyPtr& study, int finding, int fix)
{
    if (study->experiment == document_.experiment())
        fixes_.show(study, focus_, finding, fix);
}

void MainWindow::hoverLayer(int layer) { board_->setHoveredLayer(layer); }

void MainWindow::showStudy(const StudyPtr& study)
{
    if (study->stage != Stage::stopped)
        board_->setNotice({});
    const bool otherKind = !study_ || study_->plan->kind != study->plan->kind;
    study_ = study;
    if (otherKind)
        showNetworkKind();
    board_->setExhibit(study);
    time_->setStudy(study);
    dials_->setStudy(study, study->experiment == document_.experiment());
    if (!is_coming(study->stage))
        if (const auto step = std::exchange(stepping_, std::nullopt); step && *step != focus_.step)
            askForStep();
    verdict_->setStudy(study, runner_.isCurrent(*study));
    board_->setAccessibleDescription(verdict_->words());   // once per study, not with every figure
    lesson_->setStudy(study, runner_.isCurrent(*study));
    pins_.offer(study);
    const int milliseconds = qRound(study->seconds * 1000);
    state_->setText(study->stage == Stage::full ? tr("full run · %1 ms").arg(milliseconds)
            : study->stage == Stage::theory     ? tr("theory · computing…")
            : study->measurement->samples == 0  ? tr("theory only")
            : study->measurement->tokens > 1
            ? tr("preview of %1 × %n token(s) · %2 ms", nullptr, study->measurement->tokens)
                  .arg(study->measurement->samples)
                  .arg(milliseconds)
            : tr("preview of %n sample(s) · %1 ms", nullptr, study->measurement->samples).arg(milliseconds));
}

/// Updates the panel. Only dense networks have separate settings per layer, which the table edits.
void MainWindow::showNetworkKind()
{
    const bool dense = board_->subject() == networkLayers;
    const bool inTime = kind_of(document_.experiment().network).steps_of_input;
    layerLabel_->setText(dense ? tr("Layer") : inTime ? tr("Step") : tr("Block"));
    side_->setLayersApply(dense);
}

/// Returns "forward · 3 s of about 40 s · 2.1 GB", with numbers only for what takes more than a second.
QString MainWindow::computingWords(const QString& stage) const
{
    const QString words = stage.isEmpty() ? tr("computing") : stage;
    const StudyRunner::Outlook outlook = runner_.outlook();
    if (std::max(outlook.elapsed, outlook.seconds.value_or(0)) < 1 || outlook.bytes == 0)
        return words + QStringLiteral("…");
    const auto text = [](double seconds) { return QString::fromStdString(seconds_text(seconds)); };
    QString time = QString::number(int(outlook.elapsed)) + QStringLiteral(" s");
    if (outlook.seconds > outlook.elapsed)   // otherwise the estimate was exceeded
        time = tr("%1 of about %2").arg(time, text(*outlook.seconds));
    return QStringList {words, time, QString::fromStdString(bytes_text(outlook.bytes))}.join(QStringLiteral(" · "));
}

void MainWindow::showState()
{
    if (runner_.state() != StudyRunner::State::idle)
        board_->setNotice(board_->notice());   // removes the button that ran a refused experiment
    pins_.setWindowBusy(runner_.state() != StudyRunner::State::idle);
    if (runner_.state() == StudyRunner::State::idle) {
        endProgress();
        verdict_->setComputing({});
    }
}

void MainWindow::updateLook()
{
    BoardWindow::updateLook();
    if (layerBox_)
        layerBox_->setMinimumWidth(layerBox_->fontMetrics().horizontalAdvance("00000") + layerBox_->height());
}

void MainWindow::setAppearance(const QString& choice)
{
    settings_.set("look/theme", choice);
    if (auto* look = findChild<QAction*>("look-" + choice))
        look->setChecked(true);
    applyAppearance(choice);
    updateLook();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Called only when the focus widget does not use the key.
    if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
            chooseLayer(focus_.layer + (event->key() == Qt::Key_Left ? -1 : 1));
            return;
        }
        if (event->key() == Qt::Key_Escape && lesson_->isRunning())
            return lesson_->end();
    }
    BoardWindow::keyPressEvent(event);
}

}   // namespace stepzero
