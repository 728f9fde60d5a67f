import { afterEach, expect, test } from 'vitest';
import { createReaderFormatter } from '../base/formatter.ts';
import { asInstant, asZone } from '../base/time.ts';
import {
  eventDetailsOf,
  mergeTemplate,
  neverFilled,
  placeholderProblems,
  placeholders,
  webhookData,
} from './placeholders.ts';
import { timeValues } from './time-values.ts';

const ann = 'Ann\r\nBcc: spy@example.com Smith & Sons {{payments.outstanding}}';
const values = {
  clients: { names: ann, phone: null },
  payments: { outstanding: 450 },
  inspection: { occupied: true, client_link: 'https://x.example/c?a=1&b=2', notes: 'one\ntwo' },
};
const merged = (template: string, target: Parameters<typeof mergeTemplate>[2]) =>
  mergeTemplate(template, values, target).text;

test('inserts values once, escaped for their target, and never a header line (A9)', () => {
  const plain = 'For Ann Bcc: spy@example.com Smith & Sons {{payments.outstanding}}';
  expect(merged('For {{clients.names}}', 'subject')).toBe(plain);
  expect(merged('<p>For {{clients.names}}</p>', 'html')).toBe(
    '<p>For Ann<br>Bcc: spy@example.com Smith &amp; Sons {{payments.outstanding}}</p>',
  );
  expect(merged('For {{clients.names}}', 'text')).toBe(plain.replace(' Bcc', '\nBcc'));
});

test('makes addresses of pages links, and keeps them whole in one (M12)', () => {
  const address = 'https://x.example/c?a=1&amp;b=2';
  expect(merged('<p>{{inspection.client_link}}</p>', 'html')).toBe(
    `<p><a href="${address}">${address}</a></p>`,
  );
  expect(merged('<a href="{{inspection.client_link}}">{{ inspection.client_link }}</a>', 'html')).toBe(
    `<a href="${address}">${address}</a>`,
  );
  const script = mergeTemplate(
    '<a href="{{inspection.notes}}">x</a>',
    { inspection: { notes: 'javascript:x' } },
    'html',
  );
  expect(script.text).toBe('<a href="">x</a>');
});

test('keeps numbers and booleans typed in webhooks, and sends the whole appointment', () => {
  const rows = [
    { key: 'appointment', value: 'Appointment' },
    { key: 'due', value: ' {{payments.outstanding}} ' },
    { key: 'occupied', value: '{{inspection.occupied}}' },
    { key: 'text', value: 'Due: {{payments.outstanding}} "{{inspection.notes}}"' },
    { key: 'none', value: '{{clients.phone}}' },
    { key: '', value: 'x' },
  ].map((row) => ({ ...row, label: '' }));
  expect(webhookData(rows, values, { id: 'a' })).toEqual({
    data: {
      appointment: { id: 'a' },
      due: 450,
      occupied: true,
      text: 'Due: 450 "one\ntwo"',
      none: null,
    },
    unknown: [],
    empty: ['clients.phone'],
  });
});

test('reports unknown and empty placeholders; both become empty', () => {
  expect(mergeTemplate('a{{client.name}}b{{clients.phone}}c{{agents.names}}', values, 'text')).toEqual({
    text: 'abc',
    unknown: ['client.name'],
    empty: ['clients.phone', 'agents.names'],
  });
  // An inherited property is no value.
  expect(mergeTemplate('{{constructor.name}}', values, 'text')).toMatchObject({
    text: '',
    unknown: ['constructor.name'],
  });
});

test.each([
  ['{{ client.name }', '{{ client.name }', 'clients.names'],
  ['{clients.names}', '{clients.names}', 'clients.names'],
  ['{{Clients.First Name}}', '{{Clients.First Name}}', 'clients.first_name'],
  ['{{weather.today}}', '{{weather.today}}', null],
  ['{{property.adress}}', '{{property.adress}}', 'property.address'],
  ['<p>{{clients.<b>names</b>}}</p>', '{{clients.names}}', 'clients.names'],
])('%s: reports %s, with the nearest one %s', (template, typed, nearest) => {
  expect(placeholderProblems(template)).toEqual([{ typed, nearest }]);
});

test('reports nothing about correct placeholders and other braces', () => {
  const fine = '<p style="x">{{ clients.names }} {{&nbsp;property.address&nbsp;}} {a, b} [see below]</p>';
  expect(placeholderProblems(fine)).toEqual([]);
  expect(placeholderProblems('{{company.name}}', ['company.name'])).toEqual([]);
});

test('has nine groups, and knows what an event never fills', () => {
  expect([...new Set(placeholders.map((one) => one.group))]).toEqual([
    'inspection',
    'property',
    'technicians',
    'charges',
    'payments',
    'clients',
    'agents',
    'listing_agents',
    'event_details',
  ]);
  expect(neverFilled('{{event_details.report_name}} {{event_details.old_date}}', 13)).toEqual([
    'event_details.report_name',
  ]);
  const fields = placeholders.filter((one) => one.group === 'event_details').map((one) => one.field);
  for (const event of [3, 4, 13, 20, 22, 25] as const)
    expect(fields).toEqual(expect.arrayContaining([...eventDetailsOf(event)]));
});

const serverZone = process.env.TZ;
afterEach(() => {
  if (serverZone === undefined) delete process.env.TZ;
  else process.env.TZ = serverZone;
});

test.each(['UTC', 'Asia/Tokyo'])(
  'writes date and time in the company’s zone on a server in %s (A12)',
  (zone) => {
    process.env.TZ = zone;
    const timezone = asZone('America/Los_Angeles');
    const format = createReaderFormatter('en', { date_format: 'MM/DD/YYYY', timezone });
    const appointment = {
      date_time: asInstant('2027-07-02T01:00:00Z'),
      end_time: asInstant('2027-07-02T04:00:00Z'),
    };
    const inspection = timeValues(appointment, timezone, format);
    for (const target of ['subject', 'html', 'text'] as const)
      expect(mergeTemplate('{{inspection.date}} {{inspection.time}}', { inspection }, target).text).toBe(
        '07/01/2027 6:00 PM PDT',
      );
    const row = { key: 'at', label: '', value: '{{inspection.date}} {{inspection.time}}' };
    expect(webhookData([row], { inspection }, null).data).toEqual({ at: '07/01/2027 6:00 PM PDT' });
  },
);
