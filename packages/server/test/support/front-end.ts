import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small static server with a front end of the job API, such as a site of one's own. */
export interface FrontEnd {
  /** It is served on every name of this machine; each is an origin of its own. */
  origin(host: string): string;
  close(): Promise<void>;
}

/** The pages isolate themselves (COEP), so the browser shows only files that are meant for other origins. */
export async function serveFrontEnd(): Promise<FrontEnd> {
  const server = createServer((request, response) => {
    const isPage = new URL(request.url ?? '/', 'http://x').pathname === '/';
    response.writeHead(isPage ? 200 : 204, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    });
    response.end(isPage ? PAGE : undefined);
  });
  // Without a host it listens on IPv4 and IPv6, and `localhost` may be either.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (host) => `http://${host}:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PAGE = `<!doctype html>
<title>A site of one's own</title>
<link rel="icon" href="data:,">
<label>Email <input id="email"></label>
<label>Password <input id="password" type="password"></label>
<button id="sign-up">Sign up</button>
<button id="make-image">Image</button> <button id="make-video">Video</button>
<button id="list">My jobs</button> <button id="delete">Delete all</button>
<p id="account"></p><p id="price"></p><p id="image"></p><p id="video"></p><p id="jobs"></p><p id="error"></p>
<div id="results"></div>
<script type="module">
const api = new URLSearchParams(location.search).get('api');
const show = (id, text) => { document.getElementById(id).textContent = text; };
const value = (id) => document.getElementById(id).value;
let token;

async function read(response) {
  const body = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(response.status + ' ' + body.error + ' ' + response.headers.get('x-request-id'));
  return { body, response };
}
const auth = (path, body) => fetch(api + '/auth' + path, {
  credentials: 'include',
  ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
}).then(read);
const call = (method, path, body) => fetch(api + path, {
  method,
  headers: { authorization: 'Bearer ' + token, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) }),
}).then(read);

async function enter() {
  token = (await auth('/token')).body.token;
  const { body, response } = await call('GET', '/me');
  const left = /r=(\\d+)/.exec(response.headers.get('ratelimit'))[1];
  show('account', body.tier + ': ' + body.limits.jobs_at_once + ' job at once, '
    + body.limits.calls_per_minute + ' calls a minute left ' + left);
}

async function generate(type) {
  const order = { type, prompt: 'a lighthouse on a cliff', width: 320, height: 256, length: 17, age_verified: true };
  const quote = (await call('POST', '/quote', order)).body;
  show('price', quote.width + 'x' + quote.height + ' for ' + quote.credit_cost + ' credits');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const accepted = await fetch(api + '/generate', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(order),
  }).then(read);
  for (;;) {
    const job = (await call('GET', accepted.body.poll_url)).body;
    if (job.status === 'completed') return job.results[0];
    if (job.status === 'failed' || job.status === 'blocked') throw new Error(job.error);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function makeImage() {
  const { url } = await generate('image');
  const plain = new Image();
  const readable = new Image();
  readable.crossOrigin = 'anonymous';
  // The first may come from the cache for the second.
  for (const image of [plain, readable]) {
    image.src = url;
    await image.decode();
    document.getElementById('results').append(image);
  }
  const canvas = new OffscreenCanvas(plain.naturalWidth, plain.naturalHeight).getContext('2d');
  canvas.drawImage(readable, 0, 0);
  canvas.getImageData(0, 0, 1, 1);
  show('image', 'shown ' + plain.naturalWidth + 'x' + plain.naturalHeight + ', pixels readable');
}

async function makeVideo() {
  const { url } = await generate('video');
  const part = await fetch(url, { headers: { range: 'bytes=0-99' } });
  const size = part.headers.get('content-range').split('/')[1];
  const video = document.createElement('video');
  video.muted = true;
  video.src = url;
  document.getElementById('results').append(video);
  await new Promise((resolve, reject) => {
    video.onended = resolve;
    video.onerror = () => reject(new Error(video.error.message));
    video.play().catch(reject);
  });
  const bytes = (await part.arrayBuffer()).byteLength;
  show('video', 'played ' + video.videoWidth + 'x' + video.videoHeight + ', ' + bytes + ' bytes of ' + size + ' in a range');
}

const jobs = async () => (await call('GET', '/jobs?limit=10')).body.jobs;
const list = async () => {
  show('jobs', (await jobs()).map(({ type, status }) => type + ' ' + status).join(', ') || 'none');
};

const on = (id, act) => {
  document.getElementById(id).onclick = () => act().catch((error) => show('error', error.message));
};
on('sign-up', async () => {
  await auth('/sign-up/email', { name: '', email: value('email'), password: value('password') });
  await enter();
});
on('make-image', makeImage);
on('make-video', makeVideo);
on('list', list);
on('delete', async () => {
  for (const { job_id: id } of await jobs()) await call('DELETE', '/job/' + id);
  await list();
});
const session = (await auth('/get-session')).body;
if (session) await enter().catch((error) => show('error', error.message));
</script>
`;
