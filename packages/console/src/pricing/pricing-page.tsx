import type { Pricing } from '@kinora/contract';
import { Anchor, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../frame/failure.tsx';
import { Notice } from '../frame/notice.tsx';
import { Time } from '../value/time.tsx';
import { usd } from '../value/usd.ts';
import { Calculator } from './calculator.tsx';
import { CompareOffers } from './compare-offers.tsx';
import { ModelPrices } from './model-prices.tsx';
import { pricesInALine, whatIsFree } from './prices-in-a-line.ts';
import classes from './pricing-page.module.css';
import { pricingQuery } from './pricing-query.ts';
import { findWanted, type Wanted } from './wanted.ts';

/** What everything costs: for everybody, or for a person whose account has prices of its own. */
export function PricingPage() {
  const { data: pricing, error, refetch } = useQuery(pricingQuery);
  return (
    <div className={classes.page}>
      <Stack gap="xs" maw={720} mt={{ base: 0, sm: 'md' }}>
        <Title order={1} className={classes.headline}>
          Prices
        </Title>
        <Text size="lg" mih="3.5em">
          {pricing !== undefined && leadOf(pricing)}
        </Text>
      </Stack>
      {pricing === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {pricing === undefined && error === null && (
        <Skeleton height="40rem" role="status" aria-label="Loading" />
      )}
      {pricing !== undefined && <Content pricing={pricing} />}
    </div>
  );
}

function leadOf(pricing: Pricing): string {
  return [
    pricing.agreed ? 'These are the prices that were agreed with you.' : '',
    pricesInALine(pricing.models),
    'You pay for what is delivered: what fails costs nothing.',
    whatIsFree(pricing),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function Content({ pricing }: { readonly pricing: Pricing }) {
  const { models } = pricing;
  const want = new URLSearchParams(window.location.search).get('want');
  const wanted = findWanted(pricing, want);
  const next = wanted && `/studio?want=${encodeURIComponent(want ?? '')}`;
  const plans = <CompareOffers pricing={pricing} wanted={wanted} next={next} />;
  return (
    <>
      {wanted !== undefined && (
        <Stack gap="lg">
          <WantedNotice wanted={wanted} />
          {plans}
        </Stack>
      )}
      <Calculator models={models} />
      <ModelPrices models={models} />
      {wanted === undefined && plans}
      <GoodToKnow pricing={pricing} />
    </>
  );
}

function WantedNotice({ wanted: { name, offers } }: { readonly wanted: Wanted }) {
  const titles = offers.map(({ by, title }) => title ?? (by === 'balance' ? 'a balance' : ''));
  const holders = titles.filter((title) => title !== '');
  return (
    <Notice tone="plain">
      <Text size="sm">
        You wanted {name}.{' '}
        {holders.length === 0
          ? 'That is not sold at the moment.'
          : `That comes with ${inWords(holders)}; after the payment you are back in the studio.`}{' '}
        <Anchor href="/studio" underline="always">
          Back to the studio
        </Anchor>
      </Text>
    </Notice>
  );
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

function GoodToKnow({ pricing }: { readonly pricing: Pricing }) {
  const { holds_until: until, storage_price_cents: storage, included_weights: weights } = pricing;
  return (
    <Stack component="section" gap="sm" maw={720} aria-labelledby="good-to-know">
      <Title order={2} id="good-to-know">
        Good to know
      </Title>
      <List spacing="xs">
        <List.Item>
          The studio shows the price before each order, and the API quotes it. An order keeps the price at
          which it was accepted, and what fails or is refused costs nothing.
        </List.Item>
        <List.Item>
          A balance never expires, and a purchase that is unspent can be refunded for 24 hours.
        </List.Item>
        {weights.map(({ title, weight }) => (
          <List.Item key={title}>
            {weight === 0
              ? `${title} is not among what a plan includes.`
              : `Of what a plan includes, ${title} uses ${weight === 2 ? 'twice' : `${weight} times`} as much.`}
          </List.Item>
        ))}
        {storage !== null && (
          <List.Item>
            Results beyond what is kept for you cost {usd(storage)} a GiB and month, by the day.
          </List.Item>
        )}
        <List.Item>
          {until === null ? (
            'No other prices are planned.'
          ) : (
            <>
              These prices hold until <Time at={until} />.
            </>
          )}
        </List.Item>
        <List.Item>
          <Anchor href="/docs/paying-and-caps" underline="always">
            Paying and caps
          </Anchor>{' '}
          says who is charged, and when.
        </List.Item>
      </List>
    </Stack>
  );
}
