import { WireError } from './wire.ts';

/** An element that ended: the names of it and those around it, and the text in it alone. */
export interface XmlText {
  path: string;
  text: string;
}

const DEPTH_MAX = 16;
/** A tag with its attributes, whose values may hold `>`. */
const TAG =
  /<(\/)?([A-Za-z_][\w.-]{0,60})((?:\s+[\w:.-]{1,60}\s*=\s*(?:"[^"<]{0,1000}"|'[^'<]{0,1000}'))*)\s*(\/)?>/y;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['#039', "'"],
  ['amp', '&'],
]);

/**
 * The texts of an XML document as far as programs write it: elements, attributes (which are skipped), comments, CDATA, and
 * the five entities that XML has by itself. Anything else, a document type above all, which could define entities, is
 * malformed (`WireError`). Each character is looked at once.
 */
export function* xmlTexts(xml: string): Generator<XmlText> {
  const open: { name: string; text: string }[] = [];
  for (let at = 0; at < xml.length;) {
    const next = nextPart(xml, at);
    at = next.end;
    const within = open.at(-1);
    if (within) within.text += next.text;
    else if (next.text.trim() !== '') throw malformed();
    if (next.opens !== undefined) open.push({ name: next.opens, text: '' });
    if (open.length > DEPTH_MAX) throw malformed();
    if (next.closes === undefined) continue;
    const path = open.map(({ name }) => name).join('/');
    const closed = open.pop();
    if (closed?.name !== next.closes) throw malformed();
    yield { path, text: closed.text.trim() };
  }
  if (open.length > 0) throw malformed();
}

/** Text, or a tag that begins or ends an element, or both. */
interface Part {
  end: number;
  text: string;
  opens?: string;
  closes?: string;
}

function nextPart(xml: string, at: number): Part {
  if (xml[at] !== '<') {
    const end = xml.indexOf('<', at);
    const text = xml.slice(at, end === -1 ? xml.length : end);
    return { end: at + text.length, text: decoded(text) };
  }
  for (const [begin, finish, isText] of SECTIONS) {
    if (!xml.startsWith(begin, at)) continue;
    const end = xml.indexOf(finish, at + begin.length);
    if (end === -1) throw malformed();
    return { end: end + finish.length, text: isText ? xml.slice(at + begin.length, end) : '' };
  }
  TAG.lastIndex = at;
  const [tag, isEnd, name = '', attributes, isEmpty] = TAG.exec(xml) ?? [];
  if (tag === undefined || (isEnd && (attributes || isEmpty))) throw malformed();
  const end = at + tag.length;
  return {
    end,
    text: '',
    ...(!isEnd && { opens: name }),
    ...((isEnd || isEmpty) && { closes: name }),
  };
}

const SECTIONS = [
  ['<![CDATA[', ']]>', true],
  ['<!--', '-->', false],
  ['<?', '?>', false],
] as const;

function decoded(text: string): string {
  return text.includes('&')
    ? text.replaceAll(/&([a-z]{2,4}|#0?39);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    : text;
}

function malformed(): WireError {
  return new WireError('malformed', 'XMLDATA must be well-formed XML, without a document type.');
}
