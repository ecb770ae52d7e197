import { useSearchParams } from 'wouter';

/**
 * The id of the job whose details are open. It is in the address, so that the back button closes the details, which fill the
 * window of a phone.
 */
export function useOpenJob() {
  const [query, setQuery] = useSearchParams();
  const openId = query.get('job') ?? undefined;
  const open = (jobId: string | undefined): void => {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (jobId === undefined) after.delete('job');
        else after.set('job', jobId);
        return after;
      },
      // Only the first is a step for the back button.
      { replace: openId !== undefined },
    );
  };
  return [openId, open] as const;
}
