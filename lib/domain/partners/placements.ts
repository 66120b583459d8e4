/** A place where a partner can be shown. */
export interface Placement {
  /** By which a proposal names it; permanent. */
  id: string;
  name: string;
  /** Where people see it. */
  where: string;
}

/** What an operator has to offer partners: edit it here, and everything that names a placement follows. */
export const PLACEMENTS = [
  { id: 'readme', name: 'README', where: 'The list of sponsors in the README of the project' },
  { id: 'documentation', name: 'Documentation', where: 'The foot of the pages of documentation' },
  { id: 'pricing', name: 'Prices', where: 'The page of prices' },
  { id: 'release-notes', name: 'Release notes', where: 'The notes of each release' },
  { id: 'partners', name: 'Partners', where: 'The page of partners' },
  { id: 'house-bundle', name: 'House bundle', where: 'All of the places above together' },
] as const satisfies readonly Placement[];

export type PlacementId = (typeof PLACEMENTS)[number]['id'];

export const PLACEMENT_IDS: readonly PlacementId[] = PLACEMENTS.map(({ id }) => id);
