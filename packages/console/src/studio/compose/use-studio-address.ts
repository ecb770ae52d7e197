import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { queryClient } from '../../api/query-client.ts';
import { workQuery } from '../../explore/use-works.ts';
import { toast } from '../../frame/toast.tsx';
import { orderInAddress, wantedInAddress } from '../settings/draft-in-address.ts';
import { changeDraft, chooseOperation } from '../settings/use-draft.ts';

/**
 * Takes into the draft what the address asks for: the prompt and the medium of a work, `?work=<id>`; an order of the page of
 * prices, `?kind=video&model=fast&size=1280x720&seconds=5`; or what was locked until it was paid, `?want=image_4k-4096`.
 */
export function useStudioAddress(): void {
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const id = query.get('work');
    const asked = orderInAddress(query) ?? wantedInAddress(query.get('want'));
    if (id === null && asked === undefined) return;
    navigate('/studio', { replace: true });
    if (asked !== undefined) {
      chooseOperation(asked.operation);
      changeDraft(asked);
    }
    if (id === null) return;
    queryClient.fetchQuery(workQuery(id)).then(
      ({ prompt, kind: medium }) => {
        chooseOperation(medium);
        changeDraft({ prompt });
      },
      ({ message }: Error) => toast(message),
    );
  }, []);
}
