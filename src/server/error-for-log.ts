import { pino } from 'pino';

/**
 * Returns an error as it is logged. What the database adds about the row ("Failing row contains …") stays out: it is
 * what people entered. Constraint, table and column remain.
 */
export function errorForLog(error: Error): Record<string, unknown> {
  const { detail, where, internalQuery, ...rest } = pino.stdSerializers.err(error) as unknown as Record<
    string,
    unknown
  >;
  return rest;
}
