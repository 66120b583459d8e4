import { cleanLine } from '../alert/clean-line.ts';
import { accepted, refused, shown, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';

/** The name of an organization, trimmed: one line of 1 to 80 characters. */
export function organizationName(text: string): Decision<string, 'invalid_organization_name'> {
  const name = text.trim();
  const length = [...name].length;
  const max = LIMITS.nameMaxChars;
  if (length < 1 || length > max)
    return refused('invalid_organization_name', `name must have 1 to ${max} characters; got ${length}.`);
  if (cleanLine(name, max) === name.replace(/\s+/gu, ' ')) return accepted(name);
  return refused(
    'invalid_organization_name',
    `name must not have control or format characters; got ${shown(name)}.`,
  );
}
