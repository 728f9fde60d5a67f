import type { bookAppointment } from '#features/appointments/booking-contract.ts';
import type { RouteInput } from '#wire/route.ts';

export interface RaceResult {
  /** Number of responses by HTTP status. */
  statuses: Record<number, number>;
  /** Number of responses by error type. */
  types: Record<string, number>;
  milliseconds: number;
}

/** Sends all bookings concurrently over real sockets and counts the responses. */
export async function raceBookings(
  origin: string,
  token: string,
  bookings: readonly RouteInput<typeof bookAppointment>[],
): Promise<RaceResult> {
  const started = performance.now();
  const answers = await Promise.all(bookings.map((booking) => send(origin, token, booking)));
  const result: RaceResult = { statuses: {}, types: {}, milliseconds: performance.now() - started };
  for (const { status, type } of answers) {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    result.types[type] = (result.types[type] ?? 0) + 1;
  }
  return result;
}

/** Start times one minute apart, so that all bookings overlap: 9:00 plus `number` minutes, on 8 March 2030. */
export function overlappingStart(number: number): string {
  const minute = number % 60;
  return `2030-03-08T${String(9 + Math.floor(number / 60)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

async function send(
  origin: string,
  token: string,
  booking: unknown,
): Promise<{ status: number; type: string }> {
  const answer = await fetch(`${origin}/api/inspections`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(booking),
  });
  const { error } = (await answer.json()) as { error: { type: string } | null };
  return { status: answer.status, type: error?.type ?? 'none' };
}
