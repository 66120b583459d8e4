import { MASK, maskedValue } from './masked-value.ts';
import { valueEnd } from './quotes.ts';
import { kindOfName } from './secret-words.ts';

const READS_PASSWORD =
  /\s-[A-Za-z]*S(?:\s|$)|--(?:password-|passphrase-)?stdin\b|--passphrase-fd|--pinentry|(?:^|[\s/])(?:passwd|chpasswd|kinit|cryptsetup|smbpasswd|faillock)(?:\s|$)|pass(?:word)?-?(?:in|file)?[= ](?:stdin|-)(?:\s|$)/;
const SAYS = /(?<![\w.-])(?:echo|printf)(?:[ \t]+-[A-Za-z]{1,3})*[ \t]+/g;
const SPOKEN =
  /(?<![\w-])((?:password|passwd|passphrase|passcode|pwd|pass|secret|token|pin|senha|passwort|api[ -]?key)[ \t]{1,8}(?:(?:is|was|ist|to|é|e|->|of)[ \t]{1,8})?)(?=[^\s'"]{0,64}\d)(?=[^\s'"]{0,64}[A-Za-z])([^\s'"./~$-][^\s'"]{4,})/gi;
const SPOKEN_OF =
  /(?<![\w-])((?:password|passwd|passphrase|passcode|secret|senha|passwort|api[ -]?key)[ \t]{1,8}(?:is|was|ist|é)[ \t]{1,8})(?!(?:not|in|on|at|stored|kept|now|wrong|invalid|incorrect|required|missing|expired|empty|too|unset|set|read|taken|needed|the|a|an|about|no|only|also|ok)\b)([^\s'"]{4,})/gi;
const QUOTED =
  /(?<![\w-])((?:identified[ \t]{1,8}by|password|passwd|passphrase|senha)[ \t]{1,8}(?:is[ \t]{1,8})?)(\\?["'])([^"'\\]{1,512})\2/gi;
const LOGIN =
  /(?<![\w-])((?:login|user|username)[ \t]{1,8}[^\s]{1,64}[ \t]{1,8}pass(?:word|wd)?[ \t]{1,8})([^\s]{1,512})/gi;
const SET =
  /(?<![\w-])((?:set|setenv|put|add|config(?![ \t]+set\b))[ \t]{1,8}([\w.:-]{2,80})[ \t]{1,8})([^\s'"=-][^\s'"]*|'[^']{1,512}'|"[^"]{1,512}")/gi;
const ELEMENT = /<([\w:.-]{1,60})(?:[ \t][^<>]{0,200})?>([^<>]{1,2000})(?=<\/)/g;
const ORACLE = /(?:^|[\s/])(?:sqlplus|sqlldr|rman|expdp|impdp|exp|imp)\s/;
const ORACLE_LOGIN = /(?<![\w/.])([A-Za-z]\w{0,63}\/)([^\s@/"']{1,128})(?=@[\w/])/g;
const HTPASSWD =
  /((?:^|[\s/])htpasswd[ \t]+-[A-Za-z]*b[A-Za-z]*(?:[ \t]+-[A-Za-z]+)*[ \t]+(?:[^\s]{1,256}[ \t]+){1,2}?)([^\s;|&>]+)(?=[ \t]*(?:$|[;|&>]))/g;

/** Masks, in one line, secrets known by the words around them: piped and spoken passwords, SQL, netrc, XML. */
export function redactPhrases(line: string): string {
  let text = redactPiped(line)
    .replace(QUOTED, `$1$2${MASK}$2`)
    .replace(LOGIN, `$1${MASK}`)
    .replace(SPOKEN, `$1${MASK}`)
    .replace(SPOKEN_OF, `$1${MASK}`)
    .replace(HTPASSWD, `$1${MASK}`)
    .replace(SET, (whole, head: string, name: string, value: string) => {
      const kind = kindOfName(name);
      return kind === 'plain' ? whole : head + maskedValue(value, kind);
    })
    .replace(ELEMENT, (whole, name: string, value: string) => {
      const kind = kindOfName(name);
      return kind === 'plain'
        ? whole
        : whole.slice(0, whole.length - value.length) + maskedValue(value, kind);
    });
  if (ORACLE.test(text)) text = text.replace(ORACLE_LOGIN, `$1${MASK}`);
  return text;
}

/** `echo secret | sudo -S …` and `… <<< secret`. */
function redactPiped(line: string): string {
  let out = '';
  let copied = 0;
  for (const said of line.matchAll(SAYS)) {
    const from = said.index + said[0].length;
    if (said.index < copied) continue;
    let to = from;
    while (to < line.length && !/[|;&]/.test(line[to] ?? '')) to = Math.max(valueEnd(line, to, []), to + 1);
    if (line[to] !== '|' || !READS_PASSWORD.test(` ${line.slice(to + 1, to + 200)}`)) {
      // The words just read hold no other echo that could be piped elsewhere.
      copied = appended(to);
      continue;
    }
    out += line.slice(copied, from) + `${MASK} `;
    copied = to;
  }
  return (out + line.slice(copied)).replace(/(<<<[ \t]*)([^\s'"]+|'[^']*'|"[^"]*")/g, `$1${MASK}`);

  function appended(to: number): number {
    out += line.slice(copied, to);
    return to;
  }
}
