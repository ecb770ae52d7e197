import type { Engine } from '@kinora/engine/engine';
import { startProgressBar } from '@kinora/program/progress-bar';
import type { Dialogue } from './dialogue.ts';
import { type Costs, costsForCatalogue, describeMargins, remarksOn } from './margins.ts';
import type { Probe } from './probe-tasks.ts';
import { type ProbeResult, runProbe } from './run-probe.ts';

interface Probing {
  readonly engine: Engine;
  readonly probes: readonly Probe[];
  readonly costs: Costs;
  readonly dialogue: Dialogue;
  readonly signal: AbortSignal;
}

/** Renders the probes one after the other and prints what they show. Returns the exit status. */
export async function reportProbes({ engine, probes, costs, dialogue, signal }: Probing): Promise<number> {
  if (probes.length === 0) {
    dialogue.say('\nNo model of the catalogue can be rendered in a size that is sold, so nothing was tried.');
    return 1;
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
      'Larger sizes cost more, also of the same price: --probe default tries what most people order.',
    );
  for (const remark of remarksOn(results, costs)) dialogue.say(remark);
  const costLines = costsForCatalogue(results, costs);
  if (costLines.length === 0) {
    dialogue.say(
      'For the margin give --cost-per-hour USD, or --cost-per-image USD and --cost-per-second USD.',
    );
  } else
    dialogue.say(
      `For the catalogue, so that the operator’s pages know the cost:\n  ${costLines.join('\n  ')}`,
    );
  return results.some((result) => 'fault' in result) ? 1 : 0;
}
