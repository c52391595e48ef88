// SPDX-License-Identifier: GPL-3.0-or-later
// The board: every kind of figure, where a layout has it. All show the same study and the same layer. Each subject (a
// kind of network, or many experiments) has figures and a layout of its own.
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
    /// With figures for these subjects (subjectOf()), the first of which is shown at first.
    explicit Board(const QStringList& subjects, QWidget* parent = nullptr);

    const QVector<FigureDock*>& docks() const { return docks_; }
    FigureDock* dock(const QString& kind) const;   ///< nullptr when there is none
    ExhibitPtr exhibit() const { return exhibit_; }
    BoardView* view() const { return view_; }

    /// Of another subject than before: with that subject's figures and layout.
    void setExhibit(const ExhibitPtr& exhibit);
    const QString& subject() const { return subject_; }
    /// Whether a figure has a meaning for the subject that is shown.
    bool applies(const FigureDock* dock) const { return dock->kind().places.contains(subject_); }
    /// Experiments that the figures draw beside the study.
    void setPins(const QVector<Pin>& pins);
    void setStyle(const Style& style);
    void setHoveredLayer(int layer);
    /// What figures show as long as there is no exhibit; empty: "computing…".
    void setWaiting(const QString& words);
    void setDragging(bool dragging);
    /// The experiment that the dials have, and the oldest generation that belongs to it: figures that show an older
    /// study of other numbers are dimmed, and say of what they are.
    void setCurrent(const Experiment& experiment, int step, quint64 oldest);
    /// A sentence below the figures: why they do not show the experiment, or not all of it. Empty: none. Beside it the
    /// button that answers it.
    void setNotice(const QString& sentence, QAbstractButton* answer = nullptr);
    QString notice() const;

    /// Of the present subject, with all its figures. A default follows the size of the board until it is arranged.
    const BoardLayout& arrangement() const { return *layouts_.find(subject_); }
    void arrange(const BoardLayout& layout);
    bool isShown(const QString& kind) const { return stepzero::isShown(arrangement(), kind); }
    void setShown(const QString& kind, bool shown);
    void resetLayout();
    void toggleMaximised(FigureDock* dock);
    void restoreMaximised();
    FigureDock* maximised() const { return dock(arrangement().enlarged); }

    /// Layouts of every subject as they are when nothing is enlarged.
    QJsonObject layoutState() const;
    /// What is of no use is left out, and the default stays.
    void restoreLayout(const QJsonObject& state);

    /// Every figure back to the axes that fit its data.
    void goHome();

    /// Axes, zoom and legends of each figure, by kind.
    QJsonObject views() const;
    void setViews(const QJsonObject& views);

    /// What is seen now, for an export of the board: each visible figure with its place.
    QVector<PicturePart> parts() const;
    /// The same parts, ordered by what the user touched last, then by area. A presentation shows the first two.
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
    void manualRequested(const QString& place);   ///< of a figure
    void maximisedChanged();
    void subjectChanged();
    void matrixChosen(const QString& role);
    void comparisonChosen(const QString& name);
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
    QMap<QString, BoardLayout> layouts_;   // of every subject
    ExhibitPtr exhibit_;
    BoardView* view_;
    Notice* notice_;
    QStringList touched_;   // figures that the user did something with, the last one first
    Experiment current_;
    int currentStep_ = 0;
    quint64 oldestCurrent_ = 0;
};

}   // namespace stepzero
