import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { type MainThread, mainThread, once, report, typing } from './support/main-thread.ts';
import { median, withBenchServer } from './support/server.ts';

/** Processor time of the main thread that one interaction may take, in milliseconds. */
const most = 100;

/** A template of 20 sections with 5 items of 10 comments each, in the documented format. */
function largeTemplate(): string {
  const some = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const comments = (place: string) =>
    some(10, (n) => ({
      kind: 'deficiency',
      name: `Defect ${place}.${n}`,
      default_text: `<p>The part ${place}.${n} was worn, loose or damaged. Have a qualified contractor repair it.</p>`,
      recommendation: 'General contractor',
    }));
  const sections = some(20, (s) => ({
    name: `Section ${s}`,
    items: some(5, (i) => ({ name: `Item ${s}.${i}`, comments: comments(`${s}.${i}`) })),
  }));
  return JSON.stringify({ format: 'gable-template', version: 1, name: 'Large', sections });
}

/** Measures what typing, searching and dragging cost in the editor of a template with 1,000 comments. */
await withBenchServer(async (server) => {
  const owner = await server.login('owner@demo.test');
  const form = new FormData();
  form.append('file', new File([largeTemplate()], 'large.json'));
  const made = await fetch(`${server.origin}/api/v2/templates/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body: form,
  });
  const { data } = (await made.json()) as { data: { template: { id: string } } };
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: browserFlags() });
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 1440, height: 900 },
    });
    await context.request.post('/api/v2/auth/login', {
      data: { email: 'owner@demo.test', password: 'demo-Passw0rd' },
    });
    const page = await context.newPage();
    await page.goto(`/templates/edit/${data.template.id}`);
    await page.getByText('Defect 0.0.0').first().waitFor();
    await page.waitForTimeout(2000);
    const thread = await mainThread(page);
    show(
      'typing in the search',
      await typing(page, thread, page.getByRole('searchbox').first(), 'worn defect 7'),
    );
    await page.getByRole('searchbox').first().fill('');
    await page.getByText('Defect 0.0.0').first().click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true }).last();
    show('typing in a name', await typing(page, thread, name, 'a longer name'));
    show('saving what was typed', await once(page, thread, () => name.press('Tab')));
    show('dragging a section', await dragging(page, thread));
  } finally {
    await browser.close();
  }
});

async function dragging(page: Page, thread: MainThread): Promise<number> {
  const box = await page.getByRole('button', { name: 'Move Section 0' }).boundingBox();
  if (!box) throw new Error('the grip is not visible');
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 12, box.y + 24);
  const each: number[] = [];
  for (let step = 1; step <= 10; step += 1)
    each.push(await once(page, thread, () => page.mouse.move(box.x + 12, box.y + 24 + step * 30)));
  await page.mouse.up();
  return median(each);
}

function show(what: string, ms: number): void {
  report('template-editor', what, ms, most, 'ms of the main thread');
}
