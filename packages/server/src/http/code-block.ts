import { type Html, html } from './html.ts';

const JSON_TOKENS =
  /(?<key>"(?:[^"\\]|\\.)*"(?=:))|(?<text>"(?:[^"\\]|\\.)*")|(?<value>\b(?:true|false|null|\d[\d.]*)\b)/g;
const SHELL_TOKENS = /(?<note>^#.*$)|(?<text>'[^']*'|"[^"]*")|(?<key>(?<=\s)-{1,2}[A-Za-z][\w-]*)/gm;

/** A titled block of JSON, with short objects and lists on one line. */
export function jsonBlock(title: string, value: unknown): Html {
  return block(title, highlight(formatJson(value), JSON_TOKENS));
}

export function shellBlock(title: string, command: string): Html {
  return block(title, highlight(command, SHELL_TOKENS));
}

/** A block without a title, as documents have it. Shell commands and JSON are highlighted. */
export function documentBlock(language: string, code: string): Html {
  const tokens = language === 'json' ? JSON_TOKENS : language === 'sh' ? SHELL_TOKENS : undefined;
  return html`<figure class="code"><pre><code>${tokens === undefined ? code : highlight(code, tokens)}</code></pre></figure>`;
}

function block(title: string, code: Html): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre><code>${code}</code></pre></figure>`;
}

const LINE_WIDTH = 50;

/** `label` is the text before the value on its first line: the indentation and the key. */
export function formatJson(value: unknown, indent = '', label = indent): string {
  const inline = inlineJson(value);
  if (typeof value !== 'object' || value === null || label.length + inline.length <= LINE_WIDTH) {
    return label + inline;
  }
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => formatJson(item, deeper))
    : Object.entries(value).map(([key, inner]) =>
        formatJson(inner, deeper, `${deeper}${JSON.stringify(key)}: `),
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${label}${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function inlineJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${inlineJson(inner)}`);
  return `{${fields.join(', ')}}`;
}

function highlight(code: string, tokens: RegExp): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    parts.push(code.slice(end, match.index), html`<span class="token ${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${code.slice(end)}`;
}
