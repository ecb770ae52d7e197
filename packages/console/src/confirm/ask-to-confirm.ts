/** Why the person is asked who they are: the codes of the refusals that a confirmation settles. */
export type ConfirmReason = 'recent_sign_in_required' | 'second_factor_required';

export interface Question {
  readonly reason: ConfirmReason;
  /** Why, in a sentence of the service for the person. */
  readonly why: string;
  readonly answer: (isConfirmed: boolean) => void;
}

let open: Question | undefined;
let answered: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Shows the dialog, and resolves to whether the person confirmed. Calls that are refused meanwhile share it. */
export function askToConfirm(reason: ConfirmReason, why: string): Promise<boolean> {
  if (answered !== undefined && open?.reason === reason) return answered;
  open?.answer(false);
  answered = new Promise((resolve) => {
    open = {
      reason,
      why,
      answer(isConfirmed) {
        open = undefined;
        answered = undefined;
        resolve(isConfirmed);
        tell();
      },
    };
    tell();
  });
  return answered;
}

/** The open question, for the dialog. */
export const openQuestion = (): Question | undefined => open;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
