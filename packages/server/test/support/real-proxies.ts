import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until, within } from './deadline.ts';
import { freePort } from './free-port.ts';

/** The proxies of `deploy/`: the real programs with these files, on free ports, with a certificate of their own. */
export interface RealProxy {
  readonly url: string;
  /** Without TLS. */
  readonly plainUrl: string;
  /** The files that the proxy has created since it started, but for its logs. */
  readonly created: readonly string[];
  logs(): Promise<string>;
  /** Ends it, as an update of its machine does, until `start`. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export type ProxyName = 'nginx' | 'caddy';

const DEPLOY = path.join(import.meta.dirname, '../../../../deploy');

export function isInstalled(name: ProxyName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { env: withSbin() }).status === 0;
}

/** Debian installs nginx where only root looks. */
function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
}

interface Site {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly servers: readonly string[];
}

/** Starts it in front of servers, such as `127.0.0.1:8787`. */
export async function startRealProxy(name: ProxyName, ...servers: readonly string[]): Promise<RealProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), `kinora-${name}-`));
  const site = { folder, port: await freePort(), plainPort: await freePort(), servers };
  createCertificate(folder);
  await mkdir(path.join(folder, 'temp'));
  const args = name === 'nginx' ? await configureNginx(site) : await configureCaddy(site);
  const env = { ...withSbin(), HOME: folder, XDG_DATA_HOME: folder, TMPDIR: path.join(folder, 'temp') };
  let output = '';
  let child: ChildProcess;
  const start = async () => {
    child = spawn(name, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += bytes));
    await until(async () => child.exitCode !== null || (await listens(site.port)));
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${output}`);
  };
  const halt = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await within(() => 'the end of the proxy', ended);
  };
  await start();
  const created: string[] = [];
  // Not recursively: then a file that is deleted at once would be missed.
  const watchers = [folder, path.join(folder, 'temp')].map((each) =>
    watch(each, (_event, file) => {
      if (file !== null && !/\.(log|pid)$/.test(file)) created.push(file);
    }),
  );
  return {
    url: `https://localhost:${site.port}`,
    plainUrl: `http://localhost:${site.plainPort}`,
    created,
    async logs() {
      const names = (await readdir(folder)).filter((file) => file.endsWith('.log'));
      const texts = names.map((file) => readFile(path.join(folder, file), 'utf8'));
      return (await Promise.all(texts)).join('\n') + output;
    },
    halt,
    start,
    async stop() {
      for (const watcher of watchers) watcher.close();
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function createCertificate(folder: string): void {
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`];
  const { status, stderr } = spawnSync('openssl', [...args.split(' '), ...files], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The file, inside the parts of nginx's own configuration that it needs. */
async function configureNginx({ folder, port, plainPort, servers }: Site): Promise<string[]> {
  const file = (await readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('server 127.0.0.1:8787;', servers.map((server) => `server ${server};`).join(' '))
    .replaceAll('/etc/letsencrypt/live/media.example.com', folder)
    .replaceAll('/var/log/nginx', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `
daemon off; pid ${folder}/nginx.pid; worker_processes 1; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/temp;`).join(' ')}
${file} }`;
  await writeFile(path.join(folder, 'main.conf'), main);
  return ['-c', path.join(folder, 'main.conf'), '-p', folder];
}

/** The file, with a certificate of its own in place of one from the Internet. */
async function configureCaddy({ folder, port, plainPort, servers }: Site): Promise<string[]> {
  const file = (await readFile(path.join(DEPLOY, 'Caddyfile'), 'utf8'))
    .replace(
      /^\{\$SITE:media\.example\.com\} \{$/m,
      `https://localhost:${port} {\n tls ${folder}/fullchain.pem ${folder}/privkey.pem`,
    )
    .replace('http://{$SITE:media.example.com} {', `http://localhost:${plainPort} {`)
    .replace('{$UPSTREAM:127.0.0.1:8787}', servers.join(' '));
  const options = `{\n admin off\n http_port ${plainPort}\n}\n`;
  await writeFile(path.join(folder, 'Caddyfile'), options + file);
  return ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
}
