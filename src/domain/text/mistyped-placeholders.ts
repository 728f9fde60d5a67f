/** Finds placeholders that were typed wrong: `{{client_name}}`, `{price}`, `[CLIENT_NAME]`. For agreements and messages alike. */
import { slipsBetween } from '../base/slips-between.ts';

/** As typed, and the placeholder that was probably meant; null if none is near. */
export interface MistypedPlaceholder {
  typed: string;
  nearest: string | null;
}

/**
 * Double braces always mean a placeholder; single ones, a pair that lacks one, one that is not closed, and brackets only if a
 * name is near.
 */
const candidates =
  /\{\{([^{}\n]{1,60})\}\}|\{{1,2}([^{}\n]{2,40})\}{1,2}|\[([^[\]\n]{2,40})\]|\{\{\s*([\w.-]{2,40})/g;

/**
 * Returns what looks like a placeholder in a text but is none of `known`, each once, in order.
 * @example findMistyped('Dear {{client_name}}', ['CLIENT_NAME']) → [{ typed: '{{client_name}}', nearest: 'CLIENT_NAME' }]
 */
export function findMistyped(text: string, known: readonly string[]): MistypedPlaceholder[] {
  const found = new Map<string, MistypedPlaceholder>();
  const names = known.map((name): Name => ({ name, bare: bare(name) }));
  for (const [typed, double, ...others] of text.matchAll(candidates)) {
    const name = (double ?? others.find((one) => one !== undefined) ?? '').trim();
    if (found.has(typed) || (double !== undefined && known.includes(name))) continue;
    const nearest = nearestOf(name, names) ?? (double === undefined ? null : partOf(name, names));
    if (nearest !== null || double !== undefined) found.set(typed, { typed, nearest });
  }
  return [...found.values()];
}

/** Returns what is wrong with the first mistyped placeholder of a text, with the one that was probably meant; null if none is. */
export function unknownPlaceholder(text: string, known: readonly string[]): string | null {
  const [wrong] = findMistyped(text, known);
  if (!wrong) return null;
  return wrong.nearest === null
    ? `Unknown placeholder: ${wrong.typed}`
    : `Unknown placeholder: ${wrong.typed}. Did you mean {{${wrong.nearest}}}?`;
}

/** A known name, and its letters and digits alone. */
interface Name {
  name: string;
  bare: string;
}

/** `{{CLIENT}}` and `{{ADDRESS}}` are parts of a name. */
function partOf(name: string, known: readonly Name[]): string | null {
  const typed = bare(name);
  return typed.length < 4 ? null : (known.find((each) => each.bare.includes(typed))?.name ?? null);
}

/** Letters and digits alone: `client name`, `Client-Name` and `CLIENT_NAME` are written the same. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function nearestOf(name: string, known: readonly Name[]): string | null {
  const typed = bare(name);
  let best: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const each of known) {
    const slips = slipsBetween(typed, each.bare);
    const forgiven = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
    if (slips <= forgiven && slips < fewest) [best, fewest] = [each.name, slips];
  }
  return best;
}
