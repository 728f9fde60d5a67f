/** Formats the texts of JSON files. Separate from i18n.ts so that it can be tested without a browser. */

/** Texts as in the files: nested groups. */
export interface NestedMessages {
  [key: string]: string | NestedMessages;
}
/** Texts by their full key: 'nav.dashboard'. */
export type MessageMap = ReadonlyMap<string, string>;

/** Flattens groups: `{ nav: { dashboard: 'x' } }` → 'nav.dashboard' → 'x'. */
export function flattenMessages(nested: NestedMessages, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(nested)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else for (const [inner, text] of flattenMessages(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

/**
 * Returns the text of a key with its placeholders filled: `{{name}}`. With `count`, the forms `key_one` and `key_other`
 * (by the rules of the language) take precedence. An unknown key is shown as it is: better than a broken page.
 */
export function formatMessage(
  texts: MessageMap,
  lang: string,
  key: string,
  values?: Record<string, string | number>,
): string {
  const text = counted(texts, lang, key, values?.count) ?? texts.get(key) ?? key;
  if (!values || !text.includes('{{')) return text;
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : String(value);
  });
}

function counted(
  texts: MessageMap,
  lang: string,
  key: string,
  count: string | number | undefined,
): string | undefined {
  if (typeof count !== 'number' || !texts.has(`${key}_other`)) return undefined;
  return texts.get(`${key}_${new Intl.PluralRules(lang).select(count)}`) ?? texts.get(`${key}_other`);
}
