// SPDX-License-Identifier: GPL-3.0-or-later
// Converts file names between Qt and the core. On Unix a name is bytes, which need not be UTF-8; QString would replace
// invalid ones by U+FFFD and so name another file. As in Python (PEP 383), a byte 0x80 + n outside any character
// becomes the lone surrogate U+DC80 + n. It converts back to that byte.
#pragma once

#include <QString>
#include <filesystem>

namespace stepzero {

QString pathText(const std::filesystem::path& path);
std::filesystem::path pathOf(const QString& text);

}   // namespace stepzero
