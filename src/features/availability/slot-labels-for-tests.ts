import type { SlotQuery, SlotTechnician } from '#domain/scheduling/slots.ts';
import { freeSlots } from '#domain/scheduling/slots.ts';
import type { Lang } from '#server/context.ts';
import { joinChunks } from '#server/http/cached-chunks.ts';
import { serializeSlots } from './serialize-slots.ts';
import type { Candidate } from './slot-candidates.ts';

const colors = ['#1971c2', '#e8590c', '#2b8a3e'];
/** The company's color. */
const shared = '#7048e8';
const names = ['Ann Ames', 'Bob', 'Cyd de la Cruz'];

/** Returns the technicians of a random schedule as the response shows them. */
export function slotTechniciansFor(technicians: readonly SlotTechnician[]): Candidate[] {
  return technicians.map((one, nth) => {
    const [first_name = '', ...last] = (names[nth] ?? '').split(' ');
    const more = { index: nth, first_name, last_name: last.join(' '), email: '', profile_pic: null };
    return { ...one, ...more, color: colors[nth] ?? '' };
  });
}

/** Formats title, color and people of each slot in the response: `2030-03-08 9:30 | 2 available | #7048e8 | t0,t1`. */
export function actualSlotLabels(
  question: SlotQuery,
  technicians: readonly Candidate[],
  lang: Lang,
): string[] {
  const found = { slots: freeSlots(question, technicians), warnings: new Map<string, string>() };
  const text = joinChunks(serializeSlots(found, { lang, timezone: question.zone, color: shared })).toString(
    'utf8',
  );
  const { timeSlots } = JSON.parse(text) as {
    timeSlots: {
      date: string;
      hour: number;
      minute: number;
      title: string;
      color: string;
      values: { id: string; user: { first_name: string } }[];
    }[];
  };
  return timeSlots.map((one) => {
    const people = one.values.map(({ id, user }) => `${id}=${user.first_name}`).join(',');
    return `${one.date} ${one.hour}:${one.minute} | ${one.title} | ${one.color} | ${people}`;
  });
}

const available: Record<Lang, string> = { en: 'available', de: 'verfügbar', fr: 'disponibles' };

/**
 * Formats the slots found minute by minute (`slotsMinuteByMinute`) in the same way: a single technician is named with
 * their color, several are counted.
 */
export function expectedSlotLabels(keys: readonly string[], lang: Lang): string[] {
  const heads: string[] = [];
  let slot = '';
  let people: number[] = [];
  const close = () => {
    if (slot === '') return;
    const [date = '', minutes = ''] = slot.split(' ');
    const [nth = 0] = people;
    const title = people.length === 1 ? names[nth] : `${people.length} ${available[lang]}`;
    const color = people.length === 1 ? colors[nth] : shared;
    const list = people.map((one) => `t${one}=${(names[one] ?? '').split(' ')[0]}`).join(',');
    heads.push(
      `${date} ${(Number(minutes) - (Number(minutes) % 60)) / 60}:${Number(minutes) % 60} | ${title} | ${color} | ${list}`,
    );
  };
  for (const key of keys) {
    const at = key.slice(0, key.lastIndexOf(' '));
    if (at !== slot) {
      close();
      [slot, people] = [at, []];
    }
    people.push(Number(key.slice(key.lastIndexOf(' t') + 2)));
  }
  close();
  return heads;
}
