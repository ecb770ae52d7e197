import type { OperatorAccountDetail } from '@kinora/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pricesQuery } from '../prices/prices-query.ts';
import { ReasonDialog } from '../show/reason-dialog.tsx';

const NO_PLAN = { value: '', label: 'none: end the plan' };
const BILLING = [
  { value: 'none', label: 'the allowance only; more needs a card' },
  { value: 'manual', label: 'invoices that you collect' },
];

interface AccountDialogProps {
  readonly account: OperatorAccountDetail;
  readonly onClose: () => void;
}

/** Grants a plan, or ends one that was granted. */
export function PlanDialog({ account, onClose }: AccountDialogProps) {
  const [chosen, setPlan] = useState(account.plan ?? undefined);
  const { data: prices, isPending } = useQuery(pricesQuery);
  const plans = (prices?.versions[0]?.document.plans ?? []).map(({ id, title }) => ({
    value: id,
    label: title,
  }));
  const plan = chosen ?? plans[0]?.value ?? '';
  const [billing, setBilling] = useState<string>(account.plan_billing ?? 'none');
  // It opens when there is something to choose from: a key pressed in an empty list would be lost.
  if (isPending) return null;
  return (
    <ReasonDialog
      onClose={onClose}
      action={{
        path: `/accounts/${account.id}/plan`,
        title: `Plan of ${account.email}`,
        consequences:
          'It applies from the next order. A granted plan is not billed; it does not end by itself.',
        confirm: 'Set the plan',
        done: 'The plan is set.',
        // Without the plans, nothing is chosen.
        body: () => (prices === undefined ? undefined : { plan: plan === '' ? null : plan, billing }),
        fields: (issueOf) => (
          <>
            <NativeSelect
              label="Plan"
              data={[NO_PLAN, ...plans]}
              value={plan}
              onChange={(event) => setPlan(event.currentTarget.value)}
              error={issueOf('plan')}
              data-autofocus
            />
            <NativeSelect
              label="Beyond the allowance"
              data={BILLING}
              value={billing}
              onChange={(event) => setBilling(event.currentTarget.value)}
              error={issueOf('billing')}
              disabled={plan === ''}
            />
          </>
        ),
      }}
    />
  );
}
