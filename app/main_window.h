// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: experiment panel and layer table on the left, and the board of figures. It connects them: edits go
// to the document, the document's experiment to the runner, and the runner's studies to the board.
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

/// Prepares the application for its first window: name, fonts, style.
void prepareApplication();

/// The state that a window works on, and that a window in another language takes over.
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
    /// Replaces another window, which loses its state: the new one has the same desk, position and studies, in the
    /// present language.
    MainWindow(Settings& settings, MainWindow& before);
    ~MainWindow() override;

    /// Shows the window as it was left, with a file or preset, or with the last experiment. Problems of the file are
    /// shown after the window.
    void start(const QString& fileOrPreset = {});
    /// Shows the welcome page to a user who has never seen it.
    void welcomeOnce();

    Document& document() { return document_; }
    StudyRunner& runner() { return runner_; }
    StudyPtr study() const { return study_; }   ///< study on the board; null: none yet
    PinList& pins() { return pins_; }
    PinPanel* pinPanel() const { return pinPanel_; }
    ExperimentPanel* panel() const { return panel_; }
    LayerTable* layerTable() const { return table_; }
    VerdictBar* verdictBar() const { return verdict_; }
    LessonBar* lessonBar() const { return lesson_; }
    /// Returns the path of the last edited setting; empty: none yet.
    const QString& lastControl() const { return lastControl_; }
    TimeBar* time() const { return time_; }
    DialBar* dials() const { return dials_; }
    PresentWindow* presentation() const { return present_; }   ///< null until it is requested
    ManualWindow* manual() const;   ///< null until it is requested
    QSpinBox* layerBox() const { return layerBox_; }
    int layer() const { return focus_.layer; }
    const Focus& focus() const { return focus_; }

    void chooseLayer(int layer);
    /// Pins the present experiment, with the shown study if it belongs to it.
    void pinExperiment();
    /// Swaps the experiments of the document and a pin, as one undo step.
    void swapPin(int id);
    /// Swaps with the last visible pin. Axes are held until something else is edited.
    void compareWithPin();
    void chooseMatrix(const QString& role);
    void chooseComparison(const QString& name);
    /// Trains with the defaults of the network's kind.
    void trainNetwork();
    /// Requests a step of training. A request during a computation is run after it; only the last one counts.
    void chooseStep(int step);
    void playStep(int step);
    /// Replaces the document by a file or preset. Returns false when it cannot be read (the problems are shown) or the
    /// user keeps the present one.
    bool open(const QString& fileOrPreset);
    bool save() override;
    bool saveAs();
    void setAppearance(const QString& choice);   ///< light, dark, contrast or system
    /// Returns the window of studies of many experiments, which is created on first use and may be hidden. It replaces
    /// `before`.
    GridWindow* studyWindow(GridWindow* before = nullptr);
    /// Returns the window of a checkpoint in the same way.
    CheckpointWindow* checkpointWindow(CheckpointWindow* before = nullptr);
    void openCheckpoint(const QString& path);
    void startLesson(const Lesson& lesson);
    /// Writes pictures and pages of the running lesson into a folder. Returns false when not all of them were written.
    bool makeHandout(const QString& folder);
    /// Appends the present state of the window as a step to a lesson file, which is created if needed. On failure it
    /// returns false and adds one sentence per problem.
    bool addStep(const QString& path, const QString& title, const QString& text, QStringList* problems);
    /// Runs a checkpoint's experiment, as an undoable edit and a pin.
    void runCheckpoint(const Experiment& experiment);

signals:
    void languageChosen(const QString& code);   ///< chosen in the menu; empty: the system's language

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
    /// Created on first use. It replaces `before`.
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
    QPair<Experiment, QString> swapped_;   // the experiment that the last swap moved into the document, and the name of
                                           // its pin
    StudyPtr study_;
    ExperimentPanel* panel_ = nullptr;
    LayerTable* table_ = nullptr;
    SidePanel* side_ = nullptr;
    VerdictBar* verdict_ = nullptr;
    LessonBar* lesson_ = nullptr;
    Experiment settled_;   // the last experiment that was not being dragged; lastControl_ led to it
    QString lastControl_;
    TimeBar* time_ = nullptr;
    DialBar* dials_ = nullptr;
    PresentWindow* present_ = nullptr;
    bool comparing_ = false, swapping_ = false;   // comparing_: the last edit swapped with a pin, so axes are held
    std::optional<int> stepping_;   // the requested step while only a study of another step is computed
    QToolButton* runAnyway_ = nullptr;
    int knownPins_ = 0;   // number of pins when their strip was last shown or hidden
    QMenu *recentMenu_ = nullptr, *recentLessons_ = nullptr, *help_ = nullptr;
    QToolBar* tools_ = nullptr;
    QSpinBox* layerBox_ = nullptr;
    QLabel *layerLabel_ = nullptr, *layerCount_ = nullptr;
    FixPreview fixes_;
    std::atomic<bool> unkeptIsSaid_ = false;   // a failure to write the session's file was reported
    QThreadPool writer_;   // one thread: files are written in order, and never by the GUI thread
    Focus focus_;   // focus of the figures
};

}   // namespace stepzero
