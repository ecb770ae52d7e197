import { typedCodeMax } from '@kinora/contract';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { centsOf } from '../../value/usd.ts';
import { ReasonDialog } from '../show/reason-dialog.tsx';

const EMPTY = { amount: '', uses: '1', code: '', lastDay: '', days: '' };
type Field = keyof typeof EMPTY;

/** A whole number of a text; not a number for anything else, which the service names as wrong. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

/** Creates a code. */
export function NewCodeDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const [isWrong, setWrong] = useState(false);
  const field = (name: Field) => ({
    value: typed[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped({ ...typed, [name]: currentTarget.value });
      setWrong(false);
    },
    autoComplete: 'off',
  });
  return (
    <ReasonDialog
      onClose={onClose}
      action={{
        path: '/codes',
        title: 'New code',
        consequences:
          'Each account that redeems it gets the amount, once. Everybody who knows the code can redeem it, so let it be drawn, or choose one that is hard to guess.',
        confirm: 'Create it',
        done: 'The code is created.',
        body: () => {
          const cents = centsOf(typed.amount);
          setWrong(cents === undefined);
          if (cents === undefined) return undefined;
          return {
            ...(typed.code.trim() !== '' && { code: typed.code }),
            amount_cents: cents,
            uses: numberOf(typed.uses),
            expires_at: typed.lastDay === '' ? null : `${typed.lastDay}T23:59:59Z`,
            grant_days: typed.days.trim() === '' ? null : numberOf(typed.days),
          };
        },
        fields: (issueOf) => (
          <>
            <TextInput
              label="Amount in USD"
              placeholder="5.00"
              inputMode="decimal"
              {...field('amount')}
              error={issueOf('amount_cents') ?? (isWrong && 'must be dollars such as 10 or 2.50')}
              required
              data-autofocus
            />
            <TextInput
              label="Accounts that may redeem it"
              inputMode="numeric"
              {...field('uses')}
              error={issueOf('uses')}
              required
            />
            <TextInput
              label="Last day"
              description="It can be redeemed until its end, in UTC. Without one it never expires."
              type="date"
              {...field('lastDay')}
              error={issueOf('expires_at')}
            />
            <TextInput
              label="Days that what it grants is valid"
              description="From its redemption; empty for no end."
              inputMode="numeric"
              {...field('days')}
              error={issueOf('grant_days')}
            />
            <TextInput
              label="Code"
              description="6 to 40 letters, digits and single hyphens; drawn if empty."
              {...field('code')}
              error={issueOf('code')}
              maxLength={typedCodeMax}
              spellCheck={false}
            />
          </>
        ),
      }}
    />
  );
}
