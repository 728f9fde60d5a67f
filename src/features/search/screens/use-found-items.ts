import { useDebouncedValue } from '@mantine/hooks';
import { fullName } from '#domain/base/names.ts';
import { allows } from '#domain/people/permissions.ts';
import { type Read, useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { IconBriefcase, IconCash, IconClipboardList, IconReceipt, IconUser } from '#web/ui/layout/icons.ts';
import type { RouteOutput } from '#wire/route.ts';
import { type FoundPerson, longestQuery, search } from '../contract.ts';
import type { Item } from './items.ts';

/** How long typing must pause before the server is asked. */
const delayMs = 180;

interface Found {
  items: Item[];
  /** The items, if any, belong to an earlier text. */
  isLoading: boolean;
  failure: Read<unknown>['failure'];
  retry: () => void;
}

/** Returns the records that a text matches, from the server. Answers to an earlier text are dropped. */
export function useFoundItems(query: string): Found {
  const asked = query.trim().slice(0, longestQuery);
  const [settled] = useDebouncedValue(asked, delayMs);
  const read = useRead(search, { q: settled }, { enabled: settled !== '', keep: true });
  const present = usePresenter();
  const isLoading = asked !== '' && (asked !== settled || read.fetching);
  return {
    items: asked !== '' && read.data ? present(read.data) : [],
    isLoading,
    failure: isLoading ? null : read.failure,
    retry: read.retry,
  };
}

function usePresenter(): (data: RouteOutput<typeof search>) => Item[] {
  const t = useTranslation('search');
  const format = useFormat();
  const actor = useActor();
  const { currency } = useUser();
  const join = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  const place = (row: { address: string; city: string }) =>
    [row.address, row.city].filter(Boolean).join(', ');
  const personPath = ({ kind, id, email }: FoundPerson) => {
    if (kind !== 'technicians' && kind !== 'staffs') return `/people/${kind}/${id}`;
    if (allows(actor, 'manage_team')) return `/edit-technician/${kind}/${id}`;
    return `/people?${new URLSearchParams({ tab: kind, text: email })}`;
  };
  return ({ appointments, people, invoices, payments }) => [
    ...appointments.map(
      (row): Item => ({
        id: `appointment:${row.appointment_id}`,
        group: 'appointments',
        Icon: IconClipboardList,
        title: place(row) || row.order_id,
        detail: join(
          `#${row.order_id}`,
          format.dateTime(row.date_time),
          row.clients.join(', '),
          row.status === 'scheduled' ? '' : t(`status.${row.status}`),
        ),
        to: `/appointments/details/${row.appointment_id}`,
      }),
    ),
    ...people.map(
      (row): Item => ({
        id: `person:${row.id}`,
        group: 'people',
        Icon: row.kind === 'contractors' ? IconBriefcase : IconUser,
        title: fullName({ ...row, company_name: row.company }),
        detail: join(
          t(`kind.${row.kind}`),
          row.company,
          row.email,
          formatPhone(row.phone),
          row.active ? '' : t('inactive'),
        ),
        to: personPath(row),
      }),
    ),
    ...invoices.map(
      (row): Item => ({
        id: `invoice:${row.public_id}`,
        group: 'invoices',
        Icon: IconReceipt,
        title: row.number,
        detail: join(
          format.money(row.total, currency),
          t(`invoice.${row.status}`),
          `#${row.order_id}`,
          place(row),
          row.clients.join(', '),
        ),
        to: `/invoice/${row.public_id}`,
      }),
    ),
    ...payments.map(
      (row): Item => ({
        id: `payment:${row.id}`,
        group: 'payments',
        Icon: IconCash,
        title: `${format.money(row.amount, currency)} ${t(`method.${row.method}`)}`,
        detail: join(format.date(row.received_at), `#${row.order_id}`, place(row), row.clients.join(', ')),
        to: `/invoice/${row.invoice_public_id}`,
      }),
    ),
  ];
}
