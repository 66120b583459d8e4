import type { Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { readableName } from '../readable-name.ts';

/** The name of an organization, trimmed: one line of 1 to 80 characters. */
export function organizationName(text: string): Decision<string, 'invalid_organization_name'> {
  return readableName(text, { code: 'invalid_organization_name', min: 1, max: LIMITS.nameMaxChars });
}
