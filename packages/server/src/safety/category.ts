/** The categories for which a prompt is rejected, most severe first: a verdict has the first that applies. */
export const CATEGORIES = [
  'sexual_minors',
  'sexual_violence',
  'mass_harm',
  'hate',
  'self_harm',
  'gore',
  'sexual',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** Categories that an operator may allow. Every installation rejects the others. */
type AllowableCategory = Extract<Category, 'sexual' | 'gore'>;

export interface SafetySettings {
  readonly allowed: readonly AllowableCategory[];
}

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly category: Category; readonly reason: string };

export const ALLOWED: Verdict = { allowed: true };

/** The author of the prompt reads them. No reason repeats the prompt, because reasons reach logs and emails. */
const REASONS: Readonly<Record<Category, string>> = {
  sexual_minors:
    'This service never generates sexual content with anyone who is or appears to be a minor, in any style.',
  sexual_violence:
    'This service does not generate sexual violence, or sexual or undressed images of people without their consent.',
  mass_harm: 'This service does not generate instructions for weapons of mass harm, or praise of terror.',
  hate: 'This service does not generate hate against a group of people, or extremist propaganda.',
  self_harm:
    'This service does not generate images that encourage self-harm. If this is about you, please talk to someone you trust or to a crisis line.',
  gore: 'This service does not generate graphic mutilation or torture. Describe the scene without the injuries.',
  sexual:
    'This service does not generate sexual content, or nudity outside of art, medicine and education. Describe the people dressed.',
};

export function rejected(category: Category): Verdict {
  return { allowed: false, category, reason: REASONS[category] };
}

export function isAllowedBy(settings: SafetySettings, category: Category): boolean {
  return (settings.allowed as readonly Category[]).includes(category);
}
