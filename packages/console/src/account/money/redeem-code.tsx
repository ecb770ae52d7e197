import { type MoneyOverview, typedCodeMax } from '@kinora/contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { useMoneyChange } from './money-query.ts';

/** The field for a code that grants balance. */
export function RedeemCode() {
  const [code, setCode] = useState('');
  const redeem = useMoneyChange(
    (typed: string) =>
      callConsole<MoneyOverview>('/billing/redeem', { method: 'POST', body: { code: typed } }),
    'The code is redeemed: its amount is in your balance, and is spent first.',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeem.mutate(code, { onSuccess: () => setCode('') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Code"
            description="If you were given one."
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              redeem.reset();
            }}
            required
            withAsterisk={false}
            maxLength={typedCodeMax}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button type="submit" variant="default" loading={redeem.isPending}>
            Redeem
          </Button>
        </Group>
        <Failure error={redeem.error} />
      </Stack>
    </form>
  );
}
