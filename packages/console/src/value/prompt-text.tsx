import { Text } from '@mantine/core';
import classes from './prompt-text.module.css';

/** From about here on a prompt may be too high for its place and scrolls. */
const LONG = 300;

/** A prompt as it was written, in its own direction; a long one is scrolled by keyboard too. */
export function PromptText({ prompt }: { readonly prompt: string }) {
  return (
    <Text className={classes.prompt ?? ''} dir="auto" {...(prompt.length > LONG && { tabIndex: 0 })}>
      {prompt}
    </Text>
  );
}
