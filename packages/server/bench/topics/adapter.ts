import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Closing } from '../closing.ts';
import { median, number } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOAL_MS = 300;
const STARTS = 15;
const QUICK_STARTS = 2;

const BUNDLE = fileURLToPath(new URL('../../../mcp/dist/kinora-mcp.mjs', import.meta.url));

/** What a host sends first: `tools/list` follows the answer to `initialize`. */
const INITIALIZE = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'kinora-bench', version: '1.0' },
  },
};

async function run({ quick, closing }: Run): Promise<Table> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const empty = path.join(folder, 'empty.mjs');
  await writeFile(empty, '');
  const alone: number[] = [];
  const listed: number[] = [];
  for (let start = 0; start < (quick ? QUICK_STARTS : STARTS); start++) {
    alone.push(await timeOf(() => startNode(empty, folder, closing), hasEnded));
    listed.push(await timeOf(() => startNode(BUNDLE, folder, closing), hasListedTools));
  }
  return {
    title: `adapter: from the start of the process to the list of tools, ${listed.length} starts, Node ${process.version}`,
    header: ['', 'median ms', 'least ms', 'most ms', 'RATIO', 'goal ms', ''],
    rows: [
      [...row('node with an empty file, until it has ended', alone), '', '', ''],
      [
        ...row('the MCP adapter, until it has answered tools/list', listed),
        number(median(listed) / median(alone), 2),
        `< ${GOAL_MS}`,
        verdict(GOAL_MS, median(listed), Math.max(...listed), 'most'),
      ],
    ],
    notes: ['RATIO: the adapter’s median over that of an empty file, which shows the load of the machine.'],
  };
}

const row = (name: string, times: readonly number[]): string[] => [
  name,
  ...[median(times), Math.min(...times), Math.max(...times)].map((ms) => number(ms)),
];

function startNode(program: string, configHome: string, closing: Closing): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: configHome };
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], env });
  closing.add(async () => child.kill());
  return child;
}

/** Milliseconds from the start of a process until `reached`; ends the process. */
async function timeOf(
  start: () => ChildProcess,
  reached: (child: ChildProcess) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const child = start();
  await reached(child);
  const ms = performance.now() - startedAt;
  child.stdin?.end();
  await hasEnded(child);
  return ms;
}

async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
}

async function hasListedTools({ stdin, stdout }: ChildProcess): Promise<void> {
  if (stdin === null || stdout === null) throw new Error('assertion failed: the child has pipes');
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, ...INITIALIZE });
  for await (const line of createInterface({ input: stdout })) {
    const { id } = JSON.parse(line) as { readonly id?: number };
    if (id === 2) return;
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list' });
  }
  throw new Error('the adapter ended before it listed its tools');
}

export const adapter: Topic = {
  name: 'adapter',
  summary: 'from the start of the MCP adapter to its list of tools',
  run,
};
