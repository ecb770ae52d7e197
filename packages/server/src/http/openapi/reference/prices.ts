import { type Resolution, resolutionNames } from '@kinora/contract';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { type ImageModel, type Model, secondsOf, type VideoModel } from '../../../catalogue/model.ts';
import type { Size } from '../../../catalogue/sizes.ts';
import { formatUsd } from '../../../kernel/money.ts';
import { type Quote, quoteImage, quoteVideo } from '../../../quote/quote.ts';
import { jsonBlock } from '../../code-block.ts';
import { type Html, html } from '../../html.ts';

/** The price tables, computed from the same rates and quotes that jobs are charged by. */
export function pricesSection(catalogue: Catalogue): Html {
  const videos = catalogue.models.filter((model): model is VideoModel => model.medium === 'video');
  const images = catalogue.models.filter((model): model is ImageModel => model.medium === 'image');
  return html`<section class="operation" id="prices">
<div class="text">
<h2>Prices <a class="anchor" href="#prices" aria-label="Link to the prices">#</a></h2>
<p>US dollars. A video costs its delivered seconds times the rate of its model and resolution; the longer delivered side determines the resolution. An image is priced by its pixels. A failed job costs nothing.</p>
<table class="figures">
<caption>Video, per second</caption>
<thead><tr><th scope="col">Model</th><th scope="col">Lengths</th>${resolutionNames.map((resolution) => html`<th scope="col"><code>${resolution}</code> <small>${SIDES[resolution]}</small></th>`)}</tr></thead>
<tbody>${videos.map(videoRow)}</tbody>
</table>
<table class="figures">
<caption>Image</caption>
<thead><tr><th scope="col">Model</th><th scope="col">Size</th><th scope="col">Price</th></tr></thead>
<tbody>${images.map(imageRows)}</tbody>
</table>
<table class="figures">
<caption>Examples</caption>
<thead><tr><th scope="col">Request</th><th scope="col">Delivered</th><th scope="col">Price</th></tr></thead>
<tbody>${examples(catalogue).map(([request, quote]) => html`<tr><th scope="row">${request}</th><td>${sizeText(quote)}</td><td>${formatUsd(quote.priceCents)}</td></tr>\n`)}</tbody>
</table>
<table class="figures sizes">
<caption>Exact sizes</caption>
<thead><tr><th scope="col">Model</th><th scope="col">Sizes</th></tr></thead>
<tbody>${catalogue.models.flatMap(sizesRow)}</tbody>
</table>
</div>
<div class="examples">
${jsonBlock('The price table as data', catalogue.rates)}
</div>
</section>
`;
}

const SIDES: Readonly<Record<Resolution, string>> = { hd: '≤ 1280', fhd: '≤ 1920', '2k': '≤ 2560' };

function videoRow(model: VideoModel): Html {
  const { lengths } = model;
  const inSeconds = (units: number): number => secondsOf(units, model);
  const seconds =
    'only' in lengths
      ? `${lengths.only.map(inSeconds).join(', ')} s`
      : `${inSeconds(lengths.min)} to ${inSeconds(lengths.max)} s`;
  const prices = resolutionNames.map((resolution) => {
    const cents = model.price.find((step) => step.resolution === resolution)?.centsPerSecond;
    return html`<td>${cents === undefined ? html`<span class="none">none</span>` : formatUsd(cents)}</td>`;
  });
  return html`<tr><th scope="row"><code>${model.id}</code></th><td>${seconds}</td>${prices}</tr>\n`;
}

function imageRows({ id, price }: ImageModel): Html[] {
  return price.map(({ upToPixels, cents }) => {
    const size = Number.isFinite(upToPixels) ? `up to ${upToPixels.toLocaleString('en')} pixels` : 'larger';
    return html`<tr><th scope="row"><code>${id}</code></th><td>${size}</td><td>${formatUsd(cents)}</td></tr>\n`;
  });
}

/** One image and one video of each model, at its default size and length. */
function examples(catalogue: Catalogue): readonly (readonly [string, Quote])[] {
  return catalogue.models.flatMap((model): (readonly [string, Quote])[] => {
    const quote =
      model.medium === 'image'
        ? quoteImage(catalogue, { model: model.id })
        : quoteVideo(catalogue, { model: model.id });
    const length = model.medium === 'video' ? `${model.defaultSeconds} s ` : '';
    return quote.ok ? [[`${length}${model.id}, ${sizeText(model.defaultSize)}`, quote.value]] : [];
  });
}

function sizesRow({ id, sizes }: Model): Html[] {
  if (sizes.length === 0) return [];
  return [html`<tr><th scope="row"><code>${id}</code></th><td>${sizes.map(sizeText).join(', ')}</td></tr>\n`];
}

function sizeText({ width, height }: Size): string {
  return `${width}×${height}`;
}
