import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { mainThread, once, report, typing } from './support/main-thread.ts';
import { type BenchServer, type Caller, median, withBenchServer } from './support/server.ts';

const mostComments = 1_053;
/** Processor time of the main thread that one interaction may take, in milliseconds. */
const mostMs = 100;
const photoCount = 200;
/** Memory of the page that an editor with these photos may take, also while they are prepared. */
const mostMb = 250;
/** The pause before a change is saved, and the answer of the server. */
const savingMs = 1_500;

interface Section {
  id: string;
  name: string;
  items: { id: string; show_ratings: boolean; comments: { id: string }[] }[];
}

/**
 * Measures what rating, typing and opening another section cost in the editor of a report with 1,053 comments, saving
 * included, and the memory of its page while 200 photos of 12 megapixels are added.
 */
await withBenchServer(async (server) => {
  const owner = await server.login('owner@demo.test');
  const id = await largeReport(owner);
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: browserFlags() });
  try {
    const page = await openEditor(browser, server, id);
    await interactions(page);
    await memory(browser, page);
  } finally {
    await browser.close();
  }
});

/** The longest report of the demo that is not published, with further comments in its items: one in ten is included. */
async function largeReport(owner: Caller): Promise<string> {
  const { data } = await owner.get('/v2/appointments?tab=upcoming&perPage=25');
  const found: { id: string; sections: Section[] }[] = [];
  for (const { id } of data.pageData as { id: string }[]) {
    const { reports } = (await owner.get(`/v2/appointments/${id}/reports`)).data;
    for (const each of reports) found.push((await owner.get(`/v2/reports2/${each.id}`)).data);
  }
  const countOf = (sections: readonly Section[]) => sections.flatMap(commentsOf).length;
  const [longest] = found.toSorted((a, b) => countOf(b.sections) - countOf(a.sections));
  if (!longest) throw new Error('the demo has no report to come');
  const items = longest.sections.flatMap((section) => section.items);
  const missing = Math.max(0, mostComments - countOf(longest.sections));
  const ops = Array.from({ length: missing }, (_, n) => ({
    op_id: crypto.randomUUID(),
    type: 'add_comment',
    comment: {
      id: crypto.randomUUID(),
      item_id: items[n % items.length]?.id,
      kind: 3,
      name: `Defect ${n}`,
      included: n % 10 === 0,
    },
  }));
  for (let at = 0; at < ops.length; at += 400) {
    const { data: now } = await owner.get(`/v2/reports2/${longest.id}`);
    const body = { rev: now.rev, ops: ops.slice(at, at + 400) };
    const { error } = await owner.patch(`/v2/reports/${longest.id}/ops`, body);
    if (error) throw new Error(error.message);
  }
  return longest.id;
}

function commentsOf(section: Section) {
  return section.items.flatMap((item) => item.comments);
}

async function openEditor(browser: Browser, server: BenchServer, id: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  await context.request.post('/api/v2/auth/login', {
    data: { email: 'owner@demo.test', password: 'demo-Passw0rd' },
  });
  const page = await context.newPage();
  await page.goto(`/edit-report/${id}`);
  await page.locator('section[data-item]').first().waitFor();
  await page.waitForTimeout(3_000);
  return page;
}

async function interactions(page: Page): Promise<void> {
  const thread = await mainThread(page);
  const show = (what: string, ms: number) =>
    report('report-editor', what, ms, mostMs, 'ms of the main thread');
  const ratings = page.getByRole('group', { name: /^Rating for/ });
  const rated: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const button = ratings
      .nth(n % 3)
      .getByRole('button')
      .nth(Math.floor(n / 3));
    rated.push(await once(page, thread, () => button.click(), savingMs));
  }
  show('rating an item, and saving it', median(rated));

  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('button');
  const opened: number[] = [];
  for (let n = 1; n < 8; n += 1) opened.push(await once(page, thread, () => sections.nth(n).click(), 600));
  show('opening another section', median(opened));

  await page.locator('section[data-comment] button[aria-expanded="false"]').first().click();
  const text = page.locator('[contenteditable="true"]').first();
  await text.waitFor();
  await page.waitForTimeout(1_000);
  show('typing in a comment', await typing(page, thread, text, 'a longer text'));
  const saved: number[] = [];
  for (const letter of 'again')
    saved.push(await once(page, thread, () => text.press(letter), savingMs + 500));
  show('typing a letter, and saving it', median(saved));
}

/** Private memory of the page's process, now and at its peak; only where /proc has it. */
async function memory(browser: Browser, page: Page): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const now = () => Math.max(...own.map(privateMb));
  const peak = { value: now() };
  console.log(`report-editor: memory without photos: ${peak.value.toFixed(0)} MB`);
  const timer = setInterval(() => (peak.value = Math.max(peak.value, now())), 20);
  const strip = page.locator('section[aria-label^="Photos"]').first();
  const folder = mkdtempSync(join(tmpdir(), 'gable-bench-photos-'));
  const photos = await Promise.all(Array.from({ length: 8 }, (_, n) => largePhoto(folder, n)));
  for (let at = 0; at < photoCount; at += 40) {
    const files = Array.from({ length: 40 }, (_, n) => photos[n % photos.length] ?? '');
    await strip.getByLabel(/^Add photos to/).setInputFiles(files);
    await strip
      .locator('button[data-row]')
      .nth(at + 39)
      .waitFor({ timeout: 300_000 });
  }
  rmSync(folder, { recursive: true });
  await page.waitForTimeout(3_000);
  clearInterval(timer);
  report('report-editor', `memory with ${photoCount} photos`, now(), mostMb, 'MB');
  report('report-editor', 'at its peak, while they are prepared', peak.value, mostMb, 'MB');
}

function privateMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return (kb('Private_Clean') + kb('Private_Dirty') + kb('Swap')) / 1024;
}

/** A photo of 12 megapixels and some 3 MB, as a phone takes it; every fourth is upright. */
async function largePhoto(folder: string, n: number): Promise<string> {
  const path = join(folder, `photo-${n}.jpg`);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 1008, height: 756, channels: 3, background: '#888', noise } as const;
  await sharp(await sharp({ create }).png().toBuffer())
    .resize(4032, 3024, { kernel: 'cubic' })
    .tint({ r: 100 + n * 15, g: 150, b: 120 })
    .withMetadata({ orientation: n % 4 === 1 ? 6 : 1 })
    .jpeg({ quality: 88 })
    .toFile(path);
  return path;
}
