import type { JobQuoteView } from '@kinora/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { isRefusal } from '../../api/query-client.ts';
import { count, counted } from '../../value/count.ts';
import { isVideo } from '../settings/draft.ts';
import { secondsOf } from '../settings/size-fields.tsx';
import type { Composer } from './use-composer.ts';

interface PriceLineProps {
  readonly composer: Composer;
}

/** What will be delivered, and what it costs. */
export function PriceLine({ composer }: PriceLineProps) {
  const { draft, me } = composer;
  const { data: quote, error, refetch } = composer.quote;
  if (error !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {error.message}
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
      <Text size="sm" c="dimmed">
        {draft.kind === 'upscale' ? 'The size and the price follow from the image.' : 'Getting the price …'}
      </Text>
    );
  }
  const { width, height, frames, sound } = quote;
  const parts = [
    `${width} × ${height}`,
    ...(frames === undefined ? [] : [`${secondsOf(frames)} s`]),
    ...(isVideo(draft.kind) ? [sound ? 'with sound' : 'no sound'] : []),
  ];
  return (
    <Group justify="space-between" gap="xs" aria-live="polite">
      <Text size="sm">{parts.join(' · ')}</Text>
      <Text size="sm" fw={600}>
        {priceOf(quote.credit_cost)}
        {me.tier !== 'free' && (
          <Text component="span" size="sm" c="dimmed" fw={400}>
            {' '}
            · {leftAfter(quote)}
          </Text>
        )}
      </Text>
    </Group>
  );
}

/** With the unit where no price before it has named it. */
const leftAfter = ({ credit_cost: cost, credits_left: left }: JobQuoteView): string =>
  cost === 0 ? `${counted(left, 'credit')} left` : `${count(left)} left`;

export const priceOf = (credits: number): string =>
  credits === 0 ? 'Free' : `${count(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
