import { reading, refuseInfected } from '../files/refuse-infected.ts';
import type { Runtime } from '../runtime.ts';
import type { CheckFile } from './input.ts';

/** Returns the check of the files that a company, or a visitor, sends with a form. */
export function checkFilesOf({ external, log }: Runtime, company: string): CheckFile {
  return (field, { name, bytes }) =>
    refuseInfected({ scanner: external.scanner, log }, { name, field, company, read: reading(bytes) });
}
