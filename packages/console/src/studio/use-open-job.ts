import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { returnFocus } from './gallery/move-focus.ts';

/**
 * The id of the job whose details are open. It is in the address, so that the back button closes the details, which fill the
 * window of a phone. When they are closed, the focus returns to the tile of the job that was seen last.
 */
export function useOpenJob() {
  const [query, setQuery] = useSearchParams();
  const openId = query.get('job') ?? undefined;
  const isOpen = useRef(false);
  isOpen.current = openId !== undefined;
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (openId === undefined && last.current !== undefined) returnFocus(last.current);
    last.current = openId;
  }, [openId]);
  // The same function, so that no tile is drawn again for it.
  const open = useCallback(
    (jobId: string | undefined): void => {
      const change = (before: URLSearchParams): URLSearchParams => {
        const after = new URLSearchParams(before);
        if (jobId === undefined) after.delete('job');
        else after.set('job', jobId);
        return after;
      };
      // Only the first is a step for the back button.
      setQuery(change, { replace: isOpen.current });
    },
    [setQuery],
  );
  // A notification was pressed.
  useEffect(() => {
    const workers = navigator.serviceWorker;
    const follow = ({ data }: MessageEvent<{ readonly open: string }>) => open(data.open);
    workers?.addEventListener('message', follow);
    return () => workers?.removeEventListener('message', follow);
  }, [open]);
  return [openId, open] as const;
}
