import type { ConsoleSession } from '@kinora/contract';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { callConsole } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';

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
      <Checkbox
        ref={field}
        label="I am 18 or older"
        checked={isPending}
        disabled={isPending}
        error={error?.message}
        onChange={() => mutate()}
      />
      <Text size="xs" c="dimmed">
        The studio is for adults. You are asked once.
      </Text>
    </Stack>
  );
}
