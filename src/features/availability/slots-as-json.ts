import { hhmmOfMinutes } from '#domain/time.ts';
import type { Lang } from '#server/context.ts';
import type { Out } from '#wire/route.ts';
import type { slotTechnician } from './contract.ts';
import type { Candidate, FoundSlots } from './list-slots.ts';

/** The colour of a slot that several technicians share. */
const manyColor = '#1c7ed6';

const available = {
  en: (n: number) => `${n} available`,
  de: (n: number) => `${n} verfügbar`,
  fr: (n: number) => `${n} disponibles`,
};

/**
 * The slots as the JSON of their answer, in pieces. Two weeks of twenty technicians are eleven thousand entries of which a
 * thousand differ: each is written once, copied, which takes a seventh of the time, and kept for the next question.
 */
export function slotsAsJson({ slots, warnings }: FoundSlots, lang: Lang, timezone: string): Uint8Array[] {
  const known: Entries[] = [];
  const parts: Uint8Array[] = [];
  for (const [nth, slot] of slots.entries()) {
    parts.push(Buffer.from(`${nth === 0 ? '' : ','}${headOf(slot, lang)}"values":[`));
    for (const one of slot.technicians) {
      const warning = warnings.get(one.id) ?? null;
      known[one.nth] ??= keptEntries(one, warning);
      parts.push(entryAt(known[one.nth] ?? new Map(), one, slot.minutes, warning));
    }
    // Each entry ends with a comma: the last one's is left out.
    const last = parts.pop();
    if (last) parts.push(last.subarray(0, -1), close);
  }
  return [open, ...parts, Buffer.from(`],"timezone":${JSON.stringify(timezone)}}`)];
}

/** A technician's entries by the minute of the day, each as JSON with a comma behind it. */
type Entries = Map<number, Buffer>;

/** By everything an entry tells but its minute, so that another name or picture is another one. The latest asked for are last. */
const kept = new Map<string, Entries>();
/** About 20 kB each. */
const mostKept = 500;

function keptEntries(one: Candidate, warning: string | null): Entries {
  const key = JSON.stringify(entryOf(one, 0, warning));
  const entries: Entries = kept.get(key) ?? new Map();
  kept.delete(key);
  kept.set(key, entries);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return entries;
}

function entryAt(entries: Entries, one: Candidate, minutes: number, warning: string | null): Buffer {
  let entry = entries.get(minutes);
  if (!entry) {
    entry = Buffer.from(`${JSON.stringify(entryOf(one, minutes, warning))},`);
    entries.set(minutes, entry);
  }
  return entry;
}

const open = Buffer.from('{"timeSlots":[');
const close = Buffer.from(']}');

function entryOf(one: Candidate, minutes: number, warning: string | null): Out<typeof slotTechnician> {
  const { id, first_name, last_name, email, profile_pic } = one;
  const user = { id, first_name, last_name, profile_pic };
  return {
    id,
    team_id: id,
    first_name,
    last_name,
    email,
    profile_pic,
    start_time: hhmmOfMinutes(minutes),
    warning,
    user,
  };
}

function headOf(slot: FoundSlots['slots'][number], lang: Lang): string {
  const [only, ...others] = slot.technicians;
  const isOne = only !== undefined && others.length === 0;
  const head = {
    date: slot.date,
    hour: Math.floor(slot.minutes / 60),
    minute: slot.minutes % 60,
    color: isOne ? only.color : manyColor,
    title: isOne ? `${only.first_name} ${only.last_name}`.trim() : available[lang](slot.technicians.length),
  };
  return `${JSON.stringify(head).slice(0, -1)},`;
}
