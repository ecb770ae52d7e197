import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./print-first-frame.ts', import.meta.url));
const LONGEST_MS = 20_000;

/**
 * The first frame of an MP4 as a small JPEG. It is decoded in a process of its own, without the environment, which has
 * secrets: a worker may have made the file to break the decoder. Throws if the file cannot be decoded.
 */
export async function previewVideo(mp4: Uint8Array): Promise<Uint8Array> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error('the first frame of the video cannot be decoded'));
    });
  });
  // The process may end before it has read everything; how it ended says why.
  child.stdin.on('error', () => {});
  child.stdin.end(mp4);
  const [jpeg] = await Promise.all([buffer(child.stdout), ended]);
  return jpeg;
}
