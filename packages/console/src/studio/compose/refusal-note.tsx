import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { counted } from '../../value/count.ts';
import { ServiceSentence } from '../../value/service-sentence.tsx';
import {
  acceptPrice,
  discardOrders,
  dismissRefusal,
  mayRepeat,
  type PendingOrder,
  type Refusal,
  resume,
  sendAgain,
  useOrderQueue,
} from '../orders/order-queue.ts';
import { limitOf, priceOf } from './price-of.ts';
import { quoteQuery } from './use-quote.ts';

/** Why orders are not sent, in the service's sentence, and what the person can do about it. */
export function RefusalNote() {
  const { orders, waiting, refusal } = useOrderQueue();
  if (refusal === undefined) return waiting.length > 0 ? <Waiting count={waiting.length} /> : null;
  const { kind } = refusal.consequence;
  const isPause = kind === 'pause' || kind === 'unreachable';
  return (
    <Alert
      color={isPause || kind === 'price' ? 'yellow' : 'red'}
      variant="light"
      role="alert"
      icon={<TriangleAlert size={18} aria-hidden="true" />}
    >
      <Text size="sm">{kind === 'price' ? PRICE_CHANGED : <ServiceSentence text={refusal.message} />}</Text>
      {isPause && <Pause refusal={refusal} count={orders.length} />}
      {kind === 'price' && orders[0] !== undefined && <NewPrice order={orders[0]} orders={orders} />}
      {!isPause && kind !== 'price' && <Refused refusal={refusal} />}
    </Alert>
  );
}

/** The service's sentence names the field of the request. */
const PRICE_CHANGED = 'The price has changed since it was shown. Nothing was charged.';

/** With what waits in the page; which orders those are stands above the gallery. */
function Waiting({ count }: { readonly count: number }) {
  return (
    <Text size="sm" role="status">
      {count === 1 ? 'One order is not sent yet and waits' : `${count} orders are not sent yet and wait`} in
      this page until a job ends.
    </Text>
  );
}

function Pause({ refusal, count }: { readonly refusal: Refusal; readonly count: number }) {
  return (
    <>
      <Countdown until={refusal.retryAt} count={count} />
      {refusal.consequence.kind === 'unreachable' && (
        <Text size="sm" mt={4}>
          Jobs that were ordered earlier continue.
        </Text>
      )}
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

/** The new price of the first order that waits and of those made with it; nothing is sent before it is agreed to. */
function NewPrice({
  order,
  orders,
}: {
  readonly order: PendingOrder;
  readonly orders: readonly PendingOrder[];
}) {
  const { data, error, refetch } = useQuery(quoteQuery(order.body, order.source));
  const count = orders.filter(({ batch }) => batch === order.batch).length;
  return (
    <>
      <Text size="sm" mt={4}>
        {orders.length === 1 ? 'It is' : `${orders.length} orders are`} not sent yet.
      </Text>
      <Failure error={error} onRetry={() => void refetch()} />
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          disabled={data === undefined}
          onClick={() => data !== undefined && acceptPrice(limitOf(data))}
        >
          {data === undefined
            ? 'Getting the price …'
            : `Order ${count === 1 ? 'it' : `all ${count}`} for ${priceOf(data, count)}`}
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
