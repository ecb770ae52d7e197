import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import type { Closing } from './closing.ts';

/** An nginx that serves the files of `root` as it does by default, with sendfile; returns its address. */
export async function startNginx(root: string, folder: string, closing: Closing): Promise<string> {
  const port = await freePort();
  const temp = path.join(folder, 'temp');
  await mkdir(temp, { recursive: true });
  const config = path.join(folder, 'nginx.conf');
  await writeFile(config, configOf(root, temp, port));
  const nginx = spawn('nginx', ['-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(nginx, 'exit');
  closing.add(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  for (let tries = 0; tries < 50; tries++) {
    if (await accepts(port)) return `http://127.0.0.1:${port}`;
    await pause(100);
  }
  throw new Error('nginx did not start');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function configOf(root: string, temp: string, port: number): string {
  // As root, its workers would be another user, who cannot read the files.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${temp}/${name};`).join(' ');
  return `daemon off; ${user} pid ${temp}/pid; worker_processes auto;
events { worker_connections 1024; }
http {
  ${paths}
  access_log off; sendfile on; tcp_nopush on;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
}
