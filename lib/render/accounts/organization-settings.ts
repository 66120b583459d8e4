import { LIMITS } from '../../domain/limits.ts';
import { type Markup, markup } from '../markup.ts';
import { isOnlyOwner, type PartOf } from './part-of.ts';

/** The form that renames an organization. */
export function namePart({ organization, path, csrf }: PartOf): Markup {
  return markup`<section aria-labelledby="rename"><h2 id="rename">Name</h2>
<form method="post" action="${path}/name">${csrf}
<label for="organization-name">Name of the organization</label>
<input id="organization-name" name="name" value="${organization.name}" required maxlength="${LIMITS.nameMaxChars}" autocomplete="off">
<button>Save the name</button></form></section>
`;
}

/** The form that switches an organization off or on. */
export function switchPart({ organization, path, csrf }: PartOf): Markup {
  const form = (enabled: boolean, button: Markup) =>
    markup`<form method="post" action="${path}/switch">${csrf}<input type="hidden" name="enabled" value="${String(enabled)}">${button}</form>`;
  return markup`<section aria-labelledby="switch"><h2 id="switch">On and off</h2>
${
  organization.enabled
    ? markup`<details><summary>Switch the organization off</summary>
<p>Its API keys are refused at once, and nobody can act for it, until an owner switches it on again. Its monitors go on, and alert as before.</p>
${form(false, markup`<button class="grave">Yes, switch it off</button>`)}</details>`
    : form(true, markup`<button>Switch the organization on</button>`)
}</section>
`;
}

/** How a member ends what it has with the organization. */
export function endPart({ organization, viewerId, path, csrf }: PartOf): Markup {
  return markup`<section aria-labelledby="leave"><h2 id="leave">Leave</h2>
${
  isOnlyOwner(organization, organization.role)
    ? markup`<p>You are the only owner. To leave, make another member an owner first, or delete the organization.</p>`
    : markup`<details><summary>Leave the organization</summary>
<p>You no longer see it, and the API keys that you made for it are refused at once. Its monitors go on.</p>
<form method="post" action="${path}/members/${viewerId}/remove">${csrf}<button class="grave">Yes, leave the organization</button></form></details>`
}</section>
`;
}

/** The form that deletes an organization, for its owners. */
export function deletePart({ path, csrf }: PartOf): Markup {
  return markup`<section aria-labelledby="delete"><h2 id="delete">Delete</h2>
<details><summary>Delete the organization</summary>
<p>It ends at once and for good, for all its members, with its monitors, keys and all that was recorded. A sign-in within the last five minutes is needed.</p>
<form method="post" action="${path}/delete">${csrf}
<label for="confirm">Name of the organization, to confirm</label>
<input id="confirm" name="confirm" required maxlength="${LIMITS.nameMaxChars}" autocomplete="off">
<button class="grave">Delete the organization for good</button></form></details></section>
`;
}
