import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type S3Credentials, type SignedRequest, signatureFault } from './signature.ts';

/**
 * An S3 store over HTTP, in memory: with path-style URLs, verified signatures, atomic uploads, and short pages, so that
 * every listing has several. Like many stores, it rejects the checksums that Amazon's SDK adds by default.
 */
export interface S3Server {
  readonly url: string;
  readonly credentials: S3Credentials;
  /** The objects by bucket and key, such as `media/kinora/jobs/...`. */
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly openUploads: () => number;
  /** Responds to every request with this error, until `null`. */
  fail(fault: { readonly status: number; readonly code: string } | null): void;
  /** Stops responding. */
  hang(): void;
  readonly requests: readonly string[];
  close(): Promise<void>;
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly mime: string;
  readonly modifiedAt: Date;
}

interface Upload {
  readonly name: string;
  readonly mime: string;
  readonly parts: Map<number, Buffer>;
}

class S3Fault extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface Call extends SignedRequest {
  readonly bucket: string;
  readonly name: string;
  readonly body: Buffer;
}

interface State {
  readonly buckets: readonly string[];
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, Upload>;
}

const MAX_PAGE = 3;
const MIN_PART_BYTES = 5 * 1024 * 1024;

export async function startS3Server(...buckets: readonly string[]): Promise<S3Server> {
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: randomBytes(20).toString('hex') };
  const state: State = { buckets, objects: new Map(), uploads: new Map() };
  const requests: string[] = [];
  let hangs = false;
  let fault: { readonly status: number; readonly code: string } | null = null;
  const server = createServer((request, response) => {
    if (hangs) return;
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    answer(request, state, credentials, () => fault).then(
      ({ status = 200, headers = {}, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => sendFault(response, error, request.method === 'HEAD'),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    objects: state.objects,
    openUploads: () => state.uploads.size,
    requests,
    fail(next) {
      fault = next;
    },
    hang() {
      hangs = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: string | Buffer;
}

async function answer(
  request: IncomingMessage,
  state: State,
  credentials: S3Credentials,
  fault: () => { readonly status: number; readonly code: string } | null,
): Promise<Answer> {
  // An upload that is cut off never becomes an object.
  const body = await buffer(request);
  const failing = fault();
  if (failing !== null) throw new S3Fault(failing.status, failing.code);
  const [path = '', search] = (request.url ?? '').split('?');
  const name = decodeURIComponent(path.slice(1));
  const call: Call = {
    method: request.method ?? '',
    path,
    query: new URLSearchParams(search),
    headers: request.headers,
    body,
    bucket: name.split('/')[0] ?? '',
    name,
  };
  const wrong = signatureFault(call, credentials);
  if (wrong !== undefined) throw new S3Fault(403, wrong);
  const names = Object.keys(request.headers);
  if (names.some((header) => /^x-amz-(trailer|(sdk-)?checksum-)/.test(header))) {
    throw new S3Fault(501, 'NotImplemented');
  }
  if (!state.buckets.includes(call.bucket)) throw new S3Fault(404, 'NoSuchBucket');
  return name === call.bucket || name === `${call.bucket}/` ? onBucket(call, state) : onObject(call, state);
}

function onBucket(call: Call, state: State): Answer {
  if (call.method === 'GET' && call.query.get('list-type') === '2') return list(call, state);
  if (call.method === 'POST' && call.query.has('delete')) return deleteMany(call, state);
  throw new S3Fault(501, 'NotImplemented');
}

function list({ bucket, query }: Call, { objects }: State): Answer {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const max = Math.min(MAX_PAGE, Number(query.get('max-keys') ?? MAX_PAGE));
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, max);
  const contents = page.map((name) => {
    const { modifiedAt, bytes } = objects.get(name) as StoredObject;
    const key = name.slice(bucket.length + 1);
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const next =
    names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xml(
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
  );
}

function deleteMany({ bucket, body, headers }: Call, { objects }: State): Answer {
  const md5 = createHash('md5').update(body).digest('base64');
  if (headers['content-md5'] !== md5) throw new S3Fault(400, 'InvalidDigest');
  for (const [, key] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(`${bucket}/${key}`);
  return xml('<DeleteResult></DeleteResult>');
}

function onObject(call: Call, state: State): Answer {
  const uploadId = call.query.get('uploadId');
  if (uploadId !== null) return onUpload(call, state, uploadId);
  switch (call.method) {
    case 'HEAD':
    case 'GET':
      return read(call, state);
    case 'PUT': {
      const source = call.headers['x-amz-copy-source'];
      if (source !== undefined) return copy(state, decodeURIComponent(String(source)), call.name);
      return put(state, call.name, call.body, mimeOf(call));
    }
    case 'POST': {
      if (!call.query.has('uploads')) break;
      const id = randomBytes(8).toString('hex');
      state.uploads.set(id, { name: call.name, mime: mimeOf(call), parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
  }
  throw new S3Fault(501, 'NotImplemented');
}

function onUpload(call: Call, state: State, uploadId: string): Answer {
  const upload = state.uploads.get(uploadId);
  if (upload === undefined || upload.name !== call.name) throw new S3Fault(404, 'NoSuchUpload');
  if (call.method === 'PUT') {
    upload.parts.set(Number(call.query.get('partNumber')), call.body);
    return { headers: { etag: etagOf(call.body) } };
  }
  state.uploads.delete(uploadId);
  if (call.method === 'DELETE') return { status: 204 };
  const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
  if (parts.slice(0, -1).some((part) => part.length < MIN_PART_BYTES))
    throw new S3Fault(400, 'EntityTooSmall');
  put(state, upload.name, Buffer.concat(parts), upload.mime);
  return xml('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
}

function put({ objects }: State, name: string, bytes: Buffer, mime: string): Answer {
  objects.set(name, { bytes, mime, modifiedAt: new Date() });
  return { headers: { etag: etagOf(bytes) } };
}

function copy(state: State, source: string, name: string): Answer {
  const object = state.objects.get(source.replace(/^\//, ''));
  if (object === undefined) throw new S3Fault(404, 'NoSuchKey');
  put(state, name, object.bytes, object.mime);
  return xml(`<CopyObjectResult><ETag>${etagOf(object.bytes)}</ETag></CopyObjectResult>`);
}

function read({ name, query, headers: { range } }: Call, { objects }: State): Answer {
  const object = objects.get(name);
  if (object === undefined) throw new S3Fault(404, 'NoSuchKey');
  const { bytes, mime, modifiedAt } = object;
  const headers = {
    'content-type': query.get('response-content-type') ?? mime,
    'content-disposition': query.get('response-content-disposition') ?? 'inline',
    'accept-ranges': 'bytes',
    'last-modified': modifiedAt.toUTCString(),
  };
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(String(range)) ?? [];
  if (from === undefined || to === undefined) {
    return { headers: { ...headers, 'content-length': bytes.length }, body: bytes };
  }
  const first = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (first > last) throw new S3Fault(416, 'InvalidRange');
  const body = bytes.subarray(first, last + 1);
  const contentRange = `bytes ${first}-${last}/${bytes.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-length': body.length, 'content-range': contentRange },
    body,
  };
}

function mimeOf({ headers }: Call): string {
  return String(headers['content-type'] ?? 'binary/octet-stream');
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(body: string): Answer {
  return { headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0"?>${body}` };
}

function sendFault(response: ServerResponse, error: unknown, isHead: boolean): void {
  const { status, code } = error instanceof S3Fault ? error : { status: 500, code: 'InternalError' };
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    isHead ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}
