import { ActionIcon } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import classes from './step.module.css';

interface StepProps {
  readonly label: string;
  readonly side: 'left' | 'right';
  /** Undefined where there is nothing on this side. */
  readonly onStep: (() => void) | undefined;
}

/** Over a picture, the way to the one beside it. */
export function Step({ label, side, onStep }: StepProps) {
  if (onStep === undefined) return null;
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <ActionIcon
      className={classes.step ?? ''}
      data-side={side}
      variant="default"
      radius="xl"
      size="xl"
      aria-label={label}
      onClick={onStep}
    >
      <Icon size={22} aria-hidden="true" />
    </ActionIcon>
  );
}
