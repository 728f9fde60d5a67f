import type { Tone } from '#web/theme/colors.ts';

const tones: Record<string, Tone> = {
  not_started: 'mute',
  in_progress: 'info',
  pending_approval: 'warn',
  published: 'ok',
};

/** The color tone of a report status. */
export function statusTone(status: string): Tone {
  return tones[status] ?? 'mute';
}
