import { asCents, fromCents } from '#domain/base/money.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { listActivity } from '../../contract.ts';

type ActivityRow = RouteOutput<typeof listActivity>['pageData'][number];

/** Describes the details of an event: who, how much, from when to when. */
export function useActivityText(): (row: ActivityRow) => string {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency, timezone } = useUser();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const money = (value: unknown) =>
    typeof value === 'number' ? format.money(fromCents(asCents(value)), currency) : '';
  const time = (value: unknown) => (text(value) ? format.dateTime(text(value), timezone) : '');
  const change = (before: string, after: string) => (before && after ? `${before} → ${after}` : after);
  return ({ type, data, person }) => {
    const who = person ?? '';
    switch (type) {
      case 'appointment.rescheduled':
        return change(time(data.old_date_time), time(data.new_date_time));
      case 'appointment.priced':
        return change(money(data.old_total_cents), money(data.new_total_cents));
      case 'appointment.canceled':
      case 'agreement.voided':
      case 'invoice.voided':
      case 'gate.waived':
      case 'message.failed':
      case 'message.bounced':
        return text(data.reason);
      case 'appointment.changed':
        return fieldsOf(t, data.fields);
      case 'person.assigned':
      case 'person.unassigned':
        return [who, data.role === 'inspector' ? t('technician') : t(`one.${text(data.role)}`)]
          .filter(Boolean)
          .join(', ');
      case 'attachment.added':
      case 'attachment.removed':
      case 'sub_event.deleted':
      case 'agreement.removed':
        return text(data.name);
      case 'message.sent':
        return [text(data.subject), text(data.to)].filter(Boolean).join(' · ');
      case 'payment.recorded':
      case 'payment.refunded':
      case 'payment.voided':
        return money(data.amount_cents);
      case 'agreement.declined':
        return [who, text(data.reason)].filter(Boolean).join(': ');
      case 'report.returned':
        return text(data.note);
      case 'agreement.viewed':
      case 'agreement.signed':
      case 'report.viewed':
      case 'appointment.change_requested':
      case 'person.link_revoked':
      case 'person.rights_changed':
        return who;
      default:
        return '';
    }
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
