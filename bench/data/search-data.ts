import { type BenchCluster, benchId } from './list-data.ts';
import { addPeople, bigCompany } from './people-data.ts';

/** Appointments of the large company; each of the others has `perSmallCompany`. */
export const bigCompanyAppointments = 600_000;
export const perSmallCompany = 500;
const smallCompanies = 800;
const at = `timestamptz '2026-01-01T00:00:00Z'`;

const streets = `array['Main St', 'Oak St', 'Congress Avenue', 'Maple Ave', 'Cedar Ln', 'Park Rd', 'Lake View Dr', 'St James Pl', 'Elm St', 'Hill Rd']`;
const cities = `array['Austin', 'Boulder', 'St Paul', 'Albany', 'Arlington', 'Salem', 'Aurora', 'Newton']`;

/**
 * Adds a million people and a million appointments: most of the latter in one company, the rest in many small ones.
 * Every appointment has two clients and an invoice, every second a payment. Triggers are disabled for that time.
 */
export async function addSearchData(cluster: BenchCluster): Promise<void> {
  const { ask } = cluster;
  await addPeople(cluster);
  await ask('set session_replication_role = replica');
  await ask("set maintenance_work_mem = '512MB'");
  await addAppointments(
    cluster,
    `select ${bigCompany} as c, n from generate_series(0, ${bigCompanyAppointments - 1}) as n`,
    140_000,
  );
  await addAppointments(
    cluster,
    `select c, n from generate_series(2, ${smallCompanies + 1}) as c, generate_series(0, ${perSmallCompany - 1}) as n`,
    1000,
  );
  await ask('set session_replication_role = origin');
  await ask(
    'vacuum (analyze, freeze) appointments, appointment_words, appointment_people, invoices, payments',
  );
}

const id = (kind: number, n = 'n') =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(c), 6, '0') || lpad(to_hex(${n}), 6, '0'))::uuid`;

async function addAppointments({ ask }: BenchCluster, rows: string, people: number): Promise<void> {
  const all = `(${rows}) as r (c, n)`;
  const owner = id(1, '0');
  await ask(`insert into appointments (subscriber_id, id, public_id, order_id, status, address, city, state, zip_code, date_time,
      duration_minutes, end_time, confirm_inspection, occupied, utilities_on, disable_automated_notifications, require_payment,
      total_fee_cents, outstanding_cents, paid, agreement_signed, published, created_at, updated_at)
    select ${owner}, ${id(5)}, 'a' || c || '-' || n, 'O-' || n, 'scheduled',
      (n * 7 % 9973) || ' ' || (${streets})[1 + n % 10], (${cities})[1 + n / 10 % 8], 'TX', lpad((n * 31 % 99999)::text, 5, '0'),
      ${at} + n * interval '6 minutes', 195, ${at} + n * interval '6 minutes' + interval '195 minutes', true, true, true, false,
      false, 60000, 60000, n % 2 = 0, false, false, ${at}, ${at} from ${all}`);
  await ask(`insert into appointment_words (subscriber_id, word, appointment_id)
    select a.subscriber_id, word, a.id from ${all} join appointments a on a.subscriber_id = ${owner} and a.id = ${id(5)}
    cross join lateral appointment_words_in(concat_ws(' ', a.order_id, a.address, a.city, a.zip_code)) as word`);
  await ask(`insert into appointment_people (subscriber_id, appointment_id, id, role, person_id, position)
    select ${owner}, ${id(5)}, ${id(6)}, 'client', ${id(4, `n % ${people}`)}, 0 from ${all}
    union all select ${owner}, ${id(5)}, ${id(7)}, 'client', ${id(4, `(n * 7 + 3) % ${people}`)}, 1 from ${all}`);
  await ask(`insert into invoices (subscriber_id, id, public_id, appointment_id, number, currency, status, total_cents,
      outstanding_cents, created_at, updated_at)
    select ${owner}, ${id(8)}, 'i' || c || '-' || n, ${id(5)}, 'INV-' || lpad((n + 1)::text, greatest(4, length((n + 1)::text)), '0'), 1,
      'open', 60000, 60000, ${at}, ${at} from ${all}`);
  await ask(`insert into payments (subscriber_id, id, invoice_id, appointment_id, amount_cents, method, status, idempotency_key,
      received_at, created_at)
    select ${owner}, ${id(9)}, ${id(8)}, ${id(5)}, case when n % 3 = 0 then 60000 else 10000 + n % 50000 end, 'cash', 'succeeded',
      'k' || n, ${at}, ${at} from ${all} where n % 2 = 0`);
}

/** The owner of a company. */
export const ownerOf = (company: number) => benchId(1, company);
