/** Characters of a password. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
