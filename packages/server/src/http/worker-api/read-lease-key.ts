import type { Problem } from '@kinora/contract';
import { ok, type Result, refused } from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LeaseKey } from '../../attempt/leases.ts';
import { leaseLost } from '../../attempt/leases.ts';
import { readId } from '../../kernel/ids.ts';
import { readBody } from '../request/read-body.ts';

/** A route below `/leases/:jobId/:attempt`. */
export type LeaseRoute = { Params: { jobId: string; attempt: string } };

const MAX_ATTEMPT = 2 ** 31 - 1;

/** The lease named by the path of a request. Problem: `lease_lost` for a path that is not valid. */
export function readLeaseKey({ params }: FastifyRequest<LeaseRoute>): Result<LeaseKey, Problem> {
  const jobId = readId(params.jobId);
  const attempt = Number(params.attempt);
  const isAttempt = Number.isSafeInteger(attempt) && attempt >= 1 && attempt <= MAX_ATTEMPT;
  return jobId !== undefined && isAttempt ? ok({ jobId, attempt }) : refused(leaseLost);
}

/** The lease and the body of a call for it. Problems: `invalid_request`, `lease_lost`. */
export function readLeaseCall<Schema extends z.ZodObject>(
  schema: Schema,
  request: FastifyRequest<LeaseRoute>,
): Result<{ readonly lease: LeaseKey; readonly body: z.output<Schema> }, Problem> {
  const body = readBody(schema, request.body);
  if (!body.ok) return body;
  const lease = readLeaseKey(request);
  return lease.ok ? ok({ lease: lease.value, body: body.value }) : lease;
}
