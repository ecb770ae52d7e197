import type { WebhookDelivery, WebhookDeliveryPage, WebhookSettings } from '@kinora/contract';
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../../frame/toast.tsx';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => callConsole<WebhookSettings>('/webhooks', { signal }),
});

export type DeliveryState = WebhookDelivery['state'] | 'all';

/** Events that may still change are read again by themselves. */
const REFRESH_MS = 5000;

export function deliveriesQuery(state: DeliveryState) {
  return infiniteQueryOptions({
    queryKey: ['webhook-deliveries', state],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        ...(state !== 'all' && { state }),
        ...(pageParam !== '' && { cursor: pageParam }),
      });
      return callConsole<WebhookDeliveryPage>(`/webhooks/deliveries?${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ deliveries }) => deliveries.some((one) => one.state === 'pending'))
        ? REFRESH_MS
        : false,
  });
}

const keep = (settings: WebhookSettings) => {
  const { secret: _shownOnce, ...kept } = settings;
  queryClient.setQueryData(webhooksQuery.queryKey, kept);
};

export function useSetWebhookUrl() {
  return useMutation({
    mutationFn: (url: string | null) =>
      callConsole<WebhookSettings>('/webhooks', { method: 'PUT', body: { url } }),
    onSuccess: keep,
  });
}

export function useRotateSecret() {
  return useMutation({
    mutationFn: () => callConsole<WebhookSettings>('/webhooks/rotate-secret', { method: 'POST', body: {} }),
    onSuccess: keep,
  });
}

export function useReplay() {
  return useMutation({
    mutationFn: ({ id }: WebhookDelivery) =>
      callConsole<WebhookDelivery>(`/webhooks/deliveries/${id}/replay`, { method: 'POST', body: {} }),
    onSuccess: async ({ type, url }) => {
      toast(`${type} is being sent to ${new URL(url).host} again.`);
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] });
    },
  });
}
