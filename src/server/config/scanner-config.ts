import { isAbsolute } from 'node:path';
import { z } from 'zod/mini';

/** Where clamd listens: a TCP port, or a Unix socket. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

const pair = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<host>[\w.-]+)):(?<port>\d{1,5})$/;

const address = z
  .string()
  .check(
    z.refine((text) => addressOf(text) !== null, 'must be host:port, or the absolute path of a Unix socket'),
  );

/** The variable of the virus scanner. */
export const scannerVariables = { CLAMD_ADDRESS: z.optional(address) };

const shape = z.object(scannerVariables);

/** Reads this part; null: files are not scanned. */
export function readScannerConfig({ CLAMD_ADDRESS }: z.infer<typeof shape>): ScannerAddress | null {
  return CLAMD_ADDRESS === undefined ? null : addressOf(CLAMD_ADDRESS);
}

function addressOf(text: string): ScannerAddress | null {
  if (isAbsolute(text)) return { path: text };
  const { six, host = six, port } = pair.exec(text)?.groups ?? {};
  const number = Number(port);
  return host && number >= 1 && number <= 65535 ? { host, port: number } : null;
}
