import { inflateSync } from 'node:zlib';

/** The texts of a PDF with the standard fonts, in the order in which they are drawn. */
export function textsOfPdf(pdf: Buffer): string[] {
  const texts: string[] = [];
  const source = pdf.toString('latin1');
  for (const { index } of source.matchAll(/stream\r?\n/g)) {
    if (source.slice(index - 3, index) === 'end') continue;
    const begin = source.indexOf('\n', index) + 1;
    const bytes = pdf.subarray(begin, source.indexOf('endstream', begin));
    for (const [, shown = ''] of inflated(bytes).matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, part = '']) => part).join('');
      texts.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')));
    }
  }
  return texts;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}
