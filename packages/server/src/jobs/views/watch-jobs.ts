/** Called with the current state of a watched job, about once a second; undefined once it is deleted. */
type Listener<Job> = (job: Job | undefined) => Promise<void>;

/** Watches jobs for listeners. One reading a second serves all of them, however many there are. */
export interface JobWatch<Job> {
  /** Returns a function that ends it. The first call of the listener is at the next reading. */
  watch(jobId: string, listener: Listener<Job>): () => void;
}

const READ_EVERY_MS = 1000;

export function createJobWatch<Job>(
  findJob: (jobId: string) => Promise<Job | undefined>,
  onError: (error: unknown) => void,
): JobWatch<Job> {
  const listeners = new Map<string, Set<Listener<Job>>>();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(read, READ_EVERY_MS).unref();
  }

  async function read(): Promise<void> {
    await Promise.all([...listeners].map(([jobId, watching]) => readJob(jobId, watching))).catch(onError);
    isScheduled = false;
    if (listeners.size > 0) schedule();
  }

  async function readJob(jobId: string, watching: ReadonlySet<Listener<Job>>): Promise<void> {
    const job = await findJob(jobId);
    await Promise.all([...watching].map((listener) => listener(job)));
  }

  return {
    watch(jobId, listener) {
      const watching = listeners.get(jobId) ?? new Set();
      listeners.set(jobId, watching.add(listener));
      schedule();
      return () => {
        watching.delete(listener);
        if (watching.size === 0 && listeners.get(jobId) === watching) listeners.delete(jobId);
      };
    },
  };
}
