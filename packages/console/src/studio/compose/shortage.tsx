import { type Checkout, type Me, topUpAmountsUsd } from '@kinora/contract';
import { Button, Group, Text } from '@mantine/core';
import { useCheckout } from '../../account/money/money-query.ts';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { counted } from '../../value/count.ts';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { wantedOf } from '../settings/first-locked.ts';
import { PlanLink } from '../settings/plan-link.tsx';
import { planWith } from '../settings/ways-to-pay.ts';
import type { Composer } from './use-composer.ts';
import { missingCents, missingCredits } from './use-ways.ts';

/** What is missing to pay for the draft, and every remedy, in the place of the price. */
export default function Shortage({ composer: { draft, terms, ways } }: { readonly composer: Composer }) {
  const { me } = terms;
  const { prices } = ways;
  const credits = missingCredits(prices.credits, me);
  const cents = missingCents(prices.balance, me);
  const plan = planWith(terms, draft);
  return (
    <>
      <Text size="sm" role="status">
        {credits > 0 && <MissingCredits credits={credits} me={me} />}
        {prices.balance !== undefined && cents <= 0 && 'The balance would pay for it.'}
        {credits > 0 &&
          cents > 0 &&
          `From the balance it would cost ${usd(prices.balance?.price_cents ?? 0)}. `}
        {cents > 0 &&
          (me.balance.cents === 0 ? 'Your balance is empty.' : `Your balance lacks ${usd(cents)}.`)}
      </Text>
      {cents > 0 && (
        <Group gap="sm">
          <TopUp cents={cents} />
          {plan !== undefined && (
            <Text size="sm">
              <PlanLink wanted={wantedOf(draft)}>
                {me.tier === 'free' ? `Pay with the credits of ${plan}` : 'See the plans'}
              </PlanLink>
            </Text>
          )}
        </Group>
      )}
    </>
  );
}

function MissingCredits({ credits, me }: { readonly credits: number; readonly me: Me }) {
  return (
    <>
      {counted(credits, 'credit')} are missing until{' '}
      <Time at={new Date(me.credits.resets_at * 1000).toISOString()} as="day" />.{' '}
    </>
  );
}

/** Buys balance at the payment provider's page, which leads back to this order. */
function TopUp({ cents }: { readonly cents: number }) {
  const amountUsd = topUpAmountsUsd.find((amount) => amount * 100 >= cents) ?? Math.max(...topUpAmountsUsd);
  const topUp = useCheckout(
    () => callConsole<Checkout>('/billing/top-up', { method: 'POST', body: { amount_usd: amountUsd } }),
    '/studio',
  );
  return (
    <>
      <Button size="xs" variant="light" loading={topUp.isPending} onClick={() => topUp.mutate()}>
        Top up {amountUsd} USD
      </Button>
      <Failure error={topUp.error} />
    </>
  );
}
