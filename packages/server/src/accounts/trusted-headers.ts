/** Headers that pass to the sign-in library what the server knows; values sent by the client are removed. */

/** The client's address. */
export const ADDRESS_HEADER = 'x-kinora-address';

/** The secret of the browser's device cookie. */
export const DEVICE_HEADER = 'x-kinora-device';

/** The page that a person who signs up wants to open, percent-encoded: a header takes no other letters. */
export const NEXT_HEADER = 'x-kinora-next';
