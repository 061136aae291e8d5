"""The wheel of `pip install ./analysis` (PEP 517): made without setuptools, which pip would fetch from the network."""
import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NEEDS = ("numpy", "xarray", "h5py", "xxhash", "matplotlib")  # fetched by `pip install './analysis[all]'`; Debian's h5py is unknown to pip


def build_wheel(folder, settings=None, metadata=None):
    """Writes the wheel into the folder and returns its name."""
    version = re.search(r"project\(lightsweep VERSION (\S+)", (HERE.parent / "CMakeLists.txt").read_text())[1]
    info = f"lightsweep-{version}.dist-info"
    lines = ["Metadata-Version: 2.1", "Name: lightsweep", f"Version: {version}", "Provides-Extra: all",
             *(f'Requires-Dist: {one}; extra == "all"' for one in NEEDS)]
    files = {f"lightsweep/{one.name}": one.read_bytes() for one in sorted((HERE / "lightsweep").glob("*.py"))}
    files[f"{info}/METADATA"] = "\n".join(lines + [""]).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: lightsweep\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    digests = {name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode() for name, data in files.items()}
    record = [f"{name},sha256={digests[name]},{len(data)}" for name, data in files.items()] + [f"{info}/RECORD,,", ""]
    name = f"lightsweep-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in (files | {f"{info}/RECORD": "\n".join(record).encode()}).items():
            wheel.writestr(path, data)
    return name
