"""The pieces of sweep files on the pages are sound: in the frame that their page describes, `plan` takes them."""
import re
import shutil

import pytest
from conftest import COMMON_FABRIC, SOURCE, call
from test_pages import PAGES

TRACES = SOURCE / "tests/vectors/interop/chakra_training_4"
GRID = '[[grid]]\nname = "g"\n'
ADDANKI = 'rules = "addanki"\nschedulers = ["addanki-best-pool", "addanki-ports", "addanki-overlap"]\n' + COMMON_FABRIC
TIMES = 'message = "1MiB"\nreconfiguration_delay = "10us"\n'
# What stands before and behind a piece, in the order of the page; or the sweep that names a piece as a file of its own.
FRAMES = {
    "README.md": [("", "")],
    "sweeps/README.md": [('rules = "swot"\nschedulers = ["swot"]\n' + GRID + 'planes = 2\nbandwidth = "800Gbps"\nper_step_latency = "1us"\n', 'reconfiguration_delay = "10us"\n')],
    "sweeps/addanki/README.md": [(ADDANKI + GRID + 'topology = "ring"\nnodes = 64\n', TIMES)],
    "sweeps/bridge/README.md": [('rules = "bridge"\nschedulers = ["bridge"]\n' + COMMON_FABRIC + GRID + 'topology = "ring"\nnodes = 64\ncollective = "allgather/bruck"\nmessage = "1MiB"\n', "")],
    "sweeps/traffic/README.md": [
        ('rules = "swot"\nschedulers = ["swot"]\n[fabric]\nbandwidth = "800Gbps"\nper_step_latency = "1us"\n', 'reconfiguration_delay = "10us"\n'),
        'rules = "common"\nschedulers = ["static"]\n' + GRID + COMMON_FABRIC.replace("[fabric]\n", "") +  # this study reads no [fabric]
        'study = "trace"\ntrace = "piece.toml"\nscheduler = "static"\ntopology = "ring"\nplanes = 2\nnodes = 64\nreconfiguration_delay = "10us"\n'],
    "sweeps/interchange/README.md": [('rules = "common"\nschedulers = ["static"]\n', 'scheduler = "static"\n')],
    "sweeps/pccl/README.md": [
        'rules = "pccl"\nschedulers = ["static"]\n' + COMMON_FABRIC + GRID + 'study = "training"\nmodel = "piece.toml"\ntopology = "ring"\nnodes = 32\n'
        'collective = "reduce-scatter/ring"\noverlap = true\nreconfiguration_delay = "10us"\n'],
}
PIECES = [(page, at, text) for page in PAGES for at, text in enumerate(re.findall(r"^```toml\n(.*?)^```$", page.read_text(), re.S | re.M))]


def name_of(page):
    return str(page.relative_to(SOURCE))


@pytest.mark.parametrize("page, at, text", PIECES, ids=[f"{name_of(page)}-{at}" for page, at, _ in PIECES])
def test_pieces_of_sweep_files_are_sound(tmp_path, page, at, text):
    frame = FRAMES[name_of(page)][at]
    (tmp_path / "piece.toml").write_text(text)
    (tmp_path / "traces").mkdir()
    for trace in TRACES.glob("trace.*.et"):  # what a page names
        shutil.copy(trace, tmp_path / "traces" / trace.name.replace("trace", "llama"))
    shutil.copy(TRACES / "groups.json", tmp_path)
    (tmp_path / "s.toml").write_text(frame if isinstance(frame, str) else frame[0] + text + frame[1])
    code, out, error = call("plan", tmp_path / "s.toml")
    assert code == 0 and "estimated time" in out, error
