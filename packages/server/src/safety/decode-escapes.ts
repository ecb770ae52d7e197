/** Characters as web pages, programs and addresses write them: `&#110;`, `\\u006e`, `%6e%75`. */
const AMPERSAND = /&amp;/gi;
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi;
const NAMED = /&(?:nbsp|ensp|emsp|thinsp|shy|zwnj|zwj|lt|gt|quot|apos|period|lowbar|hyphen|dash);/gi;
const ESCAPED = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;
/** Single signs occur in ordinary text. */
const PERCENT = /(?:%[0-9a-f]{2}){2,}/gi;
const SPACES = /^&(?:nbsp|ensp|emsp|thinsp);$/i;

/** The text with escaped characters decoded; one of a name that separates nothing disappears. */
export function decodeEscapes(text: string): string {
  if (!/[&\\%]/.test(text)) return text;
  return text
    .replace(AMPERSAND, '&')
    .replace(NUMBERED, (written, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), written),
    )
    .replace(NAMED, (written) => (SPACES.test(written) ? ' ' : ''))
    .replace(ESCAPED, (written, braces?: string, four?: string, two?: string) =>
      characterOf(Number.parseInt(braces ?? four ?? two ?? '', 16), written),
    )
    .replace(PERCENT, (written) => {
      const decoded = Buffer.from(written.replaceAll('%', ''), 'hex').toString('utf8');
      return decoded.includes('\ufffd') ? written : decoded;
    });
}

function characterOf(code: number, written: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
