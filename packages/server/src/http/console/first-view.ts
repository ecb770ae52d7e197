import type { ConsoleWork, ConsoleWorkList } from '@kinora/contract';
import { type Html, html } from '../html.ts';
import { brandMark, type withTexts } from '../service-identity.ts';

/**
 * What the home page and the explore page show before their script has arrived, which takes seconds on a slow network. It
 * has the names and the shapes that the console gives it (packages/console/src/home and explore), so that nothing moves when
 * the console takes over. Until then the links work, and what is typed and pressed is kept.
 */

/** The pages that have one, and how many works they show first. */
export const FIRST_WORKS: Readonly<Record<string, number>> = { '/': 12, '/explore': 24 };
/** So many are loaded at once: those of the first rows of a window. */
const EAGER = 4;

type Service = ReturnType<typeof withTexts>;

export interface FirstView {
  readonly content: Html;
  /** The shapes of the tiles: attributes may have no styles, by the policy of the page. */
  readonly style: string;
}

export function firstView(url: string, service: Service, list: ConsoleWorkList): FirstView {
  const { works } = list;
  const content = html`<div id="first-view" data-works="${JSON.stringify(list)}">
<div class="home-bar"><a href="/">${brandMark(service)} ${service.name}</a></div>
<main class="home-main">
${url === '/' ? homeForm(service) : exploreForm(list)}
<div class="${url === '/' ? 'home-works' : 'explore-works'}">${works.length > 0 && html`<ul class="home-wall">${works.map(tile)}</ul>`}</div>
</main>
</div>`;
  const style = works.map((work, at) => `.home-tile:nth-child(${at + 1}){--shape:${shapeOf(work)}}`).join('');
  return { content, style: `#first-view{${style}}` };
}

const homeForm = ({ headline, description }: Service): Html => html`<section class="home-hero">
<h1 class="home-headline">${headline}</h1>
<p class="home-lead">${description}</p>
<form class="home-box">
<textarea class="home-prompt" name="prompt" aria-label="Prompt" placeholder="What do you want to see?" dir="auto"></textarea>
<fieldset class="home-kinds" aria-label="Kind"><label><input type="radio" name="operation" value="image" checked>Image</label><label><input type="radio" name="operation" value="video">Video</label></fieldset>
<label class="home-create"><input type="checkbox" name="create" role="button" aria-label="Create"><span>Create</span><span>One moment …</span></label>
</form>
<p class="home-prices"></p>
</section>`;

/** It works without the script: the words are in the address. */
const exploreForm = ({ works, next_cursor: next }: ConsoleWorkList): Html => html`<form class="explore-bar">
<h1 class="explore-title">Explore</h1>
<input class="explore-search" type="search" name="words" aria-label="Search the prompts" placeholder="Search the prompts">
<div class="explore-media" role="radiogroup" aria-label="Kind"><label><input type="radio" name="kind" value="all" checked>All</label><label><input type="radio" name="kind" value="image">Images</label><label><input type="radio" name="kind" value="video">Videos</label></div>
<div class="explore-order"><select name="order" aria-label="Order"><option value="newest">Newest first<option value="oldest">Oldest first<option value="shuffled">Shuffled</select></div>
<p class="explore-status">${next === undefined ? '' : 'The first '}${works.length} ${works.length === 1 ? 'work' : 'works'}</p>
</form>`;

function tile({ preview_url: preview, width, height }: ConsoleWork, at: number): Html {
  return html`<li class="home-tile">${
    preview !== null &&
    html`<img src="${preview}" alt="" width="${width}" height="${height}" ${at < EAGER ? html`fetchpriority="high"` : html`loading="lazy"`}>`
  }</li>`;
}

const shapeOf = ({ width, height }: ConsoleWork): number => Math.min(2.2, Math.max(0.56, width / height));
