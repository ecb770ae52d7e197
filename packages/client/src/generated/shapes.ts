// Generated from packages/contract; run "npm run generate" after changing it.

/** An accepted image job. It is durable and paid for. */
export interface AcceptedImage {
  /** Id of the job. */
  job_id: string;
  /** Waiting or running. */
  status: 'queued';
  kind: 'image';
  /** Relative path to poll, /api/v1/jobs/<job_id>. */
  poll_url: string;
  /** The id of its model, if it is not the default one. */
  model?: string | undefined;
}

/** An accepted video job. It is durable and paid for. */
export interface AcceptedVideo {
  /** Id of the job. */
  job_id: string;
  /** Waiting or running. */
  status: 'queued';
  kind: 'video';
  /** Relative path to poll, /api/v1/jobs/<job_id>. */
  poll_url: string;
  /** How the video is generated; absent for a model that is no mode. */
  mode?: 'fast' | 'quality' | 'cinema' | undefined;
  /** The id of its model, if that is no mode. */
  model?: string | undefined;
  /** Delivered width in pixels. */
  output_width: number;
  /** Delivered height in pixels. */
  output_height: number;
  /** The billed price tier. */
  price_tier: 'hd' | 'fhd' | '2k';
}

export interface AutoRechargeRequest {
  /** The new state; `{"enabled": false}` alone turns it off. */
  enabled: boolean;
  /** The amount of each recharge, in US dollars. Required to turn it on. */
  amount_usd?: 10 | 25 | 50 | 100 | undefined;
}

/** The prepaid balance, auto-recharge and purchases. */
export interface Balance {
  /** The prepaid balance, in cents. */
  balance_cents: number;
  /** Automatic top-ups of the balance. */
  auto_recharge: {
    enabled: boolean;
    /** Dollars added each time; null if auto-recharge is off. */
    amount_usd: number | null;
    /** A recharge starts when the balance falls below this. */
    threshold_cents: 200;
    /** When the card last declined a recharge; null if it did not. */
    declined_at: string | null;
  };
  /** The most that may be charged in a calendar month, in cents. */
  monthly_cap_cents: number;
  /** The latest ten purchases. */
  purchases: Array<Purchase>;
}

/** The balance is low. */
export interface BalanceEvent {
  type: 'balance.low';
  /** When it happened. */
  timestamp: string;
  data: {
    /** The prepaid balance after the order, in cents. */
    balance_cents: number;
  };
}

export interface CapRequest {
  /** The monthly cap, in cents. */
  cap_cents: number;
}

export type ClaimStatus = PendingClaim | ReadyClaim | EndedClaim;

export interface EndedClaim {
  /** Final: the key was delivered, or will not be. */
  status: 'claimed' | 'expired' | 'denied';
}

/** An image to generate. */
export interface ImageGenerateRequest {
  /** What to generate. The length is counted in Unicode code points after trimming. */
  prompt: string;
  /** What must not be shown, for models whose `negative_prompt` is true. As long as a prompt at most. */
  negative_prompt?: string | undefined;
  /** Pixels. Default `1024`. */
  width?: number | undefined;
  /** Pixels. Default `1024`. */
  height?: number | undefined;
  /**
   * The id of an image model of `GET /v1/models`, which may have other sizes. Without it, the image model of
   * this document.
   */
  model?: string | undefined;
  /** The same request with the same seed gives the same bytes. Random if omitted. */
  seed?: number | undefined;
  /**
   * The most that the order may cost, in cents: its price as the quote and the job state it, from whatever it
   * is paid. An order that costs more is refused with `price_changed`, as when prices have changed since the
   * quote. A quote takes the field and ignores it.
   */
  max_price_cents?: number | undefined;
  /**
   * Where the end of the job is reported, instead of the address of the account: an `https` URL. Not with
   * `X-Service-Store: 0`.
   */
  webhook_url?: string | undefined;
}

/** A model of images. */
export interface ImageModel {
  kind: 'image';
  /** For `model` of a generate call. */
  id: string;
  /** The name that people see. */
  title: string;
  /** What it is good for. */
  description: string;
  /** image and video are from a text; i2i, upscale, upscale_pro and i2v from an image. */
  operations: Array<'image' | 'i2i' | 'upscale' | 'upscale_pro' | 'video' | 'i2v'>;
  /** The sizes that it renders exactly, such as 1280x720. */
  sizes: Array<string>;
  /** The size of a request that has none. */
  default_size: string;
  /** Other sizes, whose sides are rounded to this step; null if there are none. */
  grid: {
    step: number;
    min_side: number;
    max_side: number;
  } | null;
  /** The plans that may order it, `none` for no plan; null for everybody. */
  plans: Array<string> | null;
  /** What one image or one second uses of an allowance; 0 if no allowance pays for it. */
  included_weight: number;
  /** Whether an order of it may have a `negative_prompt`. */
  negative_prompt: boolean;
  /** Whether a live worker renders it now. */
  available: boolean;
  /**
   * How long a worker takes to start when an order waits for one; null if orders are refused while no live
   * worker renders it.
   */
  start_seconds: number | null;
  /**
   * How long an order of its default size and length would take now, with the start of a worker; null while it
   * cannot be ordered.
   */
  estimated_wait_seconds: number | null;
  /** Cents per image by its pixels, the smallest first; null for any larger size. */
  price: Array<{
    up_to_pixels: number | null;
    cents: number;
  }>;
}

/** What an image would cost. Nothing is reserved. */
export interface ImageQuote {
  kind: 'image';
  /** Pixels that would be delivered. */
  output_width: number;
  /** Pixels that would be delivered. */
  output_height: number;
  /** The price in cents. */
  price_cents: number;
  /** The id of its model. */
  model: string;
  /** The version of the catalogue that it was quoted by. */
  catalogue_version: number;
  /** When the next version starts, after which the price may be another; null if none is scheduled. */
  holds_until: string | null;
  paid_from: PaidFrom;
}

/** A job ended. */
export interface JobEvent {
  type: 'job.completed' | 'job.failed' | 'job.blocked';
  /** When it happened. */
  timestamp: string;
  data: JobStatus;
}

/** A page of the jobs of your account. */
export interface JobPage {
  /** Newest first. */
  jobs: Array<JobStatus>;
  /** The `cursor` of the next page; absent on the last one. */
  next_cursor?: string | undefined;
}

/** The status of a job. */
export interface JobStatus {
  /** Id of the job. */
  job_id: string;
  /** `queued` while the job waits or runs; the others are final. */
  status: 'queued' | 'completed' | 'blocked' | 'failed';
  /** The kind of result. */
  kind: 'image' | 'video';
  /** The id of its model, unless that is the one of an image without `model`, or of a mode. */
  model?: string | undefined;
  /** If completed: a signed download URL, for GET. */
  result_url?: string | undefined;
  /** If completed: seconds the URL is valid. */
  expires_in?: number | undefined;
  /** If blocked or failed: the reason. */
  error?: string | undefined;
  /** While queued: the share that is rendered; 0 while the job waits. */
  progress?: number | undefined;
  /** While the job waits: its place, 1 for the next to start. */
  queue_position?: number | undefined;
  /** While queued: whole seconds until the job ends, from measured times. */
  estimated_wait_seconds?: number | undefined;
  /** The seed of the request, or the one that was chosen for it. */
  seed: number;
  /**
   * The price. It was paid from the allowance, the balance or the invoice, and is returned if the job is
   * blocked or fails.
   */
  price_cents: number;
  /** When the job was accepted. */
  created_at: string;
  /** When the job ended; null before that. */
  completed_at: string | null;
}

/** A model that is sold. */
export type Model = ImageModel | VideoModel;

/** The models that are sold. */
export interface ModelList {
  /** Who sells them. */
  service: {
    name: string;
    /** An email address, or a page. */
    support: string | null;
    terms_url: string | null;
    privacy_url: string | null;
  };
  models: Array<Model>;
  /** The version of the catalogue that these are of. */
  catalogue_version: number;
  /** When the next version starts; null if none is scheduled. */
  holds_until: string | null;
}

export interface Overage {
  /** Whether pay per use is on. */
  enabled: boolean;
  /**
   * The monthly cap in force, in cents; the same as monthly_cap_cents of the balance. It bounds month-end
   * charges and auto-recharges.
   */
  cap_cents: number;
  /** False while the cap is the default. Pay per use on a plan needs a chosen cap. */
  cap_chosen: boolean;
  /** The largest cap that may be set now, in cents. */
  cap_limit_cents: number;
  /** When a larger cap may be set; null if the cap is not limited. */
  raises_at: string | null;
  /** Month-end charges and auto-recharges of this month, in cents. */
  charged_cents: number;
  /** The rest of the cap this month, in cents. */
  remaining_cents: number;
  /** Whether there is a card to charge. */
  card_on_file: boolean;
  /** First day of the current month in UTC. */
  month_start: string;
  /** When the month ends and the cap resets. */
  resets_at: string;
}

/** Who would pay for the job. An allowance pays for all of it or nothing. */
export interface PaidFrom {
  /** Images of the Max allowance. */
  allowance_images: number;
  /** Seconds of the Max allowance; a second of cinema uses two. */
  allowance_seconds: number;
  /** Drawn from the prepaid balance. */
  balance_cents: number;
  /** Invoiced at the end of the month. */
  month_end_cents: number;
}

export interface PayStart {
  /** Secret that polls the claim and receives the key. Do not show it to anybody. */
  code: string;
  /** Eight letters by which the person recognises the request. */
  user_code: string;
  /** The address to poll. */
  claim_url: string;
  /** The page where the person enters `user_code`. */
  verification_uri: string;
  /** The same page with `user_code` filled in: show this one. */
  verification_uri_complete: string;
  /** Seconds until the claim expires. */
  expires_in: 900;
  /** Seconds to wait between two polls. */
  interval: 5;
}

/** The purchase that pays for the key. All fields are optional. */
export interface PayStartRequest {
  /** Balance to buy, in US dollars; 10 if neither an amount nor a plan is given. */
  amount_usd?: 10 | 25 | 50 | 100 | undefined;
  /** A plan to buy instead of a balance: `pro`, `max`, or another one that the service sells. */
  plan?: 'pro' | 'max' | (string & {}) | undefined;
  /**
   * Billing interval of the plan, `month` if omitted. By the year is sold what has
   * `usd_per_month_billed_annually`.
   */
  interval?: 'month' | 'year' | undefined;
  /** The name of your application, shown to the person; without control or direction characters. */
  client_name?: string | undefined;
}

/** How to get a key, and the prices. */
export interface Payment {
  /** Starts a key claim; needs no key. */
  start: {
    method: string;
    path: string;
  };
  /** Returns the key once it is paid for. */
  claim: {
    method: string;
    path: string;
  };
  /** The top-up amounts, in US dollars. */
  amounts_usd: Array<10 | 25 | 50 | 100>;
  /** The plans that are sold, in US dollars. */
  plans: Array<{
    /** The id of a plan: `pro`, `max`, or another one that the service sells. */
    plan: 'pro' | 'max' | (string & {});
    /** Absent if it is sold by the year only. */
    usd_per_month?: number | undefined;
    /** Absent if it is sold by the month only. */
    usd_per_month_billed_annually?: number | undefined;
  }>;
  rates: Rates;
}

export interface PendingClaim {
  /** The person has not approved or denied yet. */
  status: 'pending';
  /** Seconds to wait until the next poll. */
  interval: number;
  /** Seconds until the claim expires. */
  expires_in: number;
}

/** One addition to the prepaid balance. */
export interface Purchase {
  /** Id of the purchase. */
  id: string;
  /** The amount bought, in cents. */
  amount_cents: number;
  /**
   * The part that is spent, in cents. Grants are spent first, the next to expire before the others; then
   * purchases, oldest first.
   */
  spent_cents: number;
  /**
   * Until when it can be refunded; null if it cannot: it is spent, refunded, older than 24 hours, or was not
   * paid by card, or the account is under review.
   */
  refundable_until: string | null;
  /** When it was refunded; null if it was not. */
  refunded_at: string | null;
  /** When it was bought. */
  purchased_at: string;
  /**
   * How it was bought: `checkout` or `auto_recharge`. Or that it was given: `grant` by the operator, `code`
   * for a code that was redeemed.
   */
  source: 'checkout' | 'auto_recharge' | 'grant' | 'code';
  /** Only of what was given: when the rest of it expires; null for never. */
  expires_at?: string | null | undefined;
  /** Only of what was given: the part that has expired, in cents. */
  expired_cents?: number | undefined;
}

/** The price table as data. */
export interface Rates {
  /** Cents per second in the default mode, by price tier. */
  video_per_second_cents: {
    hd: number;
    fhd: number;
    '2k': number;
  };
  /** The mode if a request has none. */
  default_video_mode: 'fast';
  video_modes: {
    fast: {
      /** Cents per second, by price tier. */
      per_second_cents: Partial<Record<'hd' | 'fhd' | '2k', number>>;
      /** The included seconds of Max that one second uses. */
      max_included_weight: number;
    };
    quality: {
      /** Cents per second, by price tier. */
      per_second_cents: Partial<Record<'hd' | 'fhd' | '2k', number>>;
      /** The included seconds of Max that one second uses. */
      max_included_weight: number;
      /** The only lengths the mode supports, in seconds. */
      durations_seconds: Array<number>;
    };
    cinema: {
      /** Cents per second, by price tier. */
      per_second_cents: Partial<Record<'hd' | 'fhd' | '2k', number>>;
      /** The included seconds of Max that one second uses. */
      max_included_weight: number;
      /** The only lengths the mode supports, in seconds. */
      durations_seconds: Array<number>;
    };
  };
  /** The delivered sizes of each tier. */
  video_tiers: {
    hd: string;
    fhd: string;
    '2k': string;
  };
  /** Cents per image. */
  image_cents: {
    standard: number;
    large: number;
  };
  /** The sizes of each price. */
  image_sizes: {
    standard: string;
    large: string;
  };
  /** The longest video, in seconds. */
  max_video_seconds: number;
  /** Pixels. Sizes of fast that are not exact are rounded to this grid. */
  render_grid_px: number;
}

export interface ReadyClaim {
  /** Returned once. */
  status: 'ready';
  /** The key. It is not shown again. */
  api_key: string;
  /** The first characters of the key, by which to recognise it. */
  key_prefix: string;
  /** The prepaid balance, in cents. */
  balance_cents: number;
}

export interface ToggleRequest {
  /** The new state; repeating the call does not toggle it. */
  enabled: boolean;
}

/** Counters of the current calendar month in UTC, and the prices. */
export interface Usage {
  /** Videos generated. */
  videos_used: number;
  /** Videos paid per use. */
  videos_overage: number;
  /** Images generated. */
  images_used: number;
  /** Images paid per use. */
  images_overage: number;
  /** Charged per use this month, in cents, for storage too. */
  overage_charged_cents: number;
  /** Videos included, at 10 seconds each. */
  base_videos_allowance: number;
  /** Images included. */
  base_images_allowance: number;
  /** Seconds of video generated, rounded down. */
  video_seconds_used: number;
  /** Seconds of video paid per use, rounded down. */
  video_seconds_overage: number;
  /** Seconds of video included. */
  base_video_seconds_allowance: number;
  /** The prepaid balance, in cents. */
  balance_cents: number;
  /** First day of the month, in UTC. */
  month_start: string;
  rates: Rates;
  /** Results kept above what is included; absent where the service does not sell that. */
  storage?: {
    /** Bytes of results that are kept now. */
    stored_bytes: number;
    /** How many of them cost nothing. */
    included_bytes: number;
    /** What a GiB above costs for a month, by the day; null if it is sold no more. */
    cents_per_gib_month: number | null;
    /** Charged for it this month, in cents; part of `overage_charged_cents`. */
    charged_cents: number;
  } | undefined;
}

/** A video with sound to generate. */
export interface VideoGenerateRequest {
  /** What to generate. The length is counted in Unicode code points after trimming. */
  prompt: string;
  /** What must not be shown, for models whose `negative_prompt` is true. As long as a prompt at most. */
  negative_prompt?: string | undefined;
  /** Pixels. Default 1280, in cinema 2560. */
  width?: number | undefined;
  /** Pixels. Default 720, in cinema 1440. */
  height?: number | undefined;
  /** Seconds. Rounded down to a third of a second; the rounded length is billed. Default `5`. */
  duration?: number | undefined;
  /** How the video is generated. Default `fast`. */
  mode?: 'fast' | 'quality' | 'cinema' | (string & {}) | undefined;
  /**
   * The id of a video model of `GET /v1/models`, which may have other sizes and lengths, instead of `mode`.
   */
  model?: string | undefined;
  /** The same request with the same seed gives the same bytes. Random if omitted. */
  seed?: number | undefined;
  /**
   * The most that the order may cost, in cents: its price as the quote and the job state it, from whatever it
   * is paid. An order that costs more is refused with `price_changed`, as when prices have changed since the
   * quote. A quote takes the field and ignores it.
   */
  max_price_cents?: number | undefined;
  /**
   * Where the end of the job is reported, instead of the address of the account: an `https` URL. Not with
   * `X-Service-Store: 0`.
   */
  webhook_url?: string | undefined;
  /**
   * Strict base64 of a PNG, JPEG or WebP, for image-to-video. At most 12 MiB before encoding and 64 million
   * pixels; each side has at least 16 pixels and at most 20 times those of the other; a progressive JPEG has
   * at most 64 scans. Animations are refused. A larger image than needed is reduced, transparency is laid on
   * white, the EXIF orientation is applied, and all metadata is dropped.
   */
  init_image_base64?: string | undefined;
}

/** A model of videos. */
export interface VideoModel {
  kind: 'video';
  /** For `model` of a generate call. */
  id: string;
  /** The name that people see. */
  title: string;
  /** What it is good for. */
  description: string;
  /** image and video are from a text; i2i, upscale, upscale_pro and i2v from an image. */
  operations: Array<'image' | 'i2i' | 'upscale' | 'upscale_pro' | 'video' | 'i2v'>;
  /** The sizes that it renders exactly, such as 1280x720. */
  sizes: Array<string>;
  /** The size of a request that has none. */
  default_size: string;
  /** Other sizes, whose sides are rounded to this step; null if there are none. */
  grid: {
    step: number;
    min_side: number;
    max_side: number;
  } | null;
  /** The plans that may order it, `none` for no plan; null for everybody. */
  plans: Array<string> | null;
  /** What one image or one second uses of an allowance; 0 if no allowance pays for it. */
  included_weight: number;
  /** Whether an order of it may have a `negative_prompt`. */
  negative_prompt: boolean;
  /** Whether a live worker renders it now. */
  available: boolean;
  /**
   * How long a worker takes to start when an order waits for one; null if orders are refused while no live
   * worker renders it.
   */
  start_seconds: number | null;
  /**
   * How long an order of its default size and length would take now, with the start of a worker; null while it
   * cannot be ordered.
   */
  estimated_wait_seconds: number | null;
  /** The `mode` that names it too, if there is one. */
  mode: 'fast' | 'quality' | 'cinema' | null;
  /** The only lengths, or the shortest and the longest. */
  seconds: Array<number> | {
    min: number;
    max: number;
  };
  default_seconds: number;
  frames_per_second: number;
  /** A video has n x frame_step + 1 frames. */
  frame_step: number;
  sound: boolean;
  /** Cents per second by the longer side, the smallest first. */
  price: Array<{
    price_tier: 'hd' | 'fhd' | '2k';
    up_to_side: number;
    cents_per_second: number;
  }>;
}

/** What a video would deliver and cost. Nothing is reserved. */
export interface VideoQuote {
  kind: 'video';
  /** How the video would be generated; absent for a model that is no mode. */
  mode?: 'fast' | 'quality' | 'cinema' | undefined;
  /** The price tier that would be billed. */
  price_tier: 'hd' | 'fhd' | '2k';
  /** The length that would be billed, such as 5 or 1.333: whole thirds of a second in the modes. */
  duration_seconds: number;
  /** Frames that would be delivered, 24 a second in the modes. */
  frames: number;
  /** Pixels that would be delivered. */
  output_width: number;
  /** Pixels that would be delivered. */
  output_height: number;
  /** The price in cents. */
  price_cents: number;
  /** The id of its model. */
  model: string;
  /** The version of the catalogue that it was quoted by. */
  catalogue_version: number;
  /** When the next version starts, after which the price may be another; null if none is scheduled. */
  holds_until: string | null;
  paid_from: PaidFrom;
}

/** An event and the state of its delivery. */
export interface WebhookDelivery {
  /** The `webhook-id` of every attempt. */
  id: string;
  /** What happened. */
  type: 'job.completed' | 'job.failed' | 'job.blocked' | 'balance.low';
  /** Where it goes. */
  url: string;
  /** The job; null for `balance.low`. */
  job_id: string | null;
  /** `pending` while attempts are left; `failed` when there will be no more, unless you replay it. */
  state: 'pending' | 'delivered' | 'failed';
  /** Attempts so far, since the latest replay. */
  attempts: number;
  /** The HTTP status of the latest attempt; null if there was no response. */
  last_status: number | null;
  /** Why the latest attempt failed; null if it did not. */
  last_error: string | null;
  /** When the latest attempt ended. */
  last_attempt_at: string | null;
  /** When the next attempt is due; null for at once, and if there is none. */
  next_attempt_at: string | null;
  /** When it happened; the `timestamp` of the body. */
  created_at: string;
}

/** A page of the events of the last 30 days. */
export interface WebhookDeliveryPage {
  /** Newest first. */
  deliveries: Array<WebhookDelivery>;
  /** The `cursor` of the next page; absent on the last one. */
  next_cursor?: string | undefined;
}

/** What happened. */
export type WebhookEvent = JobEvent | BalanceEvent;

/** Where the webhooks of your account go, and what signs them. */
export interface WebhookSettings {
  /** Where events go unless their order has a `webhook_url`; null for nowhere. */
  url: string | null;
  /**
   * The secret that signs the events, whatever their address: only in the response that first sets an address,
   * or that makes a new secret. Give it to your verification library.
   */
  secret?: string | undefined;
  /** Until when earlier secrets sign too, after a rotation; null if none does. */
  previous_secrets_until: string | null;
}

export interface WebhookSettingsRequest {
  /** The `https` address of your receiver; null sends only what an order asks for. */
  url: string | null;
}
