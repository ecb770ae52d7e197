import type { StudioCollection, StudioCollections } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { changeMarks, refreshShelves } from '../jobs/job-list.ts';

/** The calls that mark, keep and collect results. */

export const FAVOURITES = 'favourites';
export const KEPT = 'kept';

export const collectionsQuery = queryOptions({
  queryKey: ['studio', 'collections'],
  queryFn: ({ signal }) => callConsole<StudioCollections>('/studio/collections', { signal }),
  select: ({ collections }): readonly StudioCollection[] => collections.filter(({ name }) => name !== null),
  staleTime: 60_000,
});

/** As many as the service takes in one call. */
const IDS_PER_CALL = 100;

/** Puts results into a collection or takes them out; `FAVOURITES` is one too. */
export async function collect(collection: string, jobIds: readonly string[], isIn: boolean): Promise<void> {
  for (let at = 0; at < jobIds.length; at += IDS_PER_CALL) {
    const ids = jobIds.slice(at, at + IDS_PER_CALL);
    const body = isIn ? { add: ids } : { remove: ids };
    await callConsole(`/studio/collections/${collection}/results`, { method: 'POST', body });
    changeMarks(ids, (marks) =>
      collection === FAVOURITES
        ? { ...marks, favourite: isIn }
        : {
            ...marks,
            collections: [
              ...marks.collections.filter((id) => id !== collection),
              ...(isIn ? [collection] : []),
            ],
          },
    );
  }
  await refreshShelves();
}

/** Keeps copies of results, one after the other, until one is refused. */
export async function keep(jobIds: readonly string[], onKept: () => void = () => {}): Promise<void> {
  try {
    for (const id of jobIds) {
      await callConsole(`/studio/kept/${id}`, { method: 'PUT' });
      changeMarks([id], (marks) => ({ ...marks, kept: true }));
      onKept();
    }
  } finally {
    await refreshShelves();
  }
}

/** Deletes the copy; the result stays as long as its job. */
export async function stopKeeping(jobId: string): Promise<void> {
  await callConsole(`/studio/kept/${jobId}`, { method: 'DELETE' });
  changeMarks([jobId], (marks) => ({ ...marks, kept: false }));
  await refreshShelves();
}
