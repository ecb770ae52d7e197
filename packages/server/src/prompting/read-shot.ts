import * as z from 'zod';

/** The response of the chat model: a shot, or why the prompt is not supported. */
export type Shot = { readonly prompt: string } | { readonly unsupported: string };

/** Code points, as for a customer's prompt. */
const MAX_PROMPT_LENGTH = 2000;
const MAX_REASON_LENGTH = 300;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const shot = z.union([z.strictObject({ prompt: z.string() }), z.strictObject({ unsupported: z.string() })]);

/** Some local models wrap the object in a code block. */
const FENCED = /^```(?:json)?\n([\s\S]*)\n```$/;

/** Reads a chat completion; undefined unless it is exactly the requested object. */
export function readShot(body: unknown): Shot | undefined {
  const response = completion.safeParse(body);
  const content = response.data?.choices[0]?.message.content.trim();
  if (content === undefined) return undefined;
  const parsed = shot.safeParse(parse(FENCED.exec(content)?.[1] ?? content));
  if (!parsed.success) return undefined;
  if ('prompt' in parsed.data) {
    const prompt = shorten(plainText(parsed.data.prompt), MAX_PROMPT_LENGTH);
    return prompt === '' ? undefined : { prompt };
  }
  const unsupported = shorten(plainText(parsed.data.unsupported), MAX_REASON_LENGTH);
  return unsupported === '' ? undefined : { unsupported };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** One line without control characters and invisible characters. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
}

/** Cuts a text to `maxLength` code points, after its last whole sentence if there is one. */
function shorten(text: string, maxLength: number): string {
  const points = [...text];
  if (points.length <= maxLength) return text;
  const cut = points.slice(0, maxLength).join('');
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('。'));
  const end = sentence > 0 ? sentence + 1 : cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut;
}
