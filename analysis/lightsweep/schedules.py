"""One problem: its best schedule, in time and as a plan."""
import json
import pathlib

from . import program

READING = "bars: step, and bytes of a node in it; hatched: reconfiguration"


def schedule(**keys):
    """Solves one problem; the keys are those of Sweep, without ranges. Raises Fault with the program's text."""
    return Schedule(keys)


class Schedule:
    """The schedule of one problem. answer: what `lightsweep schedule --json` says, times in seconds, sizes in bytes."""

    def __init__(self, keys):
        self.keys = keys
        self.answer = json.loads(self.ask("--json"))
        if self.answer["completion_time"] is None:
            raise program.Fault(f"{self.answer['status']}: {self.answer['explanation']}", program.FAILED_POINTS)
        self.time, self.status, self.lower_bound = (self.answer[key] for key in ("completion_time", "status", "lower_bound"))

    def ask(self, option):
        options = {f"{name}.{key}": one for name, value in self.keys.items() if isinstance(value, dict) for key, one in value.items()}
        plain = {key.replace("_", "-"): value for key, value in self.keys.items() if not isinstance(value, dict)}
        words = [word for key, value in (plain | options).items() for word in (f"--{key}", text_of(value))]
        return program.ask("schedule", option, *words)

    def plan(self):
        """The transfers of every node and the reconfigurations of the controller, as `--execution-plan` prints them in JSON."""
        return json.loads(self.ask("--execution-plan"))

    def export(self, path):
        """Writes the plan into a file, in JSON."""
        pathlib.Path(path).write_text(self.ask("--execution-plan"), encoding="utf-8")

    def page(self, path):
        """Writes an HTML page: what every plane or topology does when, with zoom, and the network of every step."""
        pathlib.Path(path).write_text(self.ask("--html"), encoding="utf-8")

    def timeline(self):
        """A picture (matplotlib's Figure) of what every plane, or the topology, carries when; hatched: it reconfigures.

        Raises Fault where the answer has no steps in time (lightpaths on WDM rings).
        """
        from . import pictures
        if "timeline" not in self.answer:
            raise program.Fault(f"{self.keys['scheduler']}: the answer has lightpaths and no times of steps; see its plan()")
        steps = self.answer["timeline"]
        title = ", ".join([self.keys["collective"], self.keys["scheduler"], *(f"{self.keys[key]} {key}" for key in ("nodes", "planes") if key in self.keys)])
        return pictures.timeline({title: events_of(steps)}, False, "plane {}" if "plane" in steps[0] else "network", READING)

    def __repr__(self):
        return f"<Schedule of {self.keys['collective']}: {self.time:g} s, {self.status}, {self.answer['n_reconfigurations']} reconfigurations>"


def events_of(steps):
    """[(plane, step, 1 where it reconfigures, bytes, start, end)]; between steps on one topology lies a reconfiguration."""
    found, until = [], 0.0
    for one in steps:
        if "plane" not in one and one["start"] > until:
            found.append((0, one.get("step", 0), 1, 0.0, until, one["start"]))
        reconfigures = one.get("reconfigure") or "reconfigures_to" in one
        found.append((one.get("plane", 0), one.get("step", 0), int(reconfigures), one.get("bytes", 0.0), one["start"], one["end"]))
        until = one["end"]
    return found


def text_of(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
