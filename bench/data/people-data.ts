import { buildSearchText, sortKey } from '../../src/domain/people/people-search.ts';
import { type BenchCluster, benchId } from './list-data.ts';

/** The company with many people; the others are small. */
export const bigCompany = 1;
export const bigCompanySize = 140_000;
export const totalPeople = 1_000_000;
const otherCompanies = 860;
const at = '2026-01-01T00:00:00Z';

const firstNames =
  `mary john james robert patricia michael jennifer david linda william elizabeth richard barbara joseph susan thomas jessica
  charles sarah christopher karen daniel lisa matthew nancy anthony betty mark margaret donald sandra steven ashley paul
  kimberly andrew emily joshua donna kenneth michelle kevin carol brian amanda george melissa timothy deborah ronald stephanie
  jason rebecca edward laura jeffrey sharon ryan cynthia jacob kathleen gary amy nicholas angela eric shirley jonathan anna
  stephen brenda larry pamela justin emma scott nicole brandon helen benjamin samantha samuel katherine gregory christine
  alexander debra patrick rachel frank carolyn raymond janet jack maria dennis heather jerry diane tyler olivia aaron julie
  jose joyce adam victoria nathan ruth henry virginia zachary lauren douglas kelly peter christina kyle joan noah evelyn`.split(
    /\s+/,
  );
const lastNames =
  `smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas
  taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king
  wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts gomez phillips
  evans turner diaz parker cruz edwards collins reyes stewart morris morales murphy cook rogers gutierrez ortiz morgan cooper
  peterson bailey reed kelly howard ramos kim cox ward richardson watson brooks chavez wood james bennett gray mendoza ruiz
  hughes price alvarez castillo sanders patel myers long ross foster jimenez powell jenkins perry russell sullivan bell coleman
  butler henderson barnes gonzales fisher vasquez simmons romero jordan patterson alexander hamilton graham reynolds griffin`.split(
    /\s+/,
  );
const starts = 'ab ac al am ar ba be bo br ca ch co da de do du el er fa fe fi fr ga ge gr ha he ho'.split(
  ' ',
);
const middles = 'rd nn ll rt st ck mb nd rk ss tt vi ro la me ni so du ga pe'.split(' ');
const ends = 'er son man ley ton ford berg ski well wood ard en ing low'.split(' ');
const domains = 'gmail.com yahoo.com gmail.com outlook.com gmail.com icloud.com aol.com comcast.net'.split(
  ' ',
);

/** A number from 0 to 1 that depends only on n and the salt. */
function drawn(n: number, salt: number): number {
  let x = (n * 2_654_435_761 + salt * 40_503) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) >>> 0;
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39) >>> 0;
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}

/** The first names are far more frequent than the last, as in real data. */
const pick = (list: readonly string[], x: number) => list[Math.floor(x ** 1.8 * list.length)] ?? '';

/** The n-th person of a company: a common surname for two of three, a made-up one otherwise. */
export function benchPerson(company: number, n: number) {
  const seed = company * 1_000_003 + n;
  const first = pick(firstNames, drawn(seed, 1));
  const last =
    drawn(seed, 2) < 0.66
      ? pick(lastNames, drawn(seed, 3))
      : pick(starts, drawn(seed, 4)) + pick(middles, drawn(seed, 5)) + pick(ends, drawn(seed, 6));
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return {
    first_name: capital(first),
    last_name: capital(last),
    email: `${first}.${last}${Math.floor(drawn(seed, 7) * 90 + 10)}@${pick(domains, drawn(seed, 8))}`,
    phone: String(Math.floor(drawn(seed, 9) * 8e9 + 2e9)),
    agency_name: '',
    company_name: '',
  };
}

/**
 * Adds a million people: 140,000 clients of one company, a thousand in each of the others. Triggers are disabled for
 * that time.
 */
export async function addPeople(cluster: BenchCluster): Promise<void> {
  const { ask } = cluster;
  await ask('set session_replication_role = replica');
  await ask("set maintenance_work_mem = '512MB'");
  await addOwners(cluster);
  // Indexes are created at the end: for thirteen million rows that is much faster.
  const indexes = await ask<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'contact_words_in_order'",
  );
  await ask('drop index contact_words_in_order');
  await ask('alter table contact_words drop constraint contact_words_pkey');
  for (let from = 0; from < bigCompanySize; from += 5000) await addBatch(cluster, bigCompany, from, 5000);
  for (let company = 2; company <= otherCompanies + 1; company += 1)
    await addBatch(cluster, company, 0, 1000);
  await ask(`insert into contact_words (subscriber_id, kind, word, contact_id, status, last_name_key, first_name_key, head)
    select c.subscriber_id, c.kind, w.word, c.id, c.status, c.last_name_key, c.first_name_key, head_of(w.word)
    from contacts c cross join lateral words_of(c.search_text) as w (word)`);
  await ask(`alter table contact_words add primary key (subscriber_id, kind, word, contact_id)
    include (status, last_name_key, first_name_key)`);
  await ask(indexes[0]?.indexdef ?? '');
  await ask(`insert into tallies select subscriber_id, 'contacts:client', count(*) from contacts group by 1
    union all select subscriber_id, 'contacts:client:inactive', count(*) from contacts where status = 0 group by 1`);
  await ask('set session_replication_role = origin');
  await ask('vacuum (analyze, freeze) contacts, contact_words, tallies, users, companies');
}

async function addOwners({ ask }: BenchCluster): Promise<void> {
  const companies = `generate_series(1, ${otherCompanies + 1}) as c`;
  const id = (kind: number) =>
    `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(c), 6, '0') || '000000')::uuid`;
  await ask(`insert into companies (subscriber_id, company_name, timezone, request_id, public_slug, created_at, updated_at)
    select ${id(1)}, 'Company ' || c, 'America/New_York', 'r' || c, 's' || c, '${at}', '${at}' from ${companies}`);
  await ask(`insert into users (subscriber_id, id, public_id, user_type, role, email, first_name, last_name, is_technician,
      full_company_admin, show_appointment_price, email_verified_at, created_at, updated_at)
    select ${id(1)}, ${id(1)}, 'u' || c, 1, 'Administrator', 'o' || c || '@bench.test', 'Olive', 'Owner', true, true, true,
      '${at}', '${at}', '${at}' from ${companies}`);
  await ask(`insert into sessions (id, family_id, user_id, subscriber_id, token_hash, user_agent, ip, created_at, family_started_at, expires_at)
    select ${id(2)}, ${id(2)}, ${id(1)}, ${id(1)}, 't' || c, '', '', '${at}', '${at}', timestamptz '2099-01-01' from ${companies}`);
}

async function addBatch({ ask }: BenchCluster, company: number, from: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => {
    const person = benchPerson(company, from + i);
    return {
      id: benchId(4, company, from + i),
      public_id: `k${company}-${from + i}`,
      ...person,
      // Every fiftieth is inactive.
      status: (from + i) % 50 === 7 ? 0 : 1,
      last_name_key: sortKey(person.last_name),
      first_name_key: sortKey(person.first_name),
      search_text: buildSearchText(person),
    };
  });
  const json = JSON.stringify(rows).replaceAll("'", "''");
  await ask(`insert into contacts (subscriber_id, id, public_id, kind, first_name, last_name, email, phone, status, last_name_key,
      first_name_key, search_text, created_at, updated_at)
    select '${benchId(1, company)}', id, public_id, 'client', first_name, last_name, email, phone, status, last_name_key,
      first_name_key, search_text, '${at}', '${at}' from json_populate_recordset(null::contacts, '${json}')`);
}
