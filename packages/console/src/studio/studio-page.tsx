import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../frame/failure.tsx';
import { meQuery, studioQuery } from './jobs/job-calls.ts';
import { Studio } from './studio.tsx';

export function StudioPage() {
  const me = useQuery(meQuery);
  const view = useQuery(studioQuery);
  if (me.data !== undefined && view.data !== undefined) return <Studio me={me.data} view={view.data} />;
  const failed = [me, view].find(({ error }) => error !== null);
  if (failed?.error) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <Center mih="40vh" role="status" aria-label="Loading the studio">
      <Loader />
    </Center>
  );
}
