import type { JobRequest } from '../src/admit/accept/job-request.ts';
import { quoteImage } from '../src/quote/quote.ts';
import { pricedInMoney } from '../src/quote/quote-job.ts';
import { BODY } from './requests.ts';

/** The benchmark's request as the acceptance receives it. */
export function jobRequest(jobId: string, accountId: string): JobRequest {
  const { prompt, seed } = BODY;
  return {
    jobId,
    answer: { job_id: jobId },
    accountId,
    keyId: null,
    prompt,
    preparedPrompt: prompt,
    seed,
    ...pricedInMoney(quoteImage(BODY)),
    interface: 'v1',
    jobApi: null,
    hasInitImage: false,
    owningNode: null,
    idempotency: null,
    watermarkTag: null,
  };
}
