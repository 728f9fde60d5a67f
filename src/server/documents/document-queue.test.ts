import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DocumentStore, RenderedDocument } from './document-store.ts';
import type { AgreementModel } from './models.ts';
import { closeDocuments, documentProcesses, renderReport, renderSmallDocument } from './render.ts';
import { sampleAgreement, sampleInvoice } from './sample-documents.ts';
import { sampleReport } from './sample-report.ts';

afterAll(closeDocuments);
beforeEach(closeDocuments);

const agreementOf = (items: number): AgreementModel => {
  const item = (n: number) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: `Item ${n}` }] }],
  });
  const list = { type: 'bulletList', content: Array.from({ length: items }, (_, n) => item(n)) };
  return { ...sampleAgreement(false), body: { type: 'doc', content: [list] } };
};
const invoice = (company: string, number = 'INV-1') =>
  renderSmallDocument('invoice', { ...sampleInvoice(), number }, undefined, { company });

test('a short document of one company is made while a long one of another is', async () => {
  await invoice('b');
  let isDone = false;
  const long = renderSmallDocument('agreement', agreementOf(2_000), undefined, { company: 'a' }).then(() => {
    isDone = true;
  });
  await expect.poll(() => documentProcesses().long, { timeout: 10_000 }).not.toBeNull();
  expect((await invoice('b', 'INV-2')).pages).toBe(1);
  expect(isDone).toBe(false);
  await long;
});

test('processes that are killed are replaced, and no document is lost', async () => {
  await invoice('b');
  const made = [
    renderSmallDocument('agreement', agreementOf(2_000), undefined, { company: 'a' }),
    renderSmallDocument('agreement', agreementOf(1_100), undefined, { company: 'c' }),
    invoice('b', 'INV-3'),
  ];
  await expect.poll(() => documentProcesses().long, { timeout: 10_000 }).not.toBeNull();
  const { quick, long } = documentProcesses();
  for (const pid of [quick, long]) process.kill(Number(pid), 'SIGKILL');
  const pages = (await Promise.all(made)).map((one) => one.pages);
  expect(pages).toEqual([expect.any(Number), expect.any(Number), 1]);
  expect((await invoice('b', 'INV-4')).pages).toBe(1);
  expect(documentProcesses().long).not.toBe(long);
});

/** A store in memory that counts. */
function memoryStore() {
  const stored = new Map<string, RenderedDocument>();
  const store: DocumentStore = {
    find: async (key) => stored.get(key) ?? null,
    save: async (key, made) => void stored.set(key, made),
  };
  return { stored, store };
}

test('the same document is made once, also when it is asked for many times at once', async () => {
  const { stored, store } = memoryStore();
  const make = (company: string, number: string) =>
    renderSmallDocument('invoice', { ...sampleInvoice(), number }, undefined, { company, store });
  const many = await Promise.all(Array.from({ length: 5 }, () => make('a', 'INV-1')));
  expect(new Set(many).size).toBe(1);
  expect(await make('a', 'INV-1')).toBe(many[0]);
  expect(stored.size).toBe(1);
  await make('a', 'INV-2');
  expect(stored.size).toBe(2);
  expect((await make('b', 'INV-1')).sha256).toBe(many[0]?.sha256);
  expect([...stored.keys()]).toHaveLength(3);
});

test('a report is made once for the same photos', async () => {
  const { stored, store } = memoryStore();
  const model = sampleReport({ photos: 2, defects: 2 });
  const first = await renderReport(model, async () => null, { company: 'a', store });
  expect(await renderReport(model, async () => null, { company: 'a', store })).toBe(first);
  await renderReport({ ...model, title: 'Another' }, async () => null, { company: 'a', store });
  expect(stored.size).toBe(2);
});

test('a document that was not made is not stored, and the next request makes it', async () => {
  const { stored, store } = memoryStore();
  const model = sampleReport({ photos: 0, defects: 1 });
  const make = (deadlineMs: number) =>
    renderReport(model, async () => null, { company: 'a', store, deadlineMs });
  await expect(make(5)).rejects.toMatchObject({ type: 'UNAVAILABLE' });
  expect(stored.size).toBe(0);
  expect((await make(20_000)).pages).toBeGreaterThan(1);
});
