import { describe, expect, test } from 'vitest';
import { agents, contractors } from '#features/people/contract.ts';
import { getProfile, updateProfile } from '#features/people/profile-contract.ts';
import { mine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from '../template-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const scheduled = { key: 'appointment_scheduled', channel: 'email' } as const;
const text = { subject: 'Soon: {{date}}', message: 'Dear {{first_name}},\n\nsee you.', action_label: '' };

const addressOf = async (user: TestUser) => (await user.call(getProfile, {})).email;

const queued = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'outbound_messages').select(['key', 'to_address', 'appointment_id', 'subject']).execute(),
  );

describe('the company’s text of a message', () => {
  test('is stored by language, shown in the list with what is missing, and restored', async () => {
    const owner = await testApp.create.owner();
    const entry = async () => {
      const list = await owner.call(contract.listMessageTemplates, {});
      return list.find((one) => one.key === scheduled.key && one.channel === 'email');
    };
    expect(await entry()).toMatchObject({ state: 'default', own: [], missing: [] });
    const before = await owner.call(contract.getMessageTemplate, scheduled);
    expect(before.texts.de.message).toContain('Guten Tag {{first_name}},');
    const saved = await owner.call(contract.saveMessageTemplate, {
      ...scheduled,
      rev: 0,
      lang: 'de',
      ...text,
    });
    expect(saved).toMatchObject({ state: 'changed', own: ['de'] });
    expect(saved.texts.de).toMatchObject({ subject: text.subject, action_label: 'Ihre Seite öffnen' });
    expect(await entry()).toMatchObject({ state: 'changed', own: ['de'], missing: ['en', 'fr'] });
    const restored = await owner.call(contract.restoreMessageTemplate, { ...scheduled, rev: 1, lang: 'de' });
    expect(restored.texts).toEqual(before.texts);
    // Nothing to restore any more.
    expect(await owner.call(contract.restoreMessageTemplate, { ...scheduled, rev: 2, lang: 'de' })).toEqual(
      restored,
    );
  });

  test('is refused to the second of two who changed the same version, who gets the current one', async () => {
    const owner = await testApp.create.owner();
    const save = (message: string, rev = 0) =>
      owner.request(contract.saveMessageTemplate, { ...scheduled, rev, lang: 'en', ...text, message });
    const both = await Promise.all([save('One'), save('Two')]);
    expect(both.map((answer) => answer.error?.type ?? 'saved').sort()).toEqual(['CONFLICT', 'saved']);
    const late = both.find((answer) => answer.error !== null);
    const current = await owner.call(contract.getMessageTemplate, scheduled);
    expect(late?.error?.details).toEqual({ current });
    expect(current.rev).toBe(1);
    const off = await owner.request(contract.saveMessageTemplate, { ...scheduled, rev: 0, enabled: false });
    expect(off.error?.type).toBe('CONFLICT');
    const gone = { ...scheduled, rev: 0, lang: 'en' } as const;
    expect((await owner.request(contract.restoreMessageTemplate, gone)).error?.type).toBe('CONFLICT');
    expect(await owner.call(contract.getMessageTemplate, scheduled)).toEqual(current);
    expect((await save('Three', 1)).data).toMatchObject({ rev: 2, texts: { en: { message: 'Three' } } });
  });

  test('stays the product’s if it is saved unchanged', async () => {
    const owner = await testApp.create.owner();
    const { texts } = await owner.call(contract.getMessageTemplate, scheduled);
    const saved = await owner.call(contract.saveMessageTemplate, {
      ...scheduled,
      rev: 0,
      lang: 'fr',
      ...texts.fr,
    });
    expect(saved.own).toEqual([]);
  });

  test.each([
    [{ message: 'At {{adress}}' }, { message: 'Unknown placeholder: {{adress}}. Did you mean {{address}}?' }],
    [{ subject: '' }, { subject: 'Enter a subject' }],
    [{ message: 'x'.repeat(5001) }, { message: 'At most 5000 characters' }],
    [{ subject: '{{invoice}}' }, { subject: 'Unknown placeholder: {{invoice}}' }],
  ])('with %j is refused at the field, and nothing is stored', async (change, details) => {
    const owner = await testApp.create.owner();
    const sent = { ...scheduled, rev: 0, lang: 'en', ...text, ...change } as const;
    for (const route of [contract.saveMessageTemplate, contract.previewMessageTemplate] as const) {
      const answer = await owner.request(route, sent);
      expect([answer.error?.type, answer.error?.details]).toEqual(['BAD_USER_INPUT', details]);
    }
    expect((await owner.call(contract.getMessageTemplate, scheduled)).own).toEqual([]);
  });

  test('belongs to one company; keys that are none of the company’s messages are unknown', async () => {
    const [owner, stranger] = [await testApp.create.owner(), await testApp.create.owner()];
    await owner.call(contract.saveMessageTemplate, { ...scheduled, rev: 0, lang: 'en', ...text });
    expect((await stranger.call(contract.getMessageTemplate, scheduled)).own).toEqual([]);
    for (const other of [
      { key: 'verify_email', channel: 'email' },
      { key: 'toString', channel: 'email' },
      { key: 'invoice_sent', channel: 'text' },
    ] as const)
      expect((await owner.request(contract.getMessageTemplate, other)).error?.type).toBe('NOT_FOUND');
  });
});

describe('who gets a message', () => {
  const people = async (owner: TestUser) => {
    const named = (email: string) => ({ first_name: 'Ada', last_name: 'Agent', email });
    const { id: agent } = await owner.call(agents.create, named('agent@who.example'));
    const { id: listing } = await owner.call(agents.create, named('listing@who.example'));
    const { id: contractor } = await owner.call(contractors.create, named('crew@who.example'));
    const technician = await testApp.create.member(owner, { type: 'technician' });
    return { agent, listing, contractor, technician };
  };
  const book = async (owner: TestUser, of: Awaited<ReturnType<typeof people>>) => {
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await bookedAppointment(owner, {
      clients: [await newClient(owner, { email: 'client@who.example' })],
      agents: [of.agent],
      listing_agents: [of.listing],
      contractors: [of.contractor],
      inspectors: [owner.id, of.technician.id],
    });
    await testApp.runDueJobs();
    return new Map(testApp.sent.emails.map((mail) => [mail.to[0]?.address ?? '', mail]));
  };

  test('are client, agents, technicians and contractors, each in their wording, but not who booked', async () => {
    const owner = await testApp.create.owner();
    const of = await people(owner);
    const mails = await book(owner, of);
    expect([...mails.keys()].sort()).toEqual(
      [
        'agent@who.example',
        'client@who.example',
        'crew@who.example',
        'listing@who.example',
        await addressOf(of.technician),
      ].sort(),
    );
    expect(mails.get('agent@who.example')?.subject).toMatch(/^Inspection of .+ confirmed for/);
    expect(mails.get('client@who.example')?.subject).toMatch(/^Your inspection on/);
    const crew = mails.get('crew@who.example');
    expect(crew?.text).toMatch(/Where: .+\nWhat: .+/);
    // Contractors have no page.
    expect(crew?.text).not.toContain('http');
    expect(mails.get(await addressOf(of.technician))?.text).toContain('/appointments/details/');
  });

  test('are chosen by the company and each technician', async () => {
    const owner = await testApp.create.owner();
    const of = await people(owner);
    const forAgents = { key: 'appointment_scheduled_agent', channel: 'email' } as const;
    await owner.call(contract.saveMessageTemplate, { ...forAgents, rev: 0, audiences: ['listing_agent'] });
    await owner.call(contract.saveMessageTemplate, { ...scheduled, rev: 0, enabled: false });
    await of.technician.call(updateProfile, { own_appointments: 'false' } as never);
    const mails = await book(owner, of);
    expect([...mails.keys()].sort()).toEqual(['crew@who.example', 'listing@who.example']);
    expect(await owner.call(contract.getMessageTemplate, scheduled)).toMatchObject({ state: 'off' });
    const refused = async (change: object) =>
      (await owner.request(contract.saveMessageTemplate, { ...forAgents, rev: 1, ...change })).error?.details;
    expect(await refused({ audiences: ['client'] })).toHaveProperty('audiences');
    expect(await refused({ audiences: [] })).toHaveProperty('audiences');
    const waited = { key: 'agreement_request', channel: 'email', rev: 0, enabled: false } as const;
    expect((await owner.request(contract.saveMessageTemplate, waited)).error?.details).toHaveProperty(
      'enabled',
    );
  });
});

describe('the preview and the test', () => {
  const draft = { ...scheduled, lang: 'fr', ...text } as const;

  test('show a sample, then an appointment of the company, and queue nothing', async () => {
    const owner = await testApp.create.owner();
    const before = (await queued(owner)).length;
    const sample = await owner.call(contract.previewMessageTemplate, draft);
    expect(sample).toMatchObject({ order_id: null, empty: [] });
    expect(sample.html).toContain('lang="fr"');
    await bookedAppointment(owner, { clients: [await newClient(owner, { first_name: 'Zoë' })] });
    const booked = (await queued(owner)).length;
    const real = await owner.call(contract.previewMessageTemplate, draft);
    expect(real.text).toContain('Dear Zoë,');
    expect(real.subject).toBe('Soon: 08/03/2030');
    expect([before, (await queued(owner)).length]).toEqual([1, booked]);
    const stranger = await testApp.create.owner();
    const { appointment } = await bookedAppointment(owner, { at: '2030-03-09T09:00' });
    const foreign = await stranger.request(contract.previewMessageTemplate, {
      ...draft,
      appointment_id: appointment.id,
    });
    expect(foreign.error?.type).toBe('NOT_FOUND');
  });

  test('the test goes to the caller alone, and the real message is still sent once', async () => {
    const owner = await testApp.create.owner();
    const client = await newClient(owner, { email: 'real@test.example' });
    const before = (await queued(owner)).length;
    expect(await owner.call(contract.testMessageTemplate, draft)).toEqual({ to: await addressOf(owner) });
    const added = (await queued(owner)).slice(before);
    expect(added).toMatchObject([{ to_address: await addressOf(owner), appointment_id: null }]);
    expect(added[0]?.subject).toMatch(/^Test\u00a0: Soon/);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await bookedAppointment(owner, { clients: [client] });
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual(['real@test.example']);
  });
});
