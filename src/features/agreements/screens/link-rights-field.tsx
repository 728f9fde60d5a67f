import { Checkbox } from '@mantine/core';
import {
  type ClientRight,
  type ClientRole,
  clientRights,
  clientRoles,
  isImpliedRight,
  type RoleRights,
  roleRights,
} from '#domain/people/client-rights.ts';
import type { SettingsForm } from '#features/company/screens/kit/use-settings-form.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './link-rights-field.module.css';

/**
 * What the personal links of each role may do. Stores only differences from the rules, so that later rule changes
 * apply.
 */
export function LinkRightsField({ form }: { form: SettingsForm }) {
  const t = useTranslation('agreements');
  const link_rights = (form.get('link_rights') ?? {}) as RoleRights;
  const switches = {
    agents_can_sign: form.get('agents_can_sign') === true,
    agents_can_pay: form.get('agents_can_pay') === true,
    show_client_pricing_details: form.get('show_client_pricing_details') === true,
  };
  const given = (role: ClientRole) => roleRights(role, { ...switches, link_rights });
  const set = (role: ClientRole, right: ClientRight, value: boolean) => {
    const own = { ...link_rights[role], [right]: value };
    if (roleRights(role, switches)[right] === value) delete own[right];
    const { [role]: _before, ...others } = link_rights;
    form.set('link_rights', Object.keys(own).length > 0 ? { ...others, [role]: own } : others);
  };
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className={classes.hint}>{t('settings.h.link_rights')}</caption>
        <thead>
          <tr>
            <td />
            {clientRoles.map((role) => (
              <th key={role} scope="col">
                {t(`settings.linkRole.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clientRights.map((right) => (
            <tr key={right}>
              <th scope="row">{t(`settings.linkRight.${right}`)}</th>
              {clientRoles.map((role) => (
                <td key={role}>
                  <Checkbox
                    aria-label={`${t(`settings.linkRole.${role}`)}: ${t(`settings.linkRight.${right}`)}`}
                    checked={given(role)[right]}
                    disabled={isImpliedRight(right, given(role), link_rights[role] ?? {})}
                    onChange={(event) => set(role, right, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
