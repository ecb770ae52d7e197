import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { statusOf } from '@kinora/contract';
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

/**
 * Asserts that a response is one that the reference describes: every test that sends a request to a documented operation
 * checks the reference too. A run of all tests records what was returned, for `unobservedProblems`.
 */
export function assertDocumented(method: string, url: string, status: number, code: unknown): void {
  const operation = operationOf(method, url);
  if (operation === undefined || status < 400) return;
  const name = operation.jobApi === undefined ? String(code) : String(status);
  const isHealth = operation.responses.some((response) => response.status === status);
  assert.ok(
    namesOf(operation).includes(name) || isHealth,
    `the reference of ${operation.id} does not have ${status} ${code ?? ''}`,
  );
  const { KINORA_OBSERVED_PROBLEMS: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${operation.id} ${name}\n`);
}

/** The documented problems that no test of a run received, as `operation problem`. */
export function unobservedProblems(file: string): readonly string[] {
  const observed = new Set(readFileSync(file, 'utf8').split('\n'));
  return operations
    .flatMap((operation) => namesOf(operation).map((name) => `${operation.id} ${name}`))
    .filter((pair) => !observed.has(pair));
}
