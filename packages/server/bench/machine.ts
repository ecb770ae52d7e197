import { spawnSync } from 'node:child_process';
import { fdatasyncSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { postgresBinaries } from '../src/db/postgres-binaries.ts';
import { median, number } from './spread.ts';

/** Describes the machine on which the figures were measured, in one line. */
export async function describeMachine(): Promise<string> {
  const { postgres } = await postgresBinaries();
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout;
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${/\d+(?:\.\d+)+/.exec(version)?.[0]}`,
    `durable write ${number(await durableWriteMs(), 2)} ms`,
    `load average at start ${number(loadavg()[0] ?? 0, 1)}`,
  ].join(', ');
}

const WRITES = 100;
const PAGE = Buffer.alloc(8192, 1);

/** Milliseconds until 8 kB are durable on the disk: the lower bound of every commit. */
async function durableWriteMs(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  try {
    const file = await open(path.join(folder, 'page'), 'w');
    const times: number[] = [];
    for (let write = 0; write < WRITES; write++) {
      const startedAt = performance.now();
      await file.write(PAGE, 0, PAGE.length, 0);
      fdatasyncSync(file.fd);
      times.push(performance.now() - startedAt);
    }
    await file.close();
    return median(times);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
