import { describe, expect, test } from 'vitest';
import { getFile } from './contract.ts';
import { getProfile, getPublicPicture } from './profile-contract.ts';
import { uploadFiles } from './settings-contract.ts';
import { createPng, openSettings, settingsPathOf } from './settings-for-tests.ts';

const { testApp, owner, read, change } = await openSettings();

describe('pictures', () => {
  test('are detected by content, visible to members and on the public profile, and can be removed', async () => {
    const saved = await owner.call(uploadFiles, {
      ...settingsPathOf(owner),
      logo: await createPng(),
      signature: await createPng(),
    });
    const id = saved.logo?.split('/').at(-1) ?? '';
    expect((await owner.request(getFile, { id })).status).toBe(200);
    const profile = await testApp.visitor.call(getProfile, { id: saved.request_id });
    expect(profile.logos.logo).toContain(`/companies/${saved.request_id}/pictures/logo?v=`);
    const picture = await testApp.visitor.request(getPublicPicture, { id: saved.request_id, name: 'logo' });
    expect([picture.status, picture.raw.subarray(1, 4).toString()]).toEqual([200, 'PNG']);
    expect(
      (await testApp.visitor.request(getPublicPicture, { id: saved.request_id, name: 'header_logo' })).status,
    ).toBe(404);
    expect(await change({ logo: null, signature: null })).toMatchObject({ logo: null, signature: null });
    expect(
      (await testApp.visitor.request(getPublicPicture, { id: saved.request_id, name: 'logo' })).status,
    ).toBe(404);
  });

  test('of an unsupported type, too large or missing are rejected', async () => {
    const text = new File(['<svg onload="x()"/>'], 'logo.png', { type: 'image/png' });
    const large = new File([new Uint8Array(5_242_881)], 'logo.png', { type: 'image/png' });
    const send = (logo?: File) =>
      owner.request(uploadFiles, { ...settingsPathOf(owner), ...(logo ? { logo } : {}) });
    expect((await send(text)).error).toMatchObject({
      type: 'UNSUPPORTED_FILE',
      message: 'File type not accepted',
    });
    expect((await send(large)).error?.type).toBe('PAYLOAD_TOO_LARGE');
    expect((await send()).error?.details).toEqual({ logo: 'Choose a picture' });
  });
});

describe('the public profile', () => {
  test('is public by id, request id and name, without private fields', async () => {
    const saved = await change({
      about_company: '<p>We look.</p>',
      social_links: { yelp: 'https://yelp.example/x' },
      video_url: 'https://video.example/1',
      bcc_address: 'hidden@lee.example',
      address_lat_long: { lat: 30.2, lng: -97.7 },
      show_client_pricing_details: false,
    });
    for (const id of [owner.subscriberId, saved.request_id, saved.public_slug]) {
      const profile = await testApp.visitor.call(getProfile, { id });
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

  test('shows prices if the company does', async () => {
    await change({ show_client_pricing_details: true });
    const profile = await testApp.visitor.call(getProfile, { id: owner.subscriberId });
    expect(profile.services.some((service) => (service.price ?? 0) > 0)).toBe(true);
  });

  test('of another company is rejected by id for signed-in users, but visible by its link', async () => {
    const stranger = await testApp.create.owner();
    expect((await stranger.request(getProfile, { id: owner.subscriberId })).error?.type).toBe('FORBIDDEN');
    const { request_id } = await read();
    expect((await stranger.call(getProfile, { id: request_id })).request_id).toBe(request_id);
    expect((await stranger.call(getProfile, { id: stranger.subscriberId })).request_id).not.toBe(request_id);
  });

  test('of an unknown or suspended company is NOT_FOUND', async () => {
    expect((await testApp.visitor.request(getProfile, { id: 'nobody-here' })).error?.type).toBe('NOT_FOUND');
    const closed = await testApp.create.owner();
    const { request_id } = await read(closed);
    await testApp.writeAs(closed.subscriberId, (ctx) =>
      ctx.db
        .updateTable('companies')
        .set({ status: 0 })
        .where('subscriber_id', '=', closed.subscriberId)
        .execute(),
    );
    for (const id of [request_id, closed.subscriberId])
      expect((await testApp.visitor.request(getProfile, { id })).error?.type).toBe('NOT_FOUND');
  });
});
