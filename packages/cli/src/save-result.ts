import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JobStatus } from '@kinora/client';
import { UsageError } from '@kinora/program/command';

/** Where a result goes: `name` of the file if it has one, standard output, or a name of its own in the folder. */
export interface Target {
  readonly folder: string;
  readonly name: string | undefined;
  readonly isStandardOutput: boolean;
}

/**
 * Reads `-o`. It is checked before anything is ordered, so that nobody pays for a file that cannot be saved.
 */
export async function readTarget(output: string | undefined): Promise<Target> {
  if (output === '-') {
    if (process.stdout.isTTY) throw new UsageError('-o - is for a pipe or a file, not for a terminal');
    return { folder: '.', name: undefined, isStandardOutput: true };
  }
  const isFolder = output === undefined || (await isDirectory(output));
  if (!isFolder && /[/\\]$/.test(output)) throw new UsageError(`--output: there is no folder ${output}`);
  const folder = isFolder ? (output ?? '.') : path.dirname(output);
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`--output: nothing can be written in ${folder}`);
  });
  return { folder, name: isFolder ? undefined : path.basename(output), isStandardOutput: false };
}

async function isDirectory(name: string): Promise<boolean> {
  return (await stat(name).catch(() => undefined))?.isDirectory() === true;
}

const EXTENSIONS = { image: 'png', video: 'mp4' } as const;

/** The file for the result of this job; undefined is standard output. */
export function fileFor({ folder, name, isStandardOutput }: Target, job: Pick<JobStatus, 'job_id' | 'kind'>) {
  if (isStandardOutput) return undefined;
  return path.join(folder, name ?? `${nameOf(job.job_id)}.${EXTENSIONS[job.kind] ?? 'bin'}`);
}

/**
 * The id is of the service: it must neither lead out of the folder, nor hide or name anything else there. The key, which it
 * could be, has another form.
 */
function nameOf(jobId: unknown): string {
  const isId = typeof jobId === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(jobId);
  return isId ? jobId : `kinora-${randomBytes(4).toString('hex')}`;
}

/** Saves the whole or nothing: a file appears under its name when it is complete. A pipe or a device is written to. */
export async function save(
  body: AsyncIterable<Uint8Array>,
  file: string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (file === undefined) {
    await pipeline(Readable.from(body), process.stdout, { end: false, ...(signal && { signal }) });
    return;
  }
  if (await isWrittenTo(file)) {
    await pipeline(Readable.from(body), createWriteStream(file), { ...(signal && { signal }) });
    return;
  }
  // Not the name with an ending, which may be too long.
  const draft = path.join(path.dirname(file), `.kinora-${randomBytes(4).toString('hex')}.part`);
  try {
    await pipeline(Readable.from(body), createWriteStream(draft, { flags: 'wx' }), {
      ...(signal && { signal }),
    });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Whether `file` is a pipe or a device, such as `/dev/null`, which a new file must not replace. */
async function isWrittenTo(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}
