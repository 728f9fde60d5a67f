import { sql } from 'kysely';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { clients } from '#features/people/contract.ts';
import { mine } from '#server/db/scope.ts';
import type { CallOptions } from '#server/in-process.ts';
import type { TestHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import type { Sends } from '#wire/route.ts';
import * as contract from './contract.ts';

type Shown = 'content_hash' | 'consent_sha256';
/** A signing without what the page showed, unless it should be another. */
type Signing = Omit<Sends<typeof contract.signAgreement>, Shown> &
  Partial<Pick<Sends<typeof contract.signAgreement>, Shown>>;

const linkOf = ({ appointmentPublicId, agreementPublicId, p }: Signing) => ({
  appointmentPublicId,
  agreementPublicId,
  p,
});

/** What tests of agreements begin with, in a house. */
export function agreementsOf(house: TestHouse) {
  /** A booked appointment with one agreement, and what a client's link says. */
  async function booked(owner: Person, more: Parameters<typeof goodPayload>[1] = {}) {
    const appointment = await owner.does(bookAppointment, await goodPayload(owner, more));
    const [agreement] = await owner.does(contract.listAppointmentAgreements, { id: appointment.id });
    if (!agreement) throw new Error('no agreement');
    const ids = { appointmentPublicId: appointment.public_id, agreementPublicId: agreement.public_id };
    const tokenOf = (i: number) => new URL(agreement.signers[i]?.link ?? '').searchParams.get('p') ?? '';
    return { appointment, agreement, ids, tokenOf };
  }

  /** The events of an appointment, oldest first. */
  const typesOf = async (owner: Person, appointmentId: string) => {
    const rows = await house.reads(owner.subscriberId, (ctx) =>
      mine(ctx, 'events').where('appointment_id', '=', appointmentId).orderBy('id').select('type').execute(),
    );
    return rows.map((row) => row.type);
  };

  /** Two clients. */
  const couple = async (owner: Person) => {
    const make = (first_name: string) =>
      owner.does(clients.create, {
        first_name,
        last_name: 'Doe',
        email: `${first_name.toLowerCase()}@doe.example`,
      });
    return { clients: [(await make('Ann')).id, (await make('Ben')).id] };
  };

  /** Changes one setting of the company. */
  async function setSetting(owner: Person, name: string, value: unknown): Promise<void> {
    await house.writes(owner.subscriberId, (w) =>
      w.db
        .updateTable('companies')
        .set({ settings: sql`settings || ${JSON.stringify({ [name]: value })}::jsonb` })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
  }

  /** What the page shows a visitor, as the form sends it back with the signature. */
  async function shown(link: Sends<typeof contract.getPublicAgreement>) {
    const page = await house.visitor.does(contract.getPublicAgreement, link);
    return { content_hash: page.content_hash, consent_sha256: page.consent.sha256 };
  }

  /** Opens the page and signs what it shows, as the browser does; throws when it is refused. */
  async function signs(input: Signing, options?: CallOptions) {
    return house.visitor.does(contract.signAgreement, { ...(await shown(linkOf(input))), ...input }, options);
  }

  /** As `signs`, and gives whatever came back; also for somebody who is signed in. */
  async function triesToSign(input: Signing, who: Person = house.visitor) {
    return who.tries(contract.signAgreement, { ...(await shown(linkOf(input))), ...input });
  }

  return { booked, typesOf, couple, setSetting, shown, signs, triesToSign };
}
