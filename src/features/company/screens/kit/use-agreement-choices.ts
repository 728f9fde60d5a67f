import { useRead } from '#web/api.ts';
import { getSettingOptions } from '../../settings-contract.ts';

/** The agreements that can be selected as the default. */
export function useAgreementChoices(subscriberId: string): { value: string; label: string }[] {
  const options = useRead(getSettingOptions, { subscriberId });
  return (options.data?.agreements ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
