"""What the device knows of its player: what was set, what was reached, which help was shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.settings.loaded import with_choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.loaded import Loaded
    from device.settings.model import Settings
    from device.storage.store import Store


class Player:
    """Settings and progress; each change is stored at once."""

    def __init__(self, store: Store, loaded: Loaded, *, greets: bool = False) -> None:
        """`greets`: without a first start, too, a newcomer is asked whether to be shown around."""
        self.loaded = loaded
        self.progress = store.progress()
        self._store = store
        self._greets = greets

    @property
    def settings(self) -> Settings:
        """The effective settings."""
        return self.loaded.settings

    def choose(self, chosen: Mapping[str, object]) -> None:
        """Set something on the device and keep it, all of it at once; raises ValueError for what is not
        allowed.
        """
        self.loaded = with_choices(self.loaded, chosen)
        self._store.save_choices(self.loaded.choices())

    def reach(self, milestones: Mapping[str, int]) -> None:
        """Keep milestones of games for good; a lower one than was reached before is none."""
        known = self.progress.reached
        reached = {**known, **{key: max(known.get(key, 1), step) for key, step in milestones.items()}}
        if reached != known:
            self.progress = replace(self.progress, reached=reached)
            self._store.save_progress(self.progress)

    def first_start_done(self) -> None:
        """Remember that the first start was gone through or skipped."""
        if not self.progress.first_start_done:
            self.progress = replace(self.progress, first_start_done=True)
            self._store.save_progress(self.progress)

    @property
    def is_new(self) -> bool:
        """Whether somebody is here for the first time, and was not asked yet whether to be shown around."""
        asked = self.progress.shown_around is not None or bool(self.progress.help_seen)
        return not asked and (self._greets or self.progress.first_start_done)

    def show_around(self, yes: bool) -> None:
        """Remember what was answered: it is asked once."""
        self.progress = replace(self.progress, shown_around=yes)
        self._store.save_progress(self.progress)

    def learnt(self) -> frozenset[str] | None:
        """Pages of help that were shown; None if nobody is led through them: a newcomer said no, or none was
        asked and there was no first start.
        """
        led = self.progress.shown_around
        if led is None:
            led = self.progress.first_start_done
        return frozenset(self.progress.help_seen) if led else None

    def learn(self, pages: frozenset[str]) -> None:
        """Remember that these pages were shown or skipped."""
        seen = tuple(sorted({*self.progress.help_seen, *pages}))
        if seen != self.progress.help_seen:
            self.progress = replace(self.progress, help_seen=seen)
            self._store.save_progress(self.progress)
