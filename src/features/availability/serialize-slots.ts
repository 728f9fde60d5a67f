import { LRUCache } from 'lru-cache';
import { groupBy } from '#domain/base/group-by.ts';
import { minutesToHhmm } from '#domain/base/time.ts';
import type { Lang } from '#server/context.ts';
import { CachedChunk } from '#server/http/cached-chunks.ts';
import type { Out } from '#wire/route.ts';
import type { Candidate, SlotSearchResult } from './slot-candidates.ts';
import type { slotTechnician } from './slots-contract.ts';

const available = {
  en: (n: number) => `${n} available`,
  de: (n: number) => `${n} verfügbar`,
  fr: (n: number) => `${n} disponibles`,
};

/**
 * Serializes the slots to the JSON of their response. Two weeks of twenty technicians are eleven thousand entries (4
 * MB) of which a thousand differ, and few hours change between requests: entries and parts of days are serialized once
 * and cached.
 */
export function serializeSlots(
  { slots, warnings }: SlotSearchResult,
  { timezone, ...options }: ResponseOptions,
): CachedChunk[] {
  const known: Entries[] = [];
  const entriesOf = (one: Candidate) => {
    const entries = known[one.index] ?? cachedEntries(one, warnings.get(one.id) ?? null);
    known[one.index] = entries;
    return entries;
  };
  const partOf = (slot: Slots[number]) => `${slot.date} ${Math.floor(slot.minutes / partMinutes)}`;
  const wanted = [...groupBy(slots, partOf).values()].map((part) => cachedPart(part, options, entriesOf));
  const between = wanted.flatMap((part, nth) => (nth === 0 ? [part] : [comma, part]));
  return [open, ...between, new CachedChunk(`],"timezone":${JSON.stringify(timezone)}}`)];
}

const open = new CachedChunk('{"timeSlots":[');
const comma = new CachedChunk(',');
const close = Buffer.from(']}');

/** What the response contains besides the free technicians. */
interface ResponseOptions extends ChunkOptions {
  timezone: string;
}

interface ChunkOptions {
  lang: Lang;
  /** The company's color, used for slots several technicians share. */
  color: string;
}

type EntriesOf = (one: Candidate) => Entries;
type Slots = SlotSearchResult['slots'];

/** Moving an appointment invalidates this much of a day; shorter parts compress less well. */
const partMinutes = 180;

/** Cached parts of days as JSON. */
const parts = new LRUCache<string, CachedChunk>({
  maxSize: 48_000_000,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
});

function cachedPart(slots: Slots, options: ChunkOptions, entriesOf: EntriesOf): CachedChunk {
  const key = keyOf(slots, options, entriesOf);
  let part = parts.get(key);
  if (!part) {
    part = new CachedChunk(partAsJson(slots, options, entriesOf));
    parts.set(key, part);
  }
  return part;
}

/**
 * Returns the cache key of a part, with everything its JSON depends on: language, the company's color, date, and each
 * slot's minute, number of free technicians, their entries and their extra driving.
 */
function keyOf(slots: Slots, { lang, color }: ChunkOptions, entriesOf: EntriesOf): string {
  const length = slots.reduce(
    (sum, slot) => sum + 2 + slot.technicians.length + (slot.extraMinutes?.length ?? 0),
    0,
  );
  const numbers = new Uint32Array(length);
  let at = 0;
  for (const slot of slots) {
    numbers[at] = slot.minutes;
    numbers[at + 1] = slot.technicians.length;
    at += 2;
    for (const one of slot.technicians) {
      numbers[at] = entriesOf(one).number;
      at += 1;
    }
    if (slot.extraMinutes) numbers.set(slot.extraMinutes, at);
    at += slot.extraMinutes?.length ?? 0;
  }
  return `${slots[0]?.extraMinutes ? 'road ' : ''}${lang} ${color} ${slots[0]?.date} ${Buffer.from(numbers.buffer).toString('latin1')}`;
}

function partAsJson(slots: Slots, options: ChunkOptions, entriesOf: EntriesOf): Buffer {
  const pieces: Uint8Array[] = [];
  for (const [nth, slot] of slots.entries()) {
    pieces.push(Buffer.from(`${nth === 0 ? '' : ','}${headOf(slot, options)}"values":[`));
    for (const [i, one] of slot.technicians.entries()) {
      const entry = entryAt(entriesOf(one), one, slot.minutes);
      const extra = slot.extraMinutes?.[i];
      if (extra === undefined) pieces.push(entry);
      else pieces.push(entry.subarray(0, -noExtra.length), Buffer.from(`${extra}},`));
    }
    // Each entry ends with a comma: the last one's is dropped.
    const last = pieces.pop();
    if (last) pieces.push(last.subarray(0, -1), close);
  }
  return Buffer.concat(pieces);
}

/**
 * A technician's entries by minute of the day, each as JSON with a trailing comma; another number, another technician.
 */
interface Entries {
  number: number;
  warning: string | null;
  byMinute: Map<number, Buffer>;
}

/**
 * Keyed by all of a technician's fields except the minute, so that a new name or color is a new entry; about 20 kB
 * each.
 */
const entries = new LRUCache<string, Entries>({ max: 500 });
let entriesCreated = 0;

function cachedEntries(one: Candidate, warning: string | null): Entries {
  const key = JSON.stringify([entryOf(one, 0, warning), one.color]);
  let cached = entries.get(key);
  if (!cached) {
    entriesCreated += 1;
    cached = { number: entriesCreated, warning, byMinute: new Map() };
    entries.set(key, cached);
  }
  return cached;
}

function entryAt({ byMinute, warning }: Entries, one: Candidate, minutes: number): Buffer {
  let entry = byMinute.get(minutes);
  if (!entry) {
    entry = Buffer.from(`${JSON.stringify(entryOf(one, minutes, warning))},`);
    byMinute.set(minutes, entry);
  }
  return entry;
}

/** The end of each cached entry. */
const noExtra = 'null},';

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
    start_time: minutesToHhmm(minutes),
    warning,
    user,
    // Last, so that a cached entry is completed by appending.
    extra_minutes: null,
  };
}

function headOf(slot: Slots[number], { lang, color }: ChunkOptions): string {
  const [only, ...others] = slot.technicians;
  const isOne = only !== undefined && others.length === 0;
  const head = {
    date: slot.date,
    hour: Math.floor(slot.minutes / 60),
    minute: slot.minutes % 60,
    color: isOne ? only.color : color,
    title: isOne ? `${only.first_name} ${only.last_name}`.trim() : available[lang](slot.technicians.length),
  };
  return `${JSON.stringify(head).slice(0, -1)},`;
}
