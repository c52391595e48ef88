// SPDX-License-Identifier: GPL-3.0-or-later
// What every window with a board has: a panel beside it, pictures of it, its looks, a status bar, a document that may
// be dirty, and what is remembered of all that.
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
    /// Of everything: text, controls and figures, in all windows.
    double scale() const;
    void setScale(double scale);
    static constexpr double byScreen = 0;   ///< a scale that goes with the screen, now and whenever that is another
    /// Asks how, and writes one figure, or the board when there is none.
    void exportBoard(FigureDock* dock);
    virtual bool save() = 0;
    virtual QString fileName() const = 0;   ///< for what is written: no folder, no ending
    Settings& settings() const { return settings_; }

    // For what works in the window:
    /// `above`: lines over the board.
    void setPanel(QWidget* panel, const QVector<QWidget*>& above = {});
    /// Gives an action an icon, which is drawn anew when the palette changes.
    void setIcon(QAction* action, const QString& icon);
    QLabel* stateLabel() const { return state_; }
    QToolButton* cancelButton() const { return cancel_; }
    void showProgress(double fraction, const QString& words);
    void endProgress();
    void autosaveSoon();   ///< within a second, however often it is asked for
    /// Whether what is not saved may go; asks.
    bool mayReplace(const QString& question);
    /// Asks for a document to write (askForFile()), beside `path` if that is not empty.
    QString askFor(const QString& title, const QString& path, const QString& name, const QStringList& endings,
        const QString& filter);
    /// The same for what is made from a document: where the last such file was written, or else beside `path`.
    QString askForExport(const QString& title, const QString& path, const QString& name, const QStringList& endings,
        const QString& filter, const QString& place = QString());
    void addPictureActions(QMenu* file);
    void addUndoActions(QMenu* edit, QUndoStack* stack);
    /// `panels`: beside the board, to be hidden.
    void addViewActions(QMenu* view, const QList<QAction*>& panels = {});
    void addOpen(QMenu* file, const QString& title, const QString& filter);
    void addStudyPresets(QMenu* menu);

signals:
    void openRequested(const QString& fileOrPreset);   ///< by a menu
    void studyPresetRequested(const QString& name);

protected:
    /// `group`: of its settings. `widest`: what the status bar must have room for.
    BoardWindow(Settings& settings, const char* group, const QStringList& subjects, const QString& widest,
        QWidget* parent, Qt::WindowFlags flags = {});
    virtual bool isDirty() const = 0;
    virtual void autosave() = 0;
    virtual void resetLayout();
    virtual void updateLook();

    /// The geometry as it was left; at first `wanted`, or all of a screen that is no larger.
    void restorePlace(const QSize& wanted);
    void restoreBoard();
    void storeBoard();
    void drawIcons();
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    Settings& settings_;
    Board* board_;
    PanelAndBoard* halves_ = nullptr;
    QVector<QPair<QAction*, QString>> icons_;   // to be drawn anew when the palette changes
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
    QVector<QPair<QAction*, FigureDock*>> figureActions_;   // shown where the figure applies
    QString widest_;   // that the state may say
    double shownScale_;   // that the parts with sizes of their own have
};

}   // namespace stepzero
