import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { closeDocuments, renderSmallDocument } from './render.ts';
import { sampleAgreement } from './sample-documents.ts';
import { sampleLogo } from './sample-pictures.ts';
import { loadOrCreateSeal, type SealKeyRow, type SealKeyStore } from './seal.ts';

const now = asInstant('2026-03-08T15:00:00.000Z');
const secretKey = 'a secret for tests, long enough for all';
const folder = mkdtempSync(join(tmpdir(), 'gable-seal-'));
const hasCheckers = ['pdfsig', 'certutil'].every((program) => spawnSync('which', [program]).status === 0);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

/** Behaves like a table with a primary key: the first row with an id stays. */
function tableOfSeals(): SealKeyStore & { rows: Map<string, SealKeyRow> } {
  const rows = new Map<string, SealKeyRow>();
  return {
    rows,
    load: async () => [...rows.values()][0] ?? null,
    save: async (row) => {
      if (!rows.has(row.id)) rows.set(row.id, row);
    },
  };
}

const open = (store: SealKeyStore, key = secretKey) =>
  loadOrCreateSeal({ store, secretKey: key, now, organization: 'gable.test' });

async function agreement(): Promise<Buffer> {
  const logo = await sampleLogo();
  return (await renderSmallDocument('agreement', sampleAgreement(true), async () => logo)).bytes;
}

test('all processes share one seal whose key is not readable', async () => {
  const store = tableOfSeals();
  const [a, b] = await Promise.all([open(store), open(store)]);
  expect(store.rows.size).toBe(1);
  expect(a.certPem).toBe(b.certPem);
  expect([...store.rows.values()][0]?.encrypted_key).toMatch(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('the authority issues the certificate for 20 years and for no other purpose', async () => {
  const seal = await open(tableOfSeals());
  const [ca, certificate] = [new X509Certificate(seal.caPem), new X509Certificate(seal.certPem)];
  expect(ca.verify(ca.publicKey) && certificate.verify(ca.publicKey) && certificate.checkIssued(ca)).toBe(
    true,
  );
  expect([ca.ca, certificate.ca]).toEqual([true, false]);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
  expect(certificate.subject).toMatch(/^O=gable\.test\nCN=Gable document seal [0-9a-f]{8}$/);
  expect([certificate.validFrom, certificate.validTo, ca.validTo]).toEqual([
    'Mar  7 15:00:00 2026 GMT',
    'Mar  8 15:00:00 2046 GMT',
    'Mar  8 15:00:00 2056 GMT',
  ]);
});

test('cannot decrypt the key with another SECRET_KEY or from another row', async () => {
  const store = tableOfSeals();
  await open(store);
  await expect(open(store, 'another secret for tests, long enough')).rejects.toThrow();
  const [row] = store.rows.values();
  const moved: SealKeyStore = {
    load: async () => (row ? { ...row, id: 'another' } : null),
    save: async () => {},
  };
  await expect(open(moved)).rejects.toThrow();
});

test("appends the seal and leaves the document's bytes unchanged", async () => {
  const seal = await open(tableOfSeals());
  const unsigned = await agreement();
  const { bytes, sha256 } = await seal.seal(unsigned, { reason: 'Signed by all parties', at: now });
  expect(bytes.subarray(0, unsigned.length).equals(unsigned)).toBe(true);
  expect(bytes.length - unsigned.length).toBeLessThan(40_000);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
});

describe.runIf(hasCheckers)('for a checker that trusts our authority', () => {
  async function check(change: (bytes: Buffer) => Buffer): Promise<string> {
    const seal = await open(tableOfSeals());
    const { bytes } = await seal.seal(await agreement(), { reason: 'Signed by all parties', at: now });
    const name = join(folder, `nss-${Math.random().toString(36).slice(2)}`);
    execFileSync('mkdir', [name]);
    writeFileSync(join(name, 'ca.pem'), seal.caPem);
    writeFileSync(join(name, 'document.pdf'), change(Buffer.from(bytes)));
    execFileSync('certutil', ['-N', '-d', `sql:${name}`, '--empty-password']);
    execFileSync('certutil', [
      '-A',
      '-d',
      `sql:${name}`,
      '-n',
      'gable',
      '-t',
      'CT,CT,CT',
      '-i',
      join(name, 'ca.pem'),
    ]);
    return spawnSync('pdfsig', ['-nssdir', `sql:${name}`, join(name, 'document.pdf')], { encoding: 'utf8' })
      .stdout;
  }

  test('the sealed document is valid, trusted and covered completely', async () => {
    const said = await check((bytes) => bytes);
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Certificate is Trusted');
    expect(said).toContain('Total document signed');
    expect(said).toContain('ETSI.CAdES.detached');
  });

  test('a single changed bit is detected', async () => {
    const said = await check((bytes) => {
      const at = bytes.indexOf('stream\n') + 40;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    });
    expect(said).toContain('Digest Mismatch');
  });

  test('content added afterwards is detected', async () => {
    const said = await check((bytes) => Buffer.concat([bytes, Buffer.from('\n% and another thing\n')]));
    expect(said).not.toContain('Total document signed');
  });
});
