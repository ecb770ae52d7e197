import type { JobQuoteView, Me } from '@kinora/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { isRefusal } from '../../api/query-client.ts';
import { count, counted } from '../../value/count.ts';
import { ServiceSentence } from '../../value/service-sentence.tsx';
import { usd } from '../../value/usd.ts';
import { type Draft, isVideo } from '../settings/draft.ts';
import { secondsOf } from '../settings/size-fields.tsx';
import { priceOf } from './price-of.ts';
import type { Composer } from './use-composer.ts';

interface PriceLineProps {
  readonly composer: Composer;
}

/** What will be delivered, and what it costs, where there is one way to pay. */
export function PriceLine({ composer }: PriceLineProps) {
  const { draft, terms, ways, isPressed } = composer;
  const { me } = terms;
  const { data: quote, error, refetch } = composer.quote;
  // What a paid video is and costs has two lines, before it is known too.
  const isPaid = me.tier !== 'free' || ways.chosen === 'balance';
  const isPriced = ways.shown.length < 2;
  const twoLines = isPaid && isPriced && isVideo(draft.operation) ? '3.4rem' : undefined;
  if (error !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        <ServiceSentence text={error.message} />
        {!isRefusal(error) && (
          <>
            {' '}
            <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
              Try again
            </Anchor>
          </>
        )}
      </Text>
    );
  }
  if (quote === undefined) {
    return (
      <Text size="sm" c="dimmed" role="status" mih={twoLines}>
        {pendingText(draft, isPressed)}
      </Text>
    );
  }
  const { width, height, frames, sound, frames_per_second: rate } = quote;
  const parts = [
    `${width} × ${height}`,
    ...(frames === undefined ? [] : [`${secondsOf(frames, rate)} s`]),
    ...(isVideo(draft.operation) ? [sound ? 'with sound' : 'no sound'] : []),
  ];
  return (
    <Group justify="space-between" gap="xs" aria-live="polite" mih={twoLines} align="flex-start">
      <Text size="sm">{parts.join(' · ')}</Text>
      {isPriced && (
        <Text size="sm" fw={600}>
          {priceOf(quote)}
          {isPaid && (
            <Text component="span" size="sm" c="dimmed" fw={400}>
              {' '}
              · {leftOf(me, quote)}
            </Text>
          )}
        </Text>
      )}
    </Group>
  );
}

function pendingText({ operation, source }: Draft, isPressed: boolean): string {
  if (operation === 'upscale' && source === undefined) return 'The size and the price follow from the image.';
  return isPressed ? 'Getting the price before anything is ordered …' : 'Getting the price …';
}

/** With the unit where no price before it has named it. */
function leftOf({ credits, balance }: Me, { credit_cost: cost, price_cents: cents }: JobQuoteView): string {
  if (cents !== undefined) return `${usd(balance.cents)} left`;
  return cost === 0 ? `${counted(credits.left, 'credit')} left` : `${count(credits.left)} left`;
}
