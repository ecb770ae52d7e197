import { backupCodeMax, passwordMax } from '@kinora/contract';
import { PasswordInput, TextInput } from '@mantine/core';

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function PasswordField({
  label = 'Your password',
  value,
  onChange,
}: FieldProps & { readonly label?: string }) {
  return (
    <PasswordInput
      label={label}
      autoComplete="current-password"
      maxLength={passwordMax}
      required
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** One of the codes that were shown when the app was set up. */
export function BackupCodeField({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label="Backup code"
      description="One of those that you saved with your authenticator app; each works once."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={backupCodeMax}
      required
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The six digits of an authenticator app. */
export function CodeField({ value, onChange }: FieldProps) {
  return (
    <TextInput
      label="Code of your authenticator app"
      description="Six digits; each works once."
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      required
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}
