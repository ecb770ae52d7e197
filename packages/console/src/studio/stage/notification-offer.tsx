import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Text } from '@mantine/core';
import { useNotificationOffer } from '../jobs/tell-ready.ts';
import classes from './stage.module.css';

/** Asked once, while a job takes long enough to look elsewhere. */
export function NotificationOffer({ jobs }: { readonly jobs: readonly JobApiJobStatus[] }) {
  const { isDue, accept, decline } = useNotificationOffer(jobs);
  if (!isDue) return null;
  return (
    <div className={classes.offer}>
      <Text size="sm">This takes a while. Shall your browser tell you when it is ready?</Text>
      <Button size="xs" variant="default" onClick={() => void accept()}>
        Yes, notify me
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={decline}>
        No, thanks
      </Button>
    </div>
  );
}
