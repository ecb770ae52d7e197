import { problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { PreviewDependencies } from '../../jobs/views/read-preview.ts';
import { sendProblem } from '../problem-handler.ts';
import type { JobRoute } from './job-routes.ts';
import { findRequestedJob } from './requested-job.ts';

/** GET /jobs/<job_id>/preview: a small JPEG of a completed image, or of the first frame of a completed video. */
export function previewRoutes(routes: FastifyInstance, { readPreview }: PreviewDependencies): void {
  routes.get<JobRoute>('/jobs/:jobId/preview', async (request, reply) => {
    const job = await findRequestedJob(request);
    const key = job?.artifactKey ?? null;
    const preview =
      job === undefined || key === null
        ? undefined
        : await readPreview({ viewerId: job.accountId, medium: job.medium, artifactKey: key });
    if (preview === undefined) {
      return sendProblem(
        reply,
        problem('not_found', 'There is no completed job of yours with a preview here.'),
      );
    }
    return reply.header('cache-control', 'private, max-age=86400').type('image/jpeg').send(preview);
  });
}
