import type { Retry } from './decide-retry.ts';
import type { Download, DownloadOptions } from './download.ts';
import type {
  AcceptedImage,
  AcceptedVideo,
  AutoRechargeRequest,
  Balance,
  ClaimStatus,
  ImageGenerateRequest,
  ImageQuote,
  JobPage,
  JobStatus,
  Model,
  ModelList,
  Overage,
  PayStart,
  PayStartRequest,
  Usage,
  VideoGenerateRequest,
  VideoQuote,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookSettings,
} from './generated/shapes.ts';
import type { ClaimEnd, ClaimWaitOptions } from './wait-for-claim.ts';
import type { WatchOptions } from './watch-job.ts';

export interface ClientOptions {
  /** The service's base address, with or without `/api`. */
  readonly baseUrl: string;
  /** Needed by every call but those of a claim and of the models. */
  readonly apiKey?: string | undefined;
  /** The name of your application, such as `my-app/1.0`. Browsers send their own. */
  readonly userAgent?: string | undefined;
  /** Attempts after the first; default 4. */
  readonly retries?: number | undefined;
  /** A longer `Retry-After`, in milliseconds, is reported instead of waited for; default 60000. */
  readonly maxRetryWaitMs?: number | undefined;
  /** Called before a request is sent again: why, and after how many milliseconds. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /**
   * An attempt without a whole response after this many milliseconds counts as lost; default 60000. An upload
   * has the time it takes at 256 kbit/s besides; calls of zero retention have no limit but their signal's. A download
   * that is silent for so long counts as broken.
   */
  readonly timeoutMs?: number | undefined;
  /** Replaces the global `fetch`, such as by one with a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface GenerateOptions extends CallOptions {
  /**
   * For 24 hours, the same key with the same request is one job and one charge. Retries of one call share a key that
   * is made for them; give your own to retry after a crash of your program too.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface WaitOptions extends WatchOptions {
  /** Called with each status, also with the final one. */
  readonly onStatus?: ((status: JobStatus) => void) | undefined;
}

export interface JobsQuery {
  readonly status?: JobStatus['status'] | undefined;
  readonly kind?: JobStatus['kind'] | undefined;
  /** 1 to 100; default 20. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface DeliveriesQuery {
  readonly state?: WebhookDelivery['state'] | undefined;
  /** 1 to 100; default 20. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A result that the service did not keep. */
export interface InlineResult {
  readonly jobId: string;
  readonly seed: number;
  readonly priceCents: number;
  readonly mime: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Preview {
  readonly mime: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PackageFile {
  /** Contains the version. */
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A typed client of the v1 interface. Every method rejects with a `KinoraError` if the service refuses the request, with
 * a `KinoraConnectionError` if it cannot be reached, and with the signal's reason if it is aborted.
 */
export interface KinoraClient {
  generateImage(request: ImageGenerateRequest, options?: GenerateOptions): Promise<AcceptedImage>;
  generateVideo(request: VideoGenerateRequest, options?: GenerateOptions): Promise<AcceptedVideo>;
  /** Zero retention: waits for the result, which the service never stores. Ending the call cancels the job. */
  generateImageInline(request: ImageGenerateRequest, options?: CallOptions): Promise<InlineResult>;
  generateVideoInline(request: VideoGenerateRequest, options?: CallOptions): Promise<InlineResult>;
  /** The models that the service sells: what they render, what it costs, how long it would take. Needs no key. */
  listModels(options?: CallOptions): Promise<ModelList>;
  /** One of them, by its id. Needs no key. */
  readModel(id: string, options?: CallOptions): Promise<Model>;
  /** What the request would deliver and cost, or the problem that it would meet. Nothing is stored. */
  quoteImage(request: ImageGenerateRequest, options?: CallOptions): Promise<ImageQuote>;
  quoteVideo(request: VideoGenerateRequest, options?: CallOptions): Promise<VideoQuote>;
  job(jobId: string, options?: CallOptions): Promise<JobStatus>;
  /** A page of the jobs of the account, newest first. */
  jobs(query?: JobsQuery, options?: CallOptions): Promise<JobPage>;
  /** A small image of a result: the image, or the first frame of the video. */
  preview(jobId: string, options?: CallOptions): Promise<Preview>;
  /** Deletes the result; a job that waits or runs is cancelled, and its price is released. */
  deleteJob(jobId: string, options?: CallOptions): Promise<void>;
  /** Each change of a job's status, ending with the final one. */
  watch(job: { readonly job_id: string } | string, options?: WatchOptions): AsyncIterable<JobStatus>;
  /** Waits until the job is completed, failed or blocked, and resolves with that status. */
  waitFor(job: { readonly job_id: string } | string, options?: WaitOptions): Promise<JobStatus>;
  /** Downloads a signed `result_url`. */
  download(resultUrl: string, options?: DownloadOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** A signed `result_url` as a stream. */
  openDownload(resultUrl: string, options?: DownloadOptions): Promise<Download>;
  usage(options?: CallOptions): Promise<Usage>;
  balance(options?: CallOptions): Promise<Balance>;
  setAutoRecharge(request: AutoRechargeRequest, options?: CallOptions): Promise<Balance>;
  overage(options?: CallOptions): Promise<Overage>;
  setOverage(enabled: boolean, options?: CallOptions): Promise<Overage>;
  setOverageCap(capCents: number, options?: CallOptions): Promise<Overage>;
  /** Where webhooks go. */
  webhooks(options?: CallOptions): Promise<WebhookSettings>;
  /** Sets where webhooks go; the first address comes with the secret that signs them. */
  setWebhookUrl(url: string | null, options?: CallOptions): Promise<WebhookSettings>;
  /** Makes a new secret; the earlier ones sign too for a day. */
  rotateWebhookSecret(options?: CallOptions): Promise<WebhookSettings>;
  /** A page of the events of the last 30 days and what became of them, newest first. */
  webhookDeliveries(query?: DeliveriesQuery, options?: CallOptions): Promise<WebhookDeliveryPage>;
  /** Delivers an event again. */
  replayWebhook(deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** The MCP adapter of this service. */
  mcpPackage(options?: CallOptions): Promise<PackageFile>;
  /** Starts a claim, by which a person pays for a key; needs no key. */
  startClaim(request?: PayStartRequest, options?: CallOptions): Promise<PayStart>;
  claim(code: string, options?: CallOptions): Promise<ClaimStatus>;
  waitForClaim(started: Pick<PayStart, 'code' | 'interval'>, options?: ClaimWaitOptions): Promise<ClaimEnd>;
}
