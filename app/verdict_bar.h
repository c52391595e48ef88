// SPDX-License-Identifier: GPL-3.0-or-later
// One line above the board: what the network is, one word for how it starts, how signal and gradient change from layer
// to layer, the gravest finding, its best fix as a button, and how many findings more there are.
#pragma once

#include <QWidget>

#include "core/study/study.h"

class QLabel;
class QToolButton;

namespace stepzero {

struct Verdict;
class VerdictText;
class Workspace;

/// Its word behind its sign, "✕ Vanishing", in the language.
QString headOf(const Verdict& verdict);

class VerdictBar : public QWidget {
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    /// Shows the verdict on its study from here on, and what is being computed; previews and takes the fix.
    void setWorkspace(Workspace& workspace);
    void setStudy(const StudyPtr& study, bool current);
    /// Whether what is said is of the experiment at hand. If not, it is faint and its fix cannot be taken.
    void setCurrent(bool current);
    /// What is being computed; empty: nothing.
    void setComputing(const QString& words);

    QString words() const;   ///< all that is said, as the tooltip
    QString shownText() const;   ///< what of it there is room for
    QToolButton* fixButton() const { return fix_; }
    QToolButton* moreButton() const { return more_; }

    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

signals:
    void fixChosen(const stepzero::StudyPtr& study, int finding, int fix);
    void fixPreviewed(const stepzero::StudyPtr& study, int finding, int fix);
    void fixPreviewEnded();
    void moreRequested();
    void wordsChanged(const QString& words);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void show(const Verdict& verdict, const Network& network, const QString& when);
    void keepHeight();
    void elideFix();

    StudyPtr study_;
    int finding_ = -1;   // whose fix is on the button
    bool grave_ = false;
    QString fixLabel_;
    QLabel *word_, *computing_;
    VerdictText* text_;
    QToolButton *fix_, *more_;
};

}   // namespace stepzero
