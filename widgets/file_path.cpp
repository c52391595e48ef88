// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/file_path.h"

#include <QByteArray>
#include <algorithm>
#include <string_view>

#include "core/base/words/words.h"

namespace stepzero {

constexpr char16_t first_escape = 0xDC80, last_escape = 0xDCFF;

QString pathText(const std::filesystem::path& path)
{
    QString text;
    std::string_view rest = path.native();
    while (!rest.empty()) {
        const std::size_t good = std::min(first_bad_utf8(rest), rest.size());
        text += QString::fromUtf8(rest.data(), qsizetype(good));
        rest.remove_prefix(good);
        if (!rest.empty()) {
            text += QChar(char16_t(first_escape + static_cast<unsigned char>(rest[0]) - 0x80));
            rest.remove_prefix(1);
        }
    }
    return text;
}

std::filesystem::path pathOf(const QString& text)
{
    std::string path;
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= text.size(); ++i) {
        // After the first half of a surrogate pair, this is the second one.
        const bool escape = i < text.size() && text[i].unicode() >= first_escape && text[i].unicode() <= last_escape
            && (i == 0 || !text[i - 1].isHighSurrogate());
        if (!escape && i < text.size())
            continue;
        path += text.mid(begin, i - begin).toStdString();
        if (escape)
            path += char(text[i].unicode() - first_escape + 0x80);
        begin = i + 1;
    }
    return path;
}

}   // namespace stepzero
