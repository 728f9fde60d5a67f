/** One who calls over a real socket: the bench against a built server, the test against its own. */
export interface RaceCaller {
  readonly id: string;
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<RaceResponse>;
}

export interface RaceResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the race looks into a few fields of several routes
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same of refusals
  error: { type: string; message: string; details: any } | null;
}

/** What came of many who wanted overlapping time of one technician at once. */
export interface PathResult {
  path: string;
  writers: number;
  won: number;
  /** Refused as CONFLICT with the rival's kind and time. */
  named: number;
  /** Anything else: must be empty. */
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

interface Stage {
  owner: RaceCaller;
  technician: string;
  booking: object;
  writers: number;
  night: DstNight | null;
  /** Makes each booking's order id its own. */
  count: { value: number };
}

/** The nights on which the clocks of the United States are put forward and back. */
export type DstNight = 'spring' | 'autumn';

/** What a race is about. */
export interface RaceOptions {
  technician: string;
  booking: object;
  writers: number;
  /** In the hour before the clocks change, instead of in the morning. */
  night?: DstNight;
  /** Others who want that time in the mixed race, for example to hold it; `start` is a wall clock. */
  others?: (start: string) => Writer[];
}

/** One writer, made ready before the race: what it does when all begin. */
export type Writer = () => Promise<RaceResponse>;

/**
 * Every way to a technician's time, each with so many at once, and all mixed; every path has a year of its own, so that only
 * the writers of one race meet. In each race all wanted stretches overlap: one may win.
 */
export async function raceAllPaths(owner: RaceCaller, wishes: RaceOptions): Promise<PathResult[]> {
  const stage = stageOf(owner, wishes);
  const results: PathResult[] = [];
  for (const [nth, path] of Object.keys(paths).entries()) {
    const make = paths[path as keyof typeof paths];
    const writers: Writer[] = [];
    for (let n = 0; n < wishes.writers; n += 1) writers.push(await make(stage, 2031 + nth, n));
    results.push(await run(path, writers));
  }
  results.push(await raceMixed(owner, wishes, 2040, stage));
  return results;
}

/** Writers of all kinds at once, and whoever else wants that time. */
export async function raceMixed(
  owner: RaceCaller,
  wishes: RaceOptions,
  year: number,
  stage = stageOf(owner, wishes),
): Promise<PathResult> {
  const all = Object.values(paths);
  const mixed: Writer[] = wishes.others?.(wanted(stage, year, 0)) ?? [];
  for (let n = 0; n < wishes.writers; n += 1) {
    const make = all[n % all.length];
    if (make) mixed.push(await make(stage, year, n));
  }
  return run('mixed', mixed);
}

function stageOf(owner: RaceCaller, { technician, booking, writers, night }: RaceOptions): Stage {
  return { owner, technician, booking, writers, night: night ?? null, count: { value: 0 } };
}

const paths = {
  create: async (stage: Stage, year: number, n: number) => () =>
    book(stage, { date_time: wanted(stage, year, n), inspectors: [stage.technician] }),

  // Assigned and confirmed by whoever answers the client first.
  confirm: async (stage: Stage, year: number, n: number) => {
    const { id } = await booked(stage, { date_time: wanted(stage, year, n), confirm_inspection: false });
    return async () => {
      const assigned = await stage.owner.send('PUT', `/v2/appointments/${id}`, {
        inspectors: [stage.technician],
      });
      return assigned.error ? assigned : stage.owner.send('POST', `/v2/appointments/${id}/confirm`, {});
    };
  },

  reschedule: async (stage: Stage, year: number, n: number) => {
    const { id } = await booked(stage, { date_time: apart(year, n), inspectors: [stage.technician] });
    return () => stage.owner.send('PUT', `/v2/appointments/${id}`, { date_time: wanted(stage, year, n) });
  },

  'calendar drag': async (stage: Stage, year: number, n: number) => {
    const { id } = await booked(stage, { date_time: apart(year, n), inspectors: [stage.technician] });
    const moved = { type: 'inspEvent', appointmentId: id, dateTime: wanted(stage, year, n) };
    return () => stage.owner.send('PUT', '/v2/calendar/events', moved);
  },

  'busy time': async (stage: Stage, year: number, n: number) => {
    const startDate = wanted(stage, year, n);
    const endDate = later(startDate);
    const event = {
      type: 'regularEvent',
      title: 'Dentist',
      inspector: stage.technician,
      busy: true,
      startDate,
      endDate,
    };
    return () => stage.owner.send('POST', '/v2/calendar/events', event);
  },

  'sub-event': async (stage: Stage, year: number, n: number) => {
    const { id } = await booked(stage, { date_time: apart(year, n) });
    const start_date = wanted(stage, year, n);
    const end_date = later(start_date);
    const event = { name: 'Radon pick-up', inspector: stage.technician, start_date, end_date };
    return () => stage.owner.send('PUT', `/v2/appointments/${id}`, { inspection_events: [event] });
  },

  're-assign': async (stage: Stage, year: number, n: number) => {
    const { id } = await booked(stage, { date_time: wanted(stage, year, n) });
    return () => stage.owner.send('PUT', `/v2/appointments/${id}`, { inspectors: [stage.technician] });
  },

  restore: async (stage: Stage, year: number, n: number) => {
    const { id } = await booked(stage, { date_time: wanted(stage, year, n), inspectors: [stage.technician] });
    const canceled = await stage.owner.send('POST', `/v2/appointments/${id}/cancel`, { notify: false });
    if (canceled.error) throw new Error(canceled.error.message);
    return () => stage.owner.send('POST', `/v2/appointments/${id}/restore`, {});
  },
};

async function run(path: string, writers: readonly Writer[]): Promise<PathResult> {
  const begin = performance.now();
  const answers = await Promise.all(writers.map((writer) => writer()));
  const milliseconds = performance.now() - begin;
  const refused = answers.filter((answer) => answer.error !== null);
  const isNamed = ({ status, error }: RaceResponse) => {
    const rival = error?.details?.conflicts?.[0];
    return status === 409 && error?.type === 'CONFLICT' && Boolean(rival?.kind && rival.start && rival.end);
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

function book(stage: Stage, more: object): Promise<RaceResponse> {
  stage.count.value += 1;
  const order_id = `WP-${stage.count.value}`;
  return stage.owner.send('POST', '/inspections', {
    ...stage.booking,
    order_id,
    inspectors: [],
    duration: 2,
    ...more,
  });
}

async function booked(stage: Stage, more: object): Promise<{ id: string }> {
  const { data, error } = await book(stage, more);
  if (error) throw new Error(`${error.message} ${JSON.stringify(error.details)}`);
  return data;
}

/** Starts that differ by a minute and all overlap; in the nights they lie in the hour before the clocks change. */
function wanted({ night }: Stage, year: number, n: number): string {
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

/** Two hours later on the wall. */
function later(start: string): string {
  const hour = Number(start.slice(11, 13)) + 2;
  return `${start.slice(0, 11)}${String(hour).padStart(2, '0')}${start.slice(13)}`;
}

/** Starts on days of their own. */
function apart(year: number, n: number): string {
  const day = new Date(Date.UTC(year, 5, 1 + n)).toISOString().slice(0, 10);
  return `${day}T09:00`;
}
