// SPDX-License-Identifier: GPL-3.0-or-later
// Base of every window with a board. It provides a side panel, export of pictures, appearance, a status bar, a document
// with unsaved changes, and saved settings.
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <vector>

class QLabel;
class QMenu;
class QProgressBar;
class QToolButton;
class QUndoStack;

namespace stepzero {

class Board;
class FigureDock;
class PanelAndBoard;
class Settings;

class BoardWindow : public QMainWindow {
    Q_OBJECT
public:
    Board* board() const { return board_; }
    /// Returns the scale of text, controls and figures in all windows.
    double scale() const;
    void setScale(double scale);
    static constexpr double byScreen = 0;   ///< a scale that follows the screen, also when the window moves to another
                                            ///< one
    /// Opens a dialog and writes one figure, or the board when `dock` is null.
    void exportBoard(FigureDock* dock);
    virtual bool save() = 0;
    virtual QString fileName() const = 0;   ///< proposal for exported files, without folder and extension
    Settings& settings() const { return settings_; }

    // For controllers and panels of the window:
    /// Sets the panel next to the board. `above` are widgets over the board.
    void setPanel(QWidget* panel, const QVector<QWidget*>& above = {});
    /// Gives an action an icon, which is redrawn when the palette changes.
    void setIcon(QAction* action, const QString& icon);
    QLabel* stateLabel() const { return state_; }
    QToolButton* cancelButton() const { return cancel_; }
    void showProgress(double fraction, const QString& words);
    void endProgress();
    void autosaveSoon();   ///< saves within a second, however often it is called
    /// Returns whether the document may be replaced. Asks the user when it has unsaved changes.
    bool mayReplace(const QString& question);
    /// Asks for a file to write the document to (askForFile()), in the folder of `path` if that is not empty.
    QString askFor(const QString& title, const QString& path, const QString& name, const QStringList& endings,
        const QString& filter);
    /// Asks for a file to export to, in the folder of the last export, or else of `path`.
    QString askForExport(const QString& title, const QString& path, const QString& name, const QStringList& endings,
        const QString& filter, const QString& place = QString());
    /// `report`: also adds the report, which not every exhibit has.
    void addPictureActions(QMenu* file, bool report = true);
    /// Adds the Find bar, for figures and actions of this window.
    void addFind(QMenu* menu);
    void addUndoActions(QMenu* edit, QUndoStack* stack);
    /// Adds the actions of the View menu. `panels` are actions that hide the panels next to the board.
    void addViewActions(QMenu* view, const QList<QAction*>& panels = {});
    void addOpen(QMenu* file, const QString& title, const QString& filter);
    void addStudyPresets(QMenu* menu);

signals:
    void openRequested(const QString& fileOrPreset);   ///< emitted when a menu entry is chosen
    void studyPresetRequested(const QString& name);

protected:
    /// `group` is the group of its settings. `widest` is the longest text that the status bar must have room for.
    BoardWindow(Settings& settings, const char* group, const QStringList& subjects, const QString& widest,
        QWidget* parent, Qt::WindowFlags flags = {});
    virtual bool isDirty() const = 0;
    virtual void autosave() = 0;
    virtual void resetLayout();
    virtual void updateLook();

    /// Restores the saved geometry. Without one, the window gets the size `wanted`, or fills a screen that is not
    /// larger.
    void restorePlace(const QSize& wanted);
    /// Restores the saved geometry of an additional window. Without one, it gets 1280 × 800, or the size of a smaller
    /// screen.
    void restoreAdditionalPlace();
    /// Takes geometry and visibility of the window in another language that this one replaces.
    void appearLike(const BoardWindow& before);
    void restoreBoard();
    void storeBoard();
    void drawIcons();
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    Settings& settings_;
    Board* board_;
    PanelAndBoard* halves_ = nullptr;
    QVector<QPair<QAction*, QString>> icons_;   // icons to redraw when the palette changes
    QLabel *readout_, *state_;
    QProgressBar* progress_;
    QToolButton* cancel_;

private:
    QTimer autosaveTimer_;
    QByteArray setting(const char* name) const { return group_ + '/' + name; }
    void copyBoard(FigureDock* dock);
    void showFigureActions();
    void followScreen();
    void followScale();

    QByteArray group_;
    QVector<QPair<QAction*, FigureDock*>> figureActions_;   // visible where the figure applies
    QString widest_;   // longest text of the state in the status bar
    double shownScale_;   // scale that fixed sizes were last computed for
};

}   // namespace stepzero
