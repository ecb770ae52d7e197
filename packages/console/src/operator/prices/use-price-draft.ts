import type { CatalogueDocument } from '@kinora/contract';
import { useState } from 'react';
import { type DraftField, modelFields, NEW_PLAN, planFields, readDraft, type Typed } from './draft.ts';
import { pricedSteps } from './priced-steps.ts';

/** The catalogue as it is being changed: what is typed in its fields, and the plans that are added. */
export function usePriceDraft(base: CatalogueDocument) {
  const [draft, setDraft] = useState(base);
  const [typed, setTyped] = useState<Typed>({});
  const setPlans = (plans: CatalogueDocument['plans']) => setDraft({ ...draft, plans });
  const last = draft.plans.length - 1;
  const models = draft.models.map((model, at) => ({
    title: model.title,
    unit: pricedSteps(model).unit,
    fields: modelFields(draft, at),
  }));
  const plans = draft.plans.map(({ title, tier }, at) => {
    const isNew = at >= base.plans.length;
    return { title: isNew ? 'New plan' : `Plan ${title}`, tier, isNew, fields: planFields(draft, at, isNew) };
  });
  const fields = [...models, ...plans].flatMap((entry) => entry.fields);
  return {
    models,
    plans,
    fields,
    /** The document with what was typed, and what of it is wrong. */
    read: readDraft(draft, fields, typed),
    textOf: ({ path, text }: DraftField) => typed[path] ?? text,
    type: (path: string, text: string) => setTyped((before) => ({ ...before, [path]: text })),
    addPlan: () => setPlans([...draft.plans, NEW_PLAN]),
    setTier: (at: number, tier: 'pro' | 'max') =>
      setPlans(draft.plans.map((plan, place) => (place === at ? { ...plan, tier } : plan))),
    /** Removes the last one that was added. */
    removePlan() {
      setPlans(draft.plans.slice(0, -1));
      setTyped(
        Object.fromEntries(Object.entries(typed).filter(([path]) => !path.startsWith(`plans.${last}.`))),
      );
    },
  };
}
