import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in ticks of this length. */
const TICK_MS = 10;

interface Process {
  readonly parent: number;
  readonly ms: number;
}

/** The processor time of a process and all that descend from it, also those that have ended, in ms; of Linux only. */
export function processorMs(pid: number): number {
  const processes = new Map(readdirSync('/proc').flatMap(read));
  const belongs = (id: number): boolean => {
    const parent = processes.get(id)?.parent;
    return id === pid || (parent !== undefined && parent !== 0 && belongs(parent));
  };
  return [...processes].reduce((sum, [id, { ms }]) => sum + (belongs(id) ? ms : 0), 0);
}

function read(name: string): (readonly [number, Process])[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of a program may contain spaces and parentheses.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    // The time of the process itself and of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return [[Number(name), { parent, ms: ticks * TICK_MS }]];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
