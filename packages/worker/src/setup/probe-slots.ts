import type { Engine } from '@kinora/engine/engine';
import type { Dialogue } from './dialogue.ts';
import { type Probe, unitOf } from './probe-tasks.ts';
import { type ProbeResult, runProbe } from './run-probe.ts';

/** The quickest probe of those that were rendered: enlarging does not reach the server. */
export function quickestOf(results: readonly ProbeResult[]): Probe | undefined {
  const rendered = results.flatMap((result) =>
    'fault' in result || result.probe.operation.startsWith('upscale') ? [] : [result],
  );
  return rendered.sort((a, b) => a.seconds - b.seconds)[0]?.probe;
}

/** Renders a probe as often as a worker has slots, all at once, and says what that brings in an hour, or how many failed. */
export async function reportSlots(
  engine: Engine,
  probe: Probe,
  slots: number,
  dialogue: Dialogue,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const results = await Promise.all(
    Array.from({ length: slots }, () => runProbe(engine, probe, () => {}, signal)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const units = results.reduce((total, result) => total + ('fault' in result ? 0 : result.units), 0);
  const what = `${slots} at once: ${probe.model.id}, ${probe.operation}`;
  const faults = results.flatMap((result) => ('fault' in result ? [result.fault] : []));
  if (faults.length > 0)
    dialogue.say(`WARNING: ${what}: ${faults.length} failed, so give fewer --slots: ${faults[0]}`);
  else
    dialogue.say(
      `${what}: all in ${seconds.toFixed(1)} s, ${Math.round((units * 3600) / Math.max(seconds, 0.001))} ${unitOf(probe.model)} an hour`,
    );
}
