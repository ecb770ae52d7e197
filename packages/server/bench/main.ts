import path from 'node:path';
import { unmarked } from '../../watermark/bench/unmarked.ts';
import { watermark } from '../../watermark/bench/watermark.ts';
import { createClosing } from './closing.ts';
import { describeMachine } from './machine.ts';
import { replaceSection, writeReport } from './report.ts';
import { printTable, type Table } from './table.ts';
import type { Topic } from './topic.ts';
import { accept } from './topics/accept.ts';
import { adapter } from './topics/adapter.ts';
import { broken } from './topics/broken.ts';
import { dispatch } from './topics/dispatch.ts';
import { download } from './topics/download.ts';
import { engine } from './topics/engine.ts';
import { fairness } from './topics/fairness.ts';
import { finish } from './topics/finish.ts';
import { follow } from './topics/follow.ts';
import { history } from './topics/history.ts';
import { loaded } from './topics/loaded.ts';
import { margin } from './topics/margin.ts';
import { memory } from './topics/memory.ts';
import { poll } from './topics/poll.ts';
import { processes } from './topics/processes.ts';
import { queue } from './topics/queue.ts';
import { renderer } from './topics/renderer.ts';
import { safety } from './topics/safety.ts';
import { stall } from './topics/stall.ts';
import { start } from './topics/start.ts';
import { stuck } from './topics/stuck.ts';
import { waits } from './topics/waits.ts';

const TOPICS: readonly Topic[] = [
  engine,
  finish,
  start,
  accept,
  poll,
  dispatch,
  download,
  processes,
  stall,
  queue,
  fairness,
  loaded,
  waits,
  broken,
  margin,
  stuck,
  follow,
  history,
  memory,
  renderer,
  safety,
  watermark,
  unmarked,
  adapter,
];

const help = `Usage: npm run bench [name ...] [-- --quick]
       npm run bench report                       writes docs/performance.md
       npm run bench renderer [row ...]           without a row, writes its section of docs/performance.md
       npm run bench contact-sheet -- FILE [SEED]

Measures this machine and prints a table for each name; without a name, for all topics except the long ones, which
state their duration. A baseline is measured in the same run, alternating with Kinora, and RATIO compares the two.

${TOPICS.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`).join('\n')}
  contact-sheet  renders the sample prompts onto one sheet

Rows, of which the beginning of a name is enough:
${TOPICS.flatMap(({ rows = [] }) => rows)
  .map((row) => `  ${row}`)
  .join('\n')}

  --quick        a smoke run of seconds: its figures mean nothing, but it fails on any failure
`;

async function main(args: readonly string[]): Promise<number> {
  const quick = args.includes('--quick');
  const names = args.filter((arg) => arg !== '--quick');
  if (names.includes('--help') || names.includes('-h')) return usage(0);
  if (names[0] === 'contact-sheet') return contactSheet(names[1], names[2]);
  if (names[0] === 'report') return report();
  const isRow = (name: string): boolean =>
    TOPICS.some((topic) => names.includes(topic.name) && topic.rows?.some((row) => row.startsWith(name)));
  const rows = names.filter((name) => !TOPICS.some((topic) => topic.name === name));
  const unknown = rows.find((name) => !isRow(name));
  if (unknown !== undefined) {
    process.stderr.write(`bench: there is no "${unknown}"\n\n`);
    return usage(2);
  }
  const topics = TOPICS.filter(({ name, long }) =>
    names.length === 0 ? quick || !long : names.includes(name),
  );
  const machine = await describeMachine();
  process.stdout.write(`${machine}\n`);
  const { tables, failures } = await runTopics(topics, quick, rows);
  const [table] = tables;
  if (topics.length === 1 && topics[0]?.hasOwnSection && table && !quick && rows.length + failures === 0)
    await replaceSection(machine, table, new Date());
  // Only a smoke run reports failures by its exit status.
  return quick && failures > 0 ? 1 : 0;
}

/** The topics of docs/performance.md. */
const REPORTED = [
  accept,
  poll,
  start,
  dispatch,
  processes,
  stall,
  download,
  engine,
  finish,
  queue,
  memory,
  renderer,
];

async function report(): Promise<number> {
  const machine = await describeMachine();
  process.stdout.write(`${machine}\n`);
  const { tables, failures } = await runTopics(REPORTED, false, []);
  if (failures > 0) return 1;
  await writeReport(machine, tables, new Date());
  return 0;
}

interface Outcome {
  readonly tables: readonly Table[];
  readonly failures: number;
}

async function runTopics(
  topics: readonly Topic[],
  quick: boolean,
  rows: readonly string[],
): Promise<Outcome> {
  const interrupted = interruption();
  const tables: Table[] = [];
  let failures = 0;
  const reportFailure = (message: string): void => {
    failures += 1;
    process.stderr.write(`bench: ${message}\n`);
  };
  for (const topic of topics) {
    const closing = createClosing();
    try {
      const table = await Promise.race([topic.run({ quick, rows, closing, reportFailure }), interrupted]);
      tables.push(table);
      printTable(table);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      reportFailure(`${topic.name}: ${error instanceof Error ? error.stack : error}`);
    } finally {
      await closing.close().catch((error: Error) => reportFailure(`${topic.name}: ${error.message}`));
    }
  }
  return { tables, failures };
}

class Interrupted extends Error {
  readonly status: number;
  constructor(status: number) {
    super('interrupted');
    this.status = status;
  }
}

/** Never resolves; rejects at Ctrl-C, so that what is running is stopped in order. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    process.once('SIGINT', () => reject(new Interrupted(130)));
    process.once('SIGTERM', () => reject(new Interrupted(143)));
  });
}

async function contactSheet(file: string | undefined, seed = '1'): Promise<number> {
  if (file === undefined) return usage(2);
  const { writeContactSheet } = await import('./contact-sheet.ts');
  await writeContactSheet(path.resolve(file), Number(seed));
  return 0;
}

function usage(status: 0 | 2): number {
  (status === 0 ? process.stdout : process.stderr).write(help);
  return status;
}

const status = await main(process.argv.slice(2)).catch((error) => {
  if (error instanceof Interrupted) return error.status;
  throw error;
});
// Interrupted work may still wait for a response that is never sent.
process.exit(status);
