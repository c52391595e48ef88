// SPDX-License-Identifier: GPL-3.0-or-later
// The main window. It combines a workspace with panels and figures that show it, and with controllers for files,
// lessons and other tasks. The workspace notifies panels and controllers of changes.
#pragma once

#include <memory>

#include "app/board_window.h"
#include "app/session.h"
#include "app/slides.h"
#include "app/workspace.h"

class QSpinBox;

namespace stepzero {

class CheckpointWindow;
class ChildWindows;
class DialBar;
class ExperimentPanel;
class FileController;
class GridWindow;
class HelpController;
class LayerTable;
class LessonBar;
class LessonController;
struct MainPanels;
class ManualWindow;
class PinPanel;
class PlayController;
class PresentWindow;
class SessionController;
class TimeBar;
class VerdictBar;

/// The state that a window passes to its replacement in another language.
struct Desk {
    explicit Desk(Settings& settings) : session(settings) { }

    Session session;
    Workspace workspace;
    Slides slides;
};

class MainWindow : public BoardWindow {
    Q_OBJECT
public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    /// Replaces another window by one in the present language. Takes over its desk, place and studies, so `before` can
    /// only be deleted afterwards.
    MainWindow(Settings& settings, MainWindow& before);
    ~MainWindow() override;

    /// Shows the window as it was left, with a file or preset, or with the last experiment. Problems of the file are
    /// shown after the window.
    void start(const QString& fileOrPreset = {});

    Workspace& workspace() { return workspace_; }
    Document& document() { return workspace_.document(); }
    StudyRunner& runner() { return workspace_.runner(); }
    StudyPtr study() const { return workspace_.study(); }
    PinList& pins() { return workspace_.pins(); }

    Slides& slides() { return desk_->slides; }

    ChildWindows& windows() { return *windows_; }
    FileController& files() { return *files_; }
    LessonController& lessons() { return *lessons_; }
    HelpController& help() { return *help_; }

    ExperimentPanel* panel() const;
    LayerTable* layerTable() const;
    PinPanel* pinPanel() const;
    VerdictBar* verdictBar() const;
    LessonBar* lessonBar() const;
    TimeBar* time() const;
    DialBar* dials() const;
    QSpinBox* layerBox() const;
    // Additional windows:
    PresentWindow* presentation() const;   ///< null until it is first requested
    ManualWindow* manual() const;   ///< null until it is first requested
    GridWindow* studyWindow();
    CheckpointWindow* checkpointWindow();

    bool open(const QString& fileOrPreset);   ///< FileController::open()
    bool save() override;
    QString fileName() const override;
    void setAppearance(const QString& choice);   ///< light, dark, contrast or system

signals:
    void languageChosen(const QString& code);   ///< chosen in the menu; empty: the system's language

protected:
    bool isDirty() const override { return workspace_.document().isDirty(); }
    void autosave() override;
    void resetLayout() override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    MainWindow(Settings& settings, QWidget* parent, std::unique_ptr<Desk> desk);
    void buildControllers();
    void restoreLayout();
    void storeSettings();
    void takePlace(MainWindow& before);

    std::unique_ptr<Desk> desk_;
    Workspace& workspace_;
    std::unique_ptr<MainPanels> panels_;
    // Declared after the desk, so that they are destroyed before it.
    std::unique_ptr<HelpController> help_;
    std::unique_ptr<ChildWindows> windows_;
    std::unique_ptr<FileController> files_;
    std::unique_ptr<SessionController> session_;
    std::unique_ptr<LessonController> lessons_;
    std::unique_ptr<PlayController> play_;
};

}   // namespace stepzero
