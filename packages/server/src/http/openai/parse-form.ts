/** A part of a form: the text of a field, or the bytes of a file. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
}

/** What is wrong with a form, and with which field, if it is one. */
export class UnreadableForm extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** More than any request has. Each part costs far more to read than its bytes. */
const MAX_PARTS = 32;

/**
 * The parts of `multipart/form-data` (RFC 7578), in order. Node's own parser refuses the file names of some clients, such
 * as those that escape a quotation mark by a backslash, and replaces bytes that are no UTF-8. Throws `UnreadableForm`.
 */
export function parseForm(bytes: Buffer, contentType: string): readonly FormPart[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new UnreadableForm('', 'the Content-Type of the form has no boundary');
  const line = `\r\n--${boundary}`;
  const parts: FormPart[] = [];
  let at = bytes.indexOf(line.slice(2));
  if (at === -1) throw new UnreadableForm('', 'the body does not have the boundary of its Content-Type');
  at += line.length - 2;
  while (bytes.toString('latin1', at, at + 2) !== '--') {
    const end = bytes.indexOf(line, at);
    if (end === -1) throw new UnreadableForm('', 'the multipart body is cut off');
    parts.push(parsePart(bytes.subarray(at, end)));
    if (parts.length > MAX_PARTS) throw new UnreadableForm('', `the form has more than ${MAX_PARTS} parts`);
    at = end + line.length;
  }
  return parts;
}

const HEADERS_END = '\r\n\r\n';
const TEXT_TYPE = /^content-type:[ \t]*(?:text\/|application\/json)/im;

/** `part` begins with what follows the boundary on its line. */
function parsePart(part: Buffer): FormPart {
  const end = part.indexOf(HEADERS_END);
  const headers = part.toString('utf8', 0, Math.max(0, end));
  const disposition = /^content-disposition:.*$/im.exec(headers)?.[0] ?? '';
  // Names come before file names, so a file name cannot pass for a name.
  const [, quoted, plain] = /;[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  const name = quoted ?? plain;
  if (name === undefined) throw new UnreadableForm('', 'a part of the form has no name');
  const content = part.subarray(end + HEADERS_END.length);
  const isFile = /;[ \t]*filename\*?=/i.test(disposition);
  const hasOtherType = /^content-type:/im.test(headers) && !TEXT_TYPE.test(headers);
  if (isFile || hasOtherType) return { name, value: new Uint8Array(content) };
  return { name, value: decode(name, content) };
}

function decode(name: string, content: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new UnreadableForm(name, 'is not text in UTF-8; a file needs a filename');
  }
  if (text.includes('\0')) throw new UnreadableForm(name, 'contains a NUL character');
  return text;
}
