import { rmSync } from 'node:fs';

/** Removes the data of the server of the journeys, after it has ended. */
export default function removeData(): void {
  const folder = process.env.GABLE_E2E_DATA;
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
