import type { OperatorAccountDetail } from '@kinora/contract';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../show/reason-dialog.tsx';

const PLANS = [
  { value: '', label: 'none: end the plan' },
  { value: 'pro', label: 'Pro' },
  { value: 'max', label: 'Max' },
];
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
  const [plan, setPlan] = useState<string>(account.plan ?? 'pro');
  const [billing, setBilling] = useState<string>(account.plan_billing ?? 'none');
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
        body: () => ({ plan: plan === '' ? null : plan, billing }),
        fields: (issueOf) => (
          <>
            <NativeSelect
              label="Plan"
              data={PLANS}
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
