import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
// Sets the language of schema messages, as the running server does.
import '#server/http/http.ts';
import { parseInput } from '#server/http/input.ts';
import { translate } from '#server/translate.ts';
import { unknownIds } from '#testing/ids.ts';
import { messageLiterals } from '#testing/message-literals.ts';
import { invalidInputs } from '#testing/routes/invalid-inputs.ts';
import type { Input } from '#testing/routes/route-input.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import type { AppError } from '#wire/errors.ts';
import type { Route } from '#wire/route.ts';
import { routes } from './features.ts';
import { translations } from './server-translations.ts';

/** Sentences in the source that are not messages to users. */
const noMessages = new Set<string>([
  // Labels of report PDFs, which exist in each language.
  'Year built',
  'Listing agent',
  'Makler des Verkäufers',
  'Agent du vendeur',
  // Labels of the booking dialog and of invoice lines, which screens show in their own languages.
  'Add location',
  'Add Services',
  'Add Date & Time',
  'Add People',
  'Add Information',
  'Services added',
  'People added',
  'Information added',
  'Edited by hand',
  'First name',
  'Last name',
  // The default ratings and categories, which a company may rename, and a category as readers see it.
  'Not Inspected',
  'Not Present',
  'Safety hazard',
  'Risque pour la sécurité',
  // The columns of exported tables, which imports recognize.
  'Answer type',
  'Min cost',
  'Max cost',
  // A field of PostgreSQL's query plans.
  'Plan Rows',
  // The consent text is shown in the reader's language by its own feature.
  'I agree to use electronic records and signatures',
]);

/** Files whose sentences exist in each language there, or are translated by name where they are shown. */
const ownTranslations = new Set<string>([
  'domain/company/reminder-texts.ts',
  'domain/messages/text-content.ts',
  'domain/messages/text-reasons.ts',
  // Proper names.
  'domain/people/state-names.ts',
  'features/automations/values/words.ts',
  'domain/pricing/localize-details.ts',
  'domain/settings/visitor-texts.ts',
]);

const literals = messageLiterals().filter(
  ({ text, where }) => !noMessages.has(text) && !ownTranslations.has(where),
);
const features = join(import.meta.dirname, '../features');
const messageFolders = readdirSync(features)
  .map((feature) => join(features, feature, 'messages'))
  .filter((folder) => existsSync(join(folder, 'de.json')));

test.each(['de', 'fr'] as const)('every server message is translated to %s', (lang) => {
  expect(literals.length).toBeGreaterThan(80);
  const untranslated = literals.filter(({ text }) => translate(translations, lang, text) === text);
  expect(untranslated.map(({ text, where }) => `${where}: ${text}`)).toEqual([]);
});

describe('every contract refusal', () => {
  const ids = unknownIds();
  /** Each message with the path of a route that returns it. */
  const refusals = new Map<string, string>();
  for (const { route } of routes) {
    for (const { input } of invalidInputs(route, goodInput(route, ids)))
      for (const message of refusalsOf(route, input)) refusals.set(message, route.path);
  }

  test.each(['de', 'fr'] as const)('is translated to %s', (lang) => {
    expect(refusals.size).toBeGreaterThan(100);
    const untranslated = [...refusals].filter(([text]) => translate(translations, lang, text) === text);
    expect(untranslated.map(([text, path]) => `${text} (${path})`)).toEqual([]);
  });
});

function refusalsOf(route: Route, input: Input): string[] {
  try {
    parseInput(route, input);
    return [];
  } catch (error) {
    return Object.values((error as AppError).details ?? {}).map(String);
  }
}

test.each(['de', 'fr'] as const)('the server loads the %s messages of all features', (lang) => {
  for (const folder of messageFolders) {
    const own = JSON.parse(readFileSync(join(folder, `${lang}.json`), 'utf8')) as Record<string, string>;
    expect(translations[lang]).toMatchObject(own);
  }
});

test('translations contain the same placeholders as the English text', () => {
  for (const [english, other] of [...Object.entries(translations.de), ...Object.entries(translations.fr)]) {
    const parts = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    expect([english, parts(other)]).toEqual([english, parts(english)]);
  }
});
