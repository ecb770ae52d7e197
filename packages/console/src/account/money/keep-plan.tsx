import type { AccountPlan } from '@kinora/contract';
import { Button, Stack } from '@mantine/core';
import { Failure } from '../../frame/failure.tsx';
import { useChoosePlan } from './choose-plan.ts';

/** Drops a cancellation or a scheduled change. */
export function KeepPlan({ plan }: { readonly plan: AccountPlan }) {
  const keep = useChoosePlan({ plan: plan.plan, interval: plan.interval ?? 'month' });
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" loading={keep.isPending} onClick={() => keep.mutate()}>
        Keep {plan.title}
      </Button>
      <Failure error={keep.error} />
    </Stack>
  );
}
