import { Text, Title } from '@mantine/core';
import { Film, Image } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Composer } from '../compose/use-composer.ts';
import { newDraft } from '../settings/draft.ts';
import { changeDraft, chooseOperation } from '../settings/use-draft.ts';
import { fitting, isFree, isOffered, type Terms } from '../settings/ways-to-pay.ts';
import { EXAMPLES, type Example } from './example-prompts.ts';
import classes from './examples.module.css';

/** Where the first result will be: what to begin with, by one press. */
export function Examples({ composer }: { readonly composer: Composer }) {
  const order = useOrderOf(composer);
  const { terms } = composer;
  return (
    <section className={classes.empty} aria-labelledby="first">
      <div>
        <Title order={2} size="h3" id="first">
          Make the first one
        </Title>
        <Text c="dimmed" maw={480}>
          Write what you want to see, or press one of these. What you make appears here, large, and stays for
          7 days, or for as long as you keep it.
        </Text>
      </div>
      <ul className={classes.examples}>
        {EXAMPLES.filter((example) => isOffered(draftOf(example, terms), terms)).map((example) => {
          const Icon = example.operation === 'video' ? Film : Image;
          return (
            <li key={example.prompt}>
              <button type="button" className={classes.example} onClick={() => order(example)}>
                <span className={classes.kind}>
                  <Icon size={14} aria-hidden="true" />
                  {example.operation === 'video' ? 'Video' : 'Image'}, {example.shape} ·{' '}
                  {isFree(draftOf(example, terms), terms) ? 'Free' : 'shows its price first'}
                </span>
                <span className={classes.prompt}>{example.prompt}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** As a press on it sets the composer up. */
const settingsOf = ({ prompt, shape }: Example) => ({ ...newDraft, prompt, shape });

const draftOf = (example: Example, terms: Terms) =>
  fitting({ ...settingsOf(example), operation: example.operation }, terms);

/** Sets the composer up as the example says, and presses its button as soon as it is. */
function useOrderOf({ send }: Composer): (example: Example) => void {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isDue) return;
    setDue(false);
    send(1);
  }, [isDue, send]);
  return (example) => {
    const { operation: _operation, models: _models, ...settings } = settingsOf(example);
    chooseOperation(example.operation);
    changeDraft(settings);
    setDue(true);
  };
}
