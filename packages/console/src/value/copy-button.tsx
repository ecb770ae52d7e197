import { Button, CopyButton as Copying, VisuallyHidden } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for the button's name: `Copy the key`. */
  readonly name: string;
  readonly variant?: string;
  /** Whether it gets the focus of the dialog that it is in. */
  readonly isFirst?: boolean;
}

/** Copies a text; that it is done is announced. */
export function CopyButton({ value, name, variant = 'default', isFirst = false }: CopyButtonProps) {
  return (
    <Copying value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Button
            size="xs"
            variant={variant}
            onClick={copy}
            data-autofocus={isFirst || undefined}
            aria-label={`${copied ? 'Copied' : 'Copy'} ${name}`}
            leftSection={
              copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />
            }
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
        </>
      )}
    </Copying>
  );
}
