import { LIMITS } from '../../domain/limits.ts';

/** Pixels of a picture's side at most. */
const SIDE_MAX = 256;

/**
 * Gives each element with `data-copy` a button that copies its text (the attribute's value names it), and makes the part
 * of the picture work: what is chosen is cut to a square and made small enough here, since the service decodes no picture.
 * The picture is drawn on a canvas, so that the policy needs no `blob:`. Token and copied text are read from the page
 * when they are used and kept nowhere.
 */
export const ACCOUNT_SCRIPT = `(() => {
const $ = (selector, root = document) => root.querySelector(selector);

function offerCopy(source) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain copy';
  button.textContent = 'Copy';
  if (source.dataset.copy) button.setAttribute('aria-label', 'Copy ' + source.dataset.copy);
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  source.after(' ', button, ' ', said);
  button.addEventListener('click', async () => {
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      said.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source);
      said.textContent = 'This browser did not copy it. It is selected: copy it with the keyboard or the menu.';
    }
  });
}

function drawSquare(canvas, picture) {
  const { width, height } = picture;
  const side = Math.min(width, height);
  canvas.width = canvas.height = Math.min(side, ${SIDE_MAX});
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.width);
}

async function smallWebp(file) {
  const picture = await createImageBitmap(file).catch(() => { throw 'This browser cannot read that file as a picture.'; });
  const canvas = document.createElement('canvas');
  drawSquare(canvas, picture);
  picture.close();
  for (let tenths = 9; tenths > 0; tenths -= 1) {
    const made = await new Promise((done) => canvas.toBlob(done, 'image/webp', tenths / 10));
    if (made?.type !== 'image/webp') throw 'This browser cannot write pictures as WebP. Choose the picture in another browser.';
    if (made.size <= ${LIMITS.avatarMaxBytes}) return made;
  }
  throw 'That picture cannot be made small enough. Choose another one.';
}

async function call(method, body) {
  const headers = { 'X-CSRF-Token': $('input[name=csrf]').value };
  if (body) headers['Content-Type'] = body.type;
  const signal = AbortSignal.timeout?.(20000);
  const reply = await fetch('/api/account/avatar', { method, headers, body, signal }).catch(() => {
    throw 'The service did not answer. Try again.';
  });
  if (reply.ok) return reply;
  const { detail } = await reply.json().catch(() => ({}));
  throw detail || 'The service answered ' + reply.status + '. Try again.';
}

function setUpPicture(part) {
  const shown = $('canvas', part), chosen = $('input', part), remove = $('button', part), said = $('[role=status]', part);
  const show = async (blob) => {
    remove.hidden = false;
    drawSquare(shown, await createImageBitmap(blob));
    shown.hidden = false;
  };
  let last = Promise.resolve();
  const inTurn = (before, work) => {
    last = last.then(async () => {
      said.textContent = before;
      try {
        said.textContent = await work();
      } catch (words) {
        said.textContent = typeof words === 'string' ? words : 'Your picture cannot be shown.';
      }
    });
  };
  // So that the same file can be chosen again.
  chosen.addEventListener('click', () => { chosen.value = ''; });
  chosen.addEventListener('change', () => {
    const [file] = chosen.files;
    if (file) inTurn('Saving the picture …', async () => {
      const picture = await smallWebp(file);
      await call('PUT', picture);
      await show(picture);
      return 'Your picture is saved.';
    });
  });
  remove.addEventListener('click', () => inTurn('Removing the picture …', async () => {
    await call('DELETE');
    chosen.value = '';
    chosen.focus();
    shown.hidden = remove.hidden = true;
    return 'Your picture is removed.';
  }));
  part.hidden = false;
  $('#picture-unscripted').hidden = true;
  if ('isThere' in part.dataset) inTurn('', async () => {
    await show(await (await call('GET')).blob());
    return '';
  });
}

for (const source of document.querySelectorAll('[data-copy]')) offerCopy(source);
const part = $('#picture-part');
if (part) setUpPicture(part);
})();`;
