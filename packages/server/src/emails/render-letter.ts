import { withoutHidden } from '@kinora/contract';
import { escapeHtml } from '../kernel/escape-html.ts';
import type { Block, Letter, Sender } from './letter.ts';

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * One layout for all emails: plain blocks and inline styles, which every mail client shows, without images or
 * anything else that is loaded.
 */
export function renderLetter({ subject, body }: Letter, sender: Sender): RenderedEmail {
  const { name, support, site: publicUrl } = sender;
  const blocks = body.map((block) => ({ text: textOf(block, publicUrl), html: htmlOf(block, publicUrl) }));
  const text = `${blocks.map((block) => block.text).join('\n\n')}\n\n--\n${name}, ${publicUrl}\n${support === null ? '' : `Support: ${support}\n`}`;
  return {
    subject: withoutHidden(subject),
    text,
    html: page(withoutHidden(subject), blocks.map(({ html }) => html).join('\n'), sender),
  };
}

const urlOf = (block: { readonly path: string } | { readonly url: string }, publicUrl: string): string =>
  'url' in block ? block.url : publicUrl + block.path;

function textOf(block: Block, publicUrl: string): string {
  if (typeof block === 'string') return withoutHidden(block);
  if ('facts' in block)
    return block.facts.map(([name, value]) => `${withoutHidden(name)}: ${withoutHidden(value)}`).join('\n');
  return `${withoutHidden(block.button)}:\n${urlOf(block, publicUrl)}`;
}

const CELL = 'padding:6px 0;vertical-align:top;font-size:14px;line-height:20px';

function htmlOf(block: Block, publicUrl: string): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${shown(block)}</p>`;
  if ('facts' in block) {
    const rows = block.facts.map(
      ([name, value]) =>
        `<tr><td class="quiet" style="${CELL};padding-right:20px;color:#5c6470;white-space:nowrap">${shown(name)}</td>` +
        `<td style="${CELL};word-break:break-word">${shown(value)}</td></tr>`,
    );
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
  }
  const url = escapeHtml(urlOf(block, publicUrl));
  return (
    `<p style="margin:24px 0"><a href="${url}" class="button" style="display:inline-block;padding:11px 20px;` +
    `background:#1f2328;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${shown(block.button)}</a></p>` +
    `<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:18px;color:#5c6470;word-break:break-all">${url}</p>`
  );
}

const shown = (text: string): string => escapeHtml(withoutHidden(text));

function supportOf({ support }: Sender): string {
  if (support === null) return '';
  const link = escapeHtml(support.includes('://') ? support : `mailto:${support}`);
  return ` For help, use <a href="${link}" class="quiet" style="color:#5c6470">${escapeHtml(support)}</a>.`;
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Clients that show dark pages and know media queries get dark colours; others keep the light ones or turn them
 * themselves.
 */
const DARK = `@media (prefers-color-scheme: dark) {
  .outer { background: #15171a !important; }
  .card { background: #1f2226 !important; color: #e8eaed !important; border-color: #34383e !important; }
  .quiet { color: #a2a9b3 !important; }
  .button { background: #e8eaed !important; color: #15171a !important; }
}`;

function page(title: string, content: string, sender: Sender): string {
  const site = escapeHtml(sender.site);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}</style>
</head>
<body class="outer" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" class="outer" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="quiet" style="padding:0 4px 14px;font:600 15px/20px ${FONT};color:#5c6470">${escapeHtml(sender.name)}</td></tr>
<tr><td class="card" style="padding:28px 28px 14px;background:#ffffff;border:1px solid #e2e5e9;border-radius:10px;font:15px/23px ${FONT};color:#1f2328">
<h1 style="margin:0 0 18px;font-size:20px;line-height:27px;font-weight:650">${escapeHtml(title)}</h1>
${content}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font:12px/18px ${FONT};color:#5c6470">This email is about your account at
<a href="${site}" class="quiet" style="color:#5c6470">${site}</a>. It was written by a program; replies are not read.${supportOf(sender)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
