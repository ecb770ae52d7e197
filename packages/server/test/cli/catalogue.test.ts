import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { parse } from 'yaml';
import { startApp } from '../../src/app.ts';
import { checkCatalogue } from '../../src/catalogue/check-catalogue.ts';
import { formatPath } from '../../src/catalogue/read-catalogue.ts';
import { readConfig } from '../../src/config.ts';
import type { LooseDocument } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { runCommandLines } from '../support/run-command-lines.ts';
import { kinora } from '../support/service-process.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');

let service: TestApp;
let settings: Record<string, string>;
let file: string;
before(async () => {
  service = await startTestApp();
  settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
  file = path.join(service.dataDir, 'catalogue.yaml');
});
after(() => service.stop());

const run = async (...args: string[]) => {
  const [answer] = await runCommandLines([{ args: ['catalogue', ...args], settings }]);
  assert.ok(answer !== undefined);
  return answer;
};

async function change(from: string, to: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from), `${from} is in the file`);
  await writeFile(file, text.replace(from, to));
  return text;
}

test('what is exported is what is sold, and applying it changes nothing', async () => {
  verifies('DEC-CATALOGUE-01', 'DEC-CATALOGUE-14');
  const exported = await run('export');
  assert.equal(exported.code, 0, exported.output);
  assert.deepEqual(parse(exported.output), catalogue.document);
  await writeFile(file, exported.output);
  assert.match((await run('check', file)).output, /is a valid catalogue: 4 models, 2 plans\.$/);
  assert.equal((await run('diff', file)).output, 'Nothing changes.');
  assert.equal((await run('apply', file)).output, 'Nothing changes: this is the latest version.');
  assert.equal((await run('list')).output, '1  from the start, by first start');
});

test('a wrong file is refused with the line, the field and the remedy, and changes nothing', async () => {
  verifies('DEC-CATALOGUE-02', 'DEC-CATALOGUE-03');
  const before = await change('cents_per_second: 10', 'cents_per_second: 10.5');
  const line = (await readFile(file, 'utf8')).split('\n').findIndex((row) => row.includes('10.5')) + 1;
  for (const action of ['check', 'diff', 'apply']) {
    const { code, output } = await run(action, file);
    assert.equal(code, 1);
    assert.ok(output.startsWith(`${file}:${line}: models[1].price[0].cents_per_second: `), output);
  }
  await writeFile(file, before);
});

test('a changed price is shown, applied on a running server, and withdrawn before it starts', async () => {
  verifies('DEC-CATALOGUE-05', 'DEC-CATALOGUE-13', 'DEC-CATALOGUE-14');
  await change('cents_per_second: 10', 'cents_per_second: 11');
  assert.equal((await run('diff', file)).output, 'models.fast.price[0].cents_per_second: 10 -> 11');
  const scheduled = await run('apply', file, '--at', '2100-01-01T00:00:00Z');
  assert.match(scheduled.output, /Version 2 starts at 2100-01-01T00:00:00\.000Z\.$/);
  const early = await run('apply', file);
  assert.deepEqual([early.code, /version 2 starts at 2100/.test(early.output)], [1, true], early.output);
  assert.equal((await run('withdraw')).output, 'Withdrawn: version 2.');
  assert.equal((await run('apply', file)).code, 0);
  await until(async () => {
    const { body } = await send(`${service.url}/api/v1/models/fast`, {});
    return body.price[0].cents_per_second === 11;
  });
  const log = (await kinora(['security-log', '--json'], settings)).output;
  assert.match(log, /"catalogue apply".*3/);
  for (const args of [['apply'], ['export', file], ['apply', file, '--at', '2100-01-01'], ['sell', file]]) {
    assert.equal((await run(...args)).code, 2, args.join(' '));
  }
});

test('a file of the configuration is applied at a start, once, and the command changes nothing then', async () => {
  verifies('DEC-CATALOGUE-15');
  await change('cents_per_second: 11', 'cents_per_second: 12');
  settings = { ...settings, KINORA_CATALOGUE: file };
  const start = async (): Promise<void> => {
    const app = await startApp(readConfig({ ...settings, KINORA_PORT: '0' }), pino({ level: 'silent' }));
    await app.stop();
  };
  await start();
  await start();
  assert.match((await run('list')).output, new RegExp(`^4 {2}from \\S+, by ${file}\\n3 {2}`));
  const refused = await run('apply', file);
  assert.deepEqual([refused.code, /KINORA_CATALOGUE names the file/.test(refused.output)], [1, true]);
  const without = { ...settings };
  delete (without as Record<string, string>).KINORA_CATALOGUE;
  const other = path.join(path.dirname(file), 'other.yaml');
  const text = await readFile(file, 'utf8');
  const changed = text.replace('starts_at: null', 'starts_at: 2100-01-01T00:00:00Z');
  await writeFile(other, changed.replace('cents_per_second: 12', 'cents_per_second: 13'));
  const later = await kinora(['catalogue', 'apply', other], without);
  assert.match(later.output, /Version 5 starts at 2100-01-01T00:00:00\.000Z/);
  const logged: string[] = [];
  const app = await startApp(
    readConfig({ ...settings, KINORA_PORT: '0' }),
    pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  );
  await app.stop();
  assert.match(
    logged.join(''),
    /KINORA_CATALOGUE: version 5 of the catalogue, by command line, has replaced that of /,
  );
  await change('cents_per_second: 12', 'cents_per_second: twelve');
  await assert.rejects(start(), /KINORA_CATALOGUE: .*:\d+: models\[1\]\.price\[0\]\.cents_per_second: /s);
});

test('the model and the plan of the guide are sold, once they are in the file', async () => {
  verifies('DEC-CATALOGUE-09');
  const guide = await readFile(path.join(ROOT, 'docs/guides/catalogue.md'), 'utf8');
  const [model, plan] = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => parse(block));
  const document = structuredClone(catalogue.document) as LooseDocument;
  document.models.push(...model);
  document.plans.push(...plan);
  assert.deepEqual(checkCatalogue(document).ok && [model[0].id, plan[0].id], ['draft', 'studio']);
  const [, fault = ''] = /(models\[1\]\.grid\.max_side: .*)/.exec(guide) ?? [];
  document.models[1].price.pop();
  const checked = checkCatalogue(document);
  const faults = checked.ok
    ? []
    : checked.faults.map(({ path: at, message }) => `${formatPath(at)}: ${message}`);
  assert.ok(faults.includes(fault), faults.join('\n'));
});
