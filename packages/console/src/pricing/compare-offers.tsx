import type { ExamplePrice, Offer, Pricing } from '@kinora/contract';
import { Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { offerPrice } from '../account/money/words.ts';
import { count, counted } from '../value/count.ts';
import { usd } from '../value/usd.ts';
import classes from './compare-offers.module.css';
import { OfferAction } from './offer-action.tsx';
import { nameOfExample, rowOf, WANTED_LENGTH, type Wanted, wantedModel } from './wanted.ts';

interface CompareOffersProps {
  readonly pricing: Pricing;
  readonly wanted: Wanted | undefined;
  /** Where a payment leads. */
  readonly next: string | undefined;
}

/** Every way to pay side by side, with all that the studio shows locked without it. */
export function CompareOffers({ pricing, wanted, next }: CompareOffersProps) {
  const { offers } = pricing;
  const row = ({ id, name, cell }: RowOfOffers): ReactNode => (
    <tr key={id} className={id === wanted?.row ? `${classes.row} ${classes.wanted}` : classes.row}>
      {/* biome-ignore lint/a11y/noRedundantRoles: on a phone it is not drawn as a cell. */}
      <th scope="row" role="rowheader" className={classes.name}>
        <span>{name}</span>
      </th>
      {offers.map((offer) => (
        <td key={keyOf(offer)} className={classes.cell}>
          {cell(offer) ?? <None />}
        </td>
      ))}
    </tr>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby="plans">
      <Title order={2} id="plans">
        {offers.some(({ by }) => by === 'plan') ? 'Plans' : 'What the studio makes'}
      </Title>
      <section
        className={classes.scroll}
        aria-label="Ways to pay"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
      >
        <table className={classes.table} style={{ '--offers': offers.length } as CSSProperties}>
          <thead>
            <tr>
              <td className={classes.corner} />
              {offers.map((offer) => (
                <th key={keyOf(offer)} scope="col" className={classes.head}>
                  <Head offer={offer} pricing={pricing} wanted={wanted} next={next} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Heading columns={offers.length + 1}>In the studio</Heading>
            {studioRows(pricing).map(row)}
            <Heading columns={offers.length + 1}>Included</Heading>
            {includedRows(pricing).map(row)}
          </tbody>
        </table>
      </section>
    </Stack>
  );
}

const keyOf = ({ by, plan }: Offer): string => plan ?? by;

function Heading({ columns, children }: { readonly columns: number; readonly children: string }) {
  return (
    <tr>
      <th colSpan={columns} scope="rowgroup" className={classes.group}>
        {children}
      </th>
    </tr>
  );
}

const None = () => (
  <span className={classes.none}>
    <span aria-hidden="true">–</span>
    <VisuallyHidden>Not included</VisuallyHidden>
  </span>
);

interface HeadProps extends CompareOffersProps {
  readonly offer: Offer;
}

function Head({ offer, pricing, wanted, next }: HeadProps) {
  const isWanted = wanted?.offers.includes(offer) ?? false;
  return (
    <div className={classes.offer}>
      <Text className={classes.title ?? ''}>{titleOf(offer)}</Text>
      <Text size="sm" fw={400} c="dimmed" className={classes.price ?? ''}>
        {priceOf(offer, pricing)}
      </Text>
      <OfferAction offer={offer} isWanted={isWanted} next={next} />
    </div>
  );
}

function titleOf({ by, title }: Offer): string {
  return title ?? (by === 'nothing' ? 'Free' : 'Balance');
}

function priceOf({ by, month_cents: month, year_cents: year }: Offer, pricing: Pricing): string {
  const { top_up_amounts_usd: amounts } = pricing;
  if (by === 'nothing') return 'No payment, no card';
  if (by === 'balance') return `${Math.min(...amounts)} to ${Math.max(...amounts)} USD at a time`;
  const prices = [
    ...(month === null ? [] : [offerPrice({ interval: 'month', monthly_cents: month })]),
    ...(year === null ? [] : [offerPrice({ interval: 'year', monthly_cents: Math.round(year / 12) })]),
  ];
  return prices.join(', or ');
}

interface RowOfOffers {
  readonly id: string;
  readonly name: string;
  /** Null where it is not included. */
  readonly cell: (offer: Offer) => string | null;
}

function studioRows({ examples, models }: Pricing): RowOfOffers[] {
  return [
    ...examples.map((example, at): RowOfOffers => {
      const { seconds } = example;
      return {
        id: rowOf(example),
        name: `${nameOfExample(example)}${seconds === null ? '' : `, ${seconds} s`}`,
        cell: ({ prices }) => inWords(prices[at] ?? null),
      };
    }),
    {
      id: WANTED_LENGTH,
      name: 'Longest video',
      cell: ({ longest_seconds: seconds }) => `${seconds.toFixed(1)} s`,
    },
    // What everybody may order needs no row.
    ...models
      .filter(({ only_for: holders }) => holders !== null)
      .map(
        (model): RowOfOffers => ({
          id: wantedModel(model),
          name: model.title,
          cell: (offer) => (offer.models.includes(model.id) ? 'Yes' : null),
        }),
      ),
  ];
}

function inWords(price: ExamplePrice): string | null {
  if (price === null) return null;
  if ('cents' in price) return usd(price.cents);
  return price.credits === 0 ? 'Free' : counted(price.credits, 'credit');
}

const orNone = (value: number, text: string): string | null => (value === 0 ? null : text);

function includedRows({ offers }: Pricing): RowOfOffers[] {
  const rows: RowOfOffers[] = [
    {
      id: 'credits',
      name: 'Credits for the studio',
      cell: ({ included: { credits } }) => orNone(credits, `${count(credits)} a month`),
    },
    {
      id: 'images',
      name: 'Images by the API',
      cell: ({ included: { images } }) => orNone(images, `${count(images)} a month`),
    },
    {
      id: 'seconds',
      name: 'Video by the API',
      cell: ({ included: { video_seconds: seconds } }) => orNone(seconds, `${count(seconds)} s a month`),
    },
    { id: 'jobs', name: 'Jobs at once', cell: ({ jobs_at_once: jobs }) => count(jobs) },
    { id: 'stored', name: 'Results kept', cell: ({ stored_gib: gib }) => `${count(gib)} GiB` },
    { id: 'queue', name: 'Before others in the queue', cell: (one) => (one.has_priority ? 'Yes' : null) },
  ];
  // Without a plan that has it, a row says nothing.
  return rows.filter(({ cell }) => offers.some((offer) => cell(offer) !== null));
}
