import { type RendererActivity, type RendererTime, rendererActivities } from '@kinora/contract';
import type { ExpectedEnd } from './expect-end.ts';

/** How long the renderers of a worker did what. */
export interface RendererClock {
  slot(): SlotClock;
  /**
   * Says what the slots that ask for a job have waited for, since they began or since the last call; of this, the last
   * `withoutJobsMs` for a job.
   */
  asked(activity: RendererActivity, withoutJobsMs?: number): void;
  /** Milliseconds since the clock was made. */
  totals(): RendererTime;
}

/** The time of one slot. Its renderer renders one job at a time, and the next may be prepared meanwhile. */
export interface SlotClock {
  /** Why the renderer does nothing when it has no job. `asking` is known when the request has ended. */
  idle(why: 'asking' | 'preparing' | 'delivering'): void;
  attempt(model: RenderedModel): AttemptClock;
}

type AttemptClock = Omit<ExpectedEnd, 'near' | 'failed'>;

/** What a renderer loads, as far as a worker knows it; undefined of an engine that loads nothing. */
type RenderedModel = string | undefined;

export function createRendererClock(now: () => number = () => performance.now()): RendererClock {
  const totals = Object.fromEntries(rendererActivities.map((activity) => [activity, 0])) as RendererTime;
  const slots: { settle(activity: RendererActivity, withoutJobsMs: number): void; pass(): void }[] = [];
  // A worker's slots have one renderer with its models.
  let loaded: RenderedModel;

  function slot(): SlotClock {
    const rendering = new Set<{ isLoading: boolean }>();
    let why: 'asking' | 'preparing' | 'delivering' = 'asking';
    let since = now();
    let askedMs = 0;

    /** Adds the time since the last change. */
    function pass(): void {
      const at = now();
      const ms = at - since;
      since = at;
      if (rendering.size > 0)
        totals[[...rendering].some(({ isLoading }) => isLoading) ? 'loading' : 'rendering'] += ms;
      else if (why === 'asking') askedMs += ms;
      else totals[why] += ms;
    }

    slots.push({
      pass,
      settle(activity, withoutJobsMs) {
        pass();
        const withoutJobs = Math.min(askedMs, withoutJobsMs);
        totals.waiting_for_jobs += withoutJobs;
        totals[activity] += askedMs - withoutJobs;
        askedMs = 0;
      },
    });

    return {
      idle(next) {
        pass();
        why = next;
      },
      attempt(model) {
        const attempt = { isLoading: false };
        return {
          started() {
            pass();
            attempt.isLoading = model !== undefined && model !== loaded;
            loaded = model;
            rendering.add(attempt);
          },
          progress(fraction) {
            if (!attempt.isLoading || fraction === 0) return;
            pass();
            attempt.isLoading = false;
          },
          rendered() {
            pass();
            rendering.delete(attempt);
          },
        };
      },
    };
  }

  return {
    slot,
    asked(activity, withoutJobsMs = 0) {
      for (const each of slots) each.settle(activity, withoutJobsMs);
    },
    totals() {
      for (const each of slots) each.pass();
      return { ...totals };
    },
  };
}

/** What an expected end learns of its attempt, its clock learns too. */
export function timedBy(clock: AttemptClock, expected: ExpectedEnd): ExpectedEnd {
  return {
    near: expected.near,
    failed: expected.failed,
    started() {
      expected.started();
      clock.started();
    },
    progress(fraction) {
      expected.progress(fraction);
      clock.progress(fraction);
    },
    rendered() {
      expected.rendered();
      clock.rendered();
    },
  };
}
