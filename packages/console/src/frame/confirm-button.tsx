import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type AskedChange, Confirmation } from './confirmation.tsx';

interface ConfirmButtonProps extends ButtonProps {
  /** On the buttons, and in the title of the question: `Remove the card`. */
  readonly action: string;
  /** On the button before the question, where the whole action would be too long; the whole one is its name. */
  readonly short?: string;
  /** On the button that does it, where it says more than the action. */
  readonly confirm?: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly isDestructive?: boolean;
  readonly change: AskedChange & {
    reset(): void;
    mutate(variables: undefined, options: { readonly onSuccess: () => void }): void;
  };
}

/** A button that asks before it acts. */
export function ConfirmButton({
  action,
  short,
  confirm = action,
  change,
  isDestructive = false,
  children,
  ...button
}: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const ask = () => {
    change.reset();
    open();
  };
  return (
    <>
      <Button
        variant="default"
        {...button}
        onClick={ask}
        {...(short !== undefined && { 'aria-label': action })}
      >
        {short ?? action}
      </Button>
      {isOpen && (
        <Confirmation
          title={action}
          confirm={confirm}
          change={change}
          isDestructive={isDestructive}
          onConfirm={() => change.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          {children}
        </Confirmation>
      )}
    </>
  );
}
