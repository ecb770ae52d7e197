import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const KIB = 1024;
const MB = 1_000_000;

/** Resident memory of a process in MB (10^6 bytes). */
export function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(kib) * KIB) / MB;
}
