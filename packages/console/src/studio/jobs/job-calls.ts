import {
  type JobApiJobStatus,
  type JobQuoteView,
  type Me,
  type Medium,
  type PublishBody,
  type PublishedJobs,
  publishWordsVersion,
  type StudioModels,
  type StudioResult,
  type StudioResultList,
  type StudioView,
} from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callJobApi } from '../../api/access-token.ts';
import { callConsole } from '../../api/call.ts';
import type { OrderBody } from '../settings/draft.ts';
import type { SoldModel } from '../settings/model-order.ts';

/** The calls that the studio makes, of the job API and of its own interface. */

export const meQuery = queryOptions({
  queryKey: ['studio', 'me'],
  queryFn: ({ signal }) => callJobApi<Me>('/me', { signal }),
  // Another device may have ordered.
  refetchOnWindowFocus: 'always',
});

export const studioQuery = queryOptions({
  queryKey: ['studio', 'view'],
  queryFn: ({ signal }) => callConsole<StudioView>('/studio', { signal }),
  staleTime: 300_000,
});

/** The models that are sold, at the prices of the account, and which of them a worker renders now. */
export const modelsQuery = queryOptions({
  queryKey: ['studio', 'models'],
  queryFn: ({ signal }) => callConsole<StudioModels>('/studio/models', { signal }),
  select: ({ models, not_in_plan: locks, of_types: ofTypes }): readonly SoldModel[] =>
    models.map((model) => ({
      ...model,
      lockedBy: locks[model.id],
      isOfTypes: model.id === ofTypes[model.kind],
    })),
  staleTime: 30_000,
  refetchInterval: 60_000,
});

export interface JobFilter {
  readonly medium: Medium | undefined;
  readonly status: JobApiJobStatus['status'] | undefined;
  /** Words of the prompt; each may be the beginning of one. */
  readonly words?: string | undefined;
  /** `favourites`, `kept` or the id of a collection. */
  readonly shelf?: string | undefined;
}

const JOBS_PER_PAGE = '60';

export function listJobs(
  { medium, status, words, shelf }: JobFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<StudioResultList> {
  const query = new URLSearchParams({ limit: JOBS_PER_PAGE });
  const kept = shelf === 'kept' ? 'yes' : undefined;
  const collection = shelf === 'kept' ? undefined : shelf;
  for (const [name, value] of Object.entries({ kind: medium, status, q: words, kept, collection, cursor })) {
    if (value !== undefined) query.set(name, value);
  }
  return callConsole(`/studio/results?${query}`, { signal });
}

/** A job, or what is kept of one that is gone. */
export const readResult = (jobId: string, signal: AbortSignal): Promise<StudioResult> =>
  callConsole(`/studio/results/${jobId}`, { signal });

export const readJob = (jobId: string, signal: AbortSignal): Promise<JobApiJobStatus> =>
  callJobApi(`/job/${jobId}`, { signal });

/** Deletes the job, and the copy that is kept. `keepalive` lets it arrive although the page is left. */
export const deleteJob = (jobId: string, keepalive = false): Promise<void> =>
  callConsole(`/studio/results/${jobId}`, { method: 'DELETE', keepalive });

export const quoteOrder = (body: OrderBody, signal: AbortSignal): Promise<JobQuoteView> =>
  callJobApi('/quote', { method: 'POST', body, signal });

/** The jobs whose results are on the explore page. */
export const publishedQuery = queryOptions({
  queryKey: ['studio', 'published'],
  queryFn: ({ signal }) => callConsole<PublishedJobs>('/published', { signal }),
  staleTime: 60_000,
});

/** The person has read the words of now (`publish-words.ts`). */
export const publishJob = (jobId: string, showsSeed: boolean): Promise<void> => {
  const body: PublishBody = { consent: publishWordsVersion, shows_seed: showsSeed };
  return callConsole(`/published/${jobId}`, { method: 'PUT', body });
};

export const withdrawJob = (jobId: string): Promise<void> =>
  callConsole(`/published/${jobId}`, { method: 'DELETE' });
