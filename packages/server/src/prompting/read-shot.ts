import * as z from 'zod';

/** What a chat model made of a prompt. */
export type Shot = { readonly prompt: string } | { readonly unsupported: string };

/** Code points; as long as a customer's prompt may be. */
const LONGEST_PROMPT = 2000;
const LONGEST_REASON = 300;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const shot = z.union([z.strictObject({ prompt: z.string() }), z.strictObject({ unsupported: z.string() })]);

/** Some local models wrap what they were asked for. */
const FENCED = /^```(?:json)?\n([\s\S]*)\n```$/;

/** Reads the answer of a chat completion; undefined for anything but the one object that was asked for. */
export function readShot(body: unknown): Shot | undefined {
  const answer = completion.safeParse(body);
  const content = answer.data?.choices[0]?.message.content.trim();
  if (content === undefined) return undefined;
  const found = shot.safeParse(parse(FENCED.exec(content)?.[1] ?? content));
  if (!found.success) return undefined;
  if ('prompt' in found.data) {
    const prompt = shorten(plainText(found.data.prompt), LONGEST_PROMPT);
    return prompt === '' ? undefined : { prompt };
  }
  const unsupported = shorten(plainText(found.data.unsupported), LONGEST_REASON);
  return unsupported === '' ? undefined : { unsupported };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** One line without control characters and characters that cannot be seen. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim();
}

/** At most so many code points, ending with a whole sentence where there is one. */
function shorten(text: string, longest: number): string {
  const points = [...text];
  if (points.length <= longest) return text;
  const cut = points.slice(0, longest).join('');
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('。'));
  const end = sentence > 0 ? sentence + 1 : cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut;
}
