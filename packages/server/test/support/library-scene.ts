import assert from 'node:assert/strict';
import path from 'node:path';
import type { DeleteDependencies } from '../../src/jobs/retention/delete-job.ts';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import type { Blobs } from '../../src/storage/blobs.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { newCaller, tokenOf } from './console-caller.ts';
import { makeResult } from './make-results.ts';
import { HOUR_MS, type ManualClock, manualClock } from './manual-clock.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A service with people who make, find and keep results; its clock is the test's. */
export interface LibraryScene {
  readonly service: TestApp;
  readonly clock: ManualClock;
  readonly blobs: Blobs;
  readonly deletion: DeleteDependencies;
  /** Eight days pass, and the service deletes what has expired. */
  expire(): Promise<void>;
}

export async function setLibraryScene(): Promise<LibraryScene> {
  const clock = manualClock('2031-03-05T12:00:00Z');
  const service = await startTestApp({ clock });
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  const retention = { database: service.database, blobs, clock };
  return {
    service,
    clock,
    blobs,
    deletion: { ...retention, purgeLater: async () => {}, purgeCaches: async () => {} },
    async expire() {
      clock.advance(8 * 24 * HOUR_MS);
      await purgeExpired(retention);
    },
  };
}

/** A person who has just signed up, with the calls of the studio. */
export async function newMaker(service: TestApp) {
  const caller = await newCaller(service);
  const token = await tokenOf(service, caller);
  const results = async (query = '') => {
    const { status, body } = await caller.get(`/studio/results?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.jobs;
  };
  return {
    ...caller,
    token,
    /** Has an image made of a prompt, or what else `order` says; returns its job. */
    make: (prompt: string, order: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      makeResult(service, { accountId: caller.accountId, token }, { prompt, ...order }),
    /** The status of the call that keeps a result. */
    keep: async (jobId: string): Promise<number> =>
      (await caller.call('PUT', `/studio/kept/${jobId}`)).status,
    results,
    prompts: async (query = ''): Promise<string[]> =>
      (await results(query)).map(({ prompt }: { prompt: string }) => prompt),
  };
}

export async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

/** A draft of the studio, as a template has it. */
export const DRAFT = {
  operation: 'video',
  prompt: 'a train {in} the "rain"',
  size: 1280,
  shape: '16:9',
  length: 121,
  sound: true,
  factor: 2,
  seed: 7,
  models: { video: 'cinema' },
};
