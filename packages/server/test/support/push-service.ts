import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage, PushSubscriptionRequest } from '@kinora/contract';
import { until } from './deadline.ts';

/** A push service, and browsers that read what it delivers, by RFC 8291 and RFC 8292 and without the library of the service. */

interface Delivered {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushService {
  readonly url: string;
  readonly delivered: readonly Delivered[];
  /** Gives these statuses in turn; the last one repeats. */
  answer(...statuses: readonly number[]): void;
  /** The message number `index`, once it has arrived. */
  message(index: number): Promise<Delivered>;
  /** A new browser, whose subscription was made with this key of the service. */
  browser(key: string): Browser;
  stop(): Promise<void>;
}

export interface Browser {
  readonly subscription: PushSubscriptionRequest;
  /** Decrypts a message; throws if it is not for this browser. */
  read(delivered: Delivered): PushMessage;
}

export async function startPushService(): Promise<PushService> {
  const delivered: Delivered[] = [];
  let statuses: readonly number[] = [201];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    delivered.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const [next = 201, ...later] = statuses;
    if (later.length > 0) statuses = later;
    response.writeHead(next).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    delivered,
    answer(...next) {
      statuses = next;
    },
    async message(index) {
      await until(() => delivered.length > index);
      return delivered[index] as Delivered;
    },
    browser: (key) => browserAt(`${url}/send/${randomBytes(6).toString('hex')}`, key),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function browserAt(endpoint: string, key: string): Browser {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return {
    subscription: { endpoint, keys, key },
    read({ headers, body }) {
      assert.equal(headers['content-encoding'], 'aes128gcm');
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
      const secret = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32);
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      // A byte of 2 ends the last record, and zeros may follow.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** The claims of the service's signature, verified as a push service does, and the key that it is made with. */
export function signerOf({ headers }: Delivered): { readonly key: string; readonly claims: Claims } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  assert.ok(verify('sha256', signed, by, Buffer.from(signature, 'base64url')), 'the signature is wrong');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

interface Claims {
  readonly aud: string;
  readonly sub: string;
  readonly exp: number;
}
