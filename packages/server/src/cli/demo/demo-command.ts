import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { createKinoraClient, type KinoraClient } from '@kinora/client';
import type { AcceptedJob } from '@kinora/contract';
import { type Command, UsageError } from '@kinora/program/command';
import { createFolder } from '@kinora/program/create-folder';
import { startProgressBar } from '@kinora/program/progress-bar';
import { writeText } from '@kinora/program/terminal-text';
import { probeMedia } from '@kinora/video/probe';
import { newId } from '../../kernel/ids.ts';
import { formatUsd } from '../../kernel/money.ts';
import { startDemoService } from './demo-service.ts';
import { describeMedia } from './describe-media.ts';

const DEFAULT_PROMPT = 'a lighthouse on a cliff at sunset, waves breaking, gulls';
const MOTION_PROMPT = 'slow push in, drifting mist, a flock of birds';
const DEFAULT_OUTPUT = 'demo-output';
const DATA_DIR = '.kinora-demo';

const help = `Usage: kinora demo [--prompt TEXT] [--output DIR] [--seed N]

Demonstrates the service from end to end: starts it on a free port with its own data directory, creates an
account with a balance, and generates an image, a 5 second video with sound and a video from that image
through the public API. Downloads and decodes all three, shows what was charged, checks the ledger, and stops
everything.

  --prompt   What to generate. Default: "${DEFAULT_PROMPT}"
  --output   The directory for the files. Default: ./${DEFAULT_OUTPUT}
  --seed     0 to 2147483647; the same seed generates the same files.

The data directory is ./${DATA_DIR}. It is deleted at the end; after a crash, the next demo reuses it and finishes
the accepted jobs.
`;

const BALANCE_USD = 10;

interface DemoOptions {
  readonly prompt: string;
  readonly seed: number;
  readonly outputDir: string;
  readonly dataDir: string;
}

async function run(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv);
  await createFolder(options.outputDir);
  print(styleText('bold', '\nKinora demo'));
  print(`  "${options.prompt}"  (seed ${options.seed})\n`);
  const service = await startDemoService(options.dataDir);
  try {
    print(`  Service         ${service.url}, with its own PostgreSQL and one worker process`);
    const email = `demo-${newId()}@example.com`;
    const balance = String(BALANCE_USD);
    const account = JSON.parse(
      await service.kinora('account', 'create', '--email', email, '--balance-usd', balance, '--json'),
    ) as { account_id: string; api_key: string };
    print(`  Account         ${account.account_id}, balance ${BALANCE_USD.toFixed(2)} USD\n`);
    const client = createKinoraClient({
      baseUrl: `${service.url}/api`,
      apiKey: account.api_key,
      userAgent: 'kinora-demo/1.0',
    });
    await generateAll(client, options);
    const left = await client.balance();
    print(
      `\n  Charged         ${formatUsd(BALANCE_USD * 100 - left.balance_cents)} USD in all, ${formatUsd(left.balance_cents)} USD left`,
    );
    await service.kinora('audit');
    print('  Ledger          every invariant holds (kinora audit)');
  } finally {
    await service.stop();
  }
  await rm(options.dataDir, { recursive: true, force: true });
  print('  Stopped         service, worker and database\n');
  return 0;
}

function readOptions(argv: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      prompt: { type: 'string' },
      output: { type: 'string' },
      seed: { type: 'string', default: '7' },
    },
    strict: true,
  });
  const seed = Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0 || seed > 2_147_483_647) {
    throw new UsageError(`--seed must be a whole number from 0 to 2147483647, not "${values.seed}"`);
  }
  return {
    prompt: values.prompt ?? DEFAULT_PROMPT,
    seed,
    outputDir: path.resolve(values.output ?? DEFAULT_OUTPUT),
    dataDir: path.resolve(DATA_DIR),
  };
}

async function generateAll(client: KinoraClient, { prompt, seed, outputDir }: DemoOptions): Promise<void> {
  let balanceCents = (await client.balance()).balance_cents;
  const generate = async (label: string, file: string, accept: () => Promise<AcceptedJob>) => {
    const startedAt = performance.now();
    const bytes = await followAndDownload(client, label, await accept());
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const filePath = path.join(outputDir, file);
    await writeFile(filePath, bytes);
    const media = await probeMedia(bytes);
    const left = (await client.balance()).balance_cents;
    const charged = formatUsd(balanceCents - left);
    balanceCents = left;
    print(
      `  ${styleText('green', '✔')} ${label.padEnd(14)}${seconds.padStart(5)} s  ${charged} USD  ${describeMedia(media)}`,
    );
    print(styleText('dim', `    ${filePath}`));
    return bytes;
  };
  const image = await generate('Image', 'image.png', () =>
    client.generateImage({ prompt, seed, width: 1280, height: 720 }),
  );
  await generate('Video', 'video.mp4', () => client.generateVideo({ prompt, seed, duration: 5 }));
  const init_image_base64 = Buffer.from(image).toString('base64');
  await generate('Image to video', 'image-to-video.mp4', () =>
    client.generateVideo({ prompt: MOTION_PROMPT, seed, duration: 5, init_image_base64 }),
  );
}

async function followAndDownload(
  client: KinoraClient,
  label: string,
  job: AcceptedJob,
): Promise<Uint8Array<ArrayBuffer>> {
  const bar = startProgressBar(label);
  try {
    const status = await client.waitFor(job, {
      onStatus: ({ progress = 0, queue_position: position }) =>
        bar.update(progress, position === undefined ? 'rendering' : 'waiting for the worker'),
    });
    if (status.result_url === undefined) throw new Error(`${label}: ${status.status}: ${status.error}`);
    return await client.download(status.result_url);
  } finally {
    bar.clear();
  }
}

function print(line: string): void {
  writeText(`${line}\n`);
}

export const demo: Command = { help, run };
