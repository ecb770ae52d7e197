import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { httpLoad } from '../references.ts';
import { acceptRequest } from '../requests.ts';
import { createAccounts, startService } from '../service.ts';
import { number, quantile } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOAL_MS = 50;
const CONNECTIONS = 128;
/** While a server compiles what it runs. */
const FULL = { warmUpMs: 10_000, ms: 30_000 };
const QUICK = { warmUpMs: 1000, ms: 2000 };

async function run(bench: Run): Promise<Table> {
  const { warmUpMs, ms } = bench.quick ? QUICK : FULL;
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  bench.closing.add(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'stalls');
  const probe = pathToFileURL(path.join(import.meta.dirname, '../processes/loop-probe.ts'));
  const service = await startService(bench.closing, {
    NODE_OPTIONS: `--max-semi-space-size=16 --import=${probe.href}`,
    KINORA_BENCH_STALLS: file,
  });
  const requests = (await createAccounts(service.database)).map(acceptRequest);
  const load = httpLoad(bench, service.url, requests);
  await load({ connections: CONNECTIONS, ms: warmUpMs });
  await writeFile(file, '');
  const { perSecond, failures, firstFailure } = await load({ connections: CONNECTIONS, ms });
  if (failures > 0) bench.reportFailure(`${failures} requests failed: ${firstFailure}`);
  const seconds = (await readFile(file, 'utf8')).trim().split('\n').map(Number);
  const most = Math.max(...seconds);
  return {
    title: `stall: the event loop of a server that accepts from ${CONNECTIONS} connections`,
    header: ['', 'median ms', 'p95 ms', 'most ms', 'goal ms', ''],
    rows: [
      [
        'longest stall of each second',
        number(quantile(seconds, 0.5), 1),
        number(quantile(seconds, 0.95), 1),
        number(most, 1),
        `< ${GOAL_MS}`,
        verdict(GOAL_MS, quantile(seconds, 0.5), most, 'most'),
      ],
    ],
    notes: [
      `${number(seconds.length)} s with ${number(perSecond)} acceptances a second, after ${number(warmUpMs / 1000)} s of the same load.`,
    ],
  };
}

export const stall: Topic = { name: 'stall', summary: 'stalls of the event loop under full load', run };
