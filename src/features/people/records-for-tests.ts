import { newClient } from '#testing/bookings.ts';
import { makePicture } from '#testing/make-picture.ts';
import type { TestUser } from '#testing/test-user.ts';
import { agents, clients, contractors } from './contract.ts';
import { importClients } from './import-contract.ts';
import { mergePeople } from './merge-contract.ts';
import { staffs, technicians } from './team-contract.ts';

/** Contacts of every kind, each with a spare one that no appointment uses. */
export async function createContactRecords(owner: TestUser, marker: string) {
  const named = (last_name: string) => ({ first_name: marker, last_name, phone: '5125550122' });
  const email = (name: string) => `${name}@${marker.toLowerCase()}.example`;
  const profile_pic = new File([await makePicture(64, 64)], `${marker}.png`, { type: 'image/png' });
  const client = await owner.call(clients.create, {
    ...named('Client'),
    email: email('client'),
    profile_pic,
  });
  const make = async (routes: typeof agents, name: string) =>
    (
      await owner.call(routes.create, {
        ...named(name),
        email: email(name.toLowerCase()),
        company_name: `${marker} Ltd`,
      })
    ).id;
  return {
    client: client.id,
    file: client.profile_pic?.split('/').at(-1) ?? '',
    spareClient: await newClient(owner, { last_name: `${marker} Spare` }),
    agent: await make(agents, 'Agent'),
    spareAgent: await make(agents, 'Spareagent'),
    contractor: await make(contractors as unknown as typeof agents, 'Contractor'),
    spareContractor: await make(contractors as unknown as typeof agents, 'Sparecontractor'),
  };
}

/** A pair of possible duplicates, a merged pair, and an import. */
export async function createDuplicateRecords(owner: TestUser, marker: string) {
  const clientNamed = (name: string) => newClient(owner, { last_name: `${marker} ${name}` });
  const [duplicateClient, otherDuplicate, remaining, merged] = [
    await clientNamed('Twin'),
    await clientNamed('Twin'),
    await clientNamed('Remaining'),
    await clientNamed('Merged'),
  ];
  const merge = await owner.call(mergePeople, { kind: 'clients', keep_id: remaining, merge_id: merged });
  const file = new File(
    [`email,name\n${marker}@import.example,${marker} Imported\n,Broken`],
    `${marker}.csv`,
  );
  const run = await owner.call(importClients, { file });
  return { duplicateClient, otherDuplicate, merge: merge.merge_id, import: run.import_id ?? '' };
}

/** Two invited members without work, so that they can be deactivated and deleted. */
export async function createTeamRecords(owner: TestUser, marker: string) {
  const named = (last_name: string) => ({
    first_name: marker,
    last_name,
    email: `${last_name}@${marker}.example`.toLowerCase(),
  });
  return {
    spareTechnician: (await owner.call(technicians.create, named('Sparetechnician'))).id,
    spareStaff: (await owner.call(staffs.create, named('Sparestaff'))).id,
  };
}
