import { ConfigError, type Reader } from '@kinora/program/setting';

/** The value may contain a password, so the message does not repeat it. */
export function readDatabaseUrl(get: Reader): string | undefined {
  const value = get('DATABASE_URL');
  // A "#" would end the address, so the driver would look for another host without saying so.
  if (value === undefined || /^postgres(ql)?:\/\/[^#\s]+$/.test(value)) return value;
  throw new ConfigError(
    'DATABASE_URL must be like postgresql://user:password@db.example.com:5432/kinora, with special characters of the password percent-encoded (@ is %40, # is %23)',
  );
}
