// SPDX-License-Identifier: GPL-3.0-or-later
// An item view that ignores an editor it has already closed. Qt's delegate commits and closes an editor once more after
// two Returns in a row, or when a row with an open list disappears. The view would then print a warning.
#pragma once

#include <QAbstractItemView>

namespace stepzero {

template <class View>
class CalmView : public View {
public:
    using View::View;

protected:
    void commitData(QWidget* editor) override
    {
        if (isOpen(editor))
            View::commitData(editor);
    }
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override
    {
        if (isOpen(editor))
            View::closeEditor(editor, hint);
    }

private:
    /// A view hides an editor as it closes it, and deletes it later.
    static bool isOpen(const QWidget* editor) { return editor && !editor->isHidden(); }
};

}   // namespace stepzero
