import { toast } from '../toast.ts';

/** Copies the address of a page of this site and reports it; without permission, shows it for copying by hand. */
export async function copyAddress(path: string, done: string): Promise<void> {
  const address = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast(done, { kind: 'success' });
  } catch {
    toast(address, { milliseconds: 15_000 });
  }
}
