import { expect, test } from 'vitest';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as library from '../library-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const long = `<ul>${'<li>a</li>'.repeat(19_000)}</ul>`;
const message = 'This text fills about 396 pages. At most 40 can be printed.';

test('refuses a text that takes too long to print, naming the field and the limit, and stores nothing', async () => {
  const owner = await testApp.create.owner();
  const templates = () =>
    testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'agreement_templates').selectAll().orderBy('id').execute(),
    );
  const made = await owner.call(library.createAgreement, { name: 'Pool', content: '<p>The pool</p>' });
  const before = await templates();
  const refused = { status: 400, error: { type: 'BAD_USER_INPUT', details: { content: message } } };
  expect(await owner.request(library.createAgreement, { name: 'Long', content: long })).toMatchObject(
    refused,
  );
  const update = { id: made.id, rev: made.rev, name: 'Other', content: long };
  expect(await owner.request(library.updateAgreement, update)).toMatchObject(refused);
  const german = await owner.request(library.updateAgreement, update, {
    headers: { 'accept-language': 'de' },
  });
  expect(german.error?.message).toBe('Dieser Text füllt etwa 396 Seiten. Höchstens 40 lassen sich drucken.');
  expect(await templates()).toEqual(before);
});

test('a text that is too long already can still be renamed, and shortened', async () => {
  const owner = await testApp.create.owner();
  const made = await owner.call(library.createAgreement, { name: 'Pool', content: '<p>The pool</p>' });
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'agreement_templates')
      .set({ content: JSON.stringify(htmlToRichText(long)) })
      .where('id', '=', made.id)
      .execute(),
  );
  const { rev } = await owner.call(library.updateAgreement, {
    id: made.id,
    rev: made.rev,
    name: 'Old',
    content: long,
  });
  const short = await owner.call(library.updateAgreement, { id: made.id, rev, content: '<p>Short</p>' });
  expect(short).toMatchObject({ name: 'Old', content: '<p>Short</p>' });
});
