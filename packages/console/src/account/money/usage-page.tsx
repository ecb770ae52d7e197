import { Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { monthName } from '../../value/month-name.ts';
import { Allowances } from './allowances.tsx';
import { JobCosts } from './job-costs.tsx';
import { UsageCharts } from './usage-charts.tsx';
import { usageQuery } from './usage-query.ts';

/** What was used in a month: allowances, days as charts, and every job with its cost. */
export function UsagePage() {
  const [month, setMonth] = useState<string>();
  const { data: usage, error, refetch } = useQuery(usageQuery(month));
  const shown = usage?.usage.month_start.slice(0, 7);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="md">
        <Title order={1}>Usage</Title>
        {usage !== undefined && (
          <NativeSelect
            label="Month"
            value={month ?? shown}
            onChange={(event) => setMonth(event.currentTarget.value)}
            data={usage.months.map((one) => ({ value: one.slice(0, 7), label: monthName(one) }))}
          />
        )}
      </Group>
      {usage === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {usage === undefined && error === null && (
        <Stack gap="lg" role="status" aria-label="Loading" aria-busy="true">
          <Skeleton height={120} />
          <Skeleton height={240} />
        </Stack>
      )}
      {usage !== undefined && shown !== undefined && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {monthName(usage.usage.month_start)}, by day (UTC). The API is paid with money, the studio in
            credits.
          </Text>
          <Allowances month={usage} />
          <UsageCharts month={usage} />
          <JobCosts month={shown} />
        </>
      )}
    </Stack>
  );
}
