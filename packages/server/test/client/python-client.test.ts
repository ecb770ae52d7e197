import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { strFromU8, unzipSync } from 'fflate';
import { samplesFor } from '../../../console/src/account/connect/samples.ts';
import { childEnvironment } from '../../src/config.ts';
import { SLOW_MS, within } from '../support/deadline.ts';
import { createEnvironment, findPython, type PythonEnvironment } from '../support/python.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/**
 * The Python client as customers get it: installed from the service into an empty environment, with the examples of
 * docs/python.md and packages/python/README.md; built as for a package index; checked and tested as its own project.
 */

const source = path.join(import.meta.dirname, '../../../python');
/** Versions of PyPI. */
const TOOLS = ['build==1.3.0', 'mypy==2.4.1', 'ruff==0.17.6', 'pytest==9.2.0', 'uv==0.9.5'];
const run = promisify(execFile);

const python = findPython();
const skip = python === undefined && 'there is no python3 of 3.10 or newer with venv: install one to test it';

describe('the Python client', { skip }, () => {
  let folder: string;
  let service: TestApp;
  let worker: { stop(): Promise<void> };
  let customer: TestAccount;
  let tools: PythonEnvironment;
  let user: PythonEnvironment;
  let wheel: string;
  const url = () => `${service.url}/downloads/${wheel}`;
  const environment = (more: Readonly<Record<string, string>> = {}) =>
    childEnvironment({ KINORA_SERVER: service.url, KINORA_API_KEY: customer.key, ...more });
  /** What a customer types, in the environment. */
  const shell = async (text: string, more: Readonly<Record<string, string>> = {}) => {
    const env = { ...environment(more), PATH: `${user.programs}${path.delimiter}${process.env.PATH}` };
    return (await run('sh', ['-c', text], { cwd: folder, env })).stdout;
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kinora-python-'));
    service = await startTestApp();
    worker = startRealWorker(service, createProceduralEngine());
    customer = await service.account();
    const version = /__version__ = "(.+)"/.exec(
      await readFile(path.join(source, 'src/kinora/_version.py'), 'utf8'),
    );
    wheel = `kinora_client-${version?.[1]}-py3-none-any.whl`;
    const create = (name: string) => createEnvironment(python ?? '', path.join(folder, name));
    [user, tools] = await Promise.all([create('user'), create('tools')]);
  });
  after(async () => {
    await worker?.stop();
    await service?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  test('from an empty environment to an image: the commands of the manual', async (context) => {
    verifies('DEC-PYTHON-01');
    const [install] = blocksFor('docs/python.md', 'client/python-client');
    assert.ok(install !== undefined);
    const commands = install.text
      .replaceAll('http://127.0.0.1:8787', service.url)
      .replaceAll('kn_...', customer.key);
    const startedAt = performance.now();
    await shell(`${commands}\npython -c 'from kinora import Kinora; print(Kinora())'`);
    const installedAt = performance.now();
    const [sample] = samplesFor(`${service.url}/api`).filter(({ language }) => language === 'Python');
    assert.ok(sample !== undefined);
    assert.equal(sample.needs, `pip install ${url()}`);
    await writeFile(path.join(folder, sample.file), sample.code);
    assert.match(await shell(sample.run.replace('<your key>', customer.key)), /image\.png is ready/);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    context.diagnostic(
      `installed after ${seconds(startedAt, installedAt)} s, an image ${seconds(installedAt, performance.now())} s later`,
    );
    const installed = await user.run('pip', ['list', '--format=freeze']);
    assert.match(installed, /^kinora-client==/m);
  });

  test('the examples of the manual and of the package run, and are typed', async () => {
    verifies('DEC-PYTHON-01', 'DEC-PYTHON-07');
    await writeFile(path.join(folder, 'fox.png'), await readFile(path.join(folder, 'image.png')));
    const named = blocksFor('docs/python.md', 'client/python-client')
      .filter(({ language }) => language === 'python')
      .map(({ text }): [string, string] => [/^# (\S+\.py)\n/.exec(text)?.[1] ?? '', text]);
    const readme = blocksFor('packages/python/README.md', 'client/python-client');
    const [command, short] = blocksFor('README.md', 'client/python-client');
    assert.ok(command?.text.endsWith(`/downloads/${wheel}\n`), command?.text);
    const [readmeInstall, ...readmeExamples] = readme.map(({ text }) => text);
    assert.equal(readmeInstall, 'pip install kinora-client\n');
    const examples = new Map([
      ...named,
      ...[...readmeExamples, short?.text ?? ''].map((text, at): [string, string] => [
        `readme_${at}.py`,
        text,
      ]),
    ]);
    for (const [name, text] of examples) await writeFile(path.join(folder, name), text);
    const prints = async (name: string, expected: RegExp) => {
      assert.ok(examples.delete(name), name);
      const running = shell(`python ${name}`, { WEBHOOK_SECRET: 'whsec_eA==' });
      assert.match(await within(() => name, running, SLOW_MS), expected, name);
    };
    await prints('image.py', /^5 cents, seed \d+\n$/);
    await prints('video.py', /^1280x720, 10 cents\n[\s\S]*completed None\n$/);
    await prints('many.py', /^([\da-f-]{36}\.png\n){3}$/);
    await prints('errors.py', /^cinema has lengths of 5\.0 seconds\n$/);
    await prints(
      'account.py',
      /^\d+ cents left\n5 images and\n1 seconds of video this month\n2000\nimage: about \d+ s\n/,
    );
    await prints('webhooks.py', /^$/);
    await prints('readme_0.py', /^$/);
    await prints('readme_1.py', /^boat\.png 5 cents, seed \d+\n$/);
    await prints('readme_2.py', /^$/);
    // Nobody approves the claim.
    const claim = run(path.join(user.programs, 'python'), ['claim.py'], { cwd: folder, env: environment() });
    claim.catch(() => undefined);
    assert.ok(claim.child.stdout);
    const [line] = await within(() => 'a line', once(createInterface(claim.child.stdout), 'line'), SLOW_MS);
    assert.match(String(line), /^Open http/);
    claim.child.kill();
    assert.ok(examples.delete('claim.py'));
    assert.deepEqual([...examples.keys()], []);
  });

  test('the project is typed, formatted and tested against the service', async (context) => {
    verifies('DEC-PYTHON-02', 'DEC-PYTHON-03', 'DEC-PYTHON-04', 'DEC-PYTHON-05', 'DEC-PYTHON-07');
    await tools.run('pip', ['install', '-q', url(), ...TOOLS]);
    const copy = path.join(folder, 'project');
    await cp(source, copy, { recursive: true, filter: (from) => !/cache|[\\/]dist$/.test(from) });
    await tools.run('ruff', ['check', '--no-cache', '.'], { cwd: copy });
    await tools.run('ruff', ['format', '--check', '--no-cache', '.'], { cwd: copy });
    await tools.run('mypy', ['--cache-dir', path.join(folder, 'mypy')], { cwd: copy });
    await tools.run('mypy', ['--strict', '.', '--exclude', 'project|user|tools'], { cwd: folder });
    // What is tested is what was installed.
    await rm(path.join(copy, 'src'), { recursive: true });
    const env = childEnvironment({
      KINORA_TEST_SERVICE: service.url,
      KINORA_TEST_KEY: (await service.account()).key,
      KINORA_TEST_POOR_KEY: (await service.account(20)).key,
    });
    const report = await tools.run('pytest', ['-p', 'no:cacheprovider'], { cwd: copy, env });
    context.diagnostic(report.trim().split('\n').at(-1) ?? '');
    assert.match(report, /^\d+ passed in /m, report);
  });

  test('the wheel of the service is what the builder of Python makes; pip and uv install both', async () => {
    verifies('DEC-PYTHON-06');
    const copy = path.join(folder, 'built');
    await cp(source, copy, { recursive: true, filter: (from) => !/cache|[\\/]dist$/.test(from) });
    await tools.run('python', ['-m', 'build', copy]);
    const built = unzipSync(await readFile(path.join(copy, 'dist', wheel)));
    const served = unzipSync(new Uint8Array(await (await fetch(url())).arrayBuffer()));
    const isMade = (name: string) => /RECORD$|WHEEL$/.test(name);
    const texts = (files: typeof built) =>
      Object.fromEntries(
        Object.entries(files)
          .filter(([name]) => !isMade(name))
          // A newer builder writes the same fields by a newer version of their standard.
          .map(([name, bytes]) => [name, strFromU8(bytes).replace(/^Metadata-Version: .*/, '')])
          .sort(),
      );
    assert.deepEqual(texts(served), texts(built));
    const needed = [...strFromU8(metadataOf(served)).matchAll(/^Requires-Dist: ([a-z]+)/gm)];
    assert.deepEqual(
      needed.map(([, name]) => name),
      ['httpx', 'pydantic'],
    );
    const check = ['-c', 'import kinora; print(kinora.__version__)'];
    for (const [at, file] of [path.join(copy, 'dist', wheel), url()].entries()) {
      const empty = path.join(folder, `by-uv-${at}`);
      await tools.run('uv', ['venv', '-q', '--python', path.join(tools.programs, 'python'), empty]);
      const target = path.join(empty, path.basename(tools.programs), 'python');
      // With the certificates of the machine, as pip.
      await tools.run('uv', ['pip', 'install', '-q', '--native-tls', '--python', target, file]);
      assert.match((await run(target, check)).stdout, /^\d+\.\d+\.\d+\n$/);
    }
  });
});

function metadataOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return Object.entries(files).find(([name]) => name.endsWith('METADATA'))?.[1] ?? new Uint8Array();
}
