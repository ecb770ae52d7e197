import type {
  RecentPrompts,
  StudioCollection,
  StudioCollections,
  StudioTemplates,
  TemplateDraft,
} from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { changeMarks, refreshShelves } from '../jobs/job-list.ts';

/** The calls that mark, keep and collect results, and those of prompts and templates. */

export const FAVOURITES = 'favourites';
export const KEPT = 'kept';

export const collectionsQuery = queryOptions({
  queryKey: ['studio', 'collections'],
  queryFn: ({ signal }) => callConsole<StudioCollections>('/studio/collections', { signal }),
  select: ({ collections }): readonly StudioCollection[] => collections.filter(({ name }) => name !== null),
  staleTime: 60_000,
});

export const templatesQuery = queryOptions({
  queryKey: ['studio', 'templates'],
  queryFn: ({ signal }) => callConsole<StudioTemplates>('/studio/templates', { signal }),
  select: ({ templates }) => templates,
  staleTime: 60_000,
});

export const listPrompts = (
  words: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RecentPrompts> => {
  const query = new URLSearchParams({
    ...(words !== '' && { q: words }),
    ...(cursor !== undefined && { cursor }),
  });
  return callConsole(`/studio/prompts?${query}`, { signal });
};

const refreshCollections = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey });

export async function createCollection(name: string): Promise<StudioCollection> {
  const created = await callConsole<StudioCollection>('/studio/collections', {
    method: 'POST',
    body: { name },
  });
  await refreshCollections();
  return created;
}

export async function renameCollection(id: string, name: string): Promise<void> {
  await callConsole(`/studio/collections/${id}`, { method: 'PATCH', body: { name } });
  await refreshCollections();
}

export async function deleteCollection(id: string): Promise<void> {
  await callConsole(`/studio/collections/${id}`, { method: 'DELETE' });
  await refreshCollections();
}

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

const refreshTemplates = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });

export async function saveTemplate(name: string, draft: TemplateDraft): Promise<void> {
  await callConsole('/studio/templates', { method: 'POST', body: { name, draft } });
  await refreshTemplates();
}

export async function renameTemplate(id: string, name: string): Promise<void> {
  await callConsole(`/studio/templates/${id}`, { method: 'PATCH', body: { name } });
  await refreshTemplates();
}

export async function deleteTemplate(id: string): Promise<void> {
  await callConsole(`/studio/templates/${id}`, { method: 'DELETE' });
  await refreshTemplates();
}
