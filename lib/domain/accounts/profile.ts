import { cleanLine } from '../alerts/clean-line.ts';
import { accepted, refused, shown, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import { readableName } from '../readable-name.ts';
import { ianaZone } from '../schedule/iana-zone.ts';

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

/** What a person wants of its profile to change; what is undefined stays. */
export type ProfileChange = {
  [F in Exclude<keyof Profile, 'revision'>]?: Profile[F] | undefined;
};

/** The profile of an account that is made now, with the name that the issuer tells. */
export function newProfile(name = ''): Profile {
  return {
    name: cleanLine(name, LIMITS.nameMaxChars),
    locale: 'en',
    timeZone: 'UTC',
    theme: 'system',
    revision: 1,
  };
}

/** A profile after a change, one revision on; the same one where nothing changes. */
export function changedProfile(
  profile: Profile,
  wanted: ProfileChange,
): Decision<Profile, 'invalid_profile'> {
  const name = wanted.name === undefined ? accepted(profile.name) : profileName(wanted.name);
  if (!name.ok) return name;
  const locale = wanted.locale === undefined ? accepted(profile.locale) : languageTag(wanted.locale);
  if (!locale.ok) return locale;
  const timeZone = wanted.timeZone === undefined ? accepted(profile.timeZone) : zone(wanted.timeZone);
  if (!timeZone.ok) return timeZone;
  const changed = {
    name: name.value,
    locale: locale.value,
    timeZone: timeZone.value,
    theme: wanted.theme ?? profile.theme,
    revision: profile.revision,
  };
  const isSame = JSON.stringify(changed) === JSON.stringify(inOrder(profile));
  return accepted(isSame ? profile : { ...changed, revision: profile.revision + 1 });
}

/** A table gives the fields back in an order of its own. */
function inOrder({ name, locale, timeZone, theme, revision }: Profile): Profile {
  return { name, locale, timeZone, theme, revision };
}

function profileName(text: string): Decision<string, 'invalid_profile'> {
  return readableName(text, { code: 'invalid_profile', min: 0, max: LIMITS.nameMaxChars });
}

function languageTag(text: string): Decision<string, 'invalid_profile'> {
  try {
    const [tag] = text.length <= 35 ? Intl.getCanonicalLocales(text) : [];
    if (tag !== undefined) return accepted(tag);
  } catch {
    // Falls through to the same refusal.
  }
  return refused(
    'invalid_profile',
    `locale must be a language tag of BCP 47 such as "en" or "pt-BR"; got ${shown(text)}.`,
  );
}

function zone(text: string): Decision<string, 'invalid_profile'> {
  const known = ianaZone(text);
  return known.ok ? known : refused('invalid_profile', known.detail.replace(/^tz must/, 'timeZone must'));
}
