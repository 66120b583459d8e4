import { OFFERED } from '../../lib/contract/agents/offered.built.ts';
import type { BuiltTool, Tool } from '../../lib/contract/agents/tools.ts';
import { ALL_TOOLSETS, DEFAULT_TOOLSET, holdsToolset, TOOLSETS } from '../../lib/contract/agents/toolsets.ts';
import { shown } from '../../lib/domain/decision.ts';
import { ProtocolError } from './protocol.ts';

/** The tools that a client is offered, and no others are carried out for it. */
export interface Choice {
  list: readonly Tool[];
  byName: ReadonlyMap<string, BuiltTool>;
}

const made = new Map<string, Choice>();

/** The choice of `?tools=`, a list of groups; each is put together once. Throws for a group that there is not. */
export function choiceOf(rawQuery: string, { isPublic }: { isPublic: boolean }): Choice {
  const asked = new URLSearchParams(rawQuery)
    .getAll('tools')
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const unknown = asked.find((each) => each !== ALL_TOOLSETS && !Object.hasOwn(TOOLSETS, each));
  if (unknown !== undefined) throw unknownToolset(unknown);
  const groups = new Set(asked.length === 0 ? [DEFAULT_TOOLSET] : asked);
  const key = [isPublic, ...[...groups].sort()].join();
  const choice = made.get(key) ?? choiceFrom(groups, isPublic);
  made.set(key, choice);
  return choice;
}

function choiceFrom(groups: ReadonlySet<string>, isPublic: boolean): Choice {
  const built = OFFERED.filter(
    ({ toolset, forStrangers }) => (isPublic || !forStrangers) && holdsToolset(groups, toolset),
  );
  return {
    list: built.map(({ tool }) => tool),
    byName: new Map(built.map((each) => [each.tool.name, each])),
  };
}

function unknownToolset(name: string): ProtocolError {
  const known = [...Object.keys(TOOLSETS), ALL_TOOLSETS].join(', ');
  return new ProtocolError('invalidParams', `There is no toolset ${shown(name)}; there are ${known}.`, 400);
}
