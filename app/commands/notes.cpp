// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/notes.h"

#include <QtGlobal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "app/commands/options.h"
#include "core/words/shown_text.h"
#include "widgets/language/language.h"

namespace stepzero {

void note(const std::string& sentences)
{
    for (const std::string& line : split(spoken(shown_lines(sentences)).toStdString(), '\n'))
        std::fprintf(stderr, "stepzero: %s\n", line.c_str());
}

void quiet_qt()
{
    if (std::getenv("QT_LOGGING_RULES") || std::getenv("QT_DEBUG_PLUGINS"))
        return;
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& message) {
        if (type == QtCriticalMsg || type == QtFatalMsg)
            note(message.trimmed().toStdString());
        if (type == QtFatalMsg)
            _exit(3);
    });
}

}   // namespace stepzero
