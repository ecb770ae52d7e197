import type { WaitingOrderView } from '@kinora/contract';
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { ServiceSentence } from '../../value/service-sentence.tsx';
import { Time } from '../../value/time.tsx';
import { priceOf } from '../compose/price-of.ts';
import { changeDraft } from '../settings/use-draft.ts';
import { refusedText, rememberRefused } from './refused-content.ts';
import { cancelWaiting, resumeWaiting } from './waiting-calls.ts';
import classes from './waiting-list.module.css';

type Pause = NonNullable<WaitingOrderView['pause']>;

interface PausedOrderProps {
  readonly order: WaitingOrderView;
  readonly pause: Pause;
}

/** Why an order does not start in its turn, and the remedy. */
export function PausedOrder({ order, pause }: PausedOrderProps) {
  const { reason, until } = pause;
  return (
    <div className={classes.paused} role="status">
      <Text size="xs">
        {reason === 'price' ? `Its price has risen to ${priceNow(order, pause)}.` : sentenceOf(pause)}
        {until !== null && (
          <>
            {' '}
            It is tried again at <Time at={until} as="short" />.
          </>
        )}
      </Text>
      <Group gap="xs" mt={4}>
        {reason === 'content' ? (
          <Button size="compact-xs" variant="default" onClick={() => changePrompt(order)}>
            Change the prompt
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => void resumeWaiting([order])}>
            {labelOf(order, pause)}
          </Button>
        )}
        {reason === 'money' && (
          <Button
            component={Link}
            href={order.pay_with === 'balance' ? '/account/payments' : '/pricing'}
            size="compact-xs"
            variant="subtle"
          >
            {order.pay_with === 'balance' ? 'Top up' : 'See the plans'}
          </Button>
        )}
      </Group>
    </div>
  );
}

const sentenceOf = ({ message }: Pause) => <ServiceSentence text={message} />;

function labelOf(order: WaitingOrderView, pause: Pause): string {
  if (pause.reason === 'price') return `Order it for ${priceNow(order, pause)}`;
  if (pause.reason === 'signed_out') return 'Order it';
  return pause.until === null ? 'Try again' : 'Try now';
}

function priceNow({ pay_with: payWith, price }: WaitingOrderView, { price_now: now }: Pause): string {
  const cost = now ?? price;
  return priceOf(payWith === 'balance' ? { credit_cost: 0, price_cents: cost } : { credit_cost: cost });
}

/** Takes what was blocked into the composer, to be written anew; as it is, it would be blocked again. */
function changePrompt({ id, prompt, negative_prompt: avoided }: WaitingOrderView): void {
  rememberRefused('prompt', refusedText(prompt, avoided ?? ''), undefined);
  changeDraft({ prompt, avoided: avoided ?? '' });
  void cancelWaiting(id);
}
