"""A bench and timers for every test of the terminal."""

from __future__ import annotations

import pytest

from tests.device.sim.terminal.fakes import FakeBench, FakeTimers


@pytest.fixture
def bench() -> FakeBench:
    return FakeBench()


@pytest.fixture
def timers() -> FakeTimers:
    return FakeTimers()
