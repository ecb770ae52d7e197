import assert from 'node:assert/strict';
import { statusOf } from '@kinora/contract';
import type { Operation } from '../../src/http/openapi/operation.ts';
import { operations } from '../../src/http/openapi/operations.ts';

/** The documented operation that a request calls, at either of its addresses. */
export function operationOf(method: string, url: string): Operation | undefined {
  const path = new URL(url).pathname.replace(/^\/api(?=\/)/, '');
  return operations.find(
    (operation) => operation.method === method.toLowerCase() && patternOf(operation).test(path),
  );
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll('{file}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/**
 * Asserts that a response is one that the reference describes: every test that sends a request to a documented operation
 * checks the reference too.
 */
export function assertDocumented(method: string, url: string, status: number, code: unknown): void {
  const operation = operationOf(method, url);
  if (operation === undefined || status < 400) return;
  const documented =
    operation.jobApi === undefined
      ? operation.problems.some((problem) => problem === code && statusOf(problem) === status)
      : [...operation.problems.map(statusOf), ...operation.responses.map((one) => one.status)].includes(
          status,
        );
  assert.ok(documented, `the reference of ${operation.id} does not have ${status} ${code ?? ''}`);
}
