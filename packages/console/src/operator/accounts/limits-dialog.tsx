import type { OperatorAccountDetail } from '@kinora/contract';
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../show/reason-dialog.tsx';

const LIMITS = [
  ['calls_per_minute', 'Calls a minute'],
  ['jobs_at_once', 'Jobs at once'],
  ['images_per_day', 'Images a day'],
  ['videos_per_day', 'Videos a day'],
  ['stored_gib', 'Stored results, GiB'],
] as const;

type Name = (typeof LIMITS)[number][0];

interface AccountDialogProps {
  readonly account: OperatorAccountDetail;
  readonly onClose: () => void;
}

/** Sets the limits of an account; an empty field is the default. */
export function LimitsDialog({ account, onClose }: AccountDialogProps) {
  const { limits, default_limits: defaults } = account;
  const [typed, setTyped] = useState<Readonly<Record<Name, string>>>(
    () =>
      Object.fromEntries(LIMITS.map(([name]) => [name, String(limits[name] ?? '')])) as Record<Name, string>,
  );
  const byDefault = (name: Name) => (name === 'stored_gib' ? 'of its tier' : String(defaults[name]));
  const limitOf = (text: string): unknown => {
    const trimmed = text.trim();
    if (trimmed === '') return null;
    // The server says what is wrong with anything else.
    return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
  };
  return (
    <ReasonDialog
      onClose={onClose}
      action={{
        path: `/accounts/${account.id}/limits`,
        title: `Limits of ${account.email}`,
        consequences: 'They apply from the next request. An empty field means the default of the service.',
        confirm: 'Set the limits',
        done: 'The limits are set.',
        body: () => Object.fromEntries(LIMITS.map(([name]) => [name, limitOf(typed[name])])),
        fields: (issueOf) => (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {LIMITS.map(([name, label], index) => (
              <TextInput
                key={name}
                label={label}
                placeholder={byDefault(name)}
                inputMode="numeric"
                value={typed[name]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setTyped((before) => ({ ...before, [name]: value }));
                }}
                error={issueOf(name)}
                autoComplete="off"
                {...(index === 0 && { 'data-autofocus': true })}
              />
            ))}
          </SimpleGrid>
        ),
      }}
    />
  );
}
