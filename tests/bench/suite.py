#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the benchmarks and what they are compared with in turn, so that both meet the same machine. See tests/bench.sh.

The time of a case is the median over rounds, its spread half the range of the middle half of them, relative to the
median. A ratio is the median of those within each round. Rates of products are per core."""

import argparse
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

from results_table import tables, with_tables

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "build/bench/tests/bench"
# A machine may name a kernel for OpenBLAS that is not the one it would pick by itself.
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("OPENBLAS_")} | {"QT_QPA_PLATFORM": "offscreen"}
MALLOC = {"GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=268435456:glibc.malloc.trim_threshold=536870912"}   # as app/main.cpp
HEADINGS = {"resources/manual/building.md": ("en", "## Benchmarks"),
            "resources/manual/zh_CN/building.md": ("zh", "## 基准测试")}
OPENBLAS = {"en": "OpenBLAS", "zh": "OpenBLAS"}
LAPACK = {"en": "LAPACK (OpenBLAS)", "zh": "LAPACK（OpenBLAS）"}
PYTORCH = {"en": "eager PyTorch", "zh": "即时模式的 PyTorch"}
PRODUCTS = {"en": "its products alone", "zh": "仅作其矩阵乘法"}
SGD = {"en": "SGD", "zh": "SGD"}


def case(label, zh, program, name, peer=None, clock="real", quick=False, per=1):
    """A benchmark `name` of a program, and its peer: (name, program or None for peers.py, name of its benchmark).
    `per` divides the time, for times per entry or per core."""
    return {"label": {"en": label, "zh": zh}, "program": program, "name": name, "peer": peer, "clock": clock,
            "quick": quick, "per": per}


def product(shape, label, zh, quick=False):
    name = "product<float, Left::transposed>/" + shape
    return case(label, zh, "bench_linear", "own_" + name, (OPENBLAS, "bench_linear", "lapack_" + name), "cpu", quick)


def trained(optimizer, title, peer, quick=False):
    return case(f"20 training steps, 256 × 10 on 256 samples, {title}", f"20 步训练，256 × 10，256 个样本，{title}",
                "bench_train", f"training/{optimizer}", peer, quick=quick)


def passes(size, label, zh, quick=False):
    products = (PRODUCTS, "bench_simulate", f"products/{size}")
    return [case(f"forward and backward with statistics, {label}", f"前向与反向，含统计量，{zh}", "bench_simulate",
                 f"forward_and_backward/{size}/0", products, quick=quick),
            case("the same with every weight sampled again", "同上，每个权重重新抽取", "bench_simulate",
                 f"forward_and_backward_drawn_anew/{size}", products, quick=quick)]


def figure(name, zh):
    return case(f"figure {name} at depth 1000", f"深度 1000 的图{zh}", "bench_window_figures", f"{name}/depth:1000",
                clock="cpu")


CASES = [
    *(product(f"{n}/{n}/{n}", f"product {n} × {n} × {n}, one core", f"{n} × {n} × {n} 的乘积，一个核", n == 1024)
      for n in (256, 768, 1024, 3072)),
    product("1024/1024/1", "matrix × vector 1024, one core", "1024 阶矩阵乘向量，一个核", True),
    *passes("1024/20/1024", "20 × 1024, 1024 samples", "20 × 1024，1024 个样本"),
    *passes("256/32/256", "32 × 256, 256 samples", "32 × 256，256 个样本", True),
    trained("sgd", "SGD", (PYTORCH, None, "train_SGD"), True),
    trained("adam", "Adam", (PYTORCH, None, "train_Adam")),
    trained("muon", "Muon", (SGD, "bench_train", "training/sgd")),
    trained("sgd_linearized", "SGD, linearized too", (SGD, "bench_train", "training/sgd")),
    case("study of six schemes", "六种方案的研究", "bench_networks", "notes",
         ({"en": "numpy", "zh": "numpy"}, None, "notes")),
    case("GPT-2 small with every singular value", "GPT-2 small，含全部奇异值", "bench_networks", "gpt2_small_spectra"),
    case("ResNet-50, 8 images of 224 px, with statistics", "ResNet-50，8 张 224 像素的图像，含统计量", "bench_networks",
         "resnet_50", (PYTORCH, None, "resnet_50")),
    case("one normal random number, one core", "一个正态随机数，一个核", "bench_sampling", "normal", None, "cpu", True,
         16384),
    case("one truncated normal random number, one core", "一个截断正态随机数，一个核", "bench_sampling",
         "truncated_normal", None, "cpu", True, 16384),
    case("singular values of a 1024 × 1024 matrix, one core", "1024 × 1024 矩阵的奇异值，一个核", "bench_linear",
         "own_singular_values/1024", (LAPACK, "bench_linear", "lapack_singular_values/1024"), "cpu"),
    case("predict(), 32 layers", "predict()，32 层", "bench_theory", "prediction/32", None, "cpu", True),
    case("predict(), 1000 layers", "predict()，1000 层", "bench_theory", "prediction/1000", None, "cpu", True),
    case("distribution of the Jacobian's singular values, 32 layers", "雅可比矩阵奇异值的分布，32 层", "bench_theory",
         "jacobian/fading/32", None, "real", True),
    figure("floats", "“数值格式”"),
    figure("activations", "“激活值”"),
    case("start to first painted figures", "从启动到首次画出图", "bench_window_latency",
         r"start to first painted figures: ([0-9.]+) s"),
]
SIZES = [*(("by_width", n, 2) for n in (64, 128, 256, 512, 1024, 2048, 4096, 8192)),
         *(("by_depth", 64, n) for n in (1, 10, 100, 1000, 10000))]


def started(command, environment):
    """Runs a command; returns its output, its peak of memory in MB, and its exit status."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=subprocess.DEVNULL,
                                   env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return output.read(), usage.ru_maxrss / 1e3, process.returncode


def benchmark(program, name, clock, least_seconds, context):
    """Runs one Google Benchmark; returns seconds, GFLOP/s or None, and MB."""
    # OpenBLAS would spend processor time on waiting.
    environment = ENVIRONMENT | MALLOC | ({"OPENBLAS_NUM_THREADS": "1"} if clock == "cpu" else {})
    command = [PROGRAMS / program, f"--benchmark_filter=^{name}(/process_time|/real_time)*$",
               "--benchmark_format=json", f"--benchmark_min_time={least_seconds}"]
    output, megabytes, status = started(command, environment)
    if status != 0 or "{" not in output:
        raise LookupError(f"{program} has no {name}")
    result = json.loads(output[output.index("{"):])
    context.update({k: v for k, v in result["context"].items() if k == "openblas"})
    run = result["benchmarks"][0]
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[run["time_unit"]]
    return run[f"{clock}_time"] * unit, run.get("GFLOP/s"), megabytes


def measured(program, name, clock, least_seconds, context):
    if program is None:
        output, megabytes, status = started(["/usr/bin/python3", ROOT / "tests/bench/peers.py", name], ENVIRONMENT)
        if status != 0:
            raise LookupError(f"{name} has no peer here")
        result = json.loads(output)
        context["python"] = result["with"]
        return result["seconds"], None, megabytes
    if program == "bench_window_latency":
        output, megabytes, _ = started([PROGRAMS / program, 1, 1], ENVIRONMENT)
        found = re.search(name, output)
        if not found:
            raise LookupError(f"{program} reports no time")
        return float(found.group(1)), None, megabytes
    return benchmark(program, name, clock, least_seconds, context)


def spread_of(times):
    if len(times) < 2:
        return 0.0
    low, _, high = statistics.quantiles(times, n=4, method="inclusive")
    return (high - low) / 2 / statistics.median(times)


def result_of(what, rounds, least_seconds, peak, context):
    """Runs a case and its peer in turn."""
    own, ratios, rates, memory = [], [], [], 0
    peer = what["peer"]
    for _ in range(rounds):
        seconds, rate, megabytes = measured(what["program"], what["name"], what["clock"], least_seconds, context)
        own.append(seconds / what["per"])
        rates += [rate] if rate else []
        memory = max(memory, megabytes)
        if peer:
            try:
                ratios.append(seconds / measured(peer[1], peer[2], what["clock"], least_seconds, context)[0])
            except LookupError as missing:
                print(f"  {missing}", file=sys.stderr)
                peer = None
    result = {"label": what["label"], "median": statistics.median(own), "spread": spread_of(own), "times": own,
              "megabytes": memory}
    if rates:
        cores = 1 if what["clock"] == "cpu" else os.cpu_count()
        result["gflops"] = statistics.median(rates)
        result["peak_share"] = result["gflops"] / (peak * cores)
    if ratios:
        result["peer"] = {"name": what["peer"][0], "ratio": statistics.median(ratios), "ratios": ratios}
    return result


def run_all(arguments):
    rounds, least_seconds = (3, 0.05) if arguments.quick else (7, 0.5)
    context = {}
    peak = max(benchmark("bench_linear", "peak", "cpu", least_seconds, context)[1] for _ in range(3))
    results = {"machine": {"processor": processor(), "cores": os.cpu_count(), "peak_gflops_per_core": peak},
               "cases": [], "sizes": []}
    print(f"{processor()}: {peak:.0f} GFLOP/s per core", file=sys.stderr)
    for what in CASES:
        label = what["label"]["en"]
        if (arguments.quick and not what["quick"]) or arguments.only not in label:
            continue
        try:
            results["cases"].append(result_of(what, rounds, least_seconds, peak, context))
        except LookupError as missing:
            print(f"{label}: {missing}", file=sys.stderr)
            continue
        print(f"{label}: {results['cases'][-1]['median']:.3g} s", file=sys.stderr, flush=True)
    if not arguments.quick and not arguments.only:
        for name, width, depth in SIZES:
            seconds = benchmark("bench_simulate", f"{name}/{width}/{depth}/64/0", "real", least_seconds, context)[0]
            results["sizes"].append({"width": width, "depth": depth, "median": seconds})
    results["machine"].update(context)
    return results


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")),
                    platform.machine())


def put_into_manual(path):
    results = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    for page, (language, heading) in HEADINGS.items():
        file = ROOT / page
        file.write_text(with_tables(file.read_text(encoding="utf-8"), results, language, heading), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Runs the benchmarks in turn with what they are compared with.")
    parser.add_argument("--quick", action="store_true", help="a part of the cases, in about two minutes")
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases whose English label contains TEXT")
    parser.add_argument("--output", default="build/bench/results", metavar="NAME", help="writes NAME.json and NAME.md")
    parser.add_argument("--manual", metavar="NAME.json", help="puts the tables of a run into the manual")
    arguments = parser.parse_args()
    if arguments.manual:
        put_into_manual(arguments.manual)
        return
    results = run_all(arguments)
    text = "\n".join([f"{key}: {value}" for key, value in results["machine"].items()] + [""]
                     + tables(results, "en")) + "\n"
    pathlib.Path(arguments.output + ".json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n",
                                                        encoding="utf-8")
    pathlib.Path(arguments.output + ".md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
