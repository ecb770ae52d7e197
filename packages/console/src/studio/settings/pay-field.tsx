import type { Me, PayWith } from '@kinora/contract';
import { usd } from '../../value/usd.ts';
import { ChoiceGroup } from './choice-group.tsx';
import type { Draft } from './draft.ts';
import { changeDraft } from './use-draft.ts';

interface PayFieldProps {
  readonly draft: Draft;
  readonly me: Me;
}

/** An account with a balance may choose it: it pays for every model that is sold, on every tier. */
export function PayField({ draft: { payWith }, me }: PayFieldProps) {
  if (me.balance.cents === 0 && payWith === 'credits') return null;
  return (
    <ChoiceGroup<PayWith>
      label="Pay with"
      value={payWith}
      columns={2}
      choices={[
        { value: 'credits', name: me.tier === 'free' ? 'Nothing: the free sizes' : 'Credits of the plan' },
        { value: 'balance', name: `Balance: ${usd(me.balance.cents)}` },
      ]}
      onChange={(chosen) => changeDraft({ payWith: chosen })}
    />
  );
}
