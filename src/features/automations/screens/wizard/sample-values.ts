import { useMemo } from 'react';
import type { MergeValues } from '#domain/automations/placeholders.ts';
import type { Formatter } from '#domain/base/formatter.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import type { Text } from '../editor/describe-action.ts';

/** Returns an example for each placeholder, in the user's language. */
export function useSampleValues(): MergeValues {
  const t = useTranslation('automations');
  const format = useFormat();
  const { currency } = useUser();
  return useMemo(() => sampleValues(t, format, currency), [t, format, currency]);
}

const link = (page: string) => `https://example.com/${page}`;

function sampleValues(t: Text, format: Formatter, currency: number): MergeValues {
  const money = (amount: number) => format.money(amount, currency);
  const day = format.date('2030-03-08');
  const person = (first: string, last: string) => ({
    names: `${first} ${last}`,
    first_name: first,
    last_name: last,
    email: `${first.toLowerCase()}@example.com`,
    phone: '(212) 555-0142',
  });
  const sample = (name: string) => t(`sample.${name}`);
  return {
    inspection: {
      id: '1024',
      order_id: 'A-1024',
      date: day,
      time: format.clock('09:00'),
      end_time: format.clock('12:00'),
      duration: t('units.1', { count: 3 }),
      status: sample('status'),
      client_link: link('client'),
      agreements_link: link('agreements'),
      invoice_link: link('invoice'),
      reports_link: link('reports'),
      notes: sample('notes'),
      occupied: sample('yes'),
      utilities_on: sample('yes'),
      cancel_reason: sample('reason'),
    },
    property: {
      address: '14 Oak Street',
      street: '14 Oak Street',
      city: 'Albany',
      state: 'NY',
      zip: '12203',
      full_address: '14 Oak Street, Albany, NY 12203',
      square_feet: format.number(2150),
      year_built: '1987',
      foundation: t('foundation.1'),
      map_link: link('map'),
    },
    technicians: {
      names: 'Maria Lopez',
      first_name: 'Maria',
      emails: 'maria@example.com',
      phones: '(212) 555-0111',
      signature: 'Maria Lopez',
    },
    charges: {
      services: sample('service'),
      addons: sample('addOn'),
      fees: `${sample('service')} ${money(450)}`,
      subtotal: money(525),
      tax: money(0),
      discount: money(25),
      total: money(500),
    },
    payments: {
      paid: money(200),
      outstanding: money(300),
      last_amount: money(200),
      last_method: sample('method'),
      last_date: day,
      receipt_link: link('receipt'),
    },
    clients: person('Jamie', 'Rivera'),
    agents: { ...person('Alex', 'Kim'), agency_name: 'Northside Realty' },
    listing_agents: { ...person('Sam', 'Patel'), agency_name: 'Lakeview Homes' },
    event_details: {
      name: sample('subEvent'),
      description: sample('notes'),
      start: `${day}, ${format.clock('09:00')}`,
      end: `${day}, ${format.clock('10:00')}`,
      technician: 'Maria Lopez',
      report_name: sample('service'),
      report_link: link('report'),
      attachment_name: 'plan.pdf',
      changed_services: sample('addOn'),
      changed_fees: money(75),
      old_date: day,
    },
  };
}
