"""The Python client of Kinora: images and videos with sound, from a prompt.

from kinora import Kinora

client = Kinora()
client.images.generate("a red fox in the snow", progress=True).save("fox.png")
"""

from . import problems, types
from ._async.client import AsyncKinora
from ._async.jobs import AsyncJob
from ._errors import (
    JobError,
    JobTimeoutError,
    KinoraConnectionError,
    KinoraError,
    WebhookError,
)
from ._files import File, InlineResult
from ._sync.client import Kinora
from ._sync.jobs import Job
from ._version import __version__
from ._webhooks import Webhook, verify_webhook

__all__ = [
    "AsyncJob",
    "AsyncKinora",
    "File",
    "InlineResult",
    "Job",
    "JobError",
    "JobTimeoutError",
    "Kinora",
    "KinoraConnectionError",
    "KinoraError",
    "Webhook",
    "WebhookError",
    "__version__",
    "problems",
    "types",
    "verify_webhook",
]
