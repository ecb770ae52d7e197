import type { MoneyOverview } from '@kinora/contract';
import { AttentionItem } from './attention-list.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { MoneyPage } from './money-page.tsx';
import { PayPerUse } from './pay-per-use.tsx';
import { PlanOffers } from './plan-offers.tsx';

/** The plan: what it includes, its next charge, and every way to change it; and pay per use beyond it. */
export function PlanPage() {
  return (
    <MoneyPage title="Plan">
      {(money) => (
        <>
          {planAttention(money)}
          <CurrentPlan money={money} />
          {money.plan !== null && <PayPerUse money={money} />}
          <PlanOffers money={money} />
        </>
      )}
    </MoneyPage>
  );
}

/** The part of what needs attention that is decided on this page. */
function planAttention({ attention }: MoneyOverview) {
  const review = attention.find(({ kind }) => kind === 'account_review');
  const card = attention.find(({ kind }) => kind === 'card_missing');
  return (
    <>
      {review !== undefined && <AttentionItem attention={review} />}
      {card !== undefined && <AttentionItem attention={card} />}
    </>
  );
}
