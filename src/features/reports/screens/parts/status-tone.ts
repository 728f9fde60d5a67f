import type { Tone } from '#web/colors.ts';

const tones: Record<string, Tone> = {
  not_started: 'mute',
  in_progress: 'info',
  pending_approval: 'warn',
  published: 'ok',
};

/** The tone in which the state of a report is said. */
export function statusTone(status: string): Tone {
  return tones[status] ?? 'mute';
}
