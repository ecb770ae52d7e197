/**
 * A simple model of the funding rules: numbers in a few maps, without ledger, SQL or any code of the service.
 * Generated histories must end in the same state as this model.
 */

export interface Order {
  readonly medium: 'image' | 'video';
  readonly cents: number;
  /** Twelfths of a second; 0 for an image. */
  readonly twelfths: number;
  /** The weight of an image, or of a second, in the allowance; 0 if it never pays. */
  readonly weight: number;
}

interface Month {
  images: number;
  twelfths: number;
  monthEnd: number;
}

interface Paid {
  readonly month: string;
  readonly included?: { readonly images: number; readonly twelfths: number };
  readonly draws: [purchase: number, cents: number][];
  readonly monthEnd: number;
}

export class FundingModel {
  plan: 'pro' | 'max' | null = null;
  hasCard = false;
  payPerUse = false;
  cap: number | null = null;
  arrears = false;
  hasPaid = false;
  readonly purchases: { amount: number; spent: number }[] = [];
  readonly months = new Map<string, Month>();

  get balance(): number {
    return this.purchases.reduce((sum, { amount, spent }) => sum + amount - spent, 0);
  }

  month(of: string): Month {
    const month = this.months.get(of) ?? { images: 0, twelfths: 0, monthEnd: 0 };
    this.months.set(of, month);
    return month;
  }

  /** Pays for an order, or returns the code of the problem. */
  pay(order: Order, at: string): Paid | string {
    const month = this.month(at);
    if (!this.hasPaid && this.plan === null) return 'payment_required';
    const twelfths = order.twelfths * order.weight;
    const images = order.medium === 'image' ? order.weight : 0;
    const fits = month.images + images <= 1000 && month.twelfths + twelfths <= 12 * 3000;
    if (this.plan === 'max' && order.weight > 0 && fits) {
      month.images += images;
      month.twelfths += twelfths;
      return { month: at, included: { images, twelfths }, draws: [], monthEnd: 0 };
    }
    if (this.plan !== null) {
      if (!this.payPerUse || this.cap === null) return 'quota_exhausted';
      if (!this.hasCard) return 'card_required';
      if (this.arrears) return 'arrears';
    }
    const monthEnd = Math.max(0, order.cents - this.balance);
    if (monthEnd > 0 && this.plan === null) return 'balance_insufficient';
    if (monthEnd > 0 && month.monthEnd + monthEnd > (this.cap ?? 0)) return 'monthly_cap_reached';
    month.monthEnd += monthEnd;
    return { month: at, draws: this.draw(order.cents - monthEnd), monthEnd };
  }

  private draw(cents: number): [number, number][] {
    const draws: [number, number][] = [];
    let missing = cents;
    for (const [index, purchase] of this.purchases.entries()) {
      const taken = Math.min(missing, purchase.amount - purchase.spent);
      if (taken > 0) draws.push([index, taken]);
      purchase.spent += taken;
      missing -= taken;
    }
    return draws;
  }

  reverse(paid: Paid): void {
    const month = this.month(paid.month);
    month.images -= paid.included?.images ?? 0;
    month.twelfths -= paid.included?.twelfths ?? 0;
    month.monthEnd -= paid.monthEnd;
    for (const [index, cents] of paid.draws) {
      const purchase = this.purchases[index];
      if (purchase !== undefined) purchase.spent -= cents;
    }
  }
}

export type { Paid };
