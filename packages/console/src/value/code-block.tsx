import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** What it is, such as the name of a file. */
  readonly title: string;
  readonly code: string;
}

/** A text to copy as it is; a long line scrolls. */
export function CodeBlock({ title, code }: CodeBlockProps) {
  return (
    <figure className={classes.frame}>
      <figcaption className={classes.bar}>
        <span>{title}</span>
        <CopyButton value={code} name={title} variant="subtle" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard. */}
      <section className={classes.code} tabIndex={0} aria-label={title}>
        <pre>{code}</pre>
      </section>
    </figure>
  );
}
