import { newId } from '#server/ids.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'availability/{id}': 'technician',
    'overrides/{id}': 'override',
  },
  plain: {
    // A hold belongs to its holder for ten minutes; releasing a missing one is not an error.
    'slot-holds/{id}': '01900000-0000-7000-8000-000000000000',
  },
  inputs: {
    'POST /v2/availability': (ids) => ({ team_id: ids.technician, start_time: 830, days: [1, 3] }),
    'DELETE /v2/availability': () => ({ timeSlotsIds: [newId()] }),
    'POST /v2/availability/changes': (ids) => ({
      team_id: ids.technician,
      add: [{ start_time: 930, day: 2 }],
      remove: [{ start_time: 1000, day: 2 }],
    }),
    'POST /v2/availability/copy': (ids) => ({ from: ids.owner, to: [ids.technician] }),
    'GET /v2/availability/overrides': (ids) => ({ technicianId: ids.technician }),
    'GET /v2/availability/hours': () => ({ fromDate: '2030-12-01', toDate: '2030-12-31' }),
    'POST /v2/availability/overrides': (ids) => ({
      team_ids: [ids.technician],
      kind: 'off',
      date_from: '2030-12-24',
      date_to: '2030-12-26',
    }),
    'PUT /v2/availability/overrides/{id}': () => ({
      kind: 'extra',
      date_from: '2030-12-28',
      start_time: 900,
    }),
    'PUT /v2/availability/{id}/limits': (ids) => ({
      max_per_day: 3,
      all_services: false,
      services: [ids.service],
      add_ons: [ids.addOn],
      areas: ['78701-78799'],
    }),
    'GET /v2/technicians/availability': (ids) => ({
      fromDate: '2030-03-08',
      toDate: '2030-03-09',
      duration: 2,
      technicianId: ids.technician,
      inspections_id: ids.appointment,
    }),
    'GET /v2/technicians/travel-times': () => ({
      fromDate: '2030-03-08',
      toDate: '2030-03-09',
      lat: 30.27,
      lng: -97.74,
    }),
    'POST /v2/slot-holds': (ids) => ({
      date_time: '2030-09-09T09:00',
      technician_id: ids.technician,
      duration: 1,
      inspections_id: ids.appointment,
    }),
  },
};
