import { Text } from '@mantine/core';
import { sentenceOf } from './words.ts';

/** Why a change was refused; nothing without an error. */
export function Refusal({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {sentenceOf(error)}
    </Text>
  );
}
