import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a maker's store answers a request that it does not take as Amazon's does. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** Further elements of the error, as XML. */
  readonly more?: string;
}

export interface MakerCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** What a maker documents as different. */
export interface Maker {
  readonly refuses: (call: MakerCall) => Refusal | undefined;
  /** The bucket is in the host name. */
  readonly isVirtual?: boolean;
  /** A DELETE of an object that does not exist is an error. */
  readonly deletesExistingOnly?: boolean;
  /** Lists by names instead of tokens, so many objects in a page. */
  readonly pageByNames?: number;
}

export interface MakerStore {
  readonly port: number;
  readonly calls: readonly MakerCall[];
  close(): Promise<void>;
}

/** A stand-in for a maker's store: a proxy before another store, which is at `upstream` and has the bucket `media`. */
export async function startMakerStore(upstream: string, maker: Maker): Promise<MakerStore> {
  const { host } = new URL(upstream);
  const calls: MakerCall[] = [];
  const server = createServer((incoming, outgoing) => {
    const call = readCall(incoming, maker);
    calls.push(call);
    answer(call, incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
  });

  async function answer(call: MakerCall, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const refusal = maker.refuses(call) ?? (await refusesDeletion(call));
    if (refusal !== undefined) {
      incoming.resume();
      await once(incoming, 'end');
      const { status, code, more = '' } = refusal;
      outgoing.writeHead(status, { 'content-type': 'application/xml' });
      return void outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`);
    }
    const { url, method } = call;
    if (maker.pageByNames !== undefined && url.searchParams.has('prefix')) {
      return void outgoing.end(await page(url, maker.pageByNames));
    }
    const target = { host: url.hostname, port: url.port, method, path: url.pathname + url.search };
    const forwarded = request({ ...target, headers: { ...incoming.headers, host } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  function readCall({ method = '', url = '', headers }: IncomingMessage, { isVirtual }: Maker): MakerCall {
    const bucket = isVirtual && headers.host?.startsWith('media.') ? '/media' : '';
    return { method, url: new URL(bucket + url, upstream), headers };
  }

  async function refusesDeletion({ method, url }: MakerCall): Promise<Refusal | undefined> {
    if (maker.deletesExistingOnly !== true || method !== 'DELETE' || url.searchParams.has('uploadId')) return;
    const found = await fetch(`${upstream}${url.pathname}`, { method: 'HEAD' });
    return found.status === 404 ? { status: 404, code: 'NoSuchKey' } : undefined;
  }

  /** As the first version of the listing, whatever version was asked for. */
  async function page(url: URL, size: number): Promise<string> {
    const all = await (
      await fetch(`${upstream}${url.pathname}?prefix=${url.searchParams.get('prefix')}`)
    ).text();
    const marker = url.searchParams.get('marker') ?? '';
    const found = [...all.matchAll(/<Contents><Key>([^<]*)<.*?<\/Contents>/g)];
    const left = found.filter(([, key = '']) => key > marker);
    const isTruncated = left.length > size;
    const shown = left.slice(0, size).map(([contents]) => contents);
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${shown.join('')}</ListBucketResult>`;
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
