import { FORM_TYPE } from '../../lib/contract/operation.ts';
import type { Cast } from '../fuzz/cast.ts';
import type { Described, Description } from '../fuzz/described.ts';
import { Dice } from '../fuzz/dice.ts';
import { goodRequest } from '../fuzz/good-requests.ts';
import type { Wire, WireReply, WireRequest } from '../fuzz/wire.ts';
import { textsOf, withWord } from './hostile-words.ts';

/** An answer and where the word stood that it answers; null where none was sent. */
export interface Answered {
  operation: Described;
  place: string | null;
  reply: WireReply;
}

/** What ends a session or takes away what the others name. */
const ENDING =
  /endSession|deleteAccount|deleteOrganization|^(?:rotate|claimGuest|submitReport$|revoke|decline)/;

const isOfPings = ({ path }: Described) => path.startsWith('/in/');
const isRead = (operation: Described) => operation.method === 'GET' && !isOfPings(operation);

/** One good request for each place of an operation that takes a text, with the word there. */
export function requestsWith(operation: Described, cast: Cast, word: string): [string, WireRequest][] {
  const good = () => goodRequest(operation, cast, new Dice(1));
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  return [
    ...fieldsOf(operation).map((path): [string, WireRequest] => [
      path.join('.'),
      withBody(good(), operation, path, word),
    ]),
    ...query.map(({ name }): [string, WireRequest] => {
      const request = good();
      const asked = new URLSearchParams({ [name]: word.toWellFormed() });
      return [`?${name}`, { ...request, target: `${request.target.split('?')[0]}?${asked}` }];
    }),
    ...rawWith(operation, good, word),
  ];
}

function fieldsOf({ body }: Described): (readonly string[])[] {
  return body && /json|form/.test(body.contentType) ? textsOf(body.schema) : [];
}

function withBody(
  request: WireRequest,
  operation: Described,
  path: readonly string[],
  word: string,
): WireRequest {
  const isForm = operation.body?.contentType === FORM_TYPE;
  const sent = String(request.body);
  const form = new URLSearchParams(sent);
  form.set(path[0] ?? '', word.toWellFormed());
  const body = isForm ? String(form) : JSON.stringify(withWord(JSON.parse(sent), path, word));
  const headers = request.headers.filter(([name]) => name !== 'content-type');
  const type = isForm ? FORM_TYPE : 'application/json';
  return { ...request, headers: [...headers, ['content-type', type]], body: Buffer.from(body) };
}

/** What takes any text: a ping, and a crontab in which the word stands wherever it can. */
function rawWith(operation: Described, good: () => WireRequest, word: string): [string, WireRequest][] {
  if (isOfPings(operation) && operation.method === 'POST')
    return [['body', { ...good(), body: Buffer.from(word) }]];
  if (operation.id !== 'importCrontab') return [];
  const crontab = `0 3 * * * ${word}\n#${word}\nMAILTO=${word}\n${word}\n0 4 * * * a\nCRON_TZ=${word}\n0 5 * * * b\n`;
  const target = `${good().target.split('?')[0]}?apply=1`;
  return [['crontab', { ...good(), target, body: Buffer.from(crontab) }]];
}

/** Sends a word to every place of every operation that writes. */
export async function sendWord(
  { wire, description, advance }: { wire: Wire; description: Description; advance: () => void },
  cast: Cast,
  word: string,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const operation of description.operations) {
    if (operation.method === 'HEAD' || operation.method === 'DELETE' || ENDING.test(operation.id)) continue;
    for (const [place, request] of requestsWith(operation, cast, word)) {
      advance();
      answers.push({ operation, place, reply: await wire.send(request) });
    }
  }
  return answers;
}

/** Reads all that can be read of what the cast owns. */
export async function readAll(wire: Wire, { operations }: Description, cast: Cast): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const operation of operations.filter((each) => isRead(each) && !each.id.endsWith('SignIn'))) {
    const request = goodRequest(operation, cast, new Dice(1));
    const target = request.target.split('?')[0] ?? '';
    // Pages of an account are told by the cookie alone.
    const headers: WireRequest['headers'] = operation.path.startsWith('/account')
      ? [...request.headers, ['cookie', cast.signedIn.cookie]]
      : request.headers;
    answers.push({ operation, place: null, reply: await wire.send({ ...request, headers, target }) });
  }
  return answers;
}
