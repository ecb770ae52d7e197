import type { StudioView } from '@kinora/contract';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { confirmAge, studioQuery } from '../jobs/job-calls.ts';

interface AgeFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Asked once per account; until then nothing is ordered. */
export function AgeField({ field }: AgeFieldProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: confirmAge,
    onSuccess: () =>
      queryClient.setQueryData<StudioView>(
        studioQuery.queryKey,
        (view) => view && { ...view, age_confirmed: true },
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
