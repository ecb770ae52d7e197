import type { CatalogueDocument } from '@kinora/contract';
import { applyCatalogue, type CatalogueToApply } from '../../src/catalogue/apply-catalogue.ts';
import { checkCatalogue } from '../../src/catalogue/check-catalogue.ts';
import type { Database } from '../../src/db/database.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { catalogue } from './default-catalogue.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document that a test changes
export type LooseDocument = any;

/** The default catalogue after a change, checked as the operator's file is. */
export function changedCatalogue(change: (document: LooseDocument) => void): CatalogueDocument {
  const document = structuredClone(catalogue.document);
  change(document);
  const checked = checkCatalogue(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.document;
}

/** Applies a catalogue as the operator's command does; returns its version. */
export async function apply(
  database: Database,
  document: CatalogueDocument,
  startsAt?: CatalogueToApply['startsAt'],
): Promise<number> {
  const applied = await applyCatalogue(database, systemClock, {
    document,
    startsAt,
    appliedBy: 'a test',
    record: async () => {},
  });
  if (!applied.applied) throw new Error(JSON.stringify(applied));
  return applied.version;
}

/** A video model that is no mode, an image model with sizes of its own, a third plan, and storage. */
export const operatorsOwn = (document: LooseDocument): void => {
  document.models.push(
    {
      id: 'draft',
      title: 'Draft',
      description: 'Cheap videos to try a prompt with.',
      medium: 'video',
      operations: ['video'],
      sizes: ['832x480', '480x832'],
      default_size: '832x480',
      frames: { per_second: 16, step: 4 },
      seconds: { min: 1, max: 5 },
      default_seconds: 3,
      expected_seconds: 90,
      cost_cents_per_second: 0.4,
      plans: ['none', 'pro'],
      sound: false,
      price: [{ resolution: 'hd', up_to_side: 1280, cents_per_second: 2 }],
    },
    {
      id: 'sketch',
      title: 'Sketch',
      description: 'Drawings with a pencil.',
      medium: 'image',
      aliases: ['dall-e-3'],
      operations: ['image'],
      sizes: ['640x640', '640x960'],
      default_size: '640x640',
      price: [{ cents: 1 }],
      plans: ['none', 'studio'],
      included_weight: 2,
    },
  );
  document.storage = { cents_per_gib_month: 4 };
  document.plans.push({
    id: 'studio',
    title: 'Studio',
    tier: 'pro',
    month_cents: 4900,
    included: { images: 300, video_seconds: 600 },
    stored_gib: 80,
  });
};
