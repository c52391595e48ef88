// SPDX-License-Identifier: GPL-3.0-or-later
// One line above the board. It shows the network, one word for how it starts, and how signal and gradient change from
// layer to layer. Then it has the most severe finding, its best fix as a button, and the number of other findings.
#pragma once

#include <QWidget>

#include "core/study/study.h"

class QLabel;
class QToolButton;

namespace stepzero {

struct Verdict;
class VerdictText;
class Workspace;

class VerdictBar : public QWidget {
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    /// Shows the verdict on its study from here on, and what is being computed; previews and takes the fix.
    void setWorkspace(Workspace& workspace);
    void setStudy(const StudyPtr& study, bool current);
    /// Sets whether the verdict belongs to the present experiment. If not, it is faint and its fix is disabled.
    void setCurrent(bool current);
    /// Shows what is being computed; empty: nothing.
    void setComputing(const QString& words);

    QString words() const;   ///< the complete text, which is the tooltip
    QString shownText() const;   ///< the part of it that fits
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
    int finding_ = -1;   // index of the finding whose fix is on the button
    bool grave_ = false;
    QString fixLabel_;
    QLabel *word_, *computing_;
    VerdictText* text_;
    QToolButton *fix_, *more_;
};

}   // namespace stepzero
