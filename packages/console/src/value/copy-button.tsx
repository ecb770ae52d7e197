import { Button, VisuallyHidden } from '@mantine/core';
import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

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

/** How long the button says what happened. */
const SAID_MS = 2000;

const SAID = {
  copied: { word: 'Copied', announced: 'Copied', Icon: Check },
  refused: { word: 'Not copied', announced: 'Your browser refused. Select the text and copy it.', Icon: X },
} as const;

/** Copies a text; that it is done, or that the browser refused, is announced. */
export function CopyButton({
  value,
  name,
  label = 'Copy',
  size = 'xs',
  variant = 'default',
  isFirst = false,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof SAID>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const said = outcome && SAID[outcome];
  const Icon = said?.Icon ?? Copy;
  const copy = async (button: HTMLElement) =>
    setOutcome((await copyText(value, button)) ? 'copied' : 'refused');
  return (
    <>
      <Button
        size={size}
        variant={variant}
        onClick={({ currentTarget }) => void copy(currentTarget)}
        data-autofocus={isFirst || undefined}
        aria-label={`${said?.word ?? 'Copy'} ${name}`}
        leftSection={<Icon size={size === 'xs' ? 14 : 16} aria-hidden="true" />}
      >
        {said?.word ?? label}
      </Button>
      <VisuallyHidden role="status">{said?.announced ?? ''}</VisuallyHidden>
    </>
  );
}
