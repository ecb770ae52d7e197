import { previewQuerySchema, problem } from '@kinora/contract';
import { previewImage } from '@kinora/media/preview-image';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { readResults } from '../../../jobs/library/list-results.ts';
import type { FindJobApiJob } from '../../../jobs/views/find-job-api-job.ts';
import type { PreviewDependencies } from '../../../jobs/views/read-preview.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { readId } from '../../../kernel/ids.ts';
import { sendProblem } from '../../problem-handler.ts';
import { hasCurrent } from '../../request/conditional.ts';
import { readQuery } from '../../request/read-query.ts';
import { personOf } from '../session.ts';

export interface PreviewRouteDependencies extends PreviewDependencies {
  readonly findJobApiJob: FindJobApiJob;
  readonly database: Database;
  readonly clock: Clock;
}

/** How long a browser shows a preview without asking: it never changes, but its job may be deleted or hidden. */
const MAX_AGE_SECONDS = 300;
const STORED_SIDE = '512';

/** GET /jobs/<job id>/preview?side=256: a small JPEG of a result of one's own, of a video its first frame; also of one that is kept. */
export function previewRoute(routes: FastifyInstance, dependencies: PreviewRouteDependencies): void {
  routes.get<{ Params: { jobId: string } }>('/jobs/:jobId/preview', async (request, reply) => {
    const query = readQuery(previewQuerySchema, request);
    if (!query.ok) return sendProblem(reply, query.problem);
    const { side } = query.value;
    const jobId = readId(request.params.jobId);
    const { accountId } = personOf(request);
    const job =
      jobId === undefined
        ? undefined
        : ((await dependencies.findJobApiJob(jobId)) ?? (await readCopy(dependencies, accountId, jobId)));
    const isOwn = job?.accountId === accountId;
    const key = isOwn && !job.isHidden ? job.artifactKey : null;
    const etag = `"${jobId}-${side}"`;
    const headers = { etag, 'cache-control': `private, max-age=${MAX_AGE_SECONDS}` };
    if (key !== null && hasCurrent(request.headers['if-none-match'], etag)) {
      return reply.headers(headers).code(304).send();
    }
    const stored =
      job === undefined || key === null
        ? undefined
        : await dependencies.readPreview({
            viewerId: job.accountId,
            medium: job.medium,
            artifactKey: key,
          });
    if (stored === undefined) {
      return sendProblem(reply, problem('not_found', 'You have no result with a preview at this address.'));
    }
    const preview = side === STORED_SIDE ? stored : await previewImage(stored, Number(side));
    return reply.headers(headers).type('image/jpeg').send(preview);
  });
}

/** The result of a job that is gone, as it is kept. */
async function readCopy({ database, clock }: PreviewRouteDependencies, accountId: string, jobId: string) {
  const [kept] = await readResults(database, accountId, [jobId], clock.now());
  return kept;
}
