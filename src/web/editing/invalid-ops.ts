import type { ApiFailure } from '#web/client/api-failure.ts';

/** The invalid changes of a batch that was refused as a whole; the whole batch if none is named. */
export function invalidOps<T>(batch: readonly T[], { fields }: ApiFailure): readonly T[] {
  const places = Object.keys(fields).flatMap((field) => /^ops\.(\d+)\b/.exec(field)?.[1] ?? []);
  return places.length > 0 ? batch.filter((_, i) => places.includes(String(i))) : batch;
}
