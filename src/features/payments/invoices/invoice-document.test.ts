import { expect, test } from 'vitest';
import { renderSmallDocument } from '#server/documents/render.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { invoiceModel } from './invoice-document.ts';
import { loadInvoice } from './show-invoice.ts';

const app = await startTestApp({ at: '2030-03-02T02:30:00Z' });

test.each([
  ['en', '03/01/2030', '03/08/2030', /^\$[\d,]+\.\d\d$/],
  ['de', '01.03.2030', '08.03.2030', /^[\d.]+,\d\d\u00a0\$$/],
  ['fr', '01/03/2030', '08/03/2030', /^[\d\u00a0]+,\d\d\u00a0\$$/],
] as const)(
  "writes days and amounts as the reader's language does, in the company's zone: %s",
  async (lang, issued, day, amount) => {
    const owner = await app.create.owner();
    const { appointment } = await bookedAppointment(owner, { at: '2030-03-08T22:00' });
    const open = await app.readAs(owner.subscriberId, (r) => loadInvoice(r, appointment.id));
    const model = invoiceModel(open, lang);
    // 02:30 UTC on March 2 is still March 1 for the company; 22:00 on March 8 is already March 9 in UTC.
    expect(model.issued_on).toBe(issued);
    expect(model.facts?.at(-1)?.value).toBe(day);
    expect(model.total).toMatch(amount);
    expect(await renderSmallDocument('invoice', model)).toMatchObject({ accessible: true, missing: [] });
    expect(JSON.stringify(model)).not.toMatch(/[\u2009\u202f]/);
  },
);
