import type { Output } from '../../api/operations.ts';
import { isMailAddress } from '../../../domain/alerts/mail-address.ts';
import { logicalLineOf } from '../../../domain/monitors/crontab/logical-line.ts';

/**
 * Whom cron mails what each line of a crontab prints, by the number of the line: the first address of the `MAILTO` above it.
 * An empty one mails nobody, and a name such as `root` leads to nobody outside of its machine.
 */
export function mailtosOf(crontab: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let to: string | undefined;
  crontab.split(/\r?\n/).forEach((text, at) => {
    const line = logicalLineOf(text);
    if (line.kind === 'variable' && line.name === 'MAILTO')
      to = line.value
        .split(',')
        .map((each) => each.trim())
        .find(isMailAddress);
    else if (to !== undefined && (line.kind === 'fields' || line.kind === 'nickname')) found.set(at + 1, to);
  });
  return found;
}

type Created = NonNullable<Output<'importCrontab'>['created']>;

/** The monitors that an import made, by the address that cron mails for them. */
export function mailtoGroups(crontab: string, created: Created): ReadonlyMap<string, string[]> {
  const mailtos = mailtosOf(crontab);
  const groups = new Map<string, string[]>();
  for (const { line, id } of created) {
    const to = mailtos.get(line);
    if (to !== undefined) groups.set(to, [...(groups.get(to) ?? []), id]);
  }
  return groups;
}
