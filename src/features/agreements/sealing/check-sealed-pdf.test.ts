import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SealCertificate } from '#domain/agreements/sealed-pdf.ts';
import { asInstant } from '#domain/base/time.ts';
import { closeDocuments, renderSmallDocument } from '#server/documents/render.ts';
import { sampleAgreement } from '#server/documents/sample-documents.ts';
import { sampleLogo } from '#server/documents/sample-pictures.ts';
import { loadOrCreateSeal, type Seal, type SealKeyRow } from '#server/documents/seal.ts';
import { checkSealedPdf, derOfPem } from '../screens/check/check-sealed-pdf.ts';

const at = asInstant('2026-03-08T15:00:00.000Z');
const facts = { reason: 'Signed by all parties', at, location: 'Łódź (North) Inspections' };
const folder = mkdtempSync(join(tmpdir(), 'gable-check-'));
const hasCheckers = ['pdfsig', 'certutil'].every((program) => spawnSync('which', [program]).status === 0);

/** Creates a seal with its own key. */
async function newSeal(): Promise<Seal> {
  let stored: SealKeyRow | null = null;
  const store = {
    load: async () => stored,
    save: async (row: SealKeyRow) => {
      stored = row;
    },
  };
  return loadOrCreateSeal({
    store,
    secretKey: 'a secret for tests, long enough',
    now: at,
    organization: 'gable.test',
  });
}
const certificateOf = (seal: Seal): SealCertificate => ({
  seal: derOfPem(seal.certPem),
  authority: derOfPem(seal.caPem),
});

let plain: Buffer;
let sealed: Uint8Array<ArrayBuffer>;
let seal: Seal;
let ours: SealCertificate[];
beforeAll(async () => {
  const logo = await sampleLogo();
  plain = (await renderSmallDocument('agreement', sampleAgreement(true), async () => logo)).bytes;
  seal = await newSeal();
  ours = [certificateOf(await newSeal()), certificateOf(seal)];
  sealed = new Uint8Array((await seal.seal(plain, facts)).bytes);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDocuments();
});

const verdictOf = async (file: Uint8Array) => (await checkSealedPdf(new Uint8Array(file), ours)).verdict;
const text = () => Buffer.from(sealed).toString('latin1');
function flipped(place: number, bit = 1): Uint8Array {
  const copy = new Uint8Array(sealed);
  copy[place] = (copy[place] ?? 0) ^ bit;
  return copy;
}

test('recognizes a sealed document and shows for whom and when it was sealed', async () => {
  expect(await checkSealedPdf(sealed, ours)).toEqual({
    verdict: 'genuine',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    company: 'Łódź [North] Inspections',
    sealed_at: '2026-03-08T15:00:00Z',
    certificate: {
      organization: 'gable.test',
      name: expect.stringMatching(/^Gable document seal [0-9a-f]{8}$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
});

describe('detects a single changed byte', () => {
  test('anywhere in the document', async () => {
    const step = Math.floor(plain.length / 25);
    for (let place = 12; place < plain.length; place += step) {
      expect([place, await verdictOf(flipped(place))]).toEqual([place, 'changed']);
    }
  });

  test('anywhere in the seal: dictionary, signature, certificates and padding', async () => {
    const contents = text().lastIndexOf('/Contents <');
    const dictionary = text().lastIndexOf(' obj', contents);
    const places = [
      ...Array.from({ length: Math.floor((contents - dictionary) / 9) }, (_, i) => dictionary + i * 9),
      ...Array.from({ length: 60 }, (_, i) => contents + i * 53),
      contents + 20_000,
      sealed.length - 3,
    ];
    for (const place of places) expect([place, await verdictOf(flipped(place))]).toEqual([place, 'changed']);
  });

  test('even if only the case of a hex digit changes', async () => {
    const from = text().lastIndexOf('/Contents <') + 12;
    const letter =
      from +
      text()
        .slice(from)
        .search(/[A-Fa-f]/);
    expect(await verdictOf(flipped(letter, 0x20))).toBe('changed');
  });
});

test('detects appended content of any kind', async () => {
  const add = (more: string) => Buffer.concat([sealed, Buffer.from(more, 'latin1')]);
  expect(await verdictOf(add('\n'))).toBe('appended');
  expect(await verdictOf(add('\n% and another thing\n'))).toBe('appended');
  const end = sealed.length + 40;
  expect(await verdictOf(add(`\n9 0 obj <</ByteRange [0 ${end} ${end} 0]>> endobj\n`))).toBe('appended');
  const result = await checkSealedPdf(new Uint8Array(add('x')), ours);
  expect(result.company).toBe('Łódź [North] Inspections');
});

test('does not accept a truncated document or one sealed by another installation', async () => {
  expect(await verdictOf(plain)).toBe('foreign');
  expect(await verdictOf(sealed.subarray(0, sealed.length - 10))).toBe('changed');
  // Anyone can use any name in a certificate: only the key counts.
  const stranger = await newSeal();
  expect(await verdictOf((await stranger.seal(plain, facts)).bytes)).toBe('foreign');
});

test('reports a file that is not a PDF', async () => {
  for (const file of [new Uint8Array(), Buffer.from('hello'), Buffer.from('\x89PNG\r\n')])
    expect(await verdictOf(file)).toBe('unreadable');
  // Checking never throws, whatever the file contains.
  const hostile = [
    '/ByteRange [0 1 2 3]',
    `/ByteRange [0 9999999999 1 1]`,
    '/ByteRange [0 8 30 2]<zz>',
    '<3080>',
  ];
  for (const more of hostile) expect(await verdictOf(Buffer.from(`%PDF-1.7\n${more}`))).toBe('foreign');
});

describe.runIf(hasCheckers)('pdfsig agrees', () => {
  function pdfsig(file: Uint8Array): string {
    const place = mkdtempSync(join(folder, 'nss-'));
    writeFileSync(join(place, 'ca.pem'), seal.caPem);
    writeFileSync(join(place, 'file.pdf'), file);
    execFileSync('certutil', ['-N', '-d', `sql:${place}`, '--empty-password']);
    const trust = ['-t', 'CT,CT,CT', '-n', 'gable', '-i', join(place, 'ca.pem')];
    execFileSync('certutil', ['-A', '-d', `sql:${place}`, ...trust]);
    return spawnSync('pdfsig', ['-nssdir', `sql:${place}`, join(place, 'file.pdf')], { encoding: 'utf8' })
      .stdout;
  }

  test('about a genuine, a changed and an extended file', () => {
    const genuine = pdfsig(sealed);
    for (const said of ['Signature is Valid', 'Certificate is Trusted', 'Total document signed'])
      expect(genuine).toContain(said);
    expect(pdfsig(flipped(text().indexOf('stream\n') + 40))).toContain('Digest Mismatch');
    const extended = pdfsig(Buffer.concat([sealed, Buffer.from('\n% more\n')]));
    expect(extended).toContain('Signature is Valid');
    expect(extended).not.toContain('Total document signed');
  });
});
