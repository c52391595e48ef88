// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker.h"

#include <QCoreApplication>
#include <exception>
#include <new>
#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "core/base/run/context.h"
#include "core/base/words/text_error.h"
#include "widgets/language/language.h"

namespace stepzero {

void giveWayToTheWindow()
{
#ifdef __linux__
    constexpr int politeness = 5;
    setpriority(PRIO_PROCESS, id_t(syscall(SYS_gettid)), politeness);
#endif
}

std::optional<QString> failureOf(const std::function<void()>& work)
{
    const auto said = [](const char* text) { return QCoreApplication::translate("stepzero::failureOf", text); };
    try {
        work();
    } catch (const Stopped&) {
        // The caller that requested the stop knows about it.
    } catch (const std::bad_alloc&) {
        return said("There is not enough memory for this.");
    } catch (const std::exception& error) {   // such as TooLarge, BadInput or FileError
        const QString sentence = translated(text_of(error));
        return sentence.isEmpty() ? said("The computation failed.") : sentence;
    } catch (...) {
        return said("The computation failed.");
    }
    return std::nullopt;
}

QString asSentence(const QString& words)
{
    const bool ended = words.isEmpty() || QStringLiteral(".?。？").contains(words.back());
    const QString stop = isEnglish() ? QStringLiteral(".") : QStringLiteral("。");
    return words.left(1).toUpper() + words.mid(1) + (ended ? QString() : stop);
}

}   // namespace stepzero
