import type { Config } from './config.ts';

interface Systemic {
  code?: string;
  syscall?: string;
  message?: string;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
// Wrong password, no such user, no such database, no permission to connect.
const refused = new Set(['28P01', '28000', '3D000', '42501']);

/** Describes why the server could not start, in one sentence with what to do about it. */
export function describeStartFailure(
  error: unknown,
  config: Pick<Config, 'host' | 'port' | 'databaseUrl' | 'dataDir'>,
): string {
  const { code = '', syscall, message = String(error) } = (error ?? {}) as Systemic;
  const place = `Port ${config.port} of ${config.host}`;
  if (code === 'EADDRINUSE')
    return `${place} is in use: stop what runs there, or set PORT to another (0 takes any free one).`;
  if (code === 'EADDRNOTAVAIL')
    return `${config.host} is no address of this machine: set HOST to one that is.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `${place} may not be used by this user: set PORT to one above 1023.`;
  if (config.databaseUrl && (unreachable.has(code) || refused.has(code)))
    return `The database of DATABASE_URL cannot be used: ${message || code}`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    return `DATA_DIR ${config.dataDir} cannot be written (${message})`;
  return `Gable could not start: ${message}`;
}
