/** Why a prompt is refused, the most severe category first: a verdict names the first that applies. */
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

/** Categories that an operator may allow. Every installation refuses the others. */
type AllowableCategory = Extract<Category, 'sexual' | 'gore'>;

export interface SafetySettings {
  readonly allowed: readonly AllowableCategory[];
}

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly category: Category; readonly reason: string };

export const ALLOWED: Verdict = { allowed: true };

/** For the author of the prompt. No reason repeats the prompt, because reasons reach logs and mails. */
const REASONS: Readonly<Record<Category, string>> = {
  sexual_minors:
    'Sexual content with anybody who is, or may be taken for, a minor is never made here, whatever the style.',
  sexual_violence:
    'Sexual violence, and sexual or undressed images of people without their consent, are not made here.',
  mass_harm: 'Instructions for weapons of mass harm and praise of terror are not made here.',
  hate: 'Hate against a group of people and extremist propaganda are not made here.',
  self_harm:
    'Images that encourage self-harm are not made here. If this is about you, please talk to somebody you trust or to a crisis line.',
  gore: 'Graphic mutilation and torture are not made here. Describe the scene without the injuries.',
  sexual:
    'Sexual content and nudity outside of art, medicine and education are not made here. Describe the people dressed.',
};

export function refuse(category: Category): Verdict {
  return { allowed: false, category, reason: REASONS[category] };
}

export function isAllowedBy(settings: SafetySettings, category: Category): boolean {
  return (settings.allowed as readonly Category[]).includes(category);
}
