import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from './demonstration.module.css';

/** On the tile of a result of the built-in engine. */
export const DemonstrationMark = () => <span className={classes.mark}>Demonstration</span>;

/** Where results are made while nothing else renders. */
export const DemonstrationService = () => (
  <Text component="div" size="sm" role="note" className={classes.note ?? ''}>
    <strong>A demonstration.</strong> No generative model is connected to this service yet. Its built-in
    engine paints by rules and knows single words, to show how the service works.
  </Text>
);

/** Beside such a result: what it is, and which words of its prompt decided what was drawn. */
export function DemonstrationNote({ prompt }: { readonly prompt: string | undefined }) {
  const { data: words } = useQuery({
    queryKey: ['understood', prompt],
    queryFn: async () => {
      // The lists of words are loaded where they are needed.
      const { understoodWords } = await import('@kinora/procedural/prompt/understood-words');
      return understoodWords(prompt ?? '');
    },
    enabled: prompt !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Text component="div" size="sm" role="note" className={classes.note ?? ''}>
      <strong>A demonstration.</strong> The built-in engine painted this by rules, to show how the service
      works.
      {words !== undefined && ` ${saidOf(words)}`} A generative model, which an operator connects, follows the
      whole prompt.
    </Text>
  );
}

function saidOf(words: readonly string[]): string {
  if (words.length === 0) return 'It knows single words, and none of this prompt.';
  return `It knows single words, and of this prompt: ${words.join(', ')}.`;
}
