import { openQueueDatabases } from '../queue-database.ts';
import { median, number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';
import { measureWaits } from '../waits/measure-waits.ts';
import { waitScenarios } from '../waits/scenarios.ts';
import { simulateWaits } from '../waits/simulate-waits.ts';

const FULL_SECONDS = 3600;
const QUICK_SECONDS = 300;
const GOAL = 0.25;

async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const scenarios = waitScenarios(quick ? QUICK_SECONDS : FULL_SECONDS);
  const databases = await openQueueDatabases(
    closing,
    scenarios.map((_, at) => `waits_${at}`),
  );
  const rows: string[][] = [];
  for (const [at, scenario] of scenarios.entries()) {
    const database = databases[at];
    if (database === undefined) throw new Error('a database for each scenario was requested');
    const { queued, running, rises, wrong, polls } = measureWaits(await simulateWaits(database, scenario));
    if (rises + wrong > 0) reportFailure(`${scenario.name}: ${rises} rises, ${wrong} wrong values`);
    const isTrue = [queued, running].every((errors) => errors.length === 0 || median(errors) <= GOAL);
    rows.push([
      scenario.name,
      number(polls),
      percent(median(queued)),
      percent(median(running)),
      number(rises),
      scenario.isPredictable ? (isTrue ? 'ok' : 'over') : '',
    ]);
  }
  return {
    title: `waits: the seconds to the end that polls return, on the real queue, ${number((quick ? QUICK_SECONDS : FULL_SECONDS) / 60)} minutes of orders`,
    header: ['', 'polls', 'queued', 'running', 'rises', `≤ ${percent(GOAL)}`],
    rows,
    notes: [
      'Median errors relative to the true seconds, of jobs polled every 5 s until 5 s before their end while a worker was alive.',
      'Rises: how often the seconds of a job rose although nothing had changed.',
    ],
  };
}

const percent = (share: number): string => `${number(100 * share, 1)} %`;

export const waits: Topic = {
  name: 'waits',
  summary: 'the expected ends of jobs against their true ends, on the real queue',
  run,
};
