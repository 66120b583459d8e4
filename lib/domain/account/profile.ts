export const THEMES = ['system', 'light', 'dark'] as const;

/** What a person says of itself (SPEC.md "Account and session"). */
export interface Profile {
  /** Empty until it is said. */
  name: string;
  /** A language tag (BCP 47). */
  locale: string;
  /** An IANA zone. */
  timeZone: string;
  theme: (typeof THEMES)[number];
  /** Raised by each change, which is refused when it was decided from another one. */
  revision: number;
}

/** The profile of an account that is made now. */
export function newProfile(name = ''): Profile {
  return { name, locale: 'en', timeZone: 'UTC', theme: 'system', revision: 1 };
}
