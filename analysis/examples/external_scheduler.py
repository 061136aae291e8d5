#!/usr/bin/python3
"""A scheduler in 30 lines, for scheduler = "external:analysis/examples/external_scheduler.py".

One problem per line comes in, one decision per line goes out. On a base: the optimum over base and own circuits, step by
step backwards. On planes: every plane carries its share of every step. On a ring of wavelengths: items go round both ways.
"""
import json
import sys


def on_base(problem):
    """State 0: the base is in force, 1: circuits of the step before. A step on own circuits always pays."""
    alpha, hop, delay = problem["per_step_latency"], problem["per_hop_latency"], problem["reconfiguration_delay"]
    rest, choices = [0, 0], []
    for step in reversed(problem["steps"]):
        own = delay + alpha + hop + step["bytes"] + rest[1]
        base = alpha + hop * step["hops"] + step["bytes"] * step["stretch"] + rest[0] if step["stretch"] else float("inf")
        choices.append([own < base, own < base + delay])
        rest = [min(base, own), min(base + delay, own)]
    schedule, state = [], 0
    for choice in reversed(choices):
        state = int(choice[state])
        schedule.append(("base", "matching")[state])
    return schedule


def on_planes(problem):
    total = sum(plane["bandwidth"] for plane in problem["planes"])
    return [[{"plane": j, "bytes": step["bytes"] * plane["bandwidth"] / total} for j, plane in enumerate(problem["planes"])] if step["bytes"] else []
            for step in problem["steps"]]


def on_ring(problem):
    """In step h of a part every node passes on what came from h - 1 nodes away; the opposite node is reached one way."""
    n, parts = problem["nodes"], problem["items_per_node"]
    def paths(part, h):
        for way in (1, -1) if 2 * h < n else (1,):
            for v in range(n):
                yield {"source": v, "destination": (v + way) % n, "item": (v - way * (h - 1)) % n * parts + part, "wavelength": 0,
                       "direction": "clockwise" if way == 1 else "counterclockwise"}
    return [list(paths(part, h)) for part in range(parts) for h in range(1, n // 2 + 1)]


for line in sys.stdin:
    problem = json.loads(line)
    decide = on_planes if "planes" in problem else on_ring if "wavelengths" in problem else on_base
    print(json.dumps({"schedule": decide(problem)}), flush=True)
