import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'feeds/{id}': 'feed',
  },
  inputs: {
    'GET /v2/calendar/day-sheet': (ids) => ({ date: '2030-10-07', technicianId: ids.technician }),
    'GET /v2/calendar': (ids) => ({
      startDate: '2030-03-01',
      endDate: '2030-03-31',
      technicianId: ids.technician,
    }),
    'POST /v2/calendar/events': (ids) => ({
      type: 'regularEvent',
      title: 'Van service',
      startDate: '2030-08-05T09:00',
      endDate: '2030-08-05T10:00',
      inspector: ids.technician,
    }),
    'PUT /v2/calendar/events': (ids) => ({
      type: 'inspSubEvent',
      appointmentId: ids.appointment,
      eventId: ids.subEvent,
      inspector: ids.technician,
      startDate: '2030-03-12T09:00',
      endDate: '2030-03-12T10:00',
      title: 'Pick-up',
    }),
    'DELETE /v2/calendar/events': (ids) => ({ type: 'regularEvent', eventId: ids.calendarEvent }),
    'POST /v2/calendar/events/share': (ids) => ({
      type: 'inspSubEvent',
      appointmentId: ids.appointment,
      eventId: ids.subEvent,
      recipients: ['someone@test.example'],
    }),
    'POST /v2/calendar/feeds': () => ({ kind: 'company', name: 'Office' }),
  },
};
