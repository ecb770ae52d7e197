import { readFileSync } from 'node:fs';
import { type Html, html, trusted } from '../html.ts';
import { brandMark, iconLink, identityLinks, inColours, type ShownIdentity } from '../service-identity.ts';
import { readStylesheet } from '../styles/read-stylesheet.ts';
import { contents } from './contents.ts';
import type { DocsPage } from './read-pages.ts';

/** Inlined; its hash is in the Content-Security-Policy. */
export const styleOf = inColours(
  readStylesheet('layout', 'contents', 'text', 'code', new URL('./docs.css', import.meta.url)),
);
/** The scripts of the search, by their names below /docs. */
export const scripts = {
  // A browser knows no packages.
  'search.js': readFileSync(new URL('./search.js', import.meta.url), 'utf8').replace(
    "'minisearch'",
    "'./minisearch.js'",
  ),
  'find.js': readFileSync(new URL('./find.js', import.meta.url), 'utf8'),
  'minisearch.js': readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8').replace(
    /^\/\/# .*$/m,
    '',
  ),
};

/** A page of the documentation. Everything but the search works without script. */
export function renderDocsPage(page: DocsPage, pages: readonly DocsPage[], service: ShownIdentity): string {
  const at = pages.indexOf(page);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · ${service.name}</title>
${iconLink(service)}
<style>${styleOf(service).css}</style>
<script src="/docs/search.js" type="module"></script>
</head>
<body>
<a class="skip" href="#top">Skip to the content</a>
<nav aria-label="Contents">
<a class="brand" href="/docs">${brandMark(service)} ${service.name} <span>Docs</span></a>
<form class="search" role="search" hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" aria-controls="results">
<p role="status"></p>
<ol id="results" hidden></ol>
</form>
<div class="groups" id="contents">
${contents.map(({ title }) => group(title, pages, page))}
<div><p>Reference</p><ul><li><a href="/api/docs">API reference</a></li><li><a href="/api/openapi.json">OpenAPI</a></li></ul></div>
</div>
</nav>
<main class="document" id="top">
<p class="eyebrow">${page.section}</p>
<h1>${page.title}</h1>
${trusted(page.content)}
<footer>${neighbour('Previous', pages[at - 1])}${neighbour('Next', pages[at + 1])}</footer>
<p class="service">${identityLinks(service)}</p>
<a class="to-contents" href="#contents">Contents</a>
</main>
</body>
</html>
`.markup;
}

function group(title: string, pages: readonly DocsPage[], current: DocsPage): Html {
  const links = pages
    .filter(({ section }) => section === title)
    .map(
      (page) =>
        html`<li><a href="/docs/${page.slug}"${page === current && trusted(' aria-current="page"')}>${page.title}</a></li>`,
    );
  return html`<div><p>${title}</p><ul>${links}</ul></div>`;
}

function neighbour(label: string, page: DocsPage | undefined): Html | false {
  return page !== undefined && html`<a href="/docs/${page.slug}"><span>${label}</span> ${page.title}</a>`;
}
