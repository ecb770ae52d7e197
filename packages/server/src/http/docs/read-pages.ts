import { readFileSync } from 'node:fs';
import { Marked, Renderer, type Tokens } from 'marked';
import { documentBlock } from '../code-block.ts';
import { html, trusted } from '../html.ts';
import { contents, OPERATING, slugOf } from './contents.ts';

/** Where the documents of the repository are. */
const FOLDER = new URL('../../../../../docs/', import.meta.url);
/** What the documents for customers call the server; the pages show its real address. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:8787';

/** A part of a page below one heading, for the search. */
export interface PagePart {
  /** Empty for what precedes the first heading. */
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

export interface DocsPage {
  readonly slug: string;
  readonly section: string;
  readonly title: string;
  /** Markup without the title. */
  readonly content: string;
  readonly parts: readonly PagePart[];
}

/** Reads and renders every page for a server with this address. The documents are ours, so their markup is trusted. */
export function readPages(publicUrl: string): DocsPage[] {
  return contents.flatMap(({ title, files }) => files.map((file) => readPage(file, title, publicUrl)));
}

function readPage(file: string, section: string, publicUrl: string): DocsPage {
  const document = readFileSync(new URL(file, FOLDER), 'utf8');
  const text = section === OPERATING ? document : document.replaceAll(EXAMPLE_ORIGIN, publicUrl);
  const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  if (title === '') throw new Error(`docs/${file} does not begin with a title`);
  let heading = title;
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        [heading, tables] = [text.replaceAll('`', ''), 0];
        const anchor = anchorOf(text);
        const label = `Link to ${text}`;
        return html`<h${depth} id="${anchor}">${trusted(this.parser.parseInline(tokens))} <a class="anchor" href="#${anchor}" aria-label="${label}">#</a></h${depth}>\n`
          .markup;
      },
      code: ({ text, lang }: Tokens.Code) => documentBlock(lang?.split(' ')[0] ?? '', text).markup,
      // It scrolls by itself on a narrow screen, also by keyboard.
      table(token: Tokens.Table) {
        tables += 1;
        const name = tables === 1 ? `${heading}, table` : `${heading}, table ${tables}`;
        const table = trusted(Renderer.prototype.table.call(this, token));
        return html`<div class="table" role="region" aria-label="${name}" tabindex="0">${table}</div>\n`
          .markup;
      },
      // An empty corner cell does not head its column.
      tablecell: ({ header, text }: Tokens.TableCell) => header && text === '' && '<td></td>\n',
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href);
        return target === undefined ? text : html`<a href="${target}">${trusted(text)}</a>`.markup;
      },
    },
  });
  return {
    slug: slugOf(file),
    section,
    title,
    content: marked.parse(withFiles(body), { async: false }),
    parts: partsOf(body),
  };
}

/** Replaces lines that only link to a file of `deploy/` by that file, so that a file and its page cannot differ. */
function withFiles(body: string): string {
  return body.replaceAll(/^\[deploy\/([\w.-]+)\]\([./]+deploy\/\1\)$/gm, (_link, file: string) => {
    const text = readFileSync(new URL(`../deploy/${file}`, FOLDER), 'utf8');
    return `Save as \`${file}\`:\n\n\`\`\`\n${text}\`\`\``;
  });
}

/** The address of a link in a document; undefined for a file of the repository that is not a page. */
function targetOf(href: string): string | undefined {
  if (/^(https?:|\/|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = contents.flatMap(({ files }) => files).find((one) => slugOf(one) === slugOf(path));
  return file === undefined ? undefined : `/docs/${slugOf(file)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** GitHub names the anchors of headings alike. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function partsOf(body: string): PagePart[] {
  // Without the lines around code, which have its language.
  return `\n${body.replaceAll(/^ *```.*$/gm, '')}`.split(/\n#{2,3} /).map((part, at) => {
    const [first = '', ...rest] = part.split('\n');
    const heading = at === 0 ? '' : plain(first);
    return {
      heading,
      anchor: anchorOf(at === 0 ? '' : first),
      text: plain((at === 0 ? [first, ...rest] : rest).join(' ')),
    };
  });
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/(^|\s)(-|\d+\.) /g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
