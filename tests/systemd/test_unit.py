"""The unit and what is installed beside it."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from device.system.power import MARK
from tests.systemd.units import INSTALLED, SERVICE, SYSTEMD, copy_that_starts, misspelt, values

if TYPE_CHECKING:
    from pathlib import Path

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is not installed (apt install systemd)"
)
HIGHEST_EXPOSURE = 1.5


def _analyze(*words: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    return subprocess.run([ANALYZE, *words], capture_output=True, text=True, check=False)


# Spelling and syntax


@pytest.mark.parametrize("name", ["palmstone.service", "device-timeout.conf"])
def test_every_key_is_one_that_systemd_knows(name: str) -> None:
    assert misspelt(SYSTEMD / name) == []


def test_a_misspelt_key_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "palmstone.service"
    wrong.write_text(SERVICE.read_text().replace("WatchdogSec", "WatchDogSec").replace("Wants=", "Want="))
    assert misspelt(wrong) == ["Unit.Want", "Service.WatchDogSec"]


@needs_systemd
def test_verify_prints_nothing_on_a_copy_that_can_start(tmp_path: Path) -> None:
    done = _analyze("verify", str(copy_that_starts(tmp_path)))
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@needs_systemd
def test_verify_would_print_something_about_a_fault(tmp_path: Path) -> None:
    unit = copy_that_starts(tmp_path)
    unit.write_text(unit.read_text().replace("WatchdogSec=20", "WatchdogSec=often"))
    assert "Failed to parse" in _analyze("verify", str(unit)).stderr


@needs_systemd
def test_the_sandbox_leaves_an_exposure_of_1_5_at_most(tmp_path: Path) -> None:
    done = _analyze("security", "--offline=true", "--no-pager", str(copy_that_starts(tmp_path)))
    found = re.search(r"Overall exposure level for palmstone\.service: ([\d.]+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= HIGHEST_EXPOSURE


# What the service is asked for


def test_the_service_notifies_and_is_watched_and_comes_back() -> None:
    unit = values(SERVICE)
    assert unit["Type"] == ["notify"]
    assert unit["WatchdogSec"] == ["20"]
    assert unit["Restart"] == ["always"]
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert unit["WantedBy"] == ["multi-user.target"]


def test_a_slow_start_is_let_go_on_for_minutes() -> None:
    """Seen on an emulated board beside busy neighbours: ended after 60 s each time, it never came up."""
    assert int(values(SERVICE)["TimeoutStartSec"][0]) >= 180


def test_f16_the_bus_is_wanted_and_never_required() -> None:
    unit = values(SERVICE)
    assert unit["Wants"] == unit["After"] == [r"dev-i2c\x2d1.device"]
    assert not {"Requires", "BindsTo", "Requisite"} & set(unit)
    # A node is a unit only if udev says so.
    assert 'TAG+="systemd"' in (SYSTEMD / "60-palmstone.rules").read_text()
    assert values(SYSTEMD / "device-timeout.conf")["JobRunningTimeoutSec"] == ["10s"]


def test_f14_lgpio_stands_where_it_can_write() -> None:
    unit = values(SERVICE)
    assert unit["RuntimeDirectory"] == ["palmstone"]
    assert unit["WorkingDirectory"] == ["%t/palmstone"]
    assert {"LG_WD=%t/palmstone", "GPIOZERO_PIN_FACTORY=lgpio"} <= set(unit["Environment"])


def test_the_service_has_a_user_and_a_state_folder_of_its_own() -> None:
    unit = values(SERVICE)
    assert unit["User"] == unit["StateDirectory"] == ["palmstone"]
    assert set(unit["SupplementaryGroups"][0].split()) >= {"i2c", "gpio"}


def test_only_the_devices_that_are_needed_are_open() -> None:
    unit = values(SERVICE)
    assert unit["DevicePolicy"] == ["closed"]
    assert {"char-i2c rw", "char-gpiochip rw"} <= set(unit["DeviceAllow"])
    assert "PrivateDevices" not in unit
    assert unit["ProtectSystem"] == ["strict"]
    assert unit["NoNewPrivileges"] == ["yes"]
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == [""]


def test_f53_no_python_of_the_unit_imports_from_a_folder_that_the_service_may_write() -> None:
    """Neither where it stands, nor by a variable, nor from the user's own; `palmstone` is in test_install."""
    unit = values(SERVICE)
    calls = [
        words for key, lines in unit.items() if key.startswith("Exec") for words in lines if "python" in words
    ]
    assert calls
    assert all(words.split()[1] == "-IB" for words in calls)
    assert not [text for text in unit["Environment"] if text.startswith("PYTHON")]


def test_f53_memory_tasks_and_network_are_bounded() -> None:
    unit = values(SERVICE)
    assert unit["MemoryMax"] == ["192M"]
    assert unit["TasksMax"] == ["48"]
    assert unit["IPAddressDeny"] == ["any"]
    assert unit["PrivateNetwork"] == ["yes"]
    assert unit["RestrictAddressFamilies"] == ["AF_UNIX"]


def test_f24_nothing_can_ask_on_a_terminal() -> None:
    assert values(SERVICE)["StandardInput"] == ["null"]


def test_f03_the_panel_goes_off_after_a_crash() -> None:
    assert values(SERVICE)["ExecStopPost"] == [f"{INSTALLED}python -IB -m device.system.lights_out"]
    assert values(SERVICE)["ExecStart"] == [f"{INSTALLED}palmstone run"]
    # systemd removes the runtime folder, and the mark with it, only after ExecStopPost.
    assert "RuntimeDirectoryPreserve" not in values(SERVICE)
    assert MARK == "power.bye"


# What lies beside it


def test_the_user_is_made_and_may_use_bus_and_header() -> None:
    lines = [line.split() for line in (SYSTEMD / "sysusers.conf").read_text().splitlines()]
    assert ["m", "palmstone", "i2c"] in lines
    assert ["m", "palmstone", "gpio"] in lines
    assert any(line[:3] == ["u", "palmstone", "-"] for line in lines)


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed")
def test_sysusers_makes_the_user_in_a_root_of_its_own(tmp_path: Path) -> None:
    conf = tmp_path / "etc/sysusers.d/palmstone.conf"
    conf.parent.mkdir(parents=True)
    conf.write_bytes((SYSTEMD / "sysusers.conf").read_bytes())
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", "palmstone.conf"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "palmstone:" in (tmp_path / "etc/passwd").read_text()
    groups = (tmp_path / "etc/group").read_text().splitlines()
    assert {"i2c", "gpio", "audio"} <= {line.split(":")[0] for line in groups if line.endswith("palmstone")}


@pytest.mark.skipif(shutil.which("systemd-tmpfiles") is None, reason="systemd-tmpfiles is not installed")
def test_tmpfiles_makes_the_folder_of_the_settings(tmp_path: Path) -> None:
    conf = tmp_path / "etc/tmpfiles.d/palmstone.conf"
    conf.parent.mkdir(parents=True)
    lines = (SYSTEMD / "tmpfiles.conf").read_text().splitlines()
    conf.write_text("\n".join(line for line in lines if "/var" not in line))
    done = subprocess.run(
        ["systemd-tmpfiles", f"--root={tmp_path}", "--create", "palmstone.conf"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "etc/palmstone").is_dir()


def test_udev_gives_bus_and_header_to_their_groups() -> None:
    rules = [
        dict(re.findall(r'(\w+)\+?==?"([^"]*)"', line))
        for line in (SYSTEMD / "60-palmstone.rules").read_text().splitlines()
        if not line.startswith("#")
    ]
    assert [(rule["SUBSYSTEM"], rule["GROUP"], rule["MODE"]) for rule in rules] == [
        ("i2c-dev", "i2c", "0660"),
        ("gpio", "gpio", "0660"),
    ]


def test_the_bus_module_is_loaded_at_boot() -> None:
    lines = (SYSTEMD / "modules-load.conf").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["i2c-dev"]


def test_polkit_lets_the_user_of_the_service_switch_off_and_nothing_else() -> None:
    text = (SYSTEMD / "polkit.rules").read_text()
    assert re.findall(r'"(org\.[^"]+)"', text) == [
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    ]
    assert 'subject.user === "palmstone"' in text
    assert text.count("polkit.Result.") == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="node, to run the rule, is not installed")
@pytest.mark.parametrize(
    ("action", "user", "answer"),
    [
        ("org.freedesktop.login1.power-off", "palmstone", "yes"),
        ("org.freedesktop.login1.power-off-multiple-sessions", "palmstone", "yes"),
        ("org.freedesktop.login1.reboot", "palmstone", "undefined"),
        ("org.freedesktop.login1.power-off", "pi", "undefined"),
    ],
)
def test_the_polkit_rule_answers(action: str, user: str, answer: str) -> None:
    script = (
        "let rule; const polkit = {addRule: given => rule = given, Result: {YES: 'yes'}};"
        f"{(SYSTEMD / 'polkit.rules').read_text()}"
        f"console.log(String(rule({{id: '{action}'}}, {{user: '{user}'}})));"
    )
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == answer
