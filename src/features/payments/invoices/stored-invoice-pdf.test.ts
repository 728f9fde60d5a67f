import { afterAll, expect, test, vi } from 'vitest';
import { systemCallFacts } from '#app/create-runtime.ts';
import { cleanUpDocuments } from '#app/jobs/clean-up-documents.ts';
import { documentStore } from '#features/files/stored-documents.ts';
import { mine } from '#server/db/scope.ts';
import type { RenderedDocument } from '#server/documents/document-store.ts';
import { closeDocuments, documentProcesses } from '#server/documents/render.ts';
import { createActionCtx } from '#server/http/call-contexts.ts';
import { sha256Hex } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../contract.ts';
import { bookWithInvoice } from './book-with-invoice-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
afterAll(closeDocuments);

const storedOf = (subscriberId: string) =>
  testApp.readAs(subscriberId, (r) => mine(r, 'rendered_documents').selectAll().orderBy('key').execute());

const storeOf = (subscriberId: string) =>
  documentStore(
    createActionCtx(testApp.runtime, systemCallFacts(testApp.runtime, { subscriberId }, 'tenant', 'test')),
    { mostBytes: 450 },
  );

const made = (text: string): RenderedDocument => {
  const bytes = Buffer.from(text.padEnd(100, '.'));
  return {
    ...{ bytes, sha256: sha256Hex(bytes), pages: 1, accessible: false, note: 'no glyph' },
    ...{ missing: ['ወ', '"', ','], peakMemory: 0 },
  };
};

test('an invoice is rendered once, for its company only, and again when it changes', async () => {
  const owner = await testApp.create.owner();
  const { appointment } = await bookWithInvoice(owner);
  const download = async () => {
    const { status, raw } = await owner.request(contract.downloadInvoice, { id: appointment.id });
    expect(status).toBe(200);
    return sha256Hex(raw);
  };
  const first = await download();
  await closeDocuments();
  expect(await download()).toBe(first);
  expect(documentProcesses().quick).toBeNull();
  expect(await storedOf(owner.subscriberId)).toHaveLength(1);
  const other = await testApp.create.owner();
  await bookWithInvoice(other);
  expect(await storedOf(other.subscriberId)).toHaveLength(0);

  const [row] = await storedOf(owner.subscriberId);
  await testApp.runtime.files.remove(row?.storage_key ?? '');
  expect(await download()).toBe(first);
  const [again] = await storedOf(owner.subscriberId);
  expect(again?.storage_key).not.toBe(row?.storage_key);
  expect(await testApp.runtime.files.exists(again?.storage_key ?? '')).toBe(true);

  await testApp.advanceTime('29 days');
  await cleanUpDocuments(testApp.runtime);
  expect(await storeOf(owner.subscriberId).find(again?.key ?? '')).not.toBeNull();
  await testApp.advanceTime('29 days');
  await cleanUpDocuments(testApp.runtime);
  expect(await storedOf(owner.subscriberId)).toHaveLength(1);
  await testApp.advanceTime('2 days');
  await cleanUpDocuments(testApp.runtime);
  expect(await storedOf(owner.subscriberId)).toHaveLength(0);
  expect(await testApp.runtime.files.exists(again?.storage_key ?? '')).toBe(false);
});

test('a document whose file can’t be removed is left to the next run and keeps no others', async () => {
  const { subscriberId } = await testApp.create.owner();
  for (const digit of ['1', '2']) await storeOf(subscriberId).save(digit.repeat(64), made('unused'));
  const [first] = await storedOf(subscriberId);
  await testApp.advanceTime('31 days');
  const { files } = testApp.runtime;
  const remove = vi.spyOn(files, 'remove').mockImplementation(async (key) => {
    if (key === first?.storage_key) throw new Error('the store does not answer');
  });
  await cleanUpDocuments(testApp.runtime);
  remove.mockRestore();
  expect((await storedOf(subscriberId)).map((row) => row.key)).toEqual([first?.key]);
  await cleanUpDocuments(testApp.runtime);
  expect(await storedOf(subscriberId)).toEqual([]);
});

test('a company’s stored documents have a limit; those used last stay, and no other company’s are removed', async () => {
  const [a, b] = [await testApp.create.owner(), await testApp.create.owner()];
  const key = (n: number) => String(n).repeat(64);
  await storeOf(b.subscriberId).save(key(1), made('b'));
  for (const n of [1, 2, 3, 4, 5]) {
    await testApp.advanceTime('1 minute');
    await storeOf(a.subscriberId).save(key(n), made(`a${n}`));
  }
  await storeOf(a.subscriberId).save(key(5), made('a5'));
  const keys = (await storedOf(a.subscriberId)).map((row) => row.key);
  expect(keys).toEqual([2, 3, 4, 5].map(key));
  expect(await storeOf(a.subscriberId).find(key(5))).toEqual(made('a5'));
  expect((await storeOf(b.subscriberId).find(key(1)))?.bytes.toString()).toMatch(/^b/);
  expect(await storeOf(b.subscriberId).find(key(2))).toBeNull();
});

test('a document whose row cannot be written leaves no file behind', async () => {
  const { subscriberId } = await testApp.create.owner();
  const put = vi.spyOn(testApp.runtime.files, 'put');
  await storeOf(subscriberId).save('no hash', made('a document'));
  const [file] = put.mock.calls[0] ?? [];
  expect(await testApp.runtime.files.exists(String(file))).toBe(false);
});
