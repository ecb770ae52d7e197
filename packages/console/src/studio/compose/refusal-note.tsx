import { Alert, Button, Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  addOrders,
  discardOrders,
  dismissRefusal,
  type Refusal,
  resume,
  useOrderQueue,
} from '../orders/order-queue.ts';

/** Why orders are not sent, in the service's sentence, with its wait counted down; and what waits in the page. */
export function RefusalNote() {
  const { orders, refusal } = useOrderQueue();
  if (refusal === undefined) return orders.length > 0 ? <WaitingNote count={orders.length} /> : null;
  const { message, retryAt, refused } = refusal;
  return (
    <Alert
      color={retryAt === undefined ? 'red' : 'yellow'}
      variant="light"
      role="alert"
      icon={<TriangleAlert size={18} aria-hidden="true" />}
    >
      <Text size="sm">{message}</Text>
      {retryAt !== undefined && <Countdown until={retryAt} count={orders.length} />}
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() => (refused === undefined ? resume() : sendAgain(refused))}
        >
          {refused === undefined ? 'Send now' : 'Try again'}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={retryAt ? discardOrders : dismissRefusal}>
          {retryAt === undefined ? 'Dismiss' : 'Do not send'}
        </Button>
      </Group>
    </Alert>
  );
}

function sendAgain({ body, image }: NonNullable<Refusal['refused']>): void {
  dismissRefusal();
  addOrders([body], image);
}

function WaitingNote({ count }: { readonly count: number }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" role="status">
      <Text size="sm">
        {count === 1 ? 'One order waits' : `${count} orders wait`} in this page until a job ends. Keep it
        open.
      </Text>
      <Button size="xs" variant="default" miw="max-content" onClick={discardOrders}>
        Do not send
      </Button>
    </Group>
  );
}

/** Counts down without being read aloud every second. */
function Countdown({ until, count }: { readonly until: number; readonly count: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <Text size="sm" mt={4} aria-live="off">
      {count > 1 ? `${count} orders are` : 'It is'} sent again in {seconds} s.
    </Text>
  );
}
