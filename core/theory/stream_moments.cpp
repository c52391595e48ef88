// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/stream_moments.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/theory/log_sum.h"

namespace stepzero {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

TokenGram nothing_like(const TokenGram& gram)
{
    return {Eigen::ArrayXd::Zero(gram.own.size()), Eigen::ArrayXXd::Zero(gram.across.rows(), gram.across.cols())};
}

void add_times(TokenGram& to, const TokenGram& gram, double factor)
{
    if (factor == 0)
        return;
    to.own += factor * gram.own;
    to.across += factor * gram.across;
}

}   // namespace

StreamsMoments::StreamsMoments(const StreamMoments& each, Index streams)
    : squares_(MatrixXd::Constant(streams, streams, each.log_square == -infinity ? 0 : 1)),
      means_(VectorXd::Constant(streams, each.mean)), log_(each.log_square == -infinity ? 0 : each.log_square)
{
}

StreamMoments StreamsMoments::all() const
{
    const double square = squares_.trace() / double(squares_.rows());
    return {log_ + ln(square), square > 0 ? means_.mean() / std::sqrt(square) : 0};
}

StreamMoments StreamsMoments::read(const Eigen::RowVectorXd& by) const
{
    const double square = by * squares_ * by.transpose();
    return {log_ + ln(square), square > 0 ? std::clamp(by.dot(means_) / std::sqrt(square), -1.0, 1.0) : 0};
}

void StreamsMoments::mix(const MatrixXd& by, double s)
{
    squares_ = by * squares_ * by.transpose();
    means_ = by * means_;
    if (s == 0)
        squares_.setZero();
    else
        log_ += 2 * ln(std::abs(s));
    means_ *= s == 0 ? 0 : std::copysign(1, s);
    normalize();
}

double StreamsMoments::add(const VectorXd& write, const StreamMoments& u)
{
    const double size = squares_.trace() * write.squaredNorm();
    if (u.log_square == -infinity)
        return 0;
    const double correlation = size > 0 ? means_.dot(write) * u.mean / std::sqrt(size) : 0;
    const double unit = squares_.trace() > 0 ? std::max(log_, u.log_square) : u.log_square;
    const double before = std::exp((log_ - unit) / 2), added = std::exp((u.log_square - unit) / 2);
    const MatrixXd common = before * added * u.mean * means_ * write.transpose();
    squares_ = before * before * squares_ + added * added * write * write.transpose() + common + common.transpose();
    means_ = before * means_ + added * u.mean * write;
    log_ = unit;
    normalize();
    return correlation;
}

void StreamsMoments::normalize()
{
    const double largest = squares_.diagonal().maxCoeff();
    if (!(largest > 0)) {
        squares_.setZero();
        means_.setZero();
        log_ = 0;
        return;
    }
    squares_ /= largest;
    means_ /= std::sqrt(largest);
    log_ += std::log(largest);
}

StreamGrams::StreamGrams(const TokenGram& each, Index streams)
    : streams_(streams), grams_(std::size_t(streams * streams), each)
{
}

TokenGram StreamGrams::all() const
{
    TokenGram sum = at(0, 0);
    for (Index i = 1; i < streams_; ++i)
        sum += at(i, i);
    sum *= 1 / double(streams_);
    return sum;
}

TokenGram StreamGrams::read(const Eigen::RowVectorXd& by) const
{
    TokenGram sum = nothing_like(grams_.front());
    for (Index i = 0; i < streams_; ++i)
        for (Index j = 0; j < streams_; ++j)
            add_times(sum, at(i, j), by[i] * by[j]);
    return sum;
}

void StreamGrams::mix(const MatrixXd& by, double s)
{
    if (!by.isIdentity(0)) {
        const auto mixed = [&](const auto& entry) {   // Σ_k by_ik entry(k, j), for all i and j
            std::vector<TokenGram> result(grams_.size(), nothing_like(grams_.front()));
            for (Index i = 0; i < streams_; ++i)
                for (Index j = 0; j < streams_; ++j)
                    for (Index k = 0; k < streams_; ++k)
                        add_times(result[std::size_t(i * streams_ + j)], entry(k, j), by(i, k));
            return result;
        };
        // X is symmetric, so the second call mixes its transpose.
        grams_ = mixed([&](Index k, Index j) -> const TokenGram& { return at(k, j); });
        grams_ = mixed([&](Index k, Index j) -> const TokenGram& { return at(j, k); });
    }
    for (TokenGram& gram : grams_)
        gram *= s * s;
}

double StreamGrams::add(const VectorXd& write, const TokenGram& u)
{
    for (Index i = 0; i < streams_; ++i)
        for (Index j = 0; j < streams_; ++j)
            add_times(at(i, j), u, write[i] * write[j]);
    return 0;
}

double participation(const std::vector<double>& logs)
{
    const double largest = logs.empty() ? -infinity : *std::max_element(logs.begin(), logs.end());
    if (largest == -infinity)
        return 0;
    double once = 0, twice = 0;
    for (const double x : logs) {
        const double c = std::exp(x - largest);
        once += c;
        twice += c * c;
    }
    return once * once / twice;
}

void Written::step(const MatrixXd& mix, double log_factor, const VectorXd& write, double log_square)
{
    steps_.push_back({mix, log_factor, write, log_square});
}

double Written::participation() const
{
    std::vector<double> logs;
    MatrixXd to_end = steps_.empty() ? MatrixXd() : MatrixXd::Identity(steps_[0].mix.rows(), steps_[0].mix.rows());
    double log = 0;   // to_end is in units of e^(log/2)
    for (std::size_t l = steps_.size(); l-- > 0;) {
        const Step& step = steps_[l];
        logs.push_back(log + step.log_square + ln((to_end * step.write).squaredNorm()));
        to_end = to_end * step.mix;
        const double largest = to_end.cwiseAbs().maxCoeff();
        if (largest > 0)
            to_end /= largest;
        log += step.log_factor + 2 * ln(largest);
    }
    return stepzero::participation(logs);
}

}   // namespace stepzero
