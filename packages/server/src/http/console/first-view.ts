import type { ConsoleWork } from '@kinora/contract';
import { type Html, html } from '../html.ts';
import { brandMark, type withTexts } from '../service-identity.ts';

/**
 * What the home page shows before its script has arrived, which takes seconds on a slow network. It has the names and the
 * shapes that the console gives it (packages/console/src/home), so that nothing moves when the console takes over. Until then
 * the links work, and what is typed is kept.
 */

/** As many as the console shows. */
export const WALL_MAX = 12;
/** So many are loaded at once: those of the first rows of a window. */
const EAGER = 4;

interface FirstView {
  readonly content: Html;
  /** The shapes of the tiles: attributes may have no styles, by the policy of the page. */
  readonly style: string;
}

export function firstView(service: ReturnType<typeof withTexts>, works: readonly ConsoleWork[]): FirstView {
  const content = html`<div id="first-view" data-works="${JSON.stringify(works)}">
<div class="home-bar"><a href="/">${brandMark(service)} ${service.name}</a></div>
<main class="home-main">
<section class="home-hero">
<h1 class="home-headline">${service.headline}</h1>
<p class="home-lead">${service.description}</p>
<form class="home-box">
<textarea class="home-prompt" name="prompt" aria-label="Prompt" placeholder="What do you want to see?" dir="auto"></textarea>
<fieldset class="home-kinds" aria-label="Kind"><label><input type="radio" name="operation" value="image" checked>Image</label><label><input type="radio" name="operation" value="video">Video</label></fieldset>
<button type="button" class="home-create">Create</button>
</form>
<p class="home-prices"></p>
</section>
${works.length > 0 && html`<ul class="home-wall">${works.map(tile)}</ul>`}
</main>
</div>`;
  const style = works.map((work, at) => `.home-tile:nth-child(${at + 1}){--shape:${shapeOf(work)}}`).join('');
  return { content, style: `#first-view{${style}}` };
}

function tile({ preview_url: preview, width, height }: ConsoleWork, at: number): Html {
  return html`<li class="home-tile">${
    preview !== null &&
    html`<img src="${preview}" alt="" width="${width}" height="${height}" ${at < EAGER ? html`fetchpriority="high"` : html`loading="lazy"`}>`
  }</li>`;
}

const shapeOf = ({ width, height }: ConsoleWork): number => Math.min(2.2, Math.max(0.56, width / height));
