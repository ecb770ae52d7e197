import type { OperatorAccountDetail } from '@kinora/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { centsOf } from '../../value/usd.ts';
import { ReasonDialog } from '../show/reason-dialog.tsx';

/** A UUID of random bits; `crypto.randomUUID` exists on https and loopback addresses only. */
function drawId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

interface AccountDialogProps {
  readonly account: OperatorAccountDetail;
  readonly onClose: () => void;
}

const KINDS = [
  { value: 'paid', label: 'Money that came another way' },
  { value: 'grant', label: 'A grant' },
];

/** Credits a balance. One dialog has one id, so a second press or a repeated request credits nothing more. */
export function CreditDialog({ account, onClose }: AccountDialogProps) {
  const [creditId] = useState(drawId);
  const [amount, setAmount] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [isGrant, setGrant] = useState(false);
  const [lastDay, setLastDay] = useState('');
  return (
    <ReasonDialog
      onClose={onClose}
      action={{
        path: `/accounts/${account.id}/credit`,
        title: `Credit ${account.email}`,
        consequences: isGrant
          ? 'The balance is credited at once and spent before what the account bought. It is no payment: it lifts no limits, pays no debt, and cannot be refunded or taken back here.'
          : 'The balance is credited at once, as if it had been bought: it counts as a payment, and pays what the account owes. No card is charged, and it cannot be taken back here.',
        confirm: 'Credit it',
        done: 'The balance is credited.',
        body: () => {
          const cents = centsOf(amount);
          setWrong(cents === undefined);
          if (cents === undefined) return undefined;
          const grant = { expires_at: lastDay === '' ? null : `${lastDay}T23:59:59Z` };
          return { credit_id: creditId, amount_cents: cents, ...(isGrant && { grant }) };
        },
        fields: (issueOf) => (
          <>
            <TextInput
              label="Amount in USD"
              placeholder="10.00"
              inputMode="decimal"
              value={amount}
              onChange={(event) => {
                setAmount(event.currentTarget.value);
                setWrong(false);
              }}
              error={issueOf('amount_cents') ?? (isWrong && 'must be dollars such as 10 or 2.50')}
              required
              autoComplete="off"
              data-autofocus
            />
            <NativeSelect
              label="What it is"
              data={KINDS}
              value={isGrant ? 'grant' : 'paid'}
              onChange={(event) => setGrant(event.currentTarget.value === 'grant')}
            />
            {isGrant && (
              <TextInput
                label="Last day"
                description="What is unspent expires at its end, in UTC. Without one it never expires."
                type="date"
                value={lastDay}
                onChange={(event) => setLastDay(event.currentTarget.value)}
                error={issueOf('grant.expires_at')}
              />
            )}
          </>
        ),
      }}
    />
  );
}
