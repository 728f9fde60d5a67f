import { useMemo } from 'react';
import { showFailure, useInvalidateFeatures } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import * as contract from '../groups-contract.ts';
import type { EditorPort } from './editor/editor-port.ts';
import { changedMembers } from './from-wire.ts';

/**
 * Returns the port of groups that the server stores: the copies of an appointment, or the company's groups, which can also be
 * renamed, moved and deleted.
 */
export function useEditorPort(owner: 'appointment' | 'company'): EditorPort {
  const t = useTranslation('automations');
  const send = useSend();
  return useMemo(() => {
    const is = async (answer: Promise<unknown>) => (await answer) !== refused;
    const port: EditorPort = {
      add: (id, { id: _id, ...action }) => is(send(contract.createAction, { id, ...action })),
      restore: (id, action) => is(send(contract.restoreAction, { id, actionId: action.id })),
      change: (id, action, before) =>
        is(send(contract.updateAction, { ...changedMembers(action, before), id, actionId: action.id })),
      remove: (id, actionId) => is(send(contract.deleteAction, { id, actionId })),
      clone: (id, actionId) => is(send(contract.cloneAction, { id, actionId }, t('actionCloned'))),
      order: (id, actionIds) => is(send(contract.orderActions, { id, actionIds })),
      setEnabled: (id, enable) => is(send(contract.updateActionGroup, { id, enable })),
    };
    if (owner === 'appointment') return port;
    return {
      ...port,
      groups: {
        rename: (id, name) => is(send(contract.updateActionGroup, { id, name })),
        setDefault: (id, is_default) => is(send(contract.updateActionGroup, { id, is_default })),
        duplicate: (id) => is(send(contract.duplicateActionGroup, { id }, t('groupDuplicated'))),
        remove: (id) => is(send(contract.deleteActionGroup, { id }, t('groupDeleted'))),
        order: (groupIds) => is(send(contract.orderActionGroups, { groupIds })),
      },
    };
  }, [send, t, owner]);
}

const refused = Symbol('refused');

/** Sends changes that return nothing as well, so that a refusal is not mistaken for their answer. */
function useSend() {
  const invalidate = useInvalidateFeatures();
  return useMemo(
    () =>
      async <R extends Route>(
        route: R,
        input: RouteInput<R>,
        done?: string,
      ): Promise<RouteOutput<R> | typeof refused> => {
        try {
          const answer = await call(route, input, { idempotencyKey: newRecordId() });
          await invalidate('automations');
          if (done) toast(done, { kind: 'success' });
          return answer;
        } catch (error) {
          if (!(error instanceof ApiFailure)) throw error;
          showFailure(error);
          // What was refused may be gone or changed by another window.
          void invalidate('automations');
          return refused;
        }
      },
    [invalidate],
  );
}
