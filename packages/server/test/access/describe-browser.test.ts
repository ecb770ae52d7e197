import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBrowser } from '../../src/access/describe-browser.ts';

test('a browser is described in words of ours, whatever else its User-Agent claims', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const mobile = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  const cases: readonly [userAgent: string, words: string][] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on ChromeOS'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 ${chrome}`, 'Samsung Internet on Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${mobile}`, 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
    ['curl/8.5.0', 'curl'],
    ['call-0900-123456/1.0', 'Another program'],
    ['', 'Another program'],
  ];
  for (const [userAgent, words] of cases) assert.equal(describeBrowser(userAgent), words);
});
