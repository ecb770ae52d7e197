import type { SecurityEvents, SecurityView, Sessions } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => callConsole<SecurityView>('/security', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callConsole<Sessions>('/sessions', { signal }),
});

export const eventsKey = ['security-events'];

export const readEvents = (cursor: string | null, signal: AbortSignal): Promise<SecurityEvents> =>
  callConsole<SecurityEvents>(`/security-events${cursor === null ? '' : `?cursor=${cursor}`}`, { signal });

/** After a change: what the page shows is read again. */
export async function refreshSecurity(): Promise<void> {
  const keys = [securityQuery.queryKey, sessionsQuery.queryKey, eventsKey, sessionQuery.queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
