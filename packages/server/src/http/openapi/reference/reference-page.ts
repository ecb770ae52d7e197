import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { type Html, html } from '../../html.ts';
import { brandMark, iconLink, identityLinks, inColours, type ShownIdentity } from '../../service-identity.ts';
import { readStylesheet } from '../../styles/read-stylesheet.ts';
import type { OpenApiDocument } from '../document.ts';
import { type Operation, type Tag, tags } from '../operation.ts';
import { operations } from '../operations.ts';
import { errorsSection } from './errors.ts';
import { conventions, firstImage, hero } from './introduction.ts';
import { operationSection } from './operation-section.ts';
import { pricesSection } from './prices.ts';

/** Inlined, so that the page is one request; its hash is in the Content-Security-Policy. */
export const styleOf = inColours(
  readStylesheet('layout', 'contents', 'text', new URL('./styles/tables.css', import.meta.url), 'code'),
);

/** The reference as one page without script or further requests. `baseUrl` is the address of the API. */
export function renderReference(
  document: OpenApiDocument,
  baseUrl: string,
  catalogue: Catalogue,
  service: ShownIdentity,
): string {
  const version = String(document.info.version);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="The ${service.name} API: images and videos with sound, from a prompt.">
<title>${service.name} API reference</title>
${iconLink(service)}
<style>${styleOf(service).css}</style>
</head>
<body>
<a class="skip" href="#top">Skip to the content</a>
<nav aria-label="Contents">
<a class="brand" href="#top">${brandMark(service)} ${service.name} <span>API</span></a>
<div class="groups" id="contents">
${group('Start', [
  ['first-image', 'First image'],
  ['requests', 'Requests'],
])}
${byTag().map(([tag, tagged]) =>
  group(
    tag,
    tagged.map(({ id, summary, method }) => [id, summary, method]),
  ),
)}
${group('Reference', [
  ['prices', 'Prices'],
  ['errors', 'Errors'],
])}
</div>
</nav>
${hero(version, baseUrl)}
<main>
${firstImage(baseUrl, catalogue)}
${conventions()}
${byTag().map(
  ([tag, tagged]) => html`<section class="tag" id="${tag.toLowerCase()}">
<h2>${tag} <a class="anchor" href="#${tag.toLowerCase()}" aria-label="Link to ${tag}">#</a></h2>
<p>${tags[tag]}</p>
</section>
${tagged.map((operation) => operationSection(operation, document, catalogue))}`,
)}
${pricesSection(catalogue)}
${errorsSection()}
<footer><p>${service.name} ${version} · <a href="openapi.json">openapi.json</a> · ${identityLinks(service)}</p></footer>
<a class="to-contents" href="#contents">Contents</a>
</main>
</body>
</html>
`;
  return page.markup;
}

function byTag(): readonly (readonly [Tag, readonly Operation[]])[] {
  return [...Map.groupBy(operations, ({ tag }) => tag)];
}

function group(
  title: string,
  links: readonly (readonly [id: string, text: string, method?: string])[],
): Html {
  return html`<div><p>${title}</p><ul>${links.map(
    ([id, text, method]) =>
      html`<li><a href="#${id}"><span>${text}</span>${method && html` <span class="method ${method}">${method === 'delete' ? 'DEL' : method.toUpperCase()}</span>`}</a></li>`,
  )}</ul></div>
`;
}
