import { markup, type Markup } from '../markup.ts';

/** The picture of an account, which the page's script fetches, where there is one, and changes; without it the part says what it needs. */
export const picturePart = (
  hasPicture: boolean,
): Markup => markup`<section aria-labelledby="picture"><h2 id="picture">Picture</h2>
<p id="picture-unscripted">A picture needs JavaScript, which makes it small before it is sent.</p>
<div id="picture-part"${hasPicture ? markup` data-is-there` : null} hidden><canvas width="256" height="256" role="img" aria-label="Your picture" hidden></canvas>
<label for="picture-file">Choose a picture</label>
<input id="picture-file" type="file" accept="image/*" aria-describedby="picture-hint">
<p class="hint" id="picture-hint">It is cut to a square and made small in this browser. Only you see it.</p>
<button type="button" class="plain" hidden>Remove the picture</button>
<p role="status"></p></div></section>
`;
