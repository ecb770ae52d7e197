import { type Html, html, trusted } from '../../html.ts';
import { readStylesheet } from '../../styles/read-stylesheet.ts';

/** Inlined, so that the page is one request; its hash is in the Content-Security-Policy. */
export const stylesheet = readStylesheet(new URL('./checkout.css', import.meta.url));

/** A page of the sandbox, which is labelled as such. */
export function sandboxPage(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Sandbox</title>
<style>${trusted(stylesheet)}</style>
</head>
<body>
<header class="sandbox"><strong>Sandbox</strong> Test cards only. No money moves.</header>
${content}
</body>
</html>
`.markup;
}
