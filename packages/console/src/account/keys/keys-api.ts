import type { IssuedKeyView, KeyList, KeyScope } from '@kinora/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => callConsole<KeyList>('/keys', { signal }),
});

/** What its owner chooses about a key. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expires_at?: string | null;
  readonly cap_cents: number | null;
}

const reload = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });

export function useCreateKey() {
  return useMutation({
    mutationFn: (body: KeyDraft) => callConsole<IssuedKeyView>('/keys', { method: 'POST', body }),
    onSuccess: reload,
  });
}

export interface Rotation {
  readonly overlap_seconds: number;
  readonly expires_at?: string | null;
}

export function useRotateKey(id: string) {
  return useMutation({
    mutationFn: (body: Rotation) =>
      callConsole<IssuedKeyView>(`/keys/${id}/rotate`, { method: 'POST', body }),
    onSuccess: reload,
  });
}

/** Changes, revokes, or ends the overlap of a key; each returns all keys. */
export function useChangeKey(id: string) {
  return useMutation({
    mutationFn: (change: KeyDraft | 'revoke' | 'end-overlap') => {
      if (change === 'revoke') return callConsole<KeyList>(`/keys/${id}`, { method: 'DELETE' });
      if (change === 'end-overlap') {
        return callConsole<KeyList>(`/keys/${id}/end-overlap`, { method: 'POST', body: {} });
      }
      return callConsole<KeyList>(`/keys/${id}`, { method: 'PATCH', body: change });
    },
    onSuccess: (keys) => queryClient.setQueryData(keysQuery.queryKey, keys),
  });
}
