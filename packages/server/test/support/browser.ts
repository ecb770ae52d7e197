import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { until } from './deadline.ts';

/**
 * A Chromium from npm for the tests, which needs no download and no installation on Linux on x64. On other platforms the
 * installed Chrome is used.
 */

const CACHE = fileURLToPath(new URL('../../../../.kinora-test/', import.meta.url));
// Only trusted pages are opened, and Chromium's sandbox does not work as root or without user namespaces.
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

let launched: Promise<Browser> | undefined;

/** The browser of this process, which ends with it; each test file has its own contexts, and `close` closes those. */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch().then((browser) => {
    browser.close = async () => {
      for (const context of browser.contexts()) await context.close();
    };
    return browser;
  });
  return launched;
}

async function launch(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return chromium.launch({ channel: 'chrome' });
  }
  const folder = await unpackedFolder();
  const executablePath = path.join(folder, 'chromium');
  return chromium.launch({ executablePath, args: ARGUMENTS, env: environmentFor(folder, executablePath) });
}

/** Waits until the text of an element matches: an action may resolve before the page that it leads to is shown. */
export async function shows(page: Page, text: RegExp, selector = 'main'): Promise<void> {
  let shown: string | null = null;
  const matches = async () => {
    shown = await page.textContent(selector);
    return text.test(shown ?? '');
  };
  await until(matches).catch(() => assert.match(shown ?? '', text));
}

/** Unpacked once to a temporary folder and renamed, because test files run concurrently. */
async function unpackedFolder(): Promise<string> {
  const packed = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  // The size distinguishes versions.
  const { size } = await stat(path.join(packed, 'chromium.br'));
  const folder = path.join(CACHE, `chromium-${size}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, 'unpacking-'));
  try {
    await unpackInto(draft, packed);
    await writeFile(path.join(draft, 'fonts.conf'), fontSettings(folder));
    await chmod(draft, 0o755);
    await chmod(path.join(draft, 'chromium'), 0o755);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** The package unpacks into the temporary folder, under fixed names and in place. */
async function unpackInto(folder: string, packed: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await Chromium.executablePath(packed);
    await inflate(path.join(packed, 'al2023.tar.br'));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The fonts of the machine and of the package: without any font, every page crashes. */
function fontSettings(folder: string): string {
  return `<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}

/** The libraries of the package are for machines that lack them. */
function environmentFor(folder: string, executable: string): Record<string, string> {
  const environment = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const starts = spawnSync(executable, ['--version'], { stdio: 'ignore' }).status === 0;
  return {
    ...environment,
    FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    ...(!starts && { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') }),
  };
}
