import type { Tone } from '#web/theme/colors.ts';

/** The tone of each status of a message. */
export const messageTones: Readonly<Record<string, Tone>> = {
  ...{ queued: 'info', sending: 'info' },
  ...{ sent: 'ok', delivered: 'ok', opened: 'ok', clicked: 'ok' },
  ...{ uncertain: 'warn', failed: 'bad', blocked: 'bad', bounced: 'bad' },
};
