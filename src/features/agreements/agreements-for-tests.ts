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
/** Input for signing. What the page showed is filled in unless a test overrides it. */
type Signing = Omit<RouteInput<typeof contract.signAgreement>, Shown> &
  Partial<Pick<RouteInput<typeof contract.signAgreement>, Shown>>;

const linkOf = ({ appointmentPublicId, agreementPublicId, p }: Signing) => ({
  appointmentPublicId,
  agreementPublicId,
  p,
});

/** Creates the helpers shared by agreement tests. */
export function createAgreementHelpers(testApp: TestApp) {
  /** Books an appointment with one agreement and returns the personal links of its people. */
  async function booked(owner: TestUser, more: Parameters<typeof goodPayload>[1] = {}) {
    const appointment = await owner.call(bookAppointment, await goodPayload(owner, more));
    const [agreement] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    if (!agreement) throw new Error('no agreement');
    const ids = { appointmentPublicId: appointment.public_id, agreementPublicId: agreement.public_id };
    const tokenOf = (i: number) => new URL(agreement.signers[i]?.link ?? '').searchParams.get('p') ?? '';
    return { appointment, agreement, ids, tokenOf };
  }

  /** The event types of an appointment, oldest first. */
  const typesOf = async (owner: TestUser, appointmentId: string) => {
    const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
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

  /** Changes one company setting. */
  async function setSetting(owner: TestUser, name: string, value: unknown): Promise<void> {
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('companies')
        .set({ settings: sql`settings || ${JSON.stringify({ [name]: value })}::jsonb` })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
  }

  /** The hashes of what the page shows a visitor, as the form sends them with the signature. */
  async function shown(link: RouteInput<typeof contract.getPublicAgreement>) {
    const page = await testApp.visitor.call(contract.getPublicAgreement, link);
    return { content_hash: page.content_hash, consent_sha256: page.consent.sha256 };
  }

  /** Opens the page and signs what it shows, as the browser does. Throws if signing is refused. */
  async function signs(input: Signing, options?: CallOptions) {
    return testApp.visitor.call(
      contract.signAgreement,
      { ...(await shown(linkOf(input))), ...input },
      options,
    );
  }

  /** Like `signs`, but returns any response; also works for a signed-in user. */
  async function requestSigning(input: Signing, who: TestUser = testApp.visitor) {
    return who.request(contract.signAgreement, { ...(await shown(linkOf(input))), ...input });
  }

  return { booked, typesOf, couple, setSetting, shown, signs, requestSigning };
}
