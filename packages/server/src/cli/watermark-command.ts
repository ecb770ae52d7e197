import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chipKeyOf, verifyPayload, type WatermarkContent } from '@kinora/media/provenance/payload';
import { readWatermark } from '@kinora/media/provenance/read-watermark';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import type { Reading } from '@kinora/watermark/read-pixels';
import { readConfig } from '../config.ts';
import { findJobsByTag, type TaggedJob } from '../jobs/views/find-jobs-by-tag.ts';
import type { KeyVersion } from '../kernel/key-versions.ts';
import { requireSecrets } from '../wiring/installation.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora watermark verify FILE [--jobs] [--json]

Checks whether this service generated an image (PNG, JPEG, WebP or AVIF), by its invisible watermark. The watermark
survives recompression, resizing, recolouring, cropping, bars and borders, mirroring, turns and small rotations. It can
be removed on purpose, so its absence proves nothing. Videos have none.

  --jobs   Look up the jobs that the image can belong to, in the database.
  --json   Print one JSON object.

A mark of an earlier key is recognised as long as secrets.json has the key. One of a key that has leaked may be forged,
so it is shown and counts as none.

Exit status 0 if the image has a watermark of this service, 1 if not.
`;

interface Finding {
  readonly reading: Reading | undefined;
  readonly content: WatermarkContent | undefined;
  /** When the key of the content leaked: then anybody who has it may have made the mark. */
  readonly leakedAt: Date | null;
  readonly jobs: readonly TaggedJob[] | undefined;
}

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { jobs: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  });
  const [action, file, ...rest] = positionals;
  if (action !== 'verify' || file === undefined || rest.length > 0) {
    throw new UsageError('the only action is: watermark verify FILE');
  }
  const finding = await verify(file, values.jobs);
  writeText(values.json ? `${JSON.stringify(toJson(finding))}\n` : toText(file, finding));
  return isProof(finding) ? 0 : 1;
}

async function verify(file: string, looksUpJobs: boolean): Promise<Finding> {
  const { keys } = await requireSecrets(readConfig());
  const bytes = await readFile(file);
  const { reading, content, leakedAt } = await readWithAny(keys.watermarks.toReversed(), file, bytes);
  const jobs =
    content !== undefined && looksUpJobs
      ? await withDatabase((database) => findJobsByTag(database, content.jobTag))
      : undefined;
  return { reading, content, leakedAt, jobs };
}

/** Each key places its mark elsewhere, so the image is read once for each key, until one proves its content. */
async function readWithAny(
  versions: readonly KeyVersion[],
  file: string,
  bytes: Uint8Array,
): Promise<Omit<Finding, 'jobs'>> {
  let reading: Reading | undefined;
  for (const { version, key, leakedAt } of versions) {
    const read = await readWatermark(bytes, chipKeyOf(key));
    if (!read.ok) throw new Error(`${file}: ${read.problem}`);
    reading ??= read.value;
    const content = read.value && verifyPayload(new Map([[version, key]]), read.value.payload);
    if (content !== undefined) return { reading: read.value, content, leakedAt };
  }
  return { reading, content: undefined, leakedAt: null };
}

function isProof({ content, leakedAt }: Finding): boolean {
  return content !== undefined && leakedAt === null;
}

function toJson(finding: Finding): object {
  const { reading, content, leakedAt, jobs } = finding;
  return {
    marked: isProof(finding),
    job_tag: content?.jobTag,
    key_version: content?.keyVersion,
    key_leaked_at: leakedAt?.toISOString(),
    signal: reading === undefined ? undefined : Number(reading.pilot.toFixed(1)),
    jobs: jobs?.map(({ id, accountId, state, createdAt }) => ({
      job_id: id,
      account_id: accountId,
      state,
      created_at: createdAt.toISOString(),
    })),
  };
}

function toText(file: string, { reading, content, leakedAt, jobs }: Finding): string {
  if (reading === undefined) return `${file}: no watermark found\n`;
  if (content === undefined) {
    return `${file}: no verifiable watermark; there are traces of a damaged one or of one from another service\n`;
  }
  const lines = [
    leakedAt === null
      ? `${file}: watermark of this service`
      : `${file}: no proof: key ${content.keyVersion} made this watermark, and leaked before ${leakedAt.toISOString()}`,
    `Job tag      ${content.jobTag}`,
    `Key version  ${content.keyVersion}`,
    `Signal       ${reading.pilot.toFixed(1)} standard deviations`,
  ];
  if (jobs?.length === 0) lines.push('No job in this database has that tag.');
  for (const { id, accountId, state, createdAt } of jobs ?? []) {
    lines.push(`${id}  ${state}, account ${accountId}, ${createdAt.toISOString()}`);
  }
  return `${lines.join('\n')}\n`;
}

export const watermark: Command = { help, run };
