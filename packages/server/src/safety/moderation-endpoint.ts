import * as z from 'zod';
import { postJson, v1Url } from '../kernel/post-json.ts';
import {
  ALLOWED,
  CATEGORIES,
  type Category,
  isAllowedBy,
  rejected,
  type SafetySettings,
  type Verdict,
} from './category.ts';

/** A service with OpenAI's moderation interface, `POST <base>/v1/moderations`. */
export interface ModerationEndpoint {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  readonly timeoutMs: number;
  /** The scores at which a category is rejected. Categories that are absent keep their defaults. */
  readonly thresholds?: Readonly<Partial<Record<Category, number>>> | undefined;
}

/** Low where a false negative is worse than a false positive. */
const THRESHOLDS: Readonly<Record<Category, number>> = {
  sexual_minors: 0.2,
  sexual_violence: 0.5,
  mass_harm: 0.6,
  hate: 0.6,
  self_harm: 0.6,
  gore: 0.8,
  sexual: 0.7,
};

/** Harassment, advice on petty crime and film violence are not rejected. */
const CATEGORY_OF: Readonly<Record<string, Category>> = {
  'sexual/minors': 'sexual_minors',
  sexual: 'sexual',
  'violence/graphic': 'gore',
  'self-harm': 'self_harm',
  'self-harm/intent': 'self_harm',
  'self-harm/instructions': 'self_harm',
  hate: 'hate',
  'hate/threatening': 'hate',
  'illicit/violent': 'mass_harm',
};

const moderation = z.object({
  results: z
    .array(
      z.object({
        categories: z.record(z.string(), z.boolean().nullable()),
        category_scores: z.record(z.string(), z.number()).optional(),
      }),
    )
    .min(1),
});

type Result = z.infer<typeof moderation>['results'][number];

/** Checks a text, or an image as a data URL. `unavailable` if no valid response arrives in time. */
export async function moderate(
  endpoint: ModerationEndpoint,
  settings: SafetySettings,
  input: string | { readonly imageUrl: string },
): Promise<Verdict | 'unavailable'> {
  const response = await postJson({
    url: v1Url(endpoint.baseUrl, '/moderations'),
    key: endpoint.key,
    timeoutMs: endpoint.timeoutMs,
    body: {
      model: endpoint.model ?? 'omni-moderation-latest',
      input: typeof input === 'string' ? input : [{ type: 'image_url', image_url: { url: input.imageUrl } }],
    },
  });
  const parsed = moderation.safeParse(response?.status === 200 ? response.body : undefined);
  if (!parsed.success) return 'unavailable';
  return decide(parsed.data.results, { ...THRESHOLDS, ...endpoint.thresholds }, settings);
}

function decide(
  results: readonly Result[],
  thresholds: Readonly<Record<Category, number>>,
  settings: SafetySettings,
): Verdict | 'unavailable' {
  const rejectedCategories = new Set<Category>();
  for (const { categories, category_scores: scores } of results) {
    const known = Object.keys(CATEGORY_OF).filter((name) => name in categories || name in (scores ?? {}));
    // A service that names none of these categories checks something else.
    if (known.length === 0) return 'unavailable';
    for (const name of known) {
      const category = CATEGORY_OF[name] as Category;
      const score = scores?.[name];
      if (score === undefined ? categories[name] === true : score >= thresholds[category])
        rejectedCategories.add(category);
    }
  }
  const mostSevere = CATEGORIES.find(
    (category) => rejectedCategories.has(category) && !isAllowedBy(settings, category),
  );
  return mostSevere === undefined ? ALLOWED : rejected(mostSevere);
}
