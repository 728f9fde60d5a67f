import pg from 'pg';
import { asInstant } from '#domain/base/time.ts';

type Parse = (text: string) => unknown;

const oid = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  timestamptz: 1184,
  timestamptzArray: 1185,
  numeric: 1700,
  numericArray: 1231,
  textArray: 1009,
};
const { getTypeParser } = pg.types;
const textArray = getTypeParser(oid.textArray, 'text') as (text: string) => (string | null)[];
const each = (parse: Parse) => (text: string) =>
  textArray(text).map((item) => (item === null ? null : parse(item)));
const asIs: Parse = (text) => text;

const ours = new Map<number, Parse>([
  [oid.int8, Number],
  [oid.int8Array, each(Number)],
  [oid.numeric, Number],
  [oid.numericArray, each(Number)],
  [oid.date, asIs],
  [oid.dateArray, each(asIs)],
  [oid.timestamptz, instantText],
  [oid.timestamptzArray, each(instantText)],
]);

/**
 * Parsers for column values: integers and decimals as numbers, dates as `YYYY-MM-DD` (the driver's Date would be
 * midnight in the machine's time zone), timestamps as ISO text with milliseconds and Z. Only for our own pools, since
 * pg-boss expects the driver's defaults.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') => {
    const own = format === undefined || format === 'text' ? ours.get(id) : undefined;
    return own ?? getTypeParser(id, format);
  }) as typeof getTypeParser,
};

const inUtc = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/;

/** `2030-03-08 14:00:00.5+00` → `2030-03-08T14:00:00.500Z`; the session's time zone may not be UTC. */
function instantText(text: string): string {
  const parts = inUtc.exec(text);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
  if (text.endsWith('infinity')) return text;
  return asInstant(text.replace(' ', 'T'));
}
