import { Button, CopyButton as Copying, VisuallyHidden } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for the button's name: `Copy the key`. */
  readonly name: string;
  /** On the button: `Copy link`. */
  readonly label?: string;
  readonly size?: 'xs' | 'sm';
  readonly variant?: string;
  /** Whether it gets the focus of the dialog that it is in. */
  readonly isFirst?: boolean;
}

/** Copies a text; that it is done is announced. */
export function CopyButton({
  value,
  name,
  label = 'Copy',
  size = 'xs',
  variant = 'default',
  isFirst = false,
}: CopyButtonProps) {
  const iconSize = size === 'xs' ? 14 : 16;
  return (
    <Copying value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Button
            size={size}
            variant={variant}
            onClick={copy}
            data-autofocus={isFirst || undefined}
            aria-label={`${copied ? 'Copied' : 'Copy'} ${name}`}
            leftSection={
              copied ? (
                <Check size={iconSize} aria-hidden="true" />
              ) : (
                <Copy size={iconSize} aria-hidden="true" />
              )
            }
          >
            {copied ? 'Copied' : label}
          </Button>
          <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
        </>
      )}
    </Copying>
  );
}
