import { type JobApiJobStatus, notifyAfterSeconds } from '@kinora/contract';
import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { toast } from '../../frame/toast.tsx';
import { NotifyWords } from '../../notify/notify-words.tsx';
import { useNotifications } from '../../notify/use-notifications.ts';
import classes from './stage.module.css';

/** Asked once, while a job takes long enough to do something else. */
export function NotificationOffer({ jobs }: { readonly jobs: readonly JobApiJobStatus[] }) {
  const { isPossible, isAnswered, turnOn, turnOff, renew } = useNotifications();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => void renew(), []);
  const isLong = jobs.some(
    ({ status, elapsed, estimated_wait: wait = 0, estimated_wait_seconds: seconds = wait }) =>
      (status === 'queued' || status === 'generating') && elapsed + seconds >= notifyAfterSeconds,
  );
  if (!isLong || isAnswered || !isPossible) return null;
  const choose = async (change: () => Promise<void>) => {
    await change();
    toast('You can change this under Security in your account.');
  };
  return (
    <div className={classes.offer}>
      <Text size="sm">This takes a while. Shall your browser notify you when it is ready?</Text>
      <Button size="xs" variant="default" onClick={() => void choose(turnOn)}>
        Yes, notify me
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => void choose(turnOff)}>
        No, thanks
      </Button>
      <NotifyWords />
    </div>
  );
}
