import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { typedBefore } from '../frame/first-view.ts';
import { carryOrder, readCarriedOrder } from '../studio/compose/carried-order.ts';

const KINDS = [
  { operation: 'image', name: 'Image' },
  { operation: 'video', name: 'Video' },
] as const;

/** Carries what is typed to the studio, through sign-up if need be. The server draws the same form first. */
export function PromptBox() {
  const [, navigate] = useLocation();
  const [typed] = useState(typedBefore);
  const [before] = useState(() => orderIn(typed?.values) ?? readCarriedOrder());
  const [prompt, setPrompt] = useState(before?.prompt ?? '');
  const [operation, setOperation] = useState(before?.operation ?? 'image');
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (typed?.focused === 'prompt') field.current?.focus();
    // It was pressed before there was anything that could answer.
    if (typed?.values.has('create')) form.current?.requestSubmit();
  }, [typed]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    carryOrder({ prompt: prompt.trim(), operation });
    const session = await queryClient.fetchQuery(sessionQuery).catch(() => undefined);
    // The studio says if the service cannot be reached.
    if (session?.signed_in === false) window.location.assign(SIGN_UP);
    else navigate('/studio');
  };
  return (
    <form ref={form} className="home-box" onSubmit={(event) => void submit(event)}>
      <textarea
        ref={field}
        className="home-prompt"
        name="prompt"
        aria-label="Prompt"
        placeholder="What do you want to see?"
        dir="auto"
        required
        value={prompt}
        onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
        onKeyDown={submitByEnter}
      />
      <fieldset className="home-kinds" aria-label="Kind">
        {KINDS.map((kind) => (
          <label key={kind.operation}>
            <input
              type="radio"
              name="operation"
              value={kind.operation}
              checked={operation === kind.operation}
              onChange={() => setOperation(kind.operation)}
            />
            {kind.name}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="home-create">
        Create
      </button>
    </form>
  );
}

const SIGN_UP = `/signin?${new URLSearchParams({ mode: 'up', next: '/studio?from=home' })}`;

/** With Shift it is a new line, and while a word of another script is composed it is a part of that. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function orderIn(values: FormData | undefined) {
  const prompt = values?.get('prompt');
  if (typeof prompt !== 'string' || prompt === '') return undefined;
  return { prompt, operation: values?.get('operation') === 'video' ? 'video' : 'image' } as const;
}
