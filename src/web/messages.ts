/** How a text of a JSON file becomes a sentence. Apart from i18n.ts, so that it can be tested without a browser. */

/** Texts as the files hold them: groups within groups. */
export interface NestedMessages {
  [key: string]: string | NestedMessages;
}
/** Texts by their full key: 'nav.dashboard'. */
export type MessageMap = ReadonlyMap<string, string>;

/** Groups made flat: `{ nav: { dashboard: 'x' } }` → 'nav.dashboard' → 'x'. */
export function flattenMessages(nested: NestedMessages, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(nested)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else for (const [inner, text] of flattenMessages(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

/**
 * The text of a key with its places filled: `{{name}}`. With `count` the forms `key_one` and `key_other` (as the
 * language counts) go first. An unknown key is shown as it is: better a strange word than a broken page.
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
