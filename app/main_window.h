// SPDX-License-Identifier: GPL-3.0-or-later
// The window: experiment panel and layer table left, the board of figures, and what connects them: edits go
// to the document, the document's experiment to the runner, the runner's studies to the board.
#pragma once

#include <QPointer>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <optional>

#include "app/board_window.h"
#include "app/document.h"
#include "app/fix_preview.h"
#include "app/pins.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/study_runner.h"
#include "widgets/figures/picture.h"

class QLabel;
class QSpinBox;
class QToolBar;

namespace stepzero {

struct ComputedAnimation;
class DialBar;
class ExperimentPanel;
class CheckpointWindow;
class GainWindow;
class GridWindow;
struct OpenedGrid;
struct OpenedLesson;
class LayerTable;
class LessonBar;
struct Lesson;
class ManualWindow;
class PinPanel;
class PresentWindow;
class SidePanel;
class SizesWindow;
class TimeBar;
class VerdictBar;

/// What the application needs before its first window: name, fonts, style.
void prepareApplication();

/// What a window works on, and another one in another language goes on with.
struct Desk {
    explicit Desk(Settings& settings);

    Session session;
    Document document;
    StudyRunner runner;
    PinList pins;
};

class MainWindow : public BoardWindow {
    Q_OBJECT
public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    /// In place of another window, which is left without anything to work on: same desk, place and studies, in the
    /// present language.
    MainWindow(Settings& settings, MainWindow& before);
    ~MainWindow() override;

    /// Shows the window as it was left, with a file or preset, or with the last experiment. Problems of the
    /// file are shown after the window.
    void start(const QString& fileOrPreset = {});
    /// Where to begin, to who has never been asked.
    void welcomeOnce();

    Document& document() { return document_; }
    StudyRunner& runner() { return runner_; }
    StudyPtr study() const { return study_; }   ///< on the board; null: none is there yet
    PinList& pins() { return pins_; }
    PinPanel* pinPanel() const { return pinPanel_; }
    ExperimentPanel* panel() const { return panel_; }
    LayerTable* layerTable() const { return table_; }
    VerdictBar* verdictBar() const { return verdict_; }
    LessonBar* lessonBar() const { return lesson_; }
    /// The path of what was edited last; empty: nothing yet.
    const QString& lastControl() const { return lastControl_; }
    TimeBar* time() const { return time_; }
    DialBar* dials() const { return dials_; }
    PresentWindow* presentation() const { return present_; }   ///< null until it is asked for
    ManualWindow* manual() const;   ///< null until it is asked for
    QSpinBox* layerBox() const { return layerBox_; }
    int layer() const { return focus_.layer; }
    const Focus& focus() const { return focus_; }

    void chooseLayer(int layer);
    /// Keeps the present experiment beside those that follow, with the study that is shown if it is its own.
    void pinExperiment();
    /// The document takes the experiment of a pin, and the pin that of the document: one undo step.
    void swapPin(int id);
    /// With the last pin that is shown; axes are held until something else is edited.
    void compareWithPin();
    void chooseMatrix(const QString& role);
    void chooseComparison(const QString& name);
    /// By the defaults of its kind.
    void trainNetwork();
    /// Of training: what is asked for while another is computed follows it, and what is asked for in between does not.
    void chooseStep(int step);
    void playStep(int step);
    /// Opens a file or preset in place of the document. False when it cannot be read (the problems are
    /// shown) or the user keeps what there is.
    bool open(const QString& fileOrPreset);
    bool save() override;
    bool saveAs();
    void setAppearance(const QString& choice);   ///< light, dark, contrast or system
    /// The window of studies of many experiments, made when it is first asked for; it may be hidden. `before`: whose
    /// place it takes.
    GridWindow* studyWindow(GridWindow* before = nullptr);
    /// The window of a checkpoint, in the same way.
    CheckpointWindow* checkpointWindow(CheckpointWindow* before = nullptr);
    void openCheckpoint(const QString& path);
    void startLesson(const Lesson& lesson);
    /// The pictures and pages of the lesson that is running, into a folder. False when they were not all written.
    bool makeHandout(const QString& folder);
    /// Appends what the window shows to a lesson file, which is made where there is none. False and a sentence a
    /// problem when it cannot be written.
    bool addStep(const QString& path, const QString& title, const QString& text, QStringList* problems);
    /// An undoable edit, and a pin.
    void runCheckpoint(const Experiment& experiment);

signals:
    void languageChosen(const QString& code);   ///< by the menu; empty: the system's

protected:
    QString fileName() const override;
    bool isDirty() const override { return document_.isDirty(); }
    void autosave() override;
    void resetLayout() override;
    void updateLook() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    MainWindow(Settings& settings, QWidget* parent, std::unique_ptr<Desk> desk);
    void buildPanels();
    void connectDials();
    void addPlayMenu();
    void holdAxes();
    void exportAnimation();
    bool writeAnimation(const ComputedAnimation& animation, const QString& failed);
    void present();
    void buildMenus();
    void buildToolBar();
    void addLanguages(QMenu* view);
    void takePlace(MainWindow& before);
    void restoreLayout();
    void addHomeActions(QMenu* file);
    void addMemoryMenu(QMenu* menu);
    /// Made when first asked for. `before`: in whose place it comes.
    GainWindow* gainWindow(GainWindow* before = nullptr);
    SizesWindow* sizesWindow(SizesWindow* before = nullptr);
    QString keptWords() const;
    void addHelpMenu();
    void showManual(const QString& place);
    void showShortcuts();
    void startTour();
    void showWelcome();
    void addLessonMenu();
    void fillRecentLessons();
    void askToOpenLesson();
    void askForLessonStep();
    void askForHandout();
    void showLessonStep(const Experiment& experiment, const QString& edit, const Focus& focus, bool layer);
    QWidget* control(const QString& path);
    QWidget* settingControl(const QString& path) const;
    void connectStudies();
    void showPins();
    void drawPins();
    void savePin(int id);
    bool write(const QString& path);

    void ask(bool dragging = false);
    void askForStep();
    void experimentChanged(bool dragging);
    void showStudy(const StudyPtr& study);
    QString computingWords(const QString& stage) const;
    void showState();
    void showNetworkKind();
    void takeFix(const StudyPtr& study, int finding, int fix);
    void previewFix(const StudyPtr& study, int finding, int fix);
    void hoverLayer(int layer);
    void updateTitle();
    bool mayReplaceDocument();
    bool openStudy(const OpenedGrid& study);
    void openLesson(const OpenedLesson& lesson);
    void showStudyWindow();
    void showCheckpointWindow();
    void remember(const QString& path);
    void openRecent(const QString& path);
    void fillRecent();
    void storeSettings();
    void offerLost();
    void restoreLost();

    std::unique_ptr<Desk> desk_;
    Session& session_;
    Document& document_;
    StudyRunner& runner_;
    PinList& pins_;
    PinPanel* pinPanel_ = nullptr;
    GridWindow* studyWindow_ = nullptr;
    CheckpointWindow* checkpointWindow_ = nullptr;
    QPair<Experiment, QString> swapped_;   // that a pin gave last, and the name it had
    StudyPtr study_;
    ExperimentPanel* panel_ = nullptr;
    LayerTable* table_ = nullptr;
    SidePanel* side_ = nullptr;
    VerdictBar* verdict_ = nullptr;
    LessonBar* lesson_ = nullptr;
    Experiment settled_;   // the last one that was not being dragged, and what was varied to come to it
    QString lastControl_;
    TimeBar* time_ = nullptr;
    DialBar* dials_ = nullptr;
    PresentWindow* present_ = nullptr;
    bool comparing_ = false, swapping_ = false;   // the last edit swapped with a pin: axes are held
    std::optional<int> stepping_;   // a study of another step alone is under way: of this one
    QToolButton* runAnyway_ = nullptr;
    int knownPins_ = 0;   // when their strip was last shown or hidden
    QMenu *recentMenu_ = nullptr, *recentLessons_ = nullptr, *help_ = nullptr;
    QToolBar* tools_ = nullptr;
    QSpinBox* layerBox_ = nullptr;
    QLabel *layerLabel_ = nullptr, *layerCount_ = nullptr;
    FixPreview fixes_;
    std::atomic<bool> unkeptIsSaid_ = false;   // that the session's file cannot be written
    QThreadPool writer_;   // one thread: files are written in order, and never by the window
    Focus focus_;   // what the figures look at
};

}   // namespace stepzero
