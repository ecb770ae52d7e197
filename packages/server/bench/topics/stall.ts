import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { Measured } from '../closed-loop.ts';
import type { HttpRequest } from '../processes/http-load.ts';
import { httpLoad } from '../references.ts';
import { acceptRequest } from '../requests.ts';
import { type Account, createAccounts, startService } from '../service.ts';
import { number, quantile } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOAL_MS = 50;
const CONNECTIONS = 128;
const UPLOADING = 2;
/** The warm-up is the time in which a server compiles what it runs. */
const FULL = { warmUpMs: 10_000, ms: 30_000 };
const QUICK = { warmUpMs: 1000, ms: 2000 };
/** A photograph of noise, which does not compress: 12.4 of the 12.6 MB that an upload may have. */
const UPLOAD = { width: 2048, height: 2016, channels: 3 } as const;

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
  const accounts = await createAccounts(service.database);
  const load = httpLoad(bench, service.url, accounts.map(acceptRequest));
  const upload = httpLoad(bench, service.url, [await uploadRequest(accounts[0] as Account)]);
  await load({ connections: CONNECTIONS, ms: warmUpMs });

  const rowOf = async (name: string, loads: readonly Promise<Measured>[]): Promise<string[]> => {
    await writeFile(file, '');
    for (const { failures, firstFailure } of await Promise.all(loads)) {
      if (failures > 0) bench.reportFailure(`${failures} requests failed: ${firstFailure}`);
    }
    const stalls = (await readFile(file, 'utf8')).trim().split('\n').map(Number);
    const [typical, most] = [quantile(stalls, 0.5), Math.max(...stalls)];
    return [
      name,
      ...[typical, quantile(stalls, 0.95), most].map((stall) => number(stall, 1)),
      `< ${GOAL_MS}`,
      verdict(GOAL_MS, typical, most, 'most'),
    ];
  };
  return {
    title: `stall: the event loop of a server that accepts orders from ${CONNECTIONS} connections`,
    header: ['longest stall of each second', 'median ms', 'p95 ms', 'most ms', 'goal ms', ''],
    rows: [
      await rowOf('orders of images', [load({ connections: CONNECTIONS, ms })]),
      await rowOf(`the same, beside ${UPLOADING} connections that upload 12.4 MB each time`, [
        load({ connections: CONNECTIONS, ms }),
        upload({ connections: UPLOADING, ms }),
      ]),
    ],
    notes: [
      `${number(ms / 1000)} s each, after ${number(warmUpMs / 1000)} s of the same load. A process that waits for a processor counts as stalled.`,
    ],
  };
}

async function uploadRequest({ headers }: Account): Promise<HttpRequest> {
  const { width, height, channels } = UPLOAD;
  const pixels = randomBytes(width * height * channels);
  const png = await sharp(pixels, { raw: UPLOAD }).png({ compressionLevel: 0 }).toBuffer();
  const body = { prompt: 'waves', duration: 1, init_image_base64: png.toString('base64') };
  return {
    method: 'POST',
    path: '/v1/videos/generate',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export const stall: Topic = { name: 'stall', summary: 'stalls of the event loop under full load', run };
