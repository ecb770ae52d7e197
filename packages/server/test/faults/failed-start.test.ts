import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type KinoraProcess, startKinora } from '../support/service-process.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

let scene: FaultScene;
let second: KinoraProcess | undefined;
before(async () => {
  scene = await setFaultScene();
});
after(async () => {
  second?.child.kill('SIGKILL');
  await scene.end();
});

test('a service whose port is in use reports it and exits', async () => {
  const { url } = await scene.start(['--no-worker']);
  const settings = { ...scene.settings, KINORA_PORT: new URL(url).port };
  second = startKinora(['serve', '--no-worker'], settings);
  assert.equal(await second.ended(), 1);
  assert.match(second.output(), /EADDRINUSE/);
});
