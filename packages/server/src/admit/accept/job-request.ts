import type { JobType, Tier } from '@kinora/contract';
import type { PricedRequest } from './decide-request.ts';
import type { Answer } from './stored-response.ts';

/** What only a job of the job API has: it is requested by type, on a tier. */
export interface JobApiOrder {
  readonly type: JobType;
  /** The tier whose rules it has. */
  readonly tier: Tier;
  /** The name of the result in its public address: 122 random bits. */
  readonly assetId: string;
}

/** A request that has passed every check and is ready to be accepted. */
export interface JobRequest extends PricedRequest {
  /** Generated before the transaction, because the uploaded image is stored under it first. */
  readonly jobId: string;
  readonly accountId: string;
  /** What its interface answers once it is accepted, and whenever it is repeated with its idempotency key. */
  readonly answer: Answer;
  readonly prompt: string;
  /** The prompt that the engine receives; equal to `prompt` unless the mode prepares prompts. */
  readonly preparedPrompt: string;
  readonly negativePrompt?: string;
  readonly seed: number;
  /** Null for v1. */
  readonly jobApi: JobApiOrder | null;
  readonly hasInitImage: boolean;
  /** The id of the order if it has waited. */
  readonly waitingId?: string;
  /** The payload of the image's watermark; null for a video. */
  readonly watermarkTag: string | null;
  /** Where its end is reported; absent for the address of the account. */
  readonly webhookUrl?: string;
  /** The trace context of its request; absent if it is not traced. */
  readonly traceparent?: string;
}
