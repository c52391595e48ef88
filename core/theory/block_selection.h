// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the distributions of a network's parameters by role, while theory goes from block to block. Internal to
// core/theory.
#pragma once

#include <map>
#include <string>
#include <utility>

namespace stepzero {

/// Selects a block. When all blocks have the same distributions, those of the first are used for all.
class BlockSelection {
public:
    template <class Value>
    using Values = std::map<std::pair<int, std::string>, Value>;   ///< by block (0: outside) and role

    explicit BlockSelection(bool share_one) : share_one_(share_one) { }

    bool share_one() const { return share_one_; }
    /// Returns the block whose distributions a block has.
    int owner(int block) const { return share_one_ ? 1 : block; }
    /// Selects the block in which find() looks.
    void enter(int block) const { block_ = owner(block); }

    /// Returns the value of a role in the selected block, or else outside the blocks; null if there is none.
    template <class Value>
    const Value* find(const Values<Value>& all, const std::string& role) const
    {
        auto found = all.find({block_, role});
        if (found == all.end())
            found = all.find({0, role});
        return found == all.end() ? nullptr : &found->second;
    }

private:
    bool share_one_;
    mutable int block_ = 1;
};

}   // namespace stepzero
