import type { WaitingOrders, WaitingOrderView } from '@kinora/contract';
import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { ServiceSentence } from '../../value/service-sentence.tsx';
import { Time } from '../../value/time.tsx';
import { priceOf } from '../compose/price-of.ts';
import { operationOf } from '../settings/draft.ts';
import { nameOf } from '../settings/operation-picker.tsx';
import { PausedOrder } from './paused-order.tsx';
import { cancelAllWaiting, cancelWaiting, moveWaiting, resumeWaiting } from './waiting-calls.ts';
import classes from './waiting-list.module.css';

/**
 * What waits, in the sequence in which it starts, with why something does not and what the person can do. One line until it is
 * opened, by itself where the person has to do something: the picture below it stays in its place.
 */
export default function WaitingList({ waiting: { orders, hold } }: { readonly waiting: WaitingOrders }) {
  const [chosen, setChosen] = useState<boolean>();
  const paused = orders.filter(({ pause }) => pause !== null).length;
  const isOpen = chosen ?? (paused > 0 || hold !== null);
  return (
    <section className={classes.waiting} aria-labelledby="waiting">
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosen(open)}>
        <summary>
          <Title order={2} size="sm" id="waiting">
            {orders.length} waiting
          </Title>
          <Text component="span" size="sm" c="dimmed" className={classes.next ?? ''}>
            {paused > 0 ? `${paused} paused` : <bdi>{orders[0]?.prompt}</bdi>}
          </Text>
        </summary>
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            Each starts when a job ends, also when this page is closed. Nothing is charged before.
          </Text>
          <Group gap="xs" wrap="nowrap">
            <ForAll orders={orders} />
            {orders.length > 1 && (
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void cancelAllWaiting()}>
                Cancel all
              </Button>
            )}
          </Group>
        </Group>
        {hold !== null && (
          <Text size="xs" role="status" mt={4}>
            <ServiceSentence text={hold.message} /> They go on at <Time at={hold.until} as="short" />.
          </Text>
        )}
        <ol className={classes.list}>
          {orders.map((order, at) => (
            <Row
              key={order.id}
              order={order}
              // Past the one before it, and past the one after it.
              up={at === 0 ? undefined : orders[at - 1]?.id}
              down={at === orders.length - 1 ? undefined : (orders[at + 2]?.id ?? null)}
            />
          ))}
        </ol>
      </details>
    </section>
  );
}

interface RowProps {
  readonly order: WaitingOrderView;
  /** The order that it would come before, of those above it; undefined for the first. */
  readonly up: string | undefined;
  /** The same below it; null for the end, undefined for the last. */
  readonly down: string | null | undefined;
}

function Row({ order, up, down }: RowProps) {
  const { id, prompt, type, pause } = order;
  const move = (before: string | null | undefined) => before !== undefined && void moveWaiting(id, before);
  return (
    <li>
      <div className={classes.row}>
        <div className={classes.order}>
          <bdi className={classes.prompt}>{prompt}</bdi>
          <Text component="span" size="xs" c="dimmed">
            {nameOf(operationOf(type))} · {priceShown(order)}
          </Text>
        </div>
        <div className={classes.moves}>
          <ActionIcon
            size="md"
            variant="subtle"
            color="gray"
            aria-label={`Earlier: ${prompt}`}
            disabled={up === undefined}
            onClick={() => move(up)}
          >
            <ChevronUp size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size="md"
            variant="subtle"
            color="gray"
            aria-label={`Later: ${prompt}`}
            disabled={down === undefined}
            onClick={() => move(down)}
          >
            <ChevronDown size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size="md"
            variant="subtle"
            color="gray"
            aria-label={`Cancel: ${prompt}`}
            onClick={() => void cancelWaiting(id)}
          >
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      </div>
      {pause !== null && <PausedOrder order={order} pause={pause} />}
    </li>
  );
}

/** As it was shown when it was ordered. */
const priceShown = ({ pay_with: payWith, price }: WaitingOrderView): string =>
  priceOf(payWith === 'balance' ? { credit_cost: 0, price_cents: price } : { credit_cost: price });

/** One yes for all that wait for the same one. */
function ForAll({ orders }: { readonly orders: readonly WaitingOrderView[] }) {
  const resumable = orders.filter(({ pause }) => pause !== null && pause.reason !== 'content');
  const dearer = resumable.filter(({ pause }) => pause?.reason === 'price');
  if (resumable.length < 2 || (dearer.length > 0 && dearer.length < resumable.length)) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={() => void resumeWaiting(resumable)}>
      {dearer.length > 0 ? `Order all ${dearer.length} for ${totalNow(dearer)}` : 'Try all again'}
    </Button>
  );
}

function totalNow(orders: readonly WaitingOrderView[]): string {
  const sum = (payWith: WaitingOrderView['pay_with']) =>
    orders
      .filter((order) => order.pay_with === payWith)
      .reduce((total, { pause, price }) => total + (pause?.price_now ?? price), 0);
  const [credits, cents] = [sum('credits'), sum('balance')];
  const parts = [
    ...(credits > 0 ? [priceOf({ credit_cost: credits })] : []),
    ...(cents > 0 ? [priceOf({ credit_cost: 0, price_cents: cents })] : []),
  ];
  return parts.join(' and ');
}
