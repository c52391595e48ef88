// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/sized_work.h"

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"

namespace stepzero {

void write_sized_work(const Arguments& arguments, const std::function<SizedWork(NoiseCache&, const Context&)>& work)
{
    const auto output = arguments.value("--output");
    if (output)
        check_output(*output);
    const Interrupt interrupt;
    ProgressLine line;
    Context context;
    context.stop = interrupt.token();
    context.report = line.part(0, 1);
    NoiseCache cache(noise_bytes);
    const SizedWork done = work(cache, context);
    line.clear();
    if (output)
        write_result(*output, done.json);
    if (!is_standard_stream(output))
        write_result("-", done.table);
    if (!done.good)
        throw BadVerdict();
}

}   // namespace stepzero
