import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { ServerContext } from '@modelcontextprotocol/server';
import { within } from '../../server/test/support/deadline.ts';
import type { Access } from '../src/access/access.ts';
import { callTool, createReport } from '../src/call-tool.ts';

/** An adapter with a key, of a service at `address`. */
function adapterOf(address: string) {
  const access = { key: async () => 'kn_key', isGiven: true, secrets: () => new Set() } as unknown as Access;
  const config = { address, origin: address, apiToken: 'kn_key', mediaRoots: [], credentialsFile: '' };
  return { config, access };
}

const context = { mcpReq: { signal: new AbortController().signal } } as unknown as ServerContext;

/** A service that answers every request so, or never. */
async function withService(
  answer: { readonly status: number; readonly body: object } | undefined,
  use: (adapter: ReturnType<typeof adapterOf>) => Promise<void>,
): Promise<void> {
  const server = createServer((_request, response) => {
    if (answer !== undefined) response.writeHead(answer.status).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(adapterOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const aboutOf = async (adapter: ReturnType<typeof adapterOf>, maxMs?: number) => {
  const { structuredContent } = await callTool('service_about', {}, adapter, context, maxMs);
  return structuredContent as { readonly access: string; readonly how_to_pay: string };
};

test('a call ends before hosts end it, and an order that got no response names its key', async () => {
  verifies('DEC-MCP-10', 'DEC-MCP-17');
  await withService(undefined, async (adapter) => {
    const ordering = callTool('service_generate_image', { prompt: 'a pear' }, adapter, context, 200);
    const order = await within(() => 'the end of the call', ordering, 15_000);
    assert.equal(order.isError, true);
    const [sentence, facts] = order.content.map((block) => (block.type === 'text' ? block.text : ''));
    assert.match(sentence ?? '', /did not respond/);
    const { code, idempotency_key: key } = JSON.parse(facts ?? '');
    assert.equal(code, 'timed_out');
    assert.match(key, /^[\w-]{36}$/);
    assert.equal((await aboutOf(adapter, 200)).access, 'unreachable');
  });
});

for (const [status, code, access] of [
  [401, 'unauthorized', 'key_refused'],
  [403, 'account_banned', 'key_refused'],
  [403, 'scope_required', 'ready'],
  [429, 'rate_limited', 'unreachable'],
] as const) {
  test(`service_about says ${access} after ${status} ${code}`, async () => {
    verifies('DEC-MCP-18');
    const body = { error: 'No.', code };
    await withService({ status, body }, async (adapter) => {
      const about = await aboutOf(adapter);
      assert.equal(about.access, access);
      assert.match(about.how_to_pay, /^The key comes from SERVICE_API_TOKEN/, 'no sign-in replaces it');
    });
  });
}

test('progress increases with every report and stays within its total', async () => {
  verifies('DEC-MCP-08');
  const reports: number[] = [];
  const report = createReport(async ({ progress }) => {
    reports.push(progress);
  });
  for (const percent of [0, 0, 40, 40, 30, 100, 100, 100]) await report(percent, 'running');
  assert.deepEqual(
    reports.map((progress) => Number(progress.toFixed(3))),
    [0, 0.001, 40, 40.001, 40.002, 99, 99.001, 99.002],
  );
});
