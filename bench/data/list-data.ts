import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Embedded, startEmbedded } from '../../src/server/db/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { prepareQueueSchema } from '../../src/server/db/queue-schema.ts';

/** A cluster that loses its data when it is killed: for benchmarks only. */
export interface BenchCluster {
  readonly embedded: Embedded;
  /** Address for DATABASE_URL. */
  readonly url: string;
  /** Runs a query as a superuser. */
  ask<T extends object>(sql: string): Promise<T[]>;
  stop(): Promise<void>;
}

export const perCompany = 1000;

export async function openBenchCluster(): Promise<BenchCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-bench-db-'));
  const embedded = await startEmbedded(folder, { durable: false, maxConnections: 100 });
  await migrate(embedded.connection, join(process.cwd(), 'migrations'));
  await prepareQueueSchema(embedded.connection);
  const { host, database } = embedded.connection;
  const client = new pg.Client({ ...embedded.connection, user: 'postgres' });
  await client.connect();
  return {
    embedded,
    url: `postgres://gable@localhost/${database}?host=${encodeURIComponent(host)}`,
    ask: async (sql) => (await client.query(sql)).rows,
    stop: async () => {
      await client.end();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The id of the n-th record of a kind in a company: computed the same way in SQL and here. */
export function benchId(kind: number, company: number, n = 0): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `${hex(kind, 8)}-0000-7000-8000-${hex(company, 6)}${hex(n, 6)}`;
}

const id = (kind: number, company: string, n = '0') =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${company}), 6, '0') || lpad(to_hex(${n}), 6, '0'))::uuid`;
const at = `timestamptz '2026-01-01T00:00:00Z'`;

/**
 * Adds companies `from` to `to`, each with an owner, three services, 40 clients and 1,000 appointments of two people
 * and two services, spread over three years. Triggers are disabled for that time; their counters are written at the
 * end.
 */
export async function addCompanies(cluster: BenchCluster, from: number, to: number): Promise<void> {
  const { ask } = cluster;
  const companies = `generate_series(${from}, ${to}) as c`;
  await ask(`set session_replication_role = replica`);
  await ask(`insert into companies (subscriber_id, company_name, timezone, request_id, public_slug, created_at, updated_at)
    select ${id(1, 'c')}, 'Company ' || c, 'America/New_York', 'r' || c, 's' || c, ${at}, ${at} from ${companies}`);
  await ask(`insert into users (subscriber_id, id, public_id, user_type, role, email, first_name, last_name, is_technician,
      full_company_admin, show_appointment_price, email_verified_at, created_at, updated_at)
    select ${id(1, 'c')}, ${id(1, 'c')}, 'u' || c, 1, 'Administrator', 'o' || c || '@bench.test', 'Olive', 'Owner', true, true, true, ${at}, ${at}, ${at}
    from ${companies}`);
  await ask(`insert into sessions (id, family_id, user_id, subscriber_id, token_hash, user_agent, ip, created_at, family_started_at, expires_at)
    select ${id(2, 'c')}, ${id(2, 'c')}, ${id(1, 'c')}, ${id(1, 'c')}, 't' || c, '', '', ${at}, ${at}, timestamptz '2099-01-01' from ${companies}`);
  await ask(`insert into services (subscriber_id, id, name, base_cost_cents, base_duration_minutes, position, created_at, updated_at)
    select ${id(1, 'c')}, ${id(3, 'c', 'n')}, 'Service ' || n, 45000, 180, n, ${at}, ${at} from ${companies}, generate_series(0, 2) as n`);
  await ask(`insert into contacts (subscriber_id, id, public_id, kind, first_name, last_name, last_name_key, first_name_key, created_at, updated_at)
    select ${id(1, 'c')}, ${id(4, 'c', 'n')}, 'k' || c || '-' || n, 'client', 'Cora', 'Client ' || n, 'client ' || n, 'cora', ${at}, ${at}
    from ${companies}, generate_series(0, 39) as n`);
  const appointments = `${companies}, generate_series(0, ${perCompany - 1}) as n`;
  await ask(`insert into appointments (subscriber_id, id, public_id, order_id, status, address, city, state, zip_code, date_time,
      duration_minutes, end_time, confirm_inspection, occupied, utilities_on, disable_automated_notifications, require_payment,
      total_fee_cents, outstanding_cents, paid, agreement_signed, published, created_at, updated_at)
    select ${id(1, 'c')}, ${id(5, 'c', 'n')}, 'a' || c || '-' || n, 'O-' || n,
      (array['scheduled', 'completed', 'scheduled', 'requested', 'canceled'])[1 + n % 5], n || ' Congress Avenue', 'Austin', 'TX', '78701',
      ${at} + n * interval '26 hours', 195, ${at} + n * interval '26 hours' + interval '195 minutes', true, true, true, false, false,
      60000, 60000, n % 2 = 0, n % 3 = 0, n % 4 = 0, ${at}, ${at} from ${appointments}`);
  await ask(`insert into appointment_people (subscriber_id, appointment_id, id, role, person_id, position)
    select ${id(1, 'c')}, ${id(5, 'c', 'n')}, ${id(6, 'c', 'n')}, 'client', ${id(4, 'c', 'n % 40')}, 0 from ${appointments}
    union all select ${id(1, 'c')}, ${id(5, 'c', 'n')}, ${id(7, 'c', 'n')}, 'inspector', ${id(1, 'c')}, 1 from ${appointments}`);
  await ask(`insert into appointment_services (subscriber_id, appointment_id, service_id, name, position)
    select ${id(1, 'c')}, ${id(5, 'c', 'n')}, ${id(3, 'c', 's')}, 'Service ' || s, s from ${appointments}, generate_series(0, 1) as s`);
  await ask(`insert into tallies select ${id(1, 'c')}, 'appointments', ${perCompany} from ${companies}`);
  await ask('set session_replication_role = origin');
  await ask('vacuum analyze');
}
