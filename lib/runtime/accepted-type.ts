/** Whether a caller would rather have a page, or plain text, than JSON, by its `Accept`; whoever does not care gets JSON. */
export function prefersText(accept: string | undefined, type: 'text/html' | 'text/plain'): boolean {
  const ranges = (accept ?? '*/*').split(',').map(rangeOf);
  const weight = (...types: string[]) => {
    // The most specific range that fits says how much a type is wanted (RFC 9110 section 12.5.1).
    const [fitting] = types.flatMap((type) => ranges.filter((range) => range.type === type));
    return fitting?.weight ?? 0;
  };
  return weight(type, 'text/*', '*/*') > weight('application/json', 'application/*', '*/*');
}

function rangeOf(text: string): { type: string; weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, weight] =
    parameters.map((each) => /^q=([01](?:\.\d{0,3})?)$/.exec(each)).find((found) => found) ?? [];
  return { type, weight: weight === undefined ? 1 : Number(weight) };
}
