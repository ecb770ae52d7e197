import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { moneyMoved } from '../../api/money-moved.ts';
import { refreshLists } from '../jobs/job-list.ts';
import { waitingQuery } from './waiting-calls.ts';

const WaitingList = lazy(() => import('./waiting-list.tsx'));

/** The orders that wait for their turn on the server; nothing if none does. */
export function WaitingOrders() {
  const { data } = useQuery(waitingQuery);
  const count = data?.orders.length ?? 0;
  useStarted(data?.orders.map(({ id }) => id).join(' ') ?? '');
  if (data === undefined || count === 0) return null;
  return (
    <Suspense>
      <WaitingList waiting={data} />
    </Suspense>
  );
}

/** What does not wait any more may be a job that this page does not show yet, and that was paid. */
function useStarted(ids: string): void {
  const before = useRef(ids);
  useEffect(() => {
    const isGone = before.current.split(' ').some((id) => id !== '' && !ids.includes(id));
    before.current = ids;
    if (!isGone) return;
    refreshLists().catch(() => {});
    void moneyMoved();
  }, [ids]);
}
