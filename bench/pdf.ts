import type { RenderedDocument } from '../src/server/documents/document-store.ts';
import type { AgreementModel, InvoiceModel } from '../src/server/documents/models.ts';
import { closeDocuments, renderReport, renderSmallDocument } from '../src/server/documents/render.ts';
import { sampleAgreement, sampleInvoice } from '../src/server/documents/sample-documents.ts';
import { sampleLogo, samplePicture } from '../src/server/documents/sample-pictures.ts';
import { sampleReport } from '../src/server/documents/sample-report.ts';

const photoCount = 200;
const rounds = 5;

/**
 * A report of about 89 pages with 200 different photos: at most 1.0 s and 600 MB in a separate process; an invoice when
 * warm: at most 10 ms. Medians (of 5 and of 50), each printed with its limit; documents differ from one another as
 * those of one company do.
 */
export async function run(): Promise<void> {
  const pictures = new Map<string, Buffer>([
    ['logo', await sampleLogo()],
    ['house', await samplePicture(1_000, 800, 533)],
  ]);
  for (let n = 0; n < photoCount; n += 1) {
    const isUpright = n % 3 === 1;
    pictures.set(`photo-${n}`, await samplePicture(n, isUpright ? 600 : 800, isUpright ? 800 : 600));
  }
  const load = async (id: string) => pictures.get(id) ?? null;
  const mean = [...pictures.values()].reduce((sum, bytes) => sum + bytes.length, 0) / pictures.size / 1024;
  console.log(`pdf: ${photoCount} photos of 800 px, mean ${mean.toFixed(0)} KB`);

  const report = sampleReport({ photos: photoCount, defects: 93 });
  const full = await measured((n) => renderReport({ ...report, title: `Home inspection report ${n}` }, load));
  const { pages, bytes, accessible, peakMemory } = full.last;
  const size = (bytes.length / 1e6).toFixed(1);
  console.log(`pdf: report: ${pages} pages, ${size} MB, ${accessible ? 'PDF/UA-1' : 'plain tagged'}`);
  line('report: time', full.median, 1_000, 'ms');
  line('report: memory of its process', peakMemory / 1e6, 600, 'MB');

  const summary = await measured((n) =>
    renderReport({ ...report, mode: 'summary', title: `Report ${n}` }, load),
  );
  const summarySize = (summary.last.bytes.length / 1e6).toFixed(2);
  console.log(
    `pdf: summary: ${summary.last.pages} pages, ${summarySize} MB, ${summary.median.toFixed(0)} ms`,
  );

  await warm('invoice', 10, (n) => renderSmallDocument('invoice', invoiceOf(n), load));
  await warm('signed agreement', 30, (n) => renderSmallDocument('agreement', agreementOf(n), load));
  await closeDocuments();
}

/** Only the company and the service names are the same as in the previous invoice. */
function invoiceOf(n: number): InvoiceModel {
  const sample = sampleInvoice();
  const dollars = (cents: number) => `$${((cents + n) / 100).toFixed(2)}`;
  return {
    ...sample,
    title: `Invoice INV-${n}`,
    number: `INV-${n}`,
    bill_to: [`Maria and John Whitfield ${n}`, `${n} Elm Court`, `Portland, ME 0${4000 + n}`],
    property_lines: [`${1000 + n} Seabright Avenue`, `Cape Elizabeth, ME 0${4100 + n}`],
    lines: sample.lines.map((line, place) => ({
      ...line,
      ...(line.note ? { note: `${2000 + n} sq ft, built ${1850 + n}` } : {}),
      amount: dollars(60_000 + place),
    })),
    subtotal: dollars(82_500),
    total: dollars(78_334),
    payments: [{ date: '03/08/2030', method: `Check ${n}`, amount: dollars(40_000) }],
    paid: dollars(40_000),
    outstanding: dollars(38_334),
    pay_url: `https://harbor.example/invoice/${n}`,
  };
}

/** A different client and property in each, in the facts and in the title. */
function agreementOf(n: number): AgreementModel {
  const sample = sampleAgreement(true);
  return {
    ...sample,
    title: `Agreement ${n}`,
    facts: sample.facts.map(({ label, value }) => ({ label, value: `${value} ${n}` })),
  };
}

async function measured(work: (n: number) => Promise<RenderedDocument>) {
  const times: number[] = [];
  let last = await work(0);
  for (let n = 1; n <= rounds; n += 1) {
    const begin = performance.now();
    last = await work(n);
    times.push(performance.now() - begin);
  }
  return { median: medianOf(times), last };
}

async function warm(name: string, limit: number, work: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 15; n += 1) await work(n);
  const times: number[] = [];
  for (let n = 100; n < 150; n += 1) {
    const begin = performance.now();
    await work(n);
    times.push(performance.now() - begin);
  }
  line(`${name}: warm`, medianOf(times), limit, 'ms');
}

function medianOf(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function line(what: string, value: number, limit: number, unit: string): void {
  if (value > limit) process.exitCode = 1;
  const shown = value < 100 ? value.toFixed(1) : value.toFixed(0);
  console.log(`pdf: ${what}: ${shown} ${unit} (limit ${limit} ${unit}) ${value <= limit ? 'ok' : 'OVER'}`);
}

await run();
