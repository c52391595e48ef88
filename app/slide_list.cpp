// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/slide_list.h"

#include <QGridLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/slides.h"

namespace stepzero {

SlideList::SlideList(Slides& slides, QWidget* parent)
    : QFrame(parent), slides_(slides), list_(new QListWidget), add_(new QPushButton(tr("Add"))),
      rename_(new QPushButton(tr("Rename…"))), up_(new QPushButton(tr("Move up"))),
      down_(new QPushButton(tr("Move down"))), remove_(new QPushButton(tr("Remove"))),
      undo_(new QPushButton(tr("Undo"))), empty_(new QLabel(tr("no slides yet")))
{
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    list_->setAccessibleName(tr("slides"));
    list_->setToolTip(tr("Click a slide to show it"));
    add_->setToolTip(tr("Add the current view as a slide (Ctrl+Shift+L)"));
    rename_->setToolTip(tr("Change the title of the selected slide (F2)"));
    up_->setToolTip(tr("Move the selected slide up (Alt+↑)"));
    down_->setToolTip(tr("Move the selected slide down (Alt+↓)"));
    remove_->setToolTip(tr("Remove the selected slide (Delete)"));
    undo_->setToolTip(tr("Undo the last change of the slides"));
    auto* grid = new QGridLayout(this);
    grid->addWidget(list_, 0, 0, 1, 3);
    (new QVBoxLayout(list_->viewport()))->addWidget(empty_, 0, Qt::AlignCenter);
    int at = 0;
    for (QPushButton* button : {add_, rename_, remove_, up_, down_, undo_}) {
        grid->addWidget(button, 1 + at / 3, at % 3);
        ++at;
    }
    for (auto* part : findChildren<QWidget*>())
        part->setFocusPolicy(Qt::NoFocus);   // keys belong to the presentation
    connect(list_, &QListWidget::itemClicked, this, [this] { emit chosen(selected()); });
    connect(list_, &QListWidget::currentRowChanged, this, &SlideList::showButtons);
    connect(add_, &QPushButton::clicked, this, &SlideList::addRequested);
    connect(rename_, &QPushButton::clicked, this, &SlideList::askForTitle);
    connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { move(1); });
    connect(remove_, &QPushButton::clicked, this, &SlideList::remove);
    connect(undo_, &QPushButton::clicked, slides_.undoStack(), &QUndoStack::undo);
    connect(slides_.undoStack(), &QUndoStack::indexChanged, this, &SlideList::showButtons);
    showButtons();
}

void SlideList::setLesson(const Lesson& lesson, int current, const std::string& language)
{
    QStringList titles;
    for (const LessonStep& step : lesson.steps)
        titles << QStringLiteral("%1  %2").arg(titles.size() + 1).arg(QString::fromStdString(step.title.in(language)));
    editable_ = &lesson == &slides_.lesson();
    // The selection stays while only numbers of the study change.
    if (titles != titles_ || current != current_) {
        const int before = selected();
        list_->clear();
        list_->addItems(titles);
        select(current >= 0 ? current : std::max(before, 0));
    }
    titles_ = titles;
    current_ = current;
    showButtons();
}

int SlideList::selected() const { return list_->currentRow(); }
void SlideList::select(int slide) { list_->setCurrentRow(std::clamp(slide, -1, list_->count() - 1)); }

void SlideList::showButtons()
{
    empty_->setVisible(list_->count() == 0);
    const bool any = editable_ && selected() >= 0;
    rename_->setEnabled(any);
    remove_->setEnabled(any);
    up_->setEnabled(any && selected() > 0);
    down_->setEnabled(any && selected() + 1 < list_->count());
    undo_->setEnabled(slides_.undoStack()->canUndo());
}

void SlideList::askForTitle()
{
    const int at = selected();
    const QString before = list_->item(at)->text().section(QStringLiteral("  "), 1);
    bool accepted = false;
    const QString title
        = QInputDialog::getText(this, tr("Rename slide"), tr("Title"), QLineEdit::Normal, before, &accepted);
    if (accepted && at < slides_.size())
        slides_.rename(at, title);
}

void SlideList::move(int by)
{
    const int to = selected() + by;
    slides_.move(selected(), to);
    select(to);
}

void SlideList::remove() { slides_.remove(selected()); }

bool SlideList::handle(QKeyEvent* event)
{
    const bool alt = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int by = event->key() == Qt::Key_Up ? -1 : 1;
        if (QPushButton* button = by < 0 ? up_ : down_; alt)
            button->click();
        else
            select(std::max(0, selected() + by));
        return true;
    }
    case Qt::Key_F2:
        rename_->click();
        return true;
    case Qt::Key_Delete:
        remove_->click();
        return true;
    default:
        return false;
    }
}

void SlideList::keyPressEvent(QKeyEvent* event)
{
    if (!handle(event))
        event->ignore();
}

}   // namespace stepzero
