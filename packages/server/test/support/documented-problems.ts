import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { jobApiErrorSchema, type ProblemCode, problemSchema, statusOf } from '@kinora/contract';
import type { z } from 'zod';
import type { Operation } from '../../src/http/openapi/operation.ts';
import { operations } from '../../src/http/openapi/operations.ts';

/** The documented operation that a request calls, at either of its addresses. */
function operationOf(method: string, url: string): Operation | undefined {
  const { pathname } = new URL(url);
  const mounted = pathname.replace(/^\/api(?=\/)/, '');
  return operations.find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      patternOf(operation).test(operation.atOrigin ? pathname : mounted),
  );
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll('{file}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** What distinguishes the problems of an operation: the code, or the status in the job API, whose errors have no code. */
function namesOf({ problems, jobApi }: Operation): readonly string[] {
  return jobApi === undefined ? problems : [...new Set(problems.map((code) => String(statusOf(code))))];
}

/** A response whose body, if it is JSON, has been parsed. */
interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The headers that the reference has to describe wherever they are sent. */
const DESCRIBED_HEADERS = ['RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed', 'X-Job-Id', 'X-Seed'];

/**
 * Asserts that a response is one that the reference describes, with its status, its headers and every field of its body:
 * every test that sends a request to a documented operation checks the reference too. A run of all tests records which
 * problems were returned, for `unobservedProblems`.
 */
export function assertDocumented(method: string, url: string, response: Response): void {
  const operation = operationOf(method, url);
  if (operation === undefined) return;
  const { status, headers, body } = response;
  const described = new Set(operation.responses.flatMap((one) => one.headers ?? []).map(({ name }) => name));
  for (const name of DESCRIBED_HEADERS) {
    assert.ok(described.has(name) || !headers.has(name), `the reference of ${operation.id} has no ${name}`);
  }
  const success = operation.responses.find((one) => one.status === status);
  if (success !== undefined) {
    if (body !== undefined) assertBody(operation, status, success.schema, body);
    return;
  }
  const { code } = (body ?? {}) as { readonly code?: ProblemCode };
  const name = operation.jobApi === undefined ? String(code) : String(status);
  assert.ok(
    namesOf(operation).includes(name),
    `the reference of ${operation.id} does not have ${status} ${code ?? ''}`,
  );
  const schema =
    operation.jobApi === undefined && code !== undefined ? problemSchema(code).strict() : jobApiErrorSchema;
  assertBody(operation, status, schema, body);
  const { KINORA_OBSERVED_PROBLEMS: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${operation.id} ${name}\n`);
}

function assertBody({ id }: Operation, status: number, schema: z.ZodType | undefined, body: unknown): void {
  assert.ok(schema !== undefined, `the reference of ${id} has no JSON body for ${status}`);
  const { data, error } = schema.safeParse(body);
  assert.deepEqual(error?.issues ?? [], [], `the body of ${id}, ${status}`);
  // The document forbids every other field, which Zod leaves out.
  assert.deepEqual(data, body, `the body of ${id}, ${status}`);
}

/** The documented problems that no test of a run received, as `operation problem`. */
export function unobservedProblems(file: string): readonly string[] {
  const observed = new Set(readFileSync(file, 'utf8').split('\n'));
  return operations
    .flatMap((operation) => namesOf(operation).map((name) => `${operation.id} ${name}`))
    .filter((pair) => !observed.has(pair));
}
