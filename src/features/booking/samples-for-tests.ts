import { newId } from '#server/ids.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';

const location = {
  address: '12 Main St',
  city: 'Boulder',
  state: 'CO',
  zip_code: '80301',
  square_feet: '2400',
};

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'companies/{requestId}': 'companyPublic',
    'technicians/{technicianId}': 'technician',
    'confirmations/{token}': 'confirmation',
  },
  plain: {
    // Only a hold of the visitor is released; any other id releases nothing.
    'slot-holds/{holdId}': '00000000-0000-7000-8000-000000000001',
  },
  inputs: {
    'GET /v2/public/companies/{requestId}/addresses': () => ({ text: '12 Main St, Boulder' }),
    'POST /v2/public/companies/{requestId}/property-places': () => ({
      location: { address: '12 Main St', city: 'Boulder', state: 'CO', zip_code: '80301' },
    }),
    'GET /v2/public/companies/{requestId}/slots': (ids) => ({
      fromDate: '2030-03-18',
      toDate: '2030-03-29',
      services: ids.service,
      technicianId: ids.technician,
    }),
    'POST /v2/public/companies/{requestId}/quote': (ids) => ({
      location,
      services: [{ id: ids.service, add_ons: [ids.addOn] }],
    }),
    'POST /v2/public/companies/{requestId}/slot-holds': (ids) => ({
      location,
      services: [{ id: ids.service, add_ons: [ids.addOn] }],
      date_time: '2030-03-19T09:00',
      technician_id: ids.technician,
    }),
    'POST /v2/public/companies/{requestId}/visitor-checks': () => ({ submission_key: newId(), token: 'x' }),
    'POST /v2/public/companies/{requestId}/appointments': (ids) => ({
      mode: 'schedule',
      submission_key: newId(),
      location,
      services: [{ id: ids.service, add_ons: [ids.addOn] }],
      date_time: '2030-03-21T09:00',
      technician_id: ids.technician,
      people: {
        role: 'client',
        client: {
          first_name: 'Vera',
          last_name: 'Visitor',
          email: 'vera@visitor.example',
          phone: '5125550177',
        },
      },
      accept_terms: true,
    }),
    'POST /v2/appointments/{id}/booking-request/accept': (ids) => ({
      date_time: '2030-03-25T09:00',
      technician_id: ids.technician,
    }),
    'POST /v2/appointments/{id}/booking-request/propose': (ids) => ({
      times: [{ date_time: '2030-03-26T09:00', technician_id: ids.technician }],
      hours: 48,
    }),
    'POST /v2/appointments/{id}/booking-request/decline': () => ({ reason: 'We are fully booked that week' }),
    'GET /v2/public/appointments/{publicId}/proposed-times': (ids) => ({ p: ids.personal }),
    'POST /v2/public/appointments/{publicId}/proposed-times/accept': (ids) => ({
      p: ids.personal,
      proposal_id: ids.proposal,
      number: 0,
    }),
    'GET /v2/public/appointments/{publicId}/change': (ids) => ({ p: ids.personal }),
    'GET /v2/public/appointments/{publicId}/change/slots': (ids) => ({
      p: ids.personal,
      fromDate: '2030-03-18',
      toDate: '2030-03-29',
    }),
    // Refused, so that the appointment stays: clients of this company change nothing online.
    'POST /v2/public/appointments/{publicId}/reschedule': (ids) => ({
      p: ids.personal,
      start: '2030-03-08T09:00',
      date_time: '2030-03-20T09:00',
    }),
    'POST /v2/public/appointments/{publicId}/cancel': (ids) => ({
      p: ids.personal,
      start: '2030-03-08T09:00',
      fee: 0,
    }),
    'GET /v2/public/appointments/{publicId}/rebook': (ids) => ({ p: ids.agentPersonal }),
    'POST /v2/public/appointments/{publicId}/rebook': (ids) => ({
      p: ids.agentPersonal,
      mode: 'schedule',
      submission_key: newId(),
      location,
      services: [{ id: ids.service, add_ons: [ids.addOn] }],
      date_time: '2030-03-22T09:00',
      technician_id: ids.technician,
      client: { first_name: 'Rita', last_name: 'Repeat', email: 'rita@repeat.example' },
    }),
  },
};
