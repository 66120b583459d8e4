import type { AwsSettings } from '../config/settings/table.ts';

/** What the stack of a copy is called. Several copies may stand in one account; each is a stage of its own name. */
export function stackNameOf({ stage }: Pick<AwsSettings, 'stage'>): string {
  return stage === undefined ? 'Rollcall' : `Rollcall-${stage}`;
}
