# Generated from packages/contract; run "npm run generate" after changing it.
from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from ._shape import Open, Shape
from .types import Payment, Rates


class AccountBanned(Shape):
    """The operator has closed the account, on every interface. Contact support."""

    error: str
    """A sentence that says what to do."""

    code: Literal["account_banned"]


class AccountReviewRequired(Shape):
    """API payments on the account are paused for review."""

    error: str
    """A sentence that says what to do."""

    code: Literal["account_review_required"]


class Arrears(Shape):
    """An earlier invoice is unpaid, so pay per use is paused. Pay it at `pay_invoice`, with the
    card on file or another one; pay per use continues at once."""

    error: str
    """A sentence that says what to do."""

    code: Literal["arrears"]

    pay_invoice: str
    """The page where the unpaid invoice is paid."""


class AutoRechargeDeclined(Shape):
    """The card declined the last auto-recharge, and the balance does not cover the price. Top up at
    `top_up`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["auto_recharge_declined"]

    balance_cents: int
    """The prepaid balance, in cents."""

    cost_cents: int
    """What the request would have cost, in cents."""

    top_up: str
    """The page for topping up."""


class BalanceInsufficient(Shape):
    """The balance does not cover the price. Nothing was generated. Top up at `top_up`. With
    `recharge: "pending"` an auto-recharge is on its way: send the request again in a few
    seconds."""

    error: str
    """A sentence that says what to do."""

    code: Literal["balance_insufficient"]

    balance_cents: int
    """The prepaid balance, in cents."""

    cost_cents: int
    """What the request would have cost, in cents."""

    top_up: str
    """The page for topping up."""

    recharge: Open[Literal["pending"]] | None = None
    """Present while an auto-recharge is on its way."""


class BillingVerificationUnavailable(Shape):
    """The balance cannot be checked at the moment. Nothing was charged; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["billing_verification_unavailable"]


class CardRequired(Shape):
    """Pay per use on Pro or Max needs the card of a subscription bought on the web. A plan from an
    app store cannot pay per use."""

    error: str
    """A sentence that says what to do."""

    code: Literal["card_required"]


class ClaimsBusy(Shape):
    """Too many key claims are being decided; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["claims_busy"]


class ClaimsPerClientLimit(Shape):
    """Five key claims were opened from this network within 15 minutes. Finish one, or wait until
    one expires."""

    error: str
    """A sentence that says what to do."""

    code: Literal["claims_per_client_limit"]


class ContentBlocked(Shape):
    """The safety check blocked the request. Nothing was charged. Change it before you send it
    again: the sentence says how many more rejections within 30 minutes suspend the account for 24
    hours."""

    error: str
    """A sentence that says what to do."""

    code: Literal["content_blocked"]

    category: str
    """The category of content that was detected."""


class IdempotencyConflict(Shape):
    """This Idempotency-Key was used with a different request within the last 24 hours."""

    error: str
    """A sentence that says what to do."""

    code: Literal["idempotency_conflict"]


class InternalError(Shape):
    """Internal error; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["internal_error"]


class InvalidMode(Shape):
    """Unknown video mode. Use one of `supported_modes`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["invalid_mode"]

    supported_modes: list[Open[Literal["fast", "quality", "cinema"]]]
    """The available modes."""


class InvalidModel(Shape):
    """Unknown model. Use one of `supported_models`; GET /v1/models describes them."""

    error: str
    """A sentence that says what to do."""

    code: Literal["invalid_model"]

    supported_models: list[str]
    """The ids of the available models."""


class InvalidRequestIssue(Shape):
    path: str
    """Dotted path of the field; empty for the body itself."""

    message: str
    """What is wrong and what to do."""


class InvalidRequest(Shape):
    """The body or a parameter is invalid. `issues` lists each field with the remedy."""

    error: str
    """A sentence that says what to do."""

    code: Literal["invalid_request"]

    issues: list[InvalidRequestIssue]
    """Every invalid field."""


class KeyCapReached(Shape):
    """The request would exceed the monthly cap of this key. Nothing was charged. Raise it on the
    page of the account, or use another key. `Retry-After` is the time to the next month."""

    error: str
    """A sentence that says what to do."""

    code: Literal["key_cap_reached"]

    key_cap_cents: int
    """The monthly cap of the key, in cents."""

    key_spent_cents: int
    """What the orders of the key cost this month, in cents."""


class KeySuspended(Shape):
    """The account is suspended until `until`, on both interfaces, because the safety check rejected
    most of its recent requests."""

    error: str
    """A sentence that says what to do."""

    code: Literal["key_suspended"]

    until: datetime
    """When the suspension ends."""


class ModeDurationUnsupported(Shape):
    """The mode does not support this length. Use one of `durations_seconds`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["mode_duration_unsupported"]

    video_mode: Open[Literal["fast", "quality", "cinema"]]
    """The requested mode."""

    durations_seconds: list[float]
    """The lengths of the mode, in seconds; of a model with a range, the shortest and the
    longest."""


class ModeInputUnsupported(Shape):
    """The mode does not support this input. Use one of `supported_inputs`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["mode_input_unsupported"]

    video_mode: Open[Literal["fast", "quality", "cinema"]]
    """The requested mode."""

    supported_inputs: list[str]
    """The inputs of the mode or model."""


class ModePromptUnavailable(Shape):
    """The prompt could not be prepared for this model; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["mode_prompt_unavailable"]

    video_mode: Open[Literal["fast", "quality", "cinema"]] | None = None
    """The requested mode."""

    model: str | None = None
    """The id of the requested model."""


class ModeResolutionUnsupported(Shape):
    """The mode does not support this size. Use one of `supported_sizes`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["mode_resolution_unsupported"]

    video_mode: Open[Literal["fast", "quality", "cinema"]]
    """The requested mode."""

    supported_sizes: list[str]
    """The exact sizes of the mode or model, such as 1280x720."""


class ModeTemporarilyUnavailable(Shape):
    """The mode is temporarily unavailable; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["mode_temporarily_unavailable"]

    video_mode: Open[Literal["fast", "quality", "cinema"]]
    """The requested mode."""


class ModeUnavailable(Shape):
    """No worker serves this mode. Use fast, or retry later."""

    error: str
    """A sentence that says what to do."""

    code: Literal["mode_unavailable"]

    video_mode: Open[Literal["fast", "quality", "cinema"]]
    """The requested mode."""


class ModelNotInPlan(Shape):
    """The plan of the account does not include this model. Choose one of `plans`, or another
    model."""

    error: str
    """A sentence that says what to do."""

    code: Literal["model_not_in_plan"]

    model: str
    """The id of the requested model."""

    plans: list[str]
    """The ids of the plans that include it; `none` for no plan."""


class ModelUnavailable(Shape):
    """No worker renders this model at the moment. Use another, or retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["model_unavailable"]

    model: str
    """The id of the requested model."""


class ModelUnsupported(Shape):
    """The model does not render this size, length or input. Use one of those that the body
    lists."""

    error: str
    """A sentence that says what to do."""

    code: Literal["model_unsupported"]

    model: str
    """The id of the requested model."""

    supported_sizes: list[str] | None = None
    """The exact sizes of the mode or model, such as 1280x720."""

    durations_seconds: list[float] | None = None
    """The lengths of the mode, in seconds; of a model with a range, the shortest and the
    longest."""

    supported_inputs: list[str] | None = None
    """The inputs of the mode or model."""


class MonthlyCapReached(Shape):
    """The request would exceed the monthly cap. `Retry-After` is the time to the next month."""

    error: str
    """A sentence that says what to do."""

    code: Literal["monthly_cap_reached"]

    rates: Rates


class NewAccountCapLimit(Shape):
    """The cap is above the limit for new accounts. Set a lower one, or wait until `raises_at`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["new_account_cap_limit"]

    limits: dict[str, int]
    """The largest values allowed now, in the units of the request."""

    raises_at: datetime
    """When the limit is lifted."""


class NewAccountRechargeLimit(Shape):
    """The auto-recharge is above the limit for new accounts. Set a lower one, or wait until
    `raises_at`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["new_account_recharge_limit"]

    limits: dict[str, int]
    """The largest values allowed now, in the units of the request."""

    raises_at: datetime
    """When the limit is lifted."""


class NewCardRechargeLimit(Shape):
    """The auto-recharge is above the limit for new cards. Set a lower one, or wait until
    `raises_at`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["new_card_recharge_limit"]

    limits: dict[str, int]
    """The largest values allowed now, in the units of the request."""

    raises_at: datetime
    """When the limit is lifted."""


class NotFound(Shape):
    """The resource does not exist, or it belongs to another account."""

    error: str
    """A sentence that says what to do."""

    code: Literal["not_found"]


class OverageTemporarilyUnavailable(Shape):
    """Pay per use cannot be checked at the moment; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["overage_temporarily_unavailable"]


class PaymentRequired(Shape):
    """Nothing was paid, and no grant is left. Top up or subscribe."""

    error: str
    """A sentence that says what to do."""

    code: Literal["payment_required"]


class PriceChanged(Shape):
    """The order costs more than the request allows by `max_price_cents`, on the job API by
    `max_credits`. Nothing was charged. `price_cents` is the price now; send the request again with
    at least that, or order less."""

    error: str
    """A sentence that says what to do."""

    code: Literal["price_changed"]

    price_cents: int
    """What the order costs now, in cents."""


class PromptLanguageUnsupportedIssue(Shape):
    path: str
    """Dotted path of the field; empty for the body itself."""

    message: str
    """What is wrong and what to do."""


class PromptLanguageUnsupported(Shape):
    """The safety check cannot read the language of the prompt. Nothing was charged. Use one of
    `supported_languages`."""

    error: str
    """A sentence that says what to do."""

    code: Literal["prompt_language_unsupported"]

    issues: list[PromptLanguageUnsupportedIssue]
    """Every invalid field."""

    supported_languages: list[str]
    """The languages that a prompt may have, as BCP 47 codes."""


class PromptUnsupported(Shape):
    """The model cannot apply this prompt to the uploaded image. Describe a motion."""

    error: str
    """A sentence that says what to do."""

    code: Literal["prompt_unsupported"]

    video_mode: Open[Literal["fast", "quality", "cinema"]] | None = None
    """The requested mode."""

    model: str | None = None
    """The id of the requested model."""


class QuotaExhausted(Shape):
    """The included allowance does not cover the request, and pay per use is off or has no cap.
    `Retry-After` is the time to the next month."""

    error: str
    """A sentence that says what to do."""

    code: Literal["quota_exhausted"]

    rates: Rates

    video_mode: Open[Literal["fast", "quality", "cinema"]] | None = None
    """The requested mode."""

    model: str | None = None
    """The id of the requested model."""

    included_video_seconds_needed: int | None = None
    """On Max: the included seconds that the video would have used."""


class RateLimited(Shape):
    """A rate, concurrency or daily limit was reached. `Retry-After` is when the request can
    succeed; for one job too many, when the first open one is expected to end."""

    error: str
    """A sentence that says what to do."""

    code: Literal["rate_limited"]


class ScopeRequired(Shape):
    """The key lacks the scope `required_scope`. Use a key that has it, or add it to this one on the
    page of the account."""

    error: str
    """A sentence that says what to do."""

    code: Literal["scope_required"]

    required_scope: Open[Literal["generate", "read", "manage"]]
    """The scope that the call needs."""


class StorageFull(Shape):
    """The disk of the service is nearly full, so it accepts no order. Nothing was charged; retry
    later."""

    error: str
    """A sentence that says what to do."""

    code: Literal["storage_full"]


class StorageQuotaReached(Shape):
    """The results that the account keeps use its whole quota, and what more of them it could pay
    for where that is sold. Delete some, or wait: each that is not kept is deleted 7 days after its
    job ended."""

    error: str
    """A sentence that says what to do."""

    code: Literal["storage_quota_reached"]

    stored_bytes: int
    """Bytes of the results that the account keeps."""

    quota_bytes: int
    """Bytes that the account may keep."""


class Unauthorized(Shape):
    """The key is missing or invalid. `payment` describes how to get one."""

    error: str
    """A sentence that says what to do."""

    code: Literal["unauthorized"]

    payment: Payment


class UsageUnavailable(Shape):
    """Usage cannot be read at the moment; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["usage_unavailable"]


class UserAgentRefused(Shape):
    """Send a User-Agent that names your application. A missing one, or the default of an HTTP
    library, is refused."""

    error: str
    """A sentence that says what to do."""

    code: Literal["user_agent_refused"]


class VideoValidationUnavailable(Shape):
    """The uploaded image cannot be checked or stored at the moment; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["video_validation_unavailable"]


class WorkersUnavailable(Shape):
    """The request cannot be received, checked or rendered at the moment; retry."""

    error: str
    """A sentence that says what to do."""

    code: Literal["workers_unavailable"]


class ZeroRetentionTooSlow(Shape):
    """A call with zero retention would outlast what the proxy in front of the service allows, so it
    is refused, or ended in time. Nothing was charged. Order less, retry when fewer jobs wait, or
    omit X-Service-Store. `limit_seconds` is how long a call may last."""

    error: str
    """A sentence that says what to do."""

    code: Literal["zero_retention_too_slow"]

    limit_seconds: int
    """How long a call may last."""

    expected_seconds: int | None = None
    """How long the job is expected to take."""


Problem = Annotated[
    AccountBanned
    | AccountReviewRequired
    | Arrears
    | AutoRechargeDeclined
    | BalanceInsufficient
    | BillingVerificationUnavailable
    | CardRequired
    | ClaimsBusy
    | ClaimsPerClientLimit
    | ContentBlocked
    | IdempotencyConflict
    | InternalError
    | InvalidMode
    | InvalidModel
    | InvalidRequest
    | KeyCapReached
    | KeySuspended
    | ModeDurationUnsupported
    | ModeInputUnsupported
    | ModePromptUnavailable
    | ModeResolutionUnsupported
    | ModeTemporarilyUnavailable
    | ModeUnavailable
    | ModelNotInPlan
    | ModelUnavailable
    | ModelUnsupported
    | MonthlyCapReached
    | NewAccountCapLimit
    | NewAccountRechargeLimit
    | NewCardRechargeLimit
    | NotFound
    | OverageTemporarilyUnavailable
    | PaymentRequired
    | PriceChanged
    | PromptLanguageUnsupported
    | PromptUnsupported
    | QuotaExhausted
    | RateLimited
    | ScopeRequired
    | StorageFull
    | StorageQuotaReached
    | Unauthorized
    | UsageUnavailable
    | UserAgentRefused
    | VideoValidationUnavailable
    | WorkersUnavailable
    | ZeroRetentionTooSlow,
    Field(discriminator="code"),
]
"""Every problem that a call may meet."""
