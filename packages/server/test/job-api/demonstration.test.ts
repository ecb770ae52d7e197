import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CompleteRequest, studioViewSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import { completion } from '../support/completion.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { ASK, callsWith, imageOf, resetCallLimit } from '../support/job-api.ts';
import { AGREED } from '../support/make-results.ts';
import { sampleArtifact } from '../support/sample-artifact.ts';
import { signUp } from '../support/signed-in.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** The results of the built-in engine say that they are demonstrations. */

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('a result of the built-in engine is a demonstration as a job and as a work; others, and what it enlarged, are not', async () => {
  verifies('DEC-STUDIO-40');
  const person = await signUp(service, 'shown@example.com');
  const { token } = (await send(`${service.url}/api/auth/token`, { headers: person.headers })).body;
  const { generate, job } = callsWith(service, token);
  const { call } = consoleCaller(service, person);
  const isDemonstration = async (engine: string, order: object): Promise<unknown[]> => {
    await resetCallLimit(service, person.accountId);
    const { job_id: id } = (await generate({ ...ASK, ...order })).body;
    assert.equal((await job(id)).body.demonstration, undefined, 'nothing is drawn yet');
    const lease = await takeLease(service.worker);
    const bytes = Buffer.from(await sampleArtifact(lease.task));
    const report = completion(lease, bytes) as CompleteRequest;
    await service.worker.upload(lease, report.artifact, bytes);
    await service.worker.complete(lease, { ...report, engine });
    assert.equal((await call('PUT', `/published/${id}`, AGREED)).status, 204);
    const [newest] = (await call('GET', '/works')).body.works;
    const alone = (await call('GET', `/works/${newest.id}`)).body;
    return [(await job(id)).body.demonstration, newest.demonstration, alone.demonstration];
  };
  const image = { type: 'image' };
  assert.deepEqual(await isDemonstration('procedural', image), [true, true, true]);
  assert.deepEqual(await isDemonstration('comfyui', image), [undefined, false, false]);
  const enlarged = { type: 'upscale', image_base64: await imageOf(64, 64) };
  assert.deepEqual(await isDemonstration('procedural', enlarged), [undefined, false, false]);
});

test('the studio knows whether all live workers have the built-in engine', async () => {
  verifies('DEC-STUDIO-40');
  const person = await signUp(service, 'first@example.com');
  const isDemonstration = async () => {
    const { body } = await send(`${service.url}/api/console/studio`, { headers: person.headers });
    return studioViewSchema.parse(body).demonstration;
  };
  const setEngines = (engine: string) => service.database.query('update workers set engine = $1', [engine]);
  assert.equal(await isDemonstration(), false);
  await setEngines('procedural');
  await until(isDemonstration);
  await service.database.query(`insert into workers select * from jsonb_populate_record(null::workers,
    (select to_jsonb(workers) || '{"name": "another", "engine": "comfyui"}' from workers limit 1))`);
  assert.equal(await isDemonstration(), false, 'another one renders what models render');
});
