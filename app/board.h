// SPDX-License-Identifier: GPL-3.0-or-later
// The board of all figures, arranged by a layout. All figures show the same study and the same layer. Each subject (a
// kind of network, or many experiments) has its own figures and layout.
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QWidget>

#include "app/figure_dock.h"
#include "app/layout_defaults.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/picture.h"

class QAbstractButton;

namespace stepzero {

class BoardView;
class Notice;

class Board : public QWidget {
    Q_OBJECT
public:
    /// Creates the figures for these subjects (subjectOf()). The first subject is shown initially.
    explicit Board(const QStringList& subjects, QWidget* parent = nullptr);

    const QVector<FigureDock*>& docks() const { return docks_; }
    FigureDock* dock(const QString& kind) const;   ///< null when there is none
    ExhibitPtr exhibit() const { return exhibit_; }
    BoardView* view() const { return view_; }

    /// Shows an exhibit. If its subject differs, the figures and layout change to those of the new subject.
    void setExhibit(const ExhibitPtr& exhibit);
    const QString& subject() const { return subject_; }
    /// Returns whether a figure applies to the shown subject.
    bool applies(const FigureDock* dock) const { return dock->kind().places.contains(subject_); }
    /// Sets the experiments that the figures draw next to the study.
    void setPins(const QVector<Pin>& pins);
    void setStyle(const Style& style);
    void setHoveredLayer(int layer);
    /// Sets the text that figures show while there is no exhibit; empty: "computing…".
    void setWaiting(const QString& words);
    void setDragging(bool dragging);
    /// Sets the experiment of the controls, and the oldest generation that belongs to it. Figures that show an older
    /// study with other numbers are dimmed, and display how it differs.
    void setCurrent(const Experiment& experiment, int step, quint64 oldest);
    /// Shows a sentence below the figures about why they do not show the experiment, or not completely; empty: none.
    /// `answer` is a button next to it.
    void setNotice(const QString& sentence, QAbstractButton* answer = nullptr);
    QString notice() const;

    /// Returns the layout of the present subject, with all its figures. A default layout follows the size of the board
    /// until the user arranges it.
    const BoardLayout& arrangement() const { return *layouts_.find(subject_); }
    void arrange(const BoardLayout& layout);
    bool isShown(const QString& kind) const { return stepzero::isShown(arrangement(), kind); }
    void setShown(const QString& kind, bool shown);
    void resetLayout();
    void toggleMaximised(FigureDock* dock);
    void restoreMaximised();
    FigureDock* maximised() const { return dock(arrangement().enlarged); }

    /// Returns the layouts of every subject, without enlargement.
    QJsonObject layoutState() const;
    /// Restores layouts. Invalid ones are ignored, and the default stays.
    void restoreLayout(const QJsonObject& state);

    /// Returns every figure to the axes that fit its data.
    void goHome();

    /// Axes, zoom and legends of each figure, by kind.
    QJsonObject views() const;
    void setViews(const QJsonObject& views);

    /// Returns each visible figure with its place, for an export of the board.
    QVector<PicturePart> parts() const;
    /// Returns these parts, ordered by when the user touched them last, then by area. A presentation shows the first
    /// two.
    QVector<PicturePart> partsByAttention() const;
    static PicturePart partOf(const FigureDock* dock);

signals:
    void layerChosen(int layer);
    void layerHovered(int layer);
    void readout(const QString& text);
    void experimentEdited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void dragStarted();
    void dragEnded();
    void copyRequested(FigureDock* dock);
    void exportRequested(FigureDock* dock);
    void manualRequested(const QString& place);   ///< place of a figure in the manual
    void maximisedChanged();
    void subjectChanged();
    void matrixChosen(const QString& role);
    void comparisonChosen(const QString& name);
    void varianceChosen(double q);
    void stepChosen(int step);
    void trainingRequested();
    void cellChosen(int cell);
    void cellOpened(int cell);
    void fixChosen(const stepzero::StudyPtr& study, int finding, int fix);
    void fixPreviewed(const stepzero::StudyPtr& study, int finding, int fix);
    void fixPreviewEnded();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addFigure(const FigureKind& kind);
    void setSubject(const QString& subject);
    void draw();
    void markOld();
    void markShown();
    void touch(const QString& kind);
    void followSize();
    void followRoom();

    QVector<FigureDock*> docks_;
    QString subject_;
    double scale_ = 1;
    BoardRoom room_;
    QMap<QString, BoardLayout> layouts_;   // layouts by subject
    ExhibitPtr exhibit_;
    BoardView* view_;
    Notice* notice_;
    QStringList touched_;   // figures that the user interacted with, the latest first
    Experiment current_;
    int currentStep_ = 0;
    quint64 oldestCurrent_ = 0;
};

}   // namespace stepzero
