import { escapeHtml } from '../kernel/escape-html.ts';

/** Markup that is safe to send: every value in the template was escaped, or was markup already. */
export interface Html {
  readonly markup: string;
}

export type Content = Html | string | number | undefined | false | readonly Content[];

/** A template whose values are escaped, so that no text can become markup. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return { markup: strings.reduce((text, part, at) => text + toMarkup(values[at - 1]) + part) };
}

/** Inserts markup unescaped: for our own stylesheet and icon, nothing else. */
export function trusted(markup: string): Html {
  return { markup };
}

/** Renders text with `code` between backticks. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Allows line breaks in a long name after dots, slashes and underscores. */
export function breakable(name: string): Html {
  return html`${name.split(/(?<=[._/])/).map((part, at) => (at === 0 ? part : html`<wbr>${part}`))}`;
}

function toMarkup(value: Content): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if ('markup' in value) return value.markup;
  return value.map(toMarkup).join('');
}
