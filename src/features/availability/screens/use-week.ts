import { useRef, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { changeAvailability, type GroupedWeek, getAvailability } from '../contract.ts';
import { cellsOf, startOf } from './week-keys.ts';

/**
 * Manages the week of a technician. Changes are optimistic and sent as additions and removals, so that two users
 * changing different times do not undo each other; an error reverts them.
 */
export function useWeek(technicianId: string) {
  const { data, status, failure, retry } = useRead(
    getAvailability,
    { id: technicianId },
    { log: 'The availability could not be loaded' },
  );
  const [answered, setAnswered] = useState<{ of: GroupedWeek | undefined; week: GroupedWeek } | null>(null);
  const [waiting, setWaiting] = useState<ReadonlyMap<number, boolean>>(new Map());
  const write = useWrite(changeAvailability);
  const previous = useRef<Promise<unknown>>(Promise.resolve());
  // The response to a change is newer than data read before it and older than data read after it.
  const week = answered !== null && answered.of === data ? answered.week : data;
  const cells = cellsOf(week ?? {}, technicianId);
  for (const [key, isOn] of waiting) {
    if (isOn) cells.add(key);
    else cells.delete(key);
  }

  async function change(keys: readonly number[], isOn: boolean): Promise<void> {
    const changed = keys.filter((key) => cells.has(key) !== isOn);
    if (changed.length === 0) return;
    await send(changed.map((key) => [key, isOn]));
  }

  async function send(changes: readonly (readonly [number, boolean])[]): Promise<void> {
    setWaiting((before) => new Map([...before, ...changes]));
    // Sequential: responses arriving out of order would show an outdated week.
    const mine = previous.current.then(() => submit(changes));
    previous.current = mine;
    await mine;
    setWaiting((before) => {
      const sentValues = new Map(changes);
      return new Map([...before].filter(([key, isOn]) => sentValues.get(key) !== isOn));
    });
  }

  async function submit(changes: readonly (readonly [number, boolean])[]): Promise<void> {
    const starts = (isOn: boolean) => changes.filter(([, on]) => on === isOn).map(([key]) => startOf(key));
    const done = await write.send({ team_id: technicianId, add: starts(true), remove: starts(false) });
    if (done !== null) setAnswered({ of: data, week: done });
  }

  /** Sets the cells of these days to exactly the wanted ones. */
  async function setDays(days: readonly number[], wanted: ReadonlySet<number>): Promise<void> {
    const changes: [number, boolean][] = [];
    for (const day of days) {
      for (let key = day * 48; key < day * 48 + 48; key += 1) {
        if (cells.has(key) !== wanted.has(key)) changes.push([key, wanted.has(key)]);
      }
    }
    if (changes.length > 0) await send(changes);
  }

  return { cells, status, failure, retry, change, setDays, saving: waiting.size > 0 };
}
export type Week = ReturnType<typeof useWeek>;
