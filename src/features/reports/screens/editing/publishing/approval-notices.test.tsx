import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { FullReport } from '../../../contract.ts';
import { ReadOnlyNotice } from './approval-notices.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

const readOnly = 'You can view this report, but you can’t edit it.';
const mayPublish = 'You can’t edit this report, but you can publish it as it is.';

test.each([
  [{ can_edit: false, can_publish: false }, readOnly],
  [{ can_edit: false, can_publish: true }, mayPublish],
  [{ can_edit: true, can_publish: true }, null],
])('with %j the notice says what is possible', (rights, text) => {
  render(
    <Providers queries={createQueryClient()}>
      <ReadOnlyNotice permissions={rights as FullReport['permissions']} />
    </Providers>,
  );
  expect([readOnly, mayPublish].filter((one) => screen.queryByText(one))).toEqual(text ? [text] : []);
});
