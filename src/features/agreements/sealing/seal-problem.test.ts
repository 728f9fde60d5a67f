import { afterAll, expect, test } from 'vitest';
import { createJobContexts } from '#app/create-runtime.ts';
import { mine } from '#server/db/scope.ts';
import { closeDocuments, documentProcesses } from '#server/documents/render.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';
import { sealAgain } from '../seal-contract.ts';
import { sealAgreement } from './seal-agreement.job.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, signs } = createAgreementHelpers(testApp);
afterAll(closeDocuments);

test('a sealed PDF that could not be created is shown with the agreement, and is created again on request', async () => {
  const owner = await testApp.create.owner();
  const { ids, tokenOf, appointment, agreement } = await booked(owner);
  const target = { id: appointment.id, agreementId: agreement.id };
  expect((await owner.request(sealAgain, target)).error?.message).toBe(
    'This agreement hasn’t been signed yet',
  );
  await signs({ ...ids, p: tokenOf(0), signer_name: 'Clara Client', consent: true, has_read: true });
  const full = { ...testApp.runtime.files, put: () => Promise.reject(new Error('the disk is full')) };
  const ctx = createJobContexts({ ...testApp.runtime, files: full })(
    { subscriberId: owner.subscriberId, data: {} },
    sealAgreement,
  );
  await expect(sealAgreement.run(ctx, { agreement_id: agreement.id })).rejects.toThrow('the disk is full');
  const shown = async () => {
    const [row] = await owner.call(contract.listAppointmentAgreements, { id: appointment.id });
    return row;
  };
  expect(await shown()).toMatchObject({ signed: true, sealed_sha256: null, seal_problem: 'unexpected' });
  await owner.call(sealAgain, target);
  await testApp.runDueJobs();
  const sealed = await shown();
  expect(sealed).toMatchObject({ sealed_sha256: expect.any(String), seal_problem: null });
  await owner.call(sealAgain, target);
  await testApp.runDueJobs();
  expect(await shown()).toEqual(sealed);
});

test('the text offered to a client is rendered once for all who download and sign it', async () => {
  const owner = await testApp.create.owner();
  const { ids, tokenOf, agreement } = await booked(owner);
  const download = () => testApp.visitor.request(contract.downloadPublicAgreement, { ...ids, p: tokenOf(0) });
  const [first, second] = await Promise.all([download(), download()]);
  expect(first?.raw).toEqual(second?.raw);
  await closeDocuments();
  await signs({ ...ids, p: tokenOf(0), signer_name: 'Clara Client', consent: true, has_read: true });
  expect(documentProcesses().quick).toBeNull();
  const stored = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'rendered_documents').select('sha256').execute(),
  );
  expect(stored).toHaveLength(1);
  const rows = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'agreement_signatures').where('agreement_id', '=', agreement.id).selectAll().execute(),
  );
  expect(JSON.stringify(rows)).toContain(stored[0]?.sha256);
});
