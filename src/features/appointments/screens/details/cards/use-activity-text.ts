import { asCents, fromCents } from '#domain/base/money.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { listActivity } from '../../../contract.ts';

type ActivityRow = RouteOutput<typeof listActivity>['pageData'][number];

/**
 * Describes the details of an event: who, how much, from when to when. Goes by what the event contains, not by its type,
 * so a new event needs nothing here.
 */
export function useActivityText(): (row: ActivityRow) => string {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency, timezone } = useUser();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const money = (value: unknown) =>
    typeof value === 'number' ? format.money(fromCents(asCents(value)), currency) : '';
  const time = (value: unknown) => (text(value) ? format.dateTime(text(value), timezone) : '');
  const change = (before: string, after: string) => (before && after ? `${before} → ${after}` : after);
  const role = (value: unknown) => (value === 'inspector' ? t('technician') : t(`one.${text(value)}`));
  return ({ type, data, person }) => {
    if ('subject' in data) return [text(data.subject), text(data.to)].filter(Boolean).join(' · ');
    // A view has the role of the viewer, too, but only people on the appointment are shown with it.
    const isAssignment = type.startsWith('person.') && 'role' in data;
    const who = [person, isAssignment && role(data.role)].filter(Boolean).join(', ');
    const what =
      text(data.reason) ||
      text(data.name) ||
      text(data.note) ||
      money(data.amount_cents) ||
      change(time(data.old_date_time), time(data.new_date_time)) ||
      change(money(data.old_total_cents), money(data.new_total_cents)) ||
      fieldsOf(t, data.fields);
    return [who, what].filter(Boolean).join(': ');
  };
}

// Fields are shown by their label if there is one; those of later features are left out.
function fieldsOf(t: (key: string) => string, fields: unknown): string {
  if (!Array.isArray(fields)) return '';
  const names = fields.map((field) => {
    const key = `changed.${String(field)}`;
    const text = t(key);
    return text === key ? '' : text;
  });
  return [...new Set(names.filter(Boolean))].join(', ');
}
