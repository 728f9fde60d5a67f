import { newId } from '#server/ids.ts';
import { defaultProperty } from '#testing/bookings.ts';
import type { Ids } from '#testing/ids.ts';
import type { Input } from '#testing/routes/route-input.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** A booking with every id it can take. */
const sampleBooking = (ids: Ids): Input => ({
  ...defaultProperty,
  date_time: '2030-05-06T09:00',
  order_id: `W-${newId().slice(-8)}`,
  services: [{ id: ids.service, add_ons: [ids.addOn] }],
  templates: [ids.template],
  agreements: [ids.agreementTemplate],
  clients: [ids.client],
  agents: [ids.agent],
  listing_agents: [ids.agent],
  contractors: [ids.contractor],
  inspectors: [ids.technician],
  invisible_inspectors: [ids.owner],
  inspection_events: [
    {
      name: 'Pick-up',
      inspector: ids.technician,
      start_date: '2030-05-08T09:00',
      end_date: '2030-05-08T10:00',
    },
  ],
});

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'appointments/{id}': 'appointment',
    'notes/{noteId}': 'note',
    'attachments/{attId}': 'attachment',
    'check-inspection-time/{subscriberId}': 'company',
  },
  inputs: {
    'POST /v2/appointments/bulk-confirm': (ids) => ({ ids: [ids.appointment] }),
    'POST /v2/appointments/export-selected': (ids) => ({ ids: [ids.appointment] }),
    'GET /v2/appointments/defaults': (ids) => ({ appointment_id: ids.appointment }),
    'POST /v2/appointments/{id}/send': (ids) => ({
      template: 'appointment_message',
      recipients: [ids.client],
      extra: 'The lockbox code is 1234.',
    }),
    'POST /v2/appointments/{id}/attachments': () => ({
      file: new File(['radon 1.2'], 'readings.txt', { type: 'text/plain' }),
    }),
    'GET /v2/appointments': (ids) => ({
      technicianId: ids.technician,
      clientId: ids.client,
      agentId: ids.agent,
      contractorId: ids.contractor,
    }),
    'GET /v2/appointments/totals': (ids) => ({
      technicianId: ids.technician,
      clientId: ids.client,
      agentId: ids.agent,
      contractorId: ids.contractor,
    }),
    'GET /v2/appointments/export-file': (ids) => ({
      technicianId: ids.technician,
      clientId: ids.client,
      agentId: ids.agent,
      contractorId: ids.contractor,
    }),
    'POST /inspections': (ids) => ({
      ...sampleBooking(ids),
      reinspection: {
        report_id: ids.report,
        repair_list_id: ids.repairList,
        comment_ids: [ids.commentPublic],
      },
    }),
    'POST /inspections/get-by-id': (ids) => ({
      inspection_id: ids.appointment,
      user_id: ids.owner,
      u_id: ids.owner,
    }),
    'PUT /v2/appointments/{id}': (ids) => ({
      ...sampleBooking(ids),
      inspection_events: [
        {
          id: ids.subEvent,
          name: 'Pick-up',
          inspector: ids.technician,
          start_date: '2030-05-08T09:00',
          end_date: '2030-05-08T10:00',
        },
      ],
    }),
    'POST /inspections/check-inspection-time/{subscriberId}': (ids) => ({
      date_time: '2030-03-08T09:00',
      inspectors: [ids.technician],
      inspections_id: ids.appointment,
      duration: 2,
      services: [ids.service],
    }),
  },
};
