/** Who writes: as customers know the service. */
export interface Sender {
  readonly name: string;
  /** The address or page of the support, if there is one. */
  readonly support: string | null;
  /** The public address, without a trailing slash. */
  readonly site: string;
}

/** The content of an email, without its form: one layout makes text and HTML of it. */
export interface Letter {
  readonly subject: string;
  readonly body: readonly Block[];
}

export type Block =
  | string
  /** What happened, as a table. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** The one thing to do next; `path` is on the service's own address. */
  | { readonly button: string; readonly path: string }
  /** A button whose whole address is given, because it has a secret. */
  | { readonly button: string; readonly url: string };

/** One kind of email: what it needs to know, and what it says. */
export interface EmailKind<Data> {
  readonly write: (data: Data, sender: Sender) => Letter;
  /** The preview shows it. */
  readonly sample: Data;
}
