import type { ConsoleSession } from '@kinora/contract';
import { Input, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import { TickBox } from '../settings/tick-box.tsx';

interface AgeFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Asks those who were not asked at sign-up; until then nothing is ordered. */
export function AgeField({ field }: AgeFieldProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callConsole<void>('/age', { method: 'POST', body: { age_verified: true } }),
    onSuccess: () =>
      queryClient.setQueryData<ConsoleSession>(sessionQuery.queryKey, (session) =>
        session?.signed_in ? { ...session, age_confirmed: true } : session,
      ),
  });
  return (
    <Stack gap={4}>
      <TickBox
        field={field}
        label="I am 18 or older"
        note="The studio is for adults. You are asked once."
        isChecked={isPending}
        isDisabled={isPending}
        onChange={() => mutate()}
      />
      {error !== null && <Input.Error role="alert">{error.message}</Input.Error>}
    </Stack>
  );
}
