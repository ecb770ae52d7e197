import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chipKeyOf, verifyPayload, type WatermarkContent } from '@kinora/media/provenance/payload';
import { readWatermark } from '@kinora/media/provenance/read-watermark';
import type { Reading } from '@kinora/media/provenance/watermark/read-pixels';
import { type Command, UsageError } from '@kinora/program/command';
import { readConfig } from '../config.ts';
import { findJobsByTag, type TaggedJob } from '../jobs/views/find-jobs-by-tag.ts';
import { WATERMARK_KEY_VERSION } from '../secrets.ts';
import { requireSecrets } from '../wiring/installation.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora watermark verify FILE [--jobs] [--json]

Checks whether this service generated an image (PNG, JPEG, WebP or AVIF), by its invisible watermark. The watermark
survives recompression, resizing, recolouring, cropping, bars and borders, mirroring, turns and small rotations. It can
be removed on purpose, so its absence proves nothing. Videos have none.

  --jobs   Look up the jobs that the image can belong to, in the database.
  --json   Print one JSON object.

Exit status 0 if the image has a watermark of this service, 1 if not.
`;

interface Finding {
  readonly reading: Reading | undefined;
  readonly content: WatermarkContent | undefined;
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
  process.stdout.write(values.json ? `${JSON.stringify(toJson(finding))}\n` : toText(file, finding));
  return finding.content === undefined ? 1 : 0;
}

async function verify(file: string, looksUpJobs: boolean): Promise<Finding> {
  const { watermarkKey } = await requireSecrets(readConfig());
  const read = await readWatermark(await readFile(file), chipKeyOf(watermarkKey));
  if (!read.ok) throw new Error(`${file}: ${read.problem}`);
  const reading = read.value;
  const secrets = new Map([[WATERMARK_KEY_VERSION, watermarkKey]]);
  const content = reading === undefined ? undefined : verifyPayload(secrets, reading.payload);
  const jobs =
    content !== undefined && looksUpJobs
      ? await withDatabase((database) => findJobsByTag(database, content.jobTag))
      : undefined;
  return { reading, content, jobs };
}

function toJson({ reading, content, jobs }: Finding): object {
  return {
    marked: content !== undefined,
    job_tag: content?.jobTag,
    key_version: content?.keyVersion,
    signal: reading === undefined ? undefined : Number(reading.pilot.toFixed(1)),
    jobs: jobs?.map(({ id, accountId, state, createdAt }) => ({
      job_id: id,
      account_id: accountId,
      state,
      created_at: createdAt.toISOString(),
    })),
  };
}

function toText(file: string, { reading, content, jobs }: Finding): string {
  if (reading === undefined) return `${file}: no watermark found\n`;
  if (content === undefined) {
    return `${file}: no verifiable watermark; there are traces of a damaged one or of one from another service\n`;
  }
  const lines = [
    `${file}: watermark of this service`,
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
