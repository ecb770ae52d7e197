import { Alert, Button, Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { counted } from '../../value/count.ts';
import { ServiceSentence } from '../../value/service-sentence.tsx';
import {
  discardOrders,
  dismissRefusal,
  mayRepeat,
  type Refusal,
  resume,
  sendAgain,
  useOutbox,
} from '../orders/outbox.ts';

/** Why orders are not sent, in the service's sentence, and what the person can do about it. */
export function RefusalNote() {
  const { orders, refusal } = useOutbox();
  if (refusal === undefined) return null;
  const isUnreachable = refusal.consequence.kind === 'unreachable';
  return (
    <Alert
      color={isUnreachable ? 'yellow' : 'red'}
      variant="light"
      role="alert"
      icon={<TriangleAlert size={18} aria-hidden="true" />}
    >
      <Text size="sm">
        <ServiceSentence text={refusal.message} />
      </Text>
      {isUnreachable ? (
        <Unreachable refusal={refusal} count={orders.length} />
      ) : (
        <Refused refusal={refusal} />
      )}
    </Alert>
  );
}

function Unreachable({ refusal, count }: { readonly refusal: Refusal; readonly count: number }) {
  return (
    <>
      <Countdown until={refusal.retryAt} count={count} />
      <Text size="sm" mt={4}>
        What was ordered earlier continues.
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={resume}>
          Send now
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={discardOrders}>
          Do not send
        </Button>
      </Group>
    </>
  );
}

/** What cannot succeed again is not offered again: it is changed, or the person waits. */
function Refused({ refusal }: { readonly refusal: Refusal }) {
  const { consequence, unsent } = refusal;
  const isRepeatable = mayRepeat(refusal);
  return (
    <>
      {consequence.kind === 'content' && (
        <Text size="sm" mt={4}>
          {consequence.of === 'prompt' ? 'Change the prompt' : 'Choose another image'} before you send it
          again.
        </Text>
      )}
      {unsent.length > 1 && (
        <Text size="sm" mt={4}>
          {counted(unsent.length, 'order')} were not sent.
        </Text>
      )}
      {consequence.kind !== 'suspended' && (
        <Group gap="xs" mt="xs">
          {isRepeatable && (
            <Button size="xs" variant="default" onClick={sendAgain}>
              Try again
            </Button>
          )}
          <Button
            size="xs"
            variant={isRepeatable ? 'subtle' : 'default'}
            color="gray"
            onClick={dismissRefusal}
          >
            {isRepeatable ? 'Do not send' : 'Dismiss'}
          </Button>
        </Group>
      )}
    </>
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
  const orders = count > 1 ? `${count} orders are` : 'It is';
  return (
    <Text size="sm" mt={4} aria-live="off">
      {orders} not sent yet {count > 1 ? 'and wait' : 'and waits'} in this page:{' '}
      {until === 0 ? 'sent again now.' : `sent again in ${seconds} s.`}
    </Text>
  );
}
