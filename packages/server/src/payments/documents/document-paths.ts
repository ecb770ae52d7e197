/** Where the owner of an account reads a document of a payment, signed in. */

export const invoicePath = (invoiceId: string): string => `/api/console/invoices/${invoiceId}.pdf`;

/** The path of the receipt of a payment, a charge for a plan or a refund. */
export const receiptPath = (id: string): string => `/api/console/receipts/${id}.pdf`;
