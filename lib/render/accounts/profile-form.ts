import { THEMES, type Profile } from '../../domain/accounts/profile.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';

const THEME_WORDS: Record<Profile['theme'], string> = {
  system: 'As the system has it',
  light: 'Light',
  dark: 'Dark',
};

/** The form that changes a profile; `csrf` is the hidden field of every form. */
export function profileForm({ name, locale, timeZone, theme, revision }: Profile, csrf: Markup): Markup {
  return markup`<section aria-labelledby="profile"><h2 id="profile">Profile</h2>
<form method="post" action="/account/profile">${csrf}<input type="hidden" name="revision" value="${revision}">
<label for="name">Name</label>
<input id="name" name="name" value="${name}" maxlength="${LIMITS.nameMaxChars}" autocomplete="name">
<label for="locale">Language</label>
<input id="locale" name="locale" value="${locale}" required maxlength="35" autocomplete="language" aria-describedby="locale-hint">
<p class="hint" id="locale-hint">A language tag such as en or pt-BR.</p>
<label for="time-zone">Time zone</label>
<select id="time-zone" name="timeZone">${optionsOf(zonesWith(timeZone), timeZone)}</select>
<label for="theme">Theme</label>
<select id="theme" name="theme">${optionsOf(
    THEMES.map((each) => [each, THEME_WORDS[each]]),
    theme,
  )}</select>
<button>Save profile</button></form></section>
`;
}

function optionsOf(options: readonly (readonly [value: string, words: string])[], chosen: string): Markup[] {
  return options.map(([value, words]) =>
    value === chosen
      ? markup`<option value="${value}" selected>${words}</option>`
      : markup`<option value="${value}">${words}</option>`,
  );
}

let zones: readonly string[] | undefined;

/** UTC, the zones of each place, and the one that is chosen where that has an older name. */
function zonesWith(chosen: string): [string, string][] {
  zones ??= Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const all = ['UTC', ...zones];
  return (all.includes(chosen) ? all : [chosen, ...all]).map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
