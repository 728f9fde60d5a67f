import { mostAgreementPages } from '../../src/domain/text/text-pages.ts';
import { bookingParts, overlappingBookings } from '../support/bookings.ts';
import { type Company, counted, type Round } from './neighbor-calls.ts';

const clients = 10;
const seconds = 15;
const signings = 6;

/** Texts of the most pages that cost most: as many list items (48 on a page), and as many sentences with a value (29), as fit. */
const texts = {
  list: `<ul>${'<li>a</li>'.repeat(mostAgreementPages * 48)}</ul>`,
  words: `<p>${'The inspector shall not be liable for hidden defects of {{PROPERTY_ADDRESS}}. '.repeat(mostAgreementPages * 29)}</p>`,
};

/** Ten clients preview, read and download A's largest agreement again and again; then it is signed. */
export async function agreementRounds({ server, a }: Company): Promise<Round[]> {
  const parts = await bookingParts(a);
  const rounds: Round[] = [];
  for (const [n, content] of Object.values(texts).entries()) {
    const made = await a.post('/v2/agreements', { name: `Largest agreement ${n}`, content });
    if (made.error) throw new Error(made.error.message);
    const bookings = Array.from({ length: signings }, (_, at) =>
      overlappingBookings(a, parts, { writers: 1, round: 10 + n * signings + at, name: 'LARGE' }),
    ).flat();
    const copies: Copy[] = [];
    for (const booking of bookings) copies.push(await copyFor({ server, a }, booking, made.data.id));
    rounds.push(() => readAll({ server, a }, content, copies));
    rounds.push(() => signAll({ server, a }, copies));
  }
  return rounds;
}

interface Copy {
  appointment: string;
  agreement: string;
  /** Path of the public agreement below /api, and the personal part of its link. */
  path: string;
  personal: string;
}

async function copyFor({ a }: Company, booking: object, template_id: string): Promise<Copy> {
  const booked = await a.post('/inspections', booking);
  if (booked.error) throw new Error(JSON.stringify(booked.error));
  const appointment = booked.data.id as string;
  const added = await a.post(`/v2/appointments/${appointment}/agreements`, { template_id });
  if (added.error) throw new Error(added.error.message);
  const { data } = await a.get(`/v2/appointments/${appointment}/agreements`);
  const own = (data as { id: string; public_id: string; signers: { link: string | null }[] }[]).find(
    ({ id }) => id === added.data.id,
  );
  const link = new URL(own?.signers[0]?.link ?? '');
  const [agreement, visit] = link.pathname.split('/').reverse();
  return {
    appointment,
    agreement: own?.id ?? '',
    path: `/v2/public/agreements/${visit}/${agreement}`,
    personal: link.searchParams.get('p') ?? '',
  };
}

async function readAll({ server, a }: Company, content: string, copies: readonly Copy[]) {
  const count: Record<string, number> = {};
  const end = performance.now() + seconds * 1_000;
  const client = async (_: unknown, n: number) => {
    for (let at = n; performance.now() < end; at += 1) {
      const copy = copies[at % copies.length];
      if (!copy) return;
      const path = `/v2/appointments/${copy.appointment}/agreements`;
      if (at % 3 === 0)
        await counted(count, server, a, '/v2/agreements/preview', {
          method: 'POST',
          body: JSON.stringify({ content }),
        });
      else if (at % 3 === 1) await counted(count, server, a, `${path}/${copy.agreement}/pdf`);
      else await counted(count, server, null, `${copy.path}?p=${copy.personal}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return count;
}

async function signAll({ server, a }: Company, copies: readonly Copy[]) {
  const count: Record<string, number> = {};
  await Promise.all(
    copies.map(async ({ path, personal, appointment, agreement }) => {
      const shown = await counted(count, server, null, `${path}?p=${personal}`);
      const body = {
        p: personal,
        signer_name: 'Rae Racer',
        consent: true,
        has_read: true,
        content_hash: shown?.content_hash,
        consent_sha256: (shown?.consent as { sha256: string } | undefined)?.sha256,
      };
      await counted(count, server, null, `${path}/sign`, { method: 'POST', body: JSON.stringify(body) });
      await counted(count, server, a, `/v2/appointments/${appointment}/agreements/${agreement}/pdf`);
    }),
  );
  return count;
}
