import type { MoneyOverview, Offer } from '@kinora/contract';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChoosePlan } from '../account/money/choose-plan.ts';
import { moneyQuery } from '../account/money/money-query.ts';
import { useSession } from '../api/session.ts';
import { Failure } from '../frame/failure.tsx';
import classes from './compare-offers.module.css';

interface OfferActionProps {
  readonly offer: Offer;
  /** Whether it has what the person came for. */
  readonly isWanted: boolean;
  /** Where a payment leads. */
  readonly next: string | undefined;
}

/** The way to an offer, for a stranger by way of an account. */
export function OfferAction({ offer, isWanted, next }: OfferActionProps) {
  const session = useSession();
  const isSignedIn = session?.signed_in === true;
  const { data: money } = useQuery({ ...moneyQuery, enabled: isSignedIn });
  const isChosen =
    offer.plan !== null && new URLSearchParams(window.location.search).get(CHOSEN) === offer.plan;
  const variant = isWanted || isChosen ? 'filled' : 'default';
  if (offer.by === 'nothing') return <Way href="/studio" name="Start free" variant={variant} />;
  if (offer.by === 'balance') {
    const page = withNext('/account/payments', next);
    return <Way href={isSignedIn ? page : signUpFor(page)} name="Add a balance" variant={variant} />;
  }
  if (!isSignedIn) {
    const query = new URLSearchParams(window.location.search);
    query.set(CHOSEN, offer.plan ?? '');
    return (
      <Way
        href={signUpFor(`/pricing?${query}`)}
        name="Sign up"
        label={`Sign up for ${offer.title}`}
        variant={variant}
      />
    );
  }
  return money === undefined ? (
    <Placeholder />
  ) : (
    <PlanAction {...{ offer, money, variant, next, isChosen }} />
  );
}

/** In the address: the plan that a stranger chose before signing up, whose button then has the focus. */
const CHOSEN = 'plan';

type Variant = 'filled' | 'default';

interface WayProps {
  readonly href: string;
  readonly name: string;
  /** What is read of it where the column says the rest. */
  readonly label?: string;
  readonly variant: Variant;
}

function Way({ href, name, label, variant }: WayProps) {
  return (
    <Button
      component="a"
      href={href}
      variant={variant}
      size="sm"
      mt="xs"
      fullWidth
      aria-label={label}
      className={classes.way ?? ''}
    >
      {name}
    </Button>
  );
}

/** Has the height of a button until it is known which plan the person has. */
const Placeholder = () => (
  <Button size="sm" mt="xs" fullWidth disabled aria-hidden="true" variant="default" />
);

const signUpFor = (page: string): string => `/signin?mode=up&next=${encodeURIComponent(page)}`;

const withNext = (page: string, next: string | undefined): string =>
  next === undefined ? page : `${page}?next=${encodeURIComponent(next)}`;

interface PlanActionProps {
  readonly offer: Offer;
  readonly money: MoneyOverview;
  readonly variant: Variant;
  readonly next: string | undefined;
  readonly isChosen: boolean;
}

/** A first plan is bought here; what a change costs is said where plans are changed. */
function PlanAction({ offer, money, variant, next, isChosen }: PlanActionProps) {
  if (money.plan?.plan === offer.plan) {
    return (
      <Text size="sm" fw={600} mt="xs" lh="2.25rem">
        Your plan
      </Text>
    );
  }
  if (money.plan !== null) {
    const change = withNext('/account/plan', next);
    return <Way href={change} name="Change" label={`Change to ${offer.title}`} variant={variant} />;
  }
  const intervals = (['month', 'year'] as const).filter((interval) => offer[`${interval}_cents`] !== null);
  return (
    <Stack gap={6} mt="xs">
      {intervals.map((interval) => (
        <Subscribe
          key={interval}
          {...{ offer, interval, variant, next }}
          isChosen={isChosen && interval === intervals[0]}
        />
      ))}
    </Stack>
  );
}

interface SubscribeProps extends Omit<PlanActionProps, 'money'> {
  readonly interval: 'month' | 'year';
}

function Subscribe({ offer, interval, variant, next, isChosen }: SubscribeProps) {
  const choose = useChoosePlan({ plan: offer.plan ?? '', interval }, undefined, next);
  return (
    <>
      <Button
        size="sm"
        fullWidth
        autoFocus={isChosen}
        className={classes.way ?? ''}
        variant={interval === 'year' ? 'default' : variant}
        loading={choose.isPending}
        onClick={() => choose.mutate()}
        aria-label={
          interval === 'year' ? `By the year: subscribe to ${offer.title}` : `Subscribe to ${offer.title}`
        }
      >
        {interval === 'year' ? 'By the year' : 'Subscribe'}
      </Button>
      <Failure error={choose.error} />
    </>
  );
}
