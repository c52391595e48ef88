// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a study is an immutable value, shared between studies, with the key that it was made from. A part without a
// value has the reason why it is absent. A key holds everything that the value depends on, so a value with an equal key
// is reused:
//
//     study.jacobian = known(last.jacobian, key);   // from the last study, or awaited
//     study.jacobian.complete([&] { return jacobian_spectrum(…); });   // does nothing unless it is awaited
#pragma once

#include <memory>
#include <utility>

namespace stepzero {

enum class Absence {
    not_asked,   ///< neither the experiment nor the focus requests it
    not_yet,   ///< awaited: a later stage of the study has it
    impossible,   ///< does not exist for this network or this layer
};

template <class T, class Key>
class Part {
public:
    Part(Absence absence = Absence::not_yet, Key key = {}) : absence_(absence), key_(std::move(key)) { }
    /// Makes a part with a value. A part with a default key is never reused. Precondition: `value` is not null.
    template <class U>
    Part(std::shared_ptr<U> value, Key key = {}) : value_(std::move(value)), key_(std::move(key))
    {
    }

    explicit operator bool() const { return value_ != nullptr; }
    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }
    const T* get() const { return value_.get(); }   ///< null: absent
    const std::shared_ptr<const T>& shared() const { return value_; }
    const Key& key() const { return key_; }

    bool is(Absence absence) const { return !value_ && absence_ == absence; }

    /// Makes the value if it is awaited. Does nothing when there is a value, or when it is not requested or impossible.
    template <class Make>
    void complete(const Make& make)
    {
        if (is(Absence::not_yet))
            value_ = std::make_shared<const T>(make());
    }

    /// Returns whether both share one value, or lack one for the same reason. Keys are not compared.
    friend bool operator==(const Part& a, const Part& b)
    {
        return a.value_ == b.value_ && (a.value_ || a.absence_ == b.absence_);
    }

private:
    std::shared_ptr<const T> value_;
    Absence absence_ = Absence::not_yet;
    Key key_ {};
};

/// Returns the last study's part if it was made from an equal key, else an absent part.
template <class T, class Key>
Part<T, Key> known(const Part<T, Key>& last, Key key, Absence otherwise = Absence::not_yet)
{
    return last && last.key() == key ? last : Part<T, Key>(otherwise, std::move(key));
}

/// Returns the last study's part if it was made from an equal key, else a new one.
template <class T, class Key, class Make>
Part<T, Key> reuse_or(const Part<T, Key>& last, Key key, const Make& make)
{
    Part<T, Key> part = known(last, std::move(key));
    part.complete(make);
    return part;
}

}   // namespace stepzero
