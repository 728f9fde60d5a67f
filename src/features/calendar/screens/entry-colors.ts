import { blend, contrast, tokens } from '#web/colors.ts';
import type { CalendarEvent } from '../contract.ts';

/** Returns the opacity of an entry's color on the page: appointments 0.9, all others 0.4. */
export function entryOpacity(event: Pick<CalendarEvent, 'systemRef'>): 0.9 | 0.4 {
  return event.systemRef.type === 'inspEvent' ? 0.9 : 0.4;
}

/**
 * Returns background and text color of an entry. The color is blended into the surface, so that the text keeps its
 * contrast.
 */
export function entryColors(
  event: Pick<CalendarEvent, 'systemRef' | 'color'>,
  scheme: 'light' | 'dark',
): { background: string; text: string } {
  const color = hex(event.color);
  const background = blend(color, tokens[scheme]['--app-surface'], entryOpacity(event));
  const text = contrast(background, white) >= contrast(background, black) ? white : black;
  return { background, text };
}

const white = '#ffffff';
const black = '#000000';
const fallback = '#78716c';

function hex(color: string): string {
  if (/^#[\da-f]{6}$/i.test(color)) return color;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : fallback;
}
