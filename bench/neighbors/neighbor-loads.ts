import { raceBookings } from '../../src/testing/booking-race.ts';
import { bookingParts, overlappingBookings } from '../support/bookings.ts';
import type { Caller } from '../support/server.ts';
import { agreementRounds } from './neighbor-agreements.ts';
import { type Company, counted, type Round } from './neighbor-calls.ts';
import { photoRounds } from './neighbor-photos.ts';

/** Something company A does that keeps the server busy. `prepare` runs before the idle time is measured. */
export interface Load {
  name: string;
  prepare(company: Company): Promise<Round[]>;
}

export const neighborLoads: readonly Load[] = [
  { name: 'bookings', prepare: bookingRounds },
  { name: 'agreements', prepare: agreementRounds },
  { name: 'import', prepare: importRounds },
  { name: 'photos', prepare: photoRounds },
];

const writers = 40;

async function bookingRounds({ server, a }: Company): Promise<Round[]> {
  const parts = await bookingParts(a);
  return Array.from({ length: 5 }, (_, round) => async () => {
    const bookings = overlappingBookings(a, parts, { writers, round, name: 'NEIGHBOR' });
    return (await raceBookings(server.origin, a.token, bookings)).statuses;
  });
}

const people = 10_000;
const rowsInFile = 5_000;

/** A dry run of all people, then their import; a file has at most 5,000. */
async function importRounds({ server, a }: Company): Promise<Round[]> {
  const files = Array.from({ length: people / rowsInFile }, (_, n) => peopleFile(n * rowsInFile));
  const send = (isDry: boolean) => async () => {
    const count: Record<string, number> = {};
    const runs = await Promise.all(
      files.map((file) => {
        const form = new FormData();
        form.append('file', new File([file], 'people.csv', { type: 'text/csv' }));
        if (isDry) form.append('dry_run', 'true');
        return counted(count, server, a, '/v2/clients/import', { method: 'POST', body: form });
      }),
    );
    if (!isDry) await Promise.all(runs.map((run) => untilImported(a, String(run?.import_id))));
    return count;
  };
  return [send(true), send(false)];
}

function peopleFile(first: number): string {
  const rows = Array.from({ length: rowsInFile }, (_, n) => {
    const one = first + n;
    return `Ida${one},Imported${one % 97},ida.${one}@import.test,512-555-${String(one % 10_000).padStart(4, '0')},${one} Elm Court,Austin,TX,78701,"Met at the fair, wants to be called in the evening",seller;fair`;
  });
  return ['First name,Last name,Email,Phone,Address,City,State,Zip,Notes,Tags', ...rows].join('\n');
}

async function untilImported(a: Caller, id: string): Promise<void> {
  for (;;) {
    const { data, error } = await a.get(`/v2/imports/${id}`);
    if (error) throw new Error(error.message);
    if (data.status === 'done') return;
    await new Promise((wake) => setTimeout(wake, 250));
  }
}
