import type { Operation } from './operation.ts';
import { readBalance, readUsage } from './operations/account.ts';
import { setAutoRecharge } from './operations/auto-recharge.ts';
import { deleteJobApiJob, listJobs, quoteJob, readMe, watchJobApiJob } from './operations/front-end.ts';
import { generateImage, generateVideo } from './operations/generate.ts';
import {
  downloadMedia,
  generateJob,
  readHealth,
  readJobApiJob,
  reportContent,
} from './operations/job-api.ts';
import { deleteJob, downloadResult, listJobsOfKey, readJob, watchJob } from './operations/jobs.ts';
import { downloadMcpPackage, downloadPreview } from './operations/mcp-adapter.ts';
import { listModels, readModel } from './operations/models.ts';
import { readOverage, setCap, togglePayPerUse } from './operations/overage.ts';
import { pollClaim, startPay } from './operations/pay.ts';
import { quoteImage, quoteVideo } from './operations/quotes.ts';
import {
  getAccessToken,
  readSession,
  requestPasswordReset,
  resetPassword,
  signInByCode,
  signInByEmail,
  signOut,
  signUp,
} from './operations/sign-in.ts';
import {
  listWebhookDeliveries,
  readWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  setWebhooks,
} from './operations/webhooks.ts';

/** Every operation of this version; a test compares them with the routes. */
export const operations: readonly Operation[] = [
  generateImage,
  generateVideo,
  quoteImage,
  quoteVideo,
  listModels,
  readModel,
  readJob,
  watchJob,
  listJobsOfKey,
  deleteJob,
  downloadResult,
  downloadPreview,
  startPay,
  pollClaim,
  downloadMcpPackage,
  readUsage,
  readBalance,
  setAutoRecharge,
  readOverage,
  setCap,
  togglePayPerUse,
  readWebhooks,
  setWebhooks,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  signUp,
  signInByEmail,
  signInByCode,
  readSession,
  getAccessToken,
  signOut,
  requestPasswordReset,
  resetPassword,
  readMe,
  quoteJob,
  generateJob,
  readJobApiJob,
  watchJobApiJob,
  listJobs,
  deleteJobApiJob,
  downloadMedia,
  readHealth,
  reportContent,
];
