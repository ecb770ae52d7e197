# Generated from packages/contract; run "npm run generate" after changing it.
from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, TypedDict

from pydantic import Field

from ._shape import Open, Shape


class AcceptedImage(Shape):
    """An accepted image job. It is durable and paid for."""

    job_id: str
    """Id of the job."""

    status: Open[Literal["queued"]]
    """Waiting or running."""

    kind: Open[Literal["image"]]

    poll_url: str
    """Relative path to poll, /api/v1/jobs/<job_id>."""

    model: str | None = None
    """The id of its model, if it is not the default one."""


class AcceptedVideo(Shape):
    """An accepted video job. It is durable and paid for."""

    job_id: str
    """Id of the job."""

    status: Open[Literal["queued"]]
    """Waiting or running."""

    kind: Open[Literal["video"]]

    poll_url: str
    """Relative path to poll, /api/v1/jobs/<job_id>."""

    mode: Open[Literal["fast", "quality", "cinema"]] | None = None
    """How the video is generated; absent for a model that is no mode."""

    model: str | None = None
    """The id of its model, if that is no mode."""

    output_width: int
    """Delivered width in pixels."""

    output_height: int
    """Delivered height in pixels."""

    price_tier: Open[Literal["hd", "fhd", "2k"]]
    """The billed price tier."""


class BalanceAutoRecharge(Shape):
    """Automatic top-ups of the balance."""

    enabled: bool

    amount_usd: int | None
    """Dollars added each time; null if auto-recharge is off."""

    threshold_cents: int
    """A recharge starts when the balance falls below this."""

    declined_at: datetime | None
    """When the card last declined a recharge; null if it did not."""


class Purchase(Shape):
    """One addition to the prepaid balance."""

    id: str
    """Id of the purchase."""

    amount_cents: int
    """The amount bought, in cents."""

    spent_cents: int
    """The part that is spent, in cents. Grants are spent first, the next to expire before the
    others; then purchases, oldest first."""

    refundable_until: datetime | None
    """Until when it can be refunded; null if it cannot: it is spent, refunded, older than 24 hours,
    or was not paid by card, or the account is under review."""

    refunded_at: datetime | None
    """When it was refunded; null if it was not."""

    purchased_at: datetime
    """When it was bought."""

    source: Open[Literal["checkout", "auto_recharge", "grant", "code"]]
    """How it was bought: `checkout` or `auto_recharge`. Or that it was given: `grant` by the
    operator, `code` for a code that was redeemed."""

    expires_at: datetime | None = None
    """Only of what was given: when the rest of it expires; null for never."""

    expired_cents: int | None = None
    """Only of what was given: the part that has expired, in cents."""


class Balance(Shape):
    """The prepaid balance, auto-recharge and purchases."""

    balance_cents: int
    """The prepaid balance, in cents."""

    auto_recharge: BalanceAutoRecharge
    """Automatic top-ups of the balance."""

    monthly_cap_cents: int
    """The most that may be charged in a calendar month, in cents."""

    purchases: list[Purchase]
    """The latest ten purchases."""


class BalanceEventData(Shape):
    balance_cents: int
    """The prepaid balance after the order, in cents."""


class BalanceEvent(Shape):
    """The balance is low."""

    type: Literal["balance.low"]

    timestamp: datetime
    """When it happened."""

    data: BalanceEventData


class PendingClaim(Shape):
    status: Literal["pending"]
    """The person has not approved or denied yet."""

    interval: int
    """Seconds to wait until the next poll."""

    expires_in: int
    """Seconds until the claim expires."""


class ReadyClaim(Shape):
    status: Literal["ready"]
    """Returned once."""

    api_key: str = Field(repr=False)
    """The key. It is not shown again."""

    key_prefix: str
    """The first characters of the key, by which to recognise it."""

    balance_cents: int
    """The prepaid balance, in cents."""


class EndedClaim(Shape):
    status: Literal["claimed", "expired", "denied"]
    """Final: the key was delivered, or will not be."""


ClaimStatus = Open[
    Annotated[
        PendingClaim | ReadyClaim | EndedClaim,
        Field(discriminator="status"),
    ]
]


class ImageModelGrid(Shape):
    step: int

    min_side: int

    max_side: int


class ImageModelPrice(Shape):
    up_to_pixels: int | None

    cents: int


class ImageModel(Shape):
    """A model of images."""

    kind: Literal["image"]

    id: str
    """For `model` of a generate call."""

    title: str
    """The name that people see."""

    description: str
    """What it is good for."""

    operations: list[Open[Literal["image", "i2i", "upscale", "upscale_pro", "video", "i2v"]]]
    """image and video are from a text; i2i, upscale, upscale_pro and i2v from an image."""

    sizes: list[str]
    """The sizes that it renders exactly, such as 1280x720."""

    default_size: str
    """The size of a request that has none."""

    grid: ImageModelGrid | None
    """Other sizes, whose sides are rounded to this step; null if there are none."""

    plans: list[str] | None
    """The plans that may order it, `none` for no plan; null for everybody."""

    included_weight: int
    """What one image or one second uses of an allowance; 0 if no allowance pays for it."""

    negative_prompt: bool
    """Whether an order of it may have a `negative_prompt`."""

    available: bool
    """Whether a live worker renders it now."""

    start_seconds: int | None
    """How long a worker takes to start when an order waits for one; null if orders are refused
    while no live worker renders it."""

    estimated_wait_seconds: int | None
    """How long an order of its default size and length would take now, with the start of a worker;
    null while it cannot be ordered."""

    price: list[ImageModelPrice]
    """Cents per image by its pixels, the smallest first; null for any larger size."""


class PaidFrom(Shape):
    """Who would pay for the job. An allowance pays for all of it or nothing."""

    allowance_images: int
    """Images of the Max allowance."""

    allowance_seconds: float
    """Seconds of the Max allowance; a second of cinema uses two."""

    balance_cents: int
    """Drawn from the prepaid balance."""

    month_end_cents: int
    """Invoiced at the end of the month."""


class ImageQuote(Shape):
    """What an image would cost. Nothing is reserved."""

    kind: Open[Literal["image"]]

    output_width: int
    """Pixels that would be delivered."""

    output_height: int
    """Pixels that would be delivered."""

    price_cents: int
    """The price in cents."""

    model: str
    """The id of its model."""

    catalogue_version: int
    """The version of the catalogue that it was quoted by."""

    holds_until: datetime | None
    """When the next version starts, after which the price may be another; null if none is
    scheduled."""

    paid_from: PaidFrom


class JobStatus(Shape):
    """The status of a job."""

    job_id: str
    """Id of the job."""

    status: Open[Literal["queued", "completed", "blocked", "failed"]]
    """`queued` while the job waits or runs; the others are final."""

    kind: Open[Literal["image", "video"]]
    """The kind of result."""

    model: str | None = None
    """The id of its model, unless that is the one of an image without `model`, or of a mode."""

    result_url: str | None = Field(default=None, repr=False)
    """If completed: a signed download URL, for GET."""

    expires_in: int | None = None
    """If completed: seconds the URL is valid."""

    error: str | None = None
    """If blocked or failed: the reason."""

    progress: float | None = None
    """While queued: the share that is rendered; 0 while the job waits."""

    queue_position: int | None = None
    """While the job waits: its place, 1 for the next to start."""

    estimated_wait_seconds: int | None = None
    """While queued: whole seconds until the job ends, from measured times."""

    seed: int
    """The seed of the request, or the one that was chosen for it."""

    price_cents: int
    """The price. It was paid from the allowance, the balance or the invoice, and is returned if the
    job is blocked or fails."""

    created_at: datetime
    """When the job was accepted."""

    completed_at: datetime | None
    """When the job ended; null before that."""


class JobEvent(Shape):
    """A job ended."""

    type: Literal["job.completed", "job.failed", "job.blocked"]

    timestamp: datetime
    """When it happened."""

    data: JobStatus


class JobPage(Shape):
    """A page of the jobs of your account."""

    jobs: list[JobStatus]
    """Newest first."""

    next_cursor: str | None = None
    """The `cursor` of the next page; absent on the last one."""


class VideoModelGrid(Shape):
    step: int

    min_side: int

    max_side: int


class VideoModelSeconds(Shape):
    min: float

    max: float


class VideoModelPrice(Shape):
    price_tier: Open[Literal["hd", "fhd", "2k"]]

    up_to_side: int

    cents_per_second: int


class VideoModel(Shape):
    """A model of videos."""

    kind: Literal["video"]

    id: str
    """For `model` of a generate call."""

    title: str
    """The name that people see."""

    description: str
    """What it is good for."""

    operations: list[Open[Literal["image", "i2i", "upscale", "upscale_pro", "video", "i2v"]]]
    """image and video are from a text; i2i, upscale, upscale_pro and i2v from an image."""

    sizes: list[str]
    """The sizes that it renders exactly, such as 1280x720."""

    default_size: str
    """The size of a request that has none."""

    grid: VideoModelGrid | None
    """Other sizes, whose sides are rounded to this step; null if there are none."""

    plans: list[str] | None
    """The plans that may order it, `none` for no plan; null for everybody."""

    included_weight: int
    """What one image or one second uses of an allowance; 0 if no allowance pays for it."""

    negative_prompt: bool
    """Whether an order of it may have a `negative_prompt`."""

    available: bool
    """Whether a live worker renders it now."""

    start_seconds: int | None
    """How long a worker takes to start when an order waits for one; null if orders are refused
    while no live worker renders it."""

    estimated_wait_seconds: int | None
    """How long an order of its default size and length would take now, with the start of a worker;
    null while it cannot be ordered."""

    mode: Open[Literal["fast", "quality", "cinema"]] | None
    """The `mode` that names it too, if there is one."""

    seconds: list[float] | VideoModelSeconds
    """The only lengths, or the shortest and the longest."""

    default_seconds: float

    frames_per_second: int

    frame_step: int
    """A video has n x frame_step + 1 frames."""

    sound: bool

    price: list[VideoModelPrice]
    """Cents per second by the longer side, the smallest first."""


Model = Open[
    Annotated[
        ImageModel | VideoModel,
        Field(discriminator="kind"),
    ]
]
"""A model that is sold."""


class ModelListService(Shape):
    """Who sells them."""

    name: str

    support: str | None
    """An email address, or a page."""

    terms_url: str | None

    privacy_url: str | None


class ModelList(Shape):
    """The models that are sold."""

    service: ModelListService
    """Who sells them."""

    models: list[Model]

    catalogue_version: int
    """The version of the catalogue that these are of."""

    holds_until: datetime | None
    """When the next version starts; null if none is scheduled."""


class Overage(Shape):
    enabled: bool
    """Whether pay per use is on."""

    cap_cents: int
    """The monthly cap in force, in cents; the same as monthly_cap_cents of the balance. It bounds
    month-end charges and auto-recharges."""

    cap_chosen: bool
    """False while the cap is the default. Pay per use on a plan needs a chosen cap."""

    cap_limit_cents: int
    """The largest cap that may be set now, in cents."""

    raises_at: datetime | None
    """When a larger cap may be set; null if the cap is not limited."""

    charged_cents: int
    """Month-end charges and auto-recharges of this month, in cents."""

    remaining_cents: int
    """The rest of the cap this month, in cents."""

    card_on_file: bool
    """Whether there is a card to charge."""

    month_start: date
    """First day of the current month in UTC."""

    resets_at: datetime
    """When the month ends and the cap resets."""


class PayStart(Shape):
    code: str = Field(repr=False)
    """Secret that polls the claim and receives the key. Do not show it to anybody."""

    user_code: str
    """Eight letters by which the person recognises the request."""

    claim_url: str = Field(repr=False)
    """The address to poll."""

    verification_uri: str
    """The page where the person enters `user_code`."""

    verification_uri_complete: str
    """The same page with `user_code` filled in: show this one."""

    expires_in: int
    """Seconds until the claim expires."""

    interval: int
    """Seconds to wait between two polls."""


class PaymentStart(Shape):
    """Starts a key claim; needs no key."""

    method: str

    path: str


class PaymentClaim(Shape):
    """Returns the key once it is paid for."""

    method: str

    path: str


class PaymentPlan(Shape):
    plan: Literal["pro", "max"] | str
    """The id of a plan: `pro`, `max`, or another one that the service sells."""

    usd_per_month: float | None = None
    """Absent if it is sold by the year only."""

    usd_per_month_billed_annually: float | None = None
    """Absent if it is sold by the month only."""


class RatesVideoPerSecondCents(Shape):
    """Cents per second in the default mode, by price tier."""

    hd: int

    fhd: int

    tier_2k: int = Field(alias="2k")


class RatesVideoModesFast(Shape):
    per_second_cents: dict[str, int]
    """Cents per second, by price tier."""

    max_included_weight: int
    """The included seconds of Max that one second uses."""


class RatesVideoModesQuality(Shape):
    per_second_cents: dict[str, int]
    """Cents per second, by price tier."""

    max_included_weight: int
    """The included seconds of Max that one second uses."""

    durations_seconds: list[int]
    """The only lengths the mode supports, in seconds."""


class RatesVideoModesCinema(Shape):
    per_second_cents: dict[str, int]
    """Cents per second, by price tier."""

    max_included_weight: int
    """The included seconds of Max that one second uses."""

    durations_seconds: list[int]
    """The only lengths the mode supports, in seconds."""


class RatesVideoModes(Shape):
    fast: RatesVideoModesFast

    quality: RatesVideoModesQuality

    cinema: RatesVideoModesCinema


class RatesVideoTiers(Shape):
    """The delivered sizes of each tier."""

    hd: str

    fhd: str

    tier_2k: str = Field(alias="2k")


class RatesImageCents(Shape):
    """Cents per image."""

    standard: int

    large: int


class RatesImageSizes(Shape):
    """The sizes of each price."""

    standard: str

    large: str


class Rates(Shape):
    """The price table as data."""

    video_per_second_cents: RatesVideoPerSecondCents
    """Cents per second in the default mode, by price tier."""

    default_video_mode: Open[Literal["fast"]]
    """The mode if a request has none."""

    video_modes: RatesVideoModes

    video_tiers: RatesVideoTiers
    """The delivered sizes of each tier."""

    image_cents: RatesImageCents
    """Cents per image."""

    image_sizes: RatesImageSizes
    """The sizes of each price."""

    max_video_seconds: int
    """The longest video, in seconds."""

    render_grid_px: int
    """Pixels. Sizes of fast that are not exact are rounded to this grid."""


class Payment(Shape):
    """How to get a key, and the prices."""

    start: PaymentStart
    """Starts a key claim; needs no key."""

    claim: PaymentClaim
    """Returns the key once it is paid for."""

    amounts_usd: list[int]
    """The top-up amounts, in US dollars."""

    plans: list[PaymentPlan]
    """The plans that are sold, in US dollars."""

    rates: Rates


class UsageStorage(Shape):
    """Results kept above what is included; absent where the service does not sell that."""

    stored_bytes: int
    """Bytes of results that are kept now."""

    included_bytes: int
    """How many of them cost nothing."""

    cents_per_gib_month: int | None
    """What a GiB above costs for a month, by the day; null if it is sold no more."""

    charged_cents: int
    """Charged for it this month, in cents; part of `overage_charged_cents`."""


class Usage(Shape):
    """Counters of the current calendar month in UTC, and the prices."""

    videos_used: int
    """Videos generated."""

    videos_overage: int
    """Videos paid per use."""

    images_used: int
    """Images generated."""

    images_overage: int
    """Images paid per use."""

    overage_charged_cents: int
    """Charged per use this month, in cents, for storage too."""

    base_videos_allowance: int
    """Videos included, at 10 seconds each."""

    base_images_allowance: int
    """Images included."""

    video_seconds_used: int
    """Seconds of video generated, rounded down."""

    video_seconds_overage: int
    """Seconds of video paid per use, rounded down."""

    base_video_seconds_allowance: int
    """Seconds of video included."""

    balance_cents: int
    """The prepaid balance, in cents."""

    month_start: date
    """First day of the month, in UTC."""

    rates: Rates

    storage: UsageStorage | None = None
    """Results kept above what is included; absent where the service does not sell that."""


class VideoQuote(Shape):
    """What a video would deliver and cost. Nothing is reserved."""

    kind: Open[Literal["video"]]

    mode: Open[Literal["fast", "quality", "cinema"]] | None = None
    """How the video would be generated; absent for a model that is no mode."""

    price_tier: Open[Literal["hd", "fhd", "2k"]]
    """The price tier that would be billed."""

    duration_seconds: float
    """The length that would be billed, such as 5 or 1.333: whole thirds of a second in the
    modes."""

    frames: int
    """Frames that would be delivered, 24 a second in the modes."""

    output_width: int
    """Pixels that would be delivered."""

    output_height: int
    """Pixels that would be delivered."""

    price_cents: int
    """The price in cents."""

    model: str
    """The id of its model."""

    catalogue_version: int
    """The version of the catalogue that it was quoted by."""

    holds_until: datetime | None
    """When the next version starts, after which the price may be another; null if none is
    scheduled."""

    paid_from: PaidFrom


class WebhookDelivery(Shape):
    """An event and the state of its delivery."""

    id: str
    """The `webhook-id` of every attempt."""

    type: Open[Literal["job.completed", "job.failed", "job.blocked", "balance.low"]]
    """What happened."""

    url: str
    """Where it goes."""

    job_id: str | None
    """The job; null for `balance.low`."""

    state: Open[Literal["pending", "delivered", "failed"]]
    """`pending` while attempts are left; `failed` when there will be no more, unless you replay
    it."""

    attempts: int
    """Attempts so far, since the latest replay."""

    last_status: int | None
    """The HTTP status of the latest attempt; null if there was no response."""

    last_error: str | None
    """Why the latest attempt failed; null if it did not."""

    last_attempt_at: datetime | None
    """When the latest attempt ended."""

    next_attempt_at: datetime | None
    """When the next attempt is due; null for at once, and if there is none."""

    created_at: datetime
    """When it happened; the `timestamp` of the body."""


class WebhookDeliveryPage(Shape):
    """A page of the events of the last 30 days."""

    deliveries: list[WebhookDelivery]
    """Newest first."""

    next_cursor: str | None = None
    """The `cursor` of the next page; absent on the last one."""


WebhookEvent = Open[
    Annotated[
        JobEvent | BalanceEvent,
        Field(discriminator="type"),
    ]
]
"""What happened."""


class WebhookSettings(Shape):
    """Where the webhooks of your account go, and what signs them."""

    url: str | None
    """Where events go unless their order has a `webhook_url`; null for nowhere."""

    secret: str | None = Field(default=None, repr=False)
    """The secret that signs the events, whatever their address: only in the response that first
    sets an address, or that makes a new secret. Give it to your verification library."""

    previous_secrets_until: datetime | None
    """Until when earlier secrets sign too, after a rotation; null if none does."""


class ImageOptions(TypedDict, total=False):
    """An image to generate. What it may have besides its prompt."""

    negative_prompt: str | None
    """What must not be shown, for models whose `negative_prompt` is true. As long as a prompt at
    most."""

    width: int | None
    """Pixels. Default `1024`."""

    height: int | None
    """Pixels. Default `1024`."""

    model: str | None
    """The id of an image model of `GET /v1/models`, which may have other sizes. Without it, the
    image model of this document."""

    seed: int | None
    """The same request with the same seed gives the same bytes. Random if omitted."""

    max_price_cents: int | None
    """The most that the order may cost, in cents: its price as the quote and the job state it, from
    whatever it is paid. An order that costs more is refused with `price_changed`, as when prices
    have changed since the quote. A quote takes the field and ignores it."""

    webhook_url: str | None
    """Where the end of the job is reported, instead of the address of the account: an `https` URL.
    Not with `X-Service-Store: 0`."""


class VideoOptions(TypedDict, total=False):
    """A video with sound to generate. What it may have besides its prompt."""

    negative_prompt: str | None
    """What must not be shown, for models whose `negative_prompt` is true. As long as a prompt at
    most."""

    width: int | None
    """Pixels. Default 1280, in cinema 2560."""

    height: int | None
    """Pixels. Default 720, in cinema 1440."""

    duration: float | None
    """Seconds. Rounded down to a third of a second; the rounded length is billed. Default `5`."""

    mode: Literal["fast", "quality", "cinema"] | str | None
    """How the video is generated. Default `fast`."""

    model: str | None
    """The id of a video model of `GET /v1/models`, which may have other sizes and lengths, instead
    of `mode`."""

    seed: int | None
    """The same request with the same seed gives the same bytes. Random if omitted."""

    max_price_cents: int | None
    """The most that the order may cost, in cents: its price as the quote and the job state it, from
    whatever it is paid. An order that costs more is refused with `price_changed`, as when prices
    have changed since the quote. A quote takes the field and ignores it."""

    webhook_url: str | None
    """Where the end of the job is reported, instead of the address of the account: an `https` URL.
    Not with `X-Service-Store: 0`."""
