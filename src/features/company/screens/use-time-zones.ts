import { useMemo } from 'react';
import { now } from '#web/clock.ts';

/** All time zones the browser knows with their current UTC offset, from west to east. */
export function useTimeZones(current: string): { value: string; label: string }[] {
  return useMemo(() => {
    const at = Date.parse(now());
    const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])];
    return names
      .map((value) => ({ value, minutes: offsetOf(value, at) }))
      .sort((a, b) => a.minutes - b.minutes || (a.value < b.value ? -1 : 1))
      .map(({ value, minutes }) => ({ value, label: `${value.replaceAll('_', ' ')} (${signed(minutes)})` }));
  }, [current]);
}

function offsetOf(zone: string, at: number): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(text ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function signed(minutes: number): string {
  const size = Math.abs(minutes);
  const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  return `GMT${minutes < 0 ? '−' : '+'}${clock}`;
}
