import { promptMaxCodePoints } from '@kinora/contract';
import { Text, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import type { RefObject } from 'react';
import { count } from '../../value/count.ts';
import { type Operation, promptLength } from '../settings/draft.ts';
import { changeDraft } from '../settings/use-draft.ts';

interface PromptFieldProps {
  readonly operation: Operation;
  readonly prompt: string;
  readonly isCompact: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: () => void;
}

/** Shown from here on, so that it does not distract before. */
const COUNTED_FROM = 1500;

export function PromptField({ operation, prompt, isCompact, field, onSend }: PromptFieldProps) {
  const length = promptLength(prompt);
  const isTooLong = length > promptMaxCodePoints;
  const lengthOfMax = `${count(length)} of ${count(promptMaxCodePoints)} characters`;
  return (
    <Textarea
      ref={field}
      {...(isCompact ? { 'aria-label': 'Prompt' } : { label: 'Prompt' })}
      placeholder={operation === 'upscale' ? 'What the image shows (optional)' : 'What do you want to see?'}
      attributes={{ input: { dir: 'auto' } }}
      autosize
      minRows={isCompact ? 1 : 3}
      maxRows={isCompact ? 5 : 14}
      value={prompt}
      error={isTooLong ? `${lengthOfMax}; shorten it.` : undefined}
      onChange={({ currentTarget }) => changeDraft({ prompt: currentTarget.value })}
      onKeyDown={getHotkeyHandler([['mod+Enter', onSend]])}
      inputContainer={(input) => (
        <>
          {input}
          {length >= COUNTED_FROM && !isTooLong && (
            <Text size="xs" c="dimmed" ta="right" mt={4}>
              {lengthOfMax}
            </Text>
          )}
        </>
      )}
    />
  );
}
