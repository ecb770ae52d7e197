/** The responses to conditional requests, and to ranges, that have no file. */

export const notModified = { status: 304, description: 'The client has the file already. No body.' } as const;

export const withoutFile = [
  notModified,
  { status: 412, description: 'The file is not the one that `If-Match` names. No body.' },
  { status: 416, description: 'The range is outside the file. No body.' },
] as const;
