import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { Refusal } from '../../../lib/contract/errors.ts';
import { cronitorLists, type CronitorLists } from '../../../lib/contract/monitors/switch.ts';
import { isUnicode } from '../../../lib/domain/unicode.ts';

const RULE = 'yaml must be a file as Cronitor exports it';
const KINDS = Object.keys(cronitorLists.shape);
const isKind = (key: unknown) => isScalar(key) && KINDS.some((kind) => kind === key.value);
const rangeOf = (key: unknown) => (isScalar(key) ? key.range?.[0] : 0);

/**
 * The monitors of a configuration in YAML, as its JSON would have them. Without aliases, by which a short text grows without an
 * end, and no key twice, of which one would be lost. Throws 400, never with what stands in it.
 */
export function listsInYaml(text: string): CronitorLists {
  const lists = cronitorLists.safeParse(valueOf(text));
  if (lists.success && isUnicode(lists.data)) return lists.data;
  throw new Refusal('corpo_invalido', `${RULE}: jobs and heartbeats, each with a monitor for each key.`);
}

function valueOf(text: string): unknown {
  const lines = new LineCounter();
  const at = (offset = 0) => `line ${lines.linePos(offset).line}`;
  try {
    // To compare each key with each other takes time by the square of their number.
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      // Silent it would read the first of several documents, and say nothing of the others.
      logLevel: 'error',
      uniqueKeys: false,
      stringKeys: true,
    });
    const [error] = document.errors;
    if (error) throw new Refusal('corpo_invalido', `${RULE}: ${at(error.pos[0])} is no YAML.`);
    visit(document, {
      Alias: (_key, { range }) => {
        throw new Refusal('corpo_invalido', `${RULE}, without aliases; ${at(range?.[0])} has one.`);
      },
      Map: (_key, { items }) => {
        const seen = new Set<unknown>();
        for (const { key } of items) {
          const name = isScalar(key) ? key.value : key;
          if (seen.has(name))
            throw new Refusal('corpo_invalido', `${RULE}; ${at(rangeOf(key))} has a key again.`);
          seen.add(name);
        }
      },
    });
    // What is misspelt would be a kind of jobs that nobody watches.
    const other = isMap(document.contents) && document.contents.items.find(({ key }) => !isKind(key));
    if (other) {
      const kinds = new Intl.ListFormat('en').format(KINDS);
      throw new Refusal(
        'corpo_invalido',
        `${RULE}, of ${kinds}; ${at(rangeOf(other.key))} has another field.`,
      );
    }
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('corpo_invalido', `${RULE}; it is nested too deeply.`);
    throw error;
  }
}
