import { MASK, maskedValue } from './masked-value.ts';

const GAP = '[ \\t]{1,8}';
const FLAGS = `(?:${GAP}-[^\\s;|&]{1,200}){0,8}`;
/** A setting such as `role=cron` is no secret by its place. */
const WORD = `("[^"]{1,512}"|'[^']{1,512}'|(?![A-Za-z_]\\w{0,63}=[^\\s=])[^\\s;|&<>()"'=-][^\\s;|&<>()]{0,511})`;
const ANY = `[^\\s;|&]{1,200}`;
const PROGRAM = '(?<![\\w.-])';

/** Programs that take a secret at a place of its own, with no option in front of it; the second group is the secret. */
const COMMANDS: readonly RegExp[] = [
  `${PROGRAM}(vault(?:${GAP}operator)?${FLAGS}${GAP}(?:login|auth|unwrap|unseal|token${GAP}(?:lookup|renew|revoke))${FLAGS}${GAP})${WORD}`,
  // `net use Z: \\server\share secret /user:bob`, `net user bob secret`.
  `${PROGRAM}(net(?:\\.exe)?${GAP}use(?:${GAP}[A-Za-z*]:?)?${GAP}["']?(?:\\\\\\\\|//)${ANY}(?:${GAP}/${ANY}){0,8}${GAP})([^\\s;|&/*]${ANY})`,
  `${PROGRAM}(net(?:\\.exe)?${GAP}user${GAP}[\\w.-]{1,64}${GAP})([^\\s;|&/*]${ANY})`,
  `${PROGRAM}(mysqladmin(?:${GAP}${ANY}){0,12}?${GAP}(?:old-)?password${GAP})${WORD}`,
  `${PROGRAM}((?:redis|valkey|keydb)-cli(?:${GAP}${ANY}){0,8}?${GAP}auth${GAP}(?:[\\w.-]{1,64}${GAP}(?=[^\\s;|&]))?)${WORD}`,
  `${PROGRAM}(rabbitmqctl${FLAGS}${GAP}(?:add_user|change_password|authenticate_user)${GAP}${ANY}${GAP})${WORD}`,
  `${PROGRAM}(mosquitto_passwd${FLAGS}${GAP}${ANY}${GAP}${ANY}${GAP})${WORD}`,
  `${PROGRAM}(ipmitool(?:${GAP}${ANY}){0,12}?${GAP}user${GAP}set${GAP}password${GAP}\\d{1,3}${GAP})${WORD}`,
  `${PROGRAM}(rclone(?:${GAP}${ANY}){0,8}?${GAP}obscure${FLAGS}${GAP})${WORD}`,
  // `/p:secret`, `/pass:secret`, of the gateway and of a pass-the-hash too.
  `(?<=${PROGRAM}(?:x|wl|sdl-?)?freerdp[\\w.-]{0,16}[ \\t][^;|&]{0,600})(/(?:p|pass|password|gp|pth|reconnect-cookie):)("[^"]{1,512}"|'[^']{1,512}'|[^\\s;|&"']{1,512})`,
  `${PROGRAM}(ngrok${GAP}(?:config${GAP}add-)?authtoken${GAP})${WORD}`,
  `${PROGRAM}(snyk${GAP}auth${GAP})${WORD}`,
  `${PROGRAM}(bw${FLAGS}${GAP}(?:unlock|login${GAP}${ANY})${GAP})${WORD}`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** What follows the word "password" in names and sentences rather than in commands. */
const PROSE =
  'admin|age|ageing|aging|alerts?|and|audit|authentication|backups?|cache|change[ds]?|check(?:er|s)?|cleanup|db|' +
  'database|dump|e-?mails?|entered|entry|expir(?:ation|ed|es|y|ing)|export|failed|failures?|file|files|for|from|' +
  'generat(?:ion|or)|hash(?:es)?|history|import|in|incorrect|invalid|is|job|list|login|mails?|manager|missing|' +
  'mismatch|not|notices?|notifications?|of|on|or|policy|policies|prompt|protected|provided|recovery|reminders?|report|' +
  'required|requests?|resets?|rotat(?:e|ion|or)|safe|script|service|store|strength|sync|test|to|tokens?|updates?|' +
  'vault|was|wrong';
const SPOKEN_LAST = new RegExp(
  `(?<![\\w.:-])(?<!grep\\b[^;|&]{0,80})((?:password|passphrase|senha|passwort)${GAP})` +
    `(?!(?:${PROSE})\\b)([^\\s"'\`./~$*;|&<>(),:-][^\\s"'\`;|&<>(),:]{3,})(?=[ \\t]*(?:$|[;|&<>)"'\`])|[ \\t]+-)`,
  'gi',
);

/** Masks, in one line, secrets known by their place in the command of a program, or by "password" in front of them at its end. */
export function redactPositional(line: string): string {
  let text = line;
  for (const pattern of COMMANDS) {
    text = text.replace(pattern, (_, head: string, value: string) => head + maskedValue(value, 'secret'));
  }
  return text.replace(SPOKEN_LAST, `$1${MASK}`);
}
