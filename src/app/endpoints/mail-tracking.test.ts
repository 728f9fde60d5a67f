import { expect, test } from 'vitest';
import { listActivity } from '#features/appointments/contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { isTrackable } from '#features/messages/catalogue.ts';
import { getMessageTimeline } from '#features/messages/delivery-contract.ts';
import { fateOf } from '#features/messages/outbox/mail-for-tests.ts';
import { sendOwnTexts } from '#features/messages/send-own-texts.ts';
import { mine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const reader = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'accept-language': 'de' };
const page = 'https://example.com/?a=1&b=2#x';

const setTracking = (owner: TestUser, track_emails: boolean) =>
  owner.call(updateSettings, { subscriberId: owner.subscriberId, track_emails });

/** A mail of an action to the client of an appointment, with a link to another site and the client’s page. */
async function sendMail(isTracking: boolean) {
  const owner = await testApp.create.owner();
  if (isTracking) await setTracking(owner, true);
  const { appointment, clientId, link } = await bookedAppointment(owner, {
    clients: [await newClient(owner)],
  });
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  const attribute = (href: string) => href.replaceAll('&', '&amp;');
  await testApp.writeAs(owner.subscriberId, (w) =>
    sendOwnTexts(
      w,
      { channel: 'email', template_key: 'action', stream: 'transactional', appointment_id: appointment.id },
      [
        {
          ...{ key: 'action.1', lang: 'de', person_id: clientId, to: 'ann@a.example', cc: '', bcc: '' },
          ...{ subject: 'Bald ist es so weit' },
          body: `<p><a href="${attribute(link)}">Ihre Seite</a> <a href="${attribute(page)}">Mehr</a></p>`,
        },
      ],
    ),
  );
  await testApp.runDueJobs();
  const mail = testApp.sent.emails[0];
  const id = await testApp.readAs(owner.subscriberId, async (r) => {
    const row = mine(r, 'outbound_messages').where('key', '=', 'action.1').select('id');
    return (await row.executeTakeFirstOrThrow()).id;
  });
  const html = mail?.html ?? '';
  const picture = /http:\/\/gable\.test(\/t\/o\/[^"]+)/.exec(html)?.[1] ?? '';
  const links = [...html.matchAll(/http:\/\/gable\.test(\/t\/c\/[^"]+)/g)].map((match) => match[1] ?? '');
  const timeline = async () => {
    await testApp.runDueJobs();
    const { status, events } = await owner.call(getMessageTimeline, { id });
    const read = events.filter(({ kind }) => kind === 'opened' || kind === 'clicked');
    return {
      status,
      read: read.map((one) => `${one.kind}${one.is_machine ? ' by machine' : ''} ${one.reason}`.trim()),
    };
  };
  return { id, owner, appointment, link, mail, html, picture, links, timeline };
}

const get = (url: string, headers: Record<string, string> = reader, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url, headers });
const wait = (seconds: number) => testApp.clock.advance(seconds * 1000);

test.each([true, false])('every link ends at exactly its address; counted: %s (M12)', async (isTracking) => {
  const { html, mail, link, links } = await sendMail(isTracking);
  const targets = new Map<string, string>();
  for (const each of links) targets.set(each, String((await get(each)).headers.location));
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '');
  const ends = hrefs.map((href) => targets.get(href.replace('http://gable.test', '')) ?? decoded(href));
  expect(new Set(ends)).toEqual(new Set([link, page]));
  expect(html).not.toMatch(/&amp;amp;|#038;/);
  expect(mail?.text).toContain(`Mehr (${page})`);
  expect(mail?.text).not.toContain('/t/c/');
  expect(html.includes('Der Absender sieht, wann diese E-Mail geöffnet wird')).toBe(isTracking);
  expect(html.includes('/t/o/')).toBe(isTracking);
});

/** What a browser reads in an attribute. */
function decoded(href: string): string {
  return href.replaceAll('&amp;', '&');
}

test('a reader’s open and click are in both timelines, once an hour; answers are not stored', async () => {
  const { id, owner, appointment, picture, links, timeline } = await sendMail(true);
  wait(30);
  const answer = await get(picture);
  expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store, private' });
  await get(picture);
  expect(await timeline()).toEqual({ status: 'opened', read: ['opened'] });
  const redirect = await get(links[1] ?? '');
  expect([redirect.statusCode, redirect.headers.location]).toEqual([302, page]);
  expect(redirect.headers).toMatchObject({
    'cache-control': 'no-store, private',
    'referrer-policy': 'no-referrer',
  });
  expect(await timeline()).toEqual({
    status: 'opened',
    read: ['opened', 'clicked by machine https://example.com/'],
  });
  wait(4);
  expect(await timeline()).toEqual({ status: 'clicked', read: ['opened', 'clicked https://example.com/'] });
  const { pageData } = await owner.call(listActivity, { id: appointment.id });
  const read = pageData.filter(({ type }) => /opened|clicked/.test(type));
  expect(read.map(({ type, person }) => [type, person])).toEqual([
    ['message.clicked', 'Cora Client'],
    ['message.opened', 'Cora Client'],
  ]);
  wait(3600);
  await get(picture);
  const { events } = await fateOf(testApp, owner.subscriberId, id);
  expect(events.filter((event) => event === 'opened')).toHaveLength(2);
});

test('what machines open proves delivery only', async () => {
  const { owner, appointment, picture, links, timeline } = await sendMail(true);
  await get(picture);
  expect(await timeline()).toEqual({ status: 'delivered', read: ['opened by machine'] });
  wait(60);
  for (const link of links.slice(0, 2)) await get(link);
  await get(links[2] ?? '', reader, 'HEAD');
  wait(60);
  const { status, read } = await timeline();
  expect(status).toBe('delivered');
  expect(read.every((event) => event.includes('by machine'))).toBe(true);
  // The personal part of a link is never shown.
  expect(read.join()).not.toContain('?p=');
  const { pageData } = await owner.call(listActivity, { id: appointment.id });
  expect(pageData.filter(({ type }) => /opened|clicked/.test(type))).toEqual([]);
});

test('after the company stops counting, links lead on and nothing is recorded', async () => {
  const { owner, picture, links, timeline } = await sendMail(true);
  await setTracking(owner, false);
  wait(30);
  expect((await get(picture)).statusCode).toBe(200);
  expect((await get(links[1] ?? '')).headers.location).toBe(page);
  expect(await timeline()).toEqual({ status: 'sent', read: [] });
});

test('a token that is not ours is refused without a query', async () => {
  const { picture, links } = await sendMail(true);
  const broken = [
    picture.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a')),
    `${links[0]?.replace(/-\d+$/, '')}-7`,
    picture.replace('/t/o/', '/t/c/'),
    '/t/c/https:%2F%2Fevil.example',
    '/t/o/x',
  ];
  const { db } = testApp.runtime;
  const run = db.getExecutor;
  let queries = 0;
  db.getExecutor = () => {
    queries += 1;
    return run.call(db);
  };
  for (const url of broken) {
    const answer = await get(url);
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store, private' });
    expect(answer.headers.location).toBeUndefined();
  }
  db.getExecutor = run;
  expect(queries).toBe(0);
});

test('mails about payments and to the team are not counted', () => {
  expect(isTrackable('report_published', 'client')).toBe(true);
  expect(isTrackable('report_share', 'chosen')).toBe(true);
  expect(isTrackable('invoice_sent', 'client')).toBe(false);
  expect(isTrackable('appointment_scheduled_crew', 'inspector')).toBe(false);
  expect(isTrackable('forgot_password', 'account')).toBe(false);
  expect(isTrackable('team_invite', 'account')).toBe(false);
});
