import { seedMax } from '@kinora/contract';
import { ActionIcon, Group, TextInput } from '@mantine/core';
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
      <TextInput
        label="Seed"
        flex={1}
        inputMode="numeric"
        autoComplete="off"
        placeholder="A new one every time"
        value={seed ?? ''}
        onChange={({ currentTarget }) => changeDraft({ seed: readSeed(currentTarget.value) })}
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

/** The digits of what was typed, as a number; undefined without any. */
function readSeed(text: string): number | undefined {
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' ? undefined : Math.min(Number(digits), seedMax);
}
