import { type LocalDate, localDate, type Zone } from '#domain/base/time.ts';
import { now } from '../../clock.ts';
import { useSession } from '../../session.ts';

/** Returns the company's today: the day in the zone of the signed-in user's company, else in the browser's zone. */
export function useToday(): LocalDate {
  const { user } = useSession();
  return localDate(now(), (user?.timezone ?? browserZone()) as Zone);
}

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
