/** The service a new appointment starts with, and why: the screen says so. */
export interface SuggestedService {
  id: string;
  reason: 'only' | 'usual';
}

/** How many of the company's latest appointments include a service. */
export interface ServiceUse {
  serviceId: string;
  appointments: number;
}

/** The latest appointments that count: older ones say little about the next. */
export const latestAppointments = 50;
/** With fewer there is no habit to go by. */
const fewestAppointments = 5;

/**
 * Returns the service to add to a new appointment: the only one offered, or the one in more than half of the latest
 * appointments. Null if the company has no such habit, because a service added by guess is one to be noticed and
 * removed.
 */
export function suggestedService(
  offered: readonly string[],
  latest: { total: number; uses: readonly ServiceUse[] },
): SuggestedService | null {
  const [only, another] = offered;
  if (only === undefined) return null;
  if (another === undefined) return { id: only, reason: 'only' };
  if (latest.total < fewestAppointments) return null;
  const usual = latest.uses
    .filter(({ serviceId, appointments }) => offered.includes(serviceId) && appointments * 2 > latest.total)
    .sort(
      (a, b) =>
        b.appointments - a.appointments || offered.indexOf(a.serviceId) - offered.indexOf(b.serviceId),
    )[0];
  return usual ? { id: usual.serviceId, reason: 'usual' } : null;
}
