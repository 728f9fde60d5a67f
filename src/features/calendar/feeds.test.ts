import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveCalendarFeeds } from '#app/endpoints/calendar-feeds.ts';
import { cancelAppointment } from '#features/appointments/contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { createHttp } from '#server/http/http.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createEvent, removeEvent, updateEvent } from './contract.ts';
import { createFeed, listFeeds, revokeFeed } from './feed-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const server = await createHttp(app.runtime);
serveCalendarFeeds(server, app.runtime);

const read = (url: string | null, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.inject({
    method,
    url: new URL(url ?? 'about:nothing').pathname,
    headers: { 'user-agent': 'Thunderbird/140', ...headers },
  });

/** Parses the entries of a feed like a calendar app, by title. */
async function entriesOf(url: string | null) {
  const root = new ICAL.Component(ICAL.parse((await read(url)).body));
  const events = root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return {
    root,
    events,
    named: (summary: string) => {
      const found = events.find((one) => one.summary === summary);
      if (!found) throw new Error(`no entry ${summary} among ${events.map((one) => one.summary).join(', ')}`);
      return found;
    },
  };
}
const status = (event: ICAL.Event) => event.component.getFirstPropertyValue('status');

describe('a subscribed calendar', async () => {
  const first = await app.create.owner();
  const owner = first;
  const technician = await app.create.member(owner, { type: 'technician' });
  const { appointment } = await bookedAppointment(owner, {
    inspectors: [technician.id, owner.id],
    at: '2030-03-10T09:00',
    inspection_events: [
      {
        name: 'Radon pick-up',
        inspector: technician.id,
        start_date: '2030-03-12T09:00',
        end_date: '2030-03-12T10:00',
      },
    ],
  });
  const event = await owner.call(createEvent, {
    title: 'Van, oil; filter',
    description: 'Two lines:\nof text',
    startDate: '2030-03-11T09:00',
    endDate: '2030-03-11T10:00',
    inspector: technician.id,
  });
  await owner.call(createEvent, {
    title: 'Closed',
    all_day: true,
    startDate: '2030-03-09',
    endDate: '2030-03-10',
    inspector: null,
  });
  const his = await technician.call(createFeed, { kind: 'user', name: 'Phone' });
  const all = await owner.call(createFeed, { kind: 'company' });

  test("can be parsed by a calendar app, in UTC, with the property's details", async () => {
    const { root, events, named } = await entriesOf(his.url);
    expect(root.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(String(root.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(String(root.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H');
    expect(events).toHaveLength(4);
    const visit = named('100 Congress Avenue');
    expect(visit.uid).toBe(`inspection-${appointment.id}@gable.test`);
    expect(visit.startDate.toJSDate().toISOString()).toBe('2030-03-10T13:00:00.000Z');
    expect(visit.startDate.zone?.tzid).toBe('UTC');
    expect(visit.location).toBe('100 Congress Avenue, Austin, TX 78701');
    expect([visit.sequence, status(visit)]).toEqual([appointment.rev, 'CONFIRMED']);
    const van = named('Van, oil; filter');
    expect(van.description).toBe('Two lines:\nof text');
    const closed = named('Closed');
    expect([closed.startDate.isDate, closed.startDate.toString(), closed.endDate.toString()]).toEqual([
      true,
      '2030-03-09',
      '2030-03-11',
    ]);
  });

  test('of the company lists each appointment once, with all its technicians', async () => {
    const { events, named } = await entriesOf(all.url);
    expect(events.filter((one) => one.summary === '100 Congress Avenue')).toHaveLength(1);
    expect(named('100 Congress Avenue').description).toContain('Cora Client');
  });

  test('stays byte-identical until something changes, and responds accordingly', async () => {
    const first = await read(his.url);
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
    });
    expect(first.headers['last-modified']).toMatch(/GMT$/);
    await app.advanceTime('10 minutes');
    const again = await read(his.url, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await read(his.url, {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', first.headers.etag]);
    const moved = await owner.call(updateEvent, {
      type: 'regularEvent',
      eventId: event.systemRef.eventId,
      startDate: '2030-03-11T11:00',
      endDate: '2030-03-11T12:00',
    });
    const changed = await read(his.url, { 'if-none-match': String(first.headers.etag) });
    expect(changed.statusCode).toBe(200);
    const van = (await entriesOf(his.url)).named('Van, oil; filter');
    expect([van.uid, van.sequence]).toEqual([`event-${event.systemRef.eventId}@gable.test`, moved.rev]);
  });

  test('reports removed entries for 30 days', async () => {
    await owner.call(removeEvent, { type: 'regularEvent', eventId: event.systemRef.eventId });
    await owner.call(cancelAppointment, { id: appointment.id, reason: 'Sold', notify: false });
    const canceled = await entriesOf(his.url);
    expect(status(canceled.named('Van, oil; filter'))).toBe('CANCELLED');
    expect(status(canceled.named('100 Congress Avenue'))).toBe('CANCELLED');
    await app.advanceTime('31 days');
    const later = await entriesOf(his.url);
    expect(later.events.map((one) => one.summary)).toEqual(['Closed']);
  });

  test('contains the company’s own text with its placeholders filled in', async () => {
    const owner = await app.create.signInAgain(first);
    await owner.call(updateSettings, {
      subscriberId: owner.subscriberId,
      calendar_text: 'Keys at {{property.full_address}}',
    });
    await bookedAppointment(owner, { inspectors: [technician.id], at: '2030-04-10T09:00' });
    const { named } = await entriesOf(his.url);
    expect(named('100 Congress Avenue').description).toContain(
      'Keys at 100 Congress Avenue, Austin, TX 78701',
    );
  });

  test.each([
    ['en', 12, 'On 04/12/2030 at 12:00 AM'],
    ['de', 13, 'On 04/13/2030 at 00:00'],
    ['fr', 14, 'On 04/14/2030 at 00:00'],
  ])('writes times in the language of its owner: %s', async (language, day, text) => {
    const owner = await app.create.signInAgain(first);
    await owner.call(updateSettings, {
      subscriberId: owner.subscriberId,
      calendar_text: 'On {{inspection.date}} at {{inspection.time}}',
    });
    await app.writeAs(owner.subscriberId, (w) =>
      w.db.updateTable('users').set({ language }).where('id', '=', technician.id).execute(),
    );
    await bookedAppointment(owner, { inspectors: [technician.id], at: `2030-04-${day}T00:00` });
    expect((await entriesOf(his.url)).events.map((one) => one.description).join()).toContain(text);
  });

  test('leaves all-day entries on their days when the company changes its time zone', async () => {
    const owner = await app.create.signInAgain(first);
    await owner.call(updateSettings, {
      subscriberId: owner.subscriberId,
      timezone: 'America/Los_Angeles',
    });
    const closed = (await entriesOf(his.url)).named('Closed');
    expect([closed.startDate.toString(), closed.endDate.toString()]).toEqual(['2030-03-09', '2030-03-11']);
  });
});

describe('the secret URL', () => {
  let owner: TestUser;
  let staff: TestUser;
  let technician: TestUser;
  beforeAll(async () => {
    owner = await app.create.owner();
    staff = await app.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    technician = await app.create.member(owner, { type: 'technician' });
  });

  test('has 160 bits, is stored in no table, and stops working once revoked', async () => {
    const feed = await technician.call(createFeed, { kind: 'user' });
    const secret = /\/ical\/([\w-]+)\.ics$/.exec(feed.url ?? '')?.[1] ?? '';
    expect(secret.length * 6).toBeGreaterThanOrEqual(160);
    expect(feed.webcal_url).toBe(feed.url?.replace('http:', 'webcal:'));
    const stored = await app.readAs(owner.subscriberId, async (r) => [
      await r.db.selectFrom('calendar_feeds').selectAll().execute(),
      await r.db.selectFrom('public_links').selectAll().execute(),
    ]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await read(feed.url)).statusCode).toBe(200);
    const [listed] = await technician.call(listFeeds, {});
    expect(listed).toMatchObject({ url: feed.url, last_user_agent: 'Thunderbird/140' });
    expect(listed?.last_read_at).not.toBeNull();
    await technician.call(revokeFeed, { id: feed.id });
    expect((await read(feed.url)).statusCode).toBe(404);
    expect(await technician.call(listFeeds, {})).toEqual([]);
    for (const wrong of ['nothing.ics', `${secret}x.ics`, `${secret}`, '..%2f.ics'])
      expect((await read(`http://gable.test/ical/${wrong}`)).statusCode).toBe(404);
  });

  test('of the company requires the right to see everything, and stops working without it', async () => {
    expect((await technician.request(createFeed, { kind: 'company' })).error?.type).toBe('FORBIDDEN');
    const feed = await staff.call(createFeed, { kind: 'company' });
    expect((await read(feed.url)).statusCode).toBe(200);
    expect(await technician.call(listFeeds, {})).toEqual([]);
    const seen = await owner.call(listFeeds, {});
    // The entry and its creator, but not the URL: it reads with its creator's rights.
    expect(seen).toMatchObject([
      { id: feed.id, made_by: feed.made_by, url: null, webcal_url: null, google_url: null },
    ]);
    expect((await staff.call(listFeeds, {}))[0]?.url).toBe(feed.url);
    await app.writeAs(owner.subscriberId, (w) =>
      w.db.updateTable('users').set({ can_edit_schedule: false }).where('id', '=', staff.id).execute(),
    );
    expect((await read(feed.url)).statusCode).toBe(404);
    await owner.call(revokeFeed, { id: feed.id });
    expect(await owner.call(listFeeds, {})).toEqual([]);
  });

  test('expires with its owner’s account, and there are at most ten', async () => {
    const feed = await technician.call(createFeed, { kind: 'user' });
    const others = await Promise.all(
      Array.from({ length: 12 }, () => technician.request(createFeed, { kind: 'user' })),
    );
    expect(others.filter((one) => one.success)).toHaveLength(9);
    expect(others.filter((one) => one.error?.type === 'CONFLICT')).toHaveLength(3);
    await app.writeAs(owner.subscriberId, (w) =>
      w.db.updateTable('users').set({ status: 0 }).where('id', '=', technician.id).execute(),
    );
    expect((await read(feed.url)).statusCode).toBe(404);
  });

  test('is not blocked by guesses from the same IP address, but has its own rate limit', async () => {
    const feed = await owner.call(createFeed, { kind: 'user' });
    const guess = async () => (await read('http://gable.test/ical/guess.ics')).statusCode;
    expect(await guess()).toBe(404);
    await Promise.all(Array.from({ length: 120 }, guess));
    expect(await guess()).toBe(429);
    const answers = [];
    for (let i = 0; i < 31; i += 1) answers.push((await read(feed.url)).statusCode);
    expect(answers.slice(0, 30).every((code) => code === 200)).toBe(true);
    expect(answers.at(30)).toBe(429);
  });
});
