"""What calls raise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .problems import Problem
from .types import JobStatus

_PROBLEM: TypeAdapter[Problem] = TypeAdapter(Problem)
# Fields of problems with the page on which the person who owns the account mends it.
_LINKS = ("top_up", "pay_invoice")


class KinoraError(Exception):
    """The service refused a call, or could not be asked. `message` says what to do."""

    message: str
    """A sentence for people, with the remedy."""

    code: str
    """A code of the error reference, such as `balance_insufficient`; `unknown` without one."""

    status: int | None
    """The HTTP status; None if there was no response."""

    body: Mapping[str, Any]
    """The whole response, with the additional fields of the code."""

    request_id: str | None
    """What support needs to find the call."""

    retry_after_seconds: float | None
    """How long to wait before the call may succeed."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "unknown",
        status: int | None = None,
        body: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.body = body or {}
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        facts = [str(self.status or ""), self.code, f"request {self.request_id or ''}"]
        known = " ".join(fact for fact in facts if fact not in ("", "unknown", "request "))
        return f"{self.message} ({known})" if known else self.message

    @property
    def issues(self) -> list[tuple[str, str]]:
        """With a 400: each invalid field as its path, and what is wrong with it."""
        issues = self.body.get("issues")
        found = issues if isinstance(issues, list) else []
        return [(str(i.get("path")), str(i.get("message"))) for i in found if isinstance(i, dict)]

    @property
    def field(self) -> str | None:
        """With a 400: the first invalid field."""
        return self.issues[0][0] if self.issues else None

    @property
    def link(self) -> str | None:
        """The page on which to top up or to pay, if that is the remedy."""
        found = (self.body.get(name) for name in _LINKS)
        return next((link for link in found if isinstance(link, str)), None)

    @property
    def problem(self) -> Problem | None:
        """The body by its `code`, for `match`; None if this version does not know the code."""
        try:
            return _PROBLEM.validate_python(dict(self.body))
        except ValidationError:
            return None


class KinoraConnectionError(KinoraError):
    """The service could not be reached, or its response broke off; `__cause__` says how."""

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message, **{"code": "connection", **fields})


class JobError(KinoraError):
    """A job ended without a result: `code` is `failed` or `blocked`. It cost nothing."""

    job: JobStatus | None
    """The job as it was last seen."""

    def __init__(self, message: str, *, job: JobStatus | None = None, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.job = job


class JobTimeoutError(JobError, TimeoutError):
    """A job did not end in the time that was waited. It goes on: `client.jobs.wait(error.job)`."""


class WebhookError(KinoraError):
    """A webhook was not sent by the service, or not recently. Respond with 400 and do nothing."""
