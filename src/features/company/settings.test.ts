import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { settingKeys } from '#domain/company-settings.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { rowsOf } from '#testing/company-rows.ts';
import { openHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import { getFile } from './contract.ts';
import { getProfile, getPublicPicture } from './profile-contract.ts';
import { readSecret } from './read-secret.ts';
import { getSettings, updateSettings, uploadFiles } from './settings-contract.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const owner = await house.has.owner({ company_name: 'Ann’s Homes', timezone: 'America/Chicago' });
const of = (person: Person) => ({ subscriberId: person.subscriberId });
const read = (person = owner) => person.does(getSettings, of(person));
const change = (changes: Record<string, unknown>, person = owner) =>
  person.does(updateSettings, { ...of(person), ...changes } as never);
const tries = (changes: Record<string, unknown>, person = owner) =>
  person.tries(updateSettings, { ...of(person), ...changes });
const png = async () =>
  new File(
    [
      await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ],
    'x.png',
    {
      type: 'image/png',
    },
  );

const web = 'Please enter a web address that begins with https://';
const clock = 'Please enter a time of day';
const option = 'Please choose one of the options';
const bool = (key: string, first = true): Row[] => [
  [key, first],
  [key, 'yes', { [key]: 'Must be yes or no' }],
];
/** A key with a value that is taken (and read back as it was sent, or as the fourth says), or refused in these words. */
type Row = [key: string, value: unknown, refused?: Record<string, string>, readBack?: unknown];

const table: Row[] = [
  ['company_name', '  Lee & Sons ', undefined, 'Lee & Sons'],
  ['company_name', ' ', { company_name: 'Company name is required' }],
  ['company_phone', '(512) 555-0199', undefined, '5125550199'],
  ['company_phone', '12', { company_phone: 'Phone must have 10 digits' }],
  ['company_email', ' Office@Lee.example ', undefined, 'office@lee.example'],
  ['company_email', 'office@', { company_email: 'Email is not valid' }],
  ['website', 'lee.example', undefined, 'https://lee.example'],
  ['website', 'javascript:alert(1)', { website: 'Website is not valid' }],
  ['address', '12 Main St'],
  ['address', 'x'.repeat(201), { address: 'At most 200 characters' }],
  ['city', 'Austin'],
  ['city', 7, { city: 'Must be text' }],
  ['state', 'TX'],
  ['state', 'x'.repeat(121), { state: 'At most 120 characters' }],
  ['zip_code', '78701'],
  ['zip_code', '787', { zip_code: 'Zip code must have 5 digits' }],
  ['address_lat_long', { lat: 30.2, lng: -97.7 }],
  ['address_lat_long', { lat: 300, lng: 0 }, { address_lat_long: 'Position is not valid' }],
  ['timezone', 'Europe/Berlin'],
  ['timezone', 'Mars/Base', { timezone: 'Time zone is not known' }],
  ['currency', 3],
  ['currency', 5, { currency: option }],
  ['date_format', 'DD.MM.YYYY'],
  ['date_format', 'YY', { date_format: option }],
  ['country_code', 'DE'],
  ['country_code', 'XX', { country_code: option }],
  ['country_code', 'US'],
  ['social_links', { facebook: 'https://facebook.example/lee' }],
  ['social_links', { yelp: 'ftp://x' }, { 'social_links.yelp': web }],
  ['social_links', { myspace: 'x' }, { 'social_links.myspace': 'Unknown field' }],
  ['service_radius', 60],
  ['service_radius', 501, { service_radius: 'Please enter a whole number from 1 to 500' }],
  ['service_radius', null],
  ['order_prefix', 'LEE-'],
  ['order_prefix', 'a<b', { order_prefix: 'Only letters, digits and - / . _ are possible' }],
  ['next_order_number', 2000],
  ['next_order_number', 0, { next_order_number: 'Please enter a whole number from 1 to 999999999' }],
  ['default_start_time', 830],
  ['default_start_time', 875, { default_start_time: clock }],
  ['default_duration', 2.75],
  [
    'default_duration',
    2.1,
    { default_duration: 'Please enter a duration of up to 24 hours in quarter hours' },
  ],
  ['default_price', 199.5],
  ['default_price', -1, { default_price: 'Please enter an amount of 0 or more' }],
  ['default_agreement_id', '', undefined, null],
  ['default_agreement_id', 'x', { default_agreement_id: 'Not a valid id' }],
  ...bool('default_confirm', false),
  ['payment_type', 2],
  ['payment_type', 8, { payment_type: option }],
  ['payment_instructions', 'Cash or check at the door.'],
  ['payment_instructions', 'x'.repeat(2001), { payment_instructions: 'At most 2000 characters' }],
  ['external_payment_url', 'https://pay.example/lee'],
  ['external_payment_url', 'http://pay.example', { external_payment_url: web }],
  ...bool('allow_partial_payments'),
  ...bool('require_payment_default', false),
  ...bool('enable_online_scheduling'),
  ['dont_allow_scheduling_within', 720],
  [
    'dont_allow_scheduling_within',
    721,
    { dont_allow_scheduling_within: 'Please enter a whole number from 0 to 720' },
  ],
  ['max_days_ahead', 30],
  ['max_days_ahead', 1.5, { max_days_ahead: 'Please enter a whole number from 1 to 730' }],
  ['buffer_minutes', 15],
  ['buffer_minutes', -1, { buffer_minutes: 'Please enter a whole number from 0 to 480' }],
  ...bool('allow_choice_of_technicians', false),
  ...bool('show_client_pricing_details', false),
  ...bool('require_confirmation', false),
  [
    'confirmation_text',
    '<p onclick="x()">Thanks <b>a lot</b><script>alert(1)</script></p><img src=x onerror=alert(1)>',
    undefined,
    '<p>Thanks <strong>a lot</strong></p>',
  ],
  ['confirmation_text', 'x'.repeat(5001), { confirmation_text: 'At most 5000 characters' }],
  ['conversion_url', 'https://lee.example/thanks'],
  ['conversion_url', 'x y', { conversion_url: web }],
  ['google_analytics_number', 'g-ab12cd34', undefined, 'G-AB12CD34'],
  ['google_analytics_number', 'X-1', { google_analytics_number: 'Must begin with G-, UA- or AW-' }],
  ['location_tags', [' Attic', 'attic', 'Roof '], undefined, ['Attic', 'Roof']],
  ['location_tags', ['x'.repeat(61)], { location_tags: 'Each at most 60 characters' }],
  ['template_recommendations', ['Roofer']],
  ['template_recommendations', 'Roofer', { template_recommendations: 'Must be a list' }],
  ['photo_quality', 3],
  ['photo_quality', 4, { photo_quality: option }],
  ...bool('cost_estimator'),
  ...bool('require_completion_to_publish'),
  ...bool('sample_reports', false),
  ...bool('show_client', false),
  ...bool('show_listing_agent'),
  ...bool('show_contractor'),
  ['google_calendar_id', 'lee@group.calendar.google.com'],
  ['google_calendar_id', 'x'.repeat(255), { google_calendar_id: 'At most 254 characters' }],
  ['calendar_text', '{{clients.names}}'],
  ['calendar_text', 'x'.repeat(2001), { calendar_text: 'At most 2000 characters' }],
  ...['advanced_metrics', 'pay_splits', 'hourly_tracking', 'service_limitations', 'service_areas'].flatMap(
    (key) => bool(key),
  ),
  ['point_of_contact_name', 'Lee Major'],
  ['point_of_contact_name', 'x'.repeat(121), { point_of_contact_name: 'At most 120 characters' }],
  ['point_of_contact_email', 'major@lee.example'],
  ['point_of_contact_email', 'major', { point_of_contact_email: 'Email is not valid' }],
  ['bcc_address', 'archive@lee.example'],
  ['bcc_address', 'archive', { bcc_address: 'Email is not valid' }],
  ['email_header_type', 2],
  ['email_header_type', 3, { email_header_type: option }],
  ['email_footer_type', 0],
  ['email_footer_type', -1, { email_footer_type: option }],
  ['email_header_text', '<p>Hello</p>'],
  ['email_header_text', 'x'.repeat(5001), { email_header_text: 'At most 5000 characters' }],
  ['email_footer_text', '<p><a href="javascript:x">Bye</a></p>', undefined, '<p>Bye</p>'],
  ['email_footer_text', 5, { email_footer_text: 'Must be text' }],
  ['agreement_signers', 'any'],
  ['agreement_signers', 'nobody', { agreement_signers: option }],
  ...bool('agents_can_sign', false),
  ...bool('agents_can_pay', false),
  ...bool('automations_enabled', false),
  ['public_slug', 'Lee-And-Sons', undefined, 'lee-and-sons'],
  ['public_slug', '-x', { public_slug: '3 to 40 characters: small letters, digits and hyphens' }],
  ['about_company', '<h2>About</h2><p>Us</p>'],
  ['about_company', 'x'.repeat(20_001), { about_company: 'At most 20000 characters' }],
  ['service_area', 'Travis County'],
  ['service_area', 'x'.repeat(2001), { service_area: 'At most 2000 characters' }],
  ['video_url', 'https://video.example/1'],
  ['video_url', 'video', { video_url: web }],
  ['logo', null],
  ['logo', '/api/v2/files/x', { logo: 'Please send a picture as a file' }],
  ['header_logo', null],
  ['header_logo', 5, { header_logo: 'Please send a picture as a file' }],
  ['signature', null],
  ['signature', {}, { signature: 'Please send a picture as a file' }],
];

const form: [string, unknown, string?, unknown?][] = [
  ['default_name', 'Request'],
  ['default_name', 'x'.repeat(121), 'At most 120 characters'],
  ['price', 50],
  ['price', 1.001, 'Please enter an amount of 0 or more'],
  ['start_time', 1000],
  ['start_time', 2400, clock],
  ['duration', 4],
  ['duration', 0, 'Please enter a duration of up to 24 hours in quarter hours'],
  ['agreement_id', null],
  ['note', 'Gate code?'],
  ['note', 'x'.repeat(2001), 'At most 2000 characters'],
  ['received_text', '<p>Got it<script>x</script></p>', undefined, '<p>Got it</p>'],
  ['received_text', 'x'.repeat(5001), 'At most 5000 characters'],
  ['notify_email', false],
  ['notify_email', 'no', 'Must be yes or no'],
  ['notify_phone', true],
  ['notify_phone', 1, 'Must be yes or no'],
  ['notify_emails', ['A@lee.example', 'a@lee.example'], undefined, ['a@lee.example']],
  ['notify_emails', ['a'], 'Email is not valid'],
  ['notify_phones', ['512-555-0100'], undefined, ['5125550100']],
  ['notify_phones', ['1'], 'Phone must have 10 digits'],
];

describe('each setting', () => {
  test('is in the table', () => {
    const known = new Set([...table.map(([key]) => key), 'request_form']);
    expect(settingKeys.filter((key) => !known.has(key))).toEqual([]);
  });

  test.each(table)('%s: %j', async (key, value, refused, readBack) => {
    const answer = await tries({ [key]: value });
    if (refused) {
      expect([answer.error?.type, answer.error?.details]).toEqual(['BAD_USER_INPUT', refused]);
      return;
    }
    expect(answer.error).toBeNull();
    expect((await read())[key as 'logo']).toEqual(readBack === undefined ? value : readBack);
  });

  test.each(form)('request_form.%s: %j', async (key, value, refused, readBack) => {
    const before = (await read()).request_form;
    const answer = await tries({ request_form: { [key]: value } });
    if (refused) {
      expect(Object.values(answer.error?.details ?? {})).toEqual([refused]);
      expect(Object.keys(answer.error?.details ?? {})[0]).toMatch(`request_form.${key}`);
      return;
    }
    expect((await read()).request_form).toEqual({
      ...before,
      [key]: readBack === undefined ? value : readBack,
    });
  });

  test('that nobody knows is refused by name, and nothing else of the call is kept', async () => {
    const before = await read();
    const answer = await tries({ company_name: 'Other', colour: 'red' });
    expect([answer.error?.type, answer.error?.details]).toEqual([
      'BAD_USER_INPUT',
      { colour: 'Unknown field' },
    ]);
    expect(await read()).toEqual(before);
  });

  test('of the country decides about phone and postal code', async () => {
    const austria = await house.has.owner();
    const german = { country_code: 'AT', company_phone: '+43 1 234567', zip_code: '1010' };
    expect(await change(german, austria)).toMatchObject({ company_phone: '431234567', zip_code: '1010' });
    const answer = await tries({ zip_code: '10100' }, austria);
    expect(answer.error?.details).toEqual({ zip_code: 'Zip code must have 4 digits' });
  });
});

describe('saving', () => {
  test('needs the right; others read, and of another company nothing is read or written', async () => {
    const technician = await house.has.member(owner, { type: 'technician' });
    expect((await technician.does(getSettings, of(owner))).company_name).toBe((await read()).company_name);
    expect((await technician.tries(updateSettings, { ...of(owner), city: 'X' })).error?.type).toBe(
      'FORBIDDEN',
    );
    const stranger = await house.has.owner();
    for (const route of [getSettings, updateSettings, uploadFiles])
      expect((await stranger.tries(route, { ...of(owner), logo: await png() })).error?.type).toBe(
        'FORBIDDEN',
      );
  });

  test('with an old rev is a conflict that tells how it stands', async () => {
    const { rev } = await read();
    const saved = await change({ rev, city: 'Buda' });
    expect(saved.rev).toBe(rev + 1);
    const late = await tries({ rev, city: 'Kyle' });
    expect(late.error).toMatchObject({
      type: 'CONFLICT',
      details: { current: { city: 'Buda', rev: rev + 1 } },
    });
    expect((await change({ rev: rev + 1, city: 'Buda' })).rev).toBe(rev + 1);
  });

  test('is written down with before and after', async () => {
    await change({ city: 'Lockhart' });
    const row = await house.reads(owner.subscriberId, (ctx) =>
      ctx.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
    );
    expect(row).toMatchObject({
      action: 'company.settings_changed',
      actor_id: owner.id,
      before: { city: 'Buda' },
      after: { city: 'Lockhart' },
    });
  });

  test('takes only agreements of the company', async () => {
    const stranger = await house.has.owner();
    const { pageData } = await stranger.does(
      (await import('#features/agreements/contract.ts')).listAgreements,
    );
    const theirs = pageData[0]?.id ?? '';
    const answer = await tries({ default_agreement_id: theirs, request_form: { agreement_id: theirs } });
    expect(answer.error?.details).toEqual({
      default_agreement_id: 'This agreement is not known',
      'request_form.agreement_id': 'This agreement is not known',
    });
    expect((await change({ default_agreement_id: theirs }, stranger)).default_agreement_id).toBe(theirs);
  });

  test('keeps public names apart; a former one goes on leading here', async () => {
    const other = await house.has.owner();
    await change({ public_slug: 'lee-homes' });
    await change({ public_slug: 'lee-houses' });
    expect((await tries({ public_slug: 'lee-homes' }, other)).error?.details).toEqual({
      public_slug: 'already used',
    });
    const profile = await house.visitor.does(getProfile, { id: 'lee-homes' });
    expect(profile.public_slug).toBe('lee-houses');
    expect((await change({ public_slug: 'lee-homes' })).public_slug).toBe('lee-homes');
  });

  test('never hands out an order number twice, and the currency stays once there was a payment', async () => {
    const payer = await house.has.owner();
    const booked = await bookedAppointment(payer, { order_id: 'B-1500' });
    const answer = await tries({ order_prefix: 'B-', next_order_number: 1500 }, payer);
    expect(answer.error?.details).toEqual({
      next_order_number: 'Number 1500 is used already, the next one is 1501 or more',
    });
    expect(await change({ order_prefix: 'B-', next_order_number: 1501 }, payer)).toMatchObject({
      order_prefix: 'B-',
    });
    expect((await change({ currency: 2 }, payer)).currencySymbol).toBe('C$');
    await payer.does(recordPayment, { id: booked.appointment.id, amount: 5, method: 'cash' } as never);
    const refused = await tries({ currency: 1 }, payer);
    const message = 'The currency cannot change once payments exist';
    expect(refused.error).toMatchObject({ type: 'CONFLICT', message, details: { currency: message } });
    expect(await read(payer)).toMatchObject({ currency: 2, currency_is_fixed: true });
  });

  test('leaves what appointments copied', async () => {
    const booker = await house.has.owner();
    const { appointment: before } = await bookedAppointment(booker);
    await change({ timezone: 'America/Denver', require_payment_default: false }, booker);
    expect(before).toMatchObject({ require_payment: true });
    const { appointment: after } = await bookedAppointment(booker, { date_time: '2031-05-05T09:00' });
    expect(after).toMatchObject({ require_payment: false, timezone: 'America/Denver' });
  });
});

describe('secrets', () => {
  const key = 'sk_test_0123456789abcdef';
  const hook = 'whsec-very-secret-0123456789';

  test('are needed together, kept when empty, taken away by null', async () => {
    const alone = await tries({ payment_type: 6, credentials: { client_secret: key } });
    expect(alone.error?.details).toEqual({ 'credentials.client_id': 'This is required' });
    expect((await tries({ payment_type: 6 })).error?.details).toEqual({
      'credentials.client_id': 'This is required',
    });
    expect((await tries({ payment_type: 5, credentials: { user_id: 'x' } })).error?.details).toEqual({
      'credentials.user_id': 'Unknown field',
    });
    const set = await change({
      payment_type: 5,
      credentials: { publishable_key: 'pk_test_1', secret_key: key },
    });
    expect(set.credentials['5']).toEqual({ publishable_key: true, secret_key: true });
    await change({ credentials: { publishable_key: 'pk_test_2', secret_key: '' }, webhook_secret: hook });
    const stored = await house.reads(owner.subscriberId, (ctx) => readSecret(ctx, 'payment.5.secret_key'));
    expect(stored).toBe(key);
    expect((await tries({ webhook_secret: 'short' })).error?.details).toEqual({
      webhook_secret: 'Between 16 and 200 characters',
    });
    const gone = await change({ credentials: { publishable_key: null, secret_key: null } });
    expect(gone.credentials['5']).toEqual({ publishable_key: false, secret_key: false });
    await change({ credentials: { publishable_key: 'pk_test_2', secret_key: key } });
  });

  test('stand in no answer, no row and no log', async () => {
    expect((await read()).webhook_secret).toEqual({ is_set: true });
    const told = JSON.stringify([
      await read(),
      await house.visitor.does(getProfile, { id: owner.subscriberId }),
      await rowsOf(house, owner.subscriberId),
      house.logged,
    ]);
    for (const secret of [key, hook, 'pk_test_2']) expect(told).not.toContain(secret);
    expect(told).toContain('payment.5.secret_key');
  });
});

describe('pictures', () => {
  test('are told by their content, shown to members and on the public profile, and taken away', async () => {
    const saved = await owner.does(uploadFiles, { ...of(owner), logo: await png(), signature: await png() });
    const id = saved.logo?.split('/').at(-1) ?? '';
    expect((await owner.tries(getFile, { id })).status).toBe(200);
    const profile = await house.visitor.does(getProfile, { id: saved.request_id });
    expect(profile.logos.logo).toContain(`/companies/${saved.request_id}/pictures/logo?v=`);
    const picture = await house.visitor.tries(getPublicPicture, { id: saved.request_id, name: 'logo' });
    expect([picture.status, picture.raw.subarray(1, 4).toString()]).toEqual([200, 'PNG']);
    expect(
      (await house.visitor.tries(getPublicPicture, { id: saved.request_id, name: 'header_logo' })).status,
    ).toBe(404);
    expect(await change({ logo: null, signature: null })).toMatchObject({ logo: null, signature: null });
    expect((await house.visitor.tries(getPublicPicture, { id: saved.request_id, name: 'logo' })).status).toBe(
      404,
    );
  });

  test('of another kind, too large, or missing are refused', async () => {
    const text = new File(['<svg onload="x()"/>'], 'logo.png', { type: 'image/png' });
    const large = new File([new Uint8Array(5_242_881)], 'logo.png', { type: 'image/png' });
    const send = (logo?: File) => owner.tries(uploadFiles, { ...of(owner), ...(logo ? { logo } : {}) });
    expect((await send(text)).error).toMatchObject({
      type: 'UNSUPPORTED_FILE',
      message: 'File type not accepted',
    });
    expect((await send(large)).error?.type).toBe('PAYLOAD_TOO_LARGE');
    expect((await send()).error?.details).toEqual({ logo: 'Please choose a picture' });
  });
});

describe('the public profile', () => {
  test('is open to everybody by id, request id and name, without what is not public', async () => {
    const saved = await change({
      about_company: '<p>We look.</p>',
      social_links: { yelp: 'https://yelp.example/x' },
      video_url: 'https://video.example/1',
      bcc_address: 'hidden@lee.example',
      show_client_pricing_details: false,
    });
    for (const id of [owner.subscriberId, saved.request_id, saved.public_slug]) {
      const profile = await house.visitor.does(getProfile, { id });
      expect(profile).toMatchObject({
        names: { company_name: saved.company_name, owner_name: expect.any(String) },
        logos: { logo: null, header_logo: null },
        about_company: '<p>We look.</p>',
        social_links: { yelp: 'https://yelp.example/x' },
        address_lat_long: { lat: 30.2, lng: -97.7 },
      });
      expect(profile.services.length).toBeGreaterThan(0);
      expect(profile.services.every((service) => service.price === null)).toBe(true);
      expect(JSON.stringify(profile)).not.toContain('hidden@');
    }
  });

  test('shows prices where the company does', async () => {
    await change({ show_client_pricing_details: true });
    const profile = await house.visitor.does(getProfile, { id: owner.subscriberId });
    expect(profile.services.some((service) => (service.price ?? 0) > 0)).toBe(true);
  });

  test('by the id of another company is refused to people who are signed in; by its link they see it', async () => {
    const stranger = await house.has.owner();
    expect((await stranger.tries(getProfile, { id: owner.subscriberId })).error?.type).toBe('FORBIDDEN');
    const { request_id } = await read();
    expect((await stranger.does(getProfile, { id: request_id })).request_id).toBe(request_id);
    expect((await stranger.does(getProfile, { id: stranger.subscriberId })).request_id).not.toBe(request_id);
  });

  test('of an unknown or suspended company is not found', async () => {
    expect((await house.visitor.tries(getProfile, { id: 'nobody-here' })).error?.type).toBe('NOT_FOUND');
    const closed = await house.has.owner();
    const { request_id } = await read(closed);
    await house.writes(closed.subscriberId, (ctx) =>
      ctx.db
        .updateTable('companies')
        .set({ status: 0 })
        .where('subscriber_id', '=', closed.subscriberId)
        .execute(),
    );
    for (const id of [request_id, closed.subscriberId])
      expect((await house.visitor.tries(getProfile, { id })).error?.type).toBe('NOT_FOUND');
  });
});
