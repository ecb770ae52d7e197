# Generated from ../_async; run "npm run generate" after changing it.
"""Jobs: following them, and their results."""

from __future__ import annotations

import time
import os
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Literal, Union
from urllib.parse import quote

from pydantic import PrivateAttr

from .._errors import JobError, JobTimeoutError, KinoraError
from .._events import EventReader
from .._files import File, name_of, writing
from .._notebook import Displayed, fetch_to_show
from .._progress import Progress, reporter
from .._responses import PREVIEW_BYTES_MAX, parse
from .._shape import Shape
from ..types import AcceptedImage, AcceptedVideo, JobStatus
from .downloads import Link, OnBytes, download
from .transport import Transport, Call

_POLL_SECONDS = 2.0
_SILENCE_SECONDS = 20.0  # The service sends a comment every 15 seconds.
_STREAM_SECONDS = 600.0  # A stream that only stays alive is followed by a poll now and then.
_POLL_RETRIES = 15  # A wait outlasts a restart of the service.
_FRUITLESS_STREAMS = 2
"""After this many streams without an event, as of a proxy that withholds them, a wait polls."""
_PAGE = 100

AnyJob = Union[str, JobStatus, AcceptedImage, AcceptedVideo]
"""A job, or its id."""


class Job(JobStatus, Displayed):
    """A job. Once it is completed it has a result, which `read`, `save` and `stream` download."""

    _jobs: Jobs = PrivateAttr()
    _shown: bytes | str | None = PrivateAttr(default=None)

    def wait(self, *, progress: Progress = False, timeout: float | None = None) -> Job:
        """Waits until it is completed. Raises `JobError` if it fails or is blocked."""
        return self._jobs.wait(self, progress=progress, timeout=timeout)

    def refresh(self) -> Job:
        """The job as it is now."""
        return self._jobs.get(self)

    def delete(self) -> None:
        """Deletes the result; a job that waits or runs is cancelled, and costs nothing."""
        self._jobs.delete(self)

    def preview(self) -> File:
        """A small image of the result: the image, or the first frame of the video."""
        return self._jobs.preview(self)

    def read(self) -> bytes:
        """The whole result."""
        return b"".join([part for part in self.stream()])

    def save(
        self, path: str | os.PathLike[str] | None = None, *, on_progress: OnBytes | None = None
    ) -> Path:
        """Downloads the result into a file, or under the job's id into a folder; returns the path.

        The file appears when it is whole, in the place of an older one.
        """
        with writing(path, name_of(self.job_id, self._mime)) as (target, file):
            with closing(self.stream(on_progress=on_progress)) as parts:
                for part in parts:
                    file.write(part)
        return target

    def stream(self, *, on_progress: OnBytes | None = None) -> Generator[bytes, None, None]:
        """The result in parts. `on_progress` gets the bytes so far, and all of them if known.

        What breaks off is resumed, and a link that has expired is replaced by a new one.
        """
        link = Link(self.result_url or self._jobs.link_of(self), self._renew)
        with closing(download(self._jobs.transport, link, on_progress)) as parts:
            for part in parts:
                yield part

    def _renew(self) -> str:
        return self._jobs.link_of(self)

    @property
    def _mime(self) -> str:
        return "video/mp4" if self.kind == "video" else "image/png"

    def _displayed(self) -> tuple[str, bytes | str] | None:
        if self._shown is None and self.result_url is not None:
            self._shown = fetch_to_show(self.result_url)
        return None if self._shown is None else (self._mime, self._shown)


class _Page(Shape):
    """A page of the jobs of the account."""

    jobs: list[Job]
    next_cursor: str | None = None


class Jobs:
    """The jobs of the account."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def get(self, job: AnyJob) -> Job:
        """A job as it is now."""
        return self._read(_path(job))

    def list(
        self,
        *,
        status: Literal["queued", "completed", "blocked", "failed"] | str | None = None,
        kind: Literal["image", "video"] | str | None = None,
        limit: int | None = None,
    ) -> Generator[Job, None, None]:
        """The jobs of the account, newest first: all, or as many as `limit`."""
        left, cursor = limit, None
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            query = {"status": status, "kind": kind, "limit": size, "cursor": cursor}
            page = self.transport.fetch(_Page, Call("GET", "/jobs", query=query))
            for job in page.jobs:
                yield self._own(job)
            left = None if left is None else left - len(page.jobs)
            cursor = page.next_cursor
            if cursor is None:
                return

    def delete(self, job: AnyJob) -> None:
        """Deletes the result; a job that waits or runs is cancelled, and costs nothing."""
        self.transport.send(Call("DELETE", _path(job)))

    def preview(self, job: AnyJob) -> File:
        """A small image of a result: the image, or the first frame of the video."""
        call = Call("GET", f"{_path(job)}/preview", max_bytes=PREVIEW_BYTES_MAX)
        answer = self.transport.send(call)
        mime = answer.headers.get("content-type", "")
        return File(answer.content, mime, name_of(f"{_id(job)}-preview", mime))

    def wait(
        self, job: AnyJob, *, progress: Progress = False, timeout: float | None = None
    ) -> Job:
        """Waits until a job is completed. Raises `JobError` if it fails or is blocked, and
        `JobTimeoutError` after `timeout` seconds; the job goes on then.

        `progress=True` draws a bar in a terminal or a notebook; a function is called with each
        status.
        """
        report = reporter(progress)
        with closing(self.watch(job, timeout=timeout)) as statuses:
            for status in statuses:
                report(status)
                if status.status == "completed":
                    return status
                if status.status != "queued":
                    message = status.error or f"The job is {status.status}."
                    raise JobError(message, code=status.status, job=status)
        raise AssertionError("the last status is final")

    def watch(
        self, job: AnyJob, *, timeout: float | None = None, poll_seconds: float = _POLL_SECONDS
    ) -> Generator[Job, None, None]:
        """Each change of a job's status, ending with the final one.

        By events, or by polls where events do not arrive. Every break of the stream is followed
        by a poll, so that nothing depends on the events alone.
        """
        follower = _Follower(_path(job), timeout)
        while True:
            if follower.fruitless < _FRUITLESS_STREAMS:
                with closing(self._events(follower)) as statuses:
                    for status in statuses:
                        yield status
                        if status.status != "queued":
                            return
            status = self._read(follower.path, _POLL_RETRIES)
            yield status
            if status.status != "queued":
                return
            if follower.left() <= 0:
                message = f"The job did not end within {timeout:g} seconds; it goes on."
                raise JobTimeoutError(message, code="timeout", job=status)
            time.sleep(min(poll_seconds, follower.left()))

    def _events(self, follower: _Follower) -> Generator[Job, None, None]:
        """The statuses of one stream, until it ends or breaks."""
        headers = {"Accept": "text/event-stream"}
        if follower.last_event_id is not None:
            headers["Last-Event-ID"] = follower.last_event_id
        silence = min(_SILENCE_SECONDS, max(follower.left(), 0.1))
        call = Call("GET", f"{follower.path}/events", headers=headers, silence=silence)
        end = monotonic() + min(_STREAM_SECONDS, follower.left())
        follower.fruitless += 1
        try:
            with self.transport.open(call) as response:
                if not response.headers.get("content-type", "").startswith("text/event-stream"):
                    return
                reader = EventReader()
                for part in response.iter_bytes():
                    for event in reader.feed(part):
                        if event.event != "status":
                            continue
                        status = self._own(parse(Job, event.data.encode()))
                        follower.last_event_id = event.id
                        follower.fruitless = 0
                        yield status
                    if monotonic() > end:
                        return
        except (KinoraError, ValueError):
            # Whatever broke the stream, the poll that follows reports what is wrong.
            return

    def link_of(self, job: AnyJob) -> str:
        """A new signed link to a result. Raises `JobError` if there is none."""
        status = self.get(job)
        if status.result_url is None:
            message = status.error or f"The job has no result: it is {status.status}."
            raise JobError(message, code=status.status, job=status)
        return status.result_url

    def _read(self, path: str, retries: int | None = None) -> Job:
        return self._own(self.transport.fetch(Job, Call("GET", path, retries=retries)))

    def _own(self, job: Job) -> Job:
        job._jobs = self
        return job


class _Follower:
    """What is known of a job that is watched."""

    def __init__(self, path: str, timeout: float | None) -> None:
        self.path = path
        self.last_event_id: str | None = None
        self.fruitless = 0
        self._end = float("inf") if timeout is None else monotonic() + timeout

    def left(self) -> float:
        return self._end - monotonic()


def _id(job: AnyJob) -> str:
    return job if isinstance(job, str) else job.job_id


def _path(job: AnyJob) -> str:
    return f"/jobs/{quote(_id(job), safe='')}"
