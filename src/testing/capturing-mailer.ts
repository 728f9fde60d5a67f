import type { Mail, Mailer } from '#server/outside/mail.ts';

/** A mailer that captures mail instead of sending it. */
export function capturingMailer(): { mailer: Mailer; sent: Mail[] } {
  const sent: Mail[] = [];
  return {
    sent,
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        return { providerId: mail.key };
      },
      close: () => {},
    },
  };
}
