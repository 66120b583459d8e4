/** An element of what was rendered. */
export class Element {
  readonly children: (Element | string)[] = [];
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;

  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = name;
    this.attributes = attributes;
  }

  /** As a reader has it: what is in it, one behind the other. */
  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join('');
  }

  /** All in it of a name, such as `h1`, or with an attribute of a value, such as `role=alert`. */
  all(what: string): Element[] {
    const [name = '', value] = what.split('=');
    const inside = this.children.filter((child) => child instanceof Element);
    return inside.flatMap((child) => [
      ...((value === undefined ? child.name === name : child.attributes[name] === value) ? [child] : []),
      ...child.all(what),
    ]);
  }

  /** The texts of these. */
  texts(what: string): string[] {
    return this.all(what).map(({ text }) => text);
  }
}

const PART = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gi;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link']);
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decoded = (text: string) => text.replace(/&([a-z]+|#39);/g, (whole, name) => SIGNS[name] ?? whole);

/** Reads what Preact writes. Throws where an element is not ended. */
export function parsed(html: string): Element {
  const open = [new Element('', {})];
  for (const [, end, name = '', attributes = '', isEmpty, text] of html.matchAll(PART)) {
    const inside = open.at(-1);
    if (text !== undefined) inside?.children.push(decoded(text));
    else if (end) open.pop();
    else {
      const found = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [
        key,
        decoded(value),
      ]);
      const element = new Element(name, Object.fromEntries(found));
      inside?.children.push(element);
      if (!isEmpty && !VOID.has(name)) open.push(element);
    }
  }
  const [root] = open;
  if (open.length !== 1 || !root) throw new Error('An element is not ended.');
  return root;
}
