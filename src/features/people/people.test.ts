import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { getFile } from '#features/company/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

const ann = { first_name: 'Ann', last_name: 'Ågren', email: 'Ann@Example.com', phone: '(555) 010-1234' };

describe('a client', () => {
  test('cannot be added with an empty form: each missing field is reported', async () => {
    const answer = await owner.request(contract.clients.create, {});
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      message: 'First name is required',
      details: {
        first_name: 'First name is required',
        last_name: 'Last name is required',
        email: 'Email is required',
      },
    });
  });

  test('is normalized when stored, can be read back, and is updated field by field', async () => {
    const made = await owner.call(contract.clients.create, { ...ann, zip_code: '30301', city: 'Atlanta' });
    expect(made).toMatchObject({
      email: 'ann@example.com',
      phone: '5550101234',
      kind: 'client',
      status: 1,
      warnings: {},
    });
    const changed = await owner.call(contract.clients.update, { id: made.id, city: 'Macon' });
    expect(changed).toMatchObject({ first_name: 'Ann', city: 'Macon', rev: 2 });
    expect(await owner.call(contract.clients.get, { id: made.id })).toMatchObject({
      city: 'Macon',
      zip_code: '30301',
    });
    const stale = await owner.request(contract.clients.update, { id: made.id, city: 'Rome', rev: 1 });
    expect(stale.error).toMatchObject({ type: 'CONFLICT', details: { current: { city: 'Macon' } } });
  });

  test('may share an address with another one: a warning, not an error', async () => {
    const first = await owner.call(contract.clients.create, { ...ann, email: 'couple@example.com' });
    const second = await owner.call(contract.clients.create, {
      ...ann,
      first_name: 'Bo',
      email: 'couple@example.com',
    });
    expect([first.warnings, second.warnings]).toEqual([{}, { email: 'This email is already in use' }]);
  });

  test('can be made inactive and active again; other status values are rejected', async () => {
    const { id } = await owner.call(contract.clients.create, ann);
    expect(await owner.call(contract.clients.setStatus, { id, newStatus: 0 })).toMatchObject({ status: 0 });
    for (const newStatus of [2, 'x', null, true, undefined]) {
      const answer = await owner.request(contract.clients.setStatus, { id, newStatus });
      expect(answer.error?.details).toEqual({ newStatus: 'Unknown status' });
    }
  });

  test('is deleted only with permission, once, and disappears from lists', async () => {
    const { id } = await owner.call(contract.clients.create, { ...ann, last_name: 'Gone' });
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await staff.request(contract.clients.remove, { id })).error?.type).toBe('FORBIDDEN');
    await owner.call(contract.clients.remove, { id });
    expect((await owner.request(contract.clients.remove, { id })).status).toBe(404);
    expect((await owner.request(contract.clients.get, { id })).status).toBe(404);
    expect((await owner.call(contract.clients.list, { text: 'gone' })).pageData).toEqual([]);
  });

  test('of another company is NOT_FOUND', async () => {
    const stranger = await testApp.create.owner();
    const { id } = await owner.call(contract.clients.create, ann);
    expect((await stranger.request(contract.clients.get, { id })).status).toBe(404);
    expect((await stranger.request(contract.clients.update, { id, city: 'X' })).status).toBe(404);
    expect((await stranger.request(contract.clients.list, { subscriberId: owner.subscriberId })).status).toBe(
      403,
    );
  });
});

describe('the list of clients', () => {
  test('pages without gaps or duplicates and finds clients by every word', async () => {
    const company = await testApp.create.owner();
    for (let i = 0; i < 30; i++) {
      await company.call(contract.clients.create, {
        first_name: `First${i % 3}`,
        last_name: i % 2 ? `Ökonom${i}` : `Miller${i}`,
        email: `person${i}@mail.example`,
        phone: `55501000${String(i).padStart(2, '0')}`,
      });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof next>> = await next(cursor);
      expect(page.pageInfo.total).toBe(30);
      seen.push(...page.pageData.map((row) => row.id));
      cursor = page.pageInfo.endCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(30);

    const find = async (text: string) =>
      (await company.call(contract.clients.list, { text, perPage: 100 })).pageData;
    expect(await find('okonom')).toHaveLength(15);
    expect(await find('FIRST1 mill')).toHaveLength(5);
    expect(await find('person7@mail.example')).toHaveLength(1);
    expect(await find('(555) 010-0007')).toHaveLength(1);
    expect(await find('nobody')).toHaveLength(0);

    function next(from: string | undefined) {
      return company.call(contract.clients.list, { perPage: 7, cursor: from });
    }
  });
});

describe('a profile picture', () => {
  const picture = (bytes: Uint8Array, name = 'me.png') =>
    new File([new Uint8Array(bytes)], name, { type: 'image/png' });

  test('is stored and readable by members only', async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const made = await owner.call(contract.clients.create, { ...ann, profile_pic: picture(png) });
    const id = made.profile_pic?.split('/').at(-1) ?? '';
    const file = await owner.request(getFile, { id });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const stranger = await testApp.create.owner();
    expect((await stranger.request(getFile, { id })).status).toBe(404);
  });

  test('of an unsupported type or size is rejected with an error for the field', async () => {
    const script = await owner.request(contract.clients.create, {
      ...ann,
      profile_pic: picture(Buffer.from('alert(1)')),
    });
    expect([script.status, script.error?.message]).toEqual([415, 'File type not accepted']);
    const big = await owner.request(contract.clients.create, {
      ...ann,
      profile_pic: picture(Buffer.alloc(5_242_881, 1)),
    });
    expect([big.status, big.error?.type]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('other people of the company', () => {
  test('agents have an agency; contractors need a name or a company', async () => {
    const agent = await owner.call(contract.agents.create, { ...ann, agency_name: 'Best Homes' });
    expect(agent).toMatchObject({ kind: 'agent', agency_name: 'Best Homes' });
    expect((await owner.call(contract.agents.list, { text: 'best' })).pageData).toHaveLength(1);
    const contractor = await owner.call(contract.contractors.create, {
      company_name: 'Roofs',
      email: 'r@roofs.example',
    });
    expect(contractor).toMatchObject({ kind: 'contractor', company_name: 'Roofs' });
    expect((await owner.request(contract.clients.get, { id: agent.id })).status).toBe(404);
  });

  test('technicians are the owner and the technicians of the own company', async () => {
    const company = await testApp.create.owner();
    const tess = await testApp.create.member(company, { type: 'technician' });
    await testApp.create.member(company, { type: 'staff' });
    const { pageData, pageInfo } = await company.call(contract.listTechnicians, { limit: 100, perPage: 100 });
    expect(pageData.map((row) => row.id)).toEqual([company.id, tess.id]);
    expect(pageInfo.total).toBe(2);
    const data = await company.call(contract.getPeopleData, {
      subscriberId: company.subscriberId,
      status: 1,
    });
    expect(data.inspectorOptions.map((o) => o.id)).toEqual([company.id, tess.id]);
    const foreign = await owner.request(contract.getPeopleData, {
      subscriberId: company.subscriberId,
      status: 1,
    });
    expect(foreign.status).toBe(403);
  });

  test("a team member can be read by id, one of another company can't", async () => {
    expect(await owner.call(contract.getUserById, { user_id: owner.id })).toMatchObject({
      role: 'Administrator',
    });
    const stranger = await testApp.create.owner();
    expect((await owner.request(contract.getUserById, { user_id: stranger.id })).status).toBe(404);
  });
});
