import { Refusal } from '../contract/errors.ts';
import { getOwner, type Owner } from '../data/owners.ts';
import type { Table, WriteConflict } from '../data/table.ts';

/**
 * The owner to decide a write by: the caller, and after a conflict the caller as it is now, since a space of it may
 * have become another's and its allowance may be used up.
 */
export async function decidingOwner(
  table: Table,
  caller: Owner,
  conflict: WriteConflict | undefined,
): Promise<Owner> {
  return conflict ? ownerNow(table, caller) : caller;
}

/** An owner as it is now. */
export async function ownerNow(table: Table, { id }: Pick<Owner, 'id'>): Promise<Owner> {
  const owner = await getOwner(table, id);
  if (!owner) throw new Refusal('credencial_invalida', 'The owner of this credential is gone.');
  return owner;
}

/** The space new things of an owner go to. */
export function homeOf(owner: Owner): string {
  const [home] = owner.spaces;
  if (home === undefined) throw new Error('An owner has no space.');
  return home;
}
