import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded before a server (`--import`): appends the longest stall of its event loop in each second to a file. */

const file = process.env.KINORA_BENCH_STALLS ?? '/dev/null';
const RESOLUTION_MS = 5;
const NS_PER_MS = 1e6;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
setInterval(() => {
  // The timer itself counts as part of a delay.
  const stallMs = Math.max(0, delays.max / NS_PER_MS - RESOLUTION_MS);
  appendFileSync(file, `${stallMs.toFixed(2)}\n`);
  delays.reset();
}, 1000).unref();
