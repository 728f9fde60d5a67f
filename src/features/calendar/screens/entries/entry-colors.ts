import { blend, tokens } from '#web/theme/colors.ts';
import type { CalendarEvent } from '../../contract.ts';

/** Returns the opacity of an entry's color on the page: appointments 0.9, all others 0.4. */
export function entryOpacity(event: Pick<CalendarEvent, 'systemRef'>): 0.9 | 0.4 {
  return event.systemRef.type === 'inspEvent' ? 0.9 : 0.4;
}

/** How much of the shaded color tints the block: 15 % for appointments. */
const tint = 1 / 6;

/**
 * Returns the colors of an entry: its own at the specified opacity as the edge, a tint of it as the background, and the
 * scheme's text color, which is readable on the tint of every color.
 */
export function entryColors(
  event: Pick<CalendarEvent, 'systemRef' | 'color'>,
  scheme: 'light' | 'dark',
): { edge: string; background: string; text: string } {
  const color = hex(event.color);
  const opacity = entryOpacity(event);
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return {
    edge: `rgb(${channels.join(' ')} / ${opacity})`,
    background: blend(color, tokens[scheme]['--app-surface'], opacity * tint),
    text: tokens[scheme]['--mantine-color-text'],
  };
}

const fallback = '#78716c';

function hex(color: string): string {
  if (/^#[\da-f]{6}$/i.test(color)) return color;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : fallback;
}
