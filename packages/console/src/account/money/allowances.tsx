import type { UsageMonth } from '@kinora/contract';
import { Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../frame/panel.tsx';
import { count } from '../../value/count.ts';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { keptNow } from './kept.ts';

/** What is used of the month's allowances, and what was paid beyond them. */
export function Allowances({ month }: { readonly month: UsageMonth }) {
  const { usage, credits, days } = month;
  const includedSeconds = days.reduce((sum, day) => sum + day.seconds_included, 0);
  const includedImages = usage.images_used - usage.images_overage;
  const hasAllowance = month.is_current && usage.base_images_allowance > 0;
  return (
    <Panel
      title="Totals"
      aside={
        month.is_current && (
          <Text size="sm" c="dimmed">
            Resets on <Time at={month.resets_at} as="day" />
          </Text>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, lg: usage.storage === undefined ? 4 : 5 }} spacing="lg">
        {hasAllowance ? (
          <>
            <Meter name="Images included" used={includedImages} of={usage.base_images_allowance} />
            <Meter
              name="Video seconds included"
              used={Math.floor(includedSeconds)}
              of={usage.base_video_seconds_allowance}
            />
          </>
        ) : (
          <>
            <Figure name="Images with the API" value={usage.images_used} />
            <Figure name="Seconds of video with the API" value={usage.video_seconds_used} />
          </>
        )}
        <Figure
          name="Paid per use"
          value={usd(usage.overage_charged_cents)}
          note={`${usd(month.balance_spent_cents)} from the balance, ${usd(month.month_end_cents)} at month end`}
        />
        {usage.storage !== undefined && (
          <Figure
            name="Of that, for kept results"
            value={usd(usage.storage.charged_cents)}
            {...(month.is_current && { note: keptNow(usage.storage) })}
          />
        )}
        {month.is_current && credits.per_month > 0 ? (
          <Meter name="Credits of the studio" used={credits.used} of={credits.per_month} />
        ) : (
          <Figure name="Credits of the studio" value={credits.used} />
        )}
      </SimpleGrid>
    </Panel>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: string;
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz="xl" fw={650} lh={1.2}>
        {typeof value === 'number' ? count(value) : value}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

interface MeterProps {
  readonly name: string;
  readonly used: number;
  readonly of: number;
}

function Meter({ name, used, of }: MeterProps) {
  return (
    <Stack gap={6}>
      <Figure name={name} value={`${count(used)} of ${count(of)}`} />
      <Progress value={Math.min(100, (used / of) * 100)} aria-label={name} />
    </Stack>
  );
}
