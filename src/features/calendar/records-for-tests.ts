import type { TestUser } from '#testing/test-user.ts';
import { createEvent } from './contract.ts';
import { createFeed } from './feed-contract.ts';

/** A calendar event, and a feed for calendar programs. */
export async function createCalendarRecords(owner: TestUser, technician: string, marker: string) {
  const entry = async (name: string, day: string) =>
    (
      await owner.call(createEvent, {
        type: 'regularEvent',
        title: `${marker} ${name}`,
        description: `${marker} hall`,
        startDate: `${day}T15:00`,
        endDate: `${day}T16:00`,
        inspector: technician,
      })
    ).systemRef.eventId;
  return {
    calendarEvent: await entry('training', '2030-10-07'),
    feed: (await owner.call(createFeed, { kind: 'company', name: `${marker} office` })).id,
  };
}
