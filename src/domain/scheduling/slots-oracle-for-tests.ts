import { addDays, asInstant, asLocalDate, asZone, fromEpochMs, type LocalDate } from '../base/time.ts';
import { type BusyTime, type DayOverride, freeSlots, type SlotQuery, type SlotTechnician } from './slots.ts';

/**
 * Returns what `freeSlots` must return, found by brute force: maps every minute with the platform's own `Intl`, and
 * checks every minute of every candidate. Shares no step with the function under test.
 */
export function slotsMinuteByMinute(question: SlotQuery, technicians: readonly SlotTechnician[]): string[] {
  const clocks = clocksOf(question.zone, question.from);
  const nowMs = Date.parse(question.now);
  const found: { key: string; order: string }[] = [];
  for (const technician of technicians) {
    if (question.zip !== null && technician.areas.length > 0) {
      const isNear = technician.areas.some(({ zip, zip_to }) => codesOf(zip, zip_to)(question.zip ?? ''));
      if (!isNear) continue;
    }
    if (question.isPublic && question.wanted?.some((id) => technician.offers && !technician.offers.has(id)))
      continue;
    const isTaken = takenMinutes(technician, clocks);
    for (let date = question.from; date <= question.to; date = nextDay(date)) {
      const booked = technician.busy.filter(
        (one) => one.isAppointment && isOnDay(clocks.shown[one.start - clocks.begin] ?? 0, date),
      ).length;
      if (technician.maxPerDay !== null && booked >= technician.maxPerDay) continue;
      for (let minutes = 0; minutes < 1440; minutes += 30) {
        if (!offersStart(technician, date, minutes)) continue;
        const at = clocks.first[wall(date, minutes) - clocks.begin] ?? -1;
        if (at === -1 || at * 60_000 <= nowMs) continue;
        const ahead = at * 60_000 - nowMs;
        if (question.isPublic && ahead < technician.noticeMinutes * 60_000) continue;
        if (question.isPublic && ahead > technician.maxDaysAhead * 86_400_000) continue;
        let isFree = true;
        for (let minute = at; minute < at + question.durationMinutes; minute += 1)
          isFree &&= isTaken[minute - clocks.begin] !== 1;
        if (!isFree) continue;
        const slot = `${date} ${String(minutes).padStart(4, '0')} ${at}`;
        found.push({
          key: `${slot} ${technician.id}`,
          order: `${slot} ${String(booked).padStart(4, '0')} ${technician.name}`,
        });
      }
    }
  }
  return found.sort((a, b) => (a.order < b.order ? -1 : 1)).map((one) => one.key);
}

const ranges = new Map<string, ReadonlySet<string>>();

/** Returns which postal codes an area includes: a range is listed code by code, a prefix is a pattern. */
function codesOf(zip: string, zipTo: string): (typed: string) => boolean {
  const bare = (typed: string) => {
    const letters = [...typed.toUpperCase()].filter((letter) => /[A-Z0-9]/.test(letter)).join('');
    return /^[0-9]{9}$/.test(letters) ? letters.slice(0, 5) : letters;
  };
  if (zip.endsWith('*')) return (typed) => new RegExp(`^${zip.slice(0, -1)}.*$`).test(bare(typed));
  const key = `${zip}-${zipTo || zip}`;
  const codes = ranges.get(key) ?? new Set(zipTo === '' ? [zip] : everyCode(zip, zipTo));
  ranges.set(key, codes);
  return (typed) => codes.has(bare(typed));
}

function everyCode(first: string, last: string): string[] {
  const codes: string[] = [];
  for (let code = Number(first); code <= Number(last); code += 1)
    codes.push(String(code).padStart(first.length, '0'));
  return codes;
}

/** Formats the result of the function under test in the same way. */
export function slotsAsText(question: SlotQuery, technicians: readonly SlotTechnician[]): string[] {
  return freeSlots(question, technicians).flatMap((slot) =>
    slot.technicians.map(
      (one) => `${slot.date} ${String(slot.minutes).padStart(4, '0')} ${slot.at} ${one.id}`,
    ),
  );
}

/** Local times are also counted as minutes since 1970, as if they were in UTC. */
interface Clocks {
  /** Epoch minute → local time; the first entry is that of `begin`. */
  shown: Int32Array;
  /** Local time → the first epoch minute that has it, or -1; the first entry is that of `begin`. */
  first: Int32Array;
  begin: number;
  length: number;
}

const clocksByKey = new Map<string, Clocks>();

/** Maps all minutes of the two weeks around the requested days. */
export function clocksOf(zone: string, from: LocalDate): Clocks {
  const day = Math.floor(Date.parse(`${from}T00:00Z`) / 86_400_000);
  const fortnight = Math.floor(day / 7);
  const key = `${zone} ${fortnight}`;
  const known = clocksByKey.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const begin = (fortnight * 7 - 3) * 1440;
  const length = 20 * 1440;
  const clocks = { shown: new Int32Array(length), first: new Int32Array(length).fill(-1), begin, length };
  // Clocks change only on quarter hours: in between, minutes are consecutive.
  for (let quarter = 0; quarter < length; quarter += 15) {
    const [year, month, date, hour, minute] = format
      .formatToParts((begin + quarter) * 60_000)
      .filter((part) => part.type !== 'literal')
      .map((part) => Number(part.value)) as [number, number, number, number, number];
    const local = Date.UTC(year, month - 1, date, hour, minute) / 60_000;
    for (let more = 0; more < 15; more += 1) {
      clocks.shown[quarter + more] = local + more;
      const at = local + more - begin;
      if (clocks.first[at] === -1) clocks.first[at] = begin + quarter + more;
    }
  }
  clocksByKey.set(key, clocks);
  return clocks;
}

/** Returns minutes since 1970 as a clock in UTC shows this day and minute. */
function wall(date: string, minutes: number): number {
  return Date.parse(`${date}T00:00Z`) / 60_000 + minutes;
}

function offersStart(technician: SlotTechnician, date: string, minutes: number): boolean {
  const weekday = new Date(`${date}T00:00Z`).getUTCDay();
  if (technician.week[weekday]?.includes(minutes)) return true;
  return technician.overrides.some(
    (one) => one.kind === 'extra' && one.from <= date && date <= one.to && one.starts.includes(minutes),
  );
}

export function takenMinutes(technician: SlotTechnician, clocks: Clocks): Uint8Array {
  const taken = new Uint8Array(clocks.length);
  const { bufferMinutes: buffer } = technician;
  for (const one of technician.busy) {
    for (let minute = one.start - buffer; minute < one.end + buffer; minute += 1)
      taken[minute - clocks.begin] = 1;
  }
  for (const one of technician.overrides) {
    if (one.kind !== 'off') continue;
    for (let date: LocalDate = one.from; date <= one.to; date = nextDay(date)) {
      const start = firstAt(clocks, date, one.start ?? 0);
      const end = one.end === null ? firstAt(clocks, nextDay(date), 0) : firstAt(clocks, date, one.end);
      for (let minute = start; minute < end; minute += 1) taken[minute - clocks.begin] = 1;
    }
  }
  return taken;
}

/** Returns the first minute with this local time. If it is skipped, the same distance after the gap. */
function firstAt(clocks: Clocks, date: string, minutes: number): number {
  const asked = wall(date, minutes) - clocks.begin;
  if ((clocks.first[asked] ?? -1) !== -1) return clocks.first[asked] as number;
  // Skipped midnight: the day starts at its first existing local time.
  for (let later = 0; minutes === 0 && later < 1440; later += 1) {
    const at = clocks.first[asked + later] ?? -1;
    if (at !== -1) return at;
  }
  for (let back = 1; back < 300; back += 1) {
    const before = clocks.first[asked - back] ?? -1;
    if (before !== -1) return before + back;
  }
  return Number.NaN;
}

function isOnDay(local: number, date: string): boolean {
  return Math.floor(local / 1440) * 1440 === wall(date, 0);
}

function nextDay(date: string): LocalDate {
  return new Date(Date.parse(`${date}T00:00Z`) + 86_400_000).toISOString().slice(0, 10) as LocalDate;
}

/** Seeded random numbers: the same seed gives the same schedules on every machine. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    oneOf: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    is: (p: number) => next() < p,
  };
}
type Chance = ReturnType<typeof seededRandom>;

/**
 * Forty zones: both hemispheres, unusual offsets, half-hour clocks, changes at midnight, and some that never change.
 */
export const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/St_Johns',
  'America/Halifax',
  'America/Toronto',
  'America/Vancouver',
  'America/Mexico_City',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Nuuk',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Vienna',
  'Europe/Helsinki',
  'Europe/Athens',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Antarctica/Troll',
] as const;

/** Returns the days of a year on which a zone's clocks change; two ordinary days if they never do. */
function clockChangeDays(zone: string, year: number): LocalDate[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (ms: number) => format.formatToParts(ms).find((p) => p.type === 'timeZoneName')?.value;
  const found: LocalDate[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 86_400_000) {
    if (offset(day) !== offset(day + 86_400_000))
      found.push(new Date(day).toISOString().slice(0, 10) as LocalDate);
  }
  return found.length > 0 ? found : [asLocalDate(`${year}-03-10`), asLocalDate(`${year}-10-27`)];
}

const changes = new Map<string, LocalDate[]>();

/** Returns one random schedule, mostly around a clock change. */
export function randomSchedule(seed: number): { question: SlotQuery; technicians: SlotTechnician[] } {
  const dice = seededRandom(seed * 7919 + 17);
  const zone = zones[seed % zones.length] as string;
  const days = changes.get(zone) ?? clockChangeDays(zone, 2030);
  changes.set(zone, days);
  // Few start days, so that the oracle's clock tables are built once for many schedules.
  const from = addDays(dice.oneOf(days), dice.oneOf([-2, -1, 0, 20]));
  const to = addDays(from, dice.oneOf([0, 1, 3]));
  const begin = Date.parse(`${from}T00:00Z`) / 60_000;
  const hundred = dice.is(0.3);
  const question: SlotQuery = {
    from,
    to,
    zone: asZone(zone),
    now: dice.is(0.5)
      ? asInstant('2030-01-01T00:00:00Z')
      : fromEpochMs((begin + dice.below(4000) - 1000) * 60_000 + (dice.is(0.3) ? dice.below(60_000) : 0)),
    durationMinutes: 15 * (1 + dice.below(dice.is(0.1) ? 96 : 20)),
    isPublic: dice.is(0.5),
    wanted: dice.is(0.3) ? [dice.oneOf(services), dice.oneOf(services)] : null,
    zip: hundred ? dice.oneOf(zips) : null,
  };
  const technicians = Array.from({ length: 1 + dice.below(3) }, (_, i) =>
    randomTechnician(dice, i, from, begin),
  );
  return { question, technicians };
}

const services = ['home', 'radon', 'sewer'];
const zips = ['78701', '78702', '10014', '00501', '78702-1234', '787021234', ' 78 701', 'sw1a 1aa', 'SW1'];
/** Single codes, ranges (some that start or end at a requested code, one with leading zeros) and prefixes. */
const areas = [
  { zip: '78701', zip_to: '' },
  { zip: '10014', zip_to: '' },
  { zip: '78702', zip_to: '78799' },
  { zip: '78000', zip_to: '78701' },
  { zip: '00400', zip_to: '00501' },
  { zip: '100', zip_to: '999' },
  { zip: '787*', zip_to: '' },
  { zip: 'SW1*', zip_to: '' },
  { zip: 'SW1A1AA', zip_to: '' },
];

function randomTechnician(dice: Chance, nth: number, from: LocalDate, begin: number): SlotTechnician {
  const half = () => 30 * dice.below(48);
  const density = dice.oneOf([0.05, 0.3, 1]);
  const busy: BusyTime[] = Array.from({ length: dice.below(8) }, () => {
    const start = begin - 1000 + dice.oneOf([15, 1]) * dice.below(480);
    return { start, end: start + 15 * (1 + dice.below(30)), isAppointment: dice.is(0.7) };
  });
  const overrides = Array.from({ length: dice.below(3) }, (): DayOverride => {
    const first = addDays(from, dice.below(5) - 1);
    const last = addDays(first, dice.below(3));
    if (dice.is(0.5)) return { kind: 'extra', from: first, to: last, starts: [half(), half(), half()] };
    const [a, b] = [half(), half()].sort((x, y) => x - y) as [number, number];
    return {
      kind: 'off',
      from: first,
      to: last,
      start: dice.is(0.4) ? null : a,
      end: dice.is(0.4) ? null : Math.max(b, a + 30) % 1440 || null,
    };
  });
  return {
    id: `t${nth}`,
    name: dice.oneOf(['Ann', 'Bob', 'Cyd']) + nth,
    week: Array.from({ length: 7 }, () => startsOfDay.filter(() => dice.is(density))),
    overrides,
    busy,
    bufferMinutes: dice.oneOf([0, 0, 15, 45]),
    maxPerDay: dice.oneOf([null, null, 1, 2]),
    noticeMinutes: 60 * dice.oneOf([0, 1, 24]),
    maxDaysAhead: dice.oneOf([1, 2, 90]),
    offers: dice.is(0.5) ? null : new Set([dice.oneOf(services), dice.oneOf(services)]),
    areas: dice.is(0.5) ? [] : Array.from({ length: 1 + dice.below(2) }, () => dice.oneOf(areas)),
  };
}

const startsOfDay = Array.from({ length: 48 }, (_, i) => 30 * i);
