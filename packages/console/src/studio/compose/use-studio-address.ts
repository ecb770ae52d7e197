import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { queryClient } from '../../api/query-client.ts';
import { workQuery } from '../../explore/use-works.ts';
import { toast } from '../../frame/toast.tsx';
import { orderInAddress, wantedInAddress } from '../settings/draft-in-address.ts';
import { changeDraft, chooseOperation } from '../settings/use-draft.ts';
import { takeWork } from '../source/take-source.ts';

/**
 * Takes into the draft what the address asks for: the prompt and the medium of a work, `?work=<id>`, and its picture, `&start=picture`; an order of the page of
 * prices, `?kind=video&model=fast&size=1280x720&seconds=5`; or what was locked until it was paid, `?want=image_4k-4096`.
 */
export function useStudioAddress(): void {
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const id = query.get('work');
    const startsFrom = query.get('start') === 'picture';
    const asked = orderInAddress(query) ?? wantedInAddress(query.get('want'));
    // The sign-up page says where the person came from; the studio needs not know.
    if (id === null && asked === undefined && !query.has('from')) return;
    navigate('/studio', { replace: true });
    if (asked !== undefined) {
      chooseOperation(asked.operation);
      changeDraft(asked);
    }
    if (id === null) return;
    queryClient.fetchQuery(workQuery(id)).then(
      async ({ prompt, kind: medium, url }) => {
        chooseOperation(medium);
        changeDraft({ prompt });
        if (!startsFrom || medium !== 'image') return;
        const refusal = await takeWork(url);
        if (refusal !== undefined) toast(refusal);
      },
      ({ message }: Error) => toast(message),
    );
  }, []);
}
