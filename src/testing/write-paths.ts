/** A caller over a real socket: the bench calls a built server, the tests their own. */
export interface RaceCaller {
  readonly id: string;
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<RaceResponse>;
}

interface RaceResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the race reads a few fields of several routes
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same for refusals
  error: { type: string; message: string; details: any } | null;
}

/** The result of concurrent writers that request overlapping times of one technician. */
export interface PathResult {
  path: string;
  writers: number;
  won: number;
  /** Refused with CONFLICT and the kind and time of the conflicting booking. */
  named: number;
  /** Any other response: must be empty. */
  others: string[];
  milliseconds: number;
}

/** A caller with a session. */
export function raceCaller(origin: string, token: string, id: string): RaceCaller {
  return {
    id,
    send: async (method, path, body) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, ...((await answer.json()) as Omit<RaceResponse, 'status'>) };
    },
  };
}

interface RaceSetup {
  owner: RaceCaller;
  technician: string;
  booking: object;
  writers: number;
  night: DstNight | null;
  /** Makes the order id of each booking unique. */
  count: { value: number };
}

/** The nights in which daylight saving time starts and ends in the United States. */
type DstNight = 'spring' | 'autumn';

/** Parameters of a race. */
export interface RaceOptions {
  technician: string;
  booking: object;
  writers: number;
  /** Uses the hour before the clocks change instead of the morning. */
  night?: DstNight;
  /** Further writers for that time in the mixed race, for example a slot hold; `start` is a wall-clock time. */
  others?: (start: string) => Writer[];
}

/** A writer that is prepared before the race; calling it sends the request. */
type Writer = () => Promise<RaceResponse>;

/**
 * Races every write path that occupies a technician's time, each with `writers` concurrent requests, and all of them
 * mixed. Each path uses another year, so that only writers of one race conflict. In each race all time ranges overlap:
 * one may win.
 */
export async function raceAllPaths(owner: RaceCaller, options: RaceOptions): Promise<PathResult[]> {
  const setup = setupOf(owner, options);
  const results: PathResult[] = [];
  for (const [nth, path] of Object.keys(paths).entries()) {
    const make = paths[path as keyof typeof paths];
    const writers: Writer[] = [];
    for (let n = 0; n < options.writers; n += 1) writers.push(await make(setup, 2031 + nth, n));
    results.push(await run(path, writers));
  }
  results.push(await raceMixed(owner, options, 2040, setup));
  return results;
}

/** Races writers of all paths, together with `others`. */
export async function raceMixed(
  owner: RaceCaller,
  options: RaceOptions,
  year: number,
  setup = setupOf(owner, options),
): Promise<PathResult> {
  const all = Object.values(paths);
  const mixed: Writer[] = options.others?.(wanted(setup, year, 0)) ?? [];
  for (let n = 0; n < options.writers; n += 1) {
    const make = all[n % all.length];
    if (make) mixed.push(await make(setup, year, n));
  }
  return run('mixed', mixed);
}

function setupOf(owner: RaceCaller, { technician, booking, writers, night }: RaceOptions): RaceSetup {
  return { owner, technician, booking, writers, night: night ?? null, count: { value: 0 } };
}

const paths = {
  create: async (setup: RaceSetup, year: number, n: number) => () =>
    book(setup, { date_time: wanted(setup, year, n), inspectors: [setup.technician] }),

  // Assigned and confirmed in two calls, as when staff answers a client's request.
  confirm: async (setup: RaceSetup, year: number, n: number) => {
    const { id } = await booked(setup, { date_time: wanted(setup, year, n), confirm_inspection: false });
    return async () => {
      const assigned = await setup.owner.send('PUT', `/v2/appointments/${id}`, {
        inspectors: [setup.technician],
      });
      return assigned.error ? assigned : setup.owner.send('POST', `/v2/appointments/${id}/confirm`, {});
    };
  },

  reschedule: async (setup: RaceSetup, year: number, n: number) => {
    const { id } = await booked(setup, { date_time: apart(year, n), inspectors: [setup.technician] });
    return () => setup.owner.send('PUT', `/v2/appointments/${id}`, { date_time: wanted(setup, year, n) });
  },

  'calendar drag': async (setup: RaceSetup, year: number, n: number) => {
    const { id } = await booked(setup, { date_time: apart(year, n), inspectors: [setup.technician] });
    const moved = { type: 'inspEvent', appointmentId: id, dateTime: wanted(setup, year, n) };
    return () => setup.owner.send('PUT', '/v2/calendar/events', moved);
  },

  'busy time': async (setup: RaceSetup, year: number, n: number) => {
    const startDate = wanted(setup, year, n);
    const endDate = later(startDate);
    const event = {
      type: 'regularEvent',
      title: 'Dentist',
      inspector: setup.technician,
      busy: true,
      startDate,
      endDate,
    };
    return () => setup.owner.send('POST', '/v2/calendar/events', event);
  },

  'sub-event': async (setup: RaceSetup, year: number, n: number) => {
    const { id } = await booked(setup, { date_time: apart(year, n) });
    const start_date = wanted(setup, year, n);
    const end_date = later(start_date);
    const event = { name: 'Radon pick-up', inspector: setup.technician, start_date, end_date };
    return () => setup.owner.send('PUT', `/v2/appointments/${id}`, { inspection_events: [event] });
  },

  're-assign': async (setup: RaceSetup, year: number, n: number) => {
    const { id } = await booked(setup, { date_time: wanted(setup, year, n) });
    return () => setup.owner.send('PUT', `/v2/appointments/${id}`, { inspectors: [setup.technician] });
  },

  restore: async (setup: RaceSetup, year: number, n: number) => {
    const { id } = await booked(setup, { date_time: wanted(setup, year, n), inspectors: [setup.technician] });
    const canceled = await setup.owner.send('POST', `/v2/appointments/${id}/cancel`, { notify: false });
    if (canceled.error) throw new Error(canceled.error.message);
    return () => setup.owner.send('POST', `/v2/appointments/${id}/restore`, {});
  },
};

async function run(path: string, writers: readonly Writer[]): Promise<PathResult> {
  const begin = performance.now();
  const answers = await Promise.all(writers.map((writer) => writer()));
  const milliseconds = performance.now() - begin;
  const refused = answers.filter((answer) => answer.error !== null);
  const isNamed = ({ status, error }: RaceResponse) => {
    const conflict = error?.details?.conflicts?.[0];
    return (
      status === 409 &&
      error?.type === 'CONFLICT' &&
      Boolean(conflict?.kind && conflict.start && conflict.end)
    );
  };
  return {
    path,
    writers: writers.length,
    won: answers.length - refused.length,
    named: refused.filter(isNamed).length,
    others: refused
      .filter((answer) => !isNamed(answer))
      .map((answer) => `${answer.status} ${answer.error?.message}`),
    milliseconds,
  };
}

function book(setup: RaceSetup, more: object): Promise<RaceResponse> {
  setup.count.value += 1;
  const order_id = `WP-${setup.count.value}`;
  return setup.owner.send('POST', '/inspections', {
    ...setup.booking,
    order_id,
    inspectors: [],
    duration: 2,
    ...more,
  });
}

async function booked(setup: RaceSetup, more: object): Promise<{ id: string }> {
  const { data, error } = await book(setup, more);
  if (error) throw new Error(`${error.message} ${JSON.stringify(error.details)}`);
  return data;
}

/** Start times one minute apart, so that all overlap; in a clock-change night, within the hour before the change. */
function wanted({ night }: RaceSetup, year: number, n: number): string {
  const minute = String(n % 60).padStart(2, '0');
  if (night === 'spring') return `${year}-03-${sunday(year, 2, 2)}T01:${minute}`;
  if (night === 'autumn') return `${year}-11-${sunday(year, 10, 1)}T01:${minute}`;
  return `${year}-03-08T09:${minute}`;
}

/** The nth Sunday of a month (0 January), as two digits. */
function sunday(year: number, month: number, nth: number): string {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return String(1 + ((7 - first) % 7) + 7 * (nth - 1)).padStart(2, '0');
}

/** Two hours later in wall-clock time. */
function later(start: string): string {
  const hour = Number(start.slice(11, 13)) + 2;
  return `${start.slice(0, 11)}${String(hour).padStart(2, '0')}${start.slice(13)}`;
}

/** Start times on separate days. */
function apart(year: number, n: number): string {
  const day = new Date(Date.UTC(year, 5, 1 + n)).toISOString().slice(0, 10);
  return `${day}T09:00`;
}
