import type { StudioCollection } from '@kinora/contract';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { collectionsQuery } from './library-calls.ts';

/** The calls that make and change collections. */

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
