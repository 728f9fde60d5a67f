import type { Logger } from 'pino';
import { AppError, badInput } from '#wire/errors.ts';
import { createTurns } from '../db/turns.ts';
import type { ReadFile, VirusScanner } from '../outside/virus-scanner.ts';

/** A file that is about to be accepted. */
interface ArrivedFile {
  /** As the user knows it. */
  readonly name: string;
  /** The field of the input that holds it. */
  readonly field: string;
  /** Whose file it is: companies take turns. */
  readonly company: string;
  readonly read: ReadFile;
}

/** clamd scans ten files at once by default; one process leaves some of them to the others. */
const turns = createTurns(6);
const secondsToComeBack = 30;

/**
 * Asks the scanner about a file before any of it is stored; without a scanner, accepts it. Every file that users send passes
 * here. Throws BAD_USER_INPUT for an infected one, PAYLOAD_TOO_LARGE for one the scanner does not take, and UNAVAILABLE
 * while the scanner does not respond: what was not checked is not accepted (decision 0091).
 */
export async function refuseInfected(
  { scanner, log }: { scanner: VirusScanner | null; log: Logger },
  { name, field, company, read }: ArrivedFile,
): Promise<void> {
  if (!scanner) return;
  const verdict = await turns.run(company, () => scanner.scan(read));
  if (verdict.is === 'clean') return;
  if (verdict.is === 'infected') {
    log.warn({ company, file: name, virus: verdict.virus }, 'refused an infected file');
    throw badInput({ [field]: `A virus was found in “${name}”. The file was not stored.` });
  }
  if (verdict.is === 'too_large') {
    const message = `“${name}” is too large to be checked for viruses. The file was not stored.`;
    throw new AppError('PAYLOAD_TOO_LARGE', message);
  }
  log.error({ why: verdict.why }, 'the virus scanner does not respond');
  const message = `“${name}” couldn’t be checked for viruses just now, so it was not stored. Please try again in a moment.`;
  throw new AppError('UNAVAILABLE', message, { retryAfter: secondsToComeBack });
}

const pieceBytes = 256 * 1024;

/** Reads bytes that are already in memory. */
export function reading(bytes: Uint8Array): ReadFile {
  return function* () {
    for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
}
