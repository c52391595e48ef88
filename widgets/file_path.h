// SPDX-License-Identifier: GPL-3.0-or-later
// Names of files between Qt and the core. On Unix a name is bytes, which need not be UTF-8, and QString would put
// U+FFFD in their place, which is another file. As in Python (PEP 383), a byte 0x80 + n that belongs to no character
// becomes the lone surrogate U+DC80 + n, and comes back as that byte.
#pragma once

#include <QString>
#include <filesystem>

namespace stepzero {

QString pathText(const std::filesystem::path& path);
std::filesystem::path pathOf(const QString& text);

}   // namespace stepzero
