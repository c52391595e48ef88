// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/headless.h"

#include <QApplication>
#include <QHashFunctions>
#include <QLocale>
#include <algorithm>
#include <clocale>
#include <thread>

#include "core/base/run/memory.h"
#include "core/base/words/text_error.h"
#include "widgets/style/style.h"

namespace stepzero {

HeadlessApplication::HeadlessApplication()
{
    if (!can_start_threads(std::max(1, int(std::thread::hardware_concurrency())) + 4))
        throw TextError(no_threads());
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Makes PDF files reproducible, which contain fonts in hash order, and the time zone.
    QHashSeed::setDeterministicGlobalSeed();
    qputenv("TZ", "UTC0");
    application_ = std::make_unique<QApplication>(argc_, argv_);
    std::setlocale(LC_ALL, "C");
    QLocale::setDefault(QLocale::c());
    installFonts();
}

HeadlessApplication::~HeadlessApplication() = default;

}   // namespace stepzero
