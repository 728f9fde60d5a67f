import { fieldDefinitions, type PersonField, requiredFields } from '#domain/people/contact-fields.ts';
import { useTranslation } from '#web/i18n.ts';
import { FieldGrid, Form } from '#web/ui/inputs/form.tsx';
import { PermissionToggles } from './permission-toggles.tsx';
import { PersonFieldInput } from './person-field-input.tsx';
import classes from './person-modal.module.css';
import { isTeamType, kindOfType } from './person-types.ts';
import { PicturePanel } from './picture-panel.tsx';
import { type PersonFormOptions, usePersonForm } from './use-person-form.ts';

/**
 * The fields of a person next to the picture, with the values the record had when the form opened. Sends that record's
 * rev, so a colleague's change is never silently overwritten; to show a newer record, change the key. Nothing is
 * validated here: the server's messages appear under the fields.
 */
export function PersonForm({ formId, ...options }: PersonFormOptions & { formId: string }) {
  const t = useTranslation('people');
  const { type, record } = options;
  const { form, names, picture, rights, setRights } = usePersonForm(options);
  const isPlace = (name: PersonField) => fieldDefinitions[name].placement === 'place';
  const required = requiredFields(kindOfType[type]);
  const place = names.filter(isPlace);
  const input = (name: PersonField, isFirst = false) => (
    <PersonFieldInput
      key={form.key(name)}
      name={name}
      form={form}
      isFirst={isFirst}
      isRequired={required.always.includes(name)}
    />
  );
  return (
    <Form of={form} id={formId} label={t(`title.${type}`)}>
      <div className={classes.panels}>
        <PicturePanel
          stored={record?.profile_pic ?? null}
          chosen={picture.file}
          onChoose={picture.setFile}
          disabled={form.pending}
        />
        <div className={classes.form}>
          {required.sometimes.length > 0 && <p className={classes.needed}>{t('nameOrCompany')}</p>}
          <FieldGrid>
            {names.filter((name) => !isPlace(name)).map((name, i) => input(name, i === 0))}
            {place.length > 0 && <div className={classes.place}>{place.map((name) => input(name))}</div>}
          </FieldGrid>
          {isTeamType(type) && rights !== null && (
            <PermissionToggles kind={type} value={rights} onChange={setRights} disabled={form.pending} />
          )}
        </div>
      </div>
    </Form>
  );
}
