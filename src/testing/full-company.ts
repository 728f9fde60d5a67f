import sharp from 'sharp';
import { listAppointmentAgreements } from '#features/agreements/contract.ts';
import { createAgreement, listAgreements } from '#features/agreements/library-contract.ts';
import { addAttachment } from '#features/appointments/attachments-contract.ts';
import { addNote } from '#features/appointments/contract.ts';
import { listSessions } from '#features/auth/contract.ts';
import { addOverrides } from '#features/availability/contract.ts';
import { createEvent } from '#features/calendar/contract.ts';
import { createFeed } from '#features/calendar/feed-contract.ts';
import { getSettings } from '#features/company/settings-contract.ts';
import { getInvoice, recordPayment } from '#features/payments/contract.ts';
import { agents, clients, contractors } from '#features/people/contract.ts';
import { importClients } from '#features/people/import-contract.ts';
import { mergePeople } from '#features/people/merge-contract.ts';
import { staffs, technicians } from '#features/people/team-contract.ts';
import { requestChange } from '#features/portal/contract.ts';
import { addWaiver, listChangeRequests, listLinks } from '#features/portal/office-contract.ts';
import { getReport, listReports } from '#features/reports/contract.ts';
import { addMedia, patchReport } from '#features/reports/editing-contract.ts';
import { publishReport } from '#features/reports/publishing-contract.ts';
import { addTestVideo, uploadTestVideo } from '#features/reports/video/video-for-tests.ts';
import { createDiscount } from '#features/services/discount-contract.ts';
import { createService } from '#features/services/editor-contract.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { bookedAppointment, chosenServices, newClient } from './bookings.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './test-user.ts';

/** What a path or body of a route can refer to, with one id of this company for each. */
export type Ids = Record<IdName, string>;
export type IdName = (typeof idNames)[number];
export const idNames = [
  'company',
  'companyPublic',
  'owner',
  'session',
  'technician',
  'override',
  'calendarEvent',
  'feed',
  'spareTechnician',
  'spareStaff',
  'client',
  'spareClient',
  'duplicateClient',
  'otherDuplicate',
  'merge',
  'import',
  'agent',
  'spareAgent',
  'contractor',
  'spareContractor',
  'file',
  'service',
  'addOn',
  'spareService',
  'spareAddOn',
  'discountCode',
  'template',
  'agreementTemplate',
  'spareAgreement',
  'appointment',
  'appointmentPublic',
  'personal',
  'subEvent',
  'note',
  'attachment',
  'agreement',
  'agreementPublic',
  'invoicePublic',
  'payment',
  'attempt',
  'refund',
  'difference',
  'waiver',
  'link',
  'changeRequest',
  'report',
  'reportPublic',
  'section',
  'item',
  'comment',
  'templateComment',
  'media',
  'mediaPublic',
  'film',
  'filmPublic',
  'commentPublic',
  'reader',
  'view',
  'teamPass',
] as const;

export interface FullCompany {
  owner: TestUser;
  ids: Ids;
  /** Appears in names and texts of this company and nowhere else. */
  marker: string;
}

/** Creates a company with at least one record of every kind, through the routes. Its names start with `marker`. */
export async function createFullCompany(testApp: TestApp, marker: string): Promise<FullCompany> {
  const owner = await testApp.create.owner({ company_name: `${marker} Inspections` });
  const technician = await testApp.create.member(owner, { type: 'technician' });
  const people = await peopleOf(owner, marker);
  const { booking, inspection } = await bookingOf(owner, technician.id, people, marker);
  const prices = await pricesOf(owner, marker);
  await testApp.runDueJobs();
  const documents = await documentsOf(testApp, owner, inspection, marker);
  const report = await reportOf(testApp, owner, inspection.appointment, marker);
  await testApp.create.signInAgain(owner);
  const session = (await owner.call(listSessions)).find((one) => !one.is_current);
  return {
    owner,
    marker,
    ids: {
      company: owner.subscriberId,
      companyPublic: (await owner.call(getSettings, { subscriberId: owner.subscriberId })).request_id,
      owner: owner.id,
      session: session?.id ?? '',
      technician: technician.id,
      override: await overrideOf(owner, technician.id, marker),
      ...(await calendarOf(owner, technician.id, marker)),
      ...(await teamOf(owner, marker)),
      ...people,
      ...(await duplicatesOf(owner, marker)),
      ...booking,
      ...inspection,
      ...prices,
      ...documents,
      ...report,
    },
  };
}

async function overrideOf(owner: TestUser, technician: string, marker: string): Promise<string> {
  const { overrides } = await owner.call(addOverrides, {
    team_ids: [technician],
    kind: 'off',
    date_from: '2031-12-24',
    reason: `${marker} holiday`,
  });
  return overrides[0]?.id ?? '';
}

/** A calendar event, and a feed for calendar programs. */
async function calendarOf(owner: TestUser, technician: string, marker: string) {
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

async function peopleOf(owner: TestUser, marker: string) {
  const named = (last_name: string) => ({ first_name: marker, last_name, phone: '5125550122' });
  const email = (name: string) => `${name}@${marker.toLowerCase()}.example`;
  const profile_pic = new File([await makePicture(64, 64)], `${marker}.png`, { type: 'image/png' });
  const client = await owner.call(clients.create, {
    ...named('Client'),
    email: email('client'),
    profile_pic,
  });
  const make = async (routes: typeof agents, name: string) =>
    (
      await owner.call(routes.create, {
        ...named(name),
        email: email(name.toLowerCase()),
        company_name: `${marker} Ltd`,
      })
    ).id;
  return {
    client: client.id,
    file: client.profile_pic?.split('/').at(-1) ?? '',
    spareClient: await newClient(owner, { last_name: `${marker} Spare` }),
    agent: await make(agents, 'Agent'),
    spareAgent: await make(agents, 'Spareagent'),
    contractor: await make(contractors as unknown as typeof agents, 'Contractor'),
    spareContractor: await make(contractors as unknown as typeof agents, 'Sparecontractor'),
  };
}

/** A pair of possible duplicates, a merged pair, and an import. */
async function duplicatesOf(owner: TestUser, marker: string) {
  const clientNamed = (name: string) => newClient(owner, { last_name: `${marker} ${name}` });
  const [duplicateClient, otherDuplicate, remaining, merged] = [
    await clientNamed('Twin'),
    await clientNamed('Twin'),
    await clientNamed('Remaining'),
    await clientNamed('Merged'),
  ];
  const merge = await owner.call(mergePeople, { kind: 'clients', keep_id: remaining, merge_id: merged });
  const file = new File(
    [`email,name\n${marker}@import.example,${marker} Imported\n,Broken`],
    `${marker}.csv`,
  );
  const run = await owner.call(importClients, { file });
  return { duplicateClient, otherDuplicate, merge: merge.merge_id, import: run.import_id ?? '' };
}

/** Two invited members without work, so that they can be deactivated and deleted. */
async function teamOf(owner: TestUser, marker: string) {
  const named = (last_name: string) => ({
    first_name: marker,
    last_name,
    email: `${last_name}@${marker}.example`.toLowerCase(),
  });
  return {
    spareTechnician: (await owner.call(technicians.create, named('Sparetechnician'))).id,
    spareStaff: (await owner.call(staffs.create, named('Sparestaff'))).id,
  };
}

type People = Awaited<ReturnType<typeof peopleOf>>;

async function bookingOf(owner: TestUser, technician: string, people: People, marker: string) {
  const services = await chosenServices(owner, undefined, ['Radon test (48 h)']);
  const { appointment, link } = await bookedAppointment(owner, {
    services,
    clients: [people.client],
    agents: [people.agent],
    contractors: [people.contractor],
    inspectors: [technician],
    address: `1 ${marker} Street`,
    inspection_notes: `${marker} gate code`,
    internal_notes: [{ text: `${marker} note` }],
    inspection_events: [
      {
        name: `${marker} radon pick-up`,
        inspector: owner.id,
        start_date: '2030-03-10T09:00',
        end_date: '2030-03-10T10:00',
      },
    ],
  });
  const { pageData } = await owner.call(listAgreements);
  return {
    booking: {
      service: services[0]?.id ?? '',
      addOn: services[0]?.add_ons[0] ?? '',
      template: appointment.templates[0] ?? '',
      agreementTemplate: pageData.find((one) => !appointment.agreements.includes(one.id))?.id ?? '',
    },
    inspection: {
      appointment: appointment.id,
      appointmentPublic: appointment.public_id,
      personal: new URL(link).searchParams.get('p') ?? '',
      subEvent: appointment.inspection_events[0]?.id ?? '',
    },
  };
}

async function pricesOf(owner: TestUser, marker: string) {
  const service = await owner.call(createService, {
    name: `${marker} service`,
    base_cost: 100,
    base_duration: 1,
    add_ons: [{ name: `${marker} add-on`, add_fee: 10, add_hours: 0.25 }],
  });
  const text = await owner.call(createAgreement, {
    name: `${marker} agreement`,
    content: `<p>${marker} promises {{CLIENT_NAME}} everything.</p>`,
  });
  const code = `${marker.toUpperCase()}10`;
  const discount = await owner.call(createDiscount, {
    code,
    type: 1,
    value: 10,
    description: `${marker} code`,
  });
  return {
    spareService: service.id,
    spareAddOn: service.add_ons[0]?.id ?? '',
    discountCode: discount.id,
    spareAgreement: text.id,
  };
}

async function documentsOf(
  testApp: TestApp,
  owner: TestUser,
  of: { appointment: string; appointmentPublic: string },
  marker: string,
) {
  const { appointment: id, appointmentPublic: publicId } = of;
  const note = await owner.call(addNote, { id, text: `${marker} second note` });
  const file = new File([`${marker} readings`], `${marker}.txt`, { type: 'text/plain' });
  const attachment = await owner.call(addAttachment, { id, file });
  const [agreement] = await owner.call(listAppointmentAgreements, { id });
  const payment = await owner.call(recordPayment, {
    id,
    amount: 10,
    method: 'check',
    note: `${marker} check`,
  });
  const invoice = await owner.call(getInvoice, { id });
  const waiver = await owner.call(addWaiver, { id, what: 'payment', reason: `${marker} pays later` });
  await owner.call(addWaiver, { id, what: 'agreement', reason: `${marker} signs later` });
  const links = await owner.call(listLinks, { id });
  await testApp.visitor.call(requestChange, {
    publicId,
    wish: 'time',
    message: `${marker} would like another day`,
    name: `${marker} visitor`,
  });
  const [changeRequest] = await owner.call(listChangeRequests, { id });
  return {
    note: note.id,
    link: links[0]?.id ?? '',
    changeRequest: changeRequest?.id ?? '',
    attachment: attachment.id,
    agreement: agreement?.id ?? '',
    agreementPublic: agreement?.public_id ?? '',
    invoicePublic: invoice.public_id,
    payment: payment.id,
    attempt: await attemptOf(testApp, owner, invoice),
    refund: await refundOf(testApp, owner, invoice, payment.id),
    difference: await differenceOf(testApp, owner),
    waiver: waiver.id,
  };
}

/** A pending online payment attempt; no gateway answers in this app. */
async function attemptOf(testApp: TestApp, owner: TestUser, invoice: { id: string; appointment_id: string }) {
  const id = `pa${newPublicId().toLowerCase().replace(/\W|_/g, '0').slice(0, 16)}`;
  const { subscriberId: subscriber_id } = owner;
  await testApp.writeAs(subscriber_id, (ctx) =>
    ctx.db
      .insertInto('payment_attempts')
      .values({
        subscriber_id,
        id,
        invoice_id: invoice.id,
        appointment_id: invoice.appointment_id,
        gateway: 5,
        mode: 'simulator',
        state: 'awaiting_payer',
        amount_cents: 1000,
        currency: 'USD',
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute(),
  );
  return id;
}

/** A difference between a gateway and our records. */
async function differenceOf(testApp: TestApp, { subscriberId: subscriber_id }: TestUser): Promise<string> {
  const id = newId();
  await testApp.writeAs(subscriber_id, (ctx) =>
    ctx.db
      .insertInto('gateway_differences')
      .values({ subscriber_id, id, gateway: 5, kind: 'not_here', about: 'pi_1', found_at: ctx.now })
      .execute(),
  );
  return id;
}

/** A refund with unknown result. */
async function refundOf(
  testApp: TestApp,
  owner: TestUser,
  invoice: { id: string; appointment_id: string },
  payment_id: string,
) {
  const id = `re${newPublicId().toLowerCase().replace(/\W|_/g, '0').slice(0, 16)}`;
  const { subscriberId: subscriber_id } = owner;
  await testApp.writeAs(subscriber_id, (ctx) =>
    ctx.db
      .insertInto('payment_refunds')
      .values({
        subscriber_id,
        id,
        payment_id,
        invoice_id: invoice.id,
        appointment_id: invoice.appointment_id,
        amount_cents: 100,
        reason: 'The pool was not there',
        state: 'unknown',
        kind: 'refund',
        problem: 'never_known',
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute(),
  );
  return id;
}

async function reportOf(testApp: TestApp, owner: TestUser, appointment: string, marker: string) {
  const { reports } = await owner.call(listReports, { id: appointment });
  const id = reports[0]?.id ?? '';
  const draft = await owner.call(getReport, { reportId: id });
  if (draft.projection !== 'full') throw new Error('the owner sees the whole report');
  const section = draft.sections[0];
  const item = section?.items[0];
  const comment = item?.comments.find((one) => one.kind === 3) ?? item?.comments[0];
  if (!section || !item || !comment) throw new Error('the report has no comments');
  await owner.call(patchReport, {
    id,
    rev: draft.rev,
    ops: [
      { op_id: newId(), type: 'set_rating', item_id: item.id, rating: 'IN' },
      {
        op_id: newId(),
        type: 'update_comment',
        comment_id: comment.id,
        changes: { included: true, name: `${marker} defect`, locations: [`${marker} attic`] },
      },
    ],
  });
  const file = new File([await makePicture(300, 200)], 'house.jpg', { type: 'image/jpeg' });
  const { media } = await owner.call(addMedia, {
    id,
    media_id: newId(),
    item_id: item.id,
    comment_id: comment.id,
    caption: `${marker} photo`,
    file,
  });
  const film = await addTestVideo(testApp, owner, { report: draft, comment }, `${marker} film`);
  await owner.call(publishReport, { id });
  await testApp.runDueJobs();
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    ctx.db.selectFrom('report_view_links').select('view_id').execute(),
  );
  return {
    report: id,
    reportPublic: draft.public_id,
    section: section.id,
    item: item.id,
    comment: comment.id,
    templateComment: comment.template_comment_id ?? '',
    media: media.id,
    mediaPublic: media.public_id,
    // Uploaded, and not part of the report yet.
    film: await uploadTestVideo(testApp, owner, draft),
    filmPublic: film.public_id,
    commentPublic: comment.public_id,
    reader: draft.people[0]?.id ?? '',
    view: rows[0]?.view_id ?? '',
    teamPass: draft.team_pass,
  };
}

/** Creates an image of this size with some content. */
export async function makePicture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8fb3d9"/><circle cx="50%" cy="60%" r="20%" fill="#b5651d"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
}
