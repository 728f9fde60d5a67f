import { beforeEach, describe, expect, test } from 'vitest';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { agents, clients } from '#features/people/contract.ts';
import { technicians } from '#features/people/team-contract.ts';
import { listLinks, revokeLink } from '#features/portal/office-contract.ts';
import { updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { bookedAppointment, chosenServices } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { listBookingRequests } from '../office-contract.ts';
import {
  asNewVisitor,
  type BookableCompany,
  bookableCompany,
  location,
  onlyStartsAt,
} from '../public-booking-for-tests.ts';
import { getRebookLink, getRebookPage, rebook } from '../rebook-contract.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const rita = { first_name: 'Rita', last_name: 'Repeat', email: 'rita@repeat.example' };
let company: BookableCompany;
beforeEach(async () => {
  company = await bookableCompany(app, { allow_choice_of_technicians: true, require_confirmation: false });
});

let count = 0;

/** Calls a route as a visitor; what is refused has an error. */
async function ask<R extends Route>(route: R, input: RouteInput<R>) {
  const { status, data, error } = await app.visitor.request(route, input, asNewVisitor());
  return { status, error, data: data as RouteOutput<R> | undefined };
}

const detailsOf = async (id: string) =>
  (await company.owner.call(getAppointment, { inspection_id: id })) as Appointment;

/** An agent with one order on 8 March, and what the holder of its link can call. */
async function withOrder(addOnNames: string[] = [], of = company) {
  const { owner } = of;
  count += 1;
  const { id: agent } = await owner.call(agents.create, {
    ...{ first_name: 'Anna', last_name: 'Agent', email: `anna${count}@agent.example` },
  });
  const services = await chosenServices(owner, undefined, addOnNames);
  const { appointment, link } = await bookedAppointment(owner, {
    ...{ services, agents: [agent], address: `${count} Secret Lane`, square_feet: 2380 },
    at: `2030-04-${count + 9}T09:00`,
  });
  const own = appointment.people.find((one) => one.role === 'agent')?.link ?? '';
  const p = new URL(own).searchParams.get('p') ?? '';
  const clientP = new URL(link).searchParams.get('p') ?? '';
  const link_of = { publicId: appointment.public_id, p };
  const form = (more: Partial<RouteInput<typeof rebook>> = {}): RouteInput<typeof rebook> => ({
    ...link_of,
    mode: 'schedule',
    submission_key: newId(),
    location,
    services,
    date_time: '2030-03-11T09:00',
    client: rita,
    ...more,
  });
  return {
    ...{ agent, id: appointment.id, publicId: appointment.public_id, p, clientP, services, form },
    page: (as: { publicId: string; p?: string } = link_of) => ask(getRebookPage, as),
    book: (more: Partial<RouteInput<typeof rebook>> = {}) => ask(rebook, form(more)),
  };
}

const orders = async () => (await company.owner.call(listAppointments, { perPage: 50 })).pageData;

describe('the page', () => {
  test('chooses what the agent usually orders, and shows no property and no client of an order', async () => {
    const { services, page, id } = await withOrder(['Radon test (48 h)']);
    const { data } = await page();
    const [usual] = services;
    expect(data).toMatchObject({
      agent: { first_name: 'Anna', name: 'Anna Agent' },
      usual: {
        services: { [usual?.id ?? '']: usual?.add_ons },
        technician: { id: company.owner.id },
        square_feet: 2400,
        is_reduced: false,
      },
      page: { is_scheduling_on: true, shows_prices: true },
    });
    const sent = JSON.stringify(data);
    const { people } = await detailsOf(id);
    const client = people.find((one) => one.role === 'client');
    for (const secret of ['Secret Lane', client?.email, client?.id, id]) expect(sent).not.toContain(secret);
  });

  test('opens only for the agent of the link: not for its client, another order, a forged or a revoked link', async () => {
    const anna = await withOrder();
    const other = await withOrder();
    const stranger = await withOrder([], await bookableCompany(app));
    const { publicId, p } = anna;
    for (const as of [
      { publicId },
      { publicId, p: anna.clientP },
      { publicId, p: other.p },
      { publicId, p: stranger.p },
      { publicId: stranger.publicId, p },
      { publicId, p: `${p.slice(0, -3)}abc` },
    ]) {
      const { error, data } = await anna.page(as);
      expect([error?.type, data]).toEqual(['NOT_FOUND', null]);
      expect((await anna.book({ p: undefined, ...as })).error?.type).toBe('NOT_FOUND');
    }
    const links = await company.owner.call(listLinks, { id: anna.id });
    const linkId = links.find((one) => one.role === 'agent')?.id ?? '';
    await company.owner.call(revokeLink, { id: anna.id, linkId });
    expect((await anna.page()).error?.type).toBe('BAD_USER_INPUT');
    expect((await anna.book()).error?.type).toBe('BAD_USER_INPUT');
    expect(await orders()).toHaveLength(2);
  });

  test('is not found by an agent the company has deactivated', async () => {
    const { agent, page, book } = await withOrder();
    await company.owner.call(agents.setStatus, { id: agent, newStatus: 0 });
    expect((await page()).status).toBe(404);
    expect((await book()).status).toBe(404);
  });

  test('leaves out what is no longer offered and a technician who left or cannot be chosen', async () => {
    const { owner } = company;
    const { page, services } = await withOrder(['Radon test (48 h)']);
    await company.set({ allow_choice_of_technicians: false });
    expect((await page()).data?.usual.technician).toBeNull();
    await company.set({ allow_choice_of_technicians: true, enable_online_scheduling: false });
    expect((await page()).data).toMatchObject({
      usual: { technician: null },
      page: { is_scheduling_on: false },
    });
    const id = services[0]?.id ?? '';
    await app.writeAs(owner.subscriberId, async (ctx) => {
      await updateMine(ctx, 'services').set({ is_public: false }).where('id', '=', id).execute();
    });
    expect((await page()).data?.usual).toMatchObject({ services: {}, is_reduced: true });
  });
});

describe('booking', () => {
  test('adds an appointment of the agent for the new client, once for each form', async () => {
    const { form, agent } = await withOrder();
    const sent = form();
    const twice = await Promise.all([1, 2].map(() => ask(rebook, sent)));
    const again = await ask(rebook, sent);
    const ids = [...twice, again].map(({ data }) => data?.publicId);
    expect(new Set(ids).size).toBe(1);
    expect(again.data).toMatchObject({ status: 'scheduled', at: '2030-03-11T09:00:00-04:00' });
    const all = await orders();
    expect(all).toHaveLength(2);
    const made = all.find((one) => one.public_id === ids[0]);
    const appointment = await detailsOf(made?.id ?? '');
    expect(appointment).toMatchObject({ source: 'agent', address: '12 Main St' });
    expect(appointment.people.find((one) => one.role === 'agent')?.id).toBe(agent);
    const added = (await company.owner.call(clients.list, { text: 'Repeat' })).pageData;
    expect(added).toMatchObject([rita]);
    const changed = await ask(rebook, { ...sent, client: { ...rita, last_name: 'Other' } });
    expect(changed.error).toMatchObject({ type: 'CONFLICT', details: { publicId: ids[0] } });
  });

  test('a taken time comes with the next free ones, and the hold of another visitor counts', async () => {
    await onlyStartsAt(app, company.owner, [900], [1]);
    const { book } = await withOrder();
    await company.hold('2030-03-11T09:00');
    const { error } = await book();
    expect(error).toMatchObject({
      type: 'CONFLICT',
      details: { next: expect.arrayContaining(['2030-03-18T09:00:00-04:00']) },
    });
    const holdId = await company.hold('2030-03-18T09:00');
    const made = await book({ date_time: '2030-03-18T09:00', hold_id: holdId });
    expect(made.data?.status).toBe('scheduled');
  });

  test('refuses a price that has changed since it was shown, and names the new one', async () => {
    const { book } = await withOrder();
    const { error } = await book({ total: 1 });
    expect(error?.type).toBe('CONFLICT');
    const total = error?.details?.total as number;
    expect(total).toBeGreaterThan(1);
    expect((await book({ total })).data?.total).toBe(total);
  });

  test('names each invalid field and stores nothing', async () => {
    const { book } = await withOrder();
    const { error } = await book({
      location: { ...location, address: '', square_feet: 'big' },
      services: [],
      client: { first_name: '😀', last_name: '', email: 'nope' },
      date_time: '2026-01-01T09:00',
    });
    expect(Object.keys(error?.details ?? {}).toSorted()).toEqual([
      'date_time',
      'location.address',
      'location.square_feet',
      'people.client.email',
      'people.client.first_name',
      'people.client.last_name',
      'services',
    ]);
    const extra = await book({ confirm_inspection: true, duration: 1 } as never);
    expect(extra.error?.type).toBe('BAD_USER_INPUT');
    expect(await orders()).toHaveLength(1);
  });

  test('is a request where scheduling is off, and refuses a time that was shown before', async () => {
    const { book } = await withOrder();
    await company.set({ enable_online_scheduling: false });
    expect((await book()).error?.details).toHaveProperty('mode');
    const made = await book({ mode: 'request', technician_id: null, hold_id: null });
    expect(made.data?.status).toBe('requested');
    const [request] = (await company.owner.call(listBookingRequests, {})).pageData;
    expect(request).toMatchObject({ source: 'agent' });
  });

  test('a technician who left in the meantime is refused by name, and no longer preferred', async () => {
    const technician = await app.create.member(company.owner, { type: 'technician' });
    const { book, page, id } = await withOrder();
    await app.writeAs(company.owner.subscriberId, async (ctx) => {
      const own = updateMine(ctx, 'appointment_people').set({ person_id: technician.id });
      await own.where('appointment_id', '=', id).where('role', '=', 'inspector').execute();
    });
    expect((await page()).data?.usual.technician?.id).toBe(technician.id);
    await company.owner.call(technicians.setStatus, { id: technician.id, newStatus: 0 });
    expect((await page()).data?.usual.technician).toBeNull();
    expect((await book({ technician_id: technician.id })).error?.details).toHaveProperty('technician_id');
  });
});

test('the office copies the link of the latest order that works', async () => {
  const { agent, publicId, p, id } = await withOrder();
  const { link } = await company.owner.call(getRebookLink, { id: agent });
  const { pathname, searchParams } = new URL(link ?? '');
  expect([pathname, searchParams.get('p')]).toEqual([`/book-again/${publicId}`, p]);
  const links = await company.owner.call(listLinks, { id });
  const linkId = links.find((one) => one.role === 'agent')?.id ?? '';
  await company.owner.call(revokeLink, { id, linkId });
  expect(await company.owner.call(getRebookLink, { id: agent })).toEqual({ link: null });
  const fresh = await company.owner.call(agents.create, {
    ...{ first_name: 'New', last_name: 'Agent', email: 'new@agent.example' },
  });
  expect(await company.owner.call(getRebookLink, { id: fresh.id })).toEqual({ link: null });
  const stranger = await app.create.owner();
  expect((await stranger.request(getRebookLink, { id: agent })).status).toBe(404);
});
