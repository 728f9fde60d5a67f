import { newId } from '#server/ids.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { defaultProperty } from './bookings.ts';
import type { Ids } from './full-company.ts';
import { pathIds, plainValue } from './path-ids.ts';
import type { Input } from './route-input.ts';
import {
  sampleAddOn,
  sampleBooking,
  sampleDiscountCode,
  sampleReportOps,
  sampleService,
  tinyPng,
} from './sample-inputs.ts';
import { inputSchema, sampleFromSchema } from './schema-samples.ts';

const oneAgreement = {
  name: 'Pool agreement',
  description: 'For pools only',
  content: '<p>The pool of {{CLIENT_NAME}}</p>',
};

const oneMerchant = {
  legal_name: 'Sample Inspections, LLC',
  dba_name: 'Sample Inspections',
  email: 'office@sample.example',
  phone: '5125550100',
  address: '100 Congress Avenue',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  principal_first_name: 'Sam',
  principal_last_name: 'Sample',
  principal_phone: '5125550101',
};

/** Inputs for routes whose schema sample is not enough: with every id the route can take, each of this company. */
const inputs: Record<string, (ids: Ids) => Input> = {
  'POST /v2/auth/change-password': () => ({ current_password: 'unknown', new_password: 'brand-New3' }),
  'GET /v2/geo/search': () => ({ text: '100 Congress Avenue Austin' }),
  'GET /v2/geo/street-view': () => ({ lat: 30.26, lng: -97.74 }),
  'GET /v2/geo/static-map': () => ({ lat: 30.26, lng: -97.74 }),
  'PATCH /v2/company/{subscriberId}/settings': (ids) => ({
    company_name: 'Sample Inspections',
    default_agreement_id: ids.agreementTemplate,
    social_links: { yelp: 'https://yelp.example/sample' },
    request_form: { agreement_id: ids.agreementTemplate, notify_emails: ['office@sample.example'] },
    credentials: {},
    about_company: '<p>Since 1990.</p>',
  }),
  'PUT /v2/company/{subscriberId}/payment-gateway': () => ({
    payment_type: 2,
    credentials: {},
    sandbox: true,
  }),
  'PUT /v2/merchant-application': () => oneMerchant,
  'POST /v2/merchant-application': () => oneMerchant,
  'POST /v2/company/{subscriberId}/files': () => ({
    logo: new File([tinyPng], 'logo.png', { type: 'image/png' }),
  }),
  'PUT /v2/notification-slots': () => ({
    client_email_1: { enabled: true, when: 'pre', value: 1, unit: 2, subject: 'Soon', body: 'See you soon.' },
  }),
  'GET /v2/messages': (ids) => ({ appointmentId: ids.appointment }),
  'POST /v2/clients': () => ({
    first_name: 'Cleo',
    last_name: 'Client',
    email: 'cleo@client.example',
    phone: '5125550133',
  }),
  'POST /v2/agents': () => ({
    first_name: 'Abe',
    last_name: 'Agent',
    email: 'abe@agent.example',
    phone: '5125550134',
  }),
  'POST /v2/contractors': () => ({
    company_name: 'Pipes Ltd',
    email: 'pipes@pipes.example',
    phone: '5125550135',
  }),
  'POST /v2/clients/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/agents/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/contractors/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/technicians': () => ({ first_name: 'Tom', last_name: 'Tech', email: 'tom@team.example' }),
  'POST /v2/staffs': () => ({ first_name: 'Sam', last_name: 'Staff', email: 'sam@team.example' }),
  'POST /v2/technicians/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/staffs/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/technicians/bulk-status': (ids) => ({ ids: [ids.spareTechnician], newStatus: 0 }),
  'POST /v2/staffs/bulk-status': (ids) => ({ ids: [ids.spareStaff], newStatus: 0 }),
  'PUT /v2/users/me': () => ({ first_name: 'Olive', last_name: 'Owner', phone: '5125550100' }),
  'POST /v2/clients/import': () => ({ file: new File(['email,name\nida@x.example,Ida Import'], 'a.csv') }),
  'POST /v2/agents/import': () => ({ file: new File(['email,name\nida@x.example,Ida Import'], 'a.csv') }),
  'PUT /v2/imports/mapping': () => ({
    kind: 'clients',
    headers: ['Mail', 'Who'],
    mapping: { Mail: 'email', Who: 'full_name' },
  }),
  'POST /v2/people/merge': (ids) => ({
    kind: 'clients',
    keep_id: ids.duplicateClient,
    merge_id: ids.otherDuplicate,
    fields: { email: 'merge' },
  }),
  'POST /v2/people/duplicates/dismiss': (ids) => ({ kind: 'clients', ids: [ids.client, ids.spareClient] }),
  'POST /v2/people/bulk-status': (ids) => ({ kind: 'clients', ids: [ids.duplicateClient], newStatus: 0 }),
  'POST /users/get-by-id': (ids) => ({ user_id: ids.technician }),
  'GET /v2/appointments/defaults': (ids) => ({ appointment_id: ids.appointment }),
  'POST /v2/pricing/quote': (ids) => ({
    appointment_id: ids.appointment,
    location: defaultProperty,
    services: [{ id: ids.service, add_ons: [ids.addOn] }],
    fees: [{ serviceId: ids.service, addOnId: ids.addOn, line_item: 'By hand', pretax_amount: 5 }],
    clients: [ids.client],
  }),
  'POST /v2/services': (ids) => sampleService(ids),
  'PUT /v2/services/{id}': (ids) => {
    const service = sampleService(ids);
    return { ...service, add_ons: service.add_ons.map((one) => ({ ...one, id: ids.spareAddOn })) };
  },
  'PUT /v2/services/order': (ids) => ({ ids: [ids.service] }),
  'POST /v2/services/{id}/add-ons': (ids) => sampleAddOn(ids),
  'PUT /v2/services/{id}/add-ons/{addOnId}': (ids) => sampleAddOn(ids),
  'PUT /v2/services/{id}/add-ons/order': (ids) => ({ ids: [ids.spareAddOn] }),
  'POST /v2/discount-codes': (ids) => ({ ...sampleDiscountCode(ids), code: `NEW${newId().slice(-8)}` }),
  'PUT /v2/discount-codes/{id}': (ids) => sampleDiscountCode(ids),
  'POST /v2/discount-codes/validate': (ids) => ({
    code: 'SOMETHING',
    services: [{ id: ids.service, add_ons: [ids.addOn] }],
    location: defaultProperty,
    clients: [ids.client],
  }),
  'POST /v2/appointments/{id}/send': (ids) => ({
    template: 'appointment_message',
    recipients: [ids.client],
    extra: 'The lockbox code is 1234.',
  }),
  'POST /v2/appointments/{id}/attachments': () => ({
    file: new File(['radon 1.2'], 'readings.txt', { type: 'text/plain' }),
  }),
  'POST /v2/agreements': () => oneAgreement,
  'PUT /v2/agreements/{id}': () => oneAgreement,
  'POST /v2/agreements/preview': () => ({ content: oneAgreement.content }),
  'POST /v2/appointments/{id}/agreements/{agreementId}/paper': () => ({
    signer_name: 'Clara Client',
    signed_on: '2030-03-01',
    file: new File(['%PDF-1.7 signed'], 'signed.pdf', { type: 'application/pdf' }),
  }),
  'POST /v2/appointments/{id}/agreements': (ids) => ({ template_id: ids.agreementTemplate }),
  'GET /v2/appointments': (ids) => ({
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
  'POST /inspections': sampleBooking,
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
  'POST /v2/availability': (ids) => ({ team_id: ids.technician, start_time: 830, days: [1, 3] }),
  'DELETE /v2/availability': () => ({ timeSlotsIds: [newId()] }),
  'POST /v2/availability/changes': (ids) => ({
    team_id: ids.technician,
    add: [{ start_time: 930, day: 2 }],
    remove: [{ start_time: 1000, day: 2 }],
  }),
  'POST /v2/availability/copy': (ids) => ({ from: ids.owner, to: [ids.technician] }),
  'GET /v2/availability/overrides': (ids) => ({ technicianId: ids.technician }),
  'GET /v2/calendar/day-sheet': (ids) => ({ date: '2030-10-07', technicianId: ids.technician }),
  'POST /v2/availability/overrides': (ids) => ({
    team_ids: [ids.technician],
    kind: 'off',
    date_from: '2030-12-24',
    date_to: '2030-12-26',
  }),
  'PUT /v2/availability/overrides/{id}': () => ({ kind: 'extra', date_from: '2030-12-28', start_time: 900 }),
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
  'POST /v2/slot-holds': (ids) => ({
    date_time: '2030-09-09T09:00',
    technician_id: ids.technician,
    duration: 1,
    inspections_id: ids.appointment,
  }),
  'POST /v2/appointments/{id}/payments': () => ({ amount: 5, method: 'cash' }),
  'POST /v2/appointments/{id}/waivers': () => ({
    what: 'payment',
    reason: 'Courtesy for a returning client',
  }),
  'GET /v2/payments': (ids) => ({ appointmentId: ids.appointment }),
  'PATCH /v2/reports/{id}/ops': (ids) => ({ rev: 0, ops: sampleReportOps(ids) }),
  'POST /v2/reports/{id}/media': (ids) => ({
    media_id: newId(),
    item_id: ids.item,
    comment_id: ids.comment,
    file: new File([tinyPng], 'photo.png', { type: 'image/png' }),
  }),
  'POST /v2/reports/{id}/videos': (ids) => ({
    media_id: ids.film,
    item_id: ids.item,
    comment_id: ids.comment,
    poster: new File([tinyPng], 'poster.png', { type: 'image/png' }),
  }),
  'PUT /v2/reports/{id}/media/{mediaId}': (ids) => ({ caption: 'Seen again', comment_id: ids.comment }),
  'POST /v2/reports/{id}/publish': (ids) => ({ send_to: [ids.reader] }),
  'POST /v2/reports/{reportId}/share': () => ({ recipients: ['someone@test.example'], sendFullReport: true }),
  'PUT /v2/reports/{reportId}/comment/{commentId}/update': () => ({ name: 'A better name' }),
  'GET /v2/reports2/{reportId}': (ids) => ({ userId: ids.owner, t: ids.teamPass }),
  'GET /v2/reports/{reportId}/download': () => ({ type: 'summary' }),
  'GET /v2/reports/{reportId}/media/{mediaId}/{size}': (ids) => ({ t: ids.teamPass }),
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}': (ids) => ({ p: ids.personal }),
  'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/view': (ids) => ({ p: ids.personal }),
  'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/sign': (ids) => ({
    p: ids.personal,
    signer_name: 'Cora Client',
    consent: true,
    has_read: true,
    content_hash: 'a'.repeat(64),
    consent_sha256: 'b'.repeat(64),
  }),
  'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/decline': (ids) => ({
    p: ids.personal,
    reason: 'The price differs from the quote',
  }),
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/pdf': (ids) => ({ p: ids.personal }),
  'GET /v2/public/appointments/{publicId}': (ids) => ({ p: ids.personal }),
  'POST /v2/public/appointments/{publicId}/change-requests': (ids) => ({
    p: ids.personal,
    wish: 'time',
    message: 'Could we meet an hour later?',
  }),
  'PUT /v2/appointments/{id}/links/{linkId}': () => ({ own_rights: { pay: false }, ends_on: null }),
  'POST /v2/appointments/{id}/change-requests/{requestId}/handled': () => ({ handled: true }),
  'GET /v2/public/appointments/{publicId}/calendar': (ids) => ({ p: ids.personal }),
  'GET /v2/public/appointments/{publicId}/attachments/{key}': (ids) => ({ p: ids.personal }),
  'GET /v2/public/invoices/{publicId}': (ids) => ({ p: ids.personal }),
  'GET /v2/public/invoices/{publicId}/pdf': (ids) => ({ p: ids.personal }),
  'POST /v2/public/invoices/{publicId}/pay-session': (ids) => ({ p: ids.personal }),
  'POST /v2/public/invoices/{publicId}/pay': (ids) => ({ p: ids.personal, attempt_id: ids.attempt }),
  'GET /v2/public/invoices/{publicId}/pay-state': (ids) => ({ p: ids.personal, attempt_id: ids.attempt }),
  'POST /v2/public/invoices/{publicId}/paypal-order': (ids) => ({ p: ids.personal }),
  'POST /v2/public/invoices/{publicId}/paypal-capture': (ids) => ({
    p: ids.personal,
    order_id: '5O190127TN364715T',
  }),
  'POST /v2/payments/{id}/refund': () => ({ amount: 1, reason: 'Too much' }),
};

/** A valid input for the route as this company's owner would send it, with ids of that company only. */
export function goodInput(route: Route, ids: Ids): Input {
  const made =
    inputs[routeKey(route)]?.(ids) ?? (sampleFromSchema(inputSchema(route), () => newId()) as Input);
  const path = Object.fromEntries(
    Object.entries(pathIds(route)).map(([name, idName]) => [
      name,
      idName ? ids[idName] : plainValue(route, name),
    ]),
  );
  return { ...made, ...path };
}
