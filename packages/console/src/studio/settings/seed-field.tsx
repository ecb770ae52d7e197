import { seedMax } from '@kinora/contract';
import { ActionIcon, Group, NumberInput } from '@mantine/core';
import { Dices, Lock, LockOpen } from 'lucide-react';
import { randomSeed } from './draft.ts';
import { changeDraft } from './use-draft.ts';

interface SeedFieldProps {
  readonly seed: number | undefined;
  /** The seed of the latest job, which the lock keeps. */
  readonly lastSeed: number | undefined;
}

/** A locked seed is used for every order; an open one is drawn anew each time. */
export function SeedField({ seed, lastSeed }: SeedFieldProps) {
  const isLocked = seed !== undefined;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label="Seed"
        flex={1}
        min={0}
        max={seedMax}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        placeholder="A new one every time"
        value={seed ?? ''}
        onChange={(value) => changeDraft({ seed: typeof value === 'number' ? value : undefined })}
      />
      <ActionIcon
        size={36}
        variant="default"
        aria-label="Pick a random seed"
        onClick={() => changeDraft({ seed: randomSeed() })}
      >
        <Dices size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        size={36}
        variant={isLocked ? 'light' : 'default'}
        aria-label="Keep the seed"
        aria-pressed={isLocked}
        onClick={() => changeDraft({ seed: isLocked ? undefined : (lastSeed ?? randomSeed()) })}
      >
        {isLocked ? <Lock size={18} aria-hidden="true" /> : <LockOpen size={18} aria-hidden="true" />}
      </ActionIcon>
    </Group>
  );
}
