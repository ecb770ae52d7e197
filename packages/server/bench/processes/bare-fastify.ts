import type { Lease } from '@kinora/contract';
import fastify from 'fastify';
import { newId } from '../../src/kernel/ids.ts';
import { answerParent } from '../child.ts';
import { acceptedAnswer, BODY, GENERATE_PATH, jobPath, statusAnswer } from '../requests.ts';

/**
 * The baseline: Fastify with the same paths, bodies and responses, and no service behind them. It also keeps a lease
 * request open, which the next accepted request resolves.
 */

const server = fastify();
const waiting: ((lease: Lease) => void)[] = [];
/** For a worker that requests a lease after the job was accepted. */
let latest: Lease | undefined;

server.post(GENERATE_PATH, async () => {
  const answer = acceptedAnswer(newId());
  latest = leaseOf(answer.job_id);
  leaseToWaitingWorker();
  return answer;
});
server.get<{ Params: { jobId: string } }>(jobPath(':jobId'), async ({ params }) =>
  statusAnswer(params.jobId),
);
server.post(
  '/worker/v1/leases',
  () =>
    new Promise<Lease>((resolve) => {
      waiting.push(resolve);
      leaseToWaitingWorker();
    }),
);
server.post('/worker/v1/leases/:jobId/:attempt/fail', async () => ({}));

function leaseToWaitingWorker(): void {
  const worker = latest && waiting.shift();
  if (latest === undefined || worker === undefined) return;
  worker(latest);
  latest = undefined;
}

function leaseOf(jobId: string): Lease {
  const task = {
    operation: 'image',
    model: 'image',
    frames: null,
    sound: false,
    init_image_path: null,
  } as const;
  return {
    job_id: jobId,
    attempt: 1,
    lease_ms: 30_000,
    secret: '',
    relay_url: null,
    provenance: null,
    task: { ...task, ...BODY },
  };
}

const listening = server.listen({ host: '127.0.0.1', port: 0 });
answerParent(async () => listening);
