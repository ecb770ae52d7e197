import assert from 'node:assert/strict';

/** An email as a mail client reads it. */
export interface ReadEmail {
  readonly headers: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Reads an email of two alternatives, text and HTML. */
export function readEmail(source: string): ReadEmail {
  const [headers = ''] = source.split('\r\n\r\n');
  const unfolded = headers.replaceAll(/\r\n\s+/g, ' ');
  const boundary = /^Content-Type: multipart\/alternative; boundary="([^"]+)"/m.exec(unfolded)?.[1];
  assert.ok(boundary !== undefined, headers);
  const parts = source.split(`--${boundary}`).slice(1, -1);
  const part = (mime: string) =>
    parts.find((one) => one.includes(`Content-Type: ${mime}; charset=utf-8`)) ?? '';
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(unfolded)?.[1] ?? '';
  return {
    headers: unfolded,
    to: header('To'),
    subject: header('Subject'),
    text: decode(part('text/plain')),
    html: decode(part('text/html')),
  };
}

function decode(part: string): string {
  const [headers = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(headers)?.[1];
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString();
  if (encoding !== 'quoted-printable') return content;
  const bytes = content
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
