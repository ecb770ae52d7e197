import type { MoneyOverview } from '@kinora/contract';
import { AttentionItem } from './attention-list.tsx';
import { AutoRecharge } from './auto-recharge.tsx';
import { Balance } from './balance.tsx';
import { CardOnFile } from './card-on-file.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { MoneyPage } from './money-page.tsx';
import { PaymentList } from './payment-list.tsx';
import { Purchases } from './purchases.tsx';

const DECIDED_HERE = new Set(['account_review', 'arrears']);

/** The balance and what fills it, the card, and every charge with its receipt. */
export function PaymentsPage() {
  return (
    <MoneyPage title="Payments">
      {(money: MoneyOverview) => (
        <>
          {money.attention
            .filter(({ kind }) => DECIDED_HERE.has(kind))
            .map((one) => (
              <AttentionItem key={one.kind} attention={one} />
            ))}
          <Balance money={money} />
          <AutoRecharge money={money} />
          <CardOnFile money={money} />
          <Purchases money={money} />
          <PaymentList />
          <InvoiceList />
        </>
      )}
    </MoneyPage>
  );
}
