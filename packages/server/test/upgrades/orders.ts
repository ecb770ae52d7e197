import assert from 'node:assert/strict';
import { SLOW_MS, until } from '../support/deadline.ts';
import { TEST_USER_AGENT } from '../support/test-app.ts';

/** Single orders of the v1 interface, each until its result is downloaded. */
export interface Orders {
  /** Returns the id of the job. */
  image(): Promise<string>;
  video(): Promise<string>;
  download(jobId: string): Promise<void>;
}

export function createOrders(url: string, key: string): Orders {
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const download = async (jobId: string) => {
    const read = async () => {
      const response = await fetch(`${url}/v1/jobs/${jobId}`, { headers });
      return (await response.json()) as { readonly status: string; readonly result_url: string };
    };
    await until(async () => (await read()).status !== 'queued', SLOW_MS);
    const job = await read();
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const file = await fetch(job.result_url);
    assert.equal(file.status, 200);
    assert.ok((await file.arrayBuffer()).byteLength > 1000);
  };
  const order = async (kind: 'images' | 'videos', more: object) => {
    const body = JSON.stringify({ prompt: 'a boat on a lake', width: 256, height: 256, ...more });
    let accepted: Record<string, string> = {};
    // A worker that has just started counts with its first request for a job.
    await until(async () => {
      const response = await fetch(`${url}/v1/${kind}/generate`, { method: 'POST', headers, body });
      accepted = (await response.json()) as typeof accepted;
      assert.ok(response.ok || accepted.code === 'workers_unavailable', JSON.stringify(accepted));
      return response.ok;
    }, SLOW_MS);
    const jobId = accepted.job_id ?? '';
    await download(jobId);
    return jobId;
  };
  return {
    image: () => order('images', {}),
    video: () => order('videos', { duration: 1 }),
    download,
  };
}
