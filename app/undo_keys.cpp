// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/undo_keys.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextDocument>
#include <QTextEdit>

namespace stepzero {

namespace {

/// Returns the line edit in which a widget edits its text; null: none.
QLineEdit* lineOf(QObject* widget)
{
    if (auto* box = qobject_cast<QComboBox*>(widget))
        return box->lineEdit();
    if (auto* box = qobject_cast<QAbstractSpinBox*>(widget))
        return box->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
    return qobject_cast<QLineEdit*>(widget);
}

QTextDocument* textOf(QObject* widget)
{
    if (auto* edit = qobject_cast<QPlainTextEdit*>(widget))
        return edit->document();
    auto* edit = qobject_cast<QTextEdit*>(widget);
    return edit ? edit->document() : nullptr;
}

}   // namespace

bool leavesUndoToWindow(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn:   // a text counts as unedited when the widget gets the focus
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            if (QLineEdit* line = lineOf(watched))
                line->setModified(false);
        return false;
    case QEvent::KeyRelease:   // Return accepts the typed text
        if (const int key = static_cast<QKeyEvent*>(event)->key(); key == Qt::Key_Return || key == Qt::Key_Enter)
            if (QLineEdit* line = lineOf(watched))
                line->setModified(false);
        return false;
    case QEvent::ShortcutOverride: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo))
            return false;
        const QLineEdit* line = lineOf(watched);
        const QTextDocument* text = textOf(watched);
        const bool typed = (line && line->isModified()) || (text && text->isModified());
        if ((!line && !text) || typed)
            return false;
        event->ignore();
        return true;
    }
    default:
        return false;
    }
}

}   // namespace stepzero
