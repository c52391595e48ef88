// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/notes.h"

#include <QtGlobal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>
#include <vector>

#include "app/commands/options.h"
#include "core/base/words/shown_text.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Escapes untranslated parts. File names may have bytes that would affect the terminal, or that are not UTF-8 and
/// would be lost in a QString.
Text with_shown_names(const Text& text)
{
    if (text.is_name())
        return Text::name(shown_lines(text.format()));
    if (text.is_whole())
        return Text::whole(shown_lines(text.format()));
    std::vector<TextArgument> arguments = text.arguments();
    for (TextArgument& argument : arguments)
        argument.text = with_shown_names(argument.text);
    return Text::formatted(text.format(), std::move(arguments));
}

}   // namespace

void note(const Text& sentences)
{
    for (const std::string& line : split(translated(with_shown_names(sentences)).toStdString(), '\n'))
        std::fprintf(stderr, "stepzero: %s\n", line.c_str());
}

void quiet_qt()
{
    if (std::getenv("QT_LOGGING_RULES") || std::getenv("QT_DEBUG_PLUGINS"))
        return;
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& message) {
        if (type == QtCriticalMsg || type == QtFatalMsg)
            note(Text::name(message.trimmed().toStdString()));
        if (type == QtFatalMsg)
            _exit(3);
    });
}

}   // namespace stepzero
