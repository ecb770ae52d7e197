import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifies } from '@kinora/testing/requirements';
import {
  json,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../client/test/support/scripted-server.ts';
import { type Customer, createCustomer, type Ended } from '../support/customer.ts';
import { until } from '../support/deadline.ts';

/** A service, or what stands in its place, against the terminal and the key of a customer. */

const KEY = 'kn_0123456789abcdefghijklmnopqrstuv';

/** Erases, names the window, links, asks the terminal, reorders, hides; some with the key in it. */
const EVIL = [
  `\x1b[2J\x1b]0;title ${KEY}\x07`,
  `\x1b]8;;https://evil.example/?${KEY}\x1b\\here\x1b]8;;\x1b\\`,
  '\x9b31m\x9d52;c;aGk=\x9c\x90q\x9c\x85',
  `\u202e${KEY}\u200b\u2066\u061c\u2069`,
  '\u{e0001}\u{e0068}\u{e0069}\u{e0100}\u00ad\u2060\ufeff\u2028\u2029\x7f',
  '\r\nBalance        9.99 USD\r\x08\x08',
].join(' ');

/** The key with something between its characters. */
const PIECES = `${KEY.slice(0, 3)}\u200b${KEY.slice(3, 5)}\x1b[0m${KEY.slice(5, 12)}\x00${KEY.slice(12, 20)}\n${KEY.slice(20)}`;

/** What a terminal, an editor or a reader takes for something else than it is. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u{e0100}-\u{e01ef}]/u;

const JOB = {
  job_id: PIECES,
  kind: EVIL,
  status: EVIL,
  error: EVIL,
  seed: EVIL,
  price_cents: EVIL,
  created_at: PIECES,
  completed_at: EVIL,
  result_url: `https://kinora.example/${EVIL}`,
  progress: EVIL,
  queue_position: EVIL,
  estimated_wait_seconds: EVIL,
};
const MODEL = {
  id: EVIL,
  title: EVIL,
  description: PIECES,
  operations: [EVIL],
  sizes: [EVIL],
  default_size: EVIL,
  grid: { step: EVIL, min_side: EVIL, max_side: EVIL },
  plans: [EVIL],
  included_weight: EVIL,
  available: true,
  estimated_wait_seconds: EVIL,
  seconds: [EVIL],
  price: [{ up_to_pixels: EVIL, cents: EVIL }],
};
const SOURCES = { allowance_images: 0, allowance_seconds: 0, balance_cents: 1, month_end_cents: EVIL };
const EVERYTHING = {
  ...MODEL,
  ...JOB,
  [EVIL]: EVIL,
  models: [MODEL],
  holds_until: EVIL,
  jobs: [JOB, JOB],
  output_width: EVIL,
  output_height: EVIL,
  mode: EVIL,
  paid_from: SOURCES,
  balance_cents: EVIL,
  auto_recharge: { enabled: true, amount_usd: EVIL, threshold_cents: EVIL },
  monthly_cap_cents: EVIL,
  month_start: EVIL,
  images_used: EVIL,
  videos_used: EVIL,
  video_seconds_used: EVIL,
  base_images_allowance: EVIL,
  code: EVIL,
  user_code: EVIL,
  verification_uri_complete: EVIL,
  expires_in: EVIL,
  interval: 1,
};
const refusal = (status: number, more: object) =>
  json(status, {
    error: EVIL,
    issues: [
      { path: EVIL, message: EVIL },
      { path: EVIL, message: PIECES },
    ],
    ...more,
  });

let service: ScriptedServer;
let customer: Customer;
before(async () => {
  service = await startScriptedServer();
});
after(() => service.stop());
beforeEach(async () => {
  await customer?.leave();
  customer = await createCustomer(service.url);
});
after(() => customer.leave());

const run = (args: readonly string[]): Promise<Ended> => customer.run(args, { env: { KINORA_API_KEY: KEY } });

function assertHarmless({ stdout, stderr }: Ended, what: string): void {
  const printed = `${stdout}\n${stderr}`;
  assert.doesNotMatch(printed, UNSEEN, `${what}: ${JSON.stringify(printed)}`);
  const read = printed.replaceAll(/\\[un][\da-f]{0,4}|[^\x21-\x7e]/g, '');
  assert.ok(!read.includes(KEY), `${what}: ${JSON.stringify(printed)}`);
  assert.doesNotMatch(printed, /^Balance {8}9/m, what);
}

/** For errors, which all commands report alike. */
const SOME = [
  ['status', 'a'],
  ['quote', 'image', 'a boat'],
  ['image', 'a boat'],
];
const COMMANDS: readonly (readonly string[])[] = [
  ['status', 'a'],
  ['status', 'a', '--wait'],
  ['status', 'a', '-o', 'file.png'],
  ['jobs'],
  ['usage'],
  ['models'],
  ['models', 'a'],
  ['quote', 'image', 'a boat'],
  ['quote', 'video', 'a boat'],
  ['image', 'a boat', '--no-wait'],
  ['image', 'a boat'],
  ['image', 'a boat', '--no-store'],
  ['delete', 'a'],
];

describe('nothing that a service says controls the terminal or shows the key', () => {
  const answers: Readonly<Record<string, Reply>> = {
    'what was asked for': json(200, EVERYTHING),
    'what is wrong': refusal(400, { code: 'invalid_request' }),
    'who pays': refusal(402, { code: 'balance_insufficient', top_up: EVIL }),
    'an unknown problem': refusal(418, { code: EVIL, [EVIL]: { [EVIL]: [EVIL] } }),
    'a text': (response) => void response.writeHead(500).end(EVIL),
    'a page': (response) => void response.writeHead(500).end(`<html><title>${EVIL}</title>`),
    'another address': json(302, {}, { location: `https://evil.example/?${KEY}` }),
    'no JSON': (response) => void response.writeHead(200).end(EVIL),
  };
  for (const [what, reply] of Object.entries(answers)) {
    test(what, async () => {
      verifies('DEC-CLI-11', 'DEC-CLI-01');
      service.script(reply);
      for (const args of what === 'what was asked for' ? COMMANDS : SOME) {
        for (const more of [[], ['--json']]) {
          const ended = await run([...args, ...more]);
          assertHarmless(ended, [...args, ...more].join(' '));
          assert.notEqual(`${ended.stdout}${ended.stderr}`, '', args.join(' '));
        }
      }
    });
  }
});

test('a sign-in shows neither the code that gets the key nor what is not seen', async () => {
  verifies('DEC-CLI-11', 'DEC-CLI-01');
  const code = 'the-code-that-receives-the-key';
  const started = {
    ...EVERYTHING,
    code,
    user_code: `ABCD${code}`,
    verification_uri_complete: `http://x/${code}`,
  };
  service.script(json(200, started), json(200, { status: 'denied', error: code }));
  const ended = await customer.run(['login']);
  assertHarmless(ended, 'login');
  assert.ok(!ended.stderr.includes(code), ended.stderr);
});

test('JSON says what the service said, in characters that are seen', async () => {
  verifies('DEC-CLI-11');
  const error = 'a\u202eb\x9bc\u{e0041}\x1bd\u00ad\ud800é';
  service.script(json(200, { ...JOB, error }));
  const { stdout } = await run(['status', 'a', '--json']);
  assert.doesNotMatch(stdout, UNSEEN);
  assert.equal(JSON.parse(stdout).error, error);
  assert.match(stdout, /\\u202eb\\u009bc\\udb40\\udc41\\u001bd\\u00ad\\ud800é/);
});

test('a service chooses neither the folder nor the name of a file', async () => {
  verifies('DEC-CLI-12');
  for (const job_id of ['../../escaped', '.bashrc', 'a\x1b[2J', KEY, 'x'.repeat(5000), '..', 'CON', 7]) {
    service.script((response, request) => {
      if (request.path.startsWith('/file')) return response.end('the bytes');
      const job = { ...JOB, job_id, kind: 'image', status: 'completed', result_url: `${service.url}/file` };
      return json(200, job)(response, request);
    });
    const ended = await run(['image', 'a boat']);
    assertHarmless(ended, String(job_id));
    const files = (await readdir(customer.folder)).filter((name) => name !== 'config');
    assert.equal(files.length, 1, `${job_id}: ${ended.stderr}`);
    assert.match(files[0] ?? '', /^kinora-[\da-f]{8}\.png$/);
    await customer.leave();
    customer = await createCustomer(service.url);
  }
});

test('a completion runs nothing that a service has written into the id of a model', async () => {
  verifies('DEC-MODEL-04');
  const { folder } = customer;
  const ids = ['$(touch ran)', '`touch ran`', '$HOME', "a'b", '*', '-o', 'a b', 'good-1.5'];
  service.script(
    json(200, { models: ids.map((id) => ({ ...MODEL, id, kind: 'video' })), holds_until: null }),
  );
  const { stdout: script } = await run(['completion', 'bash']);
  const entry = fileURLToPath(import.meta.resolve('@kinora/cli/main'));
  const words = `COMP_WORDS=(kinora video --model ''); COMP_CWORD=3`;
  const { stdout } = await promisify(execFile)(
    'bash',
    [
      '-c',
      `kinora() { '${process.execPath}' '${entry}' "$@"; }\n${script}\n${words}; _kinora; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { cwd: folder, env: { ...process.env, KINORA_SERVER: service.url, KINORA_API_KEY: KEY } },
  );
  assert.equal(stdout, 'good-1.5\n');
  assert.ok(!(await readdir(folder)).includes('ran'));
});

test('a list that does not end, ends', async () => {
  verifies('DEC-CLI-12');
  for (const page of [{ jobs: [] }, { jobs: Array(50).fill(JOB) }]) {
    const before = service.received.length;
    service.script(json(200, { ...page, next_cursor: 'again' }));
    const { code, stdout } = await run(['jobs', '-n', '100']);
    assert.equal(code, 0);
    assert.ok(stdout.split('\n').length <= 101);
    assert.ok(service.received.length - before <= 2, `${service.received.length - before} pages`);
  }
});

test('an answer that does not end is not read on, and no redirect is followed', async () => {
  verifies('DEC-CLI-12', 'DEC-CLIENT-10');
  let open = 0;
  service.script((response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    const pour = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536, ' '), pour));
    pour();
  });
  const ended = await run(['usage']);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /larger than 8 MiB/);
  await until(() => open === 0);
  const before = service.received.length;
  service.script(json(307, {}, { location: '/again' }));
  assert.equal((await run(['status', 'a'])).code, 1);
  assert.equal(service.received.length - before, 1);
});
