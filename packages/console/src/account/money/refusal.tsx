import { Text } from '@mantine/core';
import { sentenceOf } from './words.ts';

/** Why a change was refused; nothing without an error. */
export function Refusal({ error }: { readonly error: Error | null }) {
  return (
    <div role="alert">
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {sentenceOf(error)}
        </Text>
      )}
    </div>
  );
}
