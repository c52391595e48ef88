// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/measurement.h"

#include "core/math/statistics/join.h"

namespace stepzero {

namespace {

const BlockRecord& block_of(const Record& record, int number)
{
    static const BlockRecord none;
    const auto i = std::size_t(number);
    return i < record.size() ? record[i] : none;
}

}   // namespace

const BlockRecord& Measurement::block(int number) const { return block_of(record, number); }

const BlockRecord& Measurement::spread_of(int number) const { return block_of(spread, number); }

std::optional<double> Measurement::number(int number, Quantity quantity) const
{
    if (const auto found = block(number).number(reading.output, quantity))
        return found;
    return block(number).number(reading.preactivation, quantity);
}

Measurement joined(std::vector<Measurement> replicas)
{
    if (replicas.size() == 1)
        return std::move(replicas.front());
    Measurement out;
    out.samples = replicas.front().samples;
    out.tokens = replicas.front().tokens;
    out.replicas = int(replicas.size());
    out.reading = replicas.front().reading;
    std::vector<const Distribution*> inputs;
    std::vector<const Record*> records;
    for (std::size_t r = 0; r < replicas.size(); ++r) {
        inputs.push_back(&replicas[r].input);
        records.push_back(&replicas[r].record);
        for (Remark remark : replicas[r].remarks) {
            remark.text = tr("%1 (replica %2)", remark.text, r);
            out.remarks.push_back(remark);
        }
    }
    out.input = joined(inputs).first;
    std::tie(out.record, out.spread) = joined(records);
    return out;
}

}   // namespace stepzero
