/**
 * Who may keep a stream of events open. Browsers open six connections to one server by HTTP/1.1, for all of its tabs, and
 * a seventh request waits: the streams of all tabs together are bounded, and each job is streamed in one tab only, which
 * tells the others. Web Locks would do it, but need https, and without it HTTP/1.1 is all there is. So a slot is a
 * lease in the storage that tabs share; a tab that crashes loses it.
 */

const SLOTS = ['kinora.stream.1', 'kinora.stream.2'];
const LEASE_MS = 5_000;
const RENEW_MS = 1_000;
/** Two tabs may write at the same time; after this time both read who was last. */
const SETTLE_MS = 50;
const TAB = String(Math.random());

interface Lease {
  readonly jobId: string;
  readonly tab: string;
  readonly until: number;
}

export interface HeldSlot {
  /** Aborted when another tab has the slot, or it was released. */
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** A slot for the stream of a job; `elsewhere` if another tab streams it; `none` if all slots are taken. */
export async function claimSlot(
  jobId: string,
  signal: AbortSignal,
): Promise<HeldSlot | 'elsewhere' | 'none'> {
  const leases = SLOTS.map(readLease);
  if (leases.some((lease) => lease?.jobId === jobId)) return 'elsewhere';
  const slot = SLOTS[leases.indexOf(undefined)];
  if (slot === undefined || !writeLease(slot, jobId)) return 'none';
  const isMine = (): boolean => {
    const lease = readLease(slot);
    return lease?.tab === TAB && lease.jobId === jobId;
  };
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (!isMine()) return 'none';
  return hold(slot, { renew: () => isMine() && writeLease(slot, jobId), isMine }, signal);
}

interface Renewal {
  readonly renew: () => boolean;
  readonly isMine: () => boolean;
}

function hold(slot: string, { renew, isMine }: Renewal, signal: AbortSignal): HeldSlot {
  const held = new AbortController();
  const release = (): void => {
    clearInterval(timer);
    signal.removeEventListener('abort', release);
    window.removeEventListener('pagehide', release);
    if (!held.signal.aborted && isMine()) localStorage.removeItem(slot);
    held.abort();
  };
  const timer = setInterval(() => {
    if (!renew()) release();
  }, RENEW_MS);
  // The slot is released at once, because a page that is being closed runs no later task.
  signal.addEventListener('abort', release);
  window.addEventListener('pagehide', release);
  if (signal.aborted) release();
  return { signal: held.signal, release };
}

/** The lease of a slot that is taken. One that reaches far ahead is of a clock that was set back since. */
function readLease(slot: string): Lease | undefined {
  try {
    const lease = JSON.parse(localStorage.getItem(slot) ?? 'null') as Lease | null;
    const left = (lease?.until ?? 0) - Date.now();
    return left > 0 && left <= LEASE_MS ? (lease ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** False where nothing can be stored; such a tab polls. */
function writeLease(slot: string, jobId: string): boolean {
  try {
    const lease: Lease = { jobId, tab: TAB, until: Date.now() + LEASE_MS };
    localStorage.setItem(slot, JSON.stringify(lease));
    return true;
  } catch {
    return false;
  }
}
