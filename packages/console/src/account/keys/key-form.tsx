import { type KeyScope, type KeyView, keyNameMax } from '@kinora/contract';
import { Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { ExpiryField } from './expiry-field.tsx';
import type { KeyDraft } from './keys-api.ts';
import { SCOPES } from './scopes.ts';

interface KeyFormProps {
  /** The key to change; absent for a new one. */
  readonly current?: KeyView;
  readonly submitName: string;
  readonly isSubmitting: boolean;
  readonly error: Error | null;
  readonly onSubmit: (draft: KeyDraft) => void;
  readonly onCancel: () => void;
}

/** What an owner chooses about a key, for a new one and for a change. */
export function KeyForm({ current, submitName, isSubmitting, error, onSubmit, onCancel }: KeyFormProps) {
  const [name, setName] = useState(current?.name ?? '');
  const [scopes, setScopes] = useState<string[]>(current?.scopes ?? SCOPES.map(({ scope }) => scope));
  const [expiresAt, setExpiresAt] = useState<string | null | undefined>();
  const [cap, setCap] = useState<number | string>(capOf(current));
  const problemOf = (field: string) =>
    error instanceof ApiProblem
      ? error.issues.find(({ path }) => path.split('.')[0] === field)?.message
      : undefined;
  const isShown = ['name', 'scopes', 'expires_at', 'cap_cents'].some(
    (field) => problemOf(field) !== undefined,
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({
      name,
      scopes: scopes as KeyScope[],
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      cap_cents: cap === '' ? null : Math.round(Number(cap) * 100),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Where the key is used, such as a server or a project."
          required
          maxLength={keyNameMax}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problemOf('name')}
        />
        <Checkbox.Group
          label="It may"
          value={scopes}
          onChange={setScopes}
          error={scopes.length === 0 ? 'Choose at least one.' : problemOf('scopes')}
        >
          <Stack gap="xs" mt="xs">
            {SCOPES.map(({ scope, title, description }) => (
              <Checkbox key={scope} value={scope} label={title} description={description} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ExpiryField
          {...(current !== undefined && { now: current.expires_at })}
          onChange={setExpiresAt}
          error={problemOf('expires_at')}
        />
        <NumberInput
          label="Monthly cap in USD"
          description="What its orders may cost in a calendar month (UTC). Leave it empty for no cap."
          placeholder="No cap"
          value={cap}
          onChange={setCap}
          // What is out of range is refused with a message, not changed to another amount.
          clampBehavior="none"
          decimalScale={2}
          fixedDecimalScale
          hideControls
          inputMode="decimal"
          error={problemOf('cap_cents')}
        />
        <Failure error={isShown ? null : error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting} disabled={scopes.length === 0}>
            {submitName}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function capOf(current: KeyView | undefined): number | '' {
  return current?.cap_cents == null ? '' : current.cap_cents / 100;
}
