import type { ServiceIdentity } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { mediaPath } from '../../jobs/views/published-asset.ts';
import { findWork } from '../../jobs/works/list-works.ts';
import { previewPath, type Work } from '../../jobs/works/work.ts';
import { readId } from '../../kernel/ids.ts';
import { mimeOf } from '../../storage/blob-keys.ts';
import { type Html, html } from '../html.ts';
import { SOCIAL_PICTURE } from './social-route.ts';

/** What search engines and links in messages show of a page. */
interface Shown {
  readonly title: string;
  readonly description: string;
  /** The address of the page without what only chooses what of it is seen. */
  readonly path: string;
  readonly picture: Picture;
  readonly video?: Picture;
}

interface Picture {
  readonly path: string;
  readonly mime: string;
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
}

/** The pages that strangers read, by their addresses. */
const PUBLIC: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  '/': { title: '', description: 'Images, and videos with sound, from a prompt.' },
  '/explore': {
    title: 'Explore',
    description: 'Images and videos that people made from a prompt, and published.',
  },
  '/pricing': {
    title: 'Prices',
    description: 'What an image and a second of video cost in each size and model, and what each plan makes.',
  },
};

export interface AskedPage {
  /** The address as the console knows it, such as `/account/*`. */
  readonly url: string;
  /** The query as it was sent; a parameter that is given twice is a list. */
  readonly query: unknown;
  readonly service: ServiceIdentity;
}

/** The title and description of a page, and what sites show beside a link to it. */
export type ReadHead = (page: AskedPage) => Promise<Html>;

interface HeadDependencies {
  readonly database: Database;
  readonly publicUrl: () => string;
  readonly onError: (error: unknown) => void;
}

/**
 * The heads of the pages. `/explore?work=<id>` has the prompt and the picture of the work; of one that is hidden, withdrawn or
 * was never there it says nothing, and search engines are to forget the address. The page is sent although the database is away.
 */
export function createReadHead({ database, publicUrl, onError }: HeadDependencies): ReadHead {
  return async ({ url, query, service: { name, description } }) => {
    const page = PUBLIC[url];
    if (page === undefined) return html`<title>${name}</title>\n${NOT_LISTED}`;
    const ofOperator = url === '/' && description !== null ? { description } : {};
    const shown = {
      ...page,
      ...ofOperator,
      title: titled(page.title, name),
      path: url,
      picture: pictureOf(name),
    };
    const workId = url === '/explore' ? (query as { readonly work?: unknown }).work : undefined;
    if (workId === undefined) return headOf(shown, name, publicUrl());
    const work = await read(database, workId).catch(onError);
    const head = headOf(work === undefined ? shown : shownOf(work, name), name, publicUrl());
    return work === undefined ? html`${head}\n${NOT_LISTED}` : head;
  };
}

const NOT_LISTED = html`<meta name="robots" content="noindex">`;

const titled = (title: string, name: string): string => (title === '' ? name : `${title} · ${name}`);

const pictureOf = (name: string): Picture => ({
  ...{ path: SOCIAL_PICTURE, mime: 'image/png', width: 1200, height: 630 },
  alt: `The name of ${name}, with pictures that were made there`,
});

async function read(database: Database, workId: unknown): Promise<Work | undefined> {
  const id = typeof workId === 'string' ? readId(workId) : undefined;
  return id === undefined ? undefined : findWork(database, id);
}

const TITLE_MAX = 70;
const DESCRIPTION_MAX = 200;
/** What is larger is too many bytes for sites that read it; its preview is shown there. */
const PICTURE_SIDE_MAX = 1600;

function shownOf(work: Work, name: string): Shown {
  const { id, assetId, artifactKey, medium, prompt, width, height, previewKey } = work;
  const file = {
    path: mediaPath(assetId, artifactKey),
    mime: mimeOf(artifactKey),
    width,
    height,
    alt: prompt,
  };
  const isSmall = medium === 'image' && Math.max(width, height) <= PICTURE_SIDE_MAX;
  const preview = { path: previewPath(id), mime: 'image/jpeg', alt: shortened(prompt, DESCRIPTION_MAX) };
  return {
    title: titled(shortened(prompt, TITLE_MAX), name),
    description: `${medium === 'image' ? 'An image' : 'A video'} that was made with ${name}: ${shortened(prompt, DESCRIPTION_MAX)}`,
    path: `/explore?work=${id}`,
    picture: isSmall ? { ...file, alt: preview.alt } : previewKey === null ? pictureOf(name) : preview,
    ...(medium === 'video' && { video: file }),
  };
}

function shortened(text: string, max: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ')];
  return characters.length <= max
    ? characters.join('')
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

function headOf({ title, description, path, picture, video }: Shown, name: string, origin: string): Html {
  const property = (key: string, value: string | number | undefined) =>
    value !== undefined && html`<meta property="og:${key}" content="${value}">\n`;
  const address = origin + path;
  return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${address}">
<meta name="twitter:card" content="summary_large_image">
${property('type', video === undefined ? 'website' : 'video.other')}${property('site_name', name)}${property('title', title)}${property('description', description)}${property('url', address)}${property('image', origin + picture.path)}${property('image:type', picture.mime)}${property('image:width', picture.width)}${property('image:height', picture.height)}${property('image:alt', picture.alt)}${
  video !== undefined &&
  html`${property('video', origin + video.path)}${property('video:type', video.mime)}${property('video:width', video.width)}${property('video:height', video.height)}`
}`;
}
