import type { ChangeOptions } from '../../change-contract.ts';

/** What the steps of a change get. */
export interface ChangeStepProps {
  /** The appointment and the personal link. */
  of: { publicId: string; p?: string };
  options: ChangeOptions;
  onBack: () => void;
  onDone: () => void;
  /** The server refused it, so what is shown may be outdated. */
  onRefused: () => void;
}
