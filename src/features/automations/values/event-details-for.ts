import type { EventDetails } from '#domain/automations/decision-types.ts';
import type { MergeValues } from '#domain/automations/placeholders.ts';
import type { Formatter } from '#domain/base/formatter.ts';
import type { Cents } from '#domain/base/money.ts';
import type { Instant } from '#domain/base/time.ts';
import type { ValueSource } from './load-source.ts';
import type { Words } from './words.ts';

interface Writer {
  format: Formatter;
  words: Words;
  money: (cents: Cents) => string | number;
  linkTo: (path: string) => string;
}

/** Returns the values of `event_details` from what was frozen with the event. */
export function eventDetailsFor(
  details: EventDetails,
  { company }: Pick<ValueSource, 'company'>,
  { format, words, money, linkTo }: Writer,
): NonNullable<MergeValues[string]> {
  const dateTime = (at: Instant | undefined) => (at ? format.dateTime(at, company.timezone) : null);
  const { old_total_cents: old, new_total_cents: total, report_public_id } = details;
  return {
    name: details.name,
    description: details.description,
    start: dateTime(details.start),
    end: dateTime(details.end),
    technician: details.technician,
    report_name: details.report_name,
    report_link: report_public_id ? linkTo(`/view-report2/${report_public_id}`) : null,
    attachment_name: details.attachment_name,
    changed_services: changedServices(details, words),
    changed_fees: old === undefined || total === undefined ? null : `${money(old)} → ${money(total)}`,
    old_date: dateTime(details.old_date_time),
  };
}

function changedServices({ added = [], removed = [] }: EventDetails, words: Words): string {
  const lines = [
    added.length > 0 ? words.added(added.join(', ')) : '',
    removed.length > 0 ? words.removed(removed.join(', ')) : '',
  ];
  return lines.filter((line) => line !== '').join('\n');
}
