// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problem_box.h"

#include <QCoreApplication>
#include <QMessageBox>

#include "app/manual.h"

namespace stepzero {

void showProblems(QWidget* parent, const QString& title, const QStringList& problems, const QString& place)
{
    QMessageBox box(QMessageBox::Warning, QStringLiteral("Stepzero"), title, QMessageBox::Ok, parent);
    setManualPlace(&box, place);
    constexpr int most = 12;   // more would not fit on a screen; the rest can be unfolded
    const qsizetype more = problems.size() - most;
    box.setInformativeText(problems.mid(0, most).join('\n')
        + (more > 0 ? QCoreApplication::translate("stepzero::showProblems", "\n… and %1 more").arg(more) : QString()));
    if (more > 0)
        box.setDetailedText(problems.join('\n'));
    box.setTextFormat(Qt::PlainText);
    box.setTextInteractionFlags(Qt::TextSelectableByMouse);
    box.exec();
}

}   // namespace stepzero
