// SPDX-License-Identifier: GPL-3.0-or-later
// The undo command for a change of one value, the only kind of undo command.
#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

#include "widgets/editors/edit_info.h"

namespace stepzero {

template <class Value>
class ValueCommand : public QUndoCommand {
public:
    /// `show` makes a value the present one; `dragging` is true the first time if the edit is part of a drag.
    ValueCommand(Value before, Value after, const EditInfo& info, std::function<void(const Value&, bool dragging)> show)
        : QUndoCommand(info.text), before_(std::move(before)), after_(std::move(after)), key_(info.mergeKey),
          dragging_(info.dragging), show_(std::move(show))
    {
    }

    const Value& before() const { return before_; }

    int id() const override { return 1; }
    void undo() override { show_(before_, false); }
    void redo() override { show_(after_, std::exchange(dragging_, false)); }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const ValueCommand*>(other);
        if (key_.isEmpty() || next->key_ != key_)
            return false;
        after_ = next->after_;
        setObsolete(after_ == before_);   // the value was dragged back
        return true;
    }

private:
    Value before_, after_;
    QString key_;
    bool dragging_;
    std::function<void(const Value&, bool)> show_;
};

}   // namespace stepzero
