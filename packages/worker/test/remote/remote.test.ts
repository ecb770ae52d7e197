import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import {
  type CertifiedKey,
  certify,
  FOR_AUTHORITY,
  forServer,
  texts,
} from '../../../media/test/support/certificates.ts';
import { createRemote, type RemoteCall, type RemoteResponse } from '../../src/remote/remote.ts';
import { readRemoteAddress } from '../../src/remote/remote-address.ts';
import { RemoteUnreachable } from '../../src/remote/remote-unreachable.ts';

const GET = { method: 'GET', timeoutMs: 5_000 } as const;

async function listen(t: TestContext, server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(t, createServer(listener))}`;
}

const SETTING = { setting: 'KINORA_COMFYUI_' };

async function call(
  address: Parameters<typeof createRemote>[0],
  more: Partial<RemoteCall> = {},
): Promise<RemoteResponse> {
  const remote = createRemote(address, { ...SETTING, connectMs: 500 });
  try {
    return await remote.call('/x', { ...GET, ...more });
  } finally {
    await remote.close();
  }
}

const textOf = ({ bytes }: RemoteResponse): string => new TextDecoder().decode(bytes);

test('a response that takes longer than the runtime waits for one is awaited', async (t) => {
  verifies('DEC-REMOTE-01');
  // The runtime waits for five minutes: here for a moment.
  const before = getGlobalDispatcher();
  setGlobalDispatcher(new Agent({ headersTimeout: 100, bodyTimeout: 100 }));
  t.after(() => setGlobalDispatcher(before));
  const url = await serve(t, (_request, response) => {
    setTimeout(() => {
      response.write('slow');
      setTimeout(() => response.end('er'), 2_500);
    }, 2_500);
  });
  await assert.rejects(fetch(url), /fetch failed/);
  assert.equal(textOf(await call({ url }, { timeoutMs: 20_000 })), 'slower');
  await assert.rejects(call({ url }, { timeoutMs: 300 }), /did not respond to GET \/x in 0\.3 s/);
});

describe('the address of a renderer', () => {
  const read = (environment: Readonly<Record<string, string>>) =>
    readRemoteAddress('KINORA_COMFYUI_', (name) => environment[name]);

  test('may have a name and a password, which become a header that no output shows', async (t) => {
    verifies('DEC-REMOTE-02');
    const url = await serve(t, ({ headers }, response) => void response.end(headers.authorization));
    const address = read({ KINORA_COMFYUI_URL: url.replace('//', '//me:p%40ss@') });
    assert.ok(address);
    assert.equal(address.url, url);
    assert.equal(textOf(await call(address)), `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  test('may need headers, as lines or as JSON', async (t) => {
    verifies('DEC-REMOTE-02');
    const url = await serve(
      t,
      ({ headers }, response) => void response.end(`${headers.authorization} ${headers['x-team']}`),
    );
    for (const text of [
      'Authorization: Bearer abc\nX-Team: a, b',
      '{"Authorization":"Bearer abc","X-Team":"a, b"}',
    ]) {
      const address = read({ KINORA_COMFYUI_URL: url, KINORA_COMFYUI_HEADERS: text });
      assert.ok(address);
      assert.equal(textOf(await call(address)), 'Bearer abc a, b');
    }
    for (const text of ['secret', '{"a": 1}', '{secret', 'a b: secret', 'name: sec\u0000ret']) {
      assert.throws(
        () => read({ KINORA_COMFYUI_URL: url, KINORA_COMFYUI_HEADERS: text }),
        (error: Error) =>
          /KINORA_COMFYUI_HEADERS must be "Name: value"/.test(error.message) &&
          !error.message.includes('sec'),
      );
    }
    assert.throws(
      () => read({ KINORA_COMFYUI_URL: 'ftp://me:secret@host/' }),
      (error: Error) => error.message.includes('ftp://') && !error.message.includes('secret'),
    );
  });

  test('gets its headers, and no other host that it refers to', async (t) => {
    verifies('DEC-REMOTE-02');
    const seen: (string | undefined)[] = [];
    const elsewhere = await serve(t, ({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('there');
    });
    const url = await serve(
      t,
      (_request, response) => void response.writeHead(302, { location: `${elsewhere}/y` }).end(),
    );
    const address = { url, headers: { authorization: 'Bearer abc' } };
    await assert.rejects(
      call(address),
      /which is not its own address: if it has moved there, write that address into KINORA_COMFYUI_URL/,
    );
    const trusting = createRemote(address, { ...SETTING, trustsOtherHosts: true });
    assert.equal(textOf(await trusting.call('/x', GET)), 'there');
    assert.deepEqual(seen, [undefined]);
    await assert.rejects(
      trusting.call('/x', { ...GET, method: 'POST', body: {} }),
      /write that address into KINORA_COMFYUI_URL/,
    );
    await trusting.close();
  });
});

test('a certificate of its own is trusted if the operator names its authority', async (t) => {
  verifies('DEC-REMOTE-03');
  const authority = await certify({ name: 'Authority' });
  const extensions = forServer('localhost');
  const certified = await certify({ name: 'localhost', issuer: authority, extensions });
  const { keyPem: key, chainPem: cert } = await texts(certified);
  const server = createSecureServer({ key, cert }, (_request, response) => void response.end('secure'));
  const url = `https://localhost:${await listen(t, server)}`;
  await assert.rejects(
    call({ url }),
    /localhost:\d+ cannot be reached: its certificate is signed by nobody that is known here; name the file of its authority in KINORA_COMFYUI_CA\./,
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-ca-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'ca.pem');
  await writeFile(file, (await texts(authority)).chainPem);
  const read = (ca: string) =>
    readRemoteAddress(
      'KINORA_COMFYUI_',
      (name) => ({ KINORA_COMFYUI_URL: url, KINORA_COMFYUI_CA: ca })[name],
    );
  const address = read(file);
  assert.ok(address);
  assert.equal(textOf(await call(address)), 'secure');
  assert.throws(() => read(path.join(folder, 'gone')), /KINORA_COMFYUI_CA: .*gone cannot be read/);
  await writeFile(file, 'nothing');
  assert.throws(() => read(file), /KINORA_COMFYUI_CA: .*ca\.pem has no certificate in PEM/);
  await assert.rejects(
    call({ ...address, url: url.replace('localhost', '127.0.0.1') }),
    /its certificate is for another name; write that name into KINORA_COMFYUI_URL/,
  );
});

describe('a renderer whose certificate is not taken says why, and was not called:', () => {
  const expired = { notBefore: new Date('2024-01-01'), notAfter: new Date('2025-01-01') };
  const early = { notBefore: new Date('2040-01-01'), notAfter: new Date('2041-01-01') };
  const signedBy = { name: 'localhost', extensions: forServer('localhost') };
  for (const [what, make, why] of [
    // A renewal that failed, as of certbot on a machine without the port.
    [
      'it has expired',
      async (issuer: CertifiedKey) => certify({ ...signedBy, issuer, ...expired }),
      /has expired, or a clock is wrong/,
    ],
    [
      'it is not valid yet',
      async (issuer: CertifiedKey) => certify({ ...signedBy, issuer, ...early }),
      /has expired, or a clock is wrong/,
    ],
    // What `openssl req -x509` makes, and what many appliances come with.
    [
      'it signs itself',
      async () => certify(signedBy),
      /signed by nobody that is known here; .* KINORA_COMFYUI_CA/,
    ],
    [
      'it is for another name',
      async (issuer: CertifiedKey) => certify({ ...signedBy, issuer, extensions: forServer('gpu.internal') }),
      /is for another name; write that name into KINORA_COMFYUI_URL/,
    ],
    // A server that sends its own certificate alone, without the one between it and the authority.
    [
      'one between it and the authority is not sent',
      async (issuer: CertifiedKey) => {
        const between = await certify({ name: 'Between', issuer, extensions: FOR_AUTHORITY });
        return certify({ ...signedBy, issuer: between });
      },
      /signed by nobody that is known here/,
    ],
  ] as const) {
    test(what, async (t) => {
      verifies('DEC-REMOTE-03');
      const authority = await certify({ name: 'Authority' });
      const { keyPem: key, chainPem: cert } = await texts(await make(authority));
      let calls = 0;
      const server = createSecureServer({ key, cert }, (_request, response) => {
        calls++;
        response.end('secure');
      });
      const url = `https://localhost:${await listen(t, server)}`;
      const ca = (await texts(authority)).chainPem;
      await assert.rejects(call({ url, ca: what === 'it signs itself' ? undefined : ca }), (error) => {
        assert.ok(error instanceof RemoteUnreachable, String(error));
        assert.match(error.message, why);
        return !error.mayHaveArrived;
      });
      assert.equal(calls, 0);
    });
  }
});

describe('a renderer that cannot be reached', () => {
  async function failure(url: string): Promise<RemoteUnreachable> {
    const error = await call({ url }).catch((reason: unknown) => reason);
    assert.ok(error instanceof RemoteUnreachable, String(error));
    return error;
  }

  test('says why, and whether the call may have arrived', async (t) => {
    verifies('DEC-REMOTE-03');
    const broken = await listen(
      t,
      createTcpServer((socket) => void socket.once('data', () => socket.destroy())),
    );
    const closed = createTcpServer();
    const free = await listen(t, closed);
    await new Promise((resolve) => closed.close(resolve));
    // A load balancer without a machine behind it takes the connection, and no more.
    const silent = await listen(t, createTcpServer());
    const plain = await serve(t, (_request, response) => void response.end());
    const noise = await listen(
      t,
      createTcpServer((socket) => void socket.end('hello\r\n\r\n')),
    );
    for (const [url, why, mayHaveArrived] of [
      [
        `http://127.0.0.1:${free}`,
        /nothing listens there \(ECONNREFUSED\); start it, or correct KINORA_COMFYUI_URL/,
        false,
      ],
      ['http://renderer.invalid', /the name of its host is not known here/, false],
      [`http://127.0.0.1:${broken}`, /the connection broke/, true],
      [
        plain.replace('http:', 'https:'),
        /does not speak TLS; KINORA_COMFYUI_URL may have to begin with http:/,
        false,
      ],
      [`http://127.0.0.1:${noise}`, /Response does not match the HTTP/, true],
      [`https://127.0.0.1:${silent}`, /its host does not answer; check KINORA_COMFYUI_URL/, false],
    ] as const) {
      const error = await failure(url);
      assert.match(error.message, why);
      assert.equal(error.mayHaveArrived, mayHaveArrived, error.message);
    }
  });
});

test('a renderer behind a proxy of the environment is reached through it, and this machine without it', async (t) => {
  verifies('DEC-REMOTE-01');
  const url = await serve(t, (_request, response) => void response.end('rendered'));
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url: target }, socket) => {
    asked.push(target ?? '');
    const onward = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
  });
  process.env.http_proxy = `http://127.0.0.1:${await listen(t, proxy)}`;
  t.after(() => delete process.env.http_proxy);
  assert.equal(textOf(await call({ url: 'http://renderer.example' })), 'rendered');
  assert.equal(textOf(await call({ url })), 'rendered');
  assert.deepEqual(asked, ['renderer.example:80']);
});

test('a body larger than is allowed is not read to its end', async (t) => {
  verifies('DEC-REMOTE-01');
  const url = await serve(t, (_request, response) => void response.end(Buffer.alloc(3 * 2 ** 20)));
  await assert.rejects(call({ url }, { maxBytes: 2 ** 20 }), /sends more than 1 MiB/);
});

test('a response that has not the digest that its headers announce broke on the way', async (t) => {
  verifies('DEC-REMOTE-08');
  const sent = Buffer.from('a picture');
  const digest = (algorithm: string, of: Uint8Array = sent) =>
    createHash(algorithm).update(of).digest('base64');
  for (const headersOf of [
    (of?: Uint8Array) => ({ 'content-digest': `sha-256=:${digest('sha256', of)}:` }),
    (of?: Uint8Array) => ({ 'repr-digest': `sha-512=:eA==:, sha-256=:${digest('sha256', of)}:` }),
    (of?: Uint8Array) => ({ digest: `SHA-256=${digest('sha256', of)}` }),
    (of?: Uint8Array) => ({ 'content-md5': digest('md5', of) }),
    (of?: Uint8Array) => ({ 'x-goog-hash': `crc32c=AAAAAA==,md5=${digest('md5', of)}` }),
  ]) {
    let other: Uint8Array | undefined;
    const url = await serve(t, (_request, response) => response.writeHead(200, headersOf(other)).end(sent));
    assert.equal(textOf(await call({ url })), 'a picture');
    other = Buffer.from('another one');
    const [header = ''] = Object.keys(headersOf());
    await assert.rejects(call({ url }), (error: unknown) => {
      assert.ok(error instanceof RemoteUnreachable && error.mayHaveArrived);
      return error.message.includes(header);
    });
  }
});
