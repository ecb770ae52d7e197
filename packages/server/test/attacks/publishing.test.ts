import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type ConsoleCall, consoleCaller, newCaller, tokenOf } from '../support/console-caller.ts';
import { callsWith } from '../support/job-api.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startRealS3 } from '../support/real-s3.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** Publishes, withdraws, shows and deletes the same results at once. What is listed has its bytes, and nothing is a 500. */

const ROUNDS = 25;
/** Each with a result of its own. */
const DELETIONS = 8;

interface Backing {
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const backings: Readonly<Record<string, () => Promise<Backing>>> = {
  files: async () => ({ environment: {}, close: async () => {} }),
  async S3() {
    const { url, close } = await startRealS3();
    return { environment: { KINORA_STORAGE_URL: `s3://media/kinora?endpoint=${url}` }, close };
  },
};

for (const [name, open] of Object.entries(backings)) {
  describe(`publishing with ${name}`, () => {
    let backing: Backing;
    let service: TestApp;
    let owner: { readonly accountId: string; readonly token: string; readonly call: ConsoleCall };
    let anybody: ConsoleCall;
    before(async () => {
      backing = await open();
      service = await startTestApp({ environment: backing.environment });
      const caller = await newCaller(service);
      owner = { ...caller, token: await tokenOf(service, caller) };
      anybody = consoleCaller(service, null).call;
    });
    after(async () => {
      await service.stop();
      await backing.close();
    });

    const statusOf = async (path: string): Promise<number> => {
      const response = await fetch(service.url + path);
      await response.arrayBuffer();
      return response.status;
    };
    const mediaOf = async (jobId: string): Promise<string> =>
      new URL((await callsWith(service, owner.token).job(jobId)).body.results[0].url).pathname;
    const publish = async (jobId: string) => (await owner.call('PUT', `/published/${jobId}`, AGREED)).status;
    const withdraw = async (jobId: string) => (await owner.call('DELETE', `/published/${jobId}`)).status;
    const remove = async (jobId: string) =>
      (
        await send(`${service.url}/api/job/${jobId}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${owner.token}` },
        })
      ).status;
    const listed = async () => (await anybody('GET', '/works?limit=100')).body.works;

    test('every listed work has its file, and the media of its owner stays', async () => {
      verifies('DEC-MEDIA-10');
      const jobIds = [await makeResult(service, owner), await makeResult(service, owner)];
      const media = await Promise.all(jobIds.map(mediaOf));
      for (let round = 0; round < ROUNDS; round++) {
        const statuses = await Promise.all(
          jobIds.flatMap((jobId, index) => [
            publish(jobId),
            withdraw(jobId),
            publish(jobId),
            statusOf(media[index] ?? ''),
            withdraw(jobId),
            publish(jobId),
          ]),
        );
        assert.deepEqual([...new Set(statuses)].sort(), [200, 204], `round ${round}`);
        for (const work of await listed()) {
          assert.equal(await statusOf(work.url), 200, `the file of round ${round}`);
          assert.equal(await statusOf(work.preview_url), 200, `the preview of round ${round}`);
        }
        for (const path of media) assert.equal(await statusOf(path), 200, `the owner's, round ${round}`);
      }
      for (const jobId of jobIds) assert.equal(await withdraw(jobId), 204);
      assert.deepEqual(await listed(), []);
      for (const path of media) assert.equal(await statusOf(path), 200);
    });

    test('a result that is deleted while it is published and shown leaves nothing listed, and no 500', async () => {
      verifies('DEC-MEDIA-10');
      for (let round = 0; round < DELETIONS; round++) {
        const jobId = await makeResult(service, owner);
        const media = await mediaOf(jobId);
        const preview = `/studio/jobs/${jobId}/preview`;
        const statuses = await Promise.all([
          publish(jobId),
          statusOf(media),
          owner.call('GET', preview).then(({ status }) => status),
          publish(jobId),
          remove(jobId),
          statusOf(media),
          owner.call('GET', preview).then(({ status }) => status),
          publish(jobId),
        ]);
        for (const status of statuses) assert.ok([200, 204, 404].includes(status), `${status} in ${round}`);
        assert.deepEqual(await listed(), []);
        assert.equal(await statusOf(media), 404);
      }
    });
  });
}
