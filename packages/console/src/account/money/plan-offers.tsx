import type { MoneyOverview, PlanRequest } from '@kinora/contract';
import { Button, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { useChoosePlan } from './choose-plan.ts';
import { inclusions } from './inclusions.ts';
import { usePlanUpgrades } from './plan-upgrades.ts';
import { offerPrice } from './words.ts';

type Offer = MoneyOverview['offers'][number];

/** Every plan with what it includes, and the way to it. */
export function PlanOffers({ money }: { readonly money: MoneyOverview }) {
  const { plan, offers } = money;
  // A plan from elsewhere is changed there.
  const canChoose = plan === null || plan.manageable;
  const dueNow = usePlanUpgrades(money);
  return (
    <Panel title={plan === null ? 'Subscribe to a plan' : 'All plans'}>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {offers.map((offer) => (
          <OfferCard
            key={`${offer.plan}-${offer.interval}`}
            offer={offer}
            money={money}
            canChoose={canChoose}
            due={dueNow(offer)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Allowances are for a calendar month and reset on the 1st at 00:00 UTC. Beyond them, pay per use has
        the same prices as the balance.
      </Text>
    </Panel>
  );
}

interface OfferCardProps {
  readonly offer: Offer;
  readonly money: MoneyOverview;
  readonly canChoose: boolean;
  /** What a change to it charges now; undefined while that is not known. */
  readonly due: PlanRequest['agreed'];
}

function OfferCard({ offer, money, canChoose, due }: OfferCardProps) {
  const { plan } = money;
  const isCurrent = plan?.plan === offer.plan && plan.interval === offer.interval;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" h="100%">
        <Stack gap={2}>
          <Title order={3} size="h5">
            {offer.title}
            {offer.interval === 'year' && ', by the year'}
          </Title>
          <Text size="sm">{offerPrice(offer)}</Text>
          {due !== undefined && <Text size="sm">{usd(due.amount_cents)} now, to change to it</Text>}
        </Stack>
        <List size="sm" spacing={4} flex={1}>
          {inclusions(offer, money.included_weights, money.storage_price_cents).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {isCurrent && (
          <Text size="sm" fw={600}>
            Your plan
          </Text>
        )}
        {canChoose &&
          !isCurrent &&
          (plan === null ? <Subscribe offer={offer} /> : <Change offer={offer} money={money} due={due} />)}
      </Stack>
    </Paper>
  );
}

/** The card says which plan; a button with its whole name would be cut off beside two others. */
function Subscribe({ offer }: { readonly offer: Offer }) {
  const choose = useChoosePlan(offer);
  return (
    <>
      <Button
        loading={choose.isPending}
        onClick={() => choose.mutate()}
        aria-label={`Subscribe to ${offerName(offer)}`}
      >
        Subscribe
      </Button>
      <Failure error={choose.error} />
    </>
  );
}

function Change({ offer, money, due }: Omit<OfferCardProps, 'canChoose'>) {
  const choose = useChoosePlan(offer, due);
  const paid = money.plan?.amount_cents ?? null;
  const isDowngrade = paid !== null && offer.amount_cents < paid;
  const until = money.plan?.next_charge?.at ?? money.plan?.ends_at;
  if (money.plan?.next?.plan === offer.plan && money.plan.next.interval === offer.interval) {
    return (
      <Text size="sm" fw={600}>
        Starts on <Time at={money.plan.next.at} as="day" />
      </Text>
    );
  }
  return (
    <ConfirmButton
      action={`Change to ${offerName(offer)}`}
      short="Change"
      {...(due !== undefined && { confirm: `Pay ${usd(due.amount_cents)} and change` })}
      change={choose}
    >
      {isDowngrade ? (
        <>
          The plan changes at the end of the paid period
          {until != null && (
            <>
              , on <Time at={until} as="day" />
            </>
          )}
          . Nothing is charged now and nothing is credited; you keep what you have paid for until then.
        </>
      ) : (
        <>
          The plan changes at once. The rest of the period that you have paid for counts towards{' '}
          {usd(offer.amount_cents)}, and{' '}
          {due === undefined ? 'the difference' : <strong>{usd(due.amount_cents)}</strong>} is charged to your
          card now.
        </>
      )}
    </ConfirmButton>
  );
}

function offerName({ title, interval }: Offer): string {
  return `${title}${interval === 'year' ? ' by the year' : ''}`;
}
