import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../src/kernel/ids.ts';
import { keysAt } from '../../src/kernel/key-versions.ts';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';
import { artifactKey } from '../../src/storage/blob-keys.ts';
import { createUrlSigner } from '../../src/storage/signed-url.ts';
import { type Contestant, runContest } from '../contest.ts';
import { CONTEST_HEADER, CONTEST_NOTES, contestRows } from '../contest-table.ts';
import { isInstalled } from '../installed.ts';
import { startNginx } from '../nginx.ts';
import type { HttpRequest } from '../processes/http-load.ts';
import { httpLoad } from '../references.ts';
import { residentMb } from '../resident-memory.ts';
import { type Service, startService } from '../service.ts';
import { number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

/** Together 1 GB, in files of the size of a video of 5 s. */
const FILES = 250;
const FILE_MB = 4;
const QUICK_FILES = 4;
const CONNECTIONS = 64;
const MB = 1_000_000;
const SAMPLE_MS = 100;

async function run(bench: Run): Promise<Table> {
  const service = await startService(bench.closing);
  const keys = await writeResults(service, bench.quick ? QUICK_FILES : FILES);
  const before = residentMb(service.pid);
  const sampled = sampleMemory(service.pid, bench);
  const references = isInstalled('nginx') ? [await nginx(bench, service, keys)] : [];
  const matches = await runContest(
    bench,
    httpLoad(bench, service.url, await signedRequests(service, keys)),
    references,
    [CONNECTIONS],
  );
  return {
    title: `download: ${keys.length} signed results of ${FILE_MB} MB`,
    header: CONTEST_HEADER,
    rows: contestRows(matches),
    notes: [
      ...CONTEST_NOTES,
      ...(references.length > 0
        ? ['nginx sends the same files, without checking a signature.']
        : ['nginx is not installed.']),
      `Memory of the server: ${number(before)} MB before, ${number(sampled())} MB at most.`,
    ],
  };
}

async function writeResults({ dataDir }: Service, count: number): Promise<readonly string[]> {
  const keys = Array.from({ length: count }, () => artifactKey(newId(), 1, 'video.mp4'));
  for (const key of keys) {
    const file = path.join(dataDir, 'blobs', key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, randomBytes(FILE_MB * MB));
  }
  return keys;
}

async function signedRequests({ dataDir }: Service, keys: readonly string[]): Promise<HttpRequest[]> {
  const { links } = (await loadSecrets(dataDir)).keys;
  const signer = createUrlSigner(() => keysAt(links, new Date()));
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  return keys.map((key) => get(signer.sign(key, expiresAt)));
}

const get = (url: string): HttpRequest => ({ method: 'GET', path: url, headers: {} });

async function nginx(bench: Run, { dataDir }: Service, keys: readonly string[]): Promise<Contestant> {
  const folder = path.join(dataDir, '..', 'nginx');
  const url = await startNginx(path.join(dataDir, 'blobs'), folder, bench.closing);
  const requests = keys.map((key) => get(`/${key}`));
  return { name: 'nginx', measure: httpLoad(bench, url, requests) };
}

/** Returns a function that returns the most memory since then. */
function sampleMemory(pid: number, { closing }: Run): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, SAMPLE_MS);
  closing.add(async () => clearInterval(timer));
  return () => {
    clearInterval(timer);
    return most;
  };
}

export const download: Topic = { name: 'download', summary: 'results from the server, and from nginx', run };
