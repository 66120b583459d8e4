type Profiles<L> = Record<'essentials' | 'completo', L>;

/** What a machine can tell and is not collected yet, and what of it each profile takes. */
export function picksOf(
  measures: readonly string[],
  own: readonly { medida: string }[],
  profiles: Profiles<readonly string[]>,
): { left: string[]; profiles: Profiles<string[]> } {
  const collected = new Set(own.map(({ medida }) => medida));
  const left = measures.filter((id) => !collected.has(id));
  const within = (profile: readonly string[]) => left.filter((id) => profile.includes(id));
  return { left, profiles: { essentials: within(profiles.essentials), completo: within(profiles.completo) } };
}

/** Whether both hold the same; both are in the order of the machine's measures. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.join(' ') === other.join(' ');
}
