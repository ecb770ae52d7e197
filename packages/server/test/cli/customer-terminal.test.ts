import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { customerCommands } from '@kinora/cli/commands';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type Customer, createCustomer } from '../support/customer.ts';
import { SLOW_MS, within } from '../support/deadline.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What a person sees and types: help, completion, a progress bar. */

const run = promisify(execFile);
let service: TestApp;
let customer: Customer;
before(async () => {
  service = await startTestApp();
  customer = await createCustomer(service.url);
  await customer.run(['login', '--with-key'], { input: (await service.account()).key });
});
after(async () => {
  await customer.leave();
  await service.stop();
});

test('the overview names every command, each has help and a page in the manual', async () => {
  verifies('DEC-CLI-09');
  const manual = await readFile(path.join(import.meta.dirname, '../../../../docs/command-line.md'), 'utf8');
  const overview = await customer.run([]);
  assert.equal(overview.code, 0);
  for (const [name, { load }] of Object.entries(customerCommands)) {
    assert.match(overview.stdout, new RegExp(`^  ${name} +\\S`, 'm'));
    const { help } = await load();
    assert.match(help, new RegExp(`^Usage: kinora ${name}`));
    assert.ok(
      help.split('\n').every((line) => line.length <= 110),
      name,
    );
    assert.ok(manual.includes(`kinora ${name}`), `the manual has no kinora ${name}`);
  }
  const unknown = await customer.run(['imge']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /unknown command "imge"/);
});

/** What bash offers after these words, the last of which is being typed. */
async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await customer.run(['completion', 'bash']);
  const entry = fileURLToPath(import.meta.resolve('@kinora/cli/main'));
  const command = `kinora() { '${process.execPath}' '${entry}' "$@"; }`;
  const typed = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
  const { stdout } = await run(
    'bash',
    ['-c', `${script}\n${command}\n${typed}; _kinora; printf '%s\\n' "\${COMPREPLY[@]}"`],
    { env: { ...process.env, KINORA_SERVER: service.url } },
  );
  return stdout.trim().split('\n');
}

test('bash completes commands, options, choices and files', async () => {
  verifies('DEC-CLI-10');
  assert.deepEqual(await completed('kinora', ''), Object.keys(customerCommands));
  assert.deepEqual(await completed('kinora', 'vi'), ['video']);
  assert.deepEqual(await completed('kinora', 'video', '--mo'), ['--model', '--mode']);
  assert.deepEqual(await completed('kinora', 'jobs', '--kind', ''), ['image', 'video']);
  assert.deepEqual(await completed('kinora', 'quote', 'v'), ['video']);
  const files = await completed('kinora', 'video', '--image', path.join(import.meta.dirname, 'customer-t'));
  assert.deepEqual(files, [fileURLToPath(import.meta.url)]);
});

test('bash completes the models of the service', async () => {
  verifies('DEC-MODEL-04');
  const videos = ['fast', 'quality', 'cinema'];
  assert.deepEqual(await completed('kinora', 'video', '--model', ''), videos);
  assert.deepEqual(await completed('kinora', 'image', '--model', ''), ['image']);
  assert.deepEqual(await completed('kinora', 'quote', 'video', 'x', '--model', ''), ['image', ...videos]);
  assert.deepEqual(await completed('kinora', 'models', 'c'), ['cinema']);
});

for (const shell of ['zsh', 'fish']) {
  const isInstalled = spawnSync(shell, ['--version']).status === 0;
  test(`${shell} accepts its script, which has every command and option`, async (context) => {
    verifies('DEC-CLI-10');
    const { stdout: script } = await customer.run(['completion', shell]);
    for (const name of Object.keys(customerCommands)) assert.ok(script.includes(name), name);
    for (const option of ['idempotency-key', 'queued completed blocked failed', 'kinora models --kind video'])
      assert.ok(script.includes(option), option);
    if (!isInstalled) return context.diagnostic(`${shell} is not installed: the syntax was not checked`);
    await run(shell, ['-n', '-c', script]);
  });
}

test('each shell loads its script by the line of the manual', async (context) => {
  verifies('DEC-CLI-10', 'DEC-DOCS-04');
  const lines = blocksFor('docs/command-line.md', 'cli/customer-terminal').flatMap(({ text }) =>
    text.trim().split('\n'),
  );
  assert.equal(lines.length, 3);
  for (const line of lines) {
    const [, shell = ''] = /kinora completion (\w+)/.exec(line) ?? [];
    if (spawnSync(shell, ['--version']).status !== 0) {
      context.diagnostic(`${shell} is not installed: its line was not run`);
      continue;
    }
    const entry = fileURLToPath(import.meta.resolve('@kinora/cli/main'));
    const command = line.replace('kinora', `'${process.execPath}' '${entry}'`);
    const ready = shell === 'zsh' ? 'autoload -Uz compinit; compinit -D; ' : '';
    const { stderr } = await run(shell, ['-c', `${ready}${command}`]);
    assert.equal(stderr, '', line);
  }
});

const hasScript = spawnSync('script', ['--version']).status === 0;

/** Runs kinora at a terminal, and returns everything that was drawn. */
async function drawnBy(
  line: string,
  columns: number,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@kinora/cli/main'));
  const config = path.dirname(path.dirname(customer.credentialsFile));
  const command = `stty cols ${columns}; exec '${process.execPath}' '${entry}' ${line}`;
  // Nothing else is inherited: a variable such as CI or FORCE_COLOR decides about colours too.
  const { PATH, HOME } = process.env;
  const settings = {
    PATH,
    HOME,
    XDG_CONFIG_HOME: config,
    KINORA_SERVER: service.url,
    TERM: 'xterm-256color',
  };
  const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
    cwd: customer.folder,
    env: { ...settings, ...env },
  });
  return stdout;
}

/** Orders an image at a terminal. */
async function atTerminal(env: Readonly<Record<string, string>>): Promise<string> {
  const drawing = drawnBy(`image 'a paper boat' -o boat.png`, 72, env);
  await deliver(service.worker, await takeLease(service.worker));
  return within(() => 'the end of kinora at a terminal', drawing, SLOW_MS);
}

test('at a terminal the models are a table with a sentence below each, or lines if that is too narrow', async (context) => {
  verifies('DEC-MODEL-02');
  if (!hasScript) return context.skip('script(1) is not installed');
  const plain = { NO_COLOR: '1' };
  const wide = (await drawnBy('models', 110, plain)).split('\r\n');
  assert.match(wide[0] ?? '', /^MODEL +KIND +PRICE +LENGTHS +SIZES +WAIT$/);
  assert.match(
    wide[3] ?? '',
    /^fast +video +0\.10 to 0\.20 USD a second +1 to 10 s +1280x720, or 256 to 2560/,
  );
  assert.match(wide[4] ?? '', /^ {2}Videos of up to ten seconds/);
  const narrow = (await drawnBy('models', 60, plain)).split('\r\n');
  assert.match(narrow.slice(0, 3).join('\n'), /^image\n {2}image · 0\.05 to 0\.08 USD · 1024x1024, or/);
  assert.ok(wide.every((line) => line.length <= 110));
  assert.ok(narrow.every((line) => line.length <= 60));
});

test('a terminal shows a bar in one line, with colours unless NO_COLOR is set', async (context) => {
  verifies('DEC-CLI-05');
  if (!hasScript) return context.skip('script(1) is not installed');
  const coloured = await atTerminal({});
  assert.ok(coloured.includes('\r\x1b[2K  Image '));
  assert.ok(coloured.includes('\x1b[32m✔\x1b[39m boat.png'));
  const plain = await atTerminal({ NO_COLOR: '1' });
  assert.match(plain, /✔ boat\.png {2}/);
  const drawn = plain.split('\r\x1b[2K').slice(1);
  // At least one bar, and what follows its erasure: how often it is redrawn depends on how long the job takes.
  assert.ok(drawn.length >= 2);
  assert.ok(drawn.every((line) => !line.includes('\x1b[')));
  assert.ok(
    drawn.slice(0, -1).every((line) => line.length < 72),
    'a line that wraps could not be erased',
  );
});

test('at a terminal login --with-key says that it waits for the key', async (context) => {
  verifies('DEC-CLI-01');
  if (!hasScript) return context.skip('script(1) is not installed');
  const entry = fileURLToPath(import.meta.resolve('@kinora/cli/main'));
  const command = `'${process.execPath}' '${entry}' login --with-key --server '${service.url}'`;
  const typing = run('script', ['-qec', command, '/dev/null'], { cwd: customer.folder });
  typing.child.stdin?.end('kn_wrong\n\x04');
  const { stdout } = await typing.catch((error: { readonly stdout: string }) => error);
  assert.match(stdout, /Paste the key/);
});

test('a command that waits before it tries again says why', async () => {
  verifies('DEC-CLI-05');
  let calls = 0;
  const busy = createServer((request, response) => {
    request.resume();
    calls += 1;
    const [status, code] = calls === 1 ? [503, 'workers_unavailable'] : [402, 'payment_required'];
    const headers = { 'content-type': 'application/json', 'retry-after': '2' };
    response.writeHead(Number(status), headers).end(JSON.stringify({ error: 'No worker is free.', code }));
  });
  const { port } = await new Promise<AddressInfo>((resolve) => {
    busy.listen(0, '127.0.0.1', () => resolve(busy.address() as AddressInfo));
  });
  const env = { KINORA_API_KEY: 'kn_1', KINORA_SERVER: `http://127.0.0.1:${port}` };
  const { code, stderr } = await customer.run(['image', 'a boat'], { env });
  busy.close();
  assert.equal(code, 3);
  assert.match(stderr, /^No worker is free\. Trying again in 2 s\.$/m);
});
