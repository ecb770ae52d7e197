import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * The id of the job whose details are open. It is in the address, so that the back button closes the details, which fill the
 * window of a phone.
 */
export function useOpenJob() {
  const { job } = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  // The router reads a number as one.
  const openId = job === undefined ? undefined : String(job);
  const open = (jobId: string | undefined): void => {
    const search = (before: object) => ({ ...before, job: jobId });
    // Only the first is a step for the back button.
    const replace = openId !== undefined;
    void navigate({ to: '.', search, replace, resetScroll: false } as never);
  };
  return [openId, open] as const;
}
