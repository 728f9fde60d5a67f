import { addAvailability } from '#features/availability/contract.ts';
import { getSettings, updateSettings } from '#features/company/settings-contract.ts';
import { listServices } from '#features/services/contract.ts';
import { newId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteInput } from '#wire/route.ts';
import { getBookingPage, holdPublicSlot, listPublicSlots, type submitBooking } from './contract.ts';

type Submission = RouteInput<typeof submitBooking>;
type SlotQuery = RouteInput<typeof listPublicSlots>;

/** A company that visitors may book, and the calls of its page. */
export interface BookableCompany {
  owner: TestUser;
  requestId: string;
  service: string;
  /** A complete form for the owner's time on 8 March 2030 at 9:00, with a new submission key. */
  form(more?: Partial<Submission>): Submission;
  /** Starts of the free times of one day, as the page gets them. */
  starts(day: string, more?: Partial<SlotQuery>): Promise<string[]>;
  hold(at: string, more?: Partial<RouteInput<typeof holdPublicSlot>>): Promise<string>;
  set(settings: Record<string, unknown>): Promise<void>;
}

let visitors = 0;

/** A visitor's own address, so that limits for one address do not apply. */
export function asNewVisitor() {
  visitors += 1;
  return { ip: `10.9.${(visitors >> 8) & 255}.${visitors & 255}` };
}

export const location = {
  address: '12 Main St',
  city: 'Boulder',
  state: 'CO',
  zip_code: '80301',
  square_feet: '2400',
  year_built: '1990',
  foundation: '3',
};
export const john = {
  first_name: 'John',
  last_name: 'Doe',
  email: 'john@doe.example',
  phone: '5125550143',
};

/** Creates a company with online scheduling, by default without notice; its owner is the only technician. */
export async function bookableCompany(
  app: TestApp,
  settings: Record<string, unknown> = {},
  timezone = 'America/New_York',
): Promise<BookableCompany> {
  const owner = await app.create.owner({ timezone });
  const { subscriberId } = owner;
  const set = async (changes: Record<string, unknown>) => {
    await owner.call(updateSettings, { subscriberId, ...changes } as never);
  };
  await set({ enable_online_scheduling: true, dont_allow_scheduling_within: 0, ...settings });
  const { request_id: requestId } = await owner.call(getSettings, { subscriberId });
  const [first] = (await owner.call(listServices, {})).pageData;
  const service = first?.id ?? '';
  const services = [{ id: service }];
  return {
    owner,
    requestId,
    service,
    set,
    form: (more = {}) => ({
      requestId,
      mode: 'schedule',
      submission_key: newId(),
      location,
      services,
      date_time: '2030-03-08T09:00',
      people: { role: 'client', client: john },
      accept_terms: true,
      ...more,
    }),
    starts: async (day, more = {}) => {
      const { days } = await app.visitor.call(
        listPublicSlots,
        { requestId, fromDate: day, toDate: day, services: service, square_feet: '2400', ...more },
        asNewVisitor(),
      );
      return days.flatMap((one) => one.starts.map((start) => start.at));
    },
    hold: async (at, more = {}) => {
      const input = { requestId, services, location, date_time: at, ...more };
      return (await app.visitor.call(holdPublicSlot, input, asNewVisitor())).holdId;
    },
  };
}

/** Replaces the owner's week by start times (hhmm) on some weekdays. */
export async function onlyStartsAt(
  app: TestApp,
  owner: TestUser,
  starts: readonly number[],
  days: number[],
): Promise<void> {
  await app.writeAs(owner.subscriberId, async (ctx) => {
    await ctx.db.deleteFrom('availability_slots').where('subscriber_id', '=', owner.subscriberId).execute();
  });
  for (const start_time of starts) {
    await owner.call(addAvailability, { team_id: owner.id, start_time, days, added_by: owner.id });
  }
}

/** The page of a company as a visitor gets it. */
export function pageOf(app: TestApp, requestId: string) {
  return app.visitor.call(getBookingPage, { requestId }, asNewVisitor());
}
