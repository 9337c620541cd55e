"""Small wheels with their sums, for a package index that is a folder."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

BACKEND = """
import zipfile
from pathlib import Path

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "palmstone-0.1.0-py3-none-any.whl"
    info = "palmstone-0.1.0.dist-info/"
    with zipfile.ZipFile(Path(folder, name), "w") as wheel:
        wheel.writestr("palmstone.pth", f"{Path.cwd()}\\n")
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: palmstone\\nVersion: 0.1.0\\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "RECORD", "")
    return name
"""
"""As much of setuptools as links a folder."""
RUNTIME: dict[str, dict[str, str]] = {
    "msgspec": {"msgspec/__init__.py": ""},
    "pillow": {"PIL/__init__.py": "", "PIL/_imaging.py": ""},
    "setuptools": {"setuptools/__init__.py": "", "setuptools/build_meta.py": BACKEND},
}
"""Stand-ins for what is loaded to try an environment, and for what links the project."""
DEVELOPMENT: dict[str, dict[str, str]] = {"pytest": {"pytest.py": ""}}


def wheel(folder: Path, name: str, files: Mapping[str, str]) -> str:
    """Write a wheel of version 1.0 into a folder; return its SHA-256."""
    info = f"{name}-1.0.dist-info"
    all_files = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},sha256={_short(text)},{len(text)}\n" for path, text in all_files.items())
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in {**all_files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(zipfile.ZipInfo(inner), text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _short(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def lock(path: Path, index: Path, packages: Mapping[str, Mapping[str, str]]) -> None:
    """Write the wheels of some packages and the lock that has them, under the head of the real one."""
    head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lines = [
        f"{name}==1.0 \\\n    --hash=sha256:{wheel(index, name, files)}" for name, files in packages.items()
    ]
    path.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")


def asked_of(index: Path) -> dict[str, str]:
    """Return the variables that let pip look nowhere else, as an /etc/pip.conf can say it too."""
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(index), "PIP_CONFIG_FILE": "/dev/null"}
