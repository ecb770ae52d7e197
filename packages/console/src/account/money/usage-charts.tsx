import type { UsageMonth } from '@kinora/contract';
import { SimpleGrid, Text } from '@mantine/core';
import { Panel } from '../../frame/panel.tsx';
import { usd } from '../../value/usd.ts';
import { DayChart, type Series } from './day-chart.tsx';
import { seconds } from './words.ts';

type Day = UsageMonth['days'][number];

/** The month by day: images, seconds of video, money and credits, each if there is any. */
export function UsageCharts({ month }: { readonly month: UsageMonth }) {
  const first = month.usage.month_start;
  const of = (name: string, value: (day: Day) => number): Series => ({
    name,
    values: byDay(first, month.days, value),
  });
  const charts = [
    {
      title: 'Images',
      format: String,
      series: [of('Included', (day) => day.images_included), of('Paid per use', (day) => day.images_overage)],
    },
    {
      title: 'Seconds of video',
      format: seconds,
      series: [
        of('Included', (day) => day.seconds_included),
        of('Paid per use', (day) => day.seconds_overage),
      ],
    },
    {
      title: 'Paid per use',
      format: usd,
      series: [
        of('From the balance', (day) => day.balance_cents),
        of('At month end', (day) => day.month_end_cents),
      ],
    },
    {
      title: 'Made in the studio',
      format: String,
      series: [of('Images', (day) => day.credit_images), of('Videos', (day) => day.credit_videos)],
    },
    { title: 'Credits', format: String, series: [of('Credits', (day) => day.credits)] },
  ];
  const shown = charts.filter(({ series }) => series.some(hasAny));
  return (
    <Panel title="By day">
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing was generated in this month.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
          {shown.map(({ title, format, series }) => (
            <DayChart key={title} title={title} month={first} format={format} series={drawn(series)} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}

function hasAny({ values }: Series): boolean {
  return values.some((value) => value > 0);
}

/** A part that is zero in the whole month is left out. */
function drawn(series: readonly Series[]): readonly Series[] {
  return series.filter(hasAny);
}

/** A value for each day of the month, zero for the days without use. */
function byDay(first: string, days: readonly Day[], value: (day: Day) => number): number[] {
  const start = new Date(first);
  const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  const values = Array.from({ length }, () => 0);
  for (const day of days) values[Number(day.day.slice(8)) - 1] = value(day);
  return values;
}
