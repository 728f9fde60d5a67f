import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { diskFiles } from '#server/files/disk.ts';
import type { Files } from '#server/files/store.ts';
import { MailLater } from '#server/outside/mail.ts';
import { offlineGeocoder } from '#server/outside/maps.ts';
import type { Outside } from '#server/outside/outside.ts';
import { smtpMailer } from '#server/outside/smtp-mailer.ts';
import { startSmtpSink } from '#simulators/smtp/smtp-sink.ts';
import type { Outbox } from './dev-pages.ts';

/** The outside world of this process, and what must be stopped with it. */
export interface OpenedOutside {
  outside: Outside;
  files: Files;
  /** The mails that would have left; only where the loopback mail server runs. */
  outbox: Outbox | null;
  close(): Promise<void>;
}

/**
 * Opens mail, maps and files by configuration. Without SMTP_URL the demo starts its own mail server on loopback; elsewhere
 * mails wait in the outbox table until SMTP_URL is set.
 */
export async function openOutside(config: Config, log: Logger): Promise<OpenedOutside> {
  const sink =
    config.demo && !config.smtpUrl ? await startSmtpSink({ folder: join(config.dataDir, 'outbox') }) : null;
  const url = config.smtpUrl ?? sink?.url ?? null;
  if (!url) log.warn('SMTP_URL is not set: mails wait in the outbox');
  const domain = new URL(config.publicUrl).hostname;
  const mail = url ? smtpMailer({ url, domain }) : waitingMailer();
  return {
    outside: { mail, maps: offlineGeocoder() },
    files: await openFiles(config),
    outbox: sink,
    close: async () => {
      mail.close();
      await sink?.stop();
    },
  };
}

async function openFiles(config: Config): Promise<Files> {
  if (!config.s3) return diskFiles(join(config.dataDir, 'files'));
  const { s3Files } = await import('#server/files/s3.ts');
  return s3Files(config.s3);
}

function waitingMailer(): Outside['mail'] {
  return {
    send: async () => {
      throw new MailLater('SMTP_URL is not set');
    },
    close: () => {},
  };
}
