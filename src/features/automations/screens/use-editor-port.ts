import { useEffect, useMemo, useRef } from 'react';
import type { ActionGroup } from '#domain/automations/action-types.ts';
import { showFailure, useInvalidateFeatures } from '#web/api.ts';
import { ApiFailure, call } from '#web/client.ts';
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
export function useEditorPort(groups: readonly ActionGroup[], owner: 'appointment' | 'company'): EditorPort {
  const t = useTranslation('automations');
  const send = useSend();
  const latest = useRef(groups);
  useEffect(() => {
    latest.current = groups;
  });
  return useMemo(() => {
    const is = async (answer: Promise<unknown>) => (await answer) !== refused;
    const port: EditorPort = {
      add: async (id, { id: formerId, ...action }, place) => {
        const added = await send(contract.createAction, { id, ...action });
        if (added === refused) return false;
        const others = latest.current.find((one) => one.id === id)?.actions.map((one) => one.id) ?? [];
        const actionIds = others.filter((one) => one !== added.id && one !== formerId);
        if (place === undefined || place >= actionIds.length) return true;
        actionIds.splice(place, 0, added.id);
        return is(send(contract.orderActions, { id, actionIds }));
      },
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
          return refused;
        }
      },
    [invalidate],
  );
}
