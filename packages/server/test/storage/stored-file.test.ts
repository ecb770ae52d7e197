import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { verifies } from '@kinora/testing/requirements';
import { BlobGone } from '../../src/storage/blobs.ts';
import { StoredFile } from '../../src/storage/stored-file.ts';
import { until } from '../support/deadline.ts';

/** More than the operating system holds for a connection whose receiver does not read. */
const LARGE = 24_000_000;

/** Every 4 bytes differ, so that no part can stand in for another. */
const contentOf = (file: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: LARGE / 4 }, (_, at) => at * 4 + file).buffer);
const CONTENTS = [contentOf(0), contentOf(1), contentOf(2)];

let folder: string;
let latest: StoredFile;
const server = createServer((request, response) => {
  const stream = new StoredFile(path.join(folder, request.url ?? ''), folder);
  latest = stream;
  stream.on('error', () => response.destroy());
  // As Fastify does.
  response.on('close', () => stream.destroy());
  response.setHeader('content-length', LARGE);
  stream.pipe(response);
});
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-stored-'));
  await Promise.all(CONTENTS.map((content, at) => writeFile(path.join(folder, `${at}`), content)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const port = (): number => (server.address() as AddressInfo).port;

/** The response as soon as its head has arrived; nothing of its body is read yet. */
async function begin(name: string): Promise<IncomingMessage> {
  const [response] = await once(get({ port: port(), path: `/${name}`, agent: false }), 'response');
  return response as IncomingMessage;
}

test('downloads at the same time, of receivers that begin to read late, get their own bytes', async () => {
  verifies('DEC-STORAGE-09');
  // Twice, so that the second downloads find the buffers of the first.
  for (let round = 0; round < 2; round++) {
    const responses = await Promise.all(CONTENTS.map((_, at) => begin(`${at}`)));
    await delay(200);
    const received = await Promise.all(responses.map((response) => buffer(response)));
    for (const [at, content] of CONTENTS.entries()) assert.ok(received[at]?.equals(content), `file ${at}`);
  }
});

test('two requests in one write are responded to one after the other', async () => {
  verifies('DEC-STORAGE-09');
  const socket = connect(port(), '127.0.0.1');
  const ask = (name: string, connection: string) =>
    `GET /${name} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(ask('0', 'keep-alive') + ask('1', 'close'));
  await delay(200);
  const received = await buffer(socket);
  const bodies: Buffer[] = [];
  for (let at = 0; at < received.length; ) {
    const start = received.indexOf('\r\n\r\n', at) + 4;
    bodies.push(received.subarray(start, start + LARGE));
    at = start + LARGE;
  }
  assert.equal(bodies.length, 2);
  for (const [at, body] of bodies.entries()) assert.ok(body.equals(CONTENTS[at] as Buffer), `response ${at}`);
});

const SKIP = !existsSync('/proc/self/fd') && 'this system does not list open files';
test('a receiver that leaves closes the file', { skip: SKIP }, async () => {
  verifies('DEC-STORAGE-09');
  const isOpen = async (): Promise<boolean> => {
    const files = await readdir('/proc/self/fd');
    const paths = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
    return paths.includes(path.join(folder, '2'));
  };
  const response = await begin('2');
  await until(isOpen);
  // Not `once`, which rejects with the error of the connection.
  const closed = new Promise((resolve) => latest.once('close', resolve));
  response.destroy();
  await closed;
  // Later the garbage collector would close it.
  assert.equal(await isOpen(), false);
});

test('another stream that keeps what it gets, or a loop, gets separate buffers', async () => {
  verifies('DEC-STORAGE-09');
  const read = () => new StoredFile(path.join(folder, '1'), folder, { first: 2, last: 1_000_001 });
  const expected = CONTENTS[1]?.subarray(2, 1_000_002) as Buffer;
  const kept: Readable = read().pipe(new PassThrough({ highWaterMark: LARGE }));
  await delay(50);
  assert.ok((await buffer(kept)).equals(expected));
  assert.ok((await buffer(read())).equals(expected));
});

test('a file that does not exist is an error of the stream', async () => {
  verifies('DEC-STORAGE-09');
  await assert.rejects(buffer(new StoredFile(path.join(folder, 'none'), folder)), BlobGone);
  await assert.rejects(begin('none'), /socket hang up/);
});
