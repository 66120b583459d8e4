/** `pointer` names may also hold the place of a secret (a file), so a value that is plainly a path stays. */
export type NameKind = 'secret' | 'pointer' | 'plain';

const SECRET_WORDS = new Set(
  (
    'password passwd passwort pass pwd pw passphrase passcode pin secret token apikey bearer jwt dsn cookie ' +
    'authorization otp totp sig signature session sessionid sid community salt seed senha segredo mdp contrasena ' +
    'clave webhook'
  ).split(' '),
);
const POINTER_WORDS = new Set('key auth credential cred cert identity'.split(' '));
const SECRET_ENDINGS =
  /(?:password|passwd|pass|pwd|passphrase|secret|token|apikey|accesskey|passw|pw|dsn)s?$/;
const POINTER_ENDINGS = /(?:key|auth|credential|cred)s?$/;
const PLACE_WORDS = new Set('file path dir directory sock socket jar store ring name'.split(' '));
const NOT_SECRET = new Set('bypass compass monkey turkey hotkey keys-only trespass'.split(' '));

/** What a variable, option, header or field called `name` is likely to hold. Any case, any word separator. */
export function kindOfName(name: string): NameKind {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !NOT_SECRET.has(word));
  const isSecret = words.some((word) => has(SECRET_WORDS, word) || SECRET_ENDINGS.test(word));
  const isPointer = words.some((word) => has(POINTER_WORDS, word) || POINTER_ENDINGS.test(word));
  // `passWord`, `pass_word` and `API KEY` split into words that are secret only together.
  const joined = words.join('');
  if (!isSecret && !isPointer && !SECRET_ENDINGS.test(joined)) return 'plain';

  const last = words.at(-1) ?? '';
  const isPlace = PLACE_WORDS.has(last) || /(?:file|path|dir|sock)$/.test(last);
  return isSecret && !isPlace ? 'secret' : isPlace || isPointer ? 'pointer' : 'secret';
}

function has(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || (word.endsWith('s') && words.has(word.slice(0, -1)));
}
