import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { toolSummaries } from '../src/adapter-facts.ts';
import { startAdapter } from './support/adapter-process.ts';

/** The configurations and commands of docs/mcp.md, with this checkout in place of the one in the text. */

const root = path.join(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/mcp.md'), 'utf8');
const bundled = path.join(root, 'packages/mcp/dist/kinora-mcp.mjs');
const blocks = (language: string): string[] =>
  blocksFor('docs/mcp.md', 'docs')
    .filter((block) => block.language === language)
    .map(({ text }) => text.replaceAll('/path/to/kinora-mcp.mjs', bundled));

interface HostEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

test('every configuration of a host starts an adapter of that service', async () => {
  verifies('DEC-MCP-14');
  const entries = blocks('json').map((text) => {
    const [servers] = Object.values(JSON.parse(text) as Record<string, Record<string, HostEntry>>);
    return servers?.kinora;
  });
  assert.equal(entries.length, 3);
  for (const entry of entries) {
    assert.ok(entry !== undefined && entry.command === 'node');
    const [program, ...args] = entry.args;
    const adapter = await startAdapter({ ...(program && { program }), args, environment: entry.env });
    assert.equal((await adapter.client.listTools()).tools.length, Object.keys(toolSummaries).length);
    assert.equal((await adapter.call('service_about')).value.address, 'https://media.example.com');
    await adapter.stop();
  }
});

test('every configuration that the page shows names the program in the same way', () => {
  verifies('DEC-MCP-14');
  const programs = page.match(/[\w/.-]*\/kinora-mcp\.mjs/g) ?? [];
  assert.ok(programs.length > 6);
  const known = ['/path/to/kinora-mcp.mjs', '/downloads/kinora-mcp.mjs', 'packages/mcp/dist/kinora-mcp.mjs'];
  for (const program of programs)
    assert.ok(
      known.some((one) => program.endsWith(one)),
      program,
    );
});
