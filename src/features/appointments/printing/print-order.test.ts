import { describe, expect, test } from 'vitest';
import { asZone } from '#domain/base/time.ts';
import { renderSmallDocument } from '#server/documents/render.ts';
import { startTestApp } from '#testing/test-app.ts';
import { bookAppointment } from '../booking-contract.ts';
import { goodPayload } from '../booking-for-tests.ts';
import { loadAppointmentContext } from '../details/load-appointment-context.ts';
import { printOrder as contract } from '../print-contract.ts';
import { orderDocumentModel } from './print-order.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await app.create.owner();
const { id } = await owner.call(
  bookAppointment,
  await goodPayload(owner, {
    utilities_on: false,
    inspection_notes: 'Lockbox 1234. #set page("a4") *stars* <b>',
    internal_notes: [{ text: 'Difficult client' }],
  }),
);

describe('the printed order', () => {
  test('is one PDF, on letter by default and on A4 if requested, in three languages', async () => {
    const sizes: Record<string, string> = {};
    for (const paper of ['letter', 'a4', undefined] as const) {
      const answer = await owner.request(contract, { id, paper });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const text = answer.raw.toString('latin1');
      sizes[String(paper)] = /\/MediaBox\s*\[([^\]]+)\]/.exec(text)?.[1]?.trim() ?? '';
      expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
    expect(sizes.letter).toContain('612');
    expect(sizes.a4).toContain('595');
    expect(sizes.undefined).toBe(sizes.letter);
    for (const lang of ['de', 'fr']) {
      const answer = await owner.request(contract, { id }, { headers: { 'accept-language': lang } } as never);
      expect(answer.status).toBe(200);
    }
  });

  test('shows warnings, people and amounts, and no internal notes', async () => {
    const facts = await app.readAs(owner.subscriberId, (r) => loadAppointmentContext(r, id));
    if (!facts) throw new Error('gone');
    const options = { lang: 'en', paper: 'a4', now: '2030-03-01T14:00:00Z' as never } as const;
    const all = JSON.stringify(orderDocumentModel(facts, { ...options, seesPrices: true }));
    expect(all).toContain('Utilities are off');
    expect(all).toContain('Clara Client');
    expect(all).toContain('Lockbox 1234');
    expect(all).toContain('$600.00');
    expect(all).not.toContain('Difficult client');
    expect(JSON.stringify(orderDocumentModel(facts, { ...options, seesPrices: false }))).not.toContain('$');
  });

  test.each([
    ['en', 'Friday, 03/08/2030', '9:00 AM – 12:45 PM EST · 3.75 hrs', '$600.00'],
    ['de', 'Freitag, 03/08/2030', '09:00 – 12:45 EST · 3,75 Std.', '600,00\u00a0$'],
    ['fr', 'vendredi, 03/08/2030', '09:00 – 12:45 EST · 3,75 h', '600,00\u00a0$'],
  ] as const)(
    'writes times and amounts in %s, and days in the company’s format',
    async (lang, day, time, sum) => {
      const facts = await app.readAs(owner.subscriberId, (r) => loadAppointmentContext(r, id));
      if (!facts) throw new Error('gone');
      const now = '2030-03-01T14:00:00Z' as never;
      const model = orderDocumentModel(facts, { lang, paper: 'a4', now, seesPrices: true });
      expect(model.day).toBe(day);
      expect(model.time).toContain(time);
      expect(JSON.stringify(model)).toContain(sum);
      // Every sign the language puts has a glyph.
      expect(await renderSmallDocument('order', model)).toMatchObject({ accessible: true, missing: [] });
    },
  );

  test('names what the product named in the reader’s language', async () => {
    const facts = await app.readAs(owner.subscriberId, (r) => loadAppointmentContext(r, id));
    const [fee] = facts?.appointment.fees ?? [];
    if (!facts || !fee) throw new Error('gone');
    facts.appointment.fees = [{ ...fee, line_item: 'Trip fee', tax_description: 'Tax 8% $1,080.00' }];
    const options = { lang: 'fr', paper: 'a4', now: '2030-03-01T14:00:00Z' as never } as const;
    const [row] = orderDocumentModel(facts, { ...options, seesPrices: true }).table?.rows ?? [];
    expect(row).toMatchObject({ description: 'Frais de déplacement' });
    expect(row?.note).not.toContain('$1,080.00');
  });

  test('shows the day on which a sub-event of several days ends', async () => {
    const facts = await app.readAs(owner.subscriberId, (r) => loadAppointmentContext(r, id));
    if (!facts) throw new Error('gone');
    const event = { id, description: '', inspector_id: null };
    facts.appointment.sub_events = [
      { ...event, name: 'Radon', start_date: '2030-03-08T16:00:00Z', end_date: '2030-03-10T16:00:00Z' },
      { ...event, name: 'Visit', start_date: '2030-03-08T22:00:00Z', end_date: '2030-03-09T01:00:00Z' },
    ];
    facts.company.timezone = asZone('America/Denver');
    const options = { lang: 'en', paper: 'a4', now: '2030-03-01T14:00:00Z' as never } as const;
    const { blocks } = orderDocumentModel(facts, { ...options, seesPrices: true });
    expect(blocks.at(-1)?.facts.map((one) => one.value)).toEqual([
      '03/08/2030, 9:00 AM – 03/10/2030, 10:00 AM',
      '03/08/2030, 3:00 PM – 6:00 PM',
    ]);
  });

  test('orders the sub-events by time, regardless of the order in which they were entered', async () => {
    const part = (name: string, start: string, end: string) => ({ name, start_date: start, end_date: end });
    const booked = await owner.call(
      bookAppointment,
      await goodPayload(owner, {
        date_time: '2030-03-20T09:00',
        inspectors: [],
        inspection_events: [
          part('Pick up', '2030-03-22T09:00', '2030-03-22T10:00'),
          part('Set out', '2030-03-20T13:00', '2030-03-20T14:00'),
          part('Look after', '2030-03-21T09:00', '2030-03-21T10:00'),
        ],
      }),
    );
    const facts = await app.readAs(owner.subscriberId, (r) => loadAppointmentContext(r, booked.id));
    if (!facts) throw new Error('gone');
    const options = { lang: 'en', paper: 'a4', now: '2030-03-01T14:00:00Z' as never } as const;
    const { blocks } = orderDocumentModel(facts, { ...options, seesPrices: true });
    expect(blocks.at(-1)?.facts.map((one) => one.label)).toEqual(['Set out', 'Look after', 'Pick up']);
  });

  test('is not available to other companies', async () => {
    const stranger = await app.create.owner();
    expect((await stranger.request(contract, { id })).status).toBe(404);
    expect((await owner.request(contract, { id, paper: 'a5' })).status).toBe(400);
  });
});
