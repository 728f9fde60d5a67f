import sharp from 'sharp';
import { bookingParts } from '../support/bookings.ts';
import type { BenchServer, Caller } from '../support/server.ts';
import type { Call } from './soak-load.ts';

/** What a company with 200 members and its visitors do, on the demo company. */
export async function soakCalls(server: BenchServer): Promise<Call[]> {
  const { origin, login } = server;
  const owner = await login('owner@demo.test');
  const facts = await findFacts(owner);
  const member = () => ({ authorization: `Bearer ${owner.token}` });
  setInterval(() => void owner.renew(), 300_000).unref();
  const get = (path: string) => status(fetch(`${origin}/api${path}`, { headers: member() }));
  const send = (method: string, path: string, body: object) =>
    status(
      fetch(`${origin}/api${path}`, {
        method,
        headers: { ...member(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const visit = (path: string, nth: number) =>
    status(fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': visitorAddress(nth) } }));
  const { appointment, report, requestId } = facts;
  return [
    { name: 'list', weight: 20, send: (n) => get(`/v2/appointments?tab=all&perPage=${10 + (n % 15)}`) },
    { name: 'people', weight: 8, send: (n) => get(`/v2/clients?text=${'aeimrst'[n % 7]}`) },
    {
      name: 'details',
      weight: 15,
      send: () => send('POST', '/inspections/get-by-id', { inspection_id: appointment }),
    },
    { name: 'booking', weight: 4, send: (n) => send('POST', '/inspections', facts.booking(n)) },
    { name: 'messages', weight: 6, send: () => get('/v2/messages/log') },
    { name: 'message preview', weight: 2, send: (n) => send('POST', '/v2/messages/preview', facts.draft(n)) },
    { name: 'message', weight: 1, send: (n) => send('POST', '/v2/messages', facts.draft(n)) },
    { name: 'slots', weight: 6, send: (n) => visit(facts.slots, n) },
    { name: 'booking page', weight: 6, send: (n) => visit(`/schedule/${requestId}`, n) },
    { name: 'report page', weight: 6, send: (n) => visit(facts.reportPage, n) },
    { name: 'report', weight: 6, send: () => get(`/v2/reports2/${report}`) },
    { name: 'edit', weight: 10, send: (n) => facts.edit(n) },
    { name: 'photo', weight: 2, send: () => facts.photo(origin) },
    { name: 'invoice', weight: 3, send: () => get(`/v2/appointments/${appointment}/invoice/pdf`) },
    { name: 'agreement', weight: 2, send: () => get(facts.agreement) },
    {
      name: 'report PDF',
      weight: 0.2,
      send: (n) => visit(`/api/v2/reports/${facts.publicReport}/download`, n),
    },
  ];
}

async function findFacts(owner: Caller) {
  const parts = await bookingParts(owner);
  const done = (await owner.get('/v2/appointments?perPage=1&tab=past&published=true&paid=true&signed=true'))
    .data.pageData[0];
  const { reports } = (await owner.get(`/v2/appointments/${done.id}/reports`)).data;
  const [agreement] = (await owner.get(`/v2/appointments/${done.id}/agreements`)).data;
  const open = await openReport(owner);
  const own: string[] = [];
  const company = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString()).tid;
  const requestId = (await owner.get(`/v2/company/${company}/settings`)).data.request_id as string;
  const days = new URLSearchParams({
    fromDate: dayAhead(3),
    toDate: dayAhead(16),
    services: parts.service,
    zip: '78701',
  });
  const picture = await photo();
  return {
    appointment: done.id as string,
    report: open.id,
    publicReport: reports[0].public_id as string,
    reportPage: `/view-report2/${reports[0].public_id}`,
    agreement: `/v2/appointments/${done.id}/agreements/${agreement.id}/pdf`,
    requestId,
    slots: `/api/v2/public/companies/${requestId}/slots?${days}`,
    draft: (n: number) => ({
      people: [parts.client],
      channel: 'email',
      texts: { en: { subject: `Message ${n}`, message: `Message ${n} about your inspection` } },
    }),
    booking: (n: number) => ({
      address: '100 Congress Avenue',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      square_feet: 2400,
      date_time: `${2040 + Math.floor(n / 2_000)}-${two(1 + (Math.floor(n / 200) % 10))}-${two(1 + (Math.floor(n / 8) % 25))}T${two(1 + (n % 8) * 2)}:00`,
      services: [{ id: parts.service, add_ons: [] }],
      clients: [parts.client],
      inspectors: [owner.id],
      order_id: `SOAK-${n}`,
    }),
    async edit(n: number) {
      const op_id = crypto.randomUUID();
      const changes = { name: `Item ${n % 50}` };
      const ops = [{ op_id, type: 'update_item', item_id: open.item, changes }];
      own.push(op_id);
      const body = { rev: open.rev, ops, own: own.slice(-500) };
      const { data, status } = await owner.patch(`/v2/reports/${open.id}/ops`, body);
      open.rev = Math.max(open.rev, data?.rev ?? 0);
      return status;
    },
    /** Adds a photo and removes it. */
    async photo(origin: string) {
      const id = crypto.randomUUID();
      const form = new FormData();
      form.append('media_id', id);
      form.append('item_id', open.item);
      form.append('file', new File([picture], 'photo.jpg', { type: 'image/jpeg' }));
      const headers = { authorization: `Bearer ${owner.token}` };
      const path = `${origin}/api/v2/reports/${open.id}/media`;
      const added = await status(fetch(path, { method: 'POST', headers, body: form }));
      if (added === 200) await status(fetch(`${path}/${id}`, { method: 'DELETE', headers }));
      return added;
    },
  };
}

async function openReport(owner: Caller): Promise<{ id: string; rev: number; item: string }> {
  const { data } = await owner.get('/v2/appointments?tab=upcoming&perPage=25');
  for (const { id } of data.pageData as { id: string }[]) {
    const { reports } = (await owner.get(`/v2/appointments/${id}/reports`)).data;
    if (reports.length === 0) continue;
    const { data: report } = await owner.get(`/v2/reports2/${reports[0].id}`);
    const item = report.sections[0]?.items[0]?.id;
    if (item) return { id: report.id, rev: report.rev, item };
  }
  throw new Error('the demo has no report to come');
}

/** A photo of 3 megapixels, as a browser sends it. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 500, height: 375, channels: 3, background: '#888', noise } as const;
  const small = await sharp({ create }).png().toBuffer();
  return new Uint8Array(await sharp(small).resize(2000, 1500).jpeg({ quality: 82 }).toBuffer());
}

async function status(answering: Promise<Response>): Promise<number> {
  const answer = await answering;
  await answer.arrayBuffer();
  return answer.status;
}

const two = (n: number) => String(n).padStart(2, '0');
/**
 * Visitors have 200 addresses. The table of callers by address (`server/http/route-limits.ts`) takes 250 bytes for each
 * address, route and ten minutes, up to 50,000 of them: with a new address for each visit it grew all the time, which is no
 * leak, but hides one.
 */
const visitorAddress = (n: number) => `10.0.0.${n % 200}`;
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
