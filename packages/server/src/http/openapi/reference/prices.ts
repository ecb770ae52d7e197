import { type Resolution, rates, resolutionNames, type VideoMode, videoModeNames } from '@kinora/contract';
import { type Size, shapes } from '../../../catalogue/video-modes.ts';
import { formatUsd } from '../../../kernel/money.ts';
import { type Quote, quoteImage, quoteVideo } from '../../../quote/quote.ts';
import { jsonBlock } from '../../code-block.ts';
import { type Html, html } from '../../html.ts';

/** The price tables, computed from the same rates and quotes that jobs are charged by. */
export function pricesSection(): Html {
  return html`<section class="operation" id="prices">
<div class="text">
<h2>Prices <a class="anchor" href="#prices" aria-label="Link to the prices">#</a></h2>
<p>US dollars. A video costs its delivered seconds times the rate of its mode and resolution; the longer delivered side determines the resolution. An image is priced by its pixels. A failed job costs nothing.</p>
<table class="figures">
<caption>Video, per second</caption>
<thead><tr><th scope="col">Mode</th><th scope="col">Lengths</th>${resolutionNames.map((resolution) => html`<th scope="col"><code>${resolution}</code> <small>${SIDES[resolution]}</small></th>`)}</tr></thead>
<tbody>${videoModeNames.map(modeRow)}</tbody>
</table>
<table class="figures">
<caption>Image</caption>
<thead><tr><th scope="col">Size</th><th scope="col">Price</th></tr></thead>
<tbody>
<tr><th scope="row">up to 1,048,576 pixels (1024×1024)</th><td>${formatUsd(rates.image_cents.standard)}</td></tr>
<tr><th scope="row">larger, up to 2048×2048</th><td>${formatUsd(rates.image_cents.large)}</td></tr>
</tbody>
</table>
<table class="figures">
<caption>Examples</caption>
<thead><tr><th scope="col">Request</th><th scope="col">Delivered</th><th scope="col">Price</th></tr></thead>
<tbody>${examples().map(([request, quote]) => html`<tr><th scope="row">${request}</th><td>${sizeText(quote)}</td><td>${formatUsd(quote.priceCents)}</td></tr>\n`)}</tbody>
</table>
<table class="figures">
<caption>Exact sizes</caption>
<thead><tr><th scope="col">Shape</th><th scope="col">HD</th><th scope="col">Full HD</th><th scope="col">2.5K</th></tr></thead>
<tbody>${shapes.map(({ exact }) => html`<tr><th scope="row">${ratioText(exact.hd)}</th><td>${sizeText(exact.hd)}</td><td>${sizeText(exact.fhd)}</td><td>${sizeText(exact['2k'])}</td></tr>\n`)}</tbody>
</table>
</div>
<div class="examples">
${jsonBlock('The price table as data', rates)}
</div>
</section>
`;
}

const SIDES: Readonly<Record<Resolution, string>> = { hd: '≤ 1280', fhd: '≤ 1920', '2k': '≤ 2560' };

function modeRow(mode: VideoMode): Html {
  const { per_second_cents: perSecond } = rates.video_modes[mode];
  const lengths =
    mode === 'fast'
      ? `1 to ${rates.max_video_seconds} s`
      : `${rates.video_modes[mode].durations_seconds.join(', ')} s`;
  const prices = resolutionNames.map((resolution) => {
    const cents = perSecond[resolution];
    return html`<td>${cents === undefined ? html`<span class="none">none</span>` : formatUsd(cents)}</td>`;
  });
  return html`<tr><th scope="row"><code>${mode}</code></th><td>${lengths}</td>${prices}</tr>\n`;
}

function examples(): readonly (readonly [string, Quote])[] {
  const videos = [
    { mode: 'fast', width: 1280, height: 720, duration: 5 },
    { mode: 'fast', width: 1920, height: 1080, duration: 10 },
    { mode: 'quality', width: 1920, height: 1080, duration: 5 },
    { mode: 'cinema', width: 2560, height: 1440, duration: 5 },
  ].flatMap((request) => {
    const quote = quoteVideo(request);
    const text = `${request.duration} s ${request.mode}, ${sizeText(request)}`;
    return quote.ok ? [[text, quote.value] as const] : [];
  });
  const image = { width: 1024, height: 1024 };
  return [[`Image, ${sizeText(image)}`, quoteImage(image)], ...videos];
}

function sizeText({ width, height }: Size): string {
  return `${width}×${height}`;
}

function ratioText({ width, height }: Size): string {
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
