export { createKinoraClient } from './create-kinora-client.ts';
export type { Retry } from './decide-retry.ts';
export type { Download, DownloadOptions, DownloadProgress } from './download.ts';
export type * from './generated/problems.ts';
export type * from './generated/shapes.ts';
export type * from './kinora-client.ts';
export { KinoraConnectionError, KinoraError, type UnknownProblem } from './kinora-error.ts';
export {
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookRequest,
} from './verify-webhook.ts';
export type { ClaimEnd, ClaimWaitOptions } from './wait-for-claim.ts';
export type { WatchOptions } from './watch-job.ts';
