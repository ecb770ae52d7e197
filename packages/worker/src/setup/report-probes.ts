import type { Engine } from '@kinora/engine/engine';
import { startProgressBar } from '@kinora/program/progress-bar';
import type { Dialogue } from './dialogue.ts';
import { type Costs, describeMargins, marginOf, remarksOn } from './margins.ts';
import type { Probe } from './probe-tasks.ts';
import { type ProbeResult, runProbe } from './run-probe.ts';

interface Probing {
  readonly engine: Engine;
  readonly probes: readonly Probe[];
  readonly costs: Costs;
  readonly dialogue: Dialogue;
  readonly signal: AbortSignal;
}

/** Renders the probes one after the other and prints what they show. Returns their results. */
export async function reportProbes(probing: Probing): Promise<readonly ProbeResult[]> {
  const { engine, probes, costs, dialogue, signal } = probing;
  if (probes.length === 0) {
    dialogue.say('\nNo model of the catalogue can be rendered in a size that is sold, so nothing was tried.');
    return [];
  }
  dialogue.say(`\nRendering ${probes.length} ${probes.length === 1 ? 'probe' : 'probes'}; Ctrl-C stops.`);
  const results: ProbeResult[] = [];
  for (const probe of probes) {
    const bar = startProgressBar(`${probe.model.id} ${probe.operation}`, process.stdout, 'waiting');
    const result = await runProbe(engine, probe, bar.update, signal).finally(bar.clear);
    results.push(result);
  }
  dialogue.say(`\n${describeMargins(results, costs)}`);
  dialogue.say(
    'SECONDS is one result, rendered alone; PER HOUR is images, or seconds of video; EARNS/H and COSTS/H are US dollars an hour at these prices, if it renders all the time.',
  );
  if (probes.every(({ size, smallest }) => size === smallest))
    dialogue.say(
      'Larger sizes cost more, also of the same price: --probe default tries what most people order, and keeps what it costs.',
    );
  for (const remark of remarksOn(results, costs)) dialogue.say(remark);
  const isCostKnown = results.some(
    (each) => !('fault' in each) && marginOf(each, costs).costCents !== undefined,
  );
  if (!isCostKnown)
    dialogue.say(
      'For the margin give --cost-per-hour USD, or --cost-per-image USD and --cost-per-second USD.',
    );
  return results;
}
