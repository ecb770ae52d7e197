import type { OperatorAccountDetail } from '@kinora/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Action, ReasonDialog } from '../show/reason-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PriceListDialog } from './price-list-dialog.tsx';

interface AccountProps {
  readonly account: OperatorAccountDetail;
}

/** Suspension, review and ban. */
export function StandingActions({ account }: AccountProps) {
  const [action, setAction] = useState<Action>();
  const isReviewed = account.in_review;
  const review: Action = {
    path: `/accounts/${account.id}/review`,
    title: isReviewed ? 'End the review' : 'Pause for review',
    consequences: isReviewed
      ? 'The account can order, pay and get refunds again from now on.'
      : 'Until you end the review, the account can no longer order, buy or get refunds. It can still sign in and read, and jobs that it has ordered continue.',
    confirm: isReviewed ? 'End the review' : 'Pause payments',
    done: isReviewed ? 'The review has ended.' : 'Payments of the account are paused.',
    body: () => ({ in_review: !isReviewed }),
  };
  const ban: Action = account.banned
    ? {
        path: `/accounts/${account.id}/ban`,
        title: 'Lift the ban',
        consequences: 'Its keys are valid again, and the person can sign in.',
        confirm: 'Lift the ban',
        done: 'The ban is lifted.',
        body: () => ({ banned: false }),
      }
    : {
        path: `/accounts/${account.id}/ban`,
        title: `Ban ${account.email}`,
        consequences:
          'Its keys, tokens and sessions are refused at once, on every server, and nobody can sign in to it. Its balance stays, jobs that it has ordered continue, and there are no auto-recharges; end a subscription at the payment provider. Only operators can read the reason. You can lift the ban.',
        confirm: 'Ban the account',
        isDangerous: true,
        done: 'The account is banned.',
        body: () => ({ banned: true }),
      };
  const { suspended_until: until } = account;
  const lift: Action = {
    path: `/accounts/${account.id}/lift-suspension`,
    title: 'Lift the suspension',
    consequences:
      'The account can order again at once, by key and in the studio. Earlier rejections no longer count: another suspension takes ten new requests, most of them rejected.',
    confirm: 'Lift the suspension',
    done: 'The suspension is lifted.',
    body: () => ({ suspended_until: until }),
  };
  return (
    <>
      {until !== null && (
        <Button size="sm" variant="default" onClick={() => setAction(lift)}>
          Lift the suspension…
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => setAction(review)}>
        {isReviewed ? 'End the review…' : 'Pause for review…'}
      </Button>
      <Button size="sm" variant="default" onClick={() => setAction(ban)}>
        {account.banned ? 'Lift the ban…' : 'Ban…'}
      </Button>
      {action !== undefined && <ReasonDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  );
}

/** Credit, plan and price list. */
export function MoneyActions({ account }: AccountProps) {
  const [open, setOpen] = useState<'credit' | 'plan' | 'prices'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen('credit')}>
        Credit…
      </Button>
      <Button size="sm" variant="default" onClick={() => setOpen('plan')}>
        Plan…
      </Button>
      {(account.price_lists.length > 0 || account.price_list !== null) && (
        <Button size="sm" variant="default" onClick={() => setOpen('prices')}>
          Prices…
        </Button>
      )}
      {open === 'credit' && <CreditDialog account={account} onClose={close} />}
      {open === 'plan' && <PlanDialog account={account} onClose={close} />}
      {open === 'prices' && <PriceListDialog account={account} onClose={close} />}
    </>
  );
}

export function LimitActions({ account }: AccountProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Change…
      </Button>
      {isOpen && <LimitsDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
