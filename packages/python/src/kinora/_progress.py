"""A progress bar for terminals and notebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Union

from .types import JobStatus

OnStatus = Callable[[JobStatus], object]
Progress = Union[bool, OnStatus]
"""True draws a bar; a function is called with each status, also with the final one."""

_WIDTH = 24


def describe(job: JobStatus) -> str:
    """What is known of a job, in one line."""
    if job.status != "queued":
        return job.status
    seconds = job.estimated_wait_seconds
    if job.queue_position is not None:
        wait = "" if seconds is None else f", about {seconds} s"
        return f"waiting, {job.queue_position} in line{wait}"
    left = "" if seconds is None else f", {seconds} s left"
    return f"{round(100 * (job.progress or 0))} %{left}"


def share(job: JobStatus) -> float:
    if job.status == "queued":
        return min(1.0, max(0.0, job.progress or 0.0))
    return 1.0 if job.status == "completed" else 0.0


def reporter(progress: Progress) -> OnStatus:
    """Shows nothing where nobody would see a bar: in a pipe, or in a log."""
    if callable(progress):
        return progress
    if not progress:
        return lambda job: None
    display = _notebook_display()
    if display is not None:
        return _NotebookBar(display)
    return _draw_on_terminal if sys.stderr.isatty() else lambda job: None


def _draw_on_terminal(job: JobStatus) -> None:
    filled = round(_WIDTH * share(job))
    bar = "#" * filled + "-" * (_WIDTH - filled)
    end = "" if job.status == "queued" else "\n"
    print(f"\r{job.kind} [{bar}] {describe(job)}\x1b[K", end=end, file=sys.stderr, flush=True)


def _notebook_display() -> Any:
    """`display` of IPython if this runs in the kernel of a notebook, which has imported it."""
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
    if not hasattr(get_ipython(), "kernel"):
        return None
    return getattr(sys.modules.get("IPython.display"), "display", None)


class _NotebookBar:
    """One output, which each status replaces."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._handle: Any = None

    def __call__(self, job: JobStatus) -> None:
        html = f'<progress value="{share(job):.3f}" max="1"></progress> {job.kind}: {describe(job)}'
        content = {"text/html": html, "text/plain": describe(job)}
        if self._handle is None:
            self._handle = self._display(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)
