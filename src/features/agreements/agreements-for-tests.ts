import { sql } from 'kysely';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { clients } from '#features/people/contract.ts';
import type { CallOptions } from '#server/call-in-process.ts';
import { mine } from '#server/db/scope.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteInput } from '#wire/route.ts';
import * as contract from './contract.ts';

type Shown = 'content_hash' | 'consent_sha256';
/** A signing without what the page showed, unless it should be another. */
type Signing = Omit<RouteInput<typeof contract.signAgreement>, Shown> &
  Partial<Pick<RouteInput<typeof contract.signAgreement>, Shown>>;

const linkOf = ({ appointmentPublicId, agreementPublicId, p }: Signing) => ({
  appointmentPublicId,
  agreementPublicId,
  p,
});

/** What tests of agreements begin with, in a house. */
export function createAgreementHelpers(house: TestApp) {
  /** A booked appointment with one agreement, and what a client's link says. */
  async function booked(owner: TestUser, more: Parameters<typeof goodPayload>[1] = {}) {
    const appointment = await owner.call(bookAppointment, await goodPayload(owner, more));
    const [agreement] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    if (!agreement) throw new Error('no agreement');
    const ids = { appointmentPublicId: appointment.public_id, agreementPublicId: agreement.public_id };
    const tokenOf = (i: number) => new URL(agreement.signers[i]?.link ?? '').searchParams.get('p') ?? '';
    return { appointment, agreement, ids, tokenOf };
  }

  /** The events of an appointment, oldest first. */
  const typesOf = async (owner: TestUser, appointmentId: string) => {
    const rows = await house.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'events').where('appointment_id', '=', appointmentId).orderBy('id').select('type').execute(),
    );
    return rows.map((row) => row.type);
  };

  /** Two clients. */
  const couple = async (owner: TestUser) => {
    const make = (first_name: string) =>
      owner.call(clients.create, {
        first_name,
        last_name: 'Doe',
        email: `${first_name.toLowerCase()}@doe.example`,
      });
    return { clients: [(await make('Ann')).id, (await make('Ben')).id] };
  };

  /** Changes one setting of the company. */
  async function setSetting(owner: TestUser, name: string, value: unknown): Promise<void> {
    await house.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('companies')
        .set({ settings: sql`settings || ${JSON.stringify({ [name]: value })}::jsonb` })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
  }

  /** What the page shows a visitor, as the form sends it back with the signature. */
  async function shown(link: RouteInput<typeof contract.getPublicAgreement>) {
    const page = await house.visitor.call(contract.getPublicAgreement, link);
    return { content_hash: page.content_hash, consent_sha256: page.consent.sha256 };
  }

  /** Opens the page and signs what it shows, as the browser does; throws when it is refused. */
  async function signs(input: Signing, options?: CallOptions) {
    return house.visitor.call(contract.signAgreement, { ...(await shown(linkOf(input))), ...input }, options);
  }

  /** As `signs`, and gives whatever came back; also for somebody who is signed in. */
  async function triesToSign(input: Signing, who: TestUser = house.visitor) {
    return who.request(contract.signAgreement, { ...(await shown(linkOf(input))), ...input });
  }

  return { booked, typesOf, couple, setSetting, shown, signs, triesToSign };
}
