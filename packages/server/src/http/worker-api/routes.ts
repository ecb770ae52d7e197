import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  blockRequestSchema,
  type CompleteRequest,
  completeRequestSchema,
  failRequestSchema,
  heartbeatRequestSchema,
  invalidRequest,
  leaseMs,
  leaseRequestSchema,
  type Pool,
  problem,
  type RequestIssue,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { sweepIfDeleted } from '../../jobs/delete-job.ts';
import { discardInput } from '../../jobs/discard-input.ts';
import type { HeldJobs } from '../../jobs/held-jobs.ts';
import type { LeaseBroker } from '../../jobs/lease-broker.ts';
import {
  type ClaimedJob,
  extendLease,
  findClaimedJob,
  findLeasedJob,
  type LeasedJob,
  type LeaseKey,
  releaseLease,
} from '../../jobs/queue.ts';
import { blockJob, completeJob, failAttempt, type OnBlocked } from '../../jobs/settle-job.ts';
import { recordWorker } from '../../jobs/worker-health.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isId, sha256 } from '../../kernel/ids.ts';
import type { ProvenanceIssuer } from '../../provenance/issuer.ts';
import { artifactKey, initImageKey } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../read-body.ts';
import { viewLease } from './lease-view.ts';
import { limitBytes, tooLarge } from './limit-bytes.ts';

export interface WorkerApiDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly broker: LeaseBroker;
  readonly workerToken: string;
  readonly wake: (pool: Pool) => void;
  readonly onBlocked: OnBlocked;
  readonly held: HeldJobs;
  readonly provenance: ProvenanceIssuer;
  /** 512 MiB unless given. */
  readonly artifactMaxBytes?: number;
}

type LeaseRoute = { Params: { jobId: string; attempt: string; name?: string } };

const ARTIFACT_NAME = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|mp4)$/;
/** What is signed of a manifest is some hundred bytes. */
const MANIFEST_MAX_BYTES = 64 * 1024;
const ARTIFACT_MAX_BYTES = 512 * 1024 * 1024;

/** The worker protocol: leases, heartbeats, uploads and the ends of an attempt. */
export function workerRoutes(routes: FastifyInstance, dependencies: WorkerApiDependencies): void {
  routes.addHook('onRequest', requireToken(dependencies.workerToken));
  routes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  leasing(routes, dependencies);
  transfers(routes, dependencies);
  signing(routes, dependencies);
  endings(routes, dependencies);
}

/** Where the bytes of a leased job belong: undefined when another server holds its caller. */
function blobsOf(
  { blobs, held }: WorkerApiDependencies,
  { jobId }: LeaseKey,
  job: Pick<LeasedJob, 'heldBy'>,
): Blobs | undefined {
  return job.heldBy === null ? blobs : held.find(jobId)?.blobs;
}

function leasing(routes: FastifyInstance, dependencies: WorkerApiDependencies): void {
  const { database, broker, wake, held } = dependencies;
  const view = (job: ClaimedJob) => viewLease(job, job.prompt ?? held.find(job.id)?.prompt, dependencies);

  routes.post('/leases', async (request, reply) => {
    const read = readBody(leaseRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const gone = new AbortController();
    reply.raw.on('close', () => gone.abort());
    if (reply.raw.destroyed) gone.abort();
    await recordWorker(database, read.value);
    const job = await broker.lease(read.value, gone.signal);
    return job === undefined ? reply.code(204).send() : reply.send(await view(job));
  });

  routes.get<LeaseRoute>('/leases/:jobId/:attempt', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const job = lease && (await findClaimedJob(database, lease));
    return job === undefined ? leaseLost(reply) : reply.send(await view(job));
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/heartbeat', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const read = readBody(heartbeatRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const held = lease !== undefined && (await extendLease(database, lease, read.value));
    return held ? reply.send({ cancel: false, lease_ms: leaseMs }) : leaseLost(reply);
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/release', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const pool = lease && (await releaseLease(database, lease));
    if (pool === undefined) return leaseLost(reply);
    wake(pool);
    return reply.send({});
  });
}

/** A worker makes the manifest of a picture; the key that signs it stays here. */
function signing(routes: FastifyInstance, { database, provenance }: WorkerApiDependencies): void {
  routes.post<LeaseRoute>('/leases/:jobId/:attempt/sign', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const { body } = request;
    if (!(body instanceof Readable)) return notBytes(reply);
    const chunks: Uint8Array[] = [];
    for await (const chunk of limitBytes(body, MANIFEST_MAX_BYTES)) chunks.push(chunk);
    const job = lease && (await findLeasedJob(database, lease));
    if (job === undefined) return leaseLost(reply);
    const signature = await provenance.sign(Buffer.concat(chunks));
    return reply.type('application/octet-stream').send(Buffer.from(signature));
  });
}

function transfers(routes: FastifyInstance, dependencies: WorkerApiDependencies): void {
  const { database, artifactMaxBytes = ARTIFACT_MAX_BYTES } = dependencies;
  routes.get<LeaseRoute>('/leases/:jobId/:attempt/init-image', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const job = lease && (await findLeasedJob(database, lease));
    const blobs = lease && job && blobsOf(dependencies, lease, job);
    if (lease === undefined || blobs === undefined) return leaseLost(reply);
    const key = initImageKey(lease.jobId);
    if ((await blobs.size(key)) === undefined) {
      return sendProblem(reply, problem('not_found', 'This job has no uploaded picture.'));
    }
    return reply.type('image/png').send(blobs.read(key));
  });

  routes.put<LeaseRoute>('/leases/:jobId/:attempt/artifacts/:name', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const { name = '' } = request.params;
    if (!ARTIFACT_NAME.test(name)) return badArtifactName(reply, 'name');
    const { body } = request;
    if (!(body instanceof Readable)) {
      return notBytes(reply);
    }
    const job = lease && (await findLeasedJob(database, lease));
    const blobs = lease && job && blobsOf(dependencies, lease, job);
    if (lease === undefined || blobs === undefined) return leaseLost(reply);
    const [upload] = await Promise.allSettled([
      blobs.put(
        artifactKey(lease.jobId, lease.attempt, name),
        Readable.from(limitBytes(body, artifactMaxBytes)),
      ),
    ]);
    // A DELETE meanwhile took the folder away under the upload, or just before it was made again.
    if (await sweepIfDeleted({ database, blobs }, lease.jobId)) return leaseLost(reply);
    if (upload.status === 'rejected') {
      // The rest of the body is not read, so nothing can follow it on this connection.
      reply.header('connection', 'close');
      throw upload.reason;
    }
    return reply.send(upload.value);
  });
}

function endings(routes: FastifyInstance, dependencies: WorkerApiDependencies): void {
  const {
    database,
    clock,
    blobs: stored,
    wake,
    onBlocked,
    held,
    artifactMaxBytes = ARTIFACT_MAX_BYTES,
  } = dependencies;
  routes.post<LeaseRoute>('/leases/:jobId/:attempt/complete', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const read = readBody(completeRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    if (!ARTIFACT_NAME.test(read.value.artifact)) return badArtifactName(reply, 'artifact');
    const job = lease && (await findLeasedJob(database, lease));
    const blobs = lease && job && blobsOf(dependencies, lease, job);
    if (lease === undefined || job === undefined || blobs === undefined) {
      // The store takes an upload whatever became of the job meanwhile.
      if (lease !== undefined) await sweepIfDeleted(dependencies, lease.jobId);
      return leaseLost(reply);
    }
    const wrong = unlikeItsJob(read.value, job);
    if (wrong !== undefined) return sendProblem(reply, invalidRequest([wrong]));
    const key = artifactKey(lease.jobId, lease.attempt, read.value.artifact);
    const bytes = await blobs.size(key);
    // A job is never completed without bytes that can be read. After a DELETE there are none either.
    if (!bytes) {
      if ((await findLeasedJob(database, lease)) === undefined) return leaseLost(reply);
      return sendProblem(reply, invalidRequest([{ path: 'artifact', message: 'was not uploaded' }]));
    }
    // What a worker uploads to the store itself has passed no limit of ours.
    if (bytes > artifactMaxBytes)
      return sendProblem(reply, invalidRequest([tooLarge('artifact', artifactMaxBytes)]));
    if (!(await completeJob(database, clock, lease, read.value, { key, bytes }))) {
      await sweepIfDeleted(dependencies, lease.jobId);
      return leaseLost(reply);
    }
    held.deliver(lease.jobId, key);
    await discardInput(blobs, job.initImageKey);
    return reply.send({});
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/fail', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const read = readBody(failRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const fault = lease && (await failAttempt(database, clock, lease, read.value));
    if (fault === undefined) return leaseLost(reply);
    if (fault.outcome === 'retry') wake(fault.pool);
    else await discardInput(stored, fault.initImageKey);
    return reply.send({ outcome: fault.outcome });
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/block', async (request, reply) => {
    const lease = leaseKeyOf(request);
    const read = readBody(blockRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const job = lease && (await findLeasedJob(database, lease));
    if (lease === undefined || job === undefined) return leaseLost(reply);
    if (!(await blockJob(database, clock, lease, read.value, onBlocked))) return leaseLost(reply);
    await discardInput(stored, job.initImageKey);
    return reply.send({});
  });
}

/** What is delivered must be what was ordered: a clip is no picture, and has its own size. */
function unlikeItsJob(result: CompleteRequest, job: LeasedJob): RequestIssue | undefined {
  const [mime, extension] = job.pool === 'image' ? ['image/png', '.png'] : ['video/mp4', '.mp4'];
  if (result.mime !== mime) return { path: 'mime', message: `must be ${mime}` };
  if (!result.artifact.endsWith(extension))
    return { path: 'artifact', message: `must end with ${extension}` };
  if (result.width !== job.width) return { path: 'width', message: `must be ${job.width}` };
  if (result.height !== job.height) return { path: 'height', message: `must be ${job.height}` };
  return undefined;
}

function leaseKeyOf({ params }: FastifyRequest<LeaseRoute>): LeaseKey | undefined {
  const attempt = Number(params.attempt);
  if (!isId(params.jobId) || !Number.isSafeInteger(attempt) || attempt < 1 || attempt > 2 ** 31 - 1)
    return undefined;
  return { jobId: params.jobId, attempt };
}

function badArtifactName(reply: FastifyReply, path: string): FastifyReply {
  return sendProblem(reply, invalidRequest([{ path, message: 'must be like result.png or result.mp4' }]));
}

function notBytes(reply: FastifyReply): FastifyReply {
  const message = 'send the bytes as Content-Type: application/octet-stream';
  return sendProblem(reply, invalidRequest([{ path: '', message }]));
}

function leaseLost(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, problem('lease_lost', 'This lease is no longer held; throw the result away.'));
}

function requireToken(token: string) {
  // Hashed first, so that both sides have one length and the comparison tells nothing.
  const wanted = sha256(`Bearer ${token}`);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (timingSafeEqual(sha256(request.headers.authorization ?? ''), wanted)) return undefined;
    return reply.code(401).header('www-authenticate', 'Bearer realm="kinora-workers"').send({
      error: 'Send the worker token: Authorization: Bearer <KINORA_WORKER_TOKEN>.',
      code: 'unauthorized',
    });
  };
}
