import { once } from 'node:events';
import PdfDocument from 'pdfkit';
import { formatUsd } from '../../kernel/money.ts';
import { dayOf, type PaymentDocument } from './document.ts';
import { inWestern } from './western.ts';

export interface Issuer {
  /** Name, address and tax number, a line each. */
  readonly company: readonly string[];
  readonly fontFile: string | undefined;
  /** The name of the service, for an operator who names no company. */
  readonly name: string;
  /** The address or page of the support, if there is one. */
  readonly support: string | null;
  /** The public address of the service. */
  readonly site: string;
}

type Pdf = InstanceType<typeof PdfDocument>;

/** Lengths are points: A4 is 595 by 842. */
const MARGIN = 56;
const WIDTH = 595 - 2 * MARGIN;
const RIGHT = MARGIN + WIDTH;
const FOOTER_Y = 770;
const INK = '#1f2328';
const QUIET = '#5c6470';
const RULE = '#d9dde2';
/** The right edges of the columns with numbers. */
const COLUMNS = { count: MARGIN + 270, seconds: MARGIN + 360, amount: RIGHT } as const;

/** Draws a document on one page of A4. */
export async function renderDocument(document: PaymentDocument, issuer: Issuer): Promise<Buffer> {
  const { title, number, date } = document;
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: issuer.company[0] ?? issuer.name, CreationDate: date },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  const draw = createPen(pdf, issuer);
  drawHead(document, issuer, draw);
  const y = drawLines(document, draw);
  drawTotal(document, y, draw);
  draw.text(`${title} ${number}, ${issuer.site}`, MARGIN, FOOTER_Y, { size: 8, colour: QUIET });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

interface TextStyle {
  readonly size?: number;
  readonly colour?: string;
  readonly bold?: boolean;
  /** Ends at `x` instead of beginning there. */
  readonly right?: boolean;
}

interface Pen {
  text(text: string, x: number, y: number, style?: TextStyle): void;
  rule(y: number, colour?: string): void;
}

function createPen(pdf: Pdf, { fontFile }: Issuer): Pen {
  // One file has one weight, so a font of the operator has no bold letters.
  const [regular, bold] = fontFile === undefined ? ['Helvetica', 'Helvetica-Bold'] : [fontFile, fontFile];
  return {
    text(text, x, y, { size = 10, colour = INK, bold: isBold = false, right = false } = {}) {
      const shown = fontFile === undefined ? inWestern(text) : text;
      const width = right ? x - MARGIN : RIGHT - x;
      pdf
        .font(isBold ? bold : regular)
        .fontSize(size)
        .fillColor(colour);
      // A long address is cut rather than drawn over its neighbour.
      const options = { width, height: size * 1.2, ellipsis: true, align: right ? 'right' : 'left' } as const;
      pdf.text(shown, right ? MARGIN : x, y, options);
    },
    rule: (y, colour = RULE) =>
      void pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(colour).stroke(),
  };
}

function drawHead({ title, number, date, email, facts }: PaymentDocument, issuer: Issuer, pen: Pen): void {
  pen.text(title, MARGIN, MARGIN, { size: 24, bold: true });
  const [name = issuer.name, ...address] = issuer.company;
  pen.text(name, RIGHT, MARGIN + 4, { bold: true, right: true });
  for (const [at, line] of [
    ...address,
    issuer.site,
    ...(issuer.support === null ? [] : [issuer.support]),
  ].entries()) {
    pen.text(line, RIGHT, MARGIN + 19 + 14 * at, { size: 9, colour: QUIET, right: true });
  }
  const rows = [['Number', number], ['Date', dayOf(date)], ...facts, ['Account', email]] as const;
  for (const [at, [label, value]] of rows.entries()) {
    const y = 190 + 17 * at;
    pen.text(label, MARGIN, y, { colour: QUIET });
    pen.text(value, MARGIN + 90, y);
  }
}

/** Returns where the next thing may be drawn. */
function drawLines({ lines, deductions }: PaymentDocument, pen: Pen): number {
  let y = 300;
  const heading = { size: 9, colour: QUIET } as const;
  const counted = lines.some(({ count }) => count !== undefined);
  pen.text('Description', MARGIN, y, heading);
  if (counted) {
    pen.text('Jobs', COLUMNS.count, y, { ...heading, right: true });
    pen.text('Seconds', COLUMNS.seconds, y, { ...heading, right: true });
  }
  pen.text('Amount (USD)', COLUMNS.amount, y, { ...heading, right: true });
  y += 16;
  pen.rule(y, INK);
  for (const { what, count, seconds, cents } of lines) {
    y += 9;
    pen.text(what, MARGIN, y);
    if (count !== undefined) pen.text(String(count), COLUMNS.count, y, { right: true });
    if (seconds !== undefined) pen.text(formatSeconds(seconds), COLUMNS.seconds, y, { right: true });
    pen.text(formatUsd(cents), COLUMNS.amount, y, { right: true });
    y += 18;
    pen.rule(y);
  }
  for (const { what, cents } of deductions) {
    y += 9;
    pen.text(what, MARGIN, y, { colour: QUIET });
    pen.text(formatUsd(cents), COLUMNS.amount, y, { right: true });
    y += 18;
    pen.rule(y);
  }
  return y;
}

function drawTotal({ totalName, totalCents, note }: PaymentDocument, y: number, pen: Pen): void {
  pen.text(totalName, COLUMNS.seconds, y + 14, { size: 12, bold: true, right: true });
  pen.text(`${formatUsd(totalCents)} USD`, COLUMNS.amount, y + 14, { size: 12, bold: true, right: true });
  pen.text(note, MARGIN, y + 56, { colour: QUIET });
}

/** Lengths are metered in twelfths of a second. */
function formatSeconds(seconds: number): string {
  return Number.isInteger(seconds) ? String(seconds) : seconds.toFixed(2);
}
