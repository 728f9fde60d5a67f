import { describe, expect, test } from 'vitest';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { cancelAppointment, getAppointment } from '#features/appointments/contract.ts';
import { listSlots } from '#features/availability/slots-contract.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteInput } from '#wire/route.ts';
import * as contract from './contract.ts';
import { saveExternalEvent } from './save-external-event.ts';

const app = await startTestApp({ at: '2030-03-01T14:00:00Z' });

const range = { startDate: '2030-03-01', endDate: '2030-03-31' };
const list = (person: TestUser, more: Partial<RouteInput<typeof contract.listEvents>> = {}) =>
  person.call(contract.listEvents, { ...range, ...more });

async function company() {
  const owner = await app.create.owner();
  const technician = await app.create.member(owner, {
    type: 'technician',
    flags: { can_schedule_new: true },
  });
  const other = await app.create.member(owner, { type: 'technician' });
  return { owner, technician, other };
}
const meeting = (more: Partial<RouteInput<typeof contract.createEvent>> = {}) => ({
  type: 'regularEvent' as const,
  title: 'Van service',
  startDate: '2030-03-12T09:00',
  endDate: '2030-03-12T10:30',
  ...more,
});
const dentist = (technician_id: string) => ({
  title: 'Dentist',
  description: 'Root canal',
  technician_id,
  start_at: '2030-03-13T14:00:00.000Z',
  end_at: '2030-03-13T15:00:00.000Z',
  all_day: false,
  timezone: 'America/New_York',
  busy: true,
  google_event_id: 'g-1',
  google_calendar_id: 'primary',
});

describe('listing calendar entries', async () => {
  const { owner, technician, other } = await company();
  const { appointment } = await bookedAppointment(owner, {
    inspectors: [technician.id, other.id],
    inspection_events: [
      {
        name: 'Radon pick-up',
        inspector: technician.id,
        start_date: '2030-03-10T09:00',
        end_date: '2030-03-10T10:00',
      },
    ],
  });
  const canceled = await bookedAppointment(owner, { at: '2030-03-09T09:00' });
  await owner.call(cancelAppointment, { id: canceled.appointment.id, reason: '', notify: false });
  const own = await technician.call(contract.createEvent, meeting());
  await owner.call(
    contract.createEvent,
    meeting({
      title: 'Office closed',
      inspector: null,
      all_day: true,
      startDate: '2030-03-20',
      endDate: '2030-03-21',
    }),
  );
  await app.writeAs(owner.subscriberId, (w) => saveExternalEvent(w, dentist(technician.id)));

  test('returns one entry per technician of an appointment, plus sub-events, regular and imported ones', async () => {
    const events = await list(owner);
    expect(events.map((one) => [one.systemRef.type, one.title])).toEqual([
      ['inspEvent', '100 Congress Avenue'],
      ['inspEvent', '100 Congress Avenue'],
      ['inspSubEvent', 'Radon pick-up'],
      ['regularEvent', 'Van service'],
      ['externalEvent', 'Dentist'],
      ['regularEvent', 'Office closed'],
    ]);
    const [first] = events;
    expect(first).toMatchObject({
      start: { dateTime: '2030-03-08T09:00:00-05:00', timezone: 'America/New_York' },
      googleEventId: null,
      systemRef: { appointmentId: appointment.id, eventId: `${appointment.id}:${technician.id}` },
      apptData: {
        ...{ isPaid: false, agreementSigned: false, isPublished: false, status: 'scheduled' },
        hasAgreements: true,
      },
      technician: { id: technician.id, profile_pic: null },
    });
    expect(first?.apptData).toMatchObject({ occupied: true, utilities_on: true });
    expect(first?.apptData?.address).toContain('100 Congress Avenue, Austin, TX 78701');
    expect(events[4]).toMatchObject({ googleEventId: 'g-1', may: { move: false, edit: false } });
    expect(events[5]).toMatchObject({
      all_day: true,
      technician: null,
      start: { dateTime: '2030-03-20T00:00:00-04:00' },
      end: { dateTime: '2030-03-22T00:00:00-04:00' },
    });
  });

  test('filters by days, both inclusive, by instants, and by technician', async () => {
    expect(await list(owner, { startDate: '2030-03-12', endDate: '2030-03-12' })).toHaveLength(1);
    expect(
      await list(owner, { startDate: '2030-03-12T14:30:00Z', endDate: '2030-03-13T14:00:00Z' }),
    ).toHaveLength(0);
    expect(
      await list(owner, { startDate: '2030-03-12T14:29:59Z', endDate: '2030-03-13T14:00:01Z' }),
    ).toHaveLength(2);
    const his = await list(owner, { technicianId: other.id });
    expect(his.map((one) => one.title)).toEqual(['100 Congress Avenue', 'Office closed']);
    const only = await list(owner, { acceptEvents: false });
    expect(only.map((one) => one.systemRef.type)).toEqual(['inspEvent', 'inspEvent', 'inspSubEvent']);
    for (const wrong of [
      { startDate: '2030-03-10', endDate: '2030-03-09' },
      { startDate: '2030-03-01', endDate: '2030-06-30' },
      { startDate: 'yesterday', endDate: '2030-03-09' },
    ]) {
      const answer = await owner.request(contract.listEvents, wrong);
      expect(answer.error?.type).toBe('BAD_USER_INPUT');
    }
    expect(await list(owner, { startDate: '2030-03-01', endDate: '2030-06-08' })).toHaveLength(6);
  });

  test('only shows colleagues that a technician is busy', async () => {
    const seen = await list(other, { startDate: '2030-03-12', endDate: '2030-03-21' });
    expect(seen.map((one) => [one.title, one.description, one.is_private, one.may.edit])).toEqual([
      ['Busy', '', true, false],
      ['Busy', '', true, false],
      ['Office closed', '', false, false],
    ]);
    expect(seen[1]?.googleEventId).toBeNull();
    const mine = await list(technician, { startDate: '2030-03-12', endDate: '2030-03-13' });
    expect(mine.map((one) => [one.title, one.may.edit])).toEqual([
      ['Van service', true],
      ['Dentist', false],
    ]);
  });

  test('never returns another company’s entries', async () => {
    const stranger = await app.create.owner();
    expect(await list(stranger)).toEqual([]);
    const id = own.systemRef.eventId;
    for (const answer of [
      await stranger.request(contract.updateEvent, { type: 'regularEvent', eventId: id, title: 'Mine' }),
      await stranger.request(contract.removeEvent, { type: 'regularEvent', eventId: id }),
      await stranger.request(contract.shareEvent, { type: 'regularEvent', eventId: id }),
      await stranger.request(contract.updateEvent, {
        type: 'inspEvent',
        appointmentId: appointment.id,
        dateTime: '2030-03-15T09:00',
      }),
    ])
      expect(answer.error?.type).toBe('NOT_FOUND');
    const foreign = await stranger.request(contract.createEvent, meeting({ inspector: technician.id }));
    expect(foreign.error?.details).toEqual({ inspector: 'This person is not available' });
  });
});

describe('a regular event', async () => {
  const { owner, technician, other } = await company();

  test('needs a title and an end after its start, and is accepted in the format the calendar returns', async () => {
    const wrong = await owner.request(contract.createEvent, {
      title: ' ',
      startDate: '2030-03-12T09:00',
      endDate: '2030-03-12T09:00',
    });
    expect(wrong.error?.details).toEqual({
      title: 'Title is required',
      endDate: 'End must be after start',
    });
    const made = await owner.call(contract.createEvent, {
      title: 'As the entity',
      description: 'With its own zone',
      start: { dateTime: '2030-03-14T09:00:00', timezone: 'America/Los_Angeles' },
      end: { dateTime: '2030-03-14T10:00:00', timezone: 'America/Los_Angeles' },
      systemRef: { type: 'regularEvent' },
      technician: { id: technician.id },
    });
    expect(made.start.dateTime).toBe('2030-03-14T12:00:00-04:00');
    expect(made.technician?.id).toBe(technician.id);
  });

  test("of a technician is only theirs, and they can't create any for others", async () => {
    const refused = await technician.request(contract.createEvent, meeting({ inspector: other.id }));
    expect(refused.error?.type).toBe('FORBIDDEN');
    const forCompany = await technician.request(contract.createEvent, meeting({ inspector: null }));
    expect(forCompany.error?.type).toBe('FORBIDDEN');
    const own = await technician.call(
      contract.createEvent,
      meeting({ startDate: '2030-03-11T09:00', endDate: '2030-03-11T10:00' }),
    );
    expect(own.technician?.id).toBe(technician.id);
    const id = own.systemRef.eventId;
    const byOther = await other.request(contract.updateEvent, {
      type: 'regularEvent',
      eventId: id,
      title: 'Mine',
    });
    expect(byOther.error?.type).toBe('FORBIDDEN');
    const given = await technician.request(contract.updateEvent, {
      type: 'regularEvent',
      eventId: id,
      inspector: other.id,
    });
    expect(given.error?.type).toBe('FORBIDDEN');
    await technician.call(contract.removeEvent, { type: 'regularEvent', eventId: id });
    expect(
      (await technician.request(contract.removeEvent, { type: 'regularEvent', eventId: id })).error?.type,
    ).toBe('NOT_FOUND');
  });

  test('can be changed in type, inspector, start and end; a stale rev is rejected with the current state', async () => {
    const made = await owner.call(contract.createEvent, meeting({ inspector: technician.id }));
    const change = { type: 'regularEvent' as const, eventId: made.systemRef.eventId, rev: made.rev };
    const moved = await owner.call(contract.updateEvent, {
      ...change,
      inspector: other.id,
      startDate: '2030-03-12T11:00:00-04:00',
      endDate: '2030-03-12T13:00:00-04:00',
    });
    expect(moved).toMatchObject({ title: 'Van service', rev: made.rev + 1, technician: { id: other.id } });
    expect(moved.end.dateTime).toBe('2030-03-12T13:00:00-04:00');
    const late = await owner.request(contract.updateEvent, { ...change, title: 'Late' });
    expect(late.error?.type).toBe('CONFLICT');
    expect(late.error?.details?.current).toMatchObject({ rev: moved.rev });
  });

  test('changed to all-day without new times covers the whole day', async () => {
    const { owner, technician } = await company();
    const made = await owner.call(
      contract.createEvent,
      meeting({ inspector: technician.id, startDate: '2030-03-12T10:00', endDate: '2030-03-12T11:00' }),
    );
    const named = { type: 'regularEvent' as const, eventId: made.systemRef.eventId };
    const whole = await owner.call(contract.updateEvent, { ...named, all_day: true });
    expect([whole.start.dateTime, whole.end.dateTime]).toEqual([
      '2030-03-12T00:00:00-04:00',
      '2030-03-13T00:00:00-04:00',
    ]);
    const evening = meeting({
      inspector: technician.id,
      startDate: '2030-03-12T20:00',
      endDate: '2030-03-12T21:00',
    });
    expect((await owner.request(contract.createEvent, evening)).error?.type).toBe('CONFLICT');
    const longer = await owner.call(contract.updateEvent, { ...named, endDate: '2030-03-13' });
    expect([longer.start.dateTime, longer.end.dateTime]).toEqual([
      '2030-03-12T00:00:00-04:00',
      '2030-03-14T00:00:00-04:00',
    ]);
  });

  test('that is all-day stays on its days when the company changes its time zone', async () => {
    const { owner } = await company();
    const made = await owner.call(
      contract.createEvent,
      meeting({ all_day: true, startDate: '2030-03-20', endDate: '2030-03-21', inspector: null }),
    );
    await owner.call(updateSettings, {
      subscriberId: owner.subscriberId,
      timezone: 'America/Los_Angeles',
    });
    const days = (one: contract.CalendarEvent | undefined) => [one?.start.dateTime, one?.end.dateTime];
    const before = ['2030-03-20T00:00:00-04:00', '2030-03-22T00:00:00-04:00'];
    const [seen] = await list(owner);
    expect(days(seen)).toEqual(before);
    expect(seen?.start.timezone).toBe('America/New_York');
    const named = { type: 'regularEvent' as const, eventId: made.systemRef.eventId };
    const renamed = await owner.call(contract.updateEvent, { ...named, title: 'Closed' });
    expect(days(renamed)).toEqual(before);
    // Days that are sent again are in the current time zone; the one that is not sent keeps its date.
    const longer = await owner.call(contract.updateEvent, { ...named, endDate: '2030-03-22' });
    expect(days(longer)).toEqual(['2030-03-20T00:00:00-07:00', '2030-03-23T00:00:00-07:00']);
  });

  test('that is busy takes the technician’s time, also across daylight saving changes', async () => {
    const { owner, technician } = await company();
    // The night of March 9 to 10, 2030 has no 2 o'clock in New York.
    const night = await owner.call(
      contract.createEvent,
      meeting({
        title: 'Night shift',
        inspector: technician.id,
        startDate: '2030-03-09T23:00',
        endDate: '2030-03-10T04:00',
      }),
    );
    expect([night.start.dateTime, night.end.dateTime]).toEqual([
      '2030-03-09T23:00:00-05:00',
      '2030-03-10T04:00:00-04:00',
    ]);
    const conflicting = meeting({
      inspector: technician.id,
      startDate: '2030-03-10T03:30',
      endDate: '2030-03-10T05:00',
    });
    const refused = await owner.request(contract.createEvent, conflicting);
    expect(refused.error?.type).toBe('CONFLICT');
    expect(refused.error?.details?.conflicts).toMatchObject([
      { kind: 'event', title: 'Night shift', technician_id: technician.id },
    ]);
    const skipped = await owner.request(
      contract.createEvent,
      meeting({ startDate: '2030-03-10T02:30', endDate: '2030-03-10T05:00' }),
    );
    expect(skipped.error?.details).toEqual({ startDate: 'Start is not valid' });
    const booked = await owner.request(updateAppointment, {
      id: (await bookedAppointment(owner, { inspectors: [technician.id] })).appointment.id,
      date_time: '2030-03-10T03:00',
    });
    expect(booked.error?.type).toBe('CONFLICT');
    const forced = await owner.call(contract.createEvent, {
      ...conflicting,
      overrule: { reason: 'He agreed' },
    });
    expect(forced.overruled).toEqual({ by: expect.any(String), reason: 'He agreed' });
    const free = await owner.call(contract.createEvent, { ...conflicting, busy: false });
    expect(free.overruled).toBeNull();
    await owner.call(contract.removeEvent, { type: 'regularEvent', eventId: night.systemRef.eventId });
    await owner.call(contract.removeEvent, { type: 'regularEvent', eventId: forced.systemRef.eventId });
    await owner.call(contract.createEvent, conflicting);
  });

  test('takes the time once, however many concurrent requests there are', async () => {
    const { owner, technician } = await company();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        owner.request(contract.createEvent, meeting({ title: `Rival ${i}`, inspector: technician.id })),
      ),
    );
    expect(answers.filter((one) => one.success)).toHaveLength(1);
    expect(answers.filter((one) => one.error?.type === 'CONFLICT')).toHaveLength(19);
  });
});

describe('an appointment in the calendar', async () => {
  const { owner, technician, other } = await company();
  const { appointment } = await bookedAppointment(owner, {
    inspectors: [technician.id],
    at: '2030-03-08T09:00',
    inspection_events: [
      {
        name: 'Radon pick-up',
        inspector: technician.id,
        start_date: '2030-03-10T09:00',
        end_date: '2030-03-10T10:00',
      },
    ],
  });
  const move = { type: 'inspEvent' as const, appointmentId: appointment.id };

  test('can be moved without changing anything else', async () => {
    const before = await owner.call(getAppointment, { inspection_id: appointment.id });
    const moved = await owner.call(contract.updateEvent, {
      ...move,
      eventId: `${appointment.id}:${technician.id}`,
      dateTime: '2030-03-11T10:00:00-04:00',
      inspector: other.id,
      endDate: '2030-03-11T23:00:00-04:00',
    });
    expect(moved).toMatchObject({
      technician: { id: technician.id },
      start: { dateTime: '2030-03-11T10:00:00-04:00' },
    });
    const after = await owner.call(getAppointment, { inspection_id: appointment.id });
    expect(after).toEqual({
      ...before,
      date_time: '2030-03-11T10:00:00-04:00',
      end_time: expect.any(String),
      rev: expect.any(Number),
      updated_at: expect.any(String),
    });
    const events = await app.readAs(owner.subscriberId, (r) =>
      r.db
        .selectFrom('events')
        .where('appointment_id', '=', appointment.id)
        .select(['type', 'data'])
        .execute(),
    );
    expect(events.filter((one) => one.type === 'appointment.rescheduled')).toHaveLength(1);
  });

  test('can be moved into the past by administrators only, and only by users who may edit it', async () => {
    const past = { ...move, dateTime: '2030-02-20T10:00' };
    expect((await technician.request(contract.updateEvent, past)).error?.type).toBe('BAD_USER_INPUT');
    expect((await other.request(contract.updateEvent, past)).error?.type).toBe('FORBIDDEN');
    expect((await owner.call(contract.updateEvent, past)).start.dateTime).toBe('2030-02-20T10:00:00-05:00');
    await technician.call(contract.updateEvent, { ...move, dateTime: '2030-03-08T09:00' });
  });

  test('conflicts with existing entries, and an administrator can override with a reason', async () => {
    const conflicting = await bookedAppointment(owner, {
      inspectors: [technician.id],
      at: '2030-03-14T09:00',
    });
    const onto = { ...move, dateTime: '2030-03-14T10:00' };
    const refused = await owner.request(contract.updateEvent, onto);
    expect(refused.error?.type).toBe('CONFLICT');
    expect(refused.error?.details?.conflicts).toMatchObject([
      { kind: 'appointment', appointment_id: conflicting.appointment.id },
    ]);
    const forced = await owner.call(contract.updateEvent, { ...onto, overrule: { reason: 'Same street' } });
    expect(forced.overruled).toMatchObject({ reason: 'Same street' });
  });

  test('has sub-events that are moved and removed separately, while it can only be canceled', async () => {
    const [part] = (await list(owner)).filter((one) => one.systemRef.type === 'inspSubEvent');
    const named = { type: 'inspSubEvent' as const, eventId: part?.systemRef.eventId ?? '' };
    const moved = await owner.call(contract.updateEvent, {
      ...named,
      appointmentId: appointment.id,
      inspector: other.id,
      startDate: '2030-03-11T15:00:00-04:00',
      endDate: '2030-03-11T15:30:00-04:00',
    });
    expect(moved).toMatchObject({ title: 'Radon pick-up', technician: { id: other.id } });
    const late = await owner.request(contract.updateEvent, { ...named, title: 'Late', rev: part?.rev ?? 0 });
    expect(late.error?.type).toBe('CONFLICT');
    expect(late.error?.details?.current).toEqual(moved);
    const backwards = await owner.request(contract.updateEvent, {
      ...named,
      startDate: '2030-03-11T16:00:00-04:00',
    });
    expect(backwards.error?.details).toEqual({ endDate: 'End must be at least one minute after start' });
    const canceled = await owner.request(contract.removeEvent, {
      type: 'inspEvent',
      eventId: appointment.id,
    });
    expect([canceled.error?.type, canceled.error?.message]).toEqual([
      'BAD_USER_INPUT',
      'Cancel the appointment instead',
    ]);
    await owner.call(contract.removeEvent, named);
    expect((await list(owner)).some((one) => one.systemRef.type === 'inspSubEvent')).toBe(false);
  });
});

describe('an imported event', async () => {
  const { owner, technician } = await company();
  const id = await app.writeAs(owner.subscriberId, (w) => saveExternalEvent(w, dentist(technician.id)));

  test("can't be changed, removed or shared, whichever type is sent", async () => {
    const answers = await Promise.all(
      (['externalEvent', 'regularEvent'] as const).flatMap((type) => [
        owner.request(contract.updateEvent, { type, eventId: id, title: 'Mine' }),
        owner.request(contract.removeEvent, { type, eventId: id }),
      ]),
    );
    answers.push(await owner.request(contract.shareEvent, { type: 'externalEvent', eventId: id }));
    for (const { error } of answers)
      expect([error?.type, error?.message]).toEqual(['FORBIDDEN', 'Not Supported']);
    const made = await owner.request(contract.createEvent, meeting({ type: 'externalEvent' }));
    expect(made.error?.message).toBe('Not Supported');
  });

  test('blocks new entries', async () => {
    const over = meeting({
      inspector: technician.id,
      startDate: '2030-03-13T10:30',
      endDate: '2030-03-13T11:30',
    });
    const refused = await owner.request(contract.createEvent, over);
    expect(refused.error?.details?.conflicts).toMatchObject([{ kind: 'external', title: 'Dentist' }]);
    await owner.call(listSlots, { fromDate: '2030-03-13', toDate: '2030-03-13' });
  });

  test('updates its entry on the next import and releases its previous time', async () => {
    const later = {
      ...dentist(technician.id),
      title: 'Dentist, moved',
      start_at: '2030-03-13T18:00:00.000Z',
      end_at: '2030-03-13T19:00:00.000Z',
    };
    expect(await app.writeAs(owner.subscriberId, (w) => saveExternalEvent(w, later))).toBe(id);
    const imported = (await list(owner)).filter((one) => one.systemRef.type === 'externalEvent');
    expect(imported.map((one) => [one.title, one.start.dateTime])).toEqual([
      ['Dentist, moved', '2030-03-13T14:00:00-04:00'],
    ]);
    const at = (hour: string) =>
      meeting({
        inspector: technician.id,
        startDate: `2030-03-13T${hour}:00`,
        endDate: `2030-03-13T${hour}:30`,
      });
    expect((await owner.request(contract.createEvent, at('14'))).error?.type).toBe('CONFLICT');
    await owner.call(contract.createEvent, at('10'));
    await app.writeAs(owner.subscriberId, (w) => saveExternalEvent(w, { ...later, busy: false }));
    await owner.call(contract.createEvent, at('14'));
  });
});

describe('sharing', async () => {
  const { owner, technician, other } = await company();

  test('mails the entry with an .ics file to the given recipients', async () => {
    const made = await owner.call(
      contract.createEvent,
      meeting({ inspector: technician.id, description: 'Bring the keys' }),
    );
    const named = { type: 'regularEvent' as const, eventId: made.systemRef.eventId };
    await owner.call(contract.shareEvent, {
      ...named,
      recipients: ['A@shop.example', 'a@shop.example', 'b@shop.example'],
      message: 'Until then',
    });
    await app.runDueJobs();
    const mails = app.sent.emails.splice(0).filter((mail) => mail.subject.includes('Van service'));
    expect(mails.map((mail) => mail.to[0]?.address).sort()).toEqual(['a@shop.example', 'b@shop.example']);
    const [mail] = mails;
    expect(mail?.subject).toBe('Van service: 03/12/2030, 9:00 AM – 10:30 AM EDT');
    expect(mail?.text).toContain('Until then');
    const file = Buffer.from(mail?.attachments?.[0]?.content ?? '').toString();
    expect(mail?.attachments?.[0]).toMatchObject({ filename: 'event.ics' });
    expect(file).toContain('SUMMARY:Van service');
    expect(file).toContain('DTSTART:20300312T130000Z');
  });

  test('defaults to the technician and requires a recipient if there is none', async () => {
    const made = await owner.call(
      contract.createEvent,
      meeting({ inspector: technician.id, startDate: '2030-03-18T09:00', endDate: '2030-03-18T10:00' }),
    );
    const { recipients } = await owner.call(contract.shareEvent, {
      type: 'regularEvent',
      eventId: made.systemRef.eventId,
    });
    expect(recipients).toHaveLength(1);
    const all = await owner.call(contract.createEvent, meeting({ inspector: null }));
    const noRecipient = await owner.request(contract.shareEvent, {
      type: 'regularEvent',
      eventId: all.systemRef.eventId,
    });
    expect(noRecipient.error?.details).toEqual({ recipients: 'Add at least one recipient' });
    const foreign = await other.request(contract.shareEvent, {
      type: 'regularEvent',
      eventId: made.systemRef.eventId,
    });
    expect(foreign.error?.type).toBe('FORBIDDEN');
    const many = await owner.request(contract.shareEvent, {
      type: 'regularEvent',
      eventId: made.systemRef.eventId,
      recipients: Array.from({ length: 21 }, (_, i) => `p${i}@shop.example`),
    });
    expect(many.error?.type).toBe('BAD_USER_INPUT');
  });

  test('of an appointment reveals nothing about its clients to external recipients', async () => {
    const { appointment } = await bookedAppointment(owner, {
      inspectors: [technician.id],
      at: '2030-03-22T09:00',
    });
    app.sent.emails.splice(0);
    await owner.call(contract.shareEvent, {
      type: 'inspEvent',
      eventId: `${appointment.id}:${technician.id}`,
      recipients: ['c@shop.example'],
    });
    await app.runDueJobs();
    const mail = app.sent.emails.find((one) => one.to[0]?.address === 'c@shop.example');
    const file = Buffer.from(mail?.attachments?.[0]?.content ?? '').toString();
    expect(file).toContain('100 Congress Avenue');
    expect(file).not.toContain('Cora');
    expect(file).not.toContain('/appointments/details');
  });
});
