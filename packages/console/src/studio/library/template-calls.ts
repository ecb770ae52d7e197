import type { RecentPrompts, StudioTemplates, TemplateDraft } from '@kinora/contract';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';

/** The calls of prompts and templates. */

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
